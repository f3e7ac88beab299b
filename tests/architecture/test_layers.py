"""The layer contracts of pyproject.toml are able to fail; run.py's lint-imports checks that they hold."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]


def lint_imports(folder):
    code = (
        "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command; "
        "lint_imports_command(['--no-cache'])"
    )
    environment = {**os.environ, "PYTHONPATH": str(folder), "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )


BREAKS = [
    ("model/file_record.py", "import simfinder.store.app_dirs", "imports point down the layers"),
    ("search/similarity.py", "import simfinder.scan.walk.walker", "imports point down the layers"),
    ("cli/render.py", "def late():\n    import PySide6.QtCore", "Qt only in gui"),
    ("app/session/session.py", "import sqlite3", "sqlite3 only in store"),
    (
        "scan/walk/walker.py",
        "import numba",
        "numba only where kernels are",
    ),
    ("model/file_record.py", "import numpy", "model, text and errors need the standard library only"),
]
"""File, line that breaks a contract there, and the contract. That all are kept is checked by run.py's lint-imports."""


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """What lint-imports says of a copy of the package with all these lines in it."""
    copy = tmp_path_factory.mktemp("broken")
    shutil.copytree(PROJECT / "simfinder", copy / "simfinder", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", copy)
    for module, line, _ in BREAKS:
        with (copy / "simfinder" / module).open("a") as file:
            file.write(f"\n{line}\n")
    result = lint_imports(copy)
    assert result.returncode == 1, result.stdout
    return result.stdout


@pytest.mark.parametrize(("module", "line", "contract"), BREAKS)
def test_a_broken_contract_is_seen(complaints, module, line, contract):
    assert f"{contract} BROKEN" in complaints
    importer = f"simfinder.{module[:-3].replace('/', '.')}"
    imported = line.split("import ")[-1]
    blamed = imported if imported.startswith("simfinder") else imported.split(".")[0]
    assert re.search(rf"{re.escape(importer)} -> {re.escape(blamed)}\b", complaints), complaints

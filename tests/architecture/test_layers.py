"""The layer contracts of pyproject.toml hold, and they are able to fail."""

import os
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


def test_the_contracts_are_kept():
    result = lint_imports(PROJECT)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("model/files.py", "import simfinder.store.app_dirs", "imports point down the layers"),
        ("search/scoring.py", "import simfinder.scan.walk.walker", "imports point down the layers"),
        ("cli/render.py", "def late():\n    import PySide6.QtCore", "Qt only in gui"),
        ("app/session/session.py", "import sqlite3", "sqlite3 only in store"),
        (
            "scan/walk/walker.py",
            "import numba",
            "numba only where kernels are",
        ),
        ("model/file_record.py", "import numpy", "model, text and errors need the standard library only"),
    ],
)
def test_a_broken_contract_is_seen(tmp_path, module, line, contract):
    shutil.copytree(
        PROJECT / "simfinder", tmp_path / "simfinder", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    with (tmp_path / "simfinder" / module).open("a") as file:
        file.write(f"\n{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1, result.stdout
    assert f"{contract} BROKEN" in result.stdout

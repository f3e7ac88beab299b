"""What other programs call, as the page about it shows it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import simfinder
from simfinder import api
from simfinder.errors import UsageError
from tests.helpers.files.trees import version_tree

PAGE = Path(__file__).resolve().parents[3] / "docs/cookbook.md"


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


def test_the_example_of_the_cookbook_runs(tmp_path):
    tree = version_tree(tmp_path / "Documents")
    before = names(tree.root)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 20
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=240
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert re.search(r"report.*older|older.*report", done.stdout)
    assert re.search(r"^[1-9]\d* removed and back again$", done.stdout, re.MULTILINE)
    assert names(tree.root) == before


def test_what_is_planned_is_what_goes_and_comes_back(tmp_path):
    tree = version_tree(tmp_path / "tree")
    before = names(tree.root)
    found = api.scan([tree.root], cached=False)
    assert found.files >= len(before)
    stored = api.plan(found, to=str(tmp_path / "moved"))
    planned = {act.file.path for act in stored.plan.acts}
    kept = {cluster.kept.file.path for cluster in found.clusters}
    assert planned
    assert not planned & kept
    report = api.apply(stored)
    assert {str(tree.root) + "/" + name for name in set(before) - set(names(tree.root))} == planned
    api.undo(report.batch)
    assert names(tree.root) == before


def test_protected_folders_stay(tmp_path):
    tree = version_tree(tmp_path / "tree")
    found = api.scan([tree.root], protect=[tree.root])
    assert found.clusters
    assert len(api.plan(found).plan.acts) == 0


def test_pairs_are_sorted_and_measured(tmp_path):
    tree = version_tree(tmp_path / "tree")
    listed = api.pairs([tree.root], least=0.5)
    assert listed == sorted(listed, key=lambda pair: (-pair.similarity, pair.a, pair.b))
    assert all(0.5 <= pair.similarity <= 1 and pair.a < pair.b for pair in listed)
    assert listed[0].similarity == 1


def test_errors_are_the_programs_own(tmp_path):
    with pytest.raises(UsageError):
        api.scan([tmp_path / "gone"])
    with pytest.raises(UsageError):
        api.undo()


def test_nothing_of_it_is_loaded_before_it_is_asked_for():
    code = "import sys, simfinder; print('simfinder.app' in sys.modules); simfinder.nothing"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n"
    assert done.stderr.splitlines()[-1] == "AttributeError: nothing"
    assert simfinder.api is api

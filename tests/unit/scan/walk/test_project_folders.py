"""Project folders on a real disk: what a walk finds, and what a later look adds."""

import os

import pytest

from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.scan.walk import list_directory
from simfinder.scan.walk.walker import walk


@pytest.fixture
def tree(tmp_path):
    for name in (
        "home/letter.txt",
        "home/webapp/.git/HEAD",
        "home/webapp/src/app.py",
        "home/webapp/web/package.json",
        "home/webapp/web/main.js",
        "home/empty/setup.py",
        "home/empty/mod.py",
        "home/Mail/cur/1",
        "home/Mail/new/2",
        "home/Mail/tmp/3",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if name.endswith("setup.py") else name)
    (tmp_path / "home/Mail/tmp/3").unlink()
    return tmp_path / "home"


def found(root, **options):
    projects = walk(ScanOptions(roots=(str(root),), **options), Control()).projects
    return [os.path.relpath(path, root) for path in projects]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_walk_finds_them(tree, monkeypatch, compiled):
    if not compiled:
        monkeypatch.setattr("simfinder.scan.walk.walker.compiled_listing", lambda: False)
    elif not list_directory.compiled():
        pytest.skip("no such calls here")
    assert found(tree) == ["Mail", "empty", "webapp", "webapp/web"]


def test_what_is_left_out_shows_them_too(tree):
    assert found(tree, exclude=("package.json", "setup.py"), types=("txt",)) == [
        "Mail", "empty", "webapp", "webapp/web",
    ]  # fmt: skip


def test_a_scan_of_a_part_knows_the_whole(tree):
    assert found(tree / "webapp/src") == [".."]
    (tree / "webapp/node_modules/left").mkdir(parents=True)
    assert found(tree / "webapp/node_modules/left") == ["../..", ".."]


def test_home_is_no_project(tree, monkeypatch):
    monkeypatch.setenv("HOME", str(tree))
    (tree / ".git").mkdir()
    (tree / "package.json").write_text("{}")
    assert found(tree) == ["Mail", "empty", "webapp", "webapp/web"]
    assert found(tree / "Mail") == ["."]


def test_a_result_knows_them(tree):
    result = scan(ScanOptions(roots=(str(tree),)), None, Control())
    assert [os.path.basename(path) for path in result.projects] == ["Mail", "empty", "webapp", "web"]

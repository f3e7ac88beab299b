"""Files from a list, looked at as they are now, by the rules of a walk."""

import os

import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.walk.listed_files import FORBIDDEN, listed_files, projects_of
from simfinder.scan.walk.walker import walk
from simfinder.store import app_dirs


def listed(*paths, protected=()):
    return listed_files(map(str, paths), ScanOptions((), tuple(map(str, protected))), Control())


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "root"
    for name in ("b/2", "a/1", "a-b/3", "c/.hidden"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(name.encode())
    return root


def test_they_are_those_of_a_walk(root):
    walked = walk(ScanOptions((str(root),), (str(root / "b"),), hidden=True), Control())
    found = listed(*reversed(list(walked.files.paths())), protected=[root / "b"])
    assert list(found.files) == list(walked.files)
    assert found.problems == []
    assert [file.protected for file in found.files] == [False, False, True, False]


def test_what_can_take_no_part_is_said(root):
    os.link(root / "a/1", root / "a/link")
    (root / "a/symlink").symlink_to(root / "b/2")
    os.mkfifo(root / "a/pipe")
    trash = app_dirs.data_folder().parent / "Trash" / "files" / "x"
    own = app_dirs.cache_folder() / "y"
    for path in (trash, own):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    names = ("a/1", "a/link", "a/symlink", "a/pipe", "a/gone", "b")
    found = listed(*(root / name for name in names), trash, own)
    assert list(found.files.paths()) == [str(root / "a/1")]
    assert {problem.path: problem.reason for problem in found.problems} == {
        str(root / "a/link"): f"is another name of {root / 'a/1'}",
        str(root / "a/symlink"): "is no file",
        str(root / "a/pipe"): "is no file",
        str(root / "a/gone"): "No such file or directory",
        str(root / "b"): "is no file",
        str(trash): FORBIDDEN,
        str(own): FORBIDDEN,
    }


def test_projects_are_found_in_and_above_their_folders(root):
    (root / "a" / "deep" / "deeper").mkdir(parents=True)
    (root / "a" / ".git").mkdir()
    (root / "b" / "Cargo.toml").touch()
    (root / "b" / "src").mkdir()
    folders = [str(root / name) for name in ("a/deep/deeper", "b", "c", "none")]
    assert projects_of(folders) == (str(root / "a"), str(root / "b"))
    assert listed(root / "b/2").projects == (str(root / "b"),)


def test_it_can_be_cancelled(root):
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        listed_files([str(root / "a/1")], ScanOptions(()), control)

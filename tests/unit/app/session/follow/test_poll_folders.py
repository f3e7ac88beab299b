"""Folders watched by looking at them: whatever comes into one is found, whenever it comes."""

import os
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.app.session.follow.poll_folders import WatchedFolders
from tests.helpers.examples import examples
from tests.helpers.files.trees import write

LONG_AGO = 1_600_000_000


def settle(root):
    """Every folder has not changed for long."""
    for folder, _, _ in os.walk(root):
        os.utime(folder, (LONG_AGO, LONG_AGO))


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "root"
    write(str(root), "a/one.txt", b"one", LONG_AGO)
    (root / "empty").mkdir()
    settle(root)
    return root


def watched(root, **options):
    folders = WatchedFolders([str(root)], **{"hidden": False, **options})
    folders.take_up()
    return folders


def test_nothing_is_told_of_folders_at_rest(root):
    folders = watched(root)
    assert len(folders) == 3
    assert list(folders.news()) == []


def test_a_file_in_a_folder_that_held_none_is_found(root):
    folders = watched(root)
    (root / "empty/new.txt").write_bytes(b"new")
    assert list(folders.news()) == [str(root / "empty/new.txt")]


def test_a_file_in_a_folder_that_was_new_the_last_time_is_found(root):
    """Whoever copies a tree makes the folder first; a look may fall between that and the files."""
    folders = watched(root)
    (root / "new/deep").mkdir(parents=True)
    settle(root)
    assert set(folders.news()) <= {str(root / "a/one.txt")}
    (root / "new/deep/file.txt").write_bytes(b"x")
    assert str(root / "new/deep/file.txt") in list(folders.news())


def test_a_folder_that_changed_a_moment_ago_is_looked_at_again(root):
    """Its next change may come with the same time, where clocks are coarse."""
    folders = watched(root)
    now = time.time_ns()
    (root / "empty/one.txt").write_bytes(b"1")
    os.utime(root / "empty", ns=(now, now))
    assert list(folders.news()) == [str(root / "empty/one.txt")]
    (root / "empty/two.txt").write_bytes(b"2")
    os.utime(root / "empty", ns=(now, now))
    assert str(root / "empty/two.txt") in list(folders.news())


def test_what_a_scan_does_not_enter_is_not_watched(root):
    folders = watched(root)
    for name in (".hidden", ".Trash-1000"):
        write(str(root), f"{name}/file.txt", b"x", LONG_AGO)
    os.symlink(root / "a", root / "link")
    assert set(folders.news()) <= {str(root / "link")}
    os.rename(root / "empty", root / ".empty")
    os.symlink(root / "a", root / "empty")
    assert not any(path.startswith(f"{root}/empty/") for path in folders.news())


def test_hidden_folders_are_watched_where_a_scan_takes_them(root):
    (root / ".hidden").mkdir()
    settle(root)
    folders = watched(root, hidden=True)
    (root / ".hidden/file.txt").write_bytes(b"x")
    assert list(folders.news()) == [str(root / ".hidden/file.txt")]


def test_another_folder_in_the_place_of_one_is_another_one(root):
    """Copies keep times: a folder may have the very time of the one whose place it takes."""
    write(str(root), "copy/two.txt", b"two", LONG_AGO)
    settle(root)
    folders = watched(root)
    os.rename(root / "a", root.with_name("away"))
    os.rename(root / "copy", root / "a")
    settle(root)
    assert str(root / "a/two.txt") in list(folders.news())


def test_a_root_that_is_gone_and_comes_back_is_found(root):
    folders = watched(root)
    os.rename(root, root.with_name("away"))
    assert list(folders.news()) == []
    assert len(folders) == 0
    os.rename(root.with_name("away"), root)
    assert list(folders.news()) == [str(root / "a/one.txt")]


@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    deeds=st.lists(
        st.tuples(
            st.sampled_from(["file", "folder", "remove", "move", "look"]),
            st.sampled_from(["", "a", "b", "a/c", "b/c", "a/c/d"]),
            st.sampled_from(["b", "x", "a/y", "z/w"]),
        ),
        max_size=25,
    )
)
def test_every_new_file_is_found_however_looks_fall_between(tmp_path_factory, deeds):
    """Against a plain listing: what is there at the end and was not at the beginning was told at some time."""
    root = tmp_path_factory.mktemp("tree") / "root"
    (root / "a/c").mkdir(parents=True)
    (root / "b").mkdir()
    folders, told = watched(root), set()
    for number, (deed, where, target) in enumerate(deeds):
        folder = root / where
        if deed == "look":
            told |= set(folders.news())
        elif deed == "file" and folder.is_dir():
            (folder / f"{number}.txt").write_bytes(b"x")
        elif deed == "folder":
            folder.mkdir(parents=True, exist_ok=True)
        elif deed == "remove" and where and folder.is_dir() and not os.listdir(folder):
            folder.rmdir()
        elif (
            deed == "move"
            and where
            and folder.is_dir()
            and not (root / target).exists()
            and (root / target).parent.is_dir()
            and not f"{target}/".startswith(f"{where}/")
        ):
            folder.rename(root / target)
    told |= set(folders.news())
    there = {os.path.join(at, name) for at, _, names in os.walk(root) for name in names}
    assert there <= told

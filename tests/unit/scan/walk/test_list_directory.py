"""Entries of a folder: the compiled loop and ``os.scandir`` agree, with each other and with ``os.stat``."""

import errno
import os
import socket

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.arrays.file_columns import SIZE
from simfinder.scan.walk import list_directory
from simfinder.scan.walk.list_directory import Kind, Lister, numbers_of, scan
from tests.helpers.examples import examples

pytestmark = pytest.mark.skipif(not list_directory.compiled(), reason="this system lacks the calls")
NAMES = st.binary(min_size=1, max_size=40).map(lambda b: b.replace(b"\0", b"0").replace(b"/", b"|"))


def in_one_go(path, hidden=True, empty=True, at=None):
    handle = os.open(path, os.O_RDONLY)
    try:
        lister = Lister(hidden=hidden, empty=empty, at=np.zeros(1, dtype=np.int64) if at is None else at)
        return lister.read(handle, lambda: None)
    finally:
        os.close(handle)


def same(one, other):
    assert one.names == other.names
    assert one.kinds.tolist() == other.kinds.tolist()
    assert one.numbers.tolist() == other.numbers.tolist()
    assert one.error == other.error


@given(
    st.dictionaries(NAMES.filter(lambda n: n not in (b".", b"..")), st.integers(0, 5), max_size=30),
    st.booleans(),
    st.booleans(),
)
@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_both_ways_say_the_same(tmp_path_factory, made, hidden, empty):
    folder = os.fsencode(tmp_path_factory.mktemp("entries"))
    for name, kind in made.items():
        path = os.path.join(folder, name)
        if kind == 0:
            os.mkdir(path)
        elif kind == 1:
            os.symlink("nowhere", path)
        elif kind == 2:
            os.mkfifo(path)
        else:
            with open(path, "wb") as file:
                file.write(b"x" * (kind - 3))
    found = in_one_go(folder, hidden, empty)
    same(found, scan(os.fsdecode(folder), lambda name: True, hidden=hidden, empty=empty))
    assert found.names == sorted(name + (b"/" if kind == 0 else b"") for name, kind in made.items())


@given(st.lists(st.sets(NAMES.filter(lambda n: n not in (b".", b"..")), max_size=6), max_size=12))
@settings(
    max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_folders_read_together_are_as_read_one_by_one(tmp_path_factory, folders):
    base = os.fsencode(tmp_path_factory.mktemp("folders"))
    paths = [os.path.join(base, str(i).encode()) for i in range(len(folders))]
    for path, made in zip(paths, folders, strict=True):
        os.mkdir(path)
        for name in made:
            os.close(os.open(os.path.join(path, name), os.O_CREAT | os.O_WRONLY))
    together = lister().read_folders(paths)
    assert len(together) == len(paths)
    for one, path in zip(together, paths, strict=True):
        same(one, in_one_go(path))


def lister():
    return Lister(hidden=True, empty=True, at=np.zeros(1, dtype=np.int64))


def test_a_folder_that_cannot_be_opened_among_others(tmp_path):
    for name in ("a", "c"):
        (tmp_path / name / "in").mkdir(parents=True)
    (tmp_path / "file").write_bytes(b"x")
    paths = [os.fsencode(tmp_path / name) for name in ("a", "gone", "file", "c")]
    found = lister().read_folders(paths)
    assert [one.error for one in found] == [0, errno.ENOENT, errno.ENOTDIR, 0]
    assert [one.names for one in found] == [[b"in/"], [], [], [b"in/"]]


def test_a_folder_whose_opening_a_signal_interrupts_is_left_for_another_call(tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / name / "in").mkdir(parents=True)
    paths = [os.fsencode(tmp_path / name) for name in ("a", "b", "c")]
    read_folders = list_directory._read_folders

    def interrupted(*arguments):
        done = read_folders(*arguments)
        arguments[-1][1] = arguments[-1][0, 0], arguments[-1][0, 1], errno.EINTR
        return done

    monkeypatch.setattr(list_directory, "_read_folders", interrupted)
    (found,) = lister().read_folders(paths)
    assert (found.names, found.error) == ([b"in/"], 0)


def test_folders_that_do_not_fit_are_left_for_another_call(tmp_path):
    paths = [os.fsencode(tmp_path / f"{i}") for i in range(8)]
    for path, count in zip(paths, [3, 2000, 3, 9000, 3, 3, 3, 3], strict=True):
        os.mkdir(path)
        for i in range(count):
            os.close(os.open(os.path.join(path, b"%05d" % i), os.O_CREAT | os.O_WRONLY))
    one, left, calls = lister(), list(paths), []
    while left:
        found = one.read_folders(left)
        calls.append(len(found))
        if not found:  # too many entries
            found = [in_one_go(left[0])]
        for entries, path in zip(found, left, strict=False):
            same(entries, in_one_go(path))
        del left[: len(found)]
    assert 0 in calls
    assert sum(calls) == 7


def test_what_is_told(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / ".hidden").write_bytes(b"1")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    os.symlink("file", tmp_path / "link")
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(tmp_path)
        try:
            server.bind("socket")
        finally:
            os.chdir(here)
        found = in_one_go(tmp_path, hidden=False, empty=False)
    kinds = dict(zip(found.names, found.kinds.tolist(), strict=True))
    assert kinds == {
        b".hidden": Kind.HIDDEN,
        b"empty": Kind.EMPTY,
        b"fifo": Kind.SPECIAL,
        b"file": Kind.FILE,
        b"folder/": Kind.FOLDER,
        b"link": Kind.LINK,
        b"socket": Kind.SPECIAL,
    }
    assert tuple(found.numbers[found.names.index(b"file")].tolist()) == numbers_of(os.stat(tmp_path / "file"))
    assert tuple(found.numbers[found.names.index(b"folder/")].tolist()) == numbers_of(
        os.stat(tmp_path / "folder")
    )


def test_devices_are_put_together_as_the_system_does_it():
    same(in_one_go("/dev"), scan("/dev", lambda name: True, hidden=True, empty=True))
    told = in_one_go("/")
    for name, numbers in zip(told.names, told.numbers.tolist(), strict=True):
        if name in (b"proc/", b"sys/", b"dev/"):
            assert numbers[0] == os.stat(b"/" + name).st_dev


def test_more_entries_than_fit_at_once(tmp_path):
    made = sorted(f"{i:05}{'n' * (i % 200)}" for i in range(6000))
    for name in made:
        os.close(os.open(tmp_path / name, os.O_CREAT | os.O_WRONLY))
    checks = []
    handle = os.open(tmp_path, os.O_RDONLY)
    lister = Lister(hidden=True, empty=True, at=np.zeros(1, dtype=np.int64))
    found = lister.read(handle, lambda: checks.append(1))
    os.close(handle)
    assert found.names == [os.fsencode(name) for name in made]
    assert (found.kinds == Kind.FILE).all()
    assert len(checks) > 3


def test_empty_folder(tmp_path):
    found = in_one_go(tmp_path)
    assert found.names == []
    assert len(found.kinds) == len(found.numbers) == found.error == 0


def test_no_folder(tmp_path):
    (tmp_path / "x").write_bytes(b"x")
    assert in_one_go(tmp_path / "x").error == errno.ENOTDIR


def test_entries_that_can_not_be_looked_at(tmp_path, monkeypatch):
    (tmp_path / "bad").write_bytes(b"x")
    real = list_directory._look

    class Bad:
        def __init__(self, entry):
            self.name = entry.name

        def is_symlink(self):
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(list_directory, "_look", lambda entry, **rest: real(Bad(entry), **rest))
    found = scan(str(tmp_path), lambda name: True, hidden=True, empty=True)
    assert found.kinds.tolist() == [Kind.FAILED]
    assert found.numbers[0, SIZE] == errno.EIO


def test_what_is_not_to_be_looked_at_is_left_out(tmp_path):
    for name in "abc":
        (tmp_path / name).write_bytes(b"x")
    assert scan(str(tmp_path), lambda name: name != "b", hidden=True, empty=True).names == [b"a", b"c"]


def test_which_entry_is_being_looked_at(tmp_path):
    """The entry that stalls is known by its name; there is none at the end."""
    made = {f"{i:05}{'n' * 200}".encode() for i in range(1500)}
    for name in made:
        os.close(os.open(os.fsencode(tmp_path) + b"/" + name, os.O_CREAT | os.O_WRONLY))
    at = np.zeros(1, dtype=np.int64)
    handle = os.open(tmp_path, os.O_RDONLY)
    lister = Lister(hidden=True, empty=True, at=at)
    noted = []
    lister.read(
        handle, lambda: noted.append(os.path.basename(os.fsencode(lister.asked([("/x", 1)], int(at[0]))[0])))
    )
    os.close(handle)
    assert len(set(noted)) == len(noted) > 1
    assert set(noted) < made
    assert at[0] == 0


def test_what_came_before_an_error_is_not_lost(tmp_path, monkeypatch):
    """A folder that is removed while it is read has no more entries; those read until then count."""
    for i in range(1500):
        os.close(os.open(tmp_path / f"{i:05}{'n' * 200}", os.O_CREAT | os.O_WRONLY))
    handle = os.open(tmp_path, os.O_RDONLY)
    other = os.open(os.devnull, os.O_RDONLY)
    lister = Lister(hidden=True, empty=True, at=np.zeros(1, dtype=np.int64))
    found = lister.read(handle, lambda: os.dup2(other, handle))
    os.close(handle)
    os.close(other)
    assert found.error == errno.ENOTDIR
    assert 0 < len(found.names) == len(found.kinds) == len(found.numbers) < 1500
    assert (found.kinds == Kind.FILE).all()

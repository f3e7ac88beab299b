"""Locks of folders between programs: who waits, for whom, and for how long at most."""

import contextlib
import fcntl
import os
import subprocess
import sys
import threading
import time

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import folder_locks
from simfinder.actions.filesystem.directory_handles import holding
from simfinder.actions.filesystem.folder_locks import FolderLocks
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState
from tests.unit.actions.world import only, plan_of, read, write

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/locks"), reason="Linux only")

HOLD = """
import fcntl, os, sys
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)
print(flush=True)
sys.stdin.readline()
"""


class Recorder(Control):
    def __init__(self):
        super().__init__()
        self.said = []

    def wait_for(self, sentence):
        super().wait_for(sentence)
        self.said.append(str(sentence))


@contextlib.contextmanager
def locked_by_another(folder, *words):
    """Another program has a folder locked while the block runs."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder), *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    other.stdout.readline()
    try:
        yield other
    finally:
        let_go(other)
        other.stdout.close()


def let_go(other):
    if not other.stdin.closed:
        other.stdin.close()
        other.wait(10)


def is_locked(folder):
    file = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


@pytest.fixture
def folders(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    return str(tmp_path / "one"), str(tmp_path / "two")


def test_both_are_locked_while_the_block_runs(folders):
    with holding(*folders), FolderLocks(Control()).locking(*folders, folders[0]):
        assert all(map(is_locked, folders))
    assert not any(map(is_locked, folders))


def test_what_is_not_held_is_not_locked(folders):
    with FolderLocks(Control()).locking(*folders):
        assert not any(map(is_locked, folders))


def test_one_waits_says_for_whom_and_goes_on(folders):
    control = Recorder()
    with locked_by_another(folders[1]) as other, holding(*folders):
        threading.Timer(1.0, let_go, [other]).start()
        with FolderLocks(control).locking(*folders):
            assert all(map(is_locked, folders))
    user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    sentence, end = control.said
    assert sentence.startswith("waiting for ")
    assert f" of {user} (process {other.pid}), working in {folders[1]}" in sentence
    assert (end, control.snapshot().waiting) == ("", "")


def test_nothing_is_kept_locked_during_a_wait(folders):
    """So two that want the same two folders never wait for one another."""
    seen = []
    with locked_by_another(folders[1]) as other, holding(*folders):

        def look():
            seen.append(is_locked(folders[0]))
            let_go(other)

        threading.Timer(0.3, look).start()
        with FolderLocks(Control()).locking(*folders):
            pass
    assert seen == [False]


def test_a_wait_can_be_cancelled(folders):
    control = Control()
    threading.Timer(0.2, control.cancel).start()
    with (
        locked_by_another(folders[0]),
        holding(*folders),
        pytest.raises(Cancelled),
        FolderLocks(control).locking(*folders),
    ):
        pass
    assert control.snapshot().waiting == ""


def test_whoever_never_lets_go_is_waited_for_once(folders, monkeypatch):
    monkeypatch.setattr(folder_locks, "PATIENCE", 0.3)
    locks = FolderLocks(Control())
    with locked_by_another(folders[0]), holding(*folders):
        for least, most in ((0.3, 2.0), (0.0, 0.2)):
            began = time.monotonic()
            with locks.locking(*folders):
                assert least <= time.monotonic() - began < most
                assert not is_locked(folders[1])
    with holding(*folders), locks.locking(*folders):
        assert all(map(is_locked, folders))


def test_waits_that_end_just_in_time_are_not_endless(folders, monkeypatch):
    monkeypatch.setattr(folder_locks, "IN_ALL", 0.3)
    with locked_by_another(folders[0]), holding(*folders):
        began = time.monotonic()
        locks = FolderLocks(Control())
        for _ in range(3):
            with locks.locking(*folders):
                pass
        assert 0.3 <= time.monotonic() - began < 2


def test_a_disk_that_can_not_lock_goes_without(folders, monkeypatch):
    def refuse(_file, how):
        raise OSError(9, os.strerror(9))

    monkeypatch.setattr(fcntl, "flock", refuse)
    control = Recorder()
    with holding(*folders), FolderLocks(control).locking(*folders):
        pass
    monkeypatch.setattr(folder_locks, "fcntl", None)
    with holding(*folders), FolderLocks(control).locking(*folders):
        pass
    assert control.said == []


def test_who_it_is_where_the_system_does_not_say(folders, monkeypatch):
    handle = os.open(folders[0], os.O_RDONLY)
    try:
        assert (
            folder_locks._who_has(handle, folders[0])
            == f"waiting for another program that is working in {folders[0]}"
        )
        with locked_by_another(folders[0], "-m", "simfinder"):
            assert folder_locks._who_has(handle, folders[0]).startswith("waiting for SimFinder of ")
    finally:
        os.close(handle)


@pytest.mark.parametrize("kind", [ActKind.DELETE, ActKind.TRASH, ActKind.SYMLINK])
def test_acts_and_undos_lock_the_folders_of_both_files(kind, tmp_path, monkeypatch):
    from simfinder.store.library.library import Library

    kept, path = write(tmp_path / "kept/file"), write(tmp_path / "goes/file")
    seen = []
    real = folder_locks.FolderLocks._take

    def take(self, opened):
        real(self, opened)
        seen.append(
            sorted(os.path.relpath(folder, tmp_path) for folder in opened.values() if is_locked(folder))
        )

    monkeypatch.setattr(folder_locks.FolderLocks, "_take", take)
    with Library.open() as library:
        assert only(execute(plan_of(kind, [path], kept), library)).state is ActState.DONE
        assert seen.pop() == ["goes", "kept"]
        if kind is not ActKind.DELETE:
            assert only(undo(library)).state is ActState.UNDONE
            assert "goes" in seen.pop()
            assert read(path) == read(kept)


def test_a_cancelled_wait_leaves_the_rest_as_it_was(tmp_path):
    from simfinder.store.library.library import Library

    kept = write(tmp_path / "kept/file")
    paths = [write(tmp_path / f"goes/{name}") for name in "abc"]
    control = Control()
    threading.Timer(0.7, control.cancel).start()
    with locked_by_another(tmp_path / "goes"), Library.open() as library:
        report = execute(plan_of(ActKind.DELETE, paths, kept), library, control)
    assert (report.count(ActState.SKIPPED), report.cancelled) == (3, True)
    assert all(map(os.path.exists, paths))

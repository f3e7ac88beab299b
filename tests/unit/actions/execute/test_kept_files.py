"""The file that stays, right before another goes for it; the attacks themselves are in ``tests/e2e/attacks``."""

import errno
import os

import pytest

from simfinder.actions.execute import kept_files
from simfinder.actions.execute.executor import execute
from simfinder.actions.filesystem import syscalls
from simfinder.model.removal_plan import ActKind, ActState
from tests.helpers.faults.failing_calls import SYSTEM, Calls
from tests.unit.actions.world import content, plan_of, read, write


@pytest.fixture
def older(tree):
    return [write(tree / f"older {number}.txt", b"older content %d" % number) for number in range(5)]


@pytest.fixture
def reads(monkeypatch):
    """Paths of files that stay whose content was looked at."""
    seen, real = [], kept_files.content_of

    def content_of(path, control):
        seen.append(path)
        return real(path, control)

    monkeypatch.setattr(kept_files, "content_of", content_of)
    return seen


def states(report):
    return [act.state for act in report.acts]


def test_one_file_that_stays_for_many_is_read_once(older, kept, library, reads):
    report = execute(plan_of(ActKind.DELETE, older, kept), library)
    assert states(report) == [ActState.DONE] * 5
    assert reads == [kept]


def test_it_is_not_read_where_nothing_is_lost(older, kept, library, reads, tmp_path):
    for kind in (ActKind.TRASH, ActKind.MOVE):
        paths = [older.pop(), older.pop()]
        report = execute(plan_of(kind, paths, kept, os.path.dirname(kept), tmp_path / "to"), library)
        assert states(report) == [ActState.DONE] * 2
    assert reads == []


def test_it_is_read_again_when_it_was_touched_meanwhile(older, kept, library, reads, monkeypatch):
    real = syscalls.remove

    def remove(path):
        real(path)
        os.chmod(kept, 0o600 if os.stat(kept).st_mode & 0o777 != 0o600 else 0o640)

    monkeypatch.setattr(syscalls, "remove", remove)
    report = execute(plan_of(ActKind.DELETE, older[:3], kept), library)
    assert states(report) == [ActState.DONE] * 3
    assert reads == [kept] * 3


def test_a_copy_proves_nothing_for_an_older_version(tree, kept, library):
    """Both were overwritten alike, so their bytes are the same; the older version is all that is left."""
    copy = write(tree / "copy.txt", b"the content")
    older = write(tree / "older.txt", b"older contnt")
    plan = plan_of(ActKind.DELETE, [copy, older], kept)
    for path in (kept, copy):
        times = os.stat(path)
        with open(path, "r+b") as file:
            file.write(bytes(times.st_size))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    report = execute(plan, library)
    assert report.acts[1].state is ActState.SKIPPED
    assert report.acts[1].reason == f"the file that stays ({kept}) changed since the scan"
    assert read(older) == b"older contnt"


@pytest.mark.parametrize("kind", [ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK])
def test_nothing_goes_for_a_file_that_cannot_be_written_to_its_disk(kind, kept, path, library, monkeypatch):
    plan = plan_of(kind, [path], kept)
    inode, real = os.stat(kept).st_ino, os.fsync

    def fsync(file):
        if os.fstat(file).st_ino == inode:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(syscalls, "sync_file_system", lambda _file: False)
    report = execute(plan, library)
    assert states(report) == [ActState.SKIPPED]
    assert report.acts[0].reason == (
        f"the file that stays ({kept}) can't be written to its disk: Input/output error"
    )
    assert content(path) == content(kept)
    assert not os.path.islink(path)
    assert os.stat(path).st_nlink == 1


def _overwrite(path):
    times = os.stat(path)
    with open(path, "r+b") as file:
        file.write(bytes(times.st_size))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


KINDS = [
    ActKind.TRASH,
    ActKind.MOVE,
    ActKind.DELETE,
    ActKind.HARDLINK,
    ActKind.SYMLINK,
    ActKind.REFLINK,
]


@pytest.mark.parametrize("full", [pytest.param(True, marks=pytest.mark.soak), False], ids=["all", "some"])
@pytest.mark.parametrize("kind", KINDS)
def test_overwritten_before_any_call(kind, full, tmp_path, library, no_power_cuts, blocks):
    """Whoever overwrites it before the last look at it finds the other file at its place, as it was.

    After that look it is as if they came when all was done. The last one before a hard link is right before the link.
    """
    _, last = _struck_at(-1, "warm up", kind, tmp_path, library)
    act, last = _struck_at(-1, "whole", kind, tmp_path, library)
    assert act.state is ActState.DONE
    assert last > 10
    for number in [*range(0, last, 1 if full else 7), last]:
        act, _ = _struck_at(number, f"{number}", kind, tmp_path, library)
        assert act.state in (ActState.SKIPPED, ActState.FAILED), (number, act)
        folder = os.path.dirname(act.path)
        assert set(os.listdir(folder)) == {"kept", os.path.basename(act.path)}
        assert not os.path.islink(act.path)
        assert read(act.path) == (b"the content" if kind.is_link else b"older content")


def _struck_at(number, name, kind, tmp_path, library):
    """Carry an act out, in which the file that stays is overwritten before a call of this number.

    Returns:
        (what became of the act, number of the last look at the file that stays)
    """
    folder = tmp_path / name
    kept = write(folder / "kept", b"the content")
    path = write(folder / f"{name}.txt", b"the content" if kind.is_link else b"older content")
    looks, linked = [], []

    def strike(at, call, args):
        if at == number:
            _overwrite(kept)
        if call == "link":
            linked.append(at)
        if call == "stat" and args[0] == "kept" and not linked:
            looks.append(at)

    plan = plan_of(kind, [path], kept, folder, tmp_path / "to")
    with Calls(SYSTEM, strike):
        report = execute(plan, library)
    return report.acts[0], (looks or [0])[-1]

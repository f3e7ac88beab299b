"""Every system call of every act fails once, and then from one call on: nothing is lost, and the report is true."""

import errno
import itertools
import os

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import syscalls
from simfinder.actions.journal import batches
from simfinder.errors import ActionError, StoreError, UsageError
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.unit.actions.execute.test_crash import KEPT, LEASES, WAYS, Scene, memory  # noqa: F401 - memory is a fixture

ERRORS = (errno.ENOSPC, errno.EACCES, errno.EIO, errno.EXDEV)
_CALLS = [
    *(
        (os, name)
        for name in ("mkdir", "rmdir", "open", "read", "write", "fsync", "link", "unlink", "symlink", "readlink",
                     "ftruncate", "utime", "chmod", "fchmod", "fchown", "stat", "fstat", "statvfs", "listxattr")
    ),
    (syscalls, "exclusive_rename"),
    (syscalls, "exchange"),
    (syscalls, "share_blocks"),
    *LEASES,
    (syscalls, "sync_file_system"),
]  # fmt: skip
_SOAK = pytest.mark.soak
_DAILY = ("move by copy", "delete", "hardlink")  # the others with --soak


class Faults:
    """Lets the n-th call fail, or all from the n-th on, until it is healed."""

    def __init__(self, monkeypatch, number, error, *, lasting=False):
        self.number = number
        self.error = error
        self.lasting = lasting
        self.calls = 0
        self.struck = ""
        self.names = []
        monkeypatch.setattr(os, "fsync", lambda _file: None)
        monkeypatch.setattr(syscalls, "sync_file_system", lambda _file: True)
        for owner, name in _CALLS:
            monkeypatch.setattr(owner, name, self._faulty(getattr(owner, name), name))

    def _faulty(self, function, name):
        def call(*args, **kwargs):
            number, self.calls = self.calls, self.calls + 1
            if number == self.number or (self.lasting and number > self.number):
                self.struck = self.struck or name
                raise OSError(self.error, os.strerror(self.error))
            return function(*args, **kwargs)

        return call


def _do(scene, monkeypatch, what, *args, **kwargs):
    """With faults; returns them and what came of it.

    That is None where the journal could not be written, or a protected folder or one of ours not be looked at.
    """
    with Library.open(scene.library) as library, monkeypatch.context() as patch:
        for change in scene.patches:
            change(patch)
        faults = Faults(patch, *args, **kwargs)
        try:
            report = what(library)
        except (StoreError, UsageError, ActionError):  # the last: a folder of our own can't be looked at
            report = None
    assert report is not None or faults.struck
    return faults, report


def _report_is_true(scene, report, when):
    for act in report.acts:
        if act.state is ActState.DONE and scene.kind in (ActKind.TRASH, ActKind.MOVE, ActKind.DELETE):
            assert not os.path.lexists(act.path), when
        elif act.state is not ActState.DONE and not act.reason.count("it is at "):
            assert os.path.isfile(act.path), (when, act)
            assert not os.path.islink(act.path), when
        if act.state in (ActState.SKIPPED, ActState.FAILED):
            assert act.reason, when
            assert act.bytes_freed == 0


def _settles(scene, faults, when):
    scene.access_times = (
        faults.struck != "open"
    )  # reading without moving it was refused: it is read all the same
    if faults.struck in (
        "rmdir",
        "unlink",
    ):  # an empty folder, or an entry of the Trash, may be left: no more
        _sweep(scene)
    scene.settles(when)


def _sweep(scene):
    for folder, _, _ in sorted(os.walk(scene.target), reverse=True):
        if not os.listdir(folder):
            os.rmdir(folder)


@pytest.mark.parametrize("way", [way if way in _DAILY else pytest.param(way, marks=_SOAK) for way in WAYS])
@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=_SOAK) for turn in (1, 2, 3))])
def test_one_call_fails(way, turn, tmp_path, home, memory, monkeypatch):  # noqa: F811
    """Each of the errors at each of the calls, in four turns."""
    for number in itertools.count():
        scene = Scene(tmp_path, home, memory, number, way)
        plan = scene.plan()
        error = ERRORS[(number + turn) % 4]
        faults, report = _do(
            scene, monkeypatch, lambda library, plan=plan: execute(plan, library), number, error
        )
        when = f"{way}, call {number} ({faults.struck}), {os.strerror(error)}"
        scene.nothing_is_lost(when)
        if report is not None:
            _report_is_true(scene, report, when)
        _settles(scene, faults, when)
        if not faults.struck:
            break
    assert number > 25


@pytest.mark.parametrize(
    "way",
    [
        way if way in ("copy", "symlink") else pytest.param(way, marks=_SOAK)
        for way in WAYS
        if "delete" not in way
    ],
)
def test_one_call_of_the_undo_fails(way, tmp_path, home, memory, monkeypatch):  # noqa: F811
    for number in itertools.count():
        scene = Scene(tmp_path, home, memory, number, way)
        plan = scene.plan()
        assert scene.run(monkeypatch, -1, lambda library, plan=plan: execute(plan, library)) is None
        error = ERRORS[number % 4]
        faults, report = _do(scene, monkeypatch, undo, number, error)
        when = f"{way}, call {number} ({faults.struck}) of the undo, {os.strerror(error)}"
        scene.nothing_is_lost(when)
        if report is not None and any("entry in the Trash could not" in act.reason for act in report.acts):
            _sweep_trash(home)
        _settles(scene, faults, when)
        if not faults.struck:
            assert report.count(ActState.UNDONE) == 2
            break
    assert number > 20


@pytest.mark.parametrize(
    "way", [way if way == "hardlink" else pytest.param(way, marks=_SOAK) for way in WAYS]
)
def test_the_disk_goes_bad(way, tmp_path, home, memory, monkeypatch):  # noqa: F811
    """From one call on all fail; when the disk is well again, the next start sets everything right."""
    for number in itertools.count():
        scene = Scene(tmp_path, home, memory, number, way)
        plan = scene.plan()
        faults, _ = _do(
            scene,
            monkeypatch,
            lambda library, plan=plan: execute(plan, library),
            number,
            errno.EIO,
            lasting=True,
        )
        when = f"{way}, from call {number} ({faults.struck}) on"
        scene.nothing_is_lost(when)
        with Library.open(scene.library) as library:
            batches.reconcile(library)
        _sweep(scene)
        _sweep_trash(home)
        scene.settles(when)
        if not faults.struck:
            break
    assert number > 25


def _sweep_trash(home):
    """Entries without a file: the Trash tolerates them, and says so."""
    trash = os.path.join(home, ".local/share/Trash")
    if os.path.isdir(os.path.join(trash, "info")):
        for name in os.listdir(os.path.join(trash, "info")):
            if not os.path.lexists(os.path.join(trash, "files", name.removesuffix(".trashinfo"))):
                os.unlink(os.path.join(trash, "info", name))

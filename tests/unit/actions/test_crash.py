"""A death before or after any single step, in every way a file can travel, and what is made of it afterwards.

The simulated crash is a ``BaseException`` after which every further step fails too, so that no clean-up code of
the dying program has an effect: as with ``kill -9``, what is on the disk then is all there is. (A kill, not a
power cut: so nothing is synced here, which on a busy disk would take minutes.)
"""

import errno
import itertools
import os
import shutil
import tempfile

import pytest

from simfinder.actions import disk, journal, movement
from simfinder.actions.execute import execute
from simfinder.actions.undo import undo
from simfinder.errors import UsageError
from simfinder.model.plan import ActState
from simfinder.store.library import Library
from tests.unit.actions.world import move_plan, photograph, trash_of, trash_plan, write

_STEPS = [
    *(
        (os, name)
        for name in ("mkdir", "rmdir", "open", "write", "fsync", "link", "unlink", "ftruncate", "utime", "chmod",
                     "fchmod", "fchown")
    ),
    (disk, "exclusive_rename"),
    (Library, "update"),
    (Library, "set_finished"),
]  # fmt: skip


@pytest.fixture
def memory():
    """A folder in memory, where there is one, for the libraries: their commits are synced."""
    folder = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    yield folder
    shutil.rmtree(folder)


class Crash(BaseException):
    """The program is dead."""


class Killer:
    """Kills at one chosen step: 2n before the n-th, 2n + 1 after it."""

    def __init__(self, monkeypatch, moment):
        self.moment = moment
        self.step = 0
        self.dead = False
        self.last = ""
        monkeypatch.setattr(os, "fsync", lambda _file: None)
        for owner, name in _STEPS:
            monkeypatch.setattr(owner, name, self._deadly(getattr(owner, name), name))

    def _deadly(self, function, name):
        def call(*args, **kwargs):
            if self.dead:
                raise Crash
            step, self.step = self.step, self.step + 1
            if 2 * step == self.moment:
                self.dead, self.last = True, f"before {name}"
                raise Crash
            try:
                return function(*args, **kwargs)
            finally:
                if 2 * step + 1 == self.moment:
                    self.dead, self.last = True, f"after {name}"
                    raise Crash

        return call


def _border(monkeypatch):
    real = movement.rename_new

    def rename_new(source, target):
        if os.path.dirname(source) != os.path.dirname(target):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        real(source, target)

    monkeypatch.setattr(movement, "rename_new", rename_new)


def _no_exclusive_rename(monkeypatch):
    def refuse(source, target):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(disk, "exclusive_rename", refuse)


WAYS = {
    "trash": (True, []),
    "trash by copy": (True, [_border]),
    "trash by link": (True, [_no_exclusive_rename]),
    "move": (False, []),
    "move by copy": (False, [_border]),
    "move by link": (False, [_no_exclusive_rename]),
}


class Scene:
    """One kept file, two to go; a fresh copy for every death."""

    def __init__(self, tmp_path, home, memory, number, way):
        self.trashing, self.patches = WAYS[way]
        self.base = tmp_path / f"tree{number}"
        self.target = tmp_path / f"target{number}"
        self.home = home
        self.library = os.path.join(memory, str(number), "library.sqlite3")
        self.kept = write(self.base / "kept.txt", b"kept " * 50)
        self.files = [
            write(self.base / "a" / "copy.txt", b"kept " * 50, mode=0o640),
            write(self.base / "b" / "older.txt", b"older" * 40, mtime_ns=1_500_000_000_000_000_001),
        ]
        self.before = photograph(self.base)

    def plan(self):
        if self.trashing:
            return trash_plan(self.files, self.kept)
        return move_plan(self.files, self.kept, self.base, self.target)

    def run(self, monkeypatch, moment, what):
        """Do it until the death; returns the killer if it struck, else None."""
        with monkeypatch.context() as patch:
            for change in self.patches:
                change(patch)
            with Library.open(self.library) as library:
                killer = Killer(patch, moment)
                try:
                    what(library)
                except Crash:
                    assert killer.dead
        return killer if killer.dead else None

    def nothing_is_lost(self, when):
        """Both contents exist somewhere, whole."""
        found = {data for data in self.everything().values() if isinstance(data, bytes)}
        assert {b"kept " * 50, b"older" * 40} <= found, when

    def everything(self):
        seen = {}
        for folder in (self.base, self.target, os.path.join(self.home, ".local", "share", "Trash", "files")):
            for path, value in photograph(folder).items():
                if isinstance(value[0], bytes):
                    seen[path] = value[0]
        return seen

    def is_consistent(self, library, when):
        """What the journal says is what the disk shows, and nothing of ours lies around."""
        expected = {os.fsencode(self.kept)}
        for batch in library.batches():
            for act in library.acts(batch.id):
                assert act.state in (ActState.DONE, ActState.SKIPPED, ActState.UNDONE), (when, act.state)
                assert not act.undoing
                place = act.target if act.state is ActState.DONE else act.path
                expected.add(os.fsencode(place))
        if not library.batches():
            expected |= {os.fsencode(path) for path in self.files}
        assert set(self.everything()) == expected, when
        files, info = trash_of(self.home)
        assert [name + ".trashinfo" for name in files] == info, when

    def is_as_before(self, when):
        assert photograph(self.base) == self.before, when
        assert not self.target.exists(), when
        assert trash_of(self.home) == ([], []), when


def _settle_and_undo(scene, when, *, more_to_undo=True):
    scene.nothing_is_lost(when)
    with Library.open(scene.library) as library:
        journal.reconcile(library)
        scene.is_consistent(library, when)
        assert journal.reconcile(library) == [], when
    with Library.open(scene.library) as library:
        left = library.last_with([ActState.DONE])
        if left is None:
            with pytest.raises(UsageError):
                undo(library)
        else:
            report = undo(library)
            assert report.count(ActState.DONE) == 0, (when, report)
    scene.is_as_before(when)


@pytest.mark.parametrize("way", WAYS)
def test_death_while_acting(way, tmp_path, home, memory, monkeypatch):
    for moment in itertools.count():
        scene = Scene(tmp_path, home, memory, moment, way)
        plan = scene.plan()
        killer = scene.run(monkeypatch, moment, lambda library, plan=plan: execute(plan, library))
        when = f"{way}, moment {moment}, {killer.last if killer else 'alive'}"
        _settle_and_undo(scene, when)
        if killer is None:
            break
    assert moment > 40  # every step of two acts, before and after


@pytest.mark.parametrize("way", WAYS)
def test_death_while_undoing(way, tmp_path, home, memory, monkeypatch):
    for moment in itertools.count():
        scene = Scene(tmp_path, home, memory, moment, way)
        plan = scene.plan()
        assert scene.run(monkeypatch, -1, lambda library, plan=plan: execute(plan, library)) is None
        killer = scene.run(monkeypatch, moment, undo)
        when = f"{way}, moment {moment}, {killer.last if killer else 'alive'}"
        _settle_and_undo(scene, when)
        if killer is None:
            break
    assert moment > 20


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("first", [journal.reconcile, undo], ids=["reconcile", "undo"])
def test_death_while_settling(way, first, tmp_path, home, memory, monkeypatch):
    """Died right after a file (or its copy) took its new name, and again at any step of the settling."""
    moments = _moments_after_rename(way, tmp_path, home, memory, monkeypatch)
    assert moments
    for one, moment in enumerate(moments):
        for second in itertools.count():
            scene = Scene(tmp_path, home, memory, 10_000 + 1000 * one + second, way)
            plan = scene.plan()
            assert scene.run(monkeypatch, moment, lambda library, plan=plan: execute(plan, library))
            killer = scene.run(monkeypatch, second, lambda library: _tolerant(first, library))
            _settle_and_undo(scene, f"{way}, moment {moment} then {second}, {killer and killer.last}")
            if killer is None:
                break
        assert second > 2


def _tolerant(what, library):
    try:
        what(library)
    except UsageError:  # nothing had been done yet
        assert library.last_with([ActState.DONE]) is None


def _moments_after_rename(way, tmp_path, home, memory, monkeypatch):
    """Moments right after the rename or link that gives the first file its new name."""
    wanted = ("after link",) if "link" in way else ("after exclusive_rename",)
    found = []
    for moment in range(1, 200, 2):
        scene = Scene(tmp_path, home, memory, 100_000 + moment, way)
        plan = scene.plan()
        killer = scene.run(monkeypatch, moment, lambda library, plan=plan: execute(plan, library))
        _settle_and_undo(scene, "search")
        if killer is None:
            break
        if killer.last in wanted:
            found.append(moment)
    return found[:1]

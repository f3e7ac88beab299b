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

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import open_elsewhere, syscalls
from simfinder.actions.journal import batches
from simfinder.actions.methods import movement
from simfinder.errors import UsageError
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.unit.actions.world import photograph, plan_of, share_by_copying, trash_of, write

LEASES = [(open_elsewhere.fcntl, "fcntl")] if hasattr(open_elsewhere, "fcntl") else []
_STEPS = [
    *(
        (os, name)
        for name in ("mkdir", "rmdir", "open", "write", "fsync", "link", "unlink", "ftruncate", "utime", "chmod",
                     "fchmod", "fchown")
    ),
    (os, "symlink"),
    (syscalls, "exclusive_rename"),
    (syscalls, "exchange"),
    (syscalls, "share_blocks"),
    *LEASES,
    (syscalls, "sync_file_system"),
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

    def __init__(self, monkeypatch, moment, names):
        self.moment = moment
        self.names = names  # of the steps that were made
        self.step = 0
        self.dead = False
        self.last = ""
        monkeypatch.setattr(os, "fsync", lambda _file: None)
        monkeypatch.setattr(syscalls, "sync_file_system", lambda _file: True)
        for owner, name in _STEPS:
            monkeypatch.setattr(owner, name, self._deadly(getattr(owner, name), name))

    def _deadly(self, function, name):
        def call(*args, **kwargs):
            if self.dead:
                raise Crash
            step, self.step = self.step, self.step + 1
            self.names.append(name)
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

    monkeypatch.setattr(syscalls, "exclusive_rename", refuse)


def _no_exchange(monkeypatch):
    def refuse(a, b):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(syscalls, "exchange", refuse)


def _blocks(monkeypatch):
    monkeypatch.setattr(syscalls, "share_blocks", share_by_copying)


WAYS = {
    "trash": (ActKind.TRASH, []),
    "trash by copy": (ActKind.TRASH, [_border]),
    "trash by link": (ActKind.TRASH, [_no_exclusive_rename]),
    "move": (ActKind.MOVE, []),
    "move by copy": (ActKind.MOVE, [_border]),
    "move by link": (ActKind.MOVE, [_no_exclusive_rename]),
    "copy": (ActKind.COPY, []),
    "delete": (ActKind.DELETE, []),
    "delete by link": (ActKind.DELETE, [_no_exclusive_rename]),
    "hardlink": (ActKind.HARDLINK, []),
    "hardlink, no exchange": (ActKind.HARDLINK, [_no_exchange]),
    "hardlink by link": (ActKind.HARDLINK, [_no_exchange, _no_exclusive_rename]),
    "symlink": (ActKind.SYMLINK, []),
    "reflink": (ActKind.REFLINK, [_blocks]),
    "reflink by link": (ActKind.REFLINK, [_blocks, _no_exchange, _no_exclusive_rename]),
}
KEPT, OTHER = b"kept " * 50, b"older" * 40


class Scene:
    """One kept file, two to go (both identical to it where they become links); a fresh copy for every death."""

    def __init__(self, tmp_path, home, memory, number, way):
        self.kind, self.patches = WAYS[way]
        self.access_times = True  # whether they are compared
        self.base = tmp_path / f"tree{number}"
        self.target = tmp_path / f"target{number}"
        self.home = home
        self.library = os.path.join(memory, str(number), "library.sqlite3")
        self.kept = write(self.base / "kept.txt", KEPT)
        self.other = KEPT if self.kind.is_link else OTHER
        self.files = [
            write(self.base / "a" / "copy.txt", KEPT, mode=0o640),
            write(self.base / "b" / "older.txt", self.other, mtime_ns=1_500_000_000_000_000_001),
        ]
        self.before = photograph(self.base)

    def plan(self):
        return plan_of(self.kind, self.files, self.kept, self.base, self.target)

    def run(self, monkeypatch, moment, what, names=None):
        """Do it until the death; returns the killer if it struck, else None."""
        with monkeypatch.context() as patch:
            for change in self.patches:
                change(patch)
            with Library.open(self.library) as library:
                killer = Killer(patch, moment, [] if names is None else names)
                try:
                    what(library)
                except Crash:
                    assert killer.dead
        return killer if killer.dead else None

    def nothing_is_lost(self, when):
        """Both contents exist somewhere, whole; what is deleted for good may be gone if a whole copy was there."""
        found = set(self.everything().values())
        assert KEPT in found, when
        assert self.other in found or self.kind is ActKind.DELETE, when

    def everything(self):
        """Bytes of all files, by path."""
        seen = {}
        for folder in (self.base, self.target, os.path.join(self.home, ".local", "share", "Trash", "files")):
            for path, value in photograph(folder).items():
                if isinstance(value[0], bytes):
                    seen[path] = value[0]
        return seen

    def is_consistent(self, library, when):
        """What the journal says is what the disk shows, and nothing of ours lies around."""
        expected = {self.kept}
        for batch in library.batches():
            for act in library.acts(batch.id):
                assert act.state in (ActState.DONE, ActState.SKIPPED, ActState.FAILED, ActState.UNDONE), (
                    when,
                    act,
                )
                assert not act.undoing, (when, act)
                done = act.state is ActState.DONE
                if not done or self.kind in (ActKind.COPY, ActKind.HARDLINK, ActKind.REFLINK):
                    expected.add(act.path)
                if done and self.kind in (ActKind.TRASH, ActKind.MOVE, ActKind.COPY):
                    expected.add(act.target)
                if self.kind.is_link:
                    self._is_link(act, done, when)
        if not library.batches():
            expected |= set(self.files)
        assert set(self.everything()) == {os.fsencode(path) for path in expected}, when
        files, info = trash_of(self.home)
        assert [name + ".trashinfo" for name in files] == info, when

    def _is_link(self, act, done, when):
        assert os.path.islink(act.path) == (done and self.kind is ActKind.SYMLINK), when
        assert os.path.samefile(act.path, self.kept) == (done and self.kind is not ActKind.REFLINK), when
        if self.kind is ActKind.REFLINK:
            assert (os.stat(act.path).st_ino == act.link_inode) == done, when

    def is_as_before(self, when):
        now = photograph(self.base)
        if not self.access_times:
            now, self.before = (
                {path: seen[:3] for path, seen in side.items()} for side in (now, self.before)
            )
        assert now == self.before, when
        assert not self.target.exists(), when
        assert trash_of(self.home) == ([], []), when

    def settles(self, when):
        """Settled at the next start, it is consistent; undone, it is as before. Deleted files stay deleted."""
        self.nothing_is_lost(when)
        with Library.open(self.library) as library:
            batches.reconcile(library)
            self.is_consistent(library, when)
            assert batches.reconcile(library) == [], when
        with Library.open(self.library) as library:
            left = library.last_with([ActState.DONE])
            if left is None:
                with pytest.raises(UsageError):
                    undo(library)
            else:
                report = undo(library)
                assert (report.count(ActState.DONE) == 0) or self.kind is ActKind.DELETE, (when, report)
                self.is_consistent(library, when)
            gone = {act.path for batch in library.batches() for act in library.acts(batch.id)
                    if act.state is ActState.DONE}  # fmt: skip
        if gone:
            self.before = {path: seen for path, seen in self.before.items() if os.fsdecode(path) not in gone}
        self.is_as_before(when)


_RARE = {
    "trash",
    "symlink",
    "hardlink, no exchange",
    "trash by link",
    "move by link",
    "trash by copy",
    "delete by link",
    "hardlink by link",
    "reflink by link",
}
_SOAK = pytest.mark.soak


def _ways(*without):
    """Ways and whether to die before (0) or after (1) the steps: the disk is the same after one as before the next."""
    ways = [way for way in WAYS if not way.startswith(without)]
    return [pytest.param(way, 0, marks=_SOAK if way in _RARE else (), id=f"{way}-before") for way in ways] + [
        pytest.param(way, 1, marks=_SOAK, id=f"{way}-after") for way in ways
    ]


@pytest.mark.parametrize(("way", "first"), _ways())
def test_death_while_acting(way, first, tmp_path, home, memory, monkeypatch):
    for moment in itertools.count(first, 2):
        scene = Scene(tmp_path, home, memory, moment, way)
        plan = scene.plan()
        killer = scene.run(monkeypatch, moment, lambda library, plan=plan: execute(plan, library))
        when = f"{way}, moment {moment}, {killer.last if killer else 'alive'}"
        scene.settles(when)
        if killer is None:
            break
    assert moment > 30  # every step of two acts


@pytest.mark.parametrize(("way", "first"), _ways("delete"))
def test_death_while_undoing(way, first, tmp_path, home, memory, monkeypatch):
    for moment in itertools.count(first, 2):
        scene = Scene(tmp_path, home, memory, moment, way)
        plan = scene.plan()
        assert scene.run(monkeypatch, -1, lambda library, plan=plan: execute(plan, library)) is None
        killer = scene.run(monkeypatch, moment, undo)
        when = f"{way}, moment {moment}, {killer.last if killer else 'alive'}"
        scene.settles(when)
        if killer is None:
            break
    assert moment > 20


_TURNS = {"move by copy", "copy", "hardlink", "hardlink, no exchange"}


@pytest.mark.parametrize("way", [way if way in _TURNS else pytest.param(way, marks=_SOAK) for way in WAYS])
@pytest.mark.parametrize(
    "first", [batches.reconcile, pytest.param(undo, marks=_SOAK)], ids=["reconcile", "undo"]
)
def test_death_while_settling(way, first, tmp_path, home, memory, monkeypatch):
    """Died right after a file (or its copy) took its new name, and again at any step of the settling."""
    moment = _moment_after_rename(way, tmp_path, home, memory, monkeypatch)
    for second in itertools.count(0, 2):
        scene = Scene(tmp_path, home, memory, 10_000 + second, way)
        plan = scene.plan()
        assert scene.run(monkeypatch, moment, lambda library, plan=plan: execute(plan, library))
        killer = scene.run(monkeypatch, second, lambda library: _tolerant(first, library))
        scene.settles(f"{way}, moment {moment} then {second}, {killer and killer.last}")
        if killer is None:
            break
    assert second > 2


def _tolerant(what, library):
    try:
        what(library)
    except UsageError:  # nothing had been done yet
        assert library.last_with([ActState.DONE]) is None


def _moment_after_rename(way, tmp_path, home, memory, monkeypatch):
    """The moment right after the call that gives the first file its new name, or takes its old one."""
    if WAYS[way][0].is_link and "no exchange" not in way and "by link" not in way:
        wanted = "exchange"
    elif "by link" in way:
        wanted = "link"
    else:
        wanted = "exclusive_rename"
    scene = Scene(tmp_path, home, memory, 100_000, way)
    names = []
    assert scene.run(monkeypatch, -1, lambda library: execute(scene.plan(), library), names) is None
    scene.settles("without a death")
    return 2 * names.index(wanted) + 1

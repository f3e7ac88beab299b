"""A death or a failing call at any step of removing a folder: nothing is lost, and undo brings all back."""

import contextlib
import itertools
import os
import shutil
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.folder_listing import fingerprint, listing
from simfinder.actions.journal import batches
from simfinder.actions.plan.assessment import assessed
from simfinder.actions.plan.folder_plan import PackedFiles
from simfinder.errors import ActionError, StoreError, UsageError
from simfinder.model.clusters import Relation
from simfinder.model.progress import Control
from simfinder.model.removal_plan import (
    ActKind,
    ActState,
    FolderRemoval,
    ListedActs,
    MarkCause,
    Plan,
    PlannedAct,
)
from simfinder.store.library.library import Library
from tests.helpers.examples import examples
from tests.unit.actions.execute.test_crash import Crash, Killer, memory  # noqa: F401 - memory is a fixture
from tests.unit.actions.execute.test_faults import ERRORS, Faults
from tests.unit.actions.folders import plan_to_remove
from tests.unit.actions.world import content, photograph, record, trash_of, write

SHARED, OLD, NEW, MINE = b"shared " * 9, b"old version", b"new version", b"only in the copy"
WAYS = ("trash", "merge", "archive", "loose")
_STEPS = {
    "trash": 40,
    "merge": 40,
    "archive": 12,
    "loose": 40,
}  # moments at least, at which the program may die
_SOAK = pytest.mark.soak


class Scene:
    """A folder and its copy; to merge, the copy also has a newer file and one of its own."""

    def __init__(self, tmp_path, memory, number, way):  # noqa: F811
        self.way, self.tree = way, tmp_path / f"tree{number}"
        self.kept, self.copy = self.tree / "kept", self.tree / "copy"
        self.library = os.path.join(memory, str(number), "library.sqlite3")
        self.contents = {SHARED, *((OLD, NEW, MINE) if way == "merge" else ())}
        self.packed = way in ("archive", "loose")
        for folder in (self.copy,) if self.packed else (self.kept, self.copy):
            write(folder / "sub" / "same.txt", SHARED, mode=0o640)
            if not self.packed:
                os.symlink("sub/same.txt", folder / "link")
        if self.packed:
            write(self.copy / "two.txt", NEW)
            self.archive = self.tree / "copy.zip"
            with zipfile.ZipFile(self.archive, "w") as archive:
                for name in ("sub/same.txt", "two.txt"):
                    archive.write(self.copy / name, name)
            self.contents |= {NEW, self.archive.read_bytes()}
        if way == "merge":
            write(self.kept / "sub" / "v.txt", OLD)
            write(self.copy / "sub" / "v.txt", NEW, mtime_ns=2 * 10**18)
            write(self.copy / "more" / "mine.txt", MINE)
        for folder in (self.copy / "sub", self.copy):
            os.chmod(folder, 0o750)
            os.utime(folder, ns=(10**18, 10**18 + 1))
        self.before = photograph(self.tree, folder_times=True)
        self.faulty = False  # a failing call may leave an empty entry in the Trash, which is said

    def plan(self):
        if self.way == "trash":
            return plan_to_remove(self.copy, self.kept)
        if self.packed:
            return self._plan_with_archive()
        newer = {str(self.copy / "sub" / "v.txt"): str(self.kept / "sub" / "v.txt")}
        return plan_to_remove(self.copy, self.kept, merge=True, newer=newer)

    def _plan_with_archive(self):
        """The archive goes for the loose files, or these for it."""
        archive = record(self.archive)
        places = {name: content(self.copy / name) for name in ("sub/same.txt", "two.txt")}
        if self.way == "loose":
            packed = PackedFiles(archive, content(self.archive), places, frozenset(places.values()))
            return plan_to_remove(self.copy, self.archive, packed=packed)
        loose = self.copy / "sub" / "same.txt"
        act = PlannedAct(
            archive, content(self.archive), record(loose), content(loose), "1" * 16, 1.0, Relation.SIMILAR, "",
            cause=MarkCause.FOLDER,
        )  # fmt: skip
        mark = fingerprint(str(self.copy), listing(str(self.copy), Control()))
        removal = FolderRemoval(str(self.archive), str(self.copy), mark, whole=True)
        return assessed(Plan(ActKind.TRASH, ListedActs([act]), None, removals=(removal,)), (str(self.tree),))

    def do(self, monkeypatch, what, fault):
        """Do it with a fault; return that."""
        with monkeypatch.context() as patch, Library.open(self.library) as library:
            made = fault(patch)
            with contextlib.suppress(Crash, StoreError, UsageError, ActionError):
                what(library)
        return made

    def nothing_is_lost(self, home, when):
        found = set()
        for folder in (self.tree, os.path.join(home, ".local", "share", "Trash", "files")):
            found |= {what[0] for what in photograph(folder).values() if isinstance(what[0], bytes)}
        assert self.contents <= found, when

    def settles(self, home, when):
        """At the next start everything is known; undone, everything is as it was."""
        self.nothing_is_lost(home, when)
        with Library.open(self.library) as library:
            batches.reconcile(library)
            for batch in library.batches():
                for act in library.acts(batch.id):
                    assert act.state not in (ActState.PLANNED, ActState.STARTED), (when, act)
                    assert not act.undoing, (when, act)
                    gone = act.state is ActState.DONE and act.kind in (ActKind.RMDIR, ActKind.UNLINK)
                    if not act.kind.on_files:
                        assert os.path.lexists(act.path) != gone, (when, act)
            assert batches.reconcile(library) == [], when
            if library.last_with([ActState.DONE]) is not None:
                assert undo(library).count(ActState.DONE) == 0, when
            said = {
                act.path for batch in library.batches() for act in library.acts(batch.id)
                if "could not be set" in act.reason
            }  # fmt: skip
        now = photograph(self.tree, folder_times=True)
        assert now.keys() == self.before.keys(), when
        differ = {os.fsdecode(path) for path in now if now[path][:2] != self.before[path][:2]}
        assert differ <= said, when
        files, entries = trash_of(home)
        assert files == [], when
        assert self.faulty or entries == [], when


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("first", [0, pytest.param(1, marks=_SOAK)], ids=["before", "after"])
def test_death_while_removing_a_folder(way, first, tmp_path, home, memory, monkeypatch):  # noqa: F811
    for moment in itertools.count(first, 2):
        scene = Scene(tmp_path, memory, moment, way)
        plan = scene.plan()
        killer = scene.do(
            monkeypatch,
            lambda library, plan=plan: execute(plan, library),
            lambda patch, moment=moment: Killer(patch, moment, []),
        )
        scene.settles(home, f"{way}, moment {moment}, {killer.last}")
        if not killer.dead:
            break
    assert moment > _STEPS[way]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("first", [0, pytest.param(1, marks=_SOAK)], ids=["before", "after"])
def test_death_while_bringing_a_folder_back(way, first, tmp_path, home, memory, monkeypatch):  # noqa: F811
    for moment in itertools.count(first, 2):
        scene = Scene(tmp_path, memory, moment, way)
        plan = scene.plan()
        with Library.open(scene.library) as library:
            assert execute(plan, library).count(ActState.DONE) == len(plan.acts)
        killer = scene.do(monkeypatch, undo, lambda patch, moment=moment: Killer(patch, moment, []))
        scene.settles(home, f"{way}, moment {moment}, {killer.last}")
        if not killer.dead:
            break
    assert moment > _STEPS[way]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turn", [0, *(pytest.param(turn, marks=_SOAK) for turn in (1, 2, 3))])
@pytest.mark.parametrize("back", [False, True], ids=["forth", "back"])
def test_one_call_fails(way, turn, back, tmp_path, home, memory, monkeypatch):  # noqa: F811
    for number in itertools.count():
        scene = Scene(tmp_path, memory, number, way)
        plan = scene.plan()
        if back:
            with Library.open(scene.library) as library:
                execute(plan, library)
        error = ERRORS[(number + turn) % 4]
        faults = scene.do(
            monkeypatch,
            undo if back else lambda library, plan=plan: execute(plan, library),
            lambda patch, number=number, error=error: Faults(patch, number, error),
        )
        when = f"{way}, call {number} ({faults.struck}), {os.strerror(error)}"
        scene.faulty = bool(faults.struck)
        scene.settles(home, when)
        shutil.rmtree(os.path.join(home, ".local", "share", "Trash"), ignore_errors=True)
        if not faults.struck:
            break
    assert number > _STEPS[way]


@pytest.mark.parametrize("border", [False, True])
def test_disk_without_exclusive_rename(border, tmp_path, home, memory, monkeypatch):  # noqa: F811
    """Where no call is sure not to overwrite, folders are made at their own place."""

    def refuse(source, target):
        raise OSError(22, os.strerror(22))

    monkeypatch.setattr(syscalls, "exclusive_rename", refuse)
    scene = Scene(tmp_path, memory, 0, "trash")
    with Library.open(scene.library) as library:
        assert execute(scene.plan(), library).count(ActState.DONE) == 4
    assert not scene.copy.exists()
    scene.settles(home, "")


_PLACES = st.sampled_from(["a", "a/b", "a/b/c", "d", ".h", ""])
_NAMES = st.sampled_from(["x", "y", ".z", "w w", "é"])
_ENTRIES = st.dictionaries(
    st.tuples(_PLACES, _NAMES),
    st.sampled_from([b"", b"one", b"two", b"three" * 999, "link", "folder"]),
    max_size=9,
)


@given(in_both=_ENTRIES, in_copy=_ENTRIES, merge=st.booleans())
@settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_content_is_ever_lost(tmp_path, home, in_both, in_copy, merge):
    """Whatever is in the two: each content, link and place of the copy is left somewhere, and undo is the inverse."""
    shutil.rmtree(tmp_path / "tree", ignore_errors=True)
    shutil.rmtree(os.path.join(home, ".local", "share", "Trash"), ignore_errors=True)
    kept, copy = tmp_path / "tree" / "kept", tmp_path / "tree" / "copy"
    for folder, entries in ((kept, in_both), (copy, {**in_both, **in_copy})):
        folder.mkdir(parents=True)
        for (place, name), what in entries.items():
            (folder / place).mkdir(parents=True, exist_ok=True)
            path = folder / place / name
            if path.is_dir():
                continue
            if what == "link":
                os.symlink("leads/somewhere", path)
            elif what == "folder":
                path.mkdir()
            else:
                write(path, what)
    before = photograph(tmp_path / "tree", folder_times=True)
    plan = plan_to_remove(copy, kept, merge=merge)
    whole = plan.removals[0].whole
    with Library.open() as library:
        report = execute(plan, library)
        assert {act.state for act in report.acts} <= {ActState.DONE}, report
        now = photograph(tmp_path / "tree")
        assert copy.exists() != whole
        staying = {what[0] for what in now.values() if isinstance(what[0], bytes)}
        assert {what[0] for what in before.values() if isinstance(what[0], bytes)} <= staying
        assert {what for what in before.values() if isinstance(what, str)} <= {
            what for what in now.values() if isinstance(what, str)
        }
        assert before.keys() - now.keys() <= {
            path for path in before if path.startswith(os.fsencode(copy))
        }  # nothing of the folder that stays
        if report.acts:
            undo(library)
    after = photograph(tmp_path / "tree", folder_times=True)
    assert after == before

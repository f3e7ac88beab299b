"""Which folders go for which: whole copies first, the newest of several stays, parts of projects are left alone."""

import os
import shutil

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.app.folders.find_folders import find_folders
from simfinder.app.removal.remove_folders import keep_side, plan_folders, plan_whole_copies, whole_copies
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.model.scan_options import ScanOptions
from simfinder.store.library.library import Library
from tests.helpers.files.folder_trees import project_tree
from tests.unit.actions.world import photograph


@pytest.fixture
def root(tmp_path):
    return project_tree(tmp_path / "home folder")


def scanned(*roots, **options):
    session = Session.run(ScanOptions(tuple(map(str, roots)), **options), cache=None, control=Control())
    session.verify(Verifier(session.result, None, Control()))
    return session, find_folders(session)


def chosen(root, *, versions=True, inside_projects=False, **options):
    session, found = scanned(root, **options)
    copies = whole_copies(session, found, versions=versions, inside_projects=inside_projects)
    return {(os.path.relpath(c.path, root), os.path.relpath(c.kept, root)) for c in copies.copies}


def planned(root, **choices):
    session, found = scanned(root)
    choices = {"versions": True, "inside_projects": False} | choices
    plan, _ = plan_whole_copies(session, found, ActKind.TRASH, Control(), **choices)
    return session, plan


def test_no_folder_goes_for_one_that_goes(root):
    pairs = chosen(root)
    assert pairs
    going, staying = ({pair[at] for pair in pairs} for at in (0, 1))
    assert going.isdisjoint(staying)
    assert ("webapp - Copy", "webapp") in pairs


def test_only_folders_that_are_whole_are_in_the_plan(root):
    _, plan = planned(root)
    assert {removal.path for removal in plan.removals if removal.whole} == {str(root / "webapp - Copy")}
    assert all(path.startswith(str(root / "webapp - Copy")) for path in plan.acts.paths())


def test_parts_of_projects_are_left_alone(root):
    shutil.rmtree(root / "webapp - Copy")
    shutil.rmtree(root / "old")
    shutil.copytree(root / "webapp" / "src", root / "webapp" / "src copy")
    session, found = scanned(root)
    inside = whole_copies(session, found, versions=False, inside_projects=False)
    assert not any("src" in copy.path for copy in inside.copies)
    assert inside.in_projects
    wider = whole_copies(session, found, versions=False, inside_projects=True)
    assert any("src" in copy.path for copy in wider.copies)


def test_scan_that_was_stopped_early_removes_no_folder(root, monkeypatch):
    session, found = scanned(root)
    monkeypatch.setattr(Session, "incomplete", True)
    with pytest.raises(UsageError):
        whole_copies(session, found, versions=False, inside_projects=False)


def test_read_only_results_remove_nothing(root):
    session, _ = scanned(root)
    session.read_only = True
    with pytest.raises(UsageError):
        plan_folders(session, (), ActKind.TRASH, Control())


def test_keeping_the_newer_side_removes_what_is_older(root):
    session, _ = scanned(root)
    backup = root / "old" / "webapp.bak"
    copy = keep_side(session, str(backup), str(root / "webapp"))
    plan = plan_folders(session, [copy], ActKind.TRASH, Control())
    assert "notes.txt" in plan.removals[0].stays[0]
    with Library.open() as library:
        assert {act.state for act in execute(plan, library).acts} == {ActState.DONE}
    left = [name for _, _, names in os.walk(backup) for name in names]
    assert left == ["notes.txt"]


@pytest.mark.parametrize("merge", [False, True])
def test_keeping_either_side_never_loses_a_file(root, merge):
    """The older side is kept: what is newer in the other one stays there, or moves over with a merge."""
    session, _ = scanned(root)
    before = photograph(root, folder_times=True)
    texts = {what[0] for what in before.values() if isinstance(what[0], bytes)}
    copy = keep_side(session, str(root / "webapp"), str(root / "old" / "webapp.bak"), merge=merge)
    plan = plan_folders(session, [copy], ActKind.TRASH, Control())
    with Library.open() as library:
        execute(plan, library)
        now = {what[0] for what in photograph(root).values() if isinstance(what[0], bytes)}
        lost = texts - now
        if merge:
            newer = (root / "old" / "webapp.bak" / "src" / "server.js").read_bytes()
            assert b"edited src/server.js" in newer
            assert all(b"edited" not in text for text in lost)
        else:
            assert not lost
        undo(library)
    after = photograph(root)
    assert {path: what[:1] for path, what in after.items()} == {
        path: what[:1] for path, what in before.items()
    }


def _edited(path, word, days):
    lines = path.read_text().splitlines(keepends=True)
    lines[8:10] = [f"{word} {path.name}\n"]
    status = path.stat()
    path.write_text("".join(lines))
    os.utime(path, (status.st_atime, status.st_mtime + days * 86_400))


@pytest.mark.parametrize("turned", [False, True])
def test_merging_a_whole_group_takes_the_newest_of_each_file(root, turned):
    """Two later copies: each has a newer file, both the same new one, and each another one at one place."""
    shutil.rmtree(root / "webapp - Copy")
    kept, copies = root / "webapp", [root / "webapp v2", root / "webapp v3"]
    for number, (copy, name) in enumerate(zip(copies, ("server.js", "index.js"), strict=True)):
        shutil.copytree(kept, copy, symlinks=True)
        _edited(copy / "src" / name, "later", 30 + number)
        (copy / "mine.txt").write_text("only in the copies\n" * 40)
        (copy / "own.txt").write_text("".join(f"{hash((number, at))}\n" for at in range(90)))
    copies.append(root / "old" / "webapp.bak")
    if turned:
        copies.reverse()
    before = {path: what[:1] for path, what in photograph(root).items()}
    session, _ = scanned(root)
    paths = [str(copy) for copy in copies]
    wishes = [
        keep_side(session, path, str(kept), merge=True, others=[other for other in paths if other != path])
        for path in paths
    ]
    plan = plan_folders(session, wishes, ActKind.TRASH, Control())
    with Library.open() as library:
        report = execute(plan, library)
        assert {act.state for act in report.acts} == {ActState.DONE}, [a for a in report.acts if a.reason]
        for name in ("server.js", "index.js"):
            assert "later" in (kept / "src" / name).read_text()
        assert {"mine.txt", "notes.txt", "own.txt"} <= set(os.listdir(kept))
        left = [os.path.join(at, name) for copy in copies for at, _, names in os.walk(copy) for name in names]
        assert [os.path.basename(path) for path in left] == ["own.txt"]  # the other one has its place
        undo(library)
    assert {path: what[:1] for path, what in photograph(root).items()} == before


@pytest.mark.parametrize("contradicted", [False, True])
def test_changed_file_of_the_same_time_goes_with_an_older_folder(root, contradicted):
    """Not where a file of that folder is newer than the one that stays."""
    shutil.rmtree(root / "old")
    copy, kept = root / "webapp - Copy", root / "webapp"
    _edited(copy / "docs" / "manual.txt", "other", 0)
    _edited(copy / "README.md", "before", -90)
    if contradicted:
        _edited(copy / "src" / "index.js", "later", 90)
    session, _ = scanned(root)
    wish = keep_side(session, str(copy), str(kept))
    plan = plan_folders(session, [wish], ActKind.TRASH, Control())
    going = set(plan.acts.paths())
    assert str(copy / "README.md") in going
    assert (str(copy / "docs" / "manual.txt") in going) is not contradicted

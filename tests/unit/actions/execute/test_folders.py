"""Whole folders go: file by file against the one that stays, then links, then empty folders; and all comes back."""

import os
import shutil

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.errors import UsageError
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.library import Library
from tests.unit.actions.folders import make_project, plan_to_remove
from tests.unit.actions.world import photograph, read, write


@pytest.fixture
def library():
    with Library.open() as opened:
        yield opened


@pytest.fixture
def kept(tmp_path):
    return make_project(tmp_path / "tree" / "webapp")


@pytest.fixture
def copy(tmp_path, kept):
    """A true copy: the same times and modes, links as links."""
    place = tmp_path / "tree" / "webapp - Copy"
    shutil.copytree(kept, place, symlinks=True)
    return place


def all_of(folder):
    return photograph(folder, folder_times=True)


@pytest.mark.parametrize("kind", [ActKind.TRASH, ActKind.MOVE])
def test_copy_goes_and_comes_back(library, tmp_path, kept, copy, kind):
    before = all_of(tmp_path / "tree")
    target = tmp_path / "away" if kind is ActKind.MOVE else None
    plan = plan_to_remove(copy, kept, kind, target)
    assert plan.removals[0].whole
    assert plan.removals[0].stays == ()
    assert plan.file_count == 6
    report = execute(plan, library)
    assert {act.state for act in report.acts} == {ActState.DONE}
    assert not os.path.lexists(copy)
    assert all_of(kept) == {
        path: what for path, what in before.items() if path.startswith(os.fsencode(kept) + b"/")
    }
    undone = undo(library)
    assert {act.state for act in undone.acts} == {ActState.UNDONE}
    assert {act.reason for act in undone.acts} == {""}
    assert all_of(tmp_path / "tree") == before


def test_delete_removes_the_folder_and_says_what_undo_can(library, kept, copy):
    report = execute(plan_to_remove(copy, kept, ActKind.DELETE), library)
    assert {act.state for act in report.acts} == {ActState.DONE}
    assert not os.path.lexists(copy)
    states = [(act.act, act.state) for act in undo(library).acts]
    assert all(
        state is (ActState.DONE if kind is ActKind.DELETE else ActState.UNDONE) for kind, state in states
    )


@pytest.mark.parametrize("kind", [ActKind.COPY, ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK])
def test_other_acts_are_none_for_folders(kept, copy, tmp_path, kind):
    with pytest.raises(UsageError, match="folders can go"):
        plan_to_remove(copy, kept, kind, tmp_path / "away")


def test_renamed_and_moved_files_are_found_by_content(library, kept, copy):
    (copy / "other").mkdir()
    os.rename(copy / "src" / "main.py", copy / "other" / "start.py")
    report = execute(plan_to_remove(copy, kept), library)
    assert {act.state for act in report.acts} == {ActState.DONE}
    assert not os.path.lexists(copy)


STAYING = {
    "only here": lambda copy: write(copy / "src" / "mine.txt", b"mine"),
    "hidden only here": lambda copy: write(copy / ".git" / "index", b"index"),
    "changed hidden": lambda copy: write(copy / ".git" / "HEAD", b"ref: refs/heads/mine\n"),
    "empty only here": lambda copy: write(copy / "src" / "py.typed", b""),
    "link only here": lambda copy: os.symlink("a.txt", copy / "other link"),
    "link elsewhere": lambda copy: (os.remove(copy / "run"), os.symlink("a.txt", copy / "run")),
    "pipe": lambda copy: os.mkfifo(copy / "src" / "pipe"),
}


@pytest.mark.parametrize("what", STAYING)
def test_what_only_the_copy_has_stays_with_its_folders(library, tmp_path, kept, copy, what):
    STAYING[what](copy)
    before = all_of(tmp_path / "tree")
    plan = plan_to_remove(copy, kept)
    removal = plan.removals[0]
    assert not removal.whole
    (sentence,) = removal.stays
    assert sentence.startswith(f"{copy} stays: ")
    assert sentence in plan.warnings
    report = execute(plan, library)
    assert {act.state for act in report.acts} == {ActState.DONE}
    left = set(all_of(copy))
    assert len([path for path in left if not os.path.isdir(path) or os.path.islink(path)]) == 1
    undo(library)
    assert all_of(tmp_path / "tree") == before


def test_link_into_the_copy_stays(tmp_path, kept, copy):
    for folder in (kept, copy):
        os.symlink(copy / "a.txt", folder / "absolute")
    (sentence,) = plan_to_remove(copy, kept).removals[0].stays
    assert "would lead nowhere" in sentence


def test_hard_links_of_the_kept_files_stay(tmp_path, kept):
    """They take no room, and only look like a copy."""
    other = tmp_path / "tree" / "linked"
    shutil.copytree(kept, other, symlinks=True, copy_function=os.link)
    plan = plan_to_remove(other, kept)
    assert not plan.removals[0].whole
    before = all_of(tmp_path / "tree")
    with Library.open() as library:
        execute(plan, library)
        undo(library)
    assert all_of(tmp_path / "tree") == before


CHANGES = {
    "a new file": lambda copy: write(copy / "src" / "deep" / "new.txt", b"new"),
    "a new hidden file": lambda copy: write(copy / ".new", b"new"),
    "a changed file": lambda copy: write(copy / "a.txt", b"other\n"),
    "a gone file": lambda copy: os.remove(copy / "a.txt"),
    "a renamed folder": lambda copy: os.rename(copy / "src", copy / "source"),
    "a new link": lambda copy: os.symlink("a.txt", copy / "z"),
    "another link": lambda copy: (os.remove(copy / "run"), os.symlink("a.txt", copy / "run")),
}


@pytest.mark.parametrize("what", CHANGES)
def test_folder_that_changed_since_the_plan_stays_whole(library, tmp_path, kept, copy, what):
    plan = plan_to_remove(copy, kept)
    CHANGES[what](copy)
    before = all_of(tmp_path / "tree")
    report = execute(plan, library)
    assert {act.state for act in report.acts} == {ActState.SKIPPED}
    assert all("changed since the plan was made" in act.reason for act in report.acts)
    assert all_of(tmp_path / "tree") == before


def test_gone_folder_is_said(library, kept, copy):
    plan = plan_to_remove(copy, kept)
    shutil.rmtree(copy)
    assert {act.state for act in execute(plan, library).acts} == {ActState.SKIPPED}


def test_kept_file_that_changed_stops_the_act(library, tmp_path, kept, copy):
    plan = plan_to_remove(copy, kept)
    write(kept / "src" / "main.py", b"edited\n")
    report = execute(plan, library)
    done = [act for act in report.acts if act.state is ActState.DONE]
    skipped = [act for act in report.acts if act.state is ActState.SKIPPED]
    assert skipped
    assert read(copy / "src" / "main.py") == b"print('main')\n" * 20
    first = next(at for at, act in enumerate(report.acts) if act.state is ActState.SKIPPED)
    assert report.acts[first].path == str(copy / "src" / "main.py")
    assert all(act.state is ActState.SKIPPED for act in report.acts[first:])  # the rest stays
    assert len(done) == first


@pytest.mark.parametrize("inside", ["", "src/deep"])
def test_protected_folders_stay(library, tmp_path, kept, copy, inside):
    before = all_of(tmp_path / "tree")
    plan = plan_to_remove(copy, kept)
    report = execute(plan, library, protected=[os.fspath(copy / inside)])
    assert any(act.state is ActState.SKIPPED for act in report.acts)
    assert (copy / "src" / "deep" / "x.py").exists()
    undo(library) if report.count(ActState.DONE) else None
    assert all_of(tmp_path / "tree") == before


def test_folder_that_is_used_again_is_not_removed(library, kept, copy, monkeypatch):
    """Somebody writes into it between its last file and itself."""
    from simfinder.actions.methods import folder_removal

    real = folder_removal.attributes_of

    def busy(path):
        if path == str(copy):
            write(copy / "new.txt", b"new")
        return real(path)

    monkeypatch.setattr(folder_removal, "attributes_of", busy)
    report = execute(plan_to_remove(copy, kept), library)
    assert report.acts[-1].state is ActState.FAILED
    assert read(copy / "new.txt") == b"new"


def test_undo_of_one_file_brings_its_folders_back(library, kept, copy):
    before = all_of(copy)
    execute(plan_to_remove(copy, kept), library)
    path = str(copy / "src" / "deep" / "x.py")
    undo(library, only=[path])
    assert {name: what for name, what in all_of(copy).items() if os.path.isfile(name)} == {
        os.fsencode(path): before[os.fsencode(path)]
    }
    assert os.stat(copy / "src" / "deep").st_mode == before[os.fsencode(copy / "src" / "deep")][1]
    undo(library)
    assert {name: what[:2] for name, what in all_of(copy).items()} == {
        name: what[:2] for name, what in before.items()
    }


def test_undo_leaves_what_took_the_place_of_a_link(library, kept, copy):
    execute(plan_to_remove(copy, kept), library)
    write(copy / "run", b"something else")
    report = undo(library)
    (left,) = [act for act in report.acts if act.state is ActState.DONE]
    assert left.path == str(copy / "run")
    assert "something else" in left.reason
    assert read(copy / "run") == b"something else"


def test_merge_moves_what_is_missing_and_newer_then_removes(library, tmp_path, kept, copy):
    write(copy / "src" / "mine.txt", b"mine")
    write(copy / "notes" / "new.txt", b"notes")
    write(copy / ".hidden", b"hidden")
    write(copy / "a.txt", b"a newer alpha\n", mtime_ns=2 * 10**18)
    before = all_of(tmp_path / "tree")
    newer = {str(copy / "a.txt"): str(kept / "a.txt")}
    plan = plan_to_remove(copy, kept, merge=True, newer=newer)
    assert plan.removals[0].whole
    report = execute(plan, library)
    assert {act.state for act in report.acts} == {ActState.DONE}
    assert not os.path.lexists(copy)
    assert read(kept / "a.txt") == b"a newer alpha\n"
    assert [read(kept / name) for name in ("src/mine.txt", "notes/new.txt", ".hidden")] == [
        b"mine", b"notes", b"hidden",
    ]  # fmt: skip
    assert {act.state for act in undo(library).acts} == {ActState.UNDONE}
    assert all_of(tmp_path / "tree") == before  # the folders that were given files have their times again


def test_undo_of_a_merge_leaves_the_time_of_a_folder_used_since(library, tmp_path, kept, copy):
    write(copy / "src" / "mine.txt", b"mine")
    execute(plan_to_remove(copy, kept, merge=True), library)
    write(kept / "src" / "later.txt", b"later")
    time = os.stat(kept / "src").st_mtime_ns
    undo(library)
    assert read(copy / "src" / "mine.txt") == b"mine"
    assert os.stat(kept / "src").st_mtime_ns > time  # of the file that left


@pytest.mark.parametrize("inside", ["", "src", "notes"])
def test_nothing_moves_into_a_protected_folder(library, tmp_path, kept, copy, inside):
    write(copy / "src" / "mine.txt", b"mine")
    write(copy / "notes" / "new.txt", b"new")
    os.makedirs(kept / inside, exist_ok=True)
    before = photograph(tmp_path / "tree")
    report = execute(plan_to_remove(copy, kept, merge=True), library, protected=[str(kept / inside)])
    assert any("protected" in act.reason for act in report.acts)
    given = {path for path in photograph(tmp_path / "tree") if path not in before}
    assert not any(path.startswith(os.fsencode(kept / inside)) for path in given)
    assert copy.exists()
    undo(library) if report.count(ActState.DONE) else None
    assert photograph(tmp_path / "tree") == before


def test_merge_overwrites_nothing(library, tmp_path, kept, copy):
    write(copy / "src" / "mine.txt", b"mine")
    plan = plan_to_remove(copy, kept, merge=True)
    write(kept / "src" / "mine.txt", b"somebody else's")
    report = execute(plan, library)
    assert report.acts[0].state is ActState.FAILED
    assert {act.state for act in report.acts[1:]} == {ActState.SKIPPED}
    assert read(kept / "src" / "mine.txt") == b"somebody else's"
    assert read(copy / "src" / "mine.txt") == b"mine"


def test_older_version_goes_only_if_asked(library, kept, copy):
    write(copy / "a.txt", b"an older alpha\n")
    assert not plan_to_remove(copy, kept).removals[0].whole
    plan = plan_to_remove(copy, kept, older={str(copy / "a.txt"): str(kept / "a.txt")})
    assert plan.removals[0].whole
    assert {act.state for act in execute(plan, library).acts} == {ActState.DONE}
    assert not os.path.lexists(copy)
    undo(library)
    assert read(copy / "a.txt") == b"an older alpha\n"


@pytest.mark.parametrize(
    ("a", "b"), [("webapp", "webapp/src"), ("webapp/src", "webapp"), ("webapp", "webapp")]
)
def test_a_folder_never_goes_for_its_own_parent_or_child(tmp_path, kept, a, b):
    tree = tmp_path / "tree"
    with pytest.raises(UsageError):
        plan_to_remove(tree / a, tree / b)


def test_unreadable_folder_stays(tmp_path, kept, copy, monkeypatch):
    from simfinder.actions.filesystem import directory_handles

    real = directory_handles.open_folder

    def refusing(folder):
        if folder == str(copy / "src"):
            raise PermissionError(13, "Permission denied", folder)
        return real(folder)

    monkeypatch.setattr(directory_handles, "open_folder", refusing)
    plan = plan_to_remove(copy, kept)
    assert len(plan.acts) == 0
    assert "can't be listed" in plan.removals[0].stays[0]


def test_deeper_than_any_path(library, tmp_path):
    for name in ("a", "b"):
        here = os.open(tmp_path, os.O_RDONLY)
        os.mkdir(name, dir_fd=here)
        for _ in range(40):
            deeper = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here, name = deeper, "folder" * 30
            os.mkdir(name, dir_fd=here)
        os.close(here)
    plan = plan_to_remove(tmp_path / "b", tmp_path / "a")
    assert {act.state for act in execute(plan, library).acts} == {ActState.DONE}
    assert not (tmp_path / "b").exists()
    assert {act.state for act in undo(library).acts} == {ActState.UNDONE}
    assert (tmp_path / "b" / ("folder" * 30) / ("folder" * 30)).exists()

"""A death in the middle of an act, and at the next start another folder stands where the file's own one stood.

A drive that was unplugged, another one in its place: nothing is touched there, nothing is told as done that was not
seen, and when the right folder is back the act is settled as if nothing had been.
"""

import contextlib
import os
import shutil
import sqlite3
from types import SimpleNamespace

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import directory_handles, folder_state, syscalls
from simfinder.actions.filesystem.folder_state import FolderState, hold_ground
from simfinder.actions.journal import batches
from simfinder.errors import UsageError
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store import app_dirs
from simfinder.store.library.library import Library
from simfinder.store.library.schema import MIGRATIONS
from tests.helpers.files.cut_off import dying
from tests.unit.actions.world import LINKS, only, plan_of, read, refuse, seen, trash_of

pytestmark = pytest.mark.usefixtures("blocks", "no_power_cuts")


def die(library, kind, path, kept, tree, target, call, *, after, at=0):
    with dying(syscalls, call, after=after, at=at):
        execute(plan_of(kind, [path], kept, tree, target), library)


@contextlib.contextmanager
def away(folder, instead):
    """A folder is elsewhere, and something else, or nothing, stands at its path."""
    aside = f"{folder} aside"
    os.rename(folder, aside)
    if instead == "an empty mount point":
        os.mkdir(folder)
    elif instead == "a backup of it":
        shutil.copytree(aside, folder)
    elif instead == "a link to another":
        os.mkdir(f"{folder} other")
        os.symlink(f"{folder} other", folder)
    before = seen(folder)
    yield
    assert seen(folder) == before
    if instead == "a link to another":
        os.unlink(folder)
        os.rmdir(f"{folder} other")
    elif instead != "nothing":
        shutil.rmtree(folder)
    os.rename(aside, folder)


INSTEAD = ["nothing", "an empty mount point", "a backup of it", "a link to another"]
REASONS = {
    name: folder_state.OUT_OF_SIGHT if name == "nothing" else folder_state.REPLACED for name in INSTEAD
}


def waits(library, reason):
    """One start says that it can't be told; another one has nothing new to say."""
    (report,) = batches.reconcile(library)
    assert only(report).state is ActState.STARTED
    assert only(report).reason == reason
    assert batches.reconcile(library) == []
    assert library.waiting() == [1]
    with pytest.raises(
        UsageError, match=r"nothing of batch 1 is left to undo, as far as is known: .*one.txt"
    ):
        undo(library)
    assert library.waiting() == [1]


def settles(library, state):
    (report,) = batches.reconcile(library)
    assert only(report).state is state
    assert batches.reconcile(library) == []
    assert library.waiting() == []
    return report


@pytest.mark.parametrize("instead", INSTEAD)
@pytest.mark.parametrize("gone", [True, False])
def test_a_deletion(tree, kept, path, library, instead, gone):
    before = seen(tree)
    die(library, ActKind.DELETE, path, kept, tree, None, "remove", after=gone)
    folder = os.path.dirname(path)
    assert len(os.listdir(folder)) == (0 if gone else 1)
    with away(folder, instead):
        waits(library, REASONS[instead])
    settles(library, ActState.DONE if gone else ActState.SKIPPED)
    assert os.path.exists(path) is not gone
    assert gone or seen(tree) == before


@pytest.mark.parametrize("instead", INSTEAD)
@pytest.mark.parametrize("kind", LINKS)
@pytest.mark.parametrize("gone", [True, False])
def test_a_link_for_a_file(tree, kept, path, library, kind, instead, gone):
    before = seen(tree)
    die(library, kind, path, kept, tree, None, "remove", after=gone)
    folder = os.path.dirname(path)
    with away(folder, instead):
        waits(library, REASONS[instead])
    settles(library, ActState.DONE if gone else ActState.SKIPPED)
    assert os.listdir(folder) == ["one.txt"]
    assert gone or seen(tree) == before


@pytest.mark.parametrize("instead", INSTEAD)
def test_a_file_that_was_moved_is_where_it_is(tree, kept, path, library, tmp_path, instead):
    """By its own inode: nobody has to see the folder that it left."""
    before = seen(tree)
    die(library, ActKind.MOVE, path, kept, tree, tmp_path / "to", "exclusive_rename", after=True)
    with away(os.path.dirname(path), instead):
        settles(library, ActState.DONE)
    assert only(undo(library)).state is ActState.UNDONE
    assert seen(tree) == before


@pytest.mark.parametrize("instead", INSTEAD)
@pytest.mark.parametrize("gone", [True, False])
def test_a_copy_does_not_say_that_its_original_is_gone(
    tree, kept, path, library, tmp_path, device_border, instead, gone
):
    before = seen(tree)
    die(library, ActKind.MOVE, path, kept, tree, tmp_path / "to", "remove", after=gone)
    to = tmp_path / "to" / "drive" / "one.txt"
    with away(os.path.dirname(path), instead):
        waits(library, f"the folder of {path} can't be seen now")
        assert read(to) == b"the content"
    settles(library, ActState.DONE if gone else ActState.SKIPPED)
    assert to.exists() is gone
    if gone:
        undo(library)
    assert seen(tree) == before


@pytest.mark.parametrize("instead", INSTEAD)
@pytest.mark.parametrize("kind", [ActKind.MOVE, ActKind.COPY])
def test_the_drive_it_was_to_go_to(tree, kept, path, library, tmp_path, device_border, kind, instead):
    """In the middle of a copy: it is cleared away when its drive is back."""
    before = seen(tree)
    (tmp_path / "to").mkdir()
    die(library, kind, path, kept, tree, tmp_path / "to", "exclusive_rename", after=False)
    to = tmp_path / "to" / "drive"
    assert len(os.listdir(to)) == 1
    mark = library.acts(1)[0].target_mark
    with away(to, instead):
        library.update(1, [(0, {"target_mark": f"77{mark}"})])  # of another disk
        waits(library, f"the folder of {to / 'one.txt'} can't be seen now")
        library.update(1, [(0, {"target_mark": mark})])
    settles(library, ActState.SKIPPED)
    assert not to.exists()
    assert seen(tree) == before


@pytest.mark.parametrize("copied", [True, False])
def test_a_trash_that_was_emptied_with_all_its_folders(tree, kept, path, library, home, copied, request):
    """Its disk is there: nothing is to be waited for, the file tells where it is."""
    before = seen(tree)
    if copied:
        request.getfixturevalue("device_border")
    die(library, ActKind.TRASH, path, kept, tree, None, "exclusive_rename", after=False)
    assert trash_of(home)[1]
    shutil.rmtree(home / ".local" / "share" / "Trash")
    report = settles(library, ActState.SKIPPED)
    assert ("a copy that was begun may be left at" in only(report).reason) is copied
    assert seen(tree) == before


@pytest.mark.parametrize("instead", INSTEAD)
@pytest.mark.parametrize("kind", [*LINKS, ActKind.MOVE])
@pytest.mark.parametrize("after", [True, False])
def test_the_way_back(tree, kept, path, library, tmp_path, device_border, kind, instead, after):
    before = seen(tree)
    execute(plan_of(kind, [path], kept, tree, tmp_path / "to"), library)
    with dying(syscalls, "remove", after=after):
        undo(library)
    with away(os.path.dirname(path), instead):
        (report,) = batches.reconcile(library)
        assert only(report).state is ActState.DONE
        assert "folder" in only(report).reason
        assert batches.reconcile(library) == []
    settles(library, ActState.UNDONE if after else ActState.DONE)
    if not after:
        undo(library)
    assert seen(tree) == before


@pytest.mark.parametrize("disk_is_there", [True, False])
def test_the_way_back_of_a_copy(tree, kept, path, library, tmp_path, disk_is_there):
    """Its folders are gone: with the copy where their disk is there, with their disk where that is not."""
    execute(plan_of(ActKind.COPY, [path], kept, tree, tmp_path / "to"), library)
    with dying(Library, "update", after=True):
        undo(library)
    mark = library.acts(1)[0].target_mark
    with away(tmp_path / "to", "nothing"):
        if disk_is_there:
            settles(library, ActState.UNDONE)
            return
        library.update(1, [(0, {"target_mark": f"77{mark}"})])
        (report,) = batches.reconcile(library)
        assert only(report).state is ActState.DONE
        assert only(report).reason.endswith("can't be seen now")
        library.update(1, [(0, {"target_mark": mark})])
    settles(library, ActState.DONE)
    assert only(undo(library)).state is ActState.UNDONE
    assert not (tmp_path / "to").exists()


def test_what_failed_and_lies_aside_is_looked_for_when_its_drive_is_back(
    tree, kept, path, library, monkeypatch
):
    """The call that deletes has done its work and failed, and the one that puts back failed as well."""
    real = syscalls.remove

    def removed_and_failed(name):
        real(name)
        refuse(5)()

    with monkeypatch.context() as patch:
        patch.setattr(syscalls, "remove", removed_and_failed)
        patch.setattr("simfinder.actions.methods.deletion.is_gone", lambda _path: False)
        report = execute(plan_of(ActKind.DELETE, [path], kept), library)
    assert only(report).state is ActState.FAILED
    with away(os.path.dirname(path), "an empty mount point"):
        (report,) = batches.reconcile(library)
        assert only(report).state is ActState.FAILED
        assert library.waiting() == [1]
    settles(library, ActState.DONE)


@pytest.mark.parametrize(("mark", "weak"), [("4d44.0:5", True), ("0:5", True), ("ef53.77:5", False)])
def test_our_own_name_proves_a_folder_whose_mark_is_weak(tree, kept, path, library, mark, weak):
    """FAT numbers its folders anew with each mount: what lies aside there comes back all the same."""
    before = seen(tree)
    die(library, ActKind.DELETE, path, kept, tree, None, "remove", after=False)
    library.update(1, [(0, {"folder_mark": mark})])
    assert folder_state.is_weak(mark) is weak
    if not weak:
        waits(library, folder_state.REPLACED)
        return
    settles(library, ActState.SKIPPED)
    assert seen(tree) == before


def test_without_it_a_weak_mark_is_a_mark(tree, kept, path, library):
    die(library, ActKind.DELETE, path, kept, tree, None, "remove", after=True)
    library.update(1, [(0, {"folder_mark": "4d44.0:5"})])
    waits(library, folder_state.REPLACED)


def test_a_folder_that_can_not_be_looked_at(tree, kept, path, library, monkeypatch):
    die(library, ActKind.DELETE, path, kept, tree, None, "remove", after=True)
    with monkeypatch.context() as patch:
        patch.setattr(directory_handles, "open_for_change", refuse(5))
        waits(library, "can't be looked at: Input/output error")
    settles(library, ActState.DONE)


def test_the_trash_of_a_system_that_keeps_its_places_secret(tree, kept, path, library, monkeypatch):
    monkeypatch.setattr("simfinder.actions.filesystem.freedesktop_trash.SYSTEM_TRASH", True)
    with dying(Library, "update", after=True):
        execute(plan_of(ActKind.TRASH, [path], kept), library)
    with away(os.path.dirname(path), "an empty mount point"):
        waits(library, folder_state.REPLACED)
    settles(library, ActState.SKIPPED)


def test_a_journal_that_knows_no_folders_goes_by_what_it_sees(tree, kept, path, library):
    die(library, ActKind.DELETE, path, kept, tree, None, "remove", after=True)
    library.update(1, [(0, {"folder_mark": None})])
    settles(library, ActState.DONE)


def test_a_library_of_the_layout_before(tree, kept, path):
    file = app_dirs.library_file()
    file.parent.mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(file)) as old, old:
        for script in MIGRATIONS[:3]:
            old.executescript(script)
        old.execute(f"PRAGMA application_id = {0x53464C42}")
        old.execute("PRAGMA user_version = 3")
        old.execute("INSERT INTO batches (created_ns, kind, owner) VALUES (5, 'delete', 'x')")
    with Library.open() as library:
        (row,) = library.batches()
        assert (row.finished, row.waiting) == (False, False)
        die(library, ActKind.DELETE, path, kept, tree, None, "remove", after=True)
        assert [report.batch for report in batches.reconcile(library)] == [1, 2]


def test_grounds(tmp_path, monkeypatch):
    """The folder itself; another one on its disk; nothing on its disk; another disk."""
    folder = tmp_path / "one" / "two"
    folder.mkdir(parents=True)
    mark = folder_state.mark_of(str(folder))
    os.rename(folder, tmp_path / "three")

    def look(place, mark=mark):
        with contextlib.ExitStack() as stack:
            return hold_ground(stack, str(place), mark)

    assert look(tmp_path / "three") == (FolderState.SAME, "")
    assert look(folder) == (FolderState.MISSING, folder_state.OUT_OF_SIGHT)
    folder.mkdir()
    assert look(folder) == (FolderState.MISSING, folder_state.REPLACED)
    assert look(folder, None) == (FolderState.SAME, "")
    assert look(folder, f"77{mark}") == (FolderState.OTHER_DEVICE, folder_state.REPLACED)
    assert look(tmp_path / "three", f"77{mark}") == (FolderState.OTHER_DEVICE, folder_state.REPLACED)
    monkeypatch.setattr(
        folder_state, "mark_of", lambda one: f"77{mark}" if one == str(folder) else mark
    )  # another disk is mounted there
    assert look(folder) == (FolderState.OTHER_DEVICE, folder_state.REPLACED)
    monkeypatch.undo()
    shutil.rmtree(tmp_path / "one")
    assert look(folder) == (FolderState.MISSING, folder_state.OUT_OF_SIGHT)
    assert look(folder, f"77{mark}") == (FolderState.OTHER_DEVICE, folder_state.OUT_OF_SIGHT)


def test_a_folder_is_told_by_its_disk_and_itself_however_it_is_reached(tmp_path):
    deep = tmp_path.joinpath(*["a name of fifty bytes, again and again and again.."] * 80)
    handle = os.open(tmp_path, os.O_RDONLY)
    for name in deep.relative_to(tmp_path).parts:
        os.mkdir(name, dir_fd=handle)
        below = os.open(name, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    try:
        assert folder_state.mark_of(str(deep)) == folder_state._made_of(handle, os.fstat(handle))
    finally:
        os.close(handle)
    with directory_handles.holding(str(tmp_path)):
        held = folder_state.mark_of(str(tmp_path))
    os.symlink(tmp_path, tmp_path / "link")
    assert folder_state.mark_of(str(tmp_path / "link")) == held == folder_state.mark_of(str(tmp_path))
    assert folder_state.mark_of(str(deep)) != held


@pytest.mark.parametrize(
    ("kind", "number", "mark"),
    [
        (0xEF53, 0xABCDE, "ef53.abcde:{inode}::{owner}"),
        (0x58465342, None, "58465342.0:{inode}:{device}:{owner}"),  # XFS makes it of the device's number
        (0x4D44, None, "4d44.0:0:{device}:{owner}"),  # FAT, too, and numbers its folders as they come
        (0x65735546, 0, "65735546.0:0:{device}:{owner}"),
        (0, 7, "0.7:{inode}::{owner}"),
    ],
)
def test_what_a_mark_is_made_of(tmp_path, monkeypatch, kind, number, mark):
    status = os.stat(tmp_path)
    number = folder_state._encoded(status.st_dev) if number is None else number
    monkeypatch.setattr(folder_state.syscalls, "kind_of", lambda _folder: kind)
    monkeypatch.setattr(os, "statvfs", lambda _folder: SimpleNamespace(f_fsid=number))
    assert folder_state.mark_of(str(tmp_path)) == mark.format(
        inode=status.st_ino, device=status.st_dev, owner=status.st_uid
    )


@pytest.mark.parametrize(
    ("mark", "other", "folder", "drive"),
    [
        ("ef53.77:5", "ef53.77:5", True, True),
        ("ef53.77:5", "ef53.77:6", False, True),
        ("ef53.77:5", "ef53.78:5", False, False),
        ("58465342.0:5:64", "58465342.0:5:65", True, False),  # numbered anew, or another one: who knows
        ("58465342.0:5:64", "58465342.0:6:64", False, True),
        ("58465342.0:5:64", "58465342.0:6:65", False, False),
        ("58465342.0:5", "58465342.0:6:65", False, True),  # of a journal that knows no devices
        ("nonsense", "ef53.77:5", False, False),
        ("", "", True, True),
    ],
)
def test_marks_that_are_compared(mark, other, folder, drive):
    for one, two in ((mark, other), (other, mark)):
        assert folder_state.is_same(one, two) is folder
        assert folder_state.is_same_disk(one, two) is drive


@pytest.mark.skipif(os.name != "posix" or not os.path.exists("/proc"), reason="Linux only")
def test_the_kind_of_a_file_system_is_told():
    handle = os.open("/proc", os.O_RDONLY)
    assert folder_state.syscalls.kind_of(handle) == 0x9FA0
    os.close(handle)
    assert folder_state.syscalls.kind_of(handle) == 0

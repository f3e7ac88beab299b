"""An undo while the disk of the files is away: nothing is put into what stands at its place, unless told to."""

import os
import shutil
import subprocess
import sys

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import syscalls
from simfinder.actions.journal import failure_reasons
from simfinder.model.removal_plan import ActKind, ActState
from tests.unit.actions.world import LINKS, only, plan_of, read, refuse, seen, write

pytestmark = pytest.mark.usefixtures("blocks")


def of_another_disk(library, name="folder_mark"):
    """What the journal says of the folder, as if its disk were not the one that is there now."""
    (act,) = library.acts(1)
    mark = getattr(act, name)
    library.update(1, [(0, {name: f"77{mark}"})])
    return mark


def refused(library, reason=failure_reasons.DISK_AWAY):
    report = undo(library)
    assert (only(report).state, only(report).reason) == (ActState.DONE, reason)
    (act,) = library.acts(1)
    assert not act.undoing
    assert library.unfinished() == library.waiting() == []


@pytest.mark.parametrize("instead", ["nothing", "an empty mount point", "another drive"])
@pytest.mark.parametrize("kind", [ActKind.TRASH, ActKind.MOVE])
def test_a_file_waits_for_its_disk(tree, kept, path, library, tmp_path, kind, instead):
    before = seen(tree)
    execute(plan_of(kind, [path], kept, tree, tmp_path / "to"), library)
    mark = of_another_disk(library)
    folder = tree / "drive"
    os.rename(folder, tmp_path / "aside")
    if instead != "nothing":
        folder.mkdir()
    if instead == "another drive":
        write(folder / "other.txt")
    empty = seen(tree)
    refused(library)
    refused(library)
    assert seen(tree) == empty
    if instead != "nothing":
        shutil.rmtree(folder)
    os.rename(tmp_path / "aside", folder)
    library.update(1, [(0, {"folder_mark": mark})])
    assert only(undo(library)).state is ActState.UNDONE
    assert seen(tree) == before


def test_told_to_it_goes_where_its_path_leads(tree, kept, path, library):
    execute(plan_of(ActKind.TRASH, [path], kept), library)
    of_another_disk(library)
    os.rmdir(tree / "drive")
    refused(library)
    report = undo(library, other_disk=True)
    assert (only(report).state, only(report).reason) == (ActState.UNDONE, "")
    assert read(path) == b"the content"


def test_a_folder_that_was_removed_or_made_anew_on_its_disk_is_no_hindrance(tree, kept, path, library):
    for made in (False, True):
        execute(plan_of(ActKind.TRASH, [path], kept), library)
        os.rmdir(tree / "drive")
        if made:
            (tree / "other").mkdir()  # takes the inode
            (tree / "drive").mkdir()
        assert only(undo(library)).state is ActState.UNDONE
        assert read(path) == b"the content"


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_waits_for_its_disk(tree, kept, path, library, tmp_path, kind):
    execute(plan_of(kind, [path], kept), library)
    of_another_disk(library)
    os.rename(tree / "drive", tmp_path / "aside")
    shutil.copytree(tmp_path / "aside", tree / "drive", symlinks=True)
    before = seen(tmp_path)
    refused(library)
    assert seen(tmp_path) == before


def test_a_link_in_another_folder_is_another_link(tree, kept, path, library):
    """Both are names of the file that stays; what one had besides is not given to the other."""
    other = write(tree / "other" / "one.txt", b"the content", mode=0o644)
    execute(plan_of(ActKind.HARDLINK, [other, path], kept), library)
    os.rename(tree / "drive", tree / "aside")
    os.symlink(tree / "other", tree / "drive")
    report = undo(library)
    assert [(act.state, act.reason) for act in report.acts] == [
        (ActState.UNDONE, ""),
        (ActState.DONE, "its folder was replaced by something else meanwhile"),
    ]
    assert os.stat(other).st_mode & 0o777 == 0o644
    assert os.path.samefile(tree / "aside" / "one.txt", kept)
    os.unlink(tree / "drive")
    os.rename(tree / "aside", tree / "drive")
    assert undo(library).count(ActState.UNDONE) == 2
    assert os.stat(path).st_mode & 0o777 == 0o600


def test_a_copy_stays_while_the_disk_of_its_original_is_away(tree, kept, path, library, tmp_path):
    execute(plan_of(ActKind.COPY, [path], kept, tree, tmp_path / "to"), library)
    of_another_disk(library)
    before = seen(tmp_path)
    refused(library)
    assert seen(tmp_path) == before


@pytest.mark.parametrize("kind", [ActKind.MOVE, ActKind.COPY])
def test_the_disk_it_went_to_is_away(tree, kept, path, library, tmp_path, kind):
    execute(plan_of(kind, [path], kept, tree, tmp_path / "to"), library)
    mark = of_another_disk(library, "target_mark")
    os.rename(tmp_path / "to", tmp_path / "aside")
    before = seen(tmp_path)
    refused(library, f"the disk of {tmp_path}/to/drive/one.txt is not there now")
    assert seen(tmp_path) == before
    os.rename(tmp_path / "aside", tmp_path / "to")
    library.update(1, [(0, {"target_mark": mark})])
    assert only(undo(library)).state is ActState.UNDONE


def test_the_disk_of_a_deleted_file_is_of_no_interest(tree, kept, path, library):
    execute(plan_of(ActKind.DELETE, [path], kept), library)
    of_another_disk(library)
    refused(library, f"was deleted for good and can't come back; the same content is at {kept}")


def test_an_undo_that_failed_knows_the_folder_as_before(tree, kept, path, library, monkeypatch):
    """The mark of what stands there now is not that of where the file came from."""
    execute(plan_of(ActKind.TRASH, [path], kept), library)
    mark = f"77{of_another_disk(library)}"
    with monkeypatch.context() as patch:
        patch.setattr(syscalls, "exclusive_rename", refuse(5))
        report = undo(library, other_disk=True)
    assert (only(report).state, only(report).reason) == (
        ActState.DONE,
        f"can't be moved to {path}: Input/output error",
    )
    assert library.acts(1)[0].folder_mark == mark
    refused(library)


@pytest.fixture
def drive(tmp_path, tree):
    """A real disk in memory, and what plugs it in at the folder of the file."""
    store, point = tmp_path / "store", tree / "drive"
    store.mkdir()
    point.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(store)]
    if (
        not sys.platform.startswith("linux")
        or os.geteuid()
        or subprocess.run(command, check=False).returncode
    ):
        pytest.skip("mounting is not available: it needs root")

    def plug(plugged):
        what = ["mount", "--bind", str(store), str(point)] if plugged else ["umount", str(point)]
        subprocess.run(what, check=True)

    yield plug
    while os.path.ismount(point):
        subprocess.run(["umount", "-l", str(point)], check=True)
    subprocess.run(["umount", "-l", str(store)], check=True)


@pytest.mark.parametrize("below", ["", "a folder"])
@pytest.mark.parametrize("kind", [ActKind.TRASH, ActKind.MOVE])
def test_a_real_drive_that_is_unplugged(tree, kept, library, tmp_path, drive, kind, below):
    drive(True)
    path = write(tree / "drive" / below / "one.txt", b"the content", mode=0o600)
    before = seen(tree)
    plan = plan_of(kind, [path], kept, tree, tmp_path / "to")
    assert only(execute(plan, library)).state is ActState.DONE
    drive(False)
    empty = seen(tmp_path)
    if kind is ActKind.MOVE:
        refused(library)
        assert seen(tmp_path) == empty
        assert os.listdir(tree / "drive") == []
    else:  # its Trash is on it
        assert only(undo(library)).state is ActState.DONE
        assert seen(tmp_path) == empty
    drive(True)
    assert only(undo(library)).state is ActState.UNDONE
    assert {name: what for name, what in seen(tree).items() if b".Trash" not in name} == before

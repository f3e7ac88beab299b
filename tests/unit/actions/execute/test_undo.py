import os
import shutil
import stat
import struct

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import freedesktop_trash as trashing
from simfinder.actions.filesystem import syscalls, system_trash
from simfinder.actions.journal import batches, settle
from simfinder.actions.methods import movement
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState, Plan
from simfinder.store import app_dirs
from simfinder.store.library.library import Library
from tests.unit.actions.world import (
    BASE_TIME,
    CancelAt,
    move_plan,
    only,
    photograph,
    planned,
    read,
    refuse,
    trash_of,
    trash_plan,
    write,
)


def some_files(tree):
    return [
        write(tree / "a" / "one.txt", b"1" * 100, mode=0o600),
        write(tree / "a" / "two.txt", b"2" * 100, mode=0o755, mtime_ns=BASE_TIME - 77),
        write(tree / "b" / "c" / "one.txt", b"the content"),
        write(tree / os.fsdecode(b"caf\xe9\n%41") / "x.txt", b""),
    ]


@pytest.mark.parametrize("way", ["trash", "move", "move by copy", "trash by copy"])
def test_everything_comes_back(tree, kept, library, tmp_path, home, way, request):
    paths = some_files(tree)
    for folder, *_ in os.walk(tree, topdown=False):
        os.utime(folder, ns=(1, 1_400_000_000_000_000_003))
    before = photograph(tree, folder_times=True)
    if "copy" in way:
        request.getfixturevalue("device_border")
    plan = move_plan(paths, kept, tree, tmp_path / "target") if "move" in way else trash_plan(paths, kept)
    report = execute(plan, library)
    assert report.count(ActState.DONE) == 4
    assert not any(os.path.lexists(path) for path in paths)
    shutil.rmtree(app_dirs.cache_folder(), ignore_errors=True)
    undone = undo(library)
    assert [act.state for act in undone.acts] == [ActState.UNDONE] * 4
    assert undone == batches.batch(library, report.batch)
    assert undone.bytes_freed == 0
    assert photograph(tree, folder_times=True) == before
    assert not (tmp_path / "target").exists()
    assert trash_of(home) == ([], [])


def test_last_batch_first_then_the_one_before(tree, kept, library):
    paths = some_files(tree)
    for path in paths[:2]:
        execute(trash_plan([path], kept), library)
    assert undo(library).batch == 2
    assert os.path.exists(paths[1])
    assert not os.path.exists(paths[0])
    assert undo(library).batch == 1
    assert os.path.exists(paths[0])
    with pytest.raises(UsageError, match="nothing to undo"):
        undo(library)


@pytest.mark.parametrize("column", ["path", "target"])
def test_a_damaged_journal_leads_nowhere_else(tree, kept, library, tmp_path, column, monkeypatch):
    """A place that is not told from the root would be one below whatever folder the program was started in."""
    path = some_files(tree)[0]
    report = execute(trash_plan([path], kept), library)
    write(tmp_path / "elsewhere" / "x", b"something of the person's")
    monkeypatch.chdir(tmp_path / "elsewhere")
    library._database.execute(f"UPDATE acts SET {column} = ?", (b"x",))
    (act,) = undo(library, report.batch).acts
    assert (act.state, act.reason) == (
        ActState.DONE,
        "the journal is damaged: it does not have the path of this file",
    )
    assert os.listdir(tmp_path / "elsewhere") == ["x"]


@pytest.mark.parametrize("told", [b"\xff\xc0", b"[1]", b'{"user.x": 5}', b'{"user.x": "*"}', b"{" * 9999])
def test_attributes_a_damaged_journal_does_not_tell_are_missed(tree, kept, library, told):
    path = some_files(tree)[0]
    content, before = read(path), os.stat(path)
    report = execute(trash_plan([path], kept), library)
    library._database.execute("UPDATE acts SET attributes = ?", (told,))
    (act,) = undo(library, report.batch).acts
    assert act.state is ActState.UNDONE
    assert act.reason == "is back, but without its attributes: the journal is damaged"
    assert read(path) == content
    assert (os.stat(path).st_mtime_ns, os.stat(path).st_mode) == (before.st_mtime_ns, before.st_mode)


@pytest.mark.parametrize(
    ("column", "missed", "told"),
    [
        ("uid", "owner", -1),
        ("gid", "owner", 2**32 - 1),
        ("uid", "owner", 2**40),
        ("mode", "mode", -5),
        ("mode", "mode", 2**40),
    ],
)
def test_what_a_damaged_journal_does_not_tell_is_missed(tree, kept, library, column, missed, told):
    path = some_files(tree)[0]
    before = os.stat(path)
    report = execute(trash_plan([path], kept), library)
    library._database.execute(f"UPDATE acts SET {column} = ?", (told,))
    (act,) = undo(library, report.batch).acts
    assert act.state is ActState.UNDONE
    assert act.reason == f"is back, but without its {missed}: the journal is damaged"
    assert (os.stat(path).st_mtime_ns, os.stat(path).st_uid) == (before.st_mtime_ns, before.st_uid)


def test_a_batch_by_number(tree, kept, library):
    paths = some_files(tree)
    for path in paths[:2]:
        execute(trash_plan([path], kept), library)
    assert undo(library, 1).batch == 1
    assert [os.path.exists(path) for path in paths[:2]] == [True, False]
    with pytest.raises(UsageError, match="nothing of batch 1 is left to undo"):
        undo(library, 1)
    with pytest.raises(UsageError, match="no batch 3"):
        undo(library, 3)


def test_missing_folders_are_made_again(tree, kept, library):
    path = write(tree / "deep" / "er" / "x", b"x")
    execute(trash_plan([path], kept), library)
    shutil.rmtree(tree / "deep")
    assert undo(library).count(ActState.UNDONE) == 1
    assert read(path) == b"x"


def test_nothing_is_overwritten(tree, kept, library, home):
    paths = some_files(tree)[:2]
    execute(trash_plan(paths, kept), library)
    write(paths[0], b"a new file took its place")
    report = undo(library)
    assert [act.state for act in report.acts] == [ActState.DONE, ActState.UNDONE]
    assert report.acts[0].reason == "something else is at its place now"
    assert read(paths[0]) == b"a new file took its place"
    assert read(report.acts[0].to) == b"1" * 100
    assert trash_of(home) == (["one.txt"], ["one.txt.trashinfo"])
    os.unlink(paths[0])  # out of the way: the rest can be undone
    report = undo(library)
    assert [(act.state, act.reason) for act in report.acts] == [(ActState.UNDONE, "")] * 2
    assert read(paths[0]) == b"1" * 100


def test_no_copy_is_made_for_a_place_that_is_taken(tree, kept, library, tmp_path, device_border, monkeypatch):
    path = some_files(tree)[0]
    execute(move_plan([path], kept, tree, tmp_path / "target"), library)
    write(path, b"in the way")
    monkeypatch.setattr(movement, "copy_new", lambda *_: pytest.fail("a copy was begun"))
    assert only(undo(library)).reason == "something else is at its place now"


def test_a_symbolic_link_to_nowhere_counts_as_something(tree, kept, library):
    path = some_files(tree)[0]
    execute(trash_plan([path], kept), library)
    os.symlink("nowhere", path)
    assert only(undo(library)).state is ActState.DONE
    assert os.readlink(path) == "nowhere"


def test_a_place_taken_at_the_last_moment(tree, kept, library, monkeypatch):
    path = some_files(tree)[0]
    execute(trash_plan([path], kept), library)
    real = syscalls.exclusive_rename

    def rename(source, target):
        write(target, b"quicker")
        real(source, target)

    monkeypatch.setattr(syscalls, "exclusive_rename", rename)
    act = only(undo(library))
    assert (act.state, act.reason) == (ActState.DONE, "something else is at its place now")
    assert read(path) == b"quicker"
    assert read(act.to) == b"1" * 100
    (row,) = library.acts(1)
    assert not row.undoing


def test_a_file_that_is_gone_from_its_new_place(tree, kept, library):
    path = some_files(tree)[0]
    to = only(execute(trash_plan([path], kept), library)).to
    os.unlink(to)
    act = only(undo(library))
    assert (act.state, act.reason) == (ActState.DONE, f"is no longer at {to}")


def test_a_file_that_was_changed_at_its_new_place(tree, kept, library, tmp_path):
    path = some_files(tree)[0]
    to = only(execute(move_plan([path], kept, tree, tmp_path / "target"), library)).to
    write(to, b"edited")
    act = only(undo(library))
    assert (act.state, act.reason) == (ActState.DONE, f"was changed since, and is left at {to}")
    assert read(to) == b"edited"
    assert not os.path.exists(path)


def test_another_file_of_the_same_size_is_not_taken_for_it(tree, kept, library, tmp_path):
    path = some_files(tree)[0]
    to = only(execute(move_plan([path], kept, tree, tmp_path / "target"), library)).to
    os.rename(to, to + ".away")
    write(to, b"9" * 100)
    assert only(undo(library)).state is ActState.DONE
    assert read(to) == b"9" * 100


def test_a_copy_of_the_same_bytes_is(tree, kept, library, tmp_path):
    """The target was carried to another disk and back: another inode and time, the same content."""
    path = some_files(tree)[0]
    before = photograph(tree)
    to = only(execute(move_plan([path], kept, tree, tmp_path / "target"), library)).to
    write(to + ".new", b"1" * 100, mtime_ns=5)
    os.replace(to + ".new", to)
    assert only(undo(library)).state is ActState.UNDONE
    assert photograph(tree) == before


def test_put_back_by_hand_is_undone(tree, kept, library, home):
    path = some_files(tree)[0]
    before = photograph(tree)
    to = only(execute(trash_plan([path], kept), library)).to
    os.rename(to, path)
    os.chmod(path, 0o644)
    assert only(undo(library)).state is ActState.UNDONE
    assert photograph(tree) == before
    assert trash_of(home) == ([], [])


def test_times_and_mode_changed_in_the_trash_are_put_right(tree, kept, library):
    path = some_files(tree)[0]
    before = photograph(tree)
    to = only(execute(trash_plan([path], kept), library)).to
    os.chmod(to, 0o444)
    os.utime(to, ns=(3, 4))
    undo(library)
    assert photograph(tree) == before


def test_attributes_come_back_from_a_file_system_without_them(
    tree, kept, library, tmp_path, device_border, monkeypatch
):
    path = write(tree / "x", b"x", mode=0o741)
    os.setxattr(path, "user.note", b"\0\xff")
    owner = (1234, 2345) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(path, *owner)
    os.chmod(path, 0o741)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    with monkeypatch.context() as poor:
        for name in ("setxattr", "fchmod", "fchown"):
            poor.setattr(os, name, refuse(95))
        to = only(execute(plan, library)).to
    assert os.listxattr(to) == []
    assert stat.S_IMODE(os.stat(to).st_mode) == 0o600
    undo(library)
    assert os.getxattr(path, "user.note") == b"\0\xff"
    status = os.stat(path)
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (*owner, 0o741)


def test_times_that_can_not_be_set_are_told(tree, kept, library, monkeypatch):
    path = some_files(tree)[0]
    to = only(execute(trash_plan([path], kept), library)).to
    os.utime(to, ns=(3, 4))
    monkeypatch.setattr(os, "utime", refuse(1))
    act = only(undo(library))
    assert act.state is ActState.UNDONE
    assert "is back, but its times or mode could not be set" in act.reason
    assert read(path) == b"1" * 100


def test_folder_times_are_left_alone_where_others_changed_the_folder(tree, kept, library):
    path = some_files(tree)[0]
    os.utime(tree / "a", ns=(1, 1_400_000_000_000_000_003))
    execute(trash_plan([path], kept), library)
    write(tree / "a" / "new file", b"")
    os.utime(tree / "a", ns=(5, 1_700_000_000_000_000_000))
    undo(library)
    assert os.stat(tree / "a").st_mtime_ns > 1_700_000_000_000_000_000


def test_folders_that_are_in_use_stay(tree, kept, library, tmp_path):
    paths = some_files(tree)
    execute(move_plan(paths, kept, tree, tmp_path / "target"), library)
    write(tmp_path / "target" / "b" / "mine", b"")
    undo(library)
    assert sorted(os.listdir(tmp_path / "target")) == ["b"]
    assert os.listdir(tmp_path / "target" / "b") == ["mine"]


def test_folders_of_a_file_that_came_back_later_go(tree, kept, library, tmp_path):
    paths = some_files(tree)[:2]
    execute(move_plan(paths, kept, tree, tmp_path / "target"), library)
    write(paths[1], b"in the way")
    undo(library)
    assert os.listdir(tmp_path / "target" / "a") == ["two.txt"]
    os.unlink(paths[1])
    undo(library)
    assert not (tmp_path / "target").exists()


def test_a_target_that_was_there_before_stays(tree, kept, library, tmp_path):
    (tmp_path / "target").mkdir()
    execute(move_plan(some_files(tree), kept, tree, tmp_path / "target"), library)
    undo(library)
    assert os.listdir(tmp_path / "target") == []


def test_a_trash_entry_of_someone_else_is_left_alone(tree, kept, library, home):
    path = some_files(tree)[0]
    to = only(execute(trash_plan([path], kept), library)).to
    info = home / ".local/share/Trash/info" / (os.path.basename(to) + ".trashinfo")
    info.write_text("[Trash Info]\nPath=/somewhere/else\nDeletionDate=2020-01-01T00:00:00\n")
    undo(library)
    assert read(path) == b"1" * 100
    assert info.exists()


def test_what_was_skipped_or_failed_is_not_touched(tree, kept, library, home):
    paths = some_files(tree)[:2]
    plan = trash_plan(paths, kept)
    write(paths[0], b"changed")
    execute(plan, library)
    report = undo(library)
    assert [act.state for act in report.acts] == [ActState.SKIPPED, ActState.UNDONE]
    assert read(paths[0]) == b"changed"


def test_cancel_and_go_on(tree, kept, library):
    paths = some_files(tree)
    before = photograph(tree)
    execute(trash_plan(paths, kept), library)
    report = undo(library, None, CancelAt(2))
    assert report.cancelled
    assert (report.count(ActState.UNDONE), report.count(ActState.DONE)) == (2, 2)
    assert batches.reconcile(library) == []
    report = undo(library)
    assert not report.cancelled
    assert report.count(ActState.UNDONE) == 4
    assert photograph(tree) == before


def test_acts_that_were_cancelled_are_no_cancelled_undo(tree, kept, library):
    assert execute(trash_plan(some_files(tree), kept), library, CancelAt(2)).cancelled
    report = undo(library)
    assert not report.cancelled
    assert batches.batch(library, report.batch).cancelled


def test_cancel_inside_a_copy(tree, kept, library, tmp_path, device_border):
    path = write(tree / "x", b"x" * 5_000_000)
    execute(move_plan([path], kept, tree, tmp_path / "target"), library)
    report = undo(library, None, CancelAt(3))
    assert (report.cancelled, only(report).state) == (True, ActState.DONE)
    assert os.listdir(tree) == ["kept.txt"]
    assert read(only(report).to) == b"x" * 5_000_000
    assert only(undo(library)).state is ActState.UNDONE


def test_progress_adds_up(tree, kept, library):
    paths = some_files(tree)
    execute(trash_plan(paths, kept), library)
    control = Control()
    undo(library, None, control)
    progress = control.snapshot()
    assert (progress.files, progress.files_total, progress.bytes, progress.bytes_total) == (4, 4, 211, 211)


def test_a_batch_at_work_can_not_be_undone(tree, kept, library):
    path = some_files(tree)[0]
    with library.new_batch(trash_plan([path], kept)) as number:
        with pytest.raises(UsageError, match="still being worked on"):
            undo(library, number)
        assert batches.reconcile(library) == []


def test_a_drive_that_is_not_plugged_in(tree, kept, library, tmp_path, monkeypatch):
    """Died right after the move; at the next start the target is not there. Later it is."""
    path = some_files(tree)[0]
    before = photograph(tree)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    with monkeypatch.context() as patch:
        patch.setattr(Library, "set_finished", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            execute(plan, library)
    library.update(1, [(0, {"state": ActState.STARTED})])
    os.rename(tmp_path / "target", tmp_path / "unplugged")
    (report,) = batches.reconcile(library)
    assert only(report).state is ActState.STARTED
    assert only(report).reason == f"the folder of {only(report).to} can't be seen now"
    with pytest.raises(UsageError, match="as far as is known"):
        undo(library)
    os.rename(tmp_path / "unplugged", tmp_path / "target")
    assert only(undo(library)).state is ActState.UNDONE
    assert photograph(tree) == before


def _interrupt(*_args):
    raise KeyboardInterrupt


def test_renames_lost_in_a_power_cut(tree, kept, library, monkeypatch):
    """The journal was on the disk, the renames were not: forth, and back."""
    paths = some_files(tree)
    plan = trash_plan(paths, kept)
    with monkeypatch.context() as patch:
        patch.setattr(Library, "set_finished", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            execute(plan, library)
    acts = library.acts(1)
    os.rename(acts[0].target, acts[0].path)
    (report,) = batches.reconcile(library)
    assert [act.state for act in report.acts] == [ActState.SKIPPED] + [ActState.DONE] * 3
    undo(library)
    library.set_finished(1, False)
    os.rename(acts[1].path, acts[1].target)
    (report,) = batches.reconcile(library)
    assert [act.state for act in report.acts][:3] == [ActState.SKIPPED, ActState.DONE, ActState.UNDONE]


def test_the_trash_of_a_system_that_keeps_its_places_secret(tree, kept, library, tmp_path, monkeypatch):
    monkeypatch.setattr(trashing, "SYSTEM_TRASH", True)
    monkeypatch.setattr(trashing, "send", lambda path: os.rename(path, tmp_path / "somewhere"))
    path = some_files(tree)[0]
    act = only(execute(trash_plan([path], kept), library))
    assert (act.state, act.to) == (ActState.DONE, None)
    act = only(undo(library))
    assert act.state is ActState.DONE
    assert "restore it there" in act.reason


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_what_such_a_trash_took_is_found_again(tree, kept, library, tmp_path, monkeypatch, platform):
    """As the systems do: the file is renamed into a folder; in the Recycle Bin a list of its path is beside it."""
    bin_folder = tmp_path / "bin"
    own = bin_folder / "S-1-5-21" if platform == "win32" else bin_folder
    own.mkdir(parents=True)

    def send(path):
        name = "$RABCDEF.txt" if platform == "win32" else os.path.basename(path)
        os.rename(path, own / name)
        if platform == "win32":
            (own / "$IABCDEF.txt").write_bytes(
                struct.pack("<3QI", 2, 1, 1, len(path) + 1) + (path + "\0").encode("utf-16-le")
            )

    monkeypatch.setattr(trashing, "SYSTEM_TRASH", True)
    monkeypatch.setattr(trashing, "send", send)
    monkeypatch.setattr(system_trash, "folders_for", lambda *_: [str(bin_folder)])
    monkeypatch.setattr(system_trash.find, "__defaults__", (platform,))
    path = some_files(tree)[0]
    before = photograph(tree)
    act = only(execute(trash_plan([path], kept), library))
    assert act.state is ActState.DONE
    assert not os.path.exists(path)
    act = only(undo(library))
    assert (act.state, act.reason) == (ActState.UNDONE, "")
    assert photograph(tree) == before
    assert list(own.iterdir()) == []  # and its entry is gone


@pytest.mark.parametrize("gone", [True, False])
def test_settling_such_a_trash(tree, kept, library, tmp_path, gone):
    path = some_files(tree)[0]
    with library.new_batch(Plan(ActKind.TRASH, (planned(path, kept),))) as number:
        library.update(number, [(0, {"state": ActState.STARTED})])
    if gone:
        os.unlink(path)
    (report,) = batches.reconcile(library)
    assert only(report).state is (ActState.DONE if gone else ActState.SKIPPED)


def test_settling_needs_a_place(tree, kept, library):
    with library.new_batch(trash_plan([some_files(tree)[0]], kept)) as number:
        (act,) = library.acts(number)
    with pytest.raises(ValueError, match="never given a place"):
        settle.movement_of(act)

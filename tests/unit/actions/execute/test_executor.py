import errno
import os
import shutil
import socket
import stat

import pytest

from simfinder.actions.execute import preconditions
from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import syscalls
from simfinder.actions.journal import batches
from simfinder.actions.methods import movement
from simfinder.errors import ActionError, StoreUnavailableError, UsageError
from simfinder.model.progress import Control, Phase
from simfinder.model.removal_plan import ActKind, ActState, Plan
from simfinder.store.library.library import Library
from tests.unit.actions.world import (
    BASE_TIME,
    CancelAt,
    content,
    move_plan,
    only,
    photograph,
    planned,
    read,
    record,
    refuse,
    trash_of,
    trash_plan,
    write,
)


def test_trash_moves_and_reports(tree, kept, library, home):
    path = write(tree / "older.txt", b"other")
    act = only(execute(trash_plan([path], kept), library))
    trash = home / ".local/share/Trash"
    assert (act.state, act.path, act.act, act.reason) == (ActState.DONE, path, ActKind.TRASH, "")
    assert act.to == str(trash / "files/older.txt")
    assert not os.path.exists(path)
    assert read(act.to) == b"other"
    info = (trash / "info/older.txt.trashinfo").read_text()
    assert info.startswith(f"[Trash Info]\nPath={path}\nDeletionDate=2")
    assert stat.S_IMODE(os.stat(trash).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(trash / "files").st_mode) == 0o700


def test_the_report_is_the_journal(tree, kept, library):
    paths = [write(tree / name, b"x" * size) for size, name in enumerate("abc", start=5)]
    os.unlink(paths[1])
    write(paths[1], b"another")  # a new file of the same name
    plan = Plan(
        ActKind.TRASH,
        tuple(
            planned(path, kept, file=record(path, inode=1) if path == paths[1] else record(path))
            for path in paths
        ),
    )
    report = execute(plan, library)
    assert [act.state for act in report.acts] == [ActState.DONE, ActState.SKIPPED, ActState.DONE]
    assert report.bytes_freed == 5 + 7
    assert report == batches.batch(library, report.batch) == batches.history(library)[0]
    assert not report.cancelled
    with pytest.raises(UsageError, match="no batch 9"):
        batches.batch(library, 9)


def test_same_names_in_the_trash(tree, kept, library, home):
    paths = [write(tree / folder / "x.tar.gz", b"kept" + folder.encode()) for folder in "abc"]
    execute(trash_plan(paths, kept), library)
    files, info = trash_of(home)
    assert files == ["x.tar.2.gz", "x.tar.3.gz", "x.tar.gz"]
    assert info == [name + ".trashinfo" for name in files]


def test_thousands_of_one_name_take_no_square_time(tree, kept, library, monkeypatch):
    paths = [write(tree / str(number) / "index.html", b"%d" % number) for number in range(60)]
    plan = trash_plan(paths, kept)
    asked = []
    real = os.path.lexists
    monkeypatch.setattr(os.path, "lexists", lambda path: asked.append(path) or real(path))
    assert execute(plan, library).count(ActState.DONE) == 60
    assert len(asked) < 60 * 5


def test_move_keeps_the_tree_and_makes_folders(tree, kept, library, tmp_path):
    paths = [write(tree / "a/b/one.txt", b"1", mode=0o600), write(tree / "two.txt", b"2")]
    times = [os.stat(path).st_mtime_ns for path in paths]
    report = execute(move_plan(paths, kept, tree, tmp_path / "target"), library)
    assert report.count(ActState.DONE) == 2
    moved = [tmp_path / "target/a/b/one.txt", tmp_path / "target/two.txt"]
    assert [read(path) for path in moved] == [b"1", b"2"]
    assert [os.stat(path).st_mtime_ns for path in moved] == times
    assert stat.S_IMODE(os.stat(moved[0]).st_mode) == 0o600
    assert (tree / "a/b").is_dir()  # the emptied folder stays


def test_move_never_overwrites(tree, kept, library, tmp_path):
    path = write(tree / "one.txt", b"new")
    plan = move_plan([path], kept, tree, tmp_path / "target")
    taken = write(tmp_path / "target/one.txt", b"was here first")  # after the plan was made
    act = only(execute(plan, library))
    assert act.to == str(tmp_path / "target/one (2).txt")
    assert read(act.to) == b"new"
    assert read(taken) == b"was here first"


@pytest.mark.parametrize("exclusive", [True, False], ids=["renameat2", "link"])
def test_a_name_taken_at_the_last_moment(tree, kept, library, tmp_path, monkeypatch, exclusive):
    path = write(tree / "one.txt", b"new")
    plan = move_plan([path], kept, tree, tmp_path / "target")
    real = movement.rename_new

    def rename_new(source, target):
        if target.endswith("one.txt"):
            write(target, b"was quicker")
        real(source, target)

    monkeypatch.setattr(movement, "rename_new", rename_new)
    if not exclusive:
        monkeypatch.setattr(syscalls, "exclusive_rename", refuse(errno.EINVAL))
    act = only(execute(plan, library))
    assert (act.state, act.to) == (ActState.DONE, str(tmp_path / "target/one (2).txt"))
    assert read(tmp_path / "target/one.txt") == b"was quicker"
    assert read(act.to) == b"new"


def test_a_trash_name_taken_at_the_last_moment(tree, kept, library, home, monkeypatch):
    path = write(tree / "one.txt", b"new")
    real = Library.update

    def update(self, batch, changes):
        real(self, batch, changes)
        write(home / ".local/share/Trash/info/one.txt.trashinfo", b"of another program")

    monkeypatch.setattr(Library, "update", update)
    act = only(execute(trash_plan([path], kept), library))
    assert act.to == str(home / ".local/share/Trash/files/one.2.txt")
    assert (home / ".local/share/Trash/info/one.txt.trashinfo").read_bytes() == b"of another program"


# what is skipped


def skipped(plan, library, reason, protected=()):
    before = {act.file.path: os.path.lexists(act.file.path) for act in plan.acts}
    report = execute(plan, library, protected=protected)
    for act in report.acts:
        assert act.state is ActState.SKIPPED
        assert reason in act.reason
        assert os.path.lexists(act.path) == before[act.path]
    return report


def test_gone(tree, kept, library):
    plan = trash_plan([write(tree / "x", b"x")], kept)
    os.unlink(tree / "x")
    skipped(plan, library, "is gone")


@pytest.mark.parametrize("change", ["size", "time", "inode", "symlink", "folder", "fifo", "socket"])
def test_changed_since_the_scan(tree, kept, library, change, monkeypatch):
    path = write(tree / "x", b"xxx")
    plan = trash_plan([path], kept)
    if change == "size":
        write(path, b"xxxx")
    elif change == "time":
        os.utime(path, ns=(BASE_TIME, BASE_TIME + 1))
    else:
        os.rename(path, path + ".away")
        if change == "inode":
            write(path, b"xxx")
        elif change == "symlink":
            os.symlink(path + ".away", path)
        elif change == "folder":
            os.mkdir(path)
        elif change == "fifo":
            os.mkfifo(path)
        else:
            with socket.socket(socket.AF_UNIX) as server:
                monkeypatch.chdir(tree)
                server.bind("x")
    skipped(plan, library, "changed since the scan")


def test_changed_content_that_kept_size_and_time(tree, kept, library):
    path = write(tree / "x", b"xxx")
    plan = trash_plan([path], kept)
    write(path, b"yyy")
    assert os.stat(path).st_mtime_ns == plan.acts[0].file.mtime_ns
    skipped(plan, library, "its content changed since the scan")


def test_a_mere_status_change_does_not_matter(tree, kept, library):
    path = write(tree / "x", b"xxx")
    plan = trash_plan([path], kept)
    os.chmod(path, 0o600)
    assert only(execute(plan, library)).state is ActState.DONE


def test_identical_is_proven_on_the_bytes(tree, kept, library):
    path = write(tree / "x", b"the cOntent")
    act = planned(path, kept, content=content(kept))  # as if two contents had one hash
    skipped(Plan(ActKind.TRASH, (act,)), library, f"is not identical to {kept}: the bytes differ")


def test_the_file_that_stays_must_be_there(tree, kept, library):
    plan = trash_plan([write(tree / "x", b"x")], kept)
    os.unlink(kept)
    skipped(plan, library, f"the file that stays ({kept}) is gone")


def test_the_file_that_stays_must_be_as_it_was(tree, kept, library):
    plan = trash_plan([write(tree / "x", b"x")], kept)
    write(kept, b"emptied")
    skipped(plan, library, f"the file that stays ({kept}) changed since the scan")


def test_the_file_that_stays_may_not_be_the_same_file(tree, kept, library):
    os.link(kept, tree / "hard link")
    skipped(trash_plan([str(tree / "hard link")], kept), library, "is the file that stays")


def test_a_file_reached_through_a_linked_folder_is_the_same_file(tree, kept, library):
    os.symlink(tree, tree / "way round")
    skipped(trash_plan([str(tree / "way round" / "kept.txt")], kept), library, "is the file that stays")


def test_a_plan_can_not_play_two_files_against_each_other(tree, kept, library):
    path = write(tree / "x", b"the content")
    plan = Plan(ActKind.TRASH, (planned(path, kept), planned(kept, path)))
    skipped(plan, library, "is a file that stays for others")


def test_protected_files_are_left_alone(tree, kept, library):
    path = write(tree / "x", b"x")
    plan = Plan(ActKind.TRASH, (planned(path, kept, file=record(path, protected=True)),))
    skipped(plan, library, "is in a protected folder")


@pytest.mark.parametrize("name", ["itself", "parent", "link to it", "seen through a link", "with a slash"])
def test_protected_folders_by_any_name(tree, kept, library, tmp_path, name):
    path = write(tree / "safe/deep/x", b"x")
    os.symlink(tree, tmp_path / "link")
    folder = {
        "itself": tree / "safe/deep",
        "parent": tree,
        "link to it": tmp_path / "link/safe",
        "seen through a link": tree / "safe",
        "with a slash": f"{tree}/safe/",
    }[name]
    if name == "seen through a link":
        path = str(tmp_path / "link/safe/deep/x")
    kept = write(tmp_path / "elsewhere/kept", b"k")
    skipped(trash_plan([path], kept), library, "is in a protected folder", protected=[str(folder)])


def test_a_protected_folder_known_by_identity_alone(tree, kept, library, monkeypatch):
    """As with a bind mount: another path, the same folder."""
    path = write(tree / "safe/x", b"x")
    plan = trash_plan([path], kept)
    real = os.path.realpath
    monkeypatch.setattr(
        os.path, "realpath", lambda name: "/bound" if name == str(tree / "safe") else real(name)
    )
    with pytest.MonkeyPatch.context() as patch:
        checked = preconditions.Checks(plan, [str(tree / "safe")])
        patch.setattr(os.path, "realpath", real)
        with pytest.raises(ActionError, match="protected"):
            checked.pass_or_raise(plan.acts[0], Control())


def test_missing_protected_folder_protects_nothing(tree, kept, library):
    plan = trash_plan([write(tree / "x", b"x")], kept)
    assert only(execute(plan, library, protected=[str(tree / "none")])).state is ActState.DONE


def test_a_protected_folder_that_appears_meanwhile(tree, kept):
    checked = preconditions.Checks(trash_plan([], kept), [str(tree / "safe")])
    path = write(tree / "safe/x", b"x")
    with pytest.raises(ActionError, match="protected"):
        checked.pass_or_raise(planned(path, kept), Control())


def test_similar_prefix_is_not_protected(tree, kept, library):
    plan = trash_plan([write(tree / "safer/x", b"x")], kept)
    os.mkdir(tree / "safe")
    assert only(execute(plan, library, protected=[str(tree / "safe")])).state is ActState.DONE


def test_a_protected_folder_that_can_not_be_looked_at_stops_everything(tree, kept, library, monkeypatch):
    plan = trash_plan([write(tree / "x", b"x")], kept)
    real = os.stat

    def deny(path, **kwargs):
        if path == "/safe":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, **kwargs)

    monkeypatch.setattr(os, "stat", deny)
    with pytest.raises(ActionError, match="protected"):
        execute(plan, library, protected=["/safe"])
    assert (tree / "x").exists()
    assert batches.history(library) == []


# what fails


def failed(act, reason):
    assert act.state is ActState.FAILED
    assert reason in act.reason
    return act


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EIO])
def test_a_refused_rename_leaves_everything_as_it_was(tree, kept, library, home, monkeypatch, number):
    paths = [write(tree / "x", b"x"), write(tree / "y", b"y")]
    plan = trash_plan(paths, kept)
    before = photograph(tree)
    monkeypatch.setattr(syscalls, "exclusive_rename", refuse(number))
    report = execute(plan, library)
    for act in report.acts:
        failed(act, os.strerror(number))
    assert photograph(tree) == before
    assert trash_of(home) == ([], [])


def test_one_failure_does_not_stop_the_rest(tree, kept, library, tmp_path):
    paths = [write(tree / "a/x", b"x"), write(tree / "b/y", b"y")]
    plan = move_plan(paths, kept, tree, tmp_path / "target")
    write(tmp_path / "target/a", b"a file where a folder is needed")
    report = execute(plan, library)
    failed(report.acts[0], "Not a directory")
    assert read(paths[0]) == b"x"
    assert report.acts[1].state is ActState.DONE


def test_no_trash_no_removal(tree, kept, library, home):
    write(home / ".local/share/Trash", b"a file in the place of the Trash")
    act = only(execute(trash_plan([write(tree / "x", b"x")], kept), library))
    failed(act, "the Trash can't be made: Not a directory")
    assert read(tree / "x") == b"x"


def test_a_move_without_a_place_is_not_a_removal(tree, kept, library):
    for to in (None, "relative/place"):
        plan = Plan(ActKind.MOVE, (planned(write(tree / "x", b"x"), kept, to=to),), "/target")
        failed(only(execute(plan, library)), "has no place to go to")


def test_saved_over_in_the_last_moment(tree, kept, library, home, monkeypatch):
    path = write(tree / "x", b"old")
    plan = trash_plan([path], kept)
    real = movement.rename_new

    def rename_new(source, target):
        if source == path:
            write(path + ".new", b"new")
            os.rename(path + ".new", path)
        real(source, target)

    monkeypatch.setattr(movement, "rename_new", rename_new)
    failed(only(execute(plan, library)), "changed while it was being moved")
    assert read(path) == b"new"
    assert trash_of(home) == ([], [])


def test_saved_over_twice_in_the_last_moment(tree, kept, library, home, monkeypatch):
    """The moved file is not the one meant, and its place is taken again: it stays where it is, and is named."""
    path = write(tree / "x", b"old")
    plan = trash_plan([path], kept)
    real = movement.rename_new

    def rename_new(source, target):
        if source == path:
            write(path + ".new", b"new")
            os.rename(path + ".new", path)
        real(source, target)
        if source == path:
            write(path, b"newer")

    monkeypatch.setattr(movement, "rename_new", rename_new)
    act = failed(only(execute(plan, library)), "changed while it was being moved; it is at")
    assert read(path) == b"newer"
    assert read(act.to) == b"new"
    assert trash_of(home) == (["x"], ["x.trashinfo"])  # so that a file manager can put it back


def test_a_journal_that_can_not_be_written_stops_before_the_act(tree, kept, library, home, monkeypatch):
    paths = [write(tree / name, name.encode()) for name in "abc"]
    real, calls = Library.update, []

    def update(self, batch, changes):
        calls.append(changes)
        if len(calls) > 1:
            raise StoreUnavailableError("no space left on the disk")
        real(self, batch, changes)

    monkeypatch.setattr(Library, "update", update)
    with pytest.raises(StoreUnavailableError):
        execute(trash_plan(paths, kept), library)
    assert [os.path.exists(path) for path in paths] == [False, True, True]
    monkeypatch.setattr(Library, "update", real)
    (report,) = batches.reconcile(library)
    assert [act.state for act in report.acts] == [ActState.DONE, ActState.SKIPPED, ActState.SKIPPED]
    assert read(report.acts[0].to) == b"a"


# across devices


def test_copy_keeps_everything(tree, kept, library, tmp_path, device_border):
    path = write(tree / "x", b"x" * 3_000_000, mode=0o751)
    os.setxattr(path, "user.note", b"\0\xff")
    before = os.stat(path)
    owner = (12345, 23456) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
    os.chown(path, *owner)
    os.chmod(path, 0o4751)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    act = only(execute(plan, library))
    assert act.state is ActState.DONE
    assert not os.path.exists(path)
    after = os.stat(act.to)
    assert read(act.to) == b"x" * 3_000_000
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (*owner, 0o4751)
    assert (after.st_mtime_ns, after.st_atime_ns) == (before.st_mtime_ns, before.st_atime_ns)
    assert os.getxattr(act.to, "user.note") == b"\0\xff"
    assert os.listdir(tmp_path / "target") == ["x"]


def test_new_folders_are_on_the_disk_before_the_original_goes(
    tree, kept, library, tmp_path, device_border, monkeypatch
):
    path = write(tree / "a" / "b" / "one.txt", b"one")
    plan = move_plan([path], kept, tree, tmp_path / "to")
    synced = []
    for name, real in (("sync_folder", syscalls.sync_folder), ("remove", syscalls.remove)):

        def noted(path, real=real, word="" if name == "sync_folder" else "removed "):
            synced.append(word + path)
            real(path)

        monkeypatch.setattr(syscalls, name, noted)
    monkeypatch.setattr(syscalls, "sync_file_system", lambda _file: True)
    assert execute(plan, library).count(ActState.DONE) == 1
    new = str(tmp_path / "to")
    assert synced[:5] == [f"{new}/a/b", f"{new}/a", new, str(tmp_path), f"removed {path}"]
    synced.clear()
    shutil.rmtree(tree / "a")
    assert undo(library).count(ActState.UNDONE) == 1
    assert synced[:4] == [f"{tree}/a/b", f"{tree}/a", str(tree), f"removed {new}/a/b/one.txt"]


def test_holes_stay_holes(tree, kept, library, tmp_path, device_border):
    path = write(tree / "x", b"")
    with open(path, "r+b") as file:
        file.write(b"begin")
        file.truncate(48 << 20)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    act = only(execute(plan, library))
    assert os.stat(act.to).st_size == 48 << 20
    assert os.stat(act.to).st_blocks * 512 < 5_000_000
    assert content(act.to) == plan.acts[0].content


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("write", "No space left"),
        ("fsync", "No space left"),
        ("utime", "No space left"),
        ("setxattr", None),
        ("fchmod", None),
        ("fchown", None),
    ],
)
def test_a_copy_that_fails_leaves_the_original(
    tree, kept, library, tmp_path, device_border, monkeypatch, name, reason
):
    path = write(tree / "x", b"x" * 3000)
    os.setxattr(path, "user.note", b"1")
    plan = move_plan([path], kept, tree, tmp_path / "target")
    before = photograph(tree)
    monkeypatch.setattr(os, name, refuse(errno.ENOSPC))
    act = only(execute(plan, library))
    monkeypatch.undo()
    if reason is None:  # what a poorer file system can't hold is kept in the journal
        assert act.state is ActState.DONE
        return
    failed(act, reason)
    assert photograph(tree) == before
    assert not (tmp_path / "target").exists()


def test_a_copy_that_does_not_fit_is_not_begun(tree, kept, library, tmp_path, device_border, monkeypatch):
    path = write(tree / "x", b"x" * 30000)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    real = os.statvfs
    monkeypatch.setattr(os, "statvfs", lambda folder: _Full(real(folder)))
    failed(only(execute(plan, library)), "No space left")
    assert read(path) == b"x" * 30000


class _Full:
    def __init__(self, status):
        self.f_blocks, self.f_frsize, self.f_bavail = status.f_blocks, status.f_frsize, 1
        self.f_fsid = status.f_fsid


def test_a_copy_that_reads_back_wrong_is_not_trusted(
    tree, kept, library, tmp_path, device_border, monkeypatch
):
    path = write(tree / "x", b"x" * 3000)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    real = os.fsync

    def fsync(file):
        if stat.S_ISREG(os.fstat(file).st_mode) and os.fstat(file).st_size == 3000:
            os.pwrite(file, b"?", 1500)  # the disk has lost a byte
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    failed(only(execute(plan, library)), "does not read back")
    assert read(path) == b"x" * 3000
    assert not (tmp_path / "target").exists()


def test_an_original_that_changes_while_it_is_copied_stays(
    tree, kept, library, tmp_path, device_border, monkeypatch
):
    path = write(tree / "x", b"x" * 3000)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    real = syscalls.sync_folder

    def sync_folder(folder):
        real(folder)
        write(path, b"edited meanwhile")

    monkeypatch.setattr(syscalls, "sync_folder", sync_folder)
    failed(only(execute(plan, library)), "changed while it was being copied")
    assert read(path) == b"edited meanwhile"
    assert not (tmp_path / "target").exists()


def test_an_original_that_can_not_be_removed_stays_the_only_one(
    tree, kept, library, tmp_path, device_border, monkeypatch
):
    path = write(tree / "x", b"x" * 3000)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    real = syscalls.remove

    def unlink(name, **kwargs):
        if name == path:
            raise PermissionError(errno.EACCES, "Permission denied")
        real(name, **kwargs)

    monkeypatch.setattr(syscalls, "remove", unlink)
    failed(only(execute(plan, library)), "Permission denied")
    assert read(path) == b"x" * 3000
    assert not (tmp_path / "target").exists()


def test_two_real_devices(tree, kept, library, tmp_path):
    """/dev/shm is a device of its own on Linux; where it is not, this is a plain move."""
    import shutil
    import tempfile

    path = write(tree / "x", b"x" * 300_000, mode=0o640)
    target = tempfile.mkdtemp(dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    try:
        act = only(execute(move_plan([path], kept, tree, target), library))
        assert act.state is ActState.DONE
        assert read(act.to) == b"x" * 300_000
        assert os.stat(act.to).st_mtime_ns == BASE_TIME
        assert not os.path.exists(path)
        assert os.listdir(target) == ["x"]
    finally:
        shutil.rmtree(target)


# cancel and progress


def test_cancel_between_acts(tree, kept, library):
    paths = [write(tree / name, name.encode()) for name in "abcd"]
    report = execute(trash_plan(paths, kept), library, CancelAt(2))
    assert report.cancelled
    assert [act.state for act in report.acts] == [ActState.DONE] * 2 + [ActState.SKIPPED] * 2
    assert report.acts[2].reason == "cancelled"
    assert [os.path.exists(path) for path in paths] == [False, False, True, True]
    assert batches.reconcile(library) == []
    assert batches.batch(library, report.batch).cancelled


def test_cancel_inside_a_copy(tree, kept, library, tmp_path, device_border):
    path = write(tree / "x", b"x" * 5_000_000)
    plan = move_plan([path], kept, tree, tmp_path / "target")
    report = execute(plan, library, CancelAt(3))
    assert (report.cancelled, only(report).state) == (True, ActState.SKIPPED)
    assert read(path) == b"x" * 5_000_000
    assert not (tmp_path / "target").exists()


@pytest.mark.parametrize("border", [False, True])
def test_progress_adds_up(tree, kept, library, tmp_path, border, request):
    if border:
        request.getfixturevalue("device_border")
    paths = [write(tree / name, name.encode() * 1000) for name in "abc"]
    plan = move_plan(paths, kept, tree, tmp_path / "target")
    os.unlink(paths[0])
    control = Control()
    execute(plan, library, control)
    progress = control.snapshot()
    assert progress.phase is Phase.ACTING
    assert (progress.files, progress.files_total, progress.bytes, progress.bytes_total) == (3, 3, 3000, 3000)
    assert progress.problems == 1


def test_an_empty_plan_is_an_empty_batch(library):
    report = execute(Plan(ActKind.TRASH, ()), library)
    assert report.acts == ()
    assert batches.reconcile(library) == []

"""Copy, delete for good, hard link, symbolic link and reflink on real files, and their way back."""

import errno
import os
import stat
import subprocess
from dataclasses import replace

import pytest

from simfinder.actions.execute import preconditions
from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import open_elsewhere, operations, syscalls
from simfinder.actions.methods import link_replacement
from simfinder.actions.methods import swap as swapping
from simfinder.errors import UsageError
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, ActState, Plan
from simfinder.signatures.content_hash import content_hash
from simfinder.store.library.library import Library
from tests.unit.actions.world import (
    LINKS,
    CancelAt,
    only,
    photograph,
    plan_of,
    planned,
    read,
    record,
    refuse,
    seen,
    write,
)

DATA = b"the same in both\n" * 300
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="root's work")


@pytest.fixture
def kept(tree):
    return write(tree / "kept.txt", DATA, mode=0o644)


@pytest.fixture
def twin(tree, kept):
    path = write(tree / "b" / "twin.txt", DATA, mode=0o600, mtime_ns=1_400_000_000_987_654_321)
    os.setxattr(path, "user.note", b"\0mine\xff")
    os.utime(path, ns=(1_400_000_000_000_000_001, 1_400_000_000_987_654_321))
    return path


def run(kind, paths, kept, library, tree=None, target=None, **kwargs):
    return execute(plan_of(kind, paths, kept, tree, target), library, **kwargs)


def leftovers(folder):
    return [
        name for _, _, names in os.walk(folder) for name in names if name.startswith(operations.TEMPORARY)
    ]


def skipped(kind, path, kept, library, reason):
    before = photograph(os.path.dirname(kept))
    act = only(run(kind, [path], kept, library))
    assert act.state is ActState.SKIPPED
    assert reason in act.reason
    assert act.bytes_freed == 0
    assert photograph(os.path.dirname(kept)) == before


def failed(act, reason):
    assert act.state is ActState.FAILED
    assert reason in act.reason


# links
@pytest.mark.parametrize("kind", LINKS)
def test_a_link_takes_the_place_and_undo_gives_all_of_it_back(kind, tree, kept, twin, library, blocks):
    before = photograph(tree, folder_times=True)
    report = run(kind, [twin], kept, library)
    act = only(report)
    assert (act.state, act.to, act.reason) == (ActState.DONE, kept, "")
    assert report.bytes_freed == len(DATA)
    assert read(twin) == DATA
    assert leftovers(tree) == []
    after = os.lstat(twin)
    if kind is ActKind.HARDLINK:
        assert os.path.samefile(kept, twin)
        assert not os.path.islink(twin)
    elif kind is ActKind.SYMLINK:
        assert os.readlink(twin) == kept
        assert after.st_mtime_ns == 1_400_000_000_987_654_321
    else:
        assert (after.st_mtime_ns, stat.S_IMODE(after.st_mode)) == (1_400_000_000_987_654_321, 0o600)
        assert os.getxattr(twin, "user.note") == b"\0mine\xff"
        assert not os.path.samefile(kept, twin)
    undone = undo(library)
    assert only(undone).state is ActState.UNDONE
    assert undone.bytes_freed == 0
    assert photograph(tree, folder_times=True) == before
    assert os.getxattr(twin, "user.note") == b"\0mine\xff"
    assert (os.lstat(twin).st_nlink, os.lstat(kept).st_nlink) == (1, 1)


@pytest.mark.parametrize("kind", LINKS)
def test_only_identical_files_become_links(kind, tree, kept, library):
    skipped(kind, write(tree / "other", b"not the same"), kept, library, "is not identical")


@pytest.mark.parametrize("kind", LINKS)
def test_a_scan_that_was_wrong_about_identity_is_found_out(kind, tree, kept, library, blocks):
    path = write(tree / "liar", DATA[:-1] + b"!")
    act = planned(path, kept)
    plan = Plan(kind, (planned(path, kept, content=act.survivor_content),))
    report = execute(plan, library)
    assert only(report).state is ActState.SKIPPED
    assert "the bytes differ" in only(report).reason
    assert read(path) == DATA[:-1] + b"!"


def test_no_blocks_to_share_leaves_the_file_as_it_was(tree, kept, twin, library, monkeypatch):
    monkeypatch.setattr(syscalls, "share_blocks", refuse(errno.EOPNOTSUPP))
    before = photograph(tree)
    failed(only(run(ActKind.REFLINK, [twin], kept, library)), "the disk can't share blocks between files")
    assert photograph(tree) == before


def test_the_real_call_for_shared_blocks(tree, kept, twin, library):
    """Wherever the tests run: it works, or it says that it can't be had, and nothing is touched."""
    before = photograph(tree)
    act = only(run(ActKind.REFLINK, [twin], kept, library))
    assert act.state is ActState.DONE or "the disk can't share blocks" in act.reason
    assert photograph(tree) == before


def test_shared_blocks_that_read_differently_are_not_taken(tree, kept, twin, library, monkeypatch):
    monkeypatch.setattr(syscalls, "share_blocks", lambda _source, target: os.pwrite(target, b"garbage", 0))
    before = photograph(tree)
    failed(only(run(ActKind.REFLINK, [twin], kept, library)), "does not read like the file")
    assert photograph(tree) == before


@pytest.mark.parametrize("kind", LINKS)
@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two renames"])
def test_saved_over_in_the_last_moment(kind, exchange, tree, kept, twin, library, blocks, monkeypatch):
    """A program writes a new file over it, right before the link takes its place."""
    if not exchange:
        monkeypatch.setattr(syscalls, "exchange", refuse(errno.EINVAL))
    real = swapping._change_places

    def change_places(swap):
        write(twin + ".new", b"an hour of work")
        os.rename(twin + ".new", twin)
        return real(swap)

    monkeypatch.setattr(swapping, "_change_places", change_places)
    act = only(run(kind, [twin], kept, library))
    assert act.state is ActState.FAILED
    assert b"an hour of work" in [read(path) for path in tree.rglob("*") if path.is_file()]
    if leftovers(tree):
        assert " is at " in act.reason
    else:
        assert read(twin) == b"an hour of work"


def test_a_hard_link_to_another_disk_is_told(tree, kept, twin, library, monkeypatch):
    monkeypatch.setattr(syscalls, "make_link", refuse(errno.EXDEV))
    failed(only(run(ActKind.HARDLINK, [twin], kept, library)), "another disk")
    assert read(twin) == DATA


@AS_ROOT
def test_a_hard_link_would_give_a_foreign_file_away(tree, kept, twin, library):
    os.chown(twin, 1234, 1234)
    skipped(ActKind.HARDLINK, twin, kept, library, "another owner")


def test_a_file_with_other_names_frees_nothing(tree, kept, twin, library):
    os.link(twin, tree / "another name")
    assert run(ActKind.HARDLINK, [twin], kept, library).bytes_freed == 0
    assert read(tree / "another name") == DATA


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_that_is_no_longer_ours_is_left(kind, tree, kept, twin, library, blocks):
    run(kind, [twin], kept, library)
    os.unlink(twin)
    write(twin, b"something new")
    act = only(undo(library))
    assert act.state is ActState.DONE
    # a file system may give the inode of the reflink to the new file: then its content tells
    assert "is no longer the link that was made" in act.reason or kind is ActKind.REFLINK
    assert read(twin) == b"something new"


@pytest.mark.parametrize("kind", LINKS)
def test_a_link_that_is_gone_is_told(kind, kept, twin, library, blocks):
    run(kind, [twin], kept, library)
    os.unlink(twin)
    act = only(undo(library))
    assert act.state is ActState.DONE
    assert kept in act.reason


@pytest.mark.parametrize("kind", LINKS)
def test_content_changed_through_the_link_can_not_come_back(kind, tree, kept, twin, library, blocks):
    run(kind, [twin], kept, library)
    with open(twin, "r+b") as file:
        file.write(b"edited")
    act = only(undo(library))
    assert act.state is ActState.DONE
    assert "changed since" in act.reason
    assert read(twin).startswith(b"edited")
    assert leftovers(tree) == []


def test_a_dangling_symlink_is_told(tree, kept, twin, library):
    run(ActKind.SYMLINK, [twin], kept, library)
    os.unlink(kept)
    assert "is gone" in only(undo(library)).reason
    assert os.path.islink(twin)


def test_undo_of_a_link_without_room(tree, kept, twin, library, monkeypatch):
    run(ActKind.HARDLINK, [twin], kept, library)
    monkeypatch.setattr(syscalls, "room", lambda _folder: 10)
    assert "No space left" in only(undo(library)).reason
    assert os.path.samefile(kept, twin)
    assert leftovers(tree) == []
    monkeypatch.undo()
    assert only(undo(library)).state is ActState.UNDONE


@pytest.mark.parametrize("kind", LINKS)
def test_names_of_every_kind(kind, tree, library, blocks):
    names = [b"\xff\xfe not utf-8", b"two\nlines", b"n" * 255, "ü".encode() * 127, b" ", b"-rf", b"'$(x)\"`"]
    kept = write(os.path.join(os.fsdecode(os.fsencode(tree)), "k" * 255), DATA)
    paths = [write(os.path.join(tree, "sub", os.fsdecode(name)), DATA) for name in names]
    before = photograph(tree)
    report = run(kind, paths, kept, library)
    assert report.count(ActState.DONE) == len(names)
    assert undo(library).count(ActState.UNDONE) == len(names)
    assert photograph(tree) == before


# deleting
def test_delete_and_what_undo_says(tree, kept, twin, library):
    report = run(ActKind.DELETE, [twin], kept, library)
    assert (only(report).state, only(report).to, report.bytes_freed) == (ActState.DONE, None, len(DATA))
    assert os.listdir(os.path.dirname(twin)) == []
    act = only(undo(library))
    assert act.state is ActState.DONE
    assert f"can't come back; the same content is at {kept}" in act.reason
    os.unlink(kept)
    assert "is gone too" in only(undo(library)).reason


def test_delete_of_an_older_version(tree, kept, library):
    run(ActKind.DELETE, [write(tree / "older", b"an older text")], kept, library)
    assert f"{kept} stayed for it" in only(undo(library)).reason


def test_what_a_scan_was_misled_about_is_not_deleted(tree, kept, library):
    """A change that keeps size and time, then another name: the cache takes it for the file it knows."""
    path = write(tree / "older", b"an older text")
    plan = plan_of(ActKind.DELETE, [path], kept, None, None)
    (act,) = plan.acts
    plan = replace(plan, acts=(replace(act, content=content_hash(b"another tale!")),))
    before = photograph(tree)
    done = only(execute(plan, library))
    assert (done.state, done.reason) == (ActState.SKIPPED, "its content changed since the scan")
    assert photograph(tree) == before


def test_delete_saved_over_in_the_last_moment(tree, kept, twin, library, monkeypatch):
    real = syscalls.exclusive_rename

    def rename(source, target):
        if source == twin:
            os.rename(write(twin + ".new", b"new work"), twin)
        real(source, target)

    monkeypatch.setattr(syscalls, "exclusive_rename", rename)
    failed(only(run(ActKind.DELETE, [twin], kept, library)), "changed while it was being deleted")
    assert read(twin) == b"new work"
    assert leftovers(tree) == []


@pytest.mark.parametrize("kind", [ActKind.DELETE, ActKind.TRASH, ActKind.MOVE])
def test_an_alias_that_no_number_tells(kind, tree, kept, library, home, monkeypatch, tmp_path):
    """A file system that invents inode numbers: both names are one file, and go together. It comes back."""
    path = write(tree / "Kept.txt", DATA)
    real = syscalls.exclusive_rename

    def rename(source, target):
        real(source, target)
        if source == path:
            os.rename(kept, kept + " hidden")
        if target == path:
            os.rename(kept + " hidden", kept)

    monkeypatch.setattr(syscalls, "exclusive_rename", rename)
    before = photograph(tree)
    failed(only(run(kind, [path], kept, library, tree, tmp_path / "target")), f"({kept}) is gone")
    assert photograph(tree) == before
    assert leftovers(tmp_path) == []
    assert not (tmp_path / "target").exists()


def test_delete_never_takes_the_last_one(tree, kept, twin, library):
    plan = Plan(ActKind.DELETE, (planned(twin, kept), planned(kept, twin)))
    report = execute(plan, library)
    assert [act.state for act in report.acts] == [ActState.SKIPPED, ActState.SKIPPED]
    assert read(kept) == read(twin) == DATA


@AS_ROOT
@pytest.mark.parametrize("kind", [ActKind.DELETE, ActKind.TRASH, ActKind.HARDLINK])
def test_immutable_files(kind, tree, kept, twin, library):
    if subprocess.run(["chattr", "+i", twin], capture_output=True, check=False).returncode:
        pytest.skip("no immutable files here")
    try:
        act = only(run(kind, [twin], kept, library))
        failed(act, "Operation not permitted")
        assert read(twin) == DATA
        assert leftovers(tree) == []
    finally:
        subprocess.run(["chattr", "-i", twin], check=True)


# copying
def test_copies_and_their_way_back(tree, kept, twin, library, tmp_path):
    before = photograph(tree, folder_times=True)
    report = run(ActKind.COPY, [twin], kept, library, tree, tmp_path / "target")
    act = only(report)
    assert (act.state, act.to, report.bytes_freed) == (ActState.DONE, str(tmp_path / "target/b/twin.txt"), 0)
    assert photograph(tree, folder_times=True) == before
    copy, own = os.stat(act.to), os.stat(twin)
    assert read(act.to) == DATA
    assert (copy.st_mtime_ns, copy.st_mode) == (own.st_mtime_ns, own.st_mode)
    assert os.getxattr(act.to, "user.note") == b"\0mine\xff"
    assert only(undo(library)).state is ActState.UNDONE
    assert not (tmp_path / "target").exists()
    assert photograph(tree, folder_times=True) == before


def test_a_copy_never_overwrites(tree, kept, twin, library, tmp_path):
    plan = plan_of(ActKind.COPY, [twin], kept, tree, tmp_path / "target")
    taken = write(tmp_path / "target/b/twin.txt", b"was here")
    act = only(execute(plan, library))
    assert act.to == str(tmp_path / "target/b/twin (2).txt")
    assert read(taken) == b"was here"


@pytest.mark.parametrize(
    "what", ["original gone", "copy changed", "original changed", "copy gone", "copy replaced"]
)
def test_a_copy_one_may_rely_on_stays(what, tree, kept, twin, library, tmp_path):
    to = only(run(ActKind.COPY, [twin], kept, library, tree, tmp_path / "target")).to
    if what == "original gone":
        os.unlink(twin)
    elif what == "copy gone":
        os.unlink(to)
    elif what == "copy replaced":
        os.unlink(to)
        os.link(twin, to)
    else:
        with open(to if what == "copy changed" else twin, "r+b") as file:
            file.write(b"edited")
    act = only(undo(library))
    assert act.state is ActState.DONE
    assert to in act.reason
    assert os.path.exists(to) == (what != "copy gone")


def test_a_cancelled_copy_leaves_nothing(tree, kept, library, tmp_path):
    path = write(tree / "big", b"x" * (3 << 20))
    report = run(ActKind.COPY, [path], kept, library, tree, tmp_path / "target", control=CancelAt(3))
    assert report.cancelled
    assert only(report).state is ActState.SKIPPED
    assert not (tmp_path / "target").exists()


# what was looked at is what is acted on
@pytest.mark.parametrize("kind", [ActKind.TRASH, ActKind.MOVE, ActKind.DELETE, ActKind.HARDLINK])
def test_a_folder_swapped_after_the_check(kind, tree, kept, twin, library, tmp_path, monkeypatch):
    """The folder is renamed and a link to another one, with a precious file of that name, takes its place."""
    precious = write(tmp_path / "precious/twin.txt", b"precious")
    plan = plan_of(kind, [twin], kept, tree, tmp_path / "target")
    folder = os.path.dirname(twin)
    real = Library.update

    def update(self, batch, changes):
        real(self, batch, changes)
        if not os.path.islink(folder):
            os.rename(folder, folder + " moved")
            os.symlink(tmp_path / "precious", folder)

    monkeypatch.setattr(Library, "update", update)
    report = execute(plan, library)
    assert read(precious) == b"precious"
    assert os.listdir(tmp_path / "precious") == ["twin.txt"]
    assert only(report).state in (ActState.DONE, ActState.FAILED)
    if only(report).state is ActState.FAILED:
        assert read(folder + " moved/twin.txt") == DATA


def test_a_folder_swapped_before_the_act_is_noticed(tree, kept, twin, library, tmp_path, monkeypatch):
    from simfinder.actions.execute import preconditions

    folder = os.path.dirname(twin)
    real = preconditions.same_bytes

    def same_bytes(a, b, control):
        found = real(a, b, control)
        os.rename(folder, folder + " moved")
        os.symlink(tmp_path, folder)
        return found

    monkeypatch.setattr(preconditions, "same_bytes", same_bytes)
    failed(only(run(ActKind.DELETE, [twin], kept, library)), "replaced by something else")
    assert read(folder + " moved/twin.txt") == DATA


@pytest.mark.parametrize("kind", [ActKind.MOVE, ActKind.COPY])
def test_links_below_the_target_are_not_followed(kind, tree, kept, twin, library, tmp_path):
    (tmp_path / "target").mkdir()
    (tmp_path / "outside").mkdir()
    os.symlink(tmp_path / "outside", tmp_path / "target/b")
    act = only(run(kind, [twin], kept, library, tree, tmp_path / "target"))
    failed(act, "Not a directory")
    assert read(twin) == DATA
    assert os.listdir(tmp_path / "outside") == []


def test_a_target_that_is_a_link_is_what_was_chosen(tree, kept, twin, library, tmp_path):
    (tmp_path / "outside").mkdir()
    os.symlink(tmp_path / "outside", tmp_path / "target")
    act = only(run(ActKind.MOVE, [twin], kept, library, tree, tmp_path / "target"))
    assert act.state is ActState.DONE
    assert read(tmp_path / "outside/b/twin.txt") == DATA


def test_a_target_swapped_meanwhile_sends_the_file_back(tree, kept, twin, library, tmp_path, monkeypatch):
    target = tmp_path / "target"
    (target / "b").mkdir(parents=True)
    real = syscalls.exclusive_rename

    def rename(source, to):
        if source == twin:
            os.rename(target / "b", target / "elsewhere")
            (target / "b").mkdir()
        real(source, to)

    monkeypatch.setattr(syscalls, "exclusive_rename", rename)
    failed(only(run(ActKind.MOVE, [twin], kept, library, tree, target)), "was replaced meanwhile")
    assert read(twin) == DATA


@pytest.mark.parametrize("kind", PLAN_KINDS)
def test_paths_longer_than_the_system_takes(kind, tmp_path, library, blocks):
    here = os.open(tmp_path, os.O_RDONLY)
    path = str(tmp_path)
    try:
        for _ in range(30):
            name = "d" * 200
            os.mkdir(name, dir_fd=here)
            deeper = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here, path = deeper, os.path.join(path, name)
        for name in ("kept", "twin"):
            file = os.open(name, os.O_WRONLY | os.O_CREAT, 0o644, dir_fd=here)
            os.write(file, DATA)
            os.close(file)
        files = {}
        for name in ("kept", "twin"):
            status = os.stat(name, dir_fd=here)
            files[name] = replace(
                record(tmp_path),
                path=os.path.join(path, name),
                inode=status.st_ino,
                size=status.st_size,
                mtime_ns=status.st_mtime_ns,
                ctime_ns=status.st_ctime_ns,
                mode=status.st_mode,
            )
        model = write(tmp_path / "model", DATA)
        to = str(tmp_path / "target" / "twin") if kind.needs_target else None
        act = replace(planned(model, model, to=to), file=files["twin"], survivor=files["kept"])
        report = execute(Plan(kind, (act,), str(tmp_path / "target")), library)
        if kind is ActKind.SYMLINK:  # no link can say so long a path
            failed(only(report), "File name too long")
            assert sorted(os.listdir(here)) == ["kept", "twin"]
            return
        assert only(report).state is ActState.DONE, only(report).reason
        assert ("twin" in os.listdir(here)) == (kind is ActKind.COPY or kind.is_link)
        if kind is not ActKind.DELETE:
            assert only(undo(library)).state is ActState.UNDONE
            assert sorted(os.listdir(here)) == ["kept", "twin"]
    finally:
        os.close(here)


# undo of some, and two at once
def test_undo_of_single_files(tree, kept, library):
    paths = [write(tree / name, DATA) for name in "abc"]
    run(ActKind.TRASH, paths, kept, library)
    report = undo(library, only=[paths[1]])
    assert [act.state for act in report.acts] == [ActState.DONE, ActState.UNDONE, ActState.DONE]
    assert [os.path.exists(path) for path in paths] == [False, True, False]
    with pytest.raises(UsageError, match="has no such file"):
        undo(library, only=["/elsewhere"])
    with pytest.raises(UsageError, match="nothing of batch 1 is left"):
        undo(library, only=[paths[1]])
    assert undo(library).count(ActState.UNDONE) == 3


def test_an_undo_while_another_program_acts(tree, kept, twin, library):
    run(ActKind.TRASH, [twin], kept, library)
    with Library.open() as other, other.acting() as alone:
        assert alone
        with pytest.raises(UsageError, match="another SimFinder"):
            undo(library)
    assert only(undo(library)).state is ActState.UNDONE


def test_the_second_of_two_windows_on_one_cluster(tree, kept, twin, library):
    """The other one has deleted what this one wanted to keep."""
    plan = Plan(ActKind.DELETE, (planned(kept, twin),))
    with Library.open() as other:
        assert only(run(ActKind.DELETE, [twin], kept, other)).state is ActState.DONE
    act = only(execute(plan, library))
    assert (act.state, act.reason) == (ActState.SKIPPED, f"the file that stays ({twin}) is gone")
    assert read(kept) == DATA


@pytest.mark.parametrize("version", [2, 3])
def test_a_library_of_a_version_before(tree, kept, twin, home, version):
    """An upgrade: a batch that was done before it is undone after it."""
    import sqlite3

    from simfinder.store import app_dirs

    with Library.open() as library:
        run(ActKind.TRASH, [twin], kept, library)
    with sqlite3.connect(app_dirs.library_file()) as base:
        base.execute("DROP INDEX waiting_batches")
        base.execute("ALTER TABLE batches DROP COLUMN waiting")
        base.execute("ALTER TABLE ignored DROP COLUMN first_only")
        for column in ("folder_mark", "target_mark", "freed", "link_inode")[: 2 if version == 3 else 4]:
            base.execute(f"ALTER TABLE acts DROP COLUMN {column}")
        base.execute(f"PRAGMA user_version = {version}")
    base.close()
    with Library.open() as library:
        report = undo(library)
    assert only(report).state is ActState.UNDONE
    assert read(twin) == DATA


def test_marks_tell_a_link_from_a_file():
    assert link_replacement.link_mark(ActKind.SYMLINK, 5).kind == stat.S_IFLNK
    assert link_replacement.link_mark(ActKind.HARDLINK, None) is None


def test_attributes_that_can_not_be_read_stop_a_link(tree, kept, twin, library, blocks, monkeypatch):
    """Taken for a file without any, it would lose them for ever."""
    os.setxattr(twin, "user.note", b"mine")
    before = photograph(tree)
    for name, number in (("listxattr", errno.EIO), ("getxattr", errno.EIO), ("getxattr", errno.EACCES)):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, refuse(number))
            act = only(execute(plan_of(ActKind.REFLINK, [twin], kept), library))
        assert act.state is ActState.FAILED
        assert photograph(tree) == before
        assert os.getxattr(twin, "user.note") == b"mine"


def test_shared_blocks_without_the_attributes_are_not_taken(tree, kept, twin, library, blocks, monkeypatch):
    os.setxattr(twin, "user.note", b"mine")
    before = photograph(tree)
    monkeypatch.setattr(os, "setxattr", refuse(errno.ENOSPC))
    act = only(execute(plan_of(ActKind.REFLINK, [twin], kept), library))
    assert act.state is ActState.FAILED
    assert "attributes" in act.reason
    assert photograph(tree) == before
    assert os.getxattr(twin, "user.note") == b"mine"


# programs that have files open
@pytest.mark.parametrize("kind", [ActKind.TRASH, ActKind.MOVE, ActKind.DELETE, *LINKS])
def test_a_file_that_is_open_for_writing_is_left(kind, tree, kept, twin, library, blocks, tmp_path):
    before = photograph(tree)
    with open(twin, "r+b"):
        act = only(run(kind, [twin], kept, library, tree, tmp_path / "target"))
    assert (act.state, act.reason) == (ActState.SKIPPED, "a program has it open for writing")
    assert photograph(tree) == before


@pytest.mark.parametrize("kind", [ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK])
def test_a_file_that_was_written_to_since_it_was_read_is_left(kind, tree, kept, twin, library, monkeypatch):
    """Written to with size and time as before, right after the bytes were compared."""
    real, status = preconditions.same_bytes, os.stat(twin)

    def same_bytes(a, b, control):
        same = real(a, b, control)
        with open(twin, "r+b") as file:
            file.write(b"D")
        os.utime(twin, ns=(status.st_atime_ns, status.st_mtime_ns))
        return same

    monkeypatch.setattr(preconditions, "same_bytes", same_bytes)
    failed(only(run(kind, [twin], kept, library)), "changed while it was being ")
    assert read(twin)[:1] == b"D"
    assert leftovers(tree) == []


@pytest.mark.parametrize("kind", LINKS)
def test_an_undo_waits_until_nobody_writes_through_the_link(kind, tree, kept, twin, library, blocks):
    before = seen(tree)
    run(kind, [twin], kept, library)
    with open(twin, "r+b"):
        act = only(undo(library))
    assert (act.state, act.reason) == (ActState.DONE, "a program has it open for writing")
    assert leftovers(tree) == []
    assert only(undo(library)).state is ActState.UNDONE
    assert seen(tree) == before


def test_the_undo_of_a_copy_leaves_one_that_is_open(tree, kept, twin, library, tmp_path):
    run(ActKind.COPY, [twin], kept, library, tree, tmp_path / "target")
    copy = tmp_path / "target" / "b" / "twin.txt"
    with open(copy, "r+b"):
        act = only(undo(library))
    assert (act.state, act.reason) == (ActState.DONE, "a program has it open for writing")
    assert copy.exists()


@pytest.mark.parametrize("kind", [ActKind.DELETE, ActKind.HARDLINK, ActKind.SYMLINK])
def test_what_is_saved_in_the_last_moment_is_in_the_report(kind, tree, kept, twin, library, monkeypatch):
    """On a file system without leases, by a program that opened the file after it was looked at."""
    monkeypatch.setattr(open_elsewhere, "_take_lease", lambda _file, _path: False)
    real, writer = syscalls.remove, open(twin, "r+b", buffering=0)  # noqa: SIM115 - written to within

    def remove(name):
        real(name)
        writer.write(b"new work")

    monkeypatch.setattr(syscalls, "remove", remove)
    with writer:
        act = only(run(kind, [twin], kept, library))
    beside = str(tree / "b" / "twin (saved meanwhile).txt")
    assert act.state is ActState.DONE
    assert act.reason == f"a program saved into it in the last moment; what it saved is at {beside}"
    assert read(beside)[:8] == b"new work"

"""The traps that finders of duplicates are known to fall into: none of them costs a file here.

After the list that rmlint's documentation keeps of them ("Cautions"), told in our own words, and with the acts added
that it does not speak of. What is reached twice by a scan is one file there (``scan.walk``); here a plan claims
otherwise, as a stale or foreign plan may.
"""

import os
import subprocess
from dataclasses import replace

import pytest

from simfinder.actions.execute.executor import execute, undo
from simfinder.actions.filesystem import syscalls
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, ActState, Plan
from tests.helpers.faults.made_mounts import SECOND_WAYS, in_namespace, mounted
from tests.unit.actions.world import only, photograph, plan_of, planned, read, share_by_copying, write

DATA = b"important\n" * 200
GOING = [kind for kind in PLAN_KINDS if kind is not ActKind.COPY]
ROOT = os.geteuid() == 0
pytestmark = pytest.mark.usefixtures("blocks")


def tricked(kind, path, survivor, library, tmp_path, **kwargs):
    """What becomes of the only file when a plan says that one path to it is a duplicate of another."""
    plan = plan_of(kind, [path], survivor, os.path.dirname(path), tmp_path / "target")
    act = only(execute(plan, library, **kwargs))
    assert act.bytes_freed == 0
    return act


@pytest.fixture
def mount():
    """Mount something, taken away at the end; skips where that is not allowed."""
    points = []

    def mounting(*arguments):
        if (
            not ROOT
            or subprocess.run(["mount", *map(str, arguments)], capture_output=True, check=False).returncode
        ):
            pytest.skip("nothing can be mounted here")
        points.append(str(arguments[-1]))

    yield mounting
    for point in reversed(points):
        subprocess.run(["umount", point], check=True)


# one file by two paths
@pytest.mark.parametrize("kind", GOING)
def test_the_same_path_twice(kind, tree, library, tmp_path):
    path = write(tree / "file", DATA)
    assert tricked(kind, path, path, library, tmp_path).state is ActState.SKIPPED
    assert read(path) == DATA


@pytest.mark.parametrize("kind", GOING)
def test_by_a_link_to_the_folder(kind, tree, library, tmp_path):
    path = write(tree / "dir/file", DATA)
    os.symlink("dir", tree / "link")
    other = str(tree / "link/file")
    assert tricked(kind, other, path, library, tmp_path).state is ActState.SKIPPED
    assert tricked(kind, path, other, library, tmp_path).state is ActState.SKIPPED
    assert read(path) == DATA


@pytest.mark.parametrize("kind", GOING)
def test_by_a_loop_of_links(kind, tree, library, tmp_path):
    path = write(tree / "file", DATA)
    os.symlink(".", tree / "again")
    round_and_round = str(tree / "again/again/again/again/file")
    assert tricked(kind, round_and_round, path, library, tmp_path).state is ActState.SKIPPED
    assert read(path) == DATA


@pytest.mark.parametrize("kind", GOING)
def test_by_a_bind_mount(kind, tree, library, tmp_path, mount):
    path = write(tree / "dir/file", DATA)
    (tree / "bound").mkdir()
    mount("--bind", tree / "dir", tree / "bound")
    assert tricked(kind, str(tree / "bound/file"), path, library, tmp_path).state is ActState.SKIPPED
    assert read(path) == DATA


@pytest.mark.parametrize("kind", GOING)
def test_by_a_hard_link(kind, tree, library, tmp_path):
    """Two names, one file: nothing would be freed, and the name that stays might be next."""
    path = write(tree / "file", DATA)
    os.link(path, tree / "other")
    act = tricked(kind, str(tree / "other"), path, library, tmp_path)
    assert (act.state, act.reason) == (
        ActState.SKIPPED,
        f"is the file that stays ({path}), or another name of it",
    )
    assert os.stat(path).st_nlink == 2


@pytest.mark.parametrize("kind", GOING)
def test_a_symbolic_link_as_the_one_that_stays(kind, tree, library, tmp_path):
    path = write(tree / "file", DATA)
    link = str(tree / "link")
    os.symlink(path, link)
    plan = plan_of(kind, [path], path, tree, tmp_path / "target")
    plan = replace(plan, acts=(replace(plan.acts[0], survivor=replace(plan.acts[0].file, path=link)),))
    assert only(execute(plan, library)).state is ActState.SKIPPED
    assert read(path) == DATA


@pytest.mark.parametrize("kind", GOING)
def test_links_that_lead_in_a_circle(kind, tree, library, tmp_path):
    path, kept = write(tree / "file", DATA), write(tree / "kept", DATA)
    plan = plan_of(kind, [path], kept, tree, tmp_path / "target")
    os.unlink(path)
    os.symlink("round", path)
    os.symlink("file", tree / "round")
    assert only(execute(plan, library)).state is ActState.SKIPPED
    assert os.readlink(path) == "round"


@pytest.mark.parametrize("way", SECOND_WAYS)
@pytest.mark.parametrize("shown", [False, True])
@in_namespace
def test_under_two_devices(way, shown, library, tmp_path, monkeypatch):
    """An overlay or a FUSE mount shows a file under a device of its own: the plan says that one is a copy."""
    monkeypatch.setattr(syscalls, "share_blocks", share_by_copying)
    path, other = str(tmp_path / "disk/files/a"), str(tmp_path / "shown/a")
    with mounted("-t", "tmpfs", "none", tmp_path / "disk"):
        write(path, DATA)
        with SECOND_WAYS[way](tmp_path / "disk/files", tmp_path / "shown"):
            going, kept = (other, path) if shown else (path, other)
            for kind in GOING:
                if way == "like rclone" and kind in (ActKind.MOVE, ActKind.TRASH):
                    continue  # it does not notice, and the file can be put back
                act = tricked(kind, going, kept, library, tmp_path)
                assert act.state in (ActState.SKIPPED, ActState.FAILED), (kind, act)
                assert read(path) == DATA


# what is called identical
@pytest.mark.parametrize("kind", GOING)
def test_two_contents_with_one_hash(kind, tree, library, tmp_path):
    """A collision, as someone may make one: the bytes are compared, whatever the hash says."""
    path, kept = write(tree / "letter", b"grant access"), write(tree / "order", b"deny access!")
    act = planned(path, kept)
    to = str(tmp_path / "target/letter") if kind.needs_target else None
    plan = Plan(kind, (replace(act, content=act.survivor_content, to=to),), str(tmp_path / "target"))
    before = photograph(tree)
    assert "the bytes differ" in only(execute(plan, library)).reason
    assert photograph(tree) == before


@pytest.mark.parametrize("kind", GOING)
def test_a_plan_from_yesterday(kind, tree, library, tmp_path):
    """The file was edited since, in place, with its size and its time put back."""
    path, kept = write(tree / "file", DATA), write(tree / "kept", DATA)
    plan = plan_of(kind, [path], kept, tree, tmp_path / "target")
    write(path, b"I" + DATA[1:])
    before = photograph(tree)
    assert only(execute(plan, library)).state is ActState.SKIPPED
    assert photograph(tree) == before


@pytest.mark.parametrize("kind", GOING)
def test_every_copy_is_marked(kind, tree, library, tmp_path):
    paths = [write(tree / name, DATA) for name in "abc"]
    acts = []
    for at, path in enumerate(paths):
        to = str(tmp_path / "target" / os.path.basename(path)) if kind.needs_target else None
        acts.append(planned(path, paths[(at + 1) % 3], to=to))
    report = execute(Plan(kind, tuple(acts), str(tmp_path / "target")), library)
    assert report.count(ActState.SKIPPED) == 3
    assert [read(path) for path in paths] == [DATA] * 3


@pytest.mark.parametrize("kind", GOING)
def test_the_trash_as_the_keeper(kind, tree, library, tmp_path, home):
    kept = write(home / ".local/share/Trash/files/file", DATA)
    path = write(tree / "file", DATA)
    assert "is in the Trash" in tricked(kind, path, kept, library, tmp_path).reason
    other = write(tmp_path / ".Trash-1000/files/x", DATA)
    assert "is in the Trash" in tricked(kind, path, other, library, tmp_path).reason
    assert read(path) == DATA


# the link before the file goes
@pytest.mark.parametrize("kind", [kind for kind in ActKind if kind.is_link])
def test_the_name_is_never_without_a_file(kind, tree, library, tmp_path, monkeypatch):
    """A link that fails must not have cost the file first: at every step something whole lies at the path."""
    path, kept = write(tree / "file", DATA), write(tree / "kept", DATA)
    plan = plan_of(kind, [path], kept)
    for name in ("make_link", "make_symlink", "exchange", "remove", "status", "share_blocks", "sync_folder"):
        real = getattr(syscalls, name)

        def looking(*args, real=real, **kwargs):
            with open(path, "rb", opener=lambda at, flags: os.open(at, flags | os.O_NOATIME)) as file:
                assert file.read() == DATA
            return real(*args, **kwargs)

        monkeypatch.setattr(syscalls, name, looking)
    assert only(execute(plan, library)).state is ActState.DONE


@pytest.mark.parametrize("kind", [ActKind.HARDLINK, ActKind.REFLINK])
def test_a_link_to_another_file_system(kind, tree, library, tmp_path, mount, monkeypatch):
    monkeypatch.undo()  # the real call for shared blocks
    (tmp_path / "disk").mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", tmp_path / "disk")
    path, kept = write(tree / "file", DATA), write(tmp_path / "disk/kept", DATA)
    act = only(execute(plan_of(kind, [path], kept), library))
    assert act.state is ActState.FAILED
    assert "another disk" in act.reason or "can't share blocks" in act.reason
    assert os.listdir(tree) == ["file"]
    assert read(path) == DATA


# names
NAMES = [
    b"two words", b"a,b", b"\\t\\r\\\"\\b\\f\\\\,.", b"new\nline", b"\x01\x7f", b"\xff\xc0", b"-rf", b"$(rm x)`'\"",
    b"trailing ", b"*", b"~", b".simfinder-not ours.part", b"n" * 255,
]  # fmt: skip


@pytest.mark.parametrize("kind", PLAN_KINDS)
def test_any_name(kind, tree, library, tmp_path):
    kept = write(tree / "kept", DATA)
    paths = [write(os.path.join(tree, "sub", os.fsdecode(name)), DATA) for name in NAMES]
    before = photograph(tree)
    report = execute(plan_of(kind, paths, kept, tree, tmp_path / "target"), library)
    assert report.count(ActState.DONE) == len(NAMES)
    if kind is not ActKind.DELETE:
        assert undo(library).count(ActState.UNDONE) == len(NAMES)
        assert photograph(tree) == before


# protected folders
@pytest.mark.parametrize("kind", GOING)
def test_a_protected_folder_under_another_mount(kind, tree, library, tmp_path, mount):
    """Only a part of it is mounted elsewhere: no folder above the file, there, is the protected one."""
    kept = write(tree / "kept", DATA)
    write(tree / "safe/deep/file", DATA)
    (tree / "bound").mkdir()
    mount("--bind", tree / "safe/deep", tree / "bound")
    act = tricked(kind, str(tree / "bound/file"), kept, library, tmp_path, protected=[str(tree / "safe")])
    assert (act.state, act.reason) == (ActState.SKIPPED, "is in a protected folder")
    assert read(tree / "safe/deep/file") == DATA


@pytest.mark.parametrize("kind", GOING)
def test_another_name_of_a_protected_file(kind, tree, library, tmp_path):
    """It may go, as the protected one keeps its content, its mode and its times, after the undo as well."""
    kept, safe = write(tree / "kept", DATA), write(tree / "safe/file", DATA, mode=0o640)
    other = str(tree / "name")
    os.link(safe, other)
    before = photograph(tree / "safe")
    plan = plan_of(kind, [other], kept, tree, tmp_path / "target")
    report = execute(plan, library, protected=[str(tree / "safe")])
    assert only(report).state is ActState.DONE
    assert report.bytes_freed == 0
    assert photograph(tree / "safe") == before
    os.chmod(safe, 0o604)  # its owner has changed it since: an undo has no business there
    before = photograph(tree / "safe")
    if kind is not ActKind.DELETE:
        assert only(undo(library)).state is ActState.UNDONE
        assert photograph(tree / "safe") == before


# disks
def test_a_full_disk(tree, library, tmp_path, mount):
    """A small one, filled to the brim: copies are refused, nothing is left there and nothing is lost here."""
    target = tmp_path / "full"
    target.mkdir()
    mount("-t", "tmpfs", "-o", "size=256k", "tmpfs", target)
    kept = write(tree / "kept", DATA)
    paths = [write(tree / str(number), bytes([number]) * 100_000) for number in range(5)]
    before = photograph(tree)
    for kind in (ActKind.MOVE, ActKind.COPY):
        report = execute(plan_of(kind, paths, kept, tree, target), library)
        assert report.count(ActState.DONE) == 2
        assert report.count(ActState.FAILED) == 3
        assert all("No space left" in act.reason for act in report.acts if act.state is ActState.FAILED)
        assert len(os.listdir(target)) == 2
        assert undo(library).count(ActState.UNDONE) == 2
        assert photograph(tree) == before
    assert os.listdir(target) == []


def test_a_full_disk_takes_no_link(tmp_path, library, mount, monkeypatch):
    """Not a byte is free where the files are: a link may fail, its file stays."""
    tree = tmp_path / "full"
    tree.mkdir()
    mount("-t", "tmpfs", "-o", "size=64k,nr_inodes=8", "tmpfs", tree)
    kept = write(tree / "kept", DATA)
    paths = [write(tree / name, DATA) for name in "abc"]
    while True:  # all inodes
        try:
            write(tree / f"filler {len(os.listdir(tree))}", b"")
        except OSError:
            break
    before = photograph(tree)
    report = execute(plan_of(ActKind.SYMLINK, paths, kept), library)
    assert report.count(ActState.FAILED) == 3
    assert all("No space left" in act.reason for act in report.acts)
    assert photograph(tree) == before


def test_between_two_real_disks(tree, library, tmp_path, mount):
    """A second ext4 on a loop device: verified copies there, and all of it back."""
    image, target = tmp_path / "image", tmp_path / "second"
    target.mkdir()
    with open(image, "wb") as file:
        file.truncate(4 << 20)
    made = (
        ROOT
        and subprocess.run(["mkfs.ext4", "-q", "-F", image], capture_output=True, check=False).returncode == 0
    )
    if not made:
        pytest.skip("no second disk can be made here")
    mount("-o", "loop", image, target)
    kept = write(tree / "kept", DATA)
    paths = [write(tree / f"d/{number}", bytes([number]) * 5000, mode=0o600 + number) for number in range(6)]
    os.setxattr(paths[0], "user.note", b"mine")
    before = photograph(tree, folder_times=True)
    report = execute(plan_of(ActKind.MOVE, paths, kept, tree, target / "here"), library)
    assert report.count(ActState.DONE) == 6
    assert os.getxattr(target / "here/d/0", "user.note") == b"mine"
    assert undo(library).count(ActState.UNDONE) == 6
    assert photograph(tree, folder_times=True) == before
    assert os.getxattr(paths[0], "user.note") == b"mine"
    assert not (target / "here").exists()


@pytest.mark.parametrize("kind", GOING)
def test_a_read_only_disk(kind, library, tmp_path, mount, home):
    tree = tmp_path / "disk"
    tree.mkdir()
    mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", tree)
    kept, path = write(tree / "kept", DATA), write(tree / "file", DATA)
    plan = plan_of(kind, [path], kept, tree, tmp_path / "target")
    subprocess.run(["mount", "-o", "remount,ro", str(tree)], check=True)
    act = only(execute(plan, library))
    assert act.state is ActState.FAILED
    assert "Read-only file system" in act.reason
    assert read(path) == read(kept) == DATA
    assert not (tmp_path / "target").exists()

"""What a plan frees and warns of, on real files."""

import os
import shutil
from collections import namedtuple

import pytest

from simfinder.actions.plan import assessment
from simfinder.actions.plan.assessment import assessed
from simfinder.actions.rules.choose_files import NOT_IDENTICAL, OTHER_SYSTEM, SHARED_WITH_PROTECTED
from simfinder.app.removal import wording
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, Plan
from tests.unit.actions.world import BASE_TIME, cluster, member, plan_for, planned, record, write


@pytest.fixture
def pair(tmp_path):
    kept = write(tmp_path / "r" / "kept.txt", b"x" * 5000, mtime_ns=BASE_TIME + 1)
    return kept, write(tmp_path / "r" / "old.txt", b"x" * 5000)


def look(kind, paths, kept, target=None, roots=(), **changes):
    acts = tuple(
        planned(path, kept, to=None if target is None else f"{target}/{os.path.basename(path)}", **changes)
        for path in paths
    )
    return assessed(Plan(kind, acts, target and os.fspath(target)), roots)


def test_what_is_freed(pair, tmp_path):
    kept, old = pair
    for kind in PLAN_KINDS:
        plan = look(kind, [old], kept, tmp_path / "t" if kind.needs_target else None)
        freed = 0 if kind.needs_target else 5000
        assert (plan.acts[0].freed, plan.bytes_freed, plan.bytes_handled) == (freed, freed, 5000)
        assert plan.acts[0].warnings == plan.warnings == ()
        assert ("nothing" in wording.freed(plan)) is (freed == 0)
        assert wording.done_to(plan)


def test_a_move_to_another_disk_frees_this_one(pair, tmp_path, monkeypatch):
    kept, old = pair
    monkeypatch.setattr(assessment._Disk, "crosses", lambda *_: True)
    plan = look(ActKind.MOVE, [old], kept, tmp_path / "t")
    assert plan.bytes_freed == 5000
    assert "copied" in plan.acts[0].warnings[0]
    assert plan.warnings == ("1 file is on another disk than the target",)
    assert "on the disk they come from" in wording.freed(plan)


def test_real_other_disks_are_seen(pair):
    shm = "/dev/shm"
    if not os.path.isdir(shm) or os.stat(shm).st_dev == os.stat(pair[0]).st_dev:
        pytest.skip("no other disk")
    plan = look(ActKind.MOVE, [pair[1]], pair[0], f"{shm}/not/there")
    assert (plan.bytes_freed, len(plan.warnings)) == (5000, 1)


def test_other_hard_links_keep_the_content(pair, tmp_path):
    kept, old = pair
    os.link(old, tmp_path / "elsewhere")
    plan = look(ActKind.DELETE, [old], kept)
    assert plan.bytes_freed == 0
    assert "hard links" in plan.acts[0].warnings[0]
    assert plan.warnings == ("1 file has other names (hard links), so nothing is freed",)
    assert wording.freed(plan) == "nothing is freed"


def test_holes_are_not_freed(tmp_path):
    kept, hole, part = (tmp_path / name for name in ("kept", "hole", "part"))
    for path in (kept, hole, part):
        with open(path, "wb") as file:
            file.truncate(1 << 24)
    with open(part, "r+b") as file:
        file.write(b"x" * 4096)
    plan = look(ActKind.DELETE, [hole, part], kept)
    assert plan.acts[0].freed == 0
    assert 4096 <= plan.acts[1].freed < 1 << 20


def test_a_newer_one_and_a_name_that_contradicts(tmp_path):
    kept = write(tmp_path / "report v1.txt", mtime_ns=BASE_TIME)
    copy = write(tmp_path / "report.txt", mtime_ns=BASE_TIME + 1)
    assert look(ActKind.TRASH, [copy], kept).warnings == ()  # of what is the same nothing newer goes
    newer = write(tmp_path / "report.txt", b"written since", mtime_ns=BASE_TIME + 1)
    plan = look(ActKind.TRASH, [newer], kept, similarity=0.95)
    assert plan.acts[0].warnings == ("is newer than the file that stays",)
    assert plan.warnings == ("1 file is newer than the one that stays",)
    older = write(tmp_path / "report v2.txt", mtime_ns=BASE_TIME - 10**15)
    plan = look(ActKind.TRASH, [older], kept)
    assert len(plan.acts[0].warnings) == 1
    assert plan.warnings == ("1 file has a name that contradicts its time",)


def test_little_in_common(tmp_path, pair):
    kept, _ = pair
    others = [write(tmp_path / "r" / name, name.encode()) for name in ("a", "b")]
    plan = look(ActKind.TRASH, others, kept, similarity=0.8996)
    assert plan.acts[0].warnings == ("shares only 89.9 % with the kept file of its cluster",)
    assert plan.warnings == ("2 files share less than 90 % with the kept file of their cluster",)
    assert look(ActKind.TRASH, others, kept, similarity=0.9).warnings == ()


def test_what_is_not_as_scanned_frees_nothing(pair):
    kept, old = pair
    act = planned(old, kept)
    os.utime(old, ns=(0, 5))
    plan = assessed(Plan(ActKind.TRASH, (act,)))
    assert plan.acts[0].warnings == ("changed since the scan",)
    os.unlink(old)
    plan = assessed(Plan(ActKind.TRASH, (act,)))
    assert (plan.bytes_freed, plan.acts[0].warnings) == (0, ("is gone",))
    assert plan.warnings == ("1 file is not any more what was scanned",)


def test_room_on_the_target(pair, tmp_path, monkeypatch):
    kept, old = pair
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10_000, 5_001, 4_999))
    plan = look(ActKind.COPY, [old], kept, tmp_path / "t")
    assert plan.warnings == (
        f"there is not enough room in {tmp_path}/t: 5,000 bytes are needed, 4,999 are free",
    )
    assert look(ActKind.MOVE, [old], kept, tmp_path / "t").warnings == ()  # a rename needs none
    monkeypatch.setattr(assessment._Disk, "crosses", lambda *_: True)
    assert "5,000 bytes are needed" in look(ActKind.MOVE, [old], kept, tmp_path / "t").warnings[0]


def test_a_target_among_the_scanned_folders(pair, tmp_path):
    kept, old = pair
    plan = look(ActKind.MOVE, [old], kept, tmp_path / "r" / "t", roots=[str(tmp_path / "r")])
    assert "is in a folder that was scanned" in plan.warnings[0]
    assert look(ActKind.MOVE, [old], kept, tmp_path / "rt", roots=[str(tmp_path / "r")]).warnings == ()


# links


def links(kind, *members, marked):
    plan = plan_for([cluster(*members)], marked, kind)
    acts = {act.file.path: act.survivor.path for act in plan.acts}
    return acts, {file.path: reason for file, reason in plan.refused}


def kept(path, **changes):
    return member(path, relation=Relation.KEPT, similarity=1.0, **changes)


@pytest.mark.parametrize("kind", [ActKind.HARDLINK, ActKind.SYMLINK, ActKind.REFLINK])
def test_only_identical_files_are_linked(kind):
    members = [
        kept("/k", data=b"k"),
        member("/same", data=b"k"),
        member("/a", data=b"v"),
        member("/b", data=b"v"),
    ]
    acts, refused = links(kind, *members, marked=["/same", "/a", "/b"])
    assert acts == {"/same": "/k", "/b": "/a"}  # the first of the identical ones stays for the other
    assert refused == {"/a": NOT_IDENTICAL}


def test_a_hard_link_stays_on_its_file_system():
    members = [
        kept("/k", data=b"k", device=1),
        member("/same", data=b"k", device=2),
        member("/too", data=b"k", device=2),
    ]
    acts, refused = links(ActKind.HARDLINK, *members, marked=["/same", "/too"])
    assert (acts, refused) == ({"/too": "/same"}, {"/same": OTHER_SYSTEM})
    acts, refused = links(ActKind.SYMLINK, *members, marked=["/same", "/too"])
    assert (acts, refused) == ({"/same": "/k", "/too": "/k"}, {})


def test_a_protected_file_gets_no_further_name():
    members = [kept("/k", data=b"k", protected=True), member("/a", data=b"k"), member("/b", data=b"k")]
    acts, refused = links(ActKind.HARDLINK, *members, marked=["/a", "/b"])
    assert (acts, refused) == ({"/b": "/a"}, {"/a": SHARED_WITH_PROTECTED})
    assert links(ActKind.SYMLINK, *members, marked=["/a"])[0] == {"/a": "/k"}


def test_a_plan_is_looked_over_when_it_is_made(pair):
    _, old = pair
    members = [
        kept("/nowhere"),
        member(old, **{key: getattr(record(old), key) for key in ("device", "inode", "size", "mtime_ns")}),
    ]
    plan = plan_for([cluster(*members)], [old], ActKind.TRASH)
    assert plan.acts[0].freed == 5000

"""What every act promises, checked for all of them through the command line: a new one needs its row, nothing else."""

import json
import os
from typing import NamedTuple

import pytest

from simfinder.actions.filesystem import syscalls
from simfinder.model.removal_plan import PLAN_KINDS, ActKind
from tests.helpers.program import OF_THESE_SOURCES, simfinder
from tests.unit.actions.world import read, seen, share_by_copying, write

DATA = b"the same in all of them\n" * 40


class Promise(NamedTuple):
    """What is true of a file once the act is done; ``undone`` says whether it can be taken back."""

    options: tuple[str, ...]
    gone: bool
    there: bool = False
    undone: bool = True


PROMISES = {
    ActKind.TRASH: Promise((), gone=True),
    ActKind.MOVE: Promise(("--to", "TARGET"), gone=True, there=True),
    ActKind.COPY: Promise(("--act", "copy:TARGET"), gone=False, there=True),
    ActKind.DELETE: Promise(("--act", "delete"), gone=True, undone=False),
    ActKind.HARDLINK: Promise(("--act", "hardlink"), gone=False),
    ActKind.SYMLINK: Promise(("--act", "symlink"), gone=False),
    ActKind.REFLINK: Promise(("--act", "reflink"), gone=False),
}
REPLACED = {ActKind.REFLINK: OF_THESE_SOURCES}  # by a stand-in, which is not in a program that was built
KINDS = [pytest.param(kind, marks=REPLACED.get(kind, ())) for kind in PROMISES]


class World(NamedTuple):
    kind: ActKind
    tree: str
    target: str
    files: list[str]
    options: list[str]

    def run(self, verb, *more):
        return simfinder(verb, self.tree, "--remove", "identical", *self.options, *more)


@pytest.fixture(params=KINDS, ids=str)
def world(request, tmp_path, monkeypatch):
    """Three files of one content, of other modes and times."""
    monkeypatch.setattr(
        syscalls, "share_blocks", share_by_copying
    )  # a file system that has none is no excuse
    tree, target = tmp_path / "tree", str(tmp_path / "target")
    files = [
        write(tree / name, DATA, mode=mode, mtime_ns=(1_600_000_000 + n) * 10**9)
        for n, (name, mode) in enumerate((("one.txt", 0o600), ("b/two.txt", 0o640), ("c/three.txt", 0o644)))
    ]
    options = [word.replace("TARGET", target) for word in PROMISES[request.param].options]
    return World(request.param, str(tree), target, files, options)


def told(document):
    """What a plan or a report says of each file."""
    return sorted((act["path"], act["act"]) for act in document["acts"])


def test_every_act_has_a_promise():
    assert set(PROMISES) == set(PLAN_KINDS)


def test_a_plan_and_a_dry_run_say_the_same_and_change_nothing(world):
    before = seen(world.tree)
    plan = world.run("plan", "--json").json
    dry = world.run("clean", "--dry-run", "--json").json
    (kept,) = {act["survivor"]["path"] for act in plan["acts"]}
    assert told(plan) == told(dry) == sorted((path, world.kind) for path in world.files if path != kept)
    assert [act["to"] for act in plan["acts"]] == [act["to"] for act in dry["acts"]]
    listed = world.run("clean", "--dry-run").out.decode()
    assert world.run("plan").out.decode() == listed
    assert all(act["path"] in listed for act in plan["acts"])
    assert seen(world.tree) == before
    assert not os.path.exists(world.target)
    assert b"[]" in simfinder("history", "--json").out


def test_what_was_planned_is_done_reported_and_undone(world):
    promise, before = PROMISES[world.kind], seen(world.tree)
    plan = world.run("plan", "--json").json
    done = world.run("clean", "--yes", "--json")
    report = done.json
    assert done.code == 0
    assert told(report) == told(plan)
    assert {(act["state"], act["reason"]) for act in report["acts"]} == {("done", "")}
    assert simfinder("history", "--json").json["batches"] == [report]
    (kept,) = set(world.files) - {act["path"] for act in report["acts"]}
    assert read(kept) == DATA
    for act in report["acts"]:
        path = act["path"]
        assert os.path.lexists(path) is not promise.gone
        if not promise.gone:
            assert read(path) == DATA
        if promise.there:
            assert act["to"] == os.path.join(world.target, os.path.relpath(path, world.tree))
            assert read(act["to"]) == DATA
        assert os.path.islink(path) is (world.kind is ActKind.SYMLINK)
        if not promise.gone:
            assert os.path.samefile(path, kept) is (world.kind in (ActKind.HARDLINK, ActKind.SYMLINK))
    back = simfinder("undo", "--json")
    if not promise.undone:
        assert back.code
        assert all("deleted" in act["reason"] for act in back.json["acts"])
        assert [path for path in world.files if os.path.lexists(path)] == [kept]
        return
    assert back.code == 0
    assert {act["state"] for act in back.json["acts"]} == {"undone"}
    assert seen(world.tree) == before
    assert not os.path.exists(world.target)
    assert simfinder("undo").code == 2, "there is nothing left to undo"


def test_a_file_that_changed_is_left_alone(world, tmp_path):
    plan = tmp_path / "plan.json"
    plan.write_bytes(world.run("plan", "--json").out)
    changed, other = (path for path, _ in told(json.loads(plan.read_bytes())))
    write(changed, DATA + b"and more", mtime_ns=1_700_000_000_000_000_000)
    done = simfinder("apply", str(plan), "--yes", "--json")
    states = {act["path"]: act["state"] for act in done.json["acts"]}
    assert states == {changed: "skipped", other: "done"}
    assert read(changed) == DATA + b"and more"

"""Two people with homes of their own clean one tree at the same time, each keeping what the other removes."""

import fcntl
import json
import os
import subprocess
import sys
from collections import Counter

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="locks of folders")

COUNT = 250
OWN = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")


def content(number):
    return b"content %d\n" % number * 200


@pytest.fixture
def tree(tmp_path):
    tree = tmp_path / "tree"
    for number in range(COUNT):
        for side in ("left", "right"):
            path = tree / side / f"{number % 5}" / f"file {number}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content(number))
    return tree


def person(tmp_path, name, *argv):
    """Start the program for somebody with a home of their own."""
    home = tmp_path / f"home of {name}"
    home.mkdir(exist_ok=True)
    environment = {key: value for key, value in os.environ.items() if key not in OWN} | {"HOME": str(home)}
    return subprocess.Popen(
        [sys.executable, "-m", "simfinder", *map(str, argv)],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def clean(tmp_path, name, tree, *act):
    return person(tmp_path, name, "clean", tree, "--keep", f"in:{tree / name}", "--yes", "--json", *act)


def told(program):
    out, err = program.communicate(timeout=120)
    assert b"Traceback" not in err, err.decode()
    return json.loads(out)["acts"], err.decode()


def nothing_is_lost(tree):
    there = {path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    assert there == {content(number) for number in range(COUNT)}


@pytest.mark.parametrize(
    "act", [["--act", "delete"], [], ["--act", "symlink"]], ids=["delete", "trash", "symlink"]
)
def test_each_keeps_what_the_other_removes(tmp_path, tree, act):
    people = [clean(tmp_path, name, tree, *act) for name in ("left", "right")]
    acts = [told(program)[0] for program in people]
    nothing_is_lost(tree)
    states = [Counter(one["state"] for one in one_of) for one_of in acts]
    assert [count["failed"] for count in states] == [0, 0], states
    for one in (one for both in acts for one in both):
        assert one["state"] == "done" or "gone" in one["reason"] or "changed" in one["reason"], one
    assert states[0]["done"] + states[1]["done"] == COUNT


def test_each_undoes_at_the_same_time(tmp_path, tree):
    people = [clean(tmp_path, name, tree) for name in ("left", "right")]
    done = [sum(one["state"] == "done" for one in told(program)[0]) for program in people]
    names = [name for name, count in zip(("left", "right"), done, strict=True) if count]
    people = [person(tmp_path, name, "undo", "--json") for name in names]
    back = [one["state"] for program in people for one in told(program)[0]]
    assert back.count("undone") == sum(done) == COUNT
    assert sum(path.is_file() for path in tree.rglob("*")) == 2 * COUNT


def test_one_says_for_whom_it_waits(tmp_path, tree):
    """Somebody has one of the folders; when they let go, all is done."""
    busy = os.open(tree / "right/0", os.O_RDONLY)
    try:
        fcntl.flock(busy, fcntl.LOCK_EX)
        program = clean(tmp_path, "left", tree, "--act", "delete")
        said = ""
        while "waiting for" not in said and (line := program.stderr.readline()):
            said += line.decode()
        assert f"(process {os.getpid()}), working in {tree / 'right/0'}" in said
        assert (tree / "right/0/file 0").exists()
    finally:
        os.close(busy)
    acts, _ = told(program)
    assert {one["state"] for one in acts} == {"done"}
    nothing_is_lost(tree)

"""A program that has files open saves into them at the worst moment: when they leave their place.

Whatever it was told is written must be at the file's place afterwards, or where the report says.
"""

import os
import subprocess
import sys
import tempfile

import pytest

from tests.helpers.program import simfinder, simfinder_process
from tests.unit.actions.world import read, write

_PAIRS = 210
_WRITER = r"""
import os, random, sys, time
paths = sys.stdin.buffer.read().split(b"\0")
random.seed(5)
waiting = {}
for path in paths[::3]:  # opened long ago; saved into as soon as the file is no longer at its place
    file = os.open(path, os.O_RDWR | os.O_APPEND)
    waiting[path] = file, os.fstat(file).st_ino
once = paths[1::3]  # opened, saved and closed once, while the others go
random.shuffle(once)
number = 0
def save(path, file):
    global number
    number += 1
    token = b"<%d:%d>" % (os.getpid(), number)
    if os.write(file, token) == len(token):
        sys.stdout.buffer.write(path + b"\0" + token + b"\0")
sys.stderr.write("ready\n")
sys.stderr.flush()
end = time.monotonic() + 60
closing = []
def inode_of(path):
    try:
        return os.lstat(path).st_ino
    except FileNotFoundError:
        return None
alone = {path: inode_of(path) for path in paths[2::3]}
begun = False
while time.monotonic() < end and not os.path.exists(sys.argv[1]):
    for path, (file, inode) in waiting.items():
        if inode_of(path) != inode:
            save(path, file)
    begun = begun or any(inode_of(path) != inode for path, inode in alone.items())
    if once and begun:
        path = once.pop()
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND)
        except FileNotFoundError:
            continue
        save(path, file)
        closing.append(file)
    if len(closing) > 3:
        os.close(closing.pop(0))
sys.stdout.buffer.flush()
"""
ACTS = {
    "delete": ["--act", "delete"],
    "hardlink": ["--act", "hardlink"],
    "symlink": ["--act", "symlink"],
    "trash": [],
    "move": ["--to", "OTHER"],
    "move to another disk": ["--to", "DISK"],
}


@pytest.fixture
def disk(tmp_path):
    """A folder on another file system."""
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == os.stat(tmp_path).st_dev:
        pytest.skip("there is no second file system here")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield folder


@pytest.mark.parametrize("act", ACTS)
def test_what_a_program_saves_meanwhile_is_kept(act, tmp_path, request):
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux tells whether another program has a file open")
    tree = tmp_path / "tree"
    for n in range(_PAIRS):
        data = b"%06d\n" % n * 600
        write(tree / "kept" / f"{n}.txt", data, mtime_ns=1_600_000_000 * 10**9)
        write(tree / "copies" / f"{n}.txt", data, mtime_ns=1_500_000_000 * 10**9)
    places = {"OTHER": str(tmp_path / "other")}
    if "DISK" in ACTS[act]:
        places["DISK"] = request.getfixturevalue("disk")
    options = [places.get(word, word) for word in ACTS[act]]
    keep = ["--keep", f"in:{tree / 'kept'}"]
    plan = simfinder("plan", tree, "--remove", "identical", *keep, *options, "--json")
    copies = [entry["path"] for entry in plan.json["acts"]]
    assert len(copies) == _PAIRS
    (tmp_path / "plan.json").write_bytes(plan.out)
    writing = [sys.executable, "-c", _WRITER, tmp_path / "done"]
    with (
        (tmp_path / "saved").open("wb") as out,
        subprocess.Popen(writing, stdin=subprocess.PIPE, stdout=out, stderr=subprocess.PIPE) as writer,
    ):
        writer.stdin.write(b"\0".join(map(os.fsencode, copies)))
        writer.stdin.close()
        assert writer.stderr.readline() == b"ready\n"
        try:
            report = simfinder_process("apply", tmp_path / "plan.json", "--yes", "--json")
        finally:
            (tmp_path / "done").touch()
    assert report.code in (0, 1), report.err
    acts = {entry["path"]: entry for entry in report.json["acts"]}
    saved = (tmp_path / "saved").read_bytes().split(b"\0")[:-1]
    for path, token in zip(map(os.fsdecode, saved[::2]), saved[1::2], strict=True):
        assert token in _found(path, acts[path]), acts[path]
    assert {acts[path]["reason"] for path in copies[::3]} == {"a program has it open for writing"}
    assert {acts[path]["state"] for path in copies[2::3]} == {"done"}


def _found(path, entry):
    """All bytes at a file's place, and at the places that its entry in the report names."""
    reason = entry["reason"]
    named = reason[reason.index("/") :] if "/" in reason else None
    return b"".join(read(place) for place in (path, entry["to"], named) if place and os.path.isfile(place))

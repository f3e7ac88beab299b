"""kill -9 in the middle of a scan and of a removal: nothing is lost, the next start says what happened."""

import random
import signal
import sys
import time

import pytest

from tests.helpers.program import kill_when, simfinder, start, state


@pytest.mark.parametrize("moved", [1, 60, 150])
@pytest.mark.parametrize("where", ["trash", "folder"])
def test_a_removal_killed_in_the_middle(copies, tmp_path, home, where, moved):
    before = state(copies)
    target = tmp_path / "away"
    program = start("clean", copies, "--yes", *(["--to", target] if where == "folder" else []))
    assert kill_when(program, lambda: sum(1 for _ in (copies / "old").rglob("*.dat")) <= 200 - moved)

    away = target if where == "folder" else tmp_path.parent
    left = state(copies)
    assert all(left[name] == before[name] for name in left)
    gone = set(before) - set(left)
    assert len(gone) >= moved
    if where == "folder":
        arrived = {name: value for name, value in state(away).items() if not name.endswith(".part")}
        assert {name: before[name] for name in gone} == arrived

    told = simfinder("scan", copies) if moved == 60 else simfinder("history")  # whatever is started next
    assert told.code == 0, told.err
    assert "interrupted" in told.err
    assert simfinder("history").err == ""  # told once
    undone = simfinder("undo", "--json")
    assert undone.code == 0, undone.err
    assert state(copies) == before
    assert sum(act["state"] == "undone" for act in undone.json["acts"]) == len(gone)
    assert not list(target.rglob("*.part"))
    assert simfinder("undo").code == 2


def test_an_undo_killed_in_the_middle(copies, tmp_path):
    before = state(copies)
    assert simfinder("clean", copies, "--yes", "--to", tmp_path / "away").code == 0
    assert len(state(copies)) == 200
    program = start("undo")
    assert kill_when(program, lambda: sum(1 for _ in (copies / "old").rglob("*.dat")) >= 80)
    again = simfinder("undo")
    assert again.code == 0, again.err
    assert state(copies) == before


def test_a_scan_killed_in_the_middle(tmp_path, home):
    root = tmp_path / "tree"
    rng = random.Random(5)
    for i in range(1500):
        path = root / str(i % 20) / f"{i}.dat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rng.randbytes(60_000))
    before = state(root)

    def something_is_cached():
        return any(p.stat().st_size > 0 for p in home.rglob("cache.sqlite3-wal"))

    assert kill_when(start("scan", root), something_is_cached)
    after = simfinder("scan", root, "--json")
    assert after.code == 0, after.err
    assert "damaged" not in after.err
    assert after.out == simfinder("scan", root, "--json", "--no-cache").out
    assert state(root) == before


def bytes_read(program):
    """What a process has read so far, as the system counts it."""
    with open(f"/proc/{program.pid}/io") as file:
        return int(file.readline().removeprefix("rchar:"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tells how far the scan is by /proc")
def test_ctrl_c_during_a_scan_keeps_what_was_computed(tmp_path, home):
    root = tmp_path / "tree"
    rng = random.Random(6)
    for i in range(1500):
        path = root / str(i % 20) / f"{i}.dat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rng.randbytes(60_000))
    program = start("scan", root)
    while not any(p.stat().st_size > 0 for p in home.rglob("cache.sqlite3*")) and program.poll() is None:
        time.sleep(0.01)
    before = bytes_read(program)
    while bytes_read(program) < before + 20_000_000:
        time.sleep(0.002)
    program.send_signal(signal.SIGINT)
    begin = time.monotonic()
    assert program.wait(20) == 130
    assert time.monotonic() - begin < 2.0
    assert "from cache" in simfinder("scan", root).err

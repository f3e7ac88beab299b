"""The cache on disks that fail: full, read-only, gone, cut off from power, damaged. The result is right each time."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simfinder.store import app_dirs
from tests.helpers.program import simfinder_process, start


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    rng = random.Random(21)
    for i in range(400):
        path = root / str(i % 9) / f"{i}.dat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(rng.randbytes(9000) if i % 2 else b"copy " * 1000)
    return root


@pytest.fixture
def right(tree):
    done = simfinder_process("scan", tree, "--json", "--no-cache", timeout=300)
    assert done.code == 0
    return done.out


@pytest.fixture
def mount():
    points = []

    def mounting(*arguments):
        allowed = sys.platform.startswith("linux") and os.geteuid() == 0
        command = ["mount", *map(str, arguments)]
        if not allowed or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("not available: nothing can be mounted here")
        points.append(str(arguments[-1]))

    yield mounting
    for point in reversed(points):
        subprocess.run(["umount", "-l", point], capture_output=True)


def scan(tree, words=()):
    """One more scan; all that is said about the cache."""
    done = simfinder_process("scan", tree, "--json", timeout=300)
    assert done.code == 0, done.err
    assert "Traceback" not in done.err
    said = [line for line in done.err.splitlines() if "cache" in line and "from cache" not in line]
    assert all(any(word in line for line in said) for word in words), done.err
    return done, said


def test_a_full_disk(tree, right, mount):
    folder = app_dirs.cache_folder()
    folder.mkdir(parents=True)
    mount("-t", "tmpfs", "-o", "size=192k,mode=700", "none", folder)
    for _ in range(2):
        done, said = scan(tree, ["no space left", "will not be remembered"])
        assert done.out == right
        assert len(said) == 1


def test_a_read_only_disk(tree, right, mount):
    assert simfinder_process("scan", tree, "--json").out == right
    folder = app_dirs.cache_folder()
    mount("--bind", folder, folder)
    subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
    shutil.copy2(tree / "1" / "1.dat", tree / "1" / "one more.dat")
    done, said = scan(tree)
    assert done.json["files"] == 401
    assert len(said) == 1
    assert "remembered" in said[0]


def test_a_disk_that_goes_while_it_is_written(tree, right, mount):
    folder = app_dirs.cache_folder()
    folder.mkdir(parents=True)
    mount("-t", "tmpfs", "-o", "mode=700", "none", folder)
    program = start("scan", tree)
    end = time.monotonic() + 60
    while not any(p.stat().st_size for p in folder.glob("*-wal")) and time.monotonic() < end:
        time.sleep(0.005)
    subprocess.run(["umount", "-l", str(folder)], check=True)
    assert program.wait(120) == 0
    done, said = scan(tree)
    assert (done.out, said) == (right, [])


def test_a_power_cut_loses_the_last_commits_only(tree, right):
    """What was not on the disk yet is gone: the log as a whole, its end, and its index."""
    assert simfinder_process("scan", tree / "1", "--json").code == 0
    file = app_dirs.cache_file()
    keeper = sqlite3.connect(file)  # the log is not folded in while somebody reads
    keeper.execute("BEGIN")
    keeper.execute("SELECT count(*) FROM locations").fetchone()
    assert simfinder_process("scan", tree, "--json").out == right
    states = {name: Path(f"{file}{name}").read_bytes() for name in ("", "-wal")}
    keeper.close()
    log = states["-wal"]
    assert len(log) > 50_000
    for cut in (len(log) // 3, len(log) - 1):
        for name in ("-shm", "-wal"):
            Path(f"{file}{name}").unlink(missing_ok=True)
        file.write_bytes(states[""])
        Path(f"{file}-wal").write_bytes(log[:cut])
        done, said = scan(tree)
        assert (done.out, said) == (right, [])
        with sqlite3.connect(file) as database:
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        database.close()


@pytest.mark.parametrize(
    "table",
    ["locations", *(pytest.param(name, marks=pytest.mark.soak) for name in ("contents", "signatures"))],
)
def test_a_damaged_page_in_the_middle(table, tree, right):
    assert simfinder_process("scan", tree, "--json").out == right
    file = app_dirs.cache_file()
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    database.close()
    data = bytearray(file.read_bytes())
    data[(page - 1) * size : page * size] = random.Random(1).randbytes(size)
    file.write_bytes(data)
    done, said = scan(tree, ["damaged", "begun anew"])
    assert done.out == right
    done, said = scan(tree)
    assert (done.out, said) == (right, [])

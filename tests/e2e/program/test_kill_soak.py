"""kill -9 at any moment of a scan, over and over: the next scan is right, the cache whole, nothing is left behind."""

import gzip
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simfinder.store import app_dirs
from tests.helpers.files import documents
from tests.helpers.files.packed import docx_of, odt_of, tar_of, zip_of
from tests.helpers.files.trees import many_files, version_tree
from tests.helpers.program import simfinder_process

ROUNDS = int(os.environ.get("SIMFINDER_KILLS", "200"))
_linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="tells processes by /proc")


def archives(root):
    """Archives and documents, whose views are made by processes of their own."""
    rng = random.Random(4)
    root.mkdir()
    for number in range(12):
        text = documents.words(rng, 4000).decode()
        for name, data in (
            ("docx", docx_of(text.splitlines())),
            ("odt", odt_of(text.splitlines())),
            (
                "tar.gz",
                gzip.compress(tar_of({"a.txt": text.encode(), "b.txt": documents.words(rng, 900)}), 1),
            ),
            ("zip", zip_of({"a.txt": text.encode(), "c.bin": rng.randbytes(40_000)})),
        ):
            (root / f"{number}.{name}").write_bytes(data)


def large(root):
    """A few files that take long, among small ones."""
    rng = random.Random(5)
    root.mkdir()
    data = bytearray(rng.randbytes(9_000_000))
    for number in range(3):
        data[number * 1_000_000 : number * 1_000_000 + 500_000] = rng.randbytes(500_000)
        (root / f"{number}.img").write_bytes(data)
    many_files(root / "small", 300)


TREES = {
    "versions": version_tree,
    "many": lambda root: many_files(root, 1500),
    "archives": archives,
    "large": large,
}


def edit(root, rng):
    """What people do between two scans: write, write in place, rename, remove, copy."""
    files = sorted(p for p in root.rglob("*") if p.is_file())
    for path in rng.sample(files, 4):
        what = rng.randrange(5)
        if what == 0:
            path.write_bytes(path.read_bytes() + rng.randbytes(50))
        elif what == 1:
            with open(path, "r+b") as file:
                file.write(rng.randbytes(40))
        elif what == 2:
            path.rename(path.with_name(f"renamed{rng.randrange(10**6)} {path.name}"))
        elif what == 3 and len(files) > 30:
            path.unlink()
        else:
            shutil.copy2(path, path.with_name(f"copy{rng.randrange(10**6)} {path.name}"))


def ours(sessions):
    """Numbers of all processes that these programs have started, and their own."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, _, _, session = file.read().rpartition(b")")[2].split()[:4]
        except OSError:
            continue
        if int(session) in sessions and state not in b"ZX":
            found.append(int(name))
    return found


def nobody_is_left(programs):
    sessions = {program.pid for program in programs}
    end = time.monotonic() + 20
    while (left := ours(sessions)) and time.monotonic() < end:
        time.sleep(0.02)
    return not left


def begin(root, spool):
    return subprocess.Popen(
        [sys.executable, "-m", "simfinder", "scan", str(root), "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(spool)},
        start_new_session=True,
    )


def is_whole(path):
    with sqlite3.connect(path) as database:
        ((verdict,),) = database.execute("PRAGMA integrity_check").fetchall()
    database.close()
    return verdict == "ok"


def kill_rounds(rounds, tmp_path, seed):
    rng = random.Random(seed)
    spool = tmp_path / "spool"
    spool.mkdir()
    trees, right, lasts = {}, {}, {}
    for name, make in TREES.items():
        trees[name] = tmp_path / name
        make(trees[name])
    struck = 0
    for number in range(rounds):
        name = rng.choice(list(trees))
        root = trees[name]
        if number % 3 == 0:
            edit(root, rng)
            right.pop(name, None)
        if name not in right:
            right[name] = simfinder_process("scan", root, "--json", "--no-cache", timeout=600).out
        if number % 10 == 9:
            simfinder_process("cache", "clear")
        programs = [begin(root, spool) for _ in range(2 if number % 4 == 3 else 1)]
        time.sleep(rng.uniform(0.1, lasts.get(name, 3.0)))  # any moment of it
        for program in programs:
            if rng.random() < 0.8 or len(programs) == 1:
                program.send_signal(signal.SIGKILL)
        codes = [program.wait(120) for program in programs]
        assert set(codes) <= {0, 1, -signal.SIGKILL}, (number, name, codes)
        struck += -signal.SIGKILL in codes
        assert nobody_is_left(programs), (number, name)
        assert not list(spool.iterdir()), (number, name, list(spool.iterdir()))
        began = time.monotonic()
        again = simfinder_process("scan", root, "--json", env={"TMPDIR": str(spool)}, timeout=600)
        lasts[name] = time.monotonic() - began
        assert "damaged" not in again.err, (number, name, again.err)
        assert "Traceback" not in again.err, (number, name, again.err)
        assert again.out == right[name], (number, name)
        assert is_whole(app_dirs.cache_file()), (number, name)
        kept = {path.name for path in Path(app_dirs.cache_folder()).iterdir() if "cache" in path.name}
        assert kept <= {"cache.sqlite3", "cache.sqlite3-wal", "cache.sqlite3-shm"}, (number, name, kept)
    return struck


@_linux_only
@pytest.mark.usefixtures("home")
@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_two_hundred_kills(tmp_path):
    assert kill_rounds(ROUNDS, tmp_path, seed=1) > ROUNDS // 2

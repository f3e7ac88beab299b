"""As many small files as a person's disk holds, by the real program: what belongs together, within the memory there is.

A million by a soak, where ``SIMFINDER_FILES`` says no other number; the daily tests do it with some thousand.
"""

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from simfinder.store.cache import queries
from tests.helpers import million
from tests.helpers.program import PROGRAM

FILES = int(os.environ.get("SIMFINDER_FILES", "1000000"))
SIZES = [pytest.param(FILES, marks=[pytest.mark.soak, pytest.mark.timeout(8 * 3600)]), 2000]
START = 300_000_000  # bytes of a program that looks at next to nothing
COLD = 700_000_000  # and of one that compiles kernels beside it
PER_FILE = 1200  # more for each file: a first scan of a million took 1.49 GB at most
KNOWN = 1000  # and where nothing has changed: it took 1.19 GB
PLANNED = 1150  # and with a plan of it all: it took 1.31 GB
VERIFIED = 1200  # and where it is looked for what lies in what: it took 1.44 GB

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the system does not tell what one program took")


@dataclass(frozen=True)
class Ended:
    out: dict
    said: str
    peak: int  # bytes
    cpu: float  # seconds


LAUNCHER = """
import json, resource, subprocess, sys
code = subprocess.run(sys.argv[2:]).returncode
use = resource.getrusage(resource.RUSAGE_CHILDREN)
json.dump([code, use.ru_maxrss * 1024, use.ru_utime + use.ru_stime], open(sys.argv[1], "w"))
"""
"""A program that was begun by a large one is said to have taken as much; this one is small."""


def run(tmp_path, *arguments):
    """The program to its end, with the memory it took at most."""
    with open(tmp_path / "out.json", "w+b") as out, open(tmp_path / "said.txt", "w+b") as said:
        program = [*PROGRAM, *map(str, arguments)]
        command = [sys.executable, "-c", LAUNCHER, str(tmp_path / "use.json"), *program]
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=said, check=True)
        code, peak, cpu = json.loads((tmp_path / "use.json").read_text())
        out.seek(0)
        said.seek(0)
        told = said.read().decode("utf-8", "replace")
        assert code == 0, told
        return Ended(json.load(out), told, peak, cpu)


def clusters(out, root):
    """Paths below the root, of each cluster."""
    begin = len(root) + 1
    return {frozenset(file["path"][begin:] for file in cluster["files"]) for cluster in out["clusters"]}


def grown_old():
    """Wait until all there is was written so long ago that the cache trusts what it is told of it."""
    now = time.time_ns()
    while time.time_ns() <= now + queries._RACY_NS:
        time.sleep(0.01)


@pytest.fixture(params=SIZES)
def tree(request, tmp_path):
    made = million.make(
        tmp_path / "tree", request.param, jobs=1 if request.param < 50_000 else os.cpu_count()
    )
    grown_old()
    return made


def test_many_small_files(tree, tmp_path):
    """Scanned, and scanned again: the families and nothing else; what is known is not read again."""
    right = set(map(frozenset, tree.families + tree.copies))
    first = run(tmp_path, "scan", tree.root, "--json", "--estimates")
    assert (first.out["files"], first.out["bytes"]) == (tree.files, tree.bytes)
    assert clusters(first.out, tree.root) == right
    again = run(tmp_path, "scan", tree.root, "--json", "--estimates")
    assert f"{tree.files:,} from cache" in again.said
    assert again.out == first.out
    verified = run(tmp_path, "scan", tree.root, "--json")
    assert verified.out["verified"]
    assert clusters(verified.out, tree.root) == right
    planned = run(tmp_path, "plan", tree.root, "--json", "--estimates")
    assert len(planned.out["acts"]) > tree.files // 10
    for what, ended in (
        ("scan", first), ("second scan", again), ("the same, verified", verified), ("a plan", planned)
    ):  # fmt: skip
        print(f"{tree.files:,} files, {what}: {ended.peak / 1e6:,.0f} MB, {ended.cpu:.1f} s of CPU")
    assert first.peak <= max(COLD, START + PER_FILE * tree.files)
    assert again.peak <= START + KNOWN * tree.files
    assert planned.peak <= START + PLANNED * tree.files
    assert verified.peak <= START + VERIFIED * tree.files

"""A whole scan against the tools it stands beside, on the same tree in the same run.

    python benchmarks/scan.py FOLDER… [--rounds 3] [--alone] [--json]

SimFinder as a program (start, walk, reading, all methods, cache, search, clusters, JSON): first scan with a fresh
cache by one thread and by two, second scan, no cache, identical files only. Its scan alone, in a process that is
warm (walk, reading, all methods, cache; no search), on one CPU and on two: pinned, as a scan by one signing thread
writes and packs on another CPU. And, where they are installed, ``ssdeep -r``, ``simhash -w`` on
a copy of the tree in memory (SimFinder's cache lies on the disk), ``jdupes -r`` and ``find`` with stat. Files are in
the system's cache. The script reports what had to be read from the disk again, because two CPUs wait for it; keep the
tree on a tmpfs to avoid that.
Rounds are interleaved; printed are medians of CPU seconds, those of the system among them, wall seconds, peak memory
(below some 25 MB it is this script's own), the ratios of CPU to each peer, and what is asked.
Nothing is written outside a temporary folder.

With ``--alone``, only the scan alone, with ``ssdeep -r`` and ``find``: what is asked of small files (folders whose
files have up to 8 kB on average) and of source trees (others). Then where the time of a scan alone goes, and what more
cores would bring by that: one thread alone lists folders and puts the table in order; what runs in compiled calls,
without Python's lock, is shared by all threads; the rest takes turns.

Times of two threads mean something only beside what two cores are worth at that moment, which on shared machines
is often less than two: each round measures that too.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from common.peers import (
    Cost,
    copied,
    files_below,
    installed,
    light_place,
    machine,
    peak_memory,
    print_table,
    run,
    simhash_tree,
    size_of,
)

ONE, TWO, AGAIN = "first scan, 1 thread", "first scan, 2 threads", "second scan"
BARE, IDENTICAL = "no cache, 1 thread", "identical only"
ALONE_ONE, ALONE_TWO, ALONE_AGAIN = "scan alone, 1 CPU", "scan alone, 2 CPUs", "scan alone, second"
SSDEEP, SIMHASH, BOTH, JDUPES, FIND = "ssdeep -r", "simhash -w", "ssdeep + simhash", "jdupes -r", "find"

TARGETS = (
    ("CPU, 1 thread / ssdeep + simhash", "cpu", ONE, BOTH, 1.0, None),
    ("the same, scan alone", "cpu", ALONE_ONE, BOTH, 1.0, None),
    ("CPU, 1 thread / ssdeep", "cpu", ONE, SSDEEP, 1.0, 1 / 1.5),
    ("wall, 2 threads / 1 thread", "wall", TWO, ONE, 0.6, 1 / 1.8),
    ("CPU, second scan / find", "cpu", AGAIN, FIND, 10.0, 4.0),
    ("CPU, identical only / jdupes", "cpu", IDENTICAL, JDUPES, 2.5, 1.3),
)
"""What is asked: of which figure, whose, over whose, at most (must), at most (aim)."""

TARGETS_ALONE = (
    ("wall, scan alone, 2 CPUs / 1", "wall", ALONE_TWO, ALONE_ONE, 0.55, 0.5),
    ("CPU, scan alone, second / find", "cpu", ALONE_AGAIN, FIND, 5.0, 3.0),
)
OF_SMALL = ("CPU, scan alone, 1 CPU / ssdeep, small files", "cpu", ALONE_ONE, SSDEEP, 1.8, 1.0)
OF_TREES = ("CPU, scan alone, 1 CPU / ssdeep", "cpu", ALONE_ONE, SSDEEP, 0.65, 0.5)
_SMALL = 8000  # bytes of a file on average

COMPILED = ("reading, compiled", "signing, compiled", "files above 256 kB")
LISTING, AT_END = "listing", "table at the end"
PARTS = (LISTING, AT_END, *COMPILED, "signers' Python", "writing the cache", "the rest")
"""Where the CPU time of a scan alone goes, see ``parts_of_scan``."""
_CORES = (1, 2, 4, 8, 16)

T = TypeVar("T")

_BUSY = "for _ in range(2 * 10**7): pass"

_BYTES_MUST, _BYTES_AIM = 1500, 700  # cache on disk per file beside the path


@dataclass(frozen=True)
class Tree:
    """What was scanned, and what it takes in the cache.

    Attributes:
        files, megabytes: of the folder.
        path: mean bytes of an absolute path.
        cached: bytes of the cache per file it knows.
    """

    files: int
    megabytes: float
    path: float
    cached: float


def simfinder(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "simfinder", *arguments]


def scanning(folder: str, *options: str) -> list[str]:
    """The command line of one scan."""
    return simfinder("scan", folder, "--json", "--estimates", "--raw", "--hidden", "--quiet", *options)


def at_home(home: str) -> dict[str, str]:
    """The environment of a program whose own files lie in a folder."""
    inherited = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }  # an installed program has its bytecode: without it each start compiles 140 modules
    return {
        **inherited,
        "HOME": home,
        "XDG_CACHE_HOME": home,
        "XDG_CONFIG_HOME": home,
        "XDG_DATA_HOME": home,
    }


def pinned(cpus: int) -> None:
    """Let this process use only so many CPUs from now on, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cpus])


def scan_alone(folder: str, cpus: int, cache_path: str) -> Cost:
    """In a process of its own: one scan with its cache on so many CPUs, kernels warm, nothing else."""
    from simfinder.model.progress import Control
    from simfinder.model.scan_options import ScanOptions
    from simfinder.scan.pipeline import scan
    from simfinder.scan.reading import read_small_files, recognise_batch
    from simfinder.scan.walk import list_directory
    from simfinder.signatures.sign.warmup import warm_up
    from simfinder.store.cache.cache import Cache
    from simfinder.workers.gc_pause import uncollected

    warm_up()
    list_directory.warm_up()
    read_small_files.warm_up()
    recognise_batch.warm_up()
    pinned(cpus)
    (cpu, system), begin = _cpu(), time.monotonic()
    with Cache.open(cache_path) as cache, uncollected():  # as a session scans
        scan(ScanOptions((folder,), raw=True, hidden=True, jobs=cpus), cache, Control())
    (cpu_now, system_now), wall = _cpu(), time.monotonic() - begin
    memory = peak_memory(resource.getrusage(resource.RUSAGE_SELF))
    return Cost(cpu_now - cpu, system_now - system, wall, memory)


def parts_of_scan(folder: str, cache_path: str) -> dict[str, float]:
    """In a process of its own: the CPU seconds of each of ``PARTS`` in a scan alone with one signing thread."""
    from simfinder.model.progress import Control
    from simfinder.model.scan_options import ScanOptions
    from simfinder.scan import build_table, pipeline
    from simfinder.scan.reading import read_small_files, recognise_batch, sign_files
    from simfinder.signatures.sign import sign_batch, warmup
    from simfinder.store.cache import queries
    from simfinder.store.cache.cache import Cache
    from simfinder.workers.gc_pause import uncollected

    warmup.warm_up()
    read_small_files.warm_up()
    recognise_batch.warm_up()
    spent: dict[str, float] = defaultdict(float)

    def count(place: Any, name: str, part: str, clock: Callable[[], float] = time.thread_time) -> None:
        work = getattr(place, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            begin = clock()
            try:
                return work(*arguments, **named)
            finally:
                spent[part] += clock() - begin

        setattr(place, name, counted)

    count(pipeline, "walk", LISTING, time.process_time)
    count(build_table.Packer, "table", AT_END)
    count(read_small_files, "_read_files", COMPILED[0])
    count(recognise_batch, "_look", COMPILED[1])
    count(sign_batch, "_sign_all", COMPILED[1])
    count(sign_files, "sign_file", COMPILED[2])  # nearly all of it in kernels and system calls
    count(sign_files.FileSigner, "sign", "signing")
    count(queries, "write", "writing the cache")
    begin = time.process_time()
    with Cache.open(cache_path) as cache, uncollected():
        pipeline.scan(ScanOptions((folder,), raw=True, hidden=True, jobs=1), cache, Control())
    whole = time.process_time() - begin
    spent["signers' Python"] = spent.pop("signing") - sum(spent[part] for part in COMPILED)
    spent["the rest"] = whole - sum(spent.values())
    return {part: spent[part] for part in PARTS}


def _cpu() -> tuple[float, float]:
    """CPU seconds of this process and the children it has waited for: all, and the system's."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    system = sum(usage.ru_stime for usage in usages)
    return system + sum(usage.ru_utime for usage in usages), system


def in_fresh_process(work: Callable[..., T], *arguments: Any) -> T:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        return executor.submit(work, *arguments).result()


def blocks_read() -> int:
    """Count the disk blocks that finished child processes have read."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_inblock


def two_at_once() -> float:
    """What two cores are worth here and now: wall time of two like processes at once over one after the other."""
    command = [sys.executable, "-c", _BUSY]
    begin = time.monotonic()
    for process in [subprocess.Popen(command) for _ in range(2)]:
        process.wait()
    at_once = time.monotonic() - begin
    return at_once / sum(run(command).wall for _ in range(2))


def alone_runs(folder: str) -> dict[str, Cost]:
    """SimFinder's scan alone once in each way."""
    with tempfile.TemporaryDirectory() as home:
        one, two = os.path.join(home, "one.sqlite3"), os.path.join(home, "two.sqlite3")
        return {
            ALONE_ONE: in_fresh_process(scan_alone, folder, 1, one),
            ALONE_TWO: in_fresh_process(scan_alone, folder, 2, two),
            ALONE_AGAIN: in_fresh_process(scan_alone, folder, 2, two),
        }


def own_runs(folder: str) -> dict[str, Cost]:
    """SimFinder once in each way."""
    costs = {}
    with tempfile.TemporaryDirectory() as home:
        costs[ONE] = run(scanning(folder, "--jobs", "1"), environment=at_home(home))
    with tempfile.TemporaryDirectory() as home:
        costs[TWO] = run(scanning(folder, "--jobs", "2"), environment=at_home(home))
        costs[AGAIN] = run(scanning(folder, "--jobs", "2"), environment=at_home(home))
        costs[BARE] = run(scanning(folder, "--jobs", "1", "--no-cache"), environment=at_home(home))
        costs[IDENTICAL] = run(scanning(folder, "--identical", "--no-cache"), environment=at_home(home))
    return costs | alone_runs(folder)


def peer_runs(folder: str, copy: str, here: set[str]) -> dict[str, Cost]:
    """Each peer once."""
    costs = {}
    if "ssdeep" in here:
        costs[SSDEEP] = run(["ssdeep", "-s", "-r", folder])
    if "simhash" in here:
        costs[SIMHASH] = simhash_tree(copy)
    if SSDEEP in costs and SIMHASH in costs:
        costs[BOTH] = costs[SSDEEP] + costs[SIMHASH]
    if "jdupes" in here:
        costs[JDUPES] = run(["jdupes", "-r", "-q", folder])
    if "find" in here:
        costs[FIND] = run(["find", folder, "-type", "f", "-printf", "%s %T@ %i\\n"])
    return costs


def look_at(folder: str, *, cached: bool) -> Tree:
    """Count a tree, and ask the cache what it takes; leaves the files in the system's cache, the kernels compiled."""
    names = list(files_below(folder))
    with tempfile.TemporaryDirectory() as home:
        if not cached:
            in_fresh_process(scan_alone, folder, 2, os.path.join(home, "cache.sqlite3"))
            return Tree(len(names), size_of(folder) / 1e6, 0.0, 0.0)
        run(scanning(folder), environment=at_home(home))
        said = subprocess.run(
            simfinder("cache", "info", "--json"), env=at_home(home), check=True, capture_output=True
        )
    info = json.loads(said.stdout)
    return Tree(
        len(names),
        size_of(folder) / 1e6,
        sum(len(os.fsencode(os.path.join(folder, name))) for name in names) / max(1, len(names)),
        info["bytes"] / max(1, info["files"]),
    )


def ratio(runs: dict[str, list[Cost]], field: str, ours: str, peer: str) -> float:
    """Median over the rounds of one figure of two runs, the one over the other."""
    pairs = zip(runs[ours], runs[peer], strict=True)
    return float(statistics.median(getattr(a, field) / max(1e-3, getattr(b, field)) for a, b in pairs))


def medians(each: list[Cost]) -> Cost:
    return Cost(
        *(
            statistics.median(getattr(cost, name) for cost in each)
            for name in ("cpu", "system", "wall", "memory")
        )
    )


def verdict(value: float, must: float, aim: float | None) -> str:
    if value > must:
        return "MISSED"
    return "aim met" if aim is not None and value <= aim else "must met"


def asked(runs: dict[str, list[Cost]], tree: Tree) -> list[tuple[str, float, float, float | None]]:
    """What is asked and what is here: name, value, must, aim."""
    of_size = OF_SMALL if 1e6 * tree.megabytes <= _SMALL * tree.files else OF_TREES
    found: list[tuple[str, float, float, float | None]] = [
        (name, ratio(runs, field, ours, peer), must, aim)
        for name, field, ours, peer, must, aim in (of_size, *TARGETS_ALONE, *TARGETS)
        if ours in runs and peer in runs
    ]
    if tree.cached:
        found.append(
            ("cache, bytes per file less its path", tree.cached - tree.path, _BYTES_MUST, _BYTES_AIM)
        )
    return found


def print_runs(runs: dict[str, list[Cost]]) -> None:
    others = [name for name in (SSDEEP, SIMHASH, BOTH, JDUPES, FIND) if name in runs]
    rows = []
    for name, each in runs.items():
        cost = medians(each)
        ratios = (f"{ratio(runs, 'cpu', name, other):.2f}" for other in others)
        rows.append(
            [name, f"{cost.cpu:.2f}", f"{cost.system:.2f}", f"{cost.wall:.2f}", f"{cost.memory:.0f}", *ratios]
        )
    print_table(["", "CPU s", "system", "wall s", "MB", *(f"CPU / {name}" for name in others)], rows)


def print_asked(found: list[tuple[str, float, float, float | None]]) -> None:
    print_table(
        ["at most", "must", "aim", "here", ""],
        (
            [
                name,
                f"{must:.4g}",
                "" if aim is None else f"{aim:.3g}",
                f"{value:.4g}",
                verdict(value, must, aim),
            ]
            for name, value, must, aim in found
        ),
    )


def print_pace(runs: dict[str, list[Cost]], tree: Tree) -> None:
    """Files per second, and the memory there was at most: what a larger tree will take."""
    rows = []
    for name in (name for name in (ONE, TWO, AGAIN, IDENTICAL, ALONE_ONE, ALONE_TWO) if name in runs):
        cost = medians(runs[name])
        pace = (f"{tree.files / max(1e-3, seconds):,.0f}" for seconds in (cost.cpu, cost.wall))
        rows.append([name, *pace, f"{cost.memory:,.0f}", f"{1e6 * cost.memory / max(1, tree.files):,.0f}"])
    print_table(["files per second", "of CPU", "of wall time", "MB at most", "bytes a file"], rows)


def print_parts(parts: dict[str, float]) -> None:
    """Where the time of a scan alone goes, and what more cores would bring."""
    whole = sum(parts.values())
    print_table(
        ["part", "CPU s", "share"],
        ([name, f"{seconds:.2f}", f"{100 * seconds / whole:.0f} %"] for name, seconds in parts.items()),
    )
    alone = (parts[LISTING] + parts[AT_END]) / whole
    shared = sum(parts[name] for name in COMPILED) / whole
    in_turn = 1 - alone - shared
    beside = parts[LISTING] / whole  # signed by one other thread while folders are listed
    walls = [1.0, *(alone + max(in_turn, (1 - alone - beside) / cores) for cores in _CORES[1:])]
    print(
        f"One thread alone: {alone:.0%}; in turn, by Python's lock: {in_turn:.0%}; at once: {shared:.0%}.\n"
    )
    print_table(
        ["cores", *map(str, _CORES)],
        [
            ["wall time, of that of one", *(f"{wall:.2f}" for wall in walls)],
            ["times as fast", *(f"{1 / wall:.1f}" for wall in walls)],
        ],
    )


def measure(folder: str, rounds: int, *, alone: bool, as_json: bool) -> None:
    """All rounds of one folder, printed."""
    here = installed(("ssdeep", "find") if alone else ("ssdeep", "simhash", "jdupes", "find"))
    own = alone_runs if alone else own_runs
    runs: dict[str, list[Cost]] = defaultdict(list)
    parts: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory(dir=light_place(size_of(folder))) as place:
        copy = copied(folder, place) if "simhash" in here else ""
        tree = look_at(folder, cached=not alone)
        limits = []
        read_before = blocks_read()
        for number in range(rounds):
            limits.append(two_at_once())
            for name, cost in (own(folder) | peer_runs(folder, copy, here)).items():
                runs[name].append(cost)
            parts.append(in_fresh_process(parts_of_scan, folder, os.path.join(place, f"{number}.sqlite3")))
        read_again = blocks_read() - read_before
    found = asked(runs, tree)
    shares = {part: statistics.median(each[part] for each in parts) for part in PARTS}
    if as_json:
        whole = {
            "machine": machine(),
            "tree": asdict(tree),
            "runs": {name: [asdict(cost) for cost in each] for name, each in runs.items()},
            "two at once": limits,
            "blocks read again": read_again,
            "parts": shares,
            "asked": [dict(zip(("name", "here", "must", "aim"), row, strict=True)) for row in found],
        }
        print(json.dumps(whole, indent=1))
        return
    print(f"{machine()}; {rounds} rounds; {tree.files} files, {tree.megabytes:.0f} MB\n")
    print_runs(runs)
    print_asked(found)
    print_pace(runs, tree)
    print_parts(shares)
    print(
        f"Two plain processes at once took {statistics.median(limits):.2f} of the time of one after the other.\n"
    )
    if read_again > tree.files // 100:
        print(f"{read_again:,} blocks were read from a disk again: the tree was not in the system's cache.\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", metavar="folder")
    parser.add_argument("--rounds", type=int, default=3, help="default %(default)s")
    parser.add_argument("--alone", action="store_true", help="the scan alone, with ssdeep and find")
    parser.add_argument("--json", action="store_true", help="all figures as JSON in place of the tables")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        measure(os.path.abspath(folder), arguments.rounds, alone=arguments.alone, as_json=arguments.json)


if __name__ == "__main__":
    main()

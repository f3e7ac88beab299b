"""What looking inside archives and documents costs: a scan with views, one of bytes alone, and the unpacking itself.

    python benchmarks/views.py FOLDER [--rounds 3] [--json]

Three programs on one tree, by one thread and without a cache, interleaved: ``scan --raw``, ``scan``, and a process that
has every archive and document of the tree unpacked by the same worker and throws away what comes. Printed are medians
of CPU seconds (workers counted in), wall seconds and peak memory, and what is asked: the scan with views takes at most
twice the CPU of the raw one plus the unpacking. Then, for each kind of view, what its files
hold and what unpacking them costs, the start of a worker (some 60 ms) counted in.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import statistics
import sys
from collections import defaultdict

from common.peers import Cost, files_below, machine, print_table, run

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.scan.reading.read_file import format_of

RAW, VIEWS, UNPACKED = "scan --raw", "scan", "unpacked only"
_OPTIONS = ("--json", "--no-cache", "--quiet", "--hidden", "--estimates", "--jobs", "1")


def unpack(folder: str) -> dict[str, list[tuple[str, int, int]]]:
    """Have every archive and document of a tree unpacked: paths, formats and bytes made, by the name of the view."""
    found: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    paths = (os.path.join(folder, name) for name in files_below(folder))
    with contextlib.closing(ViewReader(Control())) as worker:
        for path in paths:
            code = format_of(path)
            if code in BY_CODE:
                view, made = _unpack(worker, path, code)
                found[view].append((path, code, made))
    return found


def _unpack(worker: ViewReader, path: str, code: int) -> tuple[str, int]:
    """Name of a view and the bytes made."""
    made: list[int] = []
    try:
        return worker.read(path, code, lambda data: made.append(len(data))).name, sum(made)
    except NoViewError:
        return "none", sum(made)


def by_kind(found: dict[str, list[tuple[str, int, int]]]) -> dict[str, dict[str, float]]:
    """What the files of each kind cost, by a worker of their own whose start counts in."""
    rows = {}
    for view, files in sorted(found.items()):
        before = _cpu()
        with contextlib.closing(ViewReader(Control())) as worker:
            for path, code, _ in files:
                _unpack(worker, path, code)
        rows[view] = {
            "files": len(files),
            "bytes": sum(os.path.getsize(path) for path, _, _ in files),
            "made": sum(made for _, _, made in files),
            "cpu": _cpu() - before,
        }
    return rows


def _cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure(folder: str, rounds: int) -> dict[str, list[Cost]]:
    """All three, so many times."""
    scan = [sys.executable, "-m", "simfinder", "scan", folder, *_OPTIONS]
    runs: dict[str, list[Cost]] = defaultdict(list)
    for number in range(rounds + 1):
        once = {
            RAW: run([*scan, "--raw"]),
            VIEWS: run(scan),
            UNPACKED: run([sys.executable, __file__, folder, "--only-unpack"]),
        }
        for name, cost in once.items() if number else ():  # the first round warms up
            runs[name].append(cost)
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only-unpack", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only_unpack:
        unpack(arguments.folder)
        return
    runs = measure(arguments.folder, arguments.rounds)
    kinds = by_kind(unpack(arguments.folder))
    ratios = [
        views.cpu / (2 * raw.cpu + unpacked.cpu)
        for raw, views, unpacked in zip(runs[RAW], runs[VIEWS], runs[UNPACKED], strict=True)
    ]
    if arguments.json:
        figures = {name: [cost.__dict__ for cost in costs] for name, costs in runs.items()}
        print(json.dumps({"machine": machine(), "runs": figures, "ratio": ratios, "kinds": kinds}))
        return
    print(machine())
    print_table(
        ["what", "CPU s", "wall s", "peak MB"],
        [
            [
                name,
                f"{statistics.median(c.cpu for c in costs):.2f}",
                f"{statistics.median(c.wall for c in costs):.2f}",
                f"{statistics.median(c.memory for c in costs):.0f}",
            ]
            for name, costs in runs.items()
        ],
    )
    print(f"\nscan / (2 x raw + unpacking): {statistics.median(ratios):.2f} (must 1.0)\n")
    print_table(
        ["view", "files", "MB", "MB made", "CPU s", "ms a file", "MB made a CPU s"],
        [
            [
                name,
                f"{row['files']:.0f}",
                f"{row['bytes'] / 1e6:.1f}",
                f"{row['made'] / 1e6:.1f}",
                f"{row['cpu']:.2f}",
                f"{1e3 * row['cpu'] / row['files']:.1f}",
                f"{row['made'] / 1e6 / row['cpu']:.0f}" if row["cpu"] else "",
            ]
            for name, row in sorted(kinds.items())
        ],
    )


if __name__ == "__main__":
    main()

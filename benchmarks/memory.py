"""How much memory a scan takes in each of its phases, its helper processes counted in.

    python benchmarks/memory.py FOLDER [--verify] [--again] [--jobs 2] [--before FOLDER_OF_OTHER_CODE] [--every 0.05]

Scans the folder as a program with a fresh cache (``--again`` then a second time with what the first one left there),
by estimates or verified, and looks every 50 ms at the memory of the program (its resident set) and at what all
processes below it have for themselves (their anonymous pages: the libraries they have mapped are those of the program).
The figure of a phase is the most there was of both together. ``--before`` scans by other code too, in turn, for a
column beside. Kernels are compiled before. Nothing is written outside a temporary folder. Linux only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from common.peers import machine, print_table

_HERE = str(Path(__file__).resolve().parents[1])


@dataclass(frozen=True)
class Sample:
    """Memory at one moment, in MB: seconds since the start, the program's own, that of the processes below it."""

    at: float
    own: float
    below: float


@dataclass(frozen=True)
class Row:
    """A phase: its name, wall and CPU seconds, the most memory in MB, and that of the processes below at that time."""

    name: str
    wall: float
    cpu: float
    most: float
    below: float


def measured(command: list[str], code: str, home: str, every: float) -> list[Row]:
    """Run a scan; return its phases in order, and all of it as the last row."""
    profile = os.path.join(home, "profile")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"HOME": home, "PYTHONPATH": code}
    environment |= {f"XDG_{name}_HOME": home for name in ("CACHE", "CONFIG", "DATA")}
    began, samples = time.monotonic(), []
    process = subprocess.Popen(
        [*command, "--profile", profile], cwd=code, env=environment, stdout=subprocess.DEVNULL
    )
    while process.poll() is None:
        own = memory_of(process.pid, "VmRSS")
        below = sum(memory_of(one, "RssAnon") for one in descendants(process.pid))
        samples.append(Sample(time.monotonic() - began, own, below))
        time.sleep(every)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command} ended with {process.returncode}")
    phases = list(phases_of(profile))
    end = samples[-1].at - sum(
        wall for _, wall, _ in phases
    )  # the program's start comes before the first phase
    rows = []
    for name, wall, cpu in phases:
        begin, end = end, end + wall
        rows.append(_row(name, wall, cpu, [sample for sample in samples if begin <= sample.at <= end]))
    return [*rows, _row("all", samples[-1].at, sum(row.cpu for row in rows), samples)]


def _row(name: str, wall: float, cpu: float, samples: list[Sample]) -> Row:
    most = max(samples, key=lambda sample: sample.own + sample.below, default=Sample(0, 0, 0))
    return Row(name, wall, cpu, most.own + most.below, most.below)


def phases_of(profile: str) -> Iterator[tuple[str, float, float]]:
    """Yield the name, the wall and the CPU seconds of each phase of a profile."""
    for line in Path(profile).read_text().splitlines()[2:-1]:
        words = line.split()
        numbers = next(i for i, word in enumerate(words) if word[0].isdigit())
        yield " ".join(words[:numbers]), float(words[numbers]), float(words[numbers + 1])


def memory_of(process: int, name: str) -> float:
    """Return one figure of a process's status in MB; 0 where it has ended."""
    try:
        with open(f"/proc/{process}/status", encoding="utf-8", errors="replace") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(name)) * 1024 / 1e6
    except (OSError, StopIteration):
        return 0.0


def descendants(process: int) -> list[int]:
    """Return the processes below one."""
    children = defaultdict(list)
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{int(name)}/stat", encoding="utf-8", errors="replace") as file:
                parent = file.read().rpartition(")")[2].split()[1]
        except (OSError, ValueError, IndexError):
            continue  # not a process, or one that has ended
        children[int(parent)].append(int(name))
    found, left = [], [process]
    while left:
        below = children[left.pop()]
        found += below
        left += below
    return found


def scan(folder: str, options: list[str]) -> list[str]:
    return [sys.executable, "-m", "simfinder", "scan", folder, "--json", "--hidden", "--quiet", *options]


def print_rows(now: list[Row], before: list[Row] | None) -> None:
    header = ["phase", "MB", "of it helper processes", "CPU s", "wall s"]
    if before is None:
        lines = [
            [row.name, f"{row.most:,.0f}", f"{row.below:,.0f}", f"{row.cpu:.1f}", f"{row.wall:.1f}"]
            for row in now
        ]
        print_table(header, lines)
        return
    print_table(
        ["phase", "MB before", "MB now", *header[2:], "CPU s before"],
        (
            [
                row.name,
                f"{old.most:,.0f}",
                f"{row.most:,.0f}",
                f"{row.below:,.0f}",
                f"{row.cpu:.1f}",
                f"{row.wall:.1f}",
                f"{old.cpu:.1f}",
            ]
            for row, old in zip(now, _beside(now, before), strict=True)
        ),
    )


def _beside(now: list[Row], before: list[Row]) -> list[Row]:
    """Return for each row the one of the same name in the other table, the n-th of it for the n-th."""
    left = list(before)
    found = []
    for row in now:
        same = next((old for old in left if old.name == row.name), None)
        if same is not None:
            left.remove(same)
        found.append(same or Row(row.name, 0, 0, 0, 0))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--verify", action="store_true", help="compare on the bytes; default: by estimates")
    parser.add_argument("--again", action="store_true", help="a second scan by the cache of the first too")
    parser.add_argument("--jobs", type=int, default=2, help="default %(default)s")
    parser.add_argument("--before", help="folder with other code of SimFinder, to scan with it too")
    parser.add_argument(
        "--every", type=float, default=0.05, help="seconds between two looks; default %(default)s"
    )
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.folder)
    command = scan(folder, ["--jobs", str(arguments.jobs), *(() if arguments.verify else ("--estimates",))])
    codes = [_HERE] + ([os.path.abspath(arguments.before)] if arguments.before else [])
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as small:
        homes = [os.path.join(place, str(number)) for number in range(len(codes))]
        for code, home in zip(codes, homes, strict=True):
            os.mkdir(home)
            measured(scan(small, []), code, home, 1)  # compiles the kernels
        print(f"{machine()}; {folder}")
        for title in ("first scan", "second scan")[: 2 if arguments.again else 1]:
            rows = [
                measured(command, code, home, arguments.every)
                for code, home in zip(codes, homes, strict=True)
            ]
            print(
                f"\n{title}, {'verified' if arguments.verify else 'by estimates'}, {arguments.jobs} jobs:\n"
            )
            print_rows(rows[0], rows[1] if len(rows) > 1 else None)


if __name__ == "__main__":
    main()

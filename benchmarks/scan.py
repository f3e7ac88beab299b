"""A whole scan against the tools it stands beside, on the same tree in the same run.

    python benchmarks/scan.py FOLDER [--rounds 3]

SimFinder (first scan with a fresh cache, second scan, one and two threads, identical files only) and, where they are
installed, ``ssdeep -r``, ``jdupes -r`` and ``find`` with stat. Rounds are interleaved; printed are medians of
CPU seconds, wall seconds and peak memory, and the ratio of CPU to each peer.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """What one run cost: CPU and wall seconds, peak memory in MB."""

    cpu: float
    wall: float
    memory: float


def measure(command: list[str], environment: dict[str, str]) -> Run:
    """Run a command to its end, its output thrown away."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    memory = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    return Run(usage.ru_utime + usage.ru_stime, time.monotonic() - begin, memory)


def simfinder(folder: str, *options: str) -> list[str]:
    """The command line of one scan."""
    return [sys.executable, "-m", "simfinder", "scan", folder, "--json", "--estimates", "--hidden", *options]


def peers(folder: str) -> dict[str, list[str]]:
    """Command lines of the peers that are installed."""
    found = {
        "ssdeep -r": ["ssdeep", "-r", folder],
        "jdupes -r": ["jdupes", "-r", "-q", folder],
        "find": ["find", folder, "-type", "f", "-printf", "%s %T@ %i\\n"],
    }
    for name in list(found):
        if not shutil.which(found[name][0]):
            print(f"{name}: not installed, left out")
            del found[name]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.folder)
    runs: dict[str, list[Run]] = defaultdict(list)
    others = peers(folder)
    for _ in range(arguments.rounds):
        with tempfile.TemporaryDirectory() as home:
            environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home}
            runs["first scan, 2 threads"].append(measure(simfinder(folder, "--jobs", "2"), environment))
            runs["second scan"].append(measure(simfinder(folder, "--jobs", "2"), environment))
            runs["no cache, 1 thread"].append(
                measure(simfinder(folder, "--jobs", "1", "--no-cache"), environment)
            )
            runs["identical only"].append(
                measure(simfinder(folder, "--identical", "--no-cache"), environment)
            )
            for name, command in others.items():
                runs[name].append(measure(command, environment))
    medians = {
        name: Run(
            *(statistics.median(getattr(run, field) for run in each) for field in ("cpu", "wall", "memory"))
        )
        for name, each in runs.items()
    }
    header = "".join(f"{'CPU / ' + name:>18}" for name in others)
    print(f"{'':<24}{'CPU s':>8}{'wall s':>8}{'MB':>8}{header}")
    for name, run in medians.items():
        ratios = "".join(f"{run.cpu / max(1e-3, medians[other].cpu):>18.2f}" for other in others)
        print(f"{name:<24}{run.cpu:>8.2f}{run.wall:>8.2f}{run.memory:>8.0f}{ratios}")


if __name__ == "__main__":
    main()

"""The programs SimFinder is compared with: which of them are here, and what a run costs.

Owns the running of other programs and the text of a table; knows nothing of SimFinder's own code.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

_MEMORY = "/dev/shm"
_NAMES_PER_CALL = 2000  # well below what the system takes on one command line


@dataclass(frozen=True)
class Cost:
    """What a run cost: CPU seconds (user and system), those of the system, wall seconds, peak memory in MB."""

    cpu: float = 0.0
    system: float = 0.0
    wall: float = 0.0
    memory: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.cpu + other.cpu,
            self.system + other.system,
            self.wall + other.wall,
            max(self.memory, other.memory),
        )


def run(
    command: Sequence[str], folder: str | None = None, environment: Mapping[str, str] | None = None
) -> Cost:
    """Run a command to its end, its output thrown away.

    Args:
        command: the program and its arguments.
        folder: where it runs.
        environment: its environment variables.

    Raises:
        RuntimeError: it ended by a signal or with an exit code above 1 (1: some files could not be taken).
    """
    begin = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, env=environment
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{command[0]} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_stime, wall, peak_memory(usage))


def peak_memory(usage: resource.struct_rusage) -> float:
    """Peak memory in MB; macOS tells it in bytes, others in kB."""
    return usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def installed(programs: Iterable[str]) -> set[str]:
    """Those of some programs that are here; the others are named."""
    here = set()
    for name in programs:
        if shutil.which(name):
            here.add(name)
        else:
            print(f"{name}: not installed, left out", file=sys.stderr)
    return here


def files_below(folder: str) -> Iterator[str]:
    """Paths of the regular files below a folder, relative to it, in a fixed order."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, folder)


def light_place(size: int) -> str | None:
    """A folder kept in memory with ample room for so many bytes; None where there is none.

    For what ``simhash -w`` writes. 4,000 new files of half a kB took 0.06 s of system time there and 0.2 to 3.2 s on
    a busy ext4, beside 0.45 s of its own: on a disk the peer would be charged for the file system.
    """
    if not os.access(_MEMORY, os.W_OK) or shutil.disk_usage(_MEMORY).free < 4 * size:
        print(f"{_MEMORY}: no room, the cost of simhash -w includes that of a disk", file=sys.stderr)
        return None
    return _MEMORY


def size_of(folder: str) -> int:
    """Bytes of the regular files below a folder."""
    return sum(os.path.getsize(os.path.join(folder, name)) for name in files_below(folder))


def copied(tree: str, into: str) -> str:
    """A copy of a tree's regular files, for programs that write beside what they read."""
    copy = os.path.join(into, "tree")
    for name in files_below(tree):
        os.makedirs(os.path.dirname(os.path.join(copy, name)), exist_ok=True)
        shutil.copyfile(os.path.join(tree, name), os.path.join(copy, name))
    return copy


def simhash_tree(copy: str) -> Cost:
    """``simhash -w`` on every file of a tree that is ours to write in; what it wrote is removed again."""
    names = list(files_below(copy))
    cost = Cost()
    for at in range(0, len(names), _NAMES_PER_CALL):
        cost += run(["simhash", "-w", *names[at : at + _NAMES_PER_CALL]], folder=copy)
    for name in set(files_below(copy)).difference(names):
        os.remove(os.path.join(copy, name))
    return cost


def machine() -> str:
    """The machine and the versions a table holds for, in a line."""
    parts = [
        f"{os.cpu_count()} cores",
        platform.machine(),
        f"{platform.system()} {platform.release()}",
        f"Python {platform.python_version()}",
    ]
    for package in ("numba", "pydeep2"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return ", ".join(parts)


def print_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A Markdown table with columns of even width."""
    cells = [list(header), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    cells.insert(1, ["-" * width for width in widths])
    for row in cells:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
    print()

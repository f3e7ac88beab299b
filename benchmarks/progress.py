"""How right the time left is that a scan says, against the time it then took.

    python benchmarks/progress.py FOLDER… [--scans 2] [--estimates] [--home FOLDER] [--save FILE] [--json]

Runs ``simfinder scan`` on a terminal of its own, with verification unless ``--estimates`` is given, and reads what a
person would see there: every change of the progress line, with its time. Each folder is scanned ``--scans`` times, each
time with an empty cache, in a home where the kernels are compiled and the scans before may have left what they measured
of this machine. Printed for each scan:

- ``error``: median of |said - true| / true over the time after the first quarter, where a time is said;
- ``said``: share of that time in which one is said;
- ``end``: the longest stretch in which the line says that the end is near ("1 s left", "a few more seconds");
- ``up``: the largest rise of the time said, in seconds, in one step;
- ``grew``: how often a total grew that had been shown in the same phase.

Nothing is written outside a temporary folder, except with ``--save FILE`` (what was read, for a look at it) and with
``--home FOLDER`` (the home of the scans, which spares a second run the minute of compiling).
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fcntl import ioctl

from common.peers import machine, print_table

WIDTH = 220  # columns of the terminal: no line is cut
STEP = 0.1  # s between two moments at which said and true are compared
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_TIMES = (
    (re.compile(r"about (\d+) h(?: (\d+) min)? left"), lambda m: 3600 * int(m[1]) + 60 * int(m[2] or 0)),
    (re.compile(r"about (\d+) min left"), lambda m: 60 * int(m[1])),
    (re.compile(r"about (\d+) s left"), lambda m: int(m[1])),
    (
        re.compile(r"about (\d+) hours?(?: (\d+) minutes?)? left"),
        lambda m: 3600 * int(m[1]) + 60 * int(m[2] or 0),
    ),
    (re.compile(r"about (\d+) minutes? left"), lambda m: 60 * int(m[1])),
    (re.compile(r"about (\d+) seconds left"), lambda m: int(m[1])),
    (re.compile(r"less than 5 seconds left|a few more seconds"), lambda _: 3),
)
_NEAR = re.compile(r"about 1 s left|a few more seconds")
_OF = re.compile(r"^\W*(\D+?)\s+[━╸╺ ]*([\d,]+) of ([\d,]+) (files|pairs)")


@dataclass(frozen=True)
class Said:
    """What one scan said.

    Attributes:
        folder, scan: which one.
        seconds: of the whole program, to its exit.
        error, said, end, up, grew: see the top of the file.
    """

    folder: str
    scan: int
    seconds: float
    error: float
    said: float
    end: float
    up: float
    grew: int


def record(command: Sequence[str], environment: dict[str, str]) -> tuple[list[tuple[float, str]], float]:
    """Run a program on a terminal; return its progress lines with their times, and how long it ran."""
    ours, its = pty.openpty()
    ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, WIDTH, 0, 0))
    environment = environment | {"TERM": "xterm", "COLUMNS": str(WIDTH)}
    begin, lines, rest = time.monotonic(), [(0.0, "")], ""
    with subprocess.Popen(command, stdin=its, stdout=subprocess.DEVNULL, stderr=its, env=environment):
        os.close(its)
        while True:
            if not select.select([ours], [], [], 1.0)[0]:
                continue
            try:
                data = os.read(ours, 1 << 16)
            except OSError:  # nobody has the other end any more
                break
            rest += _ESCAPE.sub("", data.decode("utf-8", "replace"))
            *whole, rest = re.split(r"[\r\n]+", rest)
            for line in [*whole, rest]:
                if line.strip() and line.strip() != lines[-1][1]:
                    lines.append((time.monotonic() - begin, line.strip()))
    os.close(ours)
    return lines, time.monotonic() - begin


def seconds_said(line: str) -> float | None:
    """Return the time left that a line says."""
    for pattern, seconds in _TIMES:
        if found := pattern.search(line):
            return float(seconds(found))
    return None


def judged(folder: str, scan: int, lines: list[tuple[float, str]], seconds: float) -> Said:
    """Compare what was said with what was true."""
    errors, moments, at = [], 0, 0
    for i in range(int(seconds / 4 / STEP), int(seconds / STEP)):
        now = i * STEP
        while at + 1 < len(lines) and lines[at + 1][0] <= now:
            at += 1
        moments += 1
        left = seconds_said(lines[at][1])
        if left is not None:
            errors.append(abs(left - (seconds - now)) / max(seconds - now, 1.0))
    end = began = up = 0.0
    grew, before, totals = 0, None, {}
    for i, (now, line) in enumerate(lines):
        until = lines[i + 1][0] if i + 1 < len(lines) else seconds
        began = (began or now) if _NEAR.search(line) else 0.0
        end = max(end, until - began if began else 0.0)
        left = seconds_said(line)
        up = max(up, left - before if left is not None and before is not None else 0.0)
        before = before if left is None else left
        if found := _OF.match(line):
            total = int(found[3].replace(",", ""))
            grew += total > totals.get(found[1], total)
            totals[found[1]] = total
    return Said(
        folder,
        scan,
        round(seconds, 1),
        round(statistics.median(errors), 2) if errors else float("nan"),
        round(len(errors) / max(1, moments), 2),
        round(end, 1),
        round(up, 1),
        grew,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--scans", type=int, default=2)
    parser.add_argument("--estimates", action="store_true")
    parser.add_argument("--home")
    parser.add_argument("--save")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found, saved = [], []
    with tempfile.TemporaryDirectory() as fresh:
        home = arguments.home or fresh
        places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home)
        environment = {**os.environ, **places}
        program = [sys.executable, "-m", "simfinder"]
        subprocess.run([sys.executable, "-m", "simfinder.app.runtime.warmup"], env=environment, check=True)
        for folder in arguments.folders:
            for scan in range(1, arguments.scans + 1):
                for cache in ("cache.sqlite3", "cache.sqlite3-wal", "cache.sqlite3-shm"):
                    if os.path.exists(old := os.path.join(home, "simfinder", cache)):
                        os.unlink(old)
                options = ["--estimates"] if arguments.estimates else []
                lines, seconds = record([*program, "scan", folder, "--hidden", *options], environment)
                found.append(judged(folder, scan, lines, seconds))
                saved.append({"folder": folder, "scan": scan, "seconds": seconds, "lines": lines})
                if arguments.save:
                    with open(arguments.save, "w", encoding="utf-8") as file:
                        json.dump(saved, file)
                print(found[-1], file=sys.stderr)
    if arguments.json:
        print(json.dumps([asdict(said) for said in found], indent=1))
        return
    print(machine(), end="\n\n")
    titles = ("folder", "scan", "s", "error", "said", "end s", "up s", "grew")
    print_table(titles, [tuple(map(str, asdict(said).values())) for said in found])
    asked = (
        ("seconds that the end is said to be near", max(said.end for said in found), 3),
        ("totals that grew", max(said.grew for said in found), 0),
    )
    rows = [(name, f"{must}", f"{here}", "met" if here <= must else "MISSED") for name, here, must in asked]
    print_table(("at most", "must", "here", ""), rows)


if __name__ == "__main__":
    main()

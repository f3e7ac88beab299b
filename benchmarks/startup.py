"""What each start of SimFinder costs: CPU and memory, beside programs that do next to nothing.

    python benchmarks/startup.py [--rounds 5] [--home FOLDER] [--json]

Runs the commands people and scripts wait for as whole processes, in turn with ``python -c pass``, ``jdupes -r`` and
``ssdeep -s -r`` over the same 100 files (modules of Python's own library). "Unchanged" is a scan of files that the
cache knows. The window is opened without a display, until its first picture is painted, as by ``window.py --starts``.
The median of all rounds counts. The limits in seconds were set where ``python -c pass`` takes 0.018 s of CPU; on a
slower machine they are multiplied by what it takes there, and the script says so.

Nothing is written outside a temporary folder, except with ``--home FOLDER`` (the home of the program, which spares a
second run the minute of compiling kernels).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.peers import Cost, installed, machine, print_table, run

FILES = 100
_PYTHON = 0.018  # CPU s of ``python -c pass`` where the limits were set
_PEERS = ("jdupes", "ssdeep")
_WINDOW = """
import os
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication(["simfinder"])
from simfinder.gui.main import make_window
window = make_window([])
window.show()
QTimer.singleShot(0, lambda: os._exit(0))
app.exec()
"""


@dataclass(frozen=True)
class Start:
    """One command.

    Attributes:
        name: for the table.
        command: the program and its arguments.
        cpu: limit in CPU seconds on a machine where Python starts in ``_PYTHON``; None for no limit.
        memory: limit in MB; None for no limit.
    """

    name: str
    command: Sequence[str]
    cpu: float | None = None
    memory: float | None = None


def starts(folder: Path, empty: Path) -> list[Start]:
    """All commands, the peers first."""
    simfinder = [sys.executable, "-m", "simfinder"]
    one = min(folder.iterdir(), key=lambda file: file.stat().st_size)
    every = str(folder)
    found = [Start("python -c pass", [sys.executable, "-c", "pass"])]
    options = {"jdupes": ["-r"], "ssdeep": ["-s", "-r"]}
    found += [
        Start(f"{name} -r", [name, *options[name], every]) for name in _PEERS if name in installed(_PEERS)
    ]
    light = {"history": ["history"], "rules": ["rules", "list"], "ignore": ["ignore", "list"]}
    for name, words in {"--version": ["--version"], "--help": ["--help"], **light}.items():
        found.append(Start(name, [*simfinder, *words], 0.12, 40))
    return [
        *found,
        Start("hash of one small file", [*simfinder, "hash", "--method", "spamsum", str(one)], 0.35),
        Start("scan of an empty folder", [*simfinder, "scan", str(empty)], 0.5),
        Start(f"scan of {FILES} unchanged files", [*simfinder, "scan", every], 0.5),
        Start("window on the screen", [sys.executable, "-c", _WINDOW], 0.4),
    ]


def at_home(home: str) -> dict[str, str]:
    """The environment of an installed program with a home of its own."""
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home)
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **places, "QT_QPA_PLATFORM": "offscreen"}


def measure(
    commands: Sequence[Start], rounds: int, environment: Mapping[str, str]
) -> dict[str, tuple[Cost, ...]]:
    """Run all in turn, once unmeasured and then so many rounds."""
    found: dict[str, tuple[Cost, ...]] = {start.name: () for start in commands}
    for number in range(rounds + 1):
        for start in commands:
            cost = run(start.command, environment=environment)
            if number:
                found[start.name] += (cost,)
    return found


def _verdict(here: float, must: float | None) -> str:
    return "" if must is None else f"{must:.2g} {'met' if here <= must else 'MISSED'}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--home", help="of the program, with its compiled kernels")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder, empty = Path(place, "files"), Path(place, "empty")
        folder.mkdir()
        empty.mkdir()
        modules = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
        for module in modules[:FILES]:
            shutil.copy2(module, folder)
        environment = at_home(arguments.home or os.path.join(place, "home"))
        subprocess.run([sys.executable, "-m", "simfinder.app.runtime.warmup"], env=environment, check=True)
        found = measure(starts(folder, empty), arguments.rounds, environment)
        medians = {
            name: Cost(
                *(statistics.median(getattr(cost, field) for cost in costs) for field in Cost.__match_args__)
            )
            for name, costs in found.items()
        }
        if arguments.json:
            print(json.dumps({name: vars(cost) for name, cost in medians.items()}, indent=1))
            return
        bare = medians["python -c pass"].cpu
        slower = max(1.0, bare / _PYTHON)
        print(machine(), end="\n\n")
        print_table(
            ("start", "CPU s", "x python", "wall s", "MB", "CPU at most", "MB at most"),
            [
                (
                    start.name,
                    f"{cost.cpu:.3f}",
                    f"{cost.cpu / bare:.1f}",
                    f"{cost.wall:.3f}",
                    f"{cost.memory:.0f}",
                    _verdict(cost.cpu, None if start.cpu is None else start.cpu * slower),
                    _verdict(cost.memory, start.memory),
                )
                for start in starts(folder, empty)
                for cost in (medians[start.name],)
            ],
        )
        if slower > 1:
            print(
                f"Python starts in {bare:.3f} s here, so the limits in seconds are {slower:.2f} times as long."
            )


if __name__ == "__main__":
    main()

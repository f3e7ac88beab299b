"""Whether the window stays awake: the longest time its event loop did not come round, phase by phase.

    python benchmarks/window.py FOLDER… [--check SECONDS] [--json] [--stacks FILE]
    python benchmarks/window.py --made 1000000
    python benchmarks/window.py --starts 10

Opens the real window on a home folder of its own (so nothing is cached), scans the folders and lets figures be
checked, or takes so many made-up files instead; then moves sliders, marks, keeps, sorts, filters, opens, closes and
walks, and opens the views. A heartbeat of 5 ms notes when it comes late; a gap is the time between two beats. Under
``xvfb-run`` what the X server costs is in it, without a display it is left out.

``--starts`` only opens the window so many times, each in a process of its own, until its first picture is painted.

Whatever else has the processors is in every gap, so three more columns tell what load does not touch: the gap without
the time in which the window's thread stood in the queue for a processor, what that thread itself computed, and what it
waited for Python's lock or the disk.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from common import window_gestures as gestures
from common.heart import Heart
from common.peers import machine, print_table
from PySide6.QtWidgets import QApplication


def measure(arguments: argparse.Namespace) -> dict[str, object]:
    """Run the window once."""
    app = QApplication(["simfinder"])
    app.setStyle("Fusion")
    began = time.perf_counter()
    from simfinder.gui.main import make_window
    from simfinder.gui.style import palette, stylesheet

    stylesheet.apply(app, palette.LIGHT)
    window = make_window([os.path.abspath(folder) for folder in arguments.folders])
    window.show()
    app.processEvents()
    shown = time.perf_counter() - began
    heart = Heart(open(arguments.stacks, "w") if arguments.stacks else None)  # noqa: SIM115
    window.work.begin()
    window.small_jobs.look_at_rules()
    if arguments.made:
        gestures.take_made(window, heart, arguments.made)
    else:
        gestures.scan(window, heart, arguments.check)
    session = window.workspace.session
    assert session is not None
    sizes = {"files": session.clustering.file_count, "clusters": len(session.clusters)}
    for part in (gestures.decide, gestures.browse, gestures.look, gestures.keep):
        if not arguments.only or part.__name__ in arguments.only:
            part(window, heart)
    with heart.phase("close"):
        window.close()
        gestures.wait(lambda: not window.isVisible(), 60)
    window.bridge.close()
    rows = {name: phase.figures() for name, phase in heart.phases.items()}
    return {"machine": machine(), "platform": app.platformName(), "shown": shown, **sizes, "phases": rows}


def show(found: dict[str, object]) -> None:
    """Print it."""
    phases = found["phases"]
    assert isinstance(phases, dict)
    print(found["machine"])
    print(f"{found['platform']}: {found['files']:,} files, {found['clusters']:,} clusters")
    print(f"on the screen after {1000 * float(str(found['shown'])):.0f} ms\n")
    columns = ("p99", "worst", "own", "mine", "waited")
    print_table(
        [
            "phase", "s", "99 % of gaps below", "longest gap", "without the queue", "computing", "waiting",
            "over 100 ms", "without the queue",
        ],
        [
            [
                name,
                f"{row['seconds']:.1f}",
                *(f"{1000 * row[column]:.0f} ms" for column in columns),
                str(row["late"]),
                str(row["own_late"]),
            ]
            for name, row in phases.items()
        ],
    )  # fmt: skip


_START = """
import os, sys, time
began = time.perf_counter()
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication(["simfinder"])
from simfinder.gui.main import make_window
window = make_window([])
window.show()
def shown():
    loaded = {"numpy", "numba"} & set(sys.modules)
    print(time.perf_counter() - began, time.process_time(), *loaded, flush=True)
    os._exit(0)
QTimer.singleShot(0, shown)
app.exec()
"""


def starts(count: int) -> list[list[str]]:
    """Wall and CPU seconds from nothing to a painted window, the interpreter's own start left out of the first."""
    wall, cpu, loaded = [], [], set()
    for _ in range(count + 1):
        told = subprocess.run([sys.executable, "-c", _START], check=True, stdout=subprocess.PIPE, text=True)
        seconds, spent, *modules = told.stdout.split()
        wall.append(float(seconds))
        cpu.append(float(spent))
        loaded.update(modules)
    rows = [("ms until it is painted", wall[1:]), ("ms of CPU", cpu[1:])]  # the first one reads the disk
    found = [
        [name, *(f"{1000 * f(figures):.0f}" for f in (min, statistics.median, max))] for name, figures in rows
    ]
    return [*found, ["numpy or numba loaded", *["yes" if loaded else "no"] * 3]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", metavar="FOLDER", nargs="*")
    parser.add_argument("--made", type=int, default=0, help="so many made-up files in the place of folders")
    parser.add_argument("--check", type=float, default=20.0, help="seconds in which figures may be checked")
    parser.add_argument("--only", nargs="*", choices=("decide", "browse", "look", "keep"), help="these parts")
    parser.add_argument("--stacks", metavar="FILE", help="write what all threads did whenever a beat is late")
    parser.add_argument("--starts", type=int, default=0, help="only open the window, so many times")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not arguments.starts and bool(arguments.folders) == bool(arguments.made):
        parser.error("name folders, or a number of made-up files")
    home = tempfile.mkdtemp(prefix="simfinder-window-")
    os.environ["HOME"] = home
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = os.path.join(home, name.lower())
    try:
        if arguments.starts:
            print(machine())
            print_table(["", "shortest", "median", "longest"], starts(arguments.starts))
            return
        found = measure(arguments)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if arguments.json:
        print(json.dumps(found))
    else:
        show(found)
    sys.stdout.flush()
    os._exit(0)  # threads that only read are not waited for


if __name__ == "__main__":
    main()

"""Whether the window stays awake: the longest time its event loop did not come round, phase by phase, on real folders.

    python benchmarks/window.py FOLDER… [--check SECONDS] [--json]

Opens the real window on a home folder of its own (so nothing is cached), scans, lets figures be checked, moves
sliders, opens the views, pans, zooms and selects. A heartbeat of 5 ms notes when it comes late; a gap is the time
between two beats. Under ``xvfb-run`` what the X server costs is in it, without a display it is left out. Run it on a
quiet machine: whatever else has the processors is in every gap.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from peers import machine, print_table
from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from simfinder.gui.main_window import MainWindow

BEAT = 0.005
TOO_LONG = 0.1


class Heart:
    """Beats in the window's own thread and remembers how late it was."""

    def __init__(self) -> None:
        self.phases: dict[str, list[float]] = {}
        self.seconds: dict[str, float] = {}
        self._gaps: list[float] | None = None
        self._last = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(int(BEAT * 1000))
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        if self._gaps is not None:
            self._gaps.append(now - self._last)
        self._last = now

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Note the beats of what happens within."""
        self._gaps, self._last = self.phases.setdefault(name, []), time.perf_counter()
        began = time.perf_counter()
        yield
        self._beat()
        self._gaps = None
        self.seconds[name] = self.seconds.get(name, 0.0) + time.perf_counter() - began


def wait(until: Callable[[], bool], seconds: float = 3600.0) -> None:
    """Let the event loop run until something is so."""
    loop, began = QEventLoop(), time.perf_counter()
    timer = QTimer()
    timer.setInterval(20)
    timer.timeout.connect(lambda: loop.quit() if until() or time.perf_counter() - began > seconds else None)
    timer.start()
    if not until():
        loop.exec()
    timer.stop()


def rest(milliseconds: int) -> None:
    """Let the event loop run for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def drive(window: MainWindow, heart: Heart, check: float) -> dict[str, int]:
    """Everything a person does, one after the other. Returns what there was to do it with."""
    from simfinder.gui.overview import View

    overview, workspace = window.overview, window.workspace
    window.work.begin()
    with heart.phase("scan"):
        window.work.scan()
        wait(lambda: not window.work.busy)
    session = workspace.session
    assert session is not None, window.banner.text.text()
    with heart.phase("after the scan"):
        rest(1500)
    with heart.phase("checking figures"):
        wait(lambda: not window.checks.running, check)
    window.checks.cancel()
    wait(lambda: not window.bridge.busy, 30)
    with heart.phase("slider, All types"):
        for step in range(30):
            workspace.set_tolerance(None, 0.3 - 0.01 * step)
            rest(40)
        workspace.set_tolerance(None, 0.3)
        rest(500)
    with heart.phase("open key space"):
        overview.show_view(View.KEY_SPACE)
        wait(lambda: overview.settled, 60)
    assert overview.key_space is not None
    canvas = overview.key_space.canvas
    with heart.phase("zoom and pan"):
        for step in range(40):
            wheel(canvas, 120 if step % 20 < 10 else -120)
            rest(16)
        for step in range(40):
            QTest.keyClick(canvas, Qt.Key.Key_Right if step % 20 < 10 else Qt.Key.Key_Left)
            rest(16)
        wait(lambda: overview.settled, 10)
    with heart.phase("select dots"):
        for step in range(10):
            middle = QPoint(canvas.width() // 2 + 9 * step, canvas.height() // 2 - 7 * step)
            QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=middle)
            rest(60)
    with heart.phase("open map"):
        overview.show_view(View.MAP)
        wait(lambda: overview.settled, 60)
    with heart.phase("slider with map"):
        for step in range(15):
            workspace.set_tolerance(None, 0.3 - 0.02 * step)
            rest(60)
        workspace.set_tolerance(None, 0.3)
        wait(lambda: overview.settled, 60)
    assert overview.map is not None
    with heart.phase("map filters tree"):
        for cell in overview.map.canvas.cells[:8]:
            overview.map._choose_cell(cell)
            rest(60)
        overview.clear_filter()
        rest(100)
    with heart.phase("switch views"):
        for view in (View.CLUSTERS, View.KEY_SPACE, View.MAP) * 4:
            overview.show_view(view)
            wait(lambda: overview.settled, 20)
        overview.show_view(View.CLUSTERS)
    with heart.phase("walk the tree"):
        for _ in range(60):
            QTest.keyClick(window.clusters.tree, Qt.Key.Key_Down)
            rest(30)
    with heart.phase("filter box"):
        for text in ("a", "ma", "mai", "main", ""):
            window.top.filter.setText(text)
            rest(300)
    with heart.phase("keep results"):
        workspace.mark_rule("older")
        window.files.save_by_itself()
        wait(lambda: not window.bridge.busy, 60)
    return {"files": session.file_count, "clusters": len(session.clusters)}


def wheel(canvas: QWidget, by: int) -> None:
    """One notch of the wheel over the middle."""
    at = QPointF(canvas.width() / 2, canvas.height() / 2)
    event = QWheelEvent(
        at, canvas.mapToGlobal(at), QPoint(), QPoint(0, by), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)


def measure(folders: list[str], check: float) -> dict[str, object]:
    """Run the window once."""
    app = QApplication(["simfinder"])
    app.setStyle("Fusion")
    began = time.perf_counter()
    from simfinder.gui import style
    from simfinder.gui.main import make_window

    style.apply(app, style.LIGHT)
    window = make_window(folders)
    window.show()
    app.processEvents()
    shown = time.perf_counter() - began
    heart = Heart()
    sizes = drive(window, heart, check)
    with heart.phase("close"):
        window.close()
        wait(lambda: not window.isVisible(), 60)
    window.bridge.close()
    rows = {
        name: {
            "seconds": heart.seconds[name],
            "worst": max(gaps),
            "late": sum(gap > TOO_LONG for gap in gaps),
            "p99": sorted(gaps)[int(0.99 * (len(gaps) - 1))],
        }
        for name, gaps in heart.phases.items()
    }
    return {"machine": machine(), "platform": app.platformName(), "shown": shown, **sizes, "phases": rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", metavar="FOLDER", nargs="+")
    parser.add_argument("--check", type=float, default=20.0, help="seconds in which figures may be checked")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    home = tempfile.mkdtemp(prefix="simfinder-window-")
    os.environ["HOME"] = home
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = os.path.join(home, name.lower())
    try:
        found = measure([os.path.abspath(folder) for folder in arguments.folders], arguments.check)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if arguments.json:
        print(json.dumps(found))
    else:
        phases = found["phases"]
        assert isinstance(phases, dict)
        print(found["machine"])
        print(f"{found['platform']}: {found['files']:,} files, {found['clusters']:,} clusters")
        print(f"on the screen after {1000 * float(str(found['shown'])):.0f} ms\n")
        print_table(
            ["phase", "s", "99 % of gaps below", "longest gap", "gaps over 100 ms"],
            [
                [
                    name,
                    f"{row['seconds']:.1f}",
                    f"{1000 * row['p99']:.0f} ms",
                    f"{1000 * row['worst']:.0f} ms",
                    str(row["late"]),
                ]
                for name, row in phases.items()
            ],
        )
    sys.stdout.flush()
    os._exit(0)  # threads that only read are not waited for


if __name__ == "__main__":
    main()

"""The pictures of a scan of real folders under the mouse, for ``overview.py``: gaps of the window's thread by phase.

Opens the real window on a home folder of its own and drives it with mouse events. A gap is the wall time between two
beats of the event loop, whatever else the machine does included; beside it stands the processor time that the window's
own thread spent in the longest of its turns, which is the program's own part of it.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from common.window_gestures import rest, wait, wheel

if TYPE_CHECKING:
    from simfinder.gui.overview.key_space.point_canvas import PointCanvas
    from simfinder.gui.window.main_window import MainWindow

_BEAT_MS = 4
_TOO_LONG = 100.0


class Pulse:
    """Beats in the window's thread: between two of them lies a turn, of which both times are noted, in milliseconds."""

    def __init__(self) -> None:
        self.phases: dict[str, tuple[list[float], list[float]]] = {}
        self._into: tuple[list[float], list[float]] | None = None
        self._wall = self._own = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        wall, own = time.perf_counter(), time.thread_time()
        if self._into is not None:
            self._into[0].append(1000 * (wall - self._wall))
            self._into[1].append(1000 * (own - self._own))
        self._wall, self._own = wall, own

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Note the beats of what happens within."""
        self._beat()
        self._into = self.phases.setdefault(name, ([], []))
        yield
        self._beat()
        self._into = None

    def rows(self) -> list[list[str]]:
        """Name, longest gap, longest turn of the thread's own time, gaps that were too long."""
        return [
            [name, f"{max(gaps):.0f}", f"{max(own):.0f}", str(sum(gap > _TOO_LONG for gap in gaps))]
            for name, (gaps, own) in self.phases.items()
        ]


class Mouse:
    """Mouse events of one widget, as a person's hand makes them: many small moves."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget

    def _send(self, kind: QEvent.Type, at: QPointF, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        there = self._widget.mapToGlobal(at)
        event = QMouseEvent(kind, at, there, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self._widget, event)

    def hover(self, way: list[QPointF]) -> None:
        """Move along a way, no button held."""
        for at in way:
            self._send(QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton)
            rest(8)

    def drag(self, way: list[QPointF]) -> None:
        """Press at its first place, move along it, let go at its last."""
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        self._send(QEvent.Type.MouseButtonPress, way[0], left, left)
        for at in way[1:]:
            self._send(QEvent.Type.MouseMove, at, none, left)
            rest(8)
        self._send(QEvent.Type.MouseButtonRelease, way[-1], left, none)

    def double_click(self, at: QPointF) -> None:
        """The second press of two."""
        left = Qt.MouseButton.LeftButton
        self._send(QEvent.Type.MouseButtonDblClick, at, left, left)

    def click(self, at: QPointF) -> None:
        """Press and let go."""
        self.drag([at])


def circle(widget: QWidget, share: float) -> list[QPointF]:
    """A way round the middle of a widget."""
    x, y = widget.width() / 2, widget.height() / 2
    turns = (math.tau * step / 40 for step in range(41))
    return [QPointF(x + share * x * math.cos(turn), y + share * y * math.sin(turn)) for turn in turns]


def line(widget: QWidget, steps: int = 40) -> list[QPointF]:
    """A way across a widget."""
    w, h = widget.width(), widget.height()
    return [
        QPointF(w * (0.2 + 0.6 * step / steps), h * (0.3 + 0.4 * step / steps)) for step in range(steps + 1)
    ]


def drive(window: MainWindow, pulse: Pulse) -> str:
    """Every view, one after the other. Returns what there was."""
    from simfinder.gui.details.details_panel import VERSIONS
    from simfinder.gui.overview.key_space.point_canvas import Tool
    from simfinder.gui.overview.overview import View

    overview, workspace, tree = window.overview, window.workspace, window.clusters.tree
    window.work.begin()
    window.small_jobs.look_at_rules()
    window.work.scan()
    wait(lambda: not window.work.busy)
    session = workspace.session
    assert session is not None, window.banner.text.text()
    rest(1500)
    window.checks.cancel()
    wait(lambda: not window.bridge.busy, 30)

    with pulse.phase("key space, opening"):
        overview.show_view(View.ANALYSIS)
        wait(lambda: overview.settled, 60)
    assert overview.key_space is not None
    canvas = overview.key_space.canvas
    _move(canvas, pulse)
    with pulse.phase("key space, a lasso, and the tree follows"):
        canvas.tool = Tool.LASSO
        for share in (0.05, 0.2, 0.6):
            Mouse(canvas).drag(circle(canvas, share))
            wait(lambda: overview.settled and not workspace.busy, 20)
            rest(200)
        overview.clear_filter()
        rest(100)
    with pulse.phase("tree, choosing, and the key space follows"):
        for row in range(0, min(40, window.clusters.model.rowCount()), 4):
            tree.setCurrentIndex(window.clusters.model.index(row, 0))
            rest(80)
        wait(lambda: overview.settled, 20)
    with pulse.phase("map, opening"):
        overview.show_view(View.MAP)
        wait(lambda: overview.settled, 60)
    assert overview.map is not None
    picture = overview.map.canvas
    with pulse.phase("map, hovering"):
        Mouse(picture).hover(line(picture) + circle(picture, 0.7))
    with pulse.phase("map, a click filters the tree"):
        for at in circle(picture, 0.5)[::8]:
            Mouse(picture).click(at)
            rest(150)
        overview.clear_filter()
        rest(150)
    with pulse.phase("map, folder in folder"):
        for _ in range(3):
            Mouse(picture).double_click(QPointF(picture.rect().center()))
            rest(150)
    with pulse.phase("slider, and the map follows"):
        for step in range(15):
            workspace.set_tolerance(None, 0.3 - 0.02 * step)
            rest(60)
        workspace.set_tolerance(None, 0.3)
        wait(lambda: overview.settled and not workspace.busy, 60)
    with pulse.phase("versions of one cluster after the other"):
        overview.show_view(View.CLUSTERS)
        window.details.tabs.setCurrentIndex(VERSIONS)
        for row in range(min(20, window.clusters.model.rowCount())):
            tree.setCurrentIndex(window.clusters.model.index(row, 0))
            wait(lambda: window.details.versions.settled, 5)
            rest(50)
    with pulse.phase("versions, along the line"):
        Mouse(window.details.versions).hover(line(window.details.versions))
    with pulse.phase("from view to view"):
        for view in (View.CLUSTERS, View.ANALYSIS, View.MAP) * 3:
            overview.show_view(view)
            wait(lambda: overview.settled, 20)
    return f"{session.clustering.file_count:,} files, {len(session.clusters):,} clusters"


def _move(canvas: PointCanvas, pulse: Pulse) -> None:
    """What hand and wheel do in the key space."""
    with pulse.phase("key space, hovering"):
        Mouse(canvas).hover(line(canvas) + circle(canvas, 0.5))
    with pulse.phase("key space, zooming"):
        for step in range(60):
            wheel(canvas, 120 if step % 20 < 10 else -120)
            rest(16)
        wait(lambda: canvas.settled, 10)
    with pulse.phase("key space, panning"):
        way = line(canvas)
        for _ in range(3):
            Mouse(canvas).drag(way)
            way.reverse()
        wait(lambda: canvas.settled, 10)


def measure(folders: list[str]) -> tuple[str, list[list[str]]]:
    """Run the window once on some folders: what there was, and a row for each phase."""
    home = tempfile.mkdtemp(prefix="simfinder-overview-")
    os.environ["HOME"] = home
    for name in ("CACHE", "CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{name}_HOME"] = os.path.join(home, name.lower())
    from simfinder.gui.main import make_window

    try:
        window = make_window(folders)
        window.resize(1480, 830)
        window.show()
        rest(200)
        pulse = Pulse()
        found = drive(window, pulse)
        window.close()
        wait(lambda: not window.isVisible(), 60)
        window.bridge.close()
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return found, pulse.rows()

"""What a person does in the window, one thing after the other, each in a phase of the heart that watches."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from common.heart import Heart

if TYPE_CHECKING:
    from simfinder.gui.window.main_window import MainWindow


_LEFT = Qt.MouseButton.LeftButton


def wait(until: Callable[[], bool], seconds: float = 3600.0) -> None:
    """Let the event loop run until something is so."""
    loop, limit = QEventLoop(), QTimer()
    limit.setSingleShot(True)
    limit.timeout.connect(loop.quit)
    timer = QTimer()
    timer.setInterval(20)
    timer.timeout.connect(lambda: loop.quit() if until() else None)
    timer.start()
    limit.start(int(seconds * 1000))
    if not until():
        loop.exec()
    for one in (timer, limit):  # no cycle may be left for the garbage of another thread
        one.stop()
        one.timeout.disconnect()


def rest(milliseconds: int) -> None:
    """Let the event loop run for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def scan(window: MainWindow, heart: Heart, check: float) -> None:
    """The folders of the window, read and compared; then its figures, for a while."""
    with heart.phase("scan"):
        window.work.scan()
        wait(lambda: not window.work.busy)
    assert window.workspace.session is not None, window.banner.text.text()
    with heart.phase("after the scan"):
        rest(1500)
    with heart.phase("checking figures"):
        wait(lambda: not window.checks.running, check)
    window.checks.cancel()
    wait(lambda: not window.bridge.busy, 60)


def take_made(window: MainWindow, heart: Heart, files: int) -> None:
    """Made-up files in the place of scanned ones. There is nothing to check of them."""
    from common import slider
    from simfinder.gui.jobs.job_functions import Scanned

    window.checks.stopped = True
    session = slider.made(files)
    session.clustering.types()  # what a scan's job does
    session.clustering.pairs_by_type()
    gc.freeze()  # as a scan does
    with heart.phase("results shown"):
        window.workspace.show_scan(Scanned(session, {}, ""))
        window.checks.cancel()
        settle(window)
        rest(500)


def settle(window: MainWindow) -> None:
    """Wait until the tree shows what was asked for and nothing runs."""
    rest(20)
    wait(lambda: window.clusters.settled and not window.workspace.busy, 120)
    rest(20)


def decide(window: MainWindow, heart: Heart) -> None:
    """Sliders, marks and kept files."""
    workspace = window.workspace
    with heart.phase("slider, All types"):
        for step in range(30):
            workspace.set_tolerance(None, 0.3 - 0.01 * step)
            rest(40)
        workspace.set_tolerance(None, 0.3)
        rest(500)
        settle(window)
    with heart.phase("slider, one type"):
        name = next(iter(window.tolerances.rows))
        for step in range(15):
            workspace.set_tolerance(name, 0.3 - 0.02 * step)
            rest(40)
        workspace.set_tolerance(name, None)
        settle(window)
    with heart.phase("mark older"):
        window.commands.mark_older.trigger()
        settle(window)
    with heart.phase("slider with marks"):
        for step in range(10):
            workspace.set_tolerance(None, 0.3 - 0.02 * step)
            rest(60)
        workspace.set_tolerance(None, 0.3)
        settle(window)
    with heart.phase("keep oldest, newest"):
        workspace.set_keep_rule("oldest")
        settle(window)
        workspace.set_keep_rule("newest")
        settle(window)
    with heart.phase("keep a file by hand"):
        tree, model = window.clusters.tree, window.clusters.model
        tree.expand(model.index(0, 0))
        tree.setCurrentIndex(model.index(1, 0, model.index(0, 0)))
        QTest.keyClick(tree, Qt.Key.Key_K)
        settle(window)
    with heart.phase("clear marks"):
        window.commands.clear.trigger()
        settle(window)
    with heart.phase("mark all, clear"):
        window.commands.mark_all.trigger()
        settle(window)
        window.commands.clear.trigger()
        settle(window)


def browse(window: MainWindow, heart: Heart) -> None:
    """The tree: sorted, filtered, opened, closed, walked through."""
    clusters, tree = window.clusters, window.clusters.tree
    header = tree.header()
    for column, name in enumerate(("name", "shared", "version", "modified", "size", "folder")):
        with heart.phase(f"sort by {name}"):
            for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
                header.setSortIndicator(column, order)
                settle(window)
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    settle(window)
    with heart.phase("filter by text"):
        for text in ("a", "ma", "mai", "main", "0", "00", ""):
            window.top.filter.setText(text)
            rest(220)
            settle(window)
    window.commands.mark_older.trigger()
    settle(window)
    for word in ("is:marked", "is:undecided", "is:unverified", "is:older", "size:>1KB", "type:c,t03"):
        with heart.phase(f"filter {word}"):
            window.top.filter.setText(word)
            rest(200)
            settle(window)
            window.top.filter.setText("")
            rest(200)
            settle(window)
    with heart.phase("expand all"):
        window.commands.open_all.trigger()
        settle(window)
        rest(100)
    with heart.phase("scroll to the end"):
        bar = tree.verticalScrollBar()
        for step in range(60):
            bar.setValue(bar.maximum() * (step + 1) // 60)
            rest(30)
        QTest.keyClick(tree, Qt.Key.Key_End)
        settle(window)
    with heart.phase("sort, all expanded"):
        header.setSortIndicator(4, Qt.SortOrder.AscendingOrder)
        settle(window)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        settle(window)
    with heart.phase("slider, all expanded"):
        for step in range(10):
            window.workspace.set_tolerance(None, 0.3 - 0.01 * step)
            rest(60)
        window.workspace.set_tolerance(None, 0.3)
        settle(window)
    with heart.phase("next undecided"):
        for _ in range(20):
            window.commands.next_undecided.trigger()
            rest(30)
        settle(window)
    with heart.phase("collapse all"):
        window.commands.close_all.trigger()
        settle(window)
        rest(100)
    with heart.phase("walk the tree"):
        for _ in range(40):
            QTest.keyClick(tree, Qt.Key.Key_Down)
            rest(30)
    with heart.phase("select 1,000"):
        tree.show_top_row(0)
        tree.setCurrentIndex(clusters.model.index_at(0))
        tree.show_top_row(min(999, len(clusters.model.rows) - 1))
        last = tree.visualRect(clusters.model.index_at(tree.first_visible())).center()
        QTest.mouseClick(tree.viewport(), _LEFT, Qt.KeyboardModifier.ShiftModifier, last)
        settle(window)
    window.commands.clear.trigger()
    settle(window)


def look(window: MainWindow, heart: Heart) -> None:
    """The views of all files."""
    from simfinder.gui.overview.overview import View

    overview, workspace = window.overview, window.workspace
    with heart.phase("open key space"):
        overview.show_view(View.ANALYSIS)
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
        settle(window)
    with heart.phase("switch views"):
        for view in (View.CLUSTERS, View.ANALYSIS, View.MAP) * 4:
            overview.show_view(view)
            wait(lambda: overview.settled, 20)
        overview.show_view(View.CLUSTERS)


def keep(window: MainWindow, heart: Heart) -> None:
    """Results kept for the next time."""
    with heart.phase("mark, and keep results"):
        window.commands.mark_older.trigger()
        settle(window)
        window.files.save_by_itself()
        wait(lambda: not window.bridge.busy, 120)


def wheel(canvas: QWidget, by: int) -> None:
    """One notch of the wheel over the middle."""
    at = QPointF(canvas.width() / 2, canvas.height() / 2)
    event = QWheelEvent(
        at, canvas.mapToGlobal(at), QPoint(), QPoint(0, by), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)

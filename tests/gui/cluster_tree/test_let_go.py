"""What was taken in hand or under way, and ended where nobody was told: nothing waits for it for ever."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from simfinder.app.clusters.cluster_table import ClusterTable
from simfinder.app.session.session import Session
from simfinder.gui.controllers.removal_jobs import Task
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.key_space import key_space_panel
from simfinder.gui.overview.key_space.key_space_panel import KeySpaceView
from simfinder.gui.overview.overview import View
from tests.gui.conftest import LONG
from tests.gui.overview.test_key_space import space

LEFT, RIGHT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.NoButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def press():
    """Presses the mouse at the middle of a widget, as the system tells it: to the window. Lets it go at the end."""
    windows = []

    def press_at(widget, by=None):
        move = by or QPoint()
        handle, place = widget.window().windowHandle(), widget.mapTo(widget.window(), widget.rect().center())
        windows.append((handle, place + move))
        QTest.mousePress(handle, LEFT, NONE, place)
        if not move.isNull():
            QTest.mouseMove(handle, place + move / 2)
            QTest.mouseMove(handle, place + move)

        def let_go():
            windows.remove((handle, place + move))
            QTest.mouseRelease(handle, LEFT, NONE, place + move)

        return let_go

    yield press_at
    for handle, place in windows:
        QTest.mouseRelease(handle, LEFT, NONE, place)


def test_a_slider_that_was_held_when_a_dialog_opened(qtbot, scanned, press):
    """A job may open a dialog at any moment; the end of the press goes to the window behind it, and is not told."""
    slider = scanned.tolerances.all.slider
    let_go = press(slider)
    assert slider.isSliderDown()
    assert scanned._hands_full()
    scanned.commands.about.trigger()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is scanned.dialog)
    let_go()
    scanned.dialog.close()
    qtbot.waitUntil(lambda: not scanned._hands_full(), timeout=2000)
    value = slider.value()
    place = QPointF(5, 5)
    QApplication.sendEvent(
        slider, QMouseEvent(QEvent.Type.MouseMove, place, slider.mapToGlobal(place), NO_BUTTON, RIGHT, NONE)
    )
    assert not slider.isSliderDown()
    assert slider.value() == value


def test_a_slider_that_was_hidden_while_it_was_held(scanned, press):
    slider = scanned.tolerances.all.slider
    let_go = press(slider)
    scanned.tolerances.hide()
    assert not slider.isSliderDown()
    assert scanned._hands_full()  # the button is held all the same
    let_go()
    assert not scanned._hands_full()


def test_a_window_whose_keys_went_elsewhere_has_nothing_in_hand(scanned, press, monkeypatch):
    """A screen that locks itself takes the end of the press away; the mouse may not move for hours."""
    let_go = press(scanned.folders)
    assert scanned._hands_full()
    state = Qt.ApplicationState.ApplicationInactive
    monkeypatch.setattr("simfinder.gui.window.main_window.QGuiApplication.applicationState", lambda: state)
    assert not scanned._hands_full()
    let_go()


def test_a_lasso_whose_end_was_not_told(qtbot, scanned, press):
    scanned.overview.show_view(View.ANALYSIS)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    canvas = scanned.overview.key_space.canvas
    let_go = press(canvas, QPoint(40, 30))
    assert canvas._drag is not None
    scanned.commands.about.trigger()
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is scanned.dialog)
    let_go()
    scanned.dialog.close()
    qtbot.waitUntil(lambda: scanned.dialog is None)
    area = canvas.area
    QTest.mouseMove(scanned.windowHandle(), canvas.mapTo(scanned, QPoint(90, 90)))
    assert canvas._drag is None
    assert canvas.area == area
    let_go = press(canvas, QPoint(40, 30))
    scanned.overview.show_view(View.CLUSTERS)
    assert canvas._drag is None
    let_go()


def test_a_dialog_that_closes_leaves_the_one_below_it_known(qtbot, scanned):
    """What a job brings opens a dialog, whatever is open."""
    scanned.commands.about.trigger()
    below = scanned.dialog
    scanned.commands.keys.trigger()
    scanned.dialog.close()
    qtbot.waitUntil(lambda: scanned.dialog is below)
    assert scanned._hands_full()
    below.close()
    qtbot.waitUntil(lambda: scanned.dialog is None)


@pytest.fixture
def slow_change(monkeypatch):
    """Large sessions are changed in jobs; what takes figures waits to be let through, and may fail."""
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1)
    real, gate = Session.learn, threading.Event()
    gate.begun, gate.error = threading.Event(), None

    def learn(self, *findings):
        gate.begun.set()
        assert gate.wait(LONG / 1000)
        if gate.error is not None:
            raise gate.error
        return real(self, *findings)

    monkeypatch.setattr(Session, "learn", learn)
    return gate


def test_a_removal_that_is_given_up_between_two_jobs(qtbot, scanned, slow_change):
    """The marks were checked, the clusters were being changed: nobody heard that it was cancelled."""
    scanned.commands.mark_all.trigger()
    qtbot.waitUntil(lambda: scanned.workspace.marked > 0, timeout=LONG)
    planned = []
    scanned.work.planned.connect(planned.append)
    scanned.commands.trash.trigger()
    qtbot.waitUntil(slow_change.begun.is_set, timeout=LONG)
    assert scanned.work.task is Task.PLAN
    scanned.work.cancel()
    slow_change.set()
    qtbot.waitUntil(lambda: not scanned.work.busy, timeout=LONG)
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    assert planned == []
    assert scanned.dialog is None
    assert scanned.workspace.marked > 0


@pytest.mark.parametrize("large", [True, False])
def test_a_removal_whose_clusters_could_not_be_changed(qtbot, scanned, slow_change, monkeypatch, large):
    """It ended in the middle: the window was busy for ever."""
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1 if large else 10**9)
    scanned.commands.mark_all.trigger()
    qtbot.waitUntil(lambda: scanned.workspace.marked > 0, timeout=LONG)
    slow_change.error = MemoryError()
    slow_change.set()
    scanned.commands.trash.trigger()
    qtbot.waitUntil(slow_change.begun.is_set, timeout=LONG)
    qtbot.waitUntil(lambda: not scanned.work.busy, timeout=LONG)
    assert scanned.dialog is None
    assert scanned.banner.isVisible()
    assert scanned.commands.scan.isEnabled()


def test_a_plan_that_is_given_up_when_it_was_just_made(qtbot, scanned, monkeypatch):
    """The job had ended, and what it made was on its way."""
    scanned.commands.mark_all.trigger()
    real = scanned.work._planned

    def late(plan):
        scanned.work.cancel()
        real(plan)

    monkeypatch.setattr(scanned.work, "_planned", late)
    scanned.commands.trash.trigger()
    qtbot.waitUntil(lambda: not scanned.work.busy, timeout=LONG)
    assert scanned.dialog is None


def test_a_rule_that_could_not_be_looked_up(qtbot, scanned, monkeypatch):
    """What follows the folders waited for it for ever."""
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1)

    def named_by(*_):
        raise MemoryError

    monkeypatch.setattr(ClusterTable, "named_by", named_by)
    scanned.commands.mark_older.trigger()
    scanned.commands.mark_all.trigger()
    assert scanned.workspace.busy
    qtbot.waitUntil(lambda: not scanned.workspace.busy, timeout=LONG)
    assert scanned.banner.isVisible()


def test_a_map_that_could_not_be_made(qtbot, scanned, monkeypatch):
    def space_map(*_):
        raise MemoryError

    monkeypatch.setattr("simfinder.app.views.space_map.space_map", space_map)
    scanned.overview.show_view(View.MAP)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    assert scanned.banner.isVisible()


def test_places_of_a_space_that_is_shown_no_longer(qtbot, look, monkeypatch):
    """One was being placed when it was taken away and another one came: its places were taken for those."""
    gates, real = [], key_space_panel._placed

    def placed(shown, *rest):
        gate = threading.Event()
        gates.append(gate)
        assert gate.wait(LONG / 1000)
        return real(shown, *rest)

    monkeypatch.setattr(key_space_panel, "_placed", placed)
    monkeypatch.setattr(key_space_panel, "AT_ONCE", 0)
    bridge = JobBridge()
    view = KeySpaceView(bridge)
    qtbot.addWidget(view)
    one, other = space([100, 200, 300], [1, 2, 3]), space([400], [4])
    view.show_space(one)
    qtbot.waitUntil(lambda: len(gates) == 1)
    view.show_space(None)
    view.show_space(other)
    qtbot.waitUntil(lambda: len(gates) == 2)
    gates[0].set()
    qtbot.waitUntil(lambda: len(bridge._watches) == 1)
    assert not view.settled
    assert len(view.canvas._points) == 0
    gates[1].set()
    qtbot.waitUntil(lambda: not bridge.busy)
    assert len(view.canvas._points) == 1
    assert np.array_equal(view.selection, [])

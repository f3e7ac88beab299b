"""A window in an explicit look, on a home folder of its own, with real scans of generated trees."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from simfinder.gui.main import make_window
from simfinder.gui.style import palette, stylesheet
from simfinder.gui.wording.language import speak
from tests.helpers.compiling import compile_kernels
from tests.helpers.files.trees import version_tree
from tests.helpers.results.said import Marked

LONG = 60_000
"""Milliseconds for what scans or reads, on a busy machine."""


def pytest_collection_finish(session):
    """Kernels are compiled before the first test; the controller of several processes did it before them."""
    wanted = any("warm" in getattr(item, "fixturenames", ()) for item in session.items)
    if wanted and not session.config.option.collectonly and not hasattr(session.config, "workerinput"):
        compile_kernels()


@pytest.fixture(scope="session")
def qapp_args():
    """No display is needed."""
    return ["simfinder", "-platform", os.environ.get("QT_QPA_PLATFORM", "offscreen")]


@pytest.fixture
def look(qapp):
    """Offscreen there is no system setting to follow: the light look is put on by hand."""
    release_modifiers(qapp)
    qapp.setStyle("Fusion")
    stylesheet.apply(qapp, palette.LIGHT)
    return qapp


def release_modifiers(app):
    """Forget Ctrl, Alt and Shift of the last key of an earlier test; Qt keeps them until the next key or click."""
    if app.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        nothing = QWidget()
        QTest.keyRelease(nothing, Qt.Key.Key_F35)
    assert app.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


@pytest.fixture
def speaking(look):
    """Makes the program speak a language; English again afterwards."""
    yield lambda code: speak(look, code)
    speak(look, "en")


@pytest.fixture
def marking(look):
    """All that is translated stands in brackets."""
    translator = Marked(look)
    look.installTranslator(translator)
    yield
    look.removeTranslator(translator)
    translator.deleteLater()


@pytest.fixture
def warm(monkeypatch):
    """Kernels are loaded in this process: a helper process per test would only cost time."""
    monkeypatch.setattr("simfinder.app.runtime.warmup.kernels_ready", lambda: True)


@pytest.fixture
def quiet(monkeypatch):
    """Figures stay the estimates they are: what a test is not about must not change under it."""
    for name in ("BEGIN_MS", "SETTLE_MS"):
        monkeypatch.setattr(f"simfinder.gui.controllers.verify_scheduler.{name}", 3_600_000)


@pytest.fixture
def make(qtbot, look, warm, quiet):
    """Makes windows, and closes them when the test is over."""
    windows = []

    def make_shown(folders=(), size=(1480, 830)):
        window = make_window([str(folder) for folder in folders])
        windows.append(window)
        window.resize(*size)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield make_shown
    for window in windows:
        if window.dialog is not None:
            window.dialog.close()
        window.close()
        qtbot.waitUntil(lambda w=window: not w.bridge.busy and not w.isVisible(), timeout=LONG)
        window.deleteLater()
    qtbot.wait(1)


@pytest.fixture
def window(make):
    return make()


@pytest.fixture
def tree(tmp_path):
    return version_tree(tmp_path / "home folder")


@pytest.fixture
def scan(qtbot):
    """Scans the folders of a window, and waits until nothing changes any more.

    Shortly after a scan folders are compared, and clusters that they explain leave the list: a test that does not
    wait for it sees now one list, now the other.
    """

    def run(window, settle=True):
        with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
            window.commands.scan.trigger()
        qtbot.waitUntil(lambda: not window.work.busy)
        if settle:
            qtbot.waitUntil(lambda: window.overview.settled and window.clusters.settled, timeout=LONG)
        return window.workspace.session

    return run


@pytest.fixture
def scanned(make, tree, scan):
    """A window that has scanned the tree of versions."""
    window = make([tree.root])
    scan(window)
    return window

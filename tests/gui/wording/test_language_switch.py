"""Another language is chosen while results are shown: everything speaks it at once, and nothing is lost."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from shiboken6 import isValid

from simfinder.gui.dialogs.preferences import PreferencesDialog
from simfinder.gui.main import OpenWindow, make_window
from simfinder.gui.overview.overview import View
from simfinder.gui.state.window_state import Notice
from simfinder.model.file_record import Problem
from tests.gui.conftest import LONG
from tests.helpers.results.said import said_by

WORDS = {"&File", "&Edit", "&View", "&Clusters", "&Help"}


@pytest.fixture
def shown(qtbot, look, speaking, warm, quiet, tree):
    """The open window of the program, with the results of a scan."""
    speaking("en")
    window = make_window([str(tree.root)])
    window.resize(1480, 830)
    window.show()
    shown = OpenWindow(look, window)
    with qtbot.waitSignal(window.workspace.session_changed, timeout=LONG):
        window.commands.scan.trigger()
    settled(qtbot, window)
    yield shown
    if shown.window.dialog is not None:
        shown.window.dialog.close()
    shown.window.close()
    qtbot.waitUntil(lambda: not shown.window.bridge.busy and not shown.window.isVisible(), timeout=LONG)
    shown.window.deleteLater()
    shown.deleteLater()


def settled(qtbot, window):
    qtbot.waitUntil(
        lambda: not window.work.busy and window.overview.settled and window.clusters.settled, timeout=LONG
    )


def choose(qtbot, shown, code):
    """Choose a language in the settings, and wait for the window that speaks it."""
    before = shown.window
    if before.dialog is None:
        before.dialogs.show_settings()
    box = before.dialog.language
    box.setCurrentIndex(box.findData(code))
    qtbot.waitUntil(lambda: shown.window is not before, timeout=LONG)
    settled(qtbot, shown.window)
    assert isinstance(shown.window.dialog, PreferencesDialog)
    assert shown.window.dialog.language.currentData() == code
    assert shown.window.isVisible()
    qtbot.waitUntil(lambda: not isValid(before))
    shown.window.dialog.close()
    qtbot.waitUntil(lambda: shown.window.dialog is None)
    return shown.window


def texts(window):
    return {text for _, text in said_by(window)}


def state(window):
    """What a person has done in a window."""
    tree = window.clusters.tree.capture()
    header = window.clusters.tree.header()
    return {
        "session": id(window.workspace.session),
        "marks": sorted(window.workspace.session.marks),
        "by hand": [file for file in range(99) if window.workspace.kept_by_hand(file)],
        "selected": sorted(tree.selected.keys()),
        "current": tree.current,
        "open": (tree.all_open, sorted(tree.others)),
        "top": tree.top,
        "sorted": (header.sortIndicatorSection(), header.sortIndicatorOrder()),
        "filter": window.top.filter.text(),
        "view": window.overview.view,
        "tab": window.details.tabs.currentIndex(),
        "tolerances": window.workspace.tolerances,
        "problems": window.work.problems,
        "folders": window.workspace.folders,
        "kept in": window.files._autosave and window.files._autosave.path,
        "size": window.size().toTuple(),
        "widths": window.splitter.sizes(),
    }


def test_everything_speaks_it_and_nothing_is_lost(qtbot, shown, tree):
    window = shown.window
    panel = window.clusters
    window.workspace.set_tolerance("py", 0.5)
    settled(qtbot, window)
    panel.tree.header().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    settled(qtbot, window)
    window.workspace.mark_rule("all")
    files = [member.file.path for member in window.workspace.session.clusters.cluster(0).members]
    window.workspace.keep_file(window.workspace.session.file_of(files[-1]))
    settled(qtbot, window)
    panel.tree.collapse(panel.model.index(1, 0))
    selection = panel.tree.selectionModel()
    index = panel.model.index(1, 0, panel.model.index(0, 0))
    flag = QItemSelectionModel.SelectionFlag
    selection.setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
    window.overview.show_view(View.MAP)
    window.details.tabs.setCurrentIndex(1)
    window.work.show_problems([Problem("/gone", "is gone")])
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    before, english = state(window), texts(window)
    assert before["marks"]
    assert before["selected"]
    assert english >= WORDS

    german = choose(qtbot, shown, "de")
    assert state(german) == before
    assert not texts(german) & WORDS
    assert "&Ansicht" in texts(german)
    assert german.workspace.settings.language == "de"

    again = choose(qtbot, shown, "en")
    assert state(again) == before
    assert texts(again) >= WORDS

    again.workspace.clear_marks()  # it still works, and is heard
    assert not again.workspace.session.marks


def test_a_running_job_is_waited_for(qtbot, shown):
    window = shown.window
    notices = []
    window.workspace.noticed.connect(notices.append)
    window.commands.scan.trigger()
    assert window.work.busy
    window.workspace.settings.language = "de"
    window.workspace.language_changed.emit()
    assert shown.window is window
    assert Notice("The language changes when the running job is done.") in notices
    qtbot.waitUntil(lambda: shown.window is not window, timeout=LONG)
    settled(qtbot, shown.window)
    assert shown.window.workspace.session is not None
    assert "&Ansicht" in texts(shown.window)

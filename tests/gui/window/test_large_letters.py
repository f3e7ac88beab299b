"""In a small window with letters of 150 % the words of controls are whole, and what has nothing to say is not there."""

import os

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel

from simfinder.gui.dialogs.history_and_problems import HistoryDialog
from simfinder.gui.dialogs.skipped_files import SkippedDialog
from simfinder.gui.dialogs.tables.act_model import HistoryModel
from simfinder.gui.overview.overview import View
from simfinder.gui.style.fonts import scaled
from simfinder.model.removal_plan import ActState
from tests.gui.conftest import LONG
from tests.helpers.files.folder_trees import project_tree
from tests.helpers.screen.dialogs import made_dialogs


@pytest.fixture
def large(look):
    before = look.font()
    look.setFont(scaled(before, 1.5))
    yield
    look.setFont(before)


@pytest.fixture
def small_window(large, qtbot, make, scan, tree):
    project_tree(os.path.join(tree.root, "Projects"))
    window = make([tree.root], size=(1024, 640))
    scan(window)
    qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    return window


def cut(parent):
    """Words of buttons, boxes and labels that have less room than they need."""
    return [
        widget
        for kind in (QAbstractButton, QComboBox, QLabel)
        for widget in parent.findChildren(kind)
        if widget.isVisible() and widget.minimumSizeHint().width() > widget.width() + 1
    ]


@pytest.mark.parametrize("view", [View.FOLDERS, View.ANALYSIS])
def test_controls_of_the_views_are_whole(qtbot, small_window, view):
    small_window.overview.show_view(view)
    qtbot.waitUntil(lambda: small_window.overview.settled, timeout=LONG)
    shown = small_window.overview.pages.currentWidget()
    if view is View.FOLDERS:
        shown.merge.setText("Zuerst alle zusammenführen")
    else:
        shown.key_space.extension.setText("Nach den Endungen getrennt")
    shown.resizeEvent(None) if view is View.ANALYSIS else shown._show_acts()
    qtbot.wait(50)
    assert cut(shown) == []


def test_a_file_that_is_here_through_another_can_be_compared(qtbot, small_window):
    details = small_window.details
    small_window.clusters.tree.setCurrentIndex(small_window.clusters.tree.currentIndex())
    details.kept_button.setText("behaltene Datei")
    details.through_with.setText("Vergleichen mit")
    details._show_through("In this cluster because it shares 91 % with pipeline.py.", "pipeline.py")
    qtbot.waitUntil(details.kept_button.isVisible)
    qtbot.wait(50)
    assert not {details.kept_button, details.through_with, details.through_button} & set(cut(details))


def test_the_history_has_no_columns_of_noughts(small_window, tree):
    (shown,) = (one for name, one in made_dialogs(small_window, tree.files()[:4]) if name == "history")
    batches = [shown.model.row(row) for row in range(shown.model.rowCount())]
    done = [batch for batch in batches if batch.count(ActState.DONE) == len(batch.acts)]
    dialog = HistoryDialog(done, small_window)
    dialog.show()
    for column in (HistoryModel.UNDONE, HistoryModel.NOT_DONE, HistoryModel.UNKNOWN):
        assert dialog.table.isColumnHidden(column)
        assert not shown.table.isColumnHidden(column)
    assert dialog.table.columnWidth(1) > dialog.fontMetrics().horizontalAdvance("In den Papierkorb")
    for one in (dialog, shown):
        one.close()


def test_results_that_list_no_skipped_paths_have_no_list_of_them(qtbot, small_window):
    for examples in ({}, {"empty": ["/a/b"]}):
        dialog = SkippedDialog({"empty": 3}, examples, small_window)
        dialog.show()
        assert dialog.paths.isVisible() is bool(examples)
        dialog.close()

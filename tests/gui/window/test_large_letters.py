"""In a small window with letters of 150 % the words of controls are whole, and what has nothing to say is not there."""

import os

import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel

from simfinder.gui.dialogs.history_and_problems import HistoryDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
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


def test_the_figure_is_whole_where_the_name_beside_it_has_no_room(qtbot, small_window):
    details, model = small_window.details, small_window.clusters.model
    tree = small_window.clusters.tree
    seen = set()
    for cluster in range(model.rowCount()):
        index = model.index(1, 0, model.index(cluster, 0))
        if not index.isValid() or model.record_of(index) is None:
            continue
        tree.setCurrentIndex(index)
        qtbot.waitUntil(lambda: "…" not in details.subtitle.text())
        seen.add(details.subtitle.text().split(" ", maxsplit=2)[-1])
    assert "shared" in seen
    assert "estimated" in details.subtitle.whole()
    details._show_through(
        "In this cluster because it shares 91 % with pipeline.py.", "pipeline.py", "Through: 91 %"
    )
    assert details.through.text() == "Through: 91 %"


def test_the_history_has_no_columns_of_noughts(small_window, tree):
    (shown,) = (one for name, one in made_dialogs(small_window, tree.files()[:4]) if name == "history")
    batches = [shown.model.row(row) for row in range(shown.model.rowCount())]
    done = [batch for batch in batches if batch.count(ActState.DONE) == len(batch.acts)]
    dialog = HistoryDialog(done, small_window)
    dialog.show()
    assert dialog.table.isColumnHidden(HistoryModel.OTHER_RESULTS)
    assert not shown.table.isColumnHidden(HistoryModel.OTHER_RESULTS)
    assert dialog.table.columnWidth(1) > dialog.fontMetrics().horizontalAdvance("In den Papierkorb")
    for one in (dialog, shown):
        one.close()


def test_the_history_says_what_was_done_and_what_not_without_scrolling(small_window, tree):
    (shown,) = (one for name, one in made_dialogs(small_window, tree.files()[:4]) if name == "history")
    shown.show()
    wide = shown.fontMetrics().horizontalAdvance
    assert shown.table.columnWidth(1) > wide("In den Papierkorb")
    assert shown.table.columnWidth(HistoryModel.OTHER_RESULTS) > wide("2 nicht getan")
    assert shown.table.columnWidth(0) > wide("2026-09-21 14:13:20") + 8
    assert shown.table.horizontalHeader().length() <= shown.table.viewport().width()
    column = [
        shown.model.index(row, HistoryModel.OTHER_RESULTS).data() for row in range(shown.model.rowCount())
    ]
    assert column == ["1 unknown", "2 not done", "", "4 undone"]
    shown.close()


def test_a_report_with_all_its_buttons_is_no_wider_than_a_small_window(
    qtbot, small_window, tree, monkeypatch
):
    words = {
        "Stop waiting": "Nicht mehr warten", "Restore anyway": "Trotzdem wiederherstellen", "Close": "Schließen",
        "Undo chosen": "Gewähltes rückgängig machen", "Undo all": "Alles rückgängig machen",
    }  # fmt: skip
    plain = RemovalReportDialog.add_button
    monkeypatch.setattr(
        RemovalReportDialog,
        "add_button",
        lambda self, text, **more: plain(self, words.get(text, text), **more),
    )
    made = dict(made_dialogs(small_window, tree.files()[:4]))
    shown = made["report of disks that are away"]
    shown.show()
    qtbot.waitUntil(shown.give_up.isVisible)
    assert shown.give_up.text() == words["Stop waiting"]
    assert shown.width() <= small_window.width() - 80
    assert cut(shown) == []
    for one in made.values():
        one.close()


def test_results_that_list_no_skipped_paths_have_no_list_of_them(qtbot, small_window):
    for examples in ({}, {"empty": ["/a/b"]}):
        dialog = SkippedDialog({"empty": 3}, examples, small_window)
        dialog.show()
        assert dialog.paths.isVisible() is bool(examples)
        dialog.close()

"""Tables of dialogs are sorted by a click or by keys: by values, not by texts, and what is chosen stays chosen."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QItemSelectionModel, QPersistentModelIndex, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from simfinder.gui.dialogs.history_and_problems import ExceptionsDialog, HistoryDialog, ProblemsDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.gui.dialogs.skipped_files import SkippedDialog
from simfinder.gui.dialogs.tables.act_model import ReportModel
from simfinder.gui.dialogs.tables.plan_model import PlanModel
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import folder_text
from simfinder.model.file_record import Problem
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport
from simfinder.store.library.ignored_pairs import Ignored
from tests.gui.window.test_journey import review

SIZES = (900, 52_000, 7_000_000, 10_000)
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def report(*sizes):
    acts = tuple(
        ActRecord(f"/a/{number}", ActKind.TRASH, None, ActState.DONE, "", size)
        for number, size in enumerate(sizes)
    )
    return BatchReport(1, 10**18, acts)


@pytest.fixture
def dialog(qtbot, look):
    made = RemovalReportDialog(report(*SIZES))
    qtbot.addWidget(made)
    made.show()
    return made


def shown(dialog):
    return [dialog.model.row(row).size for row in range(dialog.model.rowCount())]


def click(dialog, column):
    header = dialog.table.horizontalHeader()
    where = header.viewport().rect().center()
    where.setX(header.sectionViewportPosition(column) + 10)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)


def test_clicks_sort_by_value_turn_round_and_end(dialog):
    assert shown(dialog) == list(SIZES)
    for wanted in (sorted(SIZES), sorted(SIZES, reverse=True), list(SIZES)):
        click(dialog, ReportModel.REASON - 1)
        assert shown(dialog) == wanted


def test_keys_sort_by_the_columns_that_are_seen(dialog):
    assert dialog.table.isColumnHidden(ReportModel.REASON)
    header = dialog.table.horizontalHeader()
    QTest.keyClick(dialog, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert shown(dialog) == sorted(SIZES)
    QTest.keyClick(dialog, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert shown(dialog) == sorted(SIZES, reverse=True)
    QTest.keyClick(dialog, Qt.Key.Key_4, Qt.KeyboardModifier.AltModifier)
    assert header.sortIndicatorSection() == ReportModel.REASON + 1
    QTest.keyClick(dialog, Qt.Key.Key_9, Qt.KeyboardModifier.AltModifier)  # there is no such column
    assert header.sortIndicatorSection() == ReportModel.REASON + 1
    QTest.keyClick(dialog, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
    assert shown(dialog) == list(SIZES)


def test_what_is_chosen_stays_chosen(dialog):
    dialog.table.selectRow(1)
    dialog.table.selectionModel().select(
        dialog.model.index(2, 0),
        QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
    )
    for order in (UP, DOWN):
        dialog.table.horizontalHeader().setSortIndicator(2, order)
        rows = dialog.table.selectionModel().selectedRows()
        assert {dialog.model.row(index.row()).size for index in rows} == {52_000, 7_000_000}
        assert dialog.chosen.text().startswith("/a/1")
        assert sorted(dialog._chosen()) == ["/a/1", "/a/2"]


def test_the_heading_says_by_what_is_sorted(dialog):
    table = QAccessible.queryAccessibleInterface(dialog.table)

    def names():
        return [table.child(1 + column).text(QAccessible.Text.Name) for column in range(3)]

    assert names() == ["File", "Result", "Size"]
    dialog.sort_by(3)
    assert names()[2] == "Size, sorted upwards"
    dialog.sort_by(3)
    assert names()[2] == "Size, sorted downwards"
    dialog.sort_by(0)
    assert names()[2] == "Size"
    tip = dialog.model.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "Alt+1" in tip


def test_headings_have_room_for_the_arrow(dialog):
    header = dialog.table.horizontalHeader()
    for column in range(dialog.model.columnCount()):
        words = dialog.model.headerData(column, Qt.Orientation.Horizontal)
        if not dialog.table.isColumnHidden(column):
            assert header.sectionSize(column) > header.fontMetrics().horizontalAdvance(words) + 20


def test_the_review_acts_on_what_is_chosen_and_stays_sorted(qtbot, scanned):
    scanned.commands.mark_all.trigger()
    dialog = review(qtbot, scanned, scanned.commands.trash)
    dialog.sort_by(3)

    def by_folder():
        sizes = {}
        for row in dialog.model.file_rows():
            file = dialog.model.row(row).file
            sizes.setdefault(os.path.dirname(file.path), []).append(file.size)
        return [own for _, own in sorted(sizes.items())]

    sizes = by_folder()
    assert max(map(len, sizes)) > 2
    assert all(own == sorted(own) for own in sizes)
    files = len(dialog.plan.acts)
    last = dialog.model.rowCount() - 1
    dialog.table.selectRow(last)
    chosen = dialog.model.row(last).file.path
    assert dialog.chosen.text().startswith(chosen)
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(dialog.plan.acts) == files - 1)
    assert chosen not in {act.file.path for act in dialog.plan.acts}
    left = by_folder()
    assert sorted(map(len, left)) != sorted(map(len, sizes))
    assert all(own == sorted(own) for own in left)
    assert dialog.table.currentIndex().row() == dialog.model.rowCount() - 1


def test_the_review_is_sorted_by_what_its_rows_show(qtbot, scanned):
    scanned.commands.mark_all.trigger()
    model = review(qtbot, scanned, scanned.commands.trash).model
    keys = {
        0: lambda act: folder_text(act.file.path).casefold(),
        PlanModel.SHARED: lambda act: act.similarity,
        2: lambda act: act.file.size,
        4: lambda act: folder_text(act.survivor.path).casefold(),
    }
    for column, key in keys.items():
        model.sort(column)
        found = {}
        for row in model.file_rows():
            act = model.row(row)
            found.setdefault(os.path.dirname(act.file.path), []).append(key(act))
        assert all(own == sorted(own) for own in found.values())
        assert max(len(set(own)) for own in found.values()) > 1


def test_a_problem_is_read_in_full_and_found_wherever_it_stands(qtbot, look, monkeypatch):
    opened = []
    monkeypatch.setattr("simfinder.gui.dialogs.history_and_problems.show_in_folder", opened.append)
    problems = [
        Problem("/x/" + "long name " * 12 + "b", os.strerror(13)),
        Problem("/x/A", "is encrypted"),
    ]
    dialog = ProblemsDialog(problems)
    qtbot.addWidget(dialog)
    dialog.show()
    for problem, words in zip(problems, ("no permission to read", "password"), strict=True):
        dialog.table.selectRow(problems.index(problem))
        path, reason, helps = dialog.chosen.text().split("\n")
        assert path == problem.path
        assert reason
        assert words in helps
        assert dialog.chosen.isVisible()
        assert dialog.chosen.height() >= dialog.chosen.heightForWidth(dialog.chosen.width())
    assert dialog.chosen.focusPolicy() & Qt.FocusPolicy.ClickFocus  # the text can be chosen and copied
    dialog.sort_by(1)
    assert [dialog.model.row(row).path[:4] for row in range(2)] == ["/x/A", "/x/l"]
    assert dialog.table.currentIndex().row() == 0
    dialog.show_folder.click()
    assert opened == ["/x/A"]


def test_batches_are_sorted_by_count_and_undone_as_shown(qtbot, look):
    batches = [report(*[1] * 9), report(*[2] * 10), report(3)]
    dialog = HistoryDialog(batches)
    qtbot.addWidget(dialog)
    dialog.sort_by(3)
    assert [dialog.model.row(row) for row in range(3)] == [batches[2], batches[0], batches[1]]
    dialog.table.selectRow(2)
    assert dialog.batch() is batches[1]


def test_entries_are_taken_back_as_shown(qtbot, look):
    entries = [
        Ignored(n, n * 10**18, (b"a", b"b"), (f"/{name}", "/x")) for n, name in ((1, "b"), (2, "a"), (3, "c"))
    ]
    dialog = ExceptionsDialog(entries)
    qtbot.addWidget(dialog)
    taken = []
    dialog.remove_wanted.connect(taken.append)
    dialog.sort_by(2)
    assert [dialog.model.row(row).id for row in range(3)] == [2, 1, 3]
    dialog.table.selectRow(0)
    assert dialog.chosen.text() == "/a\n/x"
    dialog.remove.click()
    assert taken == [[2]]
    assert [dialog.model.row(row).id for row in range(2)] == [1, 3]


def test_paths_of_what_was_passed_over_are_those_of_the_chosen_reason(qtbot, look):
    dialog = SkippedDialog({"hidden": 10, "empty": 9}, {"hidden": ["/.a"], "empty": ["/b"]})
    qtbot.addWidget(dialog)
    assert dialog.paths.toPlainText() == "/.a"
    dialog.sort_by(2)
    dialog.table.selectRow(0)
    assert dialog.paths.toPlainText() == "/b"


@given(
    values=st.lists(st.tuples(st.integers(0, 3), st.text("aAbB", max_size=2)), max_size=12),
    steps=st.lists(st.tuples(st.integers(-1, 1), st.sampled_from([UP, DOWN])), min_size=1, max_size=4),
)
def test_any_order_is_that_of_the_values_and_follows_rows(qapp, values, steps):
    model = RowModel(
        values,
        [Field("number", lambda row: str(row[0]), key=lambda row: row[0]), Field("text", lambda row: row[1])],
    )
    followed = {QPersistentModelIndex(model.index(row, 1)): value for row, value in enumerate(values)}
    for column, order in steps:
        model.sort(column, order)
        wanted = values
        if column >= 0:
            wanted = sorted(
                values, key=lambda row, c=column: row[1].lower() if c else row[0], reverse=order is DOWN
            )
        assert [model.row(row) for row in range(model.rowCount())] == wanted
        assert all(
            model.row(index.row()) is value and index.column() == 1 for index, value in followed.items()
        )

"""The review by folder: its rows, opened and closed by pointer and keys, taken out as a whole, and said aloud."""

import os
import random
import time

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest

from simfinder.actions.plan.act_columns import ActColumns
from simfinder.actions.rules.mark_rules import BY_HAND
from simfinder.arrays.file_columns import FileColumns
from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.tables.plan_model import PlanModel
from simfinder.gui.widgets.table_delegate import arrow_rect
from simfinder.gui.widgets.table_model import TableRole
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import ActKind, Plan
from tests.gui.conftest import LONG
from tests.gui.window.test_journey import review
from tests.helpers.files.trees import write

Key = Qt.Key


@pytest.fixture
def root(tmp_path):
    """Copies in ``old`` (5 of 6 files), in a folder of it (2 of 2), and one that lies by itself (1 of 9)."""
    rng = random.Random(4)
    place = str(tmp_path / "r")
    for i in range(8):
        data = rng.randbytes(2000 + 100 * i)
        write(place, f"kept/{i}.bin", data, 1_700_000_000)
        copy = f"old/{i}.bin" if i < 5 else f"old/deep/er/{i}.bin" if i < 7 else "kept/copy of 7.bin"
        write(place, copy, data, 1_700_000_000)
    write(place, "old/only.bin", rng.randbytes(5000), 1_700_000_000)
    return place


@pytest.fixture
def dialog(qtbot, make, root, scan):
    window = make([root])
    session = scan(window)
    copies = [file for file in range(len(session.result.files)) if "old" in session.record(file).path]
    copies += [session.file_of(os.path.join(root, "kept/copy of 7.bin"))]
    session.keep_files([session.file_of(os.path.join(root, f"kept/{i}.bin")) for i in range(8)])
    window.workspace.mark(copies, True)
    return review(qtbot, window, window.commands.trash)


def names(dialog, column=PlanModel.FILE):
    model = dialog.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def at(dialog, text):
    return next(row for row, name in enumerate(names(dialog)) if name.startswith(text))


def test_each_folder_has_its_count_its_size_and_what_stays(dialog, root):
    assert names(dialog)[0].endswith(os.path.join(root, "kept")[-20:] + " · 1 file")
    old = next(row for row, name in enumerate(names(dialog)) if name.endswith("/old · 7 files"))
    deep = at(dialog, "deep/er")
    assert names(dialog)[deep] == "deep/er · 2 files"
    assert names(dialog, PlanModel.STAYS)[old] == "loses 7 of 8"
    assert names(dialog, PlanModel.STAYS)[deep] == "loses 2 of 2"
    assert names(dialog, PlanModel.STAYS)[0] == "loses 1 of 9"
    assert names(dialog, PlanModel.SIZE)[deep] == "5.1 kB"
    assert names(dialog, PlanModel.SHARED)[deep] == "100 %"
    assert sorted(names(dialog)[old + 1 : deep]) == [f"{i}.bin" for i in range(5)]
    levels = [dialog.model.index(row, 0).data(TableRole.LEVEL) for row in (old, old + 1, deep, deep + 1)]
    assert levels == [0, 1, 1, 2]
    stays = {dialog.model.row(row).survivor.path for row in dialog.model.file_rows()}
    assert all("kept" in path for path in stays)
    assert dialog.model.index(old, 0).data(TableRole.GROUND)
    assert not dialog.model.index(0, 0).data(TableRole.GROUND)
    assert dialog.warning.text().split("\n")[0].endswith("/old would lose 7 of 8 files")


def test_a_folder_says_what_the_least_similar_of_its_files_shares(qtbot, look):
    dialog = PlanReviewDialog(big_plan(2000, 500))
    qtbot.addWidget(dialog)
    assert [names(dialog, PlanModel.SHARED)[at(dialog, name)] for name in ("/r/0", "/r/1")] == [
        "at least 70 %",
        "at least 85 %",
    ]
    assert names(dialog, PlanModel.SHARED)[-501] == "at least 92 %"


def test_links_take_nothing_from_a_folder(qtbot, dialog):
    plan = Plan(ActKind.HARDLINK, dialog.plan.acts, files_below=dialog.plan.files_below)
    other = PlanReviewDialog(plan)
    qtbot.addWidget(other)
    assert not any(
        other.model.folder(row).files for row in range(other.model.rowCount()) if other.model.is_folder(row)
    )
    other.choose_row(0)
    assert "1 file in here, 2.7 kB." in other.chosen.text()


def test_keys_open_and_close_folders(dialog):
    rows = dialog.model.rowCount()
    deep = at(dialog, "deep/er")
    dialog.table.setFocus()
    dialog.choose_row(deep + 1)
    QTest.keyClick(dialog.table, Key.Key_Left)  # from a file to its folder
    assert dialog.table.currentIndex().row() == deep
    QTest.keyClick(dialog.table, Key.Key_Left)
    assert dialog.model.folder(deep).folded
    assert dialog.model.rowCount() == rows - 2
    QTest.keyClick(dialog.table, Key.Key_Left)  # from a closed folder to the one above
    assert names(dialog)[dialog.table.currentIndex().row()].endswith("/old · 7 files")
    dialog.choose_row(deep)
    QTest.keyClick(dialog.table, Key.Key_Right)
    assert dialog.model.rowCount() == rows
    QTest.keyClick(dialog.table, Key.Key_Return)
    assert dialog.model.folder(deep).folded
    QTest.keyClick(dialog.table, Key.Key_Plus)
    assert not dialog.model.folder(deep).folded


def test_a_click_on_the_arrow_turns_it_and_one_on_the_name_does_not(dialog):
    from PySide6.QtWidgets import QStyleOptionViewItem

    table, deep = dialog.table, at(dialog, "deep/er")
    option = QStyleOptionViewItem()
    option.initFrom(table)
    option.rect = table.visualRect(dialog.model.index(deep, 0))
    arrow = arrow_rect(option, 1)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=arrow.center())
    assert dialog.model.folder(deep).folded
    beside = arrow.center()
    beside.setX(arrow.right() + 30)
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=beside)
    assert dialog.model.folder(deep).folded


def test_folders_only_and_back(dialog):
    before = names(dialog)
    dialog.fold_all.click()
    assert [name.rsplit(" · ", 1)[1] for name in names(dialog)] == ["1 file", "7 files"]
    dialog.choose_row(1)
    dialog._fold(1, False)
    assert not dialog.fold_all.isChecked()
    assert any(name.startswith("deep/er") for name in names(dialog))
    dialog.fold_all.click()
    dialog.fold_all.click()
    assert names(dialog) == before


def test_a_folder_is_taken_out_with_all_its_files(qtbot, dialog):
    dialog.choose_row(at(dialog, "deep/er"))
    assert dialog.chosen.text().split("\n")[0].endswith("/old/deep/er")
    assert "Would remove 2 of 2 files from here, 5.1 kB." in dialog.chosen.text()
    QTest.keyClick(dialog.table, Key.Key_Delete)
    qtbot.waitUntil(lambda: len(dialog.plan.acts) == 6, timeout=LONG)
    assert not any("/deep/" in act.file.path for act in dialog.plan.acts)


def test_a_closed_folder_stays_closed_and_goes_out_as_a_whole(qtbot, dialog):
    old = next(row for row, name in enumerate(names(dialog)) if name.endswith("/old · 7 files"))
    dialog._fold(old, True)
    dialog.choose_row(1)
    QTest.keyClick(dialog.table, Key.Key_Delete)
    qtbot.waitUntil(lambda: len(dialog.plan.acts) == 7, timeout=LONG)
    assert dialog.model.folded()
    dialog.choose_row(0)
    QTest.keyClick(dialog.table, Key.Key_Delete)
    qtbot.waitUntil(lambda: not dialog.plan.acts, timeout=LONG)


def test_a_folder_among_chosen_files_stands_for_no_more_than_those(dialog):
    deep = at(dialog, "deep/er")
    (path,) = dialog.model.paths_in([deep, deep + 1])
    assert path == dialog.model.row(deep + 1).file.path
    assert len(dialog.model.paths_in([deep])) == 2
    assert len(dialog.model.paths_in(range(dialog.model.rowCount()))) == 8


def test_rows_of_folders_are_said_aloud(dialog, root):
    def spoken(row):
        return dialog.model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)

    deep = at(dialog, "deep/er")
    assert spoken(deep) == f"Folder {root}/old/deep/er, level 2, open: 2 of 2 files"
    told = []
    dialog.model.dataChanged.connect(lambda first, _last, roles: told.append((first.row(), list(roles))))
    dialog._fold(deep, True)
    assert spoken(deep) == f"Folder {root}/old/deep/er, level 2, closed: 2 of 2 files"
    assert told
    assert Qt.ItemDataRole.AccessibleTextRole in told[0][1]


def test_folders_are_sorted_with_their_files(dialog):
    dialog.model.sort(PlanModel.FILE, Qt.SortOrder.DescendingOrder)
    assert names(dialog)[0].endswith("/old · 7 files")
    assert names(dialog)[1:6] == [f"{i}.bin" for i in (4, 3, 2, 1, 0)]
    dialog.model.sort(PlanModel.SIZE)
    assert names(dialog)[0].endswith("/kept · 1 file")
    dialog.model.sort(PlanModel.SIZE, Qt.SortOrder.DescendingOrder)
    assert names(dialog)[0].endswith("/old · 7 files")


def test_the_model_holds_what_qt_asks_for(dialog, qtmodeltester):
    model = PlanModel(dialog.plan)
    qtmodeltester.check(model)
    for row in (0, model.rowCount() - 3):
        if model.is_folder(row):
            model.fold(row, True)
            model.fold(row, False)
    qtmodeltester.check(model)


def big_plan(count, per_folder):
    paths = [f"/r/{i // 1000}/{i // per_folder}/file {i}" for i in range(count)]
    numbers = np.ones((count, 6), dtype=np.int64)
    listing = FileColumns.of_columns(sorted(paths), numbers, np.zeros(count, dtype=np.bool_))
    rows = np.arange(count, dtype=np.int32)
    digests = np.zeros((count, 16), dtype=np.uint8)
    acts = ActColumns(
        listing, rows, rows, digests, digests, ["c"] * count, np.linspace(0.7, 1, count),
        [Relation.OLDER] * count, rows, [BY_HAND] * count,
    )  # fmt: skip
    return Plan(ActKind.TRASH, acts)


def test_a_hundred_thousand_marks_open_at_once(qtbot, look):
    plan = big_plan(100_000, 10)
    begin = time.perf_counter()
    dialog = PlanReviewDialog(plan)
    qtbot.addWidget(dialog)
    dialog.show()
    opened = time.perf_counter() - begin
    assert dialog.model.rowCount() == 110_100
    begin = time.perf_counter()
    dialog._fold(0, True)
    dialog._fold(0, False)
    folded = time.perf_counter() - begin
    assert opened < 4  # 0.35 s where nothing else runs
    assert folded < 1  # 20 ms


def test_the_count_of_a_folder_is_not_cut_off(dialog, monkeypatch):
    drawn = []
    draw = QPainter.drawText

    def note(painter, *what):
        drawn.append(what[-1])
        return draw(painter, *what)

    monkeypatch.setattr(QPainter, "drawText", note)
    dialog.table.setColumnWidth(PlanModel.FILE, 130)
    dialog.table.grab()
    folders = [text for text in drawn if isinstance(text, str) and " · " in text]
    assert len(folders) == 3
    assert all(text.endswith(("files", "file")) for text in folders)
    assert any("…" in text for text in folders)


def test_no_column_is_sorted_act_by_act(qtbot, look, monkeypatch):
    """An object of an act costs 10 µs: by reason 300,000 took 3 s; from the columns 0.1 s."""
    model = PlanModel(big_plan(3000, 10))
    monkeypatch.setattr(ActColumns, "__getitem__", None)
    monkeypatch.setattr(ActColumns, "__iter__", None)
    before = {}
    for column, field in enumerate(model.fields):
        model.sort(column, Qt.SortOrder.DescendingOrder)
        before[field.heading] = model.rowCount()
    assert set(before.values()) == {3000 + 300 + 3}
    assert len(before) == 7

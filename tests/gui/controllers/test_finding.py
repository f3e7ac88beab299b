"""Files like one file in the window: by menu, keys and dropping, in the background, and what can be done with them."""

import os
import threading

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from simfinder.errors import UsageError
from simfinder.gui.dialogs.similar_files import SimilarFilesDialog
from simfinder.gui.dialogs.tables.match_model import MatchModel, likeness_sentence
from simfinder.gui.widgets.open_external import file_url, local_path
from simfinder.gui.widgets.table_model import TableRole
from simfinder.model.file_record import FileRecord
from simfinder.model.similar_match import Likeness, Match
from tests.gui.conftest import LONG
from tests.helpers.files.trees import write
from tests.helpers.screen.cluster_rows import index_of

Key = Qt.Key


@pytest.fixture
def parts(tree):
    """The report once more: in a larger file, and a part of it."""
    with open(tree.families["report"][-1], "rb") as file:
        text = file.read()
    with open(tree.strangers[0], "rb") as file:
        more = file.read()
    write(tree.root, "Documents/all reports.txt", text + more * 2, 1_750_000_000)
    write(tree.root, "Desktop/quote.md", text[500 : 500 + len(text) // 5], 1_750_000_000)
    return tree


@pytest.fixture
def window(make, parts, scan):
    window = make([parts.root])
    scan(window)
    return window


def record(path, size=1000):
    return FileRecord(path, 1, 1, size, 1_750_000_000_000_000_000)


def answered(qtbot, window):
    """The dialog, when the answer is there."""
    assert isinstance(window.dialog, SimilarFilesDialog)
    qtbot.waitUntil(lambda: not window.dialog.text.text().startswith(("Looking", "Reading")), timeout=LONG)
    return window.dialog


def relations(dialog):
    model = dialog.table.model()
    return {
        os.path.basename(model.row(i).file.path): model.index(i, MatchModel.RELATION).data()
        for i in range(model.rowCount())
    }


def choose(window, path):
    session, model = window.workspace.session, window.clusters.model
    window.clusters.tree.setCurrentIndex(index_of(model, session.file_of(path)))


def drop(window, url, place=(700, 400)):
    """Drag over the window and drop, by way of the screen's window: Qt finds which part of it is below."""
    mime = QMimeData()
    mime.setUrls([url])
    how = Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for kind, point in ((QDragEnterEvent, QPoint(*place)), (QDropEvent, QPointF(*place))):
        QApplication.sendEvent(window.windowHandle(), event := kind(point, *how))
        assert event.isAccepted(), kind


def of_report(tree):
    final, names = tree.families["report"][-1], {}
    names |= {os.path.basename(path): "similar" for path in tree.families["report"][:-1]}
    names |= {
        os.path.basename(copy): "identical" for copy, original in tree.copies.items() if original == final
    }
    return names | {"all reports.txt": "contains it", "quote.md": "inside it"}


def test_the_key_finds_what_is_like_the_chosen_file(qtbot, window, parts):
    choose(window, parts.families["report"][-1])
    window.clusters.tree.setFocus()
    QTest.keyClick(window, Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    dialog = answered(qtbot, window)
    assert dialog.title.text() == "Files like Annual report final.txt"
    assert relations(dialog) == of_report(parts)
    among = len(parts.files()) + 1
    assert dialog.text.text() == (
        f"1 identical, 3 similar, 1 contains it, 1 is inside it · among {among} other files"
    )
    model = dialog.table.model()
    shares = [model.index(i, MatchModel.SHARED).data(TableRole.SHARE) for i in range(model.rowCount())]
    assert shares == sorted(shares, reverse=True)
    assert model.index(0, MatchModel.SHARED).data() == "100 %"
    assert all(model.index(i, MatchModel.SHARED).data() != "100 %" for i in range(1, model.rowCount()))
    assert dialog.table.hasFocus()
    QTest.keyClick(dialog, Key.Key_Escape)
    qtbot.waitUntil(lambda: window.dialog is None)


def test_the_menu_of_a_row_asks_for_its_file(qtbot, window, parts):
    path = parts.families["pipeline"][0]
    choose(window, path)
    tree = window.clusters.tree
    tree.menu_wanted.emit(tree.currentIndex(), tree.mapToGlobal(tree.rect().center()))
    (menu,) = [m for m in window.clusters.findChildren(QMenu) if m.isVisible()]
    (action,) = [a for a in menu.actions() if a.text().startswith("Find files like this one")]
    menu.close()
    action.trigger()
    dialog = answered(qtbot, window)
    assert set(relations(dialog)) == {os.path.basename(p) for p in parts.families["pipeline"][1:]}


def test_a_dropped_file_is_asked_about_and_a_folder_is_added(qtbot, window, parts, tmp_path):
    with open(parts.families["report"][-1], "rb") as file:
        outside = write(str(tmp_path), os.fsdecode(b"other/caf\xe9 100%.txt"), file.read(), 1_750_000_000)
    drop(window, file_url(outside))
    dialog = answered(qtbot, window)
    assert dialog.title.text() == "Files like caf\\xe9 100%.txt"
    assert relations(dialog) == {**of_report(parts), "Annual report final.txt": "identical"}
    dialog.accept()
    qtbot.waitUntil(lambda: window.dialog is None)
    drop(window, file_url(str(tmp_path / "other")))
    assert window.workspace.folders == [parts.root, str(tmp_path / "other")]
    assert window.dialog is None


def test_urls_and_paths():
    for path in ("/a b/#?%41.txt", "/caf\udce9\n", "/ü/日本"):
        assert local_path(file_url(path)) == path
    assert local_path(QUrl("file:///a%20b")) == "/a b"


def test_a_chosen_file_is_asked_about(qtbot, window, parts):
    QTest.keyClick(window, Key.Key_L, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert isinstance(window.dialog, QFileDialog)
    chooser = window.dialog
    chooser.fileSelected.emit(parts.strangers[-1])
    chooser.reject()
    dialog = answered(qtbot, window)
    assert relations(dialog) == {}
    assert dialog.text.text().startswith("No similar files among ")
    assert not dialog.table.horizontalHeader().isVisible()
    assert not any(button.isVisible() for button in dialog.buttons_of_match)


def test_without_a_scan_it_says_what_to_do(qtbot, make, tree):
    window = make()
    assert not window.commands.like.isEnabled()
    drop(window, file_url(tree.files()[0]))
    assert window.dialog is None
    assert window.banner.text.text().startswith("Add a folder and scan it first")


def test_a_file_that_is_gone_is_one_sentence(qtbot, window, parts, tmp_path):
    window.find_like(str(tmp_path / "gone.txt"))
    dialog = answered(qtbot, window)
    qtbot.waitUntil(dialog.warning.isVisible, timeout=LONG)
    assert dialog.warning.text() == "Can’t search for gone.txt: No such file or directory."
    assert relations(dialog) == {}


def test_what_can_be_done_about_a_match(qtbot, window, parts, monkeypatch):
    opened = []
    monkeypatch.setattr("simfinder.gui.widgets.open_external.QDesktopServices.openUrl", opened.append)
    window.find_like(parts.families["report"][-1])
    dialog = answered(qtbot, window)
    model = dialog.table.model()
    assert all(button.isVisible() for button in dialog.buttons_of_match)
    for row in range(model.rowCount()):
        dialog.table.selectRow(row)
        match = model.row(row)
        assert dialog.match() is match
        assert dialog.chosen.text().endswith("\n" + match.file.path)
        QTest.keyClick(dialog.table, Key.Key_Return)
        assert local_path(opened[-1]) == match.file.path
        qtbot.mouseClick(dialog.buttons_of_match[1], Qt.MouseButton.LeftButton)
        assert local_path(opened[-1]) == os.path.dirname(match.file.path)
        dialog.table.setFocus()
        QTest.keyClick(dialog.table, Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == match.file.path
    words = " ".join(button.text() for button in dialog.buttons_of_match).lower()
    assert not {"trash", "delete", "remove", "move"} & set(words.split())


def test_the_window_goes_on_while_it_looks_and_closing_cancels(qtbot, window, parts, monkeypatch):
    begun, go, ended = threading.Event(), threading.Event(), []

    def slow(_session, _path, control):
        begun.set()
        go.wait(20)
        try:
            control.check()
        finally:
            ended.append(control.cancelled)
        raise UsageError("nobody should hear this")

    monkeypatch.setattr("simfinder.app.find.find_similar.find_in", slow)
    window.find_like(parts.files()[0])
    dialog = window.dialog
    assert dialog.text.text() == "Looking…"
    ticks = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    qtbot.waitUntil(lambda: begun.is_set() and len(ticks) > 10, timeout=LONG)
    QTest.keyClick(dialog, Key.Key_Escape)
    qtbot.waitUntil(lambda: window.dialog is None)
    go.set()
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    assert ended == [True]
    assert not window.banner.isVisible()


def test_only_the_last_question_is_answered(qtbot, window, parts, monkeypatch):
    release = threading.Event()

    def ask(_session, path, _control):
        if path == "first":
            release.wait(20)
        return path

    monkeypatch.setattr("simfinder.app.find.find_similar.find_in", ask)
    heard = []
    window.finder.answered.connect(heard.append)
    window.finder.ask(window.workspace.session, "first")
    window.finder.ask(window.workspace.session, "second")
    qtbot.waitUntil(lambda: heard == ["second"], timeout=LONG)
    release.set()
    qtbot.waitUntil(lambda: not window.bridge.busy, timeout=LONG)
    assert heard == ["second"]


def test_the_model(qtmodeltester):
    matches = [
        Match(record("/a/x.txt"), Likeness.IDENTICAL, 1.0, 1.0),
        Match(record("/a/b\n\udcff.txt"), Likeness.SIMILAR, 0.9996, 0.99),
        Match(record("/a/w.zip", 10_000), Likeness.CONTAINS, 0.2, 0.923),
        Match(record("/a/100%a.txt", 10), Likeness.INSIDE, 0.1, 0.8),
    ]
    for rows in (matches, []):
        qtmodeltester.check(MatchModel(rows, "/q/asked.txt"))
    model = MatchModel(matches, "/q/asked.txt")
    column = [model.index(i, MatchModel.RELATION) for i in range(4)]
    assert [index.data() for index in column] == ["identical", "similar", "contains it", "inside it"]
    colors = ["identical", "keep", "protected", "protected"]
    assert [index.data(TableRole.CHIP) for index in column] == colors
    assert [model.index(i, MatchModel.SHARED).data() for i in range(4)] == ["100 %", "99.9 %", "92 %", "80 %"]
    assert model.index(1, MatchModel.NAME).data() == "b␊\\xff.txt"
    assert [index.data(Qt.ItemDataRole.ToolTipRole) for index in column] == [
        "The same content as asked.txt.",
        "99.9 % shared with asked.txt · estimated",
        "92 % of asked.txt is inside w.zip · estimated",
        "80 % of 100%a.txt is inside asked.txt · estimated",
    ]
    assert likeness_sentence(matches[2], "/q/w.zip") == (
        "92 % of the file you asked about is inside this file · estimated"
    )

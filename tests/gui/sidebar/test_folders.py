"""The list of folders: adding in every way, protecting, removing, and what is no folder."""

import os

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QTreeView, QWidget

from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.scan_rules_dialog import ScanRulesDialog
from simfinder.gui.sidebar.folder_model import FolderRole
from tests.gui.conftest import LONG


def notes(window):
    model = window.folders.model
    return {
        model.path_of(model.index(r)): model.index(r).data(FolderRole.NOTE) for r in range(model.rowCount())
    }


def test_counts_and_protection_are_shown(window, tree, scan):
    documents, notes_folder = (os.path.join(tree.root, name) for name in ("Documents", "Notes"))
    window.workspace.add_folders([documents, notes_folder, documents])
    window.workspace.set_protected(notes_folder, True)
    assert notes(window) == {documents: "not scanned yet", notes_folder: "protected"}
    scan(window)
    expected = sum(path.startswith(documents + os.sep) for path in tree.files())
    assert notes(window) == {documents: f"{expected} files", notes_folder: "protected · 2 files"}


def test_a_folder_below_a_scanned_one_is_known(scanned, tree):
    documents = os.path.join(tree.root, "Documents")
    scanned.workspace.add_folders([documents])
    expected = sum(path.startswith(documents + os.sep) for path in tree.files())
    assert notes(scanned)[documents] == f"{expected} files"


def test_a_protected_folder_that_is_not_listed_is_seen(scanned, tree, tmp_path):
    documents = os.path.join(tree.root, "Documents")
    scanned.workspace.set_protected(documents, True)
    (tmp_path / "elsewhere").mkdir()
    scanned.workspace.set_protected(str(tmp_path / "elsewhere"), True)
    expected = sum(path.startswith(documents + os.sep) for path in tree.files())
    found = notes(scanned)
    assert found[documents] == f"protected · {expected} files"
    assert found[str(tmp_path / "elsewhere")] == "protected · not in the list to scan"
    assert scanned.workspace.folders == [tree.root]
    scanned.workspace.set_protected(documents, False)
    assert documents not in notes(scanned)


def test_counts_follow_what_is_removed_at_once(scanned, tree):
    before = scanned.workspace.session.count_below(tree.root)
    path = tree.files()[0]
    scanned.workspace.files_removed([path])
    assert notes(scanned)[tree.root] == f"{before - 1} files"
    scanned.workspace.files_restored([path])
    assert notes(scanned)[tree.root] == f"{before} files"


def test_development_folders_are_left_out_by_one_switch(window, tree, scan):
    os.makedirs(os.path.join(tree.root, "shop"))
    for name in ("package.json", "app.js"):
        with open(os.path.join(tree.root, "shop", name), "w") as file:
            file.write("{}")
    switch = window.clusters.empty.no_development
    assert switch.isVisible()
    assert not switch.isChecked()
    window.workspace.add_folders([tree.root])
    switch.click()
    assert window.workspace.options().no_development
    assert window.folders.rules_text.whole() == "without development folders"
    scan(window)
    assert not switch.isVisible()
    assert "1 development folder, cache or build folder" in window.folders.passed.whole()
    assert window.workspace.session.count_below(os.path.join(tree.root, "shop")) == 0
    dialog = ScanRulesDialog(window.workspace.settings, "", window)
    assert dialog.no_development.isChecked()
    dialog.no_development.click()
    dialog.confirm.click()
    assert not window.workspace.options().no_development


def test_home_is_written_short(window, home):
    (home / "Pictures").mkdir()
    window.workspace.add_folders([str(home / "Pictures"), str(home)])
    texts = [window.folders.model.index(row).data() for row in range(2)]
    assert texts == ["~/Pictures", "~"]


def test_buttons_and_keys_act_on_the_chosen_folder(qtbot, window, tree):
    window.workspace.add_folders([tree.root])
    assert not window.folders.protect_button.isEnabled()
    window.folders.list.setCurrentIndex(window.folders.model.index(0))
    qtbot.mouseClick(window.folders.protect_button, Qt.MouseButton.LeftButton)
    assert window.workspace.settings.protected == [tree.root]
    assert window.folders.protect_button.isChecked()
    qtbot.mouseClick(window.folders.protect_button, Qt.MouseButton.LeftButton)
    assert window.workspace.settings.protected == []
    assert not window.folders.protect_button.isChecked()
    window.folders.list.setFocus()
    QTest.keyClick(window.folders.list, Qt.Key.Key_Delete)
    assert window.workspace.folders == []
    assert not window.commands.scan.isEnabled()
    assert os.path.isdir(tree.root)


def test_a_change_since_the_scan_is_said(scanned, tree):
    assert not scanned.folders._stale.isVisible()
    scanned.workspace.set_protected(tree.root, True)
    assert scanned.folders._stale.isVisible()
    scanned.workspace.set_protected(tree.root, False)
    assert not scanned.folders._stale.isVisible()


OFFERED = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction | Qt.DropAction.LinkAction


def dragged(window, kind, *paths, offered=OFFERED):
    """Drag files and folders over a window, as a file manager does, and drop them."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(path) for path in paths])
    place = QPointF(700, 400) if kind is QDropEvent else QPoint(700, 400)
    keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, event := kind(place, offered, mime, *keys))
    return event


@pytest.mark.parametrize(
    ("which", "words"),
    [
        (lambda tree: [tree.root], "Drop the folder to add it"),
        (lambda tree: [tree.root, tree.files()[0]], "Drop the folders to add them"),
        (lambda tree: tree.files()[:1], "Drop the file to find files like it"),
    ],
)
def test_what_will_become_of_it_is_shown_while_dragging(window, tree, which, words):
    target = window.drop_target
    assert not target.isVisible()
    assert dragged(window, QDragEnterEvent, *which(tree)).isAccepted()
    assert target.isVisible()
    assert target.words == words
    assert target.rect() == window.rect()
    window.resize(1000, 600)
    assert target.rect() == window.rect()
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert not target.isVisible()


def test_a_drag_whose_program_died_leaves_no_veil(qtbot, window, tree):
    """No event says that the drag has ended, but the mouse moves freely again."""
    dragged(window, QDragEnterEvent, tree.root)
    assert window.drop_target.isVisible()
    QTest.mouseMove(window.windowHandle(), QPoint(300, 300))
    qtbot.waitUntil(lambda: not window.drop_target.isVisible())
    dragged(window, QDragEnterEvent, tree.root)
    dragged(window, QDragMoveEvent, tree.root)
    assert window.drop_target.isVisible()  # the next one is as any
    QApplication.sendEvent(window, QDragLeaveEvent())


def test_nothing_is_moved_by_dropping_it(window, tree):
    """A file manager proposes to move, and may delete what it dragged when a window agrees."""
    for kind in (QDragEnterEvent, QDragMoveEvent, QDropEvent):
        event = dragged(window, kind, tree.root)
        assert event.isAccepted()
        assert event.dropAction() is not Qt.DropAction.MoveAction
    assert window.workspace.folders == [tree.root]
    assert not dragged(window, QDragEnterEvent, tree.root, offered=Qt.DropAction.MoveAction).isAccepted()
    assert not window.drop_target.isVisible()


def test_no_part_of_the_window_takes_what_is_dragged_for_itself(scanned):
    takers = [w for w in scanned.findChildren(QWidget) if w.acceptDrops() and w.isVisible()]
    assert [w.objectName() or type(w).__name__ for w in takers] == []


def test_folders_can_be_dropped_anywhere_and_files_are_told(qtbot, window, tree):
    dragged(window, QDragEnterEvent, tree.root, tree.files()[0])
    dragged(window, QDropEvent, tree.root, tree.files()[0])
    assert not window.drop_target.isVisible()
    assert window.workspace.folders == [tree.root]
    assert window.banner.text.text() == f"Not a folder: {tree.files()[0]}"
    qtbot.mouseClick(window.banner.close_button, Qt.MouseButton.LeftButton)
    assert not window.banner.isVisible()


def test_several_folders_are_added_at_once(qtbot, window, tmp_path):
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    window.commands.add.trigger()
    dialog = window.dialog
    assert isinstance(dialog, QFileDialog)
    dialog.setDirectory(str(tmp_path))
    view = dialog.findChild(QTreeView, "treeView")
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    model = view.model()
    qtbot.waitUntil(lambda: model.rowCount(view.rootIndex()) == 3)
    for row in range(3):
        index = model.index(row, 0, view.rootIndex())
        if index.data() != "two":
            view.selectionModel().select(
                index, QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
            )
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)  # goes into a single folder, and takes several
    qtbot.waitUntil(lambda: window.dialog is None)
    assert sorted(window.workspace.folders) == [str(tmp_path / "one"), str(tmp_path / "three")]


def test_a_single_folder_of_the_dialog_is_added(qtbot, window, tree):
    window.commands.add.trigger()
    window.dialog.setDirectory(tree.root)
    window.dialog.filesSelected.emit([tree.root])
    window.dialog.reject()
    qtbot.waitUntil(lambda: window.dialog is None)
    assert window.workspace.folders == [tree.root]


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_what_is_no_folder_is_told_with_its_path(window, tmp_path, kind):
    path = tmp_path / "this one"
    if kind == "file":
        path.write_text("text")
    window.workspace.add_folders([str(path)])
    assert window.workspace.folders == []
    assert str(path) in window.banner.text.text()


def test_a_folder_that_vanished_before_the_scan_fails_with_its_path(qtbot, window, tmp_path):
    folder = tmp_path / "gone soon"
    folder.mkdir()
    window.workspace.add_folders([str(folder)])
    folder.rmdir()
    window.commands.scan.trigger()
    qtbot.waitUntil(lambda: not window.work.busy, timeout=60_000)
    assert window.workspace.session is None
    assert str(folder) in window.banner.text.text()
    assert window.clusters.empty.title.text() == "Ready to scan"


def test_one_bad_folder_among_good_ones_is_a_listed_problem(qtbot, window, tree, tmp_path, scan):
    folder = tmp_path / "gone soon"
    folder.mkdir()
    window.workspace.add_folders([tree.root, str(folder)])
    folder.rmdir()
    scan(window)
    assert window.progress.problems.isVisible()
    assert window.progress.problems.text() == "1 problem"
    qtbot.mouseClick(window.progress.problems, Qt.MouseButton.LeftButton)
    model = window.dialog.table.model()
    assert model.row(0).path == str(folder)
    assert model.row(0).reason


def test_the_menu_of_a_folder(qtbot, window, tree, monkeypatch):
    from PySide6.QtWidgets import QMenu

    shown = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: shown.append([a.text() for a in menu.actions()]))
    window.workspace.add_folders([tree.root])
    index = window.folders.model.index(0)
    window.folders.list.setCurrentIndex(index)
    window.folders._open_menu(window.folders.list.visualRect(index).center())
    assert shown == [
        ["Mark older versions in here", "", "Protect", "Filters…", "Remove", "Open in file manager"]
    ]


# what is scanned
@pytest.fixture
def rules(qtbot, make, tree):
    window = make([tree.root])
    qtbot.mouseClick(window.folders.rules_button, Qt.MouseButton.LeftButton)
    assert isinstance(window.dialog, ScanRulesDialog)
    return window, window.dialog


def test_patterns_and_sizes_count_in_the_next_scan(qtbot, rules, scan, tree):
    window, dialog = rules
    dialog.exclude.setPlainText("# old things\n*.bak*\n/Downloads/\n")
    dialog.smallest.number.setValue(2)
    dialog.smallest.unit.setCurrentText("kB")
    dialog.largest.number.setValue(1)
    dialog.largest.unit.setCurrentText("MB")
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    settings = window.workspace.settings
    assert settings.exclude == ["*.bak*", "/Downloads/"]
    assert (settings.min_size, settings.max_size) == (2_000, 1_000_000)
    assert "2 patterns left out" in window.folders.rules_text.text()
    session = scan(window)
    paths = {record.path for record in session.result.files}
    expected = {
        path
        for path in tree.files()
        if ".bak" not in path
        and not path.startswith(os.path.join(tree.root, "Downloads") + os.sep)
        and os.path.getsize(path) >= 2_000
    }
    assert paths == expected
    assert "excluded" in window.folders.passed.toolTip()
    assert window.folders.passed.isVisible()
    assert not window.folders._stale.isVisible()
    settings.exclude = []
    window.workspace.folders_changed.emit()
    assert window.folders._stale.isVisible()


def test_only_what_is_included_is_taken(qtbot, rules, scan):
    window, dialog = rules
    dialog.include.setPlainText("*.py")
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    session = scan(window)
    assert {count.type for count in session.clustering.types()} == {"py"}


def test_rules_that_can_not_be_are_told_and_not_taken(qtbot, rules):
    window, dialog = rules
    dialog.exclude.setPlainText("!")
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    assert "Not a pattern: !" in dialog.problem.text()
    dialog.exclude.clear()
    dialog.smallest.number.setValue(3)
    dialog.largest.number.setValue(2)
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    assert "no file would be scanned" in dialog.problem.text()
    assert window.workspace.settings.min_size == 0
    qtbot.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)
    dialog.hidden.click()
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    assert window.workspace.settings.hidden
    assert window.commands.hidden.isChecked()
    assert window.workspace.options().hidden


def test_folders_scanned_together_are_found_again(qtbot, make, scan, tree):
    documents, notes_folder = (os.path.join(tree.root, name) for name in ("Documents", "Notes"))
    window = make([documents, notes_folder])
    scan(window)
    assert not window.folders.recent_button.isVisible()
    window.workspace.set_folders([tree.root])
    assert window.folders.recent_button.isVisible()
    window.folders.recent_menu.aboutToShow.emit()
    (action,) = window.folders.recent_menu.actions()
    action.trigger()
    assert window.workspace.folders == [documents, notes_folder]
    assert window.folders.model.rowCount() == 2


def test_delete_in_the_list_takes_the_folder_off_also_when_files_could_be_removed(qtbot, scanned, tree):
    assert scanned.commands.default_act.isEnabled()
    scanned.folders.list.setCurrentIndex(scanned.folders.model.index(0))
    scanned.folders.list.setFocus()
    QTest.keyClick(scanned.folders.list, Qt.Key.Key_Delete)
    assert scanned.workspace.folders == []
    assert scanned.dialog is None


def test_delete_elsewhere_removes_files_also_when_a_folder_is_chosen(qtbot, scanned):
    scanned.folders.list.setCurrentIndex(scanned.folders.model.index(0))
    assert scanned.folders.remove.isEnabled()
    scanned.commands.mark_older.trigger()
    scanned.clusters.tree.setFocus()
    QTest.keyClick(scanned.clusters.tree, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: isinstance(scanned.dialog, PlanReviewDialog), timeout=LONG)
    assert scanned.workspace.folders

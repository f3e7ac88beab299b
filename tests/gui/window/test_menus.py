"""Menus of rows, by pointer and by key, and what is not the same: said, remembered, shown, taken back."""

import os

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from simfinder.gui.dialogs.history_and_problems import ExceptionsDialog
from simfinder.gui.dialogs.similar_files import SimilarFilesDialog
from simfinder.gui.window.filter.menu import FilterMenu
from tests.gui.conftest import LONG
from tests.helpers.screen.cluster_rows import index_of


def by_key(view):
    """The menu key: the event that the system makes of it."""
    QApplication.sendEvent(
        view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(3, 3))
    )


@pytest.fixture
def menu(qtbot, scanned):
    """Opens the menu of the current row by key; gives it with its actions by name."""

    def run(index):
        view = scanned.clusters.tree
        view.setCurrentIndex(index)
        view.setFocus()
        by_key(view)
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
        opened = QApplication.activePopupWidget()
        assert isinstance(opened, QMenu)
        return opened, {action.text().split("\t")[0]: action for action in opened.actions() if action.text()}

    yield run
    if (left := QApplication.activePopupWidget()) is not None:
        left.close()


def file_index(window, path, *, top=False):
    return index_of(window.clusters.model, window.workspace.session.file_of(path), top=top)


def apart(window, one, other):
    session = window.workspace.session
    clusters = [session.clusters.cluster_of(session.file_of(path)) for path in (one, other)]
    return clusters[0] < 0 or clusters[0] != clusters[1]


def identical_copy(window, tree):
    """A file that is identical to the kept one of its cluster."""
    return next(
        path
        for path, source in tree.copies.items()
        if not apart(window, path, source)
        and file_index(window, path).row() > 0
        and file_index(window, path).siblingAtColumn(1).data() == "100 %"
    )


def test_the_menu_of_a_file_by_keys(qtbot, scanned, tree, menu):
    older = tree.families["pipeline"][0]
    opened, actions = menu(file_index(scanned, older))
    assert list(actions) == [
        "Mark",
        "Mark in this cluster",
        "Keep this file",
        "Remove from this cluster",
        "Split cluster here",
        "Find files like this one",
        "Open",
        "Show in folder",
        "Copy path",
    ]
    assert all(action.isEnabled() for action in actions.values())
    QTest.keyClick(opened, Qt.Key.Key_Down)
    QTest.keyClick(opened, Qt.Key.Key_Return)
    session = scanned.workspace.session
    assert [session.record(file).path for file in session.marks] == [older]
    _, actions = menu(file_index(scanned, older))
    assert "Unmark" in actions
    assert "Mark" not in actions


def test_what_makes_no_sense_is_grey(scanned, tree, menu):
    kept = tree.families["pipeline"][-1]
    _, actions = menu(file_index(scanned, kept))
    assert not actions["Keep this file"].isEnabled()
    assert not actions["Split cluster here"].isEnabled()
    assert actions["Remove from this cluster"].isEnabled()


def test_the_menu_opens_at_the_row_and_of_nothing_there_is_none(qtbot, scanned, tree):
    view = scanned.clusters.tree
    index = file_index(scanned, tree.families["pipeline"][0])
    wanted = []
    view.menu_wanted.connect(lambda index, place: wanted.append((index, place)))
    view.setCurrentIndex(index)
    view.setFocus()
    by_key(view)
    row = view.visualRect(index)
    assert wanted[0][0] == index
    assert wanted[0][1] == view.viewport().mapToGlobal(row.bottomLeft())
    QApplication.activePopupWidget().close()
    below = QPoint(5, view.viewport().height() - 2)
    assert not view.indexAt(below).isValid()
    QApplication.sendEvent(
        view.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, below, view.mapToGlobal(below))
    )
    assert len(wanted) == 1
    assert QApplication.activePopupWidget() is None


def test_the_smaller_commands(qtbot, scanned, tree, menu, monkeypatch):
    opened_paths = []
    monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_panel.open_path", opened_paths.append)
    monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_panel.show_in_folder", opened_paths.append)
    path = tree.families["report"][0]
    opened, actions = menu(file_index(scanned, path))
    for name in ("Open", "Show in folder", "Copy path"):
        actions[name].trigger()
    assert opened_paths == [path, path]
    assert QGuiApplication.clipboard().text() == path
    actions["Find files like this one"].trigger()
    opened.close()
    assert isinstance(scanned.dialog, SimilarFilesDialog)
    scanned.dialog.close()


def test_not_the_same_as_the_others_is_remembered_and_taken_back(qtbot, scanned, tree, menu, scan):
    older, kept = tree.families["pipeline"][0], tree.families["pipeline"][-1]
    assert not apart(scanned, older, kept)
    opened, actions = menu(file_index(scanned, older))
    actions["Remove from this cluster"].trigger()
    opened.close()
    qtbot.waitUntil(lambda: apart(scanned, older, kept), timeout=LONG)
    qtbot.waitUntil(scanned.banner.isVisible)
    name = os.path.basename(older)
    assert scanned.banner.text.text() == f"Removed {name} from its cluster; the 2 other files stay together."
    assert not apart(scanned, tree.families["pipeline"][1], kept)
    scan(scanned)
    assert apart(scanned, older, kept)
    qtbot.mouseClick(scanned.banner.action, Qt.MouseButton.LeftButton)  # Undo
    qtbot.waitUntil(lambda: not apart(scanned, older, kept), timeout=LONG)
    scan(scanned)
    assert not apart(scanned, older, kept)


def test_a_copy_leaves_its_cluster_alone(qtbot, scanned, tree, menu, scan):
    """Its twins, the kept file among them, stay with the others; a scan and a saved session know it."""
    copy = identical_copy(scanned, tree)
    session = scanned.workspace.session
    place = session.clusters.cluster_of(session.file_of(copy))
    others = {member.file.path for member in session.clusters.cluster(place).members} - {copy}

    def clusters_with(paths):
        session = scanned.workspace.session
        return {session.clusters.cluster_of(session.file_of(path)) for path in paths}

    opened, actions = menu(file_index(scanned, copy))
    actions["Remove from this cluster"].trigger()
    opened.close()
    qtbot.waitUntil(lambda: clusters_with([copy]) == {-1}, timeout=LONG)
    assert len(clusters_with(others)) == 1
    assert clusters_with(others) != {-1}
    qtbot.waitUntil(scanned.banner.isVisible)
    assert scanned.banner.text.text().startswith(f"Removed {os.path.basename(copy)} from its cluster")
    scan(scanned)
    assert clusters_with([copy]) == {-1}
    assert len(clusters_with(others)) == 1
    scanned.commands.apart.trigger()
    qtbot.waitUntil(lambda: isinstance(scanned.dialog, ExceptionsDialog), timeout=LONG)
    assert "A single file stays out" in scanned.dialog.text.text()
    scanned.dialog.close()
    qtbot.waitUntil(lambda: scanned.dialog is None)
    scanned.banner.action.click()  # Undo
    qtbot.waitUntil(lambda: clusters_with([copy]) == clusters_with(others), timeout=LONG)


def test_a_cluster_is_cut_at_a_row_and_put_together_again(qtbot, scanned, tree, menu, scan):
    paths = tree.families["report"]
    session, model = scanned.workspace.session, scanned.clusters.model
    cluster = session.clusters.cluster_of(session.file_of(paths[0]))
    place = model.rows.top_row_of(session.file_of(paths[0]))
    rows = [session.record(file).path for file in model.rows.ordered(place).tolist()]
    assert len(rows) == len(session.clusters.cluster(cluster).members) == 5
    _, actions = menu(file_index(scanned, rows[0]))
    assert not actions["Split cluster here"].isEnabled()  # above it there is nothing
    opened, actions = menu(file_index(scanned, rows[3]))
    actions["Split cluster here"].trigger()
    opened.close()
    qtbot.waitUntil(lambda: apart(scanned, rows[0], rows[3]), timeout=LONG)
    assert [apart(scanned, rows[0], row) for row in rows] == [False, False, False, True, True]
    assert scanned.banner.text.text() == "Split 2 files off from their cluster."
    scan(scanned)
    assert [apart(scanned, rows[0], row) for row in rows] == [False, False, False, True, True]
    qtbot.mouseClick(scanned.banner.action, Qt.MouseButton.LeftButton)  # Undo
    qtbot.waitUntil(lambda: not apart(scanned, rows[0], rows[4]), timeout=LONG)


def test_a_cluster_that_is_none(qtbot, scanned, tree, menu):
    versions = tree.families["pipeline"]
    opened, actions = menu(file_index(scanned, versions[0], top=True))
    assert "Keep this file" not in actions
    actions["Break up this cluster"].trigger()
    opened.close()
    qtbot.waitUntil(lambda: apart(scanned, versions[0], versions[-1]), timeout=LONG)
    assert apart(scanned, versions[0], versions[1])
    scanned.commands.apart.trigger()
    qtbot.waitUntil(lambda: isinstance(scanned.dialog, ExceptionsDialog), timeout=LONG)
    dialog = scanned.dialog
    assert dialog.table.accessibleName() == "Exceptions"
    assert dialog.table.model().rowCount() == 1
    assert os.path.basename(versions[0]) in dialog.table.model().index(0, 1).data()
    qtbot.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not apart(scanned, versions[0], versions[-1]), timeout=LONG)
    assert dialog.table.model().rowCount() == 0
    assert not dialog.remove.isEnabled()
    dialog.close()
    qtbot.waitUntil(lambda: scanned.dialog is None)
    scanned.commands.apart.trigger()
    qtbot.waitUntil(lambda: isinstance(scanned.dialog, ExceptionsDialog), timeout=LONG)
    assert scanned.dialog.windowTitle() == "No exceptions"


def test_identical_copies_cannot_be_told_apart_and_that_is_said(qtbot, scanned, tree):
    copy, original = next(iter(tree.copies.items()))
    session = scanned.workspace.session
    scanned.small_jobs.not_the_same([session.file_of(copy), session.file_of(original)])
    qtbot.waitUntil(scanned.banner.isVisible, timeout=LONG)
    assert "identical" in scanned.banner.text.text()


def test_the_menu_of_filters_does_not_grow(qtbot):
    """Clearing a menu leaves the menus in it alive: each opening left one, with an action for every type."""
    line = QLineEdit()
    qtbot.addWidget(line)
    button = FilterMenu(line)
    qtbot.addWidget(button)
    button.offer_types(lambda: ["txt", "docx", "py"])
    counts = []
    for _ in range(5):
        button.menu().aboutToShow.emit()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        counts.append((len(button.findChildren(QMenu)), len(button.findChildren(QAction))))
    assert counts[1:] == counts[:1] * 4
    (types,) = [action.menu() for action in button.menu().actions() if action.menu() is not None]
    assert [action.text() for action in types.actions()] == [".txt", ".docx", ".py"]


def test_files_are_told_apart_and_cut_off_by_keys(qtbot, scanned, tree, monkeypatch):
    shown = []
    monkeypatch.setattr("simfinder.gui.window.cluster_commands.show_in_folder", shown.append)
    view, model, session = scanned.clusters.tree, scanned.clusters.model, scanned.workspace.session
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    older, kept = tree.families["pipeline"][0], tree.families["pipeline"][-1]
    view.setCurrentIndex(file_index(scanned, older))
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_E, both)
    assert shown == [older]
    QTest.keyClick(view, Qt.Key.Key_N, both)
    qtbot.waitUntil(lambda: apart(scanned, older, kept), timeout=LONG)
    place = model.rows.top_row_of(session.file_of(tree.families["report"][0]))
    rows = [session.record(file).path for file in model.rows.ordered(place).tolist()]
    view.setCurrentIndex(file_index(scanned, rows[3]))
    QTest.keyClick(view, Qt.Key.Key_X, both)
    qtbot.waitUntil(lambda: apart(scanned, rows[0], rows[3]), timeout=LONG)
    assert [apart(scanned, rows[0], row) for row in rows] == [False, False, False, True, True]


def test_a_row_that_cannot_be_told_apart_says_so(qtbot, scanned, tree):
    view, clusters = scanned.clusters.tree, len(scanned.workspace.session.clusters)
    kept = tree.families["pipeline"][-1]
    for command, words, path in (
        (scanned.commands.not_same, "whose files differ", None),
        (scanned.commands.cut, "above it", kept),
    ):
        view.setCurrentIndex(file_index(scanned, path) if path else QModelIndex())
        scanned.banner.dismiss()
        command.trigger()
        assert words in scanned.banner.text.text()
    scanned.commands.views.actions()[2].trigger()  # the map: no row is seen
    view.setCurrentIndex(file_index(scanned, tree.families["pipeline"][0]))
    scanned.commands.not_same.trigger()
    scanned.commands.cut.trigger()
    assert "above it" in scanned.banner.text.text()
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)
    assert len(scanned.workspace.session.clusters) == clusters


def test_every_line_of_the_menu_of_a_row_has_a_key_or_a_command(scanned, tree, menu):
    """Marks within a cluster are a dialog's too, which has a key."""
    named = {text for _, text in scanned.commands.keys_list()}
    for top in (False, True):
        opened, actions = menu(file_index(scanned, tree.families["report"][0], top=top))
        for name, action in actions.items():
            key = action.text().partition("\t")[2]
            assert key in dict(scanned.commands.keys_list()) or name == "Mark in this cluster", name
        opened.close()
    assert "Mark with a preview" in named

"""The main job without a mouse."""

import os
from functools import partial

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton

from simfinder.gui.cluster_tree.model.cluster_model import Role
from simfinder.gui.dialogs.about import KeysDialog
from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.model.clusters import Relation
from tests.gui.conftest import LONG
from tests.helpers.screen.cluster_rows import index_of

Key = Qt.Key


def press(key, modifier=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def test_from_scan_to_undo_by_keys(qtbot, make, tree):
    window = make([tree.root])
    window.activateWindow()
    window.top.filter.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.top.filter, timeout=LONG)
    press(Key.Key_F5)
    qtbot.waitUntil(lambda: window.workspace.session is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not window.work.busy)
    session, view = window.workspace.session, window.clusters.tree
    press(Key.Key_Escape)
    assert QApplication.focusWidget() is view
    press(Key.Key_Home)
    assert not view.currentIndex().internalId()
    press(Key.Key_Left)
    assert not view.isExpanded(view.currentIndex())
    press(Key.Key_Right)
    assert view.isExpanded(view.currentIndex())
    press(Key.Key_Down)
    assert view.currentIndex().data(Role.RELATION) == Relation.KEPT
    press(Key.Key_Space)
    assert not session.marks
    press(Key.Key_Down)
    file = window.clusters.model.file_of(view.currentIndex())
    press(Key.Key_Space)
    assert list(session.marks) == [file]
    press(Key.Key_Space)
    assert not session.marks
    press(Key.Key_Space)
    press(Key.Key_Delete)
    qtbot.waitUntil(lambda: isinstance(window.dialog, PlanReviewDialog), timeout=LONG)
    path = window.dialog.plan.acts[0].file.path
    assert os.path.exists(path)
    window.dialog.confirm.setFocus()
    QTest.keyClick(window.dialog.confirm, Key.Key_Space)
    qtbot.waitUntil(lambda: isinstance(window.dialog, RemovalReportDialog), timeout=LONG)
    assert not os.path.exists(path)
    QTest.keyClick(window.dialog, Key.Key_Escape)
    qtbot.waitUntil(lambda: window.dialog is None and not window.bridge.busy)
    window.activateWindow()
    view.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is view, timeout=LONG)
    QTest.keyClick(window, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: isinstance(window.dialog, RemovalReportDialog), timeout=LONG)
    assert os.path.exists(path)


def test_k_keeps_a_file_by_hand(qtbot, scanned, tree):
    view, model = scanned.clusters.tree, scanned.clusters.model
    session = scanned.workspace.session
    file = session.file_of(tree.families["pipeline"][0])
    view.setCurrentIndex(index_of(model, file))
    view.setFocus()
    press(Key.Key_K)
    assert session.clusters.kept[session.clusters.cluster_of(file)] == file
    index = index_of(model, file)
    assert index.row() == 0
    assert index.siblingAtColumn(2).data() == "keep · by hand"
    newest = index_of(model, session.file_of(tree.families["pipeline"][-1]))
    assert newest.siblingAtColumn(2).data() == "newer"
    assert view.currentIndex() == index


def test_space_on_a_cluster_marks_all_but_the_kept_file(qtbot, scanned, tree):
    view, model = scanned.clusters.tree, scanned.clusters.model
    session = scanned.workspace.session
    top = index_of(model, session.file_of(tree.families["report"][0]), top=True)
    view.setCurrentIndex(top)
    view.setFocus()
    press(Key.Key_Space)
    marked = {session.record(file).path for file in session.marks}
    assert marked == tree.cluster_of("report") - {model.record_of(top).path}
    press(Key.Key_Space)
    assert not session.marks


def test_the_filter_by_keys(qtbot, scanned):
    view, model = scanned.clusters.tree, scanned.clusters.model
    total = model.rows.clusters
    view.setFocus()
    QTest.keyClick(scanned, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert scanned.top.filter.hasFocus()
    QTest.keyClicks(scanned.top.filter, "PIPELINE")
    qtbot.waitUntil(lambda: model.rows.clusters == 1)
    assert scanned.clusters.title.text() == f"1 of {total} clusters"
    QTest.keyClicks(scanned.top.filter, "zzz")
    qtbot.waitUntil(lambda: model.rows.clusters == 0)
    assert scanned.clusters.empty.isVisible()
    assert "pipelinezzz" in scanned.clusters.empty.title.text().lower()
    QTest.keyClick(scanned.top.filter, Key.Key_Escape)
    qtbot.waitUntil(lambda: model.rows.clusters == total)
    assert view.hasFocus()


def test_sorting_by_keys(qtbot, scanned):
    view, model, sorts = scanned.clusters.tree, scanned.clusters.model, scanned.commands.sorts

    def names():
        return [model.index_at(place).data().lower() for place in range(model.rows.clusters)]

    def checked():
        return [action.data() for action in sorts.actions() if action.isChecked()]

    before = names()
    assert checked() == [-1]
    view.setFocus()
    QTest.keyClick(scanned, Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert names() == sorted(before) != before
    assert view.header().sortIndicatorSection() == 0
    assert checked() == [0]
    QTest.keyClick(scanned, Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert names() == sorted(before, reverse=True)
    QTest.keyClick(scanned, Key.Key_5, Qt.KeyboardModifier.AltModifier)
    assert checked() == [4]
    view.header().setSortIndicator(1, Qt.SortOrder.AscendingOrder)  # as by a click
    assert checked() == [1]
    QTest.keyClick(scanned, Key.Key_0, Qt.KeyboardModifier.AltModifier)
    assert names() == before
    assert checked() == [-1]


def test_paths_are_copied_by_keys(qtbot, scanned, tree):
    view, model, session = scanned.clusters.tree, scanned.clusters.model, scanned.workspace.session
    control, clipboard = Qt.KeyboardModifier.ControlModifier, QApplication.clipboard()
    one = index_of(model, session.file_of(tree.families["pipeline"][0]))
    view.setCurrentIndex(one)
    view.setFocus()
    QTest.keyClick(view, Key.Key_C, control)
    assert clipboard.text() == tree.families["pipeline"][0]
    assert not scanned.banner.isVisible()
    view.setCurrentIndex(one.parent())  # a cluster is all of its files
    QTest.keyClick(view, Key.Key_C, control)
    cluster = session.clusters.cluster(session.clusters.cluster_of(model.file_of(one)))
    assert sorted(clipboard.text().split("\n")) == sorted(member.file.path for member in cluster.members)
    assert scanned.banner.text.text() == f"Copied {len(cluster.members)} paths."


def test_too_many_paths_are_not_copied(scanned, monkeypatch):
    monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_panel._MOST_COPIED", 2)
    QApplication.clipboard().setText("as it was")
    scanned.clusters.tree.selectAll()
    scanned.clusters.copy_paths()
    assert QApplication.clipboard().text() == "as it was"
    assert "export" in scanned.banner.text.text()


def test_enter_opens_the_file_whatever_its_name(qtbot, scanned, tree, monkeypatch):
    opened = []
    monkeypatch.setattr("simfinder.gui.widgets.open_external.QDesktopServices.openUrl", opened.append)
    path = tree.families["report"][0]
    index = index_of(scanned.clusters.model, scanned.workspace.session.file_of(path))
    scanned.clusters.tree.setCurrentIndex(index)
    scanned.clusters.tree.setFocus()
    press(Key.Key_Return)
    assert opened[0].toLocalFile() == path

    from simfinder.gui.widgets.open_external import file_url

    assert bytes(file_url("/a\udcff b\n#?.txt").toEncoded().data()) == b"file:///a%FF%20b%0A%23%3F.txt"


def test_the_list_of_keys(qtbot, window):
    window.commands.keys.trigger()
    assert isinstance(window.dialog, KeysDialog)
    keys = dict(window.commands.keys_list())
    assert keys["Ctrl+O"] == "Add folder"
    assert keys["F5"] == "Scan"
    assert keys["Del"] == "Move to Trash"
    assert keys["Ctrl+Z"] == "Undo"
    assert keys["Ctrl+F"] == "Filter"
    assert {"Space", "K", "Enter", "Ctrl+C", "Shift+F10", "Alt+1"} <= keys.keys()


def test_every_control_can_be_reached_by_tab(qtbot, scanned):
    qtbot.waitUntil(scanned.details.tabs.isVisible, timeout=LONG)
    scanned.top.add.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is scanned.top.add, timeout=LONG)
    seen = set()
    while (widget := QApplication.focusWidget()) not in seen:
        seen.add(widget)
        scanned.focusNextChild()
    wanted = [
        scanned.top.add,
        scanned.top.filter,
        scanned.folders.list,
        scanned.tolerances.all.slider,
        scanned.clusters.tree,
        scanned.details.tabs,
        *(row.slider for row in scanned.tolerances.rows.values()),
    ]
    assert [w.accessibleName() for w in wanted if w not in seen] == []


def test_space_says_why_it_does_not_mark(qtbot, make, scan, tree):
    window = make([tree.root])
    window.workspace.set_protected(os.path.join(tree.root, "Documents/etl"), True)
    session = scan(window)
    view, model = window.clusters.tree, window.clusters.model
    view.setFocus()
    for path, why in (
        (tree.families["pipeline"][1], "protected folder"),
        (tree.families["report"][-1], "kept file"),
    ):
        file = session.file_of(path)
        if why == "kept file":
            window.workspace.keep_file(file)
        view.setCurrentIndex(index_of(model, file))
        press(Key.Key_Space)
        assert not session.marks
        assert why in window.banner.text.text()
        window.banner.dismiss()


def test_keys_go_on_from_what_is_seen_when_the_current_row_is_gone(scanned):
    view = scanned.clusters.tree
    scanned.resize(scanned.width(), 480)
    view.open_all()
    view.setFocus()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.setCurrentIndex(QModelIndex())
    seen = view.indexAt(view.viewport().rect().topLeft())
    assert seen.row() or seen.parent().isValid()
    press(Key.Key_Down)
    assert view.currentIndex().siblingAtColumn(0) == seen.siblingAtColumn(0)


def test_enter_presses_every_focused_button(scanned, monkeypatch):
    pressed, seen, menus = [], [], []
    for button in scanned.findChildren(QAbstractButton):
        if button.isVisible() and button.isEnabled() and button.focusPolicy() & Qt.FocusPolicy.TabFocus:
            seen.append(button)
            monkeypatch.setattr(button, "click", partial(pressed.append, button))
            if isinstance(button, QToolButton) and button.menu() is not None:
                menus.append(button.menu())
                monkeypatch.setattr(menus[-1], "popup", lambda _, button=button: pressed.append(button))
    for button in seen:
        button.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(button, Key.Key_Return)
    assert len(seen) > 8
    assert len(menus) > 1
    assert pressed == seen


def test_enter_on_buttons_does_what_a_click_does(qtbot, scanned):
    families = scanned.tolerances.by_family
    families.setFocus()
    QTest.keyClick(families, Key.Key_Return)
    assert families.isChecked()
    assert scanned.tolerances.families
    menu = scanned.top.filters
    menu.setFocus()
    QTest.keyClick(menu, Key.Key_Enter)
    qtbot.waitUntil(menu.menu().isVisible)
    assert menu.menu().activeAction() is menu.menu().actions()[0]
    menu.menu().close()
    QTest.keyClick(scanned, Key.Key_A)  # other keys are nobody's
    assert scanned.tolerances.families

"""The tree over many clusters: it has a window of them, and what is open stays open whatever comes and goes."""

import os

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from simfinder.gui.cluster_tree.model.cluster_model import Column
from simfinder.gui.cluster_tree.model.rows import Rows
from simfinder.gui.cluster_tree.row_painting import box_rect
from tests.helpers.screen.cluster_rows import index_of


@pytest.fixture
def blocks(monkeypatch):
    """Three rows at a time, and at most six."""
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.BLOCK", 3)
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.MOST", 6)


def names(scanned):
    model = scanned.clusters.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_window_moves_on_demand_and_the_tester_agrees(blocks, scanned, tree, qtmodeltester):
    model, panel = scanned.clusters.model, scanned.clusters
    total = len(tree.families)
    assert model.rows.clusters == total
    assert panel.title.text() == f"{total} clusters"
    model.show(Rows())
    assert not model.hasChildren()
    panel._reorder()
    assert model.rowCount() < total
    seen = set()
    for place in range(total):
        panel.tree.bring(place)
        qtmodeltester.check(model)
        seen |= set(names(scanned))
        assert model.rowCount() <= 6
    assert len(seen) == total == len(scanned.workspace.session.clusters)


def test_looking_a_file_up_brings_its_cluster(blocks, scanned):
    model, session = scanned.clusters.model, scanned.workspace.session
    scanned.clusters._reorder()
    last = int(session.clusters.kept[len(session.clusters) - 1])
    assert model.end < len(session.clusters)
    assert not index_of(model, last).isValid()
    scanned.clusters.tree.select_files([last])
    assert model.file_of(index_of(model, last)) == last
    assert model.end == len(session.clusters)


def test_expand_all_holds_wherever_the_window_is_and_over_regroups(blocks, qtbot, scanned):
    model, view = scanned.clusters.model, scanned.clusters.tree
    scanned.commands.open_all.trigger()
    view.bring(1)
    view.collapse(model.index_at(1))
    closed = model.file_of(model.index_at(1))
    for tolerance in (0.31, 0.32):
        scanned.workspace.set_tolerance("bin", tolerance)
        qtbot.waitUntil(lambda: scanned.workspace.session.choices.tolerances == scanned.workspace.tolerances)
        opened = {}
        for place in range(model.rows.clusters):
            view.bring(place)
            opened[model.rows.kept_of(place)] = view.isExpanded(model.index_at(place))
        assert [file for file, is_open in opened.items() if not is_open] == [closed]
    scanned.commands.close_all.trigger()
    scanned.clusters._reorder()
    assert not any(view.isExpanded(model.index(row, 0)) for row in range(model.rowCount()))


def test_a_cluster_hidden_by_the_filter_comes_back_as_it_was(qtbot, scanned, tree):
    model, view, session = scanned.clusters.model, scanned.clusters.tree, scanned.workspace.session
    view.close_all()
    pipeline = session.file_of(tree.families["pipeline"][0])
    view.expand(index_of(model, pipeline, top=True))
    scanned.top.filter.setText("garden")
    qtbot.waitUntil(lambda: model.rows.clusters == 1)
    scanned.top.filter.clear()
    qtbot.waitUntil(lambda: model.rows.clusters == len(tree.families))
    open_rows = [row for row in range(model.rowCount()) if view.isExpanded(model.index(row, 0))]
    assert open_rows == [model.rows.top_row_of(pipeline)]
    view.collapse(index_of(model, pipeline, top=True))
    scanned.clusters._reorder()
    assert not view.isExpanded(index_of(model, pipeline, top=True))


def test_what_a_filter_lists_is_opened_and_its_first_file_shown(qtbot, scanned, tree):
    model, view, details = scanned.clusters.model, scanned.clusters.tree, scanned.details
    view.close_all()
    pipeline = model.path_of(index_of(model, scanned.workspace.session.file_of(tree.families["pipeline"][0])))
    view.setCurrentIndex(index_of(model, scanned.workspace.session.file_of(pipeline)))
    view.collapse(view.currentIndex().parent())
    for text in ("garden", "budget"):
        scanned.top.filter.setText(text)
        qtbot.waitUntil(lambda text=text: text in os.path.basename(model.path_of(view.currentIndex())))
        assert view.currentIndex().internalId()
        assert view.isExpanded(view.currentIndex().parent())
        assert details.title.text() == os.path.basename(model.path_of(view.currentIndex()))
    scanned.top.filter.clear()
    qtbot.waitUntil(lambda: model.rows.clusters == len(tree.families))
    assert model.path_of(view.currentIndex()) == pipeline  # what was chosen before
    assert details.title.text() == os.path.basename(pipeline)
    open_rows = [row for row in range(model.rowCount()) if view.isExpanded(model.index(row, 0))]
    assert open_rows in ([], [model.top_row_of(view.currentIndex())])


def test_a_file_chosen_under_a_filter_stays_chosen_without_it(qtbot, scanned, tree):
    model, view = scanned.clusters.model, scanned.clusters.tree
    view.setCurrentIndex(index_of(model, scanned.workspace.session.file_of(tree.families["pipeline"][0])))
    scanned.top.filter.setText("budget")
    qtbot.waitUntil(lambda: "budget" in model.path_of(view.currentIndex()))
    chosen = tree.families["budget"][1]
    view.setCurrentIndex(index_of(model, scanned.workspace.session.file_of(chosen)))
    scanned.top.filter.clear()
    qtbot.waitUntil(lambda: model.rows.clusters == len(tree.families))
    assert model.path_of(view.currentIndex()) == chosen


def test_another_scan_finds_what_was_open_and_chosen_by_path(qtbot, scanned, tree, scan):
    model, view = scanned.clusters.model, scanned.clusters.tree
    view.close_all()
    path = tree.families["budget"][1]
    view.expand(index_of(model, scanned.workspace.session.file_of(path), top=True))
    view.setCurrentIndex(index_of(model, scanned.workspace.session.file_of(path)))
    session = scan(scanned)
    assert model.record_of(view.currentIndex()).path == path
    open_rows = [row for row in range(model.rowCount()) if view.isExpanded(model.index(row, 0))]
    assert open_rows == [model.rows.top_row_of(session.file_of(path))]


def click(view, index, *, box):
    cell = view.visualRect(index)
    place = box_rect(cell).center() if box else QPoint(cell.right() - 8, cell.center().y())
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_box_is_clicked_and_the_rest_of_the_row_chooses(scanned):
    model, view, session = scanned.clusters.model, scanned.clusters.tree, scanned.workspace.session
    top = model.index(0, 0)
    kept, other = model.index(0, Column.NAME, top), model.index(1, Column.NAME, top)
    click(view, other, box=True)
    assert list(session.marks) == [model.file_of(other)]
    assert scanned.clusters.summary.whole().endswith(")")
    click(view, other, box=False)
    assert len(session.marks) == 1
    assert view.currentIndex().row() == 1
    click(view, kept, box=True)
    assert len(session.marks) == 1
    click(view, other, box=True)
    assert not session.marks


def test_the_menu_of_a_file(qtbot, scanned, tree, monkeypatch):
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QMenu

    menus = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: menus.append(menu))
    model, view, session = scanned.clusters.model, scanned.clusters.tree, scanned.workspace.session
    file = session.file_of(tree.families["pipeline"][0])
    index = index_of(model, file)
    view.expand(index.parent())
    view.setCurrentIndex(index)
    view.scrollTo(index)
    scanned.clusters._open_menu(index, view.mapToGlobal(QPoint()))
    actions = {action.text().split("\t")[0]: action for action in menus[0].actions()}
    actions["Mark"].trigger()
    assert list(session.marks) == [file]
    actions["Copy path"].trigger()
    assert QGuiApplication.clipboard().text() == tree.families["pipeline"][0]
    actions["Keep this file"].trigger()
    assert session.clusters.kept[session.clusters.cluster_of(file)] == file
    assert not session.marks
    menus[0].deleteLater()


def test_the_keep_rule_of_the_menu(scanned, tree):
    session = scanned.workspace.session
    oldest = next(a for a in scanned.commands.keep_rules.actions() if a.data() == "oldest")
    oldest.trigger()
    file = session.file_of(tree.families["pipeline"][0])
    assert session.clusters.kept[session.clusters.cluster_of(file)] == file
    assert scanned.workspace.settings.keep == "oldest"
    assert index_of(scanned.clusters.model, file).siblingAtColumn(Column.VERSION).data() == "keep · oldest"

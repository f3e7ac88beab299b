"""Rows chosen with Shift over more rows than a view is given: against Qt's own way, where the view has all of them."""

import random

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtTest import QTest

from simfinder.gui.cluster_tree.model.row_kinds import Row
from simfinder.gui.jobs.job_functions import Scanned
from tests.helpers.results.made_sessions import made_session

CLUSTERS = 400
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def short(monkeypatch):
    """Views have few rows."""
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.BLOCK", 60)
    monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_tree.BLOCK", 60)
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.MOST", 120)


@pytest.fixture
def show(qtbot, window):
    def take(sizes=(3,) * CLUSTERS):
        session = made_session(sizes)
        window.workspace.show_scan(Scanned(session, ""))
        qtbot.waitUntil(lambda: window.clusters.settled)
        window.clusters.tree.close_all()
        return session

    return take


@pytest.fixture
def tree(window):
    return window.clusters.tree


def settle(qtbot, window):
    qtbot.wait(1)
    qtbot.waitUntil(lambda: window.clusters.settled and not window.clusters.tree._edge.isActive())


def click(tree, index, held=NONE):
    QTest.mouseClick(tree.viewport(), LEFT, held, tree.visualRect(index).center())


def files_at(session, places):
    """Files of clusters in their first order."""
    offsets, members = session.clusters.offsets, session.clusters.members
    return sorted(file for place in places for file in members[offsets[place] : offsets[place + 1]].tolist())


@pytest.mark.parametrize("there", [350, 397])
def test_a_click_far_away_with_shift_chooses_all_between(short, qtbot, window, tree, show, there):
    session, model = show(), window.clusters.model
    tree.show_top_row(5)
    click(tree, model.index_at(7))
    tree.show_top_row(there)
    settle(qtbot, window)
    assert model.first > 7
    click(tree, model.index_at(there), SHIFT)
    assert tree.selected_files() == files_at(session, range(7, there + 1))
    tree.show_top_row(200)
    settle(qtbot, window)
    assert tree.selectionModel().isSelected(model.index_at(200))
    click(tree, model.index_at(203), SHIFT)  # shorter again
    assert tree.selected_files() == files_at(session, range(7, 204))
    tree.show_top_row(2)
    settle(qtbot, window)
    click(tree, model.index_at(3), SHIFT)  # and to the other side
    assert tree.selected_files() == files_at(session, range(3, 8))
    click(tree, model.index_at(4))
    assert tree.selected_files() == files_at(session, [4])


def test_ctrl_and_shift_add_to_what_is_chosen(short, qtbot, window, tree, show):
    session, model = show(), window.clusters.model
    click(tree, model.index_at(1))
    tree.show_top_row(200)
    settle(qtbot, window)
    click(tree, model.index_at(201), CTRL)
    tree.show_top_row(390)
    settle(qtbot, window)
    click(tree, model.index_at(392), CTRL | SHIFT)
    assert tree.selected_files() == files_at(session, [1, *range(201, 393)])


def test_what_is_chosen_by_shift_is_marked(short, qtbot, window, tree, show):
    session, model = show(), window.clusters.model
    click(tree, model.index_at(2))
    tree.show_top_row(300)
    settle(qtbot, window)
    click(tree, model.index_at(300), SHIFT)
    QTest.keyClick(tree, Qt.Key.Key_Space)
    kept = set(session.clusters.kept.tolist())
    assert sorted(session.marks) == [f for f in files_at(session, range(2, 301)) if f not in kept]


@pytest.mark.parametrize(
    ("key", "places"),
    [(Qt.Key.Key_End, range(150, CLUSTERS)), (Qt.Key.Key_Home, range(151))],
)
@pytest.mark.parametrize("held", [SHIFT, SHIFT | CTRL])
def test_shift_with_home_and_end(short, qtbot, window, tree, show, key, places, held):
    session = show()
    tree.show_top_row(150)
    settle(qtbot, window)
    click(tree, window.clusters.model.index_at(150))
    QTest.keyClick(tree, key, held)
    settle(qtbot, window)
    assert tree.selected_files() == files_at(session, places)
    back = Qt.Key.Key_Up if key == Qt.Key.Key_End else Qt.Key.Key_Down
    QTest.keyClick(tree, back, SHIFT)
    assert len(tree.selected_files()) == 3 * (len(places) - 1)


def test_shift_with_page_down_and_up_goes_on_over_the_ends_of_stretches(short, qtbot, window, tree, show):
    session, model = show(), window.clusters.model
    click(tree, model.index_at(3))
    for _ in range(100):
        if tree.current_top_row() == CLUSTERS - 1:
            break
        QTest.keyClick(tree, Qt.Key.Key_PageDown, SHIFT)
        settle(qtbot, window)
        assert tree.selected_files() == files_at(session, range(3, tree.current_top_row() + 1))
    assert tree.current_top_row() == CLUSTERS - 1
    for _ in range(100):
        if tree.current_top_row() == 0:
            break
        QTest.keyClick(tree, Qt.Key.Key_PageUp, SHIFT)
        settle(qtbot, window)
    assert tree.selected_files() == files_at(session, range(4))


def test_all_rows_are_chosen_wherever_they_are(short, qtbot, window, tree, show):
    session, model = show(), window.clusters.model
    QTest.keyClick(tree, Qt.Key.Key_A, CTRL)
    assert tree.selected_files() == files_at(session, range(CLUSTERS))
    tree.show_top_row(300)
    settle(qtbot, window)
    assert tree.selectionModel().isSelected(model.index_at(310))
    assert len(tree.markable_files()) == 2 * CLUSTERS
    window.workspace.set_keep_rule("oldest")
    settle(qtbot, window)
    assert tree.selected_files() == files_at(session, range(CLUSTERS))


def test_the_anchor_stays_through_another_order(short, qtbot, window, tree, show):
    session, model = show(), window.clusters.model
    click(tree, model.index_at(10))
    window.clusters.tree.header().setSortIndicator(4, Qt.SortOrder.AscendingOrder)  # the last is the first
    settle(qtbot, window)
    tree.show_top_row(0)
    settle(qtbot, window)
    click(tree, model.index_at(2), SHIFT)
    assert tree.selected_files() == files_at(session, range(10, CLUSTERS - 2))


def test_a_drag_chooses_rows_from_where_it_began(short, qtbot, window, tree, show):
    session, model = show(), window.clusters.model
    view = tree.viewport()
    start, end = (tree.visualRect(model.index_at(at)).center() for at in (4, 9))
    QTest.mousePress(view, LEFT, NONE, start)
    for step in range(1, 6):
        QTest.mouseMove(view, start + QPoint(2, (end.y() - start.y()) * step // 5))
    QTest.mouseRelease(view, LEFT, NONE, end)
    assert tree.selected_files() == files_at(session, range(4, 10))


def test_a_list_that_was_not_filled_has_nothing_to_choose(window, tree):
    QTest.keyClick(tree, Qt.Key.Key_A, CTRL)
    QTest.keyClick(tree, Qt.Key.Key_End, SHIFT)
    assert tree.selected_files() == []


@pytest.mark.parametrize("all_open", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_as_a_view_that_has_all_rows(monkeypatch, qtbot, window, tree, show, all_open, seed):
    """The slow twin: Qt selects, in one view, what lies between two rows; ours does with few rows at hand."""
    rng = random.Random(seed)
    sizes = tuple(rng.choice((2, 3, 30)) for _ in range(150))
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.LISTED", 20)
    model = window.clusters.model
    turned = rng.sample(range(150), 30)
    spots = [(rng.randrange(150), rng.randrange(-1, 2)) for _ in range(6)]

    def prepare(block, most):
        monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.BLOCK", block)
        monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_tree.BLOCK", block)
        monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.MOST", most)
        show(sizes)
        (tree.open_all if all_open else tree.close_all)()
        for place in turned:
            tree.bring(place)
            tree.setExpanded(model.index_at(place), not all_open)

    def row_of(spot):
        tree.bring(spot[0])
        top = model.index_at(spot[0])
        return model.index(spot[1], 0, top) if spot[1] >= 0 and tree.isExpanded(top) else top

    def keys():
        """Files whose own rows are chosen, and kept files of chosen clusters."""
        chosen = tree.selected_rows().keys()
        return sorted(key for key in chosen if key[0] in (Row.CLUSTER, Row.FILE))

    def pairs():
        return list(zip(spots[::2], spots[1::2], strict=True))

    prepare(10_000, 30_000)
    assert model.rowCount() == len(model.rows)
    flags = QItemSelectionModel.SelectionFlag
    wanted = []
    for a, b in pairs():
        first, last = sorted((row_of(a), row_of(b)), key=model.position_of)
        tree.selectionModel().clearSelection()
        index = first
        while True:
            tree.selectionModel().select(index, flags.Select | flags.Rows)
            if index == last:
                break
            index = tree.indexBelow(index)
        wanted.append(keys())
    prepare(60, 120)
    for (a, b), expected in zip(pairs(), wanted, strict=True):
        start = row_of(a)
        tree.scrollTo(start)
        click(tree, start)
        end = row_of(b)
        tree.scrollTo(end)
        click(tree, end, SHIFT)
        assert keys() == expected

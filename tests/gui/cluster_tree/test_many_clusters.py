"""The tree over more rows than a view is given: a window of them, with what is open, selected and marked kept."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from simfinder.gui.cluster_tree.model.row_kinds import Column, Role, Row
from simfinder.gui.jobs.job_functions import Scanned
from tests.helpers.results.made_sessions import made_session
from tests.helpers.screen.cluster_rows import index_of

CLUSTERS = 400


@pytest.fixture
def short(monkeypatch):
    """Views have few rows."""
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.BLOCK", 60)
    monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_tree.BLOCK", 60)
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.MOST", 120)


@pytest.fixture
def jobs(monkeypatch):
    """Every session counts as large."""
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1)


@pytest.fixture
def show(qtbot, window):
    """Shows a made-up session and waits until the tree has it."""

    def take(sizes=(3,) * CLUSTERS):
        session = made_session(sizes)
        window.workspace.show_scan(Scanned(session, ""))
        qtbot.waitUntil(lambda: window.clusters.settled)
        return session

    return take


def settle(qtbot, window):
    qtbot.wait(1)
    qtbot.waitUntil(lambda: window.clusters.settled and not window.clusters.tree._edge.isActive())


def kept_in_view(window):
    model = window.clusters.model
    return [model.rows.kept_of(row.row) for row in window.clusters.tree.rows_in_view()]


def test_the_model_is_sound_wherever_the_window_is(short, window, show):
    session = show()
    model = window.clusters.model
    assert model.rows.clusters == CLUSTERS
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.QtTest)
    tester.setUseFetchMore(False)  # it would do so in the middle of a reset, when it is not ready itself
    for place in (200, 399, 30, 100, 0):
        window.clusters.tree.bring(place)
        assert model.first <= place < model.end
        assert model.rowCount() == model.end - model.first <= 120
        top = model.index_at(place)
        child = model.index(1, Column.NAME, top)
        assert child.parent() == top
        assert model.top_row_of(child) == model.top_row_of(top) == place
        assert model.file_of(top) == session.clusters.kept[place] == model.rows.kept_of(place)
        assert model.rows.members_of(place)[1] == model.file_of(child)
        assert model.index_of_key(model.key_of(child)) == child
    assert not model.index_at(399).isValid()


@pytest.mark.parametrize("all_open", [False, True])
def test_the_view_is_given_few_rows_and_others_once(monkeypatch, qtbot, window, show, all_open):
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.BLOCK", 200)
    monkeypatch.setattr("simfinder.gui.cluster_tree.cluster_tree.BLOCK", 200)
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.MOST", 300)
    show()
    tree, model, resets = window.clusters.tree, window.clusters.model, []
    if all_open:
        tree.open_all()
    settle(qtbot, window)
    each = 4 if all_open else 1  # rows of a cluster
    assert model.end == 200 // each  # a layout asks for no more
    model.modelReset.connect(lambda: resets.append((model.first, model.end)))
    for place in (350, 180):
        resets.clear()
        tree.go_to(place)
        settle(qtbot, window)
        qtbot.wait(20)
        assert len(resets) == 1
        assert tree.isExpanded(model.index_at(place))
        assert tree.isExpanded(model.index_at(place + 1)) is all_open
        assert tree.current_top_row() == place


def test_the_bar_stands_for_all_rows_and_scrolls_to_any(short, qtbot, window, show):
    session = show()
    panel, tree = window.clusters, window.clusters.tree
    qtbot.waitUntil(panel.bar.isVisible)
    assert tree.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert panel.bar.maximum() > CLUSTERS - 60
    panel.bar.setValue(250)
    assert tree.first_visible() == 250
    settle(qtbot, window)
    assert tree.first_visible() == 250
    panel.bar.setValue(panel.bar.maximum())
    settle(qtbot, window)
    assert kept_in_view(window)[-1] == session.clusters.kept[CLUSTERS - 1]
    panel.bar.setValue(0)
    settle(qtbot, window)
    assert tree.first_visible() == 0


def test_the_wheel_comes_to_the_end_and_back(short, qtbot, window, show):
    show()
    tree = window.clusters.tree
    bar = tree.verticalScrollBar()

    def scroll(wanted, by):
        seen = set()
        for _ in range(2000):
            seen.add(tree.first_visible())
            if wanted():
                return seen
            bar.setValue(bar.value() + by)
            settle(qtbot, window)
        raise AssertionError(f"never came there: {sorted(seen)[-3:]}")

    seen = scroll(lambda: tree.at_end, 20 * tree.rowHeight(tree.model().index(0, 0)))
    assert all(
        any(abs(place - other) <= 20 for other in seen) for place in range(380)
    )  # nothing was jumped over
    scroll(lambda: tree.first_visible() == 0, -20 * tree.rowHeight(tree.model().index(0, 0)))


def test_the_wheel_passes_open_clusters_that_are_larger_than_the_window(monkeypatch, qtbot, window, show):
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.BLOCK", 20)
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.MOST", 30)
    show((60,) * 5)
    tree = window.clusters.tree
    tree.open_all()
    settle(qtbot, window)
    bar = tree.verticalScrollBar()
    for _ in range(60):
        bar.setValue(bar.value() + 20 * tree.rowHeight(tree.model().index(0, 0)))
        settle(qtbot, window)
    assert tree.at_end


def test_few_rows_have_no_bar_of_their_own(qtbot, window, show):
    show((3,) * 5)
    qtbot.wait(1)
    assert not window.clusters.bar.isVisible()
    assert window.clusters.tree.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded


def test_home_and_end_go_to_the_ends_of_all(short, qtbot, window, show):
    session = show()
    tree, model = window.clusters.tree, window.clusters.model
    tree.close_all()
    QTest.keyClick(tree, Qt.Key.Key_End)
    settle(qtbot, window)
    assert model.file_of(tree.currentIndex()) == session.clusters.kept[CLUSTERS - 1]
    QTest.keyClick(tree, Qt.Key.Key_Up)
    assert model.file_of(tree.currentIndex()) == session.clusters.kept[CLUSTERS - 2]
    QTest.keyClick(tree, Qt.Key.Key_Home)
    settle(qtbot, window)
    assert model.file_of(tree.currentIndex()) == session.clusters.kept[0]


def test_what_is_chosen_stays_so_far_away(short, qtbot, window, show):
    session = show()
    tree, model = window.clusters.tree, window.clusters.model
    said = []
    chosen = [model.index(row, 0) for row in (2, 3)]
    flags = QItemSelectionModel.SelectionFlag
    tree.setCurrentIndex(chosen[0])
    tree.selectionModel().select(chosen[1], flags.Select | flags.Rows)
    files = sorted(tree.selected_files())
    assert len(files) == 6
    tree.current_changed.connect(lambda: said.append(1))
    tree.show_top_row(300)
    settle(qtbot, window)
    assert sorted(tree.selected_files()) == files
    assert not said  # what is looked at beside the tree stays
    QTest.keyClick(tree, Qt.Key.Key_Space)
    kept = session.clusters.kept[[2, 3]].tolist()
    assert sorted(session.marks) == sorted(set(files) - set(kept))
    assert tree.first_visible() <= 3  # keys begin at the current row, which is the one selected last
    tree.show_top_row(300)
    tree.setCurrentIndex(model.index_at(301))
    tree.selectionModel().setCurrentIndex(model.index_at(302), flags.ClearAndSelect | flags.Rows)
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(model.index_at(303)).center()
    )
    assert model.file_of(tree.currentIndex()) == session.clusters.kept[303]
    assert len(tree.selected_files()) == 3


def test_arrow_keys_go_on_from_the_current_row(short, qtbot, window, show):
    session = show()
    tree, model = window.clusters.tree, window.clusters.model
    tree.close_all()
    tree.setCurrentIndex(model.index(5, 0))
    tree.show_top_row(350)
    settle(qtbot, window)
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert model.file_of(tree.currentIndex()) == session.clusters.kept[6]


def test_all_open_holds_wherever_the_window_is(short, qtbot, window, show):
    show()
    tree, model = window.clusters.tree, window.clusters.model
    window.commands.open_all.trigger()
    settle(qtbot, window)
    tree.collapse(model.index(1, 0))
    closed = model.rows.kept_of(1)
    for place in (350, 150, 0):
        tree.show_top_row(place)
        settle(qtbot, window)
        rows = range(model.first, model.end)
        assert sum(1 + model.rowCount(model.index_at(row)) for row in rows) <= 160
        assert [model.rows.kept_of(row) for row in rows if not tree.isExpanded(model.index_at(row))] == (
            [closed] if place == 0 else []
        )
    window.commands.close_all.trigger()
    assert not any(tree.isExpanded(model.index(row, 0)) for row in range(model.rowCount()))


def test_files_chosen_elsewhere_may_lie_far_apart(short, qtbot, window, show):
    session = show()
    tree, model = window.clusters.tree, window.clusters.model
    members = session.clusters.members
    files = [int(members[3 * 10 + 1]), int(members[3 * 390 + 2])]
    tree.select_files(files)
    assert model.file_of(tree.currentIndex()) == files[0]
    assert tree.selected_files() == sorted(files)
    tree.show_top_row(390)
    settle(qtbot, window)
    assert model.file_of(tree.selectionModel().selectedRows()[0]) == files[1]
    tree.select_files([])
    assert tree.selected_files() == []


def test_where_one_was_scrolled_to_survives_another_order(short, qtbot, window, show):
    session = show()
    tree, model = window.clusters.tree, window.clusters.model
    tree.show_top_row(220)
    settle(qtbot, window)
    kept = model.rows.kept_of(tree.first_visible())
    window.workspace.set_keep_rule("largest")
    settle(qtbot, window)
    assert model.rows.kept_of(tree.first_visible()) == kept
    assert kept in session.clusters.kept


def test_a_large_cluster_lists_its_files_in_portions(qtbot, monkeypatch, window, show, qtmodeltester):
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.LISTED", 10)
    session = show((25, 3))
    tree, model = window.clusters.tree, window.clusters.model
    top = model.index(0, 0)
    tree.expand(top)
    more = model.index(10, 0, top)
    assert model.rowCount(top) == 11
    assert model.kind_of(more) is Row.MORE
    assert "15 more files" in more.data()
    assert more.data(Role.SIMILARITY) is None
    assert more.data(Qt.ItemDataRole.CheckStateRole) is None
    assert tree.markable_files() == [] or model.file_of(more) == -1
    qtmodeltester.check(model)
    tree.setCurrentIndex(more)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    assert model.rowCount(top) == 21
    assert model.kind_of(tree.currentIndex()) is Row.FILE  # what stood for the rest is the first of it
    assert model.file_of(tree.currentIndex()) == model.rows.members_of(0)[10]
    assert "5 more files" in model.index(20, 0, top).data()
    last = model.rows.members_of(0)[-1]
    tree.select_files([last])
    assert model.file_of(index_of(model, last)) == last
    assert model.file_of(tree.currentIndex()) == last
    assert model.rowCount(top) == 25
    assert {model.kind_of(model.index(row, 0, top)) for row in range(25)} == {Row.FILE}
    assert len(session.clusters) == 2


def test_a_cluster_with_a_row_for_the_rest_is_marked_whole(monkeypatch, window, show):
    monkeypatch.setattr("simfinder.gui.cluster_tree.model.rows.LISTED", 10)
    session = show((25, 3))
    tree = window.clusters.tree
    tree.setCurrentIndex(window.clusters.model.index(0, 0))
    QTest.keyClick(tree, Qt.Key.Key_Space)
    assert len(session.marks) == 24


def test_the_next_undecided_cluster(short, qtbot, window, show):
    session = show()
    tree, model, table = window.clusters.tree, window.clusters.model, session.clusters
    decided = [place for place in range(CLUSTERS) if place not in (7, 260)]
    window.workspace.mark([int(table.members[3 * place + 1]) for place in decided], True)
    for place in (7, 260, 7):
        window.commands.next_undecided.trigger()
        settle(qtbot, window)
        assert model.file_of(tree.currentIndex()) == table.members[3 * place + 1]
        assert tree.isExpanded(tree.currentIndex().parent())
    window.workspace.mark([int(table.members[3 * 260 + 1])], True)
    window.workspace.keep_file(int(table.members[3 * 7 + 2]))
    settle(qtbot, window)
    window.commands.next_undecided.trigger()
    assert "reviewed every cluster" in window.banner.text.text()


# sessions that are changed, sorted and filtered in jobs
def test_a_large_session_is_sorted_and_filtered_in_jobs(jobs, qtbot, window, show):
    session = show()
    model, panel = window.clusters.model, window.clusters
    panel.tree.header().setSortIndicator(Column.SIZE, Qt.SortOrder.AscendingOrder)
    assert panel.row_order.busy
    assert model.rows.kept_of(0) == session.clusters.kept[0]  # as before, until it is there
    assert "sorting" in panel.summary.whole()
    settle(qtbot, window)
    assert model.rows.kept_of(0) == session.clusters.kept[CLUSTERS - 1]
    assert "in order" not in panel.summary.whole()
    for text in ("000", "0003", "000399"):  # only the last one counts
        window.top.filter.setText(text)
    qtbot.waitUntil(lambda: model.rows.clusters == 1)
    assert model.rows.kept_of(0) == session.clusters.kept[399]
    window.top.filter.setText("is:marked")
    qtbot.waitUntil(lambda: model.rows.clusters == 0)
    window.top.filter.clear()
    qtbot.waitUntil(lambda: model.rows.clusters == CLUSTERS)


def test_changes_of_a_large_session_come_one_after_the_other(jobs, qtbot, window, show):
    session = show()
    workspace, table = window.workspace, session.clusters
    marked = [int(table.members[3 * 4 + 1]), int(table.members[3 * 5 + 1])]
    workspace.mark(marked, True)
    workspace.set_tolerance(None, 0.2)
    workspace.keep_file(marked[0])
    workspace.set_keep_rule("oldest")
    assert session.clusters is table  # nothing happens under a person's hands
    settle(qtbot, window)
    cluster = session.clusters.cluster_of(marked[0])
    assert session.clusters.kept[cluster] == marked[0]
    assert session.choices.keep_rules == "oldest"
    assert session.choices.tolerances == workspace.tolerances
    assert list(session.marks) == [marked[1]]
    assert window.clusters.model.rows.shows(session.clusters)
    workspace.set_keep_rule("newest")
    workspace.set_keep_rule("largest")
    settle(qtbot, window)
    assert session.choices.keep_rules == "largest"


def test_a_rule_marks_a_large_session_in_a_job(jobs, qtbot, window, show):
    session = show()
    with qtbot.waitSignal(window.workspace.marks_changed):
        window.commands.mark_identical.trigger()
        assert not session.marks
    assert len(session.marks) == 2 * CLUSTERS
    with qtbot.waitSignal(window.workspace.noticed):
        window.commands.mark_identical.trigger()
    window.commands.mark_older.trigger()
    show((4,) * 3)  # another session comes first: its marks are its own
    settle(qtbot, window)
    qtbot.waitUntil(lambda: not window.bridge.busy)
    assert not window.workspace.busy


def test_another_scan_while_a_large_session_is_changed(jobs, qtbot, window, show):
    show()
    window.workspace.set_keep_rule("oldest")
    session = show((5,) * 7)
    settle(qtbot, window)
    assert window.clusters.model.rows.clusters == 7
    assert len(session.clusters) == 7
    assert window.clusters.model.rows.session is session


def test_marks_and_kept_files_of_a_large_session_survive_another_scan(jobs, qtbot, window, show):
    from simfinder.app.session.carry_over import decided

    old = show()
    kept = int(old.clusters.members[3 * 9 + 2])
    window.workspace.keep_file(kept)
    window.workspace.mark_rule("identical")
    qtbot.waitUntil(lambda: bool(old.marks))
    settle(qtbot, window)
    marks = dict(old.marks)
    new = made_session((3,) * CLUSTERS)
    renewed = decided(old, new)
    late = next(iter(marks))
    window.workspace.mark([late], False)  # while the scan came to its end
    window.workspace.show_scan(Scanned(new, "", renewed))
    settle(qtbot, window)
    assert window.workspace.session is new
    assert set(new.marks) == set(marks) - {late}
    assert kept in new.clusters.kept


# filters by words
def test_the_menu_of_filters_writes_the_words_and_reads_them(qtbot, window, show):
    show((3,) * 9)
    top, model = window.top, window.clusters.model
    top.filters._fill()
    actions = {action.toolTip(): action for action in top.filters.menu().actions()}
    actions["is:undecided"].trigger()
    assert top.filter.text() == "is:undecided"
    qtbot.waitUntil(lambda: not window.clusters.filtering)
    assert model.rows.clusters == 9
    types = next(a.menu() for a in top.filters.menu().actions() if a.menu())
    next(a for a in types.actions() if a.text() == ".md").trigger()
    qtbot.waitUntil(lambda: model.rows.clusters == 3)
    top.filter.setText("size:>100MB copy")
    top.filters._fill()
    actions = {action.toolTip(): action for action in top.filters.menu().actions()}
    assert actions["size:>100MB"].isChecked()
    assert not actions["is:undecided"].isChecked()
    actions["size:<10KB"].trigger()
    assert top.filter.text() == "size:<10KB copy"
    actions["size:<10KB"].trigger()
    assert top.filter.text() == "copy"
    actions["Show everything"].trigger()
    assert top.filter.text() == ""

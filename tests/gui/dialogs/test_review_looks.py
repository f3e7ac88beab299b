"""What needs a look before a removal, comparing in place, taking out by group, the size that a person gave it."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from simfinder.app.removal.needs_look import NeedsLook
from simfinder.gui.dialogs.plan_review import GOES, LOOK, PlanReviewDialog
from simfinder.gui.dialogs.tables.plan_model import PlanModel
from simfinder.gui.widgets.table_model import TableRole
from simfinder.model.removal_plan import ActKind
from simfinder.model.tolerances import Tolerances
from tests.gui.conftest import LONG
from tests.gui.dialogs.test_review_folders import big_plan
from tests.gui.window.test_journey import review

Key = Qt.Key


@pytest.fixture
def dialog(qtbot, scanned, tree):
    """Older versions go, but for one; the newest of a file goes by hand, which is warned of."""
    session = scanned.workspace.session
    scanned.commands.mark_older.trigger()
    first, newest = tree.families["pipeline"][0], tree.families["pipeline"][-1]
    scanned.workspace.keep_file(session.file_of(first))
    scanned.workspace.mark([session.file_of(newest)], True)
    scanned.workspace.mark([session.file_of(tree.families["report"][1])], False)
    return review(qtbot, scanned, scanned.commands.trash)


def column(dialog, number):
    return [dialog.model.index(row, number).data() for row in range(dialog.model.rowCount())]


def test_what_needs_a_look_is_listed_with_what_becomes_of_it(dialog, tree):
    assert dialog.tabs.isVisible()
    dialog.tabs.setCurrentIndex(LOOK)
    rows = [dialog.model.row(row) for row in range(dialog.model.rowCount())]
    assert dialog.tabs.tabText(LOOK) == f"Needs a look ({len(rows)})"
    going = [row for row in rows if row.act is not None]
    assert tree.families["pipeline"][-1] in [row.path for row in going]
    assert all(row.warnings or row.similarity < 0.9 for row in going)
    stay = {row.path for row in rows if row.act is None}
    assert tree.families["report"][1] in stay
    assert not stay & {act.file.path for act in dialog.plan.acts}
    assert not any("garden" in path for path in stay)  # nothing goes from that cluster
    assert [row.similarity for row in going] == sorted(row.similarity for row in going)
    assert set(column(dialog, 3)) == {"removed", "left"}
    brief = [text for text in column(dialog, 5) if "shares only" in text]
    assert brief
    assert not any("kept file of its cluster" in text for text in brief)  # a column says which file that is
    for number in range(len(dialog.model.fields)):
        dialog.model.sort(number, Qt.SortOrder.DescendingOrder)
        assert {dialog.model.row(row).path for row in range(len(rows))} == {row.path for row in rows}
    assert not dialog.fold_all.isVisible()
    dialog.tabs.setCurrentIndex(GOES)
    assert isinstance(dialog.model, PlanModel)
    assert dialog.fold_all.isVisible()


def test_without_doubts_there_is_no_tab_for_them(qtbot, look):
    plan = big_plan(100, 10)
    dialog = PlanReviewDialog(plan)
    qtbot.addWidget(dialog)
    assert not dialog.tabs.isHidden()
    dialog.show_plan(
        type(plan)(plan.kind, plan.acts.only([share >= 0.9 for share in plan.acts.similarities()]))
    )
    assert dialog.tabs.isHidden()
    assert dialog.model.rowCount() > 30


def test_a_file_that_stays_is_not_taken_out(qtbot, dialog):
    dialog.tabs.setCurrentIndex(LOOK)
    rows = range(dialog.model.rowCount())
    stays = next(row for row in rows if dialog.model.row(row).act is None)
    goes = next(row for row in rows if dialog.model.row(row).act is not None)
    path, count = dialog.model.row(goes).path, len(dialog.plan.acts)
    dialog.choose_row(stays)
    QTest.keyClick(dialog.table, Key.Key_Delete)
    assert dialog.confirm.isEnabled()  # nothing was asked for
    dialog.choose_row(goes)
    QTest.keyClick(dialog.table, Key.Key_Delete)
    qtbot.waitUntil(lambda: len(dialog.plan.acts) == count - 1, timeout=LONG)
    assert path not in [act.file.path for act in dialog.plan.acts]
    assert dialog.tabs.currentIndex() == LOOK
    assert path not in [row.path for row in dialog._doubts if row.act is not None]


def test_groups_are_taken_out_at_once(qtbot, dialog):
    def group(words):
        dialog._list_groups()
        return next(action for action in dialog.leave_out.menu().actions() if words in action.text())

    rows = dialog.model.file_rows()
    dialog.choose_row(next(row for row in rows if "budget" in dialog.model.row(row).file.path))
    act = dialog.model.row(dialog.table.currentIndex().row())
    left = {one.file.path for one in dialog.plan.acts if one.cluster != act.cluster}
    assert len(left) < len(dialog.plan.acts) - 1
    group("of this cluster").trigger()
    qtbot.waitUntil(lambda: {one.file.path for one in dialog.plan.acts} == left, timeout=LONG)
    dialog.choose_row(dialog.model.file_rows()[0])
    folder = os.path.dirname(dialog.model.row(dialog.model.file_rows()[0]).file.path)
    group("and below").trigger()
    left = {path for path in left if not path.startswith(folder + os.sep)}
    qtbot.waitUntil(lambda: {one.file.path for one in dialog.plan.acts} == left, timeout=LONG)
    row = next(r for r in dialog.model.file_rows() if "“older”" in _words(dialog, r))
    dialog.choose_row(row)
    group("“older”").trigger()
    qtbot.waitUntil(lambda: not any(one.relation.value == "older" for one in dialog.plan.acts), timeout=LONG)


def _words(dialog, row):
    dialog.choose_row(row)
    dialog._list_groups()
    return " ".join(action.text() for action in dialog.leave_out.menu().actions())


def test_the_space_bar_compares_in_place(qtbot, scanned, dialog):
    pane = dialog._compare
    assert not pane.isVisible()
    row = next(r for r in dialog.model.file_rows() if "pipeline" in dialog.model.row(r).file.path)
    dialog.choose_row(row)
    QTest.keyClick(dialog.table, Key.Key_Space)
    assert pane.isVisible()
    qtbot.waitUntil(lambda: pane._details is not None, timeout=LONG)
    act = dialog.model.row(row)
    assert (pane._details.request.path, pane._details.request.kept) == (act.file.path, act.survivor.path)
    other = next(r for r in dialog.model.file_rows() if "budget" in dialog.model.row(r).file.path)
    dialog.choose_row(other)
    wanted = dialog.model.row(other).file.path
    qtbot.waitUntil(lambda: pane._details is not None and pane._details.request.path == wanted, timeout=LONG)
    QTest.keyClick(dialog.table, Key.Key_Escape)
    assert not pane.isVisible()
    assert dialog.isVisible()
    folder = next(r for r in range(dialog.model.rowCount()) if dialog.model.is_folder(r))
    dialog.choose_row(folder)
    QTest.keyClick(dialog.table, Key.Key_Space)
    assert dialog.model.folder(folder).folded
    assert not pane.isVisible()
    qtbot.waitUntil(lambda: not scanned.bridge.busy, timeout=LONG)


def _tabbed(dialog):
    """Return the controls that Tab reaches, from the tabs on."""
    found, widget = [dialog.tabs], dialog.tabs.nextInFocusChain()
    while widget is not dialog.tabs:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled():
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


def test_tab_goes_as_the_dialog_is_read(qtbot, scanned, dialog):
    order = [dialog.tabs, dialog.fold_all, dialog.table]
    order += [dialog.compare, dialog.leave_out, dialog.cancel, dialog.confirm]
    assert _tabbed(dialog) == order
    row = next(r for r in dialog.model.file_rows() if "budget" in dialog.model.row(r).file.path)
    dialog.choose_row(row)
    QTest.keyClick(dialog.table, Key.Key_Space)
    qtbot.waitUntil(lambda: dialog._compare._details is not None and not scanned.bridge.busy, timeout=LONG)
    way = _tabbed(dialog)
    inside = [widget for widget in way if dialog._compare.isAncestorOf(widget)]
    assert len(inside) > 2
    assert way == [*order[:3], *inside, *order[3:]]


def test_sorting_starts_at_the_top_until_a_row_is_chosen(dialog):
    header = dialog.table.horizontalHeader()
    header.setSortIndicator(PlanModel.SIZE, Qt.SortOrder.DescendingOrder)
    assert dialog.table.currentIndex().row() == dialog.model.file_rows()[0]
    dialog.choose_row(dialog.model.file_rows()[-1])
    path = dialog.model.row(dialog.table.currentIndex().row()).file.path
    header.setSortIndicator(PlanModel.SIZE, Qt.SortOrder.AscendingOrder)
    assert dialog.model.row(dialog.table.currentIndex().row()).file.path == path


def test_the_tabs_keep_their_letters(dialog):
    dialog.tabs.rename(GOES, "All that go (1,234,567)")
    QApplication.processEvents()
    assert dialog.tabs.property("tight") is False
    assert dialog.tabs.font().pointSizeF() == dialog.font().pointSizeF()


def test_the_size_is_remembered(qtbot, scanned, dialog):
    dialog.resize(701, 433)
    dialog.reject()
    qtbot.waitUntil(lambda: scanned.dialog is None)
    again = review(qtbot, scanned, scanned.commands.trash)
    assert (again.width(), again.height()) == (701, 433)


def test_the_room_for_a_comparison_is_given_back(qtbot, scanned, dialog):
    dialog.resize(701, 433)
    before = dialog.geometry()
    dialog.compare.click()
    assert dialog.height() > 433
    dialog.compare.click()
    assert dialog.geometry() == before
    dialog.compare.click()
    dialog.reject()
    qtbot.waitUntil(lambda: scanned.dialog is None and not scanned.bridge.busy, timeout=LONG)
    again = review(qtbot, scanned, scanned.commands.trash)
    assert (again.width(), again.height()) == (701, 433)
    again.compare.click()
    again.resize(750, again.height() - 3)  # a window manager leaves less
    again.compare.click()
    assert (again.width(), again.height()) == (750, 433)


def test_a_folder_that_loses_files_has_a_bar(dialog):
    rows = [row for row in range(dialog.model.rowCount()) if dialog.model.is_folder(row)]
    for row in rows:
        folder = dialog.model.folder(row)
        index = dialog.model.index(row, PlanModel.STAYS)
        assert index.data(TableRole.SHARE) == folder.going / folder.files
        assert index.data() == f"loses {folder.going} of {folder.files}"
        assert index.data(TableRole.INK) == ("danger" if folder.loses_much else "older_text")


def test_where_only_copies_go_nothing_needs_a_look(scanned):
    session = scanned.workspace.session
    assert session.mark_rule("identical") > 0
    plan = session.plan(ActKind.TRASH)
    beside = {session.clusters.cluster_of(file) for file in session.marks}
    assert any(len(session.clusters.cluster(cluster).members) > 2 for cluster in beside)
    assert len(NeedsLook(plan, session, 0.9)) == 0


def test_what_needs_a_look_stays_while_checks_change_the_clusters(dialog, scanned):
    """The clusters of the session may be others by the time that a row is read."""
    dialog.tabs.setCurrentIndex(LOOK)
    doubts = dialog._doubts
    before = [(one.path, one.other, one.similarity, one.act is None) for one in doubts]
    paths, similarities = doubts.paths(), doubts.similarities()
    assert any(stays for *_, stays in before)
    scanned.workspace.session.set_tolerances(Tolerances(default=0.02))
    assert [(one.path, one.other, one.similarity, one.act is None) for one in doubts] == before
    assert (doubts.paths(), doubts.similarities()) == (paths, similarities)

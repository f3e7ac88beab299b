"""Every act through the window: its menu, its review, what it does on the disk, its report, and the way back."""

import os
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from simfinder.actions.rules.mark_rules import percent
from simfinder.app.clusters.cluster_table import IDENTICAL, OLDER
from simfinder.gui.dialogs.confirm import ConfirmDialog
from simfinder.gui.dialogs.history_and_problems import HistoryDialog, ProblemsDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.gui.dialogs.tables.act_model import ProblemModel, ReportModel
from simfinder.gui.dialogs.tables.plan_model import PlanModel
from simfinder.gui.widgets.table_model import TableRole
from simfinder.gui.wording import action_words
from simfinder.gui.wording.problem_advice import advice
from simfinder.model.file_record import Problem
from simfinder.model.removal_plan import PLAN_KINDS, ActKind, ActRecord, ActState, BatchReport
from tests.gui.conftest import LONG
from tests.gui.window.test_journey import close, report, review, snapshot
from tests.helpers.extraction import sentence_messages


@pytest.fixture
def identical(scanned):
    """Copies are marked."""
    scanned.commands.mark_identical.trigger()
    return scanned


def accept(qtbot, dialog):
    qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)


def test_the_button_has_all_acts_in_its_menu(scanned):
    listed = [action for action in scanned.top.trash.menu().actions() if not action.isSeparator()]
    assert listed == list(scanned.commands.acts.values())
    assert list(scanned.commands.acts) == [*PLAN_KINDS][:3] + [*PLAN_KINDS][4:] + [ActKind.DELETE]
    assert not any(action.isEnabled() for action in listed if action is not scanned.commands.trash)
    scanned.commands.mark_older.trigger()
    assert all(action.isEnabled() for action in listed)


@pytest.mark.parametrize("kind", [ActKind.HARDLINK, ActKind.SYMLINK])
def test_links_in_place_of_identical_files_and_back(qtbot, identical, tree, kind):
    before = snapshot(tree.root)
    dialog = review(qtbot, identical, identical.commands.acts[kind])
    assert "will become" in dialog.title.text()
    assert "compares each file byte by byte" in dialog.text.text()
    acts = dialog.plan.acts
    done, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    assert done.count(ActState.DONE) == len(acts) == len(tree.copies)
    for act in acts:
        assert os.path.samefile(act.file.path, act.survivor.path)
        assert os.path.islink(act.file.path) is (kind is ActKind.SYMLINK)
    assert f"{'hard' if kind is ActKind.HARDLINK else 'symbolic'} links" in dialog.title.text()
    assert (
        snapshot(tree.root) == before or kind is ActKind.HARDLINK
    )  # content as before; a link has the time of its file
    session = identical.workspace.session
    assert all(session.clusters.cluster_of(session.file_of(act.file.path)) < 0 for act in acts)
    back, dialog = report(qtbot, identical, lambda: qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton))
    assert back.count(ActState.UNDONE) == len(acts)
    assert snapshot(tree.root) == before
    for act in acts:
        assert not os.path.islink(act.file.path)
        assert not os.path.samefile(act.file.path, act.survivor.path)
    assert dialog.title.text() == f"{len(acts)} files restored"


def test_links_are_refused_where_files_differ_and_the_reason_is_told(qtbot, scanned):
    scanned.commands.mark_older.trigger()
    dialog = review(qtbot, scanned, scanned.commands.acts[ActKind.HARDLINK])
    assert dialog.plan.refused
    assert dialog.refused.isVisible()
    text = dialog.refused.toPlainText()
    assert f"{len(dialog.plan.refused)} marks are not carried out:" in text
    assert "is not identical to a file that stays" in text


def test_a_copy_leaves_the_files_where_they_are(qtbot, identical, tree, tmp_path):
    before = snapshot(tree.root)
    clusters = len(identical.workspace.session.clusters)
    with qtbot.waitSignal(identical.work.planned, timeout=LONG):
        identical.dialogs.review_target(ActKind.COPY, str(tmp_path / "copies"))
    dialog = identical.dialog
    assert dialog.text.text().startswith("This frees no space: the files stay where they are.")
    assert dialog.confirm.text() == f"Copy {len(tree.copies)} files"
    done, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    assert snapshot(tree.root) == before
    assert len(snapshot(tmp_path / "copies")) == len(tree.copies) == done.count(ActState.DONE)
    session = identical.workspace.session
    assert len(session.clusters) == clusters
    assert all(session.clusters.cluster_of(session.file_of(act.path)) >= 0 for act in done.acts)
    assert not identical.workspace.marked
    assert "free" not in dialog.text.text()
    _, dialog = report(qtbot, identical, lambda: qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton))
    assert dialog.title.text() == f"{len(tree.copies)} copies removed"
    assert not snapshot(tmp_path / "copies")
    assert snapshot(tree.root) == before


def test_deleting_for_good_asks_twice(qtbot, identical, tree):
    before = snapshot(tree.root)
    dialog = review(qtbot, identical, identical.commands.acts[ActKind.DELETE])
    assert "This can’t be undone" in dialog.text.text()
    accept(qtbot, dialog)
    qtbot.waitUntil(lambda: isinstance(identical.dialog, ConfirmDialog))
    asked = identical.dialog
    assert "do not go to the Trash" in asked.accessibleDescription()
    assert snapshot(tree.root) == before
    QTest.keyClick(asked, Qt.Key.Key_Return)  # the safe answer
    qtbot.waitUntil(lambda: identical.dialog is None)
    assert not identical.work.busy
    assert snapshot(tree.root) == before

    accept(qtbot, review(qtbot, identical, identical.commands.acts[ActKind.DELETE]))
    qtbot.waitUntil(lambda: isinstance(identical.dialog, ConfirmDialog))
    _, dialog = report(qtbot, identical, lambda: accept(qtbot, identical.dialog))
    gone = {os.fsdecode(path) for path in before.keys() - snapshot(tree.root).keys()}
    assert len(gone) == len(tree.copies)
    assert dialog.title.text() == f"{len(gone)} files deleted for good"
    assert not dialog.undo.isVisible()
    assert not identical.commands.undo.isEnabled()


def test_a_row_is_taken_out_of_the_plan(qtbot, identical, tree):
    dialog = review(qtbot, identical, identical.commands.trash)
    first, last = dialog.model.file_rows()
    out, stays = (dialog.model.row(row).file.path for row in (first, last))
    freed = dialog.plan.bytes_freed
    dialog.table.selectRow(first)
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert not dialog.confirm.isEnabled()
    qtbot.waitUntil(lambda: len(dialog.plan.acts) == 1)
    assert [act.file.path for act in dialog.plan.acts] == [stays]
    assert dialog.plan.bytes_freed < freed
    assert "1 file (" in dialog.confirm.text()
    session = identical.workspace.session
    assert [session.record(file).path for file in session.marks] == [stays]
    report(qtbot, identical, lambda: accept(qtbot, dialog))
    assert os.path.exists(out)
    assert not os.path.exists(stays)


def test_taking_out_all_leaves_nothing_to_confirm(qtbot, identical):
    dialog = review(qtbot, identical, identical.commands.trash)
    dialog.table.selectAll()
    qtbot.mouseClick(dialog.leave_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.plan.acts)
    assert dialog.title.text() == "Nothing can be removed"
    assert not dialog.confirm.isEnabled()
    assert not dialog.leave_out.isEnabled()


def test_warnings_are_in_sight(qtbot, scanned, tree):
    older, newest = tree.families["pipeline"][0], tree.families["pipeline"][-1]
    session = scanned.workspace.session
    scanned.workspace.keep_file(session.file_of(older))
    scanned.workspace.mark([session.file_of(newest)], True)
    dialog = review(qtbot, scanned, scanned.commands.trash)
    (act,) = dialog.plan.acts
    assert "is newer than the file that stays" in act.warnings
    assert "1 file is newer than the one that stays" in dialog.warning.text()
    assert dialog.chosen_warning.isVisible()
    assert "is newer than the file that stays" in dialog.chosen_warning.text()
    assert not dialog.table.isColumnHidden(PlanModel.LOOK_AT)
    (row,) = dialog.model.file_rows()
    index = dialog.table.model().index(row, PlanModel.LOOK_AT)
    assert "is newer than" in index.data()
    assert index.data(TableRole.GROUND)
    assert "marked by hand" in dialog.chosen.text()


def test_the_least_similar_stand_first(qtbot, scanned):
    scanned.commands.mark_all.trigger()
    dialog = review(qtbot, scanned, scanned.commands.trash)
    shares = [act.similarity for act in dialog.plan.acts]
    assert shares == sorted(shares)
    low = sum(share < 0.9 for share in shares)
    assert dialog.warning.isVisible() is bool(low)


def test_chosen_files_of_a_report_are_taken_back(qtbot, identical, tree):
    before = snapshot(tree.root)
    dialog = review(qtbot, identical, identical.commands.trash)
    done, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    dialog.table.clearSelection()
    assert not dialog.undo_chosen.isEnabled()
    dialog.table.selectRow(1)
    chosen = dialog.model.row(1).path
    _, dialog = report(
        qtbot, identical, lambda: qtbot.mouseClick(dialog.undo_chosen, Qt.MouseButton.LeftButton)
    )
    assert dialog.title.text() == f"1 of {len(done.acts)} files restored"
    assert os.path.exists(chosen)
    assert len(snapshot(tree.root)) == len(before) - len(done.acts) + 1
    report(qtbot, identical, lambda: qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton))
    assert snapshot(tree.root) == before


def test_another_program_at_work_is_told_and_nothing_is_done(qtbot, identical, tree):
    from simfinder.store.library.library import Library

    before = snapshot(tree.root)
    dialog = review(qtbot, identical, identical.commands.trash)
    with Library.open() as library, library.acting() as alone:
        assert alone
        accept(qtbot, dialog)
        qtbot.waitUntil(identical.banner.isVisible, timeout=LONG)
    assert "another SimFinder is removing files now" in identical.banner.text.text()
    assert snapshot(tree.root) == before
    assert identical.workspace.marked == len(tree.copies)


def test_the_history_says_what_was_done_and_leads_to_the_files(qtbot, identical, tree):
    dialog = review(qtbot, identical, identical.commands.acts[ActKind.HARDLINK])
    _, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    close(qtbot, identical, dialog.done_button)
    identical.commands.history.trigger()
    history = identical.dialog
    assert isinstance(history, HistoryDialog)
    assert history.table.model().index(0, 1).data() == "Replace with hard links"
    qtbot.mouseClick(history.details, Qt.MouseButton.LeftButton)
    assert isinstance(identical.dialog, RemovalReportDialog)
    identical.dialog.close()
    history.close()


def record(kind, state):
    return ActRecord("/a", kind, None, state, "", 10)


@pytest.mark.parametrize("kind", PLAN_KINDS)
def test_words_fit_every_act(qapp, kind):
    some = BatchReport(1, 0, (record(kind, ActState.DONE), record(kind, ActState.SKIPPED)))
    texts = [
        action_words.command_text(kind),
        action_words.command_tip(kind),
        action_words.report_title(some),
        action_words.interrupted_text(some),
        action_words.result_text(record(kind, ActState.DONE)),
        action_words.batch_text(some),
    ]
    assert all(texts)
    if kind not in (ActKind.MOVE, ActKind.TRASH):
        assert not any("moved" in text for text in texts)
    assert "the other 1 are unchanged" in action_words.interrupted_text(some)
    assert action_words.can_be_undone(some) is (kind is not ActKind.DELETE)
    nothing = BatchReport(1, 0, (record(kind, ActState.SKIPPED),))
    assert "before any file was touched" in action_words.interrupted_text(nothing)
    assert action_words.report_title(nothing) == "No file was touched"


def test_problems_come_with_advice(qtbot, look):
    problems = [Problem("/a", os.strerror(13)), Problem("/b.zip", "is encrypted"), Problem("/c", "is odd")]
    dialog = ProblemsDialog(problems)
    qtbot.addWidget(dialog)
    told = [dialog.table.model().index(row, 2).data() for row in range(3)]
    assert "no permission to read" in told[0]
    assert "password" in told[1]
    assert told[2] == ""
    assert advice("can't be looked at: " + os.strerror(5)) == advice(os.strerror(5)) != ""


def test_where_a_problem_is_can_be_shown(qtbot, look, monkeypatch):
    shown = []
    monkeypatch.setattr("simfinder.gui.dialogs.history_and_problems.show_in_folder", shown.append)
    dialog = ProblemsDialog([Problem("/a/one", os.strerror(13)), Problem("/b/two", "is encrypted")])
    qtbot.addWidget(dialog)
    dialog.show_folder.click()
    dialog.table.selectRow(1)
    dialog.table.activated.emit(dialog.table.currentIndex())
    assert shown == ["/a/one", "/b/two"]
    none = ProblemsDialog([])
    qtbot.addWidget(none)
    assert none.show_folder.isHidden()


def test_the_reason_of_a_mark_tells_the_measured_figure(qtbot, scanned):
    scanned.commands.mark_older.trigger()
    session = scanned.workspace.session
    scanned.workspace.mark([next(iter(session.marks))], True)  # by hand: has no figure to correct
    dialog = review(qtbot, scanned, scanned.commands.trash)
    told = 0
    for act in dialog.plan.acts:
        if "shares" in act.why:
            told += 1
            assert act.why.endswith(f"shares {percent(act.similarity):g} %"), act
    assert told > 3
    assert sum(act.why == "marked by hand" for act in dialog.plan.acts) == 1


def test_clusters_after_an_act_are_made_in_the_job(qtbot, identical, monkeypatch):
    session = identical.workspace.session
    made = []
    monkeypatch.setattr(session.clustering.links, "_made", lambda: made.append("in the window's thread"))
    dialog = review(qtbot, identical, identical.commands.trash)
    _, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    report(qtbot, identical, lambda: qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton))
    assert made == []


def test_a_report_tells_where_each_file_is_now_and_what_helps(look):
    from simfinder.gui.dialogs.tables.act_model import ReportModel
    from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport

    acts = tuple(
        ActRecord(f"/a/{state}", ActKind.TRASH, "/trash/x", state, reason, 9)
        for state, reason in (
            (ActState.DONE, ""),
            (ActState.UNDONE, ""),
            (ActState.SKIPPED, "changed since the scan"),
            (ActState.FAILED, "Permission denied"),
        )
    )
    model = ReportModel(BatchReport(1, 10**18, acts))
    place = {model.row(row).state: model.index(row, 4).data() for row in range(4)}
    assert place == {
        ActState.DONE: "/trash/x", ActState.UNDONE: "/a/undone", ActState.SKIPPED: "", ActState.FAILED: ""
    }  # fmt: skip
    tips = {model.row(row).state: model.index(row, 3).data(Qt.ItemDataRole.ToolTipRole) for row in range(4)}
    right = [model.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole)]
    right += [model.index(row, 2).data(Qt.ItemDataRole.TextAlignmentRole) for row in range(4)]
    assert all(Qt.AlignmentFlag(align) & Qt.AlignmentFlag.AlignRight for align in right)
    assert "scan again" in tips[ActState.SKIPPED]
    assert "ask its owner" in tips[ActState.FAILED]


def test_figures_measured_between_marking_and_reviewing_are_told(qtbot, scanned):
    """Also by another kept file: the sentence is about how things stand now."""
    session = scanned.workspace.session
    scanned.commands.mark_older.trigger()
    figures = {file: session.why_marked(file) for file in session.marks}
    kept = {int(session.clusters.kept[session.clusters.cluster_of(file)]) for file in figures}
    session.keep_files([file for file in figures if file not in kept][:1])
    assert any(session.why_marked(file) != why for file, why in figures.items() if file in session.marks)
    dialog = review(qtbot, scanned, scanned.commands.trash)
    assert dialog.plan.acts
    for act in dialog.plan.acts:
        assert act.survivor.path in act.why
        assert act.identical or act.why.endswith(f" {percent(act.similarity):g} %")


def test_the_review_says_why_in_a_word(qtbot, scanned):
    scanned.commands.mark_older.trigger()
    scanned.workspace.mark([next(iter(scanned.workspace.session.marks))], True)
    dialog = review(qtbot, scanned, scanned.commands.trash)
    model, header = dialog.table.model(), dialog.table.horizontalHeader()
    column = model.columnCount() - 1
    files = model.file_rows()
    brief = {model.index(row, column).data() for row in files}
    assert brief == {"older", "identical", "by hand"}
    metrics, room = dialog.table.fontMetrics(), header.sectionSize(column)
    assert all(metrics.horizontalAdvance(text) + 12 <= room for text in brief)
    assert "older than /" in model.index(files[0], column).data(Qt.ItemDataRole.ToolTipRole)


def test_marks_that_are_not_carried_out_are_read_without_scrolling_sideways(qtbot, scanned):
    scanned.commands.mark_older.trigger()
    dialog = review(qtbot, scanned, scanned.commands.acts[ActKind.HARDLINK])
    assert dialog.refused.isVisible()
    assert dialog.refused.horizontalScrollBar().maximum() == 0
    assert "marks are not carried out" in dialog.refused.toPlainText()


def test_a_report_has_a_column_of_reasons_where_there_are_any(qtbot, identical):
    dialog = review(qtbot, identical, identical.commands.trash)
    done, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    assert not any(act.reason for act in done.acts)
    assert dialog.table.isColumnHidden(ReportModel.REASON)
    assert dialog.table.columnWidth(ReportModel.REASON + 1) > 200
    failed = replace(done.acts[0], state=ActState.SKIPPED, reason="changed since the scan")
    other = RemovalReportDialog(replace(done, acts=(failed, *done.acts[1:])), identical)
    qtbot.addWidget(other)
    assert not other.table.isColumnHidden(ReportModel.REASON)


def test_files_that_were_moved_are_no_problems(qtbot, identical):
    """Checks that were under way meet them on their way, before the report or after it."""
    dialog = review(qtbot, identical, identical.commands.trash)
    first, second = (act.file.path for act in dialog.plan.acts[:2])
    kept = dialog.plan.acts[0].survivor.path
    work = identical.work
    work.add_problems([Problem(path, "changed since it was scanned") for path in (first, kept)])
    _, dialog = report(qtbot, identical, lambda: accept(qtbot, dialog))
    assert [problem.path for problem in work.problems] == [kept]
    work.add_problems([Problem(second, "changed since it was scanned")])
    assert [problem.path for problem in work.problems] == [kept]
    report(qtbot, identical, lambda: qtbot.mouseClick(dialog.undo, Qt.MouseButton.LeftButton))
    work.add_problems([Problem(second, "changed since it was scanned")])
    assert [problem.path for problem in work.problems] == [kept, second]


def test_what_archives_and_documents_complain_of_comes_with_advice():
    sources = [message.source for message in sentence_messages()]
    named = [text for text in sources if text.startswith(("is damaged", "ends too", "holds "))]
    assert "ends too early" in named
    assert [text for text in named if not advice(text)] == []


def test_a_low_share_is_told_once_in_a_row(qtbot, scanned):
    scanned.commands.mark_all.trigger()
    dialog = review(qtbot, scanned, scanned.commands.trash)
    low = next(row for row in dialog.model.file_rows() if dialog.model.row(row).similarity < 0.9)
    assert [text[:11] for text in dialog.model.row(low).warnings] == ["shares only"]
    assert dialog.table.isColumnHidden(PlanModel.LOOK_AT) is not any(
        dialog.model.index(row, PlanModel.LOOK_AT).data() for row in range(dialog.model.rowCount())
    )
    assert dialog.model.index(low, PlanModel.LOOK_AT).data() == ""
    assert dialog.model.index(low, 0).data(TableRole.GROUND)
    dialog.table.selectRow(low)
    assert "shares only" in dialog.chosen_warning.text()


def test_a_few_rows_make_a_low_dialog(qtbot, look):
    few, many = (
        ProblemsDialog([Problem(f"/a/{number}", os.strerror(13)) for number in range(count)])
        for count in (3, 300)
    )
    for dialog in (few, many):
        qtbot.addWidget(dialog)
        dialog.resize(900, 600)
        dialog.show()
    assert 250 < few.height() < 400 < many.height() == 600
    assert few.table.verticalScrollBar().maximum() == 0


def test_rows_that_come_later_are_not_scrolled_sideways(qtbot, look):
    """Their scroll bar takes of the room that the columns had."""
    dialog = ProblemsDialog([Problem("/a", os.strerror(13))])
    qtbot.addWidget(dialog)
    dialog.resize(700, 500)
    dialog.show()
    dialog.show_model(ProblemModel([Problem(f"/a/{number}", os.strerror(13)) for number in range(300)]))
    qtbot.waitUntil(dialog.table.verticalScrollBar().isVisible)
    qtbot.waitUntil(lambda: dialog.table.horizontalScrollBar().maximum() == 0)


@pytest.mark.parametrize("large", [True, False])
def test_marks_that_their_rule_would_not_set_any_more_go_and_are_told(qtbot, scanned, monkeypatch, large):
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1 if large else 10**9)
    workspace = scanned.workspace
    qtbot.waitUntil(lambda: not workspace.busy, timeout=LONG)
    workspace.mark_rule("older")
    qtbot.waitUntil(lambda: not workspace.busy and workspace.marked > 0, timeout=LONG)
    notices = []
    workspace.noticed.connect(notices.append)
    workspace.set_keep_rule("oldest")
    qtbot.waitUntil(
        lambda: not workspace.busy and workspace.session.choices.keep_rules == "oldest", timeout=LONG
    )
    table, marks = workspace.session.clusters, workspace.session.marks
    assert all(table.relation[table.position_of(file)] in (OLDER, IDENTICAL) for file in marks)
    assert any("no longer marked" in notice.text for notice in notices)

"""Qt's own model tester on every model, and what the cluster model says of real clusters."""

import os

import pytest
from PySide6.QtCore import QModelIndex, Qt

from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel, Column, Role
from simfinder.gui.cluster_tree.model.rows import Rows
from simfinder.gui.dialogs.tables.act_model import HistoryModel, ProblemModel, ReportModel
from simfinder.gui.dialogs.tables.plan_model import PlanModel
from simfinder.gui.sidebar.folder_model import FolderModel
from simfinder.model.clusters import Relation
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Tolerances
from tests.helpers.screen.cluster_rows import index_of


@pytest.fixture
def session(tree):
    from simfinder.app.session.session import Session

    options = ScanOptions((tree.root,), protected=(os.path.join(tree.root, "Notes"),))
    return Session.run(options, cache=None, control=Control())


@pytest.fixture
def model(session, qapp):
    def marker(files, marked):
        (session.mark if marked else session.unmark)(files)

    return ClusterModel(marker, lambda: "newest", lambda _: False)


def rows_of(session, *arguments):
    from simfinder.app.clusters import cluster_order

    return Rows(session, cluster_order.order(session.clusters, *arguments))


def test_the_tester_accepts_the_tree_over_scans_regroups_and_orders(model, session, qtmodeltester):
    from simfinder.app.clusters.cluster_order import Column as By

    qtmodeltester.check(model)
    model.show(rows_of(session))
    qtmodeltester.check(model)
    session.set_tolerances(Tolerances(0.05))
    model.show(rows_of(session, By.NAME, False))
    qtmodeltester.check(model)
    model.show(rows_of(session, By.SIZE, True, "report"))
    qtmodeltester.check(model)
    session.set_tolerances(Tolerances(0.5))
    model.show(rows_of(session, By.SHARED, False))
    qtmodeltester.check(model)
    model.show(Rows())
    qtmodeltester.check(model)
    assert model.rowCount() == 0


def shown_families(model):
    families = {}
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        paths = [model.record_of(model.index(i, 0, top)).path for i in range(model.rowCount(top))]
        families[paths[0]] = paths
    return families


def test_it_shows_the_clusters_of_the_session(model, session, tree):
    model.show(rows_of(session))
    families = {frozenset(paths) for paths in shown_families(model).values()}
    for name in tree.families:
        assert frozenset(tree.cluster_of(name)) in families
    assert not set(tree.strangers) & {path for family in families for path in family}


def test_cells_say_name_share_version_date_size_and_folder(model, session, tree):
    model.show(rows_of(session))
    versions = tree.families["pipeline"]
    kept = index_of(model, session.file_of(versions[-1]))
    older = index_of(model, session.file_of(versions[-2]))
    assert kept.data(Role.RELATION) == Relation.KEPT
    assert kept.siblingAtColumn(Column.VERSION).data() == "keep · newest"
    assert kept.siblingAtColumn(Column.SHARED).data() == ""
    assert older.data() == os.path.basename(versions[-2])
    assert older.siblingAtColumn(Column.VERSION).data() == "older"
    share = older.siblingAtColumn(Column.SHARED).data()
    assert share.endswith(" %")
    assert share != "100 %"
    assert older.siblingAtColumn(Column.MODIFIED).data().startswith("2025-")
    assert older.siblingAtColumn(Column.FOLDER).data() == os.path.dirname(versions[-2])
    top = older.parent()
    assert top.data() == "pipeline.py"
    assert top.data(Role.SUMMARY).startswith("3 files · ")
    assert "to free" in top.data(Role.SUMMARY)


def test_copies_are_identical_and_only_they_share_all(model, session, tree):
    model.show(rows_of(session))
    copy = index_of(model, session.file_of(next(iter(tree.copies))))
    assert copy.siblingAtColumn(Column.SHARED).data() == "100 %" or copy.data(Role.RELATION) == Relation.KEPT
    for row in range(model.rowCount()):
        top = model.index(row, 0)
        for i in range(model.rowCount(top)):
            index = model.index(i, Column.SHARED, top)
            assert (index.data() == "100 %") == (index.data(Role.RELATION) == Relation.IDENTICAL)


def test_marks_are_asked_for_and_never_given_to_kept_or_protected_files(model, session, tree):
    model.show(rows_of(session))
    kept = index_of(model, session.file_of(tree.families["pipeline"][-1]))
    older = index_of(model, session.file_of(tree.families["pipeline"][0]))
    guarded = index_of(model, session.file_of(tree.families["notes"][0]))
    assert guarded.siblingAtColumn(Column.VERSION).data() == "protected"
    checked, check_role = Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole
    assert model.setData(older, checked, check_role)
    assert Qt.CheckState(older.data(check_role)) is checked
    assert list(session.marks) == [model.file_of(older)]
    for index in (kept, guarded):
        assert index.data(check_role) is None
        assert not model.setData(index, checked, check_role)
    assert not model.setData(older.parent(), checked, check_role)
    assert len(session.marks) == 1


def test_files_of_a_cluster_row_are_all_that_may_be_marked(model, session, tree):
    model.show(rows_of(session))
    top = index_of(model, session.file_of(tree.families["report"][0]), top=True)
    paths = {session.record(file).path for file in model.files_of(top)}
    assert paths == tree.cluster_of("report") - {model.record_of(top).path}
    guarded = index_of(model, session.file_of(tree.families["notes"][0]), top=True)
    assert model.files_of(guarded) == []


def test_the_model_stays_with_its_table_until_it_is_shown_another(model, session):
    """A regroup must not change rows under a view that has not been told."""
    model.show(rows_of(session))
    before = shown_families(model)
    session.set_tolerances(Tolerances(0.0))
    assert shown_families(model) == before


def test_names_that_hold_anything(model, tmp_path, qtmodeltester):
    from simfinder.app.session.session import Session

    folder = tmp_path / "odd"
    folder.mkdir()
    for name in (b"a\nb.txt", b"\xff\xfe.txt", "\u202etxt.exe".encode()):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(b"the same words in all of them\n" * 40)
    odd = Session.run(ScanOptions((str(folder),)), cache=None, control=Control())
    model.show(rows_of(odd))
    qtmodeltester.check(model)
    top = model.index(0, 0)
    names = {model.index(i, 0, top).data() for i in range(model.rowCount(top))}
    assert names == {"a␊b.txt", "\\xff\\xfe.txt", "▯txt.exe"}


def test_folder_model(window, tree, tmp_path, qtmodeltester):
    model = FolderModel(window.workspace)
    qtmodeltester.check(model)
    (tmp_path / "other").mkdir()
    window.workspace.add_folders([tree.root, str(tmp_path / "other")])
    qtmodeltester.check(model)
    window.workspace.set_protected(tree.root, True)
    assert model.index(0).data(Qt.ItemDataRole.AccessibleTextRole).endswith(", protected")
    window.workspace.remove_folder(tree.root)
    assert model.rowCount() == 1
    assert model.rowCount(model.index(0)) == 0
    assert model.data(QModelIndex()) is None


def test_tables_of_the_dialogs(session, tree, qtmodeltester):
    session.mark_rule("older")
    plan = session.plan(ActKind.MOVE, str(tree.root) + "-target")
    table = PlanModel(plan)
    qtmodeltester.check(table)
    rows = {os.path.dirname(table.row(i).file.path): i for i in table.file_rows()}
    folder = max(rows, key=lambda path: table.folder(table.folder_row(rows[path])).going)
    shares = [table.row(i).similarity for i in table.file_rows()]
    own = [
        table.row(i).similarity
        for i in table.file_rows()
        if os.path.dirname(table.row(i).file.path) == folder
    ]
    assert own == sorted(own)
    assert len(own) > 1
    assert len(shares) == len(session.marks) > 5
    done = ActRecord("/a", ActKind.TRASH, "/trash/a", ActState.DONE, "", 10)
    failed = ActRecord("/b", ActKind.TRASH, None, ActState.FAILED, "disk full", 20)
    report = BatchReport(3, 1_000_000_000, (done, failed))
    table = ReportModel(report)
    qtmodeltester.check(table)
    assert [table.index(i, 1).data() for i in range(2)] == ["failed", "in the Trash"]
    assert table.index(0, 3).data() == "disk full"
    for other in (HistoryModel([report]), ProblemModel([Problem("/x", "no")]), ProblemModel([])):
        qtmodeltester.check(other)


def test_a_kept_file_is_not_called_newest_beside_a_later_one(model, session, tree):
    model.show(rows_of(session))
    versions = tree.families["pipeline"]
    kept, other = (session.file_of(versions[at]) for at in (-1, -2))
    chip = index_of(model, kept).siblingAtColumn(Column.VERSION)
    times = session.clusters.files.mtimes
    before = times[other]
    assert chip.data() == "keep · newest"
    times[other] = times[kept] + 1
    try:
        assert chip.data() == "keep"
    finally:
        times[other] = before

"""The marking commands take what the window shows: all of it, what a filter names, what is selected; and say so."""

import os
import random

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from simfinder.actions.rules.relation import Reason
from simfinder.app.clusters.cluster_table import OTHER_FORMAT, SIBLING, SIMILAR
from simfinder.gui.cluster_tree.model.row_kinds import Column, Role
from simfinder.gui.details.details_panel import COMPARE
from simfinder.gui.overview.overview import View
from simfinder.gui.wording.formatting import size_text
from tests.gui.conftest import LONG
from tests.gui.dialogs.test_marking import counted, marked, open_marks
from tests.gui.window.test_menus import apart, by_key, file_index, menu
from tests.helpers.files.documents import report

__all__ = ["menu"]
BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def older(window):
    """What marking everything would mark."""
    session = window.workspace.session
    return {session.record(file).path for file in session.clusters.named_by("older")}


def show(qtbot, window, line):
    window.top.filter.setText(line)
    qtbot.waitUntil(lambda: window.clusters.settled)
    qtbot.wait(1)


def select(qtbot, window, paths, *, top):
    selection = window.clusters.tree.selectionModel()
    selection.clearSelection()
    for path in paths:
        index = file_index(window, path, top=top)
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        selection.setCurrentIndex(index, flags)
    qtbot.wait(1)


def test_without_a_filter_or_a_selection_all_clusters_are_meant(qtbot, scanned):
    scanned.clusters.tree.setCurrentIndex(scanned.clusters.model.index_at(1))
    qtbot.wait(1)
    assert scanned.commands.mark_older.text() == scanned.top.mark.text() == "Mark older versions"
    scanned.commands.mark_older.trigger()
    assert marked(scanned) == older(scanned)


def test_a_filter_by_folder_marks_nothing_that_lies_elsewhere(qtbot, scanned, tree):
    wanted = older(scanned)
    folder = os.path.dirname(tree.families["report"][0])
    show(qtbot, scanned, f'folder:"{folder}"')
    here = {path for path in wanted if os.path.dirname(path).casefold().find(folder.casefold()) >= 0}
    assert here
    assert here != wanted
    shown = scanned.clusters.model.rows.clusters
    words = (
        f"Mark older versions in the {shown} clusters shown"
        if shown > 1
        else "Mark older versions in the cluster shown"
    )
    assert scanned.commands.mark_older.text() == words
    assert "do not match the filter are not marked" in scanned.commands.mark_older.toolTip()
    assert "Ctrl+Shift+M" in scanned.commands.mark_older.toolTip()
    QTest.keyClick(scanned.clusters.tree, Qt.Key.Key_M, BOTH)
    assert marked(scanned) == here
    assert "in the" in scanned.banner.text.text()
    session = scanned.workspace.session
    others = {
        session.record(int(file)).path
        for place in range(shown)
        for file in scanned.clusters.model.rows.members_of(place)
        if folder not in session.record(int(file)).path
    }
    for path in others:
        assert file_index(scanned, path).data(Role.FILTERED_OUT)
        assert "does not match the filter" in file_index(scanned, path).data(Qt.ItemDataRole.ToolTipRole)
        spoken = file_index(scanned, path).data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken == f"{os.path.basename(path)}, does not match the filter"
    assert not any(file_index(scanned, path).data(Role.FILTERED_OUT) for path in here)


@pytest.mark.parametrize(
    "line", ["type:txt", "is:older", "is:identical", "size:>6KB", "report", "is:undecided type:py"]
)
def test_any_filter_marks_what_it_shows(qtbot, scanned, line):
    show(qtbot, scanned, line)
    model, session = scanned.clusters.model, scanned.workspace.session
    shown = {int(file) for place in range(model.rows.clusters) for file in model.rows.members_of(place)}
    kinds = {word.partition(":")[0] for word in line.split()}
    meant = {session.record(file).path for file in shown}
    if "type" in kinds:
        meant = {path for path in meant if path.endswith(line.split("type:")[1])}
    elif kinds == {"size"}:
        meant = {path for path in meant if os.path.getsize(path) > 6000}
    elif kinds == {"report"}:
        meant = {path for path in meant if "report" in path.casefold()}
    expected = older(scanned) & meant
    scanned.commands.mark_older.trigger()
    assert marked(scanned) == expected


def test_a_filter_that_shows_nothing_marks_nothing(qtbot, scanned):
    show(qtbot, scanned, "there is no such file")
    assert scanned.commands.mark_older.text() == "Mark older versions (none shown)"
    scanned.commands.mark_older.trigger()
    scanned.commands.mark_all.trigger()
    assert not marked(scanned)
    assert "Nothing more to mark in what is shown" in scanned.banner.text.text()
    show(qtbot, scanned, "")
    assert scanned.commands.mark_older.text() == "Mark older versions"


def test_a_filter_that_is_typed_but_not_shown_yet_does_not_count(qtbot, scanned):
    """What is marked is what is on the screen when the button is pressed."""
    scanned.top.filter.setText("type:py")
    assert scanned.clusters.filtering
    scanned.commands.mark_older.trigger()
    assert marked(scanned) == older(scanned)


def test_selected_clusters_alone(qtbot, scanned, tree, menu):
    families = [tree.families[name] for name in ("report", "pipeline")]
    select(qtbot, scanned, [family[0] for family in families], top=True)
    text = "Mark older versions in 2 selected clusters"
    assert scanned.commands.mark_older.text() == scanned.top.mark.text() == text
    assert scanned.commands.mark_all.text() == "Mark all similar files in 2 selected clusters"
    scanned.clusters.tree.setFocus()
    by_key(scanned.clusters.tree)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    opened = QApplication.activePopupWidget()
    (action,) = [action for action in opened.actions() if action.text().startswith(text)]
    assert action.text().endswith("Ctrl+Shift+M")
    action.trigger()
    opened.close()
    session = scanned.workspace.session
    clusters = {session.clusters.cluster_of(session.file_of(family[0])) for family in families}
    expected = {
        path for path in older(scanned) if session.clusters.cluster_of(session.file_of(path)) in clusters
    }
    assert marked(scanned) == expected
    assert len(expected) > 2


def test_selected_files_alone(qtbot, scanned, tree):
    paths = [tree.families["pipeline"][0], tree.families["report"][0]]
    select(qtbot, scanned, paths, top=False)
    assert scanned.commands.mark_older.text() == "Mark older versions among 2 selected files"
    scanned.commands.mark_older.trigger()
    assert marked(scanned) == set(paths) & older(scanned)
    assert "among the 2 selected files" in scanned.banner.text.text()


def test_the_dialog_begins_with_what_is_shown_and_can_leave_it(qtbot, scanned):
    show(qtbot, scanned, "type:py")
    dialog = open_marks(qtbot, scanned, "older")
    everything = older(scanned)
    assert dialog.only_shown.isVisible()
    assert dialog.only_shown.text().startswith("Only in the")
    assert "do not match" in dialog.only_shown.toolTip()
    here = set(counted(qtbot, dialog).paths)
    assert here == {path for path in everything if path.endswith(".py")}
    dialog.only_shown.click()
    assert set(counted(qtbot, dialog).paths) == everything
    dialog.only_shown.click()
    dialog.choices["invert"].click()
    assert all(path.endswith(".py") for path in counted(qtbot, dialog).paths)
    dialog.close()


def test_the_map_s_choice_is_what_is_marked(qtbot, scanned):
    scanned.overview.show_view(View.MAP)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    space_map = scanned.overview.map
    cell = max(
        (c for c in space_map.canvas.cells if not c.open and not c.others), key=lambda c: sum(c.kinds[:2])
    )
    files = set(space_map._files_of(cell))
    space_map._choose(cell)
    qtbot.waitUntil(lambda: scanned.clusters.settled)
    qtbot.wait(1)
    session = scanned.workspace.session
    expected = {path for path in older(scanned) if session.file_of(path) in files}
    scanned.commands.mark_older.trigger()
    assert marked(scanned) == expected
    assert expected != older(scanned)


def test_a_tile_of_the_map_has_the_command_by_key(qtbot, scanned):
    scanned.overview.show_view(View.MAP)
    qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)
    space_map = scanned.overview.map
    canvas = space_map.canvas
    at = max(
        (i for i, c in enumerate(canvas.cells) if not c.open and not c.others),
        key=lambda i: sum(canvas.cells[i].kinds[:2]),
    )
    files = set(space_map._files_of(canvas.cells[at]))
    canvas._set_current(at)
    QApplication.sendEvent(
        canvas, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(3, 3), QPoint(3, 3))
    )
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    opened = QApplication.activePopupWidget()
    QTest.keyClick(opened, Qt.Key.Key_Down)
    assert opened.activeAction().text() == "Mark older versions in here"
    QTest.keyClick(opened, Qt.Key.Key_Return)
    session = scanned.workspace.session
    assert marked(scanned) == {path for path in older(scanned) if session.file_of(path) in files}
    assert marked(scanned)


def test_a_folder_of_the_list_has_the_command_by_key(qtbot, make, tree, scan):
    folders = [os.path.join(tree.root, name) for name in ("Documents", "Desktop")]
    window = make(folders)
    assert not window.folders.mark_here.isEnabled()
    scan(window)
    view = window.folders.list
    view.setCurrentIndex(view.model().index(1, 0))
    view.setFocus()
    by_key(view)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    opened = QApplication.activePopupWidget()
    QTest.keyClick(opened, Qt.Key.Key_Down)
    assert opened.activeAction().text() == "Mark older versions in here"
    QTest.keyClick(opened, Qt.Key.Key_Return)
    path = window.folders.path()
    expected = {one for one in older(window) if one.startswith(path + os.sep)}
    assert marked(window) == expected
    assert expected
    assert expected != older(window)


@pytest.fixture
def chain(tmp_path):
    """Six versions, each with a sixth of the text written anew; the last one is the newest."""
    rng = random.Random(11)
    parts = report(rng, paragraphs=60, topic="business").decode().split("\n\n")
    root = tmp_path / "chain"
    root.mkdir()
    for version in range(6):
        parts[version * 12 : version * 12 + 12] = (
            report(rng, paragraphs=12, topic="business").decode().split("\n\n")[:12]
        )
        path = root / f"v{version}.txt"
        path.write_text("\n\n".join(parts))
        os.utime(path, (1_700_000_000 + version,) * 2)
    return root


def test_a_file_that_is_here_through_another_says_so_and_is_compared_with_it(qtbot, make, chain, scan, menu):
    window = make([chain])
    session = scan(window)
    far = next(
        int(file) for file in session.clusters.members if session.clustering.reached_through(int(file))
    )
    other, _ = session.clustering.reached_through(far)
    name, path = os.path.basename(session.record(other).path), session.record(far).path
    index = file_index(window, path)
    window.clusters.tree.setCurrentIndex(index)
    details = window.details
    qtbot.waitUntil(details.through.isVisible, timeout=LONG)
    assert details.through.whole().startswith("In this cluster because it shares ")
    assert details.through.whole().endswith(f" with {name}.")
    assert details.through_button.text() == name
    assert details.through_button.accessibleName() == f"Compare with {name}"
    assert f"with {name}." in index.siblingAtColumn(Column.VERSION).data(Qt.ItemDataRole.ToolTipRole)
    qtbot.mouseClick(details.through_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: f"shared with {name}" in details.subtitle.whole(), timeout=LONG)
    assert details.tabs.currentIndex() == COMPARE
    window.clusters.tree.setCurrentIndex(
        file_index(window, session.record(int(session.clusters.kept[0])).path)
    )
    qtbot.waitUntil(lambda: not details.through.isVisible())
    window.clusters.tree.setCurrentIndex(file_index(window, path))
    QTest.keyClick(window.clusters.tree, Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: f"shared with {name}" in details.subtitle.whole(), timeout=LONG)


def test_several_rows_leave_their_cluster_each_by_itself(qtbot, scanned, tree):
    one, other, kept = tree.families["report"][0], tree.families["report"][1], tree.families["report"][-1]
    session = scanned.workspace.session
    cluster = session.clusters.cluster_of(session.file_of(one))
    before = [
        session.record(int(file)).path
        for file in session.clusters.members[slice(*session.clusters.offsets[cluster : cluster + 2])]
    ]
    contents = session.clusters.files.contents
    gone = {
        path for path in before
        if contents[session.file_of(path)] in (contents[session.file_of(one)], contents[session.file_of(other)])
    }  # fmt: skip
    rest = [path for path in before if path not in gone]
    select(qtbot, scanned, [one, other], top=False)
    scanned.clusters.tree.setFocus()
    QTest.keyClick(scanned.clusters.tree, Qt.Key.Key_N, BOTH)
    qtbot.waitUntil(lambda: apart(scanned, one, kept), timeout=LONG)
    assert apart(scanned, one, other)
    assert apart(scanned, other, kept)
    assert len(rest) > 1
    assert not any(apart(scanned, path, kept) for path in rest)
    text = scanned.banner.text.text()
    assert (
        text == f"Removed {len(gone)} files from their clusters; the {len(rest)} other files stay together."
    )
    qtbot.mouseClick(scanned.banner.action, Qt.MouseButton.LeftButton)  # Undo
    qtbot.waitUntil(lambda: not apart(scanned, one, kept), timeout=LONG)
    assert not any(apart(scanned, path, kept) for path in before)


@pytest.mark.parametrize(
    ("relation", "chip", "tip", "sentence"),
    [
        (
            OTHER_FORMAT,
            "other format",
            "In another format, so never marked automatically.",
            "shared with pipeline.py, in another format",
        ),
        (
            SIBLING,
            "same form",
            "Shares a form with the kept file, not its content",
            "Shares a form with etl/pipeline.py",
        ),
        (
            SIMILAR,
            "similar",
            "Only similar to the kept file: their names speak for parts of a series, or for different things.",
            "shared with",
        ),
    ],
)
def test_what_the_new_relations_say(qtbot, scanned, tree, monkeypatch, relation, chip, tip, sentence):
    session = scanned.workspace.session
    path = tree.families["pipeline"][1 if relation == SIBLING else 0]
    file = session.file_of(path)
    table, position = session.clusters, session.clusters.position_of(file)
    table.relation[position] = relation
    table.reason[position] = Reason.SERIES if relation == SIMILAR else Reason.NONE
    index = file_index(scanned, path)
    assert index.siblingAtColumn(Column.VERSION).data() == chip
    assert tip in index.siblingAtColumn(Column.VERSION).data(Qt.ItemDataRole.ToolTipRole)
    scanned.clusters.tree.setCurrentIndex(index)
    assert sentence in scanned.details.subtitle.whole()
    qtbot.waitUntil(lambda: tip in scanned.details.why.words.text(), timeout=LONG)
    scanned.commands.mark_older.trigger()
    assert path not in marked(scanned)


def test_the_filter_menu_offers_the_new_relations(qtbot, scanned):
    menu = scanned.top.filters.menu()
    menu.aboutToShow.emit()
    words = {action.toolTip() for action in menu.actions()}
    assert {"is:other-format", "is:sibling"} <= words


def test_the_figures_beside_some_clusters_are_theirs(qtbot, scanned):
    whole = scanned.clusters.summary.whole()
    show(qtbot, scanned, "pipeline")
    session = scanned.workspace.session
    cluster = session.clusters.cluster(int(scanned.clusters.model.rows.view.clusters[0]))
    freed = size_text(cluster.bytes_freed)
    assert scanned.clusters.summary.whole() == f"{len(cluster.members)} files · {freed} can be freed"
    assert scanned.clusters.summary.whole() != whole
    show(qtbot, scanned, "")
    assert scanned.clusters.summary.whole() == whole

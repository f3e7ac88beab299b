"""Key space and map beside the tree: loaded when opened, one selection, the map's filter, pictures that follow."""

import os
import subprocess
import sys

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, Qt

from simfinder.app.clusters.cluster_order import among, order
from simfinder.gui.overview import overview
from simfinder.gui.overview.overview import View
from tests.gui.conftest import LONG
from tests.unit.app.clusters.test_cluster_table import table  # noqa: F401

CHOOSE = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


@pytest.fixture
def settled(qtbot, scanned):
    def wait():
        qtbot.waitUntil(lambda: scanned.overview.settled, timeout=LONG)

    return wait


@pytest.fixture
def key_space(scanned, settled):
    scanned.overview.show_view(View.ANALYSIS)
    settled()
    return scanned.overview.key_space


@pytest.fixture
def space_map(scanned, settled):
    scanned.overview.show_view(View.MAP)
    settled()
    return scanned.overview.map


def shown_files(window):
    model = window.clusters.model
    return {file for row in range(model.rows.clusters) for file in model.rows.members_of(row)}


def choose_folder(view, path):
    """Press the folder of a path, as the canvas tells it."""
    view._choose_cell(next(cell for cell in view.canvas.cells if view._space.tree.path(cell.folder) == path))


def test_views_are_loaded_when_they_are_opened(scanned):
    assert scanned.overview.key_space is None
    assert scanned.overview.map is None
    assert scanned.overview.view is View.CLUSTERS


def test_there_is_nothing_to_switch_before_a_scan(qtbot, window):
    assert not window.overview.tabs.isVisible()
    assert not any(action.isEnabled() for action in window.commands.views.actions())
    window.overview.show_view(View.MAP)
    assert window.overview.view is View.CLUSTERS


def test_keys_switch_views_and_the_focus_follows(qtbot, scanned, settled):
    for key, view in (
        (Qt.Key.Key_2, View.FOLDERS),
        (Qt.Key.Key_3, View.ANALYSIS),
        (Qt.Key.Key_4, View.MAP),
        (Qt.Key.Key_1, View.CLUSTERS),
    ):
        qtbot.keyClick(scanned, key, Qt.KeyboardModifier.ControlModifier)
        settled()
        assert scanned.overview.view is view
        assert scanned.overview.tabs.currentIndex() == view
        assert scanned.commands.views.checkedAction().data() == view
        page = scanned.overview.pages.currentWidget()
        assert page.isAncestorOf(scanned.focusWidget())


def test_the_key_space_holds_all_files_and_what_is_chosen_in_the_tree(qtbot, scanned, key_space, settled):
    session = scanned.workspace.session
    assert len(key_space.canvas) == session.clustering.file_count
    index = scanned.clusters.model.index(0, 0)
    scanned.clusters.tree.selectionModel().select(index, CHOOSE)
    settled()
    assert key_space.selection == sorted(scanned.clusters.model.rows.members_of(0))


def test_files_chosen_as_dots_are_chosen_in_the_tree(qtbot, scanned, tree, key_space, settled):
    session = scanned.workspace.session
    files = sorted(session.file_of(path) for path in tree.families["pipeline"])
    stranger = next(i for i in range(session.clustering.file_count) if session.clusters.cluster_of(i) < 0)
    wanted = sorted([*files, stranger])
    key_space._choose(np.flatnonzero(np.isin(key_space._space.files, wanted)), False)
    settled()
    assert scanned.clusters.tree.selected_files() == files
    assert key_space.selection == wanted  # the one that is in no cluster stays chosen here
    assert session.file_of(scanned.clusters.model.path_of(scanned.clusters.tree.currentIndex())) in files


def test_dots_chosen_outside_of_a_filter_are_chosen_when_all_rows_are_there(
    qtbot, scanned, monkeypatch, tree, key_space, settled
):
    """Rows of a large session come later; what was chosen, in a cluster or not, stays so until then and after."""
    session = scanned.workspace.session
    monkeypatch.setattr("simfinder.gui.state.session_edits.LARGE", -1)
    monkeypatch.setattr(overview, "MOST_CHOSEN", 2)
    scanned.clusters.set_filter("")

    def choose(files):
        key_space._choose(np.flatnonzero(np.isin(key_space._space.files, files)), False)

    scanned.clusters.tree.header().setSortIndicator(
        1, Qt.SortOrder.DescendingOrder
    )  # an order that takes a job
    qtbot.waitUntil(lambda: scanned.clusters.settled, timeout=LONG)
    pipeline = sorted(session.file_of(path) for path in tree.families["pipeline"])
    other = next(
        row for row in range(len(session.clusters)) if session.clusters.cluster_of(pipeline[0]) != row
    )
    choose(
        scanned.clusters.model.rows.members_of(
            scanned.clusters.model.rows.top_row_of(int(session.clusters.kept[other]))
        )
    )
    qtbot.waitUntil(lambda: scanned.clusters.settled, timeout=LONG)
    assert scanned.clusters.model.rows.top_row_of(pipeline[0]) < 0
    stranger = next(i for i in range(session.clustering.file_count) if session.clusters.cluster_of(i) < 0)
    choose([pipeline[0], stranger])
    assert scanned.clusters.choosing
    qtbot.waitUntil(lambda: scanned.clusters.settled, timeout=LONG)
    settled()
    assert scanned.clusters.tree.selected_files() == [pipeline[0]]
    assert key_space.selection == sorted([pipeline[0], stranger])


def test_a_crowd_of_dots_narrows_the_tree(scanned, monkeypatch, key_space, settled):
    monkeypatch.setattr(overview, "MOST_CHOSEN", 2)
    members = scanned.clusters.model.rows.members_of(0)
    key_space._choose(np.flatnonzero(np.isin(key_space._space.files, members)), False)
    settled()
    assert shown_files(scanned) == set(members)
    assert scanned.top.chip.isVisibleTo(scanned)
    assert scanned.top.chip.words == f"{len(members)} chosen files"


def test_a_folder_of_the_map_narrows_the_tree_and_the_chip_widens_it(
    qtbot, scanned, tree, space_map, settled
):
    session = scanned.workspace.session
    before = shown_files(scanned)
    folder = os.path.dirname(tree.families["pipeline"][0])
    choose_folder(space_map, folder)
    shown = shown_files(scanned)
    here = {f for f in before if session.record(f).path.startswith(folder + os.sep)}
    clusters = {session.clusters.cluster_of(f) for f in here}
    assert shown == {f for f in before if session.clusters.cluster_of(f) in clusters}
    assert shown < before
    chip = scanned.top.chip
    assert chip.isVisibleTo(scanned)
    assert os.path.basename(folder) in chip.words
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert shown_files(scanned) == before
    assert not chip.isVisibleTo(scanned)
    assert space_map.choice is None


def test_a_type_without_clusters_offers_the_way_back(qtbot, scanned, space_map, settled):
    session = scanned.workspace.session
    scanned.workspace.set_tolerance(None, 0.0)
    qtbot.wait(overview.SETTLE_MS + 50)
    settled()
    empty = next(
        i for i in range(len(space_map._space.type_names))
        if all(session.clusters.cluster_of(f) < 0 for f in space_map._space.files_of_type(i).tolist())
    )  # fmt: skip
    before = shown_files(scanned)
    space_map._choose_type(empty)
    scanned.overview.show_view(View.CLUSTERS)
    assert not shown_files(scanned)
    state = scanned.clusters.empty
    assert state.isVisibleTo(scanned)
    assert state.title.text() == "No clusters here"
    qtbot.mouseClick(state.button, Qt.MouseButton.LeftButton)
    assert shown_files(scanned) == before


def test_the_map_follows_a_regroup_and_the_key_space_what_went(qtbot, scanned, space_map, settled):
    workspace = scanned.workspace
    before = space_map._space.folders[0].tolist()
    workspace.set_tolerance(None, 0.0)
    qtbot.waitUntil(lambda: space_map._space.folders[0].tolist() != before, timeout=LONG)
    assert space_map._space.folders[0].sum() == sum(before)
    scanned.overview.show_view(View.ANALYSIS)
    settled()
    view = scanned.overview.key_space
    first, count = view._space, len(view._space)
    workspace.set_tolerance(None, 0.3)
    qtbot.wait(overview.SETTLE_MS + 50)
    settled()
    assert view._space is first  # where files lie does not depend on clusters
    path = workspace.session.record(0).path
    workspace.files_removed([path])
    qtbot.waitUntil(lambda: len(view._space) == count - 1, timeout=LONG)


def test_another_scan_drops_the_filter(qtbot, scanned, scan, space_map):
    space_map._choose_type(0)
    assert scanned.top.chip.words
    scan(scanned)
    assert not scanned.top.chip.words
    assert not scanned.clusters.only
    assert space_map.choice is None


def test_clusters_among_files(table):  # noqa: F811
    mask = np.zeros(7, dtype=np.bool_)
    mask[6] = True
    assert among(order(table), table, mask).clusters.tolist() == [1]
    mask[1] = True
    assert among(order(table), table, mask).clusters.tolist() == order(table).clusters.tolist()
    assert among(order(table), table, ~np.ones(7, dtype=np.bool_)).clusters.tolist() == []


def test_the_module_needs_no_numpy():
    code = "import sys, simfinder.gui.overview.overview; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)

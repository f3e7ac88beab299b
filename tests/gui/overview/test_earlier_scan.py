"""Ignore what a person does with an earlier scan that is still on the screen, and free its memory."""

import gc
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication

from simfinder.gui.details.details_panel import VERSIONS
from simfinder.gui.jobs.job_functions import Scanned
from simfinder.gui.overview.overview import View
from tests.gui.conftest import LONG
from tests.helpers.files.folder_trees import project_tree
from tests.helpers.files.trees import version_tree


@pytest.fixture
def window(qtbot, make, scan, tmp_path):
    """It has scanned versions, and folders that are copies."""
    tree = version_tree(tmp_path / "home folder")
    project_tree(f"{tree.root}/Projects")
    window = make([tree.root])
    scan(window)
    return window


@pytest.fixture
def other(make, scan, window, tmp_path):
    """Another scan: a few files, none of them similar."""
    folder = tmp_path / "other"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.txt").write_text(f"{number} " * 2000)
    return scan(make([folder]))


def wait(qtbot, window):
    qtbot.waitUntil(lambda: window.overview.settled and not window.work.busy, timeout=LONG)


def test_files_of_folders_are_not_compared(qtbot, window, other):
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    assert window.overview.folders.files.model().rowCount() > 0
    window.workspace.show_scan(Scanned(other, ""))
    wait(qtbot, window)
    assert window.details.title.text() == ""
    told = []
    window.overview.compare_wanted.connect(lambda *what: told.append(what[1:]))
    window.overview.folders.tell_file()
    assert told == [(-1, -1)]


def test_dots_choose_nothing(qtbot, window, other):
    window.overview.show_view(View.ANALYSIS)
    wait(qtbot, window)
    space = window.overview.key_space
    window.workspace.show_scan(Scanned(other, ""))
    space._choose(np.arange(len(space._space)), False)
    assert len(space._space) > len(other.result.files)
    assert not window.clusters.choosing
    assert not window.clusters.only
    wait(qtbot, window)
    assert len(space._space) == len(other.result.files)
    space._choose(np.arange(2), False)
    assert window.overview._speaker is View.ANALYSIS


def test_versions_over_time_choose_nothing(qtbot, window, other):
    window.clusters.tree.select_files([window.clusters.model.rows.kept_of(0)])
    window.overview.show_view(View.ANALYSIS)
    window.overview.analysis.tabs.setCurrentIndex(1)
    panel, told = window.overview.analysis.timeline, []
    qtbot.waitUntil(lambda: panel.settled and bool(panel.timeline.strip.versions), timeout=LONG)
    panel.selected.connect(lambda session, files: told.append(session))
    window.workspace.show_scan(Scanned(other, ""))
    files = list(panel.timeline.strip.versions[0].files)
    panel.timeline.selected.emit(files)
    assert told[0] is not other
    assert window.overview._speaker is None
    panel.selected.emit(other, [0])
    assert window.overview._speaker is View.ANALYSIS


def test_folders_of_the_map_narrow_and_mark_nothing(qtbot, window, other):
    window.overview.show_view(View.MAP)
    wait(qtbot, window)
    shown, told = window.overview.map, []
    window.overview.mark_wanted.connect(lambda *what: told.append(what))
    cell = shown.canvas.cells[0]
    menu = shown.menu_of(cell)
    menu.popup(QPoint(50, 50))
    mark = menu.actions()[0]
    window.workspace.show_scan(Scanned(other, ""))
    shown._choose_cell(cell)
    mark.trigger()
    assert not window.clusters.only
    assert not told
    wait(qtbot, window)
    assert QApplication.activePopupWidget() is None
    shown._choose_cell(shown.canvas.cells[0])
    assert window.clusters.only


def test_the_menu_of_a_file_is_closed(qtbot, window, other):
    clusters = window.clusters
    index = clusters.model.index(0, 0)
    QTimer.singleShot(0, lambda: clusters._open_menu(index, QPoint(50, 50)))
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    window.workspace.show_scan(Scanned(other, ""))
    assert QApplication.activePopupWidget() is None


def test_versions_choose_nothing(qtbot, window, other):
    clusters, versions = window.clusters, window.details.versions
    window.details.tabs.setCurrentIndex(VERSIONS)
    qtbot.waitUntil(lambda: versions.settled and bool(versions.model.rows), timeout=LONG)
    told, index = [], versions.model.index(0)
    versions.selected.connect(told.append)
    versions.list.clicked.emit(index)
    assert len(told) == 1
    versions.ask(other, 0)
    versions.list.clicked.emit(index)
    assert len(told) == 1
    assert clusters.model.rows.clusters


def test_what_another_view_compared_is_no_file_of_the_cluster(qtbot, window, other):
    """The next file to compare with is one of the cluster of the chosen row, in the numbers of the scan it is of."""
    details, session = window.details, window.workspace.session
    kept = window.clusters.model.rows.kept_of(0)
    member = next(file for file in window.clusters.model.rows.members_of(0) if file != kept)
    window.clusters.tree.select_files([member])
    details.compare_files(other, 0, -1)
    details.step_other(1)
    assert details._shown.path == other.record(0).path
    assert session.record(member).path == window.clusters.model.path_of(window.clusters.tree.currentIndex())


@pytest.mark.parametrize("last", list(View))
def test_nothing_holds_the_earlier_scan(qtbot, window, other, last):
    """Of a million files a session takes a gigabyte."""
    window.clusters.tree.select_files([window.clusters.model.rows.kept_of(0)])
    window.details.tabs.setCurrentIndex(VERSIONS)
    for view in (*View, last):
        window.overview.show_view(view)
        wait(qtbot, window)
        if view is View.ANALYSIS:
            window.overview.analysis.tabs.setCurrentIndex(1)
            qtbot.waitUntil(lambda: window.overview.analysis.timeline.settled, timeout=LONG)
    gone = weakref.ref(window.workspace.session)
    window.workspace.show_scan(Scanned(other, ""))
    let_go(qtbot, gone)


def let_go(qtbot, gone):
    """Wait until nothing holds it: what the window shows follows in jobs."""

    def is_gone():
        gc.collect()
        return gone() is None

    qtbot.waitUntil(is_gone, timeout=LONG)


def test_a_scan_again_holds_nothing_of_the_one_before(qtbot, window, scan):
    gone = weakref.ref(window.workspace.session)
    scan(window)
    let_go(qtbot, gone)

"""What nobody does on purpose, and a monkey did: each of these was a fault."""

import os
import shutil

from simfinder.gui.overview.overview import View
from tests.gui.conftest import LONG


def test_another_scan_knows_nothing_of_the_files_that_were_shown_alone(qtbot, scanned, tree, scan):
    """The map's choice was held as numbers of files; the next scan found fewer."""
    window = scanned
    window.overview.show_view(View.MAP)
    qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    files = range(len(window.workspace.session.result.files))
    window.clusters.show_only("all of them", files)
    window.workspace.set_folders([os.path.join(tree.root, "Documents")])
    session = scan(window)
    assert len(session.result.files) < len(files)
    qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    assert 0 < window.clusters.model.rows.clusters <= len(session.clusters)


def test_clusters_that_were_open_are_forgotten_by_a_scan_without_any(qtbot, scanned, tree, scan):
    """The tree held what was open as numbers of files; the scan of a folder with one file knows no such number."""
    window = scanned
    assert window.clusters.tree.isExpanded(window.clusters.model.index(0, 0))
    lone = os.path.join(tree.root, "lone")
    os.mkdir(lone)
    shutil.copy(tree.strangers[0], lone)
    window.workspace.set_folders([lone])
    scan(window)
    assert window.clusters.model.rows.clusters == 0
    window.workspace.set_tolerance(None, 0.5)
    qtbot.wait(1)
    window.workspace.set_folders([tree.root])
    scan(window)
    assert window.clusters.model.rows.clusters > 0
    assert window.clusters.tree.isExpanded(window.clusters.model.index(0, 0))
    assert window.clusters.model.file_of(window.clusters.tree.currentIndex()) >= 0


def test_the_map_of_another_scan_knows_nothing_of_the_folders_that_were_outlined(qtbot, scanned, tree, scan):
    """The canvas held them as numbers of folders, of which the next scan has fewer."""
    window = scanned
    window.overview.show_view(View.MAP)
    window.clusters.tree.selectAll()
    qtbot.waitUntil(lambda: window.overview.settled and bool(window.overview.map.canvas.marked), timeout=LONG)
    window.workspace.set_folders([os.path.join(tree.root, "Pictures")])
    scan(window)
    qtbot.waitUntil(lambda: window.overview.settled, timeout=LONG)
    assert window.overview.map.canvas.cells

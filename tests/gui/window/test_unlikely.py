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


def test_names_that_are_no_utf8_reach_what_is_asked_for(qtbot, make, scan, tmp_path):
    """Qt's strings lost their bytes on the way from a menu, a list or a review to the part that was to act."""
    folder = os.path.join(os.fsencode(tmp_path), b"odd \xff folder")
    os.mkdir(folder)
    one, other = (os.path.join(folder, name) for name in (b"\xffone.txt", b"\xffother.txt"))
    for path in (one, other):
        with open(path, "wb") as file:
            file.write(b"the same words in both\n" * 40)
    folder, one = os.fsdecode(folder), os.fsdecode(one)
    window = make([folder])
    asked = []
    session = scan(window)
    assert window.folders.model.path_of(window.folders.model.index(0)) == folder

    window.folders.list.setCurrentIndex(window.folders.model.index(0))
    window.folders.mark_wanted.connect(asked.append)
    window.folders.rules_wanted.connect(asked.append)
    window.folders.mark_here.trigger()
    window.folders.own_rules.trigger()
    qtbot.waitUntil(lambda: window.dialog is not None)
    window.dialog.close()
    qtbot.waitUntil(lambda: window.dialog is None)
    assert asked == [folder, folder]

    assert len(session.marks) == 1
    window.commands.clear.trigger()
    window.clusters.marks_wanted.emit("in", folder)
    qtbot.waitUntil(lambda: window.dialog is not None and window.dialog.proposal is not None, timeout=LONG)
    assert window.dialog.proposal.preview.files == 1
    window.dialog.confirm.click()
    qtbot.waitUntil(lambda: window.dialog is None)
    assert len(session.marks) == 1

    window.commands.trash.trigger()
    qtbot.waitUntil(lambda: window.dialog is not None, timeout=LONG)
    compared = []
    window.dialog.compare_wanted.connect(lambda path, kept: compared.append({path, kept}))
    window.dialog.choose_row(window.dialog.model.file_rows()[0])
    window.dialog.compare.setChecked(True)
    assert compared == [{one, os.fsdecode(other)}]
    window.dialog.close()
    qtbot.waitUntil(lambda: window.dialog is None)

    window.clusters.like_wanted.emit(one)
    qtbot.waitUntil(lambda: window.dialog is not None)
    qtbot.waitUntil(lambda: window.dialog.table.model().rowCount() == 1, timeout=LONG)
    assert window.dialog.table.model().row(0).file.path == os.fsdecode(other)

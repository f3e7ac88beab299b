"""What the other views make of folders that are alike: clusters fold, the view comes first, map and side bar mark."""

import os
import shutil

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest

from simfinder.app.folders.folder_difference import Difference
from simfinder.gui.details.details_panel import PREVIEW
from simfinder.gui.overview import overview
from simfinder.gui.overview.overview import View
from simfinder.gui.sidebar.folder_model import FolderRole
from tests.gui.conftest import LONG
from tests.helpers.files.folder_trees import project_tree
from tests.helpers.files.trees import version_tree


def wait(qtbot, window):
    qtbot.waitUntil(
        lambda: window.overview.settled and window.clusters.settled and not window.work.busy, timeout=LONG
    )


@pytest.fixture
def mixed(qtbot, make, scan, tmp_path):
    """A window with a scan in which copies of a project are a small part."""
    tree = version_tree(tmp_path / "home folder")
    project_tree(os.path.join(tree.root, "Projects"))
    window = make([tree.root])
    scan(window)
    wait(qtbot, window)
    return window


def names(window):
    rows = window.clusters.model.rows
    return {
        os.path.basename(rows.table.files.records.path(rows.kept_of(row))) for row in range(rows.clusters)
    }


def test_a_row_is_chosen_when_the_chosen_one_is_folded_away(qtbot, mixed):
    clusters, tree, explained = mixed.clusters, mixed.clusters.tree, mixed.overview._explained
    clusters.set_explained(None)
    wait(qtbot, mixed)
    rows = clusters.model.rows
    kept = map(rows.kept_of, range(rows.clusters))
    server = next(file for file in kept if "server.js" in rows.table.files.records.path(file))
    tree.select_files([server])
    clusters.set_explained(explained)
    wait(qtbot, mixed)
    assert "server.js" not in names(mixed)
    assert tree.currentIndex().isValid()
    assert tree.selectionModel().isSelected(tree.currentIndex())


def test_the_list_does_not_move_under_a_pointer_that_moves(qtbot, make, scan, tmp_path, monkeypatch):
    pointer = iter(range(1_000_000))  # another place at each look
    monkeypatch.setattr(overview, "REST_MS", 20)
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(next(pointer), 0))
    tree = version_tree(tmp_path / "home folder")
    project_tree(os.path.join(tree.root, "Projects"))
    window = make([tree.root])
    view = window.clusters.tree.viewport()
    view.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    scan(window, settle=False)
    qtbot.waitUntil(lambda: window.overview._pairs is not None, timeout=LONG)
    qtbot.wait(200)
    assert not window.clusters.explained.isVisible()
    assert "server.js" in names(window)
    assert not window.overview.settled
    monkeypatch.setattr(QCursor, "pos", lambda: QPoint(7, 7))  # it rests
    wait(qtbot, window)
    assert window.clusters.explained.isVisible()
    assert "server.js" not in names(window)


def test_explained_clusters_are_folded_below_a_row(qtbot, mixed):
    bar, total = mixed.clusters.explained, len(mixed.workspace.session.clusters)
    (row,) = bar.rows
    assert row.isVisible()
    count = int(row.accessibleName().split()[0])
    assert row.accessibleName() == f"{count} clusters are explained by webapp and 2 more"
    assert mixed.clusters.model.rows.clusters == total - count
    assert "server.js" not in names(mixed)
    assert mixed.clusters.title.text().startswith(f"{total} ")
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Space)
    wait(qtbot, mixed)
    assert mixed.clusters.model.rows.clusters == total
    assert "server.js" in names(mixed)
    assert bar.rows[0].isChecked()
    assert bar.rows[0].hasFocus()
    QTest.keyClick(bar.rows[0], Qt.Key.Key_Space)
    wait(qtbot, mixed)
    assert mixed.clusters.model.rows.clusters == total - count


def test_a_row_that_is_pressed_while_rows_are_listed_anew_still_counts(qtbot, mixed):
    (row,) = mixed.clusters.explained.rows
    qtbot.mousePress(row, Qt.MouseButton.LeftButton)
    mixed.clusters.set_explained(mixed.overview._explained)
    wait(qtbot, mixed)
    qtbot.mouseRelease(row, Qt.MouseButton.LeftButton)
    wait(qtbot, mixed)
    assert row.isChecked()
    assert row.arrowType() is Qt.ArrowType.DownArrow
    assert "server.js" in names(mixed)


def test_folded_clusters_are_found_and_marked_as_ever(qtbot, mixed):
    mixed.top.filter.setText("server.js")
    wait(qtbot, mixed)
    assert names(mixed) == {"server.js"}
    mixed.top.filter.clear()
    wait(qtbot, mixed)
    assert "server.js" not in names(mixed)
    assert not mixed.clusters.mark_scope()  # all, folded ones too
    mask = mixed.clusters.files_in_scope()
    session = mixed.workspace.session
    records = session.result.files
    hidden = [at for at in range(len(mask)) if records.path(at).endswith("server.js")]
    assert hidden
    assert mask[hidden].all()
    mixed.clusters.choose_files(hidden[:1])  # from another view
    wait(qtbot, mixed)
    assert "server.js" in names(mixed)


def test_row_opens_the_pair(qtbot, mixed):
    qtbot.mouseClick(mixed.clusters.explained.links[0], Qt.MouseButton.LeftButton)
    wait(qtbot, mixed)
    assert mixed.overview.view is View.FOLDERS
    assert os.path.basename(mixed.overview.folders.table.current().entry.kept) == "webapp"


def test_view_stays_where_folders_explain_little(mixed):
    assert mixed.overview.view is View.CLUSTERS


def test_folders_come_first_where_they_explain_most(qtbot, make, scan, tmp_path):
    window = make([str(project_tree(tmp_path / "home folder"))])
    scan(window)
    wait(qtbot, window)
    assert window.overview.view is View.FOLDERS
    # a person who went back stays there
    window.overview.show_view(View.CLUSTERS)
    window.workspace.set_tolerance(None, 0.1)
    wait(qtbot, window)
    assert window.overview.view is View.CLUSTERS


def test_folders_do_not_come_first_once_somebody_works(qtbot, make, scan, tmp_path):
    window = make([str(project_tree(tmp_path / "home folder"))])
    scan(window, settle=False)
    QTest.keyClick(window.clusters.tree, Qt.Key.Key_Down)
    wait(qtbot, window)
    assert window.overview.view is View.CLUSTERS
    assert window.overview.alike


def test_map_marks_copies(qtbot, mixed):
    mixed.overview.show_view(View.MAP)
    wait(qtbot, mixed)
    view = mixed.overview.map
    tree = view._space.tree
    view.enter(next(at for at in range(len(tree)) if tree.path(at).endswith("/Projects")))
    marked = {
        os.path.basename(tree.path(cell.folder)): cell
        for cell in view.canvas.cells
        if not view.canvas.icon_rect(cell).isEmpty()
    }
    assert {"webapp", "webapp - Copy"} <= marked.keys()
    copy = marked["webapp - Copy"]
    assert "webapp - Copy is a copy of webapp" in view._cell_tip(copy)
    assert "Show its copies" in [action.text() for action in view.menu_of(copy).actions()]
    place = view.canvas.icon_rect(copy).center()
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=QPointF(place).toPoint())
    wait(qtbot, mixed)
    assert mixed.overview.view is View.FOLDERS
    assert str(mixed.overview.folders.table.current().entry.kept).endswith("webapp")


def test_list_of_folders_marks_copies(qtbot, make, scan, tmp_path):
    root = project_tree(tmp_path / "home folder")
    shutil.copytree(root / "webapp", tmp_path / "second" / "webapp", symlinks=True)
    folders = [str(root / "thesis"), str(root / "webapp"), str(tmp_path / "second")]
    window = make(folders)
    scan(window)
    wait(qtbot, window)
    window.overview.show_view(View.CLUSTERS)
    model = window.folders.model
    texts = [model.index(row).data(FolderRole.ALIKE) for row in range(3)]
    assert not texts[0]
    assert "is a copy of" in texts[1] or "has" in texts[1]
    assert texts[2] == "1 folder in it is a copy or version of another one"
    spoken = model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert texts[1] in spoken
    view = window.folders.list
    rect = view.visualRect(model.index(1))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert window.overview.view is View.CLUSTERS
    at_mark = rect.center()
    at_mark.setX(rect.right() - 10)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at_mark)
    wait(qtbot, window)
    assert window.overview.view is View.FOLDERS


def test_the_pane_of_the_chosen_file_goes_with_the_view(qtbot, mixed):
    """What was chosen among the clusters says nothing among the folders; a file of one folder alone is shown."""
    details, tree, model = mixed.details, mixed.clusters.tree, mixed.clusters.model
    mixed.overview.show_view(View.CLUSTERS)
    tree.setCurrentIndex(model.index(1, 0, model.index(0, 0)))
    among_clusters = details.title.text()
    assert among_clusters
    mixed.overview.show_view(View.FOLDERS)
    wait(qtbot, mixed)
    view = mixed.overview.folders
    first = os.path.basename(view.files.current().row.path_a)
    assert details.title.text() == first
    mixed.workspace.clusters_changed.emit()  # a regroup
    wait(qtbot, mixed)
    assert details.title.text() == first
    pair = next(row for row in view.pairs.rows if row.only_here and row.changed)
    view.choose_pair(pair.path, pair.kept)
    wait(qtbot, mixed)
    view.files.setFocus()
    listed = [view.files.model().row(at).row for at in range(view.files.model().rowCount())]
    at = next(at for at, row in enumerate(listed) if row is not None and row.kind is Difference.ONLY_A)
    with qtbot.waitSignal(details._loader.loaded, timeout=LONG):
        view.files.selectRow(at)
    assert details.title.text() == os.path.basename(listed[at].path_a)
    assert details.tabs.currentIndex() == PREVIEW
    assert details.compare.message.text() == "Only one of the two folders has this file."
    mixed.overview.show_view(View.CLUSTERS)
    wait(qtbot, mixed)
    assert details.title.text() == among_clusters

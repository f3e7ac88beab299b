"""The folders view: pairs, files side by side, keeping a side by the same review, and undo."""

import os
import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from simfinder.app.folders.folder_difference import Difference
from simfinder.gui.details.details_panel import COMPARE
from simfinder.gui.overview.folders.folder_list import FolderDelegate
from simfinder.gui.overview.overview import View
from simfinder.gui.widgets.table_model import TableRole
from simfinder.model.clusters import FolderRelation
from tests.gui.conftest import LONG
from tests.helpers.files.folder_trees import project_tree
from tests.unit.actions.world import photograph


@pytest.fixture
def home_tree(tmp_path):
    return project_tree(tmp_path / "home folder")


@pytest.fixture
def opened(qtbot, make, scan, home_tree):
    """A window that has scanned the projects, with the view open."""
    window = make([str(home_tree)])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    return window


def wait(qtbot, window):
    qtbot.waitUntil(lambda: window.overview.settled and not window.work.busy, timeout=LONG)


def test_it_is_said_that_folders_are_compared(qtbot, make, scan, home_tree):
    window = make([str(home_tree)])
    scan(window, settle=False)
    window.overview.show_view(View.FOLDERS)
    assert window.overview.folders.status.text() == "Comparing folders…"
    wait(qtbot, window)
    assert "pairs of folders" in window.overview.folders.status.text()


def review(qtbot, window, button):
    """Press a button and wait for the review."""
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.dialog is not None, timeout=LONG)
    return window.dialog


def carry_out(qtbot, window, button):
    """Press a button, agree to the review, and close the report."""
    dialog = review(qtbot, window, button)
    with qtbot.waitSignal(window.work.reported, timeout=LONG) as reported:
        qtbot.mouseClick(dialog.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.work.busy, timeout=LONG)
    if window.dialog is not None:
        window.dialog.close()
    wait(qtbot, window)
    return reported.args[0]


def test_pairs_are_listed_the_largest_saving_first(opened, home_tree):
    view = opened.overview.folders
    pairs = [(row.relation, os.path.basename(row.path)) for row in view.pairs.rows]
    assert (FolderRelation.IDENTICAL, "webapp - Copy") in pairs
    assert any(name == "webapp.bak" for _, name in pairs)
    freed = [row.bytes_freed for row in view.pairs.rows]
    assert freed == sorted(freed, reverse=True)
    assert not any("thesis" in row.path or "letters" in row.path for row in view.pairs.rows)
    assert "can be freed" in view.status.text()
    view.status.resize(30, view.status.height())
    assert view.status.text() == ""  # a cut figure would be another one


def file_rows(view):
    lines = [view.files.model().row(at) for at in range(view.files.model().rowCount())]
    return [line.row for line in lines if line.row is not None]


def names(view):
    """What the tree of files says, left and right, with the level of each row."""
    model = view.files.model()
    return [
        (model.index(at, 0).data(TableRole.LEVEL), model.index(at, 0).data(), model.index(at, 2).data())
        for at in range(model.rowCount())
    ]


def test_files_are_in_their_folders(qtbot, opened, home_tree):
    view = opened.overview.folders
    view.choose_pair(str(home_tree / "old" / "webapp.bak"), str(home_tree / "webapp"))
    wait(qtbot, opened)
    assert names(view) == [
        (0, "README.md", "README.md"),
        (0, "notes.txt", ""),
        (0, "src", "src"),
        (1, "", "new.js"),
        (1, "server.js", "server.js"),
    ]
    view.files.setFocus()
    view.files.selectRow(3)
    QTest.keyClick(view.files, Qt.Key.Key_Left)  # to the folder
    assert view.files.currentIndex().row() == 2
    QTest.keyClick(view.files, Qt.Key.Key_Left)
    assert [name for _, name, _ in names(view)] == ["README.md", "notes.txt", "src"]
    QTest.keyClick(view.files, Qt.Key.Key_Right)
    assert len(names(view)) == 5
    view.files.sortByColumn(4, Qt.SortOrder.DescendingOrder)
    assert ("src/server.js", "src/server.js") in [each[1:] for each in names(view)]
    assert all(level is None for level, _, _ in names(view))


def test_moved_files_are_told_with_their_new_place(qtbot, make, scan, home_tree):
    os.rename(home_tree / "webapp - Copy" / "src" / "views", home_tree / "webapp - Copy" / "src" / "pages")
    window = make([str(home_tree)])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    view = window.overview.folders
    assert view.choose_pair(str(home_tree / "webapp - Copy"), str(home_tree / "webapp"))
    wait(qtbot, window)
    assert names(view) == [
        (0, "src/pages", ""),
        (1, "login.html", "src/views/login.html"),
        (1, "start.html", "src/views/start.html"),
    ]
    assert view.kinds[Difference.MOVED].text() == "moved 2"
    view.kinds[Difference.MOVED].click()
    assert not names(view)


def test_files_of_a_pair_are_side_by_side(qtbot, opened, home_tree):
    view = opened.overview.folders
    assert view.choose_pair(str(home_tree / "old" / "webapp.bak"), str(home_tree / "webapp"))
    wait(qtbot, opened)
    listed = file_rows(view)
    assert {(row.kind, row.path_a or row.path_b) for row in listed} == {
        (Difference.CHANGED, "README.md"),
        (Difference.CHANGED, "src/server.js"),
        (Difference.ONLY_A, "notes.txt"),
        (Difference.ONLY_B, "src/new.js"),
    }
    view.kinds[Difference.SAME].click()
    assert len(file_rows(view)) > len(listed)
    view.kinds[Difference.CHANGED].click()
    assert not any(row.kind is Difference.CHANGED for row in file_rows(view))


def test_changed_file_is_compared_beside_it(qtbot, opened, home_tree):
    view = opened.overview.folders
    view.choose_pair(str(home_tree / "old" / "webapp.bak"), str(home_tree / "webapp"))
    wait(qtbot, opened)
    view.files.setFocus()
    row = next(
        at
        for at in range(view.files.model().rowCount())
        if (line := view.files.model().row(at)).row is not None and line.row.path_a == "src/server.js"
    )
    view.files.selectRow(row)
    wait(qtbot, opened)
    compare = opened.details.compare
    qtbot.waitUntil(lambda: compare._details is not None, timeout=LONG)
    request = compare._details.request
    assert request.path == str(home_tree / "old" / "webapp.bak" / "src" / "server.js")
    assert request.kept == str(home_tree / "webapp" / "src" / "server.js")
    assert opened.details.tabs.currentIndex() == COMPARE


def rows(view):
    return [view.table.model().row(at) for at in range(view.table.model().rowCount())]


def said(view):
    """The sentences of the list, with the second lines."""
    model = view.table.model()
    return [model.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(model.rowCount())]


def test_filter_narrows_the_pairs(qtbot, make, scan, home_tree):
    shutil.copytree(home_tree / "thesis", home_tree / "old" / "thesis")
    window = make([str(home_tree)])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    view = window.overview.folders
    before = view.table.model().rowCount()
    view.filter.setText("copy")
    assert 0 < view.table.model().rowCount() < before
    view.filter.setText("nothing like it")
    assert view.table.model().rowCount() == 0
    assert not view.keep.isVisible()
    view.filter.clear()
    assert view.table.model().rowCount() == before


def test_copy_goes_and_undo_brings_it_back(qtbot, opened, home_tree):
    before = photograph(home_tree, folder_times=True)
    view = opened.overview.folders
    copy = home_tree / "webapp - Copy"
    assert view.choose_pair(str(copy), str(home_tree / "webapp"))
    pair = view.pair
    button = view.keep if pair.path == str(copy) else view.keep_other
    dialog = review(qtbot, opened, button)
    assert "10 files" in dialog.title.text()
    assert "folders" in dialog.title.text()
    first = dialog.table.model().index(0, 0).data()
    assert first.endswith(" · 10 files"), "folders are counted as files"
    dialog.reject()
    qtbot.waitUntil(lambda: opened.dialog is None)
    assert copy.exists()
    report = carry_out(qtbot, opened, button)
    assert not os.path.lexists(copy)
    assert report.count_files(report.acts[0].state) == 10
    assert not view.choose_pair(str(copy), str(home_tree / "webapp"))
    with qtbot.waitSignal(opened.work.reported, timeout=LONG):
        opened.commands.undo.trigger()
    qtbot.waitUntil(lambda: not opened.work.busy, timeout=LONG)
    assert photograph(home_tree, folder_times=True).keys() == before.keys()
    assert {path: what[:2] for path, what in photograph(home_tree).items()} == {
        path: what[:2] for path, what in before.items()
    }
    if opened.dialog is not None:
        opened.dialog.close()
    wait(qtbot, opened)
    assert view.choose_pair(str(copy), str(home_tree / "webapp"))


def test_all_copies_go_by_three_clicks_and_come_back_by_one(qtbot, opened, home_tree):
    """The tab, "Remove copies" and the yes; then Undo."""
    os.remove(home_tree / "old" / "webapp.bak" / "notes.txt")
    with qtbot.waitSignal(opened.workspace.session_changed, timeout=LONG):
        opened.commands.scan.trigger()
    wait(qtbot, opened)
    before = photograph(home_tree)
    view = opened.overview.folders
    carry_out(qtbot, opened, view.clean)
    assert not (home_tree / "webapp - Copy").exists()
    assert not (home_tree / "old" / "webapp.bak").exists()
    assert view.files.isVisible() is (view.pair is not None), "files of folders that are gone"
    with qtbot.waitSignal(opened.work.reported, timeout=LONG):
        opened.commands.undo.trigger()
    qtbot.waitUntil(lambda: not opened.work.busy, timeout=LONG)
    assert {path: what[:3] for path, what in photograph(home_tree).items()} == {
        path: what[:3] for path, what in before.items()
    }


def test_three_folders_are_one_entry_in_the_order_of_versions(opened, home_tree):
    view = opened.overview.folders
    (head,) = rows(view)
    assert head.head
    assert head.entry.kept == str(home_tree / "webapp")
    assert [os.path.basename(row.path) for row in head.entry.rows] == ["webapp - Copy", "webapp.bak"]
    (text,) = said(view)
    assert text.startswith("webapp has 2 other versions")
    assert "webapp › webapp - Copy › " in text
    assert "frees" in text
    QTest.keyClick(view.table, Qt.Key.Key_Right)
    texts = said(view)
    assert len(texts) == 3
    assert texts[1].startswith("webapp - Copy is a copy of webapp")
    assert texts[2].startswith("webapp.bak is an older copy of webapp, 2 files changed")
    assert "1 only in the first" in texts[2]
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    QTest.keyClick(view.table, Qt.Key.Key_Left)  # back to the group, which stays open
    assert view.table.current().head
    QTest.keyClick(view.table, Qt.Key.Key_Left)
    assert len(said(view)) == 1


def test_names_of_folders_are_whole_in_a_narrow_list(qtbot, opened, monkeypatch):
    """Where a sentence has no room the names alone are painted, and below what they are to one another."""
    view = opened.overview.folders
    QTest.keyClick(view.table, Qt.Key.Key_Right)
    painted = []
    monkeypatch.setattr(
        FolderDelegate,
        "_paint_parts",
        lambda self, _painter, cell, parts, option: painted.append(
            ("".join(text for text, _ in parts), self._wide(parts, option) <= cell.width())
        ),
    )
    for width, expected in (
        (240, ["webapp and 2 more", "webapp - Copy", "webapp.bak"]),
        (
            900,
            [
                "webapp has 2 other versions",
                "webapp - Copy is a copy of webapp",
                "webapp.bak is an older copy",
            ],
        ),
    ):
        painted.clear()
        view.table.setFixedWidth(width)
        view.table.setFixedHeight(400)
        view.table.grab()
        assert len(painted) == 3
        for (text, fits), wanted in zip(painted, expected, strict=True):
            assert text.startswith(wanted)
            assert text == wanted or width > 240
            assert fits


def test_kinds_of_files_are_whole_in_a_narrow_place(qtbot, opened, home_tree):
    view = opened.overview.folders
    view.choose_pair(str(home_tree / "old" / "webapp.bak"), str(home_tree / "webapp"))
    wait(qtbot, opened)
    kinds = [button for button in view.kinds.values() if button.isVisible()]
    assert len(kinds) == 4
    beside = {button.y() for button in kinds}
    assert view.order.y() == pytest.approx(beside.pop(), abs=12)
    needed = sum(button.sizeHint().width() + 2 for button in kinds)
    view.halves.setFixedWidth(needed + 10)
    view._fit_kinds()
    qtbot.wait(1)
    assert all(button.width() >= button.sizeHint().width() for button in kinds)
    assert view.order.geometry().bottom() <= kinds[0].y()


def test_contradicting_order_is_shown(qtbot, make, scan, home_tree):
    """A folder by name older, whose files were changed later."""
    for path in (home_tree / "old" / "webapp.bak").rglob("*.*"):
        if path.is_file():
            os.utime(path, (1_790_000_000, 1_790_000_000))
    window = make([str(home_tree)])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    assert "names and times contradict each other" in said(window.overview.folders)[0]


@pytest.mark.parametrize("merge", [False, True])
def test_one_stays_of_the_whole_group(qtbot, opened, home_tree, merge):
    if not merge:
        os.remove(home_tree / "old" / "webapp.bak" / "notes.txt")
    with qtbot.waitSignal(opened.workspace.session_changed, timeout=LONG):
        opened.commands.scan.trigger()
    wait(qtbot, opened)
    before = photograph(home_tree)
    view = opened.overview.folders
    assert view.table.current().head
    assert view.merge.isVisible()
    view.merge.setChecked(merge)
    carry_out(qtbot, opened, view.keep)
    assert (home_tree / "webapp" / "notes.txt").exists() is merge
    assert not (home_tree / "webapp - Copy").exists()
    assert not (home_tree / "old" / "webapp.bak").exists()
    with qtbot.waitSignal(opened.work.reported, timeout=LONG):
        opened.commands.undo.trigger()
    qtbot.waitUntil(lambda: not opened.work.busy, timeout=LONG)
    assert {path: what[:3] for path, what in photograph(home_tree).items()} == {
        path: what[:3] for path, what in before.items()
    }


def test_list_follows_the_tolerance(qtbot, opened):
    view = opened.overview.folders
    start = [one.entry.paths for one in rows(view)]
    view.tolerance.setFocus()
    view.tolerance.setSliderDown(True)  # still dragged
    for value in (20, 10, 0):
        view.tolerance.setValue(value)
    wait(qtbot, opened)
    assert view.tolerance.isSliderDown()
    assert view.percent.text() == "0 %"
    assert rows(view)
    assert all(one.share >= 1 for one in view.pairs.rows)
    assert [one.entry.paths for one in rows(view)] != start
    QTest.keyClick(view.tolerance, Qt.Key.Key_Backspace)
    wait(qtbot, opened)
    assert [one.entry.paths for one in rows(view)] == start


def test_folders_move_to_a_folder(qtbot, opened, home_tree, tmp_path):
    before = photograph(home_tree)
    view, target = opened.overview.folders, tmp_path / "away"
    target.mkdir()
    view.choose_pair(str(home_tree / "webapp - Copy"), str(home_tree / "webapp"))
    view.where.setCurrentIndex(1)
    dialog = review(qtbot, opened, view.keep)
    dialog.fileSelected.emit(str(target))
    dialog.close()
    qtbot.waitUntil(lambda: hasattr(opened.dialog, "confirm"), timeout=LONG)
    with qtbot.waitSignal(opened.work.reported, timeout=LONG):
        qtbot.mouseClick(opened.dialog.confirm, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not opened.work.busy, timeout=LONG)
    opened.dialog.close()
    wait(qtbot, opened)
    qtbot.waitUntil(lambda: opened.work.can_undo, timeout=LONG)
    assert not (home_tree / "webapp - Copy").exists()
    assert sum(len(files) for _, _, files in os.walk(target)) >= 9
    with qtbot.waitSignal(opened.work.reported, timeout=LONG):
        opened.commands.undo.trigger()
    qtbot.waitUntil(lambda: not opened.work.busy, timeout=LONG)
    assert {path: what[:3] for path, what in photograph(home_tree).items()} == {
        path: what[:3] for path, what in before.items()
    }


def test_merge_takes_over_what_only_the_other_has(qtbot, opened, home_tree):
    view = opened.overview.folders
    backup = home_tree / "old" / "webapp.bak"
    view.choose_pair(str(backup), str(home_tree / "webapp"))
    wait(qtbot, opened)
    view.merge.setChecked(True)
    pair = view.pair
    carry_out(qtbot, opened, view.keep if pair.path == str(backup) else view.keep_other)
    assert (home_tree / "webapp" / "notes.txt").exists()
    assert not (backup / "notes.txt").exists()


def test_keyboard_goes_through_it(qtbot, opened):
    view = opened.overview.folders
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert view.files.hasFocus()
    QTest.keyClick(view.files, Qt.Key.Key_Return)
    assert view.table.hasFocus()
    for _ in range(20):
        if opened.focusWidget() is view.keep:
            break
        QTest.keyClick(opened.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClick(view.keep, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: opened.dialog is not None, timeout=LONG)
    opened.dialog.reject()


def test_everything_has_a_name(opened):
    view = opened.overview.folders
    for widget in (
        view.table,
        view.files,
        view.filter,
        view.keep,
        view.keep_other,
        view.tolerance,
        view.where,
    ):
        assert widget.accessibleName(), widget
    assert view.merge.text()


def test_no_folders_alike(qtbot, make, scan, tmp_path):
    for name in ("a", "b"):
        (tmp_path / "tree" / name).mkdir(parents=True)
        (tmp_path / "tree" / name / "x.txt").write_text(name * 500)
    window = make([str(tmp_path / "tree")])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    assert "No two folders have so much" in window.overview.folders.status.text()
    assert not window.overview.folders.keep.isVisible()


@pytest.mark.parametrize("loose", [False, True], ids=["archive", "loose files"])
def test_archive_goes_or_its_loose_files_go_and_come_back(qtbot, make, scan, home_tree, loose):
    folder = home_tree / "webapp"
    for name in ("webapp - Copy", "old", "letters", "thesis"):
        shutil.rmtree(home_tree / name, ignore_errors=True)
    (folder / "main").unlink()  # what a zip would hold as a file
    archive = shutil.make_archive(str(home_tree / "webapp"), "zip", home_tree, "webapp")
    before = {path: what[:3] for path, what in photograph(home_tree, folder_times=True).items()}
    window = make([str(home_tree)])
    scan(window)
    window.overview.show_view(View.FOLDERS)
    wait(qtbot, window)
    view = window.overview.folders
    assert view.choose_pair(archive, str(folder))
    wait(qtbot, window)
    assert not view.merge.isVisible()
    button = next(one for one in (view.keep, view.keep_other) if (".zip" in one.text()) is loose)
    assert ("Loose files go" if loose else "The archive goes") in button.toolTip()
    carry_out(qtbot, window, button)
    assert (os.path.exists(archive), folder.exists()) == (loose, not loose)
    qtbot.waitUntil(lambda: window.work.can_undo, timeout=LONG)
    with qtbot.waitSignal(window.work.reported, timeout=LONG):
        window.commands.undo.trigger()
    after = {path: what[:3] for path, what in photograph(home_tree, folder_times=True).items()}
    assert after == before

"""What the window says when there is nothing to show."""

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from simfinder.gui.wording.skipped_words import skipped_text
from simfinder.model.progress import IdenticalFiles
from tests.gui.conftest import LONG


def test_first_start_asks_for_folders(qtbot, window):
    empty = window.clusters.empty
    assert empty.isVisible()
    assert empty.title.text() == "Choose folders to scan"
    qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    assert window.dialog is not None
    assert window.dialog.windowTitle() == "Add folders"


def test_usual_folders_are_added_by_one_click_each(qtbot, make, monkeypatch, tmp_path):
    for name in ("Documents", "Downloads"):
        (tmp_path / name / "sub").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    window = make([])
    empty = window.clusters.empty

    def offered():
        return [button.text() for button in empty.usual.findChildren(QPushButton) if button.isVisible()]

    assert offered() == ["+ Documents", "+ Downloads"]
    first = next(button for button in empty.usual.findChildren(QPushButton) if button.isVisible())
    assert first.accessibleName() == "Add Documents"
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Return)
    assert window.workspace.folders == [str(tmp_path / "Documents")]
    assert empty.title.text() == "Ready to scan"
    assert window.focusWidget() is empty.button, "the keys go to the next step"
    qtbot.waitUntil(lambda: offered() == ["+ Downloads"])
    window.workspace.add_folders([str(tmp_path)])
    assert offered() == []
    assert not empty.usual.isVisible()


def test_with_folders_it_offers_the_scan(qtbot, window, tree):
    window.workspace.add_folders([tree.root])
    empty = window.clusters.empty
    assert empty.title.text() == "Ready to scan"
    assert empty.button.text() == "Scan"
    with qtbot.waitSignal(window.workspace.session_changed, timeout=60_000):
        qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    assert not empty.isVisible()


def test_nothing_found_says_what_was_looked_at_and_passed_over(make, scan, tmp_path):
    (tmp_path / "one.txt").write_text("the only file in this folder\n" * 20)
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / ".hidden").write_text("hidden")
    (tmp_path / "link").symlink_to("one.txt")
    os.mkfifo(tmp_path / "pipe")
    window = make([tmp_path])
    scan(window)
    empty = window.clusters.empty
    assert empty.isVisible()
    assert empty.title.text() == "No similar files found"
    text = empty.text.text()
    assert "1 file scanned (580 B)." in text
    for part in ("1 empty file", "1 hidden entry", "1 symbolic link", "1 special file"):
        assert part in text
    assert window.clusters.title.text() == "0 clusters"


def test_a_filter_that_hides_all_is_told_by_what_it_asks_for(qtbot, scanned):
    empty = scanned.clusters.empty
    for line, title in (
        ("no such name", "No cluster has “no such name” in a name or folder"),
        ("is:marked", "No cluster matches the filter “is:marked”"),
    ):
        scanned.top.filter.setText(line)
        qtbot.waitUntil(lambda title=title: empty.title.text() == title)
        assert empty.isVisible()
        assert ("Show files of one form" in empty.text.text()) == (":" not in line)
    scanned.top.filter.setText("no such name")
    qtbot.waitUntil(lambda: "one form" in empty.text.text())
    scanned.commands.forms.trigger()
    qtbot.waitUntil(lambda: "one form" not in empty.text.text())
    assert "hidden by the filter" in empty.text.text()


def test_a_condition_that_is_none_is_said_to_be_none(qtbot, scanned):
    empty = scanned.clusters.empty
    for line, wrong in (
        ("size:big", "size:big"),
        ("report is:foo", "is:foo"),
        ("older:soon type:pdf", "older:soon"),
    ):
        scanned.top.filter.setText(line)
        qtbot.waitUntil(lambda wrong=wrong: empty.title.text() == f"“{wrong}” is no filter")
        assert "size:>10MB" in empty.text.text()
        assert empty.button.text() == "Clear filter"


def test_a_mistyped_condition_is_corrected(qtbot, scanned):
    empty = scanned.clusters.empty
    for line, meant in (
        ("siz:>3", "size:>3"),
        ("report tpye:txt", "report type:txt"),
        ("is:oldr", "is:older"),
        ("sze:>1kB is:older", "size:>1kB is:older"),
    ):
        scanned.top.filter.setText(line)
        qtbot.waitUntil(lambda meant=meant: empty.button.text() == f"Filter by {meant}")
        assert "is no filter" in empty.title.text()
        assert "Did you mean “" in empty.text.text()
        empty.button.click()
        assert scanned.top.filter.text() == meant
        qtbot.waitUntil(lambda: scanned.clusters.listing and scanned.clusters.settled)
    scanned.top.filter.setText("c:windows")  # like none of them: a part of a path
    qtbot.waitUntil(lambda: not scanned.clusters.listing)
    assert "is no filter" not in empty.title.text()
    assert empty.button.text() == "Clear filter"


def test_a_state_typed_alone_is_proposed(qtbot, scanned):
    scanned.workspace.mark_rule("older")
    empty = scanned.clusters.empty
    scanned.top.filter.setText("marked")
    qtbot.waitUntil(lambda: empty.button.text() == "Filter by is:marked")
    assert empty.title.text() == "No cluster has “marked” in a name or folder"
    empty.button.click()
    assert scanned.top.filter.text() == "is:marked"
    qtbot.waitUntil(lambda: scanned.clusters.model.rows.clusters > 0)
    assert not empty.isVisible()


def test_an_empty_folder(make, scan, tmp_path):
    (tmp_path / "empty").mkdir()
    window = make([tmp_path / "empty"])
    scan(window)
    assert window.clusters.empty.title.text() == "No files to compare"
    assert "0 files scanned" in window.clusters.empty.text.text()


def test_every_reason_has_words():
    from simfinder.model.file_record import SkipReason

    text = skipped_text(dict.fromkeys(SkipReason, 2))
    assert len(text.split(" · ")) == len(SkipReason)
    assert skipped_text({SkipReason.HIDDEN: 1, SkipReason.EMPTY: 0}) == "1 hidden entry"


def test_identical_files_are_listed_while_a_first_scan_waits(window, tree):
    window.workspace.add_folders([tree.root])
    empty = window.clusters.empty
    groups = tuple(IdenticalFiles(1000 * n, tuple(f"/home/f/{n}/{i}.txt" for i in range(n))) for n in (2, 4))
    empty.show_identical(groups)
    assert not empty.steps.isVisible(), "nothing is scanned"
    window.clusters.set_scanning(True)
    empty.show_identical(groups)
    assert empty.steps.isVisible()
    assert empty.steps.text().split("\n") == [
        "Identical files found so far:",
        "2 files of 2 kB: 2/0.txt, 2/1.txt",
        "4 files of 4 kB: 4/0.txt, 4/1.txt, 4/2.txt, …",
    ]
    copies = (os.path.expanduser("~/Documents/Drafts/a.txt"), "/mnt/old/Drafts/a.txt")
    empty.show_identical((IdenticalFiles(1000, copies),))
    assert empty.steps.text().split("\n")[1:] == [
        "2 files of 1 kB: a.txt · ~/Documents/Drafts, /mnt/old/Drafts"
    ]
    window.clusters.set_scanning(False)
    assert not empty.steps.isVisible()


def test_the_current_row_comes_back_with_the_clusters_that_a_filter_has_hidden(qtbot, scanned):
    tree, model = scanned.clusters.tree, scanned.clusters.model
    tree.setCurrentIndex(model.index(1, 0, model.index(0, 0)))
    path, title = model.path_of(tree.currentIndex()), scanned.details.title.text()
    scanned.top.filter.setText("no such name")
    qtbot.waitUntil(scanned.clusters.empty.isVisible, timeout=LONG)
    scanned.top.filter.clear()
    qtbot.waitUntil(lambda: not scanned.clusters.empty.isVisible(), timeout=LONG)
    assert model.path_of(tree.currentIndex()) == path
    assert scanned.details.title.text() == title

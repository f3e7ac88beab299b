"""The real window, driven by clicks and keys on a screen of its own; the disk is looked at after each step."""

import os

import pytest

from tests.helpers.files.trees import version_tree
from tests.helpers.program import kill_when, start, state
from tests.helpers.screen.driven import window
from tests.helpers.screen.xvfb import UNMANAGED

pytestmark = pytest.mark.skipif(bool(UNMANAGED), reason=f"needs {' and '.join(UNMANAGED)}")


def test_scan_tune_mark_trash_and_undo(tmp_path, home, display):
    tree = version_tree(tmp_path / "tree")
    before = state(tree.root)
    with window(tree.root, display=display) as w:
        # scan: every family is a cluster, strangers are in none
        w.wait(lambda: len(w.clusters()) == len(tree.families), "the clusters of the tree do not appear")
        shown = set(w.clusters())
        assert not shown & {os.path.basename(path) for path in tree.strangers}
        assert state(tree.root) == before

        # the slider of all types at 0 %: only identical files are left; nothing is touched
        left, right, y, value, _ = w.ask("slider", name="Tolerance of All types")
        assert value == 30
        handle = left + (right - left) * value // 50
        w.screen.drag((handle, y), (left - 5, y))
        w.wait(lambda: w.ask("slider", name="Tolerance of All types")[3] == 0, "the slider does not move")
        originals = {os.path.basename(path) for path in tree.copies.values()}
        w.wait(lambda: len(w.clusters()) == len(originals), "the clusters do not follow the slider")
        w.screen.drag((left + 5, y), (handle, y))
        w.wait(lambda: len(w.clusters()) == len(tree.families), "the clusters do not come back")
        assert state(tree.root) == before

        # marks: all older versions; then one is taken back with the keyboard
        w.click_like(r"^Mark older versions")
        name = "Annual report v3.txt"
        w.wait(lambda: name in w.checked(), "the older versions are not marked")
        row = w.row(name)
        w.screen.click(row[3], row[4])
        w.screen.key("space")
        w.wait(lambda: name not in w.checked(), "space does not take the mark back")
        assert state(tree.root) == before

        # trash: reviewed first, and a review that is closed does nothing
        w.click_like(r"^Move to Trash")
        w.dialog("")
        w.click("Cancel")
        w.no_dialog()
        assert state(tree.root) == before
        w.click_like(r"^Move to Trash")
        w.click_like(r"^Move \d")
        w.wait(lambda: len(state(tree.root)) < len(before), "nothing goes to the Trash")
        w.click("Close")
        w.no_dialog()
        after = state(tree.root)
        gone = set(before) - set(after)
        assert all(after[path] == before[path] for path in after)
        assert not any(path.endswith((name, "Annual report final.txt")) for path in gone)
        marked = {
            os.path.relpath(path, tree.root) for family in tree.families.values() for path in family[:-1]
        }
        assert marked - gone == {path for path in marked if path.endswith(name)}
        w.wait(lambda: w.row("Annual report v1.txt") is None, "a file that is gone is still shown")

        # undo, by the keyboard
        w.screen.focus(w.window)
        w.screen.key("ctrl+z")
        w.wait(lambda: state(tree.root) == before, "undo does not bring all back")


def test_delete_key_removes_the_marked_one(tmp_path, display):
    tree = version_tree(tmp_path / "tree")
    before = state(tree.root)
    with window(tree.root, display=display) as w:
        w.wait(lambda: w.row("Annual report v2.txt"), "the cluster does not appear")
        row = w.row("Annual report v2.txt")
        w.screen.click(row[3], row[4])
        w.screen.key("space")
        w.wait(lambda: w.checked() == ["Annual report v2.txt"], "space does not mark")
        w.screen.key("Delete")
        w.dialog("")
        assert state(tree.root) == before
        w.click_like(r"^Move \d")
        w.wait(lambda: len(state(tree.root)) == len(before) - 1, "the marked file does not go")
        assert "Documents/reports/Annual report v2.txt" not in state(tree.root)


def test_a_folder_that_is_not_there(tmp_path, display):
    root = tmp_path / "tree"
    version_tree(root)
    with window(root, tmp_path / "nowhere", display=display) as w:
        w.wait(w.clusters, "the good folder is not scanned")
        w.wait(lambda: "nowhere" in str(w.ask("texts")), "the folder that is not there is not named")


def test_the_window_tells_of_an_interrupted_removal_and_takes_it_back(copies, tmp_path, display):
    before = state(copies)
    program = start("clean", copies, "--yes", "--to", tmp_path / "away")
    assert kill_when(program, lambda: sum(1 for _ in (copies / "old").rglob("*.dat")) <= 140)
    assert len(state(copies)) < len(before)
    with window(copies, display=display) as w:
        w.wait(lambda: "interrupted" in str(w.ask("texts")), "the interruption is not told")
        # one folder copies the other: they are in view, and the clusters that they explain are not
        w.wait(lambda: "files scanned" in str(w.ask("texts")), "the folder is not scanned")
        w.click("Undo")
        w.wait(lambda: state(copies) == before, "undo does not bring all back")

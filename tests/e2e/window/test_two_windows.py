"""Two windows of one person at once: one cache, one library, one set of settings, one Trash, the same files."""

import os
import re
import subprocess
import sys

import pytest

from tests.helpers.files.trees import version_tree
from tests.helpers.program import state
from tests.helpers.screen.driven import trashed, window
from tests.helpers.screen.xvfb import UNMANAGED

pytestmark = pytest.mark.skipif(bool(UNMANAGED), reason=f"needs {' and '.join(UNMANAGED)}")

REVIEW = r"will go to the Trash"
REPORT = r"moved to the Trash$|No file was touched"


def answer(w):
    """What the report says of each file: path → result. The report is closed."""
    w.dialog(REPORT)
    results = {row[0].replace("~", os.environ["HOME"]): row[1] for row in w.ask("table")}
    w.keys("Escape")
    w.no_dialog()
    return results


def busy_elsewhere(w):
    said = any("another SimFinder is removing files now" in text for text in w.texts()["labels"])
    return "busy" if said else ""


def done(w):
    return any(re.search(REPORT, title) for title in w.texts()["dialogs"])


def take_back(w):
    w.wait(lambda: w.ask("where", name="Undo"), "there is nothing to undo")
    w.keys("ctrl+z")
    w.dialog(r"restored")
    w.keys("Escape")
    w.no_dialog()


def test_both_scan_mark_and_remove_the_same_files(tmp_path, home):
    """Each file goes once, each report says what its window did and what it found done, and undo finds all of it."""
    tree = version_tree(tmp_path / "tree")
    before = state(tree.root)
    with window(tree.root, shots=tmp_path) as one, window(tree.root, shots=tmp_path) as other:
        for w in (one, other):
            w.wait(lambda w=w: len(w.clusters()) == len(tree.families), "the clusters do not appear")
        for w in (one, other):
            w.keys("ctrl+shift+m")
            w.wait(w.checked, "the older versions are not marked")
            w.keys("Delete")
            w.dialog(REVIEW)
        listed = {row[0] for row in one.ask("table")}
        assert {row[0] for row in other.ask("table")} == listed
        for w in (one, other):  # both have reviewed the same files; both agree
            w.tab_to(r"^Move \d")
        for w in (one, other):
            w.screen.key("space")
        for w in (one, other):
            if w.wait(lambda w=w: busy_elsewhere(w) or done(w), "no report") == "busy":
                w.keys("Delete")  # as it was told: again, when the other is done
                w.dialog(REVIEW)
                w.tab_to(r"^Move \d")
                w.keys("space")
        first, second = answer(one), answer(other)
        assert first.keys() == second.keys()
        assert len(first) == len(listed)
        gone = {path: before[path] for path in before.keys() - state(tree.root).keys()}
        assert {os.path.join(tree.root, path) for path in gone} == first.keys()
        assert state(tree.root) == {path: before[path] for path in before.keys() - gone.keys()}
        assert trashed(home) == {os.path.join(tree.root, path): what for path, what in gone.items()}
        for path in first:  # exactly one of the two moved it, the other one says that it did not
            assert sorted((first[path], second[path])) == ["in the Trash", "skipped"], path

        for w in (one, other):
            if "in the Trash" in (first if w is one else second).values():
                take_back(w)
        assert state(tree.root) == before
        assert trashed(home) == {}
        one.close()
        other.close()


@pytest.mark.soak
def test_one_takes_back_what_the_other_removed(tmp_path, home):
    """Each window sees the same history; files that came back behind a window's back are found by its next scan."""
    tree = version_tree(tmp_path / "tree")
    before = state(tree.root)
    name = "Annual report v2.txt"
    with window(tree.root, shots=tmp_path) as one, window(tree.root, shots=tmp_path) as other:
        for w in (one, other):
            w.wait(lambda w=w: w.row(name), "the clusters do not appear")
        row = one.row(name)
        one.screen.click(row[3], row[4])
        one.keys("space", "Delete")
        one.dialog(REVIEW)
        one.tab_to(r"^Move \d")
        one.keys("space")
        assert list(answer(one).values()) == ["in the Trash"]
        # the other window still shows the file that is gone, and marks it with all older ones
        other.keys("ctrl+shift+m")
        other.wait(lambda: name in other.checked(), "the older versions are not marked")
        other.keys("Delete")
        other.dialog(REVIEW)
        other.tab_to(r"^Move \d")
        other.keys("space")
        results = answer(other)
        (skipped,) = [path for path, result in results.items() if result == "skipped"]
        assert os.path.basename(skipped) == name
        assert set(results.values()) == {"in the Trash", "skipped"}
        take_back(other)  # its own
        take_back(other)  # that of the first window
        assert state(tree.root) == before
        assert trashed(home) == {}
        for w in (one, other):
            w.keys("F5")
            w.idle()
            w.wait(lambda w=w: w.row(name), "a file that is back is not found")
            w.close()
    with window(shots=tmp_path) as w:
        w.says("Ready to scan")
        w.close()


def test_a_later_start_hands_its_folder_over(tmp_path, home):
    """On the same screen there is one window, unless another one is asked for."""
    first, second = version_tree(tmp_path / "first"), version_tree(tmp_path / "second")
    with window(first.root, shots=tmp_path) as w:
        w.wait(lambda: len(w.clusters()) == len(first.families), "the clusters do not appear")
        later = [sys.executable, "-m", "simfinder", second.root]
        assert subprocess.run(later, env=w.screen.environment(), timeout=60).returncode == 0
        scanned = f"{len(state(first.root)) + len(state(second.root))} files scanned"
        w.wait(lambda: any(scanned in text for text in w.texts()["labels"]), "the folder is not scanned")
        with window("--new-window", second.root, display=w.screen, shots=tmp_path) as other:
            other.wait(lambda: len(other.clusters()) == len(second.families), "there is no second window")

"""Five whole stories in the real window, by mouse and keys on a screen of its own; each ends with the disk."""

import os

import pytest

from tests.helpers.files.trees import version_tree
from tests.helpers.program import state
from tests.helpers.screen.driven import trashed, window
from tests.helpers.screen.story_trees import archive_with_copies, versions_of_documents
from tests.helpers.screen.xvfb import UNMANAGED

pytestmark = pytest.mark.skipif(bool(UNMANAGED), reason=f"needs {' and '.join(UNMANAGED)}")

ALL_TYPES = "Tolerance of All types"
REVIEW, REPORT = r"will go to the Trash", r"moved to the Trash$"


def below(root, kept):
    """What ``state`` tells, by whole paths."""
    return {os.path.join(root, path): what for path, what in kept.items()}


def without(before, gone):
    return {path: what for path, what in before.items() if path not in gone}


def remove_marked(w):
    """Review what is marked, agree, and close the report, all by keys. Gives what the review listed."""
    w.keys("Delete")
    w.dialog(REVIEW)
    listed = w.ask("table")
    w.tab_to(r"^Move \d")
    w.keys("space")
    w.dialog(REPORT)
    w.keys("Escape")
    w.no_dialog()
    return listed


def test_first_run(tmp_path, home, display):
    """From an empty window to files in the Trash, by what the window itself says to do next."""
    tree = version_tree(tmp_path / "tree")
    before = state(tree.root)
    with window(display=display, shots=tmp_path) as w:
        w.says("Choose folders to scan")
        w.says("Ctrl+Z brings it back")
        w.click("Add folder…")
        w.dialog("^Add folders$")
        w.choose(tree.root)
        w.says("Ready to scan")
        assert len(w.ask("folders")) == 1
        w.click("Scan")
        w.wait(lambda: len(w.clusters()) == len(tree.families), "the clusters do not appear")
        assert state(tree.root) == before
        w.wait(lambda: w.focused()[1] == "Clusters of similar files", "the keys do not go to the clusters")

        w.click_like(r"^Mark older versions")
        w.wait(w.checked, "the older versions are not marked")
        w.click_like(r"^Move to Trash")
        w.dialog(REVIEW)
        assert state(tree.root) == before
        w.click_like(r"^Move \d")
        w.dialog(REPORT)
        w.click("Close")
        w.no_dialog()
        w.close()

    after = state(tree.root)
    gone = {path: before[path] for path in before.keys() - after.keys()}
    assert after == without(before, gone)
    for name, family in tree.families.items():
        together = {os.path.relpath(path, tree.root) for path in tree.cluster_of(name)}
        (left,) = together - gone.keys()  # one of each is left, the newest
        assert before[left][1] == max(before[path][1] for path in together), family
    assert not gone.keys() & {os.path.relpath(path, tree.root) for path in tree.strangers}
    assert trashed(home) == below(tree.root, gone)


def test_versions_of_documents(tmp_path, home, display):
    """Of texts in four formats the newest stays, each mark says why, and another choice by hand counts."""
    root = str(tmp_path / "papers")
    versions = versions_of_documents(root)
    before = state(root)
    with window(root, display=display, shots=tmp_path) as w:
        w.wait(lambda: len(w.clusters()) == len(versions), "the clusters do not appear")
        w.keys("ctrl+plus", "Home")
        for ending, family in versions.items():
            names = [os.path.basename(path) for path in family]
            chips = {row[1]: row[5] for row in w.rows() if row[0] == 1 and row[1].endswith(ending)}
            assert set(chips) == set(names)
            assert [name for name, chip in chips.items() if chip.startswith("keep")] == names[-1:]
        # of the texts the second version shall stay
        keep = "offer v2.txt"
        row = w.row(keep)
        w.screen.click(row[3], row[4])
        w.keys("k")
        w.wait(lambda: w.row(keep)[5].startswith("keep"), "K does not keep the file")
        w.keys("ctrl+shift+m")
        w.wait(w.checked, "the older versions are not marked")
        marked = sorted(
            os.path.basename(path)
            for ending, family in versions.items()
            for path in family[: 1 if ending == "txt" else 2]
        )
        assert w.checked() == marked
        for row in remove_marked(w):
            assert row[-1] == "older", row
        w.close()

    gone = {os.path.relpath(versions["txt"][0], root)} | {
        os.path.relpath(path, root) for ending in ("docx", "odt", "pdf") for path in versions[ending][:2]
    }
    assert state(root) == without(before, gone)
    assert trashed(home) == below(root, {path: before[path] for path in gone})


def test_tuning_reads_no_file_again(tmp_path, display):
    """Sliders by keys and by mouse make other clusters though the files are out of reach; the next start remembers."""
    tree = version_tree(tmp_path / "tree")
    before = state(tree.root)
    originals = {os.path.basename(path) for path in tree.copies.values()}
    with window(tree.root, display=display, shots=tmp_path) as w:
        w.wait(lambda: len(w.clusters()) == len(tree.families), "the clusters do not appear")
        w.says("all results verified")
        away = tmp_path / "out of reach"
        os.rename(tree.root, away)
        left, right, y, value, most = w.slider(ALL_TYPES)
        w.screen.drag((left + (right - left) * value // most, y), (left - 5, y))
        w.wait(lambda: w.slider(ALL_TYPES)[3] == 0, "the slider does not move")
        w.wait(lambda: len(w.clusters()) == len(originals), "the clusters do not follow the mouse")
        w.keys("End")
        w.wait(lambda: w.slider(ALL_TYPES)[3] == most, "the slider does not follow the keys")
        w.wait(lambda: len(w.clusters()) == len(tree.families), "the clusters do not follow the keys")
        w.keys("Home", *["Right"] * 7)
        w.wait(lambda: w.slider(ALL_TYPES)[3] == 7, "the slider does not follow the keys")
        w.wait(lambda: w.row("pipeline.bak.py") is None, "the clusters do not follow the keys")
        shown = sorted(w.clusters())
        assert len(originals) <= len(shown) <= len(tree.families)
        os.rename(away, tree.root)
        w.close()
    assert state(tree.root) == before
    with window(display=display, shots=tmp_path) as w:
        w.wait(lambda: w.ask("folders"), "the folder is forgotten")
        assert w.slider(ALL_TYPES)[3] == 7
        w.keys("F5")
        w.wait(lambda: sorted(w.clusters()) == shown, "the tolerance does not count at the next start")
        w.close()
    assert state(tree.root) == before


def test_undo_at_another_day(tmp_path, home, display):
    """Removed, closed, opened again, taken back from the history; what is in the way by then is not overwritten."""
    tree = version_tree(tmp_path / "tree")
    for number, path in enumerate(tree.files()):
        os.chmod(path, (0o644, 0o600, 0o755, 0o444)[number % 4])
    before = state(tree.root)
    with window(tree.root, display=display, shots=tmp_path) as w:
        w.wait(lambda: len(w.clusters()) == len(tree.families), "the clusters do not appear")
        w.keys("ctrl+shift+m")
        w.wait(w.checked, "the older versions are not marked")
        remove_marked(w)
        w.close()
    gone = before.keys() - state(tree.root).keys()
    assert gone
    blocked = os.path.join(tree.root, min(gone))
    with open(blocked, "wb") as file:
        file.write(b"somebody else's")
    with window(display=display, shots=tmp_path) as w:
        w.wait(lambda: w.ask("where", name="Undo"), "what was done is forgotten")
        w.keys("ctrl+h")
        w.dialog("^History$")
        w.tab_to("^Undo$")
        w.keys("space")
        w.dialog(r"restored")
        w.keys("Escape")
        w.no_dialog()
        now = state(tree.root)
        assert now.pop(min(gone))[0] == b"somebody else's"
        assert now == without(before, {min(gone)})
        assert trashed(home) == below(tree.root, {min(gone): before[min(gone)]})
        os.unlink(blocked)
        w.keys("ctrl+z")
        w.dialog(r"restored")
        w.keys("Escape")
        w.no_dialog()
        w.close()
    assert state(tree.root) == before
    assert trashed(home) == {}


def test_a_protected_archive(tmp_path, home, display):
    """No rule and no key marks what lies in the archive; the attempt says why; only the desk is cleaned."""
    archive, desk = archive_with_copies(tmp_path / "tree")
    before, kept = state(desk), state(archive)
    with window(display=display, shots=tmp_path) as w:
        for folder in (archive, desk):
            w.keys("ctrl+o")
            w.dialog("^Add folders$")
            w.choose(folder)
        w.wait(lambda: len(w.ask("folders")) == 2, "the folders are not listed")
        w.tab_to("^Folders to scan$")
        w.keys("Home")
        w.click("Protect")
        w.wait(lambda: w.ask("checked", name="Protect"), "the folder is not protected")
        w.keys("F5")
        w.wait(
            lambda: any(text.startswith("Keep ") for text in w.ask("buttons")),
            "the folders do not come first",
        )
        w.idle()
        w.keys("ctrl+1")
        w.click_like(r"^8 clusters are explained by")
        w.wait(lambda: len(w.clusters()) == 8, "the clusters do not appear")
        w.tab_to("^Clusters of similar files$")
        inside = {os.path.basename(path) for path in kept}
        for command in ("ctrl+shift+a", "ctrl+shift+m", "ctrl+i"):  # all, older, identical
            w.keys("ctrl+plus", command)
            w.wait(w.checked, f"{command} marks nothing")
            assert not set(w.checked()) & inside
            w.keys("ctrl+BackSpace")
            w.wait(lambda: not w.checked(), "the marks are not taken back")
        row = w.row("letter 3.txt")
        w.screen.click(row[3], row[4])
        w.keys("space")
        w.says("Files of a protected folder are never marked")
        assert not w.checked()
        w.keys("ctrl+shift+a")
        w.wait(w.checked, "nothing is marked")
        assert set(w.checked()) == {os.path.basename(path) for path in before}
        remove_marked(w)
        w.close()
    assert state(archive) == kept
    assert state(desk) == {}
    assert trashed(home) == below(desk, before)

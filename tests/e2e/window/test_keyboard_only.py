"""A large collection scanned, browsed, filtered, tuned and cleaned with no hand on the mouse.

``SIMFINDER_TREES`` names folders (with ``:`` between) whose copies are used, as a kernel's source and a corpus of
documents; without it a smaller tree is built. Prints how long the steps took.
"""

import hashlib
import os
import shutil
import time

import pytest

from tests.helpers.files.trees import many_files, version_tree
from tests.helpers.screen.driven import trashed, window
from tests.helpers.screen.xvfb import UNMANAGED, wait_until

pytestmark = [
    pytest.mark.skipif(bool(UNMANAGED), reason=f"needs {' and '.join(UNMANAGED)}"),
    pytest.mark.soak,
    pytest.mark.timeout(3600),
]

PATIENCE = 1200 if "SIMFINDER_TREES" in os.environ else 200
REVIEW, REPORT = r"will go to the Trash", r"moved to the Trash$"


def known(root):
    """Digest, time and mode of every file, and where links lead."""
    found = {}
    for folder, _, names in os.walk(os.fsencode(root)):
        for name in names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            if os.path.islink(path):
                found[os.fsdecode(path)] = os.readlink(path)
            else:
                with open(path, "rb") as file:
                    digest = hashlib.file_digest(file, "md5").digest()
                found[os.fsdecode(path)] = (digest, status.st_mtime_ns, status.st_mode)
    return found


@pytest.fixture
def trees(tmp_path):
    """The folder that is scanned, with a name and an ending to filter by."""
    root = tmp_path / "collection"
    if given := os.environ.get("SIMFINDER_TREES"):
        for number, folder in enumerate(given.split(":")):
            shutil.copytree(folder, root / f"{number}", symlinks=True)
        return str(root), "makefile", ".h"
    version_tree(root / "home")
    many_files(root / "many", 3000)
    return str(root), "report", ".dat"


class Keys:
    """A person with a keyboard: each step is timed."""

    def __init__(self, w):
        self.w = w
        self.took = []

    def step(self, name, condition, *keys):
        """Press keys and wait for what they are for."""
        begin = time.monotonic()
        if keys:
            self.w.keys(*keys)
        value = wait_until(condition, PATIENCE, f"{name}: it does not happen")
        self.took.append(f"{name}: {time.monotonic() - begin:.1f} s")
        return value

    def here(self):
        return self.w.ask("here")


def test_a_collection_is_cleaned_by_keys(trees, tmp_path, home, capsys):
    root, name, ending = trees
    before = known(root)
    with window(shots=tmp_path) as w:
        person = Keys(w)
        here, step = person.here, person.step
        # scan
        w.keys("ctrl+o")
        w.dialog("^Add folders$")
        w.choose(root)
        step("scan", lambda: here()["clusters"] and not w.ask("busy"), "F5")
        total = here()["clusters"]
        assert w.focused()[1] == "Clusters of similar files"
        # browse
        step("to the first cluster", lambda: here()["depth"] == 0 and here()["path"], "Home")
        first = here()["path"]
        step("close it", lambda: not here()["open"], "Left")
        step("open it", lambda: here()["open"], "Right")
        step("its files", lambda: here()["depth"] == 1, "Down", "Down")
        step("the last row", lambda: here()["path"] not in ("", first), "End")
        step("a page up", lambda: here()["path"], "Prior")
        step("open all", lambda: w.ask("here")["open"] or here()["depth"], "ctrl+plus")
        step("and back", lambda: here()["path"] == first, "Home")
        step("the next undecided cluster", lambda: here()["path"] not in ("", first), "F6")
        step("back to the first", lambda: here()["path"] == first, "Home")
        step("close all", lambda: not here()["open"], "ctrl+minus")
        # filter by name, and by type
        for text in (name, ending):
            w.keys("ctrl+f")
            w.wait(lambda: "ilter" in w.focused()[1], "the filter has not the keyboard")
            w.type(text)
            some = step(f"filter {text}", lambda: 0 < here()["clusters"] < total and here()["clusters"])
            assert some < total
            step("no filter", lambda: here()["clusters"] == total, "Escape")
        # tune
        w.tab_to("Tolerance of All types")
        value = w.slider("Tolerance of All types")[3]
        step("identical only", lambda: w.slider("Tolerance of All types")[3] == 0, "Home")
        step("other clusters", lambda: here()["clusters"] != total and not w.ask("busy"))
        step("as before", lambda: w.slider("Tolerance of All types")[3] == value, *str(value), "Return")
        step("the same clusters", lambda: here()["clusters"] == total)
        # keep and mark
        w.tab_to("Clusters of similar files")
        step("the first cluster", lambda: here()["depth"] == 0, "Home")
        if not here()["open"]:
            step("open it", lambda: here()["open"], "Right")
        step(
            "its second file", lambda: here()["depth"] == 1 and here()["checked"] is not None, "Down", "Down"
        )
        chosen = here()["path"]
        step("keep it", lambda: here()["chip"].startswith("keep"), "k")
        step("mark identical files", lambda: here()["marked"], "ctrl+i")
        step("its neighbour", lambda: here()["path"] != chosen, "Down")
        if not here()["checked"]:
            step("mark it", lambda: here()["checked"], "space")
        marked = here()["marked"]
        assert known(root) == before
        # remove what is marked
        w.keys("Delete")
        step("review", lambda: w.texts()["dialogs"])
        w.dialog(REVIEW)
        w.tab_to(r"^Move \d")
        step("remove", lambda: any("moved to the Trash" in text for text in w.texts()["dialogs"]), "space")
        w.dialog(REPORT)
        w.keys("Escape")
        w.no_dialog()
        after = known(root)
        gone = {path: before[path] for path in before.keys() - after.keys()}
        assert len(gone) == marked
        assert chosen in after
        assert after == {path: what for path, what in before.items() if path not in gone}
        lying = {
            path: (hashlib.md5(data).digest(), when, mode)
            for path, (data, when, mode) in trashed(home).items()
        }
        assert lying == gone
        # and take it back
        step("undo", lambda: any("restored" in text for text in w.texts()["dialogs"]), "ctrl+z")
        w.keys("Escape")
        w.no_dialog()
        assert known(root) == before
        begin = time.monotonic()
        w.close()
        person.took.append(f"close: {time.monotonic() - begin:.1f} s")
    assert trashed(home) == {}
    with capsys.disabled():
        print(
            f"\n{len(before)} files, {total} clusters, {marked} removed and put back",
            *person.took,
            sep="\n  ",
        )

"""The program over the real AT-SPI bus, as a screen reader has it: five stories by what is told there alone."""

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.files.trees import version_tree
from tests.helpers.program import state
from tests.helpers.screen import at_spi
from tests.helpers.screen.driven import PATIENCE, kernels_known
from tests.helpers.screen.story_trees import archive_with_copies
from tests.helpers.screen.xvfb import MISSING, screen, wait_until

LACKING = MISSING or at_spi.missing()
pytestmark = pytest.mark.skipif(bool(LACKING), reason=f"not installed: {LACKING}")


class Reader:
    """Asks the process on the bus."""

    def __init__(self, process):
        self._process = process

    def ask(self, question, **arguments):
        self._process.stdin.write(json.dumps([question, arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the bus is gone"
        return json.loads(line)

    def tree(self):
        found = self.ask("tree")
        return found if isinstance(found, list) else []  # it changed while it was walked

    def names(self, role=""):
        return [name for one, name, _ in self.tree() if name and role in ("", one)]

    def wait(self, pattern, role=""):
        """Wait for something of that name."""
        return wait_until(
            lambda: next((name for name in self.names(role) if re.search(pattern, name)), None),
            PATIENCE,
            f"nothing called {pattern!r}",
        )

    def press(self, pattern, role="", *, hidden=False):
        wait_until(
            lambda: self.ask("press", pattern=pattern, role=role, hidden=hidden) is True,
            PATIENCE,
            f"{pattern!r} can't be pressed",
        )

    def choose(self, pattern, role):
        wait_until(
            lambda: self.ask("choose", pattern=pattern, role=role) is True,
            PATIENCE,
            f"{pattern!r} can't be chosen",
        )

    def enabled(self, pattern):
        return next("ENABLED" in states for _, name, states in self.tree() if re.search(pattern, name or ""))


@pytest.fixture
def files(tmp_path):
    return version_tree(tmp_path / "files")


@contextlib.contextmanager
def reading(tmp_path, *arguments):
    """A screen reader of the program, which is started with these arguments."""
    with kernels_known(), screen(1480, 830) as display:
        (tmp_path / "run").mkdir(mode=0o700, parents=True)
        environment = {
            **display.environment(),
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "QT_LOGGING_RULES": "qt.*=false",
            "XDG_RUNTIME_DIR": str(tmp_path / "run"),
            "PYTHONPATH": str(Path(__file__).parents[3]),
        }
        command = ["dbus-run-session", "--", at_spi.PYTHON, at_spi.__file__]
        process = subprocess.Popen(
            [*command, sys.executable, "-m", "simfinder", *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout.readline().strip() == '"ready"'
            yield Reader(process)
        finally:
            process.stdin.close()
            process.wait(30)
            process.stdout.close()


@pytest.fixture
def reader(files, tmp_path):
    with reading(tmp_path, str(files.root)) as found:
        yield found


def test_a_folder_is_scanned_by_what_the_window_offers(home, tmp_path):
    tree = version_tree(home / "Documents")
    with reading(tmp_path) as reader:
        reader.wait("^Choose folders to scan$", "label")
        reader.press("^Add Documents$", "push button")
        reader.wait("^~/Documents, not scanned yet$", "list item")
        reader.wait("^Ready to scan$", "label")
        reader.press("^Scan$", "push button")
        reader.wait(rf"^{len(tree.families)} clusters$", "label")
        reader.wait(rf"^~/Documents, {len(tree.files())} files", "list item")
        reader.wait(rf"^{len(tree.files())} files scanned · .* · all results verified$", "label")


def test_a_cluster_is_browsed_and_says_why(reader, files):
    old, new = (os.path.basename(files.families["report"][place]) for place in (-2, -1))
    reader.wait("all results verified", "label")
    # the cluster, and each row of it in words
    reader.wait(rf"^{re.escape(new)}, \d+ files · .+ to free · all at least \d+ % similar$", "table cell")
    cells = reader.names("table cell")
    at = cells.index(old)
    assert re.fullmatch(r"\d+ %", cells[at + 1])
    assert cells[at + 2] == "older"
    # the first file that may go is chosen already: what it is, and why, in one sentence
    copy, original = next((a, b) for a, b in files.copies.items() if b.endswith("chart.png"))
    reader.wait(rf"^{re.escape(os.path.basename(copy))}$", "label")
    reader.wait(rf"^Identical to {re.escape(os.path.basename(original))} · verified$", "label")
    reader.choose("^Why similar$", "page tab")
    reader.wait("^Identical: every byte is the same.$", "label")


def test_tolerance_review_removal_and_undo(reader, files):
    # scanned, and told in the order in which the eye meets it
    reader.wait(r"^\d+ clusters$", "label")
    wait_until(lambda: reader.wait(r"all results verified|\d+ files scanned"), PATIENCE)
    tree = reader.tree()
    order = ["Scan", "Folders to scan", "Tolerance of All types", "Clusters of similar files", "Details"]
    names = [name for _, name, _ in tree]
    assert [name for name in dict.fromkeys(names) if name in order] == order
    unnamed = [
        (role, states)
        for role, name, states in tree
        if role in ("push button", "check box", "slider", "list", "tree", "text", "page tab") and not name
    ]
    assert unnamed == []
    report = os.path.basename(files.families["report"][0])
    assert report in reader.names("table cell")

    # tolerance
    before = reader.wait(r"^\d+ clusters$", "label")
    assert reader.ask("value", pattern="^Tolerance of All types$", value=0) == 0
    wait_until(lambda: reader.wait(r"^\d+ clusters$", "label") != before, PATIENCE)
    assert reader.ask("value", pattern="^Tolerance of All types$", value=30) == 30
    wait_until(lambda: reader.wait(r"^\d+ clusters$", "label") == before, PATIENCE)

    # marks, by the menu
    assert not reader.enabled("^Clear marks$")
    reader.press("^Mark older versions$", "menu item", hidden=True)
    wait_until(lambda: reader.enabled("^Clear marks$"), PATIENCE)
    there = {path for path in files.files() if os.path.exists(path)}

    # review, removal, report
    reader.press("^Move to Trash", "menu item", hidden=True)
    going = int(re.match(r"\d+", reader.wait(r"^\d+ files will go to the Trash$"))[0])
    reader.press(r"^Move \d+ files", "push button")
    reader.wait(rf"^{going} files moved to the Trash$")
    assert len(there) - sum(map(os.path.exists, there)) == going
    reader.press("^Close$", "push button")

    # undo
    reader.press("^Undo$", "push button")
    reader.wait(rf"^{going} files restored$")
    assert all(map(os.path.exists, there))


def remove_marked(reader):
    """By the menu, the review and the report; gives how many files went."""
    reader.press("^Move to Trash", "menu item", hidden=True)
    going = int(re.match(r"\d+", reader.wait(r"^\d+ files will go to the Trash$"))[0])
    reader.press(r"^Move \d+ files", "push button")
    reader.wait(rf"^{going} files moved to the Trash$")
    reader.press("^Close$", "push button")
    return going


def test_undo_at_another_day(files, tmp_path):
    there = {path for path in files.files() if os.path.exists(path)}
    with reading(tmp_path / "day", str(files.root)) as reader:
        reader.wait("all results verified", "label")
        reader.press("^Mark older versions$", "menu item", hidden=True)
        wait_until(lambda: reader.enabled("^Clear marks$"), PATIENCE)
        going = remove_marked(reader)
    assert len(there) - sum(map(os.path.exists, there)) == going
    with reading(tmp_path / "another") as reader:
        wait_until(lambda: reader.enabled("^Undo$"), PATIENCE)
        reader.press("^History", "menu item", hidden=True)
        reader.wait("^History$", "dialog")
        reader.wait("Trash", "table cell")
        reader.press("^Undo$", "push button")
        reader.wait(rf"^{going} files restored$")
    assert all(map(os.path.exists, there))


def test_a_protected_archive(tmp_path):
    archive, desk = archive_with_copies(tmp_path / "tree")
    kept, going = state(archive), state(desk)
    with reading(tmp_path / "run", archive, desk) as reader:
        reader.wait("all results verified", "label")
        reader.choose(r"/archive, \d+ files", "list item")
        reader.press("^Protect$", "check box")
        reader.wait(r"/archive, .*protected", "list item")
        reader.press("^Scan$", "push button")
        reader.wait(
            "^Folders that are alike$", "table"
        )  # they come first, and are read before the files in them
        wait_until(lambda: "Files of both folders" in reader.names("table"), PATIENCE)
        assert reader.names("table") == ["Folders that are alike", "Files of both folders"]
        reader.press("^Mark all similar files", "menu item", hidden=True)
        wait_until(lambda: reader.enabled("^Clear marks$"), PATIENCE)
        assert remove_marked(reader) == len(going)
    assert state(archive) == kept
    assert state(desk) == {}

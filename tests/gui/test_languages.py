"""Other languages: nothing that is said escapes translation, German is whole, and fits into the window."""

import os
import re

import pytest

from tests.gui.test_everyday import cut, dialogs, letters  # noqa: F401 - fixtures
from tests.helpers.said import marked, said_by, unmarked


def test_pieces_between_values_are_marked():
    assert marked("Passed over: %1.") == "⟦Passed over: ⟧%1."
    assert unmarked("⟦Passed over: ⟧120 hidden.").split() == ["120", "hidden."]
    assert unmarked("⟦All of ⟦them⟧ here⟧").strip() == ""


DATA = re.compile(
    r"<[^>]*>"  # tags
    r"|~?/\S*…?\S*( folder)?"  # paths, shortened too
    r"|\d[\d.,:–-]* ?([kMGT]?B|s|min|h)\b"
    r"|\.[\w+]+"  # types
    r"|\b(Ctrl|Shift|Alt|Del|Ins|Home|End|PgUp|PgDown|Esc|F\d+|Space|Enter|Return|Backspace|[A-Z])\b"
    r"|SimFinder|English|Deutsch"
)
ALONE = {
    "kB",
    "MB",
    "GB",
    "TB",
    "iso vmdk",
    "*.tmp\nbuild/\nnode_modules/",
    "*draft*\n/letters/",
}  # units, examples
FIGURES = {"LetterRows", "TagBars"}  # show nothing but characters and digits


def leaks(top, names):
    """Words of a window that nobody translated, less the names of files and types."""
    found = set()
    for where, text in said_by(top):
        rest = unmarked(text)
        rest = names.sub(" ", rest)
        if where not in FIGURES and text not in ALONE and re.search(r"[^\W\d_]{2,}", DATA.sub(" ", rest)):
            found.add((where, text))
    return sorted(found)


@pytest.fixture
def names(tree):
    """Finds names of files, of folders and of types."""
    paths = [path[len(os.path.dirname(tree.root)) + 1 :] for path in tree.files()]
    known = {part for path in paths for part in path.split("/")} | {tree.root, os.path.dirname(tree.root)}
    known |= set(tree.files()) | {os.path.dirname(path) for path in tree.files()}
    known |= {name.rsplit(".")[-1] for name in known if "." in name}
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")


def test_nothing_that_is_said_escapes_translation(qtbot, marking, names, request):
    window = request.getfixturevalue("scanned")
    window.commands.mark_older.trigger()
    window.clusters.tree.expandAll()
    found = leaks(window, names)
    for action in window.commands.views.actions():
        action.trigger()
        qtbot.wait(30)
        found += leaks(window, names)
    assert not found, "\n".join(map(str, sorted(set(found))))


def test_no_dialog_has_words_that_escape_translation(qtbot, marking, names, request):
    request.getfixturevalue("scanned")
    for name, dialog in request.getfixturevalue("dialogs")():
        found = leaks(dialog, names)
        assert not found, (name, found)

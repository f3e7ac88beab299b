"""Nothing that a person reads in the window is a bare literal: all of it goes through a translation function."""

import ast
import re
from pathlib import Path

import pytest

GUI = Path(__file__).resolve().parents[2] / "simfinder" / "gui"

SHOWS = {
    "addAction",
    "addButton",
    "addItem",
    "addMenu",
    "addRow",
    "addTab",
    "drawText",
    "insertItem",
    "setAccessibleDescription",
    "setAccessibleName",
    "setDetailedText",
    "setHorizontalHeaderLabels",
    "setHtml",
    "setInformativeText",
    "setItemText",
    "setLabelText",
    "setPlaceholderText",
    "setPlainText",
    "setPrefix",
    "setSpecialValueText",
    "setStatusTip",
    "setSuffix",
    "setTabText",
    "setTabToolTip",
    "setText",
    "setTitle",
    "setToolTip",
    "setWhatsThis",
    "setWindowTitle",
    "show_text",
    "Notice",
    "QAction",
    "QCheckBox",
    "QGroupBox",
    "QLabel",
    "QMenu",
    "QPushButton",
    "QRadioButton",
    "ElidedLabel",
}
"""What puts its arguments before a person's eyes (or ears)."""

TRANSLATES = {"tr", "_tr", "translate", "say"}
NO_TEXT = {"addAction": 1}  # arguments from here on are no text: receivers, keys
LETTERS = re.compile(r"[^\W\d_]{2,}")
NO_WORDS = re.compile(r"<[^>]*>|&\w+;|\*\.\w+|SimFinder")  # tags, patterns, and what no language changes


def called(node):
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def bare(node):
    """Literals with words in an expression, less those that are translated or only looked up."""
    if isinstance(node, ast.Call):
        if called(node) in TRANSLATES or called(node) in (
            "findData",
            "property",
            "key_text",
            "mark_text",
            "mark_tip",
        ):
            return []
        return [text for part in ast.iter_child_nodes(node) for text in bare(part)]
    if isinstance(node, ast.Subscript):
        return bare(node.value)
    if isinstance(node, ast.Compare):
        return []
    if isinstance(node, ast.FormattedValue):
        return bare(node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if LETTERS.search(NO_WORDS.sub("", node.value)) else []
    return [text for part in ast.iter_child_nodes(node) for text in bare(part)]


def leaks(source):
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and called(node) in SHOWS:
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            for argument in arguments[: NO_TEXT.get(called(node))]:
                found += [(node.lineno, text) for text in bare(argument)]
    return found


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('label.setText("Nothing found")', 1),
        ('label.setText(self.tr("Nothing found"))', 0),
        ('label.setText(self.tr("%1 of %2").replace("%1", a) + " files")', 1),
        ('QLabel(f"{count} files")', 1),
        ('label.setText(names["key of it"])', 0),
        ('label.setText(_tr("yes") if kind == "some kind" else "no")', 1),
        ('Notice("Done")', 1),
    ],
)
def test_the_search_finds_what_leaks(source, count):
    assert len(leaks(source)) == count


def test_no_text_of_the_window_is_a_bare_literal():
    found = []
    for file in sorted(GUI.rglob("*.py")):
        name = file.relative_to(GUI).as_posix()
        found += [(name, *leak) for leak in leaks(file.read_text(encoding="utf-8"))]
    assert found == []


def test_only_literals_are_translated_and_each_function_that_does_is_known():
    from tests.helpers.extraction import window_messages

    assert len(window_messages()) > 600  # raises where a tool could not find the text


def told_plainly(source):
    """Literals with words that are handed to an error or a problem without ``say``."""
    return [
        (node.lineno, text)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and re.fullmatch(r"(?!Value|Type|Runtime|Key)\w*(Error|Problem)", called(node))
        for argument in node.args
        for text in bare(argument)
        if " " in text
    ]


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('raise ReadError("is gone", path)', 1),
        ('raise ReadError(f"can\'t be read: {error}", path)', 1),
        ('raise ReadError(say("is gone"), path)', 0),
        ('raise ValueError("a bug is here")', 0),
        ('Problem(path, "is gone" if gone else error.message)', 1),
    ],
)
def test_the_search_finds_plain_errors(source, count):
    assert len(told_plainly(source)) == count


def test_errors_that_the_window_shows_are_messages():
    """A module that makes messages makes no plain ones besides."""
    found = []
    for file in sorted(GUI.parent.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "from simfinder.text.message import" in text and not file.is_relative_to(GUI):
            found += [(file.relative_to(GUI.parent).as_posix(), *leak) for leak in told_plainly(text)]
    assert found == []


def test_errors_are_told_in_the_language_of_the_window():
    """``{error}`` in a text is plain English with a bare path: ``gui.wording.translate_messages`` says it."""
    found = [
        (file.name, node.lineno)
        for file in sorted(GUI.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and ast.unparse(node.value) == "error"
    ]
    assert found == []

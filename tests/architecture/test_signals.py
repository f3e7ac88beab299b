"""Paths go through signals as objects: Qt's own strings, and lists of them, lose bytes of names that are no UTF-8."""

import ast
from pathlib import Path

GUI = Path(__file__).resolve().parents[2] / "simfinder" / "gui"

WORDS = {
    "chosen",
    "edit_wanted",
    "failed",
    "filter_changed",
    "filter_wanted",
    "language_chosen",
    "look_chosen",
    "mark_wanted",
    "marks_wanted",
    "method_wanted",
    "place_wanted",
    "remove_wanted",
    "save_wanted",
    "state_wanted",
    "wanted",
    "words_changed",
}
"""Signals that carry what a person typed or reads. One that hands over a path is a ``Signal(object)``."""


def signals():
    """File, name and the types of each signal."""
    for path in sorted(GUI.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            if isinstance(node.value.func, ast.Name) and node.value.func.id == "Signal":
                types = {argument.id for argument in node.value.args if isinstance(argument, ast.Name)}
                yield path.name, node.targets[0].id, types


def test_only_words_go_as_strings():
    found = list(signals())
    assert len(found) > 100
    assert [(file, name) for file, name, types in found if "str" in types and name not in WORDS] == []
    assert [(file, name) for file, name, types in found if types & {"list", "dict"}] == []

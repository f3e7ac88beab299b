"""The tree can be read: no folder of the program holds more than fourteen entries, and each room says what it is."""

import ast
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
MOST = 14
ROOMS = sorted(path.parent for path in (PROJECT / "simfinder").rglob("__init__.py"))


def entries(folder):
    """Modules and rooms, without what Python adds."""
    return [
        path.name
        for path in folder.iterdir()
        if path.name not in ("__pycache__", "__init__.py", "__init__.pyi", "py.typed")
    ]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(PROJECT)))
def test_a_room_has_few_entries_and_a_plate_on_its_door(room):
    assert len(entries(room)) <= MOST
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text()))


def test_every_folder_with_modules_is_a_room():
    folders = {path.parent for path in (PROJECT / "simfinder").rglob("*.py")}
    assert sorted(folders) == ROOMS


@pytest.mark.parametrize("folder", ["", "docs", "packaging", "resources", "tests"])
def test_other_folders_have_few_entries_too(folder):
    top = PROJECT / folder
    shown = [name for name in entries(top) if not name.startswith(".") and not name.endswith(".egg-info")]
    assert len(shown) <= MOST, sorted(shown)

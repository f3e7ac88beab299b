"""Only ``simfinder/model/system.py`` asks which system this is: every branch for one can be found by its names."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "simfinder"
ASKS = {"sys.platform", "os.name", "os.uname", "platform.system", "platform.machine", "platform.release"}
ASKS |= {"platform.platform", "platform.uname", "sys.getwindowsversion", "platform.mac_ver"}


def asked(source):
    """The ways in which a module asks for the system, by name or by import."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            found.add(ast.unparse(node))
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return sorted(found & ASKS)


def test_no_other_module_asks():
    modules = {
        path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")
    }
    assert asked(modules.pop("model/system.py")) != []
    assert {name: ways for name, source in modules.items() if (ways := asked(source))} == {}


@pytest.mark.parametrize(
    "source",
    ["import sys\nif sys.platform == 'win32': pass", "from os import name", "import os\nos.uname().machine"],
)
def test_who_asks_is_seen(source):
    assert len(asked(source)) == 1

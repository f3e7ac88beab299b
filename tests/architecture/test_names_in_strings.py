"""Modules that the project names in strings are there: a move leaves no string behind."""

import ast
import importlib
import re
from functools import cache
from pathlib import Path

from simfinder.model.extension_points import GROUPS
from simfinder.scan.extract import view_sink
from simfinder.scan.extract.formats import FORMATS

PROJECT = Path(__file__).resolve().parents[2]
DOTTED = re.compile(r"simfinder(\.\w+)+")
IMPORT = re.compile(
    r"^from (simfinder(?:\.\w+)+) import (\w+)$", re.MULTILINE
)  # what a child process starts with
FILES = re.compile(
    r"simfinder\.(1|appdata\.xml|desktop|fish|flatpak|log|nemo_action|png|resources|spec|svg|toml|xml)\b.*"
)


@cache
def names_in_strings():
    found = set()
    for top in ("simfinder", "tests", "benchmarks", "packaging"):
        for source in sorted((PROJECT / top).rglob("*.py")):
            for node in ast.walk(ast.parse(source.read_text())):
                if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                    continue
                named = [".".join(names) for names in IMPORT.findall(node.value)]
                if (
                    DOTTED.fullmatch(node.value)
                    and not FILES.fullmatch(node.value)
                    and node.value not in GROUPS
                ):
                    named.append(node.value)
                found.update((name, str(source.relative_to(PROJECT))) for name in named)
    return sorted(found)


def resolve(name):
    """The module, or what is in one, that a dotted name means."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return found
    raise ModuleNotFoundError(name)


def missing(names):
    gone = []
    for name, source in names:
        try:
            resolve(name)
        except (ModuleNotFoundError, AttributeError):
            gone.append((name, source))
    return gone


def test_what_a_string_names_is_there():
    assert len(names_in_strings()) > 50
    assert missing(names_in_strings()) == []


def test_a_name_that_is_gone_is_noticed():
    gone = [(f"simfinder.{name}", "here") for name in ("app.no_such_module", "app.session.NoSuchClass")]
    assert missing([*gone, ("simfinder.app.session", "here")]) == gone


def test_no_module_is_named_by_its_neighbours():
    sources = [
        path for path in sorted((PROJECT / "simfinder").rglob("*.py")) if "__package__" in path.read_text()
    ]
    assert not sources


def test_every_format_has_its_module():
    for found in FORMATS:
        assert callable(view_sink.stream_of(found))

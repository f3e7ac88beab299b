"""A command imports what it needs, and all commands are where they are said to be."""

import os
import subprocess
import sys

import pytest

from simfinder.cli import verbs
from simfinder.store.library.library import Library

HEAVY = {
    "PySide6", "asyncio", "filelock", "hashlib", "logging.handlers", "msgspec", "numba", "numpy", "pathspec",
    "rich", "simfinder.scan.pipeline",
}  # fmt: skip
"""What takes long to import, and a command that computes nothing does without."""

SELDOM = {
    "PySide6", "asyncio", "csv", "filelock", "importlib.metadata", "logging.handlers", "msgspec", "numpy.ma",
    "pathspec", "rich", "simfinder.app.reports", "simfinder.app.runtime.time_left",
    "simfinder.app.verify.containment.contained_files",
}  # fmt: skip
"""The same for a scan of files that are known."""

SCRIPT = """
import sys
from simfinder.__main__ import main
before = set(sys.modules)
code = main(sys.argv[1:])
print(code, sorted(ASKED & (set(sys.modules) - before)))
"""


def run(*words, asked=frozenset((*HEAVY, "sqlite3")), **environment):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("ASKED", repr(set(asked))), *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return done.stdout


@pytest.mark.parametrize("verb", [[], *([verb] for verb in verbs.VERBS)])
def test_help_imports_nothing_heavy(verb):
    said = run(*verb, "--help")
    assert said.startswith(f"usage: simfinder {' '.join(verb)}")
    assert said.splitlines()[-1] == "0 []"


def test_the_version_imports_nothing_heavy():
    assert run("--version").splitlines()[-1] == "0 []"


@pytest.mark.parametrize(
    "words", [["history"], ["rules", "list"], ["ignore", "list"], ["ignore", "remove", "1"]]
)
def test_lists_need_only_the_library(words, tmp_path):
    with Library.open(tmp_path / "simfinder" / "library.sqlite3") as library:
        library.ignored.add([(b"a" * 16, "/a"), (b"b" * 16, "/b")])
        library.keep_rules.save("mine", "oldest")
    assert run(*words, XDG_DATA_HOME=str(tmp_path)).splitlines()[-1] == "0 ['sqlite3']"


def test_a_scan_of_known_files_imports_nothing_it_does_not_need(tmp_path):
    (tmp_path / "files").mkdir()
    for name in "ab":
        (tmp_path / "files" / name).write_text("the same text, again and again\n" * 50)
    words = ("scan", str(tmp_path / "files"), "--quiet")
    for _ in range(2):
        said = run(*words, asked=SELDOM, XDG_CACHE_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path))
    assert said.splitlines()[-1] == "0 []"


def test_every_verb_has_its_command():
    for verb in verbs.VERBS:
        assert callable(verbs.named(verb).run)
        assert verbs.VERBS[verb]

"""A command imports what it needs, and all commands are where they are said to be."""

import subprocess
import sys

import pytest

from simfinder.cli import verbs

SCRIPT = """
import sys
from simfinder.cli.main import run
assert run([{verb!r}, "--help"]) == 0
print(sorted({{"numba", "numpy", "sqlite3", "simfinder.scan.pipeline"}} & set(sys.modules)))
"""


@pytest.mark.parametrize("verb", ["hamming", "hash", "score", "index", "simfind", "find"])
def test_help_needs_no_kernels(verb):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(verb=verb)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    assert f"simfinder {verb}" in done.stdout


def test_every_verb_has_its_command():
    assert [command.name for command in verbs.everything()] == list(verbs._COMMANDS)
    for verb in verbs.VERBS:
        assert verbs.named(verb).name == verb
        assert verbs.named(verb).help

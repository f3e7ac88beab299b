"""The command of the recipe, in the command line, with its own test and those of all commands."""

import re
import subprocess
import sys
from pathlib import Path

from simfinder.cli.verbs import VERBS
from tests.helpers.program import simfinder
from tests.unit.cli.commands.test_types import test_types_are_counted

__all__ = ["test_types_are_counted"]

OVER = Path(sys.modules["tests"].__path__[0]).parent
VERB = "types"


def test_it_is_listed_and_explained():
    listed = simfinder("--help").out.decode()
    assert re.search(rf"^ +{VERB} +Count the files of each type in a folder\.$", listed, re.MULTILINE)
    assert simfinder(VERB, "/gone", "more").code == 2
    assert VERB in VERBS


def test_run_py_and_the_docs_know_it():
    asked = f"import sys; sys.path.insert(0, {str(OVER)!r}); import run; print({VERB!r} in run.VERBS)"
    known = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        text=True,
        check=True,
    )
    assert known.stdout == "True\n"
    assert re.search(rf"^\| .*`{VERB}[` ]", (OVER / "docs/command-line.md").read_text(), re.MULTILINE)

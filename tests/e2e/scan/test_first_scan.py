"""The first scan there ever is on a machine: nothing was compiled before."""

import contextlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.helpers.files.trees import version_tree
from tests.helpers.program import PROGRAM

pytestmark = pytest.mark.soak  # compiling takes a minute
SAID = "preparing for the first scan on this computer\n"


@pytest.fixture
def scan(tmp_path):
    """The command, in a world in which nothing was compiled."""
    version_tree(tmp_path / "tree")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    command = [*PROGRAM, "scan", str(tmp_path / "tree"), "--no-cache", "--json"]
    return {
        "args": command,
        "env": environment,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "text": True,
    }


def test_it_says_what_it_waits_for_and_tells_what_later_ones_tell(scan):
    first = subprocess.run(**scan, timeout=600)
    again = subprocess.run(**scan, timeout=600)
    assert first.returncode == again.returncode == 0, first.stderr
    assert first.stderr.count(SAID) == 1
    assert SAID not in again.stderr
    assert json.loads(first.stdout) == json.loads(again.stdout)
    assert json.loads(first.stdout)["clusters"]


@pytest.mark.skipif(
    not os.path.exists("/proc/self/environ"), reason="the system does not list processes like this"
)
def test_a_cancel_ends_it(scan):
    with subprocess.Popen(**scan) as program:
        assert SAID in program.stderr.readline()
        time.sleep(2)
        assert len(processes_with(scan["env"]["NUMBA_CACHE_DIR"])) == 3  # itself and two helpers
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
    assert not processes_with(scan["env"]["NUMBA_CACHE_DIR"])


def processes_with(value):
    """Processes that live and have this in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if os.fsencode(value) in path.read_bytes():
                found.append(path)
    return found

"""Whoever reads the results, or the messages, has gone, or never was: the program ends in peace and does its work."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.program import PROGRAM

ROOT = Path(__file__).resolve().parents[3]
posix_only = pytest.mark.skipif(os.name == "nt", reason="the shell's way of closing a stream")


@pytest.fixture
def tree(tmp_path):
    """Six files, each with a copy."""
    folder = tmp_path / "tree"
    folder.mkdir()
    for number in range(6):
        for name, age in (("new", 0), ("old", 100)):
            path = folder / f"{name}{number}.txt"
            path.write_text("".join(f"{number * line}\n" for line in range(900)))
            os.utime(path, (1_700_000_000 - age,) * 2)
    return folder


def gone():
    """A pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def run(*arguments, stdin=b"", buffered=True, **streams):
    """(exit code, what was told on streams that are not given); a stream is a handle that is closed afterwards."""
    environment = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    environment.pop("PYTHONUNBUFFERED", None)
    if not buffered:
        environment["PYTHONUNBUFFERED"] = "1"
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=stdin,
        timeout=120,
        env=environment,
        check=False,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
    )
    for handle in streams.values():
        os.close(handle)
    return done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode()


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("command", ["--help", "scan --help", "--version"])
def test_help_that_nobody_reads(command, buffered):
    assert run(*command.split(), buffered=buffered, stdout=gone()) == (0, "", "")


@pytest.mark.parametrize(
    "command",
    [
        "scan TREE --quiet",
        "scan TREE --quiet --json",
        "scan TREE --quiet --csv",
        "scan TREE --quiet --html",
        "pairs TREE --quiet",
        "find TREE/new1.txt TREE --quiet",
        "hash --method content TREE/new1.txt TREE/new2.txt",
        "score --method spamsum",
        "hamming --blocks 3 --distance 2",
        "simfind TREE --quiet",
        "spamsum TREE/new1.txt",
        "shingleprint TREE/new1.txt",
        "plan TREE --quiet --json",
        "plan TREE --quiet --sh",
        "history --json",
        "rules list",
        "cache info",
    ],
)
def test_results_that_nobody_reads(tree, command):
    stdin = b"3:a:b\t3:a:b\n" * 9
    if command.startswith("hamming"):
        stdin = b"".join(b"%d\n" % number for number in range(3000))
    assert run(*command.replace("TREE", str(tree)).split(), stdin=stdin, stdout=gone()) == (0, "", "")


def test_an_act_that_nobody_reads_of_is_told_and_done(tree):
    """The exit code and the count of what happened are there for whoever still listens."""
    code, _, told = run("clean", tree, "--act", "delete", "--yes", "--quiet", stdout=gone())
    assert (code, told) == (0, "")
    assert sorted(os.listdir(tree)) == [f"new{number}.txt" for number in range(6)]
    code, _, told = run("undo", stdout=gone())
    assert code == 1
    assert "6 files are not taken back" in told


def test_messages_that_nobody_reads_do_not_cost_the_result(tree, tmp_path):
    code, out, _ = run("scan", tree, "--json", stderr=gone())
    assert code == 0
    assert len(json.loads(out)["clusters"]) == 6
    assert run("scan", tmp_path / "nowhere", "--json", stderr=gone()) == (2, "", "")
    assert run("scan", "--wrong", stderr=gone()) == (2, "", "")
    index = tmp_path / "an.index"
    assert run("index", "build", tree, "--index", index, stderr=gone())[0] == 0
    assert index.exists()


@posix_only
@pytest.mark.parametrize(("closed", "code"), [("1", 2), ("2", 0), ("0 1 2", 2), ("0 2", 0)])
def test_streams_that_were_never_open(tree, closed, code):
    """And no file of ours takes their numbers."""
    shut = " ".join(f"{number}>&-" for number in closed.split())
    line = f'exec "$0" -m simfinder scan "$1" --json {shut}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable, str(tree)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        env={k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")},
        check=False,
    )
    assert done.returncode == code
    if "1" not in closed:
        assert len(json.loads(done.stdout)["clusters"]) == 6
    elif closed == "1":
        assert b"standard output can't be written" in done.stderr
        assert b"inside SimFinder" not in done.stderr


@posix_only
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="Linux only")
def test_help_for_which_there_is_no_room():
    code, _, told = run("scan", "--help", stdout=os.open("/dev/full", os.O_WRONLY))
    assert (code, told) == (2, "simfinder: standard output can't be written: No space left on device\n")


@posix_only
def test_the_help_of_run_py_that_nobody_reads(tmp_path):
    """Python's own environment stands in for the one that run.py makes."""
    program = (
        "import pathlib, runpy, sys; run = runpy.run_path('run.py');"
        "run['hand_over'].__globals__['PYTHON'] = pathlib.Path(sys.executable); sys.exit(run['hand_over'](['--help']))"
    )
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
    stdout = gone()
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=60,
        env=environment,
        check=False,
    )
    os.close(stdout)
    assert (done.returncode, done.stderr) == (0, b"")

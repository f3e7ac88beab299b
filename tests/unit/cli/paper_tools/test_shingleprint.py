"""``simfinder shingleprint`` against simhash(1): recorded runs, and the tool itself where it is installed."""

import contextlib
import itertools
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from simfinder.cli.main import run
from simfinder.signatures.shingleprint.fingerprint import shingleprint, to_sim
from tests.helpers.files import recipes
from tests.helpers.program import simfinder_process
from tests.unit.signatures.vectors import load

TOOL = shutil.which("simhash")
ROOT = Path(__file__).resolve().parents[4]
TEXT = b"hello, world and all that is in it"
SIM = to_sim(shingleprint(TEXT), 8)

# where the tool's answer is not ours on purpose: exit code, and what the message says
OURS = {
    "bad version": (1, "a.sim: bad file version cb00"),
    "header only, no features: 0/0": (1, "a.sim: a print without features can't be compared"),
    "one side without features": (1, "a.sim: a print without features can't be compared"),
    "empty file": (1, "a.sim: "),
    "trailing partial feature is dropped": (1, "a.sim: the last feature is cut off"),
    "features in ascending order (wrong order is not noticed)": (1, "a.sim: the features do not descend"),
    "-w of a short file warns and goes on": (1, "x: warning: not hashed\n"),
    "shingle too small": (2, "shingle size must be at least 4"),
    "no features": (2, "feature set size must be at least 1"),
    "-c with -s": (2, "-c takes neither -s nor -f"),
    "-c with one file": (2, "-c compares two .sim files, not 1"),
    "two files without a mode": (1, "-m"),
    "shingle sizes differ": (1, "shingle size mismatch"),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def ours(here, capfdbinary):
    """Runs the command in this process: exit code, standard output, standard error."""

    def call(*arguments, stdin=b""):
        with standard_input(here, stdin):
            code = run(["shingleprint", *arguments])
        out, err = capfdbinary.readouterr()
        return code, out, err.decode("utf-8", "surrogateescape")

    return call


@contextlib.contextmanager
def standard_input(folder, data):
    path = folder.parent / "standard input"
    path.write_bytes(data)
    saved = os.dup(0)
    with open(path, "rb") as file:
        os.dup2(file.fileno(), 0)
    try:
        yield
    finally:
        os.dup2(saved, 0)
        os.close(saved)
        path.unlink()


def tool(*arguments):
    done = subprocess.run([TOOL, *arguments], capture_output=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "surrogateescape")


def put(folder, files):
    for name, data in files.items():
        (folder / name).write_bytes(data)


def contents(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


@pytest.mark.parametrize("vector", load("shingleprint_cli"), ids=lambda v: v["why"])
def test_runs_of_the_tool(here, ours, vector):
    files = {name: bytes.fromhex(data) for name, data in vector["files"].items()}
    put(here, files)
    code, out, err = ours(*vector["args"], stdin=bytes.fromhex(vector["stdin"]))
    made = {name: bytes.fromhex(data) for name, data in vector["files_made"].items()}
    assert contents(here) == files | made
    if vector["why"] in OURS:
        expected, message = OURS[vector["why"]]
        assert code == expected
        assert message in err
        assert out == b""
    else:
        assert (code, out.hex(), err) == (vector["exit"], vector["stdout_hex"], vector["stderr"])


@pytest.mark.parametrize("number", range(len(load("shingleprint_matrix"))))
def test_matrices_of_the_tool(here, ours, number):
    vector = load("shingleprint_matrix")[number]
    names = [file["name"] for file in vector["files"]]
    put(here, {file["name"]: recipes.build(file["recipe"]) for file in vector["files"]})
    code, out, err = ours(*vector["options"], "-m", *names)
    assert (code, out.decode(), err) == (vector["exit"], vector["stdout"], vector["stderr"])


def sample():
    """Some dozens of real files of all sizes, this project's own."""
    files = [p for p in sorted((ROOT / "tests").rglob("*")) if p.is_file() and "__pycache__" not in p.parts]
    files += [p for p in sorted((ROOT / "resources").rglob("*")) if p.is_file()]
    return [str(p) for p in random.Random(4).sample(files, 48)]


@pytest.mark.skipif(TOOL is None, reason="simhash is not installed")
def test_prints_of_real_files_equal_the_tool(ours):
    options = itertools.cycle([(), ("-s5",), ("-f", "20"), ("-s", "33", "-f", "999")])
    for path in sample():
        chosen = next(options)
        assert ours(*chosen, path) == tool(*chosen, path)


@pytest.mark.skipif(TOOL is None, reason="simhash is not installed")
@pytest.mark.parametrize("options", [(), ("-s", "4", "-f", "31")])
def test_a_matrix_of_real_files_equals_the_tool(ours, options):
    assert ours(*options, "-m", *sample()) == tool(*options, "-m", *sample())


@pytest.mark.skipif(TOOL is None, reason="simhash is not installed")
def test_scores_of_real_files_equal_the_tool(here, ours):
    for number, path in enumerate(sample()[:14]):
        shutil.copy(path, here / f"{number}")
    names = sorted(os.listdir(here))
    assert tool("-w", *names)[0] == 0
    theirs = contents(here)
    for name in theirs:
        if name.endswith(".sim"):
            os.unlink(name)
    assert ours("-w", *names)[0] in (0, 1)
    assert contents(here) == theirs
    sims = [name for name in theirs if name.endswith(".sim")]
    assert len(sims) > 8
    for pair in itertools.product(sims, repeat=2):
        assert ours("-c", *pair) == tool("-c", *pair)


@pytest.mark.skipif(TOOL is None, reason="simhash is not installed")
@pytest.mark.parametrize(
    "arguments",
    ["-m a -s 5 b", "-ms5 a b", "-s 5 -s 6 a", "a -f3", "-m -- a b", "-m a a", "d", "-m a d", "-m a ./a"],
)
def test_arguments_as_the_tool_reads_them(here, ours, arguments):
    put(here, {"a": TEXT, "b": TEXT[:20] + b"!" + TEXT[20:]})
    (here / "d").mkdir()
    assert ours(*arguments.split()) == tool(*arguments.split())


def test_standard_input(ours):
    assert ours(stdin=TEXT) == (0, SIM, "")
    assert ours("-s", "9", "-f", "3", stdin=TEXT) == (0, to_sim(shingleprint(TEXT, 9, 3), 9), "")
    assert ours(stdin=TEXT[:7]) == (255, b"", "stdin not hashable\n")


def test_the_real_program(here):
    (here / "in").write_bytes(TEXT * 9)
    with open("in", "rb") as file:
        done = simfinder_process("shingleprint", stdin=file, cwd=here, env={"PYTHONPATH": str(ROOT)})
    assert (done.code, done.out, done.err) == (0, to_sim(shingleprint(TEXT * 9), 8), "")


@pytest.mark.parametrize("name", ["-w", "--help", "a b", "\udcff", "ä", "new\nline"])
def test_odd_names(here, ours, name):
    Path(name).write_bytes(TEXT)
    assert ours("--", name) == (0, SIM, "")
    assert ours("-w", "--", name) == (0, b"", "")
    assert contents(here) == {name: TEXT, name + ".sim": SIM}
    code, out, err = ours("-m", "--", name, name)
    width = len(os.fsencode(name))
    lines = [b" " * (width + 4) + b"  1", os.fsencode(name) + b"   1", os.fsencode(name) + b"   2 1.0"]
    assert (code, out, err) == (0, b"".join(line + b"\n" for line in lines), "")
    os.unlink(name)
    assert ours("--", name)[0::2] == (1, name.replace("\n", "\\n") + ": No such file or directory\n")


def test_writing_goes_on_after_what_fails(here, ours):
    put(here, {"a": TEXT, "short": b"1234567", "b": TEXT, "c": TEXT})
    (here / "b.sim").mkdir()
    code, out, err = ours("-w", "a", "short", "gone", "b", "c")
    assert (code, out) == (1, b"")
    assert err.splitlines() == [
        "short: warning: not hashed",
        "gone: No such file or directory",
        "b.sim: not a regular file, left as it is",
    ]
    assert contents(here) == {
        "a": TEXT,
        "short": b"1234567",
        "b": TEXT,
        "c": TEXT,
        "a.sim": SIM,
        "c.sim": SIM,
    }


def test_short_files_may_be_no_problem(here, ours):
    put(here, {"a": TEXT, "short": b"1234567", "empty": b""})
    assert ours("-w", "a", "short", "empty", "--quiet-short") == (0, b"", "")
    assert sorted(os.listdir(here)) == ["a", "a.sim", "empty", "short"]
    assert ours("-w", "--quiet-short", "short", "gone") == (1, b"", "gone: No such file or directory\n")


def test_an_old_sim_file_is_replaced(here, ours):
    put(here, {"a": TEXT, "a.sim": b"old"})
    assert ours("-w", "a") == (0, b"", "")
    assert contents(here) == {"a": TEXT, "a.sim": SIM}


@pytest.mark.parametrize(
    "arguments",
    ["-s 8x a", "-s  a", "-s +8 a", "-s 8.0 a", "-f ٣ a", "-f 1e3 a", "-s 65536 a", "-s -5 a", "-s", "-x a",
     "-w -m a", "-c -w a b", "--shingle 8 a", "-c a", "-c", "-c a.sim a.sim a.sim", "-c -f 9 a.sim a.sim"],
)  # fmt: skip
def test_wrong_usage_touches_nothing(here, ours, arguments):
    put(here, {"a": TEXT, "a.sim": SIM})
    code, out, err = ours(*arguments.split(" "))
    assert (code, out) == (2, b"")
    assert err
    assert contents(here) == {"a": TEXT, "a.sim": SIM}


def test_no_mode_but_writing_touches_a_file(here, ours):
    put(here, {"a": TEXT, "b": TEXT, "a.sim": SIM})
    before = {p.name: p.stat().st_mtime_ns for p in here.iterdir()}
    ours("a")
    ours("-m", "a", "b")
    ours("-c", "a.sim", "a.sim")
    ours("a", "b")
    ours("-w")
    assert {p.name: p.stat().st_mtime_ns for p in here.iterdir()} == before


def test_a_matrix_needs_all_its_files(here, ours):
    put(here, {"a": TEXT})
    assert ours("-m", "a", "gone", "lost") == (
        1, b"", "gone: No such file or directory\nlost: No such file or directory\n"
    )  # fmt: skip


def test_help_names_the_options(ours):
    code, out, err = ours("--help")
    assert (code, err) == (0, "")
    for option in ("-s SIZE", "-f COUNT", "-w", "-m", "-c", "--quiet-short"):
        assert option in out.decode()


def test_more_features_than_a_file_has(here, ours):
    put(here, {"a": TEXT})
    assert ours("-f", "9" * 40, "a") == (0, to_sim(shingleprint(TEXT, 8, 999), 8), "")

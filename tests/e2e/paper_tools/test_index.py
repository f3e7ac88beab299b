"""``index`` as a program: its answers, its words, its exit codes; killed and stopped in the middle."""

import contextlib
import os
import random
import signal
import sqlite3
import time

import pytest

from simfinder.cli import main
from tests.helpers.program import Finished, kill_when, simfinder, simfinder_process, start


@pytest.fixture
def here(capfdbinary):
    """The same program without a process of its own, where there are many requests."""

    def run(*arguments):
        code = main.run(["index", *map(str, arguments)])
        said = capfdbinary.readouterr()
        return Finished(code, said.out, said.err.decode())

    return run


@pytest.fixture
def tree(tmp_path):
    """Twelve files of 20 kB, and one of an odd name."""
    root = tmp_path / "tree"
    root.mkdir()
    rng = random.Random(1)
    for name in (*(f"{i:02}.bin" for i in range(12)), os.fsdecode(b"odd \xff\n.bin")):
        (root / name).write_bytes(rng.randbytes(20_000))
    return root


@pytest.fixture
def index(tree, tmp_path, here):
    path = tmp_path / "x.index"
    done = here("build", tree, "--index", path, "--block-size", 64)
    assert (done.code, done.out) == (0, b""), done.err
    return path


def test_build_find_and_info(tree, index, tmp_path, here):
    part = tmp_path / "part"
    part.write_bytes((tree / "07.bin").read_bytes()[5000:9000] + (tree / "03.bin").read_bytes()[:1500])
    done = simfinder("index", "find", part, "--index", index, "--json")
    assert done.code == 0, done.err
    found = done.json
    assert list(found) == ["version", "file", "grams", "min_grams", "found", "matches"]
    assert (found["version"], found["file"], found["min_grams"], found["found"]) == (1, str(part), 2, 2)
    best, second = found["matches"]
    assert list(best) == ["path", "count", "covered"]
    assert (best["path"], second["path"]) == (str(tree / "07.bin"), str(tree / "03.bin"))
    assert best["count"] > second["count"] > 5
    assert best["covered"] == best["count"] / found["grams"]

    done = here("find", part, "--index", index)
    lines = [line.split(b"\t") for line in done.out.splitlines()]
    assert [line[2] for line in lines] == [bytes(tree / "07.bin"), bytes(tree / "03.bin")]
    assert [int(line[1]) for line in lines] == [best["count"], second["count"]]
    assert float(lines[0][0]) == pytest.approx(best["covered"], abs=1e-4)
    assert "2 files hold 2 or more of" in done.err
    done = here("find", part, "--index", index, "--json", "--limit", 1, "--quiet")
    assert (done.err, done.json["found"], len(done.json["matches"])) == ("", 2, 1)
    done = here("find", part, "--index", index, "--min-grams", second["count"] + 1)
    assert len(done.out.splitlines()) == 1

    info = here("info", "--index", index, "--json").json
    assert (info["version"], info["format"], info["block_size"], info["ngram"], info["files"]) == (
        1,
        1,
        64,
        5,
        13,
    )
    assert (info["path"], info["bytes"], info["too_short"]) == (str(index), index.stat().st_size, 0)
    assert 3000 < info["grams"] < 5000
    assert abs(info["created"] - time.time()) < 600
    assert str(info["created_ns"])[:9] == str(info["created"])[:9]
    text = here("info", "--index", index).out.decode()
    assert "block size 64, n-grams of 5" in text
    assert "13 files" in text


def test_standard_input_and_odd_names(tree, index):
    odd = tree / os.fsdecode(b"odd \xff\n.bin")
    with open(odd, "rb") as file:
        done = simfinder_process("index", "find", "-", "--index", index, "--json", stdin=file)
    assert done.json["file"] == "-"
    assert [m["path"] for m in done.json["matches"]] == [str(odd)]
    assert done.json["matches"][0]["covered"] == 1.0
    with open(odd, "rb") as file:
        done = simfinder_process("index", "find", "-", "--index", index, stdin=file)
    assert done.out.endswith(b"odd \xff\n.bin\n")


def test_the_seeds_dimension_is_the_default(tree, tmp_path, here):
    path = tmp_path / "x.index"
    done = here("build", tree, "--index", path)
    assert done.code == 0
    info = here("info", "--index", path, "--json").json
    assert (info["block_size"], info["ngram"]) == (2048, 5)


def test_add_and_prune(tree, index, tmp_path, here):
    new = tmp_path / "new.bin"
    new.write_bytes(random.Random(2).randbytes(9000))
    done = here("add", new, tree / "03.bin", "--index", index)
    assert done.code == 0, done.err
    assert "Indexed 2 files" in done.err
    assert "1 old ones forgotten" in done.err
    (tmp_path / "copy").write_bytes(new.read_bytes())
    found = here("find", tmp_path / "copy", "--index", index, "--json").json
    assert [m["path"] for m in found["matches"]] == [str(new)]
    (tree / "05.bin").unlink()
    assert here("add", tree, "--index", index, "--prune", "--quiet").err == ""
    assert here("info", "--index", index, "--json").json["files"] == 13


def told(done):
    """Its code, and what it says without the name of the program; a traceback would be more lines."""
    lines = done.err.splitlines()
    assert len(lines) == 1, done.err
    assert done.out == b""
    return done.code, lines[0].removeprefix("simfinder: ")


def test_bad_requests(tree, index, tmp_path, here):
    def run(*arguments):
        return told(here(*arguments))

    part, text = tmp_path / "part", tmp_path / "text"
    part.write_bytes(random.Random(3).randbytes(3000))
    text.write_text("no index")
    none = tmp_path / "none"
    made = "the index was made with"
    assert run("find", part, "--index", index, "--block-size", 100) == (
        2,
        f"{index}: {made} block size 64, not 100",
    )
    assert run("add", part, "--index", index, "--ngram", 6) == (2, f"{index}: {made} n-gram length 5, not 6")
    assert run("find", text, "--index", index) == (
        2,
        f"{text}: too short for this index: 1 characters, need 5",
    )
    assert run("find", none, "--index", index) == (2, f"{none}: No such file or directory")
    assert run("find", tree, "--index", index) == (2, f"{tree}: is a folder; give a file to look up")
    for act in (("find", part), ("add", part), ("info",)):
        assert run(*act, "--index", none) == (2, f"{none}: there is no such index; 'index build' makes one")
        assert run(*act, "--index", text) == (2, f"{text}: is no n-gram index")
    for force in ((), ("--force",)):
        assert run("build", tree, "--index", text, *force) == (
            2,
            f"{text}: is no n-gram index, and is left alone",
        )
    assert run("build", none, "--index", none) == (2, f"{none}: No such file or directory")
    assert run("build", tree, "--index", none / "x") == (
        2,
        f"{none}: there is no such folder to put an index in",
    )
    code, said = run("build", tree, "--index", index)
    assert (code, "--force" in said) == (2, True)
    assert run("build", tree, "--index", none, "--ngram", 11)[0] == 2
    assert run("build", tree, "--index", none, "--block-size", 2**32)[0] == 2
    assert run("build", tree, "--index", none, "--min-size", 10, "--max-size", 5)[0] == 2
    assert text.read_text() == "no index"
    assert not none.exists()
    for arguments in (("build", tree), ("find", part, "--index", index, "--min-grams", 0), ("find",), ()):
        assert here(*arguments).code == 2


def test_damaged_and_newer(index, tmp_path, here):
    part = tmp_path / "part"
    part.write_bytes(random.Random(3).randbytes(3000))
    whole = index.read_bytes()
    index.write_bytes(whole[: len(whole) // 2])
    code, said = told(here("find", part, "--index", index))
    assert (code, said.startswith(f"{index}: the index is damaged")) == (2, True)
    index.write_bytes(whole)
    with contextlib.closing(sqlite3.connect(index)) as raw:
        raw.execute("PRAGMA user_version = 9")
    code, said = told(here("info", "--index", index))
    assert (code, "newer version" in said) == (2, True)


def test_problems_are_listed(tree, tmp_path, here):
    done = here("build", tree, tmp_path / "none", "--index", tmp_path / "x.index")
    assert done.code == 1
    assert f"simfinder: {tmp_path / 'none'}: No such file or directory" in done.err
    assert "Indexed 13 files" in done.err


SLOW = ("--block-size", 1)  # an n-gram for every byte


@pytest.fixture
def large(tmp_path):
    """Enough to be stopped in the middle of."""
    root = tmp_path / "large"
    root.mkdir()
    data = random.Random(5).randbytes(1 << 20)
    for i in range(40):
        (root / f"{i}.bin").write_bytes(data[i:])
    return root


def building(path):
    draft = path.with_name(f".{path.name}.building")
    return draft.exists


@pytest.mark.parametrize("verb", ["build", "add"])
def test_killed(index, large, verb, here):
    before = index.read_bytes()
    more = [*SLOW, "--force"] if verb == "build" else []
    program = start("index", verb, large, "--index", index, *more)
    ready = building(index) if verb == "build" else index.with_name(f".{index.name}.lock").exists
    assert kill_when(program, ready)
    assert index.read_bytes() == before
    assert here("info", "--index", index, "--json").json["files"] == 13
    assert here("add", large / "1.bin", "--index", index).code == 0
    done = here("build", large, "--index", index, "--force", "--max-size", 1 << 20)
    assert done.code == 0, done.err
    assert sorted(os.listdir(index.parent)) == ["large", "tree", "x.index"]


def test_ctrl_c_and_a_second_writer(index, large, here):
    before = index.read_bytes()
    program = start("index", "build", large, "--index", index, "--force", *SLOW)
    while not building(index)() and program.poll() is None:
        time.sleep(0.01)
    code, said = told(here("add", large / "1.bin", "--index", index))
    busy = program.poll() is None
    program.send_signal(signal.SIGINT)
    begin = time.monotonic()
    assert program.wait(20) == 130
    assert time.monotonic() - begin < 3.0
    if busy:
        assert (code, said) == (2, f"{index}: another program is writing this index")
    assert index.read_bytes() == before
    assert sorted(os.listdir(index.parent)) == ["large", "tree", "x.index"]

"""``simfind`` as a person runs it: output, counters, exit codes, wrong input."""

import os
import random

import pytest

from simfinder.cli.main import run
from tests.helpers.program import simfinder

TEXT = b"The quick brown fox jumps over the lazy dog, as ever.\n" * 40


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.txt").write_bytes(TEXT)
    (root / "b.log").write_bytes(TEXT)
    (root / "near.txt").write_bytes(TEXT.replace(b"lazy", b"late", 1))
    (root / "noise").write_bytes(random.Random(1).randbytes(2000))
    (root / ".hidden.txt").write_bytes(TEXT)
    (root / "new\nline").write_bytes(b"ab")
    (root / "two").write_bytes(b"ba")
    return root


def rows(done):
    return [line.split("\t") for line in done.out.decode().splitlines()]


def test_a_line_per_pair_and_the_counters(tree):
    done = simfinder("simfind", tree)
    assert done.code == 0, done.err
    assert [row[0] for row in rows(done)] == ["identical", "similar", "similar", "similar"]
    assert rows(done)[0] == ["identical", "0", f"{tree}/a.txt", f"{tree}/b.log"]
    assert rows(done)[1] == ["similar", "0", f"{tree}/new\\nline", f"{tree}/two"]
    assert [row[2:] for row in rows(done)[2:]] == [
        [f"{tree}/{name}", f"{tree}/near.txt"] for name in ("a.txt", "b.log")
    ]
    size = sum(p.stat().st_size for p in tree.iterdir() if p.name != ".hidden.txt")
    assert f"rows 6, bytes {size}, key hits 4, collisions " in done.err
    assert "size discards 0, sum hits 4, identical 1, seconds " in done.err
    assert simfinder("simfind", tree, "--quiet").err == ""


def test_json(tree):
    done = simfinder("simfind", tree, "--json", "--hidden")
    assert done.code == 0, done.err
    result = done.json
    assert set(result) == {"version", "pairs", "counters", "problems"}
    assert result["version"] == 1
    assert result["counters"]["rows"] == 7
    assert result["counters"]["identical"] == 3
    assert result["pairs"][0] == [f"{tree}/.hidden.txt", f"{tree}/a.txt", 0, "identical"]
    assert [f"{tree}/new\nline", f"{tree}/two", 0, "similar"] in result["pairs"]


def test_one_target_and_keys(tree, tmp_path):
    inside = simfinder("simfind", tree, "--target", tree / "a.txt", "--ext")
    assert [(row[0], os.path.basename(row[3])) for row in rows(inside)] == [("similar", "near.txt")]
    (tmp_path / "other.txt").write_bytes(TEXT)
    outside = simfinder(
        "simfind", tree, "--target", "other.txt", "--key", "uniform", "--key", "skew", cwd=tmp_path
    )
    assert rows(outside)[0] == ["identical", "0", f"{tmp_path}/other.txt", f"{tree}/a.txt"]
    assert "pairs left after key uniform" in outside.err
    zero = simfinder("simfind", tree, "--tolerance-key", "0", "--target", tree / "a.txt")
    assert [row[1] for row in rows(zero)] == ["0"]


def test_own_tags(tree, tmp_path):
    tags = tmp_path / "tags"
    tags.write_text("tag bits uniform mine\n74 8 1 2\n65 8 1 0.5\n")
    done = simfinder("simfind", tree, "--tags", tags, "--key", "mine", "--weights", "two=1,3", "--key", "two")
    assert done.code == 0, done.err
    assert rows(done)[0][:2] == ["identical", "0"]
    assert simfinder("simfind", tree).out == simfinder("simfind", tree, "--no-cache").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--key", "foo"], "no key 'foo'; the tags have uniform, scatter, skew"),
        (["--tolerance-key", "-1"], "'-1' is no percentage"),
        (["--tolerance-key", "nan"], "'nan' is no percentage"),
        (["--tolerance-key", "much"], "'much' is no percentage"),
        (["--tolerance-key", "1e99"], "percentage"),
        (["--target", "missing"], "missing: No such file"),
        (["--target", "."], "is a folder"),
        (["--tags", "missing"], "missing: No such file"),
        (["--tags", "bad"], "bad: line 2: tag value 'xyz' is not hexadecimal"),
        (["--weights", "1,2"], "weights"),
        (["--min-size", "9", "--max-size", "8"], "--min-size is larger"),
    ],
)
def test_wrong_input_is_told_in_a_line(tree, tmp_path, words, told, capfd, monkeypatch):
    (tmp_path / "bad").write_text("00 8 1\nxyz 8 1\n")
    monkeypatch.chdir(tmp_path)
    assert run(["simfind", str(tree), *words]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert told in err.splitlines()[-1]


def test_a_folder_that_is_missing_and_a_file_that_can_not_be_read(tree, tmp_path):
    assert simfinder("simfind", tmp_path / "nothing").code == 2
    done = simfinder("simfind", tree, tmp_path / "nothing")
    assert done.code == 1
    assert f"{tmp_path}/nothing: No such file" in done.err
    assert done.out == simfinder("simfind", tree).out


def test_nothing_to_find(tmp_path):
    done = simfinder("simfind", tmp_path, "--json")
    assert (done.code, done.json["pairs"], done.json["counters"]["rows"]) == (0, [], 0)

"""``find`` of the real program: the contract of its JSON, its text, its exit codes, names of any bytes."""

import os
import random

import pytest

from tests.helpers.files.documents import report
from tests.helpers.files.trees import write
from tests.helpers.program import simfinder

DAY = 1_700_000_000


@pytest.fixture
def tree(tmp_path):
    rng = random.Random(8)
    text = report(rng, paragraphs=40, topic="town")
    root = str(tmp_path / "tree")
    write(root, "text.txt", text, DAY)
    write(root, "copy.txt", text, DAY)
    write(root, "edited.txt", text.replace(b"and", b"or", 9), DAY)
    write(root, os.fsdecode(b"part \xff\n.txt"), text[1000 : 1000 + len(text) // 6], DAY)
    write(root, "whole.bin", rng.randbytes(3 * len(text)) + text, DAY)
    write(root, "stranger.bin", rng.randbytes(len(text)), DAY)
    return root


def words(result):
    return {os.path.basename(match["path"]): match["relation"] for match in result["matches"]}


def test_json(tree):
    done = simfinder("find", tree + "/text.txt", tree, "--json")
    assert done.code == 0, done.err
    result = done.json
    assert set(result) == {"version", "file", "verified", "matches", "problems"}
    assert (result["version"], result["file"]) == (1, tree + "/text.txt")
    assert (result["verified"], result["problems"]) == (True, [])
    assert words(result) == {
        "copy.txt": "identical",
        "edited.txt": "similar",
        "part \udcff\n.txt": "inside",
        "whole.bin": "contains",
    }
    assert [set(match) for match in result["matches"]] == [
        {"path", "relation", "similarity", "containment"}
    ] * 4
    assert result["matches"][0] == {
        "path": tree + "/copy.txt", "relation": "identical", "similarity": 1.0, "containment": 1.0
    }  # fmt: skip
    assert all(match["similarity"] < 1.0 and match["containment"] < 1.0 for match in result["matches"][1:])


def test_text(tree):
    done = simfinder("find", tree + "/text.txt", tree)
    lines = done.out.decode("utf-8", "surrogateescape").splitlines()
    assert lines[0] == f" 100 %  identical  {tree}/copy.txt"
    assert [line.split()[2] for line in lines].count("similar") == 1
    assert any(line.endswith("part \udcff\\n.txt") for line in lines)
    assert "4 files like it" in done.err
    assert simfinder("find", tree + "/text.txt", tree, "--quiet").err == ""


def test_the_second_time_comes_from_the_cache_and_says_the_same(tree):
    first = simfinder("find", tree + "/text.txt", tree, "--json", "--jobs", "1")
    second = simfinder("find", tree + "/text.txt", tree, "--json")
    assert second.out == first.out
    assert "6 from cache" in second.err


def test_a_relative_name_outside_of_the_folders(tree, tmp_path):
    os.rename(tree + "/text.txt", tmp_path / "moved.txt")
    done = simfinder("find", "moved.txt", "tree", "--json", cwd=tmp_path)
    assert done.json["file"] == str(tmp_path / "moved.txt")
    assert words(done.json)["copy.txt"] == "identical"


def test_options_of_a_scan(tree):
    file = tree + "/text.txt"
    assert words(simfinder("find", file, tree, "--identical", "--json").json) == {"copy.txt": "identical"}
    strict = simfinder("find", file, tree, "--tolerance", "0", "--exclude", "copy*", "--json").json
    assert set(words(strict)) == {"part \udcff\n.txt", "whole.bin"}
    assert "edited.txt" in words(
        simfinder("find", file, tree, "--method", "tagcount", "--estimates", "--json").json
    )


def test_hard_links(tree):
    os.link(tree + "/text.txt", tree + "/a link.txt")
    os.symlink("text.txt", tree + "/symlink.txt")
    found = words(simfinder("find", tree + "/symlink.txt", tree, "--json").json)
    assert found["a link.txt"] == "identical"
    assert "text.txt" not in found
    assert words(simfinder("find", tree + "/a link.txt", tree, "--json").json)["text.txt"] == "identical"


def test_wrong_and_empty(tree, tmp_path):
    for arguments, reason in (
        ((tree + "/none", tree), "No such file"),
        ((tree, tree), "is a folder"),
        ((tree + "/text.txt", tmp_path / "none"), "No such file"),
    ):
        done = simfinder("find", *arguments, "--json")
        assert (done.code, done.out) == (2, b"")
        assert reason in done.err
        assert len(done.err.splitlines()) == 1
    assert simfinder("find", tree + "/text.txt").code == 2
    (tmp_path / "nothing").mkdir()
    done = simfinder("find", tree + "/text.txt", tmp_path / "nothing", "--json")
    assert (done.code, done.json["matches"]) == (0, [])
    write(tree, "empty", b"", DAY)
    done = simfinder("find", tree + "/empty", tree, "--json")
    assert (done.code, done.json["matches"]) == (0, [])
    assert "is empty" in done.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tree):
    os.chmod(tree + "/text.txt", 0)
    done = simfinder("find", tree + "/text.txt", tree)
    assert done.code == 2
    assert "Permission denied" in done.err

"""``ignore`` of the real program: said once, heeded by the next scans, taken back; and its bad input."""

import os
import random

import pytest

from simfinder.store import app_dirs
from tests.helpers.files.documents import report
from tests.helpers.files.trees import write
from tests.helpers.program import simfinder

DAY = 1_700_000_000


@pytest.fixture
def tree(tmp_path):
    text = report(random.Random(8), paragraphs=40, topic="town")
    root = str(tmp_path / "tree")
    write(root, "text.txt", text, DAY)
    write(root, "copy.txt", text, DAY)
    write(root, os.fsdecode(b"edited \xff\n.txt"), text.replace(b"and", b"or", 9), DAY)
    return root


def clusters(root):
    done = simfinder("scan", root, "--json")
    assert done.code == 0, done.err
    return [sorted(os.path.basename(f["path"]) for f in c["files"]) for c in done.json["clusters"]]


def pairs(root):
    return len(simfinder("pairs", root, "--json").json["pairs"])


def test_said_heeded_and_taken_back(tree):
    assert clusters(tree) == [["copy.txt", "edited \udcff\n.txt", "text.txt"]]
    assert pairs(tree) == 1
    edited = os.path.join(tree, "edited \udcff\n.txt")
    added = simfinder("ignore", "add", os.path.join(tree, "text.txt"), edited, "--json")
    assert (added.code, added.json) == (0, {"version": 1, "id": 1}), added.err
    assert clusters(tree) == [["copy.txt", "text.txt"]]
    assert pairs(tree) == 0

    (entry,) = simfinder("ignore", "list", "--json").json["entries"]
    assert entry["id"] == 1
    assert {file["path"] for file in entry["files"]} == {os.path.join(tree, "text.txt"), edited}
    assert all(len(file["content"]) == 32 for file in entry["files"])
    shown = simfinder("ignore", "list").out.decode("utf-8", "surrogateescape").splitlines()
    assert shown[0].startswith("1  2")
    assert any(line.endswith("edited \udcff\\n.txt") for line in shown)

    assert simfinder("ignore", "remove", "1").code == 0
    assert clusters(tree) == [["copy.txt", "edited \udcff\n.txt", "text.txt"]]
    assert "kept apart" in simfinder("ignore", "list").err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["add", "text.txt", "copy.txt"], "identical"),
        (["add", "text.txt"], "two different files"),
        (["add", "text.txt", "./text.txt"], "two different files"),
        (["add", "text.txt", "none.txt"], "No such file"),
        (["add", "text.txt", "."], "directory"),
        (["remove", "7"], "no such entry: 7"),
        (["remove", "x"], "no number"),
        ([], "required"),
        (["forget"], "invalid choice"),
    ],
)
def test_bad_input_is_one_line(tree, arguments, words):
    done = simfinder("ignore", *arguments, cwd=tree)
    assert done.code == 2
    assert words in done.err
    assert "Traceback" not in done.err
    assert simfinder("ignore", "list", "--json").json["entries"] == []


def test_a_library_that_can_not_be_read_is_told_and_the_scan_goes_on(tree):
    app_dirs.data_folder().mkdir(parents=True)
    app_dirs.library_file().write_bytes(b"no database at all" * 400)
    done = simfinder("scan", tree, "--json")
    assert "not the same can't be read" in done.err
    assert len(done.json["clusters"]) == 1
    assert simfinder("ignore", "list").code == 2

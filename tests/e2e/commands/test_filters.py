"""``--type``, ``--not-type``, ``--since``, ``--before``: which files take part, and what is told of the others."""

import os
import time

import pytest

from tests.helpers.program import simfinder

WORDS = "every line of this text is long enough to be found again in another file\n" * 40


@pytest.fixture
def tree(tmp_path):
    now = time.time()
    for name, days in (("a.txt", 2), ("b.txt", 40), ("c.md", 2), ("d.png", 2), ("e", 400)):
        path = tmp_path / "tree" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(WORDS + name)
        os.utime(path, (now - days * 86_400,) * 2)
    return tmp_path / "tree"


def names(done):
    told = done.json
    files = {os.path.basename(file["path"]) for cluster in told["clusters"] for file in cluster["files"]}
    return files, told["passed_over"]


@pytest.mark.parametrize(
    ("options", "files", "passed"),
    [
        ((), {"a.txt", "b.txt", "c.md", "d.png", "e"}, {}),
        (("--type", "txt"), {"a.txt", "b.txt"}, {"other-type": 3}),
        (("--type", "documents", "--type", "none"), {"a.txt", "b.txt", "c.md", "e"}, {"other-type": 1}),
        (("--not-type", "pictures,md"), {"a.txt", "b.txt", "e"}, {"other-type": 2}),
        (("--since", "30d"), {"a.txt", "c.md", "d.png"}, {"too-old": 2}),
        (("--before", "30d"), {"b.txt", "e"}, {"too-new": 3}),
        (("--since", "1y", "--before", "30d", "--type", "txt"), set(), {"other-type": 3, "too-new": 1}),
    ],
)
def test_only_what_is_asked_for_takes_part(tree, options, files, passed):
    done = simfinder("scan", tree, "--json", "--estimates", *options)
    assert done.code == 0, done.err
    assert names(done) == (files, passed)


def test_what_is_skipped_is_said(tree):
    done = simfinder("scan", tree, "--estimates", "--not-type", "txt")
    assert "Skipped 2 files of other types" in done.err


@pytest.mark.parametrize(
    "options", [("--type", "a/b"), ("--since", "soon"), ("--since", "1d", "--before", "2d")]
)
def test_wrong_wishes_are_wrong_usage(tree, options):
    done = simfinder("scan", tree, *options)
    assert done.code == 2
    assert done.out == b""

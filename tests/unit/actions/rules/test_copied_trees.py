"""Folders that are copies of one another, and those that only look alike."""

import threading

import numpy as np
import pytest

from simfinder.actions.rules import copied_trees
from simfinder.actions.rules.copied_trees import CopiedTrees, Trees
from simfinder.model.files import FileRecord

NAMES = [f"src/{name}.py" for name in ("app", "views", "forms", "pay", "mail")] + ["docs/guide.md"]


def trees_of(contents, size=1000):
    """{path: content row}"""
    records = [FileRecord(path, 1, at, size, 0) for at, path in enumerate(contents)]
    return CopiedTrees(records, np.array(list(contents.values()), np.int32))


def tree(folder, names, first):
    return {f"{folder}/{name}": first + at for at, name in enumerate(names)}


@pytest.mark.parametrize(
    ("same", "changed", "missing", "found"),
    [
        (6, 0, 0, Trees.COPIES),
        (3, 3, 0, Trees.COPIES),
        (2, 4, 0, Trees.SISTERS),
        (0, 6, 0, Trees.SISTERS),
        (4, 0, 2, Trees.COPIES),
        (2, 0, 4, Trees.UNKNOWN),
        (0, 0, 6, Trees.UNKNOWN),
    ],
)
def test_share_of_paths_and_contents(same, changed, missing, found):
    assert same + changed + missing == len(NAMES)
    other = {
        f"/b/site/{name}": at if at < same else 100 + at for at, name in enumerate(NAMES[: same + changed])
    }
    more = {f"/b/site/else{at}.py": 200 + at for at in range(missing)}
    trees = trees_of(tree("/a/shop", NAMES, 0) | other | more)
    for pair in (("/a/shop", "/b/site"), ("/b/site/", "/a/shop/")):
        assert trees.compare(*pair) == found
        assert trees.are_copies(*pair) == (found == Trees.COPIES)


def test_the_smaller_tree_counts():
    more = [f"lib/part{at}.py" for at in range(50)]
    trees = trees_of(tree("/a/shop", NAMES + more, 0) | tree("/b/site", NAMES, 0))
    assert trees.are_copies("/b/site", "/a/shop")


def test_folders_above_and_below_are_asked_too():
    trees = trees_of(
        tree("/a/old/shop", NAMES, 0)
        | tree("/b/shop", NAMES, 0)
        | tree("/a/old", [f"a{at}.txt" for at in range(6)], 50)
        | tree("/b", [f"b{at}.txt" for at in range(6)], 70)
    )
    assert not trees.are_copies("/a/old", "/b")
    assert not trees.are_copies("/a/old/shop/docs", "/b/shop/docs")
    for below in ("", "/docs", "/src"):
        assert trees.compare(f"/a/old/shop{below}", f"/b/shop{below}") == Trees.COPIES
    assert trees.compare("/a/old/shop/docs", "/b/shop/src") == Trees.UNKNOWN


def test_two_files_are_too_few_and_boilerplate_counts_nothing():
    two = ["a.py", "b.py"]
    assert not trees_of(tree("/a/x", two, 0) | tree("/b/y", two, 0)).are_copies("/a/x", "/b/y")
    licences = ["LICENSE", "COPYING.txt", "NOTICE", "AUTHORS", "a.py", "b.py"]
    assert not trees_of(tree("/a/x", licences, 0) | tree("/b/y", licences, 0)).are_copies("/a/x", "/b/y")
    empty = trees_of(tree("/a/x", NAMES, 0) | tree("/b/y", NAMES, 0), size=0)
    assert not empty.are_copies("/a/x", "/b/y")


def test_a_folder_is_no_copy_of_one_inside_it_or_of_none():
    trees = trees_of(
        tree("/a/shop", NAMES, 0) | tree("/a/shop/copy", NAMES, 0) | tree("/a/shopping", NAMES, 0)
    )
    assert not trees.are_copies("/a/shop", "/a/shop/copy")
    assert not trees.are_copies("/a/shop/copy", "/a/shop")
    assert not trees.are_copies("/a/shop", "/a/shop")
    assert not trees.are_copies("/a/none", "/a/shop")
    assert trees.are_copies("/a/shopping", "/a/shop/copy")


def test_contents_of_their_own_are_no_sign():
    trees = trees_of(dict.fromkeys(tree("/a/x", NAMES, 0) | tree("/b/y", NAMES, 0), -1))
    assert trees.compare("/a/x", "/b/y") == Trees.SISTERS


def test_huge_trees_are_sampled(monkeypatch):
    names = [f"d{at}/f{part}.py" for at in range(60) for part in range(3)]
    whole = tree("/a/x", names, 0) | tree("/b/y", names, 0) | tree("/c/z", names, 500)
    monkeypatch.setattr(copied_trees, "_MOST_FILES", 20)
    trees = trees_of(whole)
    read = []
    names_of = trees._names
    monkeypatch.setattr(trees, "_names", lambda *args: read.append(args) or names_of(*args))
    assert trees.are_copies("/a/x", "/b/y")
    assert len(read) <= 2 * 20
    assert trees.compare("/a/x", "/c/z") == Trees.SISTERS


def test_found_once(monkeypatch):
    trees = trees_of(tree("/a/x", NAMES, 0) | tree("/b/y", NAMES, 0))
    assert trees.are_copies("/a/x", "/b/y")
    monkeypatch.setattr(trees, "_measure", lambda *_: pytest.fail("measured again"))
    assert trees.are_copies("/b/y", "/a/x")


def test_several_threads():
    contents = {}
    for at in range(30):
        contents |= tree(f"/t{at}/shop{at}", NAMES, 0)
    trees = trees_of(contents)
    wrong = []

    def ask():
        wrong.extend(at for at in range(1, 30) if not trees.are_copies("/t0/shop0", f"/t{at}/shop{at}"))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong

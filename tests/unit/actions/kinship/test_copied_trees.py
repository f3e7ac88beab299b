"""Folders that are copies of one another, and those that only look alike."""

import threading

import numpy as np
import pytest

from simfinder.actions.kinship import copied_trees
from simfinder.actions.kinship.copied_trees import CopiedTrees, Trees
from simfinder.arrays.file_columns import FileColumns
from simfinder.model.file_record import FileRecord

NAMES = [f"src/{name}.py" for name in ("app", "views", "forms", "pay", "mail")] + ["docs/guide.md"]


def trees_of(contents, size=1000):
    """{path: content row}"""
    records = FileColumns.of(FileRecord(path, 1, at, size, 0) for at, path in enumerate(contents))
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


def test_the_smaller_tree_counts():
    more = [f"lib/part{at}.py" for at in range(50)]
    trees = trees_of(tree("/a/shop", NAMES + more, 0) | tree("/b/site", NAMES, 0))
    assert trees.compare("/b/site", "/a/shop") == Trees.COPIES


def test_folders_above_and_below_are_asked_too():
    trees = trees_of(
        tree("/a/old/shop", NAMES, 0)
        | tree("/b/shop", NAMES, 0)
        | tree("/a/old", [f"a{at}.txt" for at in range(6)], 50)
        | tree("/b", [f"b{at}.txt" for at in range(6)], 70)
    )
    assert trees.compare("/a/old", "/b") != Trees.COPIES
    for below in ("", "/docs", "/src"):
        assert trees.compare(f"/a/old/shop{below}", f"/b/shop{below}") == Trees.COPIES
    assert trees.compare("/a/old/shop/docs", "/b/shop/src") == Trees.UNKNOWN


def test_two_files_are_too_few_and_boilerplate_counts_nothing():
    two = ["a.py", "b.py"]
    assert trees_of(tree("/a/x", two, 0) | tree("/b/y", two, 0)).compare("/a/x", "/b/y") != Trees.COPIES
    licences = ["LICENSE", "COPYING.txt", "NOTICE", "AUTHORS", "a.py", "b.py"]
    assert (
        trees_of(tree("/a/x", licences, 0) | tree("/b/y", licences, 0)).compare("/a/x", "/b/y")
        != Trees.COPIES
    )
    empty = trees_of(tree("/a/x", NAMES, 0) | tree("/b/y", NAMES, 0), size=0)
    assert empty.compare("/a/x", "/b/y") != Trees.COPIES


def test_a_folder_is_no_copy_of_one_inside_it_or_of_none():
    trees = trees_of(
        tree("/a/shop", NAMES, 0) | tree("/a/shop/copy", NAMES, 0) | tree("/a/shopping", NAMES, 0)
    )
    assert trees.compare("/a/shop", "/a/shop/copy") != Trees.COPIES
    assert trees.compare("/a/shop/copy", "/a/shop") != Trees.COPIES
    assert trees.compare("/a/shop", "/a/shop") != Trees.COPIES
    assert trees.compare("/a/none", "/a/shop") != Trees.COPIES
    assert trees.compare("/a/shopping", "/a/shop/copy") == Trees.COPIES


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
    assert trees.compare("/a/x", "/b/y") == Trees.COPIES
    assert len(read) <= 2 * 20
    assert trees.compare("/a/x", "/c/z") == Trees.SISTERS


def test_found_once(monkeypatch):
    trees = trees_of(tree("/a/x", NAMES, 0) | tree("/b/y", NAMES, 0))
    assert trees.compare("/a/x", "/b/y") == Trees.COPIES
    monkeypatch.setattr(trees, "_measure", lambda *_: pytest.fail("measured again"))
    assert trees.compare("/b/y", "/a/x") == Trees.COPIES


def test_several_threads():
    contents = {}
    for at in range(30):
        contents |= tree(f"/t{at}/shop{at}", NAMES, 0)
    trees = trees_of(contents)
    wrong = []

    def ask():
        wrong.extend(
            at for at in range(1, 30) if trees.compare("/t0/shop0", f"/t{at}/shop{at}") != Trees.COPIES
        )

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


CHAPTERS = [f"chapter {at}.odt" for at in range(1, 6)]
EDITED = {(1, 2): 0.06, (2, 3): 0.04, (1, 3): 0.1}
FILLED = {(1, 2): 0.1, (2, 3): 0.09, (1, 3): 0.11}


def numbered(differences, numbers=(1, 2, 3), names=CHAPTERS, *, least=0):
    """Folders "/h/novel 1" and so on; what any two of them differ by, file by file; files below `least` are unknown."""
    contents = {}
    for number in numbers:
        contents |= tree(f"/h/novel {number}", names, 100 * number)
    trees = trees_of(contents)

    def figures(a, b):
        known = [
            1 - differences[min(one // 100, two // 100), max(one // 100, two // 100)]
            if one % 100 >= least
            else np.nan
            for one, two in zip(a.tolist(), b.tolist(), strict=True)
        ]
        return np.array(known)

    return trees, figures


@pytest.mark.parametrize(("differences", "found"), [(EDITED, Trees.VERSIONS), (FILLED, Trees.SISTERS)])
def test_numbered_folders_are_versions_where_changes_add_up(differences, found):
    trees, figures = numbered(differences)
    assert trees.compare("/h/novel 1", "/h/novel 3") == Trees.SISTERS  # nobody has measured
    assert trees.learn(figures) == {"/h/novel 1", "/h/novel 3"}
    for one, other in ((1, 3), (3, 1), (1, 2), (2, 3)):
        assert trees.compare(f"/h/novel {one}", f"/h/novel {other}") == found
    assert trees.learn(figures) == set()


def test_two_numbered_folders_say_nothing():
    trees, figures = numbered(EDITED, numbers=(1, 2))
    trees.learn(figures)
    assert trees.compare("/h/novel 1", "/h/novel 2") == Trees.SISTERS
    assert trees.learn(figures) == set()


def test_most_files_have_to_be_measured():
    trees, figures = numbered(EDITED, least=3)
    trees.learn(figures)
    assert trees.compare("/h/novel 1", "/h/novel 3") == Trees.SISTERS
    assert trees.learn(numbered(EDITED)[1]) == {"/h/novel 1", "/h/novel 3"}
    assert trees.compare("/h/novel 1", "/h/novel 3") == Trees.VERSIONS


def test_every_three_folders_in_a_row_have_to_add_up():
    further = EDITED | {(3, 4): 0.1, (2, 4): 0.1, (1, 4): 0.1}
    trees, figures = numbered(further, numbers=(1, 2, 3, 4))
    trees.learn(figures)
    assert trees.compare("/h/novel 1", "/h/novel 3") == Trees.SISTERS


def test_most_files_have_to_add_up_by_themselves():
    """One file that was rewritten is not enough for folders of filled forms."""
    trees, by_folder = numbered(FILLED)
    rewritten = {(1, 2): 0.5, (2, 3): 0.5, (1, 3): 1.0}

    def figures(a, b):
        found = by_folder(a, b)
        pair = min(a[0], b[0]) // 100, max(a[0], b[0]) // 100
        return np.where(a % 100 == 0, 1 - rewritten[pair], found)

    trees.learn(figures)
    assert trees.compare("/h/novel 1", "/h/novel 3") == Trees.SISTERS


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["chronicle.txt", "Kiln.odt", "harbours.pdf", "letter.txt"], Trees.NAMESAKES),
        (["chronicle.txt", "Kiln.odt", "letter.txt", "invoice.pdf"], Trees.SISTERS),
        (["letter.txt", "invoice.pdf", "list.md"], Trees.SISTERS),
    ],
)
def test_names_that_nobody_gives_twice_tell_sisters_from_strangers(names, found):
    trees = trees_of(tree("/h/Desktop", names, 0) | tree("/h/Backup", names, 100))
    assert trees.compare("/h/Desktop", "/h/Backup") == found

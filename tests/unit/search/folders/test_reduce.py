"""Nested pairs: the highest that says it all stays, and what is wider than what it tells goes; and groups."""

import numpy as np
import pytest

from simfinder.search.folders.folder_pairs import CONTAINED, IDENTICAL, SIMILAR, VERSION, FolderPairs
from simfinder.search.folders.groups import groups
from simfinder.search.folders.reduce import reduced
from simfinder.search.folders.relations import relations
from simfinder.search.folders.score import score
from tests.unit.search.folders.made_trees import MadeTree, copy_of

PROJECT = [
    (f"p/{name}", at, 1000) for at, name in enumerate(("a", "b", "src/c", "src/d", "src/e", "doc/f", "doc/g"))
]


def pairs_of(tree, *rows):
    """Pairs (path, path, relation), with what they share; A is kept."""
    a, b = (tree.ids(*column) for column in list(zip(*rows, strict=True))[:2])
    found = score(tree.evidence, a, b)
    none, yes = np.zeros(len(a), np.int32), np.ones(len(a), np.bool_)
    return FolderPairs(
        a, b, found.similarity, found.share_a, found.share_b, found.same, found.changed,
        found.files_a - found.same - found.changed, found.files_b - found.same - found.changed,
        found.bytes_a.astype(np.int64), found.size_b, yes, np.array([row[2] for row in rows], np.uint8), yes, none,
        none,
    )  # fmt: skip


def staying(tree, *rows):
    pairs = pairs_of(tree, *rows)
    return [row[:2] for row, stays in zip(rows, reduced(tree.tree, pairs).tolist(), strict=True) if stays]


def test_two_copies_are_one_result():
    tree = MadeTree(PROJECT + copy_of(PROJECT, "p", "q"))
    rows = [("p", "q", IDENTICAL), ("p/src", "q/src", IDENTICAL), ("p/doc", "q/doc", IDENTICAL)]
    assert staying(tree, *rows) == [("p", "q")]


def test_the_order_of_pairs_does_not_matter():
    tree = MadeTree(PROJECT + copy_of(PROJECT, "p", "q"))
    rows = [("q/doc", "p/doc", IDENTICAL), ("p/src", "q/src", IDENTICAL), ("q", "p", IDENTICAL)]
    assert staying(tree, *rows) == [("q", "p")]


def test_copies_of_copies_explain_what_is_below_them():
    tree = MadeTree([file for to in "pqr" for file in copy_of(PROJECT, "p", to)])
    rows = [
        ("p", "q", IDENTICAL),
        ("p", "r", IDENTICAL),
        ("q/src", "r/src", IDENTICAL),
        ("p/src", "r/src", IDENTICAL),
    ]
    assert staying(tree, *rows) == [("p", "q"), ("p", "r")]


def test_a_version_explains_its_identical_parts():
    changed = [(path, content or 90, size) for path, content, size in copy_of(PROJECT, "p", "q")]
    tree = MadeTree(PROJECT + changed)
    assert staying(tree, ("p", "q", VERSION), ("p/src", "q/src", IDENTICAL)) == [("p", "q")]


def test_similar_folders_explain_nothing_below_them():
    own = [(f"{to}/own{at}", base + at, 1000) for to, base in (("p", 100), ("q", 200)) for at in range(9)]
    tree = MadeTree(PROJECT + copy_of(PROJECT, "p", "q")[:5] + own)
    assert staying(tree, ("p", "q", SIMILAR), ("p/src", "q/src", IDENTICAL)) == [
        ("p", "q"),
        ("p/src", "q/src"),
    ]


def test_folders_that_share_only_what_pairs_below_tell_are_left_out():
    files = copy_of(PROJECT, "p", "home/p") + copy_of(PROJECT, "p", "disk/p")
    own = [
        (f"{to}/own{at}", base + at, 1000) for to, base in (("home", 100), ("disk", 200)) for at in range(9)
    ]
    tree = MadeTree(files + own)
    assert staying(tree, ("disk", "home", SIMILAR), ("disk/p", "home/p", IDENTICAL)) == [("disk/p", "home/p")]


def test_a_disk_with_two_backups_is_no_part_of_the_work_folder():
    other = [(f"k/{at}", 50 + at, 1000) for at in range(6)]
    more = [(f"work/more/{at}", 300 + at, 1000) for at in range(60)]
    both = [("p", PROJECT), ("k", other)]
    files = [
        file for to in ("work", "disk") for name, its in both for file in copy_of(its, name, f"{to}/{name}")
    ]
    tree = MadeTree(files + more)
    rows = [("work", "disk", CONTAINED), ("work/p", "disk/p", IDENTICAL), ("work/k", "disk/k", IDENTICAL)]
    assert staying(tree, *rows) == [("work/p", "disk/p"), ("work/k", "disk/k")]


def test_the_smallest_folder_that_holds_a_part():
    more = [(f"all/more/{at}", 300 + at, 1000) for at in range(9)]
    tree = MadeTree(PROJECT + copy_of(PROJECT, "p", "all/in") + [("all/in/own", 99, 1000)] + more)
    assert staying(tree, ("all", "p", CONTAINED), ("all/in", "p", CONTAINED)) == [("all/in", "p")]


def scored(one, other, links=None):
    tree = MadeTree(
        [(f"p/{path}", content, 1000) for path, content in one]
        + [(f"q/{path}", content, 1000) for path, content in other],
        links,
    )
    return score(tree.evidence, tree.ids("p"), tree.ids("q"))


ALL = np.ones(1, np.bool_)
SAME = [(f"{at}", at) for at in range(10)]


def relation(scores, akin=0, whole_a=ALL, whole_b=ALL):
    return int(relations(scores, np.array([akin], np.int8), whole_a, whole_b)[0])


def test_identical_contained_and_version():
    assert relation(scored(SAME, SAME)) == IDENTICAL
    assert relation(scored(SAME, SAME[:6])) == CONTAINED
    changed = [*SAME[:8], ("8", 50), ("9", 51)]
    assert relation(scored(SAME, changed, {(8, 50): 0.9, (9, 51): 0.8})) == VERSION


def test_what_is_not_known_is_never_called_identical():
    assert relation(scored(SAME, SAME), whole_a=~ALL) == CONTAINED  # all of B is in A
    assert relation(scored(SAME, SAME), whole_a=~ALL, whole_b=~ALL) == VERSION
    assert relation(scored(SAME, SAME[:6]), whole_b=~ALL, akin=-1) == SIMILAR


@pytest.mark.parametrize("own", [4, 6, 10])
def test_two_projects_of_one_template_are_no_versions(own):
    files = [*SAME[:10], *((f"own{at}", 50 + at) for at in range(own))]
    others = [*SAME[:10], *((f"own{at}", 80 + at) for at in range(own))]
    assert relation(scored(files, others)) == SIMILAR


def test_names_that_speak_for_versions_lower_what_is_asked():
    other = [*SAME[:6], *((f"new{at}", 50 + at) for at in range(4))]
    assert relation(scored(SAME, other)) == SIMILAR
    assert relation(scored(SAME, other), akin=1) == VERSION
    assert relation(scored(SAME, other), akin=-1) == SIMILAR


def test_three_copies_are_a_group_with_the_one_that_stays_first():
    tree = MadeTree(
        [file for to in ("p", "q", "r") for file in copy_of(PROJECT, "p", to)] + [("x/own", 99, 5)]
    )
    pairs = pairs_of(tree, ("q", "p", IDENTICAL), ("q", "r", IDENTICAL))
    rank = np.arange(len(tree.tree))
    rank[tree.ids("q")] = -1
    found = groups(tree.tree, tree.evidence, pairs, rank)
    assert tree.names(found.folders) == ["q", "p", "r"]
    assert found.offsets.tolist() == [0, 3]
    assert found.similarity.tolist() == [1.0, 1.0, 1.0]
    assert found.bytes_freed.tolist() == [14_000]
    two = groups(tree.tree, tree.evidence, pairs_of(tree, ("q", "p", IDENTICAL)), rank)
    assert two.size == 0


def test_files_that_are_all_somewhat_different_need_names_that_say_versions():
    links = {(at, 50 + at): 0.95 for at in range(10)}
    changed = [(name, 50 + content) for name, content in SAME]
    assert relation(scored(SAME, changed, links)) == SIMILAR  # the settings of two machines
    assert relation(scored(SAME, changed, links), akin=1) == VERSION


def test_files_under_other_names_that_are_alike_are_no_evidence():
    links = {(at, 50 + at): 0.9 for at in range(10)}
    mails = [(f"mail {content}", 50 + content) for _, content in SAME]
    assert relation(scored(SAME, mails, links), akin=1) == SIMILAR


def test_a_version_is_not_lost_in_a_much_larger_folder():
    links = {(at, 50 + at): 0.9 for at in range(10)}
    many = [*((name, 50 + content) for name, content in SAME), *((f"more{at}", 100 + at) for at in range(70))]
    assert relation(scored(SAME, many, links), akin=1) == SIMILAR

"""Which pairs of folders are proposed, and how many at most."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.folders.candidates import candidates, identical
from tests.helpers.examples import examples
from tests.unit.search.folders.made_trees import MadeTree, copy_of

PROJECT = [(f"p/{name}", at, 1000 + at) for at, name in enumerate(("a", "b", "src/c", "src/d", "src/in/e"))]
OTHERS = [(f"o{at}/{name}", 100 + 10 * at + name, 500) for at in range(8) for name in range(5)]


def proposed(tree, least=0.3):
    a, b = candidates(tree.evidence, tree.tree.folders, least)
    return {frozenset(pair) for pair in zip(tree.names(a), tree.names(b), strict=True)}


def copies(tree):
    a, b = identical(tree.evidence)[1]
    return {frozenset(pair) for pair in zip(tree.names(a), tree.names(b), strict=True)}


def test_copies_are_found_whatever_their_names():
    moved = [(f"deep/in/q/{at}", content, size) for at, (_, content, size) in enumerate(PROJECT)]
    tree = MadeTree(PROJECT + OTHERS + moved)
    assert frozenset(("p", "deep/in/q")) in copies(tree)


def test_one_more_or_another_size_is_no_copy():
    tree = MadeTree(PROJECT + copy_of(PROJECT, "p", "q") + [("q/more", 77, 0)] + OTHERS)
    assert frozenset(("p", "q")) not in copies(tree)
    assert frozenset(("p/src", "q/src")) in copies(tree)
    assert frozenset(("p", "q")) in proposed(tree)


def test_a_few_copies_are_paired_each_with_each_and_many_with_the_first():
    few = MadeTree([file for at in range(4) for file in copy_of(PROJECT, "p", f"q{at}")])
    assert {frozenset((f"q{a}", f"q{b}")) for a in range(4) for b in range(a)} <= copies(few)
    many = MadeTree([file for at in range(40) for file in copy_of(PROJECT, "p", f"q{at:02}")])
    assert {frozenset(("q00", f"q{at:02}")) for at in range(1, 40)} <= copies(many)
    assert len(copies(many)) < 200


@settings(max_examples=examples(60), deadline=None)
@given(st.sets(st.integers(0, 4), max_size=2), st.booleans(), st.integers(0, 3))
def test_versions_are_proposed(changed, moved, deleted):
    files = copy_of(PROJECT, "p", "x/y/q" if moved else "q")
    files = [(path, 50 + content if content in changed else content, size) for path, content, size in files]
    tree = MadeTree(PROJECT + files[deleted:] + OTHERS, {(at, 50 + at): 0.8 for at in range(5)})
    kind = identical(tree.evidence)[0]
    one, other = tree.ids("p")[0], tree.ids("x/y/q" if moved else "q")[0]
    known = proposed(tree) | copies(tree)
    if len(files[deleted:]) >= 2:
        assert kind[one] == kind[other] or any(
            {path.partition("/")[0] for path in pair} == {"p", "x" if moved else "q"} for pair in known
        )


def test_what_lies_in_a_larger_folder():
    large = [(f"all/{at}", 200 + at, 1000) for at in range(60)]
    tree = MadeTree(PROJECT + [(f"all/{name}", *rest) for name, *rest in copy_of(PROJECT, "p", "k")] + large)
    assert any("p" in pair and any(path.startswith("all") for path in pair) for pair in proposed(tree))


def test_a_folder_is_never_paired_with_one_in_it():
    files = PROJECT + copy_of(PROJECT, "p", "p/copy") + copy_of(PROJECT, "p", "p/copy/copy")
    tree = MadeTree(files)
    for pair in proposed(tree) | copies(tree):
        one, other = sorted(pair)
        assert not (other + "/").startswith(one + "/")


def test_an_archive_may_be_in_the_folder_that_holds_its_members():
    members = [(path[2:], content, size) for path, content, size in PROJECT]
    tree = MadeTree(PROJECT + OTHERS, archives={"p/all.zip": members})
    assert frozenset(("p", "p/all.zip")) in copies(tree) | proposed(tree)


def test_where_all_folders_are_alike_pairs_grow_with_the_folders():
    counts = []
    for folders in (200, 400, 800):
        files = [
            (f"d{at:04}/{name}", name if name < 9 else 100 + at, 500)
            for at in range(folders)
            for name in range(10)
        ]
        counts.append(len(proposed(MadeTree(files))))
    assert counts[0] >= 200
    assert counts[2] <= 2.2 * counts[1] <= 5 * counts[0]


def test_common_files_alone_propose_little():
    licence = [(f"d{at:03}/{name}", name, 900) for at in range(300) for name in range(2)]
    own = [(f"d{at:03}/own{name}", 10 + 4 * at + name, 900) for at in range(300) for name in range(4)]
    tree = MadeTree(licence + own)
    assert not proposed(tree, 0.5)


def test_nothing_and_tiny_folders():
    assert not proposed(MadeTree([]))
    assert not proposed(MadeTree([("a/x", 1, 5), ("b/x", 1, 5)]))
    assert not copies(MadeTree([("a/x", 1, 5), ("b/x", 1, 5)]))
    empty = MadeTree([("a/x", 0, 0), ("a/y", 0, 0), ("b/x", 0, 0), ("b/y", 0, 0)])
    assert not proposed(empty)
    assert not copies(empty)


def test_many_levels():
    deep = [("d/" * at + "x", at, 100) for at in range(1, 300)]
    tree = MadeTree(
        [("p/" + path, *rest) for path, *rest in deep] + [("q/" + path, *rest) for path, *rest in deep]
    )
    assert frozenset(("p/d", "q/d")) in copies(tree)  # p and q hold nothing else
    assert len(np.unique(identical(tree.evidence)[0])) > 250

"""What two folders share, against a plain twin that pairs files one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.folders.score import rank_of_pair, score
from tests.helpers.examples import examples
from tests.unit.search.folders.made_trees import MadeTree, copy_of


def slow_score(mine, its, links):
    """Same and changed files, conflicts, and shares of both, from lists of (path, content, size)."""
    figures = links | {(b, a): figure for (a, b), figure in links.items()}
    turned = len(mine) > len(its)
    few, many = (its, mine) if turned else (mine, its)
    left = [content for _, content, _ in many]
    at_place = {path: (content, size) for path, content, size in many}
    same, lone = [], []
    for file in few:
        if file[1] in left:
            left.remove(file[1])
            same.append(file)
        else:
            lone.append(file)
    possible = []
    for path, content, size in lone:
        there, linked = at_place.get(path), False
        reached = sorted(
            (pair for pair in figures if pair[0] == content),
            key=lambda pair: (-np.float32(figures[pair]), pair[1]),
        )[:8]
        for _, other in reached:
            counterparts = [file for file in many if file[1] == other]
            if other not in left:
                continue
            placed = there is not None and there[0] == other
            linked = linked or placed
            named = next((f for f in counterparts[:8] if f[0].split("/")[-1] == path.split("/")[-1]), None)
            chosen = (path, *there) if placed else named or counterparts[0]
            figure = float(np.float32(figures[content, other]))
            rank = rank_of_pair(figure, at_place=placed, named=named is not None)
            if rank >= 0:
                possible.append((rank, (path, content, size), chosen, figure))
        if there is not None and not linked:
            possible.append((0.0, (path, content, size), (path, *there), 0.0))
    done, pairs = set(), []
    for _, file, other, figure in sorted(possible, key=lambda row: -row[0]):
        if file not in done and other[1] in left:
            done.add(file)
            left.remove(other[1])
            pairs.append((file, other, figure))
    total = sum(size for _, _, size in same)
    shared = len(same) + sum(figure for *_, figure in pairs)
    of_few = total + sum(min(f * (a[2] + b[2]) / 2, a[2]) for a, b, f in pairs)
    of_many = total + sum(min(f * (a[2] + b[2]) / 2, b[2]) for a, b, f in pairs)
    conflicts = sum(figure == 0 and min(a[2], b[2]) >= 64 for a, b, figure in pairs)
    sides = [(of_few, few), (of_many, many)]
    shares = []
    for got, files in reversed(sides) if turned else sides:
        sizes, whole = sum(size for _, _, size in files), len(same) == len(files)
        by_files = shared / len(files)
        shares.append(1.0 if whole else min(0.9999, (by_files + (got / sizes if sizes else by_files)) / 2))
    return len(same), len(pairs), conflicts, *shares


paths = st.lists(
    st.tuples(
        st.sampled_from(
            ["a.py", "b.py", "src/a.py", "src/b.py", "src/in/c.py", "d.txt", "lib/a.py", "e", "f"]
        ),
        st.integers(0, 12),
    ),
    min_size=2,
    max_size=9,
    unique_by=lambda file: file[0],
)
links = st.dictionaries(
    st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([0.5, 0.7, 0.85, 0.99]),
    max_size=12,
)


@settings(max_examples=examples(300), deadline=None)
@given(paths, paths, links, st.lists(st.integers(0, 500), min_size=13, max_size=13))
def test_pairs_files_as_the_twin_does(mine, its, linked, sizes):
    mine, its = (sorted((path, content, sizes[content]) for path, content in files) for files in (mine, its))
    tree = MadeTree(
        [("one/" + path, *rest) for path, *rest in mine] + [("two/" + path, *rest) for path, *rest in its],
        linked,
    )
    order = [below(tree, name) for name in ("one", "two")]
    found = score(tree.evidence, tree.ids("one"), tree.ids("two"))
    same, changed, conflicts, share_a, share_b = slow_score(*order, linked)
    assert (found.same[0], found.changed[0], found.conflicts[0]) == (same, changed, conflicts)
    assert found.share_a[0] == pytest.approx(share_a, abs=1e-4)
    assert found.share_b[0] == pytest.approx(share_b, abs=1e-4)


def below(tree, name):
    """Files of a folder as (path from its root, content, size), in the order of the evidence."""
    evidence, folder = tree.evidence, int(tree.ids(name)[0])
    root = tree.names([evidence.root[folder]])[0]
    part = slice(evidence.begin[folder], evidence.begin[tree.tree.end[folder]])
    found = []
    for at in range(part.start, part.stop):
        home = tree.names([evidence.folder[at]])[0]
        inside = home[len(root) :].strip("/")
        name = NAMES[int(evidence.name[at])]
        found.append((f"{inside}/{name}".lstrip("/"), int(evidence.content[at]), int(evidence.size[at])))
    return found


def _names():
    from tests.unit.search.folders.made_trees import hashed

    names = ["a.py", "b.py", "c.py", "d.txt", "e", "f"]
    return dict(zip(map(int, hashed(names)[1]), names, strict=True))


NAMES = _names()

PROJECT = [(f"p/{name}", at, 100 + at) for at, name in enumerate(("a", "b", "src/c", "src/d", "src/e"))]


def test_copies_share_all_of_each_other_whatever_the_names():
    moved = [(f"q/x/{at}", content, size) for at, (_, content, size) in enumerate(PROJECT)]
    tree = MadeTree(PROJECT + moved)
    found = score(tree.evidence, tree.ids("p"), tree.ids("q"))
    assert (found.same[0], found.changed[0]) == (5, 0)
    assert found.similarity[0] == found.share_a[0] == found.share_b[0] == 1.0


def test_each_file_is_paired_once():
    tree = MadeTree([("p/a", 1, 9), ("p/b", 1, 9), ("p/c", 1, 9), ("q/a", 1, 9), ("q/b", 2, 9)])
    found = score(tree.evidence, tree.ids("p"), tree.ids("q"))
    assert found.same[0] == 1
    assert found.share_a[0] < 0.5 + 1e-6


def test_shares_count_files_and_bytes_half_each():
    tree = MadeTree([("p/film", 0, 900), ("p/note", 1, 100), ("q/film", 0, 900), ("q/more", 2, 900)])
    found = score(tree.evidence, tree.ids("p"), tree.ids("q"))
    assert found.share_a[0] == pytest.approx((1 / 2 + 900 / 1000) / 2)
    assert found.share_b[0] == pytest.approx((1 / 2 + 900 / 1800) / 2)


def test_nearly_all_is_never_all():
    files = [(f"p/{at}", at, 1000) for at in range(5000)]
    tree = MadeTree(files + copy_of(files, "p", "q") + [("q/one more", 5001, 1)])
    found = score(tree.evidence, tree.ids("p"), tree.ids("q"))
    assert found.share_a[0] == 1.0
    assert 0.999 < found.share_b[0] < 1.0


def test_the_later_side_of_changed_files():
    files = [(f"p/{at}", at, 100, 5 * 10**9) for at in range(3)] + [
        (f"q/{at}", 10 + at, 100, 9 * 10**9) for at in range(3)
    ]
    tree = MadeTree(files, {(at, 10 + at): 0.9 for at in range(3)})
    found = score(tree.evidence, tree.ids("p", "q"), tree.ids("q", "p"))
    assert found.newer_a.tolist() == [0, 3]
    assert found.newer_b.tolist() == [3, 0]


def test_an_archive_and_what_was_unpacked_from_it():
    tree = MadeTree(
        PROJECT, archives={"p.zip": [(path[2:], content, size) for path, content, size in PROJECT]}
    )
    found = score(tree.evidence, tree.ids("p"), tree.ids("p.zip"))
    assert (found.same[0], found.similarity[0]) == (5, 1.0)


def test_files_changed_at_the_same_place_of_an_archive():
    members = [(path[2:], content + 20 if content < 2 else content, size) for path, content, size in PROJECT]
    tree = MadeTree(PROJECT, archives={"p.zip": members})
    found = score(tree.evidence, tree.ids("p"), tree.ids("p.zip"))
    assert (found.same[0], found.changed[0], found.conflicts[0]) == (3, 2, 2)

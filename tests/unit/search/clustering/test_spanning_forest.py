"""Forests of links by kinds, and the numbers of pairs of kinds with and without a table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search.clustering import spanning_forest

ROWS = 9
links = st.lists(
    st.tuples(st.integers(0, ROWS - 2), st.integers(1, ROWS - 1), st.sampled_from([0.4, 0.5, 0.9, 1.0])),
    max_size=40,
    unique_by=lambda link: link[:2],
).map(lambda made: [(a, b, s) for a, b, s in made if a < b])
kinds = st.lists(st.integers(0, 3), min_size=ROWS, max_size=ROWS)


def columns(made):
    a, b = np.array([link[:2] for link in made], np.int32).reshape(-1, 2).T
    return a, b, np.array([link[2] for link in made], np.float32)


def forest(made, of):
    """The slow twin: the strongest first, each taken that joins two parts of those of its pair of kinds."""
    taken = [False] * len(made)
    parts = {}
    for i in sorted(range(len(made)), key=lambda i: -made[i][2]):
        a, b, _ = made[i]
        apart = parts.setdefault(frozenset((of[a], of[b])), [{row} for row in range(ROWS)])
        first, second = (next(part for part in apart if row in part) for row in (a, b))
        if first is not second:
            apart.remove(second)
            first |= second
            taken[i] = True
    return taken


@given(links, kinds, st.sampled_from([0, 1 << 20]))
def test_forests_of_each_pair_of_kinds(made, of, table):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spanning_forest, "_TABLE", table)
        found = spanning_forest.spanning(ROWS, *columns(made), np.array(of, np.int32))
    assert found.tolist() == forest(made, of)


@given(links, kinds, st.data())
def test_links_that_take_no_part(made, of, data):
    wanted = data.draw(st.lists(st.booleans(), min_size=len(made), max_size=len(made)))
    found = spanning_forest.spanning(
        ROWS, *columns(made), np.array(of, np.int32), np.array(wanted, np.bool_)
    ).tolist()
    few = iter(forest([link for link, takes in zip(made, wanted, strict=True) if takes], of))
    assert found == [takes and next(few) for takes in wanted]


def test_more_links_than_are_fetched_together():
    count = 2 * spanning_forest._PART + 1
    a, b = np.arange(count, dtype=np.int32), np.arange(1, count + 1, dtype=np.int32)
    similarity = np.linspace(0.9, 0.3, count).astype(np.float32)
    assert spanning_forest.spanning(count + 1, a, b, similarity).all()
    twice = np.concatenate((a, a)), np.concatenate((b, b)), np.concatenate((similarity, similarity / 2))
    assert spanning_forest.spanning(count + 1, *twice).tolist() == [True] * count + [False] * count
    assert spanning_forest.thin(count + 1, *twice, count).tolist() == [True] * count + [False] * count


@given(links)
def test_one_forest_where_there_are_no_kinds(made):
    assert spanning_forest.spanning(ROWS, *columns(made)).tolist() == forest(made, [0] * ROWS)


@given(links, kinds, st.integers(0, 45))
def test_thinning_keeps_the_forests_and_the_strongest_of_either_end(made, of, most):
    stays = spanning_forest.thin(ROWS, *columns(made), most, np.array(of, np.int32)).tolist()
    seen = [0] * ROWS
    rank = {}
    for i in sorted(range(len(made)), key=lambda i: -made[i][2]):
        a, b, _ = made[i]
        rank[i] = min(seen[a], seen[b])
        seen[a] += 1
        seen[b] += 1
    keep = 0
    while keep <= max(rank.values(), default=-1) and sum(r <= keep for r in rank.values()) <= most:
        keep += 1
    in_forest = forest(made, of)
    assert stays == [in_forest[i] or rank[i] < keep for i in range(len(made))]


@given(links, kinds)
def test_numbers_of_pairs_of_kinds_with_and_without_a_table(made, of):
    a, b, _ = columns(made)
    of = np.array(of, np.int32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spanning_forest, "_TABLE", 0)
        several, count = spanning_forest._buckets(
            a, b, of * 100, 400
        )  # more pairs of kinds than a table would have
    quick, quick_count = spanning_forest._buckets(a, b, of, 4)
    assert (quick.tolist(), quick_count) == (several.tolist(), count)
    assert sorted(set(quick.tolist())) == list(range(count))

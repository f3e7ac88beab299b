"""Forbidden pairs: never in one component, and no more links are dropped than must be."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.clustering.cannot_link import keep_apart
from tests.helpers.examples import examples

NODES = 9
links_drawn = st.lists(
    st.tuples(
        st.integers(0, NODES - 1), st.integers(0, NODES - 1), st.sampled_from([0.5, 0.7, 0.8, 0.9, 1.0])
    ),
    max_size=25,
)
pairs_drawn = st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)), max_size=8)


def columns(links):
    a = np.array([link[0] for link in links], np.int32)
    b = np.array([link[1] for link in links], np.int32)
    return a, b, np.array([link[2] for link in links], np.float32)


def slow(links, active, apart):
    """Join sets of nodes link by link, the strongest first."""
    groups = [{i} for i in range(NODES)]
    stays = [False] * len(links)
    for i in sorted(range(len(links)), key=lambda i: -links[i][2]):
        if not active[i]:
            continue
        one = next(group for group in groups if links[i][0] in group)
        other = next(group for group in groups if links[i][1] in group)
        union = one | other
        if one is not other:
            if any(x in union and y in union and x != y for x, y in apart):
                continue
            groups = [group for group in groups if group is not one and group is not other] + [union]
        stays[i] = True
    return stays


@settings(max_examples=examples(300))
@given(links_drawn, pairs_drawn, st.data())
def test_as_the_slow_twin(links, apart, data):
    active = data.draw(st.lists(st.booleans(), min_size=len(links), max_size=len(links)))
    # a forbidden pair is never in one group to begin with, so the twin's check on unions is the whole rule
    a, b, similarity = columns(links)
    found = keep_apart(
        NODES, a, b, similarity, np.array(active, np.bool_), np.array(apart, np.int32).reshape(-1, 2)
    )
    assert found.tolist() == slow(links, active, apart)


def test_a_chain_parts_at_its_weakest_place():
    a, b, similarity = columns([(0, 1, 0.9), (1, 2, 0.7), (2, 3, 0.8)])
    stays = keep_apart(4, a, b, similarity, np.ones(3, np.bool_), np.array([[3, 0]]))
    assert stays.tolist() == [True, False, True]


def test_nothing_forbidden_changes_nothing():
    a, b, similarity = columns([(0, 1, 0.9)])
    active = np.array([False])
    assert keep_apart(2, a, b, similarity, active, np.zeros((0, 2), np.int32)) is active
    assert keep_apart(2, a, b, similarity, active, np.array([[1, 1]])) is active

"""The heaviest chain, beside all choices there are."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.compare.segments import heaviest_chain


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=9))
def test_no_choice_weighs_more(pairs):
    others, weights = [other for other, _ in pairs], [weight for _, weight in pairs]
    chain = heaviest_chain(others, weights)
    assert chain == sorted(set(chain))
    taken = [others[i] for i in chain]
    assert taken == sorted(set(taken))
    most = max(
        sum(weights[i] for i in some)
        for size in range(len(pairs) + 1)
        for some in combinations(range(len(pairs)), size)
        if all(others[a] < others[b] for a, b in pairwise(some))
    )
    assert sum(weights[i] for i in chain) == most


def test_of_nothing_nothing():
    assert heaviest_chain([], []) == []

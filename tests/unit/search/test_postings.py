import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search import postings
from simfinder.search.postings import Values
from tests.unit.search.synthetic import members

MAX = (1 << 64) - 1
sets = st.lists(st.sets(st.one_of(st.integers(0, 9), st.integers(MAX - 3, MAX)), max_size=8), max_size=25)


def values_of(rows):
    """Flat values with a gap after each row, as a padded sketch table has."""
    flat, start = [], []
    for row in rows:
        start.append(len(flat))
        flat += [*sorted(row), 77]
    return Values(
        np.array(flat, np.uint64), np.array(start, np.int64), np.array([len(r) for r in rows], np.int64)
    )


@settings(max_examples=200, deadline=None)
@given(sets, st.sampled_from([1, 8, 1 << 23]), st.data())
def test_groups_are_the_rows_that_share_a_value(rows, part, data):
    order = data.draw(st.permutations(range(len(rows))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "_PART", part)  # one part, and many
        groups = postings.group(values_of(rows), np.array(order, np.int32), lambda: None)
    holders = {}
    for place, row in enumerate(order):
        for value in rows[row]:
            holders.setdefault(value, []).append(place)
    assert sorted(members(groups)) == sorted(tuple(h) for h in holders.values() if len(h) > 1)


def test_one_value_in_very_many_rows():
    n = 50_000
    values = Values(np.full(n, 5, np.uint64), np.arange(n, dtype=np.int64), np.ones(n, np.int64))
    groups = postings.group(values, np.arange(n, dtype=np.int32), lambda: None)
    assert members(groups) == [tuple(range(n))]

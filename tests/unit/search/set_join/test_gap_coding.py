import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search.set_join import gap_coding, packed_rows
from simfinder.search.set_join.gap_coding import MARK

MOST = (1 << 30) - 1

rows = st.integers(1, MOST).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.sets(st.integers(0, n - 1), min_size=1, max_size=9).map(sorted), max_size=9),
    )
)


def put(groups, n):
    """Groups after a foreign word: where they begin, and the words."""
    flat = np.array([place for group in groups for place in group], np.int32)
    words = gap_coding.room(len(flat) + 1)
    ends = gap_coding.append(words, 1, np.array([len(group) for group in groups], np.int32), flat, n)
    return np.array([1, *ends], np.int64), words


@given(rows)
def test_places_come_back(given_rows):
    n, groups = given_rows
    offsets, words = put(groups, n)
    held = [place for group in groups for place in group]
    out = np.empty(len(held), np.int32)
    gap_coding.places_of(offsets, words, n, out)
    assert out.tolist() == held
    told = [b - a for group in groups for a, b in itertools.pairwise([0, *group])]
    i, read = 1, []
    while i < offsets[-1]:
        gap, following = gap_coding.gap_at(words, i, gap_coding.long_from(n))
        words[following - 1] |= MARK
        assert gap_coding.gap_at(words, i, gap_coding.long_from(n)) == (gap, following)
        assert not any(word & MARK for word in words[i : following - 1].tolist())
        read, i = [*read, gap], following
    assert read == told


@pytest.mark.parametrize("n", [1, 1 << 15, 1 << 20, 1 << 23, MOST])
def test_gaps_take_two_bytes_or_four(n):
    long = gap_coding.long_from(n)
    words = np.zeros(2, np.uint16)
    assert gap_coding.put_gap(words, 0, long - 1, long) == 1
    assert gap_coding.put_gap(words, 0, long, long) == 2
    assert gap_coding.put_gap(words, 0, n - 1, long) <= 2
    assert gap_coding.gap_at(words, 0, long)[0] == n - 1
    assert long > 32_000 - (n >> 15)


def test_what_is_cut_off():
    words = gap_coding.room(5)
    words[:3] = [1, 2, 3]
    assert packed_rows.cut(words, 3).tolist() == [1, 2, 3]
    assert packed_rows.cut(words[:2], 1).tolist() == [1]

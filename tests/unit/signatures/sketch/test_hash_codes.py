import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.signatures.sketch.hash_codes import EMPTY_HIGH, EMPTY_LOW, Codes, canonical, codes_of, rounded

TOP = 1 << 63
values = st.one_of(
    st.integers(0, TOP - 1), st.integers(0, 200), st.integers(0, 63).map(lambda k: (1 << k) - 1)
)


def plain_code(value):
    """How many bits there are beyond 34, and the 34 behind the first one; small values as they are."""
    length = value.bit_length()
    if length <= 34:
        return value
    return (length - 34) << 34 | (value >> (length - 35)) & ((1 << 34) - 1)


def coded(rows):
    """Rows of values as a table has them."""
    width = max([1, *map(len, rows)])
    sketch, length = np.zeros((len(rows), width), np.uint64), np.zeros(len(rows), np.uint16)
    for i, row in enumerate(rows):
        sketch[i, : len(row)], length[i] = sorted(row), len(row)
    return codes_of(sketch, length)


@given(st.lists(values, min_size=1, max_size=40))
def test_codes_are_in_the_order_of_values_and_tell_their_leading_bits(some):
    codes = coded([[value] for value in some])
    numbers = codes.at((slice(None), 0)).tolist()
    assert numbers == [plain_code(value) for value in some]
    for value, code in zip(some, numbers, strict=True):
        assert code < 1 << 39
        for other, its in zip(some, numbers, strict=True):
            assert value >= other or code <= its
    told = rounded(*codes)[:, 0].tolist()
    assert [value >> 32 for value in told] == [value >> 32 for value in some]
    for small, value in zip(told, some, strict=True):
        assert small <= value
        assert plain_code(small) == plain_code(value)
    assert canonical(np.array(some, np.uint64)).tolist() == told


@given(st.lists(st.sets(values, max_size=12), min_size=1, max_size=6))
def test_rows_ascend_and_nothing_is_behind_them(rows):
    codes = coded(rows)
    for i, row in enumerate(rows):
        numbers = codes.at(i)[: len(row)].tolist()
        assert all(one < other for one, other in itertools.pairwise(numbers))
        assert (codes.high[i, len(row) :] == EMPTY_HIGH).all()
        assert (codes.low[i, len(row) :] == EMPTY_LOW).all()
        assert (rounded(codes.high[i, len(row) :], codes.low[i, len(row) :]) == 2**64 - 1).all()
    again = coded([rounded(*codes)[i, : len(row)].tolist() for i, row in enumerate(rows)])
    assert np.array_equal(again.high, codes.high)
    assert np.array_equal(again.low, codes.low)


def test_values_of_one_code_stay_different():
    row = [TOP - 4, TOP - 3, TOP - 2]
    numbers = coded([row]).at(0).tolist()
    assert numbers == [plain_code(row[0]) + k for k in range(3)]


@pytest.mark.parametrize("shape", [(0, 128), (3, 0)])
def test_nothing_at_all(shape):
    codes = codes_of(np.zeros(shape, np.uint64), np.zeros(shape[0], np.uint16))
    assert codes.at(...).shape == rounded(*codes).shape == shape


def test_leading_bits_that_are_alike():
    """Values that differ in their 33rd to 35th bit only have different codes, beyond that one."""
    one = 1 << 62
    for apart, codes in ((1 << 28, 2), (1 << 27, 1)):
        both = coded([[one], [one + apart]])
        assert len(set(both.at((slice(None), 0)).tolist())) == codes
        assert isinstance(both, Codes)

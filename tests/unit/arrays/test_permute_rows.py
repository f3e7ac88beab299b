"""Rows in another order, in place, as taking them makes a copy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays.permute_rows import reorder


@given(st.integers(0, 40), st.integers(0, 5), st.sampled_from([(), (1,), (16,), (3, 5), (0,)]), st.data())
def test_as_taking(n, more, shape, data):
    for dtype in (np.uint8, np.bool_, np.uint16, np.int32, np.uint64):
        order = np.array(data.draw(st.permutations(range(n))), np.int64)
        column = np.random.default_rng(n).integers(0, 2, (n + more, *shape)).astype(dtype)
        if column.size:
            column.reshape(n + more, -1)[:, :1] = np.arange(n + more)[:, None].astype(dtype)
        want = np.concatenate((column[order], column[n:]))
        reorder(column, order)
        assert np.array_equal(column, want)


@pytest.mark.parametrize("n", [1000, 100_003])
def test_long_cycles(n):
    column = np.arange(n, dtype=np.uint64)
    order = np.roll(np.arange(n), 1)
    reorder(column, order)
    assert np.array_equal(column, order)

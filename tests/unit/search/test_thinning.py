"""The numbers of kinds of links, with and without a table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.search import thinning


@given(st.lists(st.integers(0, 40), max_size=60), st.sampled_from([0, 1 << 20]))
def test_numbers_of_values_are_those_of_the_smaller_ones(values: list[int], table: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinning, "_TABLE", table)
        names, number = thinning._numbered(np.array(values, np.int64), 41)
    ordered = sorted(set(values))
    assert names == len(ordered)
    assert number.tolist() == [ordered.index(value) for value in values]

"""Repeated rows, against numpy's own ``repeat``."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays import repeat_rows


@given(st.lists(st.integers(0, 5), max_size=30), st.sampled_from([np.int32, np.int64]))
def test_as_plain_loops_have_it(counts: list[int], dtype: type) -> None:
    which, within = repeat_rows.repeat(np.array(counts, dtype))
    assert which.tolist() == [row for row, count in enumerate(counts) for _ in range(count)]
    assert within.tolist() == [place for count in counts for place in range(count)]


def test_others_get_the_lock_meanwhile() -> None:
    assert repeat_rows._spread.dispatcher.targetoptions["nogil"]

"""Where flags are set."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.signatures import flag_positions as flags


@given(st.integers(0, 40), st.sets(st.integers(0, 319)))
@example(8, set(range(64)))
@example(9, {0, 63, 64, 71})
@example(16, {127})
def test_every_flag_that_is_set_is_found_in_order(words, places):
    eights = np.zeros(words, dtype=np.uint64)
    wanted = sorted(place for place in places if place < 8 * words)
    eights.view(np.uint8)[wanted] = 1
    for find in (flags.flag_positions, flags._at_once):
        found = np.full(8 * words + 8, -1, dtype=np.int64)
        assert find(eights, found) == len(wanted)
        assert found[: len(wanted)].tolist() == wanted

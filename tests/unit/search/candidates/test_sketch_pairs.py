import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search import similarity
from simfinder.search.candidates.sketch_pairs import rule_of
from simfinder.search.set_join.join import needed
from simfinder.signatures.sketch.bottom_k import SIZE
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import table

sizes = st.one_of(st.integers(1, 300), st.integers(1, 1 << 40))


@settings(max_examples=examples(300), deadline=None)
@given(
    st.integers(0, SIZE), st.integers(0, SIZE), st.integers(0, SIZE), st.integers(0, 1 << 32), sizes, sizes,
    st.one_of(st.floats(0.0, 1.0), st.none()),
)  # fmt: skip
def test_a_pair_that_reaches_the_floor_has_what_the_rule_asks(both, one, other, seed, size, its_size, floor):
    """Whatever its values and sizes; also where the floor is its very estimate."""
    values = np.random.default_rng(seed).permutation(3 * SIZE)
    held = [sorted(values[:both].tolist() + own.tolist())[:SIZE] for own in
            (values[SIZE:][:one], values[2 * SIZE:][:other])]  # fmt: skip
    found = table(held, size=[size, its_size])
    estimate = float(similarity.estimate(found, [0], [1])[0])
    floor = estimate if floor is None else floor
    rule = rule_of(found.sketch_len, found.size, floor, SIZE)
    together = int(found.sketch_len.sum())
    least = needed(rule.least, together, size, its_size)
    common = len(set(held[0]) & set(held[1]))
    assert least >= 1
    assert needed(rule.least, together, its_size, size) == least
    if common and estimate >= floor:
        assert common >= least
        assert common >= rule.by_row.max()


def test_sizes_too_far_apart_ask_for_more_than_rows_can_hold():
    length, size = np.array([SIZE, SIZE], np.uint16), np.array([100, 1000], np.int64)
    rule = rule_of(length, size, 0.4, SIZE)
    assert needed(rule.least, 2 * SIZE, 100, 1000) > SIZE  # their estimate is at most 200/1100
    assert needed(rule.least, 2 * SIZE, 100, 300) > needed(rule.least, 2 * SIZE, 100, 100)

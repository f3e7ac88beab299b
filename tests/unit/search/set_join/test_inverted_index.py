import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled
from simfinder.search.set_join import inverted_index, packed_rows
from simfinder.search.set_join.inverted_index import Values
from tests.helpers.examples import examples
from tests.unit.search.twins.tables import members, members_to_last

MAX = (1 << 64) - 1
sets = st.lists(st.sets(st.one_of(st.integers(0, 9), st.integers(MAX - 3, MAX)), max_size=8), max_size=25)


def values_of(rows, ascending=False):
    """Flat values with a gap after each row, as a padded sketch table has."""
    flat, start = [], []
    for row in rows:
        start.append(len(flat))
        flat += [*(sorted(row) if ascending else row), 77]
    length = np.array([len(r) for r in rows], np.int64)
    return Values(np.array(flat, np.uint64), np.array(start, np.int64), length, ascending)


@settings(max_examples=examples(200), deadline=None)
@given(
    sets,
    st.sampled_from([1, 8, 1 << 23]),
    st.booleans(),
    st.integers(0, 5),
    st.sampled_from([1, 2, 3]),
    st.data(),
)
def test_groups_are_the_rows_that_share_a_value(rows, part, ascending, few, jobs, data):
    order = data.draw(st.permutations(range(len(rows))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inverted_index, "_PART", part)  # one part, and many
        patch.setattr(packed_rows, "NARROW", data.draw(st.sampled_from([0, 100])))
        light, heavy = inverted_index.group(
            values_of(rows, ascending), np.array(order, np.int32), few, lambda: None, jobs
        )
    holders = {}
    for place, row in enumerate(order):
        for value in rows[row]:
            holders.setdefault(value, []).append(place)
    assert sorted(members_to_last(light)) == sorted(tuple(h) for h in holders.values() if 1 < len(h) <= few)
    assert sorted(members(heavy)) == sorted(tuple(h) for h in holders.values() if len(h) > max(1, few))


@pytest.mark.parametrize("ascending", [False, True])
def test_threads_make_the_same_groups_in_the_same_order(ascending, monkeypatch):
    monkeypatch.setattr(inverted_index, "_PART", 1 << 8)
    rng = np.random.default_rng(3)
    flat = np.sort(rng.integers(0, 500, (400, 16), dtype=np.uint64) << np.uint64(50), axis=1)
    flat = flat + np.arange(16, dtype=np.uint64)  # each once in its row
    values = Values(flat.reshape(-1), np.arange(400) * 16, np.full(400, 16), ascending)
    order = rng.permutation(400).astype(np.int32)
    alone, together = (inverted_index.group(values, order, 5, lambda: None, jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(alone[0], together[0])
    np.testing.assert_array_equal(alone[1].offsets, together[1].offsets)
    np.testing.assert_array_equal(alone[1].gaps, together[1].gaps)


@pytest.mark.parametrize("parts", [0, 1, 4])
def test_threads_stop_when_asked(parts, monkeypatch):
    monkeypatch.setattr(inverted_index, "_PART", 1)
    asked = iter(range(100))

    def check():
        if next(asked) == parts:
            raise Cancelled

    with pytest.raises(Cancelled):
        inverted_index.group(values_of([{1, 2, 3}] * 9), np.arange(9, dtype=np.int32), 2, check, 2)
    assert next(asked) == parts + 1


def test_one_value_in_very_many_rows():
    n = 50_000
    values = Values(np.full(n, 5, np.uint64), np.arange(n, dtype=np.int64), np.ones(n, np.int64))
    light, heavy = inverted_index.group(values, np.arange(n, dtype=np.int32), 32, lambda: None)
    assert (members_to_last(light), members(heavy)) == ([], [tuple(range(n))])


def test_parts_of_ascending_values_are_about_as_large(monkeypatch):
    rng = np.random.default_rng(1)
    flat = np.sort(rng.integers(0, 1 << 60, (3000, 16), dtype=np.uint64), axis=1)
    flat[1500:] >>= np.uint64(20)  # half of the rows hold small values only
    values = Values(flat.reshape(-1), np.arange(3000) * 16, np.full(3000, 16), ascending=True)
    bounds = inverted_index._bounds(values, 3)
    counts = inverted_index._count_below(values.flat, values.low, values.start, values.length, bounds)
    assert counts.sum() == 48_000
    assert counts.max() < 1.2 * 6000
    assert counts.min() > 0.8 * 6000

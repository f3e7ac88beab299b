"""Orders by counting against numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from simfinder.arrays.counting_sort import by_number, pairs_in_order, stable_order, strongest_first

rows = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=80)


def columns(pairs: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    a, b = np.array(pairs, np.int32).reshape(-1, 2).T
    return np.ascontiguousarray(a), np.ascontiguousarray(b)


@given(rows, st.integers(1, 4))
def test_pairs_come_by_a_then_b_each_once(pairs: list[tuple[int, int]], jobs: int) -> None:
    a, b = columns(pairs)
    figure = np.array([(x * 13 + y) / 169 for x, y in pairs], np.float32)
    told = dict(zip(pairs, figure.tolist(), strict=True))
    left = pairs_in_order(13, a, b, figure, jobs)
    found = a[:left], b[:left], figure[:left]
    assert list(zip(*(column.tolist() for column in found), strict=True)) == [
        (*pair, told[pair]) for pair in sorted(told)
    ]


def test_a_row_with_very_many_pairs() -> None:
    b = np.random.default_rng(2).permutation(5000).astype(np.int32)
    b = np.concatenate((b, b[:70]))
    a, figure = np.full(5070, 3, np.int32), (b / 5000).astype(np.float32)
    left = pairs_in_order(5000, a, b, figure)
    assert b[:left].tolist() == list(range(5000))
    assert set(a[:left].tolist()) == {3}
    np.testing.assert_array_equal(figure[:left], (b[:left] / 5000).astype(np.float32))


@given(st.lists(st.integers(0, 6), max_size=60), st.randoms())
def test_what_has_one_number_stays_in_order(numbers: list[int], random) -> None:
    order = list(range(len(numbers)))
    random.shuffle(order)
    order = order[: len(order) * 2 // 3]  # some may be left out
    found, begins = by_number(np.array(numbers, np.int32), 7, np.array(order, np.int32))
    assert found.tolist() == sorted(order, key=lambda i: numbers[i])
    assert begins.tolist() == [sum(numbers[i] < number for i in order) for number in range(8)]


def test_more_numbers_than_are_fetched_together() -> None:
    random = np.random.default_rng(4)
    numbers = random.integers(0, 9, 10_000).astype(np.int32)
    order = random.permutation(10_000).astype(np.int32)
    found, begins = by_number(numbers, 9, order)
    assert (found == order[np.argsort(numbers[order], kind="stable")]).all()
    assert (begins == np.concatenate(([0], np.cumsum(np.bincount(numbers))))).all()


@given(
    arrays.arrays(
        np.float32,
        st.integers(0, 90),
        elements=st.one_of(
            st.floats(0, 1, width=32),
            st.sampled_from([0.0, 0.25, 0.5, 0.5 + 2.0**-23, 1.0]),
            st.floats(0, 2.0**100, width=32),
            st.floats(0, 2.0**-130, width=32),
        ),
    )
)
def test_the_strongest_come_first(similarity: np.ndarray) -> None:
    values = np.abs(similarity)  # a minus zero is not 0 or more
    found = strongest_first(values)
    assert found.dtype == np.int32
    assert found.tolist() == np.argsort(-values.astype(np.float64), kind="stable").tolist()


@pytest.mark.parametrize("value", [0.0, 0.7])
def test_equal_ones_stay_as_they_were(value: float) -> None:
    assert strongest_first(np.full(5000, value, np.float32)).tolist() == list(range(5000))


def test_many_similarities() -> None:
    similarity = np.random.default_rng(5).random(200_000).astype(np.float32)
    assert (strongest_first(similarity) == np.argsort(-similarity, kind="stable")).all()


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(0, 3), max_size=70))
def test_the_order_of_a_few_numbers_is_numpys_stable_one(numbers: list[int]) -> None:
    keys = np.array(numbers, np.int64)
    assert stable_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()


def test_the_order_of_many_numbers() -> None:
    keys = np.random.default_rng(1).integers(0, 3000, 10_001)
    assert stable_order(keys).tolist() == np.argsort(keys, kind="stable").tolist()

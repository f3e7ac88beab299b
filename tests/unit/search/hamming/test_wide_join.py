"""The join of 256-bit values, beside comparing all with all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.hamming import wide_join
from tests.helpers.examples import examples


def joined(words, distance, check=lambda: None):
    parts = list(wide_join.near_pairs(words, distance, check))
    return [(a, b) for one, other in parts for a, b in zip(one.tolist(), other.tolist(), strict=True)]


def all_with_all(words, distance):
    """The slow twin."""
    values = [int.from_bytes(word.tobytes(), "little") for word in words]
    pairs = ((a, b) for b in range(len(values)) for a in range(b))
    return {(a, b) for a, b in pairs if (values[a] ^ values[b]).bit_count() <= distance}


def turned(words, rng, most):
    """The values with up to so many bits of each turned."""
    bits = np.unpackbits(words.view(np.uint8), axis=1)
    for row in bits:
        row[rng.choice(256, rng.integers(0, most + 1), replace=False)] ^= 1
    return np.packbits(bits, axis=1).view(np.uint64)


def random_words(rng, n):
    return rng.integers(0, 1 << 64, (n, 4), dtype=np.uint64)


@given(
    seed=st.integers(0, 10**6),
    families=st.integers(1, 12),
    copies=st.integers(1, 6),
    distance=st.integers(0, 31),
)
@settings(max_examples=examples(200))
def test_each_near_pair_is_found_once(seed, families, copies, distance):
    rng = np.random.default_rng(seed)
    words = turned(np.repeat(random_words(rng, families), copies, axis=0), rng, 24)
    found = joined(words, distance)
    assert len(found) == len(set(found))
    assert set(found) == all_with_all(words, distance)


def test_the_hardest_pair_is_found():
    """Two bits differ in each block but one, where one does: 31 in all."""
    for lucky in range(16):
        for bit in range(16):
            blocks = np.full((2, 16), 3 << 5, np.uint16)
            blocks[0] = 0
            blocks[1, lucky] = 1 << bit
            assert joined(blocks.view(np.uint64), 31) == [(0, 1)]
            assert joined(blocks.view(np.uint64), 30) == []


def test_equal_values_are_pairs_and_more_than_the_output_holds_are_all_found(monkeypatch):
    words = np.repeat(random_words(np.random.default_rng(3), 1), 700, axis=0)
    found = joined(words, 0)
    assert len(found) == len(set(found)) == 700 * 699 // 2
    assert wide_join._AT_ONCE < 700 * 699 // 2  # else this would show nothing


def test_nothing_and_one_value_have_no_pairs():
    assert joined(np.zeros((0, 4), np.uint64), 31) == []
    assert joined(np.zeros((1, 4), np.uint64), 31) == []


@pytest.mark.parametrize("distance", [-1, 32])
def test_a_distance_at_which_pairs_would_be_missed_is_refused(distance):
    with pytest.raises(ValueError, match=f"distance {distance} is not in 0..31"):
        joined(np.zeros((2, 4), np.uint64), distance)


def test_it_can_be_cancelled():
    class StopError(Exception):
        pass

    def stop():
        raise StopError

    with pytest.raises(StopError):
        joined(random_words(np.random.default_rng(1), 10), 31, stop)


def test_progress_ends_at_the_whole():
    seen = []
    for _ in wide_join.near_pairs(
        random_words(np.random.default_rng(1), 1000), 31, lambda: None, seen.append
    ):
        pass
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


@given(
    seed=st.integers(0, 10**6),
    families=st.integers(1, 8),
    copies=st.integers(1, 5),
    distance=st.integers(0, 31),
)
@settings(max_examples=examples(100))
def test_near_pairs_of_two_sets_are_all_found(seed, families, copies, distance):
    rng = np.random.default_rng(seed)
    origins = random_words(rng, families)
    asked, words = (turned(np.repeat(origins, count, axis=0), rng, 16) for count in (copies, 2))
    found = set()
    for one, other in wide_join.near_between(asked, words, distance, lambda: None):
        found.update(zip(one.tolist(), other.tolist(), strict=True))
    both = all_with_all(np.concatenate((asked, words)), distance)
    assert found == {(a, b - len(asked)) for a, b in both if a < len(asked) <= b}


def test_of_farther_pairs_of_two_sets_most_are_found():
    rng = np.random.default_rng(3)
    asked = random_words(rng, 400)
    bits = np.unpackbits(asked.view(np.uint8), axis=1)
    for row in bits:
        row[rng.choice(256, 48, replace=False)] ^= 1
    words = np.packbits(bits, axis=1).view(np.uint64)
    found = set()
    for one, other in wide_join.near_between(asked, words, 48, lambda: None):
        found.update(zip(one.tolist(), other.tolist(), strict=True))
    assert len(found) > 370
    assert all(one == other for one, other in found)
    few = [
        pair
        for part in wide_join.near_between(asked, words, 48, lambda: None, flips=False)
        for pair in part[0]
    ]
    assert 0 < len(set(few)) < len(found)


def test_nothing_is_near_nothing():
    nothing = np.zeros((0, 4), np.uint64)
    assert not list(
        wide_join.near_between(nothing, random_words(np.random.default_rng(1), 5), 31, lambda: None)
    )
    assert not list(
        wide_join.near_between(random_words(np.random.default_rng(1), 5), nothing, 31, lambda: None)
    )

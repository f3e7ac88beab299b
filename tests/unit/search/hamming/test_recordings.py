"""Recordings that sound alike are found, and strangers are not."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.search.hamming import recordings
from simfinder.search.hamming.recordings import recordings_alike
from simfinder.signatures.sound.alignment import align
from simfinder.signatures.sound.chromaprint import RATE, chromaprint
from tests.helpers.examples import examples
from tests.helpers.sounds import made

NUMBERS = st.lists(st.integers(0, 40), max_size=30).map(lambda row: np.array(row, np.uint32))


def random_row(count, seed=0):
    return np.random.default_rng(seed).integers(0, 2**32, count, dtype=np.uint32)


@given(st.lists(NUMBERS, max_size=8), st.integers(1, 6))
@settings(max_examples=examples(200), deadline=None)
def test_pairs_equal_their_twin(rows, least):
    sampled = [set(recordings._sampled(row).tolist()) for row in rows]
    expected = [
        (a, b)
        for a, b in combinations(range(len(rows)), 2)
        if len(sampled[a] & sampled[b]) >= max(1, min(least, len(sampled[a]), len(sampled[b])))
    ]
    a, b = recordings_alike(rows, least)
    assert list(zip(a.tolist(), b.tolist(), strict=True)) == expected


def test_one_number_in_four_is_looked_up():
    row = random_row(40_000)
    assert 9_500 < len(recordings._sampled(row)) < 10_500
    assert set(recordings._sampled(row[:20_000]).tolist()) <= set(recordings._sampled(row).tolist())


def test_numbers_that_many_have_make_no_pairs(monkeypatch):
    monkeypatch.setattr(recordings, "_COMMON", 5)
    row = random_row(200)
    assert len(recordings_alike([row] * 5)[0]) == 10
    assert len(recordings_alike([row] * 6)[0]) == 0


def test_made_music_is_found_in_noise_and_at_another_place():
    pieces = [made("chords", 40, seed) for seed in range(6)]
    noise = made("noise", 40) // 200
    worse = [piece // 3 + noise for piece in pieces]
    cut = pieces[2][10 * RATE : 30 * RATE]
    prints = [chromaprint(sound) for sound in (*pieces, *worse, cut)]
    pairs = set(zip(*(side.tolist() for side in recordings_alike(prints)), strict=True))
    assert {(i, i + 6) for i in range(6)} <= pairs
    assert (2, 12) in pairs
    assert not any(a % 6 != b % 6 for a, b in pairs if b < 12)
    for i in range(6):
        assert align(prints[i], prints[i + 6]).similarity > 0.95
    assert align(prints[2], prints[12]).contained > 0.95
    assert align(prints[0], prints[1]).similarity < 0.1

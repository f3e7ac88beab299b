"""Chromaprint beside ``fpcalc`` 1.5.1 and beside a slow twin."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.signatures.sound import chromaprint as module
from simfinder.signatures.sound.chromaprint import PIECE, STEP, chromaprint
from tests.helpers.examples import examples
from tests.helpers.sounds import SOUNDS, made
from tests.unit.signatures.vectors import load

VECTORS = load("chromaprint")


def test_the_vectors_are_of_these_sounds():
    assert [(row["sound"], row["seconds"]) for row in VECTORS] == SOUNDS
    assert sum(len(row["numbers"]) for row in VECTORS) > 400


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: f"{row['sound']} {row['seconds']} s")
def test_it_equals_fpcalc(row):
    assert chromaprint(made(row["sound"], row["seconds"])).tolist() == row["numbers"]


def twin(sound):
    """The fingerprint, a piece, a note and a rectangle at a time."""
    window = [(0.54 - 0.46 * math.cos(2 * math.pi * i / (PIECE - 1))) / 32_767 for i in range(PIECE)]
    raw = []
    for start in range(0, len(sound) - PIECE + 1, STEP):
        waves = np.fft.fft(np.array(window) * sound[start : start + PIECE])
        notes = [0.0] * 12
        for wave in range(round(28 * PIECE / 11_025), round(3_520 * PIECE / 11_025)):
            octave = math.log2(wave * 11_025 / PIECE / 27.5)
            notes[int(12 * (octave % 1))] += abs(waves[wave]) ** 2
        raw.append(notes)
    rows = []
    for at in range(len(raw) - 4):
        row = [
            sum(share * raw[at + i][n] for i, share in enumerate((0.25, 0.75, 1, 0.75, 0.25)))
            for n in range(12)
        ]
        length = math.sqrt(sum(strength**2 for strength in row))
        rows.append([strength / length if length >= 0.01 else 0.0 for strength in row])
    numbers = []
    for at in range(len(rows) - 15):
        number = 0
        for shape, note, notes, pieces, ends in module._FILTERS:
            more = less = 0.0
            for x in range(pieces):
                for y in range(notes):
                    late, high = x >= pieces // 2, y >= notes // 2
                    counts = {
                        0: True,
                        1: high,
                        2: late,
                        3: late != high,
                        4: notes // 3 <= y < 2 * (notes // 3),
                        5: pieces // 3 <= x < 2 * (pieces // 3),
                    }[shape]
                    strength = rows[at + x][note + y]
                    more, less = (more + strength, less) if counts else (more, less + strength)
            value = math.log(1 + more) - math.log(1 + less)
            number = number << 2 | (0, 1, 3, 2)[sum(value >= end for end in ends)]
        numbers.append(number)
    return numbers


@given(
    st.sampled_from(["chords", "beats", "noise", "sweep"]),
    st.integers(0, 10**6),
    st.floats(0, 6),
    st.integers(0, 3),
)
@settings(max_examples=examples(12), deadline=None)
def test_it_equals_its_twin(name, seed, seconds, quieter):
    sound = made(name, seconds, seed) >> quieter
    assert chromaprint(sound).tolist() == twin(sound)


def test_louder_or_later_sound_has_the_same_numbers():
    sound = made("chords", 12)
    numbers = chromaprint(sound)
    assert (chromaprint(sound // 2) == numbers).mean() > 0.9
    assert chromaprint(sound[5 * STEP :]).tolist() == numbers[5:].tolist()


def test_long_sound_is_taken_in_parts(monkeypatch):
    sound = made("beats", 30)
    whole = chromaprint(sound)
    monkeypatch.setattr(module, "_PIECES_AT_ONCE", 7)
    assert chromaprint(sound).tolist() == whole.tolist()


@pytest.mark.parametrize("samples", [0, 1, PIECE - 1, PIECE, PIECE + 18 * STEP])
def test_short_sound_has_no_number(samples):
    assert chromaprint(np.ones(samples, np.int16)).shape == (0,)
    assert chromaprint(np.ones(PIECE + 19 * STEP, np.int16)).shape == (1,)

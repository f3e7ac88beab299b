"""PDQ beside the hashes of Meta's own program, and what it is to do: stay while a picture is resized or turned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.signatures.picture import pdq
from tests.helpers.examples import examples
from tests.unit.signatures.vectors import load

VECTORS = load("pdq")


def made(name, height, width):
    """The brightness of the pictures whose hashes Meta's program made: whole numbers from 0 to 255."""
    y, x = np.mgrid[0:height, 0:width].astype(np.int64)
    if name == "rings":
        points = ((x - width // 3) ** 2 + (y - height // 2) ** 2) // 7 % 256
    elif name == "ramp":
        points = (x * 255 // max(1, width - 1) + y * 64 // max(1, height - 1)) // 2
    elif name == "blocks":
        points = ((x // 9) * 53 + (y // 7) * 97) * 31 % 256
    elif name == "waves":
        points = (x * x // 31 + y * x // 17 + y * y // 53) % 256
    elif name == "flat":
        points = np.full((height, width), 90) + (x + y) % 2
    else:
        points = (x * 2654435761 + y * 40503 * 65537 + 12345) % 4294967296
        points = (points ^ (points >> 13)) * 1274126177 % 4294967296
        points = (points >> 16) % 256
    return np.repeat(points.astype(np.uint8)[:, :, None], 3, axis=2)


def away(a, b):
    return int(np.bitwise_count(a ^ b).sum())


def theirs(row):
    return [np.frombuffer(bytes.fromhex(turn), np.uint64) for turn in row["turns"]]


def label(row):
    return f"{row['picture']} {row['width']} x {row['height']}"


@pytest.mark.parametrize("row", [row for row in VECTORS if row["width"] == row["height"] == 64], ids=label)
def test_points_are_hashed_as_by_metas_program(row):
    found = pdq.pdq_hash(pdq.brightness(made(row["picture"], 64, 64)))
    assert found.quality == row["quality"]
    if row["picture"] == "flat":
        return  # nothing to see: each wave is a rounding error
    assert [turn.tobytes() for turn in found.words] == [turn.tobytes() for turn in theirs(row)]


@pytest.mark.parametrize("name", ["rings", "waves"])
@pytest.mark.parametrize("size", [(128, 192), (300, 400)])
def test_a_larger_picture_is_hashed_nearly_as_by_metas_program(name, size):
    """Strangers differ in some 128 of 256 bits."""
    row = next(r for r in VECTORS if (r["picture"], r["height"], r["width"]) == (name, *size))
    found = pdq.pdq_hash(pdq.brightness(made(name, *size)))
    assert away(found.words[0], theirs(row)[0]) <= 70
    assert abs(found.quality - row["quality"]) <= 15


def smooth(seed, height=97, width=140):
    """A picture such as a photo is: large shapes, few details."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    waves = rng.normal(size=(6, 6))
    bright = sum(
        waves[i, j] / (1 + i + j) * np.cos(np.pi * (i * y + 0.3 * j)) * np.cos(np.pi * (j * x + 0.2 * i))
        for i in range(6)
        for j in range(6)
    )
    patches = rng.normal(size=(12, 12)).repeat(-(-height // 12), 0).repeat(-(-width // 12), 1)
    bright += patches[:height, :width]
    return (255 * (bright - bright.min()) / np.ptp(bright)).astype(np.float32)


WAYS = [
    lambda p: p,
    np.rot90,
    lambda p: np.rot90(p, 2),
    lambda p: np.rot90(p, 3),
    lambda p: p[::-1],
    lambda p: p[:, ::-1],
    lambda p: p.T,
    lambda p: np.rot90(p.T, 2),
]


@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(200))
def test_the_hash_of_a_turned_picture_follows_from_the_picture(seed):
    bright = smooth(seed)
    found = pdq.pdq_hash(bright)
    for number, way in enumerate(WAYS):
        lain = pdq.pdq_hash(np.ascontiguousarray(way(bright)))
        assert away(lain.words[0], found.words[number]) <= 4  # rounding near the median
        assert lain.quality == found.quality


@given(seed=st.integers(0, 10**6), half=st.sampled_from([2, 3]))
@settings(max_examples=examples(100))
def test_a_smaller_picture_keeps_the_hash(seed, half):
    bright = smooth(seed, 96 * half, 132 * half)
    small = bright.reshape(96, half, 132, half).mean(axis=(1, 3))
    assert away(pdq.pdq_hash(bright).words[0], pdq.pdq_hash(small).words[0]) <= 10


@given(seed=st.integers(0, 10**6))
@settings(max_examples=examples(100))
def test_strangers_are_far_apart(seed):
    one, other = pdq.pdq_hash(smooth(seed)), pdq.pdq_hash(smooth(seed + 1))
    assert away(one.words[0], other.words[0]) > 62


def test_a_flat_picture_is_not_trusted_and_any_size_has_a_hash():
    assert pdq.pdq_hash(np.full((40, 40), 200, np.float32)).quality == 0
    for size in ((1, 1), (1, 4000), (3, 2), (65, 63)):
        found = pdq.pdq_hash(np.zeros(size, np.float32))
        assert found.words.shape == (8, 4)
        assert found.quality < pdq.TRUSTED


def test_half_of_the_bits_are_set():
    """A bit says whether a wave is above the median."""
    assert np.bitwise_count(pdq.pdq_hash(smooth(5)).words).sum(axis=1).tolist() == [128] * 8

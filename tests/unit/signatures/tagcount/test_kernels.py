"""The kernel of the default tags where its blocks and lanes end, against counting that knows neither."""

import random

import numpy as np
import pytest

from simfinder.signatures.tagcount import lookup_tables
from simfinder.signatures.tagcount.any_tag_width import WideCount
from simfinder.signatures.tagcount.counter import TAGS, TagCount, tag_counts
from simfinder.signatures.tagcount.kernels import BLOCK
from simfinder.signatures.tagcount.tag_sets import DEFAULT
from tests.unit.signatures import twins

OVERLAPPING = ["924924", "b6db6d", "31", "ee", "ef7bde", "3a32", "c3c3", "18c63", "76ed", "db6dbb", "d3a7"]
STEPS = [512 * k for k in range(1, 9)] + [BLOCK + 512, 2 * BLOCK, 2 * BLOCK + 512, 3 * BLOCK]


def wide(data):
    counter = WideCount(DEFAULT.tags)
    counter.update(data)
    return counter.digest().tolist()


def pieces(data, sizes):
    counter, at = TagCount(), 0
    while at < len(data):
        size = next(sizes)
        counter.update(data[at : at + size])
        at += size
    return counter.digest().tolist()


@pytest.mark.parametrize("step", STEPS)
def test_lengths_around_every_step(step):
    rng = random.Random(step)
    for length in range(step - 3, step + 6):
        data = rng.randbytes(length)
        assert tag_counts(data).tolist() == wide(data) == pieces(data, iter([length - 2, 1, 1]))


@pytest.mark.parametrize("pattern", OVERLAPPING)
def test_hits_that_overlap_across_every_byte(pattern):
    rng = random.Random(pattern)
    bits = bytes.fromhex(pattern * 2)
    for lead in range(8):
        length = BLOCK + rng.randrange(2 * BLOCK)
        data = rng.randbytes(lead) + (bits * length)[: length - lead]
        expected = wide(data)
        assert tag_counts(data).tolist() == expected
        assert pieces(data, iter(lambda: rng.choice([1, 7, 500, BLOCK, BLOCK + 1]), 0)) == expected


@pytest.mark.parametrize("pattern", OVERLAPPING)
@pytest.mark.parametrize("length", [700, BLOCK, BLOCK + 900])
def test_short_chains_anywhere(pattern, length):
    """Chains of a few overlapping hits around the ends of lanes and of the block, nothing else near them."""
    lane = 64 * -(-length // 512) if length < BLOCK else 512
    rng = random.Random(pattern)
    for border in range(lane, length - 8, lane):
        data = bytearray(b"\xff" * length)
        for at in range(border - 6, border + 1):
            data[at : at + 4] = bytes.fromhex((pattern * 4)[:8])
            if rng.random() < 0.5:
                data[at] ^= 1 << rng.randrange(8)
            assert tag_counts(bytes(data)).tolist() == twins.tag_counts(bytes(data)), (border, at)


@pytest.mark.parametrize("tag", range(16))
def test_each_tag_at_each_bit_of_each_lane(tag):
    """Between alternating bits, of which no tag consists."""
    for at in [0, 1, 510, 511, 512, 1023, 2047, 3583, 4094, 4095, 4096, 4097]:
        for shift in range(8):
            data = bytearray(b"\x55" * (BLOCK + 10))
            window = int.from_bytes(data[at : at + 2], "big")
            window = window & ~(255 << (8 - shift)) | TAGS[tag] << (8 - shift)
            data[at : at + 2] = window.to_bytes(2, "big")
            expected = twins.tag_counts(bytes(data))
            assert expected[tag] > 0
            assert tag_counts(bytes(data)).tolist() == expected


@pytest.mark.parametrize("before", [b"", b"\x01", b"\x80", b"\x18", b"\xff"])
@pytest.mark.parametrize("behind", [b"", b"\x01", b"\x80", b"\x10", b"\x08"])
def test_runs_of_zeros_of_any_length(before, behind):
    for zeros in [*range(20), *(2**k + d for k in range(5, 14) for d in (-1, 0, 1)), 3 * BLOCK]:
        for lead in (0, 1, 500):
            data = b"\xff" * lead + before + bytes(zeros) + behind
            assert tag_counts(data).tolist() == twins.tag_counts(data)
            assert pieces(data, iter([lead + 1, BLOCK + 1, 10**9])) == twins.tag_counts(data)


def test_a_copy_in_the_middle_of_a_block():
    data = np.random.default_rng(6).bytes(3 * BLOCK)
    first = TagCount()
    first.update(data[: BLOCK + 100])
    second = first.copy()
    assert first.digest().tolist() == second.digest().tolist() == wide(data[: BLOCK + 100])
    first.update(data[BLOCK + 100 :])
    assert first.digest().tolist() == wide(data)
    assert second.digest().tolist() == wide(data[: BLOCK + 100])


# -- tables


def starts(number, bits):
    """The bytes at the starts of some bits."""
    return [number >> (bits - 8 - start) & 255 for start in range(bits - 7)]


def test_pads_let_nothing_be_hit():
    pads = lookup_tables.TABLES[lookup_tables.PADS_AT :][:256].tolist()
    for last, pad in enumerate(pads):
        number = last << 32 | pad << 24 | 0xFFFFFF
        assert not set(TAGS[1:]) & set(starts(number, 40)[1:])


def test_numbers_of_single_bits():
    for bit in range(64):
        product = (lookup_tables.LOWEST << bit) % 2**64
        assert lookup_tables.TABLES[lookup_tables.NUMBERS_AT + (product >> 58)] == bit


def test_the_greedy_table():
    for mask in range(256):
        for skip in range(8):
            kept, left = [], skip
            for start in range(8):
                if left:
                    left -= 1
                elif mask >> (7 - start) & 1:
                    kept.append(start)
                    left = 7
            result = int(lookup_tables.TABLES[lookup_tables.GREEDY_AT + 8 * mask + skip])
            assert len(kept) <= 1
            if mask:
                assert result == (left if kept else 16)

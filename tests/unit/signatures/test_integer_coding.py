"""Stored forms of integers: values come back unchanged, and malformed input is refused."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.errors import SignatureError
from simfinder.signatures.integer_coding import (
    pack_ascending,
    pack_counts,
    unpack_ascending,
    unpack_ascending_rows,
    unpack_counts_rows,
)
from simfinder.signatures.sketch import bottom_k as sketch

NUMBERS = st.integers(0, 2**64 - 1) | st.integers(0, 300)
LISTS = st.sets(NUMBERS, max_size=200).map(sorted)


@given(st.lists(LISTS, max_size=8))
@example([[0], [], [2**64 - 1], [0, 2**64 - 1], list(range(128))])
def test_ascending_numbers_come_back(lists):
    blobs = [pack_ascending(np.array(numbers, dtype=np.uint64)) for numbers in lists]
    good, values, lengths = unpack_ascending_rows(blobs, 200)
    assert good.all()
    assert [row[:n].tolist() for row, n in zip(values, lengths, strict=True)] == lists
    assert all((row[n:] == 2**64 - 1).all() for row, n in zip(values, lengths, strict=True))
    for blob, numbers in zip(blobs, lists, strict=True):
        assert unpack_ascending(blob, 200).tolist() == numbers


@given(st.lists(st.binary(max_size=80), max_size=6))
def test_any_bytes_are_a_list_or_malformed(blobs):
    good, values, lengths = unpack_ascending_rows(blobs, 40)
    for i, blob in enumerate(blobs):
        numbers = values[i, : lengths[i]].tolist()
        if good[i]:
            assert numbers == sorted(set(numbers))
            again = pack_ascending(np.array(numbers, dtype=np.uint64))
            assert unpack_ascending(again, 40).tolist() == numbers
        else:
            assert lengths[i] == 0
            assert (values[i] == 2**64 - 1).all()
            with pytest.raises(SignatureError, match=f"{len(blob)} bytes"):
                unpack_ascending(blob, 40)


@given(LISTS.filter(bool), st.data())
def test_a_form_cut_short_or_with_more_behind_it_is_malformed(numbers, data):
    blob = pack_ascending(np.array(numbers, dtype=np.uint64))
    for wrong in (blob[: data.draw(st.integers(0, len(blob) - 1))], blob + b"\0"):
        with pytest.raises(SignatureError):
            unpack_ascending(wrong, 200)
    with pytest.raises(SignatureError):
        unpack_ascending(blob, len(numbers) - 1)


def test_values_above_32_bits_are_no_shingleprint():
    top = pack_ascending(np.array([5, 2**32 - 1]))
    assert unpack_ascending(top, 2, 32).tolist() == [5, 2**32 - 1]
    with pytest.raises(SignatureError):
        unpack_ascending(pack_ascending(np.array([5, 2**32])), 2, 32)


def test_a_sketch_takes_what_the_module_says():
    rng = np.random.default_rng(1)
    values = np.sort(rng.integers(0, 2**64 * 128 // 4096, 128, dtype=np.uint64))
    assert len(sketch.to_bytes(values)) < 600
    assert len(pack_ascending(values >> np.uint64(32))) < 400


@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), max_size=5))
@example([[0, 127, 128], [2**64 - 1, 2**63, 1]])
def test_counts_come_back(rows):
    blobs = [pack_counts(np.array(row, dtype=np.uint64)) for row in rows]
    good, counts = unpack_counts_rows(blobs, 3)
    assert good.all()
    assert counts.tolist() == rows


@given(st.lists(st.binary(max_size=30), max_size=6))
def test_any_bytes_are_counts_or_malformed(blobs):
    good, counts = unpack_counts_rows(blobs, 2)
    for i, blob in enumerate(blobs):
        if good[i]:
            assert len(pack_counts(counts[i])) <= len(blob)
        else:
            assert not counts[i].any()


@pytest.mark.parametrize("wrong", [b"", b"\x01", b"\x01\x02\x03", b"\x01\x80", b"\xff" * 9 + b"\x02\x00"])
def test_what_is_no_two_counts(wrong):
    good, _ = unpack_counts_rows([b"\x01\x02", wrong, b"\x03\x04"], 2)
    assert good.tolist() == [True, False, True]

"""Many texts packed into one equal the texts one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.arrays.packed_strings import PackedBytes, Texts

ANY = st.lists(st.text(st.characters() | st.characters(categories=["Cs"]), max_size=8), max_size=12)


@given(ANY)
def test_there_and_back(texts):
    packed = Texts(iter(texts))
    assert len(packed) == len(texts)
    assert list(packed) == texts
    assert [packed[i] for i in range(len(texts))] == texts
    assert packed[1:] == texts[1:]
    assert packed[2:-1] == texts[2:-1]
    assert packed[5:3] == texts[5:3]
    assert packed[::-2] == texts[::-2]


def test_ends():
    packed = Texts(["one", "", "caf\udce9"])
    assert (packed[-1], packed[-2], packed[-3]) == ("caf\udce9", "", "one")
    with pytest.raises(IndexError):
        packed[3]
    assert list(Texts()) == []


BYTES = st.lists(st.binary(max_size=12), max_size=12)


@given(BYTES)
def test_bytes_there_and_back(strings):
    packed = PackedBytes.of(iter(strings))
    assert PackedBytes.of(packed) is packed
    assert len(packed) == len(strings)
    assert packed == strings
    assert list(packed) == [packed[i] for i in range(len(strings))] == strings
    assert packed[2:-1] == strings[2:-1]
    assert packed[::-2] == strings[::-2]
    assert packed.lengths.tolist() == list(map(len, strings))
    assert packed.size == sum(map(len, strings))
    assert_spare(packed)


@given(st.lists(BYTES, max_size=4), st.data())
def test_bytes_joined_and_taken(parts, data):
    joined = PackedBytes.joined(list(map(PackedBytes.of, parts)))
    strings = [each for part in parts for each in part]
    assert joined == strings
    assert_spare(joined)
    rows = data.draw(st.lists(st.integers(0, len(strings) - 1), max_size=9)) if strings else []
    taken = joined.take(np.array(rows, dtype=np.intp))
    assert taken == [strings[row] for row in rows]
    assert_spare(taken)


@given(BYTES, st.binary(max_size=9))
def test_bytes_copied_from_the_beginning_of_an_array(strings, behind):
    room = np.frombuffer(bytearray(b"".join(strings) + behind), dtype=np.uint8)
    copied = PackedBytes.copied(room, np.cumsum([len(each) for each in strings], dtype=np.int64))
    room[:] = 0
    assert copied == strings
    assert_spare(copied)


def assert_spare(packed):
    """Kernels may read words of eight behind the last string, and take no array that can be written."""
    assert len(packed.data) >= packed.size + PackedBytes.SPARE
    assert len(packed.data) % 8 == 0
    assert not packed.data[packed.size :].any()
    assert not packed.data.flags.writeable


def test_bytes_at_the_ends():
    packed = PackedBytes.of([b"one", b"", b"three"])
    assert (packed[-1], packed[-2], packed[-3]) == (b"three", b"", b"one")
    with pytest.raises(IndexError):
        packed[3]
    assert packed != "one"
    assert PackedBytes.joined([]) == PackedBytes.of(()) == []

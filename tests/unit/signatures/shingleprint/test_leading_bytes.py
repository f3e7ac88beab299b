"""The leading bytes of the CRCs of all windows, 32 at once and in words."""

import zlib

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.arrays.jit import njit
from simfinder.signatures.content_hash import view
from simfinder.signatures.shingleprint import leading_bytes, shingle_set

_wide = leading_bytes._write_wide


@njit()
def at_once(near, tables, out, at):
    return _wide(near, tables, out, at)


def plain(data, shingle):
    return [zlib.crc32(data[i : i + shingle]) >> 24 for i in range(len(data) - shingle + 1)]


@given(st.binary(min_size=8, max_size=200), st.integers(4, 8), st.integers(0, 7))
@example(bytes(range(39)), 8, 0)
@example(bytes(range(38)), 8, 0)
@example(bytes(range(71)), 8, 0)
@example(bytes(200), 8, 3)
def test_it_is_the_leading_byte_of_each_windows_crc(data, shingle, start):
    leads = shingle_set.tables(shingle)[1]
    count = max(0, len(data) - start - shingle + 1)
    firsts = np.full(count + 1, 77, dtype=np.uint8)
    leading_bytes.first_bytes(view(data), np.int64(start), np.int64(count), np.int64(shingle), leads, firsts)
    assert firsts[:count].tolist() == plain(data[start:], shingle)
    assert firsts[count] == 77, "not one byte further"


@given(st.binary(min_size=8, max_size=200))
def test_processors_that_look_up_no_windows_at_once_find_the_same(data):
    firsts = np.empty(len(data) - 7, dtype=np.uint8)
    leading_bytes._in_words(view(data), np.int64(8), shingle_set.tables(8)[1], firsts)
    assert firsts.tolist() == plain(data, 8)


def test_a_processor_without_the_instruction_says_so_and_writes_nothing(monkeypatch):
    from numba.core.registry import cpu_target

    monkeypatch.setattr(cpu_target.target_context.codegen(), "_tm_features", "+sse2")
    out = np.full(32, 77, dtype=np.uint8)
    assert not at_once(view(bytes(39)), np.zeros(256, dtype=np.uint8), out, np.uint64(0))
    assert out.tolist() == [77] * 32

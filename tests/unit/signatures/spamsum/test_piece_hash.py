"""The hash of a piece, 64 bytes at a time, against one byte after the other."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.arrays.jit import njit
from simfinder.signatures.content_hash import view
from simfinder.signatures.spamsum import piece_hash as hashes
from tests.unit.signatures.twins import piece_hash as next_hash


def byte_by_byte(data, h):
    for byte in data:
        h = next_hash(h, byte)
    return h % 64


@given(st.binary(max_size=400), st.integers(0, 450), st.integers(0, 450), st.integers(0, 63))
@example(bytes(range(64)), 0, 64, 39)
@example(bytes(range(65)), 0, 65, 39)
@example(bytes(range(65)), 1, 65, 39)
@example(bytes(range(128)), 0, 128, 63)
@example(b"\xff" * 130, 1, 129, 63)
@example(b"", 0, 0, 39)
def test_it_is_the_hash_of_one_byte_after_the_other(data, start, stop, h):
    start, stop = min(start, len(data)), min(stop, len(data))
    found = hashes.piece_hash(view(data), np.int64(start), np.int64(stop), np.int64(h))
    assert found == byte_by_byte(data[start:stop], h)
    assert hashes._byte_by_byte(view(data), start, stop, h) == found


def test_each_hash_before_is_taken_up():
    data = bytes(range(200))
    for h in range(64):
        assert hashes.piece_hash(view(data), np.int64(0), np.int64(200), np.int64(h)) == byte_by_byte(data, h)


@pytest.mark.parametrize("features", ["+sse2", "+sse2,+pclmul"])
def test_the_running_xor_is_the_same_with_and_without_the_multiplication(features, monkeypatch):
    from numba.core.registry import cpu_target

    if "+pclmul" not in cpu_target.target_context.codegen()._tm_features and "pclmul" in features:
        pytest.skip("this processor has no carry-less multiplication")
    monkeypatch.setattr(cpu_target.target_context.codegen(), "_tm_features", features)

    @njit()
    def running(word):
        return hashes._running_xor(word)

    rng = np.random.default_rng(7)
    for word in [0, 1, 2**63, 2**64 - 1, *rng.integers(0, 2**64, 50, dtype=np.uint64).tolist()]:
        slow = sum((word & (2 << bit) - 1).bit_count() % 2 << bit for bit in range(64))
        assert running(np.uint64(word)) == slow

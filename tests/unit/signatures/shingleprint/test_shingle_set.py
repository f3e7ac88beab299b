"""Sketch and shingleprint from one look, also where many shingles have one CRC."""

import random
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.signatures.content_hash import view
from simfinder.signatures.shingleprint import kernels, shingle_set
from simfinder.signatures.shingleprint.fingerprint import Shingleprint, shingleprint
from simfinder.signatures.shingleprint.shingle_set import ShingleSet
from simfinder.signatures.sketch.bottom_k import Sketch, sketch, sketch_and_print
from tests.unit.signatures import twins

ZERO = zlib.crc32(bytes(8))


def without_effect():
    """Eight bytes each that change no CRC when they are xored in: 32 independent ones (Gauss, over single bits)."""
    rows = [(zlib.crc32((1 << bit).to_bytes(8, "big")) ^ ZERO, 1 << bit) for bit in range(64)]
    found = []
    while rows:
        crc, bits = rows.pop()
        if not crc:
            found.append(bits)
            continue
        top = crc.bit_length()
        rows = [
            (other ^ crc, more ^ bits) if other >> (top - 1) & 1 else (other, more) for other, more in rows
        ]
    return found


def alike(count, rng, below=1 << 31):
    """So many windows of one CRC, which is below a bound."""
    window = rng.randbytes(8)
    while zlib.crc32(window) >= below:
        window = rng.randbytes(8)
    basis = without_effect()
    out = []
    for _ in range(count):
        change = 0
        for bits in rng.sample(basis, 9):
            change ^= bits
        out.append((int.from_bytes(window, "big") ^ change).to_bytes(8, "big"))
    assert len({zlib.crc32(w) for w in out}) == 1
    return out


def plain_print(data):
    return sorted({zlib.crc32(shingle) for shingle in twins.shingles(data)})[:128]


def sorted_at_once(data):
    """The sketch and the print of a short content, as a scan computes them."""
    scratch = np.empty(kernels.SCRATCH, dtype=np.uint64)
    values = kernels.smallest(view(data), 128, *shingle_set.tables(8), scratch)
    return values[:128].tolist(), kernels.features(values, 128).tolist()


def test_there_are_32_ways_to_change_eight_bytes_under_one_crc():
    assert len(without_effect()) == 32


@pytest.mark.parametrize("groups", [(700,), (100, 100, 100), (3,) * 200, (40, 300, 2, 2, 2, 500)])
@pytest.mark.parametrize("noise", [0, 60, 900, 40_000])
def test_shingles_of_one_crc_are_told_apart_and_counted_once(groups, noise):
    rng = random.Random(noise)
    windows = [w for count in groups for w in alike(count, rng, 1 << 24)]
    rng.shuffle(windows)
    data = (
        b"".join(windows[: len(windows) // 2]) + rng.randbytes(noise) + b"".join(windows[len(windows) // 2 :])
    )
    expected, features = twins.sketch(data), plain_print(data)
    values, found = sketch_and_print(data)
    assert values.tolist() == sketch(data).tolist() == expected
    assert found.tolist() == shingleprint(data).tolist() == features
    assert sorted_at_once(data) == (expected, features)
    for step in (10_007, 777):
        streamed, plain = Sketch(), Shingleprint()
        for start in range(0, len(data), step):
            streamed.update(data[start : start + step])
            plain.update(data[start : start + step])
            streamed = streamed.copy()
        assert streamed.digest().tolist() == expected
        assert streamed.shingleprint().tolist() == plain.digest().tolist() == features


def test_the_same_shingles_again_and_again():
    """The limit set by the first look is taken back where those below it are all the same."""
    rng = random.Random(4)
    low = alike(1, rng, 1 << 22)[0]
    data = low * 700 + rng.randbytes(300)
    values, found = sketch_and_print(data)
    assert values.tolist() == twins.sketch(data)
    assert found.tolist() == plain_print(data)


def test_many_values_of_one_crc_do_not_hide_other_crcs():
    """More than 128 values below the limit of the first look, but few CRCs."""
    rng = random.Random(5)
    data = b"".join(alike(400, rng, 1 << 20)) + rng.randbytes(500)
    values, found = sketch_and_print(data)
    assert values.tolist() == twins.sketch(data)
    assert found.tolist() == plain_print(data)
    assert len(found) == 128


def test_memory_stays_where_it_is():
    rng = random.Random(6)
    state = ShingleSet(8, 128, apart=True)
    for _ in range(20):
        state.update(b"".join(alike(3000, rng, 1 << 16)))
    assert state._slots.nbytes < 20_000
    assert len(state._pending) < 10_000


@given(st.data())
def test_short_contents_sorted_at_once(drawn):
    """With few windows, with more than are sorted, and where too few of those below the first limit are distinct."""
    kinds, size = drawn.draw(st.sampled_from((1, 2, 30, 400, 9_000))), drawn.draw(st.integers(0, 18_000))
    rng = random.Random(drawn.draw(st.integers(0, 9)))
    words = [rng.randbytes(rng.randrange(1, 12)) for _ in range(kinds)]
    data = b"".join(rng.choices(words, k=size // 6 + 1))[:size]
    assert sorted_at_once(data) == (twins.sketch(data), plain_print(data))

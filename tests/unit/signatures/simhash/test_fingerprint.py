"""Simhash: the real library's values, slow twins, and what is told apart from the value 0."""

import hashlib
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.errors import NoFeaturesError, ShingleError, SignatureError
from simfinder.signatures.simhash import binary_windows
from simfinder.signatures.simhash import fingerprint as simhash
from simfinder.signatures.simhash.binary_windows import Windows, of_sample, window_simhash
from simfinder.signatures.simhash.fingerprint import TextSimhash, compute
from simfinder.signatures.sketch.bottom_k import sketch
from tests.unit.signatures.vectors import load

MASK = 2**64 - 1
HASHES = st.integers(0, MASK)


def vote(hashes, weights=None, bits=64):
    """Bit by bit, straight from the definition."""
    weights = weights or [1] * len(hashes)
    counters = [0] * bits
    for value, weight in zip(hashes, weights, strict=True):
        for bit in range(bits):
            counters[bit] += weight if value >> bit & 1 else -weight
    return sum(1 << bit for bit in range(bits) if counters[bit] > 0) if hashes else None


def spread(window):
    h = window * 0x9E3779B97F4A7C15 & MASK
    h = (h ^ h >> 32) * 0xC2B2AE3D27D4EB4F & MASK
    h = (h ^ h >> 29) * 0x165667B19E3779F9 & MASK
    return h ^ h >> 32


def windows(data, size, step, unit):
    """The hash of every window, from texts of bits and slices of bytes."""
    if unit == "bits":
        text = "".join(f"{byte:08b}" for byte in data)
        return [spread(int(text[i : i + size], 2)) for i in range(0, len(text) - size + 1, step)]
    found = []
    for i in range(0, len(data) - size + 1, step):
        window = data[i : i + size]
        value = int.from_bytes(window, "big")
        if size > 8:
            value = 0
            for byte in window:
                value = (value * 0x9E3779B97F4A7C15 + byte + 1) & MASK
        found.append(spread(value))
    return found


def test_the_library_s_votes():
    for vector in load("simhash64_compute"):
        found = compute([int(text, 16) for text in vector["hashes"]])
        assert simhash.to_hex(found or 0) == vector["simhash"], vector["why"]
        assert (found is None) == (not vector["hashes"])


def test_the_library_s_distances():
    for vector in load("simhash64_distance"):
        a, b = int(vector["a"], 16), int(vector["b"], 16)
        assert simhash.num_differing_bits(a, b) == simhash.num_differing_bits(b, a) == vector["bits"]
        assert simhash.similarity(a, b) == vector["similarity"]
        rows = np.array([a, b], dtype=np.uint64)
        assert simhash.differing_rows(rows, np.array([0]), np.array([1])).tolist() == [vector["bits"]]


def test_the_library_s_texts():
    for vector in load("simhash64_text"):
        text = vector["text"]
        if "words" in vector:
            words = [word for word in re.split(r"\W+", text.lower()) if word]
            runs = [" ".join(run) for run in simhash.shingle(words, vector["words"])]
            assert len(runs) == vector["shingles"]
            found = compute([simhash.unsigned_hash(run.encode()) for run in runs])
        else:
            n, m = vector["N"], vector["M"]
            state = TextSimhash(n, m)
            state.update(text)
            assert state.features == vector["shingles"]
            first = [text[i * (n - m) : i * (n - m) + n] for i in range(len(vector["first_hashes"]))]
            hashes = [f"{simhash.unsigned_hash(s.encode()):016x}" for s in first]
            assert hashes == vector["first_hashes"]
            found = state.digest()
        assert (found is None) == (vector["shingles"] == 0)
        assert simhash.to_hex(found or 0) == vector["simhash"], vector


def test_hello_world_as_in_the_paper_s_program():
    state = TextSimhash(3, 2)
    state.update("Hello World")
    assert state.features == 9


@given(st.lists(HASHES, max_size=40))
@example([0, MASK])
def test_votes_equal_the_definition(hashes):
    assert compute(hashes) == vote(hashes)
    assert compute(np.array(hashes, dtype=np.uint64)) == vote(hashes)
    assert compute([h >> 32 for h in hashes], bits=32) == vote([h >> 32 for h in hashes], bits=32)


@given(st.lists(st.tuples(HASHES, st.integers(-1000, 1000)), min_size=1, max_size=30))
def test_weights_count_as_votes(pairs):
    hashes, weights = [list(column) for column in zip(*pairs, strict=True)]
    assert compute(hashes, weights) == vote(hashes, weights)


def test_many_hashes_are_counted_in_parts():
    rng = np.random.default_rng(3)
    values = rng.integers(0, MASK, 40_000, dtype=np.uint64)
    ones = [int((values >> np.uint64(bit) & np.uint64(1)).sum()) for bit in range(64)]
    assert compute(values) == sum(1 << bit for bit in range(64) if 2 * ones[bit] > len(values))


@pytest.mark.parametrize("wrong", [-1, 2**64, 1.5, "7", None, True])
def test_what_is_no_hash_is_named(wrong):
    with pytest.raises(SignatureError, match=re.escape(repr(wrong))):
        compute([1, wrong])


def test_a_hash_of_64_bits_is_none_of_32():
    for hashes in ([2**32], np.array([2**32], dtype=np.uint64)):
        with pytest.raises(SignatureError, match="4294967296 is no hash of 32 bits"):
            compute(hashes, bits=32)
    assert compute(np.array([2**32 - 1], dtype=np.uint64), bits=32) == 2**32 - 1
    with pytest.raises(SignatureError, match="32 or 64"):
        compute([1], bits=16)


@pytest.mark.parametrize(
    ("weights", "said"), [([1], "1 weights for 2"), ([1, 0.5], "0.5"), ([2**61, 2**61], "sum up")]
)
def test_wrong_weights(weights, said):
    with pytest.raises(SignatureError, match=said):
        compute([1, 2], weights)


def test_no_features_is_not_the_value_0():
    assert compute([]) is None
    assert compute([0]) == 0
    short = TextSimhash()
    short.update("abc")
    assert short.digest() is None
    assert window_simhash(b"1234567") is None
    assert of_sample(np.zeros(0, dtype=np.uint64)) is None
    with pytest.raises(NoFeaturesError):
        simhash.similarity(None, 0)


@pytest.mark.parametrize(("size", "overlap"), [(4, 4), (4, 5), (4, -1), (0, 0), (-3, -4)])
def test_shingles_that_contradict_themselves(size, overlap):
    for make in (TextSimhash, Windows):
        with pytest.raises(ShingleError, match=str(size)):
            make(size, overlap)


def test_windows_that_are_too_long():
    with pytest.raises(ShingleError, match="65 bits"):
        Windows(65, unit="bits")
    with pytest.raises(ShingleError, match="at most"):
        Windows(2**24 + 1)
    with pytest.raises(ShingleError, match="1 or more"):
        simhash.shingle("abc", 0)


@given(st.text(max_size=80), st.integers(1, 6), st.data())
def test_texts_in_pieces(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=4)))
    state = TextSimhash(size, overlap)
    for begin, end in zip([0, *cuts], [*cuts, len(text)], strict=True):
        state.update(text[begin:end])
        state = state.copy()
    shingles = [text[i : i + size] for i in range(0, len(text) - size + 1, size - overlap)]
    md5 = [hashlib.md5(s.encode("utf-8", "surrogatepass")).digest()[:8] for s in shingles]
    assert state.digest() == vote([int.from_bytes(digest, "big") for digest in md5])


PIECES = st.lists(st.one_of(st.binary(max_size=70), st.integers(0, 70)), max_size=5)


@given(PIECES, st.sampled_from(["bytes", "bits"]), st.data())
def test_windows_in_pieces_and_holes(pieces, unit, data):
    size = data.draw(st.integers(1, 20 if unit == "bytes" else 64))
    overlap = data.draw(st.integers(0, size - 1))
    state = Windows(size, overlap, unit)
    whole = b""
    for piece in pieces:
        if isinstance(piece, int):
            state.update_zeros(piece)
            whole += bytes(piece)
        else:
            state.update(piece)
            whole += piece
        state = state.copy()
    hashes = windows(whole, size, size - overlap, unit)
    assert state.features == len(hashes)
    assert state.digest() == vote(hashes) == window_simhash(whole, size, overlap, unit)


@pytest.mark.parametrize(("size", "overlap"), [(8, 7), (4, 1), (11, 10), (9, 2)])
def test_windows_of_more_than_one_block(size, overlap):
    data = np.random.default_rng(size).integers(0, 4, 200_000, dtype=np.uint8).tobytes()
    expected = window_simhash(data, size, overlap)
    assert expected == compute(np.array(windows(data, size, size - overlap, "bytes"), dtype=np.uint64))
    state = Windows(size, overlap)
    for start in range(0, len(data), 70_001):
        state.update(data[start : start + 70_001])
    assert state.digest() == expected


def test_a_hole_of_a_petabyte():
    state = Windows(8)
    state.update(b"something in front of it")
    state.update_zeros(2**50)
    assert state.features == 24 + 2**50 - 7
    assert state.digest() == spread(0)


def test_a_sample_votes_hashed_anew():
    values = sketch(np.random.default_rng(1).bytes(50_000))
    assert of_sample(values) == vote([spread(int(value)) for value in values])
    assert of_sample(values, 32) == of_sample(values) & 0xFFFFFFFF
    assert of_sample(values[:1]) == spread(int(values[0]))


def test_similar_contents_have_similar_samples():
    rng = np.random.default_rng(5)
    data = bytearray(rng.bytes(20_000))
    before = of_sample(sketch(data))
    data[5000:5010] = b"0123456789"
    assert simhash.similarity(before, of_sample(sketch(data))) > 0.9
    assert 0.25 < simhash.similarity(before, of_sample(sketch(rng.bytes(20_000)))) < 0.75


@given(HASHES)
def test_text_and_stored_forms(value):
    assert simhash.from_hex(simhash.to_hex(value)) == (value, 64)
    assert simhash.from_hex(simhash.to_hex(value >> 32, 32)) == (value >> 32, 32)
    assert simhash.from_bytes(simhash.to_bytes(value)) == value
    assert simhash.from_bytes(simhash.to_bytes(None)) is None


@pytest.mark.parametrize("wrong", ["", "0x12", "123", "g" * 16, "0" * 17, "١" * 8])
def test_text_that_is_no_simhash(wrong):
    with pytest.raises(SignatureError, match="not a simhash"):
        simhash.from_hex(wrong)


def test_stored_form_of_a_wrong_length():
    with pytest.raises(SignatureError, match="8 bytes, not 7"):
        simhash.from_bytes(bytes(7))


def test_the_counters_hold_what_a_block_gives():
    """All windows equal: every counter of a set bit takes part in every carry."""
    assert binary_windows.vote_sample(np.zeros(5000, dtype=np.uint64)) == spread(0)
    ones = np.zeros(64, dtype=np.int64)
    binary_windows._vote(np.full(2040, MASK, dtype=np.uint64), 2040, ones)
    assert ones.tolist() == [2040] * 64

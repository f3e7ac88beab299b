"""Signatures of a free block size and length: spamspy's outputs, a twin, every tail, holes; the edit distance."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import SignatureError, TooLargeError
from simfinder.signatures.spamsum import block_signature as blocksig
from simfinder.signatures.spamsum.block_signature import MAX_BLOCK, TAILS, BlockSignature, block_signature
from simfinder.signatures.spamsum.digest import spamsum
from simfinder.signatures.spamsum.score import edit_distance
from tests.helpers.examples import examples
from tests.helpers.files import recipes
from tests.unit.signatures import twins
from tests.unit.signatures.vectors import load

# seven bytes after which the rolling hash is what the name says
HIGHEST = bytes.fromhex("2319db9abb17b5")  # 2^32 - 1
SECOND = bytes.fromhex("a5de3c7b995499")  # 2^32 - 2
HALF = bytes.fromhex("87d9dd5e388430")  # 2^31 - 1

BLOCKS = st.one_of(
    st.integers(1, 40),
    st.sampled_from([48, 64, 100, 256, 300, 999, 3 << 20, 2**31 - 1, 2**31, 2**32 - 2, MAX_BLOCK]),
    st.integers(1, MAX_BLOCK),
)
LENGTHS = st.one_of(st.none(), st.integers(1, 5), st.sampled_from([32, 64, 500, 2**30, 2**40]))
DATA = st.lists(
    st.one_of(
        st.binary(max_size=60),
        st.sampled_from([HIGHEST, SECOND, HALF, b"text "]),
        st.integers(0, 30).map(bytes),
    ),
    max_size=8,
).map(b"".join)


def twin(data, block, length=None, tail="spamsum", rolling=None):
    out, h, r, kept = [], 0x28021967, 0, ""
    for byte, r in zip(data, rolling or twins.rolling(data), strict=True):
        h = twins.piece_hash(h, byte)
        if r % block == block - 1:
            if length is None or len(out) < length - 1:
                out.append(twins.ALPHABET[h % 64])
                h = 0x28021967
            else:
                kept = twins.ALPHABET[h % 64]
    last = twins.ALPHABET[h % 64]
    ends = {
        "spamsum": last if r else kept,
        "spamspy": last if r and h != 0x28021967 else "",
        "legacy": last if r else "",
    }
    return "".join(out) + ends[tail]


def test_spamspy():
    for vector in load("spamsum_spamspy"):
        data = recipes.build(vector["recipe"])
        for custom in vector["custom"]:
            size, length = custom["block_size"], custom["digest_len"]
            assert block_signature(data, size, length, "spamspy") == custom["digest"], vector["recipe"]
            assert block_signature(data, size, length, "legacy") == custom["legacy"], vector["recipe"]


def test_spamspys_own_signature_of_three_parts():
    """What its command line makes of these: its halving counts the tail, and so now and then differs from ssdeep's."""
    others = 0
    for vector in load("spamsum_spamspy"):
        data = recipes.build(vector["recipe"])
        size = 3
        while 64 * size < len(data):
            size *= 2
        assert block_signature(data, size, 64, "spamspy") == vector["default"]
        assert block_signature(data, size, 64, "legacy") == vector["legacy"]
        while size > 3 and len(block_signature(data, size, 64, "spamspy")) < 32:
            size //= 2
        first = block_signature(data, size, 64, "spamspy")
        second = block_signature(data, 2 * size, 32, "spamspy")
        assert f"{size}:{first}:{second}" == vector["full"], vector["recipe"]
        others += vector["full"] != spamsum(data)
    assert others


def test_the_bytes_of_the_rare_borders():
    for data, value in ((HIGHEST, 2**32 - 1), (SECOND, 2**32 - 2), (HALF, 2**31 - 1)):
        assert list(twins.rolling(data))[-1] == value


@settings(max_examples=examples(300))
@given(DATA, BLOCKS, LENGTHS, st.sampled_from(TAILS))
def test_it_equals_the_twin(data, block, length, tail):
    assert block_signature(data, block, length, tail) == twin(data, block, length, tail)


@pytest.mark.parametrize("block", [1, 2, 3, 6, 100, 2**16, 2**31 - 1, 2**31, 2**32 - 2, 2**32 - 1])
def test_borders_at_the_end_of_32_bits(block):
    data = b"begin" + HIGHEST + b"one" + SECOND + b"two" + HALF + HIGHEST
    assert block_signature(data, block) == twin(data, block)


def test_powers_of_two_have_a_border_at_the_highest_hash():
    assert block_signature(HIGHEST + b"x", 2**31)[1:] == block_signature(b"x", 2**31)
    assert len(block_signature(HIGHEST + b"x", 3 * 2**28)) == 1


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("borders", [62, 63, 64, 65])
@pytest.mark.parametrize("end", [b"", bytes(7)])
def test_around_the_limit(borders, tail, end):
    data = bytes(range(1, borders + 1 - len(end))) + end  # a border after each
    made = block_signature(data, 1, 64, tail)
    assert made == twin(data, 1, 64, tail)
    assert len(made) <= 64


def test_block_size_1_has_a_character_for_each_byte():
    data = bytes(range(256)) + bytes(10)
    assert len(block_signature(data, 1)) == len(data)
    assert block_signature(data, 1) == "".join(
        twins.ALPHABET[twins.piece_hash(0x28021967, c) % 64] for c in data
    )
    assert block_signature(data + b"x", 1)[-1] == "n"  # a tail of nothing
    assert block_signature(data + b"x", 1, tail="spamspy")[-1] != "n"


def test_length_1_is_one_character_for_all():
    data = np.random.default_rng(1).bytes(5000) + b"x"
    h = 0x28021967
    for byte in data:
        h = twins.piece_hash(h, byte)
    assert block_signature(data, 100, 1) == twins.ALPHABET[h % 64]


@pytest.mark.parametrize("data", [b"", bytes(1), bytes(6), bytes(7), bytes(8), bytes(9000)])
def test_zeros_give_nothing(data):
    assert block_signature(data, 2) == block_signature(data, 100, 5) == ""


def test_a_part_of_a_file_is_found_in_the_whole():
    rng = np.random.default_rng(2)
    inner = rng.bytes(60_000)
    part = block_signature(inner, 500)
    whole = block_signature(rng.bytes(70_001) + inner + rng.bytes(80_003), 500)
    assert len(part) > 80
    assert part[1:-1] in whole


@settings(max_examples=examples(60))
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 7, 100, 2048]), st.sampled_from([None, 9, 200]))
def test_chunks_do_not_matter(seed, block, length):
    rng = np.random.default_rng(seed)
    data = rng.bytes(150_000)
    expected = block_signature(data, block, length)
    state = BlockSignature(block, length)
    at = 0
    while at < len(data):
        step = int(rng.choice([0, 1, 5, 7, 2047, 2048, 2049, 70_000]))
        state.update(memoryview(data)[at : at + step])
        at += step
    assert state.digest() == expected


def test_long_input_equals_the_twin():
    data = np.random.default_rng(3).bytes(70_000)  # more than the kernel is handed at once
    # the twin looks at all bytes for each hash; the last seven do
    rolling = [list(twins.rolling(data[max(0, end - 7) : end]))[-1] for end in range(1, len(data) + 1)]
    for block, length in ((1, None), (10, 3000), (100, None), (3000, 64)):
        assert block_signature(data, block, length) == twin(data, block, length, rolling=rolling)


PARTS = st.lists(
    st.one_of(st.binary(max_size=40), st.integers(0, 300), st.sampled_from([1, 6, 7, 8, 63, 64, 65])),
    max_size=6,
)


@settings(max_examples=examples(200))
@given(PARTS, st.one_of(st.integers(1, 9), st.just(100)), LENGTHS, st.sampled_from(TAILS))
def test_holes_are_zeros(parts, block, length, tail):
    fast, slow = BlockSignature(block, length, tail), BlockSignature(block, length, tail)
    for part in parts:
        if isinstance(part, int):
            fast.update_zeros(part)
            slow.update(bytes(part))
        else:
            fast.update(part)
            slow.update(part)
        assert fast.digest() == slow.digest()


def test_the_longest_holes():
    fast, slow = BlockSignature(100, 64), BlockSignature(100, 64)
    for state, n in (
        (fast, 2**62),
        (slow, 2**32),
    ):  # the piece hash has come round: 2^62 and 2^32 are 0 modulo 2^30
        state.update(b"before")
        state.update_zeros(n)
        state.update(b"after it and so on")
    assert fast.digest() == slow.digest()
    filled = BlockSignature(1, 64)
    filled.update_zeros(2**62)
    short = BlockSignature(1, 64)
    short.update(bytes(80))
    assert filled.digest()[:63] == short.digest()[:63]


def test_too_many_characters(monkeypatch):
    monkeypatch.setattr(blocksig, "LONGEST", 50)
    for n, fits in ((49, True), (50, False), (2**50, False)):
        for length in (None, 60, 50, 10):
            state = BlockSignature(1, length)
            state.update_zeros(n)
            if fits or length in (50, 10):
                assert len(state.digest()) == min(n, length or n)
            else:
                with pytest.raises(TooLargeError, match="50"):
                    state.digest()


@given(st.binary(max_size=90), st.binary(max_size=90))
def test_copies_go_their_own_way(a, b):
    first = BlockSignature(3, 20, "legacy")
    first.update(a)
    second = first.copy()
    second.update(b)
    assert first.digest() == block_signature(a, 3, 20, "legacy")
    assert second.digest() == block_signature(a + b, 3, 20, "legacy")


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [((0,), SignatureError), ((-3,), SignatureError), ((100, 0), SignatureError), ((100, -1), SignatureError),
     ((100, 5, "none"), SignatureError), ((2**32,), TooLargeError)],
)  # fmt: skip
def test_what_can_not_be(arguments, kind):
    with pytest.raises(kind, match=r"must be"):
        block_signature(b"abc", *arguments)


def test_a_hole_of_less_than_nothing_is_refused():
    with pytest.raises(ValueError, match="negative"):
        BlockSignature(5).update_zeros(-1)


def test_edit_distances():
    for vector in load("edit_distance"):
        assert edit_distance(vector["a"], vector["b"]) == vector["distance"]


TEXT = st.one_of(st.text("ab", max_size=200), st.text("abcdefgh", max_size=200), st.text(max_size=70))


@settings(max_examples=examples(200))
@given(TEXT, TEXT)
def test_edit_distance_equals_the_twin(a, b):
    assert edit_distance(a, b) == edit_distance(b, a) == twins.edit_distance(a, b)


@given(st.text("abcd", min_size=40, max_size=64), st.text("abcd", min_size=40, max_size=64), TEXT)
def test_what_is_carried_through_a_word_without_a_match(first, last, b):
    a = first.ljust(64, "-") + 64 * "-" + last  # 64 characters are looked at at a time
    assert edit_distance(a, b) == twins.edit_distance(a, b)


@pytest.mark.parametrize("size", [63, 64, 65, 128, 129])
def test_edit_distance_at_the_borders_of_words(size):
    a = "ab" * size
    assert edit_distance(a[:size], a[:size]) == 0
    assert edit_distance(a[:size], "x" + a[:size]) == 1
    assert edit_distance(a[:size], a[1 : size + 1]) == 2
    assert edit_distance("", a[:size]) == size
    assert edit_distance("x" * size, a[:size]) == 2 * size


def test_the_edit_distance_of_long_texts():
    letters = np.random.default_rng(4).integers(97, 105, 30_000, dtype=np.uint8).tobytes().decode()
    assert edit_distance(letters, letters[:10_000] + letters[10_100:]) == 100
    assert edit_distance(letters, letters[::-1].upper()) == 60_000


def test_lone_surrogates_are_characters_too():
    assert edit_distance("a\udc80b", "ab\udc80") == 2

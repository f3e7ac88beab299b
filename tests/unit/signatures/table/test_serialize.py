"""Pieces to columns, equal to each method's own way."""

import random
from dataclasses import replace

import numpy as np
import pytest
import xxhash
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.signatures.integer_coding import pack_ascending, pack_counts
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.simhash import fingerprint as simhash
from simfinder.signatures.sketch import bottom_k as sketch
from simfinder.signatures.sketch.hash_codes import canonical
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.tagcount import counter as tagcount
from simfinder.signatures.tagcount.tag_sets import parse_tags
from tests.helpers.examples import examples
from tests.helpers.screen.tabled import as_tabled

OWN = Parameters(parse_tags("ff 8\n1 1\n0 20"), 96, 5, 2, 32, 6, 300)


def made(signature, parameters=PLAIN):
    """A signature there and back; hash and size are not in its piece."""
    good, table = serialize.unpack([serialize.pack(signature)], parameters)
    assert good.tolist() == [True]
    table.content[0] = np.frombuffer(signature.content, np.uint8)
    table.size[0] = signature.size
    return table.row(0)


def forms(piece):
    """The five forms of a piece, by another way."""
    lengths = [int.from_bytes(piece[4 * k : 4 * k + 4], "little") for k in range(4)]
    rest, found = piece[16:], []
    for length in lengths:
        found.append(rest[:length])
        rest = rest[length:]
    return [*found, rest]


@settings(max_examples=examples(40), deadline=None)
@given(st.binary(max_size=3000), st.sampled_from([PLAIN, OWN]))
def test_there_and_back(content, parameters):
    signature = sign(content, parameters)
    assert made(signature, parameters) == as_tabled(signature)


def test_the_forms_are_the_methods_own():
    for content in (b"", b"x", random.Random(1).randbytes(5000)):
        signature = sign(content)
        tags, spam, bits, features, values = forms(serialize.pack(signature))
        assert np.array_equal(tagcount.from_bytes(tags), signature.tags)
        assert spamsum.from_bytes(spam) == signature.spamsum
        assert simhash.from_bytes(bits) == signature.simhash
        assert features == b"="
        assert np.array_equal(sketch.from_bytes(values), canonical(signature.sketch))


def test_a_print_that_the_sketch_does_not_tell_is_stored():
    """Two shingles of one CRC in the sketch, and other parameters."""
    plain = sign(bytes(range(256)))
    values = plain.sketch.copy()
    values[1] = values[0] + np.uint64(2)
    doubled = replace(plain, sketch=values, shingleprint=np.unique(values >> np.uint64(32)).astype(np.uint32))
    fewer = Parameters(features=5)
    for signature, parameters in ((doubled, PLAIN), (sign(bytes(range(256)), fewer), fewer)):
        features = forms(serialize.pack(signature))[3]
        assert np.array_equal(shingleprint.from_bytes(features), signature.shingleprint)
        assert made(signature, parameters) == as_tabled(signature)


def test_what_they_are_made_of():
    plain, own = serialize.version_key(), serialize.version_key(OWN)
    assert plain.split("; ")[0].split() == ["tagcount", str(tagcount.VERSION)]
    assert [kind.split()[0] for kind in plain.split("; ")] == [
        "tagcount", "spamsum", "simhash", "shingleprint", "sketch",
    ]  # fmt: skip
    assert plain != own
    assert plain.split("; ")[-1] == own.split("; ")[-1]  # the sketch has no parameters
    heavier = Parameters(parse_tags("ff 8 2\n1 1 2\n0 20 2"), 96, 5, 2, 32, 6, 300)
    assert serialize.version_key(heavier) != own


def test_what_caches_of_before_hold_is_still_read():
    """Keys and pieces as they have been since the sketch's third version; another method may only come behind them."""
    assert serialize.version_key() == "tagcount 2; spamsum 1; simhash 1; shingleprint 2; sketch 3"
    dice = random.Random(11)
    contents = [dice.randbytes(n) * times for n, times in ((0, 1), (5, 1), (100, 3), (5000, 2), (40_000, 1))]
    pieces = b"".join(serialize.pack(sign(content)) for content in contents)
    assert xxhash.xxh3_128_hexdigest(pieces) == "edb0770fd1104b3af7b50f7048bb493f"


GOOD = (
    pack_counts(np.arange(16, dtype=np.uint64)),
    b"3:abc:de",
    b"12345678",
    pack_ascending(np.array([7, 2**32 - 1])),
    pack_ascending(np.array([1, 5])),
)


@pytest.mark.parametrize(
    ("form", "bad"),
    [
        (0, bytes(15)),
        (0, bytes(17)),
        (0, b"\x80" * 16),
        (0, b"\xff" * 10 + bytes(15)),
        (1, b"3:abc"),
        (1, b"3"),
        (1, b":a:b"),
        (1, b"x:abc:d"),
        (1, b"3:a:b:c"),
        (1, b"3:ab!:c"),
        (1, b"3:a:\xff"),
        (1, b"3:" + b"a" * 65 + b":c"),
        (1, b"3:c:" + b"a" * 65),
        (1, b"9" * 30 + b":a:b"),
        (2, bytes(7)),
        (2, bytes(9)),
        (3, b""),
        (3, pack_ascending(np.array([2**32]))),
        (3, pack_ascending(np.arange(129))),
        (4, b""),
        (4, b"\x80"),
        (4, b"\x81\x80\x80\x01"),
        (4, bytes(2)),
        (4, b"\x01"),
        (4, b"\x01\x41" + bytes(9)),
        (4, GOOD[4][:-1]),
        (4, GOOD[4] + b"\0"),
        (4, pack_ascending(np.arange(129))),
        (4, pack_ascending(np.array([2**39]))),
        (4, pack_ascending(np.array([5, 2**39]))),
        (4, b"\x02\x40" + b"\x05" + bytes(7) + b"\xff" * 8),
    ],
)
def test_a_malformed_form_is_told_and_the_others_stay(form, bad):
    middle = list(GOOD)
    middle[form] = bad
    good, table = serialize.unpack([serialize.join(GOOD), serialize.join(middle), serialize.join(GOOD)])
    assert good.tolist() == [True, False, True]
    for row in (0, 2):
        assert table.spamsum_text(row) == "3:abc:de"
        assert table.tags[row].tolist() == list(range(16))
        assert table.simhash[row] == int.from_bytes(b"12345678", "little")
        assert table.has_simhash[row]
        values, lengths = table.prints(np.array([row]))
        assert values[0, :3].tolist() == [7, 2**32 - 1, 2**32 - 1]
        assert lengths[0] == 2
        assert table.codes.at(row)[:3].tolist() == [1, 5, 2**40 - 1]
        assert table.sketch_len[row] == 2


@pytest.mark.parametrize("at", [0, 4, 8, 12])
@pytest.mark.parametrize("length", [0, 255, 2**31 - 1, 2**32 - 1])
def test_lengths_that_lie(at, length):
    piece = bytearray(serialize.join(GOOD))
    piece[at : at + 4] = length.to_bytes(4, "little")
    good, _ = serialize.unpack([serialize.join(GOOD), bytes(piece), serialize.join(GOOD)])
    assert good.tolist() == [True, False, True]


@pytest.mark.parametrize("size", range(len(serialize.join(GOOD))))
def test_cut_short(size):
    good, _ = serialize.unpack([serialize.join(GOOD)[:size], serialize.join(GOOD)])
    assert good.tolist() == [False, True]


@settings(max_examples=examples(300), deadline=None)
@given(st.binary(max_size=80), st.integers(0, 60))
def test_rubbish_is_never_read_past_its_end(rubbish, keep):
    piece = serialize.join(GOOD)[:keep] + rubbish
    good, table = serialize.unpack([piece, serialize.join(GOOD)])
    assert good[1]
    assert table.spamsum_text(1) == "3:abc:de"


def test_a_sketch_longer_than_the_print_may_be_tells_none():
    piece = serialize.join((GOOD[0], GOOD[1], GOOD[2], b"=", pack_ascending(np.arange(6))))
    assert serialize.unpack([piece], Parameters(features=5))[0].tolist() == [False]
    assert serialize.unpack([piece], Parameters(features=6))[0].tolist() == [True]


def test_nothing():
    good, table = serialize.unpack([])
    assert len(good) == len(table) == 0

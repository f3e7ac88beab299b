"""Blobs to arrays by the thousand, equal to the single way."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.scan.packing import Columns, Packer, blobs_of, content_keys, method_keys, unpack
from simfinder.signatures.compact import pack_ascending, pack_counts
from simfinder.signatures.fused import sign
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.signatures.table import COLUMNS, SignatureTable
from simfinder.signatures.tags import parse_tags

OWN = Parameters(parse_tags("ff 8\n1 1\n0 20"), 96, 5, 2, 32, 6, 300)


def signatures(count, seed=1, parameters=PLAIN):
    rng = random.Random(seed)
    lengths = [0, 1, 7, 8, 9, 200, 1500, 20_000]
    return [sign(rng.randbytes(rng.choice(lengths) + i % 5), parameters) for i in range(count)]


def columns_of(signed):
    blobs = [blobs_of(s) for s in signed]
    return Columns(
        [s.content for s in signed], [s.size for s in signed], *([b[k] for b in blobs] for k in range(5))
    )


def assert_equal(a, b):
    assert a.parameters == b.parameters
    for name in COLUMNS:
        left, right = getattr(a, name), getattr(b, name)
        assert left.dtype == right.dtype, name
        assert left.shape == right.shape, name
        assert left.flags.c_contiguous, name
        assert np.array_equal(left, right), name


def test_methods_are_those_of_the_blobs():
    names = ["tagcount", "spamsum", "simhash", "shingleprint", "sketch"]
    assert [method.name for method in method_keys()] == names
    assert {method.parameters for method in method_keys()} == {""}
    assert len(blobs_of(sign(b"x"))) == len(names)


def test_other_parameters_are_other_methods():
    plain, own = method_keys(), method_keys(OWN)
    assert not {method for method in plain if method.name != "sketch"} & set(own)
    assert plain[-1] == own[-1]  # the sketch has none
    heavier = Parameters(parse_tags("ff 8 2\n1 1 2\n0 20 2"), 96, 5, 2, 32, 6, 300)
    assert method_keys(heavier)[0] != own[0]
    assert method_keys(heavier)[1:] == own[1:]


@pytest.mark.parametrize("parameters", [Parameters(), OWN])
def test_columns_become_the_table_that_build_makes(parameters):
    signed = signatures(60, parameters=parameters)
    packer = Packer(parameters)
    assert packer.add_columns(columns_of(signed)).all()
    table = packer.table()
    assert_equal(table, SignatureTable.build(signed, parameters))
    for i, signature in enumerate(sorted({s.content: s for s in signed}.values(), key=lambda s: s.content)):
        assert table.row(i) == signature


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=12), st.integers(0, 12))
def test_any_mixture_of_ways_and_order(contents, cut):
    signed = [sign(content) for content in contents]
    packer = Packer()
    packer.add_columns(columns_of(signed[:cut]))
    for signature in signed[cut:]:
        packer.add(signature.content, signature.size, blobs_of(signature))
    packer.add_columns(columns_of(signed[cut:]))
    assert_equal(packer.table(), SignatureTable.build(reversed(signed)))


def test_more_than_one_part():
    signed = signatures(300)
    packer = Packer()
    for _ in range(10):
        for signature in signed:
            packer.add(signature.content, signature.size, blobs_of(signature))
    assert_equal(packer.table(), SignatureTable.build(signed))


def test_nothing():
    assert_equal(Packer().table(), SignatureTable.build([]))
    assert len(SignatureTable.blank(3)) == 3


def test_without_blobs_hash_and_size_are_there():
    packer = Packer()
    packer.add(b"b" * 16, 5, ())
    packer.add(b"a" * 15 + b"\0", 7, ())
    table = packer.table()
    assert [table.content[i].tobytes() for i in range(2)] == [b"a" * 15 + b"\0", b"b" * 16]
    assert table.size.tolist() == [7, 5]
    assert not table.tags.any()
    assert not table.spam_block.any()
    assert not table.sketch_len.any()


def test_keys_sort_as_bytes():
    content = np.array(
        [[0] * 16, [255] * 16, [0] * 15 + [1], [1] + [0] * 15, [128] + [0] * 15], dtype=np.uint8
    )
    assert np.argsort(content_keys(content)).tolist() == [0, 2, 3, 4, 1]


GOOD = (
    pack_counts(np.arange(16, dtype=np.uint64)),
    b"3:abc:de",
    b"12345678",
    pack_ascending(np.array([7, 2**32 - 1])),
    pack_ascending(np.array([1, 5])),
)


@pytest.mark.parametrize(
    ("column", "bad"),
    [
        (0, b"short"),
        (2, bytes(15)),
        (2, bytes(17)),
        (2, b"\x80" * 16),
        (2, b"\xff" * 10 + bytes(15)),
        (3, b"3:abc"),
        (3, b"x:abc:d"),
        (3, b"3:a:b:c"),
        (3, b"3:ab!:c"),
        (3, b"3:a:\xff"),
        (3, b"3:" + b"a" * 65 + b":c"),
        (3, b"9" * 30 + b":a:b"),
        (4, bytes(7)),
        (4, bytes(9)),
        (5, b""),
        (5, pack_ascending(np.array([2**32]))),
        (5, pack_ascending(np.arange(129))),
        (6, b""),
        (6, b"\x80"),
        (6, b"\x81\x80\x80\x01"),
        (6, bytes(2)),
        (6, b"\x01"),
        (6, b"\x01\x41" + bytes(9)),
        (6, GOOD[4][:-1]),
        (6, GOOD[4] + b"\0"),
        (6, pack_ascending(np.arange(129))),
        (6, b"\x02\x40" + b"\x05" + bytes(7) + b"\xff" * 8),
    ],
)
def test_malformed_rows_are_left_out_and_the_others_stay(column, bad):
    rows = [[b"1" * 16, 1, *GOOD], [b"2" * 16, 2, *GOOD], [b"3" * 16, 3, *GOOD]]
    rows[1][column] = bad
    columns = Columns(*map(list, zip(*rows, strict=True)))
    good, table = unpack(columns)
    assert good.tolist() == [True, False, True]
    packer = Packer()
    assert packer.add_columns(columns).tolist() == [True, False, True]
    table = packer.table()
    assert table.content[:, 0].tolist() == [ord("1"), ord("3")]
    assert table.spamsum_text(1) == "3:abc:de"
    assert table.tags[1].tolist() == list(range(16))
    assert table.simhash[1] == int.from_bytes(b"12345678", "little")
    assert table.shingleprint[1, :2].tolist() == [7, 2**32 - 1]
    assert table.shingleprint_len[1] == 2
    assert table.sketch[1, :3].tolist() == [1, 5, 2**64 - 1]


def test_a_print_that_the_sketch_tells_takes_one_byte():
    signed = signatures(40)
    blobs = [blobs_of(s) for s in signed]
    assert {b[3] for b in blobs} == {b"="}
    packer = Packer()
    assert packer.add_columns(columns_of(signed)).all()
    assert_equal(packer.table(), SignatureTable.build(signed))


def test_a_print_that_the_sketch_does_not_tell_is_stored():
    """Two shingles of one CRC in the sketch, and other parameters."""
    plain = sign(bytes(range(256)))
    values = plain.sketch.copy()
    values[1] = values[0] + np.uint64(2)
    doubled = replace(plain, sketch=values, shingleprint=np.unique(values >> np.uint64(32)).astype(np.uint32))
    fewer = Parameters(features=5)
    for signature, parameters in ((doubled, Parameters()), (sign(bytes(range(256)), fewer), fewer)):
        assert blobs_of(signature)[3] != b"="
        packer = Packer(parameters)
        packer.add(signature.content, signature.size, blobs_of(signature))
        assert packer.table().row(0) == signature


def test_a_sketch_longer_than_the_print_may_be_tells_none():
    blobs = (GOOD[0], GOOD[1], GOOD[2], b"=", pack_ascending(np.arange(6)))
    columns = Columns(*([x] for x in (b"1" * 16, 1, *blobs)))
    assert unpack(columns, Parameters(features=5))[0].tolist() == [False]
    assert unpack(columns, Parameters(features=6))[0].tolist() == [True]

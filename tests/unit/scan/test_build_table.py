"""Stored signatures become a table, part by part."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.arrays.set_operations import content_keys
from simfinder.scan import build_table
from simfinder.scan.build_table import Columns, Packer, gathered, in_file, let_go
from simfinder.signatures.sign.sign_bytes import sign
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature_table import COLUMNS, TABLED, SignatureTable
from simfinder.signatures.tagcount.tag_sets import parse_tags
from simfinder.store import app_dirs, mapped_columns
from tests.helpers.examples import examples
from tests.helpers.screen.tabled import as_tabled

OWN = Parameters(parse_tags("ff 8\n1 1\n0 20"), 96, 5, 2, 32, 6, 300)


def signatures(count, seed=1, parameters=PLAIN):
    rng = random.Random(seed)
    lengths = [0, 1, 7, 8, 9, 200, 1500, 20_000]
    return [sign(rng.randbytes(rng.choice(lengths) + i % 5), parameters) for i in range(count)]


def columns_of(signed):
    return Columns([s.content for s in signed], [s.size for s in signed], [serialize.pack(s) for s in signed])


def assert_equal(a, b):
    assert a.parameters == b.parameters
    for name in COLUMNS:
        left, right = getattr(a, name), getattr(b, name)
        assert left.dtype == right.dtype, name
        assert left.shape == right.shape, name
        assert left.flags.c_contiguous, name
        assert np.array_equal(left, right), name
    everything = np.arange(len(a))
    for left, right in zip(a.prints(everything), b.prints(everything), strict=True):
        assert left.dtype == right.dtype
        assert np.array_equal(left, right)


@pytest.mark.parametrize("parameters", [Parameters(), OWN])
def test_columns_become_the_table_that_build_makes(parameters):
    signed = signatures(60, parameters=parameters)
    packer = Packer(parameters)
    assert packer.add_columns(columns_of(signed)).all()
    table = packer.table()[0]
    assert_equal(table, SignatureTable.build(signed, parameters))
    for i, signature in enumerate(sorted({s.content: s for s in signed}.values(), key=lambda s: s.content)):
        assert table.row(i) == as_tabled(signature)


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=12), st.integers(0, 12))
def test_any_mixture_of_ways_and_order(contents, cut):
    signed = [sign(content) for content in contents]
    packer = Packer()
    packer.add_columns(columns_of(signed[:cut]))
    for signature in signed[cut:]:
        packer.add(signature.content, signature.size, serialize.pack(signature))
    packer.add_columns(columns_of(signed[cut:]))
    assert_equal(packer.table()[0], SignatureTable.build(reversed(signed)))


def test_more_than_one_part():
    signed = signatures(300)
    packer = Packer()
    for _ in range(10):
        for signature in signed:
            packer.add(signature.content, signature.size, serialize.pack(signature))
    assert_equal(packer.table()[0], SignatureTable.build(signed))


@pytest.mark.parametrize("most", [1, 30, 5000])
def test_room_that_was_not_needed_is_given_back(most):
    """Reserve room for copies, and for files that never come."""
    signed = signatures(20)
    packer = Packer(most=most)
    for signature in signed * 3:
        packer.add(signature.content, signature.size, serialize.pack(signature))
    table = packer.table()[0]
    assert_equal(table, SignatureTable.build(signed))
    for name in TABLED:
        column = getattr(table, name)
        assert (column if column.base is None else column.base).nbytes == column.nbytes, name


def test_nothing():
    assert_equal(Packer().table()[0], SignatureTable.build([]))
    assert len(SignatureTable.blank(3)) == 3


def test_without_signatures_hash_and_size_are_there():
    packer = Packer()
    packer.add_blank([b"b" * 16, b"a" * 15 + b"\0"], [5, 7])
    table = packer.table()[0]
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


@pytest.mark.parametrize(
    ("column", "bad"), [(0, b"short"), (0, b""), (0, b"2" * 17), (2, b""), (2, bytes(15)), (2, bytes(40))]
)
def test_malformed_rows_are_left_out_and_the_others_stay(column, bad):
    signed = signatures(3)
    columns = columns_of(signed)
    columns[column][1] = bad
    packer = Packer()
    assert packer.add_columns(columns).tolist() == [True, False, True]
    assert_equal(packer.table()[0], SignatureTable.build([signed[0], signed[2]]))


@pytest.mark.parametrize("large", [0, 30, 59])
def test_counts_beyond_32_bits(large):
    """One file of some gigabytes among others, at any position: no counts overflow."""
    signed = signatures(60)
    counts = signed[large].tags.copy()
    counts[3] = 2**40 + 5
    signed[large] = replace(signed[large], content=bytes([large] * 16), tags=counts)
    packer = Packer(most=1)
    for begin in range(0, 60, 20):
        assert packer.add_columns(columns_of(signed[begin : begin + 20])).all()
    table = packer.table()[0]
    assert table.tags.dtype == np.uint64
    assert_equal(table, SignatureTable.build(signed))
    row = table.content.tolist().index(list(signed[large].content))
    assert table.counts(np.array([row])).tolist() == [counts.tolist()]
    assert table.row(row) == as_tabled(signed[large])
    assert SignatureTable.build(signatures(5)).tags.dtype == np.uint32


@pytest.fixture
def small_files(monkeypatch, tmp_path):
    """Let small tables be in a file, too, and a few rows at a time be read."""
    monkeypatch.setattr(mapped_columns, "LEAST", 1)
    monkeypatch.setattr(app_dirs, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(build_table, "_STRETCH", 7)


@pytest.mark.parametrize("parameters", [PLAIN, OWN])
def test_a_table_with_copies_is_put_in_order_while_it_goes_into_a_file(small_files, parameters):
    signed = signatures(60, parameters=parameters)
    packer = Packer(parameters)
    for some in (signed[20:], signed[:40]):
        packer.add_columns(columns_of(some))
    assert_equal(packer.table(jobs=2)[0], SignatureTable.build(signed, parameters))


def test_a_table_in_a_file_is_the_same(small_files):
    table = SignatureTable.build(signatures(60))
    moved = in_file(table)
    let_go(moved)
    assert_equal(moved, table)
    if hasattr(mapped_columns.mmap.mmap, "madvise"):
        assert mapped_columns.is_mapped(moved.sketch)


@pytest.mark.parametrize("parameters", [PLAIN, OWN])
def test_gathered_rows_are_those_of_the_table(small_files, parameters):
    table = SignatureTable.build(signatures(60, parameters=parameters), parameters)
    rng = np.random.default_rng(3)
    a, b = rng.integers(0, len(table), (2, 90))
    part, (here_a, here_b) = gathered(in_file(table), a, b)
    assert len(part) == len(set(a.tolist() + b.tolist()))
    for here, rows in ((here_a, a), (here_b, b)):
        assert_equal(part.rows(here), table.rows(rows))


def test_a_table_in_memory_is_read_where_it_is():
    table = SignatureTable.build(signatures(5))
    rows = np.array([2, 4])
    part, (here,) = gathered(table, rows)
    assert part is table
    assert here is rows

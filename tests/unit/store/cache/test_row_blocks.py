"""Rows written as blocks are the rows that were given, of the right types and in order."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simfinder.arrays.packed_strings import PackedBytes
from simfinder.store.cache import row_blocks
from simfinder.store.database import MEMORY, Database
from tests.helpers.examples import examples

SCRIPT = (
    "CREATE TABLE kept (id INTEGER PRIMARY KEY, number INTEGER, fixed BLOB, free BLOB, constant INTEGER);"
)
NAMES = "(id, number, fixed, free, constant)"
LEAST, MOST = -(2**63), 2**63 - 1
numbers = st.integers(LEAST, MOST) | st.integers(-20_000, 20_000) | st.sampled_from([LEAST, MOST, 0, -1])


@pytest.fixture
def db():
    with Database(MEMORY, (SCRIPT,), 1, "a test") as opened:
        yield opened


@given(st.lists(st.tuples(numbers, st.binary(min_size=5, max_size=5), st.binary(max_size=20)), max_size=30))
@example([(MOST, b"\0\0\0\0\0", b""), (LEAST, b"00000", b"\0")])
@example([(0, b"00000", b""), (MOST, b"00000", b"\0"), (-2, b"00000", b"\0")])
@settings(max_examples=examples(100))
def test_what_is_written_comes_back(rows):
    with Database(MEMORY, (SCRIPT,), 1, "a test") as db:
        ids = np.arange(7, 7 + 3 * len(rows), 3)
        columns = (
            ids,
            np.array([number for number, _, _ in rows], dtype=np.int64),
            np.frombuffer(b"".join(fixed for _, fixed, _ in rows), np.uint8).reshape(-1, 5),
            PackedBytes.of(free for _, _, free in rows),
            -3,
        )
        row_blocks.insert(db, f"INSERT INTO kept {NAMES}", columns)
        found = db.query("SELECT *, typeof(number), typeof(fixed), typeof(free) FROM kept ORDER BY id")
        types = ("integer", "blob", "blob")
        assert found == [(i, *row, -3, *types) for i, row in zip(ids.tolist(), rows, strict=True)]


@given(st.lists(numbers, max_size=30))
def test_numbers_in_digits(values):
    digits = row_blocks.in_digits(np.array(values, dtype=np.int64))
    assert [int(row.tobytes()) for row in digits] == values


@pytest.mark.parametrize("step", [0, 1, -1, 65_536])
def test_numbers_that_ascend_by_one_step_are_not_written_out(db, step):
    values = []
    row_blocks._shown(np.arange(5) * step, values)
    assert values == [0, step]
    row_blocks.insert(db, "INSERT INTO kept (id, number)", (np.arange(5), 9 + np.arange(5) * step))
    assert db.query("SELECT number FROM kept ORDER BY id") == [(9 + k * step,) for k in range(5)]


def test_the_rest_of_the_statement_counts(db):
    first = (np.arange(3), np.array([5, 7, 6]))
    row_blocks.insert(db, "INSERT INTO kept (id, number)", first)
    row_blocks.insert(
        db,
        "INSERT INTO kept (id, number)",
        (np.array([1, 3]), np.array([8, 9])),
        "ON CONFLICT (id) DO UPDATE SET number = -excluded.number",
    )
    assert db.query("SELECT id, number FROM kept ORDER BY id") == [(0, 5), (1, -8), (2, 6), (3, 9)]


def test_no_rows(db):
    row_blocks.insert(db, f"INSERT INTO kept {NAMES}", (np.arange(0),) * 2 + (PackedBytes.of(()),) * 2 + (1,))
    assert db.query("SELECT * FROM kept") == []


def test_rows_are_found_by_several_blobs(db):
    pairs = [(b"ab", b"x"), (b"ab", b"y"), (b"cd", b"x")]
    rows = [(k, None, one, other, None) for k, (one, other) in enumerate(pairs)]
    db.put_rows(f"INSERT INTO kept {NAMES} VALUES", rows)
    wanted = [(b"cd", b"x"), (b"cd", b"y"), (b"ab", b"y")]
    one, other = (np.frombuffer(b"".join(each), np.uint8) for each in zip(*wanted, strict=True))
    found = row_blocks.find(
        db, "id", "JOIN kept ON fixed = {} AND free = {}", one.reshape(-1, 2), other.reshape(-1, 1)
    )
    assert sorted(found) == [(0, 2), (2, 1)]

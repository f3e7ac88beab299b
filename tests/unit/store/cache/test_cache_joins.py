"""Stored results of searches in the signature cache."""

import random
import sqlite3
import sys

import numpy as np
import pytest

from simfinder.store.cache import maintenance, queries
from simfinder.store.cache.cache import Cache

RNG = random.Random(7)
KEYS = [RNG.randbytes(16) for _ in range(20)]


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "c" / "cache.sqlite3")


def test_what_was_found_comes_back_by_its_key(path):
    found = RNG.randbytes(300_000)
    with Cache.open(path) as cache:
        assert cache.load_join(KEYS[0]) is None
        cache.write_join(KEYS[0], found)
        cache.flush()
        assert cache.load_join(KEYS[0]) == found
        cache.write_join(KEYS[0], b"anew")
    with Cache.open(path) as cache:
        assert cache.load_join(KEYS[0]) == b"anew"
        assert cache.load_join(KEYS[1]) is None
        cache.clear()
        assert cache.load_join(KEYS[0]) is None


def test_nothing_that_was_written_is_held_until_the_next_batch_comes(path):
    found = RNG.randbytes(1000)
    with Cache.open(path) as cache:
        cache.write_join(KEYS[0], found)
        cache.flush()
        assert sys.getrefcount(found) == 2  # of this test, and of the call
        assert cache.load_join(KEYS[0]) == found


def test_columns_come_back_whole_or_not_at_all(path):
    columns, kinds = {"a": np.arange(90, dtype=np.int32), "b": np.ones(5, np.bool_)}, {"a": "i4", "b": "b1"}
    with Cache.open(path) as cache:
        cache.write_columns(KEYS[0], {"capped": 3}, columns, deltas=frozenset({"a"}))
        cache.flush()
        facts, found = cache.load_columns(KEYS[0], kinds)
        assert facts == {"capped": 3}
        assert found["a"].tolist() == list(range(90))
        assert found["b"].all()
        assert cache.load_columns(KEYS[1], kinds) is None
        for other in ({"a": "i4"}, kinds | {"a": "i8"}, kinds | {"c": "i4"}):
            assert cache.load_columns(KEYS[0], other) is None
        whole = cache.load_join(KEYS[0])
        for number in range(300):
            stored = bytearray(whole)
            if number % 4 == 0:
                del stored[RNG.randrange(len(stored)) :]
            else:
                stored[RNG.randrange(len(stored))] ^= 1 << RNG.randrange(8)
            cache.write_join(KEYS[0], bytes(stored))
            cache.flush()
            assert cache.load_columns(KEYS[0], kinds) is None
        cache.write_columns(KEYS[0], {}, {"a": np.ones((2, 2), np.int32)}, deltas=frozenset())
        cache.flush()
        assert cache.load_columns(KEYS[0], {"a": "i4"}) is None


def test_only_the_newest_ones_are_kept(path):
    with Cache.open(path) as cache:
        for key in KEYS:
            cache.write_join(key, key * 10)
        cache.flush()
        kept = [key for key in KEYS if cache.load_join(key) is not None]
        assert kept == KEYS[-8:]


def test_they_take_no_more_room_than_they_may(path, monkeypatch):
    monkeypatch.setattr(queries, "LARGEST_JOIN", 1000)
    with Cache.open(path) as cache:
        for key, size in zip(KEYS[:4], (400, 500, 400, 1001), strict=True):
            cache.write_join(key, b"x" * size)
        cache.flush()
        assert [len(cache.load_join(key) or b"") for key in KEYS[:4]] == [0, 500, 400, 0]


def test_no_cache_knows_nothing():
    with Cache.none() as cache:
        cache.write_join(KEYS[0], b"x")
        assert cache.load_join(KEYS[0]) is None


def test_what_was_made_long_ago_is_forgotten(path, monkeypatch):
    day = queries.today()
    with Cache.open(path) as cache:
        cache.write_join(KEYS[0], b"old")
        cache.flush()
        monkeypatch.setattr(maintenance, "today", lambda: day + 400)
        cache.work(lambda db: maintenance.prune(db, 365), None)
        assert cache.load_join(KEYS[0]) is None


def test_a_cache_that_has_to_be_smaller_loses_them_first(path):
    with Cache.open(path) as cache:
        cache.write_join(KEYS[0], RNG.randbytes(3_000_000))
        cache.flush()
        cache.work(lambda db: maintenance.prune(db, 365, 1_000_000), None)
        assert cache.load_join(KEYS[0]) is None
        assert cache.info().bytes < 1_000_000


def test_something_else_in_its_place_is_not_there(path):
    with Cache.open(path) as cache:
        cache.write_join(KEYS[0], b"x")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE joins SET found = 12")
    database.close()
    with Cache.open(path) as cache:
        assert cache.load_join(KEYS[0]) is None

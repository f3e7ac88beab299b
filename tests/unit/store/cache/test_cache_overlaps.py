"""Measured pairs in the signature cache."""

import contextlib
import os
import random
import sqlite3
from functools import partial

import pytest

from simfinder.model.progress import Control
from simfinder.store.cache import maintenance, two_tier_tables
from simfinder.store.cache import schema as cache_schema
from simfinder.store.cache.cache import Cache, Measured

A, B = "overlap 1", "overlap 2"
RNG = random.Random(2)


def pair(i, of_a=5):
    a, b = sorted((RNG.randbytes(16), RNG.randbytes(16)))
    return Measured(a, b, of_a, 7, i, 30)


def known(cache, pairs, made_of=A):
    found = []
    for part in cache.load_overlaps([(p.a, p.b) for p in pairs], made_of, Control()):
        found += part
    return sorted(found)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "c" / "cache.sqlite3")


def test_pairs_come_back_by_the_rules_they_were_measured_by(path):
    pairs = [pair(i) for i in range(900)]
    with Cache.open(path) as cache:
        cache.write_overlaps(pairs[:700], A)
        cache.write_overlaps(pairs[700:], B)
    with Cache.open(path) as cache:
        assert known(cache, pairs) == sorted(pairs[:700])
        assert known(cache, pairs, B) == sorted(pairs[700:])
        assert known(cache, pairs, "other") == []
        assert known(cache, []) == []
        assert cache.info().overlaps == 900


def test_the_same_hash_with_others(path):
    a, b, c = sorted(RNG.randbytes(16) for _ in range(3))
    pairs = [Measured(a, b, 1, 1, 5, 6), Measured(a, c, 2, 2, 5, 6), Measured(b, c, 3, 3, 5, 6)]
    with Cache.open(path) as cache:
        cache.write_overlaps(pairs, A)
        cache.flush()
        assert known(cache, pairs[1:]) == pairs[1:]


def test_measured_anew_takes_the_place(path):
    first = pair(1)
    with Cache.open(path) as cache:
        cache.write_overlaps([first], A)
        cache.write_overlaps([first._replace(of_a=9)], A)
        cache.flush()
        assert known(cache, [first]) == [first._replace(of_a=9)]
        cache.clear()
        assert known(cache, [first]) == []


def test_no_cache_knows_nothing():
    with Cache.none() as cache:
        cache.write_overlaps([pair(1)], A)
        assert known(cache, [pair(1)]) == []


def test_pairs_measured_by_the_layout_before_are_measured_anew(path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as old:
        for script in cache_schema.MIGRATIONS[:5]:
            old.executescript(script)
        old.execute("INSERT INTO overlaps VALUES (x'01', x'02', 1, 3, 4, 5)")
        old.execute(f"PRAGMA application_id = {cache_schema.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 5")
        old.commit()
    first = pair(1)
    with Cache.open(path) as cache:
        assert cache.take_warnings() == []
        assert cache.info().overlaps == 0
        cache.write_overlaps([first], A)
        cache.flush()
        assert known(cache, [first]) == [first]


def test_the_newest_of_a_pair_is_told_wherever_it_stands(path, monkeypatch):
    """New pairs stay in a small table until it is poured into the large one; callers see no difference."""
    monkeypatch.setattr(two_tier_tables, "_LEAST_POURED", 7)
    rng, right = random.Random(5), {}
    pairs = [pair(i) for i in range(60)]
    with Cache.open(path) as cache:
        for number in range(41):
            some = [p._replace(of_a=number * 100 + i) for i, p in enumerate(rng.sample(pairs, 5))]
            right |= {(p.a, p.b): p for p in some}
            cache.write_overlaps(some, A)
            cache.flush()
            assert known(cache, pairs) == sorted(right.values())
            assert cache.info().overlaps == len(right)
        small, large = (
            cache.work(partial(two_tier_tables.count, table=t), 0) for t in two_tier_tables.OVERLAPS
        )
        assert (small, large > 7) == (5, True)
        assert cache.work(maintenance.tidy, None) == 0
        assert cache.work(partial(two_tier_tables.count, table=two_tier_tables.OVERLAPS.small), 0) == 0
        assert known(cache, pairs) == sorted(right.values())
        assert cache.work(partial(maintenance.prune, days=-1), None).overlaps == len(right)
        assert known(cache, pairs) == []

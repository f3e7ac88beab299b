"""Measured pairs in the signature cache."""

import random

import pytest

from simfinder.model.progress import Control
from simfinder.store.cache import Cache, Measured

A, B = "overlap 1", "overlap 2"
RNG = random.Random(2)


def pair(i, of_a=5):
    a, b = sorted((RNG.randbytes(16), RNG.randbytes(16)))
    return Measured(a, b, of_a, 7, i)


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
    pairs = [Measured(a, b, 1, 1, 0), Measured(a, c, 2, 2, 0), Measured(b, c, 3, 3, 0)]
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

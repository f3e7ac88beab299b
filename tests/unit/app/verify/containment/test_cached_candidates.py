"""Candidates for containment taken from the cache are those that the search would bring."""

import random
from dataclasses import replace

import numpy as np
import pytest
import xxhash

from simfinder.app.verify.containment import contained_files as module
from simfinder.app.verify.containment.contained_files import RULES, known_parts
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.search.containment.candidates import parts
from simfinder.store import array_file
from simfinder.store.cache.cache import Cache
from tests.unit.search.containment.test_candidates import as_dict, made, world

COLUMNS = ("whole", "part", "hits", "seen", "weighed")


@pytest.fixture(autouse=True)
def any_number_is_remembered(monkeypatch):
    monkeypatch.setattr(module, "LEAST_CACHED", 1)


@pytest.fixture
def cache(tmp_path):
    with Cache.open(tmp_path / "c" / "cache.sqlite3") as cache:
        yield cache


@pytest.fixture
def searched(monkeypatch):
    """How often it was searched."""
    found = []

    def counted(*args, **options):
        found.append(args)
        return parts(*args, **options)

    monkeypatch.setattr(module, "parts", counted)
    return found


def some(seed=1, families=4):
    rows = made(list(world(np.random.default_rng(seed), families)))
    hashes = np.array([i.to_bytes(16, "big") for i in range(len(rows))])
    return replace(rows, content=np.frombuffer(hashes.tobytes(), np.uint8).reshape(-1, 16))


def asked(table, cache, **more):
    found = known_parts(table, cache, Control(), **more)
    cache.flush()
    return found


def same(one, other):
    counts = (one.capped, one.crowded) == (other.capped, other.crowded)
    return counts and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS)


def test_the_second_time_nothing_is_searched(cache, searched):
    table = some()
    first = asked(table, cache)
    assert len(first) > 20
    control = Control()
    again = known_parts(table, cache, control)
    assert len(searched) == 1
    assert same(first, again)
    assert control.snapshot().files == control.snapshot().files_total == len(table)


def test_other_contents_and_another_limit_are_searched_for(cache, searched):
    table = some()
    tables = [table, table.rows(np.arange(1, len(table))), replace(table, content=table.content[::-1].copy())]
    for number, one in enumerate(tables, start=1):
        assert same(asked(one, cache), parts(one))
        assert len(searched) == number
    assert len(asked(table, cache, within=5_000)) < len(parts(table))
    assert len(searched) == 4


def test_few_are_not_remembered_and_nothing_is_packed_for_nobody(cache, searched, monkeypatch):
    table = some()
    with monkeypatch.context() as patch:
        patch.setattr(array_file, "to_bytes", lambda *_, **__: pytest.fail("packed for nobody"))
        with Cache.none() as nowhere:
            assert len(known_parts(table, nowhere, Control()))
        patch.setattr(module, "LEAST_CACHED", len(table) + 1)
        assert len(asked(table, cache))
    assert len(searched) == 2


def test_what_is_well_formed_but_of_other_contents_is_not_taken(cache, monkeypatch):
    table = some()
    key, found = module._key(table, None), parts(table)
    largest = int(max(found.whole.max(), found.part.max()))
    stored = [found, replace(found, part=found.whole), replace(found, hits=found.hits[1:])]
    taken = []
    for one in stored:
        with monkeypatch.context() as patch:
            patch.setattr(module, "parts", lambda *_, _one=one, **__: _one)
            patch.setattr(module, "_recalled", lambda *_: None)
            asked(table, cache)
        taken.append(module._recalled(cache, key, largest + 1))
        assert module._recalled(cache, key, largest) is None
    assert same(taken[0], found)
    assert taken[1:] == [None, None]
    cache.write_join(key, b"damaged")
    assert same(asked(table, cache), found)


def test_a_scan_is_the_same_from_the_cache(tmp_path, cache, searched):
    rng = random.Random(2)
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(12):
        whole = rng.randbytes(6000)
        (tree / f"whole {number}").write_bytes(whole)
        (tree / f"part {number}").write_bytes(whole[1000 : 2500 + 100 * number])
    found = []
    for _ in range(2):
        table = scan(ScanOptions((str(tree),)), cache, Control()).representations.table
        found.append(asked(table, cache))
    assert len(searched) == 1
    assert len(as_dict(found[0])) == 12
    assert same(*found)


TOLD = {2: "577d6c09266a8877"}
"""What the search tells of some contents, by ``RULES``: where this changes, what was remembered is true no more."""


def test_the_rules_have_a_number_of_their_own(monkeypatch):
    told = xxhash.xxh3_64()
    for seed, exact in ((3, True), (4, False)):
        if not exact:
            for name in ("_EXACT", "_LOOKS", "_LOOKS_PER_ROW"):
                monkeypatch.setattr(f"simfinder.search.containment.candidates.{name}", 0)
        found = parts(some(seed, 12))
        for column in (found.whole, found.part, found.hits, found.seen):
            told.update(column.astype("<i4").tobytes())
        told.update(np.round(found.weighed * 1000).astype("<i4").tobytes())
    assert TOLD[RULES] == told.hexdigest(), "raise known_parts.RULES, and write down what is told now"

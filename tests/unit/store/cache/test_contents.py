"""Contents by hash: the small and the large index compared with a dict, and how much a commit writes."""

import os
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import StoreCorruptError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.store.cache import contents, maintenance, open_or_rebuild, two_tier_tables
from simfinder.store.cache import schema as cache_schema
from simfinder.store.cache import writer as cache_writer
from simfinder.store.cache.cache import Cache, Entry
from simfinder.store.cache.records import as_rows
from simfinder.store.database import MEMORY, Database
from tests.helpers.examples import examples

SECOND = 1_000_000_000


def database(path=MEMORY, version=None):
    return Database(
        path,
        cache_schema.MIGRATIONS[:version],
        cache_schema.APPLICATION_ID,
        cache_schema.NAME,
        page_size=cache_schema.PAGE,
    )


def add(db, hashes):
    """Add some contents; return their numbers by hash."""
    with db.transaction():
        numbers = contents.add(db, as_rows(hashes), np.full(len(hashes), 5))
    return dict(zip(hashes, numbers.tolist(), strict=True))


def known(db, hashes):
    """Return the numbers of those contents that are known, by hash."""
    hashes = list(hashes)
    numbers = contents.numbers(db, as_rows(hashes)).tolist()
    return {of: number for of, number in zip(hashes, numbers, strict=True) if number}


def rows(db):
    return [db.query(f"SELECT count(*) FROM {index}")[0][0] for index in two_tier_tables.HASHES]


# few beginnings, so that many hashes have one in common
hashes = st.builds(
    lambda begin, end: bytes([begin]) * 8 + bytes([end]) * 8, st.integers(0, 5), st.integers(0, 5)
)


@settings(max_examples=examples(60))
@given(
    added=st.lists(st.lists(hashes, max_size=8), max_size=8),
    asked=st.lists(hashes, max_size=20),
    poured=st.integers(0, 12),
)
def test_each_has_one_number_for_ever(added, asked, poured):
    with pytest.MonkeyPatch.context() as patch, database() as db:
        patch.setattr(two_tier_tables, "_LEAST_POURED", poured)
        right = {}
        for part in added:
            given_numbers = add(db, part)
            assert {of: number for of, number in given_numbers.items() if of in right} == {
                of: right[of] for of in part if of in right
            }
            right |= given_numbers
            assert set(given_numbers) == set(part)
            assert known(db, right) == right
        assert len(set(right.values())) == len(right)
        assert known(db, asked) == {of: right[of] for of in asked if of in right}
        assert sum(rows(db)) == len(right)


def test_the_small_index_is_poured_into_the_large_one(monkeypatch):
    monkeypatch.setattr(two_tier_tables, "_LEAST_POURED", 100)
    rng = random.Random(1)
    with database() as db:
        largest = 0
        for _ in range(200):
            add(db, [rng.randbytes(16) for _ in range(20)])
            recent, large = rows(db)
            largest = max(largest, recent)
            assert recent <= max(100, (recent + large) // 8)
        assert (sum(rows(db)), largest > 400) == (4000, True)


def test_an_index_that_names_another_content_is_not_believed():
    one, other = b"1" * 16, b"2" * 16
    with database() as db:
        numbers = add(db, [one, other])
        db.execute("UPDATE recent_hashes SET content = ? WHERE short = ?", (numbers[other], one[:8]))
        assert known(db, [one, other]) == {other: numbers[other]}
        anew = add(db, [one])[one]
        assert anew not in numbers.values()
        assert known(db, [one]) == {one: anew}


def test_a_cache_with_one_index_is_taken_over(tmp_path):
    path = str(tmp_path / "cache.sqlite3")
    old = {os.urandom(16): number for number in range(3, 3000, 7)}
    with database(path, version=10) as db:
        db.put_rows("INSERT INTO contents (hash, id, size) VALUES", [(of, i, 5) for of, i in old.items()])
    with database(path) as db:
        assert known(db, old) == old
        assert add(db, [b"anew" * 4]) == {b"anew" * 4: max(old.values()) + 1}
        assert rows(db) == [1, len(old)]


def entry(i, rng):
    times = {"mtime_ns": SECOND + i, "ctime_ns": SECOND + i}
    file = FileRecord(f"/root/{i // 100}/{i}", 7, 100 + i, 10, **times)
    return Entry(file, rng.randbytes(16), rng.randbytes(1000), 10**6 * SECOND)


def test_what_is_forgotten_is_in_no_index(tmp_path):
    rng = random.Random(2)
    with Cache.open(tmp_path / "cache.sqlite3") as cache:
        cache.write([entry(i, rng) for i in range(50)], "a")
        cache.work(lambda db: maintenance.forget_contents(db, range(1, 21)), None)
        assert cache.work(rows, []) == [30, 0]
        cache.work(lambda db: maintenance.forget(db, [(7, 100 + i) for i in range(50)]), 0)
        cache.work(maintenance.tidy, 0)
        assert cache.work(rows, []) == [30, 0]  # a first clean-up looks for files only
        cache.work(lambda db: db.execute("UPDATE notes SET value = value - 8 WHERE name = 'tidied'"), 0)
        cache.work(maintenance.tidy, 0)
        assert cache.work(rows, []) == [0, 0]
        cache.write([entry(i, rng) for i in range(50)], "a")
        cache.clear()
        assert cache.work(rows, []) == [0, 0]


def test_what_is_written_is_little_more_than_what_is_kept(tmp_path, monkeypatch):
    """The log of all commits, and the file it is checkpointed into at the end."""
    monkeypatch.setattr(two_tier_tables, "_LEAST_POURED", 1000)
    monkeypatch.setattr(open_or_rebuild, "_LOG_BYTES", 1 << 40)
    monkeypatch.setattr(cache_writer, "_SECONDS_PER_COMMIT", 600.0)
    monkeypatch.setattr(cache_writer, "FILES_PER_COMMIT", 500)
    rng = random.Random(3)
    path, count = tmp_path / "cache.sqlite3", 20_000
    with Cache.open(path) as cache:
        for start in range(0, count, 100):
            cache.write([entry(i, rng) for i in range(start, start + 100)], "a")
        cache.flush()
        again = [entry(i, random.Random(4)).file for i in range(count)]
        assert cache.find(again, Control()).numbers.all()
        log = os.path.getsize(f"{path}-wal")
    assert log <= 1.5 * os.path.getsize(path)


@pytest.mark.parametrize("last", [contents._MOST_CONTENTS, 2**63 - 1])
def test_numbers_that_would_run_over_are_damage(last):
    with database() as db:
        add(db, [b"1" * 16])
        db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'contents'", (last,))
        with pytest.raises(StoreCorruptError, match="its numbers"):
            add(db, [b"2" * 16])
        assert known(db, [b"2" * 16]) == {}

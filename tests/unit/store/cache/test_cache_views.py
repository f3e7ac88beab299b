"""Views and formats in the signature cache."""

import contextlib
import sqlite3
from dataclasses import replace

import pytest

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.store.cache.cache import Cache, Entry

SECOND = 1_000_000_000
A, B = "views 1; a", "views 2; a"


def content(i=1):
    return bytes([i % 256, i // 256 % 256]) + bytes(14)


def entry(i=1, kind=0):
    file = FileRecord(f"/r/{i}", 7, 100 + i, 10 + i, i * SECOND, i * SECOND)
    return Entry(file, content(i), b"piece", 10**6 * SECOND, kind)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "c" / "cache.sqlite3")


def views(cache, *contents, made_of=A):
    found = {}
    for part in cache.load_views(contents, made_of, Control()):
        found.update(part)
    return found


def formats(cache, *files):
    found = cache.find(files, Control())
    by_number = {}
    for stored in cache.load(sorted(set(found.numbers.tolist())), found.generation, "p", Control()):
        by_number.update(zip(stored.ids, stored.formats, strict=True))
    return [by_number.get(n) for n in found.numbers.tolist()]


def test_views_are_found_by_the_content_they_are_of(path):
    with Cache.open(path) as cache:
        cache.write([entry(1), entry(2)], "p")
        cache.write_views([(content(1), b"one")], A)
        cache.write_views([(content(2), b"two")], B)
    with Cache.open(path) as cache:
        assert views(cache, content(1), content(2), content(3)) == {content(1): b"one"}
        assert views(cache, content(1), content(2), made_of=B) == {content(2): b"two"}
        assert views(cache, content(1), made_of="other") == {}
        assert cache.info().views == 2


def test_more_views_than_one_query_takes(path):
    many = [content(i) for i in range(1300)]
    with Cache.open(path) as cache:
        cache.write([entry(i) for i in range(1300)], "p")
        cache.write_views([(of, of[:2]) for of in many], A)
        cache.flush()
        assert views(cache, *many) == {of: of[:2] for of in many}


def test_a_newer_view_takes_the_place_of_the_older(path):
    with Cache.open(path) as cache:
        cache.write([entry(1)], "p")
        for view in (b"one", b"other"):
            cache.write_views([(content(1), view)], A)
        cache.flush()
        assert views(cache, content(1)) == {content(1): b"other"}


def test_a_view_of_a_content_that_is_not_there_is_left_out(path):
    with Cache.open(path) as cache:
        cache.write_views([(content(1), b"one")], A)
        cache.flush()
        assert views(cache, content(1)) == {}


def test_a_cleared_cache_has_no_views(path):
    with Cache.open(path) as cache:
        cache.write([entry(1)], "p")
        cache.write_views([(content(1), b"one")], A)
        cache.clear()
        cache.write([entry(1)], "p")
        cache.flush()
        assert views(cache, content(1)) == {}


def test_formats_come_back_and_are_not_forgotten_by_who_does_not_look(path):
    with Cache.open(path) as cache:
        cache.write([entry(1, 0), entry(2, 7), entry(3, 200)], "p")
        cache.flush()
        files = [entry(i).file for i in (1, 2, 3)]
        assert formats(cache, *files) == [0, 7, 200]
        cache.write([replace(entry(2), piece=b""), entry(3, 5)], "p")
        cache.flush()
        assert formats(cache, *files) == [0, 7, 5]


@pytest.mark.parametrize("table", ["signatures", "views"])
@pytest.mark.parametrize("at", [0, -1, -5])
def test_a_bit_that_has_changed_is_noticed(path, table, at):
    with Cache.open(path) as cache:
        cache.write([entry(1, 7)], "p")
        cache.write_views([(content(1), b"a view")], A)
        cache.flush()
        column = "view" if table == "views" else "piece"
        with contextlib.closing(sqlite3.connect(path)) as other, other:
            ((blob,),) = other.execute(f"SELECT {column} FROM {table}").fetchall()
            damaged = bytearray(blob)
            damaged[at] ^= 4
            other.execute(f"UPDATE {table} SET {column} = ?", (bytes(damaged),))
        assert formats(cache, entry(1).file) == ([7] if table == "views" else [None])
        assert views(cache, content(1)) == ({} if table == "views" else {content(1): b"a view"})


def test_no_cache_has_no_views():
    with Cache.none() as cache:
        cache.write_views([(content(1), b"one")], A)
        assert views(cache, content(1)) == {}


@pytest.mark.parametrize("number", [2**63 - 1, -1, 1 << 16])
def test_a_kind_with_an_impossible_number_is_damage(path, number):
    with Cache.open(path) as cache:
        cache.write([entry(1)], "p")
        cache.write_views([(content(1), b"one")], A)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE kinds SET id = ? WHERE made_of = ?", (number, A))
    with Cache.open(path) as cache:
        assert views(cache, content(1)) == {}

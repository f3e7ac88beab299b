"""The ignore list: an entry is there the next time, once, and can be removed."""

import sqlite3

import pytest

from simfinder.store.library.library import Library
from simfinder.store.library.schema import MIGRATIONS

A, B, C = (bytes([i]) * 16 for i in (1, 2, 3))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "library.sqlite3"


def test_an_entry_is_there_the_next_time(file):
    with Library.open(file) as library:
        number = library.ignored.add([(B, "/b\udcff"), (A, "/a")])
    with Library.open(file) as library:
        (entry,) = library.ignored.all()
    assert (entry.id, entry.contents, entry.paths) == (number, (A, B), ("/a", "/b\udcff"))
    assert entry.created_ns > 10**18


def test_the_same_is_written_down_once(file):
    with Library.open(file) as library:
        first = library.ignored.add([(A, "/a"), (B, "/b")])
        assert library.ignored.add([(B, "/elsewhere"), (A, "/a"), (A, "/copy")]) == first
        other = library.ignored.add([(A, "/a"), (B, "/b"), (C, "/c")])
        assert [entry.id for entry in library.ignored.all()] == [first, other]


def test_one_that_leaves_the_others_stays_the_first(file):
    with Library.open(file) as library:
        first = library.ignored.add([(C, "/c"), (B, "/b"), (A, "/a")], first_only=True)
        assert library.ignored.add([(C, "/c"), (A, "/a"), (B, "/b")], first_only=True) == first
        every = library.ignored.add([(A, "/a"), (B, "/b"), (C, "/c")])
        assert library.ignored.add([(A, "/a"), (B, "/b"), (C, "/c")], first_only=True) not in (first, every)
        entry, whole, _ = library.ignored.all()
        assert (entry.contents, entry.paths, entry.first_only) == ((C, A, B), ("/c", "/a", "/b"), True)
        assert not whole.first_only
        two = library.ignored.add([(A, "/a"), (B, "/b")], first_only=True)
        assert library.ignored.add([(B, "/b"), (A, "/a")]) == two


def test_a_file_alone_is_known_by_content_and_path(file):
    with Library.open(file) as library:
        first = library.ignored.add_file(A, "/a")
        assert library.ignored.add_file(A, "/a") == first
        assert library.ignored.add_file(A, "/copy") != first
        assert library.ignored.add_file(B, "/a") != first
        assert [entry.of_file for entry in library.ignored.all()] == [True] * 3
        pair = library.ignored.add([(A, "/a"), (B, "/b")])
        assert not library.ignored.all()[-1].of_file
        assert library.ignored.all()[-1].id == pair


def test_one_content_is_no_pair(file):
    with Library.open(file) as library:
        with pytest.raises(ValueError, match="two different contents"):
            library.ignored.add([(A, "/a"), (A, "/copy")])
        assert library.ignored.all() == []


def test_entries_are_removed_by_number_and_numbers_do_not_come_again(file):
    with Library.open(file) as library:
        first = library.ignored.add([(A, "/a"), (B, "/b")])
        second = library.ignored.add([(A, "/a"), (C, "/c")])
        assert library.ignored.remove([second, 77, second]) == [second]
        assert [entry.id for entry in library.ignored.all()] == [first]
        assert library.ignored.add([(A, "/a"), (C, "/c")]) not in (first, second)


def test_a_library_of_before_gets_the_tables(file):
    with sqlite3.connect(file) as old:
        old.executescript(MIGRATIONS[0])
        old.execute(f"PRAGMA application_id = {0x53464C42}")
        old.execute("PRAGMA user_version = 1")
        old.execute("INSERT INTO batches (created_ns, kind, owner) VALUES (5, 'trash', 'x')")
    old.close()
    with Library.open(file) as library:
        assert library.ignored.all() == []
        assert [batch.created_ns for batch in library.batches()] == [5]

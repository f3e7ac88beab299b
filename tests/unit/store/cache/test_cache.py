"""The signature cache: hits, renames, edits, healing, other programs, a full disk."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import Cancelled, NewerVersionError, StoreCorruptError, StoreUnavailableError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.store import app_dirs
from simfinder.store.cache import schema as cache_schema
from simfinder.store.cache import writer as cache_writer
from simfinder.store.cache.cache import Cache, Entry
from simfinder.store.cache.open_or_rebuild import CacheFile
from simfinder.store.database import MEMORY, Database
from tests.helpers.examples import examples

SECOND = 1_000_000_000
FINE = 1_700_000_000 * SECOND + 123_456
LATER = FINE + 10 * SECOND
A, B = "a 1; b 1", "a 1; b 2"


def record(i=1, **changes):
    return replace(FileRecord(f"/r/{i}", 7, 100 + i, 10 + i, FINE + i, FINE + i), **changes)


def content(i=1):
    return bytes([i % 256, i // 256 % 256]) + bytes(14)


def entry(i=1, read_ns=LATER, piece=b"piece", **changes):
    return Entry(record(i, **changes), content(i), piece, read_ns)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "c" / "cache.sqlite3")


def known(cache, *files, made_of=A):
    """Return the content of each file by find and load; None where it must be read."""
    found = cache.find(files, Control())
    numbers = sorted({n for n in found.numbers.tolist() if n})
    by_number = {}
    for stored in cache.load(numbers, found.generation, made_of, Control()):
        assert all(len(column) == len(stored.ids) for column in (stored.contents, stored.sizes))
        by_number.update(zip(stored.ids, stored.contents, strict=True))
    return [by_number.get(n) for n in found.numbers.tolist()]


def test_written_is_found_by_the_next(path):
    with Cache.open(path) as cache:
        cache.write([entry(1), entry(2)], A)
    with Cache.open(path) as cache:
        assert known(cache, record(2), record(1), record(3)) == [content(2), content(1), None]
        found = cache.find([record(1)], Control())
        (stored,) = cache.load(found.numbers.tolist(), found.generation, A, Control())
        assert stored.contents == [content(1)]
        assert stored.sizes == [11]
        assert stored.pieces == [b"piece"]
        assert cache.take_warnings() == []


@settings(max_examples=examples(40))
@given(
    stored=st.sets(st.integers(0, 60), min_size=1),
    asked=st.sets(st.integers(0, 60), min_size=1),
    step=st.sampled_from([1, 2, 3, 1000]),
)
def test_of_rows_side_by_side_only_those_asked_for_are_told(stored, asked, step):
    """Rows are read as a range where few others are between, singly elsewhere."""
    with Cache.open(MEMORY) as cache:
        cache.write([entry(i, inode=step * i) for i in sorted(stored)], A)
        cache.flush()
        files = [record(i, inode=step * i) for i in sorted(asked)]
        assert known(cache, *files) == [content(i) if i in stored else None for i in sorted(asked)]
        found = cache.find(files, Control())
        numbers = sorted(n for n in found.numbers.tolist() if n)
        for made_of in (A, None):
            parts = cache.load(numbers, found.generation, made_of, Control())
            assert sorted(n for part in parts for n in part.ids) == numbers


def test_opens_in_the_platforms_folder():
    with Cache.open() as cache:
        assert cache.info().path == str(app_dirs.cache_file())


@pytest.mark.parametrize(
    "change",
    [
        {"size": 99},
        {"mtime_ns": FINE + 2},
        {"ctime_ns": FINE + 2},
        {"inode": 5},
        {"device": 5},
        {"path": "/elsewhere", "mtime_ns": FINE + 2},
        {"path": "/elsewhere", "size": 99},
    ],
)
def test_what_changed_must_be_read(path, change):
    with Cache.open(path) as cache:
        cache.write([entry(1)], A)
        cache.flush()
        assert known(cache, record(1, **change)) == [None]


def test_rename_is_a_hit(path):
    with Cache.open(path) as cache:
        cache.write([entry(1)], A)
        cache.flush()
        assert known(cache, record(1, path="/elsewhere", ctime_ns=LATER)) == [content(1)]
        assert known(cache, record(1, path="/elsewhere")) == [content(1)]  # a folder above was renamed


def test_rename_with_a_coarse_time_is_not_believed(path):
    whole = 1_600_000_000 * SECOND
    with Cache.open(path) as cache:
        cache.write([entry(1, mtime_ns=whole)], A)
        cache.flush()
        assert known(cache, record(1, mtime_ns=whole)) == [content(1)]
        assert known(cache, record(1, mtime_ns=whole, path="/other", ctime_ns=LATER)) == [None]


@pytest.mark.parametrize(
    "times", [{"mtime_ns": LATER - 5_000_000}, {"ctime_ns": LATER - 5_000_000}, {"mtime_ns": LATER * 2}]
)
def test_racy_files_are_not_trusted(path, times):
    with Cache.open(path) as cache:
        cache.write([entry(1, **times), entry(2)], A)
        cache.flush()
        assert known(cache, record(1, **times), record(2)) == [None, content(2)]


def test_content_with_other_signatures_must_be_read(path):
    with Cache.open(path) as cache:
        cache.write([entry(1)], B)
        cache.write([entry(2)], A)
        cache.write([replace(entry(3), piece=b"")], A)
        cache.flush()
        assert known(cache, record(1), record(2), record(3)) == [None, content(2), None]
        assert known(cache, record(1), made_of=B) == [content(1)]
        assert known(cache, record(1), record(3), made_of=None) == [content(1), content(3)]
        assert known(cache, record(2), made_of=B) == [None]
        assert known(cache, record(2), made_of="a 1") == [None]
        cache.write([entry(2)], B)
        cache.flush()
        assert known(cache, record(2), made_of=B) == known(cache, record(2)) == [content(2)]


def test_later_reading_replaces_the_location_and_shares_the_content(path):
    with Cache.open(path) as cache:
        cache.write([entry(1)], A)
        cache.write([replace(entry(1), content=content(9)), replace(entry(2), content=content(9))], A)
        cache.flush()
        assert known(cache, record(1), record(2)) == [content(9), content(9)]
        info = cache.info()
        assert (info.files, info.contents, info.signatures) == (2, 2, 2)


def test_odd_names_and_numbers(path):
    odd = record(1, path="/r/\udcff\n", inode=2**64 - 3, device=2**63 + 1)
    with Cache.open(path) as cache:
        cache.write([Entry(odd, content(1), b"piece", LATER)], A)
        cache.flush()
        assert known(cache, odd) == [content(1)]


def test_many(path):
    count = 3000
    with Cache.open(path) as cache:
        for start in range(0, count, 100):
            cache.write([entry(i, device=i % 3) for i in range(start, start + 100)], A)
        cache.flush()
        files = [record(i, device=i % 3) for i in reversed(range(count))]
        assert known(cache, *files) == [content(i) for i in reversed(range(count))]


def test_written_within_a_second_or_so(path):
    with Cache.open(path) as cache, Cache.open(path) as other:
        cache.write([entry(1)], A)
        deadline = time.monotonic() + 5
        while known(other, record(1)) == [None]:
            assert time.monotonic() < deadline
            time.sleep(0.02)


@pytest.mark.parametrize("rests", [False, True])
def test_the_log_is_folded_in_while_nothing_is_written(path, tmp_path, monkeypatch, rests):
    """Afterwards the file has everything without its log."""
    if rests:  # nothing is waited for
        monkeypatch.setattr(cache_writer, "_SECONDS_PER_COMMIT", 600.0)
        monkeypatch.setattr(cache_writer, "_IDLE", 600.0)
    else:
        monkeypatch.setattr(cache_writer, "_IDLE", 0.01)
    alone = tmp_path / "alone.sqlite3"

    def in_the_file():
        alone.write_bytes(Path(path).read_bytes())
        with contextlib.closing(sqlite3.connect(alone)) as db, contextlib.suppress(sqlite3.DatabaseError):
            return db.execute("SELECT count(*) FROM contents").fetchone()[0]
        return 0  # not even the tables, or just being written

    with Cache.open(path) as cache:
        for count in (1, 2):  # each time that there is something new
            cache.write([entry(count)], A)
            (cache.rest if rests else cache.flush)()
            deadline = time.monotonic() + 30
            while in_the_file() < count:
                assert time.monotonic() < deadline
                time.sleep(0.01)
        assert cache.take_warnings() == []


def test_a_log_that_cannot_be_folded_in_is_no_trouble(path, monkeypatch):
    tried = threading.Event()

    def full(self, sql, parameters=()):
        if "wal_checkpoint" in sql:
            tried.set()
            raise StoreUnavailableError("the disk is full", path)
        return query(self, sql, parameters)

    query = Database.query
    monkeypatch.setattr(cache_writer, "_IDLE", 0.01)
    monkeypatch.setattr(Database, "query", full)
    with Cache.open(path) as cache:
        cache.write([entry(1)], A)
        cache.flush()
        assert tried.wait(30)
        cache.write([entry(2)], A)
        cache.flush()
        assert known(cache, record(1), record(2)) == [content(1), content(2)]
        assert cache.take_warnings() == []


def test_cancel(path):
    control = Control()
    control.cancel()
    with Cache.open(path) as cache:
        with pytest.raises(Cancelled):
            cache.find([record(1)], control)
        with pytest.raises(Cancelled):
            list(cache.load([1], 0, A, control))


def test_clear(path):
    with Cache.open(path) as cache:
        cache.write([entry(i, piece=os.urandom(1000)) for i in range(2000)], A)
        before = cache.info().bytes
        number = int(cache.find([record(0)], Control()).numbers[0])
        assert number == 1
        Path(path + ".corrupt-2020").write_bytes(b"old")
        cache.clear()
        info = cache.info()
        assert (info.files, info.contents, info.signatures) == (0, 0, 0)
        assert info.bytes < before / 5
        assert not os.path.exists(path + ".corrupt-2020")
        cache.write([entry(2)], A)
        cache.flush()
        assert known(cache, record(1), record(2)) == [None, content(2)]
        # a number that another program still holds must not name another content now
        assert next(iter(cache.load([number], 0, A, Control()))).ids == []


@pytest.mark.parametrize("none", [Cache.none, lambda: Cache.open(MEMORY)])
def test_without_a_file(none, tmp_path):
    with none() as cache:
        cache.write([entry(1)], A)
        cache.flush()
        assert known(cache, record(1)) in ([None], [content(1)])
        cache.clear()
        assert cache.info().files == 0
        assert cache.take_warnings() == []
    assert not app_dirs.cache_file().exists()
    assert not os.path.exists(MEMORY)


def test_closing_twice(path):
    cache = Cache.open(path)
    cache.write([entry(1)], A)
    cache.close()
    cache.close()
    cache.write([entry(2)], A)
    assert known(cache, record(1)) == [None]


class TestDamage:
    @pytest.fixture
    def filled(self, path):
        with Cache.open(path) as cache:
            cache.write([entry(i, piece=bytes(1000)) for i in range(2000)], A)
        return path

    @pytest.mark.parametrize("garbage", [b"garbage" * 1000, b"SQLite format 3\0" + b"\xee" * 9000])
    def test_no_database_is_set_aside_at_the_start(self, path, garbage):
        os.makedirs(os.path.dirname(path))
        Path(path).write_bytes(garbage)
        with Cache.open(path) as cache:
            (warning,) = cache.take_warnings()
            assert warning.path == path
            assert "damaged" in warning.reason
            assert "begun anew" in warning.reason
            (aside,) = Path(path).parent.glob("*.corrupt-*")
            assert aside.name in warning.reason
            assert aside.read_bytes() == garbage
            cache.write([entry(1)], A)
            cache.flush()
            assert known(cache, record(1)) == [content(1)]
        with Cache.open(path) as cache:
            assert cache.take_warnings() == []
            assert known(cache, record(1)) == [content(1)]

    def test_met_half_way(self, filled):
        size = os.path.getsize(filled)
        with open(filled, "r+b") as file:
            file.seek(16384)
            file.write(b"\xa5" * (size - 16384))
        with Cache.open(filled) as cache:
            assert known(cache, *(record(i) for i in range(2000))) == [None] * 2000
            (warning,) = cache.take_warnings()
            assert "begun anew" in warning.reason
            cache.write([entry(1)], A)
            cache.flush()
            assert known(cache, record(1)) == [content(1)]
            assert cache.take_warnings() == []

    def test_met_by_the_writer(self, filled):
        with open(filled, "r+b") as file:
            file.seek(16384)
            file.write(b"\xa5" * (os.path.getsize(filled) - 16384))
        with Cache.open(filled) as cache:
            cache.write([entry(1)], A)
            cache.flush()
            assert len(cache.take_warnings()) == 1
            cache.write([entry(2)], A)
            cache.flush()
            assert known(cache, record(2)) == [content(2)]

    def test_numbers_of_the_damaged_one_are_not_used_on_the_new_one(self, filled):
        with Cache.open(filled) as cache:
            found = cache.find([record(5)], Control())
            cache._file.begin_anew(cache._file.database, StoreCorruptError("damaged", filled))
            cache.write([entry(i) for i in range(100, 200)], A)
            cache.flush()
            numbers = list(range(1, 50))
            assert list(cache.load(numbers, found.generation, A, Control())) == []

    def test_only_the_newest_damaged_copy_stays(self, path):
        for number in range(3):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            Path(path).write_bytes(b"bad" * (number + 100))
            for companion in ("-wal", "-shm"):
                Path(path + companion).unlink(missing_ok=True)
            Cache.open(path).close()
        asides = [
            p
            for p in Path(path).parent.glob("*.corrupt-*")
            if p.name.count("-wal") + p.name.count("-shm") == 0
        ]
        assert [p.read_bytes() for p in asides] == [b"bad" * 102]

    def test_another_program_was_faster(self, path):
        """Both met the damage; the second must not set aside the first one's new file."""
        os.makedirs(os.path.dirname(path))
        Path(path).write_bytes(b"garbage" * 1000)
        slow = Cache(CacheFile(path))
        with pytest.raises(StoreCorruptError) as caught:
            slow._file._connect(path)
        with Cache.open(path) as fast:
            fast.write([entry(1)], A)
        slow._file.begin_anew(None, caught.value)
        assert known(slow, record(1)) == [content(1)]
        assert slow.take_warnings() == []
        slow.close()

    def test_a_newer_program_that_takes_it_over_meanwhile_keeps_it(self, filled):
        """A migrated file is not damaged: nothing is set aside, this program goes on without a cache."""
        with Cache.open(filled) as cache:
            newer = sqlite3.connect(filled)
            newer.executescript(
                f"ALTER TABLE locations RENAME TO places; PRAGMA user_version = {len(cache_schema.MIGRATIONS) + 1}"
            )
            newer.close()
            assert known(cache, record(1)) == [None]
            assert ["newer SimFinder" in problem.reason for problem in cache.take_warnings()] == [True]
        assert not list(Path(filled).parent.glob("*.corrupt-*"))
        with pytest.raises(NewerVersionError):
            Cache.open(filled)

    def test_foreign_database_is_set_aside(self, path):
        os.makedirs(os.path.dirname(path))
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE theirs (x)")
        other.commit()
        other.close()
        with Cache.open(path) as cache:
            assert "another program" in cache.take_warnings()[0].reason
            assert cache.info().files == 0


def test_newer_version_is_refused(path):
    Cache.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = Path(path).read_bytes()
    with pytest.raises(NewerVersionError, match="newer version of SimFinder"):
        Cache.open(path)
    assert Path(path).read_bytes() == before


class TestBadLuck:
    def test_full_disk_turns_it_off_with_one_warning(self, path):
        with Cache.open(path) as cache:
            cache._file.database.query("PRAGMA max_page_count = 12")
            for start in range(0, 3000, 100):
                cache.write([entry(i, piece=bytes(1800)) for i in range(start, start + 100)], A)
            cache.flush()
            (warning,) = cache.take_warnings()
            assert "no space left" in warning.reason
            assert "not be remembered" in warning.reason
            assert known(cache, record(1)) == [None]
            with pytest.raises(StoreUnavailableError, match="no space left"):
                cache.info()
            with pytest.raises(StoreUnavailableError, match="no space left"):
                cache.clear()

    def test_folder_that_cannot_be_made(self, tmp_path):
        (tmp_path / "file").write_text("x")
        with Cache.open(tmp_path / "file" / "cache.sqlite3") as cache:
            assert "can't be made" in cache.take_warnings()[0].reason
            cache.write([entry(1)], A)
            cache.flush()
            assert known(cache, record(1)) == [None]

    def test_lock_that_is_never_given_back(self, path, monkeypatch):
        with Cache.open(path) as cache, Cache.open(path) as other:
            cache._file.database.query("PRAGMA busy_timeout = 50")
            with other._file.database.transaction():
                cache.write([entry(1)], A)
                cache.flush()
            assert "locked by another program" in cache.take_warnings()[0].reason

    def test_bug_in_the_writer_is_told_and_does_not_hang(self, path):
        cache = Cache.open(path)
        cache.write([entry(1)], A)
        cache.write_views([(content(1), None)], A)
        with pytest.raises(TypeError):
            cache.flush()
        cache.write([entry(2)], A)
        cache.flush()
        assert known(cache, record(2)) == [content(2)]
        cache.close()


def test_a_cache_of_the_first_layout_is_taken_over(path):
    """Its signatures are dropped, the rest stays and is filled again."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as old:
        old.executescript(cache_schema.MIGRATIONS[0])
        old.execute("INSERT INTO methods VALUES (1, 'a', 1, 'raw', '')")
        old.execute("INSERT INTO contents VALUES (1, ?, 10)", (content(1),))
        old.execute("INSERT INTO signatures VALUES (1, 1, x'01')")
        old.execute(f"PRAGMA application_id = {cache_schema.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 1")
        old.commit()
    with Cache.open(path) as cache:
        assert cache.take_warnings() == []
        assert cache.info().signatures == 0
        cache.write([entry(1)], A)
        assert cache.info().signatures == 1
        assert known(cache, record(1)) == [content(1)]


PROGRAM = """
import sys
from simfinder.model.file_record import FileRecord
from simfinder.store.cache.cache import Cache, Entry
path, first = sys.argv[1], int(sys.argv[2])
with Cache.open(path) as cache:
    for i in range(first, first + 300):
        f = FileRecord(f"/r/{i}", 7, i, 10, 1_700_000_000_000_000_123, 1_700_000_000_000_000_123)
        cache.write([Entry(f, i.to_bytes(16, "big"), b"x" * 200, 1_800_000_000_000_000_000)], "a 1")
        if i % 50 == 0:
            cache.flush()
    assert cache.take_warnings() == []
"""


def test_two_programs_at_once(path):
    programs = [subprocess.Popen([sys.executable, "-c", PROGRAM, path, str(n * 1000)]) for n in (1, 2)]
    assert [program.wait(60) for program in programs] == [0, 0]
    with Cache.open(path) as cache:
        assert cache.info().files == 600
        assert cache.info().contents == 600


def test_threads_find_while_one_writes(path):
    with Cache.open(path) as cache:
        stop = threading.Event()
        wrong = []

        def look():
            while not stop.is_set():
                wrong.extend(
                    k
                    for i, k in enumerate(known(cache, *(record(i) for i in range(50))))
                    if k not in (None, content(i))
                )

        threads = [threading.Thread(target=look) for _ in range(2)]
        for thread in threads:
            thread.start()
        for start in range(0, 500, 25):
            cache.write([entry(i) for i in range(start, start + 25)], A)
            cache.flush()
        stop.set()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert known(cache, record(499)) == [content(499)]

"""Looking after the cache: lies are found, what is gone goes, what an absent drive holds stays, size and age count."""

import os
import random
import sqlite3

import pytest

from simfinder.app.maintenance import cache_maintenance
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import scan
from simfinder.store.cache import maintenance, queries
from simfinder.store.cache import schema as cache_schema
from simfinder.store.cache.cache import Cache
from simfinder.store.database import Database
from tests.helpers.files.documents import report

RNG = random.Random(77)
FILES = 1000  # of the cache that is to shrink: an empty one takes a quarter of a megabyte
OLD = 1_600_000_000


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    for i in range(12):
        path = root / f"folder{i % 3}" / f"file{i}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(report(RNG, paragraphs=4 + i))
        os.utime(path, ns=(OLD * 10**9 + i, OLD * 10**9 + i + 7))
    return root


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cache.sqlite3"


def scanned(tree, path, monkeypatch):
    monkeypatch.setattr(queries, "_RACY_NS", -(10**18))  # the files were made just now
    with Cache.open(path) as cache:
        result = scan(ScanOptions((str(tree),)), cache, Control())
    with Cache.open(path) as cache:
        assert cache.info().files == len(result.files)


def verified(path, **more):
    with Cache.open(path) as cache:
        return cache_maintenance.verify(cache, Control(), **more)


def pruned(path, **more):
    with Cache.open(path) as cache:
        found = cache_maintenance.prune(cache, Control(), **more)
        return found, cache.info()


def sql(path, statement, *values):
    with sqlite3.connect(path) as database:
        rows = database.execute(statement, values).fetchall()
    database.close()
    return rows


def test_a_true_cache_is_true(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    verdict = verified(path)
    assert (verdict.known, verdict.checked, verdict.changed, verdict.gone) == (12, 12, 0, 0)
    assert (verdict.wrong, verdict.unreadable, verdict.damage) == ([], [], "")
    assert verified(path, count=5).checked == 5


@pytest.mark.parametrize("value", [7, 0.5, "text", b"/a\0b", b""])
def test_a_path_that_is_none_is_passed_over(tree, path, monkeypatch, value):
    """SQLite keeps anything in any column; found by the fuzzer."""
    scanned(tree, path, monkeypatch)
    sql(path, "UPDATE locations SET path = ? WHERE inode IN (SELECT inode FROM locations LIMIT 3)", value)
    assert verified(path).checked == 9
    assert pruned(path)[0].files in (0, 3)
    with Cache.open(path) as cache:
        assert len(scan(ScanOptions((str(tree),)), cache, Control()).files) == 12


@pytest.mark.parametrize("number", [2**63 - 1, 2**40, -1])
def test_a_kind_with_an_impossible_number_is_damage(tree, path, monkeypatch, number):
    """Keys are made of it, and have 63 bits; found by the fuzzer."""
    scanned(tree, path, monkeypatch)
    sql(path, "UPDATE kinds SET id = ?", number)
    sql(path, "DELETE FROM signatures")
    with Cache.open(path) as cache:
        assert len(scan(ScanOptions((str(tree),)), cache, Control()).files) == 12


def test_a_wrong_content_is_found_and_forgotten(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    (a,), (b,) = sql(path, "SELECT id FROM contents ORDER BY id LIMIT 2")
    sql(path, "UPDATE locations SET content = ? WHERE content = ?", a, b)
    verdict = verified(path)
    assert len(verdict.wrong) == 1
    assert "another content" in verdict.wrong[0].reason
    again = verified(path)
    assert again.wrong == []
    assert again.known == 10  # the content that was taken for another is forgotten for both


def test_wrong_signatures_are_found_and_forgotten(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    ((key, piece, content),) = sql(
        path,
        "SELECT key, piece, hash FROM signatures JOIN contents"
        f" ON id = key / {cache_schema.KINDS} ORDER BY key LIMIT 1",
    )
    other = queries._sealed(content, piece[:-6] + bytes([piece[-6] ^ 1, piece[-5]]))
    sql(path, "UPDATE signatures SET piece = ? WHERE key = ?", other, key)
    (wrong,) = verified(path).wrong
    assert "other signatures" in wrong.reason
    assert verified(path).wrong == []
    assert sql(path, "SELECT count(*) FROM signatures") == [(11,)]


def test_changed_gone_and_unreadable_files_are_counted(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    (tree / "folder0" / "file0.txt").write_bytes(b"another")
    (tree / "folder0" / "file3.txt").unlink()
    (tree / "folder1" / "file1.txt").rename(tree / "moved.txt")
    locked = str(tree / "folder1" / "file4.txt")
    sign_file = cache_maintenance.sign_file

    def refuse(record, control):
        if record.path == locked:
            raise cache_maintenance.ReadError("Permission denied", locked)
        return sign_file(record, control)

    monkeypatch.setattr(cache_maintenance, "sign_file", refuse)
    verdict = verified(path)
    assert (verdict.checked, verdict.changed, verdict.gone) == (8, 1, 2)
    assert [(problem.path, problem.reason) for problem in verdict.unreadable] == [
        (locked, "Permission denied")
    ]
    assert verdict.wrong == []


def test_verifying_can_be_cancelled(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    control = Control()
    control.cancel()
    with Cache.open(path) as cache, pytest.raises(Cancelled):
        cache_maintenance.verify(cache, control)


def test_what_is_gone_goes_and_the_rest_is_still_known(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    (tree / "folder0" / "file0.txt").unlink()
    for i in (1, 4, 7, 10):
        (tree / "folder1" / f"file{i}.txt").unlink()
    (tree / "folder1").rmdir()
    found, info = pruned(path)
    assert (found.files, found.contents) == (5, 5)
    assert (info.files, info.contents, info.signatures) == (7, 7, 7)
    with Cache.open(path) as cache:
        assert scan(ScanOptions((str(tree),)), cache, Control()).from_cache == 7


def test_files_of_an_absent_drive_stay(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    sql(path, "UPDATE locations SET device = device + 5, path = replace(path, 'folder', 'away/folder')")
    found, info = pruned(path)
    assert (found.files, info.files) == (0, 12)


def test_what_was_not_seen_for_long_goes(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    today = queries.today()
    assert {seen for (seen,) in sql(path, "SELECT seen FROM locations")} == {today}
    sql(path, "UPDATE locations SET seen = ? WHERE content % 2 = 0", today - 101)
    even = sql(path, "SELECT count(*) FROM locations WHERE content % 2 = 0")[0][0]
    assert pruned(path, days=200)[0].files == 0
    found, info = pruned(path, days=100)
    assert (found.files, info.files, info.contents) == (even, 12 - even, 12 - even)


def test_a_scan_marks_as_seen_what_it_finds(tree, path, monkeypatch):
    scanned(tree, path, monkeypatch)
    today = queries.today()
    sql(path, "UPDATE locations SET seen = ?", today - queries.SEEN_AGAIN)
    sql(path, "UPDATE locations SET seen = ? WHERE content % 2 = 0", today - 300)
    with Cache.open(path) as cache:
        assert scan(ScanOptions((str(tree),)), cache, Control()).from_cache == 12
    days = dict(sql(path, "SELECT content % 2, max(seen) FROM locations GROUP BY 1"))
    assert days == {0: today, 1: today - queries.SEEN_AGAIN}


def test_it_shrinks_to_a_size_and_what_was_not_seen_longest_goes_first(tmp_path, path, monkeypatch):
    root = tmp_path / "many"
    root.mkdir()
    for i in range(FILES):
        (root / f"{i}.bin").write_bytes(RNG.randbytes(3000))
    scanned(root, path, monkeypatch)
    sql(path, "UPDATE locations SET seen = seen - content % 2")
    info = pruned(path)[1]
    wished = info.bytes // 2
    found, after = pruned(path, most_bytes=wished)
    assert 0 < after.bytes <= wished
    assert FILES / 4 < after.files < 3 * FILES / 4
    assert found.files == FILES - after.files
    young = sql(path, "SELECT count(*) FROM locations WHERE content % 2 = 0")[0][0]
    assert young >= min(after.files, FILES * 3 // 8)
    assert pruned(path, most_bytes=0)[1].files == 0


def test_a_cache_of_before_is_begun_anew(path):
    with sqlite3.connect(path) as old:
        for script in cache_schema.MIGRATIONS[:6]:
            old.executescript(script)
        old.execute(f"PRAGMA application_id = {cache_schema.APPLICATION_ID}")
        old.execute("PRAGMA user_version = 6")
        old.execute("INSERT INTO contents (id, hash, size) VALUES (1, zeroblob(16), 5)")
        old.execute("INSERT INTO locations VALUES (1, 2, 5, 7, 7, 1, '/nowhere/x')")
    old.close()
    with Cache.open(path) as cache:
        info = cache.info()
    assert (info.files, info.contents, info.version) == (0, 0, len(cache_schema.MIGRATIONS))


def days_ago(path, days, where="1"):
    with sqlite3.connect(path) as database:
        database.execute(f"UPDATE locations SET seen = seen - ? WHERE {where}", (days,))
        database.execute("DELETE FROM notes")
    database.close()


def counts(path):
    with sqlite3.connect(path) as database:
        found = [
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("locations", "contents", "signatures")
        ]
    database.close()
    return found


class TestTidyingByItself:
    @pytest.fixture
    def filled(self, tmp_path, path, monkeypatch):
        monkeypatch.setattr(queries, "_RACY_NS", -(10**18))
        root = tmp_path / "much"
        root.mkdir()
        for number in range(40):
            (root / f"{number}.dat").write_bytes(RNG.randbytes(500))
        self.scan(root, path)
        return root

    def scan(self, root, path):
        with Cache.open(path) as cache:
            return scan(ScanOptions((str(root),)), cache, Control())

    def only_new_ones(self, root, count):
        """Files the cache does not know, in the place of all others; inodes are not used again at once."""
        before = list(root.iterdir())
        for number in range(count):
            (root / f"new {RNG.random()} {number}.dat").write_bytes(RNG.randbytes(500))
        for file in before:
            file.unlink()

    def test_what_was_not_seen_for_long_goes_at_the_end_of_a_scan(self, filled, path):
        assert counts(path) == [40, 40, 40]
        kept, gone = sorted(filled.iterdir())[:10], sorted(filled.iterdir())[10:]
        inodes = ",".join(str(file.stat().st_ino) for file in kept)
        (filled / "new.dat").write_bytes(RNG.randbytes(500))
        for file in gone:
            file.unlink()
        days_ago(path, 400, f"inode NOT IN ({inodes})")
        assert self.scan(filled, path).from_cache == 10
        assert counts(path) == [11, 11, 11]

    def test_once_a_week(self, filled, path):
        days_ago(path, 400)
        with sqlite3.connect(path) as database:
            today = "CAST(strftime('%s', 'now') AS INTEGER) / 86400"
            database.execute(f"INSERT INTO notes VALUES ('tidied', {today} - 3)")
        database.close()
        self.only_new_ones(filled, 1)
        self.scan(filled, path)
        assert counts(path)[0] == 41
        days_ago(path, 0)
        (filled / "newer.dat").write_bytes(RNG.randbytes(500))
        self.scan(filled, path)
        assert counts(path) == [2, 2, 2]

    def test_a_bound_on_the_work(self, filled, path, monkeypatch):
        monkeypatch.setattr(maintenance, "_AT_ONCE", 15)
        days_ago(path, 400)
        self.only_new_ones(filled, 1)
        left = []
        for number in range(4):
            (filled / f"newer {number}").write_bytes(RNG.randbytes(500))
            self.scan(filled, path)
            left.append(counts(path)[0])
        # a new file may have the number of an old one, whose row it takes
        assert left[0] in range(20, 28)
        assert left[1] in range(5, 14)
        assert left[2:] == [4, 5]

    def test_a_cache_that_grew_too_large_loses_what_was_not_seen_longest(self, filled, path):
        with Database(path, cache_schema.MIGRATIONS, cache_schema.APPLICATION_ID, "a cache") as db:
            assert maintenance.tidy(db, most_bytes=0) == 0  # done today, by the scan
            db.execute("DELETE FROM notes")
            assert maintenance.tidy(db, most_bytes=1 << 40) == 0
            db.execute("DELETE FROM notes")
            assert maintenance.tidy(db, most_bytes=1000) == 40
            assert db.query("PRAGMA integrity_check") == [("ok",)]
        assert counts(path) == [0, 0, 0]

    def test_files_of_an_absent_drive_stay(self, filled, path, tmp_path):
        days_ago(path, 300)
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "a").write_bytes(RNG.randbytes(500))
        self.scan(tmp_path / "other", path)
        assert counts(path)[0] == 41

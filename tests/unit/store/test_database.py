"""The database file: pragmas, migrations, refusals, damage, bad luck."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from simfinder.errors import NewerVersionError, StoreCorruptError, StoreError, StoreUnavailableError
from simfinder.store import database
from simfinder.store.database import MEMORY, Database, set_aside

ID = 0x5F1D0001
ONE = "CREATE TABLE a (x INTEGER PRIMARY KEY, y TEXT DEFAULT ';'); CREATE INDEX a_y ON a (y);"
TWO = "ALTER TABLE a ADD COLUMN z INTEGER; UPDATE a SET z = 7;"


def make(path, migrations=(ONE,), **more):
    return Database(path, migrations, ID, "the test store", **more)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "below" / "that" / "x.sqlite3")


def test_new_file_is_private_wal_and_migrated(path):
    with make(path, synchronous="FULL") as db:
        assert db.version == 1
        assert db.query("PRAGMA journal_mode") == [("wal",)]
        assert db.query("PRAGMA synchronous") == [(2,)]
        assert db.query("PRAGMA foreign_keys") == [(1,)]
        assert db.query("PRAGMA application_id") == [(ID,)]
        assert db.insert("INSERT INTO a (y) VALUES (?)", ("one",)) == 1
        assert db.execute_many("INSERT INTO a (y) VALUES (?)", [("two",), ("three",)]) == 2
        assert db.execute("UPDATE a SET y = 'x' WHERE x > 1") == 2
        assert db.query("SELECT x, y FROM a") == [(1, "one"), (2, "x"), (3, "x")]
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700


def test_memory():
    with make(MEMORY) as db:
        db.insert("INSERT INTO a (y) VALUES ('m')")
        assert db.query("SELECT count(*) FROM a") == [(1,)]
    assert not os.path.exists(MEMORY)


@pytest.mark.parametrize("length", [0, 5, database._PIECE, 3 * database._PIECE + 5])
def test_a_blob_is_filled_in_piece_by_piece(path, length):
    data = os.urandom(length)
    with make(path, (ONE, "CREATE TABLE b (data BLOB);")) as db:
        with db.transaction():
            row = db.insert("INSERT INTO b (data) VALUES (zeroblob(?))", (length,))
            db.fill_blob("b", "data", row, data)
        assert db.query("SELECT data FROM b") == [(data,)]
        with pytest.raises(StoreError):
            db.fill_blob("b", "data", row + 1, data)  # there is no such row


def test_migrations_run_once_and_only_the_missing_ones(path):
    with make(path) as db:
        db.execute("INSERT INTO a (y) VALUES ('old')")
    for _ in range(2):
        with make(path, (ONE, TWO)) as db:
            assert db.version == 2
            assert db.query("SELECT y, z FROM a") == [("old", 7)]


def test_failed_migration_leaves_the_file_as_it_was(path):
    make(path).close()
    with pytest.raises(
        StoreCorruptError, match="no such table"
    ):  # so it is told of a file without its tables, too
        make(path, (ONE, "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1);"))
    with make(path) as db:
        assert db.version == 1
        assert db.query("SELECT name FROM sqlite_master WHERE name = 'b'") == []


def test_unfinished_statement_is_a_bug(path):
    with pytest.raises(ValueError, match="unfinished"):
        make(path, ("CREATE TABLE b (x DEFAULT 'y",))


def test_newer_version_is_refused_and_untouched(path):
    make(path, (ONE, TWO)).close()
    before = Path(path).read_bytes()
    with pytest.raises(NewerVersionError, match=r"newer version of SimFinder \(format 2") as caught:
        make(path)
    assert caught.value.path == path
    assert Path(path).read_bytes() == before


def test_foreign_database_is_refused(path):
    os.makedirs(os.path.dirname(path))
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match="another program"):
        make(path)


@pytest.mark.parametrize("garbage", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_garbage_is_corrupt(path, garbage):
    os.makedirs(os.path.dirname(path))
    with open(path, "wb") as file:
        file.write(garbage)
    with pytest.raises(StoreCorruptError) as caught:
        make(path)
    assert caught.value.path == path
    assert Path(path).read_bytes() == garbage


def _fill_and_damage(path):
    with make(path) as db, db.transaction():
        db.execute_many("INSERT INTO a (y) VALUES (?)", ((f"{i:090}",) for i in range(5000)))
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.seek(size // 2)
        file.write(b"\xa5" * 16384)


def test_damage_in_the_middle_is_found_when_asked_for(path):
    _fill_and_damage(path)
    with pytest.raises(StoreCorruptError):
        make(path, check=True)


def test_damage_in_the_middle_is_found_when_read(path):
    _fill_and_damage(path)
    with make(path) as db, pytest.raises(StoreCorruptError):
        db.query("SELECT sum(length(y)) FROM a NOT INDEXED")


def test_damage_is_told_in_one_line_of_visible_signs(path):
    with make(path) as database:
        database.execute("INSERT INTO a (y) VALUES (CAST(? AS TEXT))", (b"a\xff\n\x1b[31m\0" + b"x" * 5000,))
        with pytest.raises(StoreCorruptError) as caught:
            database.query("SELECT y FROM a")
    said = caught.value.message
    assert said.isprintable()
    assert len(said) < 300
    assert "the test store is damaged (Could not decode" in said


def test_truncated_file_is_corrupt(path):
    with make(path) as db, db.transaction():
        db.execute_many("INSERT INTO a (y) VALUES (?)", ((f"{i:090}",) for i in range(5000)))
    os.truncate(path, os.path.getsize(path) // 2)
    with pytest.raises(StoreCorruptError):
        make(path, check=True)


def _insert_and_raise(db):
    db.execute("INSERT INTO a (y) VALUES ('lost')")
    raise RuntimeError("stop")


def test_transaction_is_all_or_nothing(path):
    with make(path) as db:
        with pytest.raises(RuntimeError, match="stop"), db.transaction():
            _insert_and_raise(db)
        assert db.query("SELECT * FROM a") == []
        with db.transaction():
            db.execute("INSERT INTO a (y) VALUES ('kept')")
        assert db.query("SELECT y FROM a") == [("kept",)]


def test_locked_by_another(path):
    with make(path) as one, make(path, timeout=0.05) as two, one.transaction():
        with pytest.raises(StoreUnavailableError, match="locked by another program") as caught:
            two.execute("INSERT INTO a (y) VALUES ('no')")
        assert caught.value.path == path
        assert two.query("SELECT * FROM a") == []  # reading goes on


def test_full_disk(path):
    with make(path) as db:
        ((pages,),) = db.query("PRAGMA page_count")
        db.query(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(StoreUnavailableError, match="no space left"), db.transaction():
            db.execute_many("INSERT INTO a (y) VALUES (?)", (("x" * 1000,) for _ in range(100)))
        assert db.query("SELECT * FROM a") == []
        with db.transaction():
            db.execute("INSERT INTO a (y) VALUES ('fits')")


def test_bugs_pass_through(path):
    with make(path) as db:
        with pytest.raises(sqlite3.OperationalError):
            db.query("SELECT nothing FROM nowhere")
        db.execute("INSERT INTO a VALUES (1, 'x')")
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("INSERT INTO a VALUES (1, 'x')")


def test_closed(path):
    db = make(path)
    db.close()
    db.close()
    with pytest.raises(StoreError, match="closed"):
        db.query("SELECT 1")
    assert not os.path.exists(path + "-wal")


def test_folder_of_that_name(tmp_path):
    with pytest.raises(StoreUnavailableError, match="folder"):
        make(tmp_path)


def test_file_in_the_way_of_the_folder(tmp_path):
    (tmp_path / "f").write_text("x")
    with pytest.raises(StoreUnavailableError, match=r"can't be made"):
        make(tmp_path / "f" / "x.sqlite3")


def test_unknown_synchronous(path):
    with pytest.raises(ValueError, match="NORMAL or FULL"):
        make(path, synchronous="OFF")


def test_name_that_is_not_utf8(tmp_path):
    path = os.fsdecode(os.fsencode(str(tmp_path)) + b"/caf\xe9.sqlite3")
    with make(path) as db:
        db.execute("INSERT INTO a (y) VALUES ('x')")
    assert os.fsencode(path).rsplit(b"/")[-1] in os.listdir(os.fsencode(str(tmp_path)))


def test_threads_share_one(path):
    with make(path) as db:

        def add(start):
            for i in range(start, start + 50):
                with db.transaction():
                    db.execute("INSERT INTO a (x) VALUES (?)", (i,))

        threads = [threading.Thread(target=add, args=(n * 1000,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert db.query("SELECT count(*) FROM a") == [(200,)]


def test_two_programs_make_and_use_it_at_once(path):
    code = (
        "import sys; from simfinder.store.database import Database\n"
        "with Database(sys.argv[1], [sys.argv[2]], int(sys.argv[3]), 'x') as db:\n"
        "    for i in range(40):\n"
        "        with db.transaction(): db.execute('INSERT INTO a (y) VALUES (?)', (str(i),))\n"
    )
    programs = [subprocess.Popen([sys.executable, "-c", code, path, ONE, str(ID)]) for _ in range(3)]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    with make(path) as db:
        assert db.query("SELECT count(*) FROM a") == [(120,)]


def test_set_aside_moves_all_three_and_never_overwrites(path):
    os.makedirs(os.path.dirname(path))
    names = []
    for number in range(3):
        for companion in ("", "-wal", "-shm"):
            with open(path + companion, "w") as file:
                file.write(f"{number}{companion}")
        names.append(set_aside(path))
        assert not os.path.exists(path)
    assert len(set(names)) == 3
    assert names[0].startswith(path + ".corrupt-20")
    assert [Path(name + "-wal").read_text() for name in names] == ["0-wal", "1-wal", "2-wal"]


def test_set_aside_copy_keeps_the_file(path):
    os.makedirs(os.path.dirname(path))
    with open(path, "w") as file:
        file.write("precious")
    copy = set_aside(path, copy=True)
    assert Path(path).read_text() == Path(copy).read_text() == "precious"


def test_set_aside_without_permission(path, monkeypatch):
    os.makedirs(os.path.dirname(path))
    open(path, "w").close()

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(StoreUnavailableError, match="Permission denied"):
        set_aside(path)

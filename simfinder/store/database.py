"""One SQLite file: open it, check its version, migrate it, and turn SQLite's errors into ours, in plain words.

Knows no table: what is stored, and what to do about a damaged file, is the caller's business.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from typing import Any

from simfinder.errors import (
    NewerVersionError,
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
    reason_of,
)
from simfinder.text.message import say

MEMORY = ":memory:"
"""Path of a database in memory, which lives as long as its ``Database``."""

_COMPANIONS = ("", "-wal", "-shm")
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT}
_SCHEMA_GONE = (
    "unsupported file format", "malformed", "no such ", "Could not decode",
    "table ", "index ", "duplicate column", "there is already", "attached databases must use",
)  # fmt: skip
"""First words of SQLite's messages about a file with a damaged schema, which it reports as errors of the program."""
_BAD_LUCK = {
    sqlite3.SQLITE_BUSY: say("is locked by another program"),
    sqlite3.SQLITE_LOCKED: say("is locked by another program"),
    sqlite3.SQLITE_FULL: say("no space left on the disk"),
    sqlite3.SQLITE_READONLY: say("can't be written (read-only)"),
    sqlite3.SQLITE_IOERR: say("the disk can't be read or written"),
    sqlite3.SQLITE_CANTOPEN: say("can't be opened"),
    sqlite3.SQLITE_PERM: say("permission denied"),
    sqlite3.SQLITE_NOMEM: say("out of memory"),
    sqlite3.SQLITE_PROTOCOL: say("is locked by another program"),
    sqlite3.SQLITE_NOLFS: say("the file is too large for this system"),
}

_PIECE = 1 << 18  # bytes of a blob written at a time
_VARIABLES = 900  # most variables in a statement; SQLite takes 999 in any version


class Database:
    """A SQLite database of ours, in WAL mode. Any thread may use it; calls wait for one another.

    Args:
        path: path of the file, created (readable by its owner only) if missing; ``MEMORY`` for none.
        migrations: SQL scripts; number ``i`` brings version ``i`` to ``i + 1``. Their count is our version.
        application_id: marks the file as ours (SQLite header), 32 bits, not 0.
        name: name in messages, e.g. "the signature cache".
        synchronous: "NORMAL" (a power cut may lose the last commits) or "FULL" (a commit is on the disk).
        check: check the whole file for damage first; costs one read of it.
        timeout: seconds to wait for another program's lock.
        page_size: bytes, a power of two; for a new file only.
        log_pages: pages written to the log (WAL) before it is checkpointed into the file.

    Raises:
        NewerVersionError: a newer program made it; the file stays as it is.
        StoreCorruptError: the file is damaged or no database; the file stays as it is.
        StoreUnavailableError: it can't be opened or written now.
        StoreError: it is another program's database.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        migrations: Sequence[str],
        application_id: int,
        name: str,
        *,
        synchronous: str = "NORMAL",
        check: bool = False,
        timeout: float = 10.0,
        page_size: int = 4096,
        log_pages: int = 1000,
    ) -> None:
        if synchronous not in ("NORMAL", "FULL"):
            raise ValueError(f"synchronous must be NORMAL or FULL, not {synchronous}")
        self.path = os.fspath(path)
        self.name = name
        self._lock = threading.RLock()
        self._timeout = timeout
        self._connection: sqlite3.Connection | None = None
        if self.path != MEMORY:
            _make_private_file(self.path, name)
            _expect_files(self.path, name)
        try:
            with self._translated():
                self._connection = sqlite3.connect(
                    self.path, timeout=timeout, isolation_level=None, check_same_thread=False
                )
                self._refuse_others(application_id, len(migrations))
                self.execute(f"PRAGMA page_size = {page_size:d}")
                self.execute(f"PRAGMA wal_autocheckpoint = {log_pages:d}")
                self._set_pragmas(synchronous)
                if check:
                    self._look_for_damage()
                self._migrate(migrations, application_id)
        except BaseException:
            self.close()
            raise

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run a statement and return all its rows."""
        with self._lock, self._translated():
            return self._open.execute(sql, parameters).fetchall()

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> int:
        """Run one statement; return the number of rows it changed (-1 where that has no meaning)."""
        with self._lock, self._translated():
            return self._open.execute(sql, parameters).rowcount

    def fold(self) -> None:
        """Checkpoint the log into the file, as far as no reader is in the way.

        A full disk is no error here: everything is still in the log.
        """
        with contextlib.suppress(StoreUnavailableError):
            self.query("PRAGMA wal_checkpoint(PASSIVE)")

    def execute_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        """Run one statement for every row; return the number of rows changed."""
        with self._lock, self._translated():
            return self._open.executemany(sql, rows).rowcount

    def put_rows(self, sql: str, rows: Sequence[Sequence[Any]], behind: str = "") -> None:
        """Insert rows, many in one statement: each step of a statement releases the GIL and waits for it again.

        Args:
            sql: the statement up to and including ``VALUES``.
            rows: rows of the same length.
            behind: the rest of the statement, after the values.

        Blobs are bound in a third of the time as ``bytearray``: sqlite3 looks for an adapter for each ``bytes``.
        """
        if not rows:
            return
        width = len(rows[0])
        most = max(1, _VARIABLES // width)
        one = "(" + ",".join("?" * width) + ")"
        with self._lock, self._translated():
            for start in range(0, len(rows), most):
                part = rows[start : start + most]
                values = list(chain.from_iterable(part))
                self._open.execute(f"{sql} {','.join([one] * len(part))} {behind}", values)

    def insert(self, sql: str, parameters: Sequence[Any] = ()) -> int:
        """Run one INSERT; return the id (rowid) of the new row."""
        with self._lock, self._translated():
            return self._open.execute(sql, parameters).lastrowid or 0

    def fill_blob(self, table: str, column: str, row: int, data: bytes) -> None:
        """Fill in a blob inserted as ``zeroblob`` of this length, piece by piece.

        Bound to a statement, a blob is copied twice, and stays in the page cache until all of it is written: 40 MB took
        150.
        """
        whole = memoryview(data)
        with self._lock, self._translated(), self._open.blobopen(table, column, row) as blob:
            for begin in range(0, len(whole), _PIECE):
                blob.write(whole[begin : begin + _PIECE])

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block in a transaction: BEGIN IMMEDIATE, COMMIT at the end, ROLLBACK on any exception.

        Other threads of this ``Database`` wait until it ends. Does not nest.
        """
        with self._lock, self._translated():
            connection = self._open
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # on a full disk SQLite rolls back by itself
                    connection.execute("ROLLBACK")
                raise

    @property
    def version(self) -> int:
        """Number of migrations that the file has been through."""
        return int(self.query("PRAGMA user_version")[0][0])

    def close(self) -> None:
        """Close the file; closing twice does nothing. Any later call raises ``StoreError``."""
        with self._lock:
            if self._connection is not None:
                connection, self._connection = self._connection, None
                with self._translated():
                    connection.close()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    @property
    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise StoreError(say("{} is closed", self.name), self.path)
        return self._connection

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn SQLite's errors into ours; a bug (bad SQL, broken constraint) passes through unchanged."""
        try:
            yield
        except UnicodeDecodeError as error:  # SQLite quotes a damaged name
            raise StoreCorruptError(say("{} is damaged (a text is none)", self.name), self.path) from error
        except sqlite3.Error as error:
            code: int = getattr(error, "sqlite_errorcode", 0) or 0
            if (
                code & 0xFF in _DAMAGED
                or code == sqlite3.SQLITE_IOERR_SHORT_READ
                or (code in (0, sqlite3.SQLITE_ERROR) and str(error).startswith(_SCHEMA_GONE))
            ):
                raise StoreCorruptError(
                    say("{} is damaged ({})", self.name, one_line(error)), self.path
                ) from error
            if code & 0xFF in _BAD_LUCK:
                raise StoreUnavailableError(
                    say("{}: {}", self.name, _BAD_LUCK[code & 0xFF]), self.path
                ) from error
            raise

    def _refuse_others(self, application_id: int, ours: int) -> None:
        """Refuse a file that a newer SimFinder or another program made; called before the first write."""
        found, version, tables = self._made_by()
        if found != application_id and (found or version or tables):
            raise StoreError(
                say("{} can't be used: the file belongs to another program", self.name), self.path
            )
        if version > ours:
            raise NewerVersionError(
                say(
                    "{} was made by a newer version of SimFinder (format {}, this one knows {}); use that "
                    "version, or move the file away",
                    self.name,
                    version,
                    ours,
                ),
                self.path,
            )

    def _made_by(self) -> tuple[int, int, int]:
        """Return application id, version and number of tables, of one moment: another program may be creating them."""
        with self._lock, self._translated():
            connection = self._open
            alone = not connection.in_transaction
            if alone:
                connection.execute("BEGIN")
            try:
                ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
                ((found,),) = connection.execute("PRAGMA application_id").fetchall()
                ((version,),) = connection.execute("PRAGMA user_version").fetchall()
            finally:
                if alone and connection.in_transaction:
                    connection.execute("ROLLBACK")
        return found, version, tables

    def _set_pragmas(self, synchronous: str) -> None:
        self.execute(f"PRAGMA synchronous = {synchronous}")
        self.execute("PRAGMA foreign_keys = ON")
        # Two programs that switch the same new file to WAL at once get BUSY without the busy handler.
        deadline = time.monotonic() + self._timeout
        while True:
            try:
                self.query("PRAGMA journal_mode = WAL")
            except StoreUnavailableError as error:
                cause = error.__cause__
                busy = getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                if not busy or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
            else:
                return

    def _look_for_damage(self) -> None:
        ((verdict,),) = self.query("PRAGMA quick_check(1)")
        if verdict != "ok":
            raise StoreCorruptError(say("{} is damaged ({})", self.name, one_line(verdict)), self.path)

    def _migrate(self, migrations: Sequence[str], application_id: int) -> None:
        """Bring the file to our version in one transaction; another program may have done it before."""
        if self.version == len(migrations):
            return
        with self.transaction():
            self._refuse_others(application_id, len(migrations))
            for script in migrations[self.version :]:
                for statement in _statements(script):
                    self._open.execute(statement)
            self._open.execute(f"PRAGMA application_id = {application_id:d}")
            self._open.execute(f"PRAGMA user_version = {len(migrations):d}")


def one_line(by_sqlite: object) -> str:
    """Return SQLite's message as part of one line: it quotes the damaged file, at any length."""
    words = " ".join(str(by_sqlite).split())
    return "".join(sign if sign.isprintable() else "?" for sign in words[:200])


def set_aside(path: str | os.PathLike[str], *, copy: bool = False) -> str:
    """Rename (or copy) a damaged database with its companions; return the new path of the main file.

    The name becomes ``NAME.corrupt-DATE``; an older file of that name is never overwritten.

    Raises:
        StoreUnavailableError: the folder can't be written.
    """
    source = os.fspath(path)
    stem = f"{source}.corrupt-{datetime.now().astimezone():%Y-%m-%dT%H-%M-%S}"
    target, number = stem, 2
    while any(os.path.lexists(target + companion) for companion in _COMPANIONS):
        target, number = f"{stem}.{number}", number + 1
    try:
        for companion in _COMPANIONS:
            if os.path.lexists(source + companion):
                if copy:
                    shutil.copy2(source + companion, target + companion)
                else:
                    os.rename(source + companion, target + companion)
    except OSError as error:
        raise StoreUnavailableError(
            say("a damaged file can't be set aside: {}", reason_of(error)), source
        ) from error
    return target


def _make_private_file(path: str, name: str) -> None:
    """Create the file and its folder, readable by the owner only, if missing."""
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), mode=0o700, exist_ok=True)
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            return
    except OSError as error:
        raise StoreUnavailableError(say("{} can't be made: {}", name, reason_of(error)), path) from error


def _expect_files(path: str, name: str) -> None:
    """Check that a database and what SQLite keeps beside it are files, and not put there by somebody else.

    SQLite would wait for ever for the other end of a pipe, and a journal of somebody else's may name any file of ours
    for removal.

    Raises:
        StoreUnavailableError: one of them is something else.
    """
    try:
        link, main = os.lstat(path), os.stat(path)
        if stat.S_ISLNK(link.st_mode) and not _is_of(link, ()):
            raise StoreUnavailableError(
                say("{} can't be opened: somebody else's link has its name", name), path
            )
        if stat.S_ISDIR(main.st_mode):
            raise StoreUnavailableError(say("{} can't be opened: a folder has its name", name), path)
        if not stat.S_ISREG(main.st_mode):
            raise StoreUnavailableError(say("{} can't be opened: it is no regular file", name), path)
        for companion in ("-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                beside = os.lstat(os.path.realpath(path) + companion)
                if not stat.S_ISREG(beside.st_mode) or not _is_of(beside, (main.st_uid,)):
                    raise StoreUnavailableError(
                        say("{} can't be opened: what has the name of its journal is none", name),
                        path + companion,
                    )
    except OSError as error:
        raise StoreUnavailableError(say("{} can't be opened: {}", name, reason_of(error)), path) from error


def _is_of(status: os.stat_result, others: tuple[int, ...]) -> bool:
    """Tell whether something is ours, root's, or one of these users'."""
    return not hasattr(os, "geteuid") or status.st_uid in (os.geteuid(), 0, *others)


def _statements(script: str) -> Iterator[str]:
    """Split a script into statements (``executescript`` would end the transaction)."""
    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            if statement.strip(" \n\t;"):
                yield statement
            statement = ""
    if statement.strip(" \n\t;"):
        raise ValueError(f"unfinished SQL statement: {statement.strip()}")

"""A SQLite database as people see it: each table with its number of rows, how it is declared, and its first rows.

The file is read into memory and opened from there, without a way to any other file. Views, triggers and virtual tables
are shown as they are declared and never run.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any, BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import ASIDE, SHEET, SQLITE, TEXT
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

_LARGEST = 256 << 20
"""Most bytes of a database that is opened: the process may take 1 GB."""

_ROWS = 20
"""First rows shown of a table."""
_WIDEST = 200  # characters of a value
_STEPS = 1000  # instructions of SQLite between two looks at the clock
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION})
_COUNT, _XINFO = "count", "table_xinfo"


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the tables of a database.

    Args:
        source: the file.
        out: takes the text.

    Raises:
        ViewError: it is damaged, encrypted or too large.
    """
    data = source.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ViewError(say("is too large to be shown by its tables"))
    if (
        data[18:20] == b"\2\2"
    ):  # with a log beside it, which is not read: only what is in the file itself is shown
        data = data[:18] + b"\1\1" + data[20:]
    database = sqlite3.connect(":memory:")
    try:
        if not data.startswith(SQLITE):
            raise ViewError(say("is damaged"))
        database.deserialize(data)
        del data
        database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 64 << 20)
        database.execute("PRAGMA trusted_schema=OFF")
        database.text_factory = lambda value: value.decode("utf-8", "replace")
        database.set_authorizer(_allow)
        database.set_progress_handler(lambda: out.count_read(0), _STEPS)
        out.name, out.kind = "database", TEXT
        for line in _lines(database):
            out.write((line + "\n").encode("utf-8", "replace"))
    except sqlite3.Error as error:
        if out.stopped is not None:
            raise out.stopped from None
        raise ViewError(say("is damaged or encrypted ({})", type(error).__name__)) from None
    finally:
        database.close()


def _allow(action: int, one: str | None, other: str | None, *_where: str | None) -> int:
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if one == _XINFO else sqlite3.SQLITE_DENY
    allowed = action in _ALLOWED and (action != sqlite3.SQLITE_FUNCTION or other == _COUNT)
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _lines(database: sqlite3.Connection) -> Iterator[str]:
    every = database.execute("SELECT type, name, rootpage, sql FROM sqlite_schema ORDER BY name").fetchall()
    found = [one for one in every if not str(one[1]).startswith("sqlite_")]
    for kind, name, root, sql in found:
        if kind != "table":
            continue
        if not root:  # a virtual table
            yield SHEET + str(name)
            yield from _aside(sql)
            continue
        quoted = _quoted(name)
        try:
            (rows,) = database.execute(f"SELECT count(*) FROM {quoted}").fetchone()  # noqa: S608 - quoted
            yield f"{SHEET}{name} ({rows})"
            yield from _aside(sql)
            names = _columns(database, quoted)
            yield "\t".join(names)
            listed = ", ".join(map(_quoted, names)) or "NULL"
            cursor = database.execute(f"SELECT {listed} FROM {quoted} LIMIT {_ROWS}")  # noqa: S608 - quoted
            for row in cursor:
                yield "\t".join(map(_value, row))
            if rows > _ROWS:
                yield "…"
        except sqlite3.DatabaseError as error:
            yield f"{ASIDE}({type(error).__name__})"
    others = [sql for kind, _, _, sql in found if kind != "table" and sql]
    if others:
        yield SHEET + "…"
    for sql in others:
        yield from _aside(sql)


def _columns(database: sqlite3.Connection, quoted: str) -> list[str]:
    """Return the names of the columns that hold values; those that are computed may call whatever they like."""
    rows = database.execute(f"PRAGMA {_XINFO}({quoted})").fetchall()
    return [str(row[1]) for row in rows if row[6] == 0]


def _quoted(name: object) -> str:
    return '"' + str(name).replace('"', '""') + '"'


def _aside(sql: Any) -> list[str]:
    return [ASIDE + line for line in str(sql or "").splitlines()]


def _value(value: Any) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"({len(value):,} bytes)"
    text = " ".join(str(value).split())
    return text if len(text) <= _WIDEST else text[:_WIDEST] + "…"

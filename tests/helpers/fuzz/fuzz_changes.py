"""Changes made to files of our own formats: to their bytes, and, where they are sealed, inside with the seal made anew.

Knows the forms, not what reads them.
"""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xxhash

from tests.helpers.files.mutants import mutate

TEXTS = ("", "\0", "../../..", "/", "\udcff", "\N{RIGHT-TO-LEFT OVERRIDE}x", "x" * 5000, "0", "NaN")
NUMBERS = (0, -1, 1, 2**31, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308)

_STORED = [n for n in NUMBERS if isinstance(n, float) or abs(n) < 2**63]
_SCHEMA = 0.05  # of the databases have another schema, not other rows


def pieces(dice: random.Random, words: Sequence[bytes], most: int) -> bytes:
    """A text made of words of a grammar, in any order."""
    return b"".join(dice.choice(words) for _ in range(dice.randrange(most)))


def by_words(words: Sequence[bytes], most: int) -> Callable[[random.Random, bytes, list[bytes]], bytes]:
    """Half of the mutants are damaged bytes, half have other words of the grammar somewhere, or are nothing else."""

    def change(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
        way = dice.random()
        if way < 0.4:
            return mutate(dice, data, others)
        if way < 0.5:
            return pieces(dice, words, most)
        for _ in range(dice.choice((1, 1, 2, 5))):
            at = dice.randrange(len(data) + 1)
            data = data[:at] + pieces(dice, words, 6) + data[at + dice.choice((0, 0, 1, 3, 20)) :]
        return data

    return change


# JSON


def mutate_json(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Another value, name or shape somewhere; or plain damage."""
    if dice.random() < 0.3:
        return mutate(dice, data, others)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return mutate(dice, data, others)
    for _ in range(dice.choice((1, 1, 2, 5))):
        value = another(dice, value)
    if dice.random() < 0.02:
        return b"[" * dice.choice((500, 100_000))
    with contextlib.suppress(ValueError):
        return json.dumps(value, ensure_ascii=dice.random() < 0.5).encode("utf-8", "surrogatepass")
    return data


def another(dice: random.Random, value: Any) -> Any:
    """The same value but for one place."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        name = dice.choice(list(value))
        way = dice.randrange(12)
        changed = dict(value)
        if way == 0:
            del changed[name]
        elif way == 1:
            changed[dice.choice(TEXTS)] = changed[name]
        elif way == 2:
            changed[name] = value[dice.choice(list(value))]
        else:
            changed[name] = another(dice, value[name])
        return changed
    if isinstance(value, list) and value and dice.random() < 0.9:
        at = dice.randrange(len(value))
        way = dice.randrange(8)
        if way == 0:
            return value[:at] + value[at + 1 :]
        if way == 1:
            return [*value, value[at]]
        return [*value[:at], another(dice, value[at]), *value[at + 1 :]]
    return dice.choice(
        (None, True, [], {}, dice.choice(TEXTS), dice.choice(NUMBERS), value, [value], {"x": value})
    )


# arrays


def damaged_array(dice: random.Random, array: Any) -> Any:
    """Of another length, order or type, or with some bits turned."""
    changed = array.copy()
    way = dice.randrange(5)
    if way == 0 or not changed.size:
        return np.resize(changed, (max(0, len(changed) + dice.choice((-1, 1, -3))), *changed.shape[1:]))
    if way == 1:
        return changed[::-1].copy()
    if way == 2:
        return changed.astype(dice.choice((np.float32, np.int64, np.uint8)))
    flat = changed.reshape(-1)
    for _ in range(dice.choice((1, 3, 20))):
        at = dice.randrange(flat.size)
        raw = bytearray(flat[at : at + 1].tobytes())
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
        flat[at] = np.frombuffer(bytes(raw), dtype=flat.dtype)[0]
    return changed


# databases


def crc_of_row(key: int, body: bytes) -> bytes:
    """What stands before a row of postings of an n-gram index."""
    return zlib.crc32(body, key & 0xFFFFFFFF).to_bytes(4, "little")


def seal_of_piece(content: bytes, piece: bytes) -> bytes:
    """What stands behind a piece of the cache."""
    return xxhash.xxh32_digest(piece, int.from_bytes(content[:4], "little"))


def mutate_database(folder: Path, dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """Damaged bytes, or other rows, values (under their right seals) and tables in a sound file."""
    if dice.random() < 0.4:
        return mutate(dice, data, others)
    path = folder / "to be damaged"
    path.write_bytes(data)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        own = [name for name in tables if not name.startswith("sqlite_")]
        if dice.random() < _SCHEMA:
            with contextlib.suppress(sqlite3.Error):
                _another_schema(dice, database, own)
        else:
            table = dice.choice(own)
            for _ in range(dice.choice((1, 2, 10))):
                with contextlib.suppress(sqlite3.Error):
                    _another_row(dice, database, table)
    return path.read_bytes()


def _another_schema(dice: random.Random, database: sqlite3.Connection, tables: list[str]) -> None:
    table = dice.choice(tables)
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    database.execute(
        dice.choice(
            (
                f"DROP TABLE {table}",
                f"ALTER TABLE {table} RENAME COLUMN {dice.choice(columns)} TO x",
                f"ALTER TABLE {table} RENAME TO x",
                f"ALTER TABLE {table} ADD COLUMN x",
                f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END",
                f"PRAGMA user_version = {dice.choice((-1, 0, 1, 3, 99, 2**31 - 1))}",
                f"PRAGMA application_id = {dice.choice((-1, 0, 1))}",
            )
        )
    )


def _another_row(dice: random.Random, database: sqlite3.Connection, table: str) -> None:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    ((count,),) = database.execute(f"SELECT count(*) FROM {table}").fetchall()
    if not count:
        return
    one = f"SELECT {columns[0]} FROM {table} LIMIT 1 OFFSET {dice.randrange(count)}"
    where = f"{columns[0]} = ({one})"
    column, way = dice.choice(columns), dice.random()
    if way < 0.15:
        database.execute(f"DELETE FROM {table} WHERE {where}")
        return
    if way < 0.3:
        other = f"SELECT {column} FROM {table} LIMIT 1 OFFSET {dice.randrange(count)}"
        database.execute(f"UPDATE {table} SET {column} = ({other}) WHERE {where}")
        return
    value: Any = dice.choice((None, *_STORED, "x", b"", dice.randbytes(30), "/etc/passwd", b"../x"))
    ((found,),) = database.execute(f"SELECT {column} FROM {table} WHERE {where} LIMIT 1").fetchall()
    if isinstance(found, bytes) and dice.random() < 0.8:
        value = _another_blob(dice, database, table, where, found)
    elif isinstance(found, int) and dice.random() < 0.5:
        value = found ^ (1 << dice.randrange(40))
    database.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,))


def _another_blob(
    dice: random.Random, database: sqlite3.Connection, table: str, where: str, blob: bytes
) -> bytes:
    """Damaged inside; what is sealed gets its seal."""
    if table == "postings":
        ((key,),) = database.execute(f"SELECT key FROM postings WHERE {where}").fetchall()
        body = mutate(dice, blob[4:], [blob[4:]])
        return crc_of_row(key, body) + body
    if table in ("signatures", "views"):
        ((key,),) = database.execute(f"SELECT key FROM {table} WHERE {where}").fetchall()
        rows = database.execute("SELECT hash FROM contents WHERE id = ?", (key >> 16,)).fetchall()
        piece = mutate(dice, blob[:-4], [blob[:-4]])
        return piece + (seal_of_piece(rows[0][0], piece) if rows else b"")
    return mutate(dice, blob, [blob])

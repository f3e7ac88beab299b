"""Rows as blocks: a few blobs hold many rows, and one statement takes them apart.

Bound one by one, the values of 78,000 files took as much time as SQLite needs to write them, with Python's lock held,
and 1,400 statements, each of which gives the lock away and waits for it again. SQL can't read binary numbers, so
they are written out in digits, unless they ascend by the same step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.arrays.packed_strings import PackedBytes
from simfinder.store.database import Database

Column: TypeAlias = "PackedBytes | npt.NDArray[np.integer] | int"
"""Blobs; (n, k) uint8, blobs of k bytes; (n,) int64; or one number for all rows."""

_DIGITS = 4  # written at a time
_GROUPS = np.array([f"{number:0{_DIGITS}d}".encode() for number in range(10**_DIGITS)], dtype=f"S{_DIGITS}")


def insert(db: Database, into: str, columns: Sequence[Column], behind: str = "") -> None:
    """Insert rows in the order given.

    Args:
        db: the database.
        into: ``INSERT INTO table (names)``.
        columns: of the same length; at least one is an array.
        behind: the rest of the statement.
    """
    rows = max(len(column) for column in columns if not isinstance(column, int))
    if rows:
        values: list[Any] = [rows]
        shown = ", ".join([_shown(column, values) for column in columns])
        db.execute(f"{_NUMBERED} {into} SELECT {shown} FROM numbered WHERE true {behind}", values)


def find(
    db: Database, what: str, join: str, column: npt.NDArray[np.uint8], *others: npt.NDArray[np.uint8]
) -> list[tuple[Any, ...]]:
    """Return the rows that a query finds for each of some blobs, with the number of the blob.

    Args:
        db: the database.
        what: the columns to return, after the number.
        join: what to join with the blobs, with a placeholder ``{}`` for each column.
        column: (n, k) uint8, blobs of k bytes.
        others: further ones, (n, l).
    """
    values: list[Any] = [len(column)]
    shown = [_shown(each, values) for each in (column, *others)]
    return db.query(f"{_NUMBERED} SELECT i, {what} FROM numbered {join.format(*shown)}", values)


_NUMBERED = "WITH RECURSIVE numbered(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbered WHERE i + 1 < ?1)"


def _shown(column: Column, values: list[Any]) -> str:
    """Return the expression for the value of row i; add what it refers to to the values."""
    if isinstance(column, int):
        return _bound(column, values)
    if isinstance(column, PackedBytes):
        begins, lengths = (_shown(of, values) for of in (column.begins, column.lengths))
        return f"substr({_bound(column.data, values)}, 1 + {begins}, {lengths})"
    if column.ndim == 2:
        width = column.shape[1]
        return f"substr({_bound(np.ascontiguousarray(column), values)}, 1 + {width} * i, {width})"
    first, step = int(column[0]), int(column[min(1, len(column) - 1)]) - int(column[0])
    small = int(column.max()) - int(column.min()) < 1 << 62  # differences are exact
    if small and (np.diff(column) == step).all():
        return f"({_bound(first, values)} + {_bound(step, values)} * i)"
    digits = in_digits(column)
    width = digits.shape[1]
    return f"CAST(substr({_bound(digits, values)}, 1 + {width} * i, {width}) AS INTEGER)"


def _bound(value: Any, values: list[Any]) -> str:
    values.append(value)
    return f"?{len(values)}"


def in_digits(numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
    """Write (n,) 64-bit numbers in ASCII, all as wide as the longest: a sign or zero, and digits. (n, k) uint8."""
    signed = numbers.astype(np.int64)
    left = np.abs(signed).astype(np.uint64)  # the least number has no absolute value, and becomes it here
    groups = len(str(int(left.max(initial=0)))) // _DIGITS + 1
    out = np.empty((len(numbers), groups), dtype=_GROUPS.dtype)
    for group in reversed(range(groups)):
        left, rest = np.divmod(left, np.uint64(len(_GROUPS)))
        out[:, group] = _GROUPS[rest.astype(np.intp)]
    found = out.view(np.uint8).reshape(len(numbers), groups * _DIGITS)
    found[:, 0] = np.where(signed < 0, ord("-"), ord("0"))
    return found

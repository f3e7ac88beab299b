"""Signatures in the stored form of the cache, packed into one table part by part.

Owns the growing table; what is in a piece is ``signatures.stored``'s. No reading, no database.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures import stored
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.signatures.signature import Signature
from simfinder.signatures.table import COLUMNS, TOLD, SignatureTable

_ROWS = 2048


class Columns(NamedTuple):
    """Contents in stored form, one list per column."""

    contents: list[bytes]
    sizes: list[int]
    pieces: list[bytes]


class Packer:
    """Collects contents and makes the table. Memory: the table itself and little more."""

    def __init__(self, parameters: Parameters = PLAIN) -> None:
        self._parameters = parameters
        self._nothing = stored.pack(
            Signature(b"", 0, tags=np.zeros(len(parameters.tags.tags), dtype=np.uint64))
        )
        self._fresh = _no_columns()
        self._parts: list[SignatureTable] = []

    def add(self, content: bytes, size: int, piece: bytes) -> None:
        """One content; with ``b""`` its row stays blank but for hash and size."""
        fresh = self._fresh
        fresh.contents.append(content)
        fresh.sizes.append(size)
        fresh.pieces.append(piece or self._nothing)
        if len(fresh.sizes) >= _ROWS:
            self._pack_fresh()

    def add_columns(self, columns: Columns) -> npt.NDArray[np.bool_]:
        """Many contents; tells which were well-formed, the others are left out."""
        good, part = unpack(columns, self._parameters)
        if not good.all():
            part = part.rows(np.flatnonzero(good))
        self._parts.append(part)
        return good

    def table(self) -> SignatureTable:
        """The table of all that was added, sorted by content, equal contents once. Empties the packer."""
        self._pack_fresh()
        parts, self._parts = self._parts, []
        if not parts:
            return SignatureTable.blank(0, self._parameters)
        keys = np.concatenate([content_keys(part.content) for part in parts])
        distinct, first = np.unique(keys, return_index=True)
        row_of_key = np.full(len(keys), -1, dtype=np.int64)
        row_of_key[first] = np.arange(len(first))
        own = sum(len(part.own_print) for part in parts)
        table = SignatureTable.room(len(distinct), own, self._parameters)
        end = len(keys)
        while parts:
            part = parts.pop()  # each part is freed as soon as it is copied
            rows = row_of_key[end - len(part) : end]
            end -= len(part)
            own -= len(part.own_print)
            source = np.flatnonzero(rows >= 0)
            for name in COLUMNS:
                getattr(table, name)[rows[source]] = getattr(part, name)[source]
            of = part.own_print_of[source]
            table.own_print_of[rows[source]] = np.where(of == TOLD, TOLD, of + np.int32(own))
            table.own_print[own : own + len(part.own_print)] = part.own_print
            table.own_print_len[own : own + len(part.own_print)] = part.own_print_len
        return table.in_order()

    def _pack_fresh(self) -> None:
        if self._fresh.sizes:
            fresh, self._fresh = self._fresh, _no_columns()
            good = self.add_columns(fresh)
            assert good.all(), "a signature just made must be well-formed"


def content_keys(content: npt.NDArray[np.uint8]) -> npt.NDArray[np.bytes_]:
    """(n, 16) uint8 as (n,) 16-byte strings, which sort and compare as the hashes do."""
    return np.ascontiguousarray(content).view("S16").reshape(-1)


def unpack(columns: Columns, parameters: Parameters = PLAIN) -> tuple[npt.NDArray[np.bool_], SignatureTable]:
    """Stored forms to arrays: which rows are well-formed, and a table with a row for each."""
    good, table = stored.unpack(columns.pieces, parameters)
    good &= np.fromiter(map(len, columns.contents), dtype=np.int64, count=len(good)) == 16
    rows = np.flatnonzero(good)
    contents = columns.contents if len(rows) == len(good) else [columns.contents[i] for i in rows.tolist()]
    table.content[rows] = np.frombuffer(b"".join(contents), dtype=np.uint8).reshape(-1, 16)
    table.size[:] = np.array(columns.sizes, dtype=np.int64)
    return good, table


def _no_columns() -> Columns:
    return Columns([], [], [])

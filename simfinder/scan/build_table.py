"""Build the signature table of a scan part by part from the stored form of the cache: contents first, then views.

``signatures.table.serialize`` knows what is in a stored piece. No reading, no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.packed_strings import PackedBytes
from simfinder.arrays.permute_rows import reorder
from simfinder.arrays.set_operations import content_keys, is_among
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature_table import COLUMNS, LARGE, TABLED, TOLD, SignatureTable
from simfinder.signatures.table.unread_table import Unread, UnreadTable
from simfinder.store import mapped_columns
from simfinder.store.mapped_columns import is_mapped, mapped
from simfinder.workers.in_order import in_order

_ROWS = 2048
_STRETCH = 1 << 16  # rows read from a file before their memory is freed: 40 MB

Rows = npt.NDArray[np.integer]


class Columns(NamedTuple):
    """Contents in stored form, one list per column."""

    contents: list[bytes]
    sizes: list[int]
    pieces: list[bytes]


class Packer:
    """Collect contents and build the table. At any moment takes little more memory than the table itself.

    Args:
        parameters: parameters of the methods.
        most: expected number of contents; the room reserved takes no memory before it is filled.
    """

    def __init__(self, parameters: Parameters = PLAIN, most: int = _ROWS) -> None:
        self._parameters = parameters
        self._fresh: list[tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], PackedBytes]] = []
        self._room = SignatureTable.room(most, parameters)
        self._used = 0
        self._contents: int | None = None
        self._prints: list[tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]]] = []
        self._own_prints = 0

    def add(self, content: bytes, size: int, piece: bytes) -> None:
        """Add one content that was just signed."""
        row = np.frombuffer(content, dtype=np.uint8).reshape(1, 16)
        self.add_many(row, np.array([size], dtype=np.int64), PackedBytes.of([piece]))

    def add_many(
        self, contents: npt.NDArray[np.uint8], sizes: npt.NDArray[np.int64], pieces: PackedBytes
    ) -> None:
        """Add many contents that were just signed.

        Args:
            contents: (n, 16) hashes.
            sizes: (n,) of the contents.
            pieces: their signatures in stored form.
        """
        self._fresh.append((contents, sizes, pieces))
        if sum(len(fresh) for _, fresh, _ in self._fresh) >= _ROWS:
            self._pack_fresh()

    def add_blank(self, contents: Sequence[bytes], sizes: Sequence[int]) -> None:
        """Add contents without signatures: rows that are blank except for hash and size."""
        self._pack_fresh()
        for begin in range(0, len(contents), _ROWS):
            some = contents[begin : begin + _ROWS]
            rows = SignatureTable.blank(len(some), self._parameters)
            rows.content[:] = np.frombuffer(b"".join(some), dtype=np.uint8).reshape(-1, 16)
            rows.size[:] = sizes[begin : begin + _ROWS]
            self._take(rows)

    def add_columns(self, columns: Columns) -> npt.NDArray[np.bool_]:
        """Add many contents from the cache; return which were well-formed (the others are left out)."""
        good, part = unpack(columns, self._parameters)
        if not good.all():
            part = part.rows(np.flatnonzero(good)).in_order()
        self._take(part)
        return good

    def begin_views(self) -> None:
        """Mark all that is added from here on as views: their rows come after those of the contents."""
        self._pack_fresh()
        self._contents = self._used

    def table(self, jobs: int = 1) -> tuple[SignatureTable, int]:
        """Return the table of all that was added and how many of its rows are contents; empty the packer.

        Rows ascend by hash among the contents, and again among the views; equal rows appear once, and a view equal to
        the bytes of a content has no row of its own.

        Args:
            jobs: threads that put the columns in order, while nothing else of a scan goes on.
        """
        self._pack_fresh()
        used, room = self._used, self._room
        contents = used if self._contents is None else self._contents
        self._used, self._room, self._contents = 0, SignatureTable.room(0, self._parameters), None
        first, distinct = _distinct(content_keys(room.content[:used]), contents)
        twice = np.ones(used, dtype=np.bool_)
        twice[first] = False
        order = np.concatenate((first, np.flatnonzero(twice)))
        room = in_file(room, first)
        if not np.array_equal(order, np.arange(used)):
            left = [getattr(room, name) for name in TABLED]
            left = sorted(
                (column for column in left if not is_mapped(column)), key=lambda column: -column.nbytes
            )
            for _ in in_order(
                lambda column: reorder(column, order), left, jobs, most=len(left), name="packer"
            ):
                pass
        values, lengths = zip(*self._prints, strict=True) if self._prints else ((), ())
        self._prints, self._own_prints = [], 0
        table = room.shrunk(
            len(first)
        ).holding(  # of the files of a first scan a tenth may be copies: 800 bytes each
            np.concatenate((room.own_print, *values)), np.concatenate((room.own_print_len, *lengths))
        )
        return table, distinct

    def _take(self, part: SignatureTable) -> None:
        begin, end = self._used, self._used + len(part)
        if part.tags.dtype.itemsize > self._room.tags.dtype.itemsize:
            self._room = self._room.wider()
        if end > len(self._room):
            self._room.grow(max(end + _ROWS, len(self._room) + len(self._room) // 8))
        for name in COLUMNS:
            getattr(self._room, name)[begin:end] = getattr(part, name)
        of = part.own_print_of
        self._room.own_print_of[begin:end] = np.where(of == TOLD, TOLD, of + np.int32(self._own_prints))
        if len(part.own_print):
            self._prints.append((part.own_print, part.own_print_len))
            self._own_prints += len(part.own_print)
        self._used = end

    def _pack_fresh(self) -> None:
        if self._fresh:
            contents, sizes, pieces = zip(*self._fresh, strict=True)
            self._fresh = []
            good, rows = serialize.unpack(PackedBytes.joined(pieces), self._parameters)
            assert good.all(), "a signature just made must be well-formed"
            rows.content[:], rows.size[:] = np.concatenate(contents), np.concatenate(sizes)
            self._take(rows)


class UnreadPacker(Packer):
    """Collects contents without their signatures, which are read when something asks for them.

    Args:
        unread: gives the table that ``Packer`` makes of the same contents.
        parameters: of the methods.
    """

    def __init__(self, unread: Unread, parameters: Parameters = PLAIN) -> None:
        super().__init__(parameters, 0)
        self._unread = unread
        self._hashes: list[bytes] = []
        self._sizes: list[npt.NDArray[np.int64]] = []

    def add_columns(self, columns: Columns) -> npt.NDArray[np.bool_]:
        """Add many contents; whether their signatures are well-formed is seen later."""
        self._hashes.append(b"".join(columns.contents))
        self._sizes.append(np.array(columns.sizes, np.int64))
        self._used += len(columns.sizes)
        return np.ones(len(columns.sizes), np.bool_)

    def table(self, jobs: int = 1) -> tuple[SignatureTable, int]:
        """Return the table of all that was added and how many of its rows are contents; see ``Packer.table``."""
        del jobs
        content = np.frombuffer(b"".join(self._hashes), np.uint8).reshape(-1, 16)
        size = np.concatenate(self._sizes) if self._sizes else np.zeros(0, np.int64)
        first, contents = _distinct(content_keys(content), self._contents or 0)
        return UnreadTable.of(content[first], size[first], self._unread, self._parameters), contents


def _distinct(keys: npt.NDArray[np.bytes_], contents: int) -> tuple[npt.NDArray[np.intp], int]:
    """Return where each content and each other view is first, ascending by key, and how many contents there are."""
    distinct, first = np.unique(keys[:contents], return_index=True)
    if len(keys) > contents:
        views, first_view = np.unique(keys[contents:], return_index=True)
        first = np.concatenate((first, contents + first_view[~is_among(views, distinct)]))
    return first, len(distinct)


def in_file(table: SignatureTable, rows: Rows | None = None) -> SignatureTable:
    """Return a large table with its large columns in a file, some of their rows if asked for; others stay as they are.

    The caller drops the one it gave.
    """
    columns = mapped([getattr(table, name) for name in LARGE], rows=rows)
    moved: dict[str, Any] = dict(zip(LARGE, columns, strict=False))
    return replace(table, **moved)


def let_go(table: SignatureTable) -> None:
    """Free the memory of the columns of a table that are in a file; whoever asks for them again gets them."""
    mapped_columns.let_go(*(getattr(table, name) for name in LARGE))


def gathered(table: SignatureTable, *rows: Rows) -> tuple[SignatureTable, list[Rows]]:
    """Copy some rows of a table, wherever they are, while little of its file is in memory.

    Args:
        table: with large columns in a file; any other is returned as it is.
        rows: (m,) rows, several times.

    Returns:
        A table of these rows, each once, and their numbers there.
    """
    if not is_mapped(table.sketch):
        return table, list(rows)
    wanted, place = np.unique(np.concatenate(rows), return_inverse=True)
    columns = {name: getattr(table, name) for name in TABLED}
    taken: dict[str, Any] = {
        name: np.empty((len(wanted), *of.shape[1:]), of.dtype) for name, of in columns.items()
    }
    for first in range(0, len(table), _STRETCH):
        begin, end = np.searchsorted(wanted, (first, first + _STRETCH)).tolist()
        for name, of in columns.items():
            taken[name][begin:end] = of[wanted[begin:end]]
        let_go(table)
    return replace(table, **taken), np.split(place, np.cumsum([len(some) for some in rows[:-1]]))


def unpack(columns: Columns, parameters: Parameters = PLAIN) -> tuple[npt.NDArray[np.bool_], SignatureTable]:
    """Turn stored forms into a table; return which rows are well-formed, and the table with a row for each."""
    good, table = serialize.unpack(columns.pieces, parameters)
    good &= np.fromiter(map(len, columns.contents), dtype=np.int64, count=len(good)) == 16
    rows = np.flatnonzero(good)
    contents = columns.contents if len(rows) == len(good) else [columns.contents[i] for i in rows.tolist()]
    table.content[rows] = np.frombuffer(b"".join(contents), dtype=np.uint8).reshape(-1, 16)
    table.size[:] = np.array(columns.sizes, dtype=np.int64)
    return good, table

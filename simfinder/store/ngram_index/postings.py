"""Postings of an n-gram index as rows of bytes: the layout of a row, its checksum, packing and unpacking. No SQL.

A posting is a key and a file number. A key is an n-gram scattered over all values of its width, so that its highest
bits give the row and all rows are about equally long, whatever the n-grams; only an n-gram held by many files makes its
row longer.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.errors import StoreCorruptError, StoreError

Keys = npt.NDArray[np.uint64]
Ids = npt.NDArray[np.int64]

BITS_PER_CHARACTER = 6
PARTS = 256
"""Number of parts of the key space, by the highest eight bits; a part is sorted at once."""

_PART_BITS = 8
_ROW = 1280  # most bytes on average: uses 97 % of a page of 16 kB; SQLite adds 12 bytes a row
_MOST_BITS = 24
_SUM = 4
_LONGEST_ROW = 900_000_000  # SQLite's own limit is 10^9
_ODD = 0x9E3779B97F4A7C15  # multiplying by an odd number loses nothing


@dataclass(frozen=True, slots=True)
class Layout:
    """How the postings of one segment are split into rows.

    Attributes:
        width: bits of a key.
        bits: how many of its highest bits are the number of the row.
        id_bytes: bytes of a file number, counted from ``first``.
        first: lowest file number.
    """

    width: int
    bits: int
    id_bytes: int
    first: int

    @classmethod
    def fitting(cls, width: int, postings: int, first: int, last: int) -> Layout:
        """Return a layout for this many postings of files ``first`` to ``last``."""
        id_bytes = max(1, ((last - first).bit_length() + 7) // 8)
        likely = max(0, width - postings.bit_length() + 8)
        per_row = _ROW // (id_bytes + (likely + 7) // 8)
        return cls(width, min(_MOST_BITS, width, (postings // per_row).bit_length()), id_bytes, first)

    def is_possible(self) -> bool:
        """Return False for a layout from a damaged file."""
        return 0 <= self.bits <= min(_MOST_BITS, self.width) and 1 <= self.id_bytes <= 4 and self.first >= 0

    @property
    def shift(self) -> int:
        """Bits of a key that are stored in the row."""
        return self.width - self.bits

    @property
    def rest_bytes(self) -> int:
        """Bytes stored of a key; 0 where the row alone tells all keys apart."""
        return (self.shift + 7) // 8


def scatter(grams: Keys, width: int) -> Keys:
    """Return keys of n-grams: a permutation of all values of ``width`` bits."""
    return (grams * np.uint64(_ODD)) & np.uint64((1 << width) - 1)


def part_of(keys: Keys, width: int) -> npt.NDArray[np.uint8]:
    """Return the part of each key, 0 .. PARTS - 1."""
    return (keys >> np.uint64(width - _PART_BITS)).astype(np.uint8)


def in_order(keys: Keys, ids: Ids, width: int) -> tuple[Keys, Ids]:
    """Sort the postings of one part by key, then file number."""
    if not len(keys):
        return keys, ids
    low = np.uint64(width - _PART_BITS)
    first = int(ids.min())
    id_bits = np.uint64((int(ids.max()) - first).bit_length())
    if int(low + id_bits) > 64:
        order = np.lexsort((ids, keys))
        return keys[order], ids[order]
    # both in one number: numpy sorts numbers ten times as fast as two columns
    top = (keys[0] >> low) << low
    both = ((keys - top) << id_bits) | (ids - first).astype(np.uint64)
    both.sort()
    mask = (np.uint64(1) << id_bits) - np.uint64(1)
    return (both >> id_bits) + top, (both & mask).astype(np.int64) + first


def rows(keys: Keys, ids: Ids, layout: Layout, numbers: range) -> Iterator[tuple[int, bytes]]:
    """Pack sorted postings: yield (number of the row, its bytes), empty rows too, because a missing row is damage.

    Args:
        keys: keys of all postings in these rows, ascending.
        ids: their file numbers.
        layout: layout of the rows.
        numbers: numbers of the rows.

    Raises:
        StoreError: a row would be longer than SQLite takes.
    """
    shift = np.uint64(layout.shift)
    bounds = np.searchsorted(
        keys >> shift, np.arange(numbers.start, numbers.stop + 1, dtype=np.uint64)
    ).tolist()
    rest = _narrow(keys & ((np.uint64(1) << shift) - np.uint64(1)), layout.rest_bytes)
    files = _narrow((ids - layout.first).astype(np.uint64), layout.id_bytes)
    for number, begin, end in zip(numbers, bounds, bounds[1:], strict=False):
        if (end - begin) * (layout.rest_bytes + layout.id_bytes) > _LONGEST_ROW:
            raise StoreError(f"an n-gram is held by too many files for an index ({end - begin})")
        body = rest[begin:end].tobytes() + files[begin:end].tobytes()
        yield number, zlib.crc32(body, number).to_bytes(_SUM, "little") + body


def unpack(number: int, data: bytes, layout: Layout, last: int) -> tuple[Keys, Ids]:
    """Unpack a row: return the low bits of its keys, ascending, and the file numbers.

    Args:
        number: number of the row.
        data: its bytes.
        layout: layout of the rows.
        last: highest possible file number.

    Raises:
        StoreCorruptError: the row is damaged. A repeated posting is damage too: it would count twice.
    """
    if not isinstance(data, bytes):  # SQLite keeps anything in any column
        raise StoreCorruptError("the index is damaged (a row of n-grams)")
    body = memoryview(data)[_SUM:]
    width = layout.rest_bytes + layout.id_bytes
    whole = len(data) >= _SUM and len(body) % width == 0
    if not whole or zlib.crc32(body, number) != int.from_bytes(data[:_SUM], "little"):
        raise StoreCorruptError("the index is damaged (a row of n-grams)")
    count = len(body) // width
    split = count * layout.rest_bytes
    rest = _widen(np.frombuffer(body[:split], np.uint8).reshape(count, layout.rest_bytes))
    files = _widen(np.frombuffer(body[split:], np.uint8).reshape(count, layout.id_bytes))
    ids = files.astype(np.int64) + layout.first
    ascends = (rest[1:] > rest[:-1]) | ((rest[1:] == rest[:-1]) & (ids[1:] > ids[:-1]))
    if not ascends.all() or (len(ids) and ids.max() > last):
        raise StoreCorruptError("the index is damaged (a row of n-grams)")
    return rest, ids


def _narrow(values: Keys, width: int) -> npt.NDArray[np.uint8]:
    """Return the (n, width) lowest bytes of numbers, little-endian."""
    return np.ascontiguousarray(values.astype("<u8").view(np.uint8).reshape(len(values), 8)[:, :width])


def _widen(columns: npt.NDArray[np.uint8]) -> Keys:
    full = np.zeros((len(columns), 8), np.uint8)
    full[:, : columns.shape[1]] = columns
    return full.view("<u8").reshape(-1).astype(np.uint64, copy=False)

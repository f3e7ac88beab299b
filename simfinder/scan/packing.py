"""Signatures, fresh or in the stored form of the cache, packed into one table.

Owns the list of methods a scan stores and the way from blobs to arrays, thousands at a time (the single way is
each method's own ``from_bytes``, and both are tested equal). No reading, no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures import sketch, spamsum, tagcount
from simfinder.signatures.signature import Signature
from simfinder.signatures.spamscore import PART
from simfinder.signatures.table import SignatureTable
from simfinder.store.cache import MethodKey

METHODS = tuple(MethodKey(module.NAME, module.VERSION) for module in (tagcount, spamsum, sketch))
"""What the cache holds of a content, in the order of ``blobs_of``."""

_ROWS = 2048
_TAG_BYTES = 8 * 16
_IN_ALPHABET = np.zeros(256, dtype=np.bool_)
_IN_ALPHABET[np.frombuffer(spamsum.ALPHABET.encode(), dtype=np.uint8)] = True
_NOTHING = (bytes(_TAG_BYTES), b"", b"")


class Columns(NamedTuple):
    """Contents in stored form, one list per column."""

    contents: list[bytes]
    sizes: list[int]
    tags: list[bytes]
    spamsums: list[bytes]
    sketches: list[bytes]


def blobs_of(signature: Signature) -> tuple[bytes, bytes, bytes]:
    """The stored form of a signature, one blob per method of ``METHODS``."""
    return (
        tagcount.to_bytes(signature.tags),
        spamsum.to_bytes(signature.spamsum),
        sketch.to_bytes(signature.sketch),
    )


class Packer:
    """Collects contents and makes the table. Memory: the table itself and little more."""

    def __init__(self) -> None:
        self._fresh = Columns([], [], [], [], [])
        self._parts: list[SignatureTable] = []

    def add(self, content: bytes, size: int, blobs: tuple[bytes, ...]) -> None:
        """One content; without blobs its row stays blank but for hash and size."""
        fresh = self._fresh
        fresh.contents.append(content)
        fresh.sizes.append(size)
        for column, blob in zip(fresh[2:], blobs or _NOTHING, strict=True):
            column.append(blob)
        if len(self._fresh.sizes) >= _ROWS:
            self._pack_fresh()

    def add_columns(self, columns: Columns) -> npt.NDArray[np.bool_]:
        """Many contents; tells which were well-formed, the others are left out."""
        good, part = unpack(columns)
        if not good.all():
            part = _rows_of(part, np.flatnonzero(good))
        self._parts.append(part)
        return good

    def table(self) -> SignatureTable:
        """The table of all that was added, sorted by content, equal contents once. Empties the packer."""
        self._pack_fresh()
        parts, self._parts = self._parts, []
        if not parts:
            return blank(0)
        keys = np.concatenate([content_keys(part.content) for part in parts])
        distinct, first = np.unique(keys, return_index=True)
        row_of_key = np.full(len(keys), -1, dtype=np.int64)
        row_of_key[first] = np.arange(len(first))
        table = blank(len(distinct))
        end = len(keys)
        while parts:
            part = parts.pop()  # each part is freed as soon as it is copied
            rows = row_of_key[end - len(part) : end]
            end -= len(part)
            source = np.flatnonzero(rows >= 0)
            for column in fields(table):
                getattr(table, column.name)[rows[source]] = getattr(part, column.name)[source]
        return table

    def _pack_fresh(self) -> None:
        if self._fresh.sizes:
            fresh, self._fresh = self._fresh, Columns([], [], [], [], [])
            good = self.add_columns(fresh)
            assert good.all(), "a signature just made must be well-formed"


def content_keys(content: npt.NDArray[np.uint8]) -> npt.NDArray[np.bytes_]:
    """(n, 16) uint8 as (n,) 16-byte strings, which sort and compare as the hashes do."""
    return np.ascontiguousarray(content).view("S16").reshape(-1)


def blank(rows: int) -> SignatureTable:
    """A table of rows that hold nothing yet."""
    return SignatureTable(
        content=np.zeros((rows, 16), dtype=np.uint8),
        size=np.zeros(rows, dtype=np.int64),
        tags=np.zeros((rows, 16), dtype=np.uint64),
        spam_block=np.zeros(rows, dtype=np.uint64),
        spam1=np.zeros((rows, PART), dtype=np.uint8),
        spam1_len=np.zeros(rows, dtype=np.uint8),
        spam2=np.zeros((rows, PART), dtype=np.uint8),
        spam2_len=np.zeros(rows, dtype=np.uint8),
        sketch=np.full((rows, sketch.SIZE), sketch.EMPTY, dtype=np.uint64),
        sketch_len=np.zeros(rows, dtype=np.uint16),
    )


def unpack(columns: Columns) -> tuple[npt.NDArray[np.bool_], SignatureTable]:
    """Stored forms to arrays: which rows are well-formed, and a table with a row for each (blank where not)."""
    count = len(columns.sizes)
    table = blank(count)
    good = np.fromiter(map(len, columns.contents), dtype=np.int64, count=count) == 16
    good &= np.fromiter(map(len, columns.tags), dtype=np.int64, count=count) == _TAG_BYTES
    lengths = np.fromiter(map(len, columns.sketches), dtype=np.int64, count=count)
    good &= (lengths % 8 == 0) & (lengths <= 8 * sketch.SIZE)
    blocks, parts = _split(columns.spamsums, good)
    good &= _fill_spamsum(table, blocks, parts, good)
    good &= _fill_sketch(table, columns.sketches, good)
    rows = np.flatnonzero(good).tolist()
    table.content[rows] = _joined([columns.contents[i] for i in rows]).reshape(-1, 16)
    table.size[:] = np.array(columns.sizes, dtype=np.int64)
    tags = _joined([columns.tags[i] for i in rows]).view("<u8").reshape(-1, 16)
    table.tags[rows] = tags
    return good, table


def _split(
    texts: Sequence[bytes], good: npt.NDArray[np.bool_]
) -> tuple[list[int], tuple[list[bytes], list[bytes]]]:
    """Block size and both parts of spamsum texts; rows that are none lose their place in ``good``."""
    blocks: list[int] = []
    first: list[bytes] = []
    second: list[bytes] = []
    for i, text in enumerate(texts):
        pieces = text.split(b":") if text else [b"0", b"", b""]
        fits = len(pieces) == 3 and pieces[0].isdigit() and len(pieces[0]) < 19
        if not fits or max(len(pieces[1]), len(pieces[2])) > PART:
            good[i] = False
            pieces = [b"0", b"", b""]
        blocks.append(int(pieces[0]))
        first.append(pieces[1])
        second.append(pieces[2])
    return blocks, (first, second)


def _fill_spamsum(
    table: SignatureTable,
    blocks: list[int],
    parts: tuple[list[bytes], list[bytes]],
    good: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    table.spam_block[:] = np.array(blocks, dtype=np.uint64)
    well = good.copy()
    for texts, values, lengths in (
        (parts[0], table.spam1, table.spam1_len),
        (parts[1], table.spam2, table.spam2_len),
    ):
        lengths[:] = np.fromiter(map(len, texts), dtype=np.uint8, count=len(texts))
        filled = np.arange(PART, dtype=np.uint8) < lengths[:, None]
        values[filled] = _joined(texts)
        well &= (_IN_ALPHABET[values] | ~filled).all(axis=1)
    return well


def _fill_sketch(
    table: SignatureTable, blobs: Sequence[bytes], good: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    usable = [blob if fits else b"" for blob, fits in zip(blobs, good.tolist(), strict=True)]
    lengths = np.fromiter(map(len, usable), dtype=np.int64, count=len(usable)) // 8
    filled = np.arange(sketch.SIZE) < lengths[:, None]
    table.sketch[filled] = _joined(usable).view("<u8")
    table.sketch_len[:] = lengths
    rising = table.sketch[:, 1:] > table.sketch[:, :-1]
    return np.asarray((rising | ~filled[:, 1:]).all(axis=1))


def _joined(pieces: Sequence[bytes]) -> npt.NDArray[np.uint8]:
    return np.frombuffer(b"".join(pieces), dtype=np.uint8)


def _rows_of(table: SignatureTable, rows: npt.NDArray[np.intp]) -> SignatureTable:
    return SignatureTable(**{column.name: getattr(table, column.name)[rows] for column in fields(table)})

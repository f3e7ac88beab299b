"""Signatures, fresh or in the stored form of the cache, packed into one table.

Owns the list of methods a scan stores and the way from blobs to arrays, thousands at a time (the single way is
each method's own ``from_bytes``, and both are tested equal). No reading, no database.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.signatures import shingleprint, simhash, sketch, spamsum, tagcount
from simfinder.signatures.batch import AS_SKETCH
from simfinder.signatures.compact import unpack_ascending_rows, unpack_counts_rows
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.signatures.signature import Signature
from simfinder.signatures.spamscore import PART
from simfinder.signatures.table import COLUMNS, SignatureTable
from simfinder.store.cache import MethodKey

_NO_VALUES = shingleprint.to_bytes(np.zeros(0, dtype=np.uint32))
_METHODS = (tagcount, spamsum, simhash, shingleprint, sketch)
_ROWS = 2048
_IN_ALPHABET = np.zeros(256, dtype=np.bool_)
_IN_ALPHABET[np.frombuffer(spamsum.ALPHABET.encode(), dtype=np.uint8)] = True


def method_keys(parameters: Parameters = PLAIN) -> tuple[MethodKey, ...]:
    """What the cache holds of a content, in the order of ``blobs_of``."""
    return tuple(
        MethodKey(module.NAME, module.VERSION, parameters=parameters.of(module.NAME)) for module in _METHODS
    )


class Columns(NamedTuple):
    """Contents in stored form, one list per column."""

    contents: list[bytes]
    sizes: list[int]
    tags: list[bytes]
    spamsums: list[bytes]
    simhashes: list[bytes]
    prints: list[bytes]
    sketches: list[bytes]


def blobs_of(signature: Signature) -> tuple[bytes, ...]:
    """The stored form of a signature, one blob per method of ``method_keys``."""
    features = signature.shingleprint
    alike = np.array_equal(features, signature.sketch >> np.uint64(32))
    return (
        tagcount.to_bytes(signature.tags),
        spamsum.to_bytes(signature.spamsum),
        simhash.to_bytes(signature.simhash),
        AS_SKETCH if alike else shingleprint.to_bytes(features),
        sketch.to_bytes(signature.sketch),
    )


class Packer:
    """Collects contents and makes the table. Memory: the table itself and little more."""

    def __init__(self, parameters: Parameters = PLAIN) -> None:
        self._parameters = parameters
        self._nothing = blobs_of(Signature(b"", 0, tags=np.zeros(len(parameters.tags.tags), dtype=np.uint64)))
        self._fresh = _no_columns()
        self._parts: list[SignatureTable] = []

    def add(self, content: bytes, size: int, blobs: tuple[bytes, ...]) -> None:
        """One content; without blobs its row stays blank but for hash and size."""
        fresh = self._fresh
        fresh.contents.append(content)
        fresh.sizes.append(size)
        for column, blob in zip(fresh[2:], blobs or self._nothing, strict=True):
            column.append(blob)
        if len(self._fresh.sizes) >= _ROWS:
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
        table = SignatureTable.blank(len(distinct), self._parameters)
        end = len(keys)
        while parts:
            part = parts.pop()  # each part is freed as soon as it is copied
            rows = row_of_key[end - len(part) : end]
            end -= len(part)
            source = np.flatnonzero(rows >= 0)
            for name in COLUMNS:
                getattr(table, name)[rows[source]] = getattr(part, name)[source]
        return table

    def _pack_fresh(self) -> None:
        if self._fresh.sizes:
            fresh, self._fresh = self._fresh, _no_columns()
            good = self.add_columns(fresh)
            assert good.all(), "a signature just made must be well-formed"


def content_keys(content: npt.NDArray[np.uint8]) -> npt.NDArray[np.bytes_]:
    """(n, 16) uint8 as (n,) 16-byte strings, which sort and compare as the hashes do."""
    return np.ascontiguousarray(content).view("S16").reshape(-1)


def unpack(columns: Columns, parameters: Parameters = PLAIN) -> tuple[npt.NDArray[np.bool_], SignatureTable]:
    """Stored forms to arrays: which rows are well-formed, and a table with a row for each (blank where not)."""
    count = len(columns.sizes)
    table = SignatureTable.blank(count, parameters)
    good = np.fromiter(map(len, columns.contents), dtype=np.int64, count=count) == 16
    lengths = np.fromiter(map(len, columns.simhashes), dtype=np.int64, count=count)
    good &= (lengths == 0) | (lengths == 8)
    blocks, parts = _split(columns.spamsums, good)
    good &= _fill_spamsum(table, blocks, parts, good)
    well, table.tags[:] = unpack_counts_rows(columns.tags, table.tags.shape[1])
    good &= well
    well, table.sketch[:], table.sketch_len[:] = unpack_ascending_rows(columns.sketches, sketch.SIZE)
    good &= well
    good &= _fill_print(table, columns.prints)
    rows = np.flatnonzero(good).tolist()
    table.content[rows] = _joined([columns.contents[i] for i in rows]).reshape(-1, 16)
    table.size[:] = np.array(columns.sizes, dtype=np.int64)
    table.has_simhash[:] = (lengths == 8) & good
    table.simhash[table.has_simhash] = _joined(
        [columns.simhashes[i] for i in np.flatnonzero(table.has_simhash).tolist()]
    ).view("<u8")
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


def _fill_print(table: SignatureTable, blobs: Sequence[bytes]) -> npt.NDArray[np.bool_]:
    """Shingleprints, those told by the sketch among them; the sketches must be there."""
    alike = np.fromiter((blob == AS_SKETCH for blob in blobs), dtype=np.bool_, count=len(blobs))
    width = table.shingleprint.shape[1]
    well, values, lengths = unpack_ascending_rows(
        [_NO_VALUES if same else blob for same, blob in zip(alike.tolist(), blobs, strict=True)], width, 32
    )
    table.shingleprint[:], table.shingleprint_len[:] = values, lengths
    rows = np.flatnonzero(alike)
    count = min(width, sketch.SIZE)
    table.shingleprint[rows, :count] = table.sketch[rows, :count] >> np.uint64(32)
    table.shingleprint_len[rows] = table.sketch_len[rows]
    well[rows] = table.sketch_len[rows] <= width
    return well


def _joined(pieces: Sequence[bytes]) -> npt.NDArray[np.uint8]:
    return np.frombuffer(b"".join(pieces), dtype=np.uint8)


def _no_columns() -> Columns:
    return Columns([], [], [], [], [], [], [])

"""``SignatureTable``: signatures of many contents as a structure of arrays, one row per distinct content.

Rows are sorted by content hash, so a table does not depend on the order of a scan.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.signatures.methods.registry import plain_rows, plain_width
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.sketch.hash_codes import EMPTY_HIGH, EMPTY_LOW, Codes, codes_of, rounded
from simfinder.signatures.spamsum.score import PART, SECOND, parse
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature import Signature

U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]

NO_PRINT = np.uint32(0xFFFFFFFF)
"""Filling behind the values of a shingleprint; the length tells it from a value."""

COLUMNS = (
    "content",
    "size",
    "tags",
    "spam_block",
    "spam1",
    "spam1_len",
    "spam2",
    "spam2_len",
    "simhash",
    "has_simhash",
    "sketch",
    "sketch_low",
    "sketch_len",
    "plain",
)
"""Names of the columns of plain values; shingleprints are stored separately."""

LARGE = ("sketch", "sketch_low", "tags", "spam1", "spam2")
"""Names of the columns that take nearly all of a table, and that comparing alone needs."""

TABLED = (*COLUMNS, "own_print_of")
"""Names of the columns with n rows."""

_ALL = slice(None)

TOLD = np.int32(-1)
"""In ``own_print_of``: the shingleprint of this row derives from the sketch."""


@dataclass(frozen=True, slots=True, eq=False)
class SignatureTable:
    """Signatures of n distinct contents. All arrays are C-contiguous and never change.

    Attributes:
        content: (n, 16) uint8, ascending as byte strings.
        size: (n,) int64, bytes.
        tags: (n, t) uint32 counts of t tags, by default 16; uint64 if a count is larger. See ``counts``.
        spam_block: (n,) uint64 block sizes; 0 if there is no spamsum.
        spam1, spam2: (n, 64) and (n, 32) uint8, the parts' ASCII characters as ssdeep writes them, then zeros.
        spam1_len, spam2_len: (n,) uint8, characters in use.
        simhash: (n,) uint64; 0 if there is none.
        has_simhash: (n,) bool; an input without features has none.
        sketch, sketch_low: (n, 128) uint32 and uint8, codes of the values (see ``hash_codes``), ascending; unused ones
            are the maximum.
        sketch_len: (n,) uint16, values in use.
        plain: (n, w) uint8, rows of the plain methods side by side, all zeros if not signed; w is 0 if there are none.
            See ``plain_rows``.
        own_print_of: (n,) int32, row of ``own_print`` with the shingleprint; ``TOLD`` if it equals the leading halves
            of the sketch, as nearly all do. See ``prints``.
        own_print: (m, f) uint32 values of the other shingleprints, ascending; f is 128 by default.
        own_print_len: (m,) uint16, values in use.
        parameters: with which the values were made.
    """

    content: U8
    size: npt.NDArray[np.int64]
    tags: npt.NDArray[np.uint32] | U64
    spam_block: U64
    spam1: U8
    spam1_len: U8
    spam2: U8
    spam2_len: U8
    simhash: U64
    has_simhash: npt.NDArray[np.bool_]
    sketch: npt.NDArray[np.uint32]
    sketch_low: U8
    sketch_len: npt.NDArray[np.uint16]
    plain: U8
    own_print_of: npt.NDArray[np.int32]
    own_print: npt.NDArray[np.uint32]
    own_print_len: npt.NDArray[np.uint16]
    parameters: Parameters = PLAIN

    @classmethod
    def blank(cls, rows: int, parameters: Parameters = PLAIN) -> SignatureTable:
        """Make a table of empty rows."""
        return cls(
            content=np.zeros((rows, 16), dtype=np.uint8),
            size=np.zeros(rows, dtype=np.int64),
            tags=np.zeros((rows, len(parameters.tags.tags)), dtype=np.uint32),
            spam_block=np.zeros(rows, dtype=np.uint64),
            spam1=np.zeros((rows, PART), dtype=np.uint8),
            spam1_len=np.zeros(rows, dtype=np.uint8),
            spam2=np.zeros((rows, SECOND), dtype=np.uint8),
            spam2_len=np.zeros(rows, dtype=np.uint8),
            simhash=np.zeros(rows, dtype=np.uint64),
            has_simhash=np.zeros(rows, dtype=np.bool_),
            sketch=np.full((rows, SIZE), EMPTY_HIGH, dtype=np.uint32),
            sketch_low=np.full((rows, SIZE), EMPTY_LOW, dtype=np.uint8),
            sketch_len=np.zeros(rows, dtype=np.uint16),
            plain=np.zeros((rows, plain_width()), dtype=np.uint8),
            own_print_of=np.full(rows, TOLD, dtype=np.int32),
            own_print=np.zeros((0, parameters.features), dtype=np.uint32),
            own_print_len=np.zeros(0, dtype=np.uint16),
            parameters=parameters,
        )

    @classmethod
    def room(cls, rows: int, parameters: Parameters = PLAIN) -> SignatureTable:
        """Allocate a table of rows to be filled; until then its content is undefined and takes no memory."""
        blank = cls.blank(0, parameters)
        columns = {name: getattr(blank, name) for name in TABLED}
        empty = {name: np.empty((rows, *like.shape[1:]), dtype=like.dtype) for name, like in columns.items()}
        return cls(
            **empty, own_print=blank.own_print, own_print_len=blank.own_print_len, parameters=parameters
        )

    @classmethod
    def build(cls, signatures: Iterable[Signature], parameters: Parameters = PLAIN) -> SignatureTable:
        """Make a table of signatures in any order; equal contents become one row (the first one's).

        Raises:
            SignatureError: a spamsum is malformed or longer than ssdeep's.
        """
        distinct: dict[bytes, Signature] = {}
        for signature in signatures:
            distinct.setdefault(signature.content, signature)
        table = cls.blank(len(distinct), parameters)
        in_order = [distinct[content] for content in sorted(distinct)]
        counts = np.zeros(table.tags.shape, dtype=np.uint64)
        for row, signature in enumerate(in_order):
            counts[row] = signature.tags
        table = replace(table, tags=narrow(counts))
        for row, signature in enumerate(in_order):
            table._fill(row, signature)
        values = np.full((len(table), parameters.features), NO_PRINT, dtype=np.uint32)
        for row, signature in enumerate(in_order):
            values[row, : len(signature.shingleprint)] = signature.shingleprint
        lengths = np.array([len(signature.shingleprint) for signature in in_order], dtype=np.uint16)
        return table.with_prints(values, lengths)

    def with_prints(self, values: npt.NDArray[np.uint32], lengths: npt.NDArray[np.uint16]) -> SignatureTable:
        """Return the table with other shingleprints.

        Args:
            values: (n, f) uint32, ascending, ``NO_PRINT`` behind those in use.
            lengths: (n,) uint16, values in use.
        """
        told, told_len = self._told(np.arange(len(self)))
        own = np.flatnonzero((told_len != lengths) | (told != values).any(axis=1))
        of = np.full(len(self), TOLD, dtype=np.int32)
        of[own] = np.arange(len(own))
        return replace(self, own_print_of=of, own_print=values[own], own_print_len=lengths[own])

    @classmethod
    def concatenate(cls, tables: Sequence[SignatureTable]) -> SignatureTable:
        """Concatenate the rows of tables (at least one) of the same parameters."""
        before = np.cumsum([0, *(len(table.own_print) for table in tables)])
        of = [
            np.where(table.own_print_of == TOLD, TOLD, table.own_print_of + np.int32(first))
            for table, first in zip(tables, before.tolist(), strict=False)
        ]
        names = (*COLUMNS, "own_print", "own_print_len")
        columns = {name: np.concatenate([getattr(table, name) for table in tables]) for name in names}
        return cls(**columns, own_print_of=np.concatenate(of), parameters=tables[0].parameters)

    def __len__(self) -> int:
        return len(self.size)

    def row(self, i: int) -> Signature:
        """Return the signature of row i in its own arrays; sketch values are the least ones of their codes."""
        return Signature(
            content=self.content[i].tobytes(),
            size=int(self.size[i]),
            tags=self.tags[i].astype(np.uint64),
            spamsum=self.spamsum_text(i),
            simhash=int(self.simhash[i]) if self.has_simhash[i] else None,
            shingleprint=self._print(i),
            sketch=self.sketch_values(i),
            plain=self.plain[i].tobytes(),
        )

    def plain_rows(self, name: str) -> npt.NDArray[Any]:
        """Return the (n, width) column of a plain method; all zeros where a content was not signed."""
        return plain_rows(name, self.plain)

    @property
    def codes(self) -> Codes:
        """The codes of all sketches."""
        return Codes(self.sketch, self.sketch_low)

    def sketch_values(self, i: int) -> U64:
        """Return the sketch of row i: the least values that have its codes, ascending."""
        used = slice(0, int(self.sketch_len[i]))
        return rounded(self.sketch[i, used], self.sketch_low[i, used])

    def rows(self, numbers: npt.NDArray[np.intp]) -> SignatureTable:
        """Return a table of some rows, in the order given."""
        columns = {name: getattr(self, name)[numbers] for name in COLUMNS}
        return replace(self, **columns, own_print_of=self.own_print_of[numbers])

    def cut(self, rows: int) -> SignatureTable:
        """Return the first rows, without a copy."""
        columns = {name: getattr(self, name)[:rows] for name in TABLED}
        return SignatureTable(
            **columns,
            own_print=self.own_print,
            own_print_len=self.own_print_len,
            parameters=self.parameters,
        )

    def grow(self, rows: int) -> None:
        """Add rows to be filled to a table that owns its columns (see ``room``).

        In place: copied into larger columns, a table of 100 MB took 200 more. No view of it must be used afterwards.
        """
        for name in TABLED:
            column = getattr(self, name)
            column.resize((rows, *column.shape[1:]), refcheck=False)

    def shrunk(self, rows: int) -> SignatureTable:
        """Return the first rows and free the memory of the others, for a table that owns its columns (see ``room``).

        Columns that have no other rows may be anywhere. This table, and any view of it, must not be used afterwards.
        """
        for name in TABLED:
            column = getattr(self, name)
            if len(column) != rows:
                column.resize((rows, *column.shape[1:]), refcheck=False)
        return self.cut(rows)

    def holding(self, prints: npt.NDArray[np.uint32], lengths: npt.NDArray[np.uint16]) -> SignatureTable:
        """Return the table with the shingleprints that ``own_print_of`` points to, in order (see ``in_order``)."""
        return replace(self, own_print=prints, own_print_len=lengths).in_order()

    def in_order(self) -> SignatureTable:
        """Return the table with its own shingleprints in the order of their rows, and no others."""
        own = np.flatnonzero(self.own_print_of != TOLD)
        at, of = self.own_print_of[own], np.full(len(self), TOLD, dtype=np.int32)
        of[own] = np.arange(len(own))
        return replace(
            self, own_print_of=of, own_print=self.own_print[at], own_print_len=self.own_print_len[at]
        )

    def prints(self, rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
        """Return shingleprints of some rows: (m, f) uint32 values, ascending, then ``NO_PRINT``; and their lengths."""
        values, lengths = self._told(rows)
        of = self.own_print_of[rows]
        own = np.flatnonzero(of != TOLD)
        values[own], lengths[own] = self.own_print[of[own]], self.own_print_len[of[own]]
        return values, lengths

    def counts(self, rows: npt.NDArray[np.integer] | slice = _ALL) -> U64:
        """Return the (m, t) uint64 tag counts of some rows, or of all."""
        return self.tags[rows].astype(np.uint64)

    def wider(self) -> SignatureTable:
        """Return the table with room for counts beyond 32 bits."""
        return replace(self, tags=self.tags.astype(np.uint64, copy=False))

    def spamsum_text(self, i: int) -> str:
        """Return ssdeep's text of row i; ``""`` if there is none."""
        block = int(self.spam_block[i])
        if not block:
            return ""
        first = self.spam1[i, : int(self.spam1_len[i])].tobytes().decode("ascii")
        second = self.spam2[i, : int(self.spam2_len[i])].tobytes().decode("ascii")
        return f"{block}:{first}:{second}"

    def _told(self, rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
        """Derive shingleprints from the sketches."""
        width = self.own_print.shape[1]
        values = np.full((len(rows), width), NO_PRINT, dtype=np.uint32)
        held = min(width, SIZE)
        values[:, :held] = rounded(self.sketch[rows, :held], self.sketch_low[rows, :held]) >> np.uint64(32)
        return values, np.minimum(self.sketch_len[rows], np.uint16(width))

    def _print(self, i: int) -> npt.NDArray[np.uint32]:
        values, lengths = self.prints(np.array([i]))
        return values[0, : int(lengths[0])]

    def _fill(self, row: int, signature: Signature) -> None:
        block, first, second = parse(signature.spamsum) if signature.spamsum else (0, "", "")
        if len(first) > PART or len(second) > SECOND:
            raise SignatureError(f"a part is above {PART} or {SECOND} characters: {signature.spamsum!r}")
        self.content[row] = np.frombuffer(signature.content, dtype=np.uint8)
        self.size[row] = signature.size
        self.spam_block[row] = block
        for text, chars, length in (
            (first, self.spam1, self.spam1_len),
            (second, self.spam2, self.spam2_len),
        ):
            chars[row, : len(text)] = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
            length[row] = len(text)
        self.simhash[row] = signature.simhash or 0
        self.has_simhash[row] = signature.simhash is not None
        held = len(signature.sketch)
        codes = codes_of(signature.sketch[None], np.array([held], dtype=np.uint16))
        self.sketch[row, :held], self.sketch_low[row, :held] = codes.high[0], codes.low[0]
        self.sketch_len[row] = held
        if signature.plain:
            self.plain[row] = np.frombuffer(signature.plain, dtype=np.uint8)


def narrow(counts: U64) -> npt.NDArray[np.uint32] | U64:
    """Return counts in 4 bytes each if all fit, else in 8."""
    return counts.astype(np.uint32) if not len(counts) or int(counts.max(initial=0)) < 2**32 else counts

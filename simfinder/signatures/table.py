"""``SignatureTable``: signatures of many contents as a structure of arrays, one row per distinct content.

Rows are sorted by content hash, so a table does not depend on the order of a scan. Owns the packed form;
what the columns mean is the methods' business.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.signatures.signature import Signature
from simfinder.signatures.sketch import EMPTY, SIZE
from simfinder.signatures.spamscore import PART, parse

U8 = npt.NDArray[np.uint8]
U64 = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class SignatureTable:
    """Signatures of n distinct contents. All arrays are C-contiguous and never change.

    Attributes:
        content: (n, 16) uint8, ascending as byte strings.
        size: (n,) int64, bytes.
        tags: (n, 16) uint64 tag counts.
        spam_block: (n,) uint64 block sizes; 0 where there is no spamsum.
        spam1, spam2: (n, 64) uint8, the parts' ASCII characters as ssdeep writes them, 0 behind them.
        spam1_len, spam2_len: (n,) uint8, characters in use.
        sketch: (n, 128) uint64, ascending; unused values are the maximum.
        sketch_len: (n,) uint16, values in use.
    """

    content: U8
    size: npt.NDArray[np.int64]
    tags: U64
    spam_block: U64
    spam1: U8
    spam1_len: U8
    spam2: U8
    spam2_len: U8
    sketch: U64
    sketch_len: npt.NDArray[np.uint16]

    @classmethod
    def build(cls, signatures: Iterable[Signature]) -> SignatureTable:
        """A table of signatures in any order; equal contents become one row (the first one's)."""
        builder = TableBuilder()
        for signature in signatures:
            builder.add(signature)
        return builder.build()

    def __len__(self) -> int:
        return len(self.size)

    def row(self, i: int) -> Signature:
        """The signature of row i, with arrays of its own."""
        return Signature(
            content=self.content[i].tobytes(),
            size=int(self.size[i]),
            tags=self.tags[i].copy(),
            spamsum=self.spamsum_text(i),
            sketch=self.sketch[i, : int(self.sketch_len[i])].copy(),
        )

    def spamsum_text(self, i: int) -> str:
        """Ssdeep's text of row i; ``""`` where there is none."""
        block = int(self.spam_block[i])
        if not block:
            return ""
        first = self.spam1[i, : int(self.spam1_len[i])].tobytes().decode("ascii")
        second = self.spam2[i, : int(self.spam2_len[i])].tobytes().decode("ascii")
        return f"{block}:{first}:{second}"


_COLUMNS: tuple[tuple[str, tuple[int, ...], type[np.generic], int | np.uint64], ...] = (
    ("content", (16,), np.uint8, 0),
    ("size", (), np.int64, 0),
    ("tags", (16,), np.uint64, 0),
    ("spam_block", (), np.uint64, 0),
    ("spam1", (PART,), np.uint8, 0),
    ("spam1_len", (), np.uint8, 0),
    ("spam2", (PART,), np.uint8, 0),
    ("spam2_len", (), np.uint8, 0),
    ("sketch", (SIZE,), np.uint64, EMPTY),
    ("sketch_len", (), np.uint16, 0),
)


class TableBuilder:
    """Collects signatures into growing arrays; ``build`` sorts them into a table.

    Args:
        capacity: rows to make room for at the start.
    """

    def __init__(self, capacity: int = 256) -> None:
        self._columns: dict[str, Any] = {
            name: _filled(max(1, capacity), shape, dtype, fill) for name, shape, dtype, fill in _COLUMNS
        }
        self._rows: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, content: bytes) -> bool:
        return content in self._rows

    def add(self, signature: Signature) -> int:
        """Take one signature in; the number of its row until ``build``. A content already here is not replaced.

        Raises:
            SignatureError: its spamsum is malformed or above 64 characters a part.
        """
        known = self._rows.get(signature.content)
        if known is not None:
            return known
        block, first, second = parse(signature.spamsum) if signature.spamsum else (0, "", "")
        if len(first) > PART or len(second) > PART:
            raise SignatureError(f"a part is above {PART} characters: {signature.spamsum!r}")
        row = len(self._rows)
        columns = self._columns
        if row == len(columns["size"]):
            self._grow()
        columns["content"][row] = np.frombuffer(signature.content, dtype=np.uint8)
        columns["size"][row] = signature.size
        columns["tags"][row] = signature.tags
        if block:
            columns["spam_block"][row] = block
            columns["spam1"][row, : len(first)] = np.frombuffer(first.encode("ascii"), dtype=np.uint8)
            columns["spam1_len"][row] = len(first)
            columns["spam2"][row, : len(second)] = np.frombuffer(second.encode("ascii"), dtype=np.uint8)
            columns["spam2_len"][row] = len(second)
        columns["sketch"][row, : len(signature.sketch)] = signature.sketch
        columns["sketch_len"][row] = len(signature.sketch)
        self._rows[signature.content] = row
        return row

    def build(self) -> SignatureTable:
        """The table of all contents added so far, sorted by content hash. The builder stays usable."""
        order = np.array([self._rows[content] for content in sorted(self._rows)], dtype=np.int64)
        return SignatureTable(**{name: column[order] for name, column in self._columns.items()})

    def _grow(self) -> None:
        for name, shape, dtype, fill in _COLUMNS:
            column = self._columns[name]
            self._columns[name] = np.concatenate((column, _filled(len(column), shape, dtype, fill)))


def _filled(
    rows: int, shape: tuple[int, ...], dtype: type[np.generic], fill: int | np.uint64
) -> npt.NDArray[np.generic]:
    return np.full((rows, *shape), fill, dtype=dtype)

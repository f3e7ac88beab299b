"""``SignatureTable``: signatures of many contents as a structure of arrays, one row per distinct content.

Rows are sorted by content hash, so a table does not depend on the order of a scan. Owns the packed form;
what the columns mean is the methods' business.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.signatures.parameters import PLAIN, Parameters
from simfinder.signatures.signature import Signature
from simfinder.signatures.sketch import EMPTY, SIZE
from simfinder.signatures.spamscore import PART, parse

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
    "shingleprint",
    "shingleprint_len",
    "sketch",
    "sketch_len",
)
"""Names of all columns of a table."""


@dataclass(frozen=True, slots=True, eq=False)
class SignatureTable:
    """Signatures of n distinct contents. All arrays are C-contiguous and never change.

    Attributes:
        content: (n, 16) uint8, ascending as byte strings.
        size: (n,) int64, bytes.
        tags: (n, t) uint64 counts of the t tags, 16 if nobody asked for others.
        spam_block: (n,) uint64 block sizes; 0 where there is no spamsum.
        spam1, spam2: (n, 64) uint8, the parts' ASCII characters as ssdeep writes them, 0 behind them.
        spam1_len, spam2_len: (n,) uint8, characters in use.
        simhash: (n,) uint64; 0 where there is none.
        has_simhash: (n,) bool; an input without features has none.
        shingleprint: (n, f) uint32 values of the shingleprint, ascending; f is 128 if nobody asked for another number.
        shingleprint_len: (n,) uint16, values in use.
        sketch: (n, 128) uint64, ascending; unused values are the maximum.
        sketch_len: (n,) uint16, values in use.
        parameters: what the values were made with.
    """

    content: U8
    size: npt.NDArray[np.int64]
    tags: U64
    spam_block: U64
    spam1: U8
    spam1_len: U8
    spam2: U8
    spam2_len: U8
    simhash: U64
    has_simhash: npt.NDArray[np.bool_]
    shingleprint: npt.NDArray[np.uint32]
    shingleprint_len: npt.NDArray[np.uint16]
    sketch: U64
    sketch_len: npt.NDArray[np.uint16]
    parameters: Parameters = PLAIN

    @classmethod
    def blank(cls, rows: int, parameters: Parameters = PLAIN) -> SignatureTable:
        """A table of rows that hold nothing yet."""
        return cls(
            content=np.zeros((rows, 16), dtype=np.uint8),
            size=np.zeros(rows, dtype=np.int64),
            tags=np.zeros((rows, len(parameters.tags.tags)), dtype=np.uint64),
            spam_block=np.zeros(rows, dtype=np.uint64),
            spam1=np.zeros((rows, PART), dtype=np.uint8),
            spam1_len=np.zeros(rows, dtype=np.uint8),
            spam2=np.zeros((rows, PART), dtype=np.uint8),
            spam2_len=np.zeros(rows, dtype=np.uint8),
            simhash=np.zeros(rows, dtype=np.uint64),
            has_simhash=np.zeros(rows, dtype=np.bool_),
            shingleprint=np.full((rows, parameters.features), NO_PRINT, dtype=np.uint32),
            shingleprint_len=np.zeros(rows, dtype=np.uint16),
            sketch=np.full((rows, SIZE), EMPTY, dtype=np.uint64),
            sketch_len=np.zeros(rows, dtype=np.uint16),
            parameters=parameters,
        )

    @classmethod
    def build(cls, signatures: Iterable[Signature], parameters: Parameters = PLAIN) -> SignatureTable:
        """A table of signatures in any order; equal contents become one row (the first one's).

        Raises:
            SignatureError: a spamsum is malformed or above 64 characters a part.
        """
        distinct: dict[bytes, Signature] = {}
        for signature in signatures:
            distinct.setdefault(signature.content, signature)
        table = cls.blank(len(distinct), parameters)
        for row, content in enumerate(sorted(distinct)):
            table._fill(row, distinct[content])
        return table

    def __len__(self) -> int:
        return len(self.size)

    def row(self, i: int) -> Signature:
        """The signature of row i, with arrays of its own."""
        return Signature(
            content=self.content[i].tobytes(),
            size=int(self.size[i]),
            tags=self.tags[i].copy(),
            spamsum=self.spamsum_text(i),
            simhash=int(self.simhash[i]) if self.has_simhash[i] else None,
            shingleprint=self.shingleprint[i, : int(self.shingleprint_len[i])].copy(),
            sketch=self.sketch[i, : int(self.sketch_len[i])].copy(),
        )

    def rows(self, numbers: npt.NDArray[np.intp]) -> SignatureTable:
        """A table of some rows, in the order given."""
        columns = {name: getattr(self, name)[numbers] for name in COLUMNS}
        return SignatureTable(**columns, parameters=self.parameters)

    def spamsum_text(self, i: int) -> str:
        """Ssdeep's text of row i; ``""`` where there is none."""
        block = int(self.spam_block[i])
        if not block:
            return ""
        first = self.spam1[i, : int(self.spam1_len[i])].tobytes().decode("ascii")
        second = self.spam2[i, : int(self.spam2_len[i])].tobytes().decode("ascii")
        return f"{block}:{first}:{second}"

    def _fill(self, row: int, signature: Signature) -> None:
        block, first, second = parse(signature.spamsum) if signature.spamsum else (0, "", "")
        if len(first) > PART or len(second) > PART:
            raise SignatureError(f"a part is above {PART} characters: {signature.spamsum!r}")
        self.content[row] = np.frombuffer(signature.content, dtype=np.uint8)
        self.size[row] = signature.size
        self.tags[row] = signature.tags
        self.spam_block[row] = block
        for text, chars, length in (
            (first, self.spam1, self.spam1_len),
            (second, self.spam2, self.spam2_len),
        ):
            chars[row, : len(text)] = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
            length[row] = len(text)
        self.simhash[row] = signature.simhash or 0
        self.has_simhash[row] = signature.simhash is not None
        self.shingleprint[row, : len(signature.shingleprint)] = signature.shingleprint
        self.shingleprint_len[row] = len(signature.shingleprint)
        self.sketch[row, : len(signature.sketch)] = signature.sketch
        self.sketch_len[row] = len(signature.sketch)

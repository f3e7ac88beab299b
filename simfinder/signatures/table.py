"""All signatures of one content, and of many contents as packed arrays.

``Signature`` is what one file gives; ``SignatureTable`` is the structure of arrays that the search works on: one
row per distinct content, no Python object per row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.signatures import sketch, spamsum


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """Everything the methods store of one content.

    Attributes:
        content: XXH3-128, 16 bytes.
        size: bytes.
        tags: (16,) uint64 counts.
        spamsum: signature text.
        sketch: (k,) uint64, k <= 128, ascending.
    """

    content: bytes
    size: int
    tags: npt.NDArray[np.uint64]
    spamsum: str
    sketch: npt.NDArray[np.uint64]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Signature) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self.content)

    def _values(self) -> tuple[object, ...]:
        return self.content, self.size, self.tags.tolist(), self.spamsum, self.sketch.tolist()


@dataclass(frozen=True, slots=True, eq=False)
class SignatureTable:
    """n distinct contents, sorted by content hash.

    Attributes:
        content: (n, 16) uint8.
        size: (n,) int64.
        tags: (n, 16) uint64.
        spam_block: (n,) uint64; spam1, spam2: (n, 64) uint8 values 0..63; spam1_len, spam2_len: (n,) uint8.
        sketch: (n, 128) uint64 ascending, unused entries at the maximum; sketch_len: (n,) uint16.
    """

    content: npt.NDArray[np.uint8]
    size: npt.NDArray[np.int64]
    tags: npt.NDArray[np.uint64]
    spam_block: npt.NDArray[np.uint64]
    spam1: npt.NDArray[np.uint8]
    spam1_len: npt.NDArray[np.uint8]
    spam2: npt.NDArray[np.uint8]
    spam2_len: npt.NDArray[np.uint8]
    sketch: npt.NDArray[np.uint64]
    sketch_len: npt.NDArray[np.uint16]

    @classmethod
    def empty(cls, rows: int) -> SignatureTable:
        """A table of a number of blank rows, to be filled in."""
        return cls(
            content=np.zeros((rows, 16), dtype=np.uint8),
            size=np.zeros(rows, dtype=np.int64),
            tags=np.zeros((rows, 16), dtype=np.uint64),
            spam_block=np.zeros(rows, dtype=np.uint64),
            spam1=np.zeros((rows, spamsum.PART), dtype=np.uint8),
            spam1_len=np.zeros(rows, dtype=np.uint8),
            spam2=np.zeros((rows, spamsum.PART), dtype=np.uint8),
            spam2_len=np.zeros(rows, dtype=np.uint8),
            sketch=np.full((rows, sketch.SIZE), sketch.EMPTY, dtype=np.uint64),
            sketch_len=np.zeros(rows, dtype=np.uint16),
        )

    @classmethod
    def build(cls, signatures: Iterable[Signature]) -> SignatureTable:
        """Pack signatures; those of equal content become one row."""
        by_content = {signature.content: signature for signature in signatures}
        table = cls.empty(len(by_content))
        for row, content in enumerate(sorted(by_content)):
            table.put(row, by_content[content])
        return table

    def put(self, row: int, signature: Signature) -> None:
        """Fill one row."""
        block, part1, part2 = spamsum.parse(signature.spamsum)
        self.content[row] = np.frombuffer(signature.content, dtype=np.uint8)
        self.size[row] = signature.size
        self.tags[row] = signature.tags
        self.spam_block[row] = block
        self.spam1[row, : len(part1)] = spamsum.part_values(part1)
        self.spam1_len[row] = len(part1)
        self.spam2[row, : len(part2)] = spamsum.part_values(part2)
        self.spam2_len[row] = len(part2)
        self.sketch[row, : len(signature.sketch)] = signature.sketch
        self.sketch_len[row] = len(signature.sketch)

    def __len__(self) -> int:
        return len(self.size)

    def row(self, index: int) -> Signature:
        """One row as a value."""
        return Signature(
            self.content[index].tobytes(),
            int(self.size[index]),
            self.tags[index].copy(),
            self.spamsum_text(index),
            self.sketch[index, : int(self.sketch_len[index])].copy(),
        )

    def rows(self, indexes: Sequence[int]) -> list[Signature]:
        return [self.row(index) for index in indexes]

    def spamsum_text(self, index: int) -> str:
        """The signature as ssdeep writes it."""
        part1 = spamsum.part_text(self.spam1[index, : int(self.spam1_len[index])])
        part2 = spamsum.part_text(self.spam2[index, : int(self.spam2_len[index])])
        return f"{int(self.spam_block[index])}:{part1}:{part2}"

"""``Signature``: the results of all methods for one content; a value."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt


def _no_tags() -> npt.NDArray[np.uint64]:
    return np.zeros(16, dtype=np.uint64)


def _no_hashes() -> npt.NDArray[np.uint64]:
    return np.zeros(0, dtype=np.uint64)


def _no_print() -> npt.NDArray[np.uint32]:
    return np.zeros(0, dtype=np.uint32)


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """All signatures of one content. The defaults mean "not computed" (a scan for identical files only).

    Attributes:
        content: XXH3-128, 16 bytes.
        size: bytes.
        tags: (16,) uint64 tag counts; of another length for the user's own tags.
        spamsum: ssdeep's text; ``""`` if there is none (not computed, or above 192 GiB).
        simhash: 32 or 64 bits; None if there are no features.
        shingleprint: (k,) uint32, k <= 128 (or the number asked for), ascending.
        sketch: (k,) uint64, k <= 128, ascending.
        plain: the rows of all plain methods, joined (``methods.registry``); b"" if not computed.
    """

    content: bytes
    size: int
    tags: npt.NDArray[np.uint64] = field(default_factory=_no_tags)
    spamsum: str = ""
    simhash: int | None = None
    shingleprint: npt.NDArray[np.uint32] = field(default_factory=_no_print)
    sketch: npt.NDArray[np.uint64] = field(default_factory=_no_hashes)
    plain: bytes = b""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Signature):
            return NotImplemented
        return (
            self.content == other.content
            and self.size == other.size
            and self.spamsum == other.spamsum
            and self.simhash == other.simhash
            and self.plain == other.plain
            and np.array_equal(self.shingleprint, other.shingleprint)
            and np.array_equal(self.tags, other.tags)
            and np.array_equal(self.sketch, other.sketch)
        )

    def __hash__(self) -> int:
        return hash(self.content)

"""Four figures of two contents, from which similarity and containment follow, and how they are computed.

Decides which stretches count for what. Used in the program and in the process that compares large files.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.scan.extract.formats import BY_CODE, HEAD, PICTURE, SOUND, VIDEO, recognise
from simfinder.search.overlap.byte_overlap import (
    Advance,
    Bytes,
    Check,
    Overlap,
    StretchFinder,
    as_stretches,
    overlap,
)
from simfinder.search.overlap.text_overlap import text_overlap
from simfinder.search.similarity import MAX_ESTIMATE

PROOF, _PROOF_IN_SMALL, _LARGE = 24, 16, 100_000
"""Bytes of a stretch that proves containment in a file of more than ``_LARGE`` bytes, and in a smaller one: of shorter
ones a text of one language finds a third in 100 kB of another by chance, and two thirds in 1 MB."""

_LONG = 0.7
"""Share of a part that stretches of ``PROOF`` bytes must have in a small file, too. Settings, style sheets or modules
of one project find up to 0.87 in 40 kB of each other, up to 0.81 in stretches of 16 bytes, and at most 0.74 in longer
ones; parts that were indented, moved or edited find at least 0.73."""

_PIECES = 16
"""Of a part that is no text (a program, a picture, an archive) only runs of one byte in so many of it count: it was
stored whole, or moved in large blocks. Of 748 pairs of programs of /usr of which .78 lies in the other one in shorter
runs, 3 have as much in such ones; the others were linked with one library, or have the frame of one compiler."""

LEAST = 0.78
"""Share of a file from which on it counts as contained in another: a file with a fifth of its bytes changed, here and
there, keeps 0.8."""

SIMILAR = 0.7
"""From this similarity on, neither of two files counts as containing the other."""

Figures: TypeAlias = tuple[int, int, int, int]
"""Bytes of the first content that the second has, bytes of the second that the first has (-1 where not computed), and
how many bytes of each count. All four are -1 where nothing is known."""


class Question(StrEnum):
    """The question about two contents."""

    SIMILAR = "similar"
    INSIDE = "inside"  # how much of the second lies in the first

    def made_of(self, pair: tuple[bytes, bytes], *, text: bool = False, seen: bool = False) -> str:
        """Return the version of the rules of measuring, by which the cache tells figures apart.

        Args:
            pair: hashes of both. Their order matters: the stretches of a part in a whole are not those of the whole in
                the part.
            text: both are measured as texts; makes no difference to containment.
            seen: both are measured as pictures; likewise.
        """
        if self is Question.SIMILAR and seen:
            return "pixels 1"
        if self is Question.SIMILAR:
            return "text 1" if text else "overlap 4"
        direction = "second in first" if pair[0] <= pair[1] else "first in second"
        proof = f"{PROOF} in {_LARGE}, else {_PROOF_IN_SMALL} and {_LONG}, of {_PIECES}"
        return f"overlap 4, {proof}, {direction}"


def of_overlap(found: Overlap) -> Figures:
    """Return what both have of each other; at the same offsets, where that is more."""
    kept, total = found.of_both
    if kept == 2 * min(found.of_a.kept, found.of_b.kept) and total == found.size_a + found.size_b:
        return found.of_a.kept, found.of_b.kept, found.size_a, found.size_b
    return kept // 2, kept // 2, total // 2, total - total // 2


def similar(
    a: Bytes, b: Bytes, check: Check | None = None, advance: Advance | None = None, *, text: bool = False
) -> Figures:
    """Compare two contents; texts by what they have in common in order.

    Args:
        a: the first content.
        b: the second.
        check: called every few milliseconds of work.
        advance: called with the bytes done since, of ``2 * (len(a) + len(b))`` in all.
        text: both are texts.
    """
    return of_overlap((text_overlap if text else overlap)(a, b, check, advance))


def inside(
    finder: StretchFinder,
    whole: Bytes,
    part: Bytes,
    check: Check | None = None,
    advance: Advance | None = None,
) -> Figures:
    """Compute how much of a part lies in a whole, by stretches that prove it; a lower bound if below ``LEAST``.

    The other direction is computed only if the two may be similar: it takes a walk through the whole for every part.

    Args:
        finder: of the whole.
        whole: its bytes.
        part: the bytes of the part.
        check: called every few milliseconds of work.
        advance: called with the bytes done since, of ``len(part)`` in all.
    """
    if _is_stored_whole(part):
        proof = max(PROOF, len(part) // _PIECES)
        stretches, size = finder.find(part, check, advance, least=LEAST, proof=proof)
        return _with_back(finder, whole, part, stretches.kept_from(proof), size, check)
    is_large = len(whole) > _LARGE
    stretches, size = finder.find(part, check, advance, least=LEAST if is_large else _LONG, proof=PROOF)
    kept = stretches.kept_from(PROOF)
    if not is_large and kept >= _LONG * size:
        kept = stretches.kept_from(_PROOF_IN_SMALL)
    return _with_back(finder, whole, part, kept, size, check)


def all_inside(
    finder: StretchFinder, whole: Bytes, parts: Sequence[Bytes], check: Check | None = None
) -> list[Figures]:
    """Compute the same as ``inside`` for several parts of up to ``SMALL`` bytes."""
    is_large = len(whole) > _LARGE
    kept = finder.kept_of(parts, least=LEAST if is_large else _LONG, proof=PROOF, check=check).tolist()
    return [
        inside(finder, whole, part, check)
        if own < 0
        or (not is_large and own >= _LONG * len(part))
        or (own >= LEAST * len(part) and _is_stored_whole(part))
        else _with_back(finder, whole, part, own, len(part), check)
        for part, own in zip(parts, kept, strict=True)
    ]


def _is_stored_whole(part: Bytes) -> bool:
    """Return whether a content is of a format that is no text, by its first bytes."""
    code = recognise(part[:HEAD].tobytes())
    return code in (PICTURE, SOUND, VIDEO) or (code in BY_CODE and not BY_CODE[code].plain)


def _with_back(
    finder: StretchFinder, whole: Bytes, part: Bytes, kept: int, size: int, check: Check | None
) -> Figures:
    """Add what the part has of the whole, if the two may be similar."""
    if kept < LEAST * size or 2 * kept < SIMILAR * (size + finder.size):
        return -1, kept, finder.size, size
    back = as_stretches(whole, part, check).kept_from(_proof(part))
    return back, kept, finder.size, size


def _proof(content: Bytes) -> int:
    """Return the least bytes of a stretch that counts, of those taken from a content."""
    return PROOF if len(content) > _LARGE else _PROOF_IN_SMALL


def turned(figures: Figures) -> Figures:
    """Return the figures with the two contents swapped."""
    return figures[1], figures[0], figures[3], figures[2]


def similarities(figures: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Return the share of content in common, as ``Overlap.similarity`` has it; never 1.0.

    Args:
        figures: (m, 4) figures.

    Returns:
        (m,) similarity; NaN where nothing is known, an upper bound where only one side is.
    """
    sides = np.where(figures[:, :2] < 0, np.iinfo(np.int64).max, figures[:, :2]).min(axis=1)
    share = 2.0 * np.minimum(sides, figures[:, 2:].min(axis=1)) / np.maximum(1, figures[:, 2] + figures[:, 3])
    return np.where(figures[:, 3] < 0, np.nan, np.minimum(share, MAX_ESTIMATE)).astype(np.float32)


def shares(figures: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Return the share of the second that lies in the first; NaN where not computed."""
    share = figures[:, 1] / np.maximum(1, figures[:, 3])
    return np.where(figures[:, 1] < 0, np.nan, share).astype(np.float32)

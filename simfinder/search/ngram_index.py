"""N-grams of block signatures as numbers, and counting which file holds how many of them.

Arrays in, arrays out: six bits a character, the first one highest, so that five characters are 30 bits and ten are 60.
``store.ngram_index`` keeps the postings on disk, ``signatures.spamsum.block_signature`` makes the signatures.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError

SHORTEST, LONGEST = 3, 10
"""Characters of an n-gram."""

_BITS = 6
_PENDING = 1 << 22  # hits kept before they are added up: 32 MB
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = np.zeros(256, np.uint64)
_VALUES[np.frombuffer(_ALPHABET, np.uint8)] = np.arange(64, dtype=np.uint64)

Grams = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


def check_length(n: int) -> None:
    """Refuse lengths that don't fit a number, or say nothing.

    Raises:
        SignatureError: n is not from 3 to 10.
    """
    if not SHORTEST <= n <= LONGEST:
        raise SignatureError(f"an n-gram must have {SHORTEST} to {LONGEST} characters, not {n}")


def grams_of(signatures: Sequence[str], n: int) -> tuple[Grams, Numbers]:
    """Return the distinct n-grams of each of some signatures.

    Args:
        signatures: texts of the 64 characters.
        n: length of an n-gram.

    Returns:
        (grams, owner): each n-gram of a signature once, and the index of its signature, ascending in both.
    """
    lengths = np.fromiter(map(len, signatures), np.int64, len(signatures))
    windows = _windows("".join(signatures), n)
    if not len(windows):
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    owner = np.repeat(np.arange(len(signatures)), lengths)
    inside = owner[: len(windows)] == owner[n - 1 :]  # begins and ends in one signature
    windows, owner = windows[inside], owner[: len(windows)][inside]
    order = np.lexsort((windows, owner))
    windows, owner = windows[order], owner[order]
    new = np.ones(len(windows), np.bool_)
    new[1:] = (windows[1:] != windows[:-1]) | (owner[1:] != owner[:-1])
    return windows[new], owner[new]


def gram_counts(signature: str, n: int) -> tuple[Grams, Numbers]:
    """Return the distinct n-grams of one signature, ascending, and how often each occurs."""
    grams, counts = np.unique(_windows(signature, n), return_counts=True)
    return grams, counts.astype(np.int64)


def _windows(text: str, n: int) -> Grams:
    """Return the n-gram at each position of a text that has one."""
    check_length(n)
    values = _VALUES[np.frombuffer(text.encode("ascii"), np.uint8)]
    count = max(0, len(values) - n + 1)
    grams = np.zeros(count, np.uint64)
    for i in range(n):
        grams <<= np.uint64(_BITS)
        grams |= values[i : i + count]
    return grams


class Hits:
    """Counts of how many n-grams of a query each file holds. Memory grows with the files hit, not with the hits."""

    def __init__(self) -> None:
        self._ids: list[Numbers] = []
        self._weights: list[Numbers] = []
        self._pending = 0
        self._limit = _PENDING

    def add(self, ids: npt.NDArray[np.integer], weight: int) -> None:
        """Count an n-gram.

        Args:
            ids: files that hold it, each once.
            weight: how often it occurs in the query.
        """
        self._ids.append(ids.astype(np.int64))
        self._weights.append(np.full(len(ids), weight, np.int64))
        self._pending += len(ids)
        if self._pending > self._limit:
            ids, counts = self._add_up()
            self._ids, self._weights, self._pending = [ids], [counts], len(ids)
            self._limit = len(ids) + _PENDING

    def at_least(self, least: int) -> tuple[Numbers, Numbers]:
        """Return (ids, counts) of the files with at least so many hits, by id."""
        ids, counts = self._add_up()
        enough = counts >= least
        return ids[enough], counts[enough]

    def _add_up(self) -> tuple[Numbers, Numbers]:
        if not self._ids:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        ids, weights = np.concatenate(self._ids), np.concatenate(self._weights)
        if not len(ids):
            return ids, weights
        lowest, highest = int(ids.min()), int(ids.max())
        if highest - lowest < 8 * len(ids):  # dense: a counter for each number is cheaper than sorting
            # floats hold whole numbers exactly up to 2^53
            counts = np.bincount(ids - lowest, weights).astype(np.int64)
            hit = np.flatnonzero(counts)
            return hit + lowest, counts[hit]
        order = np.argsort(ids, kind="stable")
        ids, weights = ids[order], weights[order]
        first = np.flatnonzero(np.concatenate(([True], ids[1:] != ids[:-1])))
        return ids[first], np.add.reduceat(weights, first)

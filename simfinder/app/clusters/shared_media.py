"""The share of pictures and embedded files that two documents have in common.

The figure is never mixed into the similarity: letters with one logo have all of their pictures in
common, and not a sentence.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from simfinder.scan.extract.members import HASH, columns
from simfinder.scan.pipeline import ScanResult

_REMEMBERED = 1024  # lists: the kept file of a cluster is asked for with every member

Numbers = npt.NDArray[np.integer]


class Media:
    """The media of the documents of a scan.

    Args:
        result: the scan.
    """

    def __init__(self, result: ScanResult) -> None:
        self._name = result.representations.name
        self._has = np.zeros(len(result.representations), dtype=np.bool_)
        self._has[list(result.media)] = True
        self._sizes = lru_cache(_REMEMBERED)(lambda content: sizes_of(result.media.get(content, b"")))

    def has(self, contents: Numbers) -> npt.NDArray[np.bool_]:
        """Return (n,) bool, the contents that are documents with pictures or embedded files."""
        mask: npt.NDArray[np.bool_] = self._has[contents]
        return mask

    def shares(self, a: Numbers, b: Numbers) -> npt.NDArray[np.float32]:
        """Compute the share of media bytes that pairs of contents have in common.

        Args:
            a: (m,) contents.
            b: (m,) contents to compare them with.

        Returns:
            (m,) float32, 0..1; NaN where neither has any, or where nothing can be said: a PDF packs its pictures in a
            way of its own, so that none of them need be found again though all are there.
        """
        share = np.full(len(a), np.nan, dtype=np.float32)
        for i in np.flatnonzero(self._has[a] | self._has[b]).tolist():
            share[i] = common_share(self._sizes(int(a[i])), self._sizes(int(b[i])))
        share[(share == 0) & (self._name[a] != self._name[b]) & self._has[a] & self._has[b]] = np.nan
        return share


def sizes_of(packed: bytes) -> dict[bytes, int]:
    """Return the sizes of the different contents of a packed list, by their hashes."""
    sizes, hashes = columns(packed)
    keys = (hashes[at : at + HASH] for at in range(0, len(hashes), HASH))
    return dict(zip(keys, np.frombuffer(sizes, "<u8").tolist(), strict=True))


def common_share(one: dict[bytes, int], other: dict[bytes, int]) -> float:
    """Compute the Dice coefficient of two sets of contents, weighted by bytes; NaN where both have none."""
    total = sum(one.values()) + sum(other.values())
    common = sum(one[key] for key in one.keys() & other.keys())
    return 2 * common / total if total else float("nan")

"""The ignore list as rows of a scan: which of its contents are kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import content_keys, is_among, sorted_set
from simfinder.search.linking.links import Links
from simfinder.store.library.ignored_pairs import Ignored


def rows_apart(known: Iterable[Ignored], contents: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Return the pairs of contents of a scan that are not the same.

    Args:
        known: the ignore list.
        contents: (n, 16) hashes, ascending.

    Returns:
        (k, 2) int32 rows, each pair once, the smaller first, ascending.
    """
    pairs = [np.zeros((0, 2), np.int64)]
    for entry, rows in _rows_of(known, contents):
        if entry.first_only:
            i, j = np.zeros(len(rows) - 1, np.int64), np.arange(1, len(rows))
            i, j = (i, j) if rows[0] >= 0 else (i[:0], j[:0])
        else:
            i, j = np.triu_indices(len(rows), 1)
        found = np.stack((rows[i], rows[j]), axis=1)
        pairs.append(np.sort(found[(found >= 0).all(axis=1)], axis=1))
    smaller, larger = np.concatenate(pairs).T
    keys = sorted_set(smaller << 32 | larger)
    return np.stack((keys >> 32, keys & 0xFFFFFFFF), axis=1).astype(np.int32)


def rows_left_together(known: Iterable[Ignored], contents: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Return the contents of a scan that stay in one cluster when another one leaves it.

    Args:
        known: the ignore list.
        contents: (n, 16) hashes, ascending.

    Returns:
        (k, 2) int32: the number of a set and a row in it. The rows of a set were in one cluster with a content that was
        taken out of it.
    """
    found = [np.zeros((0, 2), np.int64)]
    for entry, rows in _rows_of(known, contents):
        if entry.first_only and rows[0] >= 0:
            others = rows[1:][rows[1:] >= 0]
            found.append(np.stack((np.full(len(others), len(found)), others), axis=1))
    return np.concatenate(found).astype(np.int32)


def _rows_of(
    known: Iterable[Ignored], contents: npt.NDArray[np.uint8]
) -> Iterator[tuple[Ignored, npt.NDArray[np.int64]]]:
    """Return the entries with the row of each of their contents; -1 for a content that is not in the scan."""
    keys = content_keys(contents)
    order = np.argsort(keys)
    ordered = keys[order]
    for entry in known:
        wanted = np.array(entry.contents, dtype="S16")
        at = np.minimum(np.searchsorted(ordered, wanted), max(0, len(keys) - 1))
        if len(keys):
            yield entry, np.where(ordered[at] == wanted, order[at], -1).astype(np.int64)
        else:
            yield entry, np.full(len(wanted), -1, np.int64)


def without(links: Links, apart: npt.NDArray[np.int32]) -> Links:
    """Return links without the pairs that are not the same, given as ``rows_apart`` does."""
    if not len(apart):
        return links
    most = np.int64(max(links.b.max(initial=0), apart.max()) + 1)
    named = apart[:, 0] * most + apart[:, 1]
    return links.only(~is_among(links.a * most + links.b, named))

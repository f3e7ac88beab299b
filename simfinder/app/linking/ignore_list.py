"""The ignore list: what a person said is not the same, remembered by content and found again in every scan.

Each request opens the library and closes it again. ``grouping`` keeps the files apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from simfinder.arrays.set_operations import is_among
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.scan.build_table import content_keys
from simfinder.scan.reading.read_file import feed
from simfinder.search.linking.links import Links
from simfinder.signatures.content_hash import Content, Data
from simfinder.store import app_dirs
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.store.library.library import Library
from simfinder.text.message import say

MOST = 1_000
"""Contents of one entry at most: they make half a million pairs, and nobody judges so large a cluster at once."""


def entries() -> list[Ignored]:
    """Return all entries, oldest first.

    Raises:
        StoreError: the library can't be read.
    """
    if not app_dirs.has_library():
        return []
    with Library.open() as library:
        return library.ignored.all()


def add(files: Sequence[tuple[bytes, str]]) -> int:
    """Remember that no two of these contents are the same.

    Args:
        files: content and path of each.

    Returns:
        The number of the entry; that of an older entry that says the same.

    Raises:
        UsageError: they are all identical, or too many.
        StoreError: it can't be written.
    """
    different = len({content for content, _ in files})
    if different < 2:
        raise UsageError(
            say("these files are identical: what is remembered by content can't tell them apart")
        )
    if different > MOST:
        raise UsageError(
            say("{} different files are too many to be kept apart at once (at most {})", different, MOST)
        )
    with Library.open() as library:
        return library.ignored.add(files)


def add_one(file: tuple[bytes, str], others: Sequence[tuple[bytes, str]]) -> int:
    """Remember that a content is not the same as any of some others, which may stay together.

    Args:
        file: content and path of the one.
        others: content and path of each of the others.

    Returns:
        The number of the entry; that of an older entry that says the same.

    Raises:
        UsageError: they are all identical.
        StoreError: it can't be written.
    """
    if all(content == file[0] for content, _ in others):
        raise UsageError(
            say("these files are identical: what is remembered by content can't tell them apart")
        )
    with Library.open() as library:
        return library.ignored.add([file, *others], first_only=True)


def remove(numbers: Iterable[int]) -> list[int]:
    """Remove entries; return the numbers that were known.

    Raises:
        StoreError: it can't be written.
    """
    if not app_dirs.has_library():
        return []
    with Library.open() as library:
        return library.ignored.remove(numbers)


def of_file(path: str, control: Control) -> bytes:
    """Return the content hash of a file, as a scan computes it.

    Raises:
        ReadError: it can't be read.
        Cancelled: on request.
    """
    maker = _Watched(control)
    feed(path, maker)
    return maker.content.digest()


class _Watched:
    """A content hash that can be cancelled."""

    def __init__(self, control: Control) -> None:
        self.content = Content()
        self._control = control

    def update(self, data: Data) -> None:
        self._control.check()
        self.content.update(data)

    def update_zeros(self, count: int) -> None:
        self._control.check()
        self.content.update_zeros(count)


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
    return np.unique(np.concatenate(pairs), axis=0).astype(np.int32).reshape(-1, 2)


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

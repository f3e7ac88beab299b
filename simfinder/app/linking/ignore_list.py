"""The ignore list: what a person said is not the same, remembered by content and found again in every scan.

Each request opens the library and closes it again. ``rows_apart`` finds the contents in a scan, ``grouping`` keeps the
files apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from simfinder.errors import UsageError
from simfinder.store import app_dirs
from simfinder.store.library.ignored_pairs import Ignored
from simfinder.store.library.library import Library
from simfinder.text.message import say

if TYPE_CHECKING:
    from simfinder.model.progress import Control
    from simfinder.signatures.content_hash import Content, Data

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


def add_file(content: bytes, path: str) -> int:
    """Remember that one file stays out of every cluster while it has this content; its copies stay where they are.

    Returns:
        The number of the entry; that of an older entry that says the same.

    Raises:
        StoreError: it can't be written.
    """
    with Library.open() as library:
        return library.ignored.add_file(content, path)


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
    from simfinder.scan.reading.read_file import feed
    from simfinder.signatures.content_hash import Content

    maker = _Watched(Content(), control)
    feed(path, maker)
    return maker.content.digest()


class _Watched:
    """A content hash that can be cancelled."""

    def __init__(self, content: Content, control: Control) -> None:
        self.content = content
        self._control = control

    def update(self, data: Data) -> None:
        self._control.check()
        self.content.update(data)

    def update_zeros(self, count: int) -> None:
        self._control.check()
        self.content.update_zeros(count)

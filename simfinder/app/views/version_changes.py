"""What each version of a document added and took away, counted by comparing it with the one before."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simfinder.app.compare.change_count import ChangeCount, change_count
from simfinder.app.compare.compare_files import compare
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.contents.extract_contents import Contents

MOST = 60
"""Versions that are compared, the newest: nobody reads more, and each pair is read from the disk."""
LARGEST = 8 << 20
"""Bytes of two files that are compared: about a second of a slow machine. Of larger ones sizes say enough."""


def version_changes(
    paths: Sequence[str], contents: Contents, control: Control
) -> Iterator[tuple[int, ChangeCount]]:
    """Yield, the newest first, what a version changed: ``left`` was taken away, ``right`` added.

    Args:
        paths: of the versions, oldest first.
        contents: opens archives and documents.
        control: cancelling.

    Yields:
        The number of a version and the count; nothing of those that can't be counted, as pictures.
    """
    for number in range(len(paths) - 1, max(0, len(paths) - 1 - MOST), -1):
        control.check()
        before, now = paths[number - 1], paths[number]
        try:
            if os.path.getsize(before) + os.path.getsize(now) > LARGEST:
                continue
        except OSError:  # gone meanwhile
            continue
        if (count := change_count(compare(before, now, control, contents))) is not None:
            yield number, count

"""Compare two scans of the same folders: where files and contents are now, and which contents something happened to.

Rows of contents move when others come and go, so whoever keeps what is known of them needs a map from old rows to new
ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.arrays.file_columns import FileColumns
from simfinder.arrays.set_operations import content_keys, sorted_set
from simfinder.scan.pipeline import ScanResult
from simfinder.signatures.table.representations import Representations

Rows = npt.NDArray[np.int32]
Keys = npt.NDArray[np.bytes_]
Masks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What became of a scan.

    Attributes:
        result: the later scan.
        files: (n,) int32, current index of each earlier file; -1 for a file that is gone or has another status.
        contents: (m,) int32, current row of each earlier content; -1 for a content that no file has any more.
        stirred: (k,) bool, current contents whose links may have changed: those of files that came or went, and those
            that share a representation with them.
    """

    result: ScanResult
    files: Rows
    contents: Rows
    stirred: Masks


def same_files(one: FileColumns, other: FileColumns) -> bool:
    """Return whether two lists hold the same paths with the same status, in the same order."""
    return (
        len(one) == len(other)
        and np.array_equal(one.numbers, other.numbers)
        and np.array_equal(one.protected, other.protected)
        and one.paths() == other.paths()
    )


def difference(before: ScanResult, now: ScanResult) -> Difference:
    """Compare two scans with the same options, not for identical files only."""
    files = _moved(before.files, now.files)
    old_keys, keys = content_keys(before.table.content), content_keys(now.table.content)
    contents = _places(keys, old_keys)
    came = np.ones(len(now.files), np.bool_)
    came[files[files >= 0]] = False
    touched = [old_keys[before.content_row[files < 0]], keys[now.content_row[came]]]
    there = np.flatnonzero(contents >= 0)
    other_view = _shown(before.representations)[there] != _shown(now.representations)[contents[there]]
    other_view |= before.representations.kind[there] != now.representations.kind[contents[there]]
    touched.append(old_keys[there[other_view]])
    stirred = _stirred(keys, now.representations, sorted_set(np.concatenate(touched)), before.representations)
    return Difference(now, files, contents, stirred)


def _moved(before: FileColumns, now: FileColumns) -> Rows:
    """Return (n,) int32, the current index of each earlier file; -1 where path or status are others."""
    places = {path: i for i, path in enumerate(now.paths())}
    files = np.fromiter((places.get(path, -1) for path in before.paths()), np.int32, len(before))
    there = np.flatnonzero(files >= 0)
    same = (before.numbers[there] == now.numbers[files[there]]).all(axis=1)
    same &= before.protected[there] == now.protected[files[there]]
    files[there[~same]] = -1
    return files


def _places(sorted_keys: Keys, wanted: Keys) -> Rows:
    """Return the index of each key among distinct ascending ones; -1 for a key that is not there."""
    at = np.searchsorted(sorted_keys, wanted)
    found = at < len(sorted_keys)
    found[found] = sorted_keys[at[found]] == wanted[found]
    return np.where(found, at, -1).astype(np.int32)


def _shown(representations: Representations) -> Keys:
    """Return (m,) the content of each content's view; its own where it has none."""
    rows = np.where(representations.view >= 0, representations.view, np.arange(len(representations)))
    return content_keys(representations.table.content[rows])


def _stirred(keys: Keys, now: Representations, touched: Keys, before: Representations) -> Masks:
    """Return which contents are touched, or share a representation, now or before, with a touched one."""
    every = sorted_set(np.concatenate([touched, *_views(before, touched), *_views(now, touched)]))
    return (_places(every, keys) >= 0) | (_places(every, _shown(now)) >= 0)


def _views(representations: Representations, touched: Keys) -> Iterator[Keys]:
    keys = content_keys(representations.table.content)
    rows = _places(keys[: len(representations)], touched)
    views = representations.view[rows[rows >= 0]]
    yield keys[views[views >= 0]]

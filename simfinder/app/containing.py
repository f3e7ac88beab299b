"""Files that lie in an archive too, byte by byte: told by the content hashes of its members.

Owns the relation between archives and loose files. Similar members, and parts of files in others, are no business of
this module.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.scan.packing import content_keys
from simfinder.scan.pipeline import ScanResult
from simfinder.scan.views.members import HASH, columns


@dataclass(frozen=True, slots=True, eq=False)
class Contained:
    """Contents that lie in others whole, as parallel arrays: each pair once, ascending.

    Attributes:
        whole: (m,) int64 contents, archives.
        part: (m,) int64 contents that are members of them; never the archive itself.
    """

    whole: npt.NDArray[np.int64]
    part: npt.NDArray[np.int64]


def contained(result: ScanResult) -> Contained:
    """Which contents of a scan are members of which archives of it."""
    keys = content_keys(result.table.content)
    wholes, parts = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for whole, packed in sorted(result.members.items()):
        hashes = np.unique(np.frombuffer(columns(packed)[1], dtype="S16"))
        at = np.searchsorted(keys, hashes)
        at = at[keys[np.minimum(at, len(keys) - 1)] == hashes]
        at = at[at != whole]
        wholes.append(np.full(len(at), whole, dtype=np.int64))
        parts.append(at.astype(np.int64))
    return Contained(np.concatenate(wholes), np.concatenate(parts))


def of_content(
    result: ScanResult, content: bytes, members: bytes
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Archives that hold one content whole, and contents that an archive holds.

    Args:
        result: the scan.
        content: hash of a content, of the scan or not.
        members: packed list of what it holds, if it is an archive.

    Returns:
        Contents of the scan that hold it, and such that it holds; both ascending, without itself.
    """
    wholes = [whole for whole, packed in result.members.items() if _holds(packed, content)]
    keys = content_keys(result.table.content)
    hashes = np.unique(np.frombuffer(columns(members)[1], dtype="S16"))
    parts = np.flatnonzero(np.isin(keys, hashes[hashes != np.bytes_(content)]))
    whole = np.array(sorted(wholes), dtype=np.int64)
    return whole[keys[whole] != np.bytes_(content)], parts.astype(np.int64)


def _holds(packed: bytes, content: bytes) -> bool:
    hashes = columns(packed)[1]
    at = hashes.find(content)
    while at >= 0 and at % HASH:
        at = hashes.find(content, at + 1)
    return at >= 0


def contained_paths(result: ScanResult) -> list[tuple[str, str]]:
    """Archives and files that lie in them whole, every file by its path; sorted by the bytes of both paths."""
    found = contained(result)
    wanted = set(found.whole.tolist()) | set(found.part.tolist())
    paths: dict[int, list[str]] = {content: [] for content in wanted}
    for file, content in zip(result.files, result.content_row.tolist(), strict=True):
        if content in wanted:
            paths[content].append(file.path)
    pairs = [
        (whole, part)
        for a, b in zip(found.whole.tolist(), found.part.tolist(), strict=True)
        for whole in paths[a]
        for part in paths[b]
    ]
    return sorted(pairs, key=lambda pair: (os.fsencode(pair[0]), os.fsencode(pair[1])))

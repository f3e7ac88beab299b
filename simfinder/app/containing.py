"""What lies in what: files in archives, told by the content hashes of members, and files in others, by their bytes.

Owns the relation, which is never mixed with similarity: what two files that are similar have of one another is no
containment.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.app.pairfigures import LEAST, SIMILAR
from simfinder.app.verify import Sides, Verifier
from simfinder.model.progress import Control
from simfinder.scan.packing import content_keys
from simfinder.scan.pipeline import ScanResult
from simfinder.scan.views.members import HASH, columns
from simfinder.search.partjoin import parts

_MEASURED = 1_200_000_000  # bytes of both sides, the most promising first: some 12 s of one core
_NAMES = 10  # of identical files told for either side


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


def measured_parts(
    result: ScanResult, verifier: Verifier, control: Control, *, jobs: int = 0
) -> list[tuple[str, str, float]]:
    """Files of which at least ``LEAST`` lies in another, proven by stretches of both; sorted by the paths.

    Of identical files the first ones by path stand for all.

    Args:
        result: the scan.
        verifier: of the same scan.
        control: progress and cancelling.
        jobs: threads; 0 means one per core.

    Raises:
        Cancelled: on request.
    """
    faces, n = result.faces, len(result.faces)
    found = parts(faces.table, control, jobs=jobs or os.cpu_count() or 1)
    best = np.argsort(-found.promise, kind="stable")
    size = faces.table.size
    best = best[np.cumsum(size[found.whole[best]] + size[found.part[best]]) <= _MEASURED]
    shows = np.arange(len(faces.table))
    with_view = np.flatnonzero(faces.view >= 0)[::-1]
    own = shows < n
    shows[faces.view[with_view]] = np.where(own[faces.view[with_view]], faces.view[with_view], with_view)
    whole, part = found.whole[best], found.part[best]
    apart = shows[whole] != shows[part]
    whole, part = whole[apart], part[apart]
    share, similarity = verifier.contained(Sides(shows[whole], ~own[whole]), Sides(shows[part], ~own[part]))
    good = np.flatnonzero((share >= LEAST) & (similarity < SIMILAR))
    names = _names_by_row(result)
    told: dict[tuple[str, str], float] = {}
    for i in good.tolist():
        figure = min(float(share[i]), 0.9999)
        for one in names[int(whole[i])][:_NAMES]:
            for other in names[int(part[i])][:_NAMES]:
                if one != other:
                    told[one, other] = max(told.get((one, other), 0.0), figure)
    return sorted(
        ((*pair, figure) for pair, figure in told.items()),
        key=lambda t: (os.fsencode(t[0]), os.fsencode(t[1])),
    )


def _names_by_row(result: ScanResult) -> dict[int, list[str]]:
    """Paths of the files that show a row: by their bytes first, then by what they hold."""
    names: dict[int, list[str]] = {}
    for file, content in zip(result.files, result.content_row.tolist(), strict=True):
        names.setdefault(content, []).append(file.path)
    for content in np.flatnonzero(result.faces.view >= 0).tolist():
        names.setdefault(int(result.faces.view[content]), []).extend(names.get(content, []))
    return names

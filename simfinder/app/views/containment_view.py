"""Files that lie in other files, as the window lists them: pairs of a session, sorted and filtered like clusters.

``verify.containment.contained_files`` finds them. Containment is never mixed with similarity.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_order import Column
from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.app.verify.containment.contained_files import contained_paths, measured_parts
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.app.verify.verifier import Verifier

MOST = 100_000
"""Pairs shown at most: those of which most lies inside."""


@dataclass(frozen=True, slots=True, eq=False)
class Insides:
    """Files that lie in other files, as parallel arrays, ascending by whole and part; each pair once.

    Attributes:
        whole: (m,) file indexes.
        part: (m,) file indexes, never the whole itself.
        share: (m,) float32, how much of the part lies in the whole; 1.0 for a member of an archive only.
    """

    whole: IntArray
    part: IntArray
    share: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.whole)


@dataclass(frozen=True, slots=True, eq=False)
class InsideView:
    """What is shown and in which order.

    Attributes:
        wholes: (w,) file indexes.
        offsets: (w + 1,) int64; the pairs of whole i are ``pairs[offsets[i]:offsets[i + 1]]``.
        pairs: (k,) indexes in ``Insides``.
        parts: different files that lie in these.
    """

    wholes: IntArray
    offsets: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    parts: int


NOTHING = Insides(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32))


def insides(session: Session, verifier: Verifier, control: Control, *, jobs: int = 0) -> Insides:
    """Find which files of a session lie in which.

    Args:
        session: of the scan.
        verifier: of the same scan.
        control: progress and cancelling.
        jobs: threads; 0 means one per core.

    Raises:
        Cancelled: on request.
    """
    shares = dict.fromkeys(contained_paths(session.result), 1.0)
    for whole, part, share in measured_parts(session.result, verifier, control, jobs=jobs):
        shares.setdefault((whole, part), share)
    return of_paths(session, [(*pair, share) for pair, share in shares.items()])


def of_paths(session: Session, shares: list[tuple[str, str, float]]) -> Insides:
    """Build the pairs from paths: whole, part, share."""
    shares = sorted(shares, key=lambda t: -t[2])[:MOST]
    found = sorted((session.file_of(whole), session.file_of(part), share) for whole, part, share in shares)
    if not found:
        return NOTHING
    whole, part, share = zip(*found, strict=True)
    return Insides(np.array(whole, np.int32), np.array(part, np.int32), np.array(share, np.float32))


def order(
    insides: Insides,
    files: SessionFiles,
    column: Column = Column.SAVING,
    descending: bool = True,
    text: str = "",
    alive: npt.NDArray[np.bool_] | None = None,
    among: npt.NDArray[np.bool_] | None = None,
) -> InsideView:
    """Sort and filter.

    A whole is shown with all its parts if its path or that of any part contains ``text`` (ignoring case). Without a
    column, wholes with the most bytes inside come first; else wholes, and the parts of each, are sorted by their own
    values. Similarity does not apply to them: SHARED and VERSION sort by the share that lies inside.

    Args:
        insides: all of them.
        files: the columns of all files.
        column: to sort by.
        descending: the largest first.
        text: of the filter.
        alive: (n,) bool, files that are still there; None means all.
        among: (n,) bool, files of which a pair must have one; None means all.
    """
    pairs = np.arange(len(insides), dtype=np.int64)
    if among is not None:
        pairs = pairs[among[insides.whole] | among[insides.part]]
    if alive is not None:
        pairs = pairs[alive[insides.whole[pairs]] & alive[insides.part[pairs]]]
    if text and len(pairs):
        pairs = pairs[_holding(insides, files, pairs, text.casefold())]
    if not len(pairs):
        return InsideView(np.zeros(0, np.int32), np.zeros(1, np.int64), pairs, 0)
    wholes, group = np.unique(insides.whole[pairs], return_inverse=True)
    rank, by_whole = _keys(insides, files, pairs, wholes, group, column)
    sign = -1 if descending else 1
    place = np.empty(len(wholes), np.int64)  # of each whole among those shown
    place[np.lexsort((np.arange(len(wholes)), sign * by_whole))] = np.arange(len(wholes))
    pairs = pairs[np.lexsort((pairs, sign * rank, place[group]))]
    counts = np.bincount(place[group], minlength=len(wholes))
    return InsideView(
        wholes[np.argsort(place)].astype(np.int32),
        np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
        pairs,
        len(sorted_set(insides.part[pairs])),
    )


def _holding(
    insides: Insides, files: SessionFiles, pairs: npt.NDArray[np.int64], wanted: str
) -> npt.NDArray[np.bool_]:
    """Return which pairs belong to a whole that is shown."""
    named = {
        file
        for file in {*insides.whole[pairs].tolist(), *insides.part[pairs].tolist()}
        if wanted in files.records.path(file).casefold()
    }
    whole = insides.whole[pairs]
    hit = is_among(whole, list(named)) | is_among(insides.part[pairs], list(named))
    shown: npt.NDArray[np.bool_] = is_among(whole, whole[hit])
    return shown


def _keys(
    insides: Insides,
    files: SessionFiles,
    pairs: npt.NDArray[np.int64],
    wholes: IntArray,
    group: npt.NDArray[np.int64],
    column: Column,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rank the pairs and the wholes by a column."""
    part = insides.part[pairs]
    values: npt.NDArray[np.generic]
    match column:
        case Column.SHARED | Column.VERSION:
            share = insides.share[pairs]
            best = np.zeros(len(wholes), np.float32)
            np.maximum.at(best, group, share)
            return _ranks(share), _ranks(best)
        case Column.SAVING:
            inside = np.zeros(len(wholes), np.float64)
            np.add.at(inside, group, files.sizes[part] * insides.share[pairs].astype(np.float64))
            return _ranks(files.sizes[part]), _ranks(inside)
        case Column.MODIFIED | Column.SIZE:
            values = files.mtimes if column is Column.MODIFIED else files.sizes
            return _ranks(values[part]), _ranks(values[wholes])
    at = 1 if column is Column.NAME else 0
    used = sorted({*part.tolist(), *wholes.tolist()})
    names = {file: os.path.split(files.records.path(file))[at].casefold() for file in used}
    places = {name: i for i, name in enumerate(sorted(set(names.values())))}
    of_part = np.array([places[names[file]] for file in part.tolist()], np.int64)
    return of_part, np.array([places[names[file]] for file in wholes.tolist()], np.int64)


def _ranks(values: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    _, ranks = np.unique(values, return_inverse=True)
    return np.asarray(ranks, dtype=np.int64)

"""Files inside other files, as the window and the reports list them: in groups, sorted and filtered like clusters.

``verify.containment.contained_files`` finds them. Containment is never mixed with similarity.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_order import Column
from simfinder.app.clusters.cluster_table import IntArray, SessionFiles
from simfinder.app.verify.containment.contained_files import all_loose, contained_paths, measured_parts
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.app.verify.verifier import Verifier

MOST = 100_000
"""Pairs shown at most: those of which most lies inside."""

_FEWEST_IN_FOLDER = 2
_WHOLLY = (
    0.9998  # a share from which a file is wholly inside: 1.0 is for what hashes prove, so bytes give 0.9999
)


@dataclass(frozen=True, slots=True, eq=False)
class Insides:
    """Files that lie in other files, as parallel arrays, ascending by whole and part; each pair once.

    Attributes:
        whole: (m,) file indexes.
        part: (m,) file indexes, never the whole itself.
        share: (m,) float32, how much of the part lies in the whole; 1.0 for a member of an archive only.
        loose: file indexes, ascending: archives of whose files each is outside of them, too.
    """

    whole: IntArray
    part: IntArray
    share: npt.NDArray[np.float32]
    loose: IntArray

    def __len__(self) -> int:
        return len(self.whole)


@dataclass(frozen=True, slots=True, eq=False)
class InsideView:
    """What is shown and in which order: pairs in groups of one file and those inside it, or those that contain it.

    Attributes:
        heads: (g,) file indexes; the pairs of group i are ``pairs[offsets[i]:offsets[i + 1]]``.
        by_part: (g,) bool, the head is inside all files of its group; else these are inside the head.
        offsets: (g + 1,) int64.
        pairs: (k,) indexes in ``Insides``, each in one group only.
        freed: (g,) int64, bytes that are free when what is wholly inside goes, or the head where that is more and all
            its files are outside of it too. Protected files free nothing.
        all_loose: (g,) int64, how many files the head holds where all of them are outside of it too; else 0.
        parts: different files that are inside others.
        wholes: different files that contain them.
    """

    heads: IntArray
    by_part: npt.NDArray[np.bool_]
    offsets: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.int64]
    freed: npt.NDArray[np.int64]
    all_loose: npt.NDArray[np.int64]
    parts: int
    wholes: int

    def __len__(self) -> int:
        return len(self.heads)

    def of_group(self, group: int) -> npt.NDArray[np.int64]:
        """Return the pairs of a group in order."""
        return self.pairs[self.offsets[group] : self.offsets[group + 1]]


_NONE = np.zeros(0, np.int32)
NOTHING = Insides(_NONE, _NONE, np.zeros(0, np.float32), _NONE)


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
    columns = zip(*found, strict=True)
    whole, part, share = (np.array(x, kind) for x, kind in zip(columns, "iif", strict=True))
    wholes = sorted_set(whole)
    loose = wholes[is_among(session.clusters.files.contents[wholes], all_loose(session.result))]
    return Insides(whole, part, share, loose)


def stars(
    whole: npt.NDArray[np.int64], part: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Group pairs around the file that has most of them, each pair in one group: an archive with the files inside it,
    a picture with the mails that contain it.

    Args:
        whole: (m,) file indexes.
        part: (m,) file indexes; each pair once.

    Returns:
        (m,) the file that each pair is grouped under, and (m,) bool, whether that is the part.
    """
    wholes_of, parts_of = _counts(part), _counts(whole)
    by_part = wholes_of > parts_of
    return np.where(by_part, part, whole), by_part


def _counts(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return for each value how often it occurs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    told: npt.NDArray[np.int64] = count[place]
    return told


def order(
    insides: Insides,
    files: SessionFiles,
    column: Column = Column.SAVING,
    descending: bool = True,
    text: str = "",
    alive: npt.NDArray[np.bool_] | None = None,
    among: npt.NDArray[np.bool_] | None = None,
) -> InsideView:
    """Group, sort and filter.

    A group is shown with all its pairs if the path of any file in it contains ``text`` (ignoring case). Without a
    column, groups that free the most bytes come first; else groups, and the files of each, are sorted by their own
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
    head, by_part = stars(insides.whole[pairs].astype(np.int64), insides.part[pairs].astype(np.int64))
    keys, group = np.unique(2 * head + by_part, return_inverse=True)
    if text and len(pairs):
        shown = _naming(insides, files, pairs, text.casefold())
        among_shown = is_among(group, group[shown])
        pairs, by_part = pairs[among_shown], by_part[among_shown]
        keys, group = np.unique(keys[group[among_shown]], return_inverse=True)
    heads, of_parts = (keys >> 1).astype(np.int32), (keys & 1).astype(np.bool_)
    held = _all_held(insides, files, pairs, heads, of_parts, group)
    freed = _freed(insides, files, pairs, heads, of_parts, group, held)
    others = np.where(by_part, insides.whole[pairs], insides.part[pairs]).astype(np.int32)
    if column is Column.SAVING:
        rank, by_head = _by_saving(insides, files, pairs, group, freed)
    else:
        rank, by_head = _keys(insides, files, pairs, others, heads, group, column)
    sign = -1 if descending else 1
    best = np.lexsort((np.arange(len(heads)), sign * by_head))
    place = np.empty(len(heads), np.int64)  # of each group among those shown
    place[best] = np.arange(len(heads))
    order_of_pairs = np.lexsort((pairs, sign * rank, place[group]))
    counts = np.bincount(place[group], minlength=len(heads))
    pairs = pairs[order_of_pairs]
    return InsideView(
        heads[best],
        of_parts[best],
        np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
        pairs,
        freed[best],
        held[best],
        len(sorted_set(insides.part[pairs])),
        len(sorted_set(insides.whole[pairs])),
    )


def _all_held(
    insides: Insides,
    files: SessionFiles,
    pairs: npt.NDArray[np.int64],
    heads: IntArray,
    of_parts: npt.NDArray[np.bool_],
    group: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Return the number of files that each head holds, (g,), where all of these are loose; else 0.

    Copies of one file count once. Where a pair of the head is in another group, or gone, nothing is said of all.
    """
    wholly = insides.share[pairs] >= 1.0
    kinds = np.unique(np.stack((group[wholly], files.contents[insides.part[pairs[wholly]]])), axis=1)
    held = np.bincount(kinds[0], minlength=len(heads))
    shown = np.bincount(group, minlength=len(heads))
    wholes, known = np.unique(insides.whole, return_counts=True)
    full = np.zeros(len(heads), np.bool_)
    at = np.searchsorted(wholes, heads)
    there = at < len(wholes)
    full[there] = (wholes[at[there]] == heads[there]) & (known[at[there]] == shown[there])
    loose = full & ~of_parts & is_among(heads, insides.loose)
    told: npt.NDArray[np.int64] = np.where(loose, held, 0)
    return told


def _freed(
    insides: Insides,
    files: SessionFiles,
    pairs: npt.NDArray[np.int64],
    heads: IntArray,
    of_parts: npt.NDArray[np.bool_],
    group: npt.NDArray[np.int64],
    held: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Return the bytes that acting on each group frees, (g,); see ``InsideView.freed``."""
    part = insides.part[pairs]
    wholly = (insides.share[pairs] >= _WHOLLY) & ~files.protected[part]
    inside = np.where(wholly, files.sizes[part], 0)
    freed = np.zeros(len(heads), np.int64)
    np.add.at(freed, group, inside)
    most = np.zeros(len(heads), np.int64)
    np.maximum.at(most, group, inside)
    freed = np.where(of_parts, most, freed)  # one file, however many contain it
    whole = np.where((held > 0) & ~files.protected[heads], files.sizes[heads], 0)
    told: npt.NDArray[np.int64] = np.maximum(freed, whole).astype(np.int64)
    return told


def _by_saving(
    insides: Insides,
    files: SessionFiles,
    pairs: npt.NDArray[np.int64],
    group: npt.NDArray[np.int64],
    freed: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rank the pairs and the groups by what they free, of equals by the bytes inside."""
    part = insides.part[pairs]
    inside = np.zeros(len(freed), np.float64)
    np.add.at(inside, group, files.sizes[part] * insides.share[pairs].astype(np.float64))
    best = np.lexsort((inside, freed))
    by_head = np.empty(len(freed), np.int64)
    by_head[best] = np.arange(len(best))
    return _ranks(files.sizes[part] * (insides.share[pairs] >= _WHOLLY)), by_head


def _naming(
    insides: Insides, files: SessionFiles, pairs: npt.NDArray[np.int64], wanted: str
) -> npt.NDArray[np.bool_]:
    """Return which pairs have a file whose path contains a text."""
    named = [
        file
        for file in {*insides.whole[pairs].tolist(), *insides.part[pairs].tolist()}
        if wanted in files.records.path(file).casefold()
    ]
    hit: npt.NDArray[np.bool_] = is_among(insides.whole[pairs], named) | is_among(insides.part[pairs], named)
    return hit


def _keys(
    insides: Insides,
    files: SessionFiles,
    pairs: npt.NDArray[np.int64],
    others: IntArray,
    heads: IntArray,
    group: npt.NDArray[np.int64],
    column: Column,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rank the pairs, by what is not the head of each, and the groups by a column."""
    values: npt.NDArray[np.generic]
    match column:
        case Column.SHARED | Column.VERSION:
            share = insides.share[pairs]
            best = np.zeros(len(heads), np.float32)
            np.maximum.at(best, group, share)
            return _ranks(share), _ranks(best)
        case Column.MODIFIED | Column.SIZE:
            values = files.mtimes if column is Column.MODIFIED else files.sizes
            return _ranks(values[others]), _ranks(values[heads])
    at = 1 if column is Column.NAME else 0
    used = sorted({*others.tolist(), *heads.tolist()})
    names = {file: os.path.split(files.records.path(file))[at].casefold() for file in used}
    places = {name: i for i, name in enumerate(sorted(set(names.values())))}
    of_other = np.array([places[names[file]] for file in others.tolist()], np.int64)
    return of_other, np.array([places[names[file]] for file in heads.tolist()], np.int64)


def _ranks(values: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    _, ranks = np.unique(values, return_inverse=True)
    return np.asarray(ranks, dtype=np.int64)


def common_folder(paths: Sequence[str]) -> str:
    """Return the folder that all of several files are in or below; "" for a single file, or where it is the top one."""
    if len(paths) < _FEWEST_IN_FOLDER:
        return ""
    folder = os.path.commonpath([os.path.dirname(path) for path in paths])
    return "" if os.path.dirname(folder) == folder else folder

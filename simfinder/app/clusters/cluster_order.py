"""Sort and filter the cluster tree with index arrays, so that no proxy model ever walks a million rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters import cluster_filter
from simfinder.app.clusters.cluster_table import ClusterTable


class Column(StrEnum):
    """Columns the tree can be sorted by; ``SAVING`` is the table's own order."""

    SAVING = "saving"
    NAME = "name"
    SHARED = "shared"
    VERSION = "version"
    MODIFIED = "modified"
    SIZE = "size"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What is shown and in which order.

    Attributes:
        clusters: indexes of the clusters shown, in order.
        members: (m,) permutation of positions in ``ClusterTable.members``; those of cluster i stay within
            ``offsets[i]:offsets[i + 1]``, the kept file first.
        files: (n,) bool, the files that match; the others are shown only because their cluster is. None for all.
    """

    clusters: npt.NDArray[np.int64]
    members: npt.NDArray[np.int64]
    files: npt.NDArray[np.bool_] | None = None


def order(
    table: ClusterTable,
    column: Column = Column.SAVING,
    descending: bool = True,
    text: str = "",
    marked: Iterable[int] = (),
    by_hand: Iterable[int] = (),
) -> View:
    """Sort and filter; any thread may call it.

    A cluster is shown whole if any member meets the filter (``cluster_filter``). Clusters are sorted by their kept
    file (SHARED: by the weakest link, SIZE: by all bytes of the cluster), members by their own values behind the kept
    file. Ties keep the table's order.

    Args:
        table: the clusters.
        column: to sort by.
        descending: the largest first.
        text: of the filter.
        marked: marked files; needed only if the filter asks for marks.
        by_hand: files kept by hand; likewise.
    """
    clusters = np.arange(len(table), dtype=np.int64)
    wanted = cluster_filter.parse(text)
    files = None
    if wanted:
        files = cluster_filter.files_that_meet(wanted, table)
        clusters = clusters[cluster_filter.clusters_that_meet(wanted, table, marked, by_hand, files)]
    members = np.arange(len(table.members), dtype=np.int64)
    if column is Column.SAVING:
        return View(clusters if descending else clusters[::-1], members, files)
    keys, cluster_keys = _keys(table, column)
    clusters = _sorted(clusters, cluster_keys[clusters], descending)
    return View(clusters, _within(table, keys, descending), files)


def _within(table: ClusterTable, keys: npt.NDArray[np.int64], descending: bool) -> npt.NDArray[np.int64]:
    """Sort members by their keys, keeping clusters and kept files in place: one number each, nearly sorted already."""
    cluster = np.repeat(np.arange(len(table), dtype=np.int64), np.diff(table.offsets))
    most = int(keys.max(initial=0)) + 1
    place = 1 + (most - 1 - keys if descending else keys)
    place[table.offsets[:-1]] = 0  # the kept file
    ordered: npt.NDArray[np.int64] = np.argsort(cluster * (most + 1) + place, kind="stable")
    return ordered


def among(view: View, table: ClusterTable, files: npt.NDArray[np.bool_]) -> View:
    """Narrow a view to the clusters with a member among some files; only these files match then.

    Args:
        view: to be narrowed.
        table: that it shows.
        files: (n,) bool, the files.
    """
    if not len(table):
        return view
    hit = np.logical_or.reduceat(files[table.members], table.offsets[:-1])
    named = files if view.files is None else view.files & files
    return View(view.clusters[hit[view.clusters]], view.members, named)


def _keys(
    table: ClusterTable, column: Column
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64] | npt.NDArray[np.float32]]:
    """Return sort values per member, from 0 and small enough to share a number with the cluster's, and per cluster."""
    files, kept = table.files, table.offsets[:-1]
    match column:
        case Column.SHARED:  # the bits of floats of 0 or more are in their order
            bits = np.maximum(table.similarity, np.float32(0)).view(np.int32)
            return bits.astype(np.int64), table.weakest
        case Column.MODIFIED:
            times = files.mtimes[table.members]
            return _ranks(times), times[kept]
        case Column.SIZE:
            sizes = files.sizes[table.members]
            return _ranks(sizes), np.add.reduceat(sizes, kept) if len(table) else sizes
        case Column.VERSION:
            return table.relation.astype(np.int64), np.diff(table.offsets)
    places = (files.text.names() if column is Column.NAME else files.text.folders())[table.members]
    return places, places[kept]


def _ranks(values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    _, ranks = np.unique(values, return_inverse=True)
    return np.asarray(ranks, dtype=np.int64)


def _sorted(
    clusters: npt.NDArray[np.int64],
    keys: npt.NDArray[np.int64] | npt.NDArray[np.float32],
    descending: bool,
) -> npt.NDArray[np.int64]:
    return clusters[np.argsort(-keys if descending else keys, kind="stable")]

"""Sorting and filtering of the cluster tree as index arrays, so that no proxy model ever walks a million rows."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from simfinder.app.cluster_table import ClusterTable


class Column(StrEnum):
    """What the tree can be sorted by; ``SAVING`` is the table's own order."""

    SAVING = "saving"
    NAME = "name"
    SHARED = "shared"
    VERSION = "version"
    MODIFIED = "modified"
    SIZE = "size"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What is shown, and in which order.

    Attributes:
        clusters: indexes of the clusters shown, in order.
        members: (m,) permutation of positions in ``ClusterTable.members``; those of cluster i stay within
            ``offsets[i]:offsets[i + 1]``, the kept file first.
    """

    clusters: npt.NDArray[np.int64]
    members: npt.NDArray[np.int64]


def order(
    table: ClusterTable, column: Column = Column.SAVING, descending: bool = True, text: str = ""
) -> View:
    """Sort and filter.

    A cluster is shown whole when the path of any member holds ``text`` (case does not matter). Clusters are sorted
    by their kept file (SHARED: by the weakest link, SIZE: by all bytes of the cluster), members by their own values
    behind the kept file. Ties keep the table's order.
    """
    clusters = np.arange(len(table), dtype=np.int64)
    if text:
        clusters = clusters[_holding(table, text)]
    members = np.arange(len(table.members), dtype=np.int64)
    if column is Column.SAVING:
        return View(clusters if descending else clusters[::-1], members)
    keys, cluster_keys = _keys(table, column)
    clusters = _sorted(clusters, cluster_keys[clusters], descending)
    cluster = np.repeat(np.arange(len(table)), np.diff(table.offsets))
    is_kept = members == table.offsets[:-1][cluster]
    rank = _ranks(keys)
    members = np.lexsort((members, -rank if descending else rank, ~is_kept, cluster))
    return View(clusters, members)


def among(view: View, table: ClusterTable, files: npt.NDArray[np.bool_]) -> View:
    """Only the clusters with a member among some files.

    Args:
        view: to be narrowed.
        table: that it shows.
        files: (n,) bool, the files.
    """
    if not len(table):
        return view
    hit = np.logical_or.reduceat(files[table.members], table.offsets[:-1])
    return View(view.clusters[hit[view.clusters]], view.members)


def _holding(table: ClusterTable, text: str) -> npt.NDArray[np.bool_]:
    wanted = text.casefold()
    records = table.files.records
    hit = np.fromiter(
        (wanted in records.path(file).casefold() for file in table.members.tolist()),
        dtype=np.bool_,
        count=len(table.members),
    )
    return np.logical_or.reduceat(hit, table.offsets[:-1]) if len(table) else np.zeros(0, dtype=np.bool_)


def _keys(table: ClusterTable, column: Column) -> tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]:
    """Sort values per member position and per cluster."""
    files, kept = table.files, table.offsets[:-1]
    per_member: npt.NDArray[np.generic]
    match column:
        case Column.SHARED:
            return table.similarity, table.weakest
        case Column.MODIFIED:
            per_member = files.mtimes[table.members]
        case Column.SIZE:
            sizes = files.sizes[table.members]
            whole = np.add.reduceat(sizes, kept) if len(table) else sizes
            return sizes, whole
        case Column.VERSION:
            return table.relation, np.diff(table.offsets)
        case _:
            part = 1 if column is Column.NAME else 0
            texts = [os.path.split(files.records.path(f))[part].casefold() for f in table.members.tolist()]
            places = {text: i for i, text in enumerate(sorted(set(texts)))}
            per_member = np.array([places[text] for text in texts], dtype=np.int64)
    return per_member, per_member[kept]


def _ranks(values: npt.NDArray[np.generic]) -> npt.NDArray[np.int64]:
    _, ranks = np.unique(values, return_inverse=True)
    return np.asarray(ranks, dtype=np.int64)


def _sorted(
    clusters: npt.NDArray[np.int64], keys: npt.NDArray[np.generic], descending: bool
) -> npt.NDArray[np.int64]:
    ranks = _ranks(keys)
    return clusters[np.argsort(-ranks if descending else ranks, kind="stable")]

"""Clusters split into lineages: files that are kin to one another and not to the kept file get a cluster of their own.

Links follow what files share, and licences, package metadata or two projects of one make share a lot. A person sees
versions of one file as belonging together, so where names and places say that several files of a cluster are versions
of one another, and that none is one of the kept file, they leave it. What has no kin stays, unless it is one of a
series: three and more files of one folder whose names differ by a number, a person or a month are papers of one form.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.kinship import Kin
from simfinder.actions.rules.relation import Reason
from simfinder.app.cluster_table import ClusterTable, FileTable, Grouping, IntArray
from simfinder.signatures.distinct import is_among, sorted_set

_STRANGERS = np.array([Reason.BRIDGE, Reason.FORM, Reason.TYPES, Reason.SERIES, Reason.NAMES], np.uint8)
_FORM = 3
"""Files from which on names that differ by a number or a person make a series; of two they say little."""

_ROUNDS = 32
"""Lineages of one name that are looked for in a cluster; the files of further ones stay."""

Near = Callable[[IntArray, IntArray], npt.NDArray[np.bool_]]
"""Which files are within the tolerance of the files beside them."""


def split_lineages(
    groups: Grouping, table: ClusterTable, rank: npt.NDArray[np.int32], near: Near
) -> Grouping | None:
    """The same groups with lineages of their own cut out; None where there are none.

    Args:
        groups: what the table was built from.
        table: the clusters.
        rank: (n,) the smallest of a group is its kept file.
        near: see there.
    """
    files = table.files
    strangers = _strangers(table)
    if len(strangers) < 2:
        return None
    lengths = np.diff(groups.offsets)
    of_file = np.full(len(table.cluster_index), -1, np.int64)
    of_file[groups.members] = np.repeat(np.arange(len(lengths)), lengths)
    lineage = _lineages(files, strangers, of_file[strangers], rank, near)
    series = _series(table, strangers[lineage < 0])
    found = np.flatnonzero(lineage >= 0)
    if not len(found) and not len(series):
        return None
    own = of_file.copy()
    own[strangers[found]] = len(lengths) + lineage[found]
    own[series] = len(lengths) + len(strangers) + files.contents[series]  # copies stay together
    members = groups.members
    order = np.lexsort((rank[members], own[members]))
    # the kept file stays the first of what is left, whatever its rank
    is_kept = np.zeros(len(own), np.bool_)
    is_kept[members[groups.offsets[:-1]]] = True
    order = order[np.lexsort((~is_kept[members[order]], own[members[order]]))]
    members = members[order]
    heads = np.flatnonzero(np.diff(own[members], prepend=-1))
    ends = np.append(heads[1:], len(members))
    many = np.repeat(ends - heads > 1, ends - heads)  # a kept file that all others left is in no cluster
    sizes = (ends - heads)[ends - heads > 1]
    return Grouping(np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes))), members[many])


def _strangers(table: ClusterTable) -> IntArray:
    """The files that are no kin to the kept file of their cluster."""
    strangers = table.members[is_among(table.reason, _STRANGERS)]
    far = table.members[table.reason == Reason.BRIDGE]  # whose names nobody has looked at
    kin, _, _ = table.files.kin.of(far, table.kept[table.cluster_index[far]])
    return strangers[~is_among(strangers, far[kin >= Kin.NEAR])]


def _series(table: ClusterTable, strangers: IntArray) -> IntArray:
    """Those of some files that are one of a series with the kept file or others of a folder, outside of projects."""
    files, at = table.files, np.full(len(table.cluster_index), -1, np.int64)
    at[table.members] = np.arange(len(table.members))
    strangers = strangers[(table.reason[at[strangers]] == Reason.SERIES) & (files.project[strangers] < 0)]
    cluster = table.cluster_index[strangers].astype(np.int64)
    folder = files.records.folder
    place = cluster * len(files.records.folders) + folder[strangers]
    contents = files.contents[strangers].astype(np.int64) + 1
    rows = int(contents.max(initial=0)) + 1
    places, count = np.unique(sorted_set(place * rows + contents) // rows, return_counts=True)
    kept = table.kept[places // max(1, len(files.records.folders))]
    count += folder[kept] == places % max(1, len(files.records.folders))
    chosen: IntArray = strangers[np.isin(place, places[count >= _FORM])]
    return chosen


def _lineages(
    files: FileTable,
    strangers: IntArray,
    cluster: npt.NDArray[np.int64],
    rank: npt.NDArray[np.int32],
    near: Near,
) -> npt.NDArray[np.int64]:
    """(k,) number of the lineage of each of some files, -1 for one without kin."""
    found = np.full(len(strangers), -1, np.int64)
    name = files.kin.stems(strangers)
    left = np.lexsort((rank[strangers], name, cluster))
    count = 0
    for _ in range(_ROUNDS):
        new = np.ones(len(left), np.bool_)
        new[1:] = (np.diff(cluster[left]) != 0) | (np.diff(name[left]) != 0)
        run = np.cumsum(new) - 1
        several = np.bincount(run)[run] > 1 if len(run) else new
        left, run, new = left[several], run[several], new[several]
        if not len(left):
            break
        first = left[new][np.cumsum(new) - 1]  # of each run the one most worth keeping
        others = np.flatnonzero(~new)
        kin, _, _ = files.kin.of(strangers[left[others]], strangers[first[others]])
        akin = np.flatnonzero(kin >= Kin.NEAR)
        joins = akin[near(strangers[left[others[akin]]], strangers[first[others[akin]]])]
        members = left[others[joins]]
        heads = first[others[joins]]
        distinct, number = np.unique(heads, return_inverse=True)
        found[members] = count + number
        found[distinct] = count + np.arange(len(distinct))
        count += len(distinct)
        gone = new.copy()
        gone[others[joins]] = True
        left = left[~gone]
    return found

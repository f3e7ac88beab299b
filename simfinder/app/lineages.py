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
from simfinder.actions.rules.relation import NEARLY, Reason
from simfinder.app.cluster_table import SIBLING, ClusterTable, FileTable, Grouping, IntArray
from simfinder.signatures.distinct import is_among, sorted_set

_STRANGERS = np.array(
    [Reason.BRIDGE, Reason.FORM, Reason.FORMAT, Reason.TYPES, Reason.SERIES, Reason.NAMES], np.uint8
)
_FORM = 3
"""Files from which on names that differ by a number or a person make a series; of two they say little."""

_SPREAD, _NOISE = 0.25, 0.01
"""Difference of the figures within a series at most: a share of what is not shared, and what measuring adds. In the
homes corpus mail merges with 4 % of their own differ by .005, contracts with 29 % by .06; edited copies by .1."""

_ROUNDS = 32
"""Lineages of one name that are looked for in a cluster; the files of further ones stay."""

_ODD = np.int64(0x1E3779B97F4A7C15)
"""Spreads numbers of places over 64 bits, so that with a name's hash they make one number for both."""

Near = Callable[[IntArray, IntArray], npt.NDArray[np.bool_]]
"""Which files are within the tolerance of the files beside them."""


def split_lineages(
    groups: Grouping,
    table: ClusterTable,
    rank: npt.NDArray[np.int32],
    near: Near,
    *,
    with_series: bool = False,
) -> Grouping | None:
    """The same groups with lineages of their own cut out; None where there are none.

    Args:
        groups: what the table was built from.
        table: the clusters.
        rank: (n,) the smallest of a group is its kept file.
        near: see there.
        with_series: parts of a series stay.
    """
    files = table.files
    strangers = _strangers(table)
    if len(strangers) < 2:
        return None
    lengths = np.diff(groups.offsets)
    of_file = np.full(len(table.cluster_index), -1, np.int64)
    of_file[groups.members] = np.repeat(np.arange(len(lengths)), lengths)
    lineage = _lineages(files, strangers, of_file[strangers], rank, near)
    lineage = _with_copies(lineage, of_file[strangers], files.contents[strangers])
    series = strangers[:0] if with_series else _series(table, strangers[lineage < 0])
    found = np.flatnonzero(lineage >= 0)
    if not len(found) and not len(series):
        return None
    left = np.zeros(len(lengths), np.bool_)
    left[of_file[strangers[found]]] = left[of_file[series]] = True
    own = of_file.copy()
    own[strangers[found]] = len(lengths) + lineage[found]
    own[series] = len(lengths) + len(strangers) + files.contents[series]  # copies stay together
    members = groups.only(left).members
    # the kept file stays the first of what is left, whatever its rank
    is_kept = np.zeros(len(own), np.bool_)
    is_kept[members[groups.only(left).offsets[:-1]]] = True
    members = members[np.lexsort((rank[members], ~is_kept[members], own[members]))]
    heads = np.flatnonzero(np.diff(own[members], prepend=-1))
    ends = np.append(heads[1:], len(members))
    many = np.repeat(ends - heads > 1, ends - heads)  # a kept file that all others left is in no cluster
    sizes = np.concatenate((lengths[~left], (ends - heads)[ends - heads > 1]))
    whole = groups.only(~left).members
    return Grouping(
        np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes))), np.concatenate((whole, members[many]))
    )


def name_series(table: ClusterTable) -> None:
    """Call parts of a series siblings of the kept file, in place, where they are shown together with it.

    Args:
        table: of clusters in which they stayed.
    """
    found = np.zeros(len(table.cluster_index), np.bool_)
    found[_series(table, table.members)] = True
    at = np.flatnonzero(found[table.members])
    table.relation[at], table.reason[at] = SIBLING, Reason.FORM


def _strangers(table: ClusterTable) -> IntArray:
    """The files that are no kin to the kept file of their cluster."""
    strangers = table.members[is_among(table.reason, _STRANGERS)]
    far = table.members[(table.reason == Reason.BRIDGE) | (table.reason == Reason.FORMAT)]
    kin, _, _ = table.files.kin.of(far, table.kept[table.cluster_index[far]])
    return strangers[~is_among(strangers, far[kin >= Kin.NEAR])]


def _series(table: ClusterTable, strangers: IntArray) -> IntArray:
    """Those of some files, outside of projects, that are parts of a series.

    Either they lie in one folder and have names that differ, or they have one name in folders that lie side by side and
    differ ("Miller", "Smith", "Brown"), and more than a little of their own. Papers of one form are about as far from
    the kept one as from one another; edited copies are not.
    """
    files, at = table.files, np.full(len(table.cluster_index), -1, np.int64)
    at[table.members] = np.arange(len(table.members))
    strangers = strangers[(table.reason[at[strangers]] == Reason.SERIES) & (files.project[strangers] < 0)]
    if not len(strangers):
        return strangers
    kept = sorted_set(table.kept[table.cluster_index[strangers]])
    some, count = np.concatenate((strangers, kept)), len(strangers)
    folder, above = files.places.folders(some)
    cluster = table.cluster_index[some].astype(np.int64) * len(files.records.folders)
    content, figure = files.contents[strangers], table.similarity[at[strangers]]
    place = cluster + folder
    chosen = _flat(place[:count], content, figure, is_among(place[:count], place[count:]))
    # files of one name need another one beside them, so that few names have to be looked at
    _, inverse, often = np.unique((cluster + above)[:count], return_inverse=True, return_counts=True)
    several = np.flatnonzero(often[inverse] > 1)
    if not len(several):
        return strangers[chosen]
    asked = np.concatenate((several, np.arange(count, len(some))))
    place = (cluster + above)[asked] * _ODD + files.places.names(some[asked])
    beside = is_among(place[: len(several)], place[len(several) :])
    flat = _flat(place[: len(several)], content[several], figure[several], beside)
    chosen[several] |= flat & (figure[several] < np.float32(NEARLY))
    return strangers[chosen]


def _flat(
    place: npt.NDArray[np.int64],
    content: IntArray,
    figure: npt.NDArray[np.float32],
    beside: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    """(k,) files of places with enough different contents whose figures are about the same.

    Args:
        place: (k,) of each file.
        content: (k,) of each file.
        figure: (k,) shared with the kept file.
        beside: (k,) the kept file is at that place too, and counts.
    """
    order = np.lexsort((content, place))
    place, content, figure = place[order], content[order], figure[order]
    new = np.ones(len(place), np.bool_)
    new[1:] = place[1:] != place[:-1]
    first = np.flatnonzero(new)
    another = new | (np.diff(content, prepend=-1) != 0)
    count = np.add.reduceat(another.astype(np.int64), first) + beside[order][first]
    spread = np.maximum.reduceat(figure, first) - np.minimum.reduceat(figure, first)
    most = _SPREAD * (1.0 - np.minimum.reduceat(figure, first)) + _NOISE
    flat = np.zeros(len(place), np.bool_)
    flat[order] = np.repeat((count >= _FORM) & (spread <= most), np.diff(np.append(first, len(place))))
    return flat


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


def _with_copies(
    lineage: npt.NDArray[np.int64], cluster: npt.NDArray[np.int64], contents: IntArray
) -> npt.NDArray[np.int64]:
    """The lineages, where copies of their files go along that have another type or name; (k,) columns of some files."""
    several = np.flatnonzero(is_among(cluster, cluster[lineage >= 0]))
    if not len(several):
        return lineage
    order = several[np.lexsort((-lineage[several], contents[several], cluster[several]))]
    new = np.ones(len(order), np.bool_)
    new[1:] = (np.diff(cluster[order]) != 0) | (np.diff(contents[order]) != 0)
    first = order[new][np.cumsum(new) - 1]  # of each content one that has a lineage, if any has
    found = lineage.copy()
    found[order] = np.where(lineage[order] < 0, lineage[first], lineage[order])
    return found

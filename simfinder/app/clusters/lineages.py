"""Clusters split into lineages: files that are kin to one another and not to the kept file get a cluster of their own.

Links follow what files share, and licences, package metadata or two projects of one kind share a lot. To a person the
versions of one file belong together. So where names and places say that several files of a cluster are versions of each
other and none is a version of the kept file, they leave it. So does a file in doubt that is surely a version of one
that leaves. A file without kin stays, unless it is part of a series: three or more files of one folder whose names
differ by a number, a person or a month are papers of one form.

Copies of a picture that looks like the kept one, was made of it, or is here through another one leave as well: beside
it no rule marks them, and by themselves all but one of them are copies that can go. What is left of them comes back.
Pictures worth less that look more like them than like the kept one go along.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.name_reading import MAILS, is_message
from simfinder.actions.kinship.kinship import Kin
from simfinder.actions.rules.relation import NEARLY, Reason
from simfinder.app.clusters.cluster_table import SIBLING, ClusterTable, Grouping, IntArray, SessionFiles
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.model.file_families import Family, family_of

_STRANGERS = np.array(
    [Reason.BRIDGE, Reason.FORM, Reason.FORMAT, Reason.TYPES, Reason.SERIES, Reason.NAMES], np.uint8
)
_FORM = 3
"""Files whose names differ by a number or a person, to make a series; two say little."""

_SPREAD, _NOISE = 0.25, 0.01
"""Largest difference of similarity within a series: a share of the unshared part, and the error of measuring. In the
homes corpus mail merges with 4 % of their own differ by .005, contracts with 29 % by .06; edited copies by .1."""

_ROUNDS = 32
"""Lineages of one name looked for in a cluster; the files of further ones stay."""

_ODD = np.int64(0x1E3779B97F4A7C15)
"""Spreads folder numbers over 64 bits, so that combined with a name's hash they make one number for both."""

_COPIED = 16
"""Pictures with copies that the others of a cluster are compared with; those of further ones stay."""

_MEDIA = (Family.PICTURES, Family.SOUND, Family.VIDEO)

Near = Callable[[IntArray, IntArray], npt.NDArray[np.bool_]]
"""Says for pairs of files whether each is within the tolerance of the other."""

Nearer = Callable[[IntArray, IntArray, npt.NDArray[np.float32]], npt.NDArray[np.float32]]
"""Says for pictures and others that are worth more, or have copies beside a raw picture, how alike they are, if that is
more than they and their kept files are, as given last; NaN for the rest."""


def split_lineages(
    groups: Grouping,
    table: ClusterTable,
    rank: npt.NDArray[np.int32],
    near: Near,
    nearer: Nearer,
    *,
    with_series: bool = False,
) -> Grouping | None:
    """Split lineages of their own off the groups, and files that share only a form; None where there are neither.

    Args:
        groups: what the table was built from.
        table: the clusters.
        rank: (n,) the smallest of a group is its kept file.
        near: whether files are within the tolerance of each other, see ``Near``.
        nearer: which pictures look more like others than like the kept file, see ``Nearer``.
        with_series: parts of a series stay.
    """
    files = table.files
    strangers, in_doubt = _strangers(table)
    copied = _copied_look_alikes(table)
    forms_leave = not with_series and np.any(table.reason == Reason.FORM)
    if len(strangers) < 2 and not forms_leave and not len(copied):
        return None
    lengths = np.diff(groups.offsets)
    of_file = np.full(len(table.cluster_index), -1, np.int64)
    of_file[groups.members] = np.repeat(np.arange(len(lengths)), lengths)
    lineage = _lineages(files, strangers, of_file[strangers], in_doubt, rank, near)
    sure = sorted_set(lineage[~in_doubt])
    lineage[in_doubt & ~is_among(lineage, sure)] = -1  # each of them may be a version of the kept file
    lineage = _with_copies(lineage, of_file[strangers], files.contents[strangers])
    series = copied
    if not with_series:
        forms = table.members[(table.reason == Reason.FORM) & ~table.estimated]
        forms = forms[~is_among(forms, strangers[lineage >= 0])]
        series = sorted_set(np.concatenate((_series(table, strangers[lineage < 0]), forms, copied)))
    found = np.flatnonzero(lineage >= 0)
    if not len(found) and not len(series):
        return None
    left = np.zeros(len(lengths), np.bool_)
    left[of_file[strangers[found]]] = left[of_file[series]] = True
    own = of_file.copy()
    own[strangers[found]] = len(lengths) + lineage[found]
    own[series] = len(lengths) + len(strangers) + files.contents[series]  # copies stay together
    if len(copied):
        along, with_copies = _going_along(table, copied, rank, nearer)
        own[along] = own[with_copies]
    members = groups.only(left).members
    # the kept file stays the first of the rest, whatever its rank
    place = np.full(len(own), 1, np.int8)
    kept = members[groups.only(left).offsets[:-1]]
    place[kept] = 0
    lineages = range(len(lengths), len(lengths) + len(strangers))
    alone, lineage_of = _left_by_one_lineage(table, members, kept, own, of_file, lineages)
    own[alone], place[alone] = lineage_of, 2
    members = members[np.lexsort((rank[members], place[members], own[members]))]
    heads = np.flatnonzero(np.diff(own[members], prepend=-1))
    ends = np.append(heads[1:], len(members))
    many = np.repeat(ends - heads > 1, ends - heads)  # a kept file that all others have left is in no cluster
    sizes = np.concatenate((lengths[~left], (ends - heads)[ends - heads > 1]))
    whole = groups.only(~left).members
    return Grouping(
        np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes))), np.concatenate((whole, members[many]))
    )


def _copied_look_alikes(table: ClusterTable) -> IntArray:
    """Find the pictures, recordings and films that have copies in their cluster, but are no copies of the kept file."""
    seen = is_among(table.reason, np.array([Reason.LOOKS, Reason.PIXELS], np.uint8))
    through = np.flatnonzero(table.reason == Reason.BRIDGE)
    if len(through):
        media = np.array([family_of(name) in _MEDIA for name in table.files.type_names], np.bool_)
        seen[through] = media[table.files.types[table.members[through]]]
    files = table.members[seen]
    _, content, count = np.unique(table.files.contents[files], return_inverse=True, return_counts=True)
    found: IntArray = files[count[content] > 1]  # copies are in one cluster
    return found


def _going_along(
    table: ClusterTable, copied: IntArray, rank: npt.NDArray[np.int32], nearer: Nearer
) -> tuple[IntArray, IntArray]:
    """Find the pictures that look more like one with copies than like their kept file; return them and these.

    Args:
        table: the clusters.
        copied: the pictures with copies, which leave.
        rank: (n,) of files.
        nearer: see ``Nearer``.
    """
    heads = copied[np.lexsort((rank[copied], table.files.contents[copied]))]
    heads = heads[np.diff(table.files.contents[heads], prepend=-1) > 0]
    cluster = table.cluster_index[heads]
    order = np.lexsort((rank[heads], cluster))
    heads, cluster = heads[order], cluster[order]
    first = np.flatnonzero(np.diff(cluster, prepend=-1) > 0)
    place = np.arange(len(heads)) - np.repeat(first, np.diff(np.append(first, len(heads))))
    best = np.full(len(table.cluster_index), -1, np.int32)
    figure, of_kept = np.zeros((2, len(best)), np.float32)
    of_kept[table.members] = table.similarity
    for number in range(min(_COPIED, int(place.max(initial=-1)) + 1)):
        some = heads[place == number]
        of_cluster = np.full(len(table.offsets) - 1, -1, np.int32)
        of_cluster[table.cluster_index[some]] = some
        left = table.members[of_cluster[table.cluster_index[table.members]] >= 0]
        at = table.cluster_index[left]
        left = left[(left != table.kept[at]) & ~is_among(left, copied)]
        at = table.cluster_index[left]
        found = nearer(left, of_cluster[at], of_kept[left])
        more = found > figure[left]
        best[left[more]], figure[left[more]] = of_cluster[at[more]], found[more]
    along = np.flatnonzero(best >= 0).astype(np.int32)
    return along, best[along]


def _left_by_one_lineage(
    table: ClusterTable,
    members: IntArray,
    kept: IntArray,
    own: npt.NDArray[np.int64],
    of_file: npt.NDArray[np.int64],
    lineages: range,
) -> tuple[IntArray, npt.NDArray[np.int64]]:
    """Find kept files that one lineage of their own folder would leave alone although nearly equal, and that lineage.

    "0 a copy.txt", saved last, is no version of five files by its name, and shown with the five all the same.

    Args:
        table: before anything leaves.
        members: of clusters that something leaves.
        kept: (k,) the kept files of these.
        own: (n,) what each file will be in: its group, a lineage, or nothing but its copies.
        of_file: (n,) the group each file is in now.
        lineages: the numbers of lineages, behind those of the groups.
    """
    groups = lineages.start
    at = np.full(len(own), -1, np.int64)
    at[table.members] = np.arange(len(table.members))
    inside = members[~is_among(members, kept)]
    count = np.bincount(of_file[inside], minlength=groups)
    target = np.full(groups, -1, np.int64)
    target[of_file[inside]] = own[inside]  # any of them: all others have to be the same
    wrong = np.zeros(groups, np.bool_)
    kept_of = np.full(groups, -1, np.int64)
    kept_of[of_file[kept]] = kept
    far = (own[inside] != target[of_file[inside]]) | (own[inside] < groups) | (own[inside] >= lineages.stop)
    far |= table.similarity[at[inside]] < np.float32(NEARLY)
    folders = table.files.places.folders
    far |= folders(inside)[0] != folders(kept_of[of_file[inside]])[0]
    wrong[of_file[inside[far]]] = True
    found = kept[~wrong[of_file[kept]] & (count[of_file[kept]] > 1)]
    return found, target[of_file[found]]


def name_series(table: ClusterTable) -> None:
    """Call parts of a series siblings of the kept file, in place, where they are shown together with it.

    Args:
        table: of clusters in which they stayed.
    """
    found = np.zeros(len(table.cluster_index), np.bool_)
    found[_series(table, table.members)] = True
    at = np.flatnonzero(found[table.members])
    table.relation[at], table.reason[at] = SIBLING, Reason.FORM


def _strangers(table: ClusterTable) -> tuple[IntArray, npt.NDArray[np.bool_]]:
    """Find the files that are no versions of the kept file of their cluster, and which of them may be, in doubt."""
    strangers = table.members[is_among(table.reason, _STRANGERS)]
    guessed = (table.reason == Reason.FORM) & table.estimated
    far = table.members[(table.reason == Reason.BRIDGE) | (table.reason == Reason.FORMAT) | guessed]
    kin, _, _ = table.files.kin.of(far, table.kept[table.cluster_index[far]])
    strangers = strangers[~is_among(strangers, far[kin >= Kin.NEAR])]
    doubtful = table.members[table.reason == Reason.PLACE]
    both = np.concatenate((strangers, doubtful))
    return both, np.arange(len(both)) >= len(strangers)


def _series(table: ClusterTable, strangers: IntArray) -> IntArray:
    """Find the files that are parts of a series: messages, and outside of projects others.

    Either they are in one folder and have names that differ, or they have one name in folders side by side that
    differ ("Miller", "Smith", "Brown"), and more than a little of their own. Papers of one form are about as far from
    the kept one as from one another; edited copies are not. Messages are parts of a series however far: an answer holds
    what it answers, and what that answered.
    """
    files, at = table.files, np.full(len(table.cluster_index), -1, np.int64)
    at[table.members] = np.arange(len(table.members))
    reason = table.reason[at[strangers]]
    messages = _messages(files, strangers[(reason == Reason.SERIES) | (reason == Reason.BRIDGE)])
    strangers = strangers[((reason == Reason.SERIES) | _forms_in_series(table, strangers, reason))]
    strangers = strangers[(files.project[strangers] < 0) & ~is_among(strangers, messages)]
    if not len(strangers):
        return messages
    kept = sorted_set(table.kept[table.cluster_index[strangers]])
    some, count = np.concatenate((strangers, kept)), len(strangers)
    folder, above = files.places.folders(some)
    cluster = table.cluster_index[some].astype(np.int64) * len(files.records.folders)
    content, figure = files.contents[strangers], table.similarity[at[strangers]]
    place = cluster + folder
    chosen = _flat(place[:count], content, figure, is_among(place[:count], place[count:]))
    # files of one name only count with another one beside them, so few names have to be compared
    _, inverse, often = np.unique((cluster + above)[:count], return_inverse=True, return_counts=True)
    several = np.flatnonzero(often[inverse] > 1)
    if len(several):
        asked = np.concatenate((several, np.arange(count, len(some))))
        place = (cluster + above)[asked] * _ODD + files.places.names(some[asked])
        beside = is_among(place[: len(several)], place[len(several) :])
        flat = _flat(place[: len(several)], content[several], figure[several], beside)
        chosen[several] |= flat & (figure[several] < np.float32(NEARLY))
    return np.concatenate((messages, strangers[chosen]))


def _forms_in_series(
    table: ClusterTable, some: IntArray, reason: npt.NDArray[np.uint8]
) -> npt.NDArray[np.bool_]:
    """Return (k,) bool, the files that share only a form with the kept one and are one series with it by name."""
    found: npt.NDArray[np.bool_] = reason == Reason.FORM
    forms = some[found]
    kin, _, _ = table.files.kin.of(forms, table.kept[table.cluster_index[forms]])
    found[found] = kin == Kin.SERIES
    return found


def _messages(files: SessionFiles, some: IntArray) -> IntArray:
    """Return those of some files that are messages by their names."""
    may_be = np.array([type_ in MAILS or not type_.isalnum() for type_ in files.type_names], np.bool_)
    some = some[may_be[files.types[some]]]
    names = (os.path.basename(path) for path in files.records.paths_of(some))
    return some[np.fromiter(map(is_message, names), np.bool_, len(some))]


def _flat(
    place: npt.NDArray[np.int64],
    content: IntArray,
    figure: npt.NDArray[np.float32],
    beside: npt.NDArray[np.bool_],
) -> npt.NDArray[np.bool_]:
    """Return (k,) bool, files in places with enough different contents of about the same similarity.

    Args:
        place: (k,) of each file.
        content: (k,) of each file.
        figure: (k,) shared with the kept file.
        beside: (k,) bool, the kept file is in that place too, and counts.
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
    files: SessionFiles,
    strangers: IntArray,
    cluster: npt.NDArray[np.int64],
    in_doubt: npt.NDArray[np.bool_],
    rank: npt.NDArray[np.int32],
    near: Near,
) -> npt.NDArray[np.int64]:
    """Number the lineage of each file, (k,); -1 for a file without kin.

    Those in doubt, (k,) bool, join by ``Kin.SAME`` only: they are as near to the kept file as by ``Kin.NEAR``.
    """
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
        doubt = in_doubt[left[others]] | in_doubt[first[others]]
        akin = np.flatnonzero((kin == Kin.SAME) | (~doubt & (kin == Kin.NEAR)))
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
    """Let copies under another type or name follow their lineage; (k,) columns of some files."""
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

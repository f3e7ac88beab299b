"""Kinship to the kept file or one of its copies: an older version of a copy is an older version of the kept file too.

A build holds one content under several names and folders (``dist/esm/v4.js``, ``dist/node/v4.js``), and only one of
these copies is kept. The same file of the release before is a version of its own counterpart, whichever stays.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.actions.kinship.kinship import Kin
from simfinder.actions.kinship.kinship_columns import KinColumns
from simfinder.arrays.set_operations import is_among

_BESIDE = 4
"""Copies that are compared on either side of a file in the order of paths: releases of one thing are neighbours there,
and a licence may have a thousand copies."""

_Rows = npt.NDArray[np.integer]
_Kinship = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]


def kin_to_kept(
    columns: KinColumns,
    cluster: _Rows,
    members: _Rows,
    kept: _Rows,
    same: npt.NDArray[np.bool_],
    asked: _Rows,
) -> _Kinship:
    """Compare members of clusters with their kept file by names and places.

    Args:
        columns: of the files.
        cluster: (m,) of each member.
        members: (m,) indexes of files, which are in the order of their paths.
        kept: (m,) index of the kept file of each one's cluster.
        same: (m,) those with the content of the kept file, itself among them.
        asked: (k,) indexes of the members to compare.

    Returns:
        (k,) ``Kin``, order and whether that is firm, as ``KinColumns.of`` gives them. If names don't prove that a
        file is a version of the kept one, but prove it of a copy of that, the answer for the copy.
    """
    kin, order, firm = columns.of(members[asked], kept[asked])
    copies = np.flatnonzero(same & (members != kept))
    left = np.flatnonzero(kin < Kin.SAME)
    left = left[is_among(cluster[asked[left]], cluster[copies])]
    if not len(left):
        return kin, order, firm
    copies = copies[is_among(cluster[copies], cluster[asked[left]])]
    group = _groups(columns, cluster, members, np.concatenate((asked[left], copies)))
    its_group, group = group[: len(left)], group[len(left) :]
    files, mine = members[copies].astype(np.int64), members[asked[left]].astype(np.int64)
    by_path = np.lexsort((files, group))
    files, group = files[by_path], group[by_path]
    width = int(max(files.max(), mine.max())) + 1
    behind = np.searchsorted(group * width + files, its_group * width + mine)
    for step in sorted(range(-_BESIDE, _BESIDE), key=lambda far: abs(far + 0.5)):
        place = behind + step
        inside = (place >= 0) & (place < len(files)) & (kin[left] < Kin.SAME)
        there = np.flatnonzero(inside)
        there = there[group[place[there]] == its_group[there]]
        if len(there):
            found = columns.of_pairs(mine[there], files[place[there]])
            proven = found[0] == Kin.SAME
            at = left[there[proven]]
            kin[at], order[at], firm[at] = (column[proven] for column in found)
    return kin, order, firm


def _groups(columns: KinColumns, cluster: _Rows, members: _Rows, places: _Rows) -> npt.NDArray[np.int64]:
    """Return (k,) a number for the cluster and the bare name of some members: only files of one can be kin."""
    stems = columns.stems(members[places])
    return cluster[places].astype(np.int64) * (int(stems.max()) + 1) + stems

"""Say which files a row of the cluster tree would remove or split off. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex

from simfinder.gui.cluster_tree.model.cluster_model import ClusterModel
from simfinder.gui.cluster_tree.model.row_kinds import Row

_MOST_CUT = 400  # pairs, each an entry of the ignore list: more would take seconds


def apart(model: ClusterModel, index: QModelIndex) -> list[int]:
    """Return the files that break up a cluster's row; [] for other rows and where all files are identical."""
    if not index.isValid() or model.kind_of(index) is not Row.CLUSTER:
        return []
    top_row = model.top_row_of(index)
    return [] if model.rows.all_identical(top_row) else model.rows.members_of(top_row)


def leaving(model: ClusterModel, index: QModelIndex, chosen: Iterable[int] = ()) -> list[int]:
    """Return the files to remove from their clusters: that of a row, or all selected ones if it is among them.

    Args:
        model: the rows.
        index: the row.
        chosen: files whose own rows are chosen.

    Returns:
        File indexes; none for other rows.
    """
    if not index.isValid() or model.kind_of(index) is not Row.FILE:
        return []
    file, files = model.file_of(index), list(chosen)
    return [one for one in (files if file in files else [file]) if model.rows.table.cluster_of(one) >= 0]


def cut(model: ClusterModel, index: QModelIndex) -> tuple[list[int], list[int]]:
    """Return the files above a row, one for each content, and those from it on; two empty lists for no split."""
    if not index.isValid() or model.kind_of(index) is not Row.FILE:
        return [], []
    top_row, row = model.position_of(index)
    files: list[int] = model.rows.ordered(top_row).tolist()
    contents = model.rows.table.files.contents
    rest = {int(contents[file]): file for file in files[:row]}
    off = [file for file in files[row:] if int(contents[file]) not in rest]
    return (list(rest.values()), off) if 0 < len(off) * len(rest) <= _MOST_CUT else ([], [])

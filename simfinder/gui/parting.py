"""Which files a row of the cluster tree tells apart: asked by the row's menu and by the commands. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex

from simfinder.gui.models.cluster_model import ClusterModel
from simfinder.gui.models.row_kinds import Role, Row
from simfinder.gui.opening import show_in_folder
from simfinder.gui.workspace import Notice
from simfinder.model.clusters import Relation

if TYPE_CHECKING:
    from simfinder.gui.main_window import MainWindow

_MOST_CUT = 400  # pairs, each an entry of the ignore list: more would take seconds


def apart(model: ClusterModel, index: QModelIndex) -> list[int]:
    """Files no two of which are the same: a file and the kept one, or a whole cluster; [] where that can't be said."""
    kind = model.kind_of(index) if index.isValid() else None
    if kind is Row.CLUSTER:
        place = model.place_of(index)
        return [] if model.all_identical(place) else model.members_of(place)
    if kind is not Row.FILE or index.row() == 0 or index.data(Role.RELATION) == Relation.IDENTICAL:
        return []
    return [model.file_of(index.parent()), model.file_of(index)]


def cut(model: ClusterModel, index: QModelIndex) -> tuple[list[int], list[int]]:
    """The files above a row, a file for each content, and those from it on; none of both where they can't be cut."""
    if not index.isValid() or model.kind_of(index) is not Row.FILE:
        return [], []
    place, row = model.spot_of(index)
    files: list[int] = model.ordered(place).tolist()
    contents = model.table.files.contents
    rest = {int(contents[file]): file for file in files[:row]}
    off = [file for file in files[row:] if int(contents[file]) not in rest]
    return (list(rest.values()), off) if 0 < len(off) * len(rest) <= _MOST_CUT else ([], [])


def part_current(window: MainWindow) -> None:
    """Say of the current row that it is not the same."""
    if files := apart(window.clusters.model, _current(window)):
        window.small_jobs.not_the_same(files)
    else:
        _say(window, _tr("Choose a cluster, or a file in it that is not identical to the kept one."))


def cut_current(window: MainWindow) -> None:
    """Cut a cluster at the current row."""
    rest, off = cut(window.clusters.model, _current(window))
    if off:
        window.small_jobs.cut(rest, off)
    else:
        _say(window, _tr("Choose a file of a cluster that differs from those above it."))


def show_current(window: MainWindow) -> None:
    """Show the file of the current row where it lies."""
    if path := window.clusters.model.path_of(_current(window)):
        show_in_folder(path)
    else:
        _say(window, _tr("Choose a file first."))


def _current(window: MainWindow) -> QModelIndex:
    """The row that a person sees chosen; none while another view is shown."""
    tree = window.clusters.tree
    return tree.currentIndex() if tree.isVisible() else QModelIndex()


def _say(window: MainWindow, text: str) -> None:
    window.notice(Notice(text))


def _tr(text: str) -> str:
    return QCoreApplication.translate("Parting", text)

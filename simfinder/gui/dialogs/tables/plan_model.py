"""A plan by folders, for the review: a row for each folder, and below it the files that would go from there.

It is a list and not a tree of Qt, which asks Python for every row it lays out: a second for 100,000.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Qt

from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.widgets.table_model import Field, Index, RowModel, TableRole
from simfinder.gui.wording.action_words import brief_why, files_text, reason_word
from simfinder.gui.wording.formatting import (
    count_text,
    counted,
    folder_text,
    percent_text,
    plain,
    shown,
    size_text,
)
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.clusters import Relation
from simfinder.model.folder_losses import loses_much
from simfinder.model.removal_plan import ActKind, Acts, MarkCause, Plan, PlannedAct
from simfinder.text.message import message_of

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

    Ranks = NDArray[int64]

T = TypeVar("T", bound=Hashable)


LOW = 0.90
"""Marks that share less than this with the kept file are pointed at."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tables", text)


@dataclass(frozen=True, slots=True)
class PlannedFolder:
    """A folder that loses files; all numbers include its subfolders.

    Attributes:
        path: absolute.
        name: what its row says: the way from the folder above, or the whole path where none is above.
        depth: folders above it.
        going: files that go.
        size: their bytes.
        least: what the least similar of them shares with the kept file, 0..1.
        files: files that it has now; None where that is not known, or where nothing is taken away.
        loses_much: a third of its files or more.
        folded: its files are not listed.
    """

    path: str
    name: str
    depth: int
    going: int
    size: int
    least: float
    files: int | None
    loses_much: bool
    folded: bool


class PlanModel(RowModel[PlannedAct]):
    """The files of a plan in their folders, in the plan's own order: least similar first.

    A folder comes where the first of its files would come; sorted by size, where its sum would.

    Args:
        plan: to show.
        folded: paths of folders whose files are not listed.
    """

    FILE = 0
    SHARED = 1
    SIZE = 2
    GOES_TO = 3
    STAYS = 4
    LOOK_AT = 5

    def __init__(self, plan: Plan, folded: Collection[str] = (), parent: QObject | None = None) -> None:
        import numpy as np

        from simfinder.app.removal.review_rows import ReviewRows

        acts = plan.acts
        self._rows = ReviewRows(plan)
        self._folded = np.array([path in folded for path in self._rows.paths], dtype=np.bool_)
        self._takes_away = plan.kind.takes_away
        super().__init__(
            acts,
            [
                Field(
                    _tr("File"),
                    lambda a: shown(os.path.basename(a.file.path)),
                    lambda a: folder_text(a.file.path),
                    keys=lambda: _as_listed(acts.paths()),
                    width=-5,
                    name=True,
                ),
                Field(
                    _tr("Similarity"),
                    lambda a: percent_text(a.similarity),
                    keys=acts.similarities,
                    width=116,
                    share=lambda a: a.similarity,
                ),
                Field(
                    _tr("Size"), lambda a: size_text(a.file.size), keys=acts.sizes, width=68, at_right=True
                ),
                Field(
                    _tr("Goes to"),
                    lambda a: "" if a.to is None else folder_text(a.to),
                    keys=lambda: _as_listed(path or "" for path in acts.targets()),
                    width=-3,
                ),
                Field(
                    _tr("Stays"),
                    _stays,
                    lambda a: folder_text(a.survivor.path),
                    keys=lambda: _as_listed(acts.survivors()),
                    width=-4,
                    name=True,
                ),
                Field(
                    _tr("Check this"),
                    lambda a: look_at_text(a.warnings),
                    lambda a: "\n".join(map(translated, a.warnings)),
                    keys=lambda: _once(acts.warnings(), lambda said: look_at_text(said).casefold()),
                    width=-3,
                ),
                Field(
                    _tr("Why"),
                    brief_why,
                    lambda a: translated(a.why),
                    keys=lambda: _once(_reasons(acts), lambda reason: reason_word(*reason).casefold()),
                    width=84,
                ),
            ],
            parent,
            ground=lambda a: "older" if a.similarity < LOW or a.warnings else "",
        )
        self._ranks = self._ranked(-1, Qt.SortOrder.AscendingOrder)
        self._places = self._listed()

    # rows
    def row(self, number: int) -> PlannedAct:
        if self.is_folder(number):
            raise IndexError(number)
        return super().row(number)

    def file_rows(self) -> list[int]:
        """Return the rows of files, in their order."""
        return [row for row, place in enumerate(self._places) if place >= 0]

    def is_folder(self, number: int) -> bool:
        """Return whether a row is that of a folder."""
        return self._places[number] < 0

    def folder(self, number: int) -> PlannedFolder:
        """Return the folder of a row that is one."""
        at, rows = ~self._places[number], self._rows
        path, outer = rows.paths[at], int(rows.parent[at])
        files = int(rows.files[at])
        return PlannedFolder(
            _plain(path),
            folder_text(_plain(path)) if outer < 0 else shown(_plain(path[len(rows.paths[outer]) :])),
            int(rows.depth[at]),
            int(rows.going[at]),
            int(rows.size[at]),
            float(rows.least[at]),
            files if files >= 0 and self._takes_away else None,
            self._takes_away and files >= 0 and loses_much(int(rows.going[at]), files),
            bool(self._folded[at]),
        )

    def folder_row(self, number: int) -> int:
        """Return the row of the folder that a row is in; -1 for a folder in none."""
        place = self._places[number]
        folder = int(self._rows.parent[~place]) if place < 0 else int(self._rows.of_act[place])
        return self._places.index(~folder) if folder >= 0 else -1

    def paths_in(self, numbers: Iterable[int]) -> list[str]:
        """Return the files of some rows; a folder is all its files, unless some of these are among the rows too."""
        import numpy as np

        acts = np.zeros(len(self._given), dtype=np.bool_)
        folders = np.zeros(len(self._rows.paths), dtype=np.bool_)
        for place in (self._places[number] for number in numbers):
            if place >= 0:
                acts[place] = True
            else:
                folders[~place] = True
        folders &= ~self._rows.folders_of(acts)
        acts |= self._rows.acts_in(folders)
        return [self._given[at].file.path for at in np.flatnonzero(acts).tolist()]

    def folded(self) -> frozenset[str]:
        """Return the paths of the folders whose files are not listed."""
        return frozenset(
            path for path, shut in zip(self._rows.paths, self._folded.tolist(), strict=True) if shut
        )

    def all_folders(self) -> frozenset[str]:
        """Return the paths of all folders."""
        return frozenset(self._rows.paths)

    def fold(self, number: int, folded: bool) -> None:
        """List the files of a folder, or do not."""
        folder = ~self._places[number]
        if self._folded[folder] == folded:
            return
        self._folded[folder] = folded
        places = self._listed()
        first, last = number + 1, number + abs(len(places) - len(self._places))
        if folded:
            self.beginRemoveRows(QModelIndex(), first, last)
        else:
            self.beginInsertRows(QModelIndex(), first, last)
        self._places = places
        if folded:
            self.endRemoveRows()
        else:
            self.endInsertRows()
        row = self.index(number, self.FILE)
        self.dataChanged.emit(row, row, [TableRole.FOLDED, Qt.ItemDataRole.AccessibleTextRole])

    # order
    def _ordered(self, column: int, order: Qt.SortOrder) -> list[int]:
        self._ranks = self._ranked(column, order)
        return self._listed()

    def _listed(self) -> list[int]:
        listed: list[int] = self._rows.rows(*self._ranks, self._folded).tolist()
        return listed

    def _ranked(self, column: int, order: Qt.SortOrder) -> tuple[Ranks, Ranks]:
        """Return the rank of each act among those of its folder, and of each folder among those beside it."""
        import numpy as np

        acts = np.argsort(np.array(super()._ordered(column, order), dtype=np.int64), kind="stable")
        turned = -1 if order is Qt.SortOrder.DescendingOrder else 1
        if column == self.FILE:
            names = list(_as_listed(self._rows.paths))
            by_name = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
            return acts, turned * np.argsort(by_name)
        if column == self.SIZE:
            return acts, turned * self._rows.size
        return acts, self._rows.first_rank(acts)

    # data
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if index.isValid() and self.is_folder(index.row()):
            return self._of_folder(self.folder(index.row()), index.column(), role)
        if role == TableRole.LEVEL and index.isValid() and index.column() == self.FILE:
            return int(self._rows.depth[self._rows.of_act[self._places[index.row()]]]) + 1
        return super().data(index, role)

    def _of_folder(self, folder: PlannedFolder, column: int, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._folder_text(folder, column)
            case Qt.ItemDataRole.ToolTipRole:
                tip = folder_text(folder.path) if column == self.FILE else self._folder_text(folder, column)
                return plain_text(tip)
            case Qt.ItemDataRole.AccessibleTextRole if column == self.FILE:
                return _spoken(folder)
            case Qt.ItemDataRole.TextAlignmentRole if self.fields[column].at_right:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case TableRole.SHARE if column == self.STAYS and folder.files:
                return folder.going / folder.files
            case TableRole.INK if column == self.STAYS:
                return "danger" if folder.loses_much else "older_text"
            case TableRole.GROUND:
                return "older" if folder.loses_much else ""
            case TableRole.FOLDED if column == self.FILE:
                return folder.folded
            case TableRole.LEVEL if column == self.FILE:
                return folder.depth
        return None

    def _folder_text(self, folder: PlannedFolder, column: int) -> str:
        if column == self.FILE:
            return f"{folder.name} · {files_text(folder.going)}" if folder.going else folder.name
        if column == self.SHARED:
            least = percent_text(folder.least)
            return least if folder.least >= 1 else _tr("at least %1").replace("%1", least)
        if column == self.SIZE:
            return size_text(folder.size)
        return loss_text(folder) if column == self.STAYS else ""


def loss_text(folder: PlannedFolder) -> str:
    """Say how many files of a folder go; "" if unknown."""
    if folder.files is None:
        return ""
    text = _tr("loses %1 of %2").replace("%1", count_text(folder.going))
    return text.replace("%2", count_text(folder.files))


def going_text(folder: PlannedFolder) -> str:
    """Count the files of a folder that go, of how many."""
    if folder.files is None:
        return files_text(folder.going)
    return _part_text(folder.going, folder.files)


def _part_text(part: int, files: int) -> str:
    return counted(files, _tr("%1 of %n file"), _tr("%1 of %n files")).replace("%1", count_text(part))


def look_at_text(warnings: Iterable[str]) -> str:
    """Say what to check before agreeing, except the similarity, which has a column of its own."""
    return "; ".join(translated(text) for text in warnings if not is_of_share(text))


def is_of_share(warning: str) -> bool:
    """Return whether a warning is about the share, which has a column of its own."""
    return message_of(warning).template.startswith("shares only")


def beside_text(path: str, other: str) -> str:
    """Write a path beside that of another file: in the same folder its name says it."""
    folder, name = os.path.split(path)
    return shown(name) if folder == os.path.dirname(other) else folder_text(path)


def _stays(act: PlannedAct) -> str:
    """Return the file that stays for one."""
    return beside_text(act.survivor.path, act.file.path)


def _spoken(folder: PlannedFolder) -> str:
    """Describe the row of a folder for screen readers: its level, and whether it is open."""
    text = _tr("Folder %1, level %2, closed: %3") if folder.folded else _tr("Folder %1, level %2, open: %3")
    text = text.replace("%1", folder_text(folder.path)).replace("%2", count_text(folder.depth + 1))
    return text.replace("%3", going_text(folder))


def _plain(folder: str) -> str:
    """Return a path without the separator at its end."""
    return folder[:-1] or folder


def _as_listed(paths: Iterable[str]) -> list[str]:
    """Return what ``folder_text`` writes, for sorting; where the home folder is is looked up once."""
    home = os.path.expanduser("~")
    inside, length = home + os.sep, len(home)
    return [
        plain("~" + path[length:] if path == home or path.startswith(inside) else path).casefold()
        for path in paths
    ]


def _reasons(acts: Acts) -> Iterator[tuple[MarkCause, ActKind | None, Relation]]:
    for (cause, relation), step in zip(acts.reasons(), acts.steps(), strict=True):
        yield cause, step, relation


def _once(values: Iterable[T], text: Callable[[T], str]) -> list[str]:
    """Return the text of each value, made once of equal ones: there are few."""
    known: dict[T, str] = {}
    found = []
    for value in values:
        words = known.get(value)
        if words is None:
            words = known[value] = text(value)
        found.append(words)
    return found

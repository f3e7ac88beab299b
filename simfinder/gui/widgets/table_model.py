"""Model of flat tables: values as rows, descriptions of columns (``Field``), sorted by value and not by text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from simfinder.gui.widgets.plain_text import plain_text

Index = QModelIndex | QPersistentModelIndex
T = TypeVar("T")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TableRole(IntEnum):
    """Roles that ``TableDelegate`` asks for."""

    SHARE = Qt.ItemDataRole.UserRole + 1  # 0..1, painted as a bar
    CHIP = Qt.ItemDataRole.UserRole + 2  # colour of a chip around the text
    GROUND = Qt.ItemDataRole.UserRole + 3  # colour of the row's ground, "" for none
    QUIET = Qt.ItemDataRole.UserRole + 4  # whether the row is painted in muted letters
    LEVEL = Qt.ItemDataRole.UserRole + 5  # folders of the list that the row is in; None for rows in no folder
    INK = Qt.ItemDataRole.UserRole + 7  # colour of the bar; None for the accent
    FOLDED = Qt.ItemDataRole.UserRole + 6  # whether the files of a folder are not listed; None for no folder
    NAME = Qt.ItemDataRole.UserRole + 8  # whether the text is the name of a file, of which the end says most


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A column.

    Attributes:
        heading: over it.
        text: of a row.
        tip: the tool tip of a row; None: the text.
        key: what rows are sorted by; None: the text, without regard to case.
        keys: the same of all rows in the order given, where that is quicker than row by row.
        width: in pixels; negative widths share what is left by their size.
        share: of a row, 0..1, painted as a bar.
        chip: the colour of a chip around the text of a row.
        spoken: what screen readers say; None: the text.
        at_right: text and heading are aligned to the right.
        name: the texts are names of files or paths.
    """

    heading: str
    text: Callable[[T], str]
    tip: Callable[[T], str] | None = None
    key: Callable[[T], Any] | None = None
    keys: Callable[[], Iterable[Any]] | None = None
    width: int = -1
    share: Callable[[T], float] | None = None
    chip: Callable[[T], str] | None = None
    spoken: Callable[[T], str] | None = None
    at_right: bool = False
    name: bool = False


class RowModel(QAbstractTableModel, Generic[T]):
    """Rows of values, in the order given until they are sorted.

    Args:
        rows: the values.
        fields: the columns.
        ground: returns the colour of a row's ground, "" for none.
        quiet: returns whether a row is painted in a muted colour.
    """

    def __init__(
        self,
        rows: Sequence[T],
        fields: Sequence[Field[T]],
        parent: QObject | None = None,
        *,
        ground: Callable[[T], str] = lambda _: "",
        quiet: Callable[[T], bool] = lambda _: False,
    ) -> None:
        super().__init__(parent)
        self._ground, self._quiet = ground, quiet
        self._given = rows
        self._places = list(range(len(rows)))  # of the rows shown, among those given
        self.fields = fields
        self._sorted = (-1, Qt.SortOrder.AscendingOrder)
        self.heading_tip = ""  # said by the view that lets a person sort

    def row(self, number: int) -> T:
        """Return the value of a row as it is sorted now."""
        return self._given[self._places[number]]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.fields)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.fields[section].heading
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(section)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_text(self.heading_tip)
            case Qt.ItemDataRole.TextAlignmentRole if self.fields[section].at_right:
                return _RIGHT
        return None

    def _spoken(self, section: int) -> str:
        """Describe a heading and its sort order for screen readers."""
        heading, (column, order) = self.fields[section].heading, self._sorted
        if section != column:
            return heading
        words = (
            _tr("%1, sorted upwards") if order is Qt.SortOrder.AscendingOrder else _tr("%1, sorted downwards")
        )
        return words.replace("%1", heading)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, field = self.row(index.row()), self.fields[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return field.text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_text((field.tip or field.text)(row))
            case Qt.ItemDataRole.AccessibleTextRole if field.spoken:
                return field.spoken(row)
            case Qt.ItemDataRole.TextAlignmentRole if field.at_right:
                return _RIGHT
            case TableRole.SHARE if field.share:
                return field.share(row)
            case TableRole.CHIP if field.chip:
                return field.chip(row)
            case TableRole.GROUND:
                return self._ground(row)
            case TableRole.NAME:
                return field.name
            case TableRole.QUIET:
                return self._quiet(row)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the values of a column, equal ones in the order given; -1: all in the order given."""
        self.layoutAboutToBeChanged.emit()
        chosen = self.persistentIndexList()
        given = [self._places[index.row()] for index in chosen]
        self._places = self._ordered(column, order)
        now = {place: row for row, place in enumerate(self._places)} if chosen else {}
        self.changePersistentIndexList(
            chosen,
            [
                self.index(now[place], index.column())
                if place in now
                else QModelIndex()  # not listed any more
                for place, index in zip(given, chosen, strict=True)
            ],
        )
        self._sorted = (column, order)
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.fields) - 1)

    def _ordered(self, column: int, order: Qt.SortOrder) -> list[int]:
        """Return the rows to be shown, as places among those given."""
        places = list(range(len(self._given)))
        if column >= 0:
            field = self.fields[column]
            keys = list(field.keys() if field.keys else map(field.key or _plain(field), self._given))
            places.sort(key=keys.__getitem__, reverse=order is Qt.SortOrder.DescendingOrder)
        return places


def _plain(field: Field[T]) -> Callable[[T], str]:
    return lambda row: field.text(row).casefold()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tables", text)

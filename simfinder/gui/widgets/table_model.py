"""The model of the flat tables: values as rows, functions from a value as columns, sorted by what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

Index = QModelIndex | QPersistentModelIndex
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A column.

    Attributes:
        heading: over it.
        text: of a row.
        tip: the tool tip of a row; None: the text.
        key: what rows are sorted by; None: the text, capitals as small letters.
        keys: the same of all rows in the order given, where that is quicker than row by row.
    """

    heading: str
    text: Callable[[T], str]
    tip: Callable[[T], str] | None = None
    key: Callable[[T], Any] | None = None
    keys: Callable[[], Iterable[Any]] | None = None


class RowModel(QAbstractTableModel, Generic[T]):
    """Rows of values, in the order given until they are sorted.

    Args:
        rows: the values.
        fields: the columns.
    """

    def __init__(self, rows: Sequence[T], fields: Sequence[Field[T]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._given = rows
        self._places = list(range(len(rows)))  # of the rows shown, among those given
        self._fields = fields
        self._sorted = (-1, Qt.SortOrder.AscendingOrder)
        self.heading_tip = ""  # said by the view that lets a person sort

    def row(self, number: int) -> T:
        return self._given[self._places[number]]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._fields)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._fields[section].heading
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(section)
            case Qt.ItemDataRole.ToolTipRole:
                return self.heading_tip
        return None

    def _spoken(self, section: int) -> str:
        """A heading for those who don't see the arrow beside it."""
        heading, (column, order) = self._fields[section].heading, self._sorted
        if section != column:
            return heading
        words = (
            _tr("%1, sorted upwards") if order is Qt.SortOrder.AscendingOrder else _tr("%1, sorted downwards")
        )
        return words.replace("%1", heading)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, field = self.row(index.row()), self._fields[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return field.text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return (field.tip or field.text)(row)
            case _:
                return self.other(row, index.column(), role)

    def other(self, row: T, column: int, role: int) -> Any:  # noqa: ARG002
        """Data of any other role."""
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By the values of a column, those that are equal in the order given; -1: all in the order given."""
        self.layoutAboutToBeChanged.emit()
        chosen = self.persistentIndexList()
        given = [self._places[index.row()] for index in chosen]
        self._places = self._ordered(column, order)
        now = {place: row for row, place in enumerate(self._places)} if chosen else {}
        self.changePersistentIndexList(
            chosen,
            [self.index(now[place], index.column()) for place, index in zip(given, chosen, strict=True)],
        )
        self._sorted = (column, order)
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._fields) - 1)

    def _ordered(self, column: int, order: Qt.SortOrder) -> list[int]:
        """The rows to be shown, as places among those given."""
        places = list(range(len(self._given)))
        if column >= 0:
            field = self._fields[column]
            keys = list(field.keys() if field.keys else map(field.key or _plain(field), self._given))
            places.sort(key=keys.__getitem__, reverse=order is Qt.SortOrder.DescendingOrder)
        return places


def _plain(field: Field[T]) -> Callable[[T], str]:
    return lambda row: field.text(row).casefold()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tables", text)

"""Rows of the tolerance panel for some types: the first ones at once, the rest on request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from simfinder.app.settings.type_limits import limits, reasons
from simfinder.gui.sidebar.tolerance_row import ToleranceRow
from simfinder.gui.wording.family_words import family_text
from simfinder.gui.wording.formatting import counted
from simfinder.model.file_families import family_of
from simfinder.model.scan_options import Methods
from simfinder.model.tolerances import Tolerances

if TYPE_CHECKING:
    from simfinder.app.clusters.pairs_by_type import Counts
    from simfinder.app.session.counts import ShownCounts, TypeCount

_ROWS = 40  # made at first: a home folder has thousands of types
_PORTION = 10  # of them in one turn of the event loop: a row takes 1 ms
_FIRST = 12  # where none of them makes a cluster


class TypeList(QWidget):
    """A column of rows.

    Args:
        indent: pixels by which its rows are moved in.
    """

    moved = Signal(object, object)  # type, value or None
    method_wanted = Signal(str, object)  # type, Method or None
    filter_wanted = Signal(str)  # a word of the filter
    grew = Signal()  # there are more rows than before

    def __init__(self, indent: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._indent = indent
        self._types: Sequence[TypeCount] = ()
        self._waiting: list[TypeCount] = []  # for their rows
        self._room = self._name_room = 0
        self.rows: dict[str, ToleranceRow] = {}
        self.more = QToolButton()
        self.more.setProperty("role", "quiet")
        self.more.clicked.connect(self._show_more)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.more.hide()
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.setInterval(0)
        self._next.timeout.connect(self._add_portion)

    def fill(self, types: Sequence[TypeCount], tolerances: Tolerances) -> None:
        """Make rows of types that make clusters or have a value of their own, else of the first ones."""
        for row in self.rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows.clear()
        self._types = types
        first = [count for count in types if count.clusters or count.type in tolerances.by_type]
        self._waiting = list(first[:_ROWS] if first else types[:_FIRST])
        self._add_portion()

    def _add_portion(self) -> None:
        """Make the first rows that wait, and the others when the window has come round."""
        counts = self._waiting[:_PORTION]
        del self._waiting[:_PORTION]
        for count in counts:
            row = ToleranceRow(count.type, indent=self._indent)
            row.moved.connect(self.moved)
            row.method_wanted.connect(self.method_wanted)
            row.filter_wanted.connect(self.filter_wanted)
            row.set_limit(limits().get(count.type), reasons().get(count.type, ""))
            self._fit(row)
            self.rows[count.type] = row
            self._column.insertWidget(self._column.count() - 1, row)
        if self._waiting:
            self._next.start()
        rest = len(self._types) - len(self.rows) - len(self._waiting)
        self.more.setText(counted(rest, self.tr("Show %n more type"), self.tr("Show %n more types")))
        self.more.setVisible(rest > 0)
        self.grew.emit()

    def _show_more(self) -> None:
        there = {*self.rows, *(count.type for count in self._waiting)}
        self._waiting += [count for count in self._types if count.type not in there][:_ROWS]
        self._add_portion()

    def fit(self, room: int, name_room: int = 0) -> None:
        """Tell the pixels that a row has, and those of its name; 0 for the usual ones."""
        self._room, self._name_room = room, name_room
        for row in self.rows.values():
            self._fit(row)

    def _fit(self, row: ToleranceRow) -> None:
        if self._name_room:
            row.set_name_room(self._name_room)
        row.fit(self._room)

    def show_values(self, tolerances: Tolerances) -> None:
        """Show the current tolerances."""
        for file_type, row in self.rows.items():
            family = family_of(file_type)
            row.show_value(
                tolerances.of(file_type),
                own=file_type in tolerances.by_type,
                follows=family_text(family) if family in tolerances.by_family else "",
            )

    def show_counts(
        self, counts: Mapping[str, TypeCount], tolerances: Tolerances, listed: ShownCounts | None
    ) -> None:
        """Show the current counts, and how many of the clusters a filter lists."""
        for file_type, row in self.rows.items():
            if (count := counts.get(file_type)) is not None:
                row.show_count(
                    count.files,
                    count.clusters,
                    identical_only=not tolerances.of(file_type),
                    listed=None if listed is None else listed.by_type.get(file_type, 0),
                )

    def show_pairs(self, pairs: Mapping[str | None, Counts], methods: Methods) -> None:
        """Show how many pairs there are at each tolerance, and which methods decide."""
        for file_type, row in self.rows.items():
            found = pairs.get(file_type)
            row.slider.set_pairs([] if found is None else found.tolist())
            row.show_method(methods.by_type.get(file_type))

    def controls(self) -> Iterator[QWidget]:
        """Return the controls that the Tab key visits, in order."""
        for row in self.rows.values():
            yield row.slider
            yield row.reset
        yield self.more

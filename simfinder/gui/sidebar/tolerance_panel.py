"""Set how different two files of a type may be: one slider for all types and one per type, with live cluster counts.

On request the types are listed below their families, which have sliders too. Rows keep their order while sliders move;
the next scan sorts them again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.sidebar.tolerance_row import INDENT, FamilyRow, ToleranceRow, family_name_room
from simfinder.gui.sidebar.type_list import TypeList
from simfinder.gui.state.window_state import WindowState
from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.model.file_families import Family, family_of

if TYPE_CHECKING:
    from simfinder.app.clusters.pairs_by_type import Counts
    from simfinder.app.session.counts import ShownCounts, TypeCount
    from simfinder.app.session.session import Session

_LIST_MARGIN = 8
_ROOM_FOR_NOTE = 400  # pixels of the panel below which rows need all of it
_RECOUNTED = 1_000_000
"""Links up to which pairs are counted again when checking changed figures: 20 ms at 400,000, 0.4 s at 3,500,000."""


class TolerancePanel(QWidget):
    """All rows; reads the workspace and asks it for changes."""

    method_wanted = Signal(str, object)  # type, Method or None
    filter_wanted = Signal(str)  # a word of the filter

    def __init__(self, workspace: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._types: list[TypeCount] = []
        self._pairs: Mapping[str | None, Counts] = {}
        self._family_pairs: Mapping[Family, Counts] = {}
        self._listed: ShownCounts | None = None
        self._pairs_of: object = None  # the links they were counted from
        self._pairs_in: Session | None = None
        self._open: set[Family] = set()
        self.families: dict[Family, FamilyRow] = {}
        self._lists: dict[Family | None, TypeList] = {}
        self.all = ToleranceRow(None)
        self.all.moved.connect(workspace.set_tolerance)
        self.by_family = QToolButton()
        self.by_family.setText(self.tr("Families"))
        self.by_family.setCheckable(True)
        self.by_family.setProperty("role", "quiet")
        self.by_family.setToolTip(
            self.tr(
                "Group the types by family, such as pictures, sound or video, each with a slider of its own. It sets"
                " all types of the family but those that have a value of their own."
            )
        )
        self.by_family.setChecked(workspace.settings.families)
        self.by_family.toggled.connect(self._group)
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, _LIST_MARGIN, 0)
        self._list.setSpacing(0)
        self._lay_out()
        workspace.session_changed.connect(self._rebuild)
        workspace.clusters_changed.connect(self._show_counts)
        workspace.tolerances_changed.connect(self._show_values)
        self._rebuild()

    @property
    def rows(self) -> dict[str, ToleranceRow]:
        """The rows of types that there are."""
        return {name: row for each in self._lists.values() for name, row in each.rows.items()}

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._show_note()
        head, button = self._heading, self.by_family.sizeHint().width()
        whole = self.tr("TOLERANCE PER FILE TYPE")
        head.setText(whole)
        if head.sizeHint().width() + button + 6 > self.width():
            head.setText(self.tr("TOLERANCE"))

    def _show_note(self) -> None:
        """Say what sliders do once there is something to group, and not in the place of rows that lack room."""
        room = self.height() >= grown(_ROOM_FOR_NOTE, self.fontMetrics())
        self.note.setVisible(room and self._workspace.session is not None)

    def changeEvent(self, event: QEvent) -> None:
        """Align the rows again when the font changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._fit)  # when all of them have theirs

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the rows when the scroll bar of the list takes room from them."""
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        room, names = self._room(), self._name_room()
        for row in self.families.values():
            row.set_name_room(names)
            row.fit(room)
        for each in self._lists.values():
            each.fit(room, names)

    def _name_room(self) -> int:
        """Return the pixels for names where families are listed, so that all sliders are aligned; else 0."""
        if not self._workspace.settings.families:
            return 0
        return family_name_room(self._room(), self.fontMetrics())

    def _room(self) -> int:
        """Return the pixels that a row has, by this panel's width: rows may keep the list wider than it should be."""
        return (
            self.width()
            - _LIST_MARGIN
            - (bar.width() if (bar := self.area.verticalScrollBar()).isVisible() else 0)
        )

    def _lay_out(self) -> None:
        self._heading = heading = PlainLabel()
        heading.setProperty("role", "heading")
        heading.setToolTip(
            self.tr(
                "The largest difference at which two files still come into one cluster. Between two"
                " types, the smaller tolerance counts."
            )
        )
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(heading, 1)
        head.addWidget(self.by_family)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._list)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidget(content)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.viewport().installEventFilter(self)
        self.area.setAccessibleName(self.tr("Tolerance per file type"))
        self.note = PlainLabel(self.tr("Moving a slider regroups at once; nothing is read again."))
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addLayout(head)
        whole.addWidget(self.all)
        whole.addWidget(self.area, 1)
        whole.addWidget(self.note)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    # rows
    def _group(self, wanted: bool) -> None:
        self._workspace.settings.families = wanted
        self._rebuild()

    def _rebuild(self) -> None:
        session, before = self._workspace.session, {count.type for count in self._types}
        self._types = [] if session is None else session.clustering.types()
        self._show_note()
        if self._workspace.moved is not None and before == {count.type for count in self._types}:
            self._show_counts()  # the same folders a moment later: a person may have a slider in hand
            return
        for widget in (*self.families.values(), *self._lists.values()):
            self._list.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.families.clear()
        self._lists.clear()
        if self._workspace.settings.families:
            self._add_families()
        else:
            self._add_list(None, self._types)
        self._show_values()
        self._show_counts()
        self._order()

    def _add_families(self) -> None:
        of: dict[Family, list[TypeCount]] = {}
        for count in self._types:
            of.setdefault(family_of(count.type), []).append(count)
        # as the types are: those that make the most clusters first
        for family, types in sorted(of.items(), key=lambda item: _weight(item[1])):
            row = FamilyRow(family)
            row.family_moved.connect(self._workspace.set_family_tolerance)
            row.filter_wanted.connect(self.filter_wanted)
            row.set_name_room(self._name_room())
            row.fit(self._room())
            row.unfolded.connect(partial(self._unfold, family, types))
            self.families[family] = row
            self._list.addWidget(row)
            if family in self._open:
                row.fold.setChecked(True)

    def _unfold(self, family: Family, types: Sequence[TypeCount], unfolded: bool) -> None:
        """Show or hide the types of a family; their rows are made when they are first shown."""
        (self._open.add if unfolded else self._open.discard)(family)
        if unfolded and family not in self._lists:
            self._add_list(family, types)
            self._show_values()
            self._show_counts()
        if family in self._lists:
            self._lists[family].setVisible(unfolded)
        self._order()

    def _add_list(self, family: Family | None, types: Sequence[TypeCount]) -> None:
        rows = TypeList(0 if family is None else INDENT + 4)
        rows.moved.connect(self._workspace.set_tolerance)
        rows.method_wanted.connect(self.method_wanted)
        rows.filter_wanted.connect(self.filter_wanted)
        self._lists[family] = rows
        rows.fit(self._room(), self._name_room())
        rows.fill(types, self._workspace.tolerances)
        rows.grew.connect(self._grown)
        place = self._list.indexOf(self.families[family]) + 1 if family is not None else 0
        self._list.insertWidget(place, rows)

    def _grown(self) -> None:
        self._show_values()
        self._show_counts()
        self._order()

    def _order(self) -> None:
        """Let the Tab key go through the rows from top to bottom, whenever they were made."""
        for one, next_one in pairwise(self._controls()):
            QWidget.setTabOrder(one, next_one)

    def _controls(self) -> Iterator[QWidget]:
        yield self.by_family
        yield self.all.slider
        if None in self._lists:
            yield from self._lists[None].controls()
        for family, row in self.families.items():
            yield from (row.fold, row.slider, row.reset)
            if family in self._lists:
                yield from self._lists[family].controls()

    # what they show
    def _show_values(self) -> None:
        tolerances = self._workspace.tolerances
        self.all.show_value(tolerances.default, own=True)
        for family, row in self.families.items():
            row.show_value(tolerances.of_family(family), own=family in tolerances.by_family)
        for each in self._lists.values():
            each.show_values(tolerances)

    def show_listed(self, counts: ShownCounts | None) -> None:
        """Show how many clusters of each type a filter lists; None where it lists all."""
        if counts != self._listed:
            self._listed = counts
            self._show_counts()

    def _show_counts(self) -> None:
        session = self._workspace.session
        if session is None:
            return
        self._show_pairs(session)
        tolerances = self._workspace.tolerances
        counts = {count.type: count for count in session.clustering.types()}
        for each in self._lists.values():
            each.show_counts(counts, tolerances, self._listed)
        if self.families:
            for count in session.clustering.families():
                if (row := self.families.get(count.family)) is not None:
                    identical = not tolerances.of_family(count.family)
                    listed = None if self._listed is None else self._listed.by_family[count.family]
                    row.show_count(count.files, count.clusters, identical_only=identical, listed=listed)

    def _show_pairs(self, session: Session) -> None:
        """Show where pairs are; counted again only when links changed, not when a slider moves."""
        known = self._pairs_of is session.links or (
            self._pairs_in is session and len(session.links) > _RECOUNTED
        )
        if not known:
            self._pairs, self._pairs_of = session.clustering.pairs_by_type(), session.links
            self._pairs_in, self._family_pairs = session, {}
            self.all.slider.set_pairs(self._pairs[None].tolist())
        if self.families:
            if not self._family_pairs:
                self._family_pairs = session.clustering.pairs_by_family()
            for family, row in self.families.items():
                found = self._family_pairs.get(family)
                row.slider.set_pairs([] if found is None else found.tolist())
        for each in self._lists.values():
            each.show_pairs(self._pairs, session.choices.methods)


def _weight(types: Sequence[TypeCount]) -> tuple[int, int]:
    """Return the sort key of a family: those with the most clusters come first."""
    return -sum(count.clusters for count in types), -sum(count.files for count in types)

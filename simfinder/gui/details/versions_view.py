"""The versions of the chosen file's cluster as a list, newest first: when, how large, what each added and took away.

Two jobs make it, and only while it is visible: what the session knows comes at once, what has to be read follows.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import ReferenceType, ref

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QShowEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QVBoxLayout, QWidget

from simfinder.app.runtime.jobs import Job
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.style.fonts import elided, scaled
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import (
    count_text,
    counted,
    date_text,
    folder_text,
    shared_text,
    shown,
    size_text,
    time_text,
)
from simfinder.model.clusters import Relation
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.change_count import ChangeCount
    from simfinder.app.session.session import Session
    from simfinder.app.views.timeline import Timeline, Version

_PARTS, _DATE = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
_MARGIN = 8  # pixels around the words of a row
_Part = tuple[str, str]  # words and their colour


@dataclass(slots=True)
class _Row:
    version: Version
    path: str
    first: bool
    change: ChangeCount | None = None


class VersionList(QAbstractListModel):
    """The rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[_Row] = []

    def show_rows(self, rows: Sequence[_Row]) -> None:
        """Take rows, newest first."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def show_change(self, row: int, change: ChangeCount) -> None:
        """Say what a version added and took away."""
        self.rows[row].change = change
        self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return shown(os.path.basename(row.path))
            case Qt.ItemDataRole.ToolTipRole:
                return plain_text(
                    f"{folder_text(row.path)}\n{time_text(row.version.mtime_ns)}\n{_sentence(row)}"
                )
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{shown(os.path.basename(row.path))}, {date_text(row.version.mtime_ns)}, {_sentence(row)}"
            case _ if role == _PARTS:
                return change_parts(row)
            case _ if role == _DATE:
                return date_text(row.version.mtime_ns)
        return None


def _sentence(row: _Row) -> str:
    return ", ".join(words for words, _ in change_parts(row))


def change_parts(row: _Row) -> list[_Part]:
    """Return the words below a version's name, each with its colour."""
    version, parts = row.version, []
    if version.relation is Relation.KEPT:
        parts.append((_tr("kept"), "keep_text"))
    if row.first:
        parts.append((_tr("first version"), "muted"))
    elif row.change is not None:
        parts += _counted_parts(row.change)
    else:
        if version.grown > 0:
            parts.append((f"+{size_text(version.grown)}", "keep_text"))
        elif version.grown < 0:
            parts.append((f"−{size_text(-version.grown)}", "danger"))
        else:
            parts.append((_tr("same size"), "muted"))
        if (share := version.with_before) is not None:
            same = _tr("%1 shared").replace("%1", shared_text(share.similarity, estimated=share.estimated))
            parts.append((same, "muted"))
    parts.append((size_text(version.size), "muted"))
    if version.copies:
        parts.append((counted(len(version.copies), _tr("%n copy"), _tr("%n copies")), "muted"))
    return parts


def _counted_parts(count: ChangeCount) -> list[_Part]:
    from simfinder.app.compare.change_count import Unit

    words = {
        Unit.LINES: (_tr("%n line"), _tr("%n lines")),
        Unit.PARAGRAPHS: (_tr("%n paragraph"), _tr("%n paragraphs")),
        Unit.FILES: (_tr("%n file"), _tr("%n files")),
    }[count.unit]
    parts = []
    if count.right:
        parts.append((f"+{counted(count.right, *words)}", "keep_text"))
    if count.left:
        text = count_text(count.left) if parts else counted(count.left, *words)
        parts.append((f"−{text}", "danger"))
    if count.changed:
        changed = count_text(count.changed) if parts else counted(count.changed, *words)
        parts.append((_tr("%1 changed").replace("%1", changed), "older_text"))
    return parts or [(_tr("says the same"), "muted")]


class _Delegate(QStyledItemDelegate):
    """Two lines: name and date; what changed."""

    def sizeHint(self, option: Any, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(80, 2 * option.fontMetrics.height() + 2 * _MARGIN)

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        colors = colors_of(option.palette)
        painter.save()
        painter.setClipRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colors.color("accent"))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        inner = option.rect.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        height = option.fontMetrics.height()
        upper = QRect(inner.left(), inner.top(), inner.width(), height)
        date = index.data(_DATE)
        side = option.fontMetrics.horizontalAdvance(date)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        bold = scaled(option.font, 1.0, bold=True)
        narrow = QFontMetrics(bold).horizontalAdvance(index.data()) > upper.width() - side - 10  # names first
        painter.setPen(colors.color("muted"))
        place = QRect(upper.right() - side, upper.top(), side + 1, height)
        if not narrow:
            painter.drawText(
                QStyle.visualRect(option.direction, upper, place), align | Qt.AlignmentFlag.AlignLeft, date
            )
        painter.setFont(bold)
        painter.setPen(colors.color("text"))
        name = upper.adjusted(0, 0, -side - 10, 0)
        parts = index.data(_PARTS)
        if narrow:
            name, parts = upper, [(date, "muted"), *parts]
        text = elided(index.data(), Qt.TextElideMode.ElideMiddle, name.width(), painter.fontMetrics())
        painter.drawText(QStyle.visualRect(option.direction, upper, name), align, text)
        painter.setFont(option.font)
        self._paint_parts(painter, option, inner, parts)
        painter.restore()

    def _paint_parts(self, painter: QPainter, option: Any, inner: QRect, parts: Sequence[_Part]) -> None:
        colors, metrics = colors_of(option.palette), painter.fontMetrics()
        left, top, height = inner.left(), inner.bottom() - metrics.height() + 1, metrics.height()
        for words, color in parts:
            width = metrics.horizontalAdvance(words)
            if left + width > inner.right() + 1 and left > inner.left():
                break  # half a word says nothing; the tooltip has all of them
            text = elided(words, Qt.TextElideMode.ElideRight, inner.right() - left, metrics)
            painter.setPen(colors.color(color))
            place = QStyle.visualRect(option.direction, inner, QRect(left, top, width + 1, height))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)
            left += width + metrics.horizontalAdvance("  ") + 2


class VersionsView(QWidget):
    """The tab.

    Signals:
        selected: file indexes a person has chosen here, a sorted list.
    """

    selected = Signal(object)

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._wanted: tuple[Session, int] | None = None
        self._file = -1
        self._fresh = True
        self._table: object = None  # of which clusters
        self._shown: ReferenceType[Session] | None = None  # whose versions are in view
        self._jobs: list[Job[Any]] = []
        self.summary = PlainLabel()
        self.summary.setProperty("role", "muted")
        self.summary.setWordWrap(True)
        self.model = VersionList(self)
        self.list = QListView()
        self.list.setModel(self.model)
        self.list.setItemDelegate(_Delegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Versions, newest first"))
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(self.summary)
        column.addWidget(self.list, 1)
        self._say()

    @property
    def settled(self) -> bool:
        """Return whether the versions in view are those of the cluster, and what they changed is known."""
        return self._fresh and not self._jobs

    def ask(self, session: Session | None, cluster: int, file: int = -1) -> None:
        """Show a cluster; -1 for none. What is not seen is not asked for until it is."""
        self._file = file
        wanted = None if session is None or cluster < 0 else (session, cluster)
        table = None if wanted is None else wanted[0].clusters
        same = wanted is not None and self._wanted == wanted and table is self._table
        self._wanted, self._table = wanted, table
        if same and self._fresh:
            self._mark_current()
            return
        self._fresh = False
        if self.isVisible():
            self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._fresh:
            self._refresh()

    def _stop(self) -> None:
        for job in self._jobs:
            job.cancel()
        self._jobs.clear()

    def _refresh(self) -> None:
        wanted, self._fresh = self._wanted, True
        self._stop()
        if wanted is None:
            self._show([])
            return
        session, cluster = wanted
        table = session.clusters

        def run(_: Control) -> Timeline | None:
            from simfinder.app.views.timeline import timeline

            # what was asked of clusters that are no more is asked again by the regroup itself
            return timeline(session, cluster) if session.clusters is table else None

        def take(found: Timeline | None) -> None:
            if found is None:
                return
            paths = [table.files.records[version.file].path for version in found.versions]
            rows = [
                _Row(version, path, first=not number)
                for number, (version, path) in enumerate(zip(found.versions, paths, strict=True))
            ]
            self._shown = ref(session)
            self._show(rows[::-1])
            self._start(_comparing(paths), self._show_changes)

        self._start(run, take)

    def _start(self, function: Any, take: Any) -> None:
        job: Job[Any]

        def done(result: Any) -> None:
            if job in self._jobs:
                self._jobs.remove(job)
                take(result)

        def failed(error: BaseException) -> None:
            if job in self._jobs:
                self._jobs.remove(job)
                self._bridge.crashed.emit(error)

        job = self._bridge.start(function, name="versions", done=done, failed=failed)
        self._jobs.append(job)

    def _show(self, rows: Sequence[_Row]) -> None:
        self.model.show_rows(rows)
        self._say()
        self._mark_current()

    def _show_changes(self, found: dict[int, ChangeCount]) -> None:
        for number, change in found.items():
            self.model.show_change(len(self.model.rows) - 1 - number, change)

    def _say(self) -> None:
        count = len(self.model.rows)
        self.list.setVisible(bool(count))
        if not count:
            self.summary.setText(self.tr("Choose a cluster to see its versions."))
            return
        text = counted(count, self.tr("%n version"), self.tr("%n versions"))
        self.summary.setText(text + " · " + self.tr("what each added and took away"))

    def _mark_current(self) -> None:
        """Choose the version of the file that was asked for. No signal follows."""
        for number, row in enumerate(self.model.rows):
            if self._file == row.version.file or self._file in row.version.copies:
                self.list.setCurrentIndex(self.model.index(number))

    def _choose(self, index: QModelIndex) -> None:
        if self._wanted is None or self._shown is None or self._wanted[0] is not self._shown():
            return  # these numbers mean other files now
        version = self.model.rows[index.row()].version
        self.selected.emit(sorted({version.file, *version.copies}))


def _comparing(paths: Sequence[str]) -> Any:
    def run(control: Control) -> dict[int, ChangeCount]:
        from simfinder.app.compare.contents.extract_contents import Contents
        from simfinder.app.views.version_changes import version_changes

        contents = Contents()
        try:
            return dict(version_changes(paths, contents, control))
        finally:
            contents.close()

    return run


def _tr(text: str) -> str:
    return QCoreApplication.translate("VersionsView", text)

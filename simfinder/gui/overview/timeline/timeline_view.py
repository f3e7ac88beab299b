"""Draw the versions of a cluster over time: sizes as dots, shared percentages between neighbours.

Paints only the part in view, so a cluster of thousands scrolls like one of three.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from simfinder.gui.style.palette import Palette, colors_of
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.formatting import (
    counted,
    date_text,
    percent_text,
    relation_text,
    shared_text,
    shown,
    size_text,
    time_text,
)
from simfinder.model.clusters import Relation
from simfinder.model.file_record import FileRecord

if TYPE_CHECKING:
    from simfinder.app.views.timeline import Timeline

_STEP = 132  # pixels between two versions, at least
_WIDEST = 230
_EDGE = 70
_LARGEST = 15.0  # radius of the dot of the largest file
_SMALLEST = 3.5


class Version(NamedTuple):
    """One file.

    Attributes:
        label: its name.
        mtime_ns: modification time, nanoseconds since 1970.
        size: bytes.
        share_to_previous: shared with the version before it, 0..1; None for the first one, and where it is not known.
        relation: to the kept file.
        file: index.
        estimated: the share was not measured on the bytes.
        copies: indexes of the other files of the same content; they are selected with it.
    """

    label: str
    mtime_ns: int
    size: int
    share_to_previous: float | None
    relation: Relation
    file: int
    estimated: bool = False
    copies: tuple[int, ...] = ()

    @property
    def files(self) -> set[int]:
        """All files of this content."""
        return {self.file, *self.copies}


class TimelineStrip(QWidget):
    """The dots.

    Signals:
        chosen: file indexes a person has chosen here, a sorted list.
        current_changed: place of the version that keys act on.
    """

    chosen = Signal(object)
    current_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.versions: list[Version] = []
        self.selection: set[int] = set()
        self.current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_versions(self, versions: Sequence[Version]) -> None:
        """Take versions, oldest first."""
        self.versions = list(versions)
        self.current = len(self.versions) - 1
        self.setMinimumWidth(_EDGE * 2 + _STEP * max(0, len(self.versions) - 1))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(
            self.minimumWidth(), self._line() + round(_LARGEST) + 2 * self.fontMetrics().height() + 14
        )

    # geometry
    def _line(self) -> int:
        """Return the height of the line that the dots are on."""
        return self.fontMetrics().height() + round(_LARGEST) + 10

    def _step(self) -> float:
        gaps = max(1, len(self.versions) - 1)
        return min(float(_WIDEST), max(float(_STEP), (self.width() - 2 * _EDGE) / gaps))

    def center(self, place: int) -> QPointF:
        """Return the middle of a dot. Time runs as the language is read."""
        x = _EDGE + place * self._step()
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            x = self.width() - x
        return QPointF(x, self._line())

    def radius(self, place: int) -> float:
        """Return the radius of a dot: its area shows the size of the file."""
        most = max(version.size for version in self.versions)
        share = self.versions[place].size / most if most > 0 else 0.0
        return max(_SMALLEST, _LARGEST * math.sqrt(max(0.0, share)))

    def place_at(self, at: QPointF) -> int:
        """Return the version under a pixel, -1 for none."""
        if not self.versions:
            return -1
        x = self.width() - at.x() if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else at.x()
        place = round((x - _EDGE) / self._step())
        near = 0 <= place < len(self.versions) and abs(self.center(place).x() - at.x()) <= _STEP * 0.4
        return place if near else -1

    # painting
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.versions:
            return
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = event.rect().adjusted(-_WIDEST, 0, _WIDEST, 0)
        places = [i for i in self._between(seen) if seen.contains(self.center(i).toPoint())]
        for place in places:
            if place:
                self._paint_gap(painter, place, colors)
        for place in places:
            self._paint_version(painter, place, colors)

    def _between(self, area: QRect) -> range:
        step = self._step()
        ends = sorted(
            (self.width() - x if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else x)
            for x in (area.left(), area.right())
        )
        first, last = math.floor((ends[0] - _EDGE) / step), math.ceil((ends[1] - _EDGE) / step)
        return range(max(0, first), min(len(self.versions), last + 1))

    def _paint_gap(self, painter: QPainter, place: int, colors: Palette) -> None:
        """Paint the line to the version before, as strong as what they share."""
        before, here = self.center(place - 1), self.center(place)
        share = self.versions[place].share_to_previous
        known = share is not None and math.isfinite(share)
        middle = QPointF((before.x() + here.x()) / 2, before.y())
        line = QPen(colors.color("line"), 1.5, Qt.PenStyle.SolidLine if known else Qt.PenStyle.DotLine)
        painter.setPen(line)
        painter.drawLine(before, here)
        if share is None or not known:
            return
        strength = colors.color("accent")
        strength.setAlphaF(0.25 + 0.75 * min(1.0, max(0.0, share)))
        painter.setPen(QPen(strength, 1 + 3 * min(1.0, max(0.0, share))))
        painter.drawLine(before, here)
        painter.setPen(colors.color("text"))
        height = painter.fontMetrics().height()
        words = QRectF(middle.x() - 40, middle.y() - height - 5, 80, height)
        estimated = self.versions[place].estimated
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, shared_text(share, estimated=estimated))

    def _paint_version(self, painter: QPainter, place: int, colors: Palette) -> None:
        version, at, radius = self.versions[place], self.center(place), self.radius(place)
        name = _chip_of(version.relation)
        chosen = not version.files.isdisjoint(self.selection)
        painter.setPen(QPen(colors.color("window"), 4))
        painter.setBrush(colors.color(name))
        painter.drawEllipse(at, radius + 1, radius + 1)
        painter.setPen(QPen(colors.color(name + "_text"), 2 if chosen else 1.2))
        painter.drawEllipse(at, radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if chosen:
            painter.setPen(QPen(colors.color("text"), 1.6))
            painter.drawEllipse(at, radius + 3.5, radius + 3.5)
        if self.hasFocus() and place == self.current:
            painter.setPen(QPen(colors.color("accent"), 1))
            painter.drawRoundedRect(self._room(place), 4, 4)
        metrics = painter.fontMetrics()
        width, height, center = self._words_width(), metrics.height(), Qt.AlignmentFlag.AlignCenter
        painter.setPen(colors.color("text"))
        label = metrics.elidedText(shown(version.label), Qt.TextElideMode.ElideMiddle, round(width))
        painter.drawText(QRectF(at.x() - width / 2, 2, width, height), center, label)
        painter.setPen(colors.color("muted"))
        under = QRectF(at.x() - width / 2, at.y() + _LARGEST + 6, width, height)
        painter.drawText(under, center, date_text(version.mtime_ns) or self.tr("no date"))
        painter.drawText(under.translated(0, height), center, size_text(max(0, version.size)))

    def _room(self, place: int) -> QRectF:
        at, width = self.center(place), self._words_width()
        return QRectF(at.x() - width / 2, 1, width, self.height() - 2)

    def _words_width(self) -> float:
        return min(self._step() - 8, 2.0 * _EDGE - 8)

    # acting
    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if event.button() is not Qt.MouseButton.LeftButton or place < 0:
            event.ignore()
            return
        self.set_current(place)
        self._choose(place, adds=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = event.key(), len(self.versions) - 1
        forward = Qt.Key.Key_Right
        backward = Qt.Key.Key_Left
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            forward, backward = backward, forward
        moves = {
            forward: min(last, self.current + 1),
            backward: max(0, self.current - 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if not self.versions:
            super().keyPressEvent(event)
        elif key in moves:
            self.set_current(moves[Qt.Key(key)])
        elif key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.current, adds=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def set_current(self, place: int) -> None:
        """Let keys act on another version."""
        self.current = place
        self.setAccessibleDescription(", ".join(self.words(place)))
        self.current_changed.emit(place)
        self.update()

    def _choose(self, place: int, *, adds: bool) -> None:
        files = self.versions[place].files
        if adds and files <= self.selection:
            self.selection = self.selection - files
        else:
            self.selection = (self.selection | files) if adds else files
        self.update()
        self.chosen.emit(sorted(self.selection))

    def words(self, place: int) -> list[str]:
        """Describe a version."""
        version = self.versions[place]
        said = [
            shown(version.label),
            " · ".join(
                part
                for part in (
                    time_text(version.mtime_ns) or self.tr("no date"),
                    size_text(max(0, version.size)),
                    relation_text(version.relation),
                )
                if part
            ),
        ]
        share = version.share_to_previous
        if place and share is not None and math.isfinite(share):
            words = shared_text(share, estimated=version.estimated)
            said.append(self.tr("%1 shared with the version before").replace("%1", words))
        if version.copies:
            said.append(
                counted(len(version.copies), self.tr("%n identical copy"), self.tr("%n identical copies"))
            )
        return said

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            if place < 0:
                QToolTip.hideText()
            else:
                first, *rest = (escape(line) for line in self.words(place))
                text = "<p style='white-space:pre'><b>" + first + "</b><br>" + "<br>".join(rest) + "</p>"
                QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)


class TimelineView(QWidget):
    """A sentence and the strip of dots, scrolled where there are many.

    Signals:
        selected: file indexes a person has chosen here, a sorted list.
    """

    selected = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary = PlainLabel()
        self.summary.setProperty("role", "muted")
        self.summary.setWordWrap(True)
        self.strip = TimelineStrip()
        self.strip.setAccessibleName(self.tr("Versions by time"))
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.strip)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.summary)
        column.addWidget(self.area)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.strip.chosen.connect(self.selected)
        self.strip.current_changed.connect(self._reveal)
        self.show_versions([])

    def show_timeline(self, timeline: Timeline, records: Sequence[FileRecord]) -> None:
        """Take what ``app.timeline`` says of a cluster.

        Args:
            timeline: its versions.
            records: of all files, by index.
        """
        self.show_versions(
            [
                Version(
                    os.path.basename(records[version.file].path),
                    version.mtime_ns,
                    version.size,
                    None if version.with_before is None else version.with_before.similarity,
                    version.relation,
                    version.file,
                    version.with_before is not None and version.with_before.estimated,
                    version.copies,
                )
                for version in timeline.versions
            ]
        )
        if timeline.same_time:
            note = self.tr("some have the same time: their order means nothing")
            self.summary.setText(self.summary.text() + " · " + note)

    def show_versions(self, versions: Sequence[Version]) -> None:
        """Take versions, oldest first."""
        self.strip.selection.clear()
        self.strip.show_versions(versions)
        self._fit()
        self.summary.setText(self._sentence())
        self.area.setVisible(bool(versions))
        if versions:
            self.strip.set_current(len(versions) - 1)
        else:
            self.strip.setAccessibleDescription(self.summary.text())

    def _fit(self) -> None:
        bar = self.area.horizontalScrollBar().sizeHint().height()
        self.area.setFixedHeight(self.strip.sizeHint().height() + bar)

    def changeEvent(self, event: QEvent) -> None:
        """Change the height with the font."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def set_selection(self, indexes: Iterable[int]) -> None:
        """Draw rings around the versions that were selected elsewhere. No signal follows."""
        here = {file for version in self.strip.versions for file in version.files}
        self.strip.selection = here & set(indexes)
        self.strip.update()

    @property
    def selection(self) -> list[int]:
        """File indexes that are selected, ascending."""
        return sorted(self.strip.selection)

    def _sentence(self) -> str:
        versions = self.strip.versions
        if not versions:
            return self.tr("Choose a cluster to see its versions over time.")
        text = counted(len(versions), self.tr("%n version"), self.tr("%n versions"))
        first, last = date_text(versions[0].mtime_ns), date_text(versions[-1].mtime_ns)
        if first and last and first != last:
            text += " · " + self.tr("%1 to %2").replace("%1", first).replace("%2", last)
        shares = [v.share_to_previous for v in versions[1:] if v.share_to_previous is not None]
        known = [share for share in shares if math.isfinite(share)]
        if known:
            least = self.tr("neighbours at least %1 similar").replace("%1", percent_text(min(known)))
            text += " · " + least
        return text

    def _reveal(self, place: int) -> None:
        at = self.strip.center(place)
        self.area.ensureVisible(round(at.x()), round(at.y()), _STEP, 0)


def _chip_of(relation: Relation) -> str:
    """Return the name of the chip's colours in the look."""
    return {Relation.KEPT: "keep", Relation.IDENTICAL: "identical", Relation.OLDER: "older"}.get(
        relation, "protected"
    )

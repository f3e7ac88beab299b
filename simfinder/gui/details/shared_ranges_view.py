"""Show where two files match, as two bars, and the figure of each method."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from simfinder.gui.style.fonts import grown, scaled
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.cell_painting import PERCENT_WIDTH, paint_bar
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import percent_text, size_text, view_text, view_tip
from simfinder.gui.wording.method_words import figure_words
from simfinder.model.clusters import Basis

if TYPE_CHECKING:
    from simfinder.app.compare.compare_files import Comparison
    from simfinder.app.verify.containment.matching_ranges import Matched


_WIDEST_NAME = 280  # pixels
_SMALLEST = 0.75  # letters of the legend in a narrow place, against the others
_WHOLE = 0.985
"""Of a stretch: what differs in so much of it is told by the figures; a bar is 15 pixels high."""


class FigureBar(QWidget):
    """A share as a bar with its percentage."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share: float | None = None
        self.setFixedHeight(20)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(grown(PERCENT_WIDTH, self.fontMetrics()) + 6)

    def show_share(self, share: float | None) -> None:
        """Take a share, 0..1; None where a file is too short for the method, or has no signature of it."""
        self.share = share
        self.setAccessibleDescription(
            self.tr("no figure: too short") if share is None else percent_text(share)
        )
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = "–" if self.share is None else percent_text(self.share)
        paint_bar(painter, self.rect(), self.share or 0.0, text, colors_of(self.palette()))


class MatchBar(QWidget):
    """A file from beginning to end; ranges found in the other file have the accent colour.

    A stretch is filled as high as the part of it that is equal: where single pixels of a picture differ everywhere, no
    place is the same, and none is wholly another.

    Attributes:
        filled: the height of each range, 0..1.
        padding: begin and end of what counts neither as common nor as different.

    Signals:
        place_wanted: byte that a person wants to see.
    """

    place_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._current = -1
        self._length = 1
        self._ranges: list[tuple[int, int]] = []
        self.filled: list[float] = []
        self.padding: list[tuple[int, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_ranges(
        self,
        length: int,
        ranges: Sequence[tuple[int, int]],
        share: float | None = None,
        equal: Sequence[int] = (),
        padding: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Take what matches.

        Args:
            length: of the file in bytes.
            ranges: begin and end of what matches.
            share: of the file that matches; None where all bytes of the ranges do.
            equal: bytes of each range that do.
            padding: begin and end of what counts neither as common nor as different.
        """
        self._length = max(1, length)
        self._ranges = sorted(ranges)
        self.padding = list(padding)
        counted = self._length - sum(end - begin for begin, end in self.padding)
        self.filled = _filled(ranges, equal, (share or 0.0) * counted, self.padding)
        self._current = -1
        matched, last = 0, 0
        for start, end in self._ranges:
            matched += max(0, end - max(start, last))
            last = max(last, end)
        share = matched / self._length if share is None else share
        self.setAccessibleDescription(
            self.tr("%1 of the bytes are in the other file").replace("%1", percent_text(share))
        )
        self.setToolTip(
            plain_text(self.accessibleDescription() + "\n" + self.tr("Click a section to see it in Compare."))
        )
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            at = event.position().x() / max(1, self.width()) * self._length
            # A stretch may be thinner than a pixel: what begins near the pointer is meant.
            near = self._length / max(1, self.width()) * 2
            starts = [begin for begin, end in self._ranges if begin <= at + near and end >= at - near]
            self.place_wanted.emit(int(max(at, starts[0]) if starts else at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from range to range with Left and Right."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not self._ranges:
            super().keyPressEvent(event)
            return
        self._current = min(len(self._ranges) - 1, max(0, self._current + step))
        self.update()
        self.place_wanted.emit(self._ranges[self._current][0])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 15)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 15)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.color("warning"))
        scale = self.width() / self._length
        for (start, end), part in zip(self._ranges, self.filled, strict=True):
            high = self.height() if part > _WHOLE else min(self.height() - 2, round(part * self.height()))
            area = QRectF(start * scale, self.height() - high, (end - start) * scale, high)
            painter.fillRect(area, colors.color("accent"))
        for start, end in self.padding:
            painter.fillRect(
                QRectF(start * scale, 0, (end - start) * scale, self.height()), colors.color("box")
            )
        painter.setPen(colors.color("window"))
        for start, end in self._ranges:
            if (end - start) * scale > 6 and start:
                painter.drawLine(round(start * scale), 0, round(start * scale), self.height())
        if self.hasFocus():
            painter.setPen(colors.color("text"))
            begin, end = self._ranges[self._current] if self._current >= 0 else (0, self._length)
            painter.drawRect(QRectF(begin * scale, 0, max(3.0, (end - begin) * scale - 1), self.height() - 1))


def _filled(
    ranges: Sequence[tuple[int, int]],
    equal: Sequence[int],
    matched: float,
    padding: Sequence[tuple[int, int]] = (),
) -> list[float]:
    """Return the part of each range that matches, so that all of them together are what was measured.

    Args:
        ranges: in any order.
        equal: bytes of each that are equal and no padding; empty where all are.
        matched: bytes that match; padding that is not told apart counts like the bytes around it.
        padding: begin and end of what counts neither as equal nor as different, in order.
    """
    if not equal:
        return [1.0] * len(ranges)
    growth = max(1.0, matched / max(1, sum(equal)))
    parts = sorted(zip(ranges, equal, strict=True))
    return [
        min(1.0, growth * same / max(1, end - begin - padded(begin, end, padding)))
        for (begin, end), same in parts
    ]


def padded(begin: int, end: int, padding: Sequence[tuple[int, int]]) -> int:
    """Return how many bytes of a range are padding, which is in order."""
    at = bisect_left(padding, (begin, begin))
    found = padding[max(0, at - 1) : bisect_left(padding, (end, end))]
    return sum(max(0, min(end, stop) - max(begin, start)) for start, stop in found)


class Legend(QWidget):
    """What the colours of the match bars mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: tuple[str, ...] = ()
        self.show_padding(False)
        self.setToolTip(
            plain_text(
                self.tr(
                    "Padding does not count. Click a place in a bar to see it above;"
                    " Left and Right go from one to the next."
                )
            )
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_padding(self, some: bool) -> None:
        """Also explain the colour of padding, where there is some."""
        self.words = (self.tr("in both"), self.tr("only in this file"))
        if some:
            self.words += (self.tr("padding"),)
        self.setAccessibleName(", ".join(self.words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        side, at = max(7, self.fontMetrics().ascent() - 3), 0
        wide = sum(self.fontMetrics().horizontalAdvance(words) + side + 19 for words in self.words)
        if wide > self.width() + 14:  # all words, in smaller letters
            painter.setFont(scaled(self.font(), max(_SMALLEST, self.width() / wide)))
        for words, tone in zip(self.words, ("accent", "warning", "box"), strict=False):
            painter.fillRect(at, (self.height() - side) // 2, side, side, colors.color(tone))
            at += side + 5
            painter.setPen(colors.color("muted"))
            painter.drawText(
                QRectF(at, 0, self.width() - at, self.height()), Qt.AlignmentFlag.AlignVCenter, words
            )
            at += painter.fontMetrics().horizontalAdvance(words) + 14


class SharedRangesView(QWidget):
    """The bottom of the details panel.

    Args:
        this_first: the bar of this file is above that of the other one.

    Signals:
        place_wanted: whether it is in this file (else in the other one), and the byte that is to be shown.
    """

    place_wanted = Signal(bool, int)

    def __init__(self, parent: QWidget | None = None, *, this_first: bool = False) -> None:
        super().__init__(parent)
        self._brief = self._some = False
        self.heading = heading = PlainLabel()
        heading.setProperty("role", "muted")
        self.view = ElidedLabel()
        self.view.setProperty("role", "muted")
        self.view.setContentsMargins(0, 3, 0, 6)
        self.view.hide()
        self.kept, self.this = MatchBar(), MatchBar()
        self.this.setAccessibleName(self.tr("This file"))
        self.this.place_wanted.connect(lambda at: self.place_wanted.emit(True, at))
        self.kept.place_wanted.connect(lambda at: self.place_wanted.emit(False, at))
        self._labels = [PlainLabel(), PlainLabel()]
        self.name_sides(inside=False)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(7)
        grid.setHorizontalSpacing(12)
        sides = list(zip(self._labels, (self.kept, self.this), strict=True))
        for row, (label, bar) in enumerate(reversed(sides) if this_first else sides):
            label.setProperty("role", "muted")
            grid.addWidget(label, row, 0)
            grid.addWidget(bar, row, 1)
        self.legend = Legend()
        grid.addWidget(self.legend, 2, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self._matches = QWidget()
        column = QVBoxLayout(self._matches)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(6)
        column.addWidget(heading)
        column.addLayout(grid)
        self.bars: dict[str, FigureBar] = {}
        self._names: dict[ElidedLabel, str] = {}
        figures = QGridLayout()
        figures.setContentsMargins(0, 0, 0, 0)
        figures.setVerticalSpacing(0)
        figures.setHorizontalSpacing(10)
        for row, (key, words) in enumerate(figure_words()):
            label = ElidedLabel()
            label.show_text(words.name)
            label.setToolTip(plain_text(words.figure))
            self._names[label] = words.name
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            figure = FigureBar()
            figure.setAccessibleName(words.name)
            figure.setToolTip(plain_text(words.figure))
            self.bars[key] = figure
            figures.addWidget(label, row, 0)
            figures.addWidget(figure, row, 1)
        figures.setColumnStretch(1, 1)
        self._give_room()
        self._figures = QWidget()
        self._figures.setLayout(figures)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 4, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.view)
        whole.addWidget(self._matches)
        whole.addWidget(self._figures)

    def _give_room(self) -> None:
        """Give the method names only the width they need, and the figures the rest."""
        for label, name in self._names.items():
            label.setMaximumWidth(label.fontMetrics().horizontalAdvance(name) + 2)
        for bar in self.bars.values():
            bar.setMinimumWidth(grown(PERCENT_WIDTH, bar.fontMetrics()) + 6)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._give_room)  # when all parts have their letters

    def set_brief(self, brief: bool) -> None:
        """Hide the methods' figures where there is little room and they are seen elsewhere."""
        self._brief = brief
        self._figures.setVisible(self._some and not brief)

    def name_sides(self, *, inside: bool, other: bool = False, names: tuple[str, str] | None = None) -> None:
        """Name the bars.

        Args:
            inside: the upper one is the file that contains this one, not the kept one.
            other: the upper one is another file that a person chose.
            names: of this file and the other one, where both are to be called by them.
        """
        if names is not None:
            for label, name, bar in zip(self._labels, reversed(names), (self.kept, self.this), strict=True):
                label.setText(self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, _WIDEST_NAME))
                label.setToolTip(plain_text(name))
                bar.setAccessibleName(name)
            return
        if other:
            self._labels[0].setText(self.tr("other"))
            self._labels[1].setText(self.tr("this"))
            self.kept.setAccessibleName(self.tr("The other file"))
            return
        self._labels[0].setText(self.tr("whole") if inside else self.tr("kept"))
        self._labels[1].setText(self.tr("part") if inside else self.tr("this"))
        self.kept.setAccessibleName(self.tr("The file that contains it") if inside else self.tr("Kept file"))

    def _heading(self, comparison: Comparison, *, whole: bool = False) -> str:
        views = {comparison.left_view, comparison.right_view}
        if whole or comparison.whole:
            if comparison.is_prose:
                return self.tr("Where the two texts match")
            if views != {"raw"}:
                return self.tr("Where their contents match")
            return self.tr("Where the two files match")
        read = size_text(max(comparison.left_length, comparison.right_length))
        return self.tr("Where the first %1 match").replace("%1", read)

    def show_view(self, view: str, members: int, basis: Basis = Basis.BYTES, media: str = "") -> None:
        """Say by what of the file it was compared; nothing for its bytes.

        Args:
            view: name of its view.
            members: files in it, where it is an archive.
            basis: on what it was measured.
            media: what its words and its pictures share, each for themselves, in words; "" where that is no figure.
        """
        what = view_text(view, members, basis)
        self.view.show_text(self.tr("Compared by: %1").replace("%1", media or what))
        self.view.setToolTip(plain_text(view_tip(view, basis) if what else ""))
        self.view.setAccessibleDescription(self.view.toolTip())
        self.view.setVisible(bool(what))

    def show_figures(
        self, figures: dict[str, float], comparison: Comparison | None, matched: Matched | None = None
    ) -> bool:
        """Take a file's figures against the kept file. Returns whether there is anything to show."""
        for key, bar in self.bars.items():
            bar.show_share(figures.get(key))
        self._some = bool(figures)
        self._figures.setVisible(self._some and not self._brief)
        some = comparison is not None and comparison.left_length > 0 and comparison.right_length > 0
        some = some and (matched is not None or bool(comparison and comparison.matches))
        self._matches.setVisible(some)
        if comparison is not None and some and matched is not None:
            views = {comparison.left_view, comparison.right_view}
            self.heading.setText(self._heading(comparison, whole=views == {"raw"}))
            left, right = matched.left, matched.right
            self.this.show_ranges(
                matched.left_size,
                [(found.begin, found.end) for found in left],
                matched.left_share,
                [found.equal for found in left],
                matched.left_padding,
            )
            self.kept.show_ranges(
                matched.right_size,
                [(found.begin, found.end) for found in right],
                matched.right_share,
                [found.equal for found in right],
                matched.right_padding,
            )
            self.legend.show_padding(bool(matched.left_padding or matched.right_padding))
        elif comparison is not None and some:
            self.heading.setText(self._heading(comparison))
            self.legend.show_padding(False)
            matches = comparison.matches
            self.this.show_ranges(comparison.left_length, [(m.left, m.left + m.length) for m in matches])
            self.kept.show_ranges(comparison.right_length, [(m.right, m.right + m.length) for m in matches])
        return bool(figures) or some

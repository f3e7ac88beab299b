"""Show the bytes of one file, or of two aligned ones, of any size: reads only the rows on the screen.

Scrolls and paints. ``byte_blocks`` reads the bytes, ``app.compare.alignment`` aligns the files. The first rows of a
file of 100 GB cost what those of a short one do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from simfinder.gui.details.viewers.byte_blocks import ByteBlocks
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.style.fonts import fixed_font
from simfinder.gui.style.palette import colors_of

if TYPE_CHECKING:
    from simfinder.app.compare.alignment import Alignment, Rows, RowSpan
    from simfinder.app.compare.contents.byte_window import Window

_SHAPES = (  # bytes of a row, bytes that stand together, letters beside them: the first that fits
    (16, 1, True),
    (8, 1, True),
    (8, 1, False),
    (8, 2, False),
    (8, 4, False),
    (4, 1, False),
    (4, 4, False),
)
_BAR = 1 << 30  # a scroll bar counts no further than 2 ** 31
_WHEEL = 3  # rows
_WIDEST_GAP = 5  # letters between both sides


class HexView(QAbstractScrollArea):
    """Rows of offset, bytes and text, of one file or of two side by side.

    Signals:
        moved: another row is the first one.
        failed: why bytes can't be read.
    """

    moved = Signal()
    failed = Signal(str)

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as bytes are read, in any language
        self._blocks = ByteBlocks(bridge, self)
        self._blocks.changed.connect(self.viewport().update)
        self._blocks.failed.connect(self.failed)
        self._alignment: Alignment | None = None
        self._rows: Rows | None = None
        self._sides = 2
        self._digits = 4
        self._width, self._together, self._letters = _SHAPES[1]
        self._gap = 1
        self.top = 0
        self.pointed: tuple[int, int] | None = None
        self._barring = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFont(fixed_font(self.font()))
        self.verticalScrollBar().valueChanged.connect(self._bar_moved)
        self.horizontalScrollBar().valueChanged.connect(lambda _: self.viewport().update())

    # what is shown
    def show_file(self, window: Window) -> None:
        """Show one file."""
        from simfinder.app.compare.alignment import beside

        self._begin([window], beside(window.size, 0), 1)

    def show_files(self, left: Window, right: Window, alignment: Alignment) -> None:
        """Show two, laid against each other."""
        self._begin([left, right], alignment, 2)

    def _begin(self, windows: list[Window], alignment: Alignment, sides: int) -> None:
        self._blocks.show(windows)
        self._alignment, self._sides = alignment, sides
        self.pointed = None
        largest = max(alignment.left_size, alignment.right_size, 1)
        self._digits = max(4, len(f"{largest - 1:x}"))
        self.top = 0
        self._arrange()

    def lay(self, alignment: Alignment) -> None:
        """Lay the same two files otherwise; the place stays."""
        here = self.place()
        self._alignment, self._rows = alignment, None
        self._arrange()
        if self.top:
            self._go_row(self._row_of(here[0]))

    def clear(self) -> None:
        """Show nothing, and read nothing any more."""
        self._blocks.show([])
        self._alignment = self._rows = None
        self.viewport().update()

    # places
    def _row_of(self, offset: int) -> int:
        return self._rows.row_of(offset, here=True) if self._rows is not None else 0

    @property
    def row_count(self) -> int:
        return len(self._rows) if self._rows is not None else 0

    @property
    def shown_rows(self) -> int:
        """Rows that fit wholly."""
        return max(1, self.viewport().height() // self._line())

    def place(self) -> tuple[int, int]:
        """Return the bytes of both sides that the first row begins with."""
        if self._rows is None or not self.row_count:
            return 0, 0
        span = self._rows.span(min(self.top, self.row_count - 1))
        return span.left, span.right

    def is_below(self, place: tuple[int, int]) -> bool:
        """Return whether an offset of both sides is below the rows in view."""
        if self._alignment is None or self._rows is None:
            return False
        here = place[0] < self._alignment.left_size
        return self._rows.row_of(place[0] if here else place[1], here=here) >= self.top + self.shown_rows

    def go_to(self, offset: int, *, here: bool = True) -> None:
        """Show a byte of the left side (``here``) or of the right one, a few rows below the top."""
        if self._rows is None or self._alignment is None:
            return
        other = self._alignment.counterpart(offset, here=here)
        self.pointed = (offset, other) if here else (other, offset)
        row = self._rows.row_of(offset, here=here)
        self._go_row(row - min(3, self.shown_rows // 3))
        self.viewport().update()

    def _go_row(self, row: int) -> None:
        before, self.top = self.top, max(0, min(row, self._last_top()))
        self._place_bar()
        if self.top != before:
            self.moved.emit()
        self.viewport().update()
        self._describe_place()

    def _last_top(self) -> int:
        return max(0, self.row_count - self.shown_rows)

    def _describe_place(self) -> None:
        """Say for screen readers which bytes are shown."""
        left, right = self.place()
        text = self.tr("From byte %1").replace("%1", f"{left:x}")
        if self._sides == 2:
            text = (
                self.tr("From byte %1 here and %2 there")
                .replace("%1", f"{left:x}")
                .replace("%2", f"{right:x}")
            )
        self.setAccessibleDescription(text)

    # the shape of rows
    def _cell(self) -> int:
        return self.fontMetrics().horizontalAdvance("0")

    def _line(self) -> int:
        return self.fontMetrics().height() + 2

    def _columns(self, width: int, together: int, letters: bool) -> int:
        """Count the characters of one side."""
        return self._digits + 1 + 2 * width + width // together - 1 + (width + 1 if letters else 0)

    def _side(self) -> int:
        return self._columns(self._width, self._together, self._letters)

    def _byte_place(self, column: int) -> int:
        """Count the characters before a byte, within the bytes."""
        return 2 * column + column // self._together

    def _arrange(self) -> None:
        """Choose how many bytes a row has, and count rows anew."""
        from simfinder.app.compare.alignment import Rows

        if self._alignment is None:
            return
        room = self.viewport().width() // max(1, self._cell())
        for shape in _SHAPES:
            width, together, letters = shape
            needed = self._sides * (self._columns(*shape) + 1) - 1
            if needed <= room or shape == _SHAPES[-1]:
                here = self.place()
                if self._rows is None or (width, self._alignment) != (self._width, self._rows.alignment):
                    self._rows, self._width = Rows(self._alignment, width), width
                    self.top = self._rows.row_of(here[0], here=True) if self.top else 0
                self._together, self._letters = together, letters
                self._gap = max(1, min(_WIDEST_GAP, room - needed + 1))
                spare = (needed - room) * self._cell()
                self.horizontalScrollBar().setRange(0, max(0, spare))
                self.horizontalScrollBar().setPageStep(self.viewport().width())
                self._go_row(self.top)
                return

    def _place_bar(self) -> None:
        bar, last = self.verticalScrollBar(), self._last_top()
        self._barring = True
        try:
            bar.setPageStep(max(1, min(self.shown_rows, _BAR)))
            bar.setRange(0, min(last, _BAR))
            bar.setValue(self.top if last <= _BAR else self.top * _BAR // last)
        finally:
            self._barring = False

    def _bar_moved(self, value: int) -> None:
        if self._barring:
            return
        last = self._last_top()
        self._go_row(value if last <= _BAR else value * last // _BAR)

    # Qt's side
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = event.angleDelta().y() / 120
        self._go_row(self.top - round(steps * _WHEEL))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = self.shown_rows - 1
        key = Qt.Key
        steps = {key.Key_Up: -1, key.Key_Down: 1, key.Key_PageUp: -page, key.Key_PageDown: page}
        match event.key():
            case key.Key_Home:
                self._go_row(0)
            case key.Key_End:
                self._go_row(self.row_count)
            case pressed if Qt.Key(pressed) in steps:
                self._go_row(self.top + steps[Qt.Key(pressed)])
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setLayoutDirection(self.layoutDirection())  # Qt takes the program's
        painter.setFont(self.font())
        if self._rows is None:
            return
        high = self._line()
        spans = [
            self._rows.span(row)
            for row in range(self.top, min(self.row_count, self.top + self.viewport().height() // high + 1))
        ]
        if not spans:
            return
        self._blocks.want(0, spans[0].left, spans[-1].left_end)
        if self._sides == 2:
            self._blocks.want(1, spans[0].right, spans[-1].right_end)
        shift = -self.horizontalScrollBar().value()
        for i, span in enumerate(spans):
            self._paint_row(painter, span, QPoint(shift, i * high))
        if self.hasFocus():
            painter.fillRect(
                QRect(0, 0, 2, self.viewport().height()), colors_of(self.palette()).color("accent")
            )

    def _paint_row(self, painter: QPainter, span: RowSpan, at: QPoint) -> None:
        left = self._blocks.read(0, span.left, span.left_end)
        right = self._blocks.read(1, span.right, span.right_end) if self._sides == 2 else None
        alone = self._sides == 1
        known = left is not None and (alone or right is not None)
        differs = known and not alone and left != right
        pointed = self.pointed is not None and (
            span.left <= self.pointed[0] < span.left_end
            or (span.left == span.left_end and span.right <= self.pointed[1] < span.right_end)
        )
        lead = self._leading(span)
        side = (self._side() + self._gap) * self._cell()
        self._paint_side(
            painter, at, span.left, span.left_end, left, right if differs else None, "removed", lead, pointed
        )
        if not alone:
            there = at + QPoint(side, 0)
            self._paint_side(
                painter,
                there,
                span.right,
                span.right_end,
                right,
                left if differs else None,
                "added",
                lead,
                pointed,
            )

    def _leading(self, span: RowSpan) -> int:
        """Count the columns that a first row leaves free."""
        begin = span.left if span.left_end > span.left else span.right
        return begin % self._width

    def _paint_side(
        self,
        painter: QPainter,
        at: QPoint,
        begin: int,
        end: int,
        data: bytes | None,
        other: bytes | None,
        tone: str,
        lead: int,
        pointed: bool,
    ) -> None:
        colors, cell, high = colors_of(self.palette()), self._cell(), self._line()
        area = QRect(at.x(), at.y(), self._side() * cell, high)
        hexes = at.x() + (self._digits + 1) * cell
        letters = hexes + (self._byte_place(self._width) + 1) * cell
        if begin == end:  # nothing stands here: the other side has something more
            painter.fillRect(area, colors.color("side"))
            return
        if other is not None:
            painter.fillRect(area, colors.color(tone))
        if pointed:
            painter.fillRect(
                QRect(at.x(), at.y(), (self._digits) * cell + cell // 2, high), colors.color("accent")
            )
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(colors.color("accent_text" if pointed else "muted"))
        painter.drawText(QRect(at.x() + 1, at.y(), area.width(), high), align, f"{begin:0{self._digits}x}")
        ink, faint = colors.color("text"), colors.color("muted")
        for i in range(end - begin):
            x = hexes + self._byte_place(lead + i) * cell
            byte = data[i] if data is not None and i < len(data) else None
            if other is not None and (i >= len(other) or other[i] != byte):
                word = colors.color(tone + "_word")
                painter.fillRect(QRect(x, at.y(), 2 * cell, high), word)
                if self._letters:
                    painter.fillRect(QRect(letters + (lead + i) * cell, at.y(), cell, high), word)
            self._paint_byte(painter, x, letters + (lead + i) * cell, at.y(), byte, ink, faint)

    def _paint_byte(
        self, painter: QPainter, x: int, letter_x: int, y: int, byte: int | None, ink: QColor, faint: QColor
    ) -> None:
        cell, high = self._cell(), self._line()
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(ink if byte else faint)
        painter.drawText(QRect(x, y, 3 * cell, high), align, "··" if byte is None else f"{byte:02x}")
        if self._letters and byte is not None:
            plain = 32 <= byte < 127
            painter.setPen(ink if plain else faint)
            painter.drawText(QRect(letter_x, y, cell, high), align, chr(byte) if plain else ".")

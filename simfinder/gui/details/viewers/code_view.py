"""Read-only text, lines or prose, with a gutter; rows may have a background and highlighted words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from simfinder.gui.style.fonts import fixed_font
from simfinder.gui.style.palette import colors_of


@dataclass(frozen=True, slots=True)
class Line:
    """One row.

    Attributes:
        text: what it says, without a line end.
        gutter: number or offset in front of it.
        sign: ``-``, ``+`` or ``""``.
        tone: name of the colour of its ground, "" for none; the words have the colour ``tone + "_word"``.
        words: ranges of characters to highlight.
        fold: key of the fold in this row, -1 for none.
    """

    text: str
    gutter: str = ""
    sign: str = ""
    tone: str = ""
    words: tuple[tuple[int, int], ...] = ()
    fold: int = -1


class _Words(QSyntaxHighlighter):
    def __init__(self, view: CodeView, document: QTextDocument) -> None:
        super().__init__(document)
        self._view = view

    def highlightBlock(self, _text: str) -> None:
        line = self._view.line(self.currentBlock().blockNumber())
        if line is None or not (line.words or line.fold >= 0):
            return
        colors = colors_of(self._view.palette())
        form = QTextCharFormat()
        if line.fold >= 0:
            form.setForeground(colors.color("muted"))
            self.setFormat(0, len(line.text), form)
        for start, end in line.words:
            form.setBackground(colors.color(line.tone + "_word"))
            self.setFormat(_utf16(line.text, start), _utf16(line.text[start:end]), form)


def _utf16(text: str, end: int | None = None) -> int:
    """Return the length in Qt's units of the first ``end`` characters."""
    part = text[:end]
    return len(part) if part.isascii() else len(part.encode("utf-16-le", "surrogatepass")) // 2


class _Gutter(QWidget):
    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_gutter(self, event.rect())


class CodeView(QPlainTextEdit):
    """Shows lines; a click on a fold asks to open it."""

    fold_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as lines are numbered, in any language
        self._lines: Sequence[Line] = ()
        self._digits = 0
        self._signs = False
        self.pointed = -1
        self.marked = (-1, -1)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._prose_font, self._line_font = self.font(), fixed_font(self.font())
        self._set_prose(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(2)
        self._gutter = _Gutter(self)
        self._words = _Words(self, self.document())
        self.updateRequest.connect(self._follow)

    def line(self, number: int) -> Line | None:
        """Return the row shown as a block of the document."""
        return self._lines[number] if 0 <= number < len(self._lines) else None

    def show_lines(self, lines: Sequence[Line], *, keep_place: bool = False, prose: bool = False) -> None:
        """Show other lines.

        Args:
            lines: the rows.
            keep_place: stay where it was scrolled to.
            prose: rows are sentences or paragraphs, wrapped at the edge, and not lines of fixed width.
        """
        self._set_prose(prose)
        place = self.verticalScrollBar().value() if keep_place else 0
        self._lines = lines
        self._digits = max((len(line.gutter) for line in lines), default=0)
        self._signs = any(line.sign for line in lines)
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)
        self._place_gutter()
        self.pointed = -1
        self.marked = (-1, -1)
        self.setExtraSelections([])
        marked = any(line.words or line.fold >= 0 for line in lines)
        self._words.setDocument(self.document() if marked else None)  # asked for every line: 40 ms for 10,000
        self.setPlainText("\n".join(line.text for line in lines))
        self.verticalScrollBar().setValue(place)

    def go_to(self, number: int) -> None:
        """Scroll so that a row is the first one."""
        block = self.document().findBlockByNumber(max(0, number))
        self.verticalScrollBar().setValue(block.firstLineNumber())

    def first_row(self) -> int:
        """Return the first row on the screen."""
        return self.firstVisibleBlock().blockNumber()

    def mark(self, first: int, last: int) -> None:
        """Put a stroke before the rows of the current change."""
        self.marked = (first, last)
        self._gutter.update()

    def point_at(self, number: int) -> None:
        """Give one row a ground that says: here."""
        self.pointed = number
        here = QTextEdit.ExtraSelection()
        here.cursor = QTextCursor(self.document().findBlockByNumber(number))
        form = QTextCharFormat()
        form.setBackground(colors_of(self.palette()).color("selection"))
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        here.format = form
        self.setExtraSelections([here])

    def _set_prose(self, prose: bool) -> None:
        mode = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(mode.WidgetWidth if prose else mode.NoWrap)
        bars = Qt.ScrollBarPolicy
        self.setHorizontalScrollBarPolicy(bars.ScrollBarAlwaysOff if prose else bars.ScrollBarAsNeeded)
        self.setFont(self._prose_font if prose else self._line_font)

    # the gutter
    def gutter_width(self) -> int:
        """Return the width in front of the text, in pixels."""
        columns = self._digits + (2 if self._signs else 0)
        return (columns + 1) * self.fontMetrics().horizontalAdvance("0") + 4 if columns else 0

    def paint_gutter(self, gutter: QWidget, rect: QRect) -> None:
        """Paint the numbers and signs of the lines on the background of their rows."""
        colors = colors_of(self.palette())
        painter = QPainter(gutter)
        painter.setLayoutDirection(self.layoutDirection())  # Qt takes the program's
        painter.setFont(self.font())
        wide = self.fontMetrics().horizontalAdvance("0")
        for block, top, height in self._visible(rect):
            line = self.line(block.blockNumber())
            if line is None:
                continue
            row = QRect(0, top, gutter.width(), height)
            if line.tone:
                painter.fillRect(row, colors.color(line.tone))
            if self.marked[0] <= block.blockNumber() <= self.marked[1]:
                painter.fillRect(QRect(0, top, 3, height), colors.color("accent"))
            row.setHeight(min(height, self.fontMetrics().lineSpacing()))  # beside the first of wrapped lines
            painter.setPen(colors.color("text" if line.tone else "muted"))
            painter.drawText(
                row.adjusted(0, 0, -wide, 0),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                line.gutter,
            )
            if line.sign:
                painter.drawText(row.adjusted(5, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, line.sign)
        painter.end()

    def _visible(self, rect: QRect) -> list[tuple[QTextBlock, int, int]]:
        found = []
        block = self.firstVisibleBlock()
        offset = self.contentOffset()
        while block.isValid():
            area = self.blockBoundingGeometry(block).translated(offset)
            if area.top() > rect.bottom():
                break
            if area.bottom() >= rect.top():
                found.append((block, round(area.top()), round(area.bottom()) - round(area.top())))
            block = block.next()
        return found

    def _follow(self, rect: QRect, scrolled: int) -> None:
        if scrolled:
            self._gutter.scroll(0, scrolled)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())

    def _place_gutter(self) -> None:
        area = self.contentsRect()
        self._gutter.setGeometry(area.left(), area.top(), self.gutter_width(), self.viewport().height())

    # Qt's side
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self.viewport())
        painter.setLayoutDirection(self.layoutDirection())  # Qt takes the program's
        for block, top, height in self._visible(event.rect()):
            line = self.line(block.blockNumber())
            if line is not None and line.tone:
                painter.fillRect(QRect(0, top, self.viewport().width(), height), colors.color(line.tone))
        painter.end()
        super().paintEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.line(self.cursorForPosition(event.position().toPoint()).blockNumber())
        if line is not None and line.fold >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.fold_opened.emit(line.fold)
            return
        super().mousePressEvent(event)

    def changeEvent(self, event: Any) -> None:
        super().changeEvent(event)
        if event.type() == event.Type.PaletteChange and hasattr(self, "_words"):
            self._words.rehighlight()

"""Paint the treemap of folders, walk it by keys, select in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from simfinder.app.views.space_map import TOP, SpaceMap
from simfinder.app.views.treemap import Box, Cell, Looks, lay_out
from simfinder.gui.style.icons import Icon, icon_of
from simfinder.gui.style.palette import Palette, colors_of
from simfinder.gui.style.type_colors import space_colors
from simfinder.gui.wording.formatting import size_text

_LOOKS = Looks()
_WORDS = (44.0, 18.0)  # least width and height of a cell that says its name
_TWO_LINES = 36.0
_ICON = 14  # pixels
_FAINT = 0.85  # opacity of a size below a name


class TreemapCanvas(QWidget):
    """Cells of what is in one folder.

    Signals:
        chosen: a cell was clicked, or chosen by Space; None when what was chosen is let go.
        entered: index of a folder that is to be shown alone.
        left: what lies above the folder that is shown is asked for.
        current_changed: the cell that keys act on, or None.
        icon_clicked: the cell whose mark was clicked.
    """

    chosen = Signal(object)
    entered = Signal(int)
    left = Signal()
    current_changed = Signal(object)
    icon_clicked = Signal(object)
    menu_wanted = Signal(object, object)  # a cell, and a place on the screen

    def __init__(
        self,
        name_of: Callable[[Cell], str],
        tip_of: Callable[[Cell], str],
        has_icon: Callable[[Cell], bool] = lambda _: False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name_of = name_of
        self._tip_of = tip_of
        self._has_icon = has_icon
        self._space: SpaceMap | None = None
        self.top = TOP
        self.cells: list[Cell] = []
        self._marked: list[int] = []
        self._selected_folders: set[int] = set()
        self.current = -1
        self._hover = -1
        self._chosen: tuple[int, bool, bool] | None = None
        self._pixmap: QPixmap | None = None
        self.empty_text = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # what is shown
    def show_folder(self, space: SpaceMap | None, top: int) -> None:
        """Show what is in a folder."""
        if space is None or self._space is None or space.tree is not self._space.tree:
            self._selected_folders = set()  # numbers of folders of another scan
        self._space, self.top = space, top
        self._lay_out()

    def mark_folders(self, folders: Iterable[int]) -> None:
        """Outline the cells that hold something directly in these folders."""
        self._selected_folders = set(folders)
        self._find_marked()
        self.update()

    def repaint_cells(self) -> None:
        """Paint the cells anew: other ones are marked."""
        self._pixmap = None
        self.update()

    def icon_rect(self, cell: Cell) -> QRectF:
        """Return the place of the mark of a folder that is a copy of another one; empty for all others."""
        box = cell.box
        if box.width < _WORDS[0] or box.height < _WORDS[1] or not self._has_icon(cell):
            return QRectF()
        return QRectF(box.x + 5, box.y + 3, _ICON, _ICON)

    def set_chosen(self, cell: Cell | None) -> None:
        """Outline the cell that filters; None for none."""
        self._chosen = None if cell is None else _key(cell)
        self.update()

    @property
    def marked(self) -> list[int]:
        """Indexes of the outlined cells."""
        return list(self._marked)

    def _lay_out(self) -> None:
        self.cells = []
        if self._space is not None:
            room = Box(0, 0, float(self.width()), float(self.height()))
            self.cells = lay_out(self._space, self.top, room, _LOOKS)
        self._hover = -1
        self._pixmap = None
        self._find_marked()
        self._set_current(self._leaves()[0] if self.cells else -1)
        self.update()

    def _leaves(self) -> list[int]:
        return [i for i, cell in enumerate(self.cells) if not cell.open]

    def _find_marked(self) -> None:
        space = self._space
        found: set[int] = set()
        if space is not None and self._selected_folders:
            place = {_key(cell): i for i, cell in enumerate(self.cells)}
            for folder in self._selected_folders:
                cell = _holding(place, space.tree.way(folder))
                if cell >= 0 and not self.cells[cell].open:
                    found.add(cell)
        self._marked = sorted(found)

    # painting
    def sizeHint(self) -> QSize:
        return QSize(640, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 160)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._pixmap = None
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        if not self.cells:
            painter.fillRect(self.rect(), colors.color("window"))
            painter.setPen(colors.color("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(30, 20, -30, -20), flags, self.empty_text)
            return
        painter.drawPixmap(0, 0, self._picture(colors))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for i in self._marked:
            _outline(painter, self.cells[i].box, colors.color("text"), 1.5)
        if 0 <= self._hover < len(self.cells):
            _outline(painter, self.cells[self._hover].box, colors.color("box"), 1.5)
        for cell in self.cells:
            if self._chosen is not None and _key(cell) == self._chosen:
                _outline(painter, cell.box, colors.color("accent"), 3)
        if self.hasFocus() and 0 <= self.current < len(self.cells):
            _outline(painter, self.cells[self.current].box.inset(3, 3), colors.color("accent"), 1.5)

    def _picture(self, colors: Palette) -> QPixmap:
        """Return all cells, painted once: a picture of a thousand folders takes 10 ms."""
        ratio = self.devicePixelRatioF()
        if self._pixmap is None or self._pixmap.devicePixelRatio() != ratio:
            self._pixmap = QPixmap(self.size() * ratio)
            self._pixmap.setDevicePixelRatio(ratio)
            self._pixmap.fill(colors.color("window"))
            painter = QPainter(self._pixmap)
            painter.setFont(self.font())
            grounds = space_colors(colors)
            for cell in self.cells:
                self._paint_cell(painter, cell, colors, grounds)
            painter.end()
        return self._pixmap

    def _paint_cell(self, painter: QPainter, cell: Cell, colors: Palette, grounds: list[QColor]) -> None:
        box = cell.box
        area = QRectF(box.x, box.y, box.width, box.height).adjusted(0.5, 0.5, -0.5, -0.5)
        if area.width() <= 0 or area.height() <= 0:
            return
        if cell.open:
            painter.fillRect(area, colors.color("side" if cell.depth % 2 == 0 else "window"))
            painter.setPen(colors.color("line"))
            painter.drawRect(area)
            strip = QRectF(area.left() + 6, area.top(), area.width() - 12, _LOOKS.title)
            strip.setLeft(strip.left() + self._paint_icon(painter, cell))
            self._paint_words(painter, strip, self._name_of(cell), size_text(cell.bytes), colors)
            return
        _paint_kinds(painter, area, cell, grounds)
        if area.width() < _WORDS[0] or area.height() < _WORDS[1]:
            return
        words = area.adjusted(5, 1, -4, -1)
        line = QRectF(words.left(), words.top(), words.width(), 17)
        line.setLeft(line.left() + self._paint_icon(painter, cell))
        self._paint_words(painter, line, self._name_of(cell), "", colors)
        if area.height() >= _TWO_LINES:
            self._paint_words(painter, line.translated(0, 15), "", size_text(cell.bytes), colors, below=True)

    def _paint_icon(self, painter: QPainter, cell: Cell) -> int:
        """Paint the mark of a folder that has one; return the room that it takes."""
        rect = self.icon_rect(cell)
        if rect.isEmpty():
            return 0
        icon_of(Icon.COPIES).paint(painter, rect.toRect())
        return _ICON + 4

    def _paint_words(
        self, painter: QPainter, line: QRectF, name: str, size: str, colors: Palette, *, below: bool = False
    ) -> None:
        """Paint a name at the left and a size at the right of a line, or a size alone below a name; only what fits."""
        metrics, room = painter.fontMetrics(), line.width()
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        needed = metrics.horizontalAdvance(size)
        if size and needed + (0 if below else 50) <= room:
            painter.setPen(colors.color("text" if below else "muted"))
            painter.setOpacity(_FAINT if below else 1.0)
            side = Qt.AlignmentFlag.AlignLeft if below else Qt.AlignmentFlag.AlignRight
            painter.drawText(line, middle | side, size)
            painter.setOpacity(1.0)
            room -= needed + 8
        if name:
            painter.setPen(colors.color("text"))
            text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(0, round(room)))
            painter.drawText(line, middle | Qt.AlignmentFlag.AlignLeft, text)

    # mouse
    def cell_at(self, at: QPointF) -> int:
        """Return the index of the innermost cell in a place, -1 for none."""
        x, y = at.x(), at.y()
        hit = [i for i, cell in enumerate(self.cells) if _covers(cell.box, x, y)]
        return max(hit, key=lambda i: self.cells[i].depth, default=-1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position())
        if found != self._hover:
            self._hover = found
            self.update()
            if found < 0:
                QToolTip.hideText()
            else:
                at = event.globalPosition().toPoint() + QPoint(12, 14)
                QToolTip.showText(at, self._tip_of(self.cells[found]), self)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position())
        if event.button() is not Qt.MouseButton.LeftButton or found < 0:
            event.ignore()
            return
        self._set_current(found)
        if self.icon_rect(self.cells[found]).adjusted(-3, -3, 3, 3).contains(event.position()):
            self.icon_clicked.emit(self.cells[found])
        else:
            self._choose(found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and found >= 0:
            self._enter(found)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the cell under the pointer; by key that of the cell that keys act on."""
        found, place = self.cell_at(QPointF(event.pos())), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            found = self.current
            if found >= 0:
                box = self.cells[found].box
                place = self.mapToGlobal(QPoint(round(box.x + 8), round(box.y + min(20, box.height))))
        if found >= 0:
            self._set_current(found)
            self.menu_wanted.emit(self.cells[found], place)

    # keys
    def keyPressEvent(self, event: QKeyEvent) -> None:
        ways = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = event.key()
        if key in ways:
            self._walk(*ways[Qt.Key(key)])
        elif key == Qt.Key.Key_PageUp:
            self._set_current(self._around(self.current))
        elif key == Qt.Key.Key_Space and self.current >= 0:
            self._choose(self.current)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current >= 0:
            self._enter(self.current)
        elif key == Qt.Key.Key_Backspace:
            self.left.emit()
        elif key == Qt.Key.Key_Escape and self._chosen is not None:
            self.chosen.emit(None)
        else:
            super().keyPressEvent(event)

    def _walk(self, dx: int, dy: int) -> None:
        """Go to the nearest cell in a direction; distance to the side counts double."""
        if not self.cells:
            return
        x, y = _middle(self.cells[self.current].box)
        best, least = -1, float("inf")
        for i in self._leaves():
            to_x, to_y = _middle(self.cells[i].box)
            along = (to_x - x) * dx + (to_y - y) * dy
            beside = abs((to_x - x) * dy) + abs((to_y - y) * dx)
            if i != self.current and along > 0.5 and along + 2 * beside < least:
                best, least = i, along + 2 * beside
        if best >= 0:
            self._set_current(best)

    def _around(self, index: int) -> int:
        """Return the open cell around another; the same where there is none."""
        if index < 0:
            return index
        cell = self.cells[index]
        x, y = _middle(cell.box)
        for i, other in enumerate(self.cells):
            if other.open and other.depth == cell.depth - 1 and _covers(other.box, x, y):
                return i
        return index

    def _set_current(self, index: int) -> None:
        self.current = index
        self.current_changed.emit(self.cells[index] if index >= 0 else None)
        self.update()

    def _choose(self, index: int) -> None:
        cell = self.cells[index]
        self.chosen.emit(None if _key(cell) == self._chosen else cell)

    def _enter(self, index: int) -> None:
        cell = self.cells[index]
        if not cell.own and not cell.others:
            self.entered.emit(cell.folder)


def _key(cell: Cell) -> tuple[int, bool, bool]:
    return cell.folder, cell.own, bool(cell.others)


def _holding(place: dict[tuple[int, bool, bool], int], way: list[int]) -> int:
    """Return the innermost cell that holds what lies directly in the last folder of a way, -1 for none."""
    last = way[-1]
    if (last, True, False) in place:
        return place[last, True, False]
    for folder, above in zip(reversed(way), [*reversed(way[:-1]), -1], strict=True):
        if (folder, False, False) in place:
            return place[folder, False, False]
        if (above, False, True) in place:
            return place[above, False, True]
    return -1


def _covers(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2


def _outline(painter: QPainter, box: Box, color: QColor, width: float) -> None:
    painter.setPen(
        QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin)
    )
    edge = width / 2 + 0.5
    painter.drawRect(QRectF(box.x, box.y, box.width, box.height).adjusted(edge, edge, -edge, -edge))


def _paint_kinds(painter: QPainter, area: QRectF, cell: Cell, grounds: list[QColor]) -> None:
    """Paint the kinds of space of a cell side by side, each as wide as its share."""
    total = cell.bytes
    left = area.left()
    for size, ground in zip(cell.kinds, grounds, strict=True):
        if size:
            width = area.width() * size / total
            painter.fillRect(QRectF(left, area.top(), width, area.height()), ground)
            left += width

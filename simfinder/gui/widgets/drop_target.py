"""Take folders and files that are dropped anywhere in a window, and say beforehand what becomes of them."""

from __future__ import annotations

import os

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from simfinder.gui.style.fonts import scaled
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.open_external import local_path

_VEIL = 225  # of 255: what is below is seen, and not read
_MARGIN, _ROUND = 14, 12
_LETTERS = 1.6
_FREE_MOUSE = QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel
"""They only come while nothing is dragged: whoever drags has the mouse."""


class DropTarget(QWidget):
    """Covers a window while something is dragged over it.

    Args:
        window: takes what is dropped in any part of it.

    Signals:
        folders_dropped: folders, or several things: list[str].
        file_dropped: a single file, str.
    """

    folders_dropped = Signal(object)  # as Qt's own lists and texts, names that are no UTF-8 would be lost
    file_dropped = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.words = ""
        self._over = window
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer what is dragged over the window. A drag whose program died ends without a word."""
        if watched is not self._over:
            if event.type() in _FREE_MOUSE:
                self.hide()
            return False
        match event.type():
            case QEvent.Type.DragEnter if isinstance(event, QDragEnterEvent):
                if event.source() is None and (paths := _paths(event)) and _accept(event):
                    self._show_for(paths)
            case QEvent.Type.DragMove if isinstance(event, QDragMoveEvent):
                _accept(event)
            case QEvent.Type.DragLeave:
                self.hide()
            case QEvent.Type.Drop if isinstance(event, QDropEvent):
                self.hide()
                if not _accept(event):
                    return True
                paths = _paths(event)
                if _single_file(paths):
                    self.file_dropped.emit(paths[0])
                else:
                    self.folders_dropped.emit(paths)
            case QEvent.Type.Resize if self.isVisible():
                self.resize(self._over.size())
                return False
            case _:
                return False
        return True

    def _show_for(self, paths: list[str]) -> None:
        if _single_file(paths):
            self.words = self.tr("Drop the file to find files like it")
        elif len(paths) > 1:
            self.words = self.tr("Drop the folders to add them")
        else:
            self.words = self.tr("Drop the folder to add it")
        self.setGeometry(self._over.rect())
        self.raise_()
        self.show()
        if app := QCoreApplication.instance():
            app.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        if app := QCoreApplication.instance():
            app.removeEventFilter(self)
        super().hideEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(colors.color("window"))
        veil.setAlpha(_VEIL)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(colors.color("accent"), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(*(_MARGIN,) * 2, *(-_MARGIN,) * 2), _ROUND, _ROUND
        )
        painter.setFont(scaled(self.font(), _LETTERS, bold=True))
        painter.setPen(colors.color("accent"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.words)


def _accept(event: QDropEvent) -> bool:
    """Accept a drag without moving anything; return whether that is offered.

    A file manager proposes to move what it drags: it may delete that at its end when a window agrees.
    """
    for action in (Qt.DropAction.LinkAction, Qt.DropAction.CopyAction):
        if event.possibleActions() & action:
            event.setDropAction(action)
            event.accept()
            return True
    event.ignore()
    return False


def _paths(event: QDropEvent) -> list[str]:
    return [local_path(url) for url in event.mimeData().urls() if url.isLocalFile()]


def _single_file(paths: list[str]) -> bool:
    return len(paths) == 1 and os.path.isfile(paths[0])

"""Messages at the foot of the window, one at a time: nothing moves for them, and no file is covered.

They lie in the progress line beside its words, above it only while it shows work that a person waits for. A message
of something refused, failed or still to do stays until it is dismissed; others leave by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from simfinder.gui.state.window_state import Notice
from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.announcement import announce

if TYPE_CHECKING:
    from simfinder.gui.window.status_line import ProgressLine

PASSING_MS = 9000
_TURNS = 3  # as long as that stays what has a button
_WIDEST, _MARGIN = 860, 12  # pixels, with letters of the usual size; around it
_BUTTON_ROW = 2.6  # lines of text that the buttons at the foot of a view are high: they stay free


class Banner(QFrame):
    """Shows notices in the order they come, and lasting ones until they are dismissed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._waiting: list[Notice] = []
        self._line: ProgressLine | None = None  # at the bottom of what it lies over
        self.notice: Notice | None = None
        self._turns = 1
        self.text = PlainLabel()
        self.text.setWordWrap(True)
        self.action = QPushButton()
        self.close_button = QToolButton()
        self.close_button.setText("×")
        self.close_button.setProperty("role", "quiet")
        self.close_button.setAccessibleName(self.tr("Dismiss this message"))
        self.close_button.setToolTip(self.tr("Dismiss"))
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 9, 4)
        row.addWidget(self.text, 1)
        row.addWidget(self.action)
        row.addWidget(self.close_button)
        self.action.clicked.connect(self._act)
        self.close_button.clicked.connect(self.dismiss)
        self.passing = QTimer(self)
        self.passing.setSingleShot(True)
        self.passing.setInterval(PASSING_MS)
        self.passing.timeout.connect(self._pass)
        self.hide()

    # where it is
    def float_over(self, whole: QWidget, line: ProgressLine) -> None:
        """Lie over a widget: in the line at its bottom, or above it and a row of buttons that may be there."""
        self.setParent(whole)
        self._line = line
        for widget in (whole, line):
            widget.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        moves = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LayoutRequest)
        if event.type() in moves and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._line is not None:
            self._line.keep_free(0)

    def _place(self) -> None:
        whole, line = self.parentWidget(), self._line
        if whole is None or line is None:
            return
        layout = self.layout()
        assert layout is not None
        layout.activate()
        least = layout.totalSizeHint().width() - self.text.sizeHint().width()
        words = self.fontMetrics().horizontalAdvance(self.text.text()) + 8
        width = min(grown(_WIDEST, self.fontMetrics()), max(320, least + words))
        free = line.keep_free(width) if line.isVisible() else None
        if free is not None:
            height = self._height(free.width())
            below = line.y() + line.height() - max(2, (line.height() - height) // 2)
            self.setGeometry(line.x() + free.x(), below - height, free.width(), height)
        else:
            width = min(width, whole.width() - 2 * _MARGIN)
            height = self._height(width)
            below = line.y() if line.isVisible() else whole.height()
            below -= round(_BUTTON_ROW * self.fontMetrics().height()) + _MARGIN
            self.setGeometry((whole.width() - width) // 2, below - height, width, height)
        self.raise_()

    def _height(self, width: int) -> int:
        layout = self.layout()
        assert layout is not None
        return max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())

    # what it says
    def show_notice(self, notice: Notice) -> None:
        """Show a notice now; a lasting one after those that came before and were not read yet."""
        shown = self.notice
        if shown is None or notice == shown or not (shown.lasting or notice.lasting):
            self._show(notice)
        elif notice.lasting and shown.lasting:
            if notice not in self._waiting:
                self._waiting.append(notice)
        elif notice.lasting:
            self._show(self._next(notice))
        else:
            self._waiting.insert(0, shown)
            self._show(notice)

    def _next(self, notice: Notice) -> Notice:
        """Return the one to be shown now that another lasting one has come."""
        if notice not in self._waiting:
            self._waiting.append(notice)
        return self._waiting.pop(0)

    def replace(self, notice: Notice | None, before: Notice | None) -> None:
        """Replace a notice by a newer one, if it was not dismissed; None removes it."""
        if before is not None:
            self._waiting = [waiting for waiting in self._waiting if waiting is not before]
            if self.notice is before:
                self.notice = None
                if notice is None:
                    self.dismiss()
        if notice is not None:
            self.show_notice(notice)

    def _show(self, notice: Notice) -> None:
        self.notice = notice
        self.text.setText(notice.text)
        self.setAccessibleName(notice.text)
        self.action.setText(notice.action)
        self.action.setVisible(bool(notice.action))
        self.show()
        self._place()
        announce(self, notice.text, urgent=notice.stays)
        if notice.lasting:
            self.passing.stop()
        else:
            self._turns = _TURNS if notice.action else 1
            self.passing.start()

    def _act(self) -> None:
        notice = self.notice
        self.dismiss()
        if notice is not None and notice.call is not None:
            notice.call()

    def dismiss(self) -> None:
        """Take this notice away; the next one follows."""
        self.notice = None
        self.passing.stop()
        if self._waiting:
            self._show(self._waiting.pop(0))
        else:
            self.hide()

    def _pass(self) -> None:
        """Take away a notice that asks for nothing; one that is about to be used stays meanwhile."""
        self._turns -= 1
        if self.notice is None or self.notice.lasting:
            return
        if self._turns > 0 or self.action.hasFocus():
            self.passing.start()
        else:
            self.dismiss()

"""Messages over the foot of the window, one at a time: what is above and below does not move.

A message of something refused, failed or still to do stays until it is dismissed; others leave by themselves.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from simfinder.gui.state.window_state import Notice
from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.announcement import announce

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
        self._line: QWidget | None = None  # at the bottom of what it lies over
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
        row.setContentsMargins(14, 7, 9, 7)
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
    def float_over(self, whole: QWidget, line: QWidget) -> None:
        """Lie over a widget, above a line at its bottom and a row of buttons that may be there."""
        self.setParent(whole)
        self._line = line
        for widget in (whole, line):
            widget.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        whole = self.parentWidget()
        if whole is None or self._line is None:
            return
        layout = self.layout()
        assert layout is not None
        layout.activate()
        room = whole.width() - 2 * _MARGIN
        least = layout.totalSizeHint().width() - self.text.sizeHint().width()
        words = self.fontMetrics().horizontalAdvance(self.text.text()) + 8
        width = min(room, grown(_WIDEST, self.fontMetrics()), max(320, least + words))
        height = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        below = self._line.y() if self._line.isVisible() else whole.height()
        below -= round(_BUTTON_ROW * self.fontMetrics().height())
        self.setGeometry((whole.width() - width) // 2, below - height - _MARGIN, width, height)
        self.raise_()

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

"""Messages below the top bar, one at a time.

A message of something refused, failed or still to do stays until it is dismissed; others leave by themselves.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from simfinder.gui.state.window_state import Notice
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.announcement import announce

PASSING_MS = 9000


class Banner(QFrame):
    """Shows notices in the order they come, and lasting ones until they are dismissed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._waiting: list[Notice] = []
        self.notice: Notice | None = None
        self.text = PlainLabel()
        self.text.setWordWrap(True)
        self.action = QPushButton()
        self.close_button = QToolButton()
        self.close_button.setText("×")
        self.close_button.setProperty("role", "quiet")
        self.close_button.setAccessibleName(self.tr("Dismiss this message"))
        self.close_button.setToolTip(self.tr("Dismiss"))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 8, 5)
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
        announce(self, notice.text, urgent=notice.stays)
        if notice.lasting:
            self.passing.stop()
        else:
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
        """Take away a notice that asks for nothing."""
        if self.notice is not None and not self.notice.lasting:
            self.dismiss()

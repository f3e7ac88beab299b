"""Sentences that need no answer: shown below the bar at the top, one at a time, until dismissed or replaced."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from simfinder.gui.workspace import Notice


class Banner(QFrame):
    """Shows notices in the order they come; a notice with something to do waits until it is dismissed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._waiting: list[Notice] = []
        self.notice: Notice | None = None
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
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
        self.hide()

    def take(self, notice: Notice) -> None:
        """Show a notice now, or after the one that waits for an answer."""
        if self.notice is not None and self.notice.action and notice != self.notice:
            self._waiting.append(notice)
        else:
            self._show(notice)

    def replace(self, notice: Notice | None, before: Notice | None) -> None:
        """Show a notice in the place of one that it makes void, if that one was not dismissed; None takes it away."""
        if before is not None:
            self._waiting = [waiting for waiting in self._waiting if waiting is not before]
            if self.notice is before:
                self.notice = None
                if notice is None:
                    self.dismiss()
        if notice is not None:
            self.take(notice)

    def _show(self, notice: Notice) -> None:
        self.notice = notice
        self.text.setText(notice.text)
        self.setAccessibleName(notice.text)
        self.action.setText(notice.action)
        self.action.setVisible(bool(notice.action))
        self.show()

    def _act(self) -> None:
        notice = self.notice
        self.dismiss()
        if notice is not None and notice.call is not None:
            notice.call()

    def dismiss(self) -> None:
        """Take this notice away; the next one follows."""
        self.notice = None
        if self._waiting:
            self._show(self._waiting.pop(0))
        else:
            self.hide()

    def clear_passing(self) -> None:
        """Take away a notice that asks for nothing."""
        if self.notice is not None and not self.notice.action:
            self.dismiss()

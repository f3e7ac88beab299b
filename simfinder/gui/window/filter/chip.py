"""Chip beside the filter box for a filter that was set elsewhere: what it is, and a way to remove it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from simfinder.gui.widgets.plain_text import plain_text

_WIDEST = 190


class FilterChip(QToolButton):
    """Hidden while there is no such filter.

    Signals:
        removed: everything is to be shown again.
    """

    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self.setProperty("role", "chip")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.removed)
        self.hide()

    def show_filter(self, words: str) -> None:
        """Name the files that are shown alone; "" for no filter."""
        self.words = words
        cross = "  ✕"
        room = _WIDEST - self.fontMetrics().horizontalAdvance(cross)
        short = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, room)
        self.setText(short.replace("&", "&&") + cross)
        name = self.tr("Only these are shown: %1. Press to show everything again.").replace("%1", words)
        self.setAccessibleName(name)
        self.setToolTip(plain_text(name))
        self.setVisible(bool(words))

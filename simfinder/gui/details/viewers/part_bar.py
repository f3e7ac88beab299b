"""Bar below a long text: which part is shown, with buttons for the previous and next one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import size_text


class PartBar(QWidget):
    """The bar.

    Signals:
        wanted: -1 for the part before, 1 for the one behind.
    """

    wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel()
        self.label.setProperty("role", "muted")
        self.earlier, self.later = QToolButton(), QToolButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 3, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.label, 1)
        for button, text, name, step in (
            (self.earlier, "‹ " + self.tr("Earlier"), self.tr("Previous part of the text"), -1),
            (self.later, self.tr("Later") + " ›", self.tr("Next part of the text"), 1),
        ):
            button.setText(text)
            button.setToolTip(plain_text(name))
            button.setAccessibleName(name)
            button.setProperty("role", "quiet")
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.clicked.connect(lambda _=False, step=step: self.wanted.emit(step))
            row.addWidget(button)
        self.hide()

    def show_part(self, begin: int, end: int, size: int) -> None:
        """Say which part is shown; nothing if it is the whole text."""
        self.setVisible(begin > 0 or end < size)
        text = self.tr("%1 to %2 of %3").replace("%1", size_text(begin)).replace("%2", size_text(end))
        self.label.show_text(text.replace("%3", size_text(size)))
        self.earlier.setEnabled(begin > 0)
        self.later.setEnabled(end < size)

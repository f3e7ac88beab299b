"""Bar above a comparison: counts, previous and next change, go to a position, switch the layout."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import plain_text

_WIDE = 300  # pixels


class ChangeBar(QWidget):
    """The bar.

    Signals:
        stepped: 1 for the next change, -1 for the one before.
        place_wanted: what a person typed.
        sides_wanted: side by side, or one below the other.
    """

    stepped = Signal(int)
    place_wanted = Signal(str)
    sides_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._go = True
        self.legend = ElidedLabel()
        self.legend.setProperty("role", "muted")
        self.field = QLineEdit()
        self.field.setProperty("role", "small")
        self.field.setFixedWidth(grown(76, self.fontMetrics()))
        self.field.setPlaceholderText(self.tr("Go to …"))
        self.field.setAccessibleName(self.tr("Go to a position"))
        self.field.returnPressed.connect(lambda: self.place_wanted.emit(self.field.text()))
        self.sides = self._button("◫", self.tr("Side by side"))
        self.sides.setCheckable(True)
        self.sides.toggled.connect(self.sides_wanted)
        self.previous = self._button("↑", self.tr("Previous change (Shift+F7)"))
        self.next = self._button("↓", self.tr("Next change (F7)"))
        self.previous.clicked.connect(lambda: self.stepped.emit(-1))
        self.next.clicked.connect(lambda: self.stepped.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(2)
        row.addWidget(self.legend, 1)
        row.addWidget(self.field)
        for button in (self.sides, self.previous, self.next):
            row.addWidget(button)

    def _button(self, text: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setText(text)
        button.setToolTip(plain_text(name))
        button.setAccessibleName(name)
        button.setProperty("role", "quiet")
        button.setFixedWidth(24)
        return button

    def arrange(self, *, sides: bool, go: bool, tip: str = "") -> None:
        """Show what makes sense for what is compared.

        Args:
            sides: it can be shown side by side.
            go: there are places to go to.
            tip: what can be typed.
        """
        self.sides.setVisible(sides)
        self._go = go
        self._fit()
        self.field.setToolTip(plain_text(tip))
        self.field.clear()

    def _fit(self) -> None:
        """Hide the field until it is asked for, where there is little room."""
        self.field.setVisible(self._go and (self.width() >= _WIDE or self.field.hasFocus()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def set_steps(self, *, enabled: bool) -> None:
        """Enable the buttons if there is a change to go to."""
        for button in (self.previous, self.next):
            button.setEnabled(enabled)

    def focus_field(self) -> None:
        """Let a person type where to go."""
        if self._go:
            self.field.show()
            self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.field.selectAll()

"""About this program, and the list of keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialog, QGridLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

import simfinder
from simfinder.gui.style.fonts import grown, scaled
from simfinder.gui.widgets.plain_text import PlainLabel

_KEYS = 660  # pixels of keys and what they do


class TextDialog(QDialog):
    """A title and labels."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        heading = PlainLabel(title)
        heading.setFont(scaled(self.font(), 1.35, bold=True))
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(22, 18, 22, 18)
        self.column.setSpacing(10)
        self.column.addWidget(heading)

    def finish(self) -> None:
        """Put the button below everything else."""
        close = QPushButton(self.tr("Close"))
        close.setProperty("role", "primary")
        close.clicked.connect(self.accept)
        self.column.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)


class AboutDialog(TextDialog):
    """Name, version, promise, licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(f"SimFinder {simfinder.__version__}", parent)
        texts = [
            self.tr(
                "Find files that are identical, nearly identical or older versions of one another, and"
                " remove what you don’t need without losing anything."
            ),
            self.tr("Nothing leaves this computer. Every move is written down first and can be undone."),
            self.tr(
                "Free software under the MIT licence. Made with Qt %1, PySide6 (LGPL), NumPy and Numba."
            ).replace("%1", qVersion()),
        ]
        for text in texts:
            label = PlainLabel(text)
            label.setWordWrap(True)
            label.setMinimumWidth(380)
            self.column.addWidget(label)
        self.finish()


class KeysDialog(TextDialog):
    """Keys and what they do."""

    def __init__(self, keys: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Keyboard"), parent)
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(7)
        for row, (key, what) in enumerate(keys):
            name = PlainLabel(key)
            name.setFont(scaled(self.font(), 1.0, bold=True))
            grid.addWidget(name, row, 0)
            said = PlainLabel(what)
            said.setWordWrap(True)
            grid.addWidget(said, row, 1)
        grid.setColumnStretch(1, 1)
        page = QWidget()
        page.setLayout(grid)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setAccessibleName(self.tr("Keys and what they do"))
        area.setSizeAdjustPolicy(QScrollArea.SizeAdjustPolicy.AdjustToContents)
        self.column.addWidget(area, 1)
        room = (self.screen().availableSize() if parent is None else parent.size()) * 0.9
        area.setMinimumWidth(min(grown(_KEYS, self.fontMetrics()), room.width() - 80))
        self.resize(self.sizeHint().boundedTo(room))
        self.finish()

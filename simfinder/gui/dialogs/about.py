"""About this program and the parts of it, and the list of keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

import simfinder
from simfinder.gui.style.fonts import grown, scaled
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.announcement import read_in_order

if TYPE_CHECKING:
    from simfinder.app.maintenance.licences import Part

_KEYS = 660  # pixels of keys and what they do
_LICENCES = 820  # pixels of the list of parts and a licence


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
        close.setFocus()  # else Qt lets the first button stand out


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
        licences = QPushButton(self.tr("Licences of all parts…"))
        licences.clicked.connect(self.show_licences)
        self.column.addWidget(licences, 0, Qt.AlignmentFlag.AlignLeft)
        self.finish()

    def show_licences(self) -> None:
        """Open the list of all parts."""
        from simfinder.app.maintenance.licences import parts  # looks at all packages, which no start should

        LicencesDialog(parts(), self).open()


class LicencesDialog(TextDialog):
    """The parts that others have written, and the licence of the chosen one.

    Args:
        found: all of them.
    """

    def __init__(self, found: Sequence[Part], parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Licences"), parent)
        self._parts = found
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Parts of SimFinder that others have written"))
        for part in found:
            self.list.addItem(f"{part.name} {part.version}".strip())
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setProperty("role", "boxed")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Licence"))
        both = QSplitter()
        both.addWidget(self.list)
        both.addWidget(self.text)
        both.setStretchFactor(1, 1)
        read_in_order(both)
        self.column.addWidget(both, 1)
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(0)
        width = grown(_LICENCES, self.fontMetrics())
        self.resize(QSize(width, width * 2 // 3).boundedTo(self.screen().availableSize() * 0.9))
        self.finish()

    def _show(self, row: int) -> None:
        part = self._parts[row]
        text = part.text or self.tr("Its authors give no text of it with this package.")
        self.text.setPlainText(f"{part.name} {part.version}\n{part.licence}\n\n{text}")


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

"""What a file holds: text, bytes or a picture, with a line that says how it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from simfinder.gui.panels.code_view import CodeView, Line
from simfinder.gui.panels.image_view import ImageView
from simfinder.gui.texts import size_text

if TYPE_CHECKING:
    from simfinder.app.preview import Preview
    from simfinder.gui.details import Details


class PreviewView(QWidget):
    """The Preview tab."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.code = CodeView()
        self.code.setAccessibleName(self.tr("Content of the file"))
        self.image = ImageView()
        self.message = QLabel()
        self.message.setProperty("role", "muted")
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setContentsMargins(4, 10, 4, 0)
        self.pages = QStackedWidget()
        for page in (self.message, self.code, self.image):
            self.pages.addWidget(page)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.pages, 1)
        column.addWidget(self.note)
        self.clear("")

    def clear(self, text: str) -> None:
        """Show a sentence only."""
        self.note.hide()
        self.message.setText(text)
        self.pages.setCurrentWidget(self.message)

    def show_details(self, details: Details) -> None:
        """Show a preview."""
        from simfinder.app.preview import PreviewKind

        preview = details.preview
        match preview.kind:
            case PreviewKind.UNREADABLE:
                self.clear(self.tr("Can’t be read: %1").replace("%1", preview.text))
                return
            case PreviewKind.EMPTY:
                self.clear(self.tr("The file is empty."))
                return
            case PreviewKind.IMAGE:
                size = details.image.size()
                self.image.show_image(
                    details.image, f"{size.width()} × {size.height()} · {size_text(preview.size)}"
                )
                self.pages.setCurrentWidget(self.image)
            case PreviewKind.TEXT:
                lines = [Line(text, str(i)) for i, text in enumerate(preview.text.split("\n"), 1)]
                self.code.show_lines(lines)
                self.pages.setCurrentWidget(self.code)
            case _:
                rows = (row.partition("  ") for row in preview.text.split("\n"))
                self.code.show_lines([Line(cells, offset) for offset, _, cells in rows])
                self.pages.setCurrentWidget(self.code)
        self._describe(preview)

    def _describe(self, preview: Preview) -> None:
        parts = []
        if preview.encoding and preview.encoding not in ("utf-8", "ascii"):
            parts.append(self.tr("Encoding: %1").replace("%1", preview.encoding))
        if preview.truncated:
            parts.append(
                self.tr("The first %1 of %2")
                .replace("%1", size_text(preview.shown))
                .replace("%2", size_text(preview.size))
            )
        self.note.setText(" · ".join(parts))
        self.note.setVisible(bool(parts))

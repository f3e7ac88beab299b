"""What two pictures say of themselves beside each other: camera, exposure, place, words. What differs is marked."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.plain_text import plain_text


class PictureNotes(QTableWidget):
    """The table: a name, the note of this picture, that of the kept one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self.setAccessibleName(self.tr("What the pictures say of themselves"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        for column in (1, 2):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def show_notes(self, one: Mapping[str, str], other: Mapping[str, str], *, kept: str) -> None:
        """Show the notes of two pictures, see ``picture_service``; what neither has is left out.

        Args:
            one: of this picture.
            other: of the other one.
            kept: what that is called.
        """
        rows = [(name, one.get(key, ""), other.get(key, "")) for key, name in _names().items()]
        rows = [row for row in rows if row[1] or row[2]]
        self.setHorizontalHeaderLabels(["", self.tr("this"), kept])
        self.setRowCount(len(rows))
        mark = QBrush(colors_of(self.palette()).color("older"))
        for i, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_text(text))
                if column and row[1] != row[2]:
                    item.setBackground(mark)
                self.setItem(i, column, item)


def _names() -> dict[str, str]:
    """Return how each note is called, in order."""
    translate = QCoreApplication.translate
    return {
        "format": translate("PictureNotes", "Format"),
        "quality": translate("PictureNotes", "Quality"),
        "camera": translate("PictureNotes", "Camera"),
        "lens": translate("PictureNotes", "Lens"),
        "taken": translate("PictureNotes", "Taken"),
        "exposure": translate("PictureNotes", "Exposure"),
        "aperture": translate("PictureNotes", "Aperture"),
        "sensitivity": translate("PictureNotes", "ISO"),
        "focal": translate("PictureNotes", "Focal length"),
        "place": translate("PictureNotes", "Place"),
        "words": translate("PictureNotes", "Description"),
        "author": translate("PictureNotes", "Author"),
        "rights": translate("PictureNotes", "Copyright"),
        "stars": translate("PictureNotes", "Rating"),
        "program": translate("PictureNotes", "Program"),
    }

"""What pictures, recordings and films say of themselves: camera, place, title, artist, how they were saved, cover.

One file, or two beside each other; then what differs is marked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QBrush, QIcon, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.image_decoder.client import NO_PICTURE, Picture
from simfinder.gui.widgets.image_decoder.messages import size_of_picture
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import shown

_COVER = 64  # pixels of a cover picture


class MediaNotes(QTableWidget):
    """The table: a name, the note of this file, that of the other one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, 3, parent)
        self._covers: Sequence[Picture] = ()
        self._two = False
        self.setWordWrap(False)
        self.setMinimumHeight(100)
        self.setAccessibleName(self.tr("What the files say of themselves"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setIconSize(QSize(_COVER, _COVER))
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

    def show_notes(
        self,
        one: Mapping[str, str],
        other: Mapping[str, str] | None,
        names: Sequence[str] = (),
        covers: Sequence[Picture] = (),
    ) -> None:
        """Show the notes of one file or of two; what none has is left out.

        Args:
            one: of this file, by names such as ``camera`` or ``title``.
            other: of the other one; None for none.
            names: of the columns; none where they need no names.
            covers: of both, shown in a row of their own.
        """
        known = _names()
        for name in (*one, *(other or ())):
            known.setdefault(name, shown(name.replace("_", " ")))
        rows = [(name, one.get(key, ""), (other or {}).get(key, "")) for key, name in known.items()]
        rows = [row for row in rows if row[1] or row[2]]
        self._covers = covers if any(cover.is_drawn for cover in covers) else ()
        if self._covers:
            sizes = [size_of_picture(cover) for cover in (*self._covers, NO_PICTURE)]
            rows.append((QCoreApplication.translate("MediaNotes", "Cover"), sizes[0], sizes[1]))
        self._two = other is not None
        self.setColumnHidden(2, other is None)
        self.horizontalHeader().setVisible(bool(names))
        self.setHorizontalHeaderLabels(["", *names])
        self.clearSelection()
        self.setRowCount(len(rows))
        for i, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_text(text))
                self.setItem(i, column, item)
        for column, cover in enumerate(self._covers, 1):
            cell = self.item(len(rows) - 1, column)
            if cover.is_drawn and cell is not None:
                cell.setIcon(QIcon(QPixmap.fromImage(cover.image)))
                cell.setData(Qt.ItemDataRole.AccessibleTextRole, cell.text())
                cell.setText("")
        self._paint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._paint()

    def _paint(self) -> None:
        """Mark what differs, in the colours of the look, and fit the rows to the letters."""
        colors = colors_of(self.palette())
        last = self.rowCount() - 1
        for row in range(self.rowCount()):
            cover = bool(self._covers) and row == last
            self.setRowHeight(row, _COVER + 8 if cover else self.fontMetrics().lineSpacing() + 8)
            name, *both = (self.item(row, column) for column in range(3))
            if name is not None:
                name.setForeground(QBrush(colors.color("muted")))
            differs = len({item.text() for item in both if item is not None}) > 1
            differs = self._two and (differs or (cover and not _alike(self._covers)))
            for item in both:
                if item is not None:
                    item.setBackground(QBrush(colors.color("older")) if differs else QBrush())


def _alike(covers: Sequence[Picture]) -> bool:
    return len(covers) < 2 or covers[0].image == covers[1].image


def _names() -> dict[str, str]:
    """Return how each note is called, in order."""
    translate = QCoreApplication.translate
    return {
        "format": translate("MediaNotes", "Format"),
        "length": translate("MediaNotes", "Length"),
        "pixels": translate("MediaNotes", "Pixels"),
        "film": translate("MediaNotes", "Video"),
        "frames": translate("MediaNotes", "Frame rate"),
        "sound": translate("MediaNotes", "Sound"),
        "bits": translate("MediaNotes", "Bit rate"),
        "samples": translate("MediaNotes", "Sample rate"),
        "channels": translate("MediaNotes", "Channels"),
        "quality": translate("MediaNotes", "Quality"),
        "camera": translate("MediaNotes", "Camera"),
        "lens": translate("MediaNotes", "Lens"),
        "taken": translate("MediaNotes", "Taken"),
        "exposure": translate("MediaNotes", "Exposure"),
        "aperture": translate("MediaNotes", "Aperture"),
        "sensitivity": translate("MediaNotes", "ISO"),
        "focal": translate("MediaNotes", "Focal length"),
        "place": translate("MediaNotes", "Place"),
        "words": translate("MediaNotes", "Description"),
        "author": translate("MediaNotes", "Author"),
        "rights": translate("MediaNotes", "Copyright"),
        "stars": translate("MediaNotes", "Rating"),
        "title": translate("MediaNotes", "Title"),
        "artist": translate("MediaNotes", "Artist"),
        "album": translate("MediaNotes", "Album"),
        "album_artist": translate("MediaNotes", "Album artist"),
        "composer": translate("MediaNotes", "Composer"),
        "track": translate("MediaNotes", "Track"),
        "disc": translate("MediaNotes", "Disc"),
        "date": translate("MediaNotes", "Date"),
        "genre": translate("MediaNotes", "Genre"),
        "comment": translate("MediaNotes", "Comment"),
        "copyright": translate("MediaNotes", "Copyright"),
        "program": translate("MediaNotes", "Program"),
    }

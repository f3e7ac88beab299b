"""Pictures and files inside documents, as a table: small pictures, names, pixels, sizes, and whether both have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from simfinder.app.compare.member_diff import MemberRow, MemberState
from simfinder.errors import SimFinderError
from simfinder.gui.details.viewers.member_model import state_text
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.style.palette import colors_of
from simfinder.gui.style.type_glyphs import paint_glyph
from simfinder.gui.widgets.image_decoder.client import NO_PICTURE, Picture
from simfinder.gui.widgets.image_decoder.messages import size_of_picture
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.widgets.thumbnails import may_be_picture
from simfinder.gui.wording.formatting import count_text, counted, member_name, size_text
from simfinder.model.file_families import Family, family_of
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control
from simfinder.scan.extract.members import Member

if TYPE_CHECKING:
    from simfinder.gui.controllers.details_loader import DetailsLoader

_SIDE = 36  # pixels of a small picture
_GLYPH = 20  # pixels of what stands in its place
_OF_PAGE = re.compile(r"page \d+, picture \d+")  # as the view of a PDF names them
_OF_OFFICE = ("emf", "emz", "wmz")
_DRAWN = 60  # small pictures made at most
_LARGEST = 24 << 20  # bytes of a picture that is taken out of a document to be drawn small
_NARROW = 64  # letters that all columns take
_ROWS = 3  # shown without scrolling
_TONES = {MemberState.CHANGED: "older", MemberState.LEFT: "removed", MemberState.RIGHT: "added"}
NAME, PIXELS, SIZE, STATE = range(4)


@dataclass(frozen=True, slots=True)
class Holder:
    """A document that pictures are taken out of.

    Attributes:
        path: of the file.
        within: names of the member of it that is the document.
    """

    path: str
    within: tuple[bytes, ...] = ()


Drawn = dict[int, tuple[Picture, Picture]]


class MediaTable(QTableWidget):
    """The table. Pictures are drawn in the background, by the processes that take them out and decode them.

    Args:
        loader: has both.

    Signals:
        opened: row that a person wants to see large.
    """

    opened = Signal(object)

    def __init__(self, loader: DetailsLoader | None, parent: QWidget | None = None) -> None:
        super().__init__(0, 4, parent)
        self._loader = loader
        self._job = None if loader is None else LatestJob(loader.bridge)
        self.rows: list[MemberRow] = []
        self._texts: list[list[str]] = []
        self._states = False
        self.setAccessibleName(self.tr("Pictures and files in it"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setIconSize(QSize(2 * _SIDE + 4, _SIDE))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(max(_SIDE + 8, 2 * self.fontMetrics().lineSpacing() + 6))
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column in (PIXELS, SIZE, STATE):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.activated.connect(lambda index: self.opened.emit(self.rows[index.row()]))
        self.hide()

    def clear_rows(self) -> None:
        """Show nothing."""
        if self._job is not None:
            self._job.stop()
        self.rows = []
        self.setRowCount(0)
        self.hide()

    def show_one(self, members: Sequence[Member], holder: Holder) -> None:
        """Show what one document holds."""
        self._show(
            [MemberRow(MemberState.SAME, member, None) for member in members], holder, holder, states=False
        )

    def show_both(self, rows: Sequence[MemberRow], left: Holder, right: Holder) -> None:
        """Show what two documents hold."""
        self._show(list(rows), left, right, states=True)

    def _show(self, rows: list[MemberRow], left: Holder, right: Holder, *, states: bool) -> None:
        self.clear_rows()
        if not rows:
            return
        self.rows = rows
        self.setColumnHidden(STATE, not states)
        self.setRowCount(len(rows))
        colors = colors_of(self.palette())
        self.setIconSize(QSize(2 * _SIDE + 4, _SIDE) if states else QSize(_SIDE, _SIDE))
        heading = self.tr("Pictures and files in it")
        self._texts = [[self._name(row), "", _sizes(row), self._state(row) if states else ""] for row in rows]
        for i, row in enumerate(rows):
            names = dict.fromkeys(member_name(one.name) for one in (row.left, row.right) if one is not None)
            for column in range(4):
                item = QTableWidgetItem()
                item.setToolTip(plain_text("\n".join([*names, self._texts[i][STATE]])))
                if states and (tone := _TONES.get(row.state, "")):
                    item.setBackground(QBrush(colors.color(tone)))
                self.setItem(i, column, item)
            self._item(i, NAME).setIcon(self._glyph(member_name(row.name)))
        self._states = states
        self.setHorizontalHeaderLabels(
            [media_counts(rows) if states else heading, self.tr("Pixels"), self.tr("Size"), ""]
        )
        self._fit()
        self.setMaximumHeight(self._height(_ROWS))
        self.show()
        self._draw(rows, left, right)

    def _glyph(self, name: str) -> QIcon:
        """Return what stands where there is no small picture, or none yet."""
        icon = QPixmap(self.iconSize())
        icon.fill(Qt.GlobalColor.transparent)
        painter = QPainter(icon)
        family = Family.PICTURES if _is_picture(name) else family_of(type_of(name))
        place = QRect((_SIDE - _GLYPH) // 2, (_SIDE - _GLYPH) // 2, _GLYPH, _GLYPH)
        paint_glyph(painter, place, family, colors_of(self.palette()).color("muted"))
        painter.end()
        return QIcon(icon)

    def _item(self, row: int, column: int) -> QTableWidgetItem:
        item = self.item(row, column)
        assert item is not None
        return item

    def _height(self, most: int) -> int:
        rows = min(most, self.rowCount())
        return (
            self.horizontalHeader().sizeHint().height()
            + rows * self.verticalHeader().defaultSectionSize()
            + 2
        )

    def sizeHint(self) -> QSize:
        return QSize(200, self._height(_ROWS))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show all columns, or where there is little room one with all words in two lines."""
        narrow = self.viewport().width() < _NARROW * self.fontMetrics().averageCharWidth()
        for column in (PIXELS, SIZE, STATE):
            self.setColumnHidden(column, narrow or (column == STATE and not self._states))
        for i, texts in enumerate(self._texts[: self.rowCount()]):
            name, *others = texts
            both = "\n".join(
                filter(None, (name, " · ".join(filter(None, (others[2], others[0] or others[1])))))
            )
            self._item(i, NAME).setText(both if narrow else name)
            for column, text in enumerate(others, 1):
                self._item(i, column).setText(text)

    def _name(self, row: MemberRow) -> str:
        """Return the names without the folders, which say nothing in documents."""
        both = [member_name(one.name).rpartition("/")[2] for one in (row.left, row.right) if one is not None]
        return " → ".join(dict.fromkeys(both))

    def _state(self, row: MemberRow) -> str:
        if row.state is MemberState.MOVED:
            return self.tr("same")
        if row.state is MemberState.RIGHT:
            return self.tr("only in the other one")
        return state_text(row.state)

    def _draw(self, rows: list[MemberRow], left: Holder, right: Holder) -> None:
        """Take the pictures out and have them decoded."""
        if self._job is None or self._loader is None:
            return
        contents, pictures = self._loader.contents(), self._loader.pictures
        wide = 2 * _SIDE

        def picture_of(holder: Holder, member: Member | None, control: Control) -> Picture:
            if member is None or not 0 < member.size <= _LARGEST:
                return NO_PICTURE
            try:
                taken = contents.take(holder.path, (*holder.within, member.name), control, limit=_LARGEST)
            except SimFinderError:
                return NO_PICTURE
            return pictures.read(holder.path, control, side=wide, urgent=False, data=taken.data)

        def run(control: Control) -> Drawn:
            drawn: Drawn = {}
            for i, row in enumerate(rows[:_DRAWN]):
                control.check()
                one = picture_of(left, row.left, control)
                same = row.state in (MemberState.SAME, MemberState.MOVED)
                drawn[i] = (one, NO_PICTURE if same else picture_of(right, row.right, control))
            return drawn

        self._job.start(run, name="media", done=self._take_pictures, failed=lambda _: None)

    def _take_pictures(self, drawn: Drawn) -> None:
        for i, both in drawn.items():
            seen = [picture for picture in both if picture.is_drawn]
            if not seen or i >= self.rowCount():
                continue
            icon = QPixmap(self.iconSize())
            icon.fill(Qt.GlobalColor.transparent)
            painter = QPainter(icon)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            for at, picture in enumerate(seen):
                size = picture.image.size().scaled(_SIDE, _SIDE, Qt.AspectRatioMode.KeepAspectRatio)
                corner = at * (_SIDE + 4) + (_SIDE - size.width()) // 2, (_SIDE - size.height()) // 2
                painter.drawImage(QRect(*corner, size.width(), size.height()), picture.image)
            painter.end()
            self._item(i, NAME).setIcon(QIcon(icon))
            sizes = dict.fromkeys(size_of_picture(picture) for picture in seen)
            self._texts[i][PIXELS] = " → ".join(filter(None, sizes))
        self._fit()


def media_counts(rows: Sequence[MemberRow]) -> str:
    """Say how many of the pictures and files of two documents are the same."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Media", text)

    same, every = sum(row.state in (MemberState.SAME, MemberState.MOVED) for row in rows), len(rows)
    pictures = all(_is_picture(member_name(row.name)) for row in rows)
    if not same:
        return (
            tr("None of the pictures is the same")
            if pictures
            else tr("None of the embedded files is the same")
        )
    if pictures:
        if same == every:
            return counted(every, tr("The one picture is the same"), tr("All %n pictures are the same"))
        text = counted(same, tr("%n of %1 pictures is the same"), tr("%n of %1 pictures are the same"))
    else:
        if same == every:
            return counted(
                every, tr("The one embedded file is the same"), tr("All %n embedded files are the same")
            )
        text = counted(
            same, tr("%n of %1 embedded files is the same"), tr("%n of %1 embedded files are the same")
        )
    return text.replace("%1", count_text(every))


def _is_picture(name: str) -> bool:
    if may_be_picture(name) or _OF_PAGE.fullmatch(name) is not None:
        return True
    suffix = type_of(name)  # of pictures that can't be shown
    return suffix in _OF_OFFICE or family_of(suffix) is Family.PICTURES


def _sizes(row: MemberRow) -> str:
    sizes = [size_text(one.size) for one in (row.left, row.right) if one is not None]
    return " → ".join(dict.fromkeys(sizes))

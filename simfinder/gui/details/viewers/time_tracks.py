"""Recordings as waves and films as strips of pictures, one above the other on one axis of time; or one film as a sheet.

Takes levels and decoded pictures. A line follows the pointer through all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from simfinder.gui.style.fonts import scaled
from simfinder.gui.style.palette import Palette, colors_of
from simfinder.text.number_formats import clock_text

_GAP = 8  # pixels between two tracks
_LEAST, _MOST = 34, 120  # pixels of the height of a wave
_WIDE = 6  # times as wide as high is a wave where there is room
_SLOT, _SLOTS = 68, 8  # pixels of a picture in a strip at least, and pictures at most
_CELL, _MARGIN = 104, 5  # pixels of a picture on a sheet at least, and between two
_ROUND = 3.0
_STEPS = 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400
_BETWEEN = 64  # pixels between two times at the axis at least


@dataclass(frozen=True, slots=True)
class Track:
    """A recording or a film on the axis.

    Attributes:
        name: words above it.
        begin: seconds at the axis where it begins.
        seconds: how long it is.
        loud: levels of its sound from its beginning to its end, 0 to 255; empty for a film, or while it is decoded.
        pictures: times from its beginning, and pictures.
        waiting: it is being decoded.
    """

    name: str
    begin: float
    seconds: float
    loud: bytes = b""
    pictures: Sequence[tuple[float, QImage]] = field(default=())
    waiting: bool = False

    @property
    def end(self) -> float:
        return self.begin + self.seconds


class TimeTracks(QWidget):
    """The tracks; a film that is alone is shown as a sheet of pictures with their times."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tracks: tuple[Track, ...] = ()
        self.at: float | None = None  # seconds at which the pointer is
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("Time line"))

    def show_tracks(self, tracks: Sequence[Track]) -> None:
        """Show other tracks."""
        self.tracks, self.at = tuple(tracks), None
        self.setAccessibleDescription(
            ", ".join(f"{each.name}: {clock_text(each.begin)} – {clock_text(each.end)}" for each in tracks)
        )
        self.updateGeometry()
        self.update()

    # places
    @property
    def is_sheet(self) -> bool:
        """Return whether one film is shown as a sheet."""
        return len(self.tracks) == 1 and bool(self.tracks[0].pictures)

    def span(self) -> tuple[float, float]:
        """Return the seconds at which the axis begins and ends."""
        begin = min((each.begin for each in self.tracks), default=0.0)
        return begin, max(begin + 0.1, *(each.end for each in self.tracks)) if self.tracks else begin + 0.1

    def place(self, second: float) -> float:
        """Return where a second of the axis is, in pixels."""
        begin, end = self.span()
        return (second - begin) / (end - begin) * (self.width() - 1)

    def _second(self, x: float) -> float:
        begin, end = self.span()
        return begin + min(1.0, max(0.0, x / max(1, self.width() - 1))) * (end - begin)

    def _head(self) -> int:
        return self.fontMetrics().lineSpacing() + 3 if len(self.tracks) > 1 else 0

    def _foot(self) -> int:
        return self.fontMetrics().lineSpacing() + 6

    def slot(self) -> float:
        """Return the seconds for one picture of a strip, so that all strips show the same times."""
        begin, end = self.span()
        most = max((len(each.pictures) for each in self.tracks), default=0)
        slots = max(1, min(most, _SLOTS, int(self.width() / _SLOT)))
        return (end - begin) / slots

    def _strip(self, width: int) -> int:
        """Return the height of a strip of pictures, for the widest shape of them."""
        shapes = [image.height() / image.width() for each in self.tracks for _, image in each.pictures[:1]]
        begin, end = self.span()
        return round(min(150.0, width * self.slot() / (end - begin) * max(shapes, default=0.5625)))

    def _columns(self, width: int) -> int:
        return max(1, min(len(self.tracks[0].pictures), width // _CELL))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if not self.tracks:
            return 0
        if self.is_sheet:
            pictures = self.tracks[0].pictures
            columns = self._columns(width)
            cell = (width + _MARGIN) / columns - _MARGIN
            row = cell * pictures[0][1].height() / pictures[0][1].width() + self._foot()
            return round(row * -(-len(pictures) // columns))
        high: float = self._foot()
        for each in self.tracks:
            high += self._head() + _GAP + (self._strip(width) if each.pictures else _wave(width))
        return round(high)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 60)

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(320))

    def bands(self) -> list[QRectF]:
        """Return the place of each track."""
        free = self.height() - self._foot() - len(self.tracks) * (self._head() + _GAP)
        strips = sum(self._strip(self.width()) for each in self.tracks if each.pictures)
        waves = sum(not each.pictures for each in self.tracks)
        wave = min(_wave(self.width()), max(_LEAST, (free - strips) / waves)) if waves else 0
        found, top = [], 0.0
        for each in self.tracks:
            high = self._strip(self.width()) if each.pictures else wave
            left, right = self.place(each.begin), self.place(each.end)
            found.append(QRectF(left, top + self._head(), max(1.0, right - left), high))
            top += self._head() + high + _GAP
        return found

    # painting
    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.tracks:
            return
        painter, colors = QPainter(self), colors_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self.is_sheet:
            self._paint_sheet(painter, colors)
            return
        bands = self.bands()
        for each, band in zip(self.tracks, bands, strict=True):
            if self._head():
                painter.setPen(colors.color("muted"))
                words = QRectF(0, band.top() - self._head(), self.width(), self._head())
                text = painter.fontMetrics().elidedText(each.name, Qt.TextElideMode.ElideMiddle, self.width())
                painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
            if each.pictures:
                self._paint_strip(painter, colors, each, band)
            else:
                self._paint_wave(painter, colors, each, band)
        self._paint_axis(painter, colors, bands)

    def _paint_wave(self, painter: QPainter, colors: Palette, track: Track, band: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("side"))
        painter.drawRoundedRect(band, _ROUND, _ROUND)
        middle = band.center().y()
        painter.setPen(QPen(colors.color("line"), 1))
        painter.drawLine(QPointF(band.left(), middle), QPointF(band.right(), middle))
        if not track.loud:
            painter.setPen(colors.color("muted"))
            words = self.tr("Listening …") if track.waiting else self.tr("Can’t be decoded")
            painter.drawText(band, Qt.AlignmentFlag.AlignCenter, words)
            return
        most = max(1, *track.loud)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        columns, left = max(1, int(band.width())), int(band.left())
        half = band.height() / 2 - 3
        lines = []
        for x in range(columns):
            first = x * len(track.loud) // columns
            level = max(track.loud[first : max(first + 1, (x + 1) * len(track.loud) // columns)])
            high = max(0.5, half * level / most)
            lines.append(QLineF(left + x, middle - high, left + x, middle + high))
        painter.setPen(QPen(colors.color("accent"), 1))
        painter.drawLines(lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _paint_strip(self, painter: QPainter, colors: Palette, track: Track, band: QRectF) -> None:
        begin, _ = self.span()
        slot = self.slot()
        clip = QPainterPath()
        clip.addRoundedRect(band, _ROUND, _ROUND)
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("side"))
        painter.drawPath(clip)
        painter.setClipPath(clip)
        count = round((self.span()[1] - begin) / slot)
        for number in range(count):
            middle = begin + (number + 0.5) * slot
            if not track.begin <= middle < track.end:
                continue
            _, image = min(track.pictures, key=lambda one: abs(track.begin + one[0] - middle))
            room = QRectF(self.place(middle - slot / 2), band.top(), 0, band.height())
            room.setRight(self.place(middle + slot / 2))
            painter.drawImage(_within(room.adjusted(1, 0, -1, 0), image), image)
        painter.restore()

    def _paint_axis(self, painter: QPainter, colors: Palette, bands: Sequence[QRectF]) -> None:
        begin, end = self.span()
        bottom = max(band.bottom() for band in bands) + 4
        painter.setFont(scaled(self.font(), 0.85))
        metrics = painter.fontMetrics()
        wanted = (end - begin) * _BETWEEN / max(1, self.width())
        step = next((one for one in _STEPS if one >= wanted), _STEPS[-1])
        second = -(-begin // step) * step
        while second <= end:
            x, text = self.place(second), _clock(second)
            painter.setPen(QPen(colors.color("line"), 1))
            painter.drawLine(QPointF(x, bottom - 3), QPointF(x, bottom + 1))
            wide = metrics.horizontalAdvance(text)
            painter.setPen(colors.color("muted"))
            left = min(max(0.0, x - wide / 2), self.width() - wide - 1.0)
            painter.drawText(QPointF(left, bottom + metrics.ascent() + 1), text)
            second += step
        if self.at is not None:
            x, text = self.place(self.at), _clock(self.at)
            painter.setPen(QPen(colors.color("text"), 1))
            painter.drawLine(QPointF(x, bands[0].top()), QPointF(x, bottom))
            wide = metrics.horizontalAdvance(text) + 8
            label = QRectF(min(max(0.0, x - wide / 2), self.width() - wide), bottom, wide, metrics.height())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.color("text"))
            painter.drawRoundedRect(label, _ROUND, _ROUND)
            painter.setPen(colors.color("window"))
            painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_sheet(self, painter: QPainter, colors: Palette) -> None:
        pictures, foot = self.tracks[0].pictures, self._foot()
        columns = self._columns(self.width())
        rows = -(-len(pictures) // columns)
        wide = (self.width() + _MARGIN) / columns
        shape = pictures[0][1].height() / pictures[0][1].width()
        high = min(self.height() / rows, (wide - _MARGIN) * shape + foot)
        painter.setFont(scaled(self.font(), 0.85))
        for number, (time, image) in enumerate(pictures):
            row, column = divmod(number, columns)
            place = _within(QRectF(column * wide, row * high, wide - _MARGIN, high - foot), image)
            painter.drawImage(place, image)
            painter.setPen(colors.color("muted"))
            words = QRectF(place.left(), place.bottom() + 1, place.width(), foot)
            painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, _clock(time))

    # the pointer
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.tracks and not self.is_sheet:
            self.at = self._second(event.position().x())
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.at = None
        self.update()


def _within(room: QRectF, image: QImage) -> QRectF:
    """Return the place of a picture as large as can be in the middle of a room."""
    size = QSizeF(image.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF(0, 0, size.width(), size.height())
    place.moveCenter(room.center())
    return place


def _wave(width: int) -> float:
    """Return how high a wave is in so many pixels."""
    return min(_MOST, max(_LEAST, width / _WIDE))


def _clock(seconds: float) -> str:
    return f"−{clock_text(-seconds)}" if round(seconds) < 0 else clock_text(seconds)

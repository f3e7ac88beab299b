"""Small pictures of files for lists, made in the background for the rows on the screen. Memory is bounded.

Decides what to keep and what to ask for next. ``image_decoder`` decodes; a picture that a person looks at in full goes
first.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.widgets.image_decoder.client import Pictures
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.media.decoders import HEIC, RAW, is_installed
from simfinder.scan.media.media_preview import FilmPicture, MediaPreviews

SIDE = 36
"""Pixels of the screen."""

_MADE = 2 * SIDE  # enough for screens that have twice as many pixels
_MOST = 1000  # pictures kept: 20 MB
_QUEUE = 120  # rows that are asked for: those passed by in scrolling are forgotten
_AT_ONCE = 6
_SECONDS = 4.0
_PATIENCE = 0.03  # s between two looks whether somebody waits for a picture

_SUFFIXES = (
    frozenset(
        "png jpg jpeg jpe jfif gif bmp tif tiff webp ico cur icns svg svgz ppm pgm pbm pnm xbm xpm tga avif".split()  # noqa: SIM905
    )
    | HEIC
    | RAW
)

_FILMS = frozenset("3g2 3gp avi flv m2ts m4v mkv mov mp4 mpeg mpg mts ogv qt vob webm wmv".split())  # noqa: SIM905
_FILM_AT = 2.0  # s; the first picture of most films is black

Key = tuple[str, int, int]


def may_be_picture(path: str) -> bool:
    """Return whether a file's name says that it is a picture."""
    return os.path.splitext(path)[1][1:].lower() in _SUFFIXES


def _may_be_film(path: str) -> bool:
    return os.path.splitext(path)[1][1:].lower() in _FILMS


def film_image(picture: FilmPicture) -> QImage:
    """Return a picture of a film as Qt has it."""
    form = QImage.Format.Format_RGB888
    return QImage(picture.pixels, picture.width, picture.height, 3 * picture.width, form).copy()


class Thumbnails(QObject):
    """Makes and keeps them.

    Args:
        bridge: runs jobs.
        pictures: decodes pictures.
        media: decodes films.

    Signals:
        changed: there is more than before.
    """

    changed = Signal()

    def __init__(
        self, bridge: JobBridge, pictures: Pictures, media: MediaPreviews, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._pictures, self._media = bridge, pictures, media
        self._kept: OrderedDict[Key, QPixmap] = OrderedDict()
        self._wanted: OrderedDict[Key, None] = OrderedDict()
        self._under_way: set[Key] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._start)

    def of(self, record: FileRecord) -> QPixmap | None:
        """Return the picture of a file; a null one where there is none to be made, None where it is not made yet."""
        if not (may_be_picture(record.path) or _may_be_film(record.path)):
            return QPixmap()
        key = (record.path, record.size, record.mtime_ns)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._under_way:
            self._wanted[key] = None
            self._wanted.move_to_end(key)
            while len(self._wanted) > _QUEUE:
                self._wanted.popitem(last=False)
            if not self._under_way and not self._timer.isActive():
                self._timer.start()
        return None

    @property
    def kept(self) -> int:
        """Count the pictures kept."""
        return len(self._kept)

    def forget(self) -> None:
        """Drop all pictures and requests."""
        self._kept.clear()
        self._wanted.clear()

    def _start(self) -> None:
        keys = [self._wanted.popitem()[0] for _ in range(min(_AT_ONCE, len(self._wanted)))]
        if not keys:
            return
        self._under_way = set(keys)

        def run(control: Control) -> dict[Key, QImage]:
            found = {}
            for key in keys:
                while self._pictures.wanted or self._media.wanted:
                    control.check()
                    time.sleep(_PATIENCE)
                found[key] = self._made(key[0], control)
            return found

        self._bridge.start(
            run,
            name="thumbnails",
            done=self._keep,
            failed=lambda _: self._keep(
                dict.fromkeys(keys, QImage())
            ),  # the file can't be had: it has its icon
            cancelled=self._under_way.clear,
        )

    def _made(self, path: str, control: Control) -> QImage:
        """Decode a picture, or one of a film; return a null one where that can't be done."""
        if not _may_be_film(path):
            return self._pictures.read(path, control, side=_MADE, seconds=_SECONDS, urgent=False).image
        if not is_installed("av"):
            return QImage()
        found = self._media.pictures(path, [_FILM_AT], _MADE, control, urgent=False)
        return film_image(found[0]) if found else QImage()

    def _keep(self, found: dict[Key, QImage]) -> None:
        self._under_way.clear()
        for key, image in found.items():
            self._kept[key] = QPixmap.fromImage(image) if not image.isNull() else QPixmap()
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        if self._wanted:
            self._timer.start()
        self.changed.emit()

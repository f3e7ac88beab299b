"""Pictures asked of the sandboxed process that decodes them. Any thread may ask; nothing here decodes anything."""

from __future__ import annotations

import os
from dataclasses import dataclass

from PySide6.QtGui import QImage

from simfinder.gui.widgets.image_decoder.protocol import (
    HEAD_SIZE,
    LARGEST_SIDE,
    SIDE,
    Head,
    Trouble,
    unpack_head,
)
from simfinder.model.progress import Control
from simfinder.workers.sandbox.client import Failure, Sandbox, SandboxError
from simfinder.workers.sandbox.limits import Limits
from simfinder.workers.sandbox.protocol import Request

SERVICE = "simfinder.gui.widgets.image_decoder.service"

MEMORY = 1 << 30
SECONDS = 12.0
"""After which a picture is given up and its process killed."""

_GRACE = 0.15  # s that a picture nobody wants any more may still take, before its process is killed for it


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture, or why there is none.

    Attributes:
        image: premultiplied ARGB; null where there is ``head.trouble``.
        head: what is known of it.
    """

    image: QImage
    head: Head

    @property
    def is_drawn(self) -> bool:
        return not self.image.isNull()

    def is_marked(self, mark: int) -> bool:
        return bool(self.head.marks & mark)


NO_PICTURE = Picture(QImage(), Head(Trouble.UNKNOWN))


class Pictures(Sandbox):
    """Hands pictures to the one process that decodes them."""

    def __init__(self) -> None:
        limits = Limits(MEMORY, SECONDS, 4 * LARGEST_SIDE * LARGEST_SIDE, HEAD_SIZE)
        super().__init__(SERVICE, limits, grace=_GRACE)
        self._urgent = 0

    @property
    def wanted(self) -> bool:
        """Somebody waits for a picture that a person looks at: what is made in advance should wait."""
        return self._urgent > 0

    def read(
        self,
        path: str,
        control: Control,
        *,
        side: int = LARGEST_SIDE,
        seconds: float = SECONDS,
        urgent: bool = True,
        data: bytes = b"",
    ) -> Picture:
        """Decode a picture; in any thread but the window's.

        Args:
            path: of a regular file, absolute; no link is followed.
            control: a cancel ends it within a quarter of a second.
            side: pixels of the longer side at most.
            seconds: that it may take.
            urgent: a person waits for it.
            data: the picture itself, where it was taken out of a file; then the path is not opened.

        Raises:
            Cancelled: on request, or because the window closes.
        """
        self._urgent += urgent
        try:
            kept_warm = self.pid > 0
            found = self._decoded(path, control, side, seconds, data)
            if found.head.trouble is Trouble.DIED and kept_warm:  # it may have died of something else before
                found = self._decoded(path, control, side, seconds, data)
            return found
        finally:
            self._urgent -= urgent

    def _decoded(self, path: str, control: Control, side: int, seconds: float, data: bytes) -> Picture:
        pixels = bytearray()

        def understood(answer: bytes) -> Head:
            head = unpack_head(answer, side)
            if head.size != len(pixels):
                raise ValueError("more or fewer pixels than it says")
            return head

        request = Request(SIDE.pack(side) + data, () if data else (os.fsencode(path),))
        try:
            head = self.ask(
                request, understood, control, pixels.extend, seconds=seconds, data=4 * side * side
            )
        except SandboxError as error:
            late = error.failure is Failure.LATE
            return Picture(QImage(), Head(Trouble.TOO_SLOW if late else Trouble.DIED))
        if not head.size:
            return Picture(QImage(), head)
        form = QImage.Format.Format_ARGB32_Premultiplied
        return Picture(QImage(pixels, head.width, head.height, 4 * head.width, form).copy(), head)

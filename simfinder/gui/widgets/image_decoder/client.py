"""Client of the process that decodes pictures: start it when needed, keep it warm, kill it where it hangs.

A process that dies costs one picture; the next picture gets a new one. Any thread may ask; they take turns. Nothing
here decodes anything.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from dataclasses import dataclass

from PySide6.QtGui import QImage

import simfinder
from simfinder.errors import Cancelled
from simfinder.gui.widgets.image_decoder.protocol import (
    ANSWER_SIZE,
    LARGEST_SIDE,
    Head,
    Question,
    Trouble,
    pack_question,
    unpack_head,
)
from simfinder.model.progress import Control
from simfinder.workers.sandbox.child_process import Child

FLAG = "--picture-worker"
"""First argument by which a frozen program is started as this process."""

MEMORY = 1 << 30
SECONDS = 12.0
"""After which a picture is given up and its process killed."""

_TICK = 0.04
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


NO_PICTURE = Picture(QImage(), Head(0, Trouble.UNKNOWN))


class _EndedError(Exception):
    """The process is gone, or talks nonsense."""


class _LateError(Exception):
    """It takes too long."""


class Pictures:
    """Hands pictures to the one process that decodes them."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._child: Child | None = None
        self._serial = 0
        self._closed = False
        self._urgent = 0

    @property
    def wanted(self) -> bool:
        """Somebody waits for a picture that a person looks at: what is made in advance should wait."""
        return self._urgent > 0

    @property
    def pid(self) -> int:
        """Return the id of the process; 0 if there is none."""
        child = self._child
        return child.pid if child is not None else 0

    def read(
        self,
        path: str,
        control: Control,
        *,
        side: int = LARGEST_SIDE,
        seconds: float = SECONDS,
        urgent: bool = True,
    ) -> Picture:
        """Decode a picture; in any thread but the window's.

        Args:
            path: of a regular file, absolute; no link is followed.
            control: a cancel ends it within a quarter of a second.
            side: pixels of the longer side at most.
            seconds: that it may take.
            urgent: a person waits for it.

        Raises:
            Cancelled: on request, or because the window closes.
        """
        self._urgent += urgent
        try:
            while not self._turn.acquire(timeout=_TICK):
                control.check()
            try:
                control.check()
                if self._closed:
                    raise Cancelled
                kept_warm = self._child is not None
                found = self._answered(path, control, side, seconds)
                if (
                    found.head.trouble is Trouble.DIED and kept_warm
                ):  # it may have died of something else before
                    found = self._answered(path, control, side, seconds)
                return found
            finally:
                self._turn.release()
        finally:
            self._urgent -= urgent

    def close(self, *, for_good: bool = True) -> None:
        """End the process; whoever has the turn ends it himself, within a twentieth of a second. Waits for nothing.

        Args:
            for_good: no other one is started.
        """
        self._closed = for_good
        if self._turn.acquire(blocking=False):
            self._end()
            self._turn.release()

    def _answered(self, path: str, control: Control, side: int, seconds: float) -> Picture:
        self._serial = (self._serial + 1) & 0xFFFFFFFF
        question = pack_question(Question(os.fsencode(path), side, self._serial))
        until = time.monotonic() + seconds
        try:
            child = self._ask(question, control, until)
            head = unpack_head(self._receive(child, ANSWER_SIZE, control, until), side)
            if head.serial != self._serial:
                raise _EndedError
            pixels = self._receive(child, head.size, control, until)
        except (_EndedError, ValueError, OSError):
            self._end()
            return _nothing(Trouble.DIED)
        except _LateError:
            self._end()
            return _nothing(Trouble.TOO_SLOW)
        except BaseException:
            self._end()
            raise
        if not head.size:
            return Picture(QImage(), head)
        form = QImage.Format.Format_ARGB32_Premultiplied
        return Picture(QImage(pixels, head.width, head.height, 4 * head.width, form).copy(), head)

    def _ask(self, question: bytes, control: Control, until: float) -> Child:
        if self._child is not None and not self._child.alive:
            self._end()
        while True:
            fresh = self._child is None
            child = self._child = self._child or Child(command())
            try:
                rest = question
                while rest:
                    rest = rest[child.ask(rest, _TICK) :]
                    control.check()
                    if time.monotonic() > until:
                        raise _LateError
            except BrokenPipeError:
                self._end()
                if fresh:
                    raise _EndedError from None
            else:
                return child

    def _receive(self, child: Child, size: int, control: Control, until: float) -> bytearray:
        data = bytearray(size)
        room, unwanted = memoryview(data), 0.0
        while room:
            now = time.monotonic()
            if now > until:
                raise _LateError
            if self._closed:
                raise Cancelled
            if control.cancelled:
                unwanted = unwanted or now
                if now > unwanted + _GRACE:
                    control.check()
            if child.wait(_TICK):
                count = child.receive(room)
                if not count:
                    raise _EndedError
                room = room[count:]
        return data

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


def _nothing(trouble: Trouble) -> Picture:
    return Picture(QImage(), Head(0, trouble))


def command() -> list[str]:
    """Return the command that starts the process: a bare Python with our own search path, as for views."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FLAG, str(MEMORY)]
    own = os.path.dirname(os.path.dirname(os.path.abspath(simfinder.__file__)))
    path = [os.path.abspath(place) for place in sys.path if isinstance(place, str)]
    if own not in path:
        path.append(own)
    return [sys.executable, "-I", "-S", "-c", _START, "\n".join(path), str(MEMORY)]


_START = """
import sys
sys.path[:] = sys.argv.pop(1).split(chr(10))
from simfinder.gui.widgets.image_decoder.server import main
sys.exit(main(sys.argv[1:]))
"""

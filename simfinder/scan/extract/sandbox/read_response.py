"""Read the answer of a worker: check the frames, pass the data on, keep the time.

Decides what to believe of the other side: lengths and kinds of frames, how many bytes a view may have, how long it may
take. Starts and ends nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.sandbox import protocol
from simfinder.scan.extract.sandbox.child_process import Child

TICK = 0.1
"""Most seconds until a cancel or a pause is seen."""


class BrokenError(Exception):
    """The process can't be used any more."""


class DiedError(BrokenError):
    """It died or closed its pipe."""


class LateError(BrokenError):
    """It took too long."""


class NonsenseError(BrokenError):
    """It sent something malformed."""


class Answer:
    """The answer to one request, as it comes in, and the time it takes.

    The time excludes what the receiver of the data and a pause take.

    Args:
        room: buffer for what is received, larger than a piece of data.
        sink: takes the data.
        attend: obeys a pause or a cancel meanwhile; returns the seconds that took.
        bounds: limits of the view.
        limit: most bytes requested; 0 for all.

    Attributes:
        ready: whether the process has said that it has started.
        allowed: seconds that it may take.
    """

    def __init__(
        self,
        room: memoryview,
        sink: Callable[[memoryview], None],
        attend: Callable[[Child], float],
        bounds: Bounds,
        limit: int,
    ) -> None:
        self._room = room
        self._begin = self._end = 0
        self._sink = sink
        self._attend = attend
        self._left = min(limit, bounds.output) if limit else bounds.output
        self._most = protocol.most(bounds.members, bounds.names)
        self._since = time.monotonic()
        self.allowed = float(bounds.seconds)
        self.ready = False

    @property
    def has_more(self) -> bool:
        """Whether something follows the last frame."""
        return self._begin < self._end

    def check_time(self) -> None:
        """Raise ``LateError`` when the time is over."""
        if time.monotonic() - self._since > self.allowed:
            raise LateError

    def read(self, child: Child) -> tuple[int, bytearray]:
        """Pass the data on; return kind and payload of the last frame."""
        while True:
            while self._end - self._begin < protocol.HEADER.size:
                self._fill(child)
            kind, length = protocol.HEADER.unpack_from(self._room, self._begin)
            self._begin += protocol.HEADER.size
            if kind == protocol.DATA and 0 < length <= min(protocol.PIECE, self._left):
                self._left -= length
                self._hand_on(child, length)
            elif kind in (protocol.END, protocol.FAILED) and length <= self._most:
                return kind, self._whole(child, length)
            elif kind == protocol.READY and not length and not self.ready:
                self.ready = True
            else:
                raise NonsenseError

    def _hand_on(self, child: Child, length: int) -> None:
        self.allowed += length / protocol.BYTES_PER_SECOND
        while length:
            piece = self._some(child, length)
            length -= len(piece)
            begun = time.monotonic()
            self._sink(piece)
            self._since += time.monotonic() - begun

    def _whole(self, child: Child, length: int) -> bytearray:
        payload = bytearray()
        while len(payload) < length:
            payload += self._some(child, length - len(payload))
        return payload

    def _some(self, child: Child, size: int) -> memoryview:
        if self._begin == self._end:
            self._fill(child)
        end = min(self._end, self._begin + size)
        piece = self._room[self._begin : end]
        self._begin = end
        return piece

    def _fill(self, child: Child) -> None:
        """Receive some more bytes."""
        while True:
            self._since += self._attend(child)
            self.check_time()
            if child.wait(TICK):
                break
        held = self._end - self._begin
        if held:
            self._room[:held] = bytes(self._room[self._begin : self._end])
        self._begin, self._end = 0, held
        got = child.receive(self._room[held:])
        if not got:
            raise DiedError
        self._end += got

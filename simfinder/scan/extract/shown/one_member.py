"""Take one member of an archive, or one picture or attachment of a document, out of it: its bytes and nothing else."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import BY_CODE, PLAIN, SHOWN, recognise, refined, shown_as
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.sources import CHUNK, Readable
from simfinder.scan.extract.view_sink import LimitReached, ViewSink, make
from simfinder.text.message import say


class _OneMember(ViewSink):
    """Takes the bytes of the member with a name; everything else that a view writes is dropped.

    Args:
        wanted: its name, as lists of members have it.
        bounds: limits of the view.
        size: bytes of the container.
        patience: seconds after which the search is given up; 0 for never.

    Attributes:
        data: its bytes; None as long as it was not met.
    """

    def __init__(self, wanted: bytes, bounds: Bounds, size: int, patience: float) -> None:
        super().__init__(lambda _data: None, bounds, size, patience=patience)
        self.data: bytearray | None = None
        self._wanted = wanted

    def member(self, name: bytes, source: Readable) -> None:
        full = self._prefix + name
        if full == self._wanted:
            self._keep(iter(lambda: source.read(CHUNK), b""))
        elif self._wanted.startswith(full + b"/"):
            super().member(name, source)

    def medium(self, name: bytes, pieces: Iterable[bytes], *, writes: bool, picture: bool = False) -> None:
        del writes, picture
        if not self.nested and name == self._wanted:
            self._keep(pieces)

    def _keep(self, pieces: Iterable[bytes]) -> None:
        self.data = bytearray()
        for piece in pieces:
            self.count_read(len(piece))
            self.data += piece
            if len(self.data) > self.bounds.spool:
                raise ViewError(say("is too large to be taken out and looked at"))
        self._stop(LimitReached())


def code_of(path: str, head: bytes, size: int) -> int:
    """Return the code of the view by which people look at a file, or at a member of that name.

    Args:
        path: of the file.
        head: its first bytes.
        size: bytes of the file.
    """
    shown = shown_as(path, head)
    return shown if shown != PLAIN else refined(recognise(head), path, head, size)


def taken(
    source: BinaryIO, code: int, names: Sequence[bytes], bounds: Bounds, size: int, patience: float
) -> BinaryIO:
    """Return a member as a source of its own.

    Args:
        source: the file; can seek.
        code: of its format.
        names: of the member; of what is in it, and so on.
        bounds: limits of each step.
        size: bytes of the file.
        patience: seconds that each step may take; 0 for any time.

    Raises:
        ViewError: there is no such member, it can't be had, or it is larger than ``bounds.spool``.
    """
    for name in names:
        out = _OneMember(name, bounds, size, patience)
        found = BY_CODE.get(code) or SHOWN.get(code)
        try:
            if found is not None:
                make(found, source, out)
        except LimitReached:
            pass
        if out.data is None:
            raise ViewError(say("does not hold what was looked for"))
        data = bytes(out.data)
        source, size = io.BytesIO(data), len(data)
        code = code_of(name.decode("utf-8", "replace"), data, size)
    return source

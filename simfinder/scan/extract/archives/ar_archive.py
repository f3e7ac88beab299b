"""ar archives: Debian packages and static libraries, read from front to back by a parser of our own.

Each member has a header of 60 bytes, its data, and a byte of padding after an odd size. Long names come in two ways: in
a member ``//`` that others point into (GNU), or in front of the data (BSD). Symbol tables are left out, as they are
made from the members.
"""

from __future__ import annotations

from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.view_sink import CHUNK, Readable, ViewSink
from simfinder.text.message import say

_MAGIC = b"!<arch>\n"
_HEADER = 60
_MARK = b"`\n"
_LONGEST_NAME = 1 << 16
_LONGEST_TABLE = 1 << 26
_TABLES = (b"/", b"/SYM64/", b"__.SYMDEF", b"__.SYMDEF SORTED", b"__.SYMDEF_64", b"__.SYMDEF_64 SORTED")
_EARLY = say("ends too early")
_DAMAGED = say("is damaged")


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Hand over the files of an ar archive.

    Args:
        source: the archive; need not seek.
        out: takes the members.

    Raises:
        ViewError: it is damaged or ends too early.
    """
    if source.read(len(_MAGIC)) != _MAGIC:
        raise ViewError(_DAMAGED)
    names = b""
    while (head := _header(source)) is not None:
        name, size = head
        data = _Part(source, size)
        if name == b"//":
            names = data.whole(_LONGEST_TABLE)
        else:
            if name.startswith(b"#1/"):
                name = data.take(_number(name[3:]), _LONGEST_NAME).rstrip(b"\0")
            elif name[:1] == b"/" and name[1:].isdigit():
                name = _long_name(names, _number(name[1:]))
            elif name not in _TABLES:
                name = name.removesuffix(b"/")
            if name in _TABLES:
                data.skip()
            else:
                out.member(name, data)
                data.skip()
        if size % 2:
            source.read(1)  # padding, which the last member may lack


def _header(source: BinaryIO) -> tuple[bytes, int] | None:
    """Read name and size of the next member; None at the end."""
    head = _exactly(source, _HEADER)
    if not head.strip(b"\0\n"):
        return None  # the end, padded or not
    if len(head) < _HEADER:
        raise ViewError(_EARLY)
    if head[58:] != _MARK:
        raise ViewError(_DAMAGED)
    return head[:16].rstrip(b" "), _number(head[48:58])


def _exactly(source: Readable, size: int) -> bytes:
    parts = []
    while size and (data := source.read(size)):
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _number(text: bytes) -> int:
    text = text.strip(b" ")
    if not text.isdigit():
        raise ViewError(_DAMAGED)
    return int(text)


def _long_name(names: bytes, at: int) -> bytes:
    """Look up a long name in the table: up to the line's end (GNU) or a zero byte (Windows)."""
    if at >= len(names):
        raise ViewError(_DAMAGED)
    line = names[at : at + _LONGEST_NAME].split(b"\n", 1)[0].split(b"\0", 1)[0]
    return line.removesuffix(b"/")


class _Part:
    """The data of a member: the next ``size`` bytes of a source."""

    def __init__(self, source: Readable, size: int) -> None:
        self._source = source
        self._left = size

    def read(self, size: int = CHUNK, /) -> bytes:
        if not self._left:
            return b""
        data = self._source.read(min(size if size > 0 else CHUNK, self._left))
        if not data:
            raise ViewError(_EARLY)
        self._left -= len(data)
        return data

    def take(self, size: int, most: int) -> bytes:
        """Read exactly the next ``size`` bytes."""
        if size > min(most, self._left):
            raise ViewError(_DAMAGED)
        data = _exactly(self._source, size)
        if len(data) < size:
            raise ViewError(_EARLY)
        self._left -= size
        return data

    def whole(self, most: int) -> bytes:
        return self.take(self._left, most)

    def skip(self) -> None:
        while self.read():
            pass

"""The view of a PDF without its structure: all bytes in the order of the file, with packed streams unpacked in place.

For files without text or that can't be opened: scans, drawings, damaged files. Flate streams are unpacked, plain or in
ASCII85; everything else, pictures above all, stays as it is. A damaged stream is unpacked up to the damage, its rest
stays as it is. Reads the bytes once from front to back and holds next to none of them.
"""

from __future__ import annotations

import re
import struct
import zlib
from typing import BinaryIO

from simfinder.scan.extract.view_sink import CHUNK, ViewSink

_PIECE = 4096  # packed bytes given to zlib at a time: at most 4 MB come out of them
_FINE = 20  # the same for a second try, to find where a piece is damaged
_AHEAD = 64  # bytes of a stream that show how it is packed
_KEPT = 2 * _PIECE  # bytes one can go back

_START = re.compile(rb"(?<!end)stream\r?\n")
_LONGEST = len(b"endstream\r\n")
_SPACE = b"\t\n\f\r \0"
_SHIFTED = bytes((value - 33) % 256 for value in range(256))
_ASCII = bytes(range(33, 118))


def write_streams(source: BinaryIO, out: ViewSink) -> bool:
    """Write a whole file.

    Args:
        source: the file, read from its current position.
        out: takes all bytes.

    Returns:
        Whether any stream was unpacked.
    """
    reader = _Reader(source)
    unpacked = False
    while True:
        reader.fill(_LONGEST)
        found = _START.search(reader.held, reader.at)
        if found is None:
            waiting = 0 if reader.ended else _LONGEST
            out.write(reader.take(len(reader.held) - reader.at - waiting))
            if reader.ended:
                return unpacked
            reader.fill(_LONGEST + 1)
            continue
        out.write(reader.take(found.end() - reader.at))
        head = reader.peek(_AHEAD)
        if _is_flate(head):
            unpacked |= _unpack(_Plain(reader), out)
        elif _is_flate(_quads(head.translate(None, _SPACE)[:5])):
            unpacked |= _unpack(_Ascii(reader), out)


class _Reader:
    """A source with look-ahead, and a way back for some kilobytes."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.held = b""
        self.at = 0
        self.ended = False

    def fill(self, size: int) -> None:
        """Hold at least ``size`` more bytes, if there are."""
        while len(self.held) - self.at < size and not self.ended:
            data = self._source.read(CHUNK)
            gone = max(0, self.at - _KEPT)
            self.held, self.at = self.held[gone:] + data, self.at - gone
            self.ended = not data

    def peek(self, size: int) -> bytes:
        self.fill(size)
        return self.held[self.at : self.at + size]

    def take(self, size: int) -> bytes:
        data = self.peek(size)
        self.at += len(data)
        return data


class _Plain:
    """A stream of plain bytes."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self._before = 0

    def next(self, size: int) -> bytes:
        """Read some packed bytes; none at the end of the file."""
        data = self._reader.take(size)
        self._before = len(data)
        return data

    def back(self) -> None:
        """As if the last piece had not been taken."""
        self._reader.at -= self._before

    def end(self, unused: int) -> None:
        """End the stream ``unused`` bytes before the end of the last piece."""
        self._reader.at -= unused


class _Ascii:
    """A stream in ASCII85: five letters for four bytes, up to ``~>``."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        self._letters = self._letters_before = b""
        self._ended = self._ended_before = False
        self._before = 0

    def next(self, size: int) -> bytes:
        """Read some packed bytes; none at its end.

        Raises:
            zlib.error: it holds letters that are not ASCII85.
        """
        self._letters_before, self._ended_before, self._before = self._letters, self._ended, 0
        if not self._ended:
            raw = self._reader.take(size)
            written, mark, rest = raw.partition(b"~")
            self._reader.at -= len(rest)
            self._before = len(raw) - len(rest)
            self._ended = bool(mark) or not raw
            self._letters += written.translate(None, _SPACE).replace(b"z", b"!!!!!")
        whole = len(self._letters) if self._ended else len(self._letters) // 5 * 5
        if self._letters.translate(None, _ASCII) or not (whole or self._ended):
            raise zlib.error("not ASCII85")
        letters, self._letters = self._letters[:whole], self._letters[whole:]
        return _quads(letters)

    def back(self) -> None:
        """As if the last piece had not been taken."""
        self._reader.at -= self._before
        self._letters, self._ended = self._letters_before, self._ended_before

    def end(self, _unused: int) -> None:
        """End the stream: only the end mark may follow."""
        if self._ended:
            self._reader.take(self._reader.peek(1) == b">")
        else:
            mark = self._reader.peek(_AHEAD).find(b"~>")
            self._reader.take(mark + 2 if mark >= 0 else 0)


def _unpack(packed: _Plain | _Ascii, out: ViewSink) -> bool:
    """Write what a stream holds, up to any damage; return whether it held anything."""
    inflater, size, made = zlib.decompressobj(), _PIECE, 0
    while not inflater.eof:
        before = inflater.copy()
        try:
            piece = packed.next(size)
            data = inflater.decompress(piece)
        except zlib.error:
            packed.back()
            if size == _FINE:
                break
            inflater, size = before, _FINE
            continue
        if not piece:
            break
        out.write(data)
        made += len(data)
    if inflater.eof:
        packed.end(len(inflater.unused_data))
    return made > 0


def _is_flate(head: bytes) -> bool:
    return len(head) > 1 and head[0] & 15 == 8 and head[0] < 128 and int.from_bytes(head[:2]) % 31 == 0


def _quads(letters: bytes) -> bytes:
    """Decode ASCII85: four bytes for every five letters, one fewer for each letter missing at the end."""
    missing = -len(letters) % 5
    digits = (letters + b"u" * missing).translate(_SHIFTED)
    values = [
        (((a * 85 + b) * 85 + c) * 85 + d) * 85 + e & 0xFFFFFFFF
        for a, b, c, d, e in zip(
            digits[0::5], digits[1::5], digits[2::5], digits[3::5], digits[4::5], strict=True
        )
    ]
    made = struct.pack(f">{len(values)}I", *values)
    return made[: len(made) - missing]

"""Sources of members: hash, count and peek at the bytes while they are read.

Knows no bounds and no format; whoever counts the bytes may refuse more.
"""

from __future__ import annotations

from typing import Protocol

import xxhash

CHUNK = 1 << 18
"""Number of bytes a view should read at a time."""


class Readable(Protocol):
    """A source of bytes. May return fewer bytes than asked for, and none at the end."""

    def read(self, size: int, /) -> bytes: ...


class _Counting(Protocol):
    made: int

    def count_read(self, count: int) -> None: ...


class Hashed:
    """A source that hashes what is read from it and allows a look ahead.

    Args:
        source: the bytes.
        out: counts what is read.

    Attributes:
        size: number of bytes read.
        failed: the error that the source has raised; from there on it is damaged, even if a parser ignored the error.
    """

    def __init__(self, source: Readable, out: _Counting) -> None:
        self._source = source
        self._out = out
        self._state = xxhash.xxh3_128()
        self._ahead = b""
        self._kept: list[bytes] = []
        self._keep = 0
        self._made = 0
        self.size = 0
        self.failed: BaseException | None = None

    def peek(self, size: int) -> bytes:
        """Return up to ``size`` bytes that are still to be read."""
        while len(self._ahead) < size and (data := self._fetch(min(size - len(self._ahead), CHUNK))):
            self._ahead += data
        return self._ahead[:size]

    def keep(self, most: int) -> None:
        """Remember what is read from here on, up to ``most`` bytes, until the view writes something."""
        self._kept, self._keep, self._made = [], most, self._out.made

    def kept(self) -> bytes:
        """Return what was read since ``keep``; nothing if it was too much or the view wrote something."""
        return b"".join(self._kept)

    def read(self, size: int = -1, /) -> bytes:
        """Read some bytes; all that is left (up to the bounds) for a negative size."""
        if size < 0:
            return self.read_up_to(1 << 62)
        if self._ahead:
            data, self._ahead = self._ahead[:size], self._ahead[size:]
        else:
            data = self._fetch(size)
        self.size += len(data)
        if self._keep:
            self._remember(data)
        return data

    def _remember(self, data: bytes) -> None:
        self._keep -= len(data)
        if self._keep > 0 and self._out.made == self._made:
            self._kept.append(data)
        else:
            self._kept, self._keep = [], 0

    def _fetch(self, size: int) -> bytes:
        if self.failed is not None:
            raise self.failed
        try:
            data = self._source.read(size)
        except BaseException as error:
            self.failed = error
            raise
        self._out.count_read(len(data))
        self._state.update(data)
        return data

    def read_up_to(self, size: int) -> bytes:
        """Read ``size`` bytes, fewer at the end."""
        parts = []
        left = size
        while left and (data := self.read(min(left, CHUNK))):
            parts.append(data)
            left -= len(data)
        return b"".join(parts)

    def drain(self) -> None:
        """Read the rest, for the hash."""
        while self.read(CHUNK):
            pass

    def digest(self) -> bytes:
        """Return the XXH3-128 of what was read."""
        return self._state.digest()

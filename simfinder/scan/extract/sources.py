"""What members are read from: sources that are hashed, counted and looked into on the way.

Knows no bounds and no format; what is counted, the one who counts may refuse.
"""

from __future__ import annotations

from typing import Protocol

import xxhash

CHUNK = 1 << 18
"""Bytes a view should read at a time."""


class Readable(Protocol):
    """What a member is read from: some bytes, fewer than asked for if it likes, none at the end."""

    def read(self, size: int, /) -> bytes: ...


class _Counting(Protocol):
    made: int

    def count_read(self, count: int) -> None: ...


class Hashed:
    """A source that knows the hash of what was read from it, and can be looked into before.

    Args:
        source: the bytes.
        out: counts what is read.

    Attributes:
        size: bytes that were read.
        failed: what the source has raised; it is damaged from there on, whatever the reader of a member made of it.
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
        """Up to so many bytes that are still to be read."""
        while len(self._ahead) < size and (data := self._fetch(min(size - len(self._ahead), CHUNK))):
            self._ahead += data
        return self._ahead[:size]

    def keep(self, most: int) -> None:
        """From here on remember what is read, up to so many bytes, until something was made of it."""
        self._kept, self._keep, self._made = [], most, self._out.made

    def kept(self) -> bytes:
        """What was read since ``keep``; nothing where it was too much, or something was made of it."""
        return b"".join(self._kept)

    def read(self, size: int = -1, /) -> bytes:
        """Some bytes; all that is left (up to the bounds) for a negative size."""
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
        parts = []
        left = size
        while left and (data := self.read(min(left, CHUNK))):
            parts.append(data)
            left -= len(data)
        return b"".join(parts)

    def drain(self) -> None:
        """Read what nobody wanted, for the hash."""
        while self.read(CHUNK):
            pass

    def digest(self) -> bytes:
        return self._state.digest()

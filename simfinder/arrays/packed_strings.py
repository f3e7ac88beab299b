"""Many strings in one buffer: half a million messages without an object each.

A message takes its bytes here, and fifty more as an object. ``Texts`` is a sequence of strings; each is decoded when
asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

_ODD = "surrogatepass"  # names may hold bytes that are not UTF-8


class Texts(Sequence[str]):
    """An immutable sequence of strings.

    Args:
        texts: read once, one at a time.
    """

    __slots__ = ("_bytes", "_ends")

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._bytes = bytearray()
        self._ends = array("q")
        for text in texts:
            self._bytes += text.encode("utf-8", _ODD)
            self._ends.append(len(self._bytes))

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            begin, end, step = index.indices(len(self))
            if step == 1:
                return list(self._between(begin, end))
            return [self[at] for at in range(begin, end, step)]
        at = range(len(self))[index]  # raises IndexError, and accepts negative indexes
        return self._bytes[self._ends[at - 1] if at else 0 : self._ends[at]].decode("utf-8", _ODD)

    def __iter__(self) -> Iterator[str]:
        return self._between(0, len(self))

    def _between(self, first: int, last: int) -> Iterator[str]:
        begin = self._ends[first - 1] if first else 0
        for end in self._ends[first:last]:
            yield self._bytes[begin:end].decode("utf-8", _ODD)
            begin = end

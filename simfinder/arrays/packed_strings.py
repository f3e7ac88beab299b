"""Many strings in one buffer, without an object each.

A message takes its bytes here, and fifty more as an object. ``Texts`` is a sequence of strings; each is decoded when
asked for. ``PackedBytes`` is a sequence of byte strings that kernels read and write.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt

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


class PackedBytes(Sequence[bytes]):
    """An immutable sequence of byte strings.

    Args:
        data: uint8, the strings one after the other, and behind them ``SPARE`` bytes or more up to a multiple of 8. It
            becomes read-only.
        ends: (n,) int64, where each ends in ``data``.
    """

    SPARE = 16
    """Bytes that kernels may read behind the last string: they read words of eight."""

    __slots__ = ("data", "ends")

    def __init__(self, data: npt.NDArray[np.uint8], ends: npt.NDArray[np.int64]) -> None:
        data.flags.writeable = False  # kernels are compiled for one type of array
        self.data = data
        self.ends = ends

    @classmethod
    def of(cls, strings: Iterable[bytes]) -> PackedBytes:
        """Pack strings; return those that are packed unchanged."""
        if isinstance(strings, PackedBytes):
            return strings
        known = list(strings)
        ends = np.cumsum(np.fromiter(map(len, known), dtype=np.int64, count=len(known)), dtype=np.int64)
        return cls(np.frombuffer(b"".join((*known, bytes(_behind(ends)))), dtype=np.uint8), ends)

    @classmethod
    def copied(cls, data: npt.NDArray[np.uint8], ends: npt.NDArray[np.int64]) -> PackedBytes:
        """Copy strings that lie one after the other at the beginning of an array."""
        size = int(ends[-1]) if len(ends) else 0
        return cls(np.concatenate((data[:size], np.zeros(_behind(ends), dtype=np.uint8))), ends.copy())

    @classmethod
    def joined(cls, parts: Sequence[PackedBytes]) -> PackedBytes:
        """Return the strings of all parts, one part after the other."""
        if len(parts) == 1:
            return parts[0]
        before = np.cumsum([0, *(part.size for part in parts)], dtype=np.int64)
        ends = np.concatenate(
            [
                np.zeros(0, np.int64),
                *(part.ends + skipped for part, skipped in zip(parts, before.tolist(), strict=False)),
            ]
        )
        spare = np.zeros(_behind(ends), dtype=np.uint8)
        return cls(np.concatenate([*(part.data[: part.size] for part in parts), spare]), ends)

    def take(self, rows: npt.NDArray[np.integer]) -> PackedBytes:
        """Return some of the strings, in the order of ``rows``."""
        if np.array_equal(rows, np.arange(len(self))):
            return self
        whole, begins, ends = self.data.data, self.begins[rows], self.ends[rows]
        if len(rows) and (begins[1:] == ends[:-1]).all():
            return PackedBytes.copied(self.data[begins[0] :], ends - begins[0])
        each = zip(begins.tolist(), ends.tolist(), strict=True)
        ends = np.cumsum(ends - begins, dtype=np.int64)
        return PackedBytes(
            np.frombuffer(
                b"".join([*(whole[begin:end] for begin, end in each), bytes(_behind(ends))]), dtype=np.uint8
            ),
            ends,
        )

    @property
    def size(self) -> int:
        """Bytes of all strings."""
        return int(self.ends[-1]) if len(self.ends) else 0

    @property
    def begins(self) -> npt.NDArray[np.int64]:
        """Where each string begins, (n,)."""
        return np.concatenate((np.zeros(1, np.int64), self.ends))[:-1]

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Bytes of each string, (n,)."""
        return self.ends - self.begins

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> PackedBytes: ...
    def __getitem__(self, index: int | slice) -> bytes | PackedBytes:
        if isinstance(index, slice):
            return self.take(np.arange(len(self))[index])
        at = range(len(self))[index]  # raises IndexError, and accepts negative indexes
        return self.data[int(self.ends[at - 1]) if at else 0 : int(self.ends[at])].tobytes()

    def __iter__(self) -> Iterator[bytes]:
        whole, ends = self.data.tobytes(), self.ends.tolist()
        return (whole[begin:end] for begin, end in zip([0, *ends], ends, strict=False))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def _behind(ends: npt.NDArray[np.int64]) -> int:
    """Return how many bytes follow the last string."""
    size = int(ends[-1]) if len(ends) else 0
    return PackedBytes.SPARE + -size % 8

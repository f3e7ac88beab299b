"""The headers of the pages of a Parquet column, read before the pages are.

pyarrow takes as much memory for a page as its header says, up to 2 GiB, and the footer may say something else. A file
from anybody is therefore looked through first: some 30 bytes a page.

Source: https://parquet.apache.org/docs/file-format/, whose headers are structs in Thrift's compact protocol:
https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

_LONGEST: Final = 1 << 20  # bytes of a header, which may hold the least and the greatest value of its page
_MOST_FIELDS: Final = 256
_DEEPEST: Final = 8
_UNPACKED, _PACKED = 2, 3  # fields of a header


def page_sizes(file: BinaryIO, begin: int, length: int) -> Iterator[int]:
    """Yield how many bytes each page of a column takes unpacked, as its header says.

    Args:
        file: to be read in.
        begin: where the first page is.
        length: bytes of all pages with their headers.

    Raises:
        ValueError: there is something else.
    """
    end = begin + length
    while begin < end:
        file.seek(begin)
        header = _Header(file.read(min(_LONGEST, end - begin)))
        fields = header.numbers()
        unpacked, packed = fields.get(_UNPACKED, -1), fields.get(_PACKED, -1)
        if unpacked < 0 or packed < 0:
            raise ValueError("a page without a size")
        yield unpacked
        begin += header.at + packed
    if begin != end:
        raise ValueError("a page beyond the end")


class _Header:
    """A struct in Thrift's compact protocol.

    Attributes:
        at: where its end is, once it was read.
    """

    def __init__(self, data: bytes) -> None:
        self._data, self.at = data, 0

    def numbers(self, depth: int = 0) -> dict[int, int]:
        """Read a struct; return those of its fields that are whole numbers."""
        if depth > _DEEPEST:
            raise ValueError("too deep")
        found: dict[int, int] = {}
        field = 0
        for _ in range(_MOST_FIELDS):
            head = self._byte()
            if not head:
                return found
            field = field + (head >> 4) if head >> 4 else self._number()
            kind = head & 15
            if kind in (4, 5, 6):
                found[field] = self._number()
            elif kind not in (1, 2):  # true and false are in the head
                self._pass_over(kind, depth)
        raise ValueError("too many fields")

    def _pass_over(self, kind: int, depth: int) -> None:
        match kind:
            case 1 | 2 | 3:
                self._skip(1)
            case 4 | 5 | 6:
                self._number()
            case 7:
                self._skip(8)
            case 8:
                self._skip(self._varint())
            case 9 | 10:
                self._list(depth + 1)
            case 12:
                self.numbers(depth + 1)
            case _:
                raise ValueError("a field of an unknown kind")

    def _list(self, depth: int) -> None:
        head = self._byte()
        count = head >> 4 if head >> 4 < 15 else self._varint()
        if count > _MOST_FIELDS or depth > _DEEPEST:
            raise ValueError("too long a list, or too deep")
        for _ in range(count):
            self._pass_over(head & 15, depth)

    def _byte(self) -> int:
        self._skip(1)
        return self._data[self.at - 1]

    def _skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self._data):
            raise ValueError("cut short")

    def _varint(self) -> int:
        found = 0
        for shift in range(0, 70, 7):
            byte = self._byte()
            found |= (byte & 127) << shift
            if byte < 128:
                return found
        raise ValueError("too long a number")

    def _number(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)

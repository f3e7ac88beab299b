"""Where a picture or a sound is in its file: the ranges of bytes that are no metadata, for each format; and
how much of a program is loaded.

Metadata are cameras' notes, previews, comments, colour profiles, tags, covers and padding. What changes how a picture
is decoded (dimensions, palettes, tables, Adobe's marker) belongs to it. Nothing is decoded.

Each format has a function that takes the first bytes of a file, or all, and yields its parts in order: begin, end, and
whether the part is metadata. Behind a part that is not known the rest of the file is one part; a file whose lengths
make no sense is one part as a whole.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

Parts = Iterator[tuple[int, int, bool]]

PNG, FLAC, JPEG, ID3 = b"\x89PNG\r\n\x1a\n", b"fLaC", b"\xff\xd8\xff", b"ID3"

_PIXELS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"acTL", b"fcTL", b"fdAT"})
_MOST = 50_000  # parts of a file
_SCAN, _ADOBE, _COMMENT = 0xDA, 0xEE, 0xFE
_APPLICATION = range(0xE0, 0xF0)
_ID3_HEAD, _ID3V1, _APE_FOOT = 10, 128, 32
_LOADED = 1  # type of a segment

MOST_LOADED = 8 << 20
"""Most bytes of a program that are looked at for addresses. 97 % of the programs of a Linux system are smaller; the
others are four fifths of all bytes, and reading them once more would double the time of a scan."""

SHARE = 4
"""Of the others, what debuggers read is left out from one byte in so many on."""


def payload(data: bytes) -> list[tuple[int, int]]:
    """Return the ranges of a file that are the picture or the sound: (begin, end) in order.

    Args:
        data: all of a JPEG, PNG, FLAC or MP3; of any other file it is one range.
    """
    reader = _reader(data)
    parts = reader(data, len(data)) if reader else iter([(0, len(data), False)])
    return [(begin, end) for begin, end, is_metadata in parts if not is_metadata]


def metadata_ahead(head: bytes, size: int) -> int:
    """Return how many bytes of metadata a file has, as far as its first bytes tell.

    Args:
        head: the first bytes; the more, the more is seen.
        size: bytes of the file.
    """
    reader = _reader(head)
    return sum(end - begin for begin, end, is_metadata in reader(head, size) if is_metadata) if reader else 0


def _reader(head: bytes) -> Callable[[bytes, int], Parts] | None:
    if head.startswith(JPEG):
        return jpeg
    if head.startswith(PNG):
        return png
    if head.startswith(FLAC):
        return flac
    return mpeg_audio if head.startswith((ID3, b"\xff\xfb", b"\xff\xf3")) else None


def jpeg(data: bytes, size: int) -> Parts:
    """Yield the parts of a JPEG: segments of applications and comments are metadata, but for Adobe's.

    Source: ITU-T T.81, annex B.
    """
    at = 2
    yield 0, at, False
    for _ in range(_MOST):
        marker = data[at + 1 : at + 2]
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if (
            data[at : at + 1] != b"\xff"
            or not marker
            or marker[0] == _SCAN
            or length < 2
            or at + 2 + length > size
        ):
            break
        kind, end = marker[0], at + 2 + length
        yield at, end, (kind in _APPLICATION and kind != _ADOBE) or kind == _COMMENT
        at = end
    yield at, size, False


def png(data: bytes, size: int) -> Parts:
    """Yield the chunks of a PNG: all that pixels do not need are metadata.

    Source: W3C, Portable Network Graphics (third edition), 5.3.
    """
    at = len(PNG)
    yield 0, at, False
    for _ in range(_MOST):
        kind = data[at + 4 : at + 8]
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if len(kind) < 4 or end > size:
            break
        yield at, end, kind not in _PIXELS
        at = end
    yield at, size, False


def flac(data: bytes, size: int) -> Parts:
    """Yield the blocks of a FLAC and its frames: all blocks but the first, which describes the stream, are metadata.

    Source: RFC 9639, 8.
    """
    at = len(FLAC)
    yield 0, at, False
    for _ in range(_MOST):
        head = data[at : at + 4]
        end = at + 4 + int.from_bytes(head[1:], "big")
        if len(head) < 4 or end > size:
            break
        begin = at + 4 if head[0] & 0x7F == 0 else end  # its header says whether it is the last block
        yield at, begin, True
        yield begin, end, False
        at = end
        if head[0] & 0x80:
            break
    yield at, size, False


def mpeg_audio(data: bytes, size: int) -> Parts:
    """Yield the tags of an MP3 and its frames: ID3v2 at the beginning, APEv2 and ID3v1 at the end.

    Source: id3.org, ID3v2.4.0, 3.1; wiki.hydrogenaud.io, APEv2.
    """
    at = 0
    for _ in range(_MOST):
        head = data[at : at + _ID3_HEAD]
        if len(head) < _ID3_HEAD or not head.startswith(ID3) or max(head[6:]) > 0x7F:
            break
        length = sum(byte << shift for byte, shift in zip(head[6:], (21, 14, 7, 0), strict=True))
        end = at + _ID3_HEAD * (2 if head[5] & 0x10 else 1) + length
        if end > size:
            break
        yield at, end, True
        at = end
    last = size
    if len(data) == size and last - at >= _ID3V1 and data[last - _ID3V1 :].startswith(b"TAG"):
        last -= _ID3V1
    foot = data[last - _APE_FOOT : last] if last - at >= _APE_FOOT else b""
    if foot.startswith(b"APETAGEX"):
        length = int.from_bytes(foot[12:16], "little") + (_APE_FOOT if foot[23] & 0x80 else 0)
        last -= length if _APE_FOOT <= length <= last - at else 0
    yield at, last, False
    if last < size:
        yield last, size, True


def is_comparable(head: bytes, size: int) -> bool:
    """Return whether a program is small enough, or has much that only debuggers read.

    Args:
        head: the first bytes; the more, the more is seen.
        size: bytes of the file.
    """
    end = loaded(head, size)
    return end <= MOST_LOADED or (size - end) * SHARE >= size


def loaded(head: bytes, size: int) -> int:
    """Return how many bytes of a program are loaded, as far as its first bytes tell; all where they do not."""
    if head.startswith(b"MZ"):
        return size
    try:
        end = max((begin + length for _, begin, length in segments(head)), default=0)
    except (struct.error, IndexError, KeyError, OverflowError):
        end = 0
    return min(size, end or size)


def segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield flags, begin and length of the loaded segments of an ELF, of those whose headers are among the bytes."""
    order, wide = elf_words(data)
    table, size, count = struct.unpack_from(order + ("32xQ14xHH" if wide else "28xI10xHH"), data)
    for number in range(min(count, max(0, len(data) - table) // max(1, size))):
        kind, *words = struct.unpack_from(
            order + ("IIQ16xQ" if wide else "II8xI4xI"), data, table + number * size
        )
        if kind == _LOADED:
            flags, begin, length = words if wide else (words[2], words[0], words[1])
            yield flags, begin, length


def elf_words(data: bytes) -> tuple[str, bool]:
    """Return the byte order of an ELF for ``struct``, and whether its addresses have 64 bits."""
    return {1: "<", 2: ">"}[data[5]], {1: False, 2: True}[data[4]]

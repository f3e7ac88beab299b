"""Raw pictures as cameras write them: levels of one colour a pixel, and a JPEG of the same shot as a preview."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable, Sequence

import numpy as np
from PIL import Image

_SHORT, _LONG = 3, 4
_Entry = tuple[int, int, bytes, int]


def dng(picture: Image.Image, preview: Image.Image, *, turned: int = 1, quality: int = 90) -> bytes:
    """Return a raw picture in Adobe's form, which several cameras and phones write.

    Args:
        picture: what was shot, in RGB; its sides are even.
        preview: what the camera made of it.
        turned: orientation that the file notes.
        quality: of the preview.
    """
    file = io.BytesIO()
    preview.save(file, "JPEG", quality=quality)
    thumb = picture.resize((64, 48))
    return _tiff(
        [
            *_plain(thumb, 1),
            _entry(271, b"Maker\0"),
            _entry(272, b"Camera 1\0"),
            _entry(274, (turned,)),
            _entry(50706, bytes((1, 4, 0, 0)), 1),
            _entry(50708, b"Maker Camera 1\0"),
        ],
        thumb.tobytes(),
        [(_mosaic(picture), _levels(picture)), (_compressed(preview), file.getvalue())],
    )


def nef(picture: Image.Image, preview: Image.Image, *, quality: int = 90) -> bytes:
    """Return a raw picture in Nikon's form; arguments as of ``dng``."""
    file = io.BytesIO()
    preview.save(file, "JPEG", quality=quality)
    thumb, data = picture.resize((64, 48)), file.getvalue()
    pointers = [_entry(254, (1,), _LONG), _entry(513, (0,), _LONG), _entry(514, (len(data),), _LONG)]
    return _tiff(
        [
            *_plain(thumb, 1),
            _entry(271, b"NIKON CORPORATION\0"),
            _entry(272, b"NIKON D3\0"),
            _entry(274, (1,)),
        ],
        thumb.tobytes(),
        [(_mosaic(picture), _levels(picture)), (pointers, data)],
    )


def _entry(tag: int, value: bytes | Sequence[int], form: int = _SHORT) -> _Entry:
    if isinstance(value, bytes):
        return tag, 1 if form == 1 else 2, value, len(value)
    return tag, form, struct.pack(f"<{len(value)}{'H' if form == _SHORT else 'L'}", *value), len(value)


def _plain(picture: Image.Image, kind: int) -> list[_Entry]:
    width, height = picture.size
    return [
        _entry(254, (kind,), _LONG), _entry(256, (width,), _LONG), _entry(257, (height,), _LONG),
        _entry(258, (8, 8, 8)), _entry(259, (1,)), _entry(262, (2,)), _entry(273, (0,), _LONG), _entry(277, (3,)),
        _entry(278, (height,), _LONG), _entry(279, (3 * width * height,), _LONG),
    ]  # fmt: skip


def _mosaic(picture: Image.Image) -> list[_Entry]:
    width, height = picture.size
    return [
        _entry(254, (0,), _LONG), _entry(256, (width,), _LONG), _entry(257, (height,), _LONG), _entry(258, (16,)),
        _entry(259, (1,)), _entry(262, (32803,)), _entry(273, (0,), _LONG), _entry(277, (1,)),
        _entry(278, (height,), _LONG), _entry(279, (2 * width * height,), _LONG), _entry(33421, (2, 2)),
        _entry(33422, bytes((0, 1, 1, 2)), 1),
    ]  # fmt: skip


def _compressed(picture: Image.Image) -> list[_Entry]:
    width, height = picture.size
    return [
        _entry(254, (1,), _LONG), _entry(256, (width,), _LONG), _entry(257, (height,), _LONG),
        _entry(258, (8, 8, 8)), _entry(259, (7,)), _entry(262, (6,)), _entry(273, (0,), _LONG), _entry(277, (3,)),
        _entry(278, (height,), _LONG), _entry(279, (0,), _LONG),
    ]  # fmt: skip


def _levels(picture: Image.Image) -> bytes:
    """Return the levels behind red, green and blue filters, 16 bits each."""
    levels = np.asarray(picture, np.uint16)
    one = levels[:, :, 1].copy()
    one[::2, ::2], one[1::2, 1::2] = levels[::2, ::2, 0], levels[1::2, 1::2, 2]
    return (one * 64).astype("<u2").tobytes()


def _tiff(first: list[_Entry], data: bytes, others: Iterable[tuple[list[_Entry], bytes]]) -> bytes:
    """Return a TIFF whose first picture holds others."""
    out = bytearray(b"II*\0\0\0\0\0")
    tables = [_table(out, table, its) for table, its in others]
    top = _table(out, [*first, _entry(330, tables, _LONG)], data)
    out[4:8] = struct.pack("<L", top)
    return bytes(out)


def _table(out: bytearray, entries: list[_Entry], data: bytes) -> int:
    """Append the data of a picture and its table; return where the table is."""
    place = {273: len(out), 513: len(out)}
    out += data + bytes(len(data) % 2)
    packed = []
    for tag, form, value, count in sorted(entries):
        if tag in place:
            value = struct.pack("<L", place[tag])
        elif tag == 279:
            value = struct.pack("<L", len(data))
        if len(value) > 4:
            packed.append(struct.pack("<HHLL", tag, form, count, len(out)))
            out += value + bytes(len(value) % 2)
        else:
            packed.append(struct.pack("<HHL", tag, form, count) + value.ljust(4, b"\0"))
    begin = len(out)
    out += struct.pack("<H", len(packed)) + b"".join(packed) + bytes(4)
    return begin

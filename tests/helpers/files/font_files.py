"""Fonts made of outlines, packed in every way."""

from __future__ import annotations

import hashlib
import struct
import zlib
from itertools import accumulate
from typing import NamedTuple

import brotli

ON = 1
Point = tuple[int, int, int]
"""How far from the point before, x and y, and whether it is on the curve."""


class Glyph(NamedTuple):
    """An outline.

    Attributes:
        width: advance width.
        contours: the points of each.
        parts: of a glyph of others: which, and how far it is moved; then it has no contours.
        program: of hinting.
    """

    width: int
    contours: tuple[tuple[Point, ...], ...] = ()
    parts: tuple[tuple[int, int, int], ...] = ()
    program: bytes = b""


SQUARE = ((0, 0, 1), (500, 0, 1), (0, 700, 1), (-500, 0, 0))
FONT = (
    Glyph(600, (SQUARE, tuple((x // 2, y // 3, on) for x, y, on in SQUARE)), program=b"\x40\x01\x02"),
    Glyph(250),
    *(Glyph(400 + 7 * n, (tuple((x + n, y - 11 * n, on) for x, y, on in SQUARE),)) for n in range(30)),
    Glyph(600, parts=((0, 0, 0), (2, 300, -20)), program=b"\1"),
)


def expected(font: tuple[Glyph, ...]) -> bytes:
    """What is compared of a font."""
    found = b""
    for glyph in font:
        pieces = [struct.pack(">H", glyph.width)]
        points = [point for contour in glyph.contours for point in contour]
        ends = list(accumulate(map(len, glyph.contours)))
        pieces += [struct.pack(">H", end - 1) for end in ends]
        pieces += [struct.pack(">HH", (x << 1 | on) & 65535, y & 65535) for x, y, on in points]
        pieces += [struct.pack(">Hhh", *part) for part in glyph.parts]
        outline = b"".join(pieces)
        found += hashlib.shake_128(outline).digest(len(outline))
    return found


def tables(font: tuple[Glyph, ...], *, tight: bool = False, long: bool = True) -> dict[bytes, bytes]:
    """The tables of a font as a ttf has them; ``tight``: points take as few bytes as they can."""
    glyphs = [_glyph(glyph, tight=tight) for glyph in font]
    places = list(accumulate(map(len, glyphs), initial=0))
    loca = struct.pack(f">{len(places)}L", *places)
    if not long:
        loca = struct.pack(f">{len(places)}H", *(place // 2 for place in places))
    return {
        b"GPOS": b"kerning that all cuts share" * 40,
        b"glyf": b"".join(glyphs),
        b"head": bytes(50) + struct.pack(">hh", long, 0),
        b"hhea": bytes(34) + struct.pack(">H", len(font)),
        b"hmtx": b"".join(struct.pack(">Hh", glyph.width, 0) for glyph in font),
        b"loca": loca,
    }


def _glyph(glyph: Glyph, *, tight: bool) -> bytes:
    if glyph.parts:
        data = struct.pack(">h4h", -1, 0, 0, 0, 0)
        for number, (other, x, y) in enumerate(glyph.parts):
            flags = 2 | (32 if number + 1 < len(glyph.parts) else 256 if glyph.program else 0)
            small = tight and all(-128 <= value < 128 for value in (x, y))
            data += struct.pack(">HHbb" if small else ">HHhh", flags | (not small), other, x, y)
        if glyph.program:
            data += struct.pack(">H", len(glyph.program)) + glyph.program
        return data + bytes(-len(data) % 2)
    if not glyph.contours:
        return b""
    ends = [end - 1 for end in accumulate(map(len, glyph.contours))]
    data = struct.pack(f">h4h{len(ends)}H", len(ends), 0, 0, 0, 0, *ends)
    data += struct.pack(">H", len(glyph.program)) + glyph.program
    points = [point for contour in glyph.contours for point in contour]
    flags, steps = [], [b"", b""]
    for x, y, on in points:
        flag = on
        for place, (step, short, same) in enumerate(((x, 2, 16), (y, 4, 32))):
            if tight and step == 0:
                flag |= same
            elif tight and abs(step) < 256:
                flag |= short | (same if step > 0 else 0)
                steps[place] += bytes([abs(step)])
            else:
                steps[place] += struct.pack(">h", step)
        flags.append(flag)
    data += _flags(flags, tight=tight) + b"".join(steps)
    return data + bytes(-len(data) % 2)


def _flags(flags: list[int], *, tight: bool) -> bytes:
    if not tight:
        return bytes(flags)
    packed, at = b"", 0
    while at < len(flags):
        run = 1
        while at + run < len(flags) and flags[at + run] == flags[at] and run < 256:
            run += 1
        packed += bytes([flags[at] | 8, run - 1]) if run > 1 else bytes([flags[at]])
        at += run
    return packed


def sfnt(held: dict[bytes, bytes], flavor: bytes = b"\0\1\0\0", offset: int = 0) -> bytes:
    """A ttf or otf of these tables, to be put at an offset of a file."""
    at = offset + 12 + 16 * len(held)
    directory = struct.pack(">4sHHHH", flavor, len(held), 0, 0, 0)
    for tag, data in held.items():
        directory += struct.pack(">4sLLL", tag, 0, at, len(data))
        at += len(data)
    return directory + b"".join(held.values())


def eot(font: bytes, *, disguised: bool = False, flags: int = 0) -> bytes:
    """A font with the header of Embedded OpenType before it."""
    if disguised:
        font, flags = bytes(byte ^ 0x50 for byte in font), flags | 0x10000000
    rest = b"\0" * 18 + b"LP" + b"\0" * 46
    return struct.pack("<4L", 16 + len(rest) + len(font), len(font), 0x00020001, flags) + rest + font


def collection(fonts: list[dict[bytes, bytes]]) -> bytes:
    """A ttc."""
    at, pieces, places = 12 + 4 * len(fonts), [], []
    for held in fonts:
        places.append(at)
        pieces.append(sfnt(held, offset=at))
        at += len(pieces[-1])
    return struct.pack(f">4sLL{len(fonts)}L", b"ttcf", 0x10000, len(fonts), *places) + b"".join(pieces)


def woff(held: dict[bytes, bytes], flavor: bytes = b"\0\1\0\0") -> bytes:
    """A woff."""
    packed = {tag: min(data, zlib.compress(data), key=len) for tag, data in held.items()}
    at = 44 + 20 * len(held)
    directory = b""
    for tag, data in packed.items():
        directory += struct.pack(">4sLLLL", tag, at, len(data), len(held[tag]), 0)
        at += len(data)
    head = struct.pack(">4s4sLHHL", b"wOFF", flavor, at, len(held), 0, 0) + bytes(24)
    return head + directory + b"".join(packed.values())


def woff2(
    held: dict[bytes, bytes],
    flavor: bytes = b"\0\1\0\0",
    font: tuple[Glyph, ...] = (),
    *,
    tight: bool = False,
) -> bytes:
    """A woff2; the outlines are written its own way where a font is given."""
    stored = dict(held)
    if font:
        stored |= {b"glyf": _transformed(font, tight=tight), b"loca": b""}
        stored[b"hmtx"] = b"\3" + b"".join(struct.pack(">H", glyph.width) for glyph in font)
    directory = b""
    for tag, data in stored.items():
        version = 0 if font or tag not in (b"glyf", b"loca") else 3
        if font and tag == b"hmtx":
            version = 1
        directory += bytes([version << 6 | 63]) + tag + _base128(len(held[tag]))
        if font and tag in (b"glyf", b"loca", b"hmtx"):
            directory += _base128(len(data))
    packed = brotli.compress(b"".join(stored.values()))
    head = struct.pack(">4s4sLHHLL", b"wOF2", flavor, 0, len(held), 0, 0, len(packed)) + bytes(24)
    return head + directory + packed


def _base128(value: int) -> bytes:
    found = [value & 127]
    while value := value >> 7:
        found.append(value & 127 | 128)
    return bytes(reversed(found))


def _short(value: int) -> bytes:
    if value < 253:
        return bytes([value])
    return bytes([255, value - 253]) if value < 506 else struct.pack(">BH", 253, value)


def _transformed(font: tuple[Glyph, ...], *, tight: bool) -> bytes:
    streams = [b""] * 7
    for glyph in font:
        streams[0] += struct.pack(">h", -1 if glyph.parts else len(glyph.contours))
        if glyph.parts:
            streams[4] += _glyph(glyph._replace(program=b""), tight=tight)[10:]
            if glyph.program:
                flags_at = len(streams[4]) - (4 if tight and _small(glyph.parts[-1]) else 6) - 2
                flags = int.from_bytes(streams[4][flags_at : flags_at + 2], "big") | 256
                streams[4] = streams[4][:flags_at] + struct.pack(">H", flags) + streams[4][flags_at + 2 :]
        for contour in glyph.contours:
            streams[1] += _short(len(contour))
            for x, y, on in contour:
                flag, data = _triplet(x, y, tight=tight)
                streams[2] += bytes([flag | (0 if on else 128)])
                streams[3] += data
        if glyph.contours or (glyph.parts and glyph.program):
            streams[3] += _short(len(glyph.program))
            streams[6] += glyph.program
    return struct.pack(">HHHH7L", 0, 0, len(font), 1, *map(len, streams)) + b"".join(streams)


def _small(part: tuple[int, int, int]) -> bool:
    return all(-128 <= value < 128 for value in part[1:])


def _triplet(x: int, y: int, *, tight: bool) -> tuple[int, bytes]:
    """A point as one of the ways of WOFF2 to write it."""
    signs = (x > 0) + 2 * (y > 0)
    a, b = abs(x), abs(y)
    if tight and x == 0 and b < 1280:
        return 2 * (b >> 8) + (y > 0), bytes([b & 255])
    if tight and y == 0 and a < 1280:
        return 10 + 2 * (a >> 8) + (x > 0), bytes([a & 255])
    if tight and 0 < a < 65 and 0 < b < 65:
        return 20 + ((a - 1) & 48) + ((b - 1 & 48) >> 2) + signs, bytes([(a - 1 & 15) << 4 | b - 1 & 15])
    if tight and 0 < a < 769 and 0 < b < 769:
        return 84 + 12 * (a - 1 >> 8) + 4 * (b - 1 >> 8) + signs, bytes([a - 1 & 255, b - 1 & 255])
    if tight and a < 4096 and b < 4096:
        return 120 + signs, (a << 12 | b).to_bytes(3, "big")
    return 124 + signs, struct.pack(">HH", a, b)

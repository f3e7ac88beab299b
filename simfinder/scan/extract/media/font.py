"""Fonts (ttf, otf, ttc, woff, woff2, eot): the outlines and advance widths of their glyphs, however they are packed.

What two cuts of one family share (kerning, hinting programs, names) would make strangers of them alike, so it is left
out; so are checksums, times and the ways to write the same outline. A glyph is the same or another one: what is
compared are digests of glyphs, as long as these. A font of PostScript outlines or pictures is its tables of these as
they are. After the OpenType specification 1.9.1, WOFF File Format 2.0 (W3C, 2024) and Embedded OpenType (W3C, 2008).
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, pairwise
from typing import BinaryIO, NamedTuple

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import EOT, PLAIN
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

LARGEST = 48 << 20
"""Most bytes of a font, packed or not, that are looked into; a larger one is compared by its own bytes."""

_MOST_TABLES, _MOST_FONTS = 256, 64
_AS_THEY_ARE = (b"CFF ", b"CFF2", b"gvar", b"SVG ", b"sbix", b"CBDT", b"EBDT")
_WANTED = frozenset((b"glyf", b"loca", b"head", b"hhea", b"hmtx", *_AS_THEY_ARE))
_KNOWN = (
    b"cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT "
    b"VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar "
    b"fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
)  # the tables that WOFF2 writes as a number, five bytes each
_COMPRESSED, _DISGUISE = 0x4, 0x10000000  # flags of Embedded OpenType; the first is MicroType Express
_DISGUISED = bytes(byte ^ 0x50 for byte in range(256))
_ON, _X_SHORT, _Y_SHORT, _REPEATED, _X_SAME, _Y_SAME = 1, 2, 4, 8, 16, 32  # flags of a point
_WORDS, _OFFSETS, _SCALE, _MORE, _TWO_SCALES, _MATRIX, _PROGRAM = 1, 2, 8, 32, 64, 128, 256  # of a component


class _Table(NamedTuple):
    """A table of a font.

    Attributes:
        data: its bytes, unpacked.
        place: where it is in the file; fonts of a collection share tables.
        transformed: written in the way of WOFF2.
    """

    data: bytes
    place: int
    transformed: bool = False


_Font = dict[bytes, _Table]


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the glyphs of all fonts in a file, those that several share once.

    Args:
        source: the file; can seek.
        out: takes the outlines.

    Raises:
        ViewError: it is damaged.
    """
    data = source.read(LARGEST + 1)
    packed = data[34:36] == EOT and int.from_bytes(data[12:16], "little") & _COMPRESSED
    if len(data) > LARGEST or packed:
        out.as_it_is(source, PLAIN)
        return
    out.kind = PLAIN
    some = False
    seen: set[tuple[int, ...]] = set()
    try:
        for font in _fonts(data):
            for piece in _glyphs(font, seen):
                some = True
                out.write(piece)
    except (IndexError, KeyError, struct.error, zlib.error) as error:
        raise ViewError(say("is damaged")) from error
    if not some:
        raise ViewError(say("has no glyphs"))


# tables
def _fonts(data: bytes) -> Iterator[_Font]:
    """Yield the wanted tables of each font of a file."""
    if data[34:36] == EOT:
        data = _from_eot(data)
    begin = data[:4]
    if begin == b"wOFF":
        yield _from_woff(data)
    elif begin == b"wOF2":
        yield from _from_woff2(data)
    elif begin == b"ttcf":
        (count,) = struct.unpack_from(">L", data, 8)
        _check(count <= _MOST_FONTS)
        for at in struct.unpack_from(f">{count}L", data, 12):
            yield _from_sfnt(data, at)
    else:
        yield _from_sfnt(data, 0)


def _from_eot(data: bytes) -> bytes:
    """Return the font in an Embedded OpenType file: its last bytes, disguised or not."""
    whole, size, _, flags = struct.unpack_from("<4L", data)
    _check(size <= whole <= len(data))
    font = data[whole - size : whole]
    return font.translate(_DISGUISED) if flags & _DISGUISE else font


def _check(fine: bool) -> None:
    if not fine:
        raise ViewError(say("is damaged"))


def _from_sfnt(data: bytes, at: int) -> _Font:
    (count,) = struct.unpack_from(">H", data, at + 4)
    _check(count <= _MOST_TABLES)
    font = {}
    for i in range(count):
        tag, _, begin, size = struct.unpack_from(">4sLLL", data, at + 12 + 16 * i)
        if tag in _WANTED:
            _check(begin + size <= len(data))
            font[tag] = _Table(data[begin : begin + size], begin)
    return font


def _from_woff(data: bytes) -> _Font:
    (count,) = struct.unpack_from(">H", data, 12)
    _check(count <= _MOST_TABLES)
    font, total = {}, 0
    for i in range(count):
        tag, begin, packed, size = struct.unpack_from(">4sLLL", data, 44 + 20 * i)
        if tag not in _WANTED:
            continue
        total += size
        _check(begin + packed <= len(data) and packed <= size and total <= LARGEST)
        held = data[begin : begin + packed]
        if packed < size:
            held = zlib.decompressobj().decompress(held, size)
        _check(len(held) == size)
        font[tag] = _Table(held, begin)
    return font


def _from_woff2(data: bytes) -> Iterator[_Font]:
    (count,), (packed,) = struct.unpack_from(">H", data, 12), struct.unpack_from(">L", data, 20)
    _check(0 < count <= _MOST_TABLES)
    reader = _Reader(data, 48)
    tables = []
    for _ in range(count):
        flags = reader.byte()
        tag = reader.take(4) if flags & 63 == 63 else _KNOWN[5 * (flags & 63) :][:4]
        size = reader.base128()
        transformed = (flags >> 6 == 0) == (tag in (b"glyf", b"loca"))
        tables.append((tag, reader.base128() if transformed else size, transformed))
    fonts = [list(range(count))]
    if data[4:8] == b"ttcf":
        reader.at += 4
        number = reader.short()
        _check(number <= _MOST_FONTS)
        fonts = []
        for _ in range(number):
            held = reader.short()
            reader.at += 4
            _check(held <= _MOST_TABLES)
            fonts.append([reader.short() for _ in range(held)])
    begins = list(accumulate((size for _, size, _ in tables), initial=0))
    _check(begins[-1] <= LARGEST)
    unpacked = _unbrotli(data[reader.at : reader.at + packed], begins[-1])
    for own in fonts:
        yield {
            tables[i][0]: _Table(unpacked[begins[i] : begins[i + 1]], begins[i], tables[i][2])
            for i in own
            if tables[i][0] in _WANTED
        }


def _unbrotli(packed: bytes, size: int) -> bytes:
    """Unpack exactly so many bytes."""
    import brotli

    unpacker, pieces, left = brotli.Decompressor(), [], size
    try:
        piece = unpacker.process(packed, output_buffer_limit=size + 1)
        while piece and left >= 0:
            pieces.append(piece)
            left -= len(piece)
            piece = b"" if unpacker.is_finished() else unpacker.process(b"", output_buffer_limit=size + 1)
    except brotli.error as error:
        raise ViewError(say("is damaged")) from error
    _check(left == 0)
    return b"".join(pieces)


class _Reader:
    """Reads numbers as WOFF2 writes them.

    Attributes:
        at: the next byte.
        program: the composite glyph read last has a hinting program.
    """

    def __init__(self, data: bytes, at: int = 0) -> None:
        self._data, self.at = data, at
        self.program = False

    def byte(self) -> int:
        """Read one byte."""
        self.at += 1
        return self._data[self.at - 1]

    def take(self, size: int) -> bytes:
        """Read so many bytes."""
        self.at += size
        _check(self.at <= len(self._data))
        return self._data[self.at - size : self.at]

    def base128(self) -> int:
        """Read a UIntBase128: seven bits a byte, at most five bytes."""
        value = 0
        for _ in range(5):
            byte = self.byte()
            value = value << 7 | byte & 127
            if byte < 128:
                return value
        raise ViewError(say("is damaged"))

    def short(self) -> int:
        """Read a 255UInt16."""
        code = self.byte()
        if code == 253:
            return self.byte() << 8 | self.byte()
        if code == 255:
            return self.byte() + 253
        return self.byte() + 506 if code == 254 else code


# glyphs
def _glyphs(font: _Font, seen: set[tuple[int, ...]]) -> Iterator[bytes]:
    """Yield the glyphs of a font: advance width and outline. Those of fonts that share both come once."""
    widths = _widths(font)
    for tag in _AS_THEY_ARE:
        if tag in font and (font[tag].place,) not in seen and font[tag].data:
            seen.add((font[tag].place,))
            yield font[tag].data
    if b"glyf" not in font:
        if widths and any(tag in font for tag in _AS_THEY_ARE):
            yield struct.pack(f">{len(widths)}H", *widths)
        return
    glyf = font[b"glyf"]
    key = glyf.place, font[b"hmtx"].place if b"hmtx" in font else -1
    if key in seen:
        return
    seen.add(key)
    outlines = _transformed(glyf.data) if glyf.transformed else _plain(font)
    for number, outline in enumerate(outlines):
        width = widths[min(number, len(widths) - 1)] if widths else 0
        yield _digest(struct.pack(">H", width) + outline)


def _digest(glyph: bytes) -> bytes:
    """Return as many bytes that depend on all of a glyph: it is another one when a point moves.

    Byte by byte a condensed cut is 78 % of the normal one: its points are as high, and most numbers are small.
    """
    return hashlib.shake_128(glyph).digest(len(glyph))


def _widths(font: _Font) -> tuple[int, ...]:
    """Return the advance widths; those of later glyphs are as the last one."""
    if b"hhea" not in font or b"hmtx" not in font:
        return ()
    (count,) = struct.unpack_from(">H", font[b"hhea"].data, 34)
    table = font[b"hmtx"]
    if table.transformed:
        return struct.unpack_from(f">{count}H", table.data, 1)
    return struct.unpack_from(f">{2 * count}H", table.data)[::2]


def _plain(font: _Font) -> Iterator[bytes]:
    """Yield the outlines of a ``glyf`` table."""
    (long,) = struct.unpack_from(">h", font[b"head"].data, 50)
    loca, glyf = font[b"loca"].data, font[b"glyf"].data
    count = len(loca) // (4 if long else 2)
    places = struct.unpack_from(f">{count}{'L' if long else 'H'}", loca)
    if not long:
        places = tuple(2 * place for place in places)
    written = 0
    for begin, end in pairwise(places):
        _check(begin <= end <= len(glyf))
        written += end - begin
        _check(written <= 2 * len(glyf))  # a table may name the same glyph again and again
        if end - begin < 10:
            yield b""
            continue
        contours = struct.unpack_from(">h", glyf, begin)[0]
        yield _composite(_Reader(glyf, begin + 10)) if contours < 0 else _simple(glyf, begin + 10, contours)


def _simple(glyf: bytes, at: int, contours: int) -> bytes:
    """Return an outline: the last point of each contour, then for each point how far it is from the one before."""
    if not contours:
        return b""
    ends = struct.unpack_from(f">{contours}H", glyf, at)
    at += 2 * contours
    at += 2 + (glyf[at] << 8 | glyf[at + 1])  # the program
    points = ends[-1] + 1
    flags: list[int] = []
    while len(flags) < points:
        flag = glyf[at]
        at += 1
        if flag & _REPEATED:
            flags += [flag] * (glyf[at] + 1)
            at += 1
        else:
            flags.append(flag)
    _check(len(flags) == points)
    steps = [0] * (2 * points)
    for first, short, same in ((0, _X_SHORT, _X_SAME), (1, _Y_SHORT, _Y_SAME)):
        place = first
        for flag in flags:
            if flag & short:
                steps[place] = glyf[at] if flag & same else -glyf[at]
                at += 1
            elif not flag & same:
                step = glyf[at] << 8 | glyf[at + 1]
                steps[place] = step - 65536 if step & 32768 else step
                at += 2
            place += 2
    return _packed(ends, steps, [flag & _ON for flag in flags])


def _packed(ends: tuple[int, ...], steps: list[int], on: list[int]) -> bytes:
    """Pack an outline; whether a point is on the curve is the lowest bit of its first number."""
    steps[::2] = [step << 1 | bit for step, bit in zip(steps[::2], on, strict=True)]
    return struct.pack(f">{len(ends) + len(steps)}H", *ends, *[step & 65535 for step in steps])


def _composite(reader: _Reader) -> bytes:
    """Return which glyphs a glyph is made of, and where they are."""
    parts = []
    flags = _MORE
    while flags & _MORE:
        flags, glyph = struct.unpack(">HH", reader.take(4))
        kind = ("h" if flags & _OFFSETS else "H") if flags & _WORDS else ("b" if flags & _OFFSETS else "B")
        one, other = struct.unpack(f">2{kind}", reader.take(4 if flags & _WORDS else 2))
        size = 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
        parts.append(struct.pack(">HHH", glyph, one & 65535, other & 65535) + reader.take(size))
    reader.program = bool(flags & _PROGRAM)
    return b"".join(parts)


# WOFF2 writes glyphs in seven streams
def _transformed(table: bytes) -> Iterator[bytes]:
    """Yield the outlines of a ``glyf`` table as WOFF2 writes it, in the same form."""
    (count,) = struct.unpack_from(">H", table, 4)
    sizes = struct.unpack_from(">7L", table, 8)
    begins = list(accumulate(sizes, initial=36))
    _check(begins[-1] <= len(table))
    contours = struct.unpack_from(f">{count}h", table, begins[0])
    numbers, glyphs = _Reader(table[: begins[2]], begins[1]), _Reader(table[: begins[4]], begins[3])
    composites = _Reader(table[: begins[5]], begins[4])
    flags_at, flags_end = begins[2], begins[3]
    for number in contours:
        if number < 0:
            yield _composite(composites)
            if composites.program:
                glyphs.short()
        elif number:
            ends = tuple(accumulate(numbers.short() for _ in range(number)))
            points = ends[-1]
            _check(flags_at + points <= flags_end)
            flags = table[flags_at : flags_at + points]
            flags_at += points
            steps = _steps(flags, glyphs, table)
            glyphs.short()
            _check(glyphs.at <= begins[4])
            yield _packed(tuple(end - 1 for end in ends), steps, [1 - (flag >> 7) for flag in flags])
        else:
            yield b""


@cache
def _triplets() -> list[tuple[int, int, int, int, int, int, int]]:
    """Return how each flag writes a point: bytes, bits of x and of y, what is added to these, and their signs."""
    rows = []
    for flag in range(128):
        x_sign, y_sign = 1 if flag & 1 else -1, 1 if flag & 2 else -1
        if flag < 10:
            rows.append((1, 0, 8, 0, (flag & 14) << 7, 1, x_sign))
        elif flag < 20:
            rows.append((1, 8, 0, (flag - 10 & 14) << 7, 0, x_sign, 1))
        elif flag < 84:
            b = flag - 20
            rows.append((1, 4, 4, 1 + (b & 48), 1 + ((b & 12) << 2), x_sign, y_sign))
        elif flag < 120:
            b = flag - 84
            rows.append((2, 8, 8, 1 + (b // 12 << 8), 1 + (b % 12 >> 2 << 8), x_sign, y_sign))
        else:
            size, bits = (3, 12) if flag < 124 else (4, 16)
            rows.append((size, bits, bits, 0, 0, x_sign, y_sign))
    return rows


def _steps(flags: bytes, glyphs: _Reader, table: bytes) -> list[int]:
    """Read how far each point is from the one before: x and y of each."""
    steps, triplets, at = [], _triplets(), glyphs.at
    for flag in flags:
        size, x_bits, y_bits, x_more, y_more, x_sign, y_sign = triplets[flag & 127]
        value = int.from_bytes(table[at : at + size], "big")
        at += size
        steps.append(x_sign * ((value >> y_bits) + x_more) if x_bits or x_more else 0)
        steps.append(y_sign * ((value & (1 << y_bits) - 1) + y_more) if y_bits or y_more else 0)
    glyphs.at = at
    return steps

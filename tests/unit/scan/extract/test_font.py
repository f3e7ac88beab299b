"""Fonts: the same outlines however they are packed, and no harm from those that lie."""

import io
import random
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import BY_CODE, PLAIN, recognise
from simfinder.scan.extract.media import font as fonts
from tests.helpers.files import font_files
from tests.helpers.files.font_files import FONT, Glyph, collection, eot, expected, sfnt, tables, woff, woff2


class Taken:
    """What is written."""

    def __init__(self):
        self.kind, self.data, self.as_is = None, b"", False

    def write(self, data):
        self.data += data

    def as_it_is(self, _source, kind):
        self.kind, self.as_is = kind, True


def seen(data):
    """The view of a font."""
    out = Taken()
    fonts.stream(io.BytesIO(data), out)
    return out.data


PACKED = {
    "ttf": sfnt(tables(FONT)),
    "ttf written tightly": sfnt(tables(FONT, tight=True)),
    "ttf with short places": sfnt(tables(FONT, long=False)),
    "ttf with other tables": sfnt(
        {**tables(FONT), b"name": b"another name", b"GPOS": b"", b"fpgm": b"x" * 99}
    ),
    "ttc": collection([tables(FONT)]),
    "eot": eot(sfnt(tables(FONT))),
    "eot in disguise": eot(sfnt(tables(FONT)), disguised=True),
    "woff": woff(tables(FONT, tight=True)),
    "woff2": woff2(tables(FONT), font=FONT),
    "woff2 written tightly": woff2(tables(FONT), font=FONT, tight=True),
    "woff2 that changes nothing": woff2(tables(FONT)),
}


@pytest.mark.parametrize("name", PACKED)
def test_outlines_are_the_same_in_every_packing(name):
    data = PACKED[name]
    assert BY_CODE[recognise(data)].name == "font"
    assert seen(data) == expected(FONT)


STEP = st.integers(-4095, 4095) | st.integers(-70, 70) | st.just(0)
OUTLINE = st.lists(
    st.lists(st.tuples(STEP, STEP, st.integers(0, 1)), min_size=1, max_size=12).map(tuple), max_size=4
).map(tuple)
GLYPH = st.builds(Glyph, st.integers(0, 65535), OUTLINE, st.just(()), st.binary(max_size=5)) | st.builds(
    Glyph,
    st.integers(0, 65535),
    st.just(()),
    st.lists(
        st.tuples(st.integers(0, 65535), st.integers(-300, 300), st.integers(-300, 300)),
        min_size=1,
        max_size=3,
    ).map(tuple),
    st.binary(max_size=3),
)


@given(st.lists(GLYPH, min_size=1, max_size=6).map(tuple), st.booleans())
def test_any_outlines_are_read_back(font, tight):
    held = tables(font, tight=tight)
    for data in (sfnt(held), woff(held), woff2(held, font=font, tight=tight)):
        assert seen(data) == expected(font)


def test_a_condensed_cut_shares_next_to_nothing():
    dice = random.Random(3)
    wide = tuple(
        Glyph(
            600 + n, (tuple((dice.randint(-300, 300) * 10, dice.randint(-700, 700), 1) for _ in range(30)),)
        )
        for n in range(40)
    )
    narrow = tuple(
        Glyph(int(g.width * 0.9), tuple(tuple((x * 9 // 10, y, on) for x, y, on in c) for c in g.contours))
        for g in wide
    )
    one, other = seen(sfnt(tables(wide))), seen(sfnt(tables(narrow)))
    assert len(one) == len(other)
    assert sum(a == b for a, b in zip(one, other, strict=True)) < 0.05 * len(one)


def test_fonts_of_a_collection_that_share_a_table_are_read_once():
    held = tables(FONT)
    data = collection([held])
    first = struct.unpack_from(">L", data, 12)[0]
    twice = struct.pack(">4sLLLL", b"ttcf", 0x10000, 2, first + 4, first + 4)
    body = bytearray(data[16:])
    for i in range(len(held)):  # tables move by the four bytes of one more place
        at = 12 + 16 * i + 8
        struct.pack_into(">L", body, at, struct.unpack_from(">L", body, at)[0] + 4)
    assert seen(twice + bytes(body)) == expected(FONT)


def test_postscript_outlines_are_taken_as_they_are():
    held = {b"CFF ": b"outlines " * 50, b"hhea": tables(FONT)[b"hhea"], b"hmtx": tables(FONT)[b"hmtx"]}
    views = {seen(pack(held, flavor=b"OTTO")) for pack in (sfnt, woff, woff2)}
    assert len(views) == 1
    assert views.pop().startswith(held[b"CFF "])


def lie(tag, field, value):
    """A font whose directory says something else of a table: 8 is where it begins, 12 how long it is."""
    data = bytearray(sfnt(tables(FONT)))
    at = data.index(tag)
    struct.pack_into(">L", data, at + field, value)
    return bytes(data)


@pytest.mark.parametrize(
    "data",
    [
        lie(b"glyf", 8, 1 << 31),
        lie(b"glyf", 12, 1 << 31),
        lie(b"loca", 12, 40_000),
        lie(b"hmtx", 12, 2),
        sfnt({b"cmap": b"x"}),
        sfnt({**tables(FONT), b"loca": struct.pack(">3L", 0, 300, 20)}),
        sfnt({**tables(FONT), b"loca": struct.pack(">60000L", *[0, len(tables(FONT)[b"glyf"])] * 30_000)}),
        woff(tables(FONT))[:-9],
        woff2(tables(FONT), font=FONT)[:-9],
        struct.pack(">4s4sLHHLL", b"wOF2", b"\0\1\0\0", 0, 1, 0, 0, 9)
        + bytes(24)
        + b"\x0a\xff\xff\xff\xff\xff",
        struct.pack(">4s4sLHHLL", b"wOF2", b"\0\1\0\0", 0, 1, 0, 0, 9)
        + bytes(24)
        + b"\x01\x8f\xff\xff\xff\x7f",
        struct.pack(">4sLL", b"ttcf", 0x10000, 1 << 31),
    ],
)
def test_a_font_that_lies_is_damaged(data):
    with pytest.raises(ViewError):
        seen(data)


def test_a_page_that_unpacks_to_more_than_it_says_is_no_font():
    held = {**tables(FONT), b"glyf": bytes(30_000_000)}
    data = bytearray(woff2(held))
    claimed = font_files._base128(30_000_000)
    at = data.index(b"glyf") + 4
    assert data[at : at + len(claimed)] == claimed
    data[at : at + len(claimed)] = b"\x80\x80\x80\x01"[-len(claimed) :] if len(claimed) == 4 else claimed
    with pytest.raises(ViewError):
        seen(bytes(data))


def test_a_font_packed_by_microtype_express_is_left_as_it_is():
    out = Taken()
    fonts.stream(io.BytesIO(eot(sfnt(tables(FONT)), flags=4)), out)
    assert out.as_is


@pytest.mark.parametrize("cut", [20, 70, 90])
def test_an_eot_that_ends_too_early_is_damaged(cut):
    with pytest.raises(ViewError):
        seen(eot(sfnt(tables(FONT)))[:cut] if cut < 90 else eot(sfnt(tables(FONT)))[:-1])


def test_a_large_font_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(fonts, "LARGEST", 1000)
    out = Taken()
    fonts.stream(io.BytesIO(PACKED["ttf"]), out)
    assert (out.as_is, out.kind, out.data) == (True, PLAIN, b"")


@pytest.mark.parametrize(
    "head",
    [
        b"\0\1\0\0Standard Jet DB\0" + bytes(100),
        b"true is what he said" * 9,
        b"\0\1\0\0\0\0" + bytes(100),
        b"OTTO writes a letter, and many more. " * 9,
        b"wOFF",
        b"ttcf",
    ],
)
def test_what_only_begins_like_a_font_is_none(head):
    assert recognise(head) not in BY_CODE or BY_CODE[recognise(head)].name != "font"

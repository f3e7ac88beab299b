"""Decode bytes to lines of text a person can read, or find that they are no text."""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from charset_normalizer import from_bytes

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is its first two bytes
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSED = 32 * 1024  # charset-normalizer takes about 1 ms for each 4 kB of an unknown encoding
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 12, 13, 27})
_NO_TEXT = bytes({*range(32), *range(127, 256)} - {9, 10, 13})
_MOSTLY, _ORDINARY, _FEW = (
    0.85,
    200,
    1000,
)  # share of a damaged text, bytes of its lines, bytes it has at least
_CONTROL = re.compile(r"[\x00-\x06\x0e-\x1a\x1c-\x1f\ufffe\uffff]")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_VISIBLE = (
    {i: 0x2400 + i for i in range(32) if i not in (9, 10)}
    | {
        0x7F: 0x2421,
        0x85: 0x2424,
        0x2028: 0x2424,
        0x2029: 0x2424,
    }
    | dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0x25AF)
)  # characters that reverse the direction of text

LONG = 300
"""Lines longer than this (minified code, one-line JSON) are broken where their punctuation ends something."""
_BREAK = re.compile(r"[^;{}>]*[;{}>]+|[^;{}>]+$")
_SOFT = re.compile(r"[,\s&|)\]]+")
_PIECE, _SHORTEST = 160, 40


@dataclass(frozen=True, slots=True)
class Text:
    """Decoded text and the name of its encoding."""

    text: str
    encoding: str


def decode(data: bytes, *, truncated: bool = False) -> Text | None:
    """Decode the text in ``data``; None if the bytes are no text.

    Args:
        data: the beginning of a file (or all of it).
        truncated: more follows, so a character cut at the end is no error.
    """
    return _decoded(data, truncated=truncated) or (_damaged(data) if len(data) >= _FEW else None)


def _damaged(data: bytes) -> Text | None:
    """Decode a text with something else in it: lines of ordinary length, nearly all of it characters of a text."""
    plain = len(data.translate(None, _NO_TEXT))
    if plain < _MOSTLY * len(data) or data.count(b"\n") * _ORDINARY < len(data):
        return None
    return Text(data.decode("utf-8", "replace"), "utf-8")


def _decoded(data: bytes, *, truncated: bool) -> Text | None:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data, encoding, truncated)
    if b"\0" in data:
        wide = _wide(data)
        text = _strict(data, wide, truncated) if wide else None
        return None if text is None or _CONTROL.search(text.text) else text
    controls = len(data) - len(data.translate(None, _CONTROLS))
    if controls * 200 > len(data):
        return None
    plain = _strict(data, "utf-8", truncated)
    if plain is not None:
        return plain
    best = from_bytes(data[:_GUESSED]).best()
    if best is None:
        return None
    return Text(data.decode(best.encoding, errors="replace"), best.encoding.replace("_", "-"))


def _strict(data: bytes, encoding: str, truncated: bool) -> Text | None:
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    try:
        text = decoder.decode(data, final=not truncated)
    except UnicodeDecodeError:
        return None
    return Text(text, encoding.removesuffix("-sig"))


def _wide(data: bytes) -> str | None:
    """Recognise UTF-16 without a byte order mark: every other byte of western text is zero."""
    sample = data[:4096]
    pairs = max(1, len(sample) // 2)
    even, odd = sample[0::2].count(0) / pairs, sample[1::2].count(0) / pairs
    if odd > 0.4 and even < 0.05:
        return "utf-16-le"
    if even > 0.4 and odd < 0.05:
        return "utf-16-be"
    return None


def lines_of(text: str) -> list[str]:
    """Return lines for showing: tabs expanded, control characters made visible, overlong lines broken.

    No line holds a character that a text view would take for a line end, so line ``i`` is row ``i``.
    """
    lines = _NEWLINE.split(text)
    if lines and not lines[-1]:
        lines.pop()
    shown: list[str] = []
    for line in lines:
        line = line.expandtabs(4).translate(_VISIBLE)
        if len(line) <= LONG:
            shown.append(line)
        else:
            shown.extend(_broken(line))
    return shown


def _broken(line: str) -> list[str]:
    """Break after ``;``, braces and between tags, so that a small change moves only the pieces next to it."""
    pieces: list[str] = []
    for part in _BREAK.findall(line):
        if len(part) <= _PIECE:
            pieces.append(part)
        else:
            pieces.extend(_by_content(part))
    return pieces


def _by_content(part: str) -> Iterator[str]:
    """Cut where only the characters around decide, so that the pieces are the same again after a change."""
    begin = 0
    while len(part) - begin > _PIECE:
        window = part[begin + _SHORTEST : begin + _PIECE]
        soft = [found.end() for found in _SOFT.finditer(window)]
        ends, one_in = (soft, 8) if soft else (range(3, len(window)), 64)
        at = next((at for at in ends if not _sum(window[max(0, at - 8) : at]) % one_in), 0)
        end = begin + (_SHORTEST + at if at else _PIECE)
        yield part[begin:end]
        begin = end
    if begin < len(part):
        yield part[begin:]


def _sum(letters: str) -> int:
    return zlib.crc32(letters.encode("utf-8", "replace"))

"""A part of a text of any size, by lines as they are shown, each with its number and the byte it begins at.

Reads no more than one part, and the bytes before it where its lines are to be numbered. Owns where parts begin and end.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import islice

from simfinder.app.compare.contents.byte_window import Window, waited
from simfinder.app.compare.contents.file_head import LIMIT
from simfinder.app.compare.contents.text_decoding import decode, lines_of
from simfinder.model.progress import Control

PART = LIMIT
"""Bytes of a part."""
LINE_LIMIT = 12_000
"""Lines of a part."""

_BACK = 64 * 1024  # bytes that are looked through for the beginning of a line
_NUMBERED = 256 << 20  # bytes before a part that are read to number its lines: a quarter of a second
_CHUNK = 1 << 20
_NEWLINE = re.compile(rb"\r\n|\r|\n")
_WIDE = {"utf-16": 2, "utf-16-le": 2, "utf-16-be": 2, "utf-32": 4}


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines of a text.

    Attributes:
        lines: as they are shown; an overlong line is several of them.
        starts: byte at which each of them begins.
        numbers: of each line, from 1; 0 for what goes on a line, and where nobody has counted.
        begin, end: bytes of the text that are shown.
        size: bytes of the whole text.
    """

    lines: tuple[str, ...]
    starts: tuple[int, ...]
    numbers: tuple[int, ...]
    begin: int
    end: int
    size: int

    @property
    def whole(self) -> bool:
        return self.begin == 0 and self.end >= self.size


def encoding_of(window: Window, *, cut: bool = False, control: Control | None = None) -> str | None:
    """How a text is encoded, by its beginning; None for what is no text.

    Args:
        window: onto the text.
        cut: it goes on behind the window.
        control: cancelling.

    Raises:
        UnreadableError: it can't be read any more, or its drive does not answer.
        Cancelled: on request.
    """
    head = waited(lambda: window.read(0, PART), control, window)
    text = decode(head, truncated=cut or len(head) < window.size)
    if text is None:
        return None
    if text.encoding in ("utf-16", "utf-32"):  # the mark at the beginning is of no use in the middle
        little = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF32_LE))
        return text.encoding + ("-le" if little else "-be")
    return text.encoding


def part_of(window: Window, encoding: str, at: int, control: Control) -> Part:
    """The lines from a place on.

    Args:
        window: onto the text.
        encoding: of it, by ``encoding_of``.
        at: byte that the first line begins at or holds.
        control: cancelling.

    Raises:
        UnreadableError: it can't be read any more, or its drive does not answer.
        Cancelled: on request.
    """
    return waited(lambda: _part_of(window, encoding, at, control), control, window)


def _part_of(window: Window, encoding: str, at: int, control: Control) -> Part:
    unit = _unit(encoding)
    begin = _line_begin(window, max(0, min(at, window.size)), unit)
    data = window.read(begin, PART)
    if begin + len(data) < window.size:
        data = _cut(data, encoding, unit)
    if unit == 1:  # a file of nothing but line ends has 20 times as many lines
        last = next(islice(_NEWLINE.finditer(data), LINE_LIMIT - 1, None), None)
        data = data[: last.end()] if last is not None else data
    lines, starts, heads = _lines(data, begin, encoding, unit)
    end = begin + len(data)
    if len(lines) > LINE_LIMIT:
        end = starts[LINE_LIMIT]
        lines, starts, heads = lines[:LINE_LIMIT], starts[:LINE_LIMIT], heads[:LINE_LIMIT]
    number = _number(window, begin, encoding, unit, control)
    numbers = []
    for is_head in heads:
        numbers.append(number if is_head and number else 0)
        number += 1 if is_head and number else 0
    return Part(tuple(lines), tuple(starts), tuple(numbers), begin, end, window.size)


def _unit(encoding: str) -> int:
    """Bytes that a line end has at least."""
    return 2 if encoding.startswith("utf-16") else 4 if encoding.startswith("utf-32") else 1


def _newline(encoding: str) -> bytes:
    return "\n".encode(encoding) if _unit(encoding) > 1 else b"\n"


def _line_begin(window: Window, at: int, unit: int) -> int:
    at -= at % unit
    if not at:
        return 0
    first = max(0, at - _BACK)
    before = window.read(first, at - first)
    if unit == 1:
        found = max(before.rfind(b"\n"), before.rfind(b"\r", 0, -1))
        if found >= 0:
            return first + found + 1
        if first == 0:
            return 0
        after = window.read(at, 4)  # in the middle of a line: not in the middle of a letter
        return at + next((i for i, byte in enumerate(after) if byte & 0xC0 != 0x80), 0)
    for place in range(len(before) - unit, -1, -unit):
        letter = before[place : place + unit]
        if letter.strip(b"\0") == b"\n" and len(letter) == unit and letter[0] != letter[-1]:
            return first + place + unit
    return 0 if first == 0 else at


def _cut(data: bytes, encoding: str, unit: int) -> bytes:
    """Without the line at the end that is not there as a whole; of a single line, without half a letter."""
    newline = _newline(encoding)
    last = data.rfind(newline)
    while last >= 0 and last % unit:
        last = data.rfind(newline, 0, last)
    if last > len(data) // 2:
        return data[: last + len(newline)]
    if unit > 1:
        return data[: len(data) - len(data) % unit]
    end = len(data)
    while end > len(data) - 4 and end > 1 and data[end - 1] & 0xC0 == 0x80:
        end -= 1
    return data[: end - 1] if end > 1 and data[end - 1] >= 0xC0 else data


def _lines(data: bytes, begin: int, encoding: str, unit: int) -> tuple[list[str], list[int], list[bool]]:
    """Lines as they are shown, the bytes they begin at, and whether each is the beginning of a line."""
    if begin == 0:
        mark = next(
            (m for m in (codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE,
                         codecs.BOM_UTF32_BE) if data.startswith(m) and (unit > 1 or m is codecs.BOM_UTF8)),
            b"",
        )  # fmt: skip
        data, begin = data[len(mark) :], len(mark)
    if unit == 1:
        texts = [piece.decode(encoding, "replace") for piece in _NEWLINE.split(data)]
        starts = [begin, *(begin + found.end() for found in _NEWLINE.finditer(data))]
    else:
        text = data.decode(encoding, "replace")
        texts, starts, at = [], [], begin
        for whole in re.split(r"(?<=\n)", text):
            texts.append(whole.rstrip("\r\n"))
            starts.append(at)
            at += len(whole.encode(encoding, "surrogatepass"))
    if texts and not texts[-1]:
        texts.pop()
        starts.pop()
    lines: list[str] = []
    places: list[int] = []
    heads: list[bool] = []
    ends = [*starts[1:], begin + len(data)]
    for line, start, most in zip(texts, starts, ends, strict=False):
        pieces = lines_of(line) or [""]
        lines += pieces
        heads += [True] + [False] * (len(pieces) - 1)
        places.append(start)
        for piece in pieces[:-1]:  # about: tabs and invisible letters are shown otherwise than they are
            start = min(most, start + len(piece.encode(encoding, "replace")))
            places.append(start)
    return lines, places, heads


def _number(window: Window, begin: int, encoding: str, unit: int, control: Control) -> int:
    """Of the line that begins at a place; 0 where that would take too long to count."""
    if begin > _NUMBERED:
        return 0
    number, newline = 1, _newline(encoding)
    if begin and unit == 1 and window.read(begin - 1, 1) == b"\r":
        newline = b"\r"
    for at in range(0, begin, _CHUNK):
        control.check()
        number += window.read(at, min(_CHUNK, begin - at)).count(newline)
    if begin and window.read(begin - unit, unit) not in (newline, b"\n", b"\r"):
        return 0  # in the middle of a line
    return number


def line_offset(window: Window, encoding: str, number: int, control: Control) -> int:
    """The byte at which a line begins; that of the last one where there are fewer.

    Args:
        window: onto the text.
        encoding: of it.
        number: of the line, from 1.
        control: cancelling; of a long text all of it may have to be read.
    """
    newline, left, last = _newline(encoding), number - 1, 0
    for at in range(0, window.size, _CHUNK):
        if left <= 0:
            break
        control.check()
        data = window.read(at, _CHUNK)
        count = data.count(newline)
        if count < left:
            left -= count
            last = at + data.rfind(newline) + len(newline) if count else last
            continue
        place = -len(newline)
        for _ in range(left):
            place = data.index(newline, place + len(newline))
        return at + place + len(newline)
    return last

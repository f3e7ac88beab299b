"""Texts cut for showing: a part of a text of any size by lines, a document by paragraphs or sentences.

Each line of a part comes with its number and the byte it begins at. Only the part is read, and the bytes before it
where its lines are to be numbered.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import islice

from simfinder.app.compare.contents.byte_window import LIMIT, Window, waited
from simfinder.app.compare.contents.text_decoding import decode, lines_of
from simfinder.model.progress import Control

PART = LIMIT
"""Bytes of a part."""
LINE_LIMIT = 12_000
"""Lines of a part."""

_BACK = 64 * 1024  # bytes searched for the beginning of a line
_NUMBERED = 256 << 20  # bytes before a part read at most to number its lines: a quarter of a second
_CHUNK = 1 << 20
_NEWLINE = re.compile(rb"\r\n|\r|\n")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SENTENCE = re.compile(r".*?(?<!\b\d)(?<!\b\d\d)[.!?…;][\"'”’»)\]]*\s+|.+", re.DOTALL)
_PIECE = re.compile(r".{1,200}(?:\s+|$)|.{1,200}", re.DOTALL)
_ITEM = re.compile(r"(?:[-*•–·▪]|\d+[.)]) ")
_HEADER = re.compile(r"(?:From|To|Cc|Bcc|Reply-To|Subject|Date|Message-ID): ")
_SHORT = 100


@dataclass(frozen=True, slots=True)
class Part:
    """Some lines of a text.

    Attributes:
        lines: as they are shown; an overlong line is several of them.
        starts: byte at which each of them begins.
        numbers: of each line, from 1; 0 for the continuation of a line, and where lines were not counted.
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
    """Detect the encoding of a text by its beginning; None for what is no text.

    Args:
        window: onto the text.
        cut: the text goes on behind the window.
        control: cancelling.

    Raises:
        UnreadableError: it can't be read any more, or its drive does not answer.
        Cancelled: on request.
    """
    head = waited(lambda: window.read(0, PART), control, window)
    text = decode(head, truncated=cut or len(head) < window.size)
    if text is None:
        return None
    if text.encoding in ("utf-16", "utf-32"):  # the byte order mark is only at the beginning
        little = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF32_LE))
        return text.encoding + ("-le" if little else "-be")
    return text.encoding


def part_of(window: Window, encoding: str, at: int, control: Control) -> Part:
    """Return the lines from an offset on.

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
    if unit == 1:  # a file of line ends only has 20 times as many lines
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
    """Return the bytes of one code unit."""
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
        after = window.read(at, 4)  # in the middle of a line, but not of a character
        return at + next((i for i, byte in enumerate(after) if byte & 0xC0 != 0x80), 0)
    for place in range(len(before) - unit, -1, -unit):
        letter = before[place : place + unit]
        if letter.strip(b"\0") == b"\n" and len(letter) == unit and letter[0] != letter[-1]:
            return first + place + unit
    return 0 if first == 0 else at


def _cut(data: bytes, encoding: str, unit: int) -> bytes:
    """Cut off an incomplete last line; of a single line, an incomplete last character."""
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
    """Return lines as they are shown, the bytes they begin at, and whether each begins a line of the text."""
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
        for piece in pieces[:-1]:  # approximate: tabs and invisible characters are shown differently
            start = min(most, start + len(piece.encode(encoding, "replace")))
            places.append(start)
    return lines, places, heads


def _number(window: Window, begin: int, encoding: str, unit: int, control: Control) -> int:
    """Return the number of the line that begins at an offset; 0 where counting would take too long."""
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
    """Return the byte at which a line begins; that of the last line if there are fewer.

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


def paragraphs(text: str) -> list[str]:
    """Split a text into paragraphs of one line each, with control characters made visible; empty ones stay."""
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return ["".join(line for piece in _PIECE.findall(part) for line in lines_of(piece)) for part in lines]


def sentences(text: str, *, joined: bool = False) -> list[str]:
    """Cut a text where sentences end, so that a change in one leaves the rest of its paragraph alone.

    Empty lines and repeated spaces are left out.

    Args:
        text: of a document.
        joined: ignore where lines end: in one of the two documents they end where a page was full.
    """
    parts = [line for line in (" ".join(part.split()) for part in paragraphs(text)) if line]
    found: list[str] = []
    for part in _flowing(parts) if joined else parts:
        if len(part) <= _SHORT and not joined:
            found.append(part)
            continue
        for sentence in _SENTENCE.findall(part):
            found += [piece.rstrip() for piece in _PIECE.findall(sentence)]
    return found


def _flowing(lines: list[str]) -> list[str]:
    """Join lines up to the next item of a list; the head of a mail has a line for each of its fields."""
    joined: list[str] = []
    for line in lines:
        if joined and not any(map(_HEADER.match, (line, joined[-1]))) and not _ITEM.match(line):
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined

"""Mails and mbox files: sender, receivers, date, subject and the words.

Each header becomes a line, decoded and unfolded, so that one mail saved by two programs reads the same. The
``Message-ID`` is among them: two reminders of one wording are two mails. The text is the plain part; where that has too
little, the words of the HTML part. Attachments and pictures are listed as media, with size and hash once decoded. For a
mail of fewer than ``LEAST_TEXT`` characters the bytes of the attachments follow the words; without attachments it is
compared as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from itertools import pairwise
from typing import BinaryIO

from simfinder.scan.extract.formats import LEAST_TEXT, TEXT
from simfinder.scan.extract.texts.html_page import LARGEST, decode, decoded, words
from simfinder.scan.extract.view_sink import ViewSink

_MOST = 64 << 20
"""Most bytes of a mail or an mbox that is parsed: the parser takes three times as much memory."""

_HEADERS = ("Subject", "From", "To", "Cc", "Date", "Message-ID")
_DEEPEST = 20  # levels of mails and multiparts
_NEXT = re.compile(rb"(?:\A|\n\r?\n)(?=From [^\n]{5,200}\n[!-9;-~]+:)")
_RUBBISH = (AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError)
"""Errors that the library raises for broken headers and endless nesting."""
_BLANKS = re.compile(r"[ \t\r\f\v\xa0]+")
_QUOTED = re.compile(r"(?m)^>(?=>*From )")  # mbox files quote such lines with ">"


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the words of the mails in a file and list the attachments.

    Args:
        source: the file; can seek.
        out: takes the words.
    """
    data = source.read(_MOST + 1)
    if len(data) > _MOST:
        out.as_it_is(source)
        return
    texts, attached = [], []
    try:
        for number, mail in enumerate(_mails(data)):
            found = _Mail(BytesParser().parsebytes(mail))
            texts.append(found.text())
            attached += [(f"{number}/{name}" if number else name, data) for name, data in found.attached]
    except _RUBBISH:
        out.as_it_is(source)
        return
    text = "\n".join(texts)
    has_words = sum(map(len, texts)) >= LEAST_TEXT
    if not has_words and not attached:
        out.as_it_is(source)
        return
    out.name, out.kind = "mail", TEXT
    out.write(text.encode("utf-8", "replace"))
    for name, data in attached:
        out.medium(name.encode("utf-8", "replace"), iter((data,)), writes=not has_words)
    if not has_words:
        out.kind = out.kind_of_media


def _mails(data: bytes) -> Iterator[bytes]:
    """Yield each mail of an mbox; the whole of any other file."""
    starts = [found.end() for found in _NEXT.finditer(data)] if data.startswith(b"From ") else []
    if not starts:
        yield data
    for start, end in pairwise([*starts, len(data)]):
        yield data[data.index(b"\n", start) + 1 : end]


class _Mail:
    """One mail, its parts in order.

    Attributes:
        attached: names and bytes of the attachments and pictures.
    """

    def __init__(self, mail: Message) -> None:
        self.attached: list[tuple[str, bytes]] = []
        self._lines: list[str] = []
        self._read(mail, 0)

    def text(self) -> str:
        """Return the words, one line for each paragraph or header."""
        return "".join(f"{line}\n" for line in self._lines)

    def _read(self, mail: Message, depth: int) -> None:
        for name in _HEADERS:
            value = header(mail, name)
            if value:
                self._lines.append(f"{name}: {value}")
        self._part(mail, depth)

    def _part(self, part: Message, depth: int) -> None:
        kind = part.get_content_type()
        if part.is_multipart():
            inner: list[Message] = part.get_payload()  # type: ignore[assignment]
            if depth >= _DEEPEST:
                return
            if kind == "multipart/alternative":
                self._best(inner, depth + 1)
            elif kind.startswith("message/"):
                for mail in inner:
                    self._read(mail, depth + 1)
            else:
                for each in inner:
                    self._part(each, depth + 1)
        elif kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
            self._lines += _text(part, kind).splitlines()
        else:
            self.attached.append((_name(part), _bytes(part)))

    def _best(self, choices: list[Message], depth: int) -> None:
        """Take the first of several forms of a text that has enough words, or the longest; keep all attachments."""
        before, best, most = self._lines, [], -1
        for part in choices:
            self._lines = []
            self._part(part, depth)
            size = sum(map(len, self._lines))
            if most < LEAST_TEXT and size > most:
                best, most = self._lines, size
        self._lines = before + best


def header(mail: Message, name: str) -> str:
    """Return a header decoded, in one line; "" where there is none."""
    raw = str(mail.get(name, "") or "")
    try:
        pieces = decode_header(raw)
    except (HeaderParseError, ValueError, LookupError):
        pieces = [(raw, None)]
    text = "".join(
        piece if isinstance(piece, str) else decode(piece, charset or "") for piece, charset in pieces
    )
    return " ".join(text.split())


def _text(part: Message, kind: str) -> str:
    """Return the words of a part, separated by single blanks."""
    data, charset = _bytes(part), str(part.get_param("charset", "") or "")
    if kind == "text/html":
        return words(decoded(data, charset)) if len(data) <= LARGEST else ""
    lines = (_BLANKS.sub(" ", line).strip() for line in decode(data, charset).split("\n"))
    return _QUOTED.sub("", "\n".join(filter(None, lines)))


def _bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _name(part: Message) -> str:
    try:
        name = part.get_filename("") or part.get_content_type()
    except (ValueError, LookupError, TypeError):
        name = part.get_content_type()
    return str(name).replace("\0", "?")

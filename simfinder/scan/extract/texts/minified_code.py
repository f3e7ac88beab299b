"""Minified scripts and style sheets: laid out as people write them, so that they meet the code they are made of.

A statement or a declaration is a line, blocks are indented, operators have blanks around them. Names that were
shortened and comments that were left out stay so: a script is contained in a source with many comments rather than
similar to it. Sources are compared as they are. Files in data URIs are listed as media.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from simfinder.scan.extract.formats import is_minified
from simfinder.scan.extract.texts.data_uris import LARGEST as MOST_SEARCHED
from simfinder.scan.extract.texts.data_uris import list_embedded
from simfinder.scan.extract.texts.json_data import write_layout
from simfinder.scan.extract.view_sink import ViewSink

LARGEST = 4 << 20
"""Most bytes of a file that is laid out."""

DEEPEST = 20
"""Levels of blocks that are indented; lines of deeper ones would be mostly blanks."""

_QUOTED = rb"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
_SCRIPT = re.compile(
    rb"(?P<kept>" + _QUOTED + rb"|`(?:[^`\\]|\\.)*+`?|/\*.*?(?:\*/|\Z)|//[^\n]*"
    rb"|(?<=[(,=:\[!&|?{};+\n])/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,300}+\]){1,300}+/\w*)"
    rb"|(?P<mark>[{}();\n])|(?P<code>[^\"'`/{}();\n]++|/)",
    re.DOTALL,
)
_SHEET = re.compile(
    rb"(?P<kept>/\*.*?(?:\*/|\Z))|(?P<mark>[{};])|(?P<code>(?:"
    + _QUOTED
    + rb"|url\([^()\"']*+\)|[^{};/]|/(?!\*))++)",
    re.DOTALL | re.IGNORECASE,
)
_OPERATORS = re.compile(
    rb"\s*(===?|!==?|=>|<=|>=|&&|\|\||\?\?|[-+*%&|^]=|<<=?|>>>?=?|[=<>?*%|^]"
    rb"|(?<=[\w$)\]])(?<![eE])[+-](?![-+])|(?<=[\w$)\]])&)\s*"
)
_BEFORE_BRACKET = re.compile(rb"(?:^|[^\w$.])(?:if|for|while|switch|catch|return|function|typeof)$")
_COMBINATOR = re.compile(rb"\s*([>~]|(?<!\()\+)\s*")


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write a minified file laid out; leave any other as it is.

    Args:
        source: the file; can seek.
        out: takes the text.
    """
    data = source.read(MOST_SEARCHED + 1)
    if b";base64," in data and len(data) <= MOST_SEARCHED:
        list_embedded(data, out)
    small = len(data) <= LARGEST and is_minified(data)
    write_layout("minified", b"".join(laid_out(data)) if small else b"", data, source, out)


def laid_out(data: bytes) -> Iterator[bytes]:
    """Yield a script or a style sheet as lines, in pieces.

    Args:
        data: the code, in an encoding that keeps ASCII.
    """
    head = data[:4096]
    is_sheet = _looks_like_sheet(head)
    layout = _Layout()
    yield from layout.sheet(data) if is_sheet else layout.script(data)


_RULE = re.compile(rb"[^{}();=]*\{(?:\s*[-\w]+\s*:[^{};]+(?:;|\}|\Z))")


def _looks_like_sheet(head: bytes) -> bool:
    """Return whether code begins like a style sheet: comments, at-rules, then a selector and a declaration."""
    bare = re.sub(rb"/\*.*?(?:\*/|\Z)", b"", head, flags=re.DOTALL)
    bare = re.sub(rb"@(?:charset|import)[^;]*;", b"", bare).lstrip()
    return bare.startswith(b"@") or _RULE.match(bare) is not None


class _Layout:
    """Where the next piece goes: how deep in blocks, and whether a line has begun."""

    def __init__(self) -> None:
        self._depth = 0
        self._begun = False

    def _line(self, text: bytes) -> bytes:
        """Return a piece of the line under way."""
        if self._begun or not (text := text.lstrip()):
            return text
        self._begun = True
        return b"  " * min(self._depth, DEEPEST) + text

    def _end(self) -> bytes:
        if not self._begun:
            return b""
        self._begun = False
        return b"\n"

    def _open(self, blank: bytes) -> bytes:
        text = (self._line(b"{") if not self._begun else blank + b"{") + b"\n"
        self._depth, self._begun = self._depth + 1, False
        return text

    def _close(self) -> bytes:
        text = self._end()
        self._depth = max(0, self._depth - 1)
        return text + self._line(b"}")

    def sheet(self, data: bytes) -> Iterator[bytes]:
        """Yield a style sheet."""
        waiting = b""
        for found in _SHEET.finditer(data):
            piece = found[0]
            if found.lastgroup == "kept":
                yield self._end() + self._line(piece) + self._end()
            elif found.lastgroup == "code":
                waiting = piece.strip()
            elif piece == b"{":
                selector = _COMBINATOR.sub(rb" \1 ", waiting).replace(b",", b", ")
                yield self._line(selector) + self._open(b" ")
                waiting = b""
            else:
                if waiting:
                    name, colon, value = waiting.partition(b":")
                    value = value.lstrip().replace(b",", b", ")
                    yield self._line(name + (b": " if colon else b"") + value + b";") + self._end()
                    waiting = b""
                if piece == b"}":
                    yield self._close() + self._end()
        yield self._line(waiting) + self._end()

    def script(self, data: bytes) -> Iterator[bytes]:
        """Yield a script."""
        brackets, before = 0, b""
        for found in _SCRIPT.finditer(data):
            piece = found[0]
            if found.lastgroup == "kept":
                yield self._line(piece) if piece[:2] != b"//" else self._line(piece) + self._end()
            elif found.lastgroup == "code":
                if before == b"}" and self._begun:
                    yield self._after_block(piece)
                yield self._line(
                    _OPERATORS.sub(rb" \1 ", piece)
                    .replace(b",", b", ")
                    .replace(b":", b": ")
                    .replace(b"  ", b" ")
                )
            elif piece == b"{":
                yield self._open(b"" if before[-1:] == b"(" else b" ")
            elif piece == b"}":
                yield self._close()
            elif piece == b"\n":
                yield self._end()
            elif piece == b";" and not brackets:
                yield self._line(b";") + self._end()
            else:
                if before == b"}" and piece == b"(":
                    yield self._end()
                brackets = max(0, brackets + (piece == b"(") - (piece == b")"))
                blank = piece == b"(" and _BEFORE_BRACKET.search(before[-12:]) is not None
                yield self._line(b" " * blank + piece + b" " * (piece == b";"))
            before = piece
        yield self._end()

    def _after_block(self, piece: bytes) -> bytes:
        """Return what is between the end of a block and the code behind it."""
        if piece[:1] in b",.)]:?=&|":
            return b""
        return b" " if piece.startswith((b"else", b"catch", b"finally", b"while")) else self._end()

"""Web pages: their title and their words, without tags, scripts and styles.

The form is that of other documents: a paragraph, a heading or a row of a table is a line, blanks are single. Read by
Lexbor, which takes broken pages as browsers do. A page with fewer than ``LEAST_TEXT`` characters of words is one that a
script fills, or a template, and is compared as it is, like source code.
"""

from __future__ import annotations

import codecs
import re
from typing import BinaryIO

from simfinder.scan.extract.formats import LEAST_TEXT, TEXT
from simfinder.scan.extract.view_sink import Outlet

LARGEST = 32 << 20
"""Bytes up to which a page is taken apart: 16 million empty tags take 800 MB of memory, a worker has 1 GB."""

_BREAK = "\f"  # the one blank that nobody writes, and that a parser leaves where it is, even between rows of a table
_BLOCKS = re.compile(
    r"<(?=/?(?:address|article|aside|blockquote|body|br|button|caption|center|dd|details|div|dl|dt|fieldset|figcaption"
    r"|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|td"
    r"|textarea|th|title|tr|ul)\b)",
    re.IGNORECASE,
)
_UNSEEN = ["script", "style", "template", "noscript", "iframe", "object"]
_CHARSET = re.compile(
    rb"<(?:meta\b[^>]*?\bcharset|\?xml\b[^>]*?\bencoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE
)
_DECLARED_WITHIN = 4096  # bytes; browsers look at 1024
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_NOT_MEANT = frozenset(
    {
        *("ascii", "iso8859-1"),  # names under which browsers mean cp1252
        *(
            "utf-16",
            "utf-16-le",
            "utf-16-be",
            "utf-32",
            "utf-32-le",
            "utf-32-be",
        ),  # their declaration can't be read
        *("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"),  # of no page
    }
)
_SHIFTING = ("iso2022", "hz")  # 7 bits that any other encoding takes for ASCII


def stream(source: BinaryIO, out: Outlet) -> None:
    """The words of a page; the page as it is where there are few.

    Args:
        source: is able to seek.
        out: takes the words.
    """
    data = source.read(LARGEST + 1)
    text = words(decoded(data)) if len(data) <= LARGEST else ""
    if len(text) < LEAST_TEXT:
        out.as_it_is(source)
        return
    out.name, out.kind = "html", TEXT
    out.write(text.encode("utf-8", "replace"))


def words(page: str) -> str:
    """What a page says, a line a block; "" for what can't be read."""
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError

    try:
        tree = LexborHTMLParser(_BLOCKS.sub(f"{_BREAK}<", page))
        tree.strip_tags(_UNSEEN)
        text = tree.root.text(separator="") if tree.root is not None else ""
    except (SelectolaxError, RuntimeError, ValueError, MemoryError):  # memory is short, or there is nothing
        return ""
    lines = (" ".join(line.split()) for line in text.split(_BREAK))
    return "".join(f"{line}\n" for line in lines if line)


def decoded(data: bytes, declared: str = "") -> str:
    """A page as text, in the encoding that its first bytes mark, that fits, or that it declares; else in cp1252.

    Args:
        data: of the page.
        declared: an encoding that was named beside the page, as a mail does.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if not declared and (found := _CHARSET.search(data, 0, _DECLARED_WITHIN)):
        declared = found[1].decode("ascii", "replace")
    return decode(data, declared)


def decode(data: bytes, declared: str) -> str:
    """Bytes as text: UTF-8 where they are, else in the declared encoding, else in cp1252. Never fails."""
    name = _codec(declared)
    if not name.startswith(_SHIFTING):
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            pass
    try:
        return data.decode(name, "replace")
    except (UnicodeError, ValueError):  # a codec may refuse to replace
        return data.decode("cp1252", "replace")


def _codec(declared: str) -> str:
    """The encoding of texts that a name means; cp1252 for none."""
    try:
        found = codecs.lookup(declared)
    except (LookupError, ValueError):
        return "cp1252"
    is_text = getattr(found, "_is_text_encoding", True) and found.name not in _NOT_MEANT
    return found.name if is_text else "cp1252"

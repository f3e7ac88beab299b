"""Web pages: the title and the words, without tags, scripts and styles. Files in data URIs are listed as media.

As in other documents, a paragraph, a heading or a row of a table is a line, and blanks are single. Lexbor parses the
page, broken ones as browsers do. A page of fewer than ``LEAST_TEXT`` characters of words is a template, or filled by a
script, and is compared as it is, like source code.
"""

from __future__ import annotations

import codecs
import re
from typing import BinaryIO

from simfinder.scan.extract.formats import LEAST_TEXT, TEXT
from simfinder.scan.extract.texts.data_uris import list_embedded
from simfinder.scan.extract.view_sink import ViewSink

LARGEST = 32 << 20
"""Most bytes of a page that is parsed: 16 million empty tags take 800 MB of memory, a worker has 1 GB."""

_BREAK = "\f"  # a blank that nobody writes and that the parser leaves in place, even between rows of a table
_BLOCKS = re.compile(
    rb"<(?=/?(?:address|article|aside|blockquote|body|br|button|caption|center|dd|details|div|dl|dt|fieldset|figcaption"
    rb"|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|td"
    rb"|textarea|th|title|tr|ul)\b)",
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
_SHIFTING = ("iso2022", "hz")  # 7-bit encodings, which would pass for ASCII


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the words of a page; leave a page of few words as it is.

    Args:
        source: the file; can seek.
        out: takes the words.
    """
    text = words(_page(source, out))
    if len(text) < LEAST_TEXT:
        out.as_it_is(source)
        return
    out.name, out.kind = "html", TEXT
    out.write(text.encode("utf-8", "replace"))


def _page(source: BinaryIO, out: ViewSink) -> str:
    """Return a page, after the files in it were listed; "" for one that is too long."""
    data = source.read(LARGEST + 1)
    if len(data) > LARGEST:
        return ""
    if b";base64," in data:
        list_embedded(data, out)
    return decoded(data)


def words(page: str) -> str:
    """Return the words of a page, one line for each block; "" for a page that can't be parsed."""
    from selectolax.lexbor import LexborHTMLParser, SelectolaxError

    data = page.encode("utf-8", "ignore")  # a text with one emoji takes four bytes for each character
    del page
    try:
        data = _BLOCKS.sub(_BREAK.encode() + b"<", data)
        tree = LexborHTMLParser(data)
        tree.strip_tags(_UNSEEN)
        text = tree.root.text(separator="") if tree.root is not None else ""
    except (SelectolaxError, RuntimeError, ValueError, MemoryError):  # memory is short, or there is nothing
        return ""
    lines = (" ".join(line.split()) for line in text.split(_BREAK))
    return "".join(f"{line}\n" for line in lines if line)


def decoded(data: bytes, declared: str = "") -> str:
    """Decode a page: by its byte order mark, as UTF-8 if it is, by the declared encoding, else as cp1252.

    Args:
        data: bytes of the page.
        declared: an encoding declared outside the page, as in a mail.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if not declared and (found := _CHARSET.search(data, 0, _DECLARED_WITHIN)):
        declared = found[1].decode("ascii", "replace")
    return decode(data, declared)


def decode(data: bytes, declared: str) -> str:
    """Decode bytes as UTF-8 if they are, else by the declared encoding, else as cp1252. Never fails."""
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
    """Return the text encoding that a name means; cp1252 for none."""
    try:
        found = codecs.lookup(declared)
    except (LookupError, ValueError):
        return "cp1252"
    is_text = getattr(found, "_is_text_encoding", True) and found.name not in _NOT_MEANT
    return found.name if is_text else "cp1252"

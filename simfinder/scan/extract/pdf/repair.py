"""Repair PDFs whose end is missing or whose object table is wrong, by appending bytes that let PDFium read them.

The bytes are never written to a file; PDFium is only given them as if they were there. After 5,000 blanks the library
finds no object table and builds its own from the objects it meets. A file without its end has also lost the list of its
pages: it gets a list of the pages that are left.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from simfinder.scan.extract.view_sink import CHUNK

BLANKS = b"\n" + b" " * 5000 + b"\n"
"""Makes the library search for the objects itself: it looks for the table's offset in the last 4,096 bytes only."""

_MOST_PAGES = 100_000
_LIST = 4_190_000  # number of the object that lists the pages: the library accepts numbers below 4,194,304
_OVERLAP = 64
_OBJECT_OR_PAGE = re.compile(rb"(?<!\d)(\d{1,7})\s{1,4}\d{1,5}\s{1,4}obj\b|/Type\s{0,4}/Page(?![A-Za-z])")


def end_for(source: BinaryIO) -> bytes:
    """Return an end for a file that has lost its own; empty if there is no page in it.

    Args:
        source: the file, read from front to back.
    """
    pages = _pages(source)
    if not pages:
        return b""
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    return b"".join(
        (
            b"\nendstream\nendobj",
            BLANKS,
            b"%d 0 obj\n<< /Type /Pages /Count %d /Kids [ %b ] >>\nendobj\n" % (_LIST, len(pages), kids),
            b"%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (_LIST + 1, _LIST),
            b"trailer\n<< /Root %d 0 R /Size %d >>\n" % (_LIST + 1, _LIST + 2),
        )
    )


def _pages(source: BinaryIO) -> list[int]:
    """Return the numbers of the objects that are pages, in the order of the file."""
    source.seek(0)
    pages: dict[int, None] = {}
    number, window = 0, b""
    while (data := source.read(CHUNK)) and len(pages) < _MOST_PAGES:
        window = window[-_OVERLAP:] + data
        for found in _OBJECT_OR_PAGE.finditer(window):
            if found.group(1):
                number = int(found.group(1))
            elif 0 < number < _LIST:
                pages[number] = None
    return list(pages)

"""Books (epub): the words of all chapters in reading order, in the same form as other documents.

The package file lists the chapters. What the reading order leaves out (covers, tables of contents) is no part of the
words. Chapters are pages; a book whose package file is damaged has the pages in the order of their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from simfinder.errors import ViewError
from simfinder.scan.extract.office.text_layout import Text
from simfinder.scan.extract.office.xml_parts import Attributes, Kind, Parts, Reader, beside
from simfinder.scan.extract.texts.html_page import LARGEST, decoded, words
from simfinder.scan.extract.view_sink import CHUNK, Readable
from simfinder.text.message import say

MIMETYPE = b"application/epub+zip"

_CONTAINER = "meta-inf/container.xml"
_PAGES = (".xhtml", ".html", ".htm")
_BODY = re.compile(r"<body\b", re.IGNORECASE)


def is_book(parts: Parts) -> bool:
    """Return whether a document says it is a book."""
    if "mimetype" not in parts:
        return False
    with parts.opened("mimetype") as source:
        return source.read(len(MIMETYPE)) == MIMETYPE


def write_book(parts: Parts, text: Text) -> None:
    """Write the words of the chapters.

    Raises:
        ViewError: it is damaged, encrypted, or has no chapter.
    """
    chapters = _chapters(parts) or [name for name in parts.names() if name.endswith(_PAGES)]
    if not chapters:
        raise ViewError(say("is damaged: its text is missing"))
    for name in chapters:
        with parts.opened(name) as source:
            data = b"".join(_within(source, LARGEST))
        page = decoded(data)
        body = _BODY.search(page)
        for line in words(page[body.start() :] if body else page).splitlines():
            text.line(line)


def _within(source: Readable, most: int) -> Iterator[bytes]:
    """Yield the pieces of a part up to so many bytes.

    Raises:
        ViewError: it has more.
    """
    while data := source.read(CHUNK):
        most -= len(data)
        if most < 0:
            raise ViewError(say("holds a chapter of more than {} MB", LARGEST >> 20))
        yield data


def _chapters(parts: Parts) -> list[str]:
    """Return the names of the chapters as the package file orders them; none where it can't be read."""
    container = _Container()
    try:
        if _CONTAINER in parts:
            parts.read(_CONTAINER, container)
        if container.package not in parts:
            return []
        package = _Package()
        parts.read(container.package, package)
    except ViewError:
        return []
    found = (package.pages.get(item, "") for item in package.order)
    names = (beside(container.package, unquote(target)) for target in found if target)
    return list(dict.fromkeys(name for name in names if name in parts))


class _Container(Reader):
    """Finds the package file.

    Attributes:
        package: its name; "" while there is none.
    """

    def __init__(self) -> None:
        super().__init__({"rootfile": Kind(start=self._root)})
        self.package = ""

    def _root(self, attributes: Attributes) -> None:
        self.package = self.package or beside("", attributes.get("full-path", ""))


class _Package(Reader):
    """Reads the list of a book's files and the reading order.

    Attributes:
        pages: targets of pages, by identifier.
        order: identifiers in reading order.
    """

    def __init__(self) -> None:
        super().__init__({"item": Kind(start=self._item), "itemref": Kind(start=self._next)})
        self.pages: dict[str, str] = {}
        self.order: list[str] = []

    def _item(self, attributes: Attributes) -> None:
        if "html" in attributes.get("media-type", ""):
            self.pages[attributes.get("id", "")] = attributes.get("href", "")

    def _next(self, attributes: Attributes) -> None:
        self.order.append(attributes.get("idref", ""))

"""The view of a PDF: the text of its pages; for a PDF with next to no text also drawings, pictures and attached files.

The text of one page after the other as UTF-8, with the lines of the page, without anything between pages (a line that
moves to the next page is no change) and without the hyphens at line ends; the contents of form fields and notes follow
the text of their page. Pictures and attached files are listed as media. Below ``LEAST_TEXT`` characters, and inside an
archive, the drawings follow in the form of ``shapes``, then each picture once, as packed in the file, and the attached
files, so that two PDFs without words can be told apart.

PDFium reads the file in pieces. Where it finds no text at all, or can't read the file, ``raw_streams`` makes the view.
No system font is used, so that one file gives the same bytes everywhere.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import LEAST_TEXT, PLAIN, TEXT
from simfinder.scan.extract.pdf.pdfium import Document, pdfium
from simfinder.scan.extract.pdf.raw_streams import write_streams
from simfinder.scan.extract.pdf.repair import BLANKS, end_for
from simfinder.scan.extract.pdf.shapes import Shapes
from simfinder.scan.extract.view_sink import CHUNK, ViewSink
from simfinder.text.message import say

_GIVE_UP = 200  # unreadable pages in a row after which we stop; a small file may claim a million pages
_MOST_NOTES = 10_000  # most notes of a page
_MOST_ATTACHED = 10_000
_LINKS = (2, 16)  # annotations without words: links and pop-up windows of other notes
_WIDGET = 20


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the text of a PDF and list its media.

    Args:
        source: the file; can seek.
        out: takes the text.

    Raises:
        ViewError: it is encrypted, or can't be read at all.
    """
    with Document(source) as document:
        opened = document.handle is not None
        if opened and _write(document, source, out):
            return
    if not opened and (end := end_for(source)):
        with Document(source, end) as document:
            if _write(document, source, out):
                return
    source.seek(0)
    out.kind = out.kind_of_media if out.media else PLAIN
    if not write_streams(source, out) and not opened:
        raise ViewError(say("is damaged or ends too early"))


def _write(document: Document, source: BinaryIO, out: ViewSink) -> bool:
    """Write a document and list its media; return False, with nothing written, for one without text."""
    shapes = Shapes(pdfium())
    characters = 0
    failed = 0
    with _Pages(document, source) as pages:
        for number in range(pages.count):
            with pages.page(number) as page:
                failed = 0 if page else failed + 1
                if failed > _GIVE_UP:
                    break
                if page:
                    text = _text(page) + _notes(page, pages.document.fields)
                    characters += len(text)
                    out.write(text.encode("utf-8", "replace"))
                    shapes.look(page, number)
        writes = characters > 0 and (out.nested or characters < LEAST_TEXT)
        if writes:
            out.write(shapes.drawings())
        for number in shapes.pages:
            with pages.document.page(number) as page:
                for place, picture in enumerate(shapes.pictures(page) if page else ()):
                    name = f"page {number + 1}, picture {place + 1}".encode()
                    out.medium(name, [picture], writes=writes, picture=True)
        _list_attached(pages.document.handle, out, writes=writes)
    out.kind = TEXT if characters >= LEAST_TEXT else out.kind_of_media
    return characters > 0


class _Pages:
    """The pages of a document. From the first empty page on the library is made to search for the objects itself.

    Attributes:
        document: the document that pages come from at the moment.
        count: number of pages.
    """

    def __init__(self, document: Document, source: BinaryIO) -> None:
        self.document = document
        self._source = source
        self._keep = ExitStack()
        self._other: Document | None = None
        self._tried = False
        if not len(document) and (other := self._searched()):
            self.document = other
        self.count = len(self.document)

    def __enter__(self) -> _Pages:
        return self

    def __exit__(self, *_error: object) -> None:
        self._keep.close()

    @contextmanager
    def page(self, number: int) -> Iterator[Any]:
        """Open a page; None where it can't be read."""
        with ExitStack() as both:
            page = both.enter_context(self.document.page(number))
            if not _holds(page) and (other := self._searched()) and self.document is not other:
                found = both.enter_context(other.page(number))
                if _holds(found):
                    page, self.document = found, other
            yield page

    def _searched(self) -> Document | None:
        """Open the same file with its objects searched for, once; None where that fails."""
        if not self._tried:
            self._tried = True
            with suppress(ViewError):  # only this form is encrypted; then stay with the other one
                self._other = self._keep.enter_context(Document(self._source, BLANKS))
        return self._other


def _holds(page: Any) -> bool:
    return bool(page) and pdfium().FPDFPage_CountObjects(page) > 0


def _text(page: Any) -> str:
    library = pdfium()
    text_page = library.FPDFText_LoadPage(page)
    if not text_page:
        return ""
    try:
        count = library.FPDFText_CountChars(text_page)
        if count <= 0:
            return ""
        room = (ctypes.c_ushort * (2 * count + 2))()
        made = library.FPDFText_GetText(text_page, 0, count, room)
        return _lines(memoryview(room).cast("B")[: max(0, 2 * made - 2)])
    finally:
        library.FPDFText_ClosePage(text_page)


def _lines(data: memoryview | bytes) -> str:
    """Return the library's text as lines; empty if there are only blanks."""
    text = str(data, "utf-16-le", "replace").replace("\r", "").replace("\ufffe", "").replace("\x02", "")
    return text.rstrip("\n") + "\n" if text.strip() else ""


def _notes(page: Any, fields: Any) -> str:
    """Return the values of form fields and the words of notes on a page, a line each."""
    library = pdfium()
    lines = []
    for place in range(min(library.FPDFPage_GetAnnotCount(page), _MOST_NOTES)):
        note = library.FPDFPage_GetAnnot(page, place)
        if not note:
            continue
        kind = library.FPDFAnnot_GetSubtype(note)
        if kind == _WIDGET and fields is not None:
            lines.append(_string(functools.partial(library.FPDFAnnot_GetFormFieldValue, fields, note)))
        elif kind not in _LINKS:
            lines.append(_string(functools.partial(library.FPDFAnnot_GetStringValue, note, b"Contents")))
        library.FPDFPage_CloseAnnot(note)
    return "".join(lines)


def _string(get: Callable[[Any, int], int]) -> str:
    """Return the text of a library function that first says how many bytes it needs (UTF-16, zero-terminated)."""
    size = get(None, 0)
    if size <= 2:
        return ""
    room = (ctypes.c_ushort * (size // 2 + 1))()
    get(room, size)
    return _lines(memoryview(room).cast("B")[: size - 2])


def _list_attached(handle: Any, out: ViewSink, *, writes: bool) -> None:
    """List the files that are attached to a document."""
    library = pdfium()
    size = ctypes.c_ulong()
    for place in range(min(library.FPDFDoc_GetAttachmentCount(handle), _MOST_ATTACHED)):
        attached = library.FPDFDoc_GetAttachment(handle, place)
        if not attached or not library.FPDFAttachment_GetFile(attached, None, 0, size):
            continue
        out.count_read(size.value)
        room = (ctypes.c_char * size.value)()
        library.FPDFAttachment_GetFile(attached, room, size.value, size)
        name = _string(functools.partial(library.FPDFAttachment_GetName, attached)).rstrip("\n")
        view = memoryview(room).cast("B")
        pieces = (bytes(view[start : start + CHUNK]) for start in range(0, len(view), CHUNK))
        out.medium(name.encode("utf-8", "replace"), pieces, writes=writes)

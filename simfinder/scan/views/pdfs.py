"""PDF: the text of its pages, then what is on them and no text, so that two with the same few words differ.

The form: the text of one page after the other as UTF-8, a line a line, without anything between pages (what moves to
the next page is no change) and without the hyphens at line ends; what was written into form fields and notes stands
behind the text of its page. Then the drawings, in the form of ``pdf_shapes``, each picture once, as it is packed in the
file, and attached files.

Read by PDFium, which asks for pieces of the file. Where it finds no text at all, or can't read the file, the view is
what ``pdf_streams`` makes of it. No font of the system is looked at, so that one file gives the same bytes everywhere.
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.views.outlet import CHUNK, Outlet
from simfinder.scan.views.pdf_repair import BLANKS, end_for
from simfinder.scan.views.pdf_shapes import Shapes
from simfinder.scan.views.pdf_streams import write_streams

_GIVE_UP = 200  # pages in a row that can't be read; a small file may claim a million of them
_MOST_NOTES = 10_000  # of a page
_MOST_ATTACHED = 10_000
_LINKS = (2, 16)  # notes without words of their own: links and the windows of other notes
_WIDGET = 20
_ENCRYPTED = (4, 5)  # errors: a password is missing, or there is another kind of lock


def stream(source: BinaryIO, out: Outlet) -> None:
    """The text of a PDF and what else is in it.

    Args:
        source: is able to seek.
        out: takes the text.

    Raises:
        ViewError: it is encrypted, or nothing can be made of it.
    """
    with _opened(source) as document:
        if document is not None and _write(document, source, out):
            return
    if document is None and (end := end_for(source)):
        with _opened(source, end) as repaired:
            if repaired is not None and _write(repaired, source, out):
                return
    source.seek(0)
    if not write_streams(source, out) and document is None:
        raise ViewError("is damaged or ends too early")


@functools.cache
def _pdfium() -> Any:
    import pypdfium2_raw as pdfium  # type: ignore[import-untyped]

    settings = pdfium.FPDF_LIBRARY_CONFIG(version=2)
    folders = (ctypes.c_char_p * 1)(None)  # of fonts: none
    settings.m_pUserFontPaths = ctypes.cast(folders, type(settings.m_pUserFontPaths))
    pdfium.FPDF_InitLibraryWithConfig(settings)
    return pdfium


@contextmanager
def _opened(source: BinaryIO, end: bytes = b"") -> Iterator[Any]:
    """A document of the library, None where it can make nothing of the file (with an end put behind it)."""
    pdfium = _pdfium()
    size = source.seek(0, os.SEEK_END)
    failed: list[Exception] = []

    def read(_: object, position: int, into: Any, count: int) -> int:
        try:
            source.seek(position)
            data = source.read(min(count, size - position)) if position < size else b""
        except Exception as error:  # an exception can't pass through C
            failed.append(error)
            return 0
        if len(data) < count:
            behind = max(0, position - size)
            data += end[behind : behind + count - len(data)]
        if len(data) < count:
            return 0
        ctypes.memmove(into, data, count)
        return 1

    access = pdfium.FPDF_FILEACCESS()
    access.m_FileLen = size + len(end)
    access.m_GetBlock = type(access.m_GetBlock)(read)
    document = pdfium.FPDF_LoadCustomDocument(access, None)
    try:
        if not document and pdfium.FPDF_GetLastError() in _ENCRYPTED:
            raise ViewError("is encrypted")
        yield document or None
    finally:
        if document:
            pdfium.FPDF_CloseDocument(document)
    if failed:
        raise failed[0]


def _write(document: Any, source: BinaryIO, out: Outlet) -> bool:
    """Write all of a document that has text; False and nothing written for one that has none."""
    pdfium = _pdfium()
    shapes = Shapes(pdfium)
    found = False
    failed = 0
    with ExitStack() as keep, _fields(document) as fields:
        pages = _Pages(document, source, keep)
        for number in range(pages.count):
            with pages.loaded(number) as page:
                failed = 0 if page else failed + 1
                if failed > _GIVE_UP:
                    break
                if page:
                    text = _text(page) + _notes(page, fields if pages.sound else None)
                    found = found or bool(text)
                    out.write(text.encode("utf-8", "replace"))
                    shapes.look(page, number)
        if found:
            out.write(shapes.drawings())
            for number in shapes.pages:
                with _loaded(pages.document, number) as page:
                    for picture in shapes.pictures(page):
                        out.write(picture)
            for place in range(min(pdfium.FPDFDoc_GetAttachmentCount(pages.document), _MOST_ATTACHED)):
                _write_attached(pdfium.FPDFDoc_GetAttachment(pages.document, place), out)
    return found


class _Pages:
    """The pages of a document; from the first empty one on as they are where the library looks for objects itself.

    Attributes:
        document: they are of, at the moment.
        sound: it is the first one still.
        count: of the pages.
    """

    def __init__(self, document: Any, source: BinaryIO, keep: ExitStack) -> None:
        self.document = document
        self.sound = True
        self.count: int = _pdfium().FPDF_GetPageCount(document)
        self._source = source
        self._keep = keep
        self._other: Any = None
        self._tried = False
        if not self.count and self._found():
            self.document, self.sound = self._other, False
            self.count = _pdfium().FPDF_GetPageCount(self._other)

    @contextmanager
    def loaded(self, number: int) -> Iterator[Any]:
        """A page, None where it can't be read."""
        with ExitStack() as both:
            page = both.enter_context(_loaded(self.document, number))
            if not _holds(page) and self._found():
                other = both.enter_context(_loaded(self._other, number))
                if _holds(other):
                    page, self.document, self.sound = other, self._other, False
            yield page

    def _found(self) -> bool:
        """Whether there is another document to look into."""
        if not self._tried:
            self._tried = True
            with suppress(ViewError):  # it can't be opened in this way, and that is all that matters here
                self._other = self._keep.enter_context(_opened(self._source, BLANKS))
        return self._other is not None and self.sound


def _holds(page: Any) -> bool:
    return bool(page) and _pdfium().FPDFPage_CountObjects(page) > 0


@contextmanager
def _loaded(document: Any, number: int) -> Iterator[Any]:
    """A page, None where it can't be read."""
    pdfium = _pdfium()
    page = pdfium.FPDF_LoadPage(document, number)
    try:
        yield page or None
    finally:
        if page:
            pdfium.FPDF_ClosePage(page)


def _text(page: Any) -> str:
    pdfium = _pdfium()
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        return ""
    try:
        count = pdfium.FPDFText_CountChars(text_page)
        if count <= 0:
            return ""
        room = (ctypes.c_ushort * (2 * count + 2))()
        made = pdfium.FPDFText_GetText(text_page, 0, count, room)
        return _lines(memoryview(room).cast("B")[: max(0, 2 * made - 2)])
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def _lines(data: memoryview | bytes) -> str:
    """Text of the library as lines; empty if there are only blanks."""
    text = str(data, "utf-16-le", "replace").replace("\r", "").replace("\ufffe", "").replace("\x02", "")
    return text.rstrip("\n") + "\n" if text.strip() else ""


@contextmanager
def _fields(document: Any) -> Iterator[Any]:
    """What knows the values of form fields; None for a document without."""
    pdfium = _pdfium()
    if not pdfium.FPDF_GetFormType(document):
        yield None
        return
    settings = pdfium.FPDF_FORMFILLINFO(version=2)
    fields = pdfium.FPDFDOC_InitFormFillEnvironment(document, settings)
    try:
        yield fields or None
    finally:
        if fields:
            pdfium.FPDFDOC_ExitFormFillEnvironment(fields)


def _notes(page: Any, fields: Any) -> str:
    """The values of fields and the words of notes on a page, a line each."""
    pdfium = _pdfium()
    lines = []
    for place in range(min(pdfium.FPDFPage_GetAnnotCount(page), _MOST_NOTES)):
        note = pdfium.FPDFPage_GetAnnot(page, place)
        if not note:
            continue
        kind = pdfium.FPDFAnnot_GetSubtype(note)
        if kind == _WIDGET and fields is not None:
            lines.append(_string(functools.partial(pdfium.FPDFAnnot_GetFormFieldValue, fields, note)))
        elif kind not in _LINKS:
            lines.append(_string(functools.partial(pdfium.FPDFAnnot_GetStringValue, note, b"Contents")))
        pdfium.FPDFPage_CloseAnnot(note)
    return "".join(lines)


def _string(get: Callable[[Any, int], int]) -> str:
    """Text from a function that says how many bytes it needs, with two zeros at the end."""
    size = get(None, 0)
    if size <= 2:
        return ""
    room = (ctypes.c_ushort * (size // 2 + 1))()
    get(room, size)
    return _lines(memoryview(room).cast("B")[: size - 2])


def _write_attached(attached: Any, out: Outlet) -> None:
    pdfium = _pdfium()
    size = ctypes.c_ulong()
    if not pdfium.FPDFAttachment_GetFile(attached, None, 0, size):
        return
    out.count_read(size.value)
    room = (ctypes.c_char * size.value)()
    pdfium.FPDFAttachment_GetFile(attached, room, size.value, size)
    view = memoryview(room).cast("B")
    for start in range(0, len(view), CHUNK):
        out.write(bytes(view[start : start + CHUNK]))

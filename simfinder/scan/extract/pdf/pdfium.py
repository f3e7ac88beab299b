"""Documents of PDFium, the library that reads PDFs: read in pieces, page by page, and always closed.

Holds the library's handles and bounds its memory: PDFium keeps all that it has read of a document, so a large one is
reopened now and then. What a view is made of is decided in ``pdf_document``.
"""

from __future__ import annotations

import ctypes
import functools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from simfinder.errors import ViewError
from simfinder.text.message import say

_HELD = 128 << 20  # bytes read after which a document is reopened: the library keeps its pictures
_ENCRYPTED = (4, 5)  # error codes: password missing, other kind of encryption


@functools.cache
def pdfium() -> Any:
    """Return the library, initialised without any fonts of the system."""
    import pypdfium2_raw as library  # type: ignore[import-untyped]

    settings = library.FPDF_LIBRARY_CONFIG(version=2)
    folders = (ctypes.c_char_p * 1)(None)  # of fonts: none
    settings.m_pUserFontPaths = ctypes.cast(folders, type(settings.m_pUserFontPaths))
    library.FPDF_InitLibraryWithConfig(settings)
    return library


class Document:
    """A PDF opened by the library; to be used in a ``with``.

    Args:
        source: the file; can seek.
        end: bytes appended to the file.

    Attributes:
        handle: the library's handle; None where it can't read the file.
        fields: the library's handle for form fields; None without any.

    Raises:
        ViewError: it is encrypted.
        OSError: it can't be read.
    """

    def __init__(self, source: BinaryIO, end: bytes = b"") -> None:
        self._source = source
        self._end = end
        self._size = source.seek(0, os.SEEK_END)
        self._read = 0
        self._failed: Exception | None = None
        self.handle: Any = None
        self.fields: Any = None
        self._access = pdfium().FPDF_FILEACCESS()
        self._access.m_FileLen = self._size + len(end)
        self._access.m_GetBlock = type(self._access.m_GetBlock)(self._block)
        self._open()

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
        self._access = None  # it refers to this document

    def __len__(self) -> int:
        """Number of pages that the file claims."""
        return int(pdfium().FPDF_GetPageCount(self.handle)) if self.handle else 0

    def close(self) -> None:
        """Free all that the library holds of it."""
        library = pdfium()
        if self.fields:
            library.FPDFDOC_ExitFormFillEnvironment(self.fields)
        if self.handle:
            library.FPDF_CloseDocument(self.handle)
        self.handle = self.fields = None

    @contextmanager
    def page(self, number: int) -> Iterator[Any]:
        """A page, None where the library has none; no other page of the document may be open."""
        library = pdfium()
        if self._read > _HELD:
            self.close()
            self._open()
        page = library.FPDF_LoadPage(self.handle, number) if self.handle else None
        try:
            self._check()
            yield page or None
            self._check()
        finally:
            if page:
                library.FPDF_ClosePage(page)

    def _open(self) -> None:
        library = pdfium()
        self.handle = library.FPDF_LoadCustomDocument(self._access, None) or None
        if self.handle is None:
            locked = library.FPDF_GetLastError() in _ENCRYPTED
            self._check()
            if locked:
                raise ViewError(say("is encrypted"))
        elif library.FPDF_GetFormType(self.handle):
            self._settings = library.FPDF_FORMFILLINFO(version=2)
            self.fields = library.FPDFDOC_InitFormFillEnvironment(self.handle, self._settings) or None
        self._read = 0

    def _check(self) -> None:
        if self._failed is not None:
            raise self._failed

    def _block(self, _: object, position: int, into: Any, count: int) -> int:
        """Callback: give the library a piece of the file."""
        behind = max(0, position - self._size)
        try:
            self._source.seek(position)
            data = self._source.read(count) if not behind else b""
        except Exception as error:  # an exception can't pass through C
            self._failed = error
            return 0
        data += self._end[behind : behind + count - len(data)]
        if len(data) < count:
            return 0
        self._read += count
        ctypes.memmove(into, data, count)
        return 1

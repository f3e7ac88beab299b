"""Drawings and pictures on the pages of a PDF.

A drawing becomes a line of numbers for every path, in tenths of a unit: first the offset of its start from the start of
the path before it on the page, then the offset of every further point from the start. A drawing that moves as a whole
changes one line only, a table of equal cells adds hardly anything, and a curve through other values is another line. At
most ``_MOST_POINTS`` points of a document and ``_MOST_OBJECTS`` objects of a page are looked at.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import xxhash

_MOST_POINTS = 200_000  # about 1.5 us each
_MOST_OBJECTS = 100_000
_DEEPEST = 8  # levels of drawings inside drawings
_FARTHEST = 1e7  # most units from one point to the next

_LONGEST_FILTER = 32
_PATH, _PICTURE, _FORM = 2, 3, 5


class Shapes:
    """Collect the drawings of a document page by page, and note the pages with pictures.

    Args:
        pdfium: the library.

    Attributes:
        pages: numbers of the pages with pictures.
    """

    def __init__(self, pdfium: Any) -> None:
        self.pages: list[int] = []
        self._pdfium = pdfium
        self._lines: list[str] = []
        self._left = _MOST_POINTS
        self._seen: set[bytes] = set()
        self._x, self._y = ctypes.c_float(), ctypes.c_float()
        self._matrix = pdfium.FS_MATRIX()

    def look(self, page: Any, number: int) -> None:
        """Take the drawings of a page."""
        before = (0.0, 0.0)
        for kind, found in self._objects(page):
            if kind == _PATH:
                if self._left > 0:
                    before = self._path(found, before)
            elif self.pages[-1:] != [number]:
                self.pages.append(number)

    def drawings(self) -> bytes:
        """Return all drawings collected."""
        return "".join(self._lines).encode()

    def pictures(self, page: Any) -> Iterator[bytes]:
        """Yield the pictures of a page that no page before had: JPEG files as such, others as packed in the file."""
        for kind, found in self._objects(page):
            if kind != _PICTURE:
                continue
            read = self._reader(found)
            size = read(found, None, 0)
            room = (ctypes.c_char * size)()
            read(found, room, size)
            digest = xxhash.xxh3_128_digest(room)
            if digest not in self._seen:
                self._seen.add(digest)
                yield room.raw

    def _reader(self, picture: Any) -> Any:
        """Return the function that reads a picture: past the text or zip around a JPEG file, which may be loose."""
        pdfium, name = self._pdfium, ctypes.create_string_buffer(_LONGEST_FILTER)
        filters = pdfium.FPDFImageObj_GetImageFilterCount(picture)
        if filters > 1:
            pdfium.FPDFImageObj_GetImageFilter(picture, filters - 1, name, _LONGEST_FILTER)
        is_file = name.value in (b"DCTDecode", b"JPXDecode")
        return pdfium.FPDFImageObj_GetImageDataDecoded if is_file else pdfium.FPDFImageObj_GetImageDataRaw

    def _objects(self, page: Any) -> Iterator[tuple[int, Any]]:
        """Yield paths and pictures of a page and of the forms on it, in painting order."""
        pdfium = self._pdfium
        left = _MOST_OBJECTS
        levels = [_each(pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, page)]
        while levels and left:
            found = next(levels[-1], None)
            if found is None:
                levels.pop()
                continue
            left -= 1
            kind = pdfium.FPDFPageObj_GetType(found)
            if kind in (_PATH, _PICTURE):
                yield kind, found
            elif kind == _FORM and len(levels) < _DEEPEST:
                levels.append(_each(pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, found))

    def _path(self, path: Any, before: tuple[float, float]) -> tuple[float, float]:
        """Add a line for a path; return where the path begins."""
        pdfium, x, y = self._pdfium, self._x, self._y
        matrix = self._matrix
        if not pdfium.FPDFPageObj_GetMatrix(path, matrix):
            return before
        a, b, c, d, e, f = matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f
        count = min(pdfium.FPDFPath_CountSegments(path), self._left)
        self._left -= count
        line: list[str] = []
        start, origin = before, before
        for place in range(count):
            if not pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFPath_GetPathSegment(path, place), x, y):
                continue
            point = (a * x.value + c * y.value + e, b * x.value + d * y.value + f)
            if not line:
                start = point
            line.append(f"{_tenths(point[0] - origin[0])},{_tenths(point[1] - origin[1])}")
            origin = start
        if line:
            self._lines.append(" ".join(line) + "\n")
        return start


def _each(count: Any, get: Any, holder: Any) -> Iterator[Any]:
    """Iterate over the objects of a page or a form."""
    return (get(holder, place) for place in range(count(holder)))


def _tenths(value: float) -> int:
    """Round to tenths; infinities, NaN and far-off values count as 0."""
    return round(10 * value) if abs(value) < _FARTHEST else 0

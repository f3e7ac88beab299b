"""Sheets of the Office Open XML family (xlsx and its kin): a line a row, tabs between cells, values and formulas.

A cell stands in the column of its reference, but gaps are cut to ``_WIDEST_GAP`` tabs; empty rows leave nothing. Only
the shared texts are held in memory while the sheets are read.
"""

from __future__ import annotations

from array import array

from simfinder.errors import ViewError
from simfinder.scan.extract.office.ooxml import Words, titled, write_graphics
from simfinder.scan.extract.office.text_layout import Cell, Text, cell_text, number
from simfinder.scan.extract.office.xml_parts import SKIP, TAKE, Attributes, Kind, Parts, Reader
from simfinder.text.message import say

MOST_SHARED = 192 << 20
"""Most bytes of the texts that cells share: the process may take 1 GB, and they are copied while they grow."""

_WIDEST_GAP = 64


def write_sheets(parts: Parts, text: Text) -> None:
    """Write sheets in the order of their tabs, each under its name, then comments, texts in drawings and charts.

    Raises:
        ViewError: it is damaged, or its shared texts exceed ``MOST_SHARED``.
    """
    shared = Shared()
    for name in parts.matching("xl/sharedstrings"):
        parts.read(name, shared)
    sheets = titled(parts, "xl/workbook", "sheet", parts.matching("xl/worksheets/sheet"))
    if not sheets:
        raise ViewError(say("is damaged: its sheets are missing"))
    for name, title in sheets:
        text.line(title)
        parts.read(name, _Sheet(text, shared))
    words = Words(text)
    for start in (
        "xl/comments",
        "xl/comments/comment",
        "xl/threadedcomments/threadedcomment",
        "xl/drawings/drawing",
    ):
        for name in parts.matching(start):
            parts.read(name, words)
    write_graphics(parts, "xl", words)


class Shared(Reader):
    """The texts that cells share, packed."""

    def __init__(self) -> None:
        super().__init__({"si": Kind(end=self._ended), "t": TAKE, "rPh": SKIP})
        self._text = bytearray()
        self._ends = array("Q", [0])

    def take(self, data: str) -> None:
        self._text += data.replace("\t", " ").encode("utf-8", "replace")
        self._check()

    def at(self, place: str) -> str:
        """Return the text of a given number.

        Raises:
            ViewError: there is none.
        """
        try:
            index = int(place)
        except ValueError:
            index = -1
        if not 0 <= index < len(self._ends) - 1:
            raise ViewError(say("is damaged: a cell names a text that is not there"))
        return self._text[self._ends[index] : self._ends[index + 1]].decode()

    def _ended(self) -> None:
        self._ends.append(len(self._text))
        self._check()

    def _check(self) -> None:
        if len(self._text) + 8 * len(self._ends) > MOST_SHARED:
            raise ViewError(say("shares more than {} MB of text among its cells", MOST_SHARED >> 20))


class _Sheet(Reader):
    def __init__(self, text: Text, shared: Shared) -> None:
        super().__init__(
            {
                "row": Kind(self._row, self._row_ended),
                "c": Kind(self._cell, self._cell_ended),
                "v": Kind(self._value, takes=True),
                "t": Kind(self._value, takes=True),
                "f": Kind(self._formula, takes=True),
                "rPh": SKIP,
            }
        )
        self._text = text
        self._shared = shared
        self._kind = ""
        self._column = self._written = 0
        self._found, self._behind = Cell(), Cell()
        self._into = self._found

    def take(self, data: str) -> None:
        self._into.add(data)

    def _row(self, _attributes: Attributes) -> None:
        self._column = self._written = 0

    def _row_ended(self) -> None:
        if self._written:
            self._text.add("\n")

    def _cell(self, attributes: Attributes) -> None:
        letters = attributes.get("r", "").rstrip("0123456789")
        self._column = (_COLUMNS.get(letters) or _column(letters)) or self._column + 1
        self._kind = attributes.get("t", "n")

    def _value(self, _attributes: Attributes) -> None:
        self._into = self._found

    def _formula(self, _attributes: Attributes) -> None:
        self._into = self._behind

    def _cell_ended(self) -> None:
        value, formula, kind = self._found.taken(), self._behind.taken(), self._kind
        if kind == "n":
            value = number(value)
        elif kind == "s" and value:
            value = self._shared.at(value)
        elif kind == "b" and value:
            value = "FALSE" if value in ("0", "false") else "TRUE"
        if value or formula:
            gap = max(1, self._column - self._written) if self._written else self._column - 1
            self._text.add("\t" * min(gap, _WIDEST_GAP) + cell_text(value, formula))
            self._written = self._column


def _column(letters: str) -> int:
    """Return the number of a column such as AB, from 1; 0 where it is malformed."""
    column = 0
    for letter in letters.upper():
        if not "A" <= letter <= "Z" or column > _MOST_COLUMNS:
            return 0
        column = column * 26 + ord(letter) - 64
    return column


_MOST_COLUMNS = 16_384
_COLUMNS = {letter: _column(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}

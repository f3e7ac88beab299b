"""Where the words of a document become lines of text: a paragraph a line, a row of a table a line with tabs.

One form for all kinds of documents, so that the same words give the same bytes whoever saved them.
"""

from __future__ import annotations

from collections.abc import Callable

from simfinder.errors import ViewError

_PIECE = 1 << 16  # characters handed over at a time

MOST_IN_A_CELL = 64 << 20
"""Characters of one cell of a sheet. Programs allow 32,767; a cell is held until it is known what it is."""


class Text:
    """Lines on their way.

    Args:
        write: takes them as UTF-8.

    Attributes:
        characters: that were handed over.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self.characters = 0
        self._write = write
        self._parts: list[str] = []
        self._held = 0
        self._cells: list[int] = []  # of each row that is open, from the outermost
        self._pending = ""  # between two paragraphs of one cell, once it is known that there is a second

    def add(self, text: str) -> None:
        """Some characters."""
        if self._pending:
            text, self._pending = self._pending + text, ""
        self._parts.append(text)
        self._held += len(text)
        if self._held >= _PIECE:
            self.flush()

    def line(self, text: str) -> None:
        """A line of its own."""
        self.add(text + "\n")

    def end_line(self) -> None:
        """A paragraph ends, or a line within it; in a cell only a space tells."""
        if self._cells:
            self._pending = " "
        else:
            self.add("\n")

    def start_row(self) -> None:
        self._cells.append(0)

    def start_cell(self) -> None:
        if self._cells:
            if self._cells[-1]:
                self._pending = ""
                self.add("\t")
            self._cells[-1] += 1

    def end_row(self) -> None:
        if self._cells:
            self._cells.pop()
            self._pending = ""
            self.end_line()

    def flush(self) -> None:
        """Hand over what is there."""
        parts, self.characters = self._parts, self.characters + self._held
        self._parts, self._held = [], 0
        self._write("".join(parts).encode("utf-8", "replace"))


class Cell:
    """The text of a cell of a sheet, from the pieces it comes in."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._held = 0

    def add(self, text: str) -> None:
        """Raises ViewError beyond what a cell may hold."""
        self._held += len(text)
        if self._held > MOST_IN_A_CELL:
            raise ViewError(f"holds more than {MOST_IN_A_CELL >> 20} MB in one cell")
        self._parts.append(text)

    def taken(self) -> str:
        """What came since the last time, as one line without tabs."""
        if not self._held:
            return ""
        text = "".join(self._parts)
        self._parts, self._held = [], 0
        return text.replace("\t", " ") if "\t" in text else text


def number(text: str) -> str:
    """A number as programs show it: 0.10000000000000001 and 0.1 are the same."""
    if len(text) > 15:
        try:
            return repr(float(text)).removesuffix(".0")
        except ValueError:
            return text
    return text


def cell_text(value: str, formula: str) -> str:
    """A value with the formula behind it, if there is one."""
    return f"{value} ={formula}".lstrip() if formula else value

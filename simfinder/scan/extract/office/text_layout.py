"""Turn the words of a document into lines: a line for each paragraph, a line with tabs for each row of a table.

One form for all kinds of documents, so that the same words give the same bytes whichever program saved them.
"""

from __future__ import annotations

from collections.abc import Callable

from simfinder.errors import ViewError
from simfinder.text.message import say

_PIECE = 1 << 16  # characters written at a time

MOST_IN_A_CELL = 64 << 20
"""Most characters of one cell of a sheet. Programs allow 32,767; a cell is held until its type is known."""


class Text:
    """Collect lines of text.

    Args:
        write: takes the lines as UTF-8.

    Attributes:
        characters: number of characters written.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self.characters = 0
        self._write = write
        self._parts: list[str] = []
        self._held = 0
        self._cells: list[int] = []  # cells so far in each open row, from the outermost
        self._pending = ""  # between two paragraphs of one cell, once it is known that there is a second

    def add(self, text: str) -> None:
        """Add some characters."""
        if self._pending:
            text, self._pending = self._pending + text, ""
        self._parts.append(text)
        self._held += len(text)
        if self._held >= _PIECE:
            self.flush()

    def line(self, text: str) -> None:
        """Add a whole line."""
        self.add(text + "\n")

    def end_line(self) -> None:
        """End a paragraph or a line; inside a cell only a space marks it."""
        if self._cells:
            self._pending = " "
        else:
            self.add("\n")

    def start_row(self) -> None:
        """Start a row of a table."""
        self._cells.append(0)

    def start_cell(self) -> None:
        """Start a cell; a tab separates it from the one before."""
        if self._cells:
            if self._cells[-1]:
                self._pending = ""
                self.add("\t")
            self._cells[-1] += 1

    def end_row(self) -> None:
        """End a row; inside another table it counts as a line."""
        if self._cells:
            self._cells.pop()
            self._pending = ""
            self.end_line()

    def flush(self) -> None:
        """Write what has been collected."""
        parts, self.characters = self._parts, self.characters + self._held
        self._parts, self._held = [], 0
        self._write("".join(parts).encode("utf-8", "replace"))


class Cell:
    """Collect the text of a cell of a sheet."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._held = 0

    def add(self, text: str) -> None:
        """Add text; raise ViewError when the cell becomes too long."""
        self._held += len(text)
        if self._held > MOST_IN_A_CELL:
            raise ViewError(say("holds more than {} MB in one cell", MOST_IN_A_CELL >> 20))
        self._parts.append(text)

    def taken(self) -> str:
        """Return what was added since the last call, without tabs."""
        if not self._held:
            return ""
        text = "".join(self._parts)
        self._parts, self._held = [], 0
        return text.replace("\t", " ") if "\t" in text else text


def number(text: str) -> str:
    """Return a number as programs show it: 0.10000000000000001 and 0.1 are the same."""
    if len(text) > 15:
        try:
            return repr(float(text)).removesuffix(".0")
        except ValueError:
            return text
    return text


def cell_text(value: str, formula: str) -> str:
    """Return a value followed by its formula, if there is one."""
    return f"{value} ={formula}".lstrip() if formula else value

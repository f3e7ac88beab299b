"""The order in which screen readers read the parts of a splitter."""

from __future__ import annotations

from PySide6.QtWidgets import QSplitter


def read_in_order(splitter: QSplitter) -> None:
    """Let the parts be read as they are seen: a splitter puts each new part below the others, and so before them."""
    numbers = range(splitter.count())
    for part in (*map(splitter.widget, numbers), *map(splitter.handle, numbers)):
        if part is not None:
            part.raise_()

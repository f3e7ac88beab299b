"""Tell screen readers what appears without a key or click, and in which order parts are seen."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QSplitter, QWidget


def announce(where: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have a text read out.

    Args:
        where: the widget that shows it.
        text: what is said; "" says nothing.
        urgent: at once, rather than when the reader has ended.
    """
    if not text:
        return
    event = QAccessibleAnnouncementEvent(where, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def read_in_order(splitter: QSplitter) -> None:
    """Let the parts be read as they are seen: a splitter puts each new part below the others, and so before them."""
    numbers = range(splitter.count())
    for part in (*map(splitter.widget, numbers), *map(splitter.handle, numbers)):
        if part is not None:
            part.raise_()

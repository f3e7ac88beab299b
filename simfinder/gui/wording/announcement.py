"""Tell screen readers what appears without a key or click."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


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

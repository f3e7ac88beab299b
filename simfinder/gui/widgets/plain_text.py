"""Texts that are shown as they are, whatever is in them.

Qt takes a text that looks like HTML for HTML, in labels and in tool tips. A file or folder may be named
``<img src=…>``: the window would then open that picture by itself, outside the sandbox. Every label is a
``PlainLabel``, and every tip that is more than a sentence of ours goes through ``plain_text``.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """A label that never takes its text for HTML.

    Args:
        text: what it shows.
        parent: the widget that contains it.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def plain_text(text: str) -> str:
    """Return the text of a tool tip so that it is shown as it is."""
    if not GuiQt.mightBeRichText(text):
        return text
    return f"<p style='white-space:pre-wrap'>{escape(text)}</p>"

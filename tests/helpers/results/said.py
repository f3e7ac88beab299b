"""What a window says, and a language that marks what was translated: ``⟦…⟧`` around each piece of a text.

What stands between the pieces was put in by the program: numbers and names, or a text that nobody translated.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

_PLACES = re.compile(r"(%[\dnpam](?![a-z])|<[^>]*>|\n)")


class Marked(QTranslator):
    """Translates everything into itself, in brackets."""

    def isEmpty(self) -> bool:  # noqa: N802 - Qt's name
        return False

    def translate(self, context, source, disambiguation=None, n=-1):
        if source in ("QT_LAYOUT_DIRECTION", "LTR") or context == "QGuiApplication":
            return None
        return marked(source)


def marked(source: str) -> str:
    """A text in brackets, but for the places of values."""
    pieces = _PLACES.split(source)
    return "".join(
        f"⟦{piece}⟧" if re.search(r"[^\W\d_]", piece) and not _PLACES.fullmatch(piece) else piece
        for piece in pieces
    )


def unmarked(text: str) -> str:
    """What of a text was not translated."""
    while (shorter := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = shorter
    return re.sub(r"⟦[^⟦⟧]*…$", " ", text)  # shortened to fit


def said_by(top: QWidget) -> list[tuple[str, str]]:
    """Every text of a window, its widgets, actions and models: (where, text)."""
    found: list[tuple[str, str]] = []

    def take(owner, *texts):
        found.extend((type(owner).__name__, text) for text in texts if text)

    for widget in [top, *top.findChildren(QWidget)]:
        take(
            widget,
            widget.toolTip(),
            widget.statusTip(),
            widget.accessibleName(),
            widget.accessibleDescription(),
        )
        take(widget, *_own_texts(widget))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            take(widget.model(), *_texts_of(widget.model(), QModelIndex()))
        if widget.isWindow() or widget is top:
            take(widget, widget.windowTitle())
    for action in top.findChildren(QAction):
        take(action, action.text(), action.toolTip(), action.statusTip())
    return found


def _own_texts(widget: QWidget) -> list[str]:
    match widget:
        case QLabel() | QAbstractButton():
            return [widget.text()]
        case QLineEdit() | QPlainTextEdit():
            return [widget.placeholderText()]
        case QGroupBox() | QMenu():
            return [widget.title()]
        case QComboBox():
            return [widget.itemText(i) for i in range(widget.count())]
        case QTabBar():
            return [f(i) for i in range(widget.count()) for f in (widget.tabText, widget.tabToolTip)]
    return []


def _texts_of(model: QAbstractItemModel, parent: QModelIndex, depth: int = 3) -> list[str]:
    texts = []
    roles = (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
    )
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    if not parent.isValid():
        for column in range(columns):
            texts += [model.headerData(column, Qt.Orientation.Horizontal, role) for role in roles]
    for row in range(min(60, model.rowCount(parent))):
        for column in range(columns):
            index = model.index(row, column, parent)
            texts += [index.data(role) for role in roles]
        first = model.index(row, 0, parent)
        if depth and model.rowCount(first):
            texts += _texts_of(model, first, depth - 1)
    return [text for text in texts if isinstance(text, str)]

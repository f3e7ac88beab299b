"""Keys of a list or table of its own: they count while it has the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from simfinder.gui.wording.formatting import right_to_left

ENTER = Qt.Key.Key_Return, Qt.Key.Key_Enter


def on_keys(view: QWidget, keys: tuple[Qt.Key, ...], call: Callable[[], object]) -> None:
    """Call a function on each of some keys."""
    for key in keys:
        shortcut = QShortcut(QKeySequence(key), view)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(call)


def on_fold_keys(view: QWidget, fold: Callable[[bool], object]) -> None:
    """Close (True) and open (False) the current folder with the arrows and with − and +."""
    shut, opened = Qt.Key.Key_Left, Qt.Key.Key_Right
    if right_to_left():
        shut, opened = opened, shut
    on_keys(view, (shut, Qt.Key.Key_Minus), partial(fold, True))
    on_keys(view, (opened, Qt.Key.Key_Plus), partial(fold, False))

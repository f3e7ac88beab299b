"""Menu beside the filter box with the words that a filter can contain: nobody has to know them by heart.

Maps each choice to its word. The text in the box decides: words typed there are checked here, and the other way
round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import shown

_MOST_TYPES = 30
_SINGLE = {
    "size": ("size",),
    "older": ("older", "newer"),
    "newer": ("older", "newer"),
}  # one of them at a time


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilterMenu", text)


class FilterMenu(QToolButton):
    """A button whose menu adds words to a line, or takes them out.

    Args:
        line: the filter box.
    """

    def __init__(self, line: QLineEdit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = line
        self._types: Callable[[], Sequence[str]] = list
        self.setText("▾")
        self.setAccessibleName(self.tr("Filter by relation, size or type"))
        self.setToolTip(
            self.tr("Show only clusters with certain files: by relation, marks, size or type (Ctrl+Shift+F)")
        )
        self.setShortcut("Ctrl+Shift+F")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self._types_menu = QMenu(
            self.tr("Type"), menu
        )  # one for good: clearing a menu leaves those in it alive

    def offer_types(self, types: Callable[[], Sequence[str]]) -> None:
        """Tell where the types of files come from, those with the most clusters first."""
        self._types = types

    def toggle_word(self, word: str) -> None:
        """Add a word to the line, or take it out; of the words about types only one is there at a time."""
        words = self._line.text().split(" ")
        there = word in words
        if word.startswith("type:"):
            words = [one for one in words if not one.startswith("type:")]
            self._line.setText(" ".join(words).strip())
        self._put(word, not there)

    def _fill(self) -> None:
        menu = self.menu()
        menu.clear()
        for words in states(), sizes(), ages():
            for word, text in words:
                self._add(menu, word, text)
            menu.addSeparator()
        types = self._types_menu
        types.clear()
        menu.addMenu(types)
        for name in [name for name in self._types() if name and " " not in name][:_MOST_TYPES]:
            self._add(types, f"type:{name}", f".{shown(name)}")
        types.setEnabled(not types.isEmpty())
        menu.addSeparator()
        clear = menu.addAction(self.tr("Show everything"), self._line.clear)
        clear.setEnabled(bool(self._line.text()))

    def _add(self, menu: QMenu, word: str, text: str) -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(word in self._line.text().split())
        action.setToolTip(plain_text(word))
        action.toggled.connect(lambda checked: self._put(word, checked))
        return action

    def _put(self, word: str, wanted: bool) -> None:
        kind = word.partition(":")[0]
        words = [one for one in self._line.text().split(" ") if one != word]
        if wanted and kind in _SINGLE:
            words = [one for one in words if one.partition(":")[0] not in _SINGLE[kind]]
        if wanted:
            words.insert(0, word)
        self._line.setText(" ".join(words).strip())


def states() -> list[tuple[str, str]]:
    """Return the words about relations and marks, and what they mean."""
    return [
        ("is:undecided", _tr("Not reviewed yet: nothing marked, nothing kept by hand")),
        ("is:marked", _tr("With marked files")),
        ("is:unmarked", _tr("With files that could be marked")),
        ("is:unverified", _tr("With estimated figures")),
        ("is:identical", _tr("With identical files")),
        ("is:older", _tr("With older versions")),
        ("is:newer", _tr("With newer versions")),
        ("is:similar", _tr("With files of unknown order")),
        ("is:other-format", _tr("With the same words in another format")),
        ("is:sibling", _tr("With files of the same form")),
        ("is:smaller-copy", _tr("With smaller copies of pictures")),
        ("is:recompressed", _tr("With pictures saved again")),
        ("is:protected", _tr("With protected files")),
    ]


def sizes() -> list[tuple[str, str]]:
    """Return words about sizes, and what they mean."""
    return [
        ("size:>1MB", _tr("Larger than 1 MB")),
        ("size:>100MB", _tr("Larger than 100 MB")),
        ("size:<10KB", _tr("Smaller than 10 KB")),
    ]


def ages() -> list[tuple[str, str]]:
    """Return words about when files were last changed, and what they mean."""
    return [
        ("newer:7d", _tr("Changed in the last week")),
        ("older:1y", _tr("Not changed for a year")),
        ("older:5y", _tr("Not changed for five years")),
    ]

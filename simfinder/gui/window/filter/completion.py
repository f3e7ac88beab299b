"""Completion of the words of a filter: what is typed is matched with their keys, their values and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

from simfinder.gui.window.filter.menu import ages, sizes, states
from simfinder.gui.wording.family_words import family_text
from simfinder.model.file_families import Family, family_of

_LEAST = 2  # characters, before anything is offered
_MOST = 12  # rows
_WORD = Qt.ItemDataRole.UserRole


class FilterCompletion(QObject):
    """Offers words below a line while a person types; one that is chosen replaces what was typed of it.

    Args:
        line: the filter box.
    """

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._types: Callable[[], Sequence[str]] = list
        self._model = QStandardItemModel(self)
        self.completer = QCompleter(self._model, self)
        self.completer.setWidget(line)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setMaxVisibleItems(_MOST)
        self.completer.setCompletionRole(_WORD)
        self.completer.activated.connect(self._take)
        self.popup = QListView()
        self.popup.setProperty("role", "completion")
        self.popup.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # there are few rows
        self.popup.setAccessibleName(self.tr("Words of the filter"))
        self.completer.setPopup(self.popup)
        line.textEdited.connect(self._offer)

    def offer_types(self, types: Callable[[], Sequence[str]]) -> None:
        """Tell where the types of files come from, those with the most clusters first."""
        self._types = types

    def _offer(self) -> None:
        """Offer the words that fit what is typed left of the cursor."""
        _, typed = self._typed()
        found = list(self.words_for(typed)) if len(typed) >= _LEAST else []
        if not found or found[0][0] == typed:
            self._close()
            return
        self._model.clear()
        for word, meaning in found[:_MOST]:
            item = QStandardItem(f"{word}   {meaning}")
            item.setData(word, _WORD)
            item.setEditable(False)
            self._model.appendRow(item)
        place = self._line.cursorRect()
        place.setWidth(self.popup.sizeHintForColumn(0) + 2 * self.popup.frameWidth() + 24)
        self.completer.complete(place)

    def wants(self, key: Qt.Key) -> bool:
        """Return whether a key is for the words that are offered now, not for the line."""
        if not self.popup.isVisible():
            return False
        chosen = self.popup.currentIndex().isValid()
        return key == Qt.Key.Key_Escape or (chosen and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter))

    def _close(self) -> None:
        if self.popup.isVisible():
            self.popup.hide()
            self._line.activateWindow()  # not every platform gives the keys back by itself

    def words_for(self, typed: str) -> Iterator[tuple[str, str]]:
        """Yield words and their meanings: those that begin with what is typed, then those whose value does."""
        typed = typed.lower()
        words = list(self._words())
        yield from ((word, meaning) for word, meaning in words if word.startswith(typed))
        types = {f"type:{name}" for name in self._types()}  # many have the meaning of one family
        for word, meaning in words:
            value = word.partition(":")[2]
            meant = word not in types and meaning.lower().startswith(typed)
            if not word.startswith(typed) and value and (value.startswith(typed) or meant):
                yield word, meaning

    def _words(self) -> Iterator[tuple[str, str]]:
        yield from states()
        for name in self._types():
            if name and " " not in name:
                yield f"type:{name}", family_text(family_of(name))
        for family in Family:
            if family is not Family.OTHER:
                yield f"type:{family}", family_text(family)
        yield from sizes()
        yield from ages()
        yield "name:", self.tr("a part of the name")
        yield "in:", self.tr("a part of the folder")

    def _typed(self) -> tuple[int, str]:
        """Return where the word at the cursor begins, and what of it is left of the cursor."""
        left = self._line.text()[: self._line.cursorPosition()]
        begin = left.rfind(" ") + 1
        return begin, left[begin:]

    def _take(self, word: str) -> None:
        """Put the chosen word in the place of the one at the cursor."""
        begin, _ = self._typed()
        text = self._line.text()
        rest = text[begin:].partition(" ")[2].lstrip()
        ended = word if word.endswith(":") else f"{word} "
        self._line.setText(text[:begin] + ended + rest)
        self._line.setCursorPosition(begin + len(ended))

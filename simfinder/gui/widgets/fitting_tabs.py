"""A row of tabs that are all visible: where it is narrow they move closer, shorten, use a smaller font, then signs.

Nothing scrolls: nobody finds a tab behind an arrow.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from simfinder.gui.style.fonts import scaled
from simfinder.gui.widgets.plain_text import plain_text

_PADDING, _TIGHT_PADDING = (
    25,
    9,
)  # pixels of a tab beside its words, as in the style, and one where Qt rounds up
_SMALLER = (0.87, 0.75)


class FittingTabs(QTabBar):
    """Tabs with words that may have a short form, and a sign for where even that would be cut."""

    def __init__(self, parent: QWidget | None = None, *, tight: bool = False) -> None:
        super().__init__(parent)
        self._words: list[tuple[str, str, str]] = []
        self._always_tight = tight
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.fontChanged.connect(self._fit_later)
        self.setProperty("tight", tight)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)

    def add(self, text: str, short: str = "", sign: str = "") -> None:
        """Add a tab; the short words are used where there is little room, signs where all tabs have one."""
        self._words.append((text, short or text, sign))
        self.addTab(text)

    def rename(self, index: int, text: str, short: str = "") -> None:
        """Give a tab other words."""
        self._words[index] = text, short or text, self._words[index][2]
        self._fit()

    def whole_width(self) -> int:
        """Return the pixels that all words take."""
        padding = _TIGHT_PADDING if self._always_tight else _PADDING
        return sum(self.fontMetrics().horizontalAdvance(word) + padding + 2 for word, _, _ in self._words)

    def least_width(self) -> int:
        """Return the pixels that the short words take in the smallest letters."""
        metrics = QFontMetrics(scaled(self._plain_font(), _SMALLER[-1]))
        return sum(metrics.horizontalAdvance(short) + _TIGHT_PADDING for _, short, _ in self._words)

    def _plain_font(self) -> QFont:
        around = self.parentWidget()
        return self.font() if around is None else around.font()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    @Slot()
    def _fit_later(self) -> None:
        """Fit once the widgets around have their fonts, too."""
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        """Take the first form that fits, or the smallest."""
        plain = self._plain_font()
        forms = [(plain, self._always_tight, 0), (plain, True, 0), (plain, True, 1)]
        forms += [(scaled(plain, factor), True, 1) for factor in _SMALLER]
        if all(sign for _, _, sign in self._words):
            forms.append((plain, True, 2))
        for font, tight, form in forms:
            padding = _TIGHT_PADDING if tight else _PADDING
            metrics = QFontMetrics(font)
            words = [every[form] for every in self._words]
            if sum(metrics.horizontalAdvance(word) + padding for word in words) <= self.width():
                break
        if self.property("tight") is not tight:
            self.setProperty("tight", tight)
            self.style().unpolish(self)
            self.style().polish(self)
        if self.font() != font:
            self.setFont(font)
        for index, word in enumerate(words):
            if self.tabText(index) != word:
                self.setTabText(index, word)
                self.setTabToolTip(index, plain_text(self._words[index][0] if form else ""))
                self.setAccessibleTabName(index, self._words[index][0])

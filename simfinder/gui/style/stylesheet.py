"""Apply a look to the whole program: palette and style sheet, in step with the system."""

from __future__ import annotations

from dataclasses import fields

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QStyle

from simfinder.gui.style.palette import (
    DARK,
    DARK_CONTRAST,
    LIGHT,
    LIGHT_CONTRAST,
    Palette,
    colors_of,
    palette_of,
)
from simfinder.gui.wording.formatting import right_to_left

_SHEET = """
* { outline: none; }
QToolTip { background: $side; color: $text; border: 1px solid $line; padding: 4px 6px; }
QFrame#topBar { background: $window; border: none; border-bottom: 1px solid $line; }
QFrame#bottomBar { background: $window; border: none; border-top: 1px solid $line; }
QFrame#banner { background: $selection; border: 1px solid $accent; border-radius: 8px; }
QWidget#side, QWidget#side QScrollArea, QWidget#side QScrollArea > QWidget > QWidget, QWidget#side QListView {
  background: $side; border: none; }
QWidget#side { border-right: 1px solid $line; }
QWidget#side QListView, WhyView { border: 1px solid transparent; }
QWidget#side QListView:focus, WhyView:focus { border: 1px solid $accent; border-radius: 4px; }
QWidget#details { background: $window; border-left: 1px solid $line; }
QSplitter::handle { background: $window; }
QLabel[role="heading"] { color: $muted; font-weight: bold; font-size: 8pt; letter-spacing: 1px; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="warning"] { color: $warning; }
QPushButton, QToolButton { background: $control; color: $text; border: 1px solid $line; border-radius: 5px;
  padding: 4px 10px; min-height: 17px; }
QToolButton { padding: 4px 6px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $line; }
QPushButton:focus, QToolButton:focus, QLineEdit:focus { border: 1px solid $accent; }
QPushButton:checked { background: $selection; color: $accent; border: 1px solid $accent; }
QPushButton:disabled, QToolButton:disabled { color: $box; }
QPushButton[role="primary"], QToolButton[role="primary"], QPushButton:default {
  background: $accent; color: $accent_text; border: 1px solid $accent; }
QPushButton[role="primary"], QToolButton[role="primary"] { font-weight: bold; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled, QPushButton:default:disabled {
  background: $hover; color: $muted; border-color: $groove; }
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus { border: 1px solid $text; }
QFrame#topBar QToolButton[role="primary"] { font-weight: normal; }
QPushButton[role="danger"] { color: $danger; border: 1px solid $danger; }
QPushButton[role="danger"]:hover { background: $removed; }
QPushButton[role="danger"]:focus, QPushButton:checked:focus { border: 1px solid $text; }
QPushButton[role="quiet"], QToolButton[role="quiet"] { border: 1px solid transparent; background: transparent;
  color: $muted; padding: 1px 2px; min-height: 15px; }
QPushButton[role="quiet"]:hover, QToolButton[role="quiet"]:hover { color: $text; background: $hover; }
QToolButton[role="fold"], QToolButton[role="fold"]:hover { border: none; background: transparent; color: $muted;
  padding: 0; min-height: 15px; }
QToolButton[role="fold"]:hover, QToolButton[role="fold"]:focus { color: $accent; }
QToolButton[role="quiet"]:checked { color: $accent; background: $selection; }
QPushButton[role="quiet"]:focus, QToolButton[role="quiet"]:focus { border: 1px solid $accent; }
QPushButton[role="quiet"]:disabled, QToolButton[role="quiet"]:disabled { color: $box; }
QToolButton[role="chip"] { background: $selection; border: 1px solid $line; border-radius: 11px; color: $text;
  padding: 2px 9px; min-height: 17px; }
QToolButton[role="chip"]:hover { border: 1px solid $muted; }
QToolButton[role="chip"]:focus { border: 1px solid $accent; }
QToolButton[popupMode="1"] { padding-$end: 21px; }
QToolButton::menu-button { border: none; border-left: 1px solid $line; width: 18px; }
QToolButton[role="primary"]::menu-button { border-left: 1px solid $accent_text; }
QToolButton::menu-indicator { image: none; }
QLineEdit { background: $control; color: $text; border: 1px solid $line; border-radius: 5px; padding: 4px 8px;
  min-height: 17px; selection-background-color: $accent; selection-color: $accent_text; }
QLineEdit QToolButton { border: none; padding: 0; min-height: 0; background: transparent; }
QLineEdit[role="small"] { padding: 0 2px; min-height: 15px; border-radius: 3px; }
QTreeView, QListView, QTableView, QPlainTextEdit { background: $window; color: $text; border: none;
  selection-background-color: $selection; selection-color: $text; }
QTableView, QPlainTextEdit, QDialog QScrollArea { border: 1px solid transparent; }
QTableView:focus, QPlainTextEdit:focus, QDialog QScrollArea:focus { border: 1px solid $accent; border-radius: 4px; }
QListView[role="completion"] { background: $control; border: 1px solid $line; padding: 3px; }
QListView[role="completion"]::item { padding: 4px 8px; border-radius: 3px; }
QListView[role="completion"]::item:selected { background: $selection; color: $text; }
QPlainTextEdit { selection-background-color: $accent; selection-color: $accent_text; }
QPlainTextEdit[role="boxed"], QListWidget { border: 1px solid $line; border-radius: 5px; padding: 2px; }
QPlainTextEdit[role="boxed"]:focus, QListWidget:focus, QComboBox:focus, QAbstractSpinBox:focus {
  border: 1px solid $accent; }
QComboBox, QAbstractSpinBox { background: $control; color: $text; border: 1px solid $line; border-radius: 5px;
  padding: 3px 8px; min-height: 19px; selection-background-color: $accent; selection-color: $accent_text; }
QComboBox:disabled, QAbstractSpinBox:disabled, QLineEdit:disabled { color: $box; }
QComboBox QAbstractItemView { background: $window; color: $text; border: 1px solid $line; padding: 3px;
  selection-background-color: $selection; selection-color: $text; }
QComboBox::drop-down, QDateEdit::drop-down { border: none; background: transparent; width: 20px; }
QComboBox::down-arrow, QDateEdit::down-arrow { image: none; width: 0; height: 0; margin-right: 6px;
  border-left: 4px solid $control; border-right: 4px solid $control; border-top: 5px solid $muted; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit { border: none; padding: 0 0 0 7px; min-height: 0; background: transparent; }
QCheckBox, QRadioButton { spacing: 7px; }
QCheckBox::indicator:unchecked, QRadioButton::indicator:unchecked { width: 13px; height: 13px;
  background: $control; border: 1px solid $muted; border-radius: 3px; }
QRadioButton::indicator:unchecked { border-radius: 7px; }
QRadioButton::indicator:checked { width: 13px; height: 13px; border: 1px solid $accent; border-radius: 7px;
  background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
    stop: 0 $accent, stop: 0.5 $accent, stop: 0.6 $control, stop: 1 $control); }
QCheckBox::indicator:unchecked:focus, QRadioButton::indicator:unchecked:focus,
QCheckBox::indicator:unchecked:hover, QRadioButton::indicator:unchecked:hover { border-color: $accent; }
QTreeView { show-decoration-selected: 1; }
QTreeView::item:selected, QTreeView::branch:selected, QListView::item:selected, QTableView::item:selected {
  background: $selection; color: $text; }
QHeaderView { background: $window; border: none; }
QHeaderView::section { background: $window; color: $muted; border: none; border-bottom: 1px solid $line;
  padding: 3px 6px; font-weight: normal; }
QHeaderView::section:hover { color: $text; }
QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: margin; subcontrol-position: top center;
  width: 9px; height: 6px; }
QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
  padding: 5px 12px; }
QTabBar[tight="true"]::tab { padding: 5px 4px; }
QTabBar::tab:selected { color: $accent; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { color: $text; }
QTabBar::tab:selected:focus { background: $selection; }
QTabBar::tab:hover { color: $text; }
QTabBar::scroller { width: 34px; }
QTabBar QToolButton { background: $window; border: none; border-radius: 0; padding: 0; min-height: 0; }
QTabBar QToolButton:hover { background: $hover; }
QMenuBar { background: $window; color: $text; border: none; padding: 3px 8px 0 8px; }
QMenuBar::item { background: transparent; padding: 3px 9px; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $selection; }
QMenu { background: $window; color: $text; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 5px 22px 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $box; }
QMenu::separator { height: 1px; background: $line; margin: 4px 6px; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 11px; } QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: $groove; border: 2px solid transparent; border-radius: 5px; }
QScrollBar::handle:hover { background: $box; }
QScrollBar::handle:vertical { min-height: 28px; margin: 0 2px; border-radius: 3px; border: none; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 2px 0; border-radius: 3px; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QDialog, QMessageBox { background: $window; }
"""


def sheet_of(colors: Palette) -> str:
    """Return the style sheet of a look."""
    sheet = _SHEET.replace("$end", "left" if right_to_left() else "right")  # Qt turns round all but paddings
    for entry in sorted(fields(colors), key=lambda f: -len(f.name)):  # $accent_text before $accent
        sheet = sheet.replace("$" + entry.name, getattr(colors, entry.name))
    return sheet


_FOLLOWS = "followsLetters"  # property of the program


def apply(app: QApplication, colors: Palette) -> None:
    """Put a look on the whole program."""
    app.setPalette(palette_of(colors))
    app.setStyleSheet(sheet_of(colors))
    if not app.property(_FOLLOWS):
        app.setProperty(_FOLLOWS, True)
        app.fontChanged.connect(lambda _: QTimer.singleShot(0, app, _hand_on))


def _hand_on() -> None:
    """Pass a changed font on: where there is a style sheet Qt tells only windows of it, not what is in them."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setStyleSheet(app.styleSheet())


LOOKS = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
"""What a person may choose; anything else follows the system."""


class SystemLook(QObject):
    """Follows the system's settings of light or dark, unless one is chosen, and of contrast, while it lives."""

    def __init__(self, app: QApplication, base: QStyle | None = None) -> None:
        super().__init__(app)
        self._app = app
        self._base = base  # the program owns it, and Python must not let go of it before
        if base is None:
            app.setStyle("Fusion")
        else:
            app.setStyle(base)
        self._contrast = False
        self._start = colors_of(app.palette())  # what the platform's own palette is, where it names no scheme
        self._chosen = ""
        self._hints = app.styleHints()  # what comes of it lives as long as this
        self._hints.colorSchemeChanged.connect(self._put_on)
        if hasattr(self._hints, "accessibility"):  # Qt 6.10 and later
            self._accessibility = self._hints.accessibility()
            self._accessibility.contrastPreferenceChanged.connect(self._put_on_contrast)
            self._contrast = _is_high(self._accessibility.contrastPreference())
        self._put_on(self._hints.colorScheme())

    def choose(self, look: str) -> None:
        """Put on a look of ``LOOKS``; any other text follows the system again."""
        self._chosen = look
        # frames and the system's own dialogs follow too, where the platform can
        self._hints.setColorScheme(LOOKS.get(look, Qt.ColorScheme.Unknown))
        self._put_on(self._hints.colorScheme())

    def _put_on(self, scheme: Qt.ColorScheme) -> None:
        scheme = LOOKS.get(self._chosen, scheme)
        known = {Qt.ColorScheme.Dark: DARK, Qt.ColorScheme.Light: LIGHT}
        colors = known.get(scheme, self._start)
        if self._contrast:
            colors = DARK_CONTRAST if colors in (DARK, DARK_CONTRAST) else LIGHT_CONTRAST
        apply(self._app, colors)

    def _put_on_contrast(self, contrast: Qt.ContrastPreference) -> None:
        self._contrast = _is_high(contrast)
        self._put_on(self._hints.colorScheme())


def choose_look(look: str) -> None:
    """Put a look of ``LOOKS`` on the program, or the system's, from now on."""
    app = QApplication.instance()
    for followed in app.findChildren(SystemLook) if app else ():
        followed.choose(look)


def _is_high(contrast: Qt.ContrastPreference) -> bool:
    return contrast is Qt.ContrastPreference.HighContrast

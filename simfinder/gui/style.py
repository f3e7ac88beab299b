"""The looks of the window, light and dark, each with more contrast too: colours, palette, style sheet.

Nothing else knows a colour.

Widgets that paint themselves ask ``colors_of`` with the palette they are given, so no state lives here and the look
may change while the window is open.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QWidget

_USUAL_LETTER = 7  # pixels, average width


@dataclass(frozen=True, slots=True)
class Colors:
    """One look. Every text on its ground has a contrast of at least 4.5 to 1."""

    window: str
    side: str
    line: str
    hover: str
    text: str
    muted: str
    accent: str
    accent_text: str
    selection: str
    control: str
    groove: str
    box: str
    keep: str
    keep_text: str
    older: str
    older_text: str
    identical: str
    identical_text: str
    protected: str
    protected_text: str
    removed: str
    removed_word: str
    added: str
    added_word: str
    warning: str
    danger: str

    def color(self, name: str) -> QColor:
        return QColor(getattr(self, name))


LIGHT = Colors(
    window="#ffffff",
    side="#f5f6f8",
    line="#e3e6eb",
    hover="#f0f2f6",
    text="#1d2330",
    muted="#667085",
    accent="#2f6fed",
    accent_text="#ffffff",
    selection="#eaf1ff",
    control="#ffffff",
    groove="#e3e6eb",
    box="#b8bdc8",
    keep="#dcf5e8",
    keep_text="#14713f",
    older="#fdefd8",
    older_text="#8a5200",
    identical="#ebe5ff",
    identical_text="#5b3fc4",
    protected="#e3e6eb",
    protected_text="#596274",
    removed="#fde2e0",
    removed_word="#f8bab5",
    added="#dcf5e0",
    added_word="#a5e2b1",
    warning="#9a5b00",
    danger="#b42318",
)

DARK = Colors(
    window="#1b1e24",
    side="#22262e",
    line="#333944",
    hover="#2a2f39",
    text="#e6e9ef",
    muted="#98a2b3",
    accent="#6c9cff",
    accent_text="#0c1526",
    selection="#27344f",
    control="#1b1e24",
    groove="#333944",
    box="#5b6475",
    keep="#1d3a2d",
    keep_text="#6bd5a0",
    older="#3e2f17",
    older_text="#f1b45b",
    identical="#2f2752",
    identical_text="#b9a7ff",
    protected="#333944",
    protected_text="#a9b2c1",
    removed="#47221f",
    removed_word="#7d332d",
    added="#1d3a26",
    added_word="#2b6a41",
    warning="#f1b45b",
    danger="#ff8f85",
)


LIGHT_CONTRAST = replace(
    LIGHT,
    side="#ffffff",
    line="#5a5a5a",
    hover="#e6e6e6",
    text="#000000",
    muted="#262626",
    accent="#0037b3",
    selection="#cfe0ff",
    groove="#a6a6a6",
    box="#4d4d4d",
    keep_text="#00401c",
    older_text="#4a2b00",
    identical_text="#2e1180",
    protected_text="#1f2630",
    warning="#5c3300",
    danger="#8f0a00",
)
"""For who asks the system for more contrast: every text at least 7 to 1, every border seen."""

DARK_CONTRAST = replace(
    DARK,
    window="#000000",
    side="#000000",
    line="#a6a6a6",
    hover="#262626",
    text="#ffffff",
    muted="#e0e0e0",
    accent="#9dc1ff",
    accent_text="#000000",
    selection="#12306b",
    control="#000000",
    groove="#666666",
    box="#b3b3b3",
    keep="#00301a",
    keep_text="#a8ffd1",
    older="#332000",
    older_text="#ffd79a",
    identical="#1f1450",
    identical_text="#dcd2ff",
    protected="#262b33",
    protected_text="#e6ebf2",
    warning="#ffd79a",
    danger="#ffb8b1",
    removed="#4d0f0a",
    removed_word="#6b1b14",
    added="#06351a",
    added_word="#0c5228",
)


_MOST_LOOKS = 256
_looks: dict[int, Colors] = {}


def colors_of(palette: QPalette) -> Colors:
    """The look that belongs to a palette. Asked for every cell that is painted: remembered by the palette's own key."""
    key = palette.cacheKey()
    known = _looks.get(key)
    if known is None:
        if len(_looks) > _MOST_LOOKS:
            _looks.clear()
        known = _looks[key] = _look_of(palette)
    return known


def _look_of(palette: QPalette) -> Colors:
    named = (palette.color(QPalette.ColorRole.Window).name(), palette.color(QPalette.ColorRole.Text).name())
    for colors in (LIGHT_CONTRAST, DARK_CONTRAST):
        if named == (colors.window, colors.text):
            return colors
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette_of(colors: Colors) -> QPalette:
    """The palette of a look."""
    palette = QPalette()
    role = QPalette.ColorRole
    named = {
        role.Window: colors.window,
        role.WindowText: colors.text,
        role.Base: colors.window,
        role.AlternateBase: colors.side,
        role.Text: colors.text,
        role.PlaceholderText: colors.muted,
        role.Button: colors.control,
        role.ButtonText: colors.text,
        role.BrightText: colors.text,
        role.Highlight: colors.accent,
        role.HighlightedText: colors.accent_text,
        role.ToolTipBase: colors.side,
        role.ToolTipText: colors.text,
        role.Link: colors.accent,
        role.LinkVisited: colors.accent,
        role.Light: colors.hover,
        role.Midlight: colors.line,
        role.Mid: colors.line,
        role.Dark: colors.box,
        role.Shadow: colors.box,
        role.Accent: colors.accent,
    }
    for which, name in named.items():
        palette.setColor(which, QColor(name))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(colors.box))
    return palette


_SHEET = """
* { outline: none; }
QToolTip { background: $side; color: $text; border: 1px solid $line; padding: 4px 6px; }
QFrame#topBar { background: $window; border: none; border-bottom: 1px solid $line; }
QFrame#bottomBar { background: $window; border: none; border-top: 1px solid $line; }
QFrame#banner { background: $selection; border: none; border-bottom: 1px solid $line; }
QWidget#side, QWidget#side QScrollArea, QWidget#side QScrollArea > QWidget > QWidget, QWidget#side QListView {
  background: $side; border: none; }
QWidget#side { border-right: 1px solid $line; }
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
QPushButton:disabled, QToolButton:disabled { color: $box; }
QPushButton[role="primary"], QToolButton[role="primary"], QPushButton:default {
  background: $accent; color: $accent_text; border: 1px solid $accent; font-weight: bold; }
QPushButton[role="primary"]:disabled, QToolButton[role="primary"]:disabled, QPushButton:default:disabled {
  background: $line; color: $muted; border-color: $line; }
QPushButton[role="primary"]:focus, QToolButton[role="primary"]:focus { border: 1px solid $text; }
QPushButton[role="danger"] { color: $danger; border: 1px solid $danger; }
QPushButton[role="danger"]:hover { background: $removed; }
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
QToolButton[popupMode="1"] { padding-right: 21px; }
QToolButton::menu-button { border: none; border-left: 1px solid $line; width: 18px; }
QToolButton::menu-indicator { image: none; }
QLineEdit { background: $control; color: $text; border: 1px solid $line; border-radius: 5px; padding: 4px 8px;
  min-height: 17px; selection-background-color: $accent; selection-color: $accent_text; }
QLineEdit[role="small"] { padding: 0 2px; min-height: 15px; border-radius: 3px; }
QTreeView, QListView, QTableView, QPlainTextEdit { background: $window; color: $text; border: none;
  selection-background-color: $selection; selection-color: $text; }
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
QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
  padding: 5px 12px; }
QTabBar[tight="true"]::tab { padding: 5px 4px; }
QTabBar::tab:selected { color: $accent; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { color: $text; }
QTabBar::tab:hover { color: $text; }
QTabBar::scroller { width: 34px; }
QTabBar QToolButton { background: $window; border: none; border-radius: 0; padding: 0; min-height: 0; }
QTabBar QToolButton:hover { background: $hover; }
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


def sheet_of(colors: Colors) -> str:
    """The style sheet of a look."""
    sheet = _SHEET
    for entry in sorted(fields(colors), key=lambda f: -len(f.name)):  # $accent_text before $accent
        sheet = sheet.replace("$" + entry.name, getattr(colors, entry.name))
    return sheet


_FOLLOWS = "followsLetters"  # property of the program


def apply(app: QApplication, colors: Colors) -> None:
    """Put a look on the whole program."""
    app.setPalette(palette_of(colors))
    app.setStyleSheet(sheet_of(colors))
    if not app.property(_FOLLOWS):
        app.setProperty(_FOLLOWS, True)
        app.fontChanged.connect(lambda _: QTimer.singleShot(0, app, _hand_on))


def _hand_on() -> None:
    """Letters that changed: where there is a style sheet Qt tells only windows of them, not what is in them."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        app.setStyleSheet(app.styleSheet())


class SystemLook(QObject):
    """Follows the system's settings of light or dark and of contrast for as long as it lives."""

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
        self._hints = app.styleHints()  # what comes of it lives as long as this
        self._hints.colorSchemeChanged.connect(self._take)
        if hasattr(self._hints, "accessibility"):  # Qt 6.10 and later
            self._accessibility = self._hints.accessibility()
            self._accessibility.contrastPreferenceChanged.connect(self._take_contrast)
            self._contrast = _is_high(self._accessibility.contrastPreference())
        self._take(self._hints.colorScheme())

    def _take(self, scheme: Qt.ColorScheme) -> None:
        known = {Qt.ColorScheme.Dark: DARK, Qt.ColorScheme.Light: LIGHT}
        colors = known.get(scheme, self._start)
        if self._contrast:
            colors = DARK_CONTRAST if colors in (DARK, DARK_CONTRAST) else LIGHT_CONTRAST
        apply(self._app, colors)

    def _take_contrast(self, contrast: Qt.ContrastPreference) -> None:
        self._contrast = _is_high(contrast)
        self._take(self._hints.colorScheme())


def _is_high(contrast: Qt.ContrastPreference) -> bool:
    return contrast is Qt.ContrastPreference.HighContrast


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """A copy of a font in another size."""
    copy = QFont(font)
    if copy.pointSizeF() > 0:
        copy.setPointSizeF(copy.pointSizeF() * factor)
    else:
        copy.setPixelSize(round(copy.pixelSize() * factor))
    copy.setBold(bold or font.bold())
    return copy


class _Follower(QObject):
    """Keeps the letters of a widget in proportion to those of the program, when a person changes them meanwhile."""

    def __init__(self, widget: QWidget, factor: float, *, bold: bool) -> None:
        super().__init__(widget)
        self._widget, self._factor, self._bold = widget, factor, bold
        widget.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.fontChanged.connect(self._set_later)
        self._set()

    @Slot()
    def _set_later(self) -> None:
        QTimer.singleShot(0, self, self._set)  # a style sheet that is set anew takes them back

    def _set(self) -> None:
        font = scaled(QApplication.font(), self._factor, bold=self._bold)
        if self._widget.font() != font:
            self._widget.setFont(font)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A style sheet that is set anew brings letters back that were long gone."""
        if event.type() is QEvent.Type.StyleChange:
            self._set_later()
        return super().eventFilter(watched, event)


def make_title(widget: QWidget, factor: float, *, bold: bool = True) -> None:
    """Give a widget letters in another size than those of the program, whatever that is or will be."""
    _Follower(widget, factor, bold=bold)


def grown(pixels: int, metrics: QFontMetrics) -> int:
    """A width that was chosen for letters of the usual size, for those of now; never less."""
    return max(pixels, round(pixels * metrics.averageCharWidth() / _USUAL_LETTER))


def row_height(pixels: int, metrics: QFontMetrics) -> int:
    """The height of a row, with room for its letters."""
    return max(pixels, metrics.lineSpacing() + 8)


def fixed_font(font: QFont) -> QFont:
    """A font of fixed width, a little smaller than the given one."""
    fixed = scaled(font, 0.9)
    fixed.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas", "monospace"])
    fixed.setStyleHint(QFont.StyleHint.Monospace)
    fixed.setFixedPitch(True)
    return fixed

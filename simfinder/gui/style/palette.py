"""The colours of the window: light and dark, each also with more contrast. No other module names a colour.

Widgets that paint themselves call ``colors_of`` with their palette, so there is no state here and the look may change
while the window is open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtGui import QColor, QPalette


@dataclass(frozen=True, slots=True)
class Palette:
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


LIGHT = Palette(
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

DARK = Palette(
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
_looks: dict[int, Palette] = {}


def colors_of(palette: QPalette) -> Palette:
    """Return the look of a palette. Asked for every cell that is painted: cached by the palette's own key."""
    key = palette.cacheKey()
    known = _looks.get(key)
    if known is None:
        if len(_looks) > _MOST_LOOKS:
            _looks.clear()
        known = _looks[key] = _look_of(palette)
    return known


def _look_of(palette: QPalette) -> Palette:
    named = (palette.color(QPalette.ColorRole.Window).name(), palette.color(QPalette.ColorRole.Text).name())
    for colors in (LIGHT_CONTRAST, DARK_CONTRAST):
        if named == (colors.window, colors.text):
            return colors
    return DARK if palette.color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def palette_of(colors: Palette) -> QPalette:
    """Return the palette of a look."""
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

"""Colours of file types and kinds of space, for the pictures of a whole scan.

As everywhere in ``style`` there is no state. Any two colours of types also differ for people who see no red or no green
(by at least 0.08 in Oklab, measured by a test), and all contrast with their background by 3 to 1.
"""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from simfinder.gui.style.palette import DARK, Palette, colors_of

LIGHT_TYPES = ("#385fd0", "#f4530f", "#408493", "#694c95", "#7b8de7", "#7d2c07", "#8e8f5f", "#a3abb8")
DARK_TYPES = ("#6282f7", "#f99b25", "#79d2a9", "#ada7f2", "#b4ecfd", "#a0927b", "#fbde3b", "#667085")

_STRONGER = 0.3

OTHERS = len(LIGHT_TYPES) - 1
"""Place of the colour that all types share that have none of their own."""


def type_colors(palette: QPalette) -> list[QColor]:
    """Return the colours of the types with the most files, most first; the last one is for all others."""
    names = DARK_TYPES if colors_of(palette) is DARK else LIGHT_TYPES
    return [QColor(name) for name in names]


def space_colors(colors: Palette) -> list[QColor]:
    """Return the colours of the kinds of space, in the order of ``space_map.KINDS``: the chips of the tree, stronger.

    A chip is read by its word; an area has to be told from its neighbour by its ground alone.
    """
    names = ("identical", "older", "protected", "keep")
    return [
        *(_mixed(colors.color(name), colors.color(name + "_text"), _STRONGER) for name in names),
        colors.color("hover"),
    ]


def _mixed(ground: QColor, ink: QColor, share: float) -> QColor:
    parts = zip(ground.getRgbF()[:3], ink.getRgbF()[:3], strict=True)  # type: ignore[index]
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in parts))

"""How wide the columns of the cluster tree are in the room there is, and which ones give way where it is narrow."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics

from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.cell_painting import CHIP_MARGIN, PERCENT_WIDTH, brief_chip
from simfinder.gui.wording.formatting import chip_text
from simfinder.model.clusters import Relation

_NAME, _LEAST_NAME, _FOLDER, _BAR = 215, 180, 96, 36
_CELL = 12  # pixels of a cell beside its words
_GIVE_WAY = (Column.SIZE, Column.MODIFIED, Column.FOLDER)
"""In this order; the details tell what they would."""


def column_widths(
    room: int, headings: tuple[str, str], metrics: QFontMetrics, *, beside: int = 0
) -> dict[Column, int]:
    """Pixels of each column, 0 for those that are not shown; the folder's is the last and takes what is left.

    Args:
        room: of all of them.
        headings: of the column of shares, in full and in short.
        metrics: of the letters.
        beside: pixels that names give away to what stands beside them.
    """
    wide = metrics.horizontalAdvance
    chips = [
        chip_text(relation, "newest", protected=False, by_hand=False)
        for relation in (Relation.KEPT, Relation.IDENTICAL, Relation.OLDER)
    ]
    widths = {
        Column.VERSION: max(map(wide, chips)) + CHIP_MARGIN + _CELL,
        Column.MODIFIED: wide("2028-08-28") + _CELL,
        Column.SIZE: wide("888.8 MB") + _CELL,
        Column.FOLDER: grown(_FOLDER, metrics),
    }
    figure = grown(PERCENT_WIDTH, metrics) + _CELL
    full, short_heading = (wide(heading) + _CELL + 2 for heading in headings)
    figure_and_bar = figure + grown(_BAR, metrics)
    shared, figure = max(figure_and_bar, full), max(figure, short_heading)
    short, least = max(short_heading, figure_and_bar), grown(_LEAST_NAME, metrics) + beside
    for column in _GIVE_WAY:  # bars get shorter before columns go, and columns go before names get short
        if sum(widths.values()) + short + least <= room:
            break
        widths[column] = 0
    if sum(widths.values()) + short + least > room:
        short = figure  # no bar at all
    if sum(widths.values()) + short + least > room:
        widths[Column.VERSION] = max(map(wide, map(brief_chip, chips))) + CHIP_MARGIN + _CELL
    fixed = sum(widths.values())
    widths[Column.SHARED] = min(shared, max(short, room - fixed - grown(_NAME, metrics) - beside))
    left = room - fixed - widths[Column.SHARED]
    if widths[Column.FOLDER]:
        rest = left + widths[Column.FOLDER]
        widths[Column.NAME] = max(least, min(left, round(rest * 0.62)))
    else:
        widths[Column.NAME] = max(least // 2, left)
    return widths

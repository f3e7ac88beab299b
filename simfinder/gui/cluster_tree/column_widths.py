"""Fit the columns of the cluster tree to the room there is: which widths, and which columns hide where it is narrow."""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtGui import QFontMetrics

from simfinder.gui.cluster_tree.model.row_kinds import Column
from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.cell_painting import CHIP_MARGIN, PERCENT_WIDTH, SMALL_CHIP
from simfinder.gui.wording.formatting import brief_chip_text, chip_text
from simfinder.model.clusters import Relation

_NAME, _LEAST_NAME, _MOST_NAME, _FOLDER, _BAR = 215, 180, 420, 96, 36
_CELL = 12  # pixels of a cell beside its words
_GIVE_WAY = (Column.SIZE, Column.MODIFIED, Column.FOLDER)
"""Columns that hide first, in this order; the details panel shows what they would."""
_FOR_NAMES = (Column.SIZE, Column.MODIFIED)
"""Columns that hide for names that would be cut; the folder tells files of one name apart."""
_USUAL = (Relation.KEPT, Relation.IDENTICAL, Relation.OLDER)


def column_widths(
    room: int,
    heading: str,
    metrics: QFontMetrics,
    *,
    beside: int = 0,
    names: int = 0,
    longest: int = 0,
    relations: Collection[Relation] = (),
) -> dict[Column, int]:
    """Return the width of each column in pixels, 0 for hidden ones. The folder comes last and takes the rest.

    Args:
        room: pixels for all columns.
        heading: of the similarity column.
        metrics: of the font.
        beside: pixels of the name column that its thumbnail takes.
        names: pixels that nearly all names to be shown need, without ``beside``; columns hide for them.
        longest: pixels that all of them need; the folder is cut for them, but does not hide.
        relations: chips to be shown beside the usual ones; for names they have fewer words and smaller letters, but
            are not cut.
    """
    wide = metrics.horizontalAdvance
    chips = [
        (chip_text(relation, "newest", protected=False, by_hand=False), relation)
        for relation in {*_USUAL, *relations}
    ]
    chips.append((chip_text(Relation.OLDER, "", protected=True, by_hand=False), Relation.OLDER))
    brief = max(wide(brief_chip_text(*chip)) for chip in chips)
    widths = {
        Column.VERSION: max(wide(text) for text, _ in chips) + CHIP_MARGIN + _CELL,
        Column.MODIFIED: wide("2028-08-28") + _CELL,
        Column.SIZE: wide("888.8 MB") + _CELL,
        Column.FOLDER: grown(_FOLDER, metrics),
    }
    figure = grown(PERCENT_WIDTH, metrics) + _CELL
    figure_and_bar, figure = (
        max(pixels, wide(heading) + _CELL + 2) for pixels in (figure + grown(_BAR, metrics), figure)
    )
    similarity, least = figure_and_bar, grown(_LEAST_NAME, metrics) + beside
    wanted = max(least, min(names, grown(_MOST_NAME, metrics)) + beside)
    for columns, needed in ((_FOR_NAMES, wanted), (_GIVE_WAY, least)):
        for column in columns:  # columns go before names get short
            if sum(widths.values()) + similarity + needed <= room:
                break
            widths[column] = 0
    if sum(widths.values()) + similarity + wanted > room:
        widths[Column.VERSION] = brief + CHIP_MARGIN + _CELL
    if sum(widths.values()) + similarity + wanted > room and not widths[Column.FOLDER]:
        similarity = figure  # no bar at all
    missing = sum(widths.values()) + similarity + wanted - room
    widths[Column.VERSION] -= max(0, min(missing, brief - math.ceil(brief * SMALL_CHIP)))
    fixed = sum(widths.values())
    widths[Column.SHARED] = min(
        figure_and_bar, max(similarity, room - fixed - max(wanted, grown(_NAME, metrics) + beside))
    )
    left = room - fixed - widths[Column.SHARED]
    if widths[Column.FOLDER]:
        rest = left + widths[Column.FOLDER]
        all_names = min(longest, grown(_MOST_NAME, metrics)) + beside
        widths[Column.NAME] = max(least, min(left, max(wanted, all_names, round(rest * 0.62))))
    else:
        widths[Column.NAME] = max(least // 2, left)
    return widths

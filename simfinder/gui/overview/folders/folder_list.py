"""The list of the folders view: a sentence for each pair or group of folders, and how it is painted.

A group of three and more folders opens to a row for each of them, newest first.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from simfinder.gui.overview.folders.folder_pairs import FolderEntry, PairRow
from simfinder.gui.style.fonts import grown, scaled
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.cell_painting import PERCENT_WIDTH, paint_bar
from simfinder.gui.widgets.table_delegate import TableDelegate, arrow_rect, paint_arrow
from simfinder.gui.widgets.table_model import Field, Index, RowModel, TableRole
from simfinder.gui.wording.formatting import counted, folder_text, names_apart, percent_text, shown, size_text
from simfinder.model.clusters import FolderRelation

_HEIGHT, _AROUND = 46, 14  # pixels of a row: two lines; above, below and between them, with large letters
_INDENT = 18  # pixels before a sentence: the arrow of a group
_BAR, _NARROW = 112, 380  # pixels of bar and figure, and of a list that has room for the bar
_WHERE = Qt.ItemDataRole.UserRole + 20
_PARTS = Qt.ItemDataRole.UserRole + 21
_DOUBT = Qt.ItemDataRole.UserRole + 22
_SHORT = Qt.ItemDataRole.UserRole + 23


class Listed(NamedTuple):
    """A row of the list.

    Attributes:
        entry: the pair or group it belongs to.
        row: its folder beside the one that stays; of a group's own row the newest of them.
        head: it is a group's own row.
    """

    entry: FolderEntry
    row: PairRow
    head: bool


class FolderList(RowModel[Listed]):
    """Entries as rows.

    Args:
        entries: in their order.
        open_groups: the folders that stay of groups whose folders are listed.
    """

    def __init__(
        self, entries: Iterable[FolderEntry], open_groups: Collection[str], parent: QObject | None = None
    ) -> None:
        self._open = open_groups
        rows = list(self._listed(entries))
        super().__init__(rows, [Field(_tr("Folders"), _plain_sentence, tip, spoken=_spoken)], parent)

    def _listed(self, entries: Iterable[FolderEntry]) -> Iterator[Listed]:
        for entry in entries:
            yield Listed(entry, entry.rows[0], entry.is_group)
            if entry.is_group and entry.kept in self._open:
                for row in entry.rows:
                    yield Listed(entry, row, False)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        listed = self.row(index.row())
        match role:
            case TableRole.LEVEL:
                return int(listed.entry.is_group and not listed.head)
            case TableRole.FOLDED:
                return listed.entry.kept not in self._open if listed.head else None
            case TableRole.SHARE:
                return listed.entry.share if listed.head else listed.row.share
            case _ if role == _PARTS:
                return sentence(listed), changes_text(listed)
            case _ if role == _SHORT:
                return short_sentence(listed)
            case _ if role == _WHERE:
                return _details(listed)
            case _ if role == _DOUBT:
                return _in_doubt(listed)
        return super().data(index, role)


def two_lines(metrics: QFontMetrics) -> int:
    """Return the height of a row, with room for its letters."""
    return max(_HEIGHT, 2 * metrics.lineSpacing() + _AROUND)


class FolderDelegate(TableDelegate):
    """Paints a sentence with its folders in bold, figures below it, and how much is shared at its end."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, two_lines(option.fontMetrics))

    def paint(self, painter: QPainter, option: Any, index: QModelIndex | QPersistentModelIndex) -> None:
        colors, metrics = colors_of(option.palette), option.fontMetrics
        painter.save()
        painter.setClipRect(option.rect)
        painter.setFont(option.font)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colors.color("selection"))
        level, folded = index.data(TableRole.LEVEL), index.data(TableRole.FOLDED)
        line = QRect(option.rect.adjusted(0, 4, 0, -4))
        line.setHeight(line.height() // 2)
        if folded is not None:
            option.rect = QRect(line)
            self._paint_arrow_at(painter, option, colors.color("muted"), level, folded=folded)
        cell = line.adjusted(_INDENT + 6 + 16 * level, 0, -8, 0)
        wide = grown(_BAR if option.rect.width() >= grown(_NARROW, metrics) else PERCENT_WIDTH, metrics)
        (parts, changes), (figures, freed) = index.data(_PARTS), index.data(_WHERE)
        second = cell.translated(0, cell.height())
        below, under = self._split(second, max(wide, metrics.horizontalAdvance(freed)), option.direction)
        text, end = self._split(cell, wide, option.direction)
        if self._wide(parts, option) > text.width():  # names say more than a bar
            text, end = self._split(cell, grown(PERCENT_WIDTH, metrics), option.direction)
        relation = ""
        if self._wide(parts, option) > text.width():  # and more than words between them
            parts, relation = index.data(_SHORT)
        if changes and self._wide(parts, option) + metrics.horizontalAdvance(f", {changes}") <= text.width():
            parts = [*parts, (f", {changes}", False)]
        elif changes:  # names say more
            figures = f"{changes} · {figures}"
        if relation:
            figures = f"{relation} · {figures}"
        self._paint_parts(painter, text, parts, option)
        share = index.data(TableRole.SHARE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_bar(painter, end, share, percent_text(share), colors)
        painter.setPen(colors.color("warning" if index.data(_DOUBT) else "muted"))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(
            below, align, metrics.elidedText(figures, Qt.TextElideMode.ElideRight, below.width())
        )
        painter.setPen(colors.color("muted"))
        painter.drawText(under, align | Qt.AlignmentFlag.AlignRight, freed)
        painter.restore()

    def _wide(self, parts: Sequence[tuple[str, bool]], option: Any) -> int:
        strong = QFontMetrics(scaled(option.font, 1.0, bold=True))
        return sum((strong if name else option.fontMetrics).horizontalAdvance(text) for text, name in parts)

    def _split(self, cell: QRect, wide: int, direction: Qt.LayoutDirection) -> tuple[QRect, QRect]:
        text = cell.adjusted(0, 0, -wide - 10, 0)
        end = cell.adjusted(cell.width() - wide, 0, 0, 0)
        return QStyle.visualRect(direction, cell, text), QStyle.visualRect(direction, cell, end)

    def _paint_arrow_at(
        self, painter: QPainter, option: Any, color: Any, level: int, *, folded: bool
    ) -> None:
        paint_arrow(painter, arrow_rect(option, level), color, option.direction, folded=folded)

    def _paint_parts(
        self, painter: QPainter, cell: QRect, parts: Sequence[tuple[str, bool]], option: Any
    ) -> None:
        """Paint words one behind the other; long names give way in their middle."""
        colors = colors_of(option.palette)
        bold = scaled(option.font, 1.0, bold=True)
        strong = QFontMetrics(bold)
        words = sum(option.fontMetrics.horizontalAdvance(text) for text, name in parts if not name)
        names = [text for text, name in parts if name]
        room = max(40 * len(names), cell.width() - words)
        wide = [strong.horizontalAdvance(name) for name in names]
        fair = room // max(1, len(names))
        spare = sum(max(0, fair - each) for each in wide)
        x = cell.left()
        right_to_left = option.direction is Qt.LayoutDirection.RightToLeft
        painter.setPen(colors.color("text"))
        for text, name in parts:
            metrics = strong if name else option.fontMetrics
            left = cell.right() - x + 1
            if left <= 0:
                break
            if name and metrics.horizontalAdvance(text) > fair + spare:
                text = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, fair + spare)
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, left)
            width = metrics.horizontalAdvance(text)
            place = QRect(x, cell.top(), width, cell.height())
            if right_to_left:
                place.moveLeft(cell.left() + cell.right() - place.right())
            painter.setFont(bold if name else option.font)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)
            x += width
        painter.setFont(option.font)


def sentence(listed: Listed) -> list[tuple[str, bool]]:
    """Say what a row is: words, and names of folders (True)."""
    entry, row = listed.entry, listed.row
    if listed.head:
        count = len(entry.rows)
        if all(one.relation is FolderRelation.IDENTICAL for one in entry.rows):
            text = counted(count, _tr("%1 has %n copy"), _tr("%1 has %n copies"))
        else:
            text = counted(count, _tr("%1 has %n other version"), _tr("%1 has %n other versions"))
        return _filled(text, shown(entry.name), "")
    return _filled(_what(row), beside(row.path, row.kept), beside(row.kept, row.path))


def _what(row: PairRow) -> str:
    """Return the sentence of a pair, with places for both names."""
    match row.relation:
        case FolderRelation.IDENTICAL:
            return _tr("%1 is a copy of %2")
        case FolderRelation.CONTAINED:
            return _tr("%1 is in %2 as a whole")
        case FolderRelation.VERSION:
            if row.order > 0 and not row.contradicts:
                return _tr("%1 is an older copy of %2")
            if row.order < 0 and not row.contradicts:
                return _tr("%1 is a newer copy of %2")
            return _tr("%1 is a copy of %2")
    return _tr("%1 and %2 have files in common")


def short_sentence(listed: Listed) -> tuple[list[tuple[str, bool]], str]:
    """Return the names alone, where there is no room for the sentence, and what they are to one another, in a word."""
    entry, row = listed.entry, listed.row
    if listed.head:
        text = counted(len(entry.rows), _tr("%1 and %n more"), _tr("%1 and %n more"))
        return _filled(text, shown(entry.name), ""), ""
    name = beside(row.path, row.kept)
    if entry.is_group:  # the other one is named above
        return [(name, True)], _relation_word(row)
    return [(name, True), (" ↔ ", False), (beside(row.kept, row.path), True)], _relation_word(row)


def _relation_word(row: PairRow) -> str:
    match row.relation:
        case FolderRelation.CONTAINED:
            return _tr("in it as a whole")
        case FolderRelation.SIMILAR:
            return _tr("files in common")
        case FolderRelation.VERSION if row.order and not row.contradicts:
            return _tr("older copy") if row.order > 0 else _tr("newer copy")
    return _tr("copy")


def changes_text(listed: Listed) -> str:
    """Say how many files differ; "" where none does, and of a group."""
    row = listed.row
    if row.changed and not listed.head:
        return counted(row.changed, _tr("%n file changed"), _tr("%n files changed"))
    return ""


def _details(listed: Listed) -> tuple[str, str]:
    """Return the second line: figures and places, and what can be freed."""
    entry, row = listed.entry, listed.row
    if listed.head:
        order = " › ".join(map(shown, told_apart(entry.paths)))
        if any(one.contradicts for one in entry.rows):
            text = _tr("names and times contradict each other: %1").replace("%1", order)
        elif all(one.order > 0 for one in entry.rows):
            text = _tr("newest first: %1").replace("%1", order)
        else:
            text = order
        return f"{text} · {folder_text(os.path.dirname(entry.kept))}", _freed_text(entry.bytes_freed)
    parts = []
    if _in_doubt(listed):
        parts.append(_tr("names and times contradict each other"))
    parts.append(counted(row.same, _tr("%n file the same"), _tr("%n files the same")))
    if row.only_here:
        parts.append(counted(row.only_here, _tr("%n only in the first"), _tr("%n only in the first")))
    if row.only_there:
        parts.append(counted(row.only_there, _tr("%n only in the second"), _tr("%n only in the second")))
    parts.append(folder_text(os.path.dirname(row.path)))
    return " · ".join(parts), _freed_text(row.bytes_freed)


def _freed_text(size: int) -> str:
    return _tr("frees %1").replace("%1", size_text(size)) if size else ""


def _in_doubt(listed: Listed) -> bool:
    rows = listed.entry.rows if listed.head else (listed.row,)
    return any(row.contradicts and row.relation is FolderRelation.VERSION for row in rows)


def tip(listed: Listed) -> str:
    """Return whole paths, and what the words mean."""
    lines = [shown(path) for path in (listed.entry.paths if listed.head else (listed.row.path,))]
    if not listed.head:
        lines = [
            _tr("%1 of %2\nis in %3")
            .replace("%1", percent_text(listed.row.share))
            .replace("%2", shown(listed.row.path))
            .replace("%3", shown(listed.row.kept)),
            _meaning(listed.row.relation),
        ]
    else:
        lines[0] = _tr("%1 stays").replace("%1", lines[0])
    return "\n".join(lines)


def _meaning(relation: FolderRelation) -> str:
    return {
        FolderRelation.IDENTICAL: _tr("Every file of each has an identical one in the other."),
        FolderRelation.CONTAINED: _tr("Every file of it has an identical one in the folder that stays."),
        FolderRelation.VERSION: _tr("Most of it is the same or changed in the other: a version of it."),
        FolderRelation.SIMILAR: _tr("Both share files; which one should stay is for you to say."),
    }[relation]


def _plain_sentence(listed: Listed) -> str:
    said = "".join(text for text, _ in sentence(listed))
    return ", ".join(filter(None, (said, changes_text(listed))))


def _spoken(listed: Listed) -> str:
    figures, freed = _details(listed)
    share = listed.entry.share if listed.head else listed.row.share
    parts = [_plain_sentence(listed), _tr("%1 shared").replace("%1", percent_text(share)), figures, freed]
    return ", ".join(part for part in parts if part)


def alike_texts(entries: Iterable[FolderEntry]) -> dict[str, str]:
    """Return by path what folders are that are copies or versions of others."""
    texts: dict[str, str] = {}
    for entry in entries:
        if entry.strong:
            head = Listed(entry, entry.rows[0], True) if entry.is_group else None
            for row in entry.rows:
                texts.setdefault(row.path, _plain_sentence(Listed(entry, row, False)))
            text = _plain_sentence(head or Listed(entry, entry.rows[0], False))
            texts.setdefault(entry.kept, text)
    return texts


def short_names(entry: FolderEntry) -> str:
    """Return the folders of an entry in few words."""
    names = [shown(name) for name in told_apart(entry.paths)]
    if not entry.is_group:
        return f"{names[1]} ↔ {names[0]}"
    text = counted(len(names) - 1, _tr("%1 and %n more"), _tr("%1 and %n more"))
    return text.replace("%1", shown(entry.name))


def told_apart(paths: Sequence[str]) -> list[str]:
    """Return the names of folders; where two have one name, with all folders above that tell them apart."""
    names = [os.path.basename(path) or path for path in paths]
    if len(set(names)) == len(names):
        return names
    above = os.path.commonpath(paths)
    return [os.path.relpath(path, above) for path in paths]


def beside(path: str, other: str) -> str:
    """Return the name of a folder, with those of folders it is in where both have one name."""
    return shown(names_apart(path, other)[0] or path)


def _filled(text: str, first: str, second: str) -> list[tuple[str, bool]]:
    """Cut a sentence at its two places for names."""
    names = {"%1": first, "%2": second}
    parts: list[tuple[str, bool]] = []
    while text:
        places = [(text.find(place), place) for place in names if place in text]
        if not places:
            parts.append((text, False))
            break
        at, place = min(places)
        if at:
            parts.append((text[:at], False))
        parts.append((names[place], True))
        text = text[at + len(place) :]
    return parts


def _tr(text: str) -> str:
    return QCoreApplication.translate("Folders", text)

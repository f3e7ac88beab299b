"""The map: space by folder as a treemap, by type as bars, and how much of it can be freed.

A click on a folder or type filters the tree. Imported only when the view opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from simfinder.app.views.space_map import FREE, KINDS, TOP, Kind, SpaceMap
from simfinder.app.views.treemap import Cell
from simfinder.gui.overview.space_map.kind_legend import KindLegend
from simfinder.gui.overview.space_map.treemap_canvas import TreemapCanvas
from simfinder.gui.overview.space_map.type_bars import TypeBars, TypeSpace
from simfinder.gui.state.mark_scope import here_action
from simfinder.gui.style.fonts import make_title
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.formatting import counted, folder_text, key_text, shown, size_text

_NARROW = 600  # pixels
_BARS, _BARS_NARROW = 216, 148
_TYPES = 12  # rows by type, at most
_CRUMBS = 5  # folders of the way that are shown


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of files that the tree has to show.

    Attributes:
        folder: path of a folder; None where a type was chosen.
        directly: only the files that lie directly in the folder.
        type: a type as ``file_type.type_of`` gives it; None where a folder was chosen.
    """

    folder: str | None = None
    directly: bool = False
    type: str | None = None


class MapView(QWidget):
    """Treemap, bars, way and legend.

    Signals:
        filtered: a ``Choice``, or None when it is let go.
        selected: indexes of the files it stands for, a sorted list; empty when it is let go.
        folders_wanted: path of a folder that is to be shown among the folders that are alike.
        mark_wanted: indexes of files among which the older versions are to be marked, and the words of where they are.
    """

    filtered = Signal(object)
    selected = Signal(object)
    mark_wanted = Signal(object, str)
    folders_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._space: SpaceMap | None = None
        self._chosen: Cell | int | None = None
        self._selection: list[int] = []
        self._bars_room = _TYPES
        self.can_mark = True
        self._alike: Mapping[str, str] = {}
        self.title = PlainLabel(self.tr("Map"))
        make_title(self.title, 1.25)
        self.status = ElidedLabel()
        self.status.setProperty("role", "muted")
        self.canvas = TreemapCanvas(
            self._cell_name, self._cell_tip, lambda cell: bool(self._alike_text(cell))
        )
        self.canvas.setAccessibleName(self.tr("Map: space by folder"))
        self.bars = TypeBars()
        self.bars.setFixedWidth(_BARS)
        self.crumbs: list[QWidget] = []
        self._way = QHBoxLayout()
        self._way.setSpacing(0)
        self.legend = KindLegend(self._kind_texts().values())
        self._lay_out()
        self.canvas.chosen.connect(self._choose_cell)
        self.canvas.entered.connect(self.enter)
        self.canvas.left.connect(self.leave)
        self.canvas.icon_clicked.connect(lambda cell: self.folders_wanted.emit(self._path(cell)))
        self.canvas.menu_wanted.connect(self._open_menu)
        self.canvas.current_changed.connect(self._describe)
        self.bars.chosen.connect(self._choose_type)
        self.bars.room_changed.connect(self._fit_bars)
        self.show_map(None)

    def _kind_texts(self) -> dict[Kind, tuple[str, str]]:
        return {
            Kind.IDENTICAL: (self.tr("identical"), self.tr("Copies of a file that is kept: free to go.")),
            Kind.OLDER: (
                self.tr("older"),
                self.tr("Older versions of a file that is kept, within the tolerance: free to go."),
            ),
            Kind.SIMILAR: (
                self.tr("similar"),
                self.tr(
                    "Similar to a file that is kept, but newer, too different, protected or in a project folder: stays."
                ),
            ),
            Kind.KEPT: (self.tr("keep"), self.tr("The file that each cluster keeps.")),
            Kind.UNIQUE: (self.tr("unique"), self.tr("Files with no similar ones.")),
        }

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addWidget(self.status, 1)
        heading = PlainLabel(self.tr("BY TYPE, ALL FOLDERS"))
        heading.setProperty("role", "heading")
        side = QVBoxLayout()
        side.setSpacing(4)
        side.addWidget(heading)
        side.addWidget(self.bars, 1)
        left = QVBoxLayout()
        left.setSpacing(4)
        left.addLayout(self._way)
        left.addWidget(self.canvas, 1)
        middle = QHBoxLayout()
        middle.setSpacing(14)
        middle.addLayout(left, 1)
        middle.addLayout(side)
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 9, 12, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(middle, 1)
        column.addWidget(self.legend)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the bars in a narrow place."""
        super().resizeEvent(event)
        self.bars.setFixedWidth(_BARS if self.width() >= _NARROW else _BARS_NARROW)

    # what is shown
    def show_map(self, space: SpaceMap | None) -> None:
        """Take the map of a scan; None for nothing. The folder that is shown and what is chosen stay if they can."""
        old, chosen = self._space, self._chosen
        top, kept = TOP, None
        if space is None or old is None or space.tree is not old.tree:
            for menu in self.findChildren(QMenu):
                menu.close()  # its cell is another folder now
        else:
            top = self.canvas.top if space.files[self.canvas.top] else TOP
            kept = chosen
            if isinstance(chosen, int):
                name = old.type_names[chosen]
                kept = space.type_names.index(name) if name in space.type_names else None
        self._space, self._chosen = space, kept
        self.canvas.empty_text = (
            self.tr("Scan a folder to see where its space goes.")
            if space is None
            else self.tr("There are no files to show, or all of them are empty.")
        )
        self._show_bars()
        self._show_folder(top)
        self._show_chosen()
        self.set_selection(self._selection)

    def _show_bars(self) -> None:
        self._bars_room = min(_TYPES, self.bars.room())
        self.bars.show_rows(self._rows())

    def _fit_bars(self) -> None:
        """Show as many types as fit; the last row sums up the others."""
        if min(_TYPES, self.bars.room()) != self._bars_room:
            self._show_bars()
            self._show_chosen()

    def set_selection(self, indexes: Iterable[int]) -> None:
        """Outline the folders of these files. No signal follows."""
        self._selection = list(indexes)
        folders: Iterable[int] = ()
        if self._space is not None and self._selection:
            of = self._space.tree.folder_of
            asked = np.array(self._selection, dtype=np.int64)
            hit = np.zeros(len(self._space.tree), dtype=np.bool_)
            hit[of[asked[(asked >= 0) & (asked < len(of))]]] = True
            folders = np.flatnonzero(hit).tolist()
        self.canvas.mark_folders(folders)

    def enter(self, folder: int) -> None:
        """Show a folder alone."""
        self._show_folder(folder)
        self.canvas.setFocus()

    def leave(self) -> None:
        """Show what lies above."""
        if self._space is not None and self.canvas.top != TOP:
            self.enter(int(self._space.tree.parents[self.canvas.top]))

    def _show_folder(self, folder: int) -> None:
        self.canvas.show_folder(self._space, folder)
        for button in self.crumbs:
            self._way.removeWidget(button)
            button.deleteLater()
        while self._way.count():
            self._way.takeAt(0)
        self.crumbs = []
        space = self._space
        if space is not None:
            way = space.tree.way(folder)
            for at in [way[0], *way[1:][-(_CRUMBS - 1) :]]:
                self.crumbs.append(
                    self._crumb(at, last=at == folder, cut=len(way) > _CRUMBS and at == way[0])
                )
        for button in self.crumbs:
            self._way.addWidget(button)
        self._way.addStretch(1)
        totals = space.folders[folder].tolist() if space is not None else [0] * len(KINDS)
        self.legend.show_figures([size_text(size) if space is not None else "" for size in totals])
        self._show_status(folder)

    def _crumb(self, folder: int, *, last: bool, cut: bool) -> QWidget:
        name = self._folder_name(folder)
        text = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 220)
        if last:
            label = PlainLabel(text)
            label.setContentsMargins(3, 0, 0, 0)
            return label
        button = QToolButton()
        button.setProperty("role", "quiet")
        button.setText(text.replace("&", "&&") + ("  ›  …  ›" if cut else "  ›"))
        button.setAccessibleName(self.tr("Show %1").replace("%1", name))
        button.clicked.connect(lambda: self.enter(folder))
        return button

    def _show_status(self, folder: int) -> None:
        space = self._space
        if space is None or not space.files[folder]:
            self.status.show_text("")
            return
        kinds = space.folders[folder].tolist()
        self.status.show_text(
            " · ".join([self._whole_text(kinds, int(space.files[folder])), self._free_text(kinds)])
        )

    # words
    def _folder_name(self, folder: int) -> str:
        space = self._space
        if space is None:
            return ""
        name = space.tree.names[folder]
        if not name:
            return self.tr("All folders")
        top = space.tree.parents[folder] < 0 or not space.tree.names[int(space.tree.parents[folder])]
        return folder_text(name) if top else shown(name)

    def _cell_name(self, cell: Cell) -> str:
        if cell.own:
            return counted(cell.files, self.tr("%n file"), self.tr("%n files"))
        if cell.others:
            return counted(cell.others, self.tr("%n more"), self.tr("%n more"))
        return self._folder_name(cell.folder)

    def _cell_title(self, cell: Cell) -> str:
        name = self._folder_name(cell.folder)
        if cell.own:
            return self.tr("Files directly in %1").replace("%1", name)
        if cell.others:
            return self.tr("Small folders in %1").replace("%1", name)
        return name

    def _cell_tip(self, cell: Cell) -> str:
        lines = [self._cell_title(cell), *self._figures(cell.kinds, cell.files)]
        if text := self._alike_text(cell):
            lines.append(text)
        return _tip(lines)

    # folders that are alike
    def show_alike(self, alike: Mapping[str, str]) -> None:
        """Mark the folders that are copies or versions of others.

        Args:
            alike: by path what they are.
        """
        if alike != self._alike:
            self._alike = alike
            self.canvas.repaint_cells()

    def _path(self, cell: Cell) -> str:
        assert self._space is not None
        return self._space.tree.path(cell.folder)

    def _alike_text(self, cell: Cell) -> str:
        """Say of which folder a cell is a copy; "" for most."""
        if cell.own or cell.others or not self._alike or self._space is None:
            return ""
        return self._alike.get(self._path(cell), "")

    def _whole_text(self, kinds: Sequence[int], files: int) -> str:
        text = counted(files, self.tr("%1 in %n file"), self.tr("%1 in %n files"))
        return text.replace("%1", size_text(sum(kinds)))

    def _free_text(self, kinds: Sequence[int]) -> str:
        free = sum(kinds[:FREE])
        return (
            self.tr("%1 can be freed").replace("%1", size_text(free)) if free else self.tr("nothing to free")
        )

    def _figures(self, kinds: Sequence[int], files: int) -> list[str]:
        """Return all figures in words, a line each."""
        lines = [self._whole_text(kinds, files)]
        texts = {
            Kind.IDENTICAL: self.tr("%1 are identical copies: free to go"),
            Kind.OLDER: self.tr("%1 are older versions: free to go"),
            Kind.SIMILAR: self.tr("%1 are similar to others, and stay"),
            Kind.KEPT: self.tr("%1 are kept files of clusters"),
            Kind.UNIQUE: self.tr("%1 have no similar files"),
        }
        return lines + [
            texts[kind].replace("%1", size_text(size))
            for kind, size in zip(KINDS, kinds, strict=True)
            if size
        ]

    def _rows(self) -> list[TypeSpace]:
        space = self._space
        if space is None or not len(space.types):
            return []
        totals = space.types.sum(axis=1).tolist()
        most = max(1, *totals)
        room = self._bars_room
        single = len(totals) <= room
        rows = []
        for place in range(len(totals) if single else room - 1):
            kinds = tuple(space.types[place].tolist())
            name = (
                shown("." + space.type_names[place]) if space.type_names[place] else self.tr("no extension")
            )
            tip = _tip([name, *self._figures(kinds, int(space.type_files[place]))])
            short = "" if space.type_names[place] else "–"
            share = totals[place] / most
            rows.append(TypeSpace(name, size_text(totals[place]), kinds, share, tip, place, short))
        if not single:
            rest = slice(room - 1, None)
            kinds = tuple(space.types[rest].sum(axis=0).tolist())
            others = len(totals) - room + 1
            name = counted(others, self.tr("%n other type"), self.tr("%n other types"))
            tip = _tip([name, *self._figures(kinds, int(space.type_files[rest].sum()))])
            rows.append(
                TypeSpace(name, size_text(sum(kinds)), kinds, sum(kinds) / most, tip, -1, f"+{others}")
            )
        return rows

    def _describe(self, cell: Cell | None) -> None:
        """Describe the cell that keys act on for screen readers."""
        words = self.canvas.empty_text if cell is None else self._cell_title(cell)
        lines = [] if cell is None else self._figures(cell.kinds, cell.files)
        if cell is not None and (text := self._alike_text(cell)):
            lines.append(text)
        self.canvas.setAccessibleDescription(", ".join([words, *lines]))

    # the menu of a cell
    def menu_of(self, cell: Cell) -> QMenu:
        """Make the menu of a cell."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        mark = here_action(menu)
        mark.setEnabled(self.can_mark and not cell.others and sum(cell.kinds[:FREE]) > 0)
        mark.triggered.connect(lambda: self.mark_wanted.emit(self._files_of(cell), self._where(cell)))
        menu.addAction(mark)
        menu.addSeparator()
        menu.addAction(
            self.tr("Show only these files") + "\t" + key_text("Space"), lambda: self._choose(cell)
        )
        if not cell.own and not cell.others:
            menu.addAction(
                self.tr("Zoom into this folder") + "\t" + key_text("Enter"), lambda: self.enter(cell.folder)
            )
        if self._alike_text(cell):
            menu.addAction(self.tr("Show its copies"), lambda: self.folders_wanted.emit(self._path(cell)))
        return menu

    def _open_menu(self, cell: Cell, place: QPoint) -> None:
        self.menu_of(cell).popup(place)

    def _where(self, cell: Cell) -> str:
        name = self._folder_name(cell.folder)
        if cell.own:
            return self.tr("directly in %1").replace("%1", name)
        return self.tr("in %1").replace("%1", name)

    def _files_of(self, cell: Cell) -> list[int]:
        space = self._space
        assert space is not None
        files: list[int] = space.files_in(cell.folder, directly=cell.own).tolist()
        return files

    # choosing
    def _choose_cell(self, cell: Cell | None) -> None:
        self._choose(cell)

    def _choose_type(self, place: int) -> None:
        self._choose(place if place >= 0 else None)

    def clear_choice(self) -> None:
        """Let go what was chosen, without a signal: the filter was taken back elsewhere."""
        self._chosen = None
        self._show_chosen()

    def _choose(self, chosen: Cell | int | None) -> None:
        self._chosen = chosen
        self._show_chosen()
        self.filtered.emit(self.choice)
        self.selected.emit(self.selected_files())

    def _show_chosen(self) -> None:
        chosen = self._chosen
        self.canvas.set_chosen(chosen if isinstance(chosen, Cell) else None)
        self.bars.set_chosen(chosen if isinstance(chosen, int) else -1)

    @property
    def choice(self) -> Choice | None:
        """Return the files that the tree has to show."""
        space, chosen = self._space, self._chosen
        if space is None or chosen is None:
            return None
        if isinstance(chosen, int):
            return Choice(type=space.type_names[chosen])
        return Choice(folder=space.tree.path(chosen.folder), directly=chosen.own)

    def selected_files(self) -> list[int]:
        """Return the indexes of the selected files, ascending."""
        space, chosen = self._space, self._chosen
        if space is None or chosen is None:
            return []
        if isinstance(chosen, int):
            files = space.files_of_type(chosen)
        else:
            files = space.files_in(chosen.folder, directly=chosen.own)
        return list(files.tolist())


def _tip(lines: list[str]) -> str:
    """Return lines as a tool tip; names may contain anything, so markup in them is escaped."""
    first, *rest = (escape(line) for line in lines)
    return "<p style='white-space:pre'><b>" + first + "</b><br>" + "<br>".join(rest) + "</p>"

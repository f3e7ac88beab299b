"""The key space as a picture to explore: size against key, a colour per type, the selection shared with the tree.

The canvas paints and handles gestures, ``app.views.key_space`` knows the positions. Imported only when the view opens,
because it needs numpy.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QTabBar,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from simfinder.app.views.key_space import KeySpace, log_scale
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.key_space.plot import Axis, Tag, bytes_words, number_words
from simfinder.gui.overview.key_space.point_canvas import AT_ONCE, PointCanvas, Tool
from simfinder.gui.overview.key_space.point_image import Points
from simfinder.gui.overview.key_space.type_legend import Entry, TypeLegend
from simfinder.gui.style.fonts import grown, make_title
from simfinder.gui.style.type_colors import OTHERS, type_colors
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import count_text, counted, folder_text, shown, size_text

_NARROW = 690  # pixels
_LEGEND, _LEGEND_NARROW = 176, 138
_TOOLS = (Tool.MOVE, Tool.AREA, Tool.LASSO)


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """The types with a colour of their own: type per kind, and how many files each kind has."""

    of_type: npt.NDArray[np.uint8]
    types: list[int]
    counts: list[int]

    @classmethod
    def of(cls, space: KeySpace) -> _Kinds:
        files = np.bincount(space.types, minlength=len(space.type_names))
        order = [t for t in np.argsort(-files, kind="stable").tolist() if files[t]]
        own = order if len(order) <= OTHERS + 1 else order[:OTHERS]
        of_type = np.full(max(1, len(files)), OTHERS, dtype=np.uint8)
        of_type[own] = np.arange(len(own))
        counts = [int(files[t]) for t in own]
        if len(own) < len(order):
            counts.append(int(files.sum()) - sum(counts))
        return cls(of_type, own, counts)


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """Points ready to be shown, and the middle of each kind's keys."""

    points: Points
    middles: list[float]


class KeySpaceView(QWidget):
    """Picture, legend and controls.

    Signals:
        selected: file indexes that a person has chosen here, a sorted list.
    """

    selected = Signal(object)

    def __init__(self, bridge: JobBridge | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge or JobBridge(self)
        self._space: KeySpace | None = None
        self._kinds: _Kinds | None = None
        self._chosen = np.zeros(0, dtype=np.intp)
        self._asked: object | None = None  # stands for what is being placed
        self.title = PlainLabel(self.tr("Key space"))
        make_title(self.title, 1.25)
        self.status = ElidedLabel()
        self.status.setProperty("role", "muted")
        self.key = QComboBox()
        self.key.setAccessibleName(self.tr("Key"))
        self.extension = QCheckBox(self.tr("Apart by extension"))
        self.extension.setToolTip(
            self.tr(
                "Adds a number made of the file’s extension to the key: each extension gets a stripe of its own."
            )
        )
        self.tools = QTabBar()
        self.tools.setDrawBase(False)
        self.tools.setExpanding(False)
        self.tools.setUsesScrollButtons(False)
        self.tools.setAccessibleName(self.tr("Drag to"))
        for text, tip in self._tool_texts():
            self.tools.setTabToolTip(self.tools.addTab(text), plain_text(tip))
        self.whole = QPushButton(self.tr("Show all"))
        self.whole.setToolTip(self.tr("Shows all files again (Home)"))
        self.canvas = PointCanvas(self._bridge)
        self.canvas.setAccessibleName(self.tr("Key space: files by size and key"))
        self.legend = TypeLegend()
        self.legend.setFixedWidth(_LEGEND)
        self.legend.setAccessibleName(self.tr("Types"))
        self.meaning = PlainLabel(
            self.tr("Each dot is a file. Files of one kind and similar content lie close together.")
        )
        self.meaning.setProperty("role", "muted")
        self.meaning.setWordWrap(True)
        self.meaning.setToolTip(plain_text(self._explanation()))
        self._lay_out()
        self._connect()
        self.show_space(None)

    def _tool_texts(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Move"), self.tr("Dragging moves the picture; with Shift it selects an area.")),
            (self.tr("Area"), self.tr("Dragging selects the files in a rectangle; with Ctrl it adds them.")),
            (self.tr("Lasso"), self.tr("Dragging selects the files you circle; with Ctrl it adds them.")),
        ]

    def _explanation(self) -> str:
        return self.tr(
            "A key is a number made of how often some bit patterns occur in a file. Files that"
            " share most of their content have nearly the same key and nearly the same size, so they"
            " are neighbours here. Neighbours need not be similar, though: the list of clusters"
            " shows only files that share content.\n\nThe wheel or + and − zoom, arrows move, Home"
            " shows all, Space selects the file nearest to the middle."
        )

    def _lay_out(self) -> None:
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(8)
        said, keys = QHBoxLayout(), QHBoxLayout()
        said.addWidget(self.title)
        said.addWidget(self.status, 1)
        said.addWidget(self.tools)
        said.addWidget(self.whole)
        self._key_label = PlainLabel(self.tr("&Key"))
        self._key_label.setProperty("role", "muted")
        self._key_label.setBuddy(self.key)
        for widget in (self._key_label, self.key, self.extension):
            keys.addWidget(widget)
        keys.addStretch(1)
        for row in (said, keys):
            row.setSpacing(8)
        self._head.addLayout(said, 1)
        self._head.addLayout(keys)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self.canvas, 1)
        middle.addWidget(self.legend)
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 9, 12, 10)
        column.setSpacing(6)
        column.addLayout(self._head)
        column.addLayout(middle, 1)
        column.addWidget(self.meaning)
        order = (self.canvas, self.key, self.extension, self.tools, self.whole)
        for one, other in pairwise(order):
            QWidget.setTabOrder(one, other)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the controls a line of their own in a narrow place, where the picture itself says how many and which."""
        super().resizeEvent(event)
        narrow = self.width() < grown(_NARROW, self.fontMetrics())
        ways = QBoxLayout.Direction
        self._head.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        self.status.setVisible(not narrow)
        self._key_label.setVisible(not narrow)
        self.legend.setFixedWidth(_LEGEND_NARROW if narrow else _LEGEND)

    def _connect(self) -> None:
        self.key.currentIndexChanged.connect(lambda _: self._place())
        self.extension.toggled.connect(lambda _: self._place())
        self.tools.currentChanged.connect(self._set_tool)
        self.whole.clicked.connect(self.canvas.fit)
        self.legend.changed.connect(self._set_visible_kinds)
        self.canvas.chosen.connect(self._choose)
        self.canvas.hovered.connect(self._show_tip)

    # what is shown
    def show_space(self, space: KeySpace | None) -> None:
        """Take the key space of a scan; None for nothing. What was selected stays where it still is there."""
        kept = self.selection
        self._space = space
        self._kinds = _Kinds.of(space) if space is not None else None
        before = self.key.currentData()
        names = list(space.keys) if space is not None else []
        with QSignalBlocker(self.key):
            self.key.clear()
            for name in names:
                self.key.addItem(self._key_name(name), name)
                self.key.setItemData(
                    self.key.count() - 1, plain_text(self._key_tip(name)), Qt.ItemDataRole.ToolTipRole
                )
            if space is not None and names:
                self.key.setCurrentIndex(names.index(before if before in names else space.usual))
        self.legend.show_entries(self._entries())
        self._update_colors()
        self.canvas.set_visible_kinds([True] * (OTHERS + 1))
        self._chosen = space.places_of(kept) if space is not None else np.zeros(0, dtype=np.intp)
        some = space is not None and len(space) > 0
        for control in (self.key, self.extension, self.tools, self.whole):
            control.setEnabled(some)
        self._place()

    @property
    def selection(self) -> list[int]:
        """File indexes that are selected, ascending."""
        return [] if self._space is None else self._space.files[self._chosen].tolist()

    def set_selection(self, indexes: Iterable[int]) -> None:
        """Select files that were chosen elsewhere, and show one of them at least. No signal follows.

        Files without a place here are left out.
        """
        if self._space is not None:
            self._chosen = self._space.places_of(np.fromiter(indexes, dtype=np.int64))
            self._show_chosen()
            if self._asked is None:
                self.canvas.reveal(self._chosen)

    @property
    def settled(self) -> bool:
        """Return whether everything is shown as it is now."""
        return self._asked is None and self.canvas.settled

    def _key_name(self, name: str) -> str:
        names = {"uniform": self.tr("Uniform"), "scatter": self.tr("Scatter"), "skew": self.tr("Skew")}
        return names.get(name, shown(name))

    def _key_tip(self, name: str) -> str:
        return {
            "uniform": self.tr("All patterns count alike."),
            "scatter": self.tr("All patterns count, the first ones a little more."),
            "skew": self.tr("Only four patterns count, the first one most: separates files best."),
        }.get(name, self.tr("Weights of your own."))

    def _entries(self) -> list[Entry]:
        if self._space is None or self._kinds is None:
            return []
        names = [self._type_name(self._space.type_names[t]) for t in self._kinds.types]
        if len(names) < len(self._kinds.counts):
            names.append(self.tr("other types"))
        return [
            Entry(name, count_text(count), f"{name}: " + self._files_text(count))
            for name, count in zip(names, self._kinds.counts, strict=True)
        ]

    def _type_name(self, name: str) -> str:
        return shown("." + name) if name else self.tr("no extension")

    def _files_text(self, count: int) -> str:
        return counted(count, self.tr("%n file"), self.tr("%n files"))

    # places
    def _place(self) -> None:
        """Put the points where the chosen key has them: at once where they are few, else in a thread."""
        space, kinds, key = self._space, self._kinds, self.key.currentData()
        asked = self._asked = object()
        if space is None or kinds is None or key is None or not len(space):
            self._asked = None
            self.canvas.empty_text = self._empty_text()
            self.canvas.show_points(Points.none(), Axis("", str), Axis("", str))
            self._show_chosen()
            return
        extension = self.extension.isChecked()

        def done(placed: _Placed) -> None:
            if asked is self._asked:  # nobody has chosen another key meanwhile
                self._asked = None
                self._show_placed(placed, extension)

        if len(space) <= AT_ONCE:
            done(_placed(space, kinds, key, extension))
        else:
            self._bridge.start(lambda _: _placed(space, kinds, key, extension), name="key space", done=done)

    def _empty_text(self) -> str:
        if self._space is None:
            return self.tr("Scan a folder to see its files here.")
        if self._space.unread:
            return self.tr("Nothing to show: a scan for identical files only computes no keys.")
        return self.tr("There are no files to show.")

    def _show_placed(self, placed: _Placed, extension: bool) -> None:
        name = self.key.currentText()
        title = self.tr("Key “%1”").replace("%1", name)
        tags = []
        if extension and self._kinds is not None and self._space is not None:
            names = [self._type_name(self._space.type_names[t]) for t in self._kinds.types]
            tags = [Tag(y, names[kind], kind) for kind, y in enumerate(placed.middles[: len(names)])]
            title = self.tr("Key “%1” and extension").replace("%1", name)
        self.canvas.show_points(
            placed.points,
            Axis(self.tr("File size"), bytes_words),
            Axis(title, number_words, logarithmic=not extension),
            tags=tags,
            diagonal="" if extension else self.tr("key = size"),
        )
        self._show_chosen()

    # controls
    def _set_tool(self, index: int) -> None:
        self.canvas.tool = _TOOLS[index]

    def _set_visible_kinds(self, visible: list[bool]) -> None:
        self.canvas.set_visible_kinds(visible + [True] * (OTHERS + 1 - len(visible)))
        self._describe()

    def _update_colors(self) -> None:
        colors = type_colors(self.palette())
        self.canvas.set_colors(colors)
        self.legend.set_colors(colors)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._update_colors()

    # selection
    def _choose(self, numbers: npt.NDArray[np.int64], adds: bool) -> None:
        """Select what a gesture has chosen. Ctrl adds; on a single file that is selected already it takes it out."""
        if self._space is None:
            return
        chosen = np.zeros(len(self._space), dtype=np.bool_)
        if adds:
            chosen[self._chosen] = True
        chosen[numbers] = not (adds and len(numbers) == 1 and chosen[numbers[0]])
        self._chosen = np.flatnonzero(chosen)
        self._show_chosen()
        self.selected.emit(self.selection)

    def _show_chosen(self) -> None:
        if len(self.canvas):
            self.canvas.set_chosen(self._chosen)
        self._describe()

    def _describe(self) -> None:
        space = self._space
        if space is None or not len(space):
            self.status.show_text("")
            self.canvas.setAccessibleDescription(self._empty_text())
            return
        parts = [self._files_text(len(space))]
        if len(self._chosen):
            parts.append(self.tr("%1 selected").replace("%1", count_text(len(self._chosen))))
        if hidden := self.legend.shown.count(False):
            parts.append(counted(hidden, self.tr("%n row hidden"), self.tr("%n rows hidden")))
        self.status.show_text(" · ".join(parts))
        spoken = ", ".join(parts)
        if len(self._chosen) == 1:
            spoken += ": " + ", ".join(self._lines(int(self._chosen[0])))
        self.canvas.setAccessibleDescription(spoken)

    # hovering
    def _lines(self, number: int) -> list[str]:
        """Return the name, size and key of a file, and where it lies."""
        space = self._space
        if space is None:
            return []
        path = space.records[int(space.files[number])].path
        key = float(space.values(self.key.currentData())[number])
        words = count_text(int(key)) if math.isfinite(key) else "–"
        return [
            shown(os.path.basename(path)),
            size_text(int(space.sizes[number])) + " · " + self.tr("key %1").replace("%1", words),
            folder_text(os.path.dirname(path)),
        ]

    def _show_tip(self, number: int, at: QPoint) -> None:
        if number < 0:
            QToolTip.hideText()
            return
        name, *rest = (escape(line) for line in self._lines(number))
        text = "<p style='white-space:pre'><b>" + name + "</b><br>" + "<br>".join(rest) + "</p>"
        QToolTip.showText(at + QPoint(12, 12), text, self.canvas)


def _placed(space: KeySpace, kinds: _Kinds, key: str, extension: bool) -> _Placed:
    """Places of all files. With the extension keys spread over 32 bits evenly; without it they grow with size."""
    values = space.values(key, extension=extension)
    kind = kinds.of_type[space.types]
    y = values if extension else log_scale(values)
    middles = [float(np.median(y[kind == k])) for k in range(len(kinds.types))] if extension else []
    return _Placed(Points.make(log_scale(space.sizes), y, kind), middles)

"""A row of the tolerance panel: name, slider, a percentage to type, a reset button, a live count.

For all types, for one type, or for a family of types. Emits signals; changes nothing itself.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QIntValidator, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QToolButton, QWidget

from simfinder.app.settings.scan_rules import NO_TYPE
from simfinder.gui.sidebar.tolerance_slider import ToleranceSlider
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.family_words import family_text
from simfinder.gui.wording.formatting import count_text, counted, key_text, localized, shown
from simfinder.gui.wording.method_words import method_words
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.file_families import Family
from simfinder.model.scan_options import Method, offered
from simfinder.model.tolerances import BUILT_IN, WIDEST

_SLIDER, _GAPS = 66, 38  # pixels; where no more is left, counts are shown without their word
_SHORT_SLIDER = 48  # where the names of families would be cut
INDENT = 14
"""Pixels by which the types of a family are moved in."""


class PercentField(PlainLabel):
    """A percent that is typed over after a double click."""

    typed = Signal(int)
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setToolTip(self.tr("Double-click, or press F2 or a digit on the slider, to type a value"))
        self.editor = QLineEdit(self)
        self.editor.setProperty("role", "small")
        self.editor.setAccessibleName(self.tr("Tolerance of %1 in percent").replace("%1", name))
        self.editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.editor.setValidator(QIntValidator(0, round(WIDEST * 100), self.editor))
        self.editor.hide()
        self.editor.returnPressed.connect(self._submit)
        self.editor.installEventFilter(self)

    def edit(self, begin: str = "") -> None:
        """Let a value be typed; ``begin`` is what was typed already."""
        self.editor.setGeometry(self.rect())
        self.editor.setText(begin or self.text().split(" ")[0])
        self.editor.show()
        self.editor.setFocus()
        if not begin:
            self.editor.selectAll()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.edit()

    def _submit(self) -> None:
        value = int(self.editor.text())
        self._stop()
        self.typed.emit(value)

    def _stop(self) -> None:
        if self.editor.isVisible():
            self.editor.hide()
            self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the editor without a change on Escape, or when the focus leaves it."""
        if event.type() is QEvent.Type.FocusOut:
            self.editor.hide()
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is QEvent.Type.KeyPress:
                self._stop()
            return True  # also as a shortcut of the window
        return super().eventFilter(watched, event)


class TypeLabel(PlainLabel):
    """The name of a type; a click shows only its files."""

    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)


class ToleranceRow(QWidget):
    """Name, slider, percent, way back to "All types", cluster count."""

    moved = Signal(object, object)  # type or None, value or None
    filter_wanted = Signal(str)  # a word of the filter
    method_wanted = Signal(str, object)  # type, Method or None

    def __init__(self, file_type: str | None, parent: QWidget | None = None, *, indent: int = 0) -> None:
        super().__init__(parent)
        self.file_type = file_type
        self._follows = self.tr("All types")
        name = self._name()
        label = TypeLabel(name)
        self._indent = indent
        label.setToolTip(plain_text(name))
        self.name = label
        self.slider = ToleranceSlider()
        self.slider.setAccessibleName(self.tr("Tolerance of %1").replace("%1", name))
        label.setBuddy(self.slider)
        self.percent = PercentField(name)
        self.percent.typed.connect(self.slider.setValue)
        self.percent.left.connect(self.slider.setFocus)
        self.slider.edit_wanted.connect(self.percent.edit)
        self.method: Method | None = None
        self._limit = ""
        row = QHBoxLayout(self)
        row.setContentsMargins(indent, 0, 0, 0)
        row.setSpacing(4)
        for widget in (label, self.slider, self.percent):
            row.addWidget(widget)
        row.setStretch(1, 1)
        self.line = row
        self.count = PlainLabel()
        self._room = 0
        self._counts = ("", "")  # in a wide and in a narrow panel
        self._told_value: tuple[float, bool, str] | None = (
            None  # what stands there already: nothing is done again
        )
        self._told_count: tuple[int, int, int | None, bool] | None = None
        self._told_method = False
        self.reset = QToolButton()
        if self.of_some:
            self._add_count(row, name)
            label.setCursor(Qt.CursorShape.PointingHandCursor)
            label.clicked.connect(lambda: self.filter_wanted.emit(self.filter_word))
        self._size()
        self.slider.valueChanged.connect(self._moved)
        self.slider.reset_wanted.connect(self._reset)

    def _size(self) -> None:
        """Size the parts of the row for the font."""
        metrics = self.fontMetrics()
        self.percent.setFixedWidth(metrics.horizontalAdvance("50 %") + 8)
        self.setFixedHeight(max(24, metrics.lineSpacing() + 8))
        self.set_name_room(self._name_room())
        if self.of_some:
            self.fit(self._room)

    def changeEvent(self, event: QEvent) -> None:
        """Fit the name again when the font changes."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            QTimer.singleShot(0, self, self._size)  # when its parts have theirs

    @property
    def of_some(self) -> bool:
        """Return whether it is about some types only."""
        return self.file_type is not None

    @property
    def filter_word(self) -> str:
        """The word of the filter for these types."""
        return f"type:{self.file_type or NO_TYPE}"

    def _name(self) -> str:
        return self.tr("All types") if self.file_type is None else type_name(self.file_type)

    def _name_room(self) -> int:
        """Return the width of the name in pixels."""
        widest = ".xxxxx" if self.of_some else self.tr("All types")
        return self.fontMetrics().horizontalAdvance(widest) + 4

    def set_name_room(self, room: int) -> None:
        """Give the name so many pixels."""
        self.name.setFixedWidth(room)
        text = self.name.fontMetrics().elidedText(self._name(), Qt.TextElideMode.ElideRight, room)
        self.name.setText(text)

    def _add_count(self, row: QHBoxLayout, name: str) -> None:
        self.reset.setText("×")
        self.reset.setProperty("role", "quiet")
        self.reset.setFixedSize(18, 19)
        self.reset.setAccessibleName(
            self.tr("Let %1 follow “%2” again").replace("%1", name).replace("%2", self._follows)
        )
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self.reset.clicked.connect(self._reset)
        row.addWidget(self.reset)
        self.count.setProperty("role", "muted")
        row.addWidget(self.count)

    def show_value(self, value: float, *, own: bool, follows: str = "") -> None:
        """Take a value without saying that it moved.

        Args:
            value: the tolerance.
            own: it is this row's own.
            follows: what it follows otherwise, in words; "" for all types.
        """
        if self._told_value == (value, own, follows) and self.slider.value() == round(value * 100):
            return
        self._told_value = value, own, follows
        self._follows = follows or self.tr("All types")
        self.slider.blockSignals(True)
        self.slider.setValue(round(value * 100))
        self.slider.blockSignals(False)
        self.slider.set_own(own)
        self.slider.update()
        self.percent.setText(f"{round(value * 100)} %")
        self.reset.setVisible(own and self.of_some)
        what = self.tr("Files that differ by at most %1 % are put in one cluster.").replace(
            "%1", str(round(value * 100))
        )
        if not value:
            what = self.tr("Only identical files are put in one cluster.")
        if self.of_some:
            how = (
                self.tr("A value of its own; × lets it follow “%1” again.")
                if own
                else self.tr("Follows “%1”.")
            )
            what = "\n".join(filter(None, (what, how, self._scope()))).replace("%1", self._follows)
            reset = self.tr("Follow “%1” again (Backspace)").replace("%1", self._follows)
            if self._limit:
                reset = f"{reset}\n{self._limit}"
                what = f"{what}\n{self._limit}"
            self.reset.setToolTip(plain_text(reset))
        self.slider.setToolTip(plain_text(what))
        self.slider.setAccessibleDescription(what)

    def _scope(self) -> str:
        """Say for which files the value counts, where that is not plain."""
        return ""

    def set_limit(self, limit: float | None, reason: str) -> None:
        """Tell how far this type follows "All types", and why; None where it has no limit."""
        self._limit, self._told_value = "", None
        if limit is not None:
            text = self.tr("It follows at most to %1 %: %2").replace("%1", localized(f"{limit * 100:g}"))
            self._limit = text.replace("%2", translated(reason))

    def show_method(self, method: Method | None) -> None:
        """Mark a type that has its own method."""
        if self._told_method and method is self.method:
            return
        self.method, self._told_method = method, True
        font = self.name.font()
        if font.italic() is not (method is not None):
            font.setItalic(method is not None)
            self.name.setFont(font)
        name = self._name()
        if method is not None:
            name = self.tr("%1, compared by: %2").replace("%1", name).replace("%2", method_words(method).name)
        menu = ""
        if self.file_type is not None:
            menu = self.tr("Click: only clusters with this type. Right-click: how such files are compared")
        self.name.setToolTip(plain_text(f"{name}\n{menu}".strip()))
        self.name.setAccessibleName(name)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.make_menu().popup(event.globalPos())

    def make_menu(self) -> QMenu:
        """Make the menu of a type."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        menu.addAction(self.tr("Type a value…") + "\tF2", self.percent.edit)
        menu.addAction(self.tr("Identical files only"), lambda: self.slider.setValue(0))
        if self.file_type is None:
            menu.addAction(
                self.tr("Back to %1 %").replace("%1", localized(f"{BUILT_IN * 100:g}")),
                lambda: self.slider.setValue(round(BUILT_IN * 100)),
            )
            return menu
        file_type = self.file_type
        menu.addAction(self.tr("Show only this type"), lambda: self.filter_wanted.emit(self.filter_word))
        back_text = self.tr("Follow “%1” again").replace("%1", self._follows)
        back = menu.addAction(back_text + "\t" + key_text("Backspace"), self._reset)
        back.setToolTip(plain_text(self._limit))
        methods = menu.addMenu(self.tr("Compared by"))
        methods.setToolTipsVisible(True)
        for method in offered():
            wanted = None if method is Method.AUTO else method
            action = methods.addAction(
                method_words(method).name, partial(self.method_wanted.emit, file_type, wanted)
            )
            action.setCheckable(True)
            action.setChecked(wanted is self.method)
            action.setToolTip(plain_text(method_words(method).tip))
        return menu

    def show_count(
        self, files: int, clusters: int, *, identical_only: bool, listed: int | None = None
    ) -> None:
        """Show the current numbers of the type.

        Args:
            files: of it.
            clusters: with at least one of them.
            identical_only: its tolerance is 0.
            listed: of these clusters, where a filter leaves some out.
        """
        if self._told_count == (files, clusters, listed, identical_only):
            return
        self._told_count = files, clusters, listed, identical_only
        text = counted(clusters, self.tr("%n cluster"), self.tr("%n clusters"))
        if listed is not None and clusters:
            self._counts = (self._of(listed, clusters), count_text(listed))
            self.fit(self._room)
            self.count.setToolTip(
                plain_text(
                    self.tr("The filter shows %1 of %2").replace("%1", count_text(listed)).replace("%2", text)
                )
            )
            return
        if identical_only:
            tip = self.tr("%1 of identical files").replace("%1", text)
            text = self.tr("identical only")
        else:
            tip = text
        short = "=" if identical_only else count_text(clusters)
        self._counts = (text, short) if clusters or identical_only else ("–", "–")
        self.fit(self._room)
        self.count.setToolTip(
            plain_text(tip + ", " + counted(files, self.tr("%n file"), self.tr("%n files")))
        )

    def _of(self, listed: int, clusters: int) -> str:
        return self.tr("%1 of %2").replace("%1", count_text(listed)).replace("%2", count_text(clusters))

    def fit(self, room: int) -> None:
        """Show the count with its word where there is room for it; ``room`` is the width of the list."""
        self._room = room
        metrics = self.fontMetrics()
        usual, own = ("888", self._counts[1])
        short = max(map(metrics.horizontalAdvance, (usual, own))) + 2
        wide = metrics.horizontalAdvance(self.tr("identical only")) + 2
        beside = self._indent + self.name.width() + self.percent.width() + _SLIDER + _GAPS
        narrow = room < beside + wide
        self.count.setFixedWidth(short if narrow else wide)
        cut = metrics.horizontalAdvance(self._counts[0]) + 2 > wide  # thousands of them
        self.count.setText(self._counts[narrow or cut])
        self.count.setHidden(room < beside + short)  # its tip, and that of the type, still tell it

    def _moved(self, value: int) -> None:
        self.moved.emit(self.file_type, value / 100)

    def _reset(self) -> None:
        if self.file_type is not None:
            self.moved.emit(self.file_type, None)


def family_name_room(room: int, metrics: QFontMetrics) -> int:
    """Return the pixels that the names of families have in rows of so many pixels."""
    widest = max(map(metrics.horizontalAdvance, map(family_text, Family))) + 4
    percent, count = metrics.horizontalAdvance("50 %") + 8, metrics.horizontalAdvance("888") + 2
    left = room - INDENT - _SLIDER - _GAPS - percent - count - 4
    if widest > left:  # a name that can be read says more than a count, which its tip tells too
        left += count + _SLIDER - _SHORT_SLIDER
    return max(metrics.horizontalAdvance("xxxxxx"), min(widest, left))


class FamilyRow(ToleranceRow):
    """The row of a family of types, with a mark that unfolds them."""

    family_moved = Signal(object, object)  # Family, value or None
    unfolded = Signal(bool)

    def __init__(self, family: Family, parent: QWidget | None = None) -> None:
        self.family = family
        super().__init__(None, parent)
        self.fold = QToolButton()
        self.fold.setText("▸")
        self.fold.setCheckable(True)
        self.fold.setProperty("role", "fold")
        self.fold.setFixedWidth(INDENT)
        self.fold.toggled.connect(self._turn)
        self.line.insertWidget(0, self.fold)
        self.line.setSpacing(4)
        self._indent = INDENT + 4
        self._turn(False)

    @property
    def of_some(self) -> bool:
        return True

    @property
    def filter_word(self) -> str:
        return f"type:{self.family}"

    def _name(self) -> str:
        return family_text(self.family)

    def _scope(self) -> str:
        return self.tr(
            "It counts for every type of the family that has no value of its own; a type that you set keeps what you"
            " set."
        )

    def _name_room(self) -> int:
        widest = max(map(self.fontMetrics().horizontalAdvance, map(family_text, Family)))
        return widest + 4

    def _turn(self, unfolded: bool) -> None:
        self.fold.setText("▾" if unfolded else "▸")
        text = self.tr("Fold the types of %1") if unfolded else self.tr("Unfold the types of %1")
        self.fold.setAccessibleName(text.replace("%1", self._name()))
        self.fold.setToolTip(plain_text(text.replace("%1", self._name())))
        self.unfolded.emit(unfolded)

    def make_menu(self) -> QMenu:
        """Make the menu of a family."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Type a value…") + "\tF2", self.percent.edit)
        menu.addAction(self.tr("Identical files only"), lambda: self.slider.setValue(0))
        if self.family is not Family.OTHER:
            menu.addAction(
                self.tr("Show only these types"), lambda: self.filter_wanted.emit(self.filter_word)
            )
        back_text = self.tr("Follow “%1” again").replace("%1", self._follows)
        menu.addAction(back_text + "\t" + key_text("Backspace"), self._reset)
        return menu

    def _moved(self, value: int) -> None:
        self.family_moved.emit(self.family, value / 100)

    def _reset(self) -> None:
        self.family_moved.emit(self.family, None)


def type_name(file_type: str) -> str:
    """Write a type as people do: ``.py``."""
    return shown(f".{file_type}") if file_type else QCoreApplication.translate("TolerancePanel", "(none)")

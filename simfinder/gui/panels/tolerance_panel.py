"""How different two files of a type may be: one slider for all types and one per type, with live cluster counts.

Rows keep their places while sliders move; they are put in order again with the next scan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QIntValidator, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.app.limits import limits, reasons
from simfinder.gui.panels.tolerance_slider import ToleranceSlider
from simfinder.gui.texts import counted, key_text, localized, shown
from simfinder.gui.told import told
from simfinder.gui.workspace import Workspace
from simfinder.model.options import Method
from simfinder.model.tolerances import BUILT_IN, WIDEST

if TYPE_CHECKING:
    from simfinder.app.pairs_by_type import Counts
    from simfinder.app.session import Session, TypeCount

_LIST_MARGIN = 8
_SLIDER, _GAPS = 66, 38  # pixels; where no more is left, counts are shown without their word
_RECOUNTED = 1_000_000
"""Links up to which pairs are counted again when checking changed figures: 20 ms at 400,000, 0.4 s at 3,500,000."""
_ROWS = 40  # rows made at once; the rest on request: a home folder has thousands of types


class PercentField(QLabel):
    """A percent that is typed over after a double click."""

    typed = Signal(int)
    left = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setToolTip(self.tr("Double-click, or press F2 or a digit on the slider, to type a value"))
        self.editor = QLineEdit(self)
        self.editor.setProperty("role", "small")
        self.editor.setAccessibleName(self.tr("Tolerance of %1 in percent").replace("%1", name))
        self.editor.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.editor.setValidator(QIntValidator(0, round(WIDEST * 100), self.editor))
        self.editor.hide()
        self.editor.returnPressed.connect(self._take)
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

    def _take(self) -> None:
        value = int(self.editor.text())
        self._stop()
        self.typed.emit(value)

    def _stop(self) -> None:
        if self.editor.isVisible():
            self.editor.hide()
            self.left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape, or going elsewhere, changes nothing."""
        if event.type() is QEvent.Type.FocusOut:
            self.editor.hide()
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is QEvent.Type.KeyPress:
                self._stop()
            return True  # also as a shortcut of the window
        return super().eventFilter(watched, event)


class ToleranceRow(QWidget):
    """Name, slider, percent, way back to "All types", cluster count."""

    moved = Signal(object, object)  # type or None, value or None
    method_wanted = Signal(str, object)  # type, Method or None

    def __init__(self, file_type: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.file_type = file_type
        name = self.tr("All types") if file_type is None else type_name(file_type)
        label = QLabel(name)
        metrics = self.fontMetrics()
        room = metrics.horizontalAdvance(self.tr("All types") if file_type is None else ".xxxxx") + 4
        label.setFixedWidth(room)
        label.setText(metrics.elidedText(name, Qt.TextElideMode.ElideRight, room))
        label.setToolTip(name)
        self.slider = ToleranceSlider()
        self.slider.setAccessibleName(self.tr("Tolerance of %1").replace("%1", name))
        label.setBuddy(self.slider)
        self.percent = PercentField(name)
        self.percent.setFixedWidth(metrics.horizontalAdvance("50 %") + 8)
        self.percent.typed.connect(self.slider.setValue)
        self.percent.left.connect(self.slider.setFocus)
        self.slider.edit_wanted.connect(self.percent.edit)
        self.method: Method | None = None
        self._limit = ""
        self.name = label
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (label, self.slider, self.percent):
            row.addWidget(widget)
        row.setStretch(1, 1)
        self.count = QLabel()
        self._room = 0
        self._counts = ("", "")  # in a wide and in a narrow panel
        self.reset = QToolButton()
        if file_type is not None:
            self._add_count(row, name)
        self.setFixedHeight(max(24, metrics.lineSpacing() + 8))
        self.slider.valueChanged.connect(self._moved)
        self.slider.reset_wanted.connect(self._reset)

    def _add_count(self, row: QHBoxLayout, name: str) -> None:
        self.reset.setText("×")
        self.reset.setProperty("role", "quiet")
        self.reset.setFixedSize(18, 19)
        self.reset.setAccessibleName(self.tr("Let %1 follow All types again").replace("%1", name))
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self.reset.clicked.connect(self._reset)
        row.addWidget(self.reset)
        self.count.setProperty("role", "muted")
        row.addWidget(self.count)

    def show_value(self, value: float, *, own: bool) -> None:
        """Take a value without saying that it moved."""
        self.slider.blockSignals(True)
        self.slider.setValue(round(value * 100))
        self.slider.blockSignals(False)
        self.slider.set_own(own)
        self.slider.update()
        self.percent.setText(f"{round(value * 100)} %")
        self.reset.setVisible(own and self.file_type is not None)
        what = self.tr("Files that differ by at most %1 % are put in one cluster.").replace(
            "%1", str(round(value * 100))
        )
        if not value:
            what = self.tr("Only identical files are put in one cluster.")
        if self.file_type is not None:
            how = (
                self.tr("A value of its own; × lets it follow “All types” again.")
                if own
                else self.tr("Follows “All types”.")
            )
            what = f"{what}\n{how}"
            reset = self.tr("Follow “All types” again (Backspace)")
            if self._limit:
                reset = f"{reset}\n{self._limit}"
                what = f"{what}\n{self._limit}"
            self.reset.setToolTip(reset)
        self.slider.setToolTip(what)
        self.slider.setAccessibleDescription(what)

    def set_limit(self, limit: float | None, reason: str) -> None:
        """Tell how far this type follows "All types", and why; None where it has no limit."""
        self._limit = ""
        if limit is not None:
            text = self.tr("It follows at most to %1 %: %2").replace("%1", localized(f"{limit * 100:g}"))
            self._limit = text.replace("%2", told(reason))

    def show_method(self, method: Method | None) -> None:
        """Mark a type that has its own method."""
        self.method = method
        font = self.name.font()
        font.setItalic(method is not None)
        self.name.setFont(font)
        name = self.tr("All types") if self.file_type is None else type_name(self.file_type)
        if method is not None:
            name = self.tr("%1, compared by %2").replace("%1", name).replace("%2", method_text(method))
        self.name.setToolTip(name)
        self.name.setAccessibleName(name)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.make_menu().popup(event.globalPos())

    def make_menu(self) -> QMenu:
        """What can be done about a type."""
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
        back = menu.addAction(self.tr("Follow “All types” again") + "\t" + key_text("Backspace"), self._reset)
        back.setToolTip(self._limit)
        methods = menu.addMenu(self.tr("Compared by"))
        methods.setToolTipsVisible(True)
        for method in Method:
            wanted = None if method is Method.AUTO else method
            action = methods.addAction(
                method_text(method), partial(self.method_wanted.emit, file_type, wanted)
            )
            action.setCheckable(True)
            action.setChecked(wanted is self.method)
            action.setToolTip(method_tip(method))
        return menu

    def show_count(self, files: int, clusters: int, *, identical_only: bool) -> None:
        """Live numbers of the type."""
        text = counted(clusters, self.tr("%n cluster"), self.tr("%n clusters"))
        if identical_only:
            tip = self.tr("%1 of identical files").replace("%1", text)
            text = self.tr("identical only")
        else:
            tip = text
        short = "=" if identical_only else str(clusters)
        self._counts = (text, short) if clusters or identical_only else ("–", "–")
        self.fit(self._room)
        self.count.setToolTip(tip + ", " + counted(files, self.tr("%n file"), self.tr("%n files")))

    def fit(self, room: int) -> None:
        """Show the count with its word where there is room for it; ``room`` is the width of the list."""
        self._room = room
        metrics = self.fontMetrics()
        wide, short = (metrics.horizontalAdvance(text) + 2 for text in (self.tr("identical only"), "8,888"))
        beside = self.name.width() + self.percent.width() + _SLIDER + _GAPS
        narrow = room < beside + wide
        self.count.setFixedWidth(short if narrow else wide)
        self.count.setText(self._counts[narrow])

    def _moved(self, value: int) -> None:
        self.moved.emit(self.file_type, value / 100)

    def _reset(self) -> None:
        if self.file_type is not None:
            self.moved.emit(self.file_type, None)


def type_name(file_type: str) -> str:
    """A type as people write it: ``.py``."""
    return shown(f".{file_type}") if file_type else QCoreApplication.translate("TolerancePanel", "(none)")


def method_text(method: Method) -> str:
    """A method's name for people."""
    return {
        Method.AUTO: _tr("Shared content (automatic)"),
        Method.TAGCOUNT: _tr("Tag counts"),
        Method.SPAMSUM: _tr("Spamsum"),
        Method.SIMHASH: _tr("SimHash"),
        Method.SHINGLEPRINT: _tr("Shingleprint"),
        Method.CONTENT: _tr("Identical content only"),
    }[method]


def method_tip(method: Method) -> str:
    """What a method looks at, in a sentence."""
    return {
        Method.AUTO: _tr(
            "All methods propose pairs; what two files share decides, and is checked byte by byte."
        ),
        Method.TAGCOUNT: _tr("How often certain short bit patterns occur: quick and rough."),
        Method.SPAMSUM: _tr(
            "Pieces in the same order, as ssdeep does: for text that was edited here and there."
        ),
        Method.SIMHASH: _tr("64 bits that differ little where two files do: for texts of about one length."),
        Method.SHINGLEPRINT: _tr("A sample of short pieces, wherever they lie in the file."),
        Method.CONTENT: _tr("Only files whose every byte is equal."),
    }[method]


def _tr(text: str) -> str:
    return QCoreApplication.translate("TolerancePanel", text)


class TolerancePanel(QWidget):
    """All rows; reads the workspace and asks it for changes."""

    method_wanted = Signal(str, object)  # type, Method or None

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._types: list[TypeCount] = []
        self._pairs: Mapping[str | None, Counts] = {}
        self._pairs_of: object = None  # the links they were counted from
        self._pairs_in: Session | None = None
        self.rows: dict[str, ToleranceRow] = {}
        self.all = ToleranceRow(None)
        self.all.moved.connect(workspace.set_tolerance)
        self._list = QVBoxLayout()
        self._list.setContentsMargins(0, 0, _LIST_MARGIN, 0)
        self._list.setSpacing(0)
        self.more = QToolButton()
        self.more.setProperty("role", "quiet")
        self.more.clicked.connect(self._show_more)
        self._lay_out()
        workspace.session_changed.connect(self._rebuild)
        workspace.clusters_changed.connect(self._show_counts)
        workspace.tolerances_changed.connect(self._show_values)
        self._rebuild()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for row in self.rows.values():
            row.fit(self._room())

    def _room(self) -> int:
        """Pixels that a row has; of this panel's own width, since rows may keep the list wider than it should be."""
        return (
            self.width()
            - _LIST_MARGIN
            - (bar.width() if (bar := self.area.verticalScrollBar()).isVisible() else 0)
        )

    @property
    def moving(self) -> bool:
        """Whether a slider is held."""
        return any(row.slider.isSliderDown() for row in (self.all, *self.rows.values()))

    def _lay_out(self) -> None:
        heading = QLabel(self.tr("TOLERANCE PER FILE TYPE"))
        heading.setProperty("role", "heading")
        heading.setToolTip(
            self.tr(
                "The largest difference at which two files are still put together. For two types the smaller counts."
            )
        )
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._list)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidget(content)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setAccessibleName(self.tr("Tolerance per file type"))
        note = QLabel(self.tr("Moving a slider regroups at once; nothing is read again."))
        note.setProperty("role", "muted")
        note.setWordWrap(True)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(4)
        whole.addWidget(heading)
        whole.addWidget(self.all)
        whole.addWidget(self.area, 1)
        whole.addWidget(note)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def _rebuild(self) -> None:
        session = self._workspace.session
        self._types = [] if session is None else session.types()
        for row in self.rows.values():
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows.clear()
        own = self._workspace.tolerances.by_type
        first = [count for count in self._types if count.clusters or count.type in own]
        self._add_rows(first[:_ROWS] if first else self._types[:12])
        self._show_values()
        self._show_counts()

    def _add_rows(self, counts: Sequence[TypeCount]) -> None:
        last: QWidget = self.all.slider
        for row in self.rows.values():
            last = row.slider
        for count in counts:
            row = ToleranceRow(count.type)
            row.moved.connect(self._workspace.set_tolerance)
            row.method_wanted.connect(self.method_wanted)
            row.set_limit(limits().get(count.type), reasons().get(count.type, ""))
            row.fit(self._room())
            self.rows[count.type] = row
            self._list.addWidget(row)
            QWidget.setTabOrder(last, row.slider)
            last = row.slider
        rest = len(self._types) - len(self.rows)
        self.more.setText(counted(rest, self.tr("Show %n more type"), self.tr("Show %n more types")))
        self.more.setVisible(rest > 0)

    def _show_more(self) -> None:
        self._add_rows([count for count in self._types if count.type not in self.rows][:_ROWS])
        self._show_values()
        self._show_counts()

    def _show_values(self) -> None:
        tolerances = self._workspace.tolerances
        self.all.show_value(tolerances.default, own=True)
        for file_type, row in self.rows.items():
            row.show_value(tolerances.of(file_type), own=file_type in tolerances.by_type)

    def _show_counts(self) -> None:
        session = self._workspace.session
        if session is None:
            return
        self._show_pairs(session)
        tolerances = self._workspace.tolerances
        for count in session.types():
            row = self.rows.get(count.type)
            if row is not None:
                row.show_count(count.files, count.clusters, identical_only=not tolerances.of(count.type))

    def _show_pairs(self, session: Session) -> None:
        """Where pairs lie: counted anew only when links changed, not when a slider moves."""
        known = self._pairs_of is session.links or (
            self._pairs_in is session and len(session.links) > _RECOUNTED
        )
        if not known:
            self._pairs, self._pairs_of = session.pairs_by_type(), session.links
            self._pairs_in = session
            self.all.slider.set_pairs(self._pairs[None].tolist())
        methods = session.methods
        for file_type, row in self.rows.items():
            counts = self._pairs.get(file_type)
            row.slider.set_pairs([] if counts is None else counts.tolist())
            row.show_method(methods.by_type.get(file_type))

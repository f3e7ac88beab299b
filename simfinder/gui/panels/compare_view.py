"""Two files against each other: text with changed words, members, bytes, or pictures side by side."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.panels.code_view import CodeView, Line
from simfinder.gui.panels.elided_label import ElidedLabel
from simfinder.gui.panels.image_compare import ImageCompare
from simfinder.gui.panels.member_view import MemberView
from simfinder.gui.texts import count_text, counted, member_name, shown
from simfinder.gui.told import told

if TYPE_CHECKING:
    from simfinder.app.compare import Comparison, Inside
    from simfinder.app.linediff import DiffRow
    from simfinder.app.matched import Matched
    from simfinder.app.member_diff import MemberDiff
    from simfinder.gui.details import Details

HEX_ROW = 8  # bytes
_MOST_OF_IT = 0.8  # of the equal bytes of a part make its place in the whole


class CompareView(QWidget):
    """The Compare tab."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._opened: frozenset[int] = frozenset()
        self._changes: list[int] = []
        self._rows: list[DiffRow] = []
        self._inside = False  # the other file is one that this one lies in, and no kept one
        self.code = CodeView()
        self.code.setAccessibleName(self.tr("Differences to the kept file"))
        self.code.fold_opened.connect(self._open_fold)
        self.message = QLabel()
        self.message.setProperty("role", "muted")
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message.setContentsMargins(4, 10, 4, 0)
        self.images = ImageCompare()
        self.pages = QStackedWidget()
        self.members = MemberView(self.tr("Members of both archives"))
        for page in (self.message, self.code, self.images, self.members):
            self.pages.addWidget(page)
        self._legend = ElidedLabel()
        self._legend.setProperty("role", "muted")
        self.summary = self._plain()
        self.summary.setContentsMargins(2, 5, 2, 3)
        self._note = self._plain()
        self.previous, self.next = QToolButton(), QToolButton()
        self._bar = QWidget()
        self._lay_out()
        self.clear("")

    def _plain(self) -> QLabel:
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", "muted")
        label.setWordWrap(True)
        return label

    def _lay_out(self) -> None:
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(2)
        row.addWidget(self._legend, 1)
        for button, text, name, step in (
            (self.previous, "↑", self.tr("Previous change (Shift+F7)"), -1),
            (self.next, "↓", self.tr("Next change (F7)"), 1),
        ):
            button.setText(text)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.setProperty("role", "quiet")
            button.setFixedWidth(24)
            button.clicked.connect(lambda _=False, step=step: self.go(step))
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.summary)
        column.addWidget(self._bar)
        column.addWidget(self.pages, 1)
        column.addWidget(self._note)

    def clear(self, text: str) -> None:
        """Show a sentence only."""
        self._comparison = None
        for widget in (self.summary, self._bar, self._note):
            widget.hide()
        self.message.setText(text)
        self.pages.setCurrentWidget(self.message)

    def show_details(self, details: Details) -> None:
        """Show a comparison."""
        from simfinder.app.compare import ComparisonKind

        comparison = details.comparison
        self._inside = details.request.inside
        if comparison is None:
            self.clear(
                self.tr("Choose a file below it to see where the two match.")
                if details.request.whole
                else self.tr("This is the kept file. Choose another file of the cluster to compare the two.")
            )
            return
        if comparison.kind is ComparisonKind.UNREADABLE:
            self.clear(self.tr("Can’t be compared: %1").replace("%1", told(comparison.reason)))
            return
        if comparison.equal and comparison.kind is not ComparisonKind.IMAGE:
            self.clear(self.tr("The two files are identical: every byte is equal."))
            return
        if comparison.inside is not None:
            self.clear(self._insideness(comparison.inside))
            return
        if comparison.same_content and comparison.members is None:
            self.clear(self._sameness(comparison))
            return
        self._comparison, self._opened = comparison, frozenset()
        for widget in (self.summary, self._bar, self._note):
            widget.hide()
        if comparison.members is not None:
            self._show_members(comparison, comparison.members)
            return
        if comparison.kind is ComparisonKind.IMAGE:
            other = self.tr("whole") if self._inside else self.tr("kept")
            self.images.show_images(
                details.image,
                self._caption(self.tr("this"), comparison.left, details.image),
                details.kept_image,
                self._caption(other, comparison.right, details.kept_image),
            )
            self.pages.setCurrentWidget(self.images)
            return
        self._show_rows()
        self.pages.setCurrentWidget(self.code)

    def _caption(self, which: str, path: str, image: object) -> str:
        size = getattr(image, "size")()  # noqa: B009
        return f"{which}: {shown(os.path.basename(path))} · {size.width()} × {size.height()}"

    def _sameness(self, comparison: Comparison) -> str:
        """Of files that differ and yet hold the same."""
        if {comparison.left_view, comparison.right_view} & {"office", "pdf"}:
            return self.tr(
                "Both files hold the same text. They differ in what is not compared here: pictures, layout, or the"
                " way they were packed."
            )
        return self.tr(
            "Both files hold the same content, every byte of it. They differ only in how it is packed."
        )

    def _insideness(self, inside: Inside) -> str:
        names = [member_name(name) for name in inside.names]
        text = self.tr("This very file is in the kept archive, as %1.")
        if self._inside:
            text = self.tr("This very file is in the archive, as %1.")
        if inside.in_left:
            text = self.tr("The kept file is in this archive, byte by byte, as %1.")
        more = counted(
            len(names) - 1, self.tr("and under %n other name"), self.tr("and under %n other names")
        )
        name = f"{names[0]} ({more})" if len(names) > 1 else names[0]
        return text.replace("%1", name)

    def _show_members(self, comparison: Comparison, diff: MemberDiff) -> None:
        from simfinder.gui.models.member_model import MemberDiffModel

        wide = self.fontMetrics().horizontalAdvance
        size = wide("00.0 MB") + 14
        widths = [wide("≠") + 10, 0, size, size]
        self.members.show_model(MemberDiffModel(diff), widths, spare=MemberDiffModel.HERE)
        self.pages.setCurrentWidget(self.members)
        self.summary.setText(self._counts(diff))
        self.summary.show()
        self._note.setText(self.tr("Only the beginnings of the archives were read; there are more members."))
        self._note.setVisible(comparison.truncated)

    def _counts(self, diff: MemberDiff) -> str:
        """How many members are what, in a sentence."""
        from simfinder.app.member_diff import MemberState

        counts, total = diff.counts, len(diff.rows)
        same = counts[MemberState.SAME]
        if same == total:
            return counted(
                total, self.tr("The one member is the same."), self.tr("All %n members are the same.")
            )
        parts = [
            count_text(counts[state]) + " " + text
            for state, text in (
                (MemberState.CHANGED, self.tr("changed")),
                (MemberState.LEFT, self.tr("only here")),
                (MemberState.RIGHT, self.tr("only in the kept file")),
                (MemberState.MOVED, self.tr("under another name")),
            )
            if counts[state]
        ]
        text = counted(
            same, self.tr("%n of %1 members is the same"), self.tr("%n of %1 members are the same")
        )
        return text.replace("%1", count_text(total)) + "; " + ", ".join(parts) + "."

    def _show_rows(self, *, keep_place: bool = False) -> None:
        from simfinder.app.compare import ComparisonKind
        from simfinder.app.linediff import RowKind, fold

        comparison = self._comparison
        assert comparison is not None
        rows = fold(comparison.rows, 3 if comparison.kind is ComparisonKind.TEXT else 2, self._opened)
        self._rows = rows
        as_hex = comparison.kind is ComparisonKind.HEX
        lines = list(self._lines(rows, as_hex, numbers=not comparison.is_prose))
        self.code.show_lines(lines, keep_place=keep_place, prose=comparison.is_prose)
        tones = [line.tone for line in lines]
        self._changes = [i for i, tone in enumerate(tones) if tone and (i == 0 or not tones[i - 1])]
        here = sum(row.kind is RowKind.LEFT for row in rows)
        kept = sum(row.kind is RowKind.RIGHT for row in rows)
        text = self.tr("− %1 only here   + %2 only in the kept file")
        if self._inside:
            text = self.tr("− %1 only in the part   + %2 only in the whole")
        if comparison.is_prose and not here + kept:  # spaces and empty lines are not told apart
            text = self.tr("Not a word differs in what is shown")
        self._legend.show_text(text.replace("%1", count_text(here)).replace("%2", count_text(kept)))
        for button in (self.previous, self.next):
            button.setEnabled(bool(self._changes))
        self._bar.show()
        self._note.setText(self._reservation(comparison))
        self._note.setVisible(bool(self._note.text()))
        if not keep_place and self._inside:  # what stands before the part in the whole says nothing
            first = next((i for i, tone in enumerate(tones) if not tone), 0)
            self.code.go_to(first - 3)
        elif not keep_place and self._changes and self._changes[0] > 6:
            self.go(1)

    def show_place(self, matched: Matched | None) -> None:
        """Say where in the whole a part lies."""
        if matched is None or not self._inside or self._comparison is None or not matched.left:
            return
        wanted = _MOST_OF_IT * sum(found.equal for found in matched.left)
        found = []
        for one in sorted(matched.left, key=lambda one: -one.equal):  # small ones lie anywhere
            found.append(one)
            wanted -= one.equal
            if wanted <= 0:
                break
        begin, end = min(one.other for one in found), max(one.other_end for one in found)
        text = self.tr("Found in bytes %1 to %2 of the whole").replace("%1", count_text(begin))
        self.summary.setText(text.replace("%2", count_text(end)))
        self.summary.show()

    def go_to_place(self, *, here: bool, offset: int) -> bool:
        """Show a place of one of the two files, opening what is folded there. Returns whether it is among the rows.

        Args:
            here: in this file; else in the other one.
            offset: of a byte.
        """
        from simfinder.app.compare import ComparisonKind

        comparison = self._comparison
        if comparison is None or not comparison.rows or self.pages.currentWidget() is not self.code:
            return False
        wanted = offset
        if comparison.kind is ComparisonKind.TEXT:
            starts = comparison.left_starts if here else comparison.right_starts
            wanted = bisect_right(starts, offset)  # lines count from 1
        place = self._row_of(comparison.rows, wanted, here=here)
        if place < 0:
            return False
        row = comparison.rows[place]
        fold = next((r.first for r in self._rows if r.count and r.first <= place < r.first + r.count), -1)
        if fold >= 0:
            self._opened |= {fold}
            self._show_rows(keep_place=True)
        line = next(i for i, shown_row in enumerate(self._rows) if shown_row is row)
        self.code.go_to(line - 3)
        self.code.point_at(line)
        return True

    def _row_of(self, rows: Sequence[DiffRow], wanted: int, *, here: bool) -> int:
        """The last row that begins at or before a place; -1 where the place is behind all of them."""
        found = last = -1
        for i, row in enumerate(rows):
            value = row.left if here else row.right
            if value is not None and value <= wanted:
                found, last = i, value
        behind = wanted - last > HEX_ROW and found >= 0 and self._is_hex()
        return -1 if behind else found

    def _is_hex(self) -> bool:
        from simfinder.app.compare import ComparisonKind

        return self._comparison is not None and self._comparison.kind is ComparisonKind.HEX

    def _reservation(self, comparison: Comparison) -> str:
        """What the rows do not say."""
        parts = []
        if comparison.reason:
            parts.append(self.tr("Compared byte by byte: %1").replace("%1", told(comparison.reason)))
        if comparison.truncated:
            parts.append(self.tr("Only the beginnings of the files are compared here."))
        return " ".join(parts)

    def _lines(self, rows: list[DiffRow], as_hex: bool, *, numbers: bool) -> Iterator[Line]:
        from simfinder.app.linediff import RowKind

        def number(value: int | None) -> str:
            return "" if value is None or not numbers else f"{value:06x}" if as_hex else str(value)

        for row in rows:
            match row.kind:
                case RowKind.FOLD:
                    text = counted(row.count, self.tr("%n equal line"), self.tr("%n equal lines"))
                    if as_hex:
                        text = counted(row.count, self.tr("%n equal row"), self.tr("%n equal rows"))
                    yield Line(text, "⋯", fold=row.first)
                case RowKind.LEFT:
                    yield Line(row.text, number(row.left), "−", "removed", row.changed)
                case RowKind.RIGHT:
                    yield Line(row.text, number(row.right), "+", "added", row.changed)
                case _:
                    yield Line(row.text, number(row.right))

    def _open_fold(self, first: int) -> None:
        self._opened |= {first}
        self._show_rows(keep_place=True)

    def go(self, step: int) -> None:
        """Scroll to the next or the previous change."""
        top = self.code.firstVisibleBlock().blockNumber() + 2
        if step > 0:
            places = [change for change in self._changes if change > top]
        else:
            places = [change for change in reversed(self._changes) if change < top]
        if places:
            self.code.go_to(places[0] - 2)

"""Compare two texts: inline or side by side, with equal lines folded and steps from change to change.

Keeps which lines are folded, the current change and the part of a long text that is shown; jobs read the parts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from simfinder.gui.details.compare.change_bar import ChangeBar
from simfinder.gui.details.compare.diff_lines import DiffLines, runs
from simfinder.gui.details.compare.go_to import place_of
from simfinder.gui.details.compare.side_by_side import SideBySide
from simfinder.gui.details.viewers.code_view import CodeView, Line
from simfinder.gui.details.viewers.part_bar import PartBar
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.formatting import count_text
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.alignment import Alignment
    from simfinder.app.compare.compare_files import Comparison
    from simfinder.app.compare.line_diff import DiffRow

_CONTEXT = 3
_BEFORE = 4096  # bytes shown before a place that was jumped to


class TextCompare(QWidget):
    """Bar, lines, parts.

    Signals:
        shown: other lines than before are shown.
    """

    shown = Signal()

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._alignment: Alignment | None = None
        self._inside = False
        self.names: tuple[str, str] | None = None  # of both sides; None for this file and the kept one
        self.large = False  # there is room for two columns of prose
        self._opened: frozenset[int] = frozenset()
        self._rows: list[DiffRow] = []
        self._inline: list[Line] = []
        self._line_of: list[int] = []  # by row
        self.changes: list[tuple[int, int]] = []  # lines, first and last
        self._change = -1
        self._scrolled = -1
        self._job = LatestJob(bridge)
        self.bar = ChangeBar()
        self.code, self.both = CodeView(), SideBySide()
        self.code.setAccessibleName(self.tr("Differences between the two files"))
        self.pages = QStackedWidget()
        self.pages.addWidget(self.code)
        self.pages.addWidget(self.both)
        self.parts = PartBar()
        self.note = PlainLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.pages, 1)
        column.addWidget(self.parts)
        column.addWidget(self.note)
        for view in (self.code, self.both):
            view.fold_opened.connect(self.open_fold)
        self.bar.stepped.connect(self.go)
        self.bar.place_wanted.connect(self._go_typed)
        self.bar.sides_wanted.connect(lambda _: self._show_rows(keep_change=True))
        self.parts.wanted.connect(self._go_part)

    @property
    def view(self) -> CodeView | SideBySide:
        """Return the visible view."""
        return self.both if self._beside else self.code

    @property
    def _beside(self) -> bool:
        return (
            self.bar.sides.isChecked() and self._comparison is not None and self._has_sides(self._comparison)
        )

    def _has_sides(self, comparison: Comparison) -> bool:
        """Return whether two columns make sense: prose is too wide for two in the main window."""
        return self.large or not comparison.is_prose

    def show_comparison(
        self, comparison: Comparison, alignment: Alignment | None, note: str, *, inside: bool
    ) -> None:
        """Show two texts."""
        self._job.stop()
        self._comparison, self._alignment, self._inside = comparison, alignment, inside
        self._opened = frozenset()
        self.bar.arrange(
            sides=self._has_sides(comparison),
            go=comparison.left_part is not None,
            tip=self.tr("A line such as 120, a byte such as 0x1f40, or a percentage such as 50 %"),
        )
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._show_rows()
        self._begin()
        self.lay(alignment)

    def _begin(self) -> None:
        """Scroll to what a person wants to see first."""
        tones = [bool(line.tone) for line in self._inline]
        if self._inside and not self._beside:  # what stands before the part in the whole says nothing
            self.view.go_to(next((i for i, tone in enumerate(tones) if not tone), 0) - _CONTEXT)
        elif self.changes and self.changes[0][0] > 6:
            self.go(1)

    def lay(self, alignment: Alignment | None) -> None:
        """Show the result of the comparison. Go to the first change if the beginnings are equal."""
        self._alignment = alignment or self._alignment
        comparison = self._comparison
        if comparison is None or comparison.left_part is None or alignment is None or self.changes:
            return
        if comparison.truncated and not comparison.left_part.begin and not self._job.running:
            self._search(1)

    # rows
    def _show_rows(self, *, keep_place: bool = False, keep_change: bool = False) -> None:
        from simfinder.app.compare.line_diff import fold

        comparison = self._comparison
        if comparison is None:
            return
        equal = comparison.inside is not None or comparison.same_content
        opened = self._opened | {0} if equal else self._opened  # else there would be nothing to see
        lines = DiffLines(comparison, fold(comparison.rows, _CONTEXT, opened))
        self._rows, self._inline = lines.rows, lines.inline()
        change = self._change if keep_change or keep_place else -1
        self.code.show_lines(self._inline, keep_place=keep_place, prose=comparison.is_prose)
        if self._beside:
            left, right, self._line_of = lines.beside()
            self.both.show_lines(left, right, keep_place=keep_place)
            tones = [bool(one.tone or other.tone) for one, other in zip(left, right, strict=True)]
        else:
            self._line_of = list(range(len(self._rows)))
            tones = [bool(line.tone) for line in self._inline]
        self.pages.setCurrentWidget(self.view)
        self.changes = runs(tones)
        self._change = -1
        self._legend = lines.legend(inside=self._inside, names=self.names)
        self.bar.legend.show_text(*self._legend)
        self.bar.set_steps(enabled=bool(self.changes) or comparison.truncated)
        part = comparison.left_part
        if part is not None and comparison.right_part is not None:
            other = comparison.right_part
            whole = part.whole and other.whole
            self.parts.show_part(part.begin, part.size if whole else part.end, part.size)
            self.parts.later.setEnabled(part.end < part.size or other.end < other.size)
        else:
            self.parts.hide()
        if 0 <= change < len(self.changes):
            self._show_change(change)
        self.shown.emit()

    def open_fold(self, first: int) -> None:
        """Show the equal lines of a fold."""
        self._opened |= {first}
        self._show_rows(keep_place=True)

    # changes
    def go(self, step: int) -> None:
        """Show the next or the previous change; where there is none in this part, of another part."""
        if self._comparison is None:
            return
        place = self._change + step if self._is_there() else self._nearest(step)
        if 0 <= place < len(self.changes):
            self._show_change(place)
        elif self._comparison.left_part is not None and self._comparison.truncated and not self._job.running:
            self._search(step)

    def _is_there(self) -> bool:
        """Return whether the last change that was gone to is still in view."""
        return self._change >= 0 and self._scrolled == self.view.first_row()

    def _nearest(self, step: int) -> int:
        top = self.view.first_row() + 2
        if step > 0:
            at_start = top <= 2
            return next(
                (i for i, (first, _) in enumerate(self.changes) if first > top or (at_start and i == 0)),
                len(self.changes),
            )
        return next((i for i in reversed(range(len(self.changes))) if self.changes[i][0] < top), -1)

    def _show_change(self, place: int) -> None:
        self._change = place
        first, last = self.changes[place]
        self.view.go_to(first - 2)
        self.view.mark(first, last)
        self._scrolled = self.view.first_row()
        text = self.tr("Change %1 of %2").replace("%1", count_text(place + 1))
        if self._comparison is not None and self._comparison.truncated:
            text = self.tr("Change %1 of %2 in this part").replace("%1", count_text(place + 1))
        self.bar.legend.show_text(text.replace("%2", count_text(len(self.changes))))

    def _search(self, step: int) -> None:
        """Look for a change beyond the part that is shown."""
        comparison = self._comparison
        assert comparison is not None
        left, right = comparison.left_part, comparison.right_part
        windows = comparison.left_window, comparison.right_window
        if left is None or right is None or windows[0] is None or windows[1] is None:
            return
        alignment = self._laid()
        ends = (left.end, alignment.counterpart(left.end, here=True) if left.end < left.size else right.end)

        def run(control: Control) -> tuple[int, int] | None:
            from simfinder.app.compare.differences import differences

            assert windows[0] is not None
            assert windows[1] is not None
            if step > 0:
                found = differences(alignment, windows[0], windows[1], control, start=ends, most=1).places
                return found[0] if found else None
            found = differences(alignment, windows[0], windows[1], control, read=left.begin).places
            before = [place for place in found if place.left < left.begin]
            return before[-1] if before else None

        def show(found: tuple[int, int] | None) -> None:
            if found is None:
                text = (
                    self.tr("No change after this part")
                    if step > 0
                    else self.tr("No change before this part")
                )
                self.bar.legend.show_text(text)
                return
            self._show_part(found[0] - _BEFORE, found[1] - _BEFORE, found[0], step)

        self.bar.legend.show_text(self.tr("Looking for changes …"))
        self._run(run, show)

    # parts
    def _laid(self) -> Alignment:
        from simfinder.app.compare.alignment import beside

        comparison = self._comparison
        assert comparison is not None
        assert comparison.left_window is not None
        assert comparison.right_window is not None
        return self._alignment or beside(comparison.left_window.size, comparison.right_window.size)

    def _go_part(self, step: int) -> None:
        comparison = self._comparison
        if comparison is None or comparison.left_part is None or comparison.right_part is None:
            return
        left, right = comparison.left_part, comparison.right_part
        alignment = self._laid()
        if step > 0:
            at = left.end
            other = alignment.counterpart(at, here=True) if at < left.size else right.end
        else:
            at = max(0, left.begin - max(_BEFORE, left.end - left.begin - _BEFORE))
            other = alignment.counterpart(at, here=True)
        self._show_part(at, other, -1, 0)

    def show_from(self, left_at: int, right_at: int) -> None:
        """Show the lines from a place of either text on, unless the place is on the right side's part already."""
        part = self._comparison.right_part if self._comparison is not None else None
        if part is not None and not part.begin <= right_at < part.end:
            self._show_part(left_at, right_at, -1, 0)

    def _show_part(self, left_at: int, right_at: int, wanted: int, step: int, *, here: bool = True) -> None:
        """Read other parts of both texts, then go to a byte (``wanted``) or a change behind it (``step``)."""
        comparison = self._comparison
        assert comparison is not None

        def run(control: Control) -> Comparison:
            from simfinder.app.compare.compare_files import compare_parts

            return compare_parts(comparison, max(0, left_at), max(0, right_at), control)

        def show(found: Comparison) -> None:
            self._comparison, self._opened = found, frozenset()
            self._show_rows()
            if step:
                place = self._line_at(wanted, here=True)
                nearest = next((i for i, (_, last) in enumerate(self.changes) if last >= place), -1)
                if nearest >= 0:
                    self._show_change(nearest)
            elif wanted >= 0:
                self.go_to_place(here=here, offset=wanted)

        self._run(run, show)

    def _run(self, run: Callable[[Control], Any], show: Callable[[Any], None]) -> None:
        def failed(error: BaseException) -> None:
            self.note.setText(self.tr("Can’t be read any more: %1").replace("%1", told_error(error)))
            self.note.show()

        self._job.start(run, name="part", done=show, failed=failed)

    # places
    def go_to_place(self, *, here: bool, offset: int) -> bool:
        """Show a byte of one of the two files; in another part where it is not in this one.

        Returns:
            Whether it is, or will be, shown.
        """
        comparison = self._comparison
        if comparison is None or not comparison.rows:
            return False
        part = comparison.left_part if here else comparison.right_part
        if part is not None and not part.begin <= offset < max(part.end, part.begin + 1):
            if not 0 <= offset < part.size:
                return False
            at = max(0, offset - _BEFORE)
            other = self._laid().counterpart(at, here=here)
            self._show_part(at if here else other, other if here else at, offset, 0, here=here)
            return True
        place = self._row_of(offset, here=here)
        if place < 0:
            return False
        row = comparison.rows[place]
        fold = next((r.first for r in self._rows if r.count and r.first <= place < r.first + r.count), -1)
        if fold >= 0:
            self._opened |= {fold}
            self._show_rows(keep_place=True)
        line = self._line_of[next(i for i, shown_row in enumerate(self._rows) if shown_row is row)]
        self.view.go_to(line - _CONTEXT)
        self.view.point_at(line)
        return True

    def _row_of(self, offset: int, *, here: bool) -> int:
        """Return the last unfolded row that begins at or before a byte; -1 where there is none."""
        comparison = self._comparison
        assert comparison is not None
        starts = comparison.left_starts if here else comparison.right_starts
        wanted, found = bisect_right(starts, offset), -1  # lines count from 1
        for i, row in enumerate(comparison.rows):
            value = row.left if here else row.right
            if value is not None and value <= wanted:
                found = i
        return found

    def _line_at(self, offset: int, *, here: bool) -> int:
        """Return the shown line that holds a byte, or the fold that hides it."""
        place = self._row_of(offset, here=here)
        for i, row in enumerate(self._rows):
            if row.count and row.first <= place < row.first + row.count:
                return self._line_of[i]
            if place >= 0 and self._comparison is not None and row is self._comparison.rows[place]:
                return self._line_of[i]
        return 0

    def _go_typed(self, text: str) -> None:
        comparison = self._comparison
        if comparison is None or comparison.left_window is None:
            return
        window, encoding = comparison.left_window, comparison.left_encoding
        place = place_of(text, window.size, lines=True)
        if place is None:
            return
        if not place.line:
            self.go_to_place(here=True, offset=place.byte)
            return

        def run(control: Control) -> int:
            from simfinder.app.compare.contents.text_parts import line_offset

            return line_offset(window, encoding, place.line, control)

        def show(offset: int) -> None:
            self.go_to_place(here=True, offset=offset)

        self._run(run, show)

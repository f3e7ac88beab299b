"""Compare two files of any size byte by byte: aligned, with steps from difference to difference.

Keeps the current difference and searches for others in a job.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from simfinder.gui.details.compare.change_bar import ChangeBar
from simfinder.gui.details.compare.go_to import place_of
from simfinder.gui.details.viewers.hex_view import HexView
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.jobs.latest_job import LatestJob
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.wording.formatting import count_text, counted
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.compare.alignment import Alignment
    from simfinder.app.compare.contents.byte_window import Window
    from simfinder.app.compare.differences import Difference, FoundDifferences

_AT_ONCE = 256 << 20
"""Bytes of a side that are looked through for differences without being asked to."""


class HexCompare(QWidget):
    """The bytes of both files, a bar to step through the differences, and a line about them."""

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._windows: tuple[Window, Window] | None = None
        self._alignment: Alignment | None = None
        self._places: list[Difference] = []
        self._complete = False
        self._looked = 0  # bytes of the left side
        self._job = LatestJob(bridge)
        self._settled = False
        self.bar = ChangeBar()
        self.view = HexView(bridge)
        self.view.setAccessibleName(self.tr("Bytes of both files"))
        self.note = PlainLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.view, 1)
        column.addWidget(self.note)
        self.bar.stepped.connect(self.go)
        self.bar.place_wanted.connect(self._go_typed)
        self.view.failed.connect(self._fail)
        self.setFocusProxy(self.view)

    @property
    def places(self) -> list[Difference]:
        """Differences that are known."""
        return self._places

    def show_files(
        self,
        left: Window,
        right: Window,
        alignment: Alignment | None,
        note: str = "",
        *,
        settled: bool = False,
    ) -> None:
        """Show two files.

        Args:
            left: this file.
            right: the other one.
            alignment: of both; byte beside byte where it is not known yet.
            note: what the bytes do not say.
            settled: no other alignment will come.
        """
        from simfinder.app.compare.alignment import beside

        self._job.stop()
        self._windows = (left, right)
        self._alignment = alignment or beside(left.size, right.size)
        self._places, self._complete, self._looked = [], False, 0
        self._settled = settled or alignment is not None
        self.view.show_files(left, right, self._alignment)
        self.bar.arrange(
            sides=False,
            go=True,
            tip=self.tr("An offset such as 1f40, or a percentage such as 50 %"),
        )
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self._begin()

    def lay(self, alignment: Alignment | None) -> None:
        """Take what the comparison has found, or that nothing more will come."""
        if self._windows is None or (self._settled and alignment is None):
            return
        if alignment is not None and alignment != self._alignment:
            self._alignment = alignment
            self.view.lay(alignment)
            self._places, self._complete, self._looked = [], False, 0
        self._settled = True
        self._job.stop()
        self._begin()

    def clear(self) -> None:
        """Show nothing."""
        self._job.stop()
        self._windows = None
        self.view.clear()

    # differences
    def _begin(self) -> None:
        if self._settled:
            self._look((0, 0), _AT_ONCE, None)
        else:
            self.bar.legend.show_text(self.tr("Still looking where the two match …"))
            self.bar.set_steps(enabled=False)

    def _look(self, start: tuple[int, int], read: int, most: int | None) -> None:
        """Look for differences from a place on; if only some are wanted, go to the first one behind it."""
        windows, alignment = self._windows, self._alignment
        assert windows is not None
        assert alignment is not None

        def run(control: Control) -> FoundDifferences:
            from simfinder.app.compare.differences import MOST, differences

            return differences(
                alignment, *windows, control, start=start, read=read, most=most if most is not None else MOST
            )

        def show(found: FoundDifferences) -> None:
            known = self._places[-1] if self._places else None
            more = [place for place in found.places if known is None or place > known]
            if start <= (self._looked, 1 << 62):  # what lies between is known
                self._places += more
                self._complete = found.complete
                self._looked = max(self._looked, found.left)
            if most is not None and more:
                self._show(more[0])
            elif most is not None:
                self.bar.legend.show_text(self.tr("No difference after this position"))
            else:
                self._show_count()
                self._show_first()

        self.bar.legend.show_text(self.tr("Looking for differences …"))
        self._job.start(
            run, name="differences", done=show, failed=lambda error: self._fail(told_error(error))
        )

    def _show_first(self) -> None:
        """Go to the first difference if the beginnings are equal and nobody has moved yet."""
        untouched = self.view.pointed is None and not self.view.top
        if self._places and untouched and self.view.is_below(self._places[0]):
            self._show(self._places[0])

    def go(self, step: int) -> None:
        """Show the next or the previous difference."""
        if self._windows is None or self._job.running:
            return
        here = self.view.pointed or self.view.place()
        if step < 0:
            place = bisect_left(self._places, here) - 1
            if place >= 0:
                self._show(self._places[place])
            return
        pointed = self.view.pointed is not None or self.view.top > 0
        place = bisect_right(self._places, here) if pointed else 0
        if place < len(self._places):
            self._show(self._places[place])
        elif not self._complete:
            start = self._places[-1] if self._places and self._places[-1][0] >= here[0] else here
            self._look((start[0], start[1]), 1 << 62, 2)

    def _show(self, difference: Difference) -> None:
        there = difference.left >= self._windows[0].size if self._windows else False
        self.view.go_to(difference.right if there else difference.left, here=not there)
        self.view.pointed = (difference.left, difference.right)
        self.view.viewport().update()
        self._show_count()

    def _show_count(self) -> None:
        """Say how many there are, and which one this is."""
        self.bar.set_steps(enabled=bool(self._places) or not self._complete)
        total = count_text(len(self._places))
        pointed = self.view.pointed
        if pointed is not None and pointed in self._places:
            text = (
                self.tr("Difference %1 of %2") if self._complete else self.tr("Difference %1 of more than %2")
            )
            number = count_text(bisect_left(self._places, pointed) + 1)
            self.bar.legend.show_text(text.replace("%1", number).replace("%2", total))
            return
        if not self._complete:
            self.bar.legend.show_text(self.tr("More than %1 differences").replace("%1", total))
            return
        self.bar.legend.show_text(
            counted(len(self._places), self.tr("%n difference"), self.tr("%n differences"))
            if self._places
            else self.tr("No difference")
        )

    # places
    def go_to(self, offset: int, *, here: bool) -> None:
        """Show a byte of this file or of the other one."""
        self.view.go_to(offset, here=here)
        self._refresh_count()

    def _go_typed(self, text: str) -> None:
        if self._windows is None:
            return
        place = place_of(text, self._windows[0].size, lines=False)
        if place is not None:
            self.view.go_to(place.byte, here=True)
            self.view.setFocus()
            self._refresh_count()

    def _refresh_count(self) -> None:
        if not self._job.running and self._settled:
            self._show_count()

    def _fail(self, reason: str) -> None:
        self.bar.legend.show_text("")
        self.note.setText(self.tr("Can’t be read any more: %1").replace("%1", reason))
        self.note.show()

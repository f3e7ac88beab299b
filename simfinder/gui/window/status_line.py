"""The bottom line: the running job, its progress, problems; otherwise what the last scan took."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QSpacerItem, QWidget

from simfinder.app.runtime.time_left import LONGER, Estimate
from simfinder.gui.controllers.removal_jobs import Task, Work
from simfinder.gui.controllers.verify_scheduler import Checks
from simfinder.gui.state.window_state import WindowState
from simfinder.gui.style.fonts import make_title
from simfinder.gui.style.palette import colors_of
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.announcement import announce
from simfinder.gui.wording.formatting import count_text, counted, duration_text, size_text
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.progress import Phase, Progress

if TYPE_CHECKING:
    from simfinder.scan.pipeline import ScanResult

QUIET_MS = 600
"""Checking figures is only spoken of when it takes longer."""

PREPARING_S = 2.0
"""A scan that waits longer than this for the kernels says what it waits for."""

WANDER_MS, WANDER_S = 40, 2.4
"""Between two frames of the bar of unknown length; seconds there and back."""

SPOKEN_S = 30.0
"""Screen readers are told the time left this often; a new phase at once."""

_SIDE, _GAP = 12, 7  # pixels beside and between what is in the line
_FEWEST = 120  # pixels of words that are worth being read beside a message

_PHASES = (Phase.LISTING, Phase.READING, Phase.OPENING, Phase.COMPARING, Phase.GROUPING)


def _fraction(estimate: Estimate) -> float | None:
    """Return the share of the bar; None where it would stand at its end, and nobody knows for how long."""
    return None if estimate.words == LONGER else estimate.share


class ProgressBar(QWidget):
    """A flat bar; while the end is not known a short piece wanders over its track.

    Attributes:
        fraction: share of the whole, 0..1; None while it is unknown.
        quiet: it is thin and short, for work that nobody waits for.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fraction: float | None = None
        self.quiet = False
        self._begun = time.monotonic()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Progress"))
        self._wander = QTimer(self)
        self._wander.setInterval(WANDER_MS)
        self._wander.timeout.connect(self.update)

    def set_quiet(self, quiet: bool) -> None:
        """Show a thin short line for work that nobody waits for."""
        if quiet != self.quiet:
            self.quiet = quiet
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(96 if self.quiet else 320, 16)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 16)

    def show_fraction(self, fraction: float | None) -> None:
        """Show a share of the whole, 0..1; None while it is unknown. Screen readers hear of every twentieth."""
        self.fraction = fraction
        said = "" if fraction is None else f"{int(20 * fraction) / 20:.0%}"
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
        self._let_wander()
        self.update()

    def _let_wander(self) -> None:
        wanted = self.fraction is None and self.isVisible()
        if wanted != self._wander.isActive():
            self._begun = time.monotonic()
            (self._wander.start if wanted else self._wander.stop)()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._let_wander()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._wander.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = colors_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area, radius = QRectF(self.rect()), 4.0
        if self.quiet:
            area = QRectF(0, self.height() / 2 - 1.5, self.width(), 4)
            radius = 2.0
        painter.setBrush(colors.color("groove"))
        painter.drawRoundedRect(area, radius, radius)
        if self.fraction is None:
            at = (1 - math.cos((time.monotonic() - self._begun) / WANDER_S * math.tau)) / 2
            area = QRectF(area.x() + 0.8 * area.width() * at, area.y(), 0.2 * area.width(), area.height())
        else:
            area.setWidth(max(1.5 * radius, area.width() * self.fraction) if self.fraction > 0 else 0.0)
        if area.width() > 0:
            painter.setBrush(colors.color("accent"))
            painter.drawRoundedRect(area, radius, radius)


class ProgressLine(QFrame):
    """Follows the work of the window.

    Signals:
        problems_wanted: what could not be read is to be listed.
        keys_left: a button that had the keys is gone.
    """

    problems_wanted = Signal()
    keys_left = Signal()

    def __init__(
        self, work: Work, checks: Checks, workspace: WindowState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("bottomBar")
        self._work = work
        self._checks = checks
        self._workspace = workspace
        self._following = self._why_following = ""
        self._spoken, self._speak_again = "", 0.0
        self._began = 0.0  # when the bar was last laid open
        self.phase = PlainLabel()
        self.bar = ProgressBar()
        self.text = ElidedLabel()
        self.text.setProperty("role", "muted")
        self.text.setMinimumWidth(40)
        self.problems = QPushButton()
        self.problems.setProperty("role", "quiet")
        self.pause = QPushButton(self.tr("Pause"))
        self.cancel = QPushButton(self.tr("Cancel"))
        make_title(self.text, 1.0, bold=False)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(_SIDE, 5, _SIDE, 6)
        row.setSpacing(_GAP)
        row.addWidget(self.phase)
        row.addWidget(self.bar)
        row.addWidget(self.text, 1)
        self._free = QSpacerItem(0, 0, QSizePolicy.Policy.Fixed)
        row.addItem(self._free)
        for button in (self.problems, self.pause, self.cancel):
            row.addWidget(button)
        self.setFixedHeight(41)
        self.problems.clicked.connect(self.problems_wanted)
        self.pause.clicked.connect(self._toggle_pause)
        self.cancel.clicked.connect(self._cancel)
        work.task_changed.connect(self._show_task)
        work.progressed.connect(self.show_progress)
        work.problems_changed.connect(self._show_problems)
        workspace.session_changed.connect(self._show_task)
        workspace.session_changed.connect(self._tell_result)
        checks.changed.connect(self._show_checks)
        checks.progressed.connect(self._show_check)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._lay_open)
        self._show_task()

    @property
    def _checking(self) -> bool:
        """Show that figures are being verified."""
        return not self._work.busy and self._checks.running

    def keep_free(self, width: int) -> QRect | None:
        """Let the words end where a message begins, and return the place for it in the line.

        Args:
            width: pixels that the message would like to have; 0 for none.

        Returns:
            Where it can lie, all of the words covered if few would be left; None while the line shows work that a
            person waits for.
        """
        buttons = [button for button in (self.problems, self.pause, self.cancel) if not button.isHidden()]
        end = self.width() - _SIDE - sum(button.sizeHint().width() + _GAP for button in buttons)
        begin = end - width
        if begin < _SIDE + _FEWEST:
            begin = _SIDE
        waited_for = not self.bar.isHidden() and not self.bar.quiet
        left = self.width() - end if self.isRightToLeft() else begin
        place = QRect(left, 0, end - begin, self.height()) if width and not waited_for else None
        room = 0 if place is None else place.width()
        if room != self._free.sizeHint().width():
            self._free.changeSize(room, 0, QSizePolicy.Policy.Fixed)
            self._row.invalidate()
        return place

    def _show_task(self) -> None:
        """Show another task, or none."""
        self._quiet.stop()
        if self._work.task in (Task.SCAN, Task.JUDGE, Task.ACT, Task.UNDO, Task.OPEN, Task.EXPORT):
            self._lay_open()
            return
        if self._work.task is Task.PLAN or self._checking:
            self._quiet.start()
        had_keys = self.pause.hasFocus() or self.cancel.hasFocus()
        for widget in (self.phase, self.bar, self.pause, self.cancel):
            widget.hide()
        if had_keys:
            self.keys_left.emit()
        self.text.show_text(self._at_rest())
        self.text.setToolTip(plain_text(self._why_following))
        self._show_problems()

    def _show_checks(self) -> None:
        if self._work.busy:
            return
        if not self._checking:
            self._show_task()
        elif self.bar.isHidden():
            if not self._quiet.isActive():
                self._quiet.start()
        else:
            self._show_paused(self._checks.paused)

    def _lay_open(self) -> None:
        """Show the bar and the buttons."""
        checking = self._checking
        self.phase.setVisible(not checking)
        for widget in (self.bar, self.pause, self.cancel):
            widget.show()
        self._began = time.monotonic()
        self.bar.set_quiet(checking)
        self.bar.show_fraction(None)
        self.cancel.setEnabled(True)
        self.cancel.setText(self.tr("Cancel"))
        self.pause.setEnabled(True)
        self._show_paused(self._checks.paused if checking else self._work.paused)
        self.text.show_text(self.tr("Verifying results") if checking else "")
        self.phase.setText(self.tr("Getting ready"))
        self._show_problems()

    def _show_paused(self, paused: bool) -> None:
        self.pause.setText(self.tr("Resume") if paused else self.tr("Pause"))

    def show_following(self, words: str, why: str) -> None:
        """Show how changes in the folders are followed."""
        self._following, self._why_following = words, why
        if self.bar.isHidden():
            self._show_task()

    def _at_rest(self) -> str:
        session = self._workspace.session
        if session is None:
            return ""
        result: ScanResult = session.result
        parts = [self._following] if self._following else []
        parts += [
            counted(len(result.files), self.tr("%n file scanned"), self.tr("%n files scanned")),
            size_text(result.bytes),
        ]
        if result.unread:
            parts.append(
                counted(result.unread, self.tr("%n file not fully read"), self.tr("%n files not fully read"))
            )
        if result.from_cache:
            parts.append(self.tr("%1 from cache").replace("%1", count_text(result.from_cache)))
        if not session.proven:  # how long it took, and what was verified, is of other machines
            return " · ".join([*parts, self.tr("found elsewhere")])
        parts.append(self.tr("took %1").replace("%1", duration_text(result.seconds)))
        if len(session.clusters) and session.clustering.verified:
            parts.append(self.tr("all results verified"))
        elif self._checks.stopped and session.clusters.estimated.any():
            parts.append(self.tr("some figures are estimates"))
        return " · ".join(parts)

    def _tell_result(self) -> None:
        """Tell screen readers what a scan has found; not what a change on the disk makes of it."""
        session = self._workspace.session
        if session is not None and self._workspace.moved is None:
            found = counted(len(session.clusters), self.tr("%n cluster"), self.tr("%n clusters"))
            announce(self, f"{found} · {self._at_rest()}")

    def _show_problems(self, count: int | None = None) -> None:
        count = len(self._work.problems) if count is None else count
        self.problems.setText(counted(count, self.tr("%n problem"), self.tr("%n problems")))
        self.problems.setVisible(count > 0)
        self.problems.setEnabled(bool(self._work.problems))

    def show_progress(self, progress: Progress) -> None:
        """Take a snapshot."""
        estimate = self._work.time_left.see(progress)
        left = translated(estimate.words)
        waiting, waited = self._waits_for(progress)
        setting_up = waiting and self._work.task in (Task.SCAN, Task.JUDGE)
        self.phase.setText(self.tr("Setting up") if setting_up else self._phase_text(progress))
        self.bar.show_fraction(waited if waiting else _fraction(estimate))
        if waiting:
            self.text.show_text(translated(waiting))
        else:
            self.text.show_text(*self._progress_texts(progress, left))
        self._speak(self.phase.text(), left)
        if self._work.task is Task.SCAN and progress.problems:
            self._show_problems(progress.problems)

    def _show_check(self, progress: Progress) -> None:
        """Take a snapshot of the checking of figures."""
        if not self._checking or self.bar.isHidden():
            return
        estimate = self._checks.time_left.see(progress)
        waiting, waited = progress.waiting, progress.waited
        if not waiting and not progress.files:
            waiting, waited = self._work.preparing  # by what is shown of a file, which waits for the same
        self.bar.show_fraction(waited if waiting else _fraction(estimate))
        text = self.tr("Verifying results")
        if progress.phase in (Phase.CONTAINING, Phase.MEASURING):
            text = self.tr("Finding files inside other files")
        elif pairs := self._checks.pairs:
            text = counted(pairs, self.tr("%n pair verified"), self.tr("%n pairs verified"))
        if self._checks.paused:
            text += " · " + self.tr("paused")
        elif waiting:
            text += " · " + translated(waiting)
        elif estimate.words:
            text += " · " + translated(estimate.words)
        self.text.show_text(text)
        self.text.setToolTip(
            self.tr(
                "Figures with ~ are estimates. SimFinder verifies them byte by byte, those on screen"
                " first. You can go on working."
            )
        )

    def _phase_text(self, progress: Progress) -> str:
        if self._work.paused:
            return self.tr("Paused")
        match self._work.task:
            case Task.ACT:
                return self.tr("Moving files")
            case Task.UNDO:
                return self.tr("Restoring files")
            case Task.PLAN:
                return self.tr("Checking the marked files")
            case Task.OPEN:
                return self.tr("Checking the files again")
            case Task.EXPORT:
                return self.tr("Writing the results")
        if progress.phase is Phase.LISTING and not progress.files:
            return self.tr("Getting ready")
        phase = Phase.COMPARING if progress.phase is Phase.CROWDED else progress.phase
        name = {
            Phase.LISTING: self.tr("Listing files"),
            Phase.READING: self.tr("Reading files"),
            Phase.OPENING: self.tr("Reading inside files"),
            Phase.LOOKING: self.tr("Looking at pictures"),
            Phase.LISTENING: self.tr("Listening to recordings"),
            Phase.WATCHING: self.tr("Looking at films"),
            Phase.COMPARING: self.tr("Comparing files"),
        }.get(phase, self.tr("Grouping files"))
        if phase in (Phase.LOOKING, Phase.LISTENING, Phase.WATCHING):
            phase = Phase.OPENING  # one step: most scans have no pictures
        step = _PHASES.index(phase) + 1 if phase in _PHASES else len(_PHASES)
        of = self.tr("%1 of %2").replace("%1", str(step)).replace("%2", str(len(_PHASES)))
        return f"{name}  {of}"

    def _speak(self, phase: str, left: str) -> None:
        """Tell screen readers of a new phase, and now and then of the time left, politely."""
        now = time.monotonic()
        if phase == self._spoken and now < self._speak_again:
            return
        self._spoken, self._speak_again = phase, now + SPOKEN_S
        announce(self, ", ".join(filter(None, (phase, left))))

    def _waits_for(self, progress: Progress) -> tuple[str, float | None]:
        """Say what the work waits for before it can go on ("" for nothing), and the share that is over, if known."""
        begins = self._work.task is Task.SCAN and not progress.files
        if progress.waiting or not begins or time.monotonic() - self._began < PREPARING_S:
            return progress.waiting, progress.waited
        return self._work.preparing

    def _progress_texts(self, progress: Progress, left: str) -> list[str]:
        """Say how far the work is; then the same in fewer words, of which the time left is the last."""
        parts: list[str] = []
        if progress.countable and progress.files_total and not progress.may_grow:
            verifying = progress.phase is Phase.VERIFYING
            text = self.tr("%1 of %2 pairs") if verifying else self.tr("%1 of %2 files")
            text = text.replace("%1", count_text(progress.files))
            parts.append(text.replace("%2", count_text(progress.files_total)))
        elif progress.countable and progress.files:
            parts.append(counted(progress.files, self.tr("%n file"), self.tr("%n files")))
        if progress.from_cache and progress.phase is Phase.READING:
            parts.append(self.tr("%1 from cache").replace("%1", count_text(progress.from_cache)))
        if progress.rate >= 1 and not self._work.paused:
            parts.append(f"{size_text(round(progress.rate))}/s")
        ends = [left] if left and not self._work.paused else []
        every = [" · ".join(parts[:number] + ends) for number in range(len(parts), -1, -1)]
        return [text for text in every if text] or [""]

    def _toggle_pause(self) -> None:
        watched = self._checks if self._checking else self._work
        paused = not watched.paused
        watched.pause(paused)
        self._show_paused(paused)

    def _cancel(self) -> None:
        if self._checking:
            self._checks.cancel()
            return
        self._work.cancel()
        self.cancel.setEnabled(False)
        self.cancel.setText(self.tr("Stopping"))
        self.pause.setEnabled(False)

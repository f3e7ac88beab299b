"""Verify figures on the bytes in the background.

Those on the screen come first, then those that clusters rest on, then the rest, and at last containment.

Runs one job at a time and never beside other work. The window's thread takes results now and then, but not while a
slider, menu, dialog or mouse button is in use.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from simfinder.app.runtime import speeds
from simfinder.app.runtime.jobs import Job
from simfinder.app.runtime.time_left import TimeLeft
from simfinder.gui.controllers import verify_queue
from simfinder.gui.controllers.removal_jobs import Work
from simfinder.gui.controllers.verify_queue import Batch, VerifyQueue
from simfinder.gui.jobs.job_bridge import POLL_MS, JobBridge
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.progress import Phase, Progress

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.model.tolerances import Tolerances

BEGIN_MS = 300
"""After a scan or an act, so that what a person looks at is read first."""
SETTLE_MS = 500
"""After the last move of a slider."""
LOOK_MS = 150
"""After the last scroll."""
EVERY = 1.5
"""Seconds between two moments at which figures change on the screen; more where that takes long."""
_ROUNDS = 8  # measured figures may make other files kept, whose pairs are estimates again
_SHARE = 20  # taking may cost one part in so many of the time


class Step(IntEnum):
    """What to verify, in this order."""

    LINKS = 0
    PAIRS = 1
    PARTS = 2
    DONE = 3


class Checks(QObject):
    """Checks whatever the workspace shows.

    Args:
        workspace: whose session is checked.
        work: what goes first.
        bridge: runs the jobs.
        busy_hands: whether a person has something in hand that must not change under it.
        in_view: clusters on the screen, those that matter most first.

    Attributes:
        pairs: verified since the first step began.
    """

    changed = Signal()  # began, ended, paused
    progressed = Signal(object)  # Progress

    def __init__(
        self,
        workspace: WindowState,
        work: Work,
        bridge: JobBridge,
        busy_hands: Callable[[], bool],
        in_view: Callable[[], list[int]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._work = work
        self._bridge = bridge
        self._busy_hands = busy_hands
        self._in_view = in_view
        self._job: Job[Any] | None = None
        self._desk = VerifyQueue()
        self._pending: list[Batch] = []
        self._step = Step.DONE
        self._rounds = 0
        self._before = self.pairs = 0  # verified by jobs that have ended, and by the one that runs as well
        self._surveyed: Tolerances | None = None
        self._adopting = False
        self._next_take = 0.0
        self._parts_of: Session | None = None
        self.time_left = TimeLeft()  # of all steps together
        self.stopped = False
        self._tick = QTimer(self)
        self._tick.setInterval(POLL_MS)
        self._tick.timeout.connect(self._turn)
        self._begin = self._single_shot(BEGIN_MS, self.start)
        self._look = self._single_shot(LOOK_MS, self._pass_view)
        workspace.session_changed.connect(self._new_session)
        workspace.tolerances_changed.connect(lambda: self._again(SETTLE_MS))
        workspace.clusters_changed.connect(self._regrouped)
        work.task_changed.connect(self._task_changed)

    def _single_shot(self, milliseconds: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(call)
        return timer

    # what others see
    @property
    def running(self) -> bool:
        """Something is being checked, or waits to be shown."""
        return self._step is not Step.DONE and not self._work.busy and self._tick.isActive()

    @property
    def paused(self) -> bool:
        return self._job is not None and self._job.control.paused

    def pause(self, paused: bool) -> None:
        """Rest for a while, or go on."""
        if self._job is not None:
            (self._job.pause if paused else self._job.resume)()
            self.changed.emit()

    def cancel(self) -> None:
        """Stop until the next scan, or ``resume``."""
        self.stopped = True
        self._halt()

    def rest(self) -> None:
        """Stop until something changes."""
        self._halt()

    def resume(self) -> None:
        """Go on after a ``cancel``."""
        self.stopped = False
        self.start()

    def look(self) -> None:
        """Note that the screen shows something else now."""
        if self._job is not None:
            self._look.start()

    # when to check
    def _new_session(self) -> None:
        self._halt()
        self._parts_of = None
        if self._workspace.moved is None:  # else it is the same folders, a moment later
            self.stopped = False
        if not self.stopped:
            self._begin.start(BEGIN_MS)

    def _regrouped(self) -> None:
        if not self._adopting:
            self._again(SETTLE_MS)

    def _again(self, milliseconds: int) -> None:
        """Begin anew soon, as something changed that figures may rest on. What runs goes on until then."""
        if self._workspace.session is not None and not self.stopped:
            self._begin.start(milliseconds)

    def _task_changed(self) -> None:
        if self._work.busy:
            self._halt()
        elif self._workspace.session is not None and not self.stopped:
            self._begin.start(BEGIN_MS)

    def start(self) -> None:
        """Begin at the first step."""
        session = self._workspace.session
        if session is None or session.read_only or self._work.busy or self.stopped:
            return
        if (
            not session.proven
        ):  # what is acted on is measured before; the rest is more than one machine should read
            return
        self._halt()
        self._step, self._rounds, self._surveyed = Step.LINKS, 0, None
        self._before = self.pairs = 0
        result = session.result
        new = len(result.files) - result.from_cache
        size = result.bytes * new // max(1, len(result.files))
        self.time_left = TimeLeft(speeds.remembered(), files=new, size=size, slower=verify_queue.slower())
        self._tick.start()
        self._turn()
        self.changed.emit()

    def _halt(self) -> None:
        """Stop what runs. What it found and nobody took is in the cache."""
        self._begin.stop()
        if self._job is not None:
            self._job.cancel()
        self._desk, self._pending = VerifyQueue(), []
        self._step = Step.DONE
        self._tick.stop()
        self.changed.emit()

    # one turn every 100 ms
    def _turn(self) -> None:
        self._pending += self._desk.collect()
        if self._workspace.edits.busy:  # what was found is being put into the session, or something else is
            return
        if self._pending and time.monotonic() >= self._next_take and not self._hands_full():
            self._adopt_findings()
        if self._job is None and not self._pending and not self._workspace.edits.busy:
            self._go_on()

    def _hands_full(self) -> bool:
        return self._begin.isActive() or self._busy_hands()

    def _adopt_findings(self) -> None:
        begin = time.monotonic()
        batches, self._pending = self._pending, []
        findings = [found for batch in batches for found in batch.findings]
        linked = [batch.linked for batch in batches if batch.linked is not None]

        def adopted(dropped: list[str]) -> None:
            self._adopting = True
            try:
                self._workspace.regrouped(dropped)
            finally:
                self._adopting = False
            self._work.add_problems([problem for found in findings for problem in found.problems])
            now = time.monotonic()
            self._next_take = now + max(EVERY, _SHARE * (now - begin))
            self._look.start()

        last = linked[-1] if linked else None
        self._workspace.edits.make(lambda session: session.learn(findings, last), adopted)

    def _go_on(self) -> None:
        """Start the next job that has something to do."""
        session = self._workspace.session
        if session is None or self._work.busy:
            return
        while self._job is None and self._step is not Step.DONE:
            match self._step:
                case Step.LINKS:
                    self._step = Step.PAIRS
                    survey = session.clustering.survey()
                    if survey is not None:
                        self._run(verify_queue.checking_links(session, survey, self._desk), self._survey_done)
                case Step.PAIRS:
                    if self._surveyed is not None:
                        session.surveyed(self._surveyed)
                    self._rounds += 1
                    if self._rounds <= _ROUNDS:
                        self._run(verify_queue.checking_pairs(session, self._desk), self._pairs_done)
                    else:
                        self._step = Step.PARTS
                case Step.PARTS:
                    if self._parts_of is session or session.options.identical:
                        self._step = Step.DONE
                    else:
                        self._run(verify_queue.looking_inside(session), self._show_parts)
        if self._step is Step.DONE:
            self._tick.stop()
            self.changed.emit()

    def _survey_done(self, complete: bool) -> None:
        """Note for which tolerances the survey is complete; the session hears of it once all results are adopted."""
        self._surveyed = (
            self._workspace.session.choices.tolerances if complete and self._workspace.session else None
        )

    def _pairs_done(self, any_left: bool) -> None:
        if not any_left:
            self._step = Step.PARTS

    def _show_parts(self, insides: Any) -> None:
        self._parts_of = self._workspace.session
        self._adopting = True
        try:
            self._workspace.set_insides(insides)
        finally:
            self._adopting = False

    def _pass_view(self) -> None:
        session = self._workspace.session
        if session is None or self._step is Step.DONE:
            return
        import numpy as np

        seen = self._in_view()
        found = [session.clustering.unmeasured(clusters) for clusters in (seen[:1], seen[1:]) if clusters]
        if found:
            self._desk.want((np.concatenate([a for a, _ in found]), np.concatenate([b for _, b in found])))

    # the job
    def _run(self, function: Callable[[Any], Any], done: Callable[[Any], None]) -> None:
        mine = self._desk
        self._look.stop()
        self._pass_view()  # before the thread begins: it asks at once

        def ended(after: Callable[[], None]) -> None:
            job, self._job = self._job, None
            if self._desk is mine:
                if job is not None:
                    self._count(job.snapshot())
                self._before = self.pairs
                after()
                self._turn()

        self._job = self._bridge.start(
            function,
            name="checks",
            done=lambda result: ended(lambda: done(result)),
            failed=lambda error: ended(lambda: self._failed(error)),
            cancelled=lambda: ended(self._halt),
            progress=lambda progress: self._follow(progress) if self._desk is mine else None,
        )

    def _follow(self, progress: Progress) -> None:
        self._count(progress)
        self.progressed.emit(progress)

    def _count(self, progress: Progress) -> None:
        if progress.phase is Phase.VERIFYING:
            self.pairs = max(self.pairs, self._before + progress.files)

    def _failed(self, error: BaseException) -> None:
        self._workspace.noticed.emit(
            Notice(self.tr("Verification stopped: %1").replace("%1", told_error(error)), stays=True)
        )
        self.cancel()

"""Follow changes in the scanned folders and keep the clusters up to date, if a person wants that.

The watcher has threads of its own; a queued signal brings its reports into the window's thread. A job updates a copy of
the session, which replaces the session once no slider, menu or dialog is in use. Updates never run beside other work,
and wait longer the more they cost and the more often something changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from simfinder.app.runtime.jobs import Job
from simfinder.errors import StoreError
from simfinder.gui.controllers.removal_jobs import Work
from simfinder.gui.jobs import job_functions
from simfinder.gui.jobs.job_bridge import POLL_MS, JobBridge
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.session.follow.disk_changes import Batch
    from simfinder.app.session.follow.update_session import CaughtUp
    from simfinder.app.session.follow.watcher import State, Watcher
    from simfinder.app.session.session import Session
    from simfinder.app.session.state import SessionState
    from simfinder.app.views.containment_view import Insides

LEAST_PAUSE, MOST_PAUSE = 1.0, 60.0
"""Seconds between two updates: after one of now and then, and at most while there is no end of them."""

SHARE = 10
"""Updates may take one part in so many of the time, up to that pause."""

_GROWTH = 1.5  # of the pause from one update to the next, as long as they follow one another


@dataclass(frozen=True, slots=True, eq=False)
class _Updated:
    """The session as a job has updated it.

    Attributes:
        told: what has become of its files.
        session: of now.
        counts: files per folder.
        before: what it was made of.
        dropped: paths of marked files that are marked no longer.
    """

    told: CaughtUp
    session: Session
    counts: dict[str, int]
    before: SessionState
    dropped: tuple[str, ...]


class Following(QObject):
    """Follows the folders of the session that is shown.

    Args:
        workspace: whose session follows.
        work: what goes first.
        bridge: runs the jobs.
        busy_hands: whether a person has something in hand that must not change under it.

    Signals:
        changed: a notice, and the one in whose place it comes (or None).
        state_changed: how changes are noticed now; None while nothing is followed.
        words_changed: how things stand, in a few words, and in a sentence more.
        updated: the clusters are those of now: paths that went, changed and came.
    """

    changed = Signal(object, object)
    state_changed = Signal(object)
    words_changed = Signal(str, str)
    updated = Signal(object)
    _told = Signal(object, object)

    def __init__(
        self,
        workspace: WindowState,
        work: Work,
        bridge: JobBridge,
        busy_hands: Callable[[], bool] = lambda: False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace, self._work, self._bridge, self._busy_hands = workspace, work, bridge, busy_hands
        self._watcher: Watcher | None = None
        self._session: Session | None = None
        self._pending: dict[str, None] = {}
        self._missed = False
        self._job: Job[Any] | None = None
        self._taken: tuple[dict[str, None], bool] = (
            {},
            False,
        )  # what the job is about: as pending, and missed
        self._decided: tuple[object, ...] = ()
        self._ready: _Updated | None = None
        self._notice: Notice | None = None
        self._next = self._pause = 0.0
        self._last = ""
        self._tick = QTimer(self)
        self._tick.setInterval(POLL_MS)
        self._tick.timeout.connect(self._turn)
        self.wanted = False
        self.state: State | None = None
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)
        workspace.session_changed.connect(self._begin_anew)
        work.task_changed.connect(self._task_changed)

    def set_wanted(self, wanted: bool) -> None:
        """Follow from now on, or no longer."""
        if wanted != self.wanted:
            self.wanted = wanted
            self._begin_anew()

    def _begin_anew(self) -> None:
        session = self._workspace.session if self.wanted else None
        if session is not self._session and self._workspace.moved is None:
            self.stop()
            self._session = session
            if session is not None and not session.read_only and not session.options.identical:
                self._start(session)

    def _start(self, session: Session) -> None:
        from simfinder.app.session.follow.watcher import Watcher

        watcher = self._watcher = Watcher(session, lambda batch: self._told.emit(watcher, batch))

        def done(state: State) -> None:
            if watcher is self._watcher:
                self.state = state
                self.state_changed.emit(state)
                self._tell_state()
            else:
                self._bridge.start(lambda _: watcher.stop(), name="watcher")

        self._bridge.start(lambda _: watcher.start(), name="watcher", done=done)

    def stop(self) -> None:
        """Stop following; a job ends the watcher, because that waits for its threads."""
        watcher, self._watcher, self._session = self._watcher, None, None
        self._halt()
        self._pending.clear()
        self._missed, self._last, self._next, self._pause = False, "", 0.0, 0.0
        self._say(None)
        if self.state is not None:
            self.state = None
            self.state_changed.emit(None)
        self._tell_state()
        if watcher is not None:
            gone = watcher

            def run(_: Control) -> None:
                gone.stop()

            self._bridge.start(run, name="watcher")

    # what is told
    def _take(self, watcher: Watcher, batch: Batch) -> None:
        if watcher is not self._watcher:
            return
        for paths in (batch.changed, batch.gone, batch.back, batch.new):
            self._pending.update(dict.fromkeys(paths))
        self._missed |= batch.too_many
        self._tick.start()
        self._turn()

    def _task_changed(self) -> None:
        if self._work.busy:
            self._halt()
        elif self._pending or self._missed:
            self._tick.start()

    def _halt(self) -> None:
        """Let what is under way go; what it was about waits for the next time."""
        if self._job is not None:
            self._job.cancel()
        self._give_back()
        self._tick.stop()

    def _give_back(self) -> None:
        paths, missed = self._taken
        self._pending, self._missed = paths | self._pending, missed or self._missed
        self._taken, self._job, self._ready = ({}, False), None, None

    # one turn every 100 ms
    def _turn(self) -> None:
        if self._session is None or self._work.busy:
            self._tick.stop()
        elif self._ready is not None:
            if not self._workspace.busy and not self._busy_hands():
                self._show(self._ready)
        elif self._job is None:
            if not self._pending and not self._missed:
                self._tick.stop()
            elif time.monotonic() >= self._next and not self._workspace.busy:
                self._update(self._session)

    def _update(self, session: Session) -> None:
        """Bring the session up to now, in a job."""
        hints = None if self._missed else tuple(self._pending)
        self._taken, self._pending, self._missed = (self._pending, self._missed), {}, False
        self._decided = _decided(session)
        cost: list[float] = []

        def ended(after: Callable[[], None]) -> None:
            if self._job is job:
                self._job = None
                self._rest(sum(cost))
                after()
                self._tell_state()

        def done(updated: _Updated | None) -> None:
            if updated is None:
                self._taken = ({}, False)
            else:
                self._ready = updated
                self._turn()

        def failed(error: BaseException) -> None:
            self._taken = ({}, False)
            text = self.tr("Can’t keep the clusters up to date with the folders: %1")
            self._say(Notice(text.replace("%1", told_error(error)), self.tr("Scan again"), self._work.scan))

        job = self._job = self._bridge.start(
            updating(session.state(), hints, cost.append),
            name="follow",
            done=lambda updated: ended(lambda: done(updated)),
            failed=lambda error: ended(lambda: failed(error)),
            cancelled=lambda: None,
        )
        self._tell_state()

    def _rest(self, took: float) -> None:
        """The next update comes after a pause; it grows while one follows the other.

        Args:
            took: processor time of the last one, which a busy machine does not lengthen.
        """
        now = time.monotonic()
        at_once = now - took - self._next < 2 * self._pause
        self._pause = min(MOST_PAUSE, max(LEAST_PAUSE, _GROWTH * self._pause)) if at_once else LEAST_PAUSE
        self._next = now + min(MOST_PAUSE, max(self._pause, SHARE * took))

    def _show(self, updated: _Updated) -> None:
        """Put the session of now in the place of the one that is shown."""
        session, before = self._session, updated.before
        assert session is not None
        if _decided(session) != self._decided:
            self._give_back()  # something was decided meanwhile: it is to be heeded
            return
        dropped = updated.dropped
        if dict(session.marks) != before.marks:
            from simfinder.app.session.carry_over import remark

            dropped = remark(session, updated.session)
        self._ready, self._taken = None, ({}, False)
        self._session = updated.session
        files = updated.told.files
        insides = _moved(self._workspace.insides, files)
        self._workspace.show_update(updated.session, updated.counts, insides, files)
        self._know(updated.session)
        self._take_problems(updated.told)
        self._workspace.report_unmarked(dropped)
        self._last = datetime.now().astimezone().strftime("%H:%M")
        self._say(None)
        self._tell_state()
        told = updated.told
        self.updated.emit((told.gone, told.changed, told.new))

    def _know(self, session: Session) -> None:
        """Report from now on what differs from this session."""
        watcher = self._watcher
        if watcher is not None:
            self._bridge.start(lambda _: watcher.know(session.result.files), name="watcher")

    def _take_problems(self, told: CaughtUp) -> None:
        looked_at = {*told.gone, *told.changed, *told.new}
        left = [problem for problem in self._work.problems if problem.path not in looked_at]
        known = set(left)
        problems = [*left, *(problem for problem in told.problems if problem not in known)]
        if tuple(problems) != self._work.problems:
            self._work.show_problems(problems)

    # words
    def _say(self, notice: Notice | None) -> None:
        before, self._notice = self._notice, notice
        if notice is not None or before is not None:
            self.changed.emit(notice, before)

    def _tell_state(self) -> None:
        """Say how things stand, in the line below the window."""
        if self.state is None:
            self.words_changed.emit("", "")
            return
        words, tip = self.tr("following changes"), ""
        if self.state.why:
            words = self.tr("checking for changes now and then")
            tip = self.tr("The system does not report changes in these folders: %1").replace(
                "%1", translated(self.state.why)
            )
        if self._job is not None:
            words = self.tr("following changes: updating…")
        elif self._last:
            words += " · " + self.tr("last update %1").replace("%1", self._last)
        self.words_changed.emit(words, tip)


def updating(
    state: SessionState, hints: Sequence[str] | None, tell_cost: Callable[[float], None] = lambda _: None
) -> Callable[[Control], _Updated | None]:
    """Bring a session up to now.

    Args:
        state: of the session.
        hints: paths at which something may have happened; None for anywhere.
        tell_cost: told the processor seconds of it at the end, in the job's thread.
    """

    def run(control: Control) -> _Updated | None:
        began = time.thread_time()
        try:
            return update(control)
        finally:
            tell_cost(time.thread_time() - began)

    def update(control: Control) -> _Updated | None:
        from simfinder.app.session.follow.update_session import catch_up
        from simfinder.app.session.session import Session
        from simfinder.workers.gc_pause import uncollected

        with uncollected():
            told = catch_up(state, hints, _cache, control)
            if told is None:
                return None
            try:
                ignored = job_functions.ignored(control)
            except StoreError:
                ignored = []  # a scan says so; here it would be said every minute
            session = Session.resumed(told.state, ignored, files=told.table)
            session.remark(told.state.marks)
            there = {session.record(file).path for file in session.marks}
            paths = (state.result.files[file].path for file in state.marks)
            dropped = tuple(path for path in paths if path not in there)
            control.check()
            session.types()  # counted here rather than when they are shown
            session.pairs_by_type()
        counts = job_functions.folder_counts(session.result.files, session.options.roots)
        return _Updated(told, session, counts, state, dropped)

    return run


def _cache() -> Any:
    from simfinder.store.cache.cache import Cache

    try:
        return Cache.open()
    except StoreError:
        return None  # read without it; a scan says so


def _decided(session: Session) -> tuple[object, ...]:
    """Return the decisions on a session, without marks and tolerances, which are read when it is shown."""
    known = session.by_hand, session.keep_rules, session.methods, session.same_type, session.ignored
    return (*known, session.with_forms)


def _moved(insides: Insides | None, files: Any) -> Insides | None:
    """Move containments to the files of the new session; nothing is known yet of changed files."""
    if insides is None:
        return None
    from simfinder.app.views.containment_view import Insides

    whole, part = files[insides.whole], files[insides.part]
    there = (whole >= 0) & (part >= 0)
    return Insides(whole[there], part[there], insides.share[there])

"""Follow changes in the scanned folders and keep the clusters up to date, if a person wants that.

The watcher has threads of its own; a queued signal brings its reports into the window's thread. A job scans the folders
again, with signatures from the cache, and its session replaces the one that is shown once no slider, menu or dialog is
in use. Rescans never run beside other work, and wait longer the more they cost and the more often something changes:
any number of changes before a rescan lead to one, and any number during it to one more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from simfinder.app.runtime.jobs import Job
from simfinder.errors import StoreError
from simfinder.gui.controllers.removal_jobs import Work
from simfinder.gui.jobs import job_functions
from simfinder.gui.jobs.job_bridge import POLL_MS, JobBridge
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.wording.formatting import count_text
from simfinder.gui.wording.translate_messages import told_error, translated
from simfinder.model.progress import Control
from simfinder.model.tolerances import Tolerances

if TYPE_CHECKING:
    from simfinder.app.clusters.cluster_table import IntArray
    from simfinder.app.session.follow.watcher import State, Watcher
    from simfinder.app.session.session import Session
    from simfinder.app.session.state import SessionState
    from simfinder.app.views.containment_view import Insides

LEAST_PAUSE, MOST_PAUSE = 1.0, 60.0
"""Seconds between two rescans: after one of now and then, and at most while there is no end of them."""

SHARE = 10
"""Rescans may take one part in so many of the time, up to that pause."""

LONGEST = 10.0
"""Seconds a rescan may take; where it takes longer, changes are followed only if a person asks for it once more."""

_PER_FILE, _PER_LINK = 45e-6, 1.6e-6
"""Processor seconds of a rescan after one edit, by files and by links of contents. Measured: 15 s for 108,000 files
with 6 million links, half of them for names and folders that may prove what is a version of what."""

_GROWTH = 1.5  # of the pause from one rescan to the next, as long as they follow one another


@dataclass(frozen=True, slots=True, eq=False)
class _Updated:
    """The session of a rescan.

    Attributes:
        files: (n,) int32, current index of each earlier file, -1 for those that are gone or were written to.
        session: the current one.
        before: the state it goes on from.
        dropped: paths of marked files that are marked no longer.
    """

    files: IntArray
    session: Session
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
        updated: the clusters are those of now.
    """

    changed = Signal(object, object)
    state_changed = Signal(object)
    words_changed = Signal(str, str)
    updated = Signal()
    _told = Signal(object)

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
        self._pending = False  # something has changed since the last rescan began
        self._job: Job[Any] | None = None
        self._decided: tuple[object, ...] = ()
        self._ready: _Updated | None = None
        self._notice: Notice | None = None
        self._next = self._pause = 0.0
        self._last = ""
        self._said = ""  # why the system can't watch
        self._tick = QTimer(self)
        self._tick.setInterval(POLL_MS)
        self._tick.timeout.connect(self._turn)
        self.wanted = False
        self.state: State | None = None
        self._told.connect(self._changed, Qt.ConnectionType.QueuedConnection)
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
            if session is None or session.read_only or session.options.identical or session.incomplete:
                return
            if not session.proven:  # what other machines have found is not for this one to scan again
                return
            seconds = _PER_FILE * len(session.result.files) + _PER_LINK * len(session.links)
            if seconds <= LONGEST or self._workspace.settings.watch_many:
                self._start(session)
            else:
                self._say_too_many(len(session.result.files), seconds)

    def _say_too_many(self, count: int, seconds: float) -> None:
        text = self.tr("Changes in the folders are not followed: with %1 files each update takes about %2 s.")
        text = text.replace("%1", count_text(count)).replace("%2", count_text(round(seconds)))
        again = self.tr("To be asked again, switch “Follow changes in the folders” off and on.")
        self.words_changed.emit(self.tr("not following changes"), f"{text} {again}")
        self._say(Notice(text, self.tr("Follow anyway"), self._follow_many))

    def _follow_many(self) -> None:
        self._notice = None  # its button was pressed
        self._workspace.settings.watch_many = True
        if self._session is not None and self._watcher is None:
            self._report_state()
            self._start(self._session)

    def _start(self, session: Session) -> None:
        from simfinder.app.session.follow.watcher import Watcher

        watcher = self._watcher = Watcher(session, lambda: self._told.emit(watcher))

        def done(state: State) -> None:
            if watcher is self._watcher:
                self.state = state
                self.state_changed.emit(state)
                self._report_state()
                self._say_why(state.why)
            else:
                self._bridge.start(lambda _: watcher.stop(), name="watcher")

        self._bridge.start(lambda _: watcher.start(), name="watcher", done=done)

    def stop(self) -> None:
        """Stop following; a job ends the watcher, because that waits for its threads."""
        watcher, self._watcher, self._session = self._watcher, None, None
        self._halt()
        self._pending, self._last, self._next, self._pause = False, "", 0.0, 0.0
        self._say(None)
        if self.state is not None:
            self.state = None
            self.state_changed.emit(None)
        self._report_state()
        if watcher is not None:
            gone = watcher

            def run(_: Control) -> None:
                gone.stop()

            self._bridge.start(run, name="watcher")

    # what is told
    def _changed(self, watcher: Watcher) -> None:
        if watcher is self._watcher:
            self._pending = True
            self._tick.start()
            self._turn()

    def _task_changed(self) -> None:
        if self._work.busy:
            self._halt()
        elif self._pending:
            self._tick.start()

    def _halt(self) -> None:
        """Let a rescan that is under way go; there will be another one."""
        self._tick.stop()
        if self._job is not None:
            self._job.cancel()
        self._pending |= self._job is not None or self._ready is not None
        self._job = self._ready = None

    # one turn every 100 ms
    def _turn(self) -> None:
        if self._session is None or self._work.busy:
            self._tick.stop()
        elif self._ready is not None:
            if not self._workspace.busy and not self._busy_hands():
                self._show(self._ready)
        elif self._job is None:
            if not self._pending:
                self._tick.stop()
            elif time.monotonic() >= self._next and not self._workspace.busy:
                self._update(self._session)

    def _update(self, session: Session) -> None:
        """Scan the folders of the session again, in a job."""
        self._pending = False
        self._decided = _decided(session)
        cost: list[float] = []

        def ended(after: Callable[[], None]) -> None:
            if self._job is job:
                self._job = None
                self._rest(sum(cost))
                after()
                self._report_state()

        def done(updated: _Updated | None) -> None:
            self._ready = updated
            self._turn()

        def failed(error: BaseException) -> None:
            text = self.tr("Can’t keep the clusters up to date with the folders: %1")
            self._say(Notice(text.replace("%1", told_error(error)), self.tr("Scan again"), self._work.scan))

        job = self._job = self._bridge.start(
            rescanning(session.state(), cost.append),
            name="follow",
            done=lambda updated: ended(lambda: done(updated)),
            failed=lambda error: ended(lambda: failed(error)),
            cancelled=lambda: None,
        )
        self._report_state()

    def _rest(self, took: float) -> None:
        """Wait before the next rescan, longer while one follows the other.

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
        self._ready = None
        if _decided(session) != self._decided:
            self._pending = True  # something was decided meanwhile: it is to be heeded
            return
        dropped = updated.dropped
        if dict(session.marks) != before.marks:
            from simfinder.app.session.carry_over import remark

            dropped = remark(session, updated.session)
        self._session = updated.session
        insides = _moved(self._workspace.insides, updated.files)
        self._workspace.show_update(updated.session, insides, updated.files)
        self._know(updated.session)
        problems = (*updated.session.result.problems, *updated.session.result.warnings)
        if problems != self._work.problems:
            self._work.show_problems(problems)
        self._workspace.report_unmarked(dropped)
        self._last = datetime.now().astimezone().strftime("%H:%M")
        self._say(None)
        self._report_state()
        self.updated.emit()

    def _know(self, session: Session) -> None:
        """Report from now on what differs from this session."""
        watcher = self._watcher
        if watcher is not None:
            self._bridge.start(lambda _: watcher.know(session.result.files), name="watcher")

    # words
    def _say(self, notice: Notice | None) -> None:
        before, self._notice = self._notice, notice
        if notice is not None or before is not None:
            self.changed.emit(notice, before)

    def _say_why(self, why: str) -> None:
        """Say once why the system can't watch the folders, and offer a scan."""
        if why and why != self._said:
            text = self.tr(
                "The system does not report changes in these folders, which are checked every minute or less"
                " often: %1"
            )
            self._said = why
            notice = Notice(text.replace("%1", translated(why)), self.tr("Scan again"), self._work.scan)
            self._workspace.noticed.emit(notice)

    def _report_state(self) -> None:
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


def rescanning(
    state: SessionState, tell_cost: Callable[[float], None] = lambda _: None
) -> Callable[[Control], _Updated | None]:
    """Scan the folders of a session again; the function returns None where nothing has changed.

    Args:
        state: of the session.
        tell_cost: told the processor seconds of it at the end, in the job's thread.
    """

    def run(control: Control) -> _Updated | None:
        began = time.process_time()
        try:
            return update(control)
        finally:
            tell_cost(time.process_time() - began)

    def update(control: Control) -> _Updated | None:
        from simfinder.app.session.follow.rescan import rescan
        from simfinder.app.session.session import Session
        from simfinder.store.cache.cache import Cache
        from simfinder.workers.gc_pause import uncollected

        with uncollected():
            with Cache.open() as cache:  # without it everything would be read again each time
                told = rescan(state, cache, control)
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
            session.clustering.types()  # counted here rather than when they are shown
            session.clustering.pairs_by_type()
        return _Updated(told.files, session, state, dropped)

    return run


def _decided(session: Session) -> tuple[object, ...]:
    """Return the decisions on a session, without marks and tolerances, which are read when it is shown."""
    clustering = session.clustering
    choices = replace(clustering.choices, tolerances=Tolerances())
    links = clustering.links
    return clustering.keeping.by_hand, choices, len(links.ignored), len(links.alone)


def _moved(insides: Insides | None, files: Any) -> Insides | None:
    """Move containments to the files of the new session; nothing is known yet of changed files."""
    if insides is None:
        return None
    from simfinder.app.views.containment_view import Insides
    from simfinder.arrays.set_operations import is_among, sorted_set

    whole, part = files[insides.whole], files[insides.part]
    there = (whole >= 0) & (part >= 0)
    loose = insides.loose[~is_among(insides.loose, insides.whole[~there])]
    return Insides(whole[there], part[there], insides.share[there], sorted_set(files[loose]))

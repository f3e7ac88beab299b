"""Run the long work of the window: scan, plan, act, undo. Starts jobs and hands their results to the window's state.

At most one of them runs at a time. Opens no dialogs: signals say what there is to show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from simfinder.app.runtime import speeds
from simfinder.app.runtime.jobs import Job
from simfinder.app.runtime.time_left import TimeLeft
from simfinder.gui.controllers import verify_queue
from simfinder.gui.controllers.verify_queue import Batch
from simfinder.gui.jobs import job_functions
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.wording import action_words
from simfinder.gui.wording.formatting import counted
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase, Progress
from simfinder.model.removal_plan import ActKind, ActState, BatchReport, Plan
from simfinder.model.scan_options import Method
from simfinder.text.message import say

if TYPE_CHECKING:
    from simfinder.app.folders.found_folders import FoundFolders
    from simfinder.app.session.session import Session

_READS = (Phase.READING, Phase.OPENING, Phase.LOOKING, Phase.LISTENING, Phase.WATCHING)
"""Phases of a scan that can be ended early: what they read is for more results, not for those there are."""
_ROUNDS = 8  # of checking marks: measured figures may make other files kept


class FolderAct(NamedTuple):
    """What is to be done with folders.

    Attributes:
        paths: those that go.
        kept: the one that stays for them.
        merge: what only they have moves into it.
        kind: to the Trash, or to a folder.
        found: instead of these, all folders that are in another one as a whole go.
        least: with it, the share from which folders are looked at.
    """

    paths: tuple[str, ...] = ()
    kept: str = ""
    merge: bool = False
    kind: ActKind = ActKind.TRASH
    found: FoundFolders | None = None
    least: float = 0.5


class Task(StrEnum):
    """The kinds of long work."""

    NONE = ""
    SCAN = "scan"
    JUDGE = "judge"
    PLAN = "plan"
    ACT = "act"
    UNDO = "undo"
    OPEN = "open"
    EXPORT = "export"


class Work(QObject):
    """Runs one piece of long work at a time."""

    task_changed = Signal()
    progressed = Signal(object)  # Progress
    planned = Signal(object)  # Plan
    replanned = Signal(object)  # Plan, of the review that is open
    reported = Signal(object)  # BatchReport of an act or an undo
    journal_changed = Signal()
    problems_changed = Signal()
    problems_wanted = Signal()

    def __init__(self, workspace: WindowState, bridge: JobBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._bridge = bridge
        self._ready: Job[Any] | None = None
        self._job: Job[Any] | None = None
        self.task = Task.NONE
        self.time_left = TimeLeft()  # of the running job
        self.problems: tuple[Problem, ...] = ()
        self.batches: list[BatchReport] = []
        self._rounds = 0
        self._early = False  # end the scan as soon as it has what earlier ones have read
        self._away: set[str] = set()  # paths that files were moved away from since the scan

    def adopt(self, other: Work) -> None:
        """Know what another window knows of the scan."""
        self.problems, self.batches, self._away = other.problems, other.batches, other._away
        self.journal_changed.emit()
        self.problems_changed.emit()

    # start-up
    def begin(self) -> None:
        """Get the kernels ready and settle what an interrupted program has left, both in the background."""
        self._warm()
        self._bridge.start(
            job_functions.look_at_journal,
            name="journal",
            done=self._show_journal,
            failed=self._journal_failed,
        )

    def _warm(self) -> Future[Any]:
        if self._ready is None:
            # A failure here is told by the scan that waits for it.
            self._ready = self._bridge.start(job_functions.warm_up, name="kernels", failed=lambda _: None)
        return self._ready.future

    @property
    def preparing(self) -> tuple[str, float | None]:
        """Say how far the kernels are that are compiled once, where the program is new; "" when they are there."""
        if self._ready is None or self._ready.future.done():
            return "", None
        now = self._ready.snapshot()
        return now.waiting or say("preparing for the first scan on this computer"), now.waited

    def _show_journal(self, state: job_functions.JournalState) -> None:
        self.batches = state.batches
        self.journal_changed.emit()
        for report in state.interrupted:
            self._workspace.noticed.emit(self._interrupted(report))

    def _interrupted(self, report: BatchReport) -> Notice:
        text = action_words.interrupted_text(report)
        if not action_words.can_be_undone(report):
            return Notice(text, stays=True)
        return Notice(text, self.tr("Undo"), lambda: self.undo(report.batch))

    def _journal_failed(self, error: BaseException) -> None:
        self._workspace.noticed.emit(
            Notice(self.tr("The journal can't be read: %1").replace("%1", told_error(error)), stays=True)
        )

    # scan
    @property
    def busy(self) -> bool:
        return self.task is not Task.NONE

    def scan(self) -> None:
        """Scan the folders of the workspace."""
        workspace = self._workspace
        if self.busy:
            return
        if not workspace.folders:
            workspace.noticed.emit(Notice(self.tr("Add a folder first.")))
            return
        workspace.settings.remember_folders()
        workspace.save_settings()
        if self._ready is not None and self._ready.future.done() and self._ready.future.exception():
            self._ready = None
        function = job_functions.scanning(
            workspace.options(), workspace.choices(), self._warm(), lambda: workspace.session
        )
        self._start(Task.SCAN, function, self._scanned)

    def _scanned(self, scanned: job_functions.Scanned) -> None:
        self._finish()
        speeds.remember(self.time_left)
        result = scanned.session.result
        self.problems = (*result.problems, *result.warnings)
        self._away.clear()
        self.problems_changed.emit()
        self._workspace.show_scan(scanned)
        if unread := result.unread:
            text = counted(
                unread,
                self.tr(
                    "Stopped early: %n file was not fully read, so this is not all there is. Rules mark nothing yet."
                ),
                self.tr(
                    "Stopped early: %n files were not fully read, so this is not all there is. Rules mark nothing yet."
                ),
            )
            self._workspace.noticed.emit(Notice(text, self.tr("Read the rest"), self.scan, stays=True))

    def set_method(self, file_type: str, method: Method | None) -> None:
        """Let another method decide about a type (None: the automatic one); what was scanned is judged anew."""
        session, settings = self._workspace.session, self._workspace.settings
        if self.busy:
            self._workspace.noticed.emit(Notice(self.tr("Another job is running: wait until it is done.")))
            return
        settings.methods = {name: word for name, word in settings.methods.items() if name != file_type}
        if method is not None:
            settings.methods[file_type] = str(method)
        if session is not None and session.choices.methods.by_type.get(file_type) is not method:
            methods = session.choices.methods.with_type(file_type, method)
            self._start(Task.JUDGE, job_functions.judging(session, methods), self._judged)

    def _judged(self, session: Session) -> None:
        self._finish()
        self._workspace.show_with_methods(session)

    # removal
    def review(self, kind: ActKind, target: str | None = None) -> None:
        """Make the plan of the marks; ``planned`` follows."""
        session = self._workspace.session
        if self.busy or session is None:
            return
        if not session.marks:
            self._workspace.noticed.emit(
                Notice(self.tr("Nothing is marked. Mark older versions, or choose files and press Space."))
            )
            return
        self._rounds = 0
        self._check(
            session, lambda: tuple(session.marks), job_functions.planning(session, kind, target), marked=True
        )

    def review_folders(self, act: FolderAct, target: str | None = None) -> None:
        """Make the plan of an act on folders; ``planned`` follows.

        Args:
            act: what is to be done.
            target: the folder that they move to.
        """
        session = self._workspace.session
        if self.busy or session is None:
            return
        if act.found is not None:
            plan = job_functions.planning_copies(session, act.found, act.kind, target, least=act.least)
        else:
            plan = job_functions.planning_folders(
                session, act.paths, act.kept, act.kind, target, merge=act.merge
            )
        folders = () if act.found is not None else (*act.paths, act.kept)
        self._rounds = 0
        self._check(session, lambda: job_functions.estimated_versions(session, folders), plan)

    def _check(
        self,
        session: Session,
        files: Callable[[], tuple[int, ...]],
        plan: Callable[[Control], job_functions.Planned],
        *,
        marked: bool = False,
    ) -> None:
        """Verify files against the kept ones until none of the figures is an estimate: no plan rests on estimates.

        Args:
            session: of the files.
            files: gives those that may go, as the clusters are then.
            plan: makes the plan.
            marked: these are the marked files; without marks there is nothing to plan.
        """
        if self._rounds >= _ROUNDS:
            self._start(Task.PLAN, plan, self._planned)
            return

        def checked(batch: Batch | None) -> None:
            if self._given_up:
                self._cancelled()
                return
            if batch is None:
                self._start(Task.PLAN, plan, self._planned)
                return
            self.add_problems([problem for found in batch.findings for problem in found.problems])
            self._adopt_figures(
                batch,
                lambda: self._check(session, files, plan, marked=marked),
                lambda: bool(session.marks) or not marked,
            )

        function = verify_queue.checking_marks(session, files(), links=not self._rounds)
        self._rounds += 1
        self._start(Task.PLAN, function, checked)

    def _adopt_figures(
        self, batch: Batch, go_on: Callable[[], None], still_wanted: Callable[[], bool]
    ) -> None:
        """Put figures of now into the clusters."""

        def adopted(dropped: list[str]) -> None:
            self._workspace.regrouped(dropped)
            if self._given_up:
                self._cancelled()
            elif still_wanted():
                go_on()
            else:
                self._finish()

        self._workspace.edits.make(
            lambda changed: changed.learn(batch.findings, batch.linked), adopted, failed=self._failed
        )

    def add_problems(self, problems: Sequence[Problem]) -> None:
        """Add files that turned out to differ from what was scanned."""
        known = {problem.path for problem in self.problems}
        new = {p.path: p for p in problems if p.path not in known and p.path not in self._away}
        if new:
            self.problems = (*self.problems, *new.values())
            self.problems_changed.emit()

    @property
    def _given_up(self) -> bool:
        """Return whether a person gave up what is under way when its job had just ended."""
        return self._job is not None and self._job.control.cancelled

    def _planned(self, planned: job_functions.Planned) -> None:
        if self._given_up:
            self._cancelled()
            return
        self._finish()
        if left := planned.left_out:
            self.add_problems(left)
            text = counted(
                len(left),
                self.tr("%n file stays: what these results say of it does not hold."),
                self.tr("%n files stay: what these results say of them does not hold."),
            )
            self._workspace.noticed.emit(
                Notice(text, self.tr("Show them"), self.problems_wanted.emit, stays=True)
            )
        if planned.plan.acts or not left:
            self.planned.emit(planned.plan)

    def leave_out(self, plan: Plan, paths: Sequence[str]) -> None:
        """Take files out of a plan that is being reviewed, and their marks back; ``replanned`` follows."""
        session = self._workspace.session
        if session is None:
            return
        self._workspace.mark([session.file_of(path) for path in paths], False)
        self._bridge.start(
            job_functions.leaving_out(plan, paths, session.options.roots),
            name="replan",
            done=self.replanned.emit,
            failed=self._told,
        )

    def carry_out(self, plan: Plan) -> None:
        """Do what a reviewed plan says; ``reported`` follows."""
        if not self.busy:
            self._start(
                Task.ACT, job_functions.acting(plan, self._protected(), self._workspace.session), self._acted
            )

    def _protected(self) -> Sequence[str]:
        return tuple(self._workspace.settings.protected)

    def _acted(self, acted: job_functions.Acted) -> None:
        self._finish()
        done = [act for act in acted.report.acts if act.state is ActState.DONE]
        self._away.update(acted.moved)
        left = [problem for problem in self.problems if problem.path not in self._away]
        if len(left) < len(self.problems):  # checks that were under way met files on their way
            self.show_problems(left)
        self._workspace.files_removed(acted.moved, acted.linked)
        self._workspace.files_copied([act.path for act in done if act.act is ActKind.COPY])
        self._after_acts(acted.report)

    def undo(self, batch: int | None, only: Sequence[str] | None = None, *, other_disk: bool = False) -> None:
        """Take a batch back, or the last one that can be; all of it, or only the files that were at these paths."""
        if self.busy:
            return
        if batch is None and not self.can_undo:
            self._workspace.noticed.emit(Notice(self.tr("There is nothing to undo.")))
            return
        if batch is None:
            batch = next(report.batch for report in self.batches if action_words.can_be_undone(report))
        function = job_functions.undoing(batch, only, self._workspace.session, other_disk=other_disk)
        self._start(Task.UNDO, function, self._undone)

    def undo_elsewhere(self, batch: int, only: Sequence[str]) -> None:
        """Take files back whose disk is away, to where their paths lead now."""
        self.undo(batch, only, other_disk=True)

    def give_up(self, batch: int) -> None:
        """Wait no more for what became of files of a batch whose disk won't come back; ``reported`` follows."""
        self._bridge.start(
            job_functions.giving_up(batch), name="journal", done=self._after_acts, failed=self._told
        )

    @property
    def can_undo(self) -> bool:
        return any(action_words.can_be_undone(report) for report in self.batches)

    def _undone(self, acted: job_functions.Acted) -> None:
        self._finish()
        self._away.difference_update(acted.moved)
        self._workspace.files_restored(acted.moved, acted.linked)
        self._after_acts(acted.report)

    def _after_acts(self, report: BatchReport) -> None:
        self.reported.emit(report)
        self._bridge.start(
            job_functions.look_at_journal,
            name="journal",
            done=self._show_journal,
            failed=self._journal_failed,
        )

    # the running job
    def run(self, task: Task, function: Callable[[Control], Any], done: Callable[[Any], None]) -> None:
        """Run other long work, alone; do nothing while some is under way."""

        def finished(result: Any) -> None:
            self._finish()
            done(result)

        if not self.busy:
            self._start(task, function, finished)

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show other problems than those of the last scan."""
        self.problems = tuple(problems)
        self.problems_changed.emit()

    def _start(self, task: Task, function: Any, done: Any) -> None:
        self.task = task
        self.time_left = TimeLeft(speeds.remembered())
        self._job = self._bridge.start(
            function,
            name=str(task),
            done=done,
            failed=self._failed,
            cancelled=self._cancelled,
            progress=self._follow,
        )
        self.task_changed.emit()

    def _follow(self, progress: Progress) -> None:
        if self._early and self.can_stop_early(progress):
            self.stop_early()
        self.progressed.emit(progress)

    def _finish(self) -> None:
        self.task = Task.NONE
        self._job, self._early = None, False
        self.task_changed.emit()

    def _cancelled(self) -> None:
        scanned, session = self.task is Task.SCAN, self._workspace.session
        if self.task is Task.JUDGE and session is not None:
            self._workspace.settings.methods = {n: str(m) for n, m in session.choices.methods.by_type.items()}
        has_read = self._job is not None and self._job.snapshot().phase is not Phase.LISTING
        self._finish()
        if not scanned:
            return
        text = self.tr("Scan cancelled. The next one goes on from there.")
        if session is None and has_read:
            action = self.tr("Show what was found so far")
            self._workspace.noticed.emit(Notice(text, action, self.show_what_was_read))
        else:
            self._workspace.noticed.emit(Notice(text))

    def _failed(self, error: BaseException) -> None:
        self._finish()
        self._told(error)

    def _told(self, error: BaseException) -> None:
        self._workspace.noticed.emit(Notice(told_error(error), stays=True))

    @property
    def paused(self) -> bool:
        return self._job is not None and self._job.control.paused

    def pause(self, paused: bool) -> None:
        if self._job is not None:
            (self._job.pause if paused else self._job.resume)()

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    def can_stop_early(self, progress: Progress) -> bool:
        """Return whether a scan has read something, and still reads, so that ``stop_early`` makes sense."""
        reads = progress.phase in _READS and (progress.files > 0 or progress.phase is not Phase.READING)
        early = self._job is not None and self._job.control.stopped_early
        return self.task is Task.SCAN and reads and not early and Phase.COMPARING in progress.plan

    def show_what_was_read(self) -> None:
        """Scan, and show what scans that were cancelled have read, instead of reading on."""
        self.scan()
        self._early = self.task is Task.SCAN

    def stop_early(self) -> None:
        """Show what a scan has found so far, instead of reading on."""
        if self._job is not None and self.task is Task.SCAN:
            self._job.control.stop_early()

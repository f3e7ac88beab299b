"""Open and save results: by name, and automatically after a scan and before the window closes.

Those of ``simfinder cluster`` are folders; they are opened in the same way, and never saved automatically.

Starts jobs and reports by notices. ``app.session.saved`` knows the file format and what to trust in it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from simfinder.gui.controllers.removal_jobs import Task, Work
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.wording.formatting import (
    count_text,
    counted,
    date_text,
    folder_text,
    localized,
    shown,
    size_text,
)
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.store.result_folder.manifest import MANIFEST, is_result

if TYPE_CHECKING:
    from simfinder.app.session.saved.arrays import Captured
    from simfinder.app.session.saved.cluster_result import OpenedResult
    from simfinder.app.session.saved.save_and_load import Autosave, Loaded, Saved
    from simfinder.app.session.session import Session
    from simfinder.app.views.containment_view import Insides

_PAINTED = 1000  # ms after a scan: beside the first painting it would keep the window waiting for 90 ms
SUFFIX = ".simfinder"
"""The ending of such files, as in ``app.session.saved.save_and_load``, which needs numpy."""


class SessionFiles(QObject):
    """Opens and saves the session of a workspace.

    Signals:
        recent_told: sessions that were kept by themselves, the newest first, a list of ``Saved``.
        problems_wanted: a person wants to see what is gone or changed.
    """

    recent_told = Signal(object)
    problems_wanted = Signal()

    def __init__(
        self, workspace: WindowState, work: Work, bridge: JobBridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._work, self._bridge = workspace, work, bridge
        self._autosave: Autosave | None = None
        self._session: Session | None = None
        self._unsaved = False
        self._saving = False
        self._soon = QTimer(self, singleShot=True, interval=_PAINTED)
        self._soon.timeout.connect(self.save_by_itself)
        workspace.session_changed.connect(self._follow_session)
        for changed in (workspace.clusters_changed, workspace.marks_changed, workspace.insides_changed):
            changed.connect(self._note_change)

    def adopt(self, other: SessionFiles) -> None:
        """Go on keeping the session of another window, in the same place."""
        self._session, self._unsaved, self._autosave = other._session, other._unsaved, other._autosave

    # what is kept by itself
    def look(self) -> None:
        """Look up the sessions saved automatically; ``recent_told`` follows."""

        def run(_: Control) -> list[Saved]:
            from simfinder.app.session.saved import save_and_load

            return save_and_load.autosaved()

        self._bridge.start(run, name="sessions", done=self.recent_told.emit, failed=lambda _: None)

    def _follow_session(self) -> None:
        session = self._workspace.session
        if session is self._session:
            return
        self._session, self._unsaved = session, session is not None
        if self._workspace.moved is None:  # else it is the same scan, and its place is the same
            self._autosave = None
            self._soon.start()

    def _note_change(self) -> None:
        self._unsaved = self._session is not None

    def save_by_itself(self) -> bool:
        """Keep the session if there is anything new to keep. Returns whether a job was started for it."""
        session = self._session
        wanted = self._unsaved and not self._saving and self._workspace.settings.autosave
        if session is None or session.read_only or not session.proven or not wanted:
            return False
        from simfinder.app.session.saved.save_and_load import Autosave

        if self._autosave is None:
            self._autosave = Autosave()
        place, captured = self._autosave, self._captured(session)

        def done(_: object) -> None:
            self._saving = False

        def failed(error: BaseException) -> None:
            self._saving = False
            self._report_failure(self.tr("The results can’t be kept for next time: %1"), error)

        self._unsaved, self._saving = False, True
        self._bridge.start(
            lambda control: place.save(captured, control),
            name="autosave",
            done=done,
            failed=failed,
            cancelled=lambda: done(None),
        )
        return True

    def _captured(self, session: Session) -> Captured:
        from simfinder.app.session.saved.arrays import Captured

        return Captured.of(session, self._work.problems, parts_of(session, self._workspace.insides))

    # by name
    def save(self, path: str) -> None:
        """Save the session to a file of a person's choice."""
        session = self._session
        if session is None:
            return
        captured = self._captured(session)

        def run(control: Control) -> int:
            from simfinder.app.session.saved import save_and_load

            return save_and_load.save(captured, path, control)

        def done(size: int) -> None:
            text = self.tr("Saved as %1 (%2).").replace("%1", shown(os.path.basename(path)))
            self._workspace.noticed.emit(Notice(text.replace("%2", size_text(size))))

        self._bridge.start(
            run,
            name="save",
            done=done,
            failed=lambda error: self._report_failure(self.tr("The results can’t be saved: %1"), error),
            cancelled=lambda: None,
        )

    def open(self, path: str) -> None:
        """Open saved results in the place of what is shown; every file of them is looked at on the disk again.

        Args:
            path: a file, or a folder that ``simfinder cluster`` wrote, or the manifest in it.
        """
        if os.path.basename(path) == MANIFEST and is_result(os.path.dirname(path)):
            path = os.path.dirname(path)
        if os.path.isdir(path):
            self._open_folder(path)
            return
        protected = tuple(self._workspace.settings.protected)
        own = self._workspace.options(), self._workspace.choices()

        def run(control: Control) -> Loaded:
            from simfinder.app.session.saved import save_and_load

            # What is protected now stays so, whatever was when it was saved.
            return save_and_load.load(path, control, also_protected=protected, own=own)

        self._work.run(Task.OPEN, run, self._opened)

    def _open_folder(self, path: str) -> None:
        protected, follow = tuple(self._workspace.settings.protected), self._workspace.options().follow

        def run(control: Control) -> OpenedResult:
            from simfinder.app.session.saved.cluster_result import open_result

            return open_result(path, control, also_protected=protected, follow=follow)

        self._work.run(Task.OPEN, run, self._opened_folder)

    def _opened_folder(self, opened: OpenedResult) -> None:
        left_out = [*opened.changed, *(Problem(path, self.tr("is gone")) for path in opened.gone)]
        self._work.show_problems([*opened.problems, *left_out])
        self._workspace.show_saved(opened.session)
        self._workspace.noticed.emit(self._notice_of_folder(opened, len(left_out)))

    def _notice_of_folder(self, opened: OpenedResult, left_out: int) -> Notice:
        """Say where a result was found, and what of it is on this computer."""
        when, host = date_text(opened.made_ns), shown(opened.host)
        if opened.session.read_only:
            text = self.tr(
                "These results of %1 were found on %2, and none of their files can be reached from here as it was "
                "then. They are read-only."
            )
            return Notice(text.replace("%1", when).replace("%2", host), stays=True)
        text = self.tr("These results of %1 were found on %2. What you remove is measured again before.")
        text = text.replace("%1", when).replace("%2", host)
        if opened.away:
            text += " " + counted(
                opened.away,
                self.tr("%n file can’t be reached from here: it is shown and never marked."),
                self.tr("%n files can’t be reached from here: they are shown and never marked."),
            )
        if not left_out:
            return Notice(text, stays=bool(opened.away))
        text += " " + counted(
            left_out,
            self.tr("%n file is gone or has changed, and is left out."),
            self.tr("%n files are gone or have changed, and are left out."),
        )
        return Notice(text, self.tr("Show them"), self.problems_wanted.emit, stays=True)

    def _opened(self, loaded: Loaded) -> None:
        changed = [*loaded.changed, *(Problem(path, self.tr("is gone")) for path in loaded.gone)]
        self._work.show_problems(
            [*loaded.problems, *loaded.warnings, *([] if loaded.session.read_only else changed)]
        )
        self._workspace.show_saved(loaded.session)
        self._workspace.noticed.emit(self._notice(loaded))

    def _notice(self, loaded: Loaded) -> Notice:
        """Report what happened to the files since."""
        when = date_text(loaded.made_ns)
        if not loaded.proven:
            return self._notice_of_others(loaded, when)
        if loaded.session.read_only:
            return Notice(
                self.tr(
                    "These results of %1 are read-only: none of their files is on this computer now."
                ).replace("%1", when)
            )
        parts = []
        if loaded.gone:
            parts.append(counted(len(loaded.gone), self.tr("%n file is gone"), self.tr("%n files are gone")))
        if loaded.changed:
            parts.append(
                counted(len(loaded.changed), self.tr("%n file has changed"), self.tr("%n files have changed"))
            )
        if not parts:
            return Notice(self.tr("Results of %1. No file has changed since.").replace("%1", when))
        text = self.tr("Since %1 %2. They are left out.").replace("%1", when)
        text = text.replace("%2", self.tr(" and ").join(parts))
        if loaded.unmarked:
            text += " " + counted(
                len(loaded.unmarked),
                self.tr("%n file is no longer marked."),
                self.tr("%n files are no longer marked."),
            )
        return Notice(text, self.tr("Show them"), self.problems_wanted.emit)

    def _notice_of_others(self, loaded: Loaded, when: str) -> Notice:
        """Report what becomes of results that this SimFinder has not saved."""
        if loaded.session.read_only:
            text = self.tr(
                "These results of %1 are read-only, and their figures are unverified: they were not saved by "
                "SimFinder for you on this computer, and their files are not here."
            )
            return Notice(text.replace("%1", when), stays=True)
        text = self.tr(
            "These results of %1 were not saved by SimFinder for you on this computer, so nothing they say was taken "
            "over: their folders were scanned again."
        ).replace("%1", when)
        if loaded.unmarked:
            text += " " + counted(
                len(loaded.unmarked),
                self.tr("%n file is no longer marked."),
                self.tr("%n files are no longer marked."),
            )
        return Notice(text, stays=True)

    def _report_failure(self, text: str, error: BaseException) -> None:
        self._workspace.noticed.emit(Notice(text.replace("%1", told_error(error)), stays=True))

    # words
    def words(self, saved: Saved, now: Callable[[], datetime] = datetime.now) -> str:
        """Describe a saved session in a line: when, and of which folders."""
        made = datetime.fromtimestamp(saved.made_ns // 1_000_000_000).astimezone()
        days = (now().date() - made.date()).days
        if days <= 0:
            when = self.tr("today, %1").replace("%1", localized(made.strftime("%H:%M")))
        elif days == 1:
            when = self.tr("yesterday")
        else:
            when = date_text(saved.made_ns)
        folders = ", ".join(folder_text(root) for root in saved.roots[:2])
        return f"{when}: {folders}" + (" …" if len(saved.roots) > 2 else "")

    def figures(self, saved: Saved) -> str:
        """Describe a saved session in a line."""
        text = counted(saved.clusters, self.tr("%n cluster"), self.tr("%n clusters"))
        text += " · " + counted(saved.files, self.tr("%n file"), self.tr("%n files"))
        if saved.marked:
            text += " · " + self.tr("%1 marked").replace("%1", count_text(saved.marked))
        return text + " · " + self.tr("%1 can be freed").replace("%1", size_text(saved.bytes_freed))


def parts_of(session: Session, insides: Insides | None) -> list[tuple[str, str, float]]:
    """Return containments by paths: whole, part, share."""
    if insides is None:
        return []
    rows: Any = zip(insides.whole.tolist(), insides.part.tolist(), insides.share.tolist(), strict=True)
    return [(session.record(whole).path, session.record(part).path, share) for whole, part, share in rows]

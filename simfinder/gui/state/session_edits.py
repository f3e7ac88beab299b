"""Apply changes that regroup the session, one after the other; in a job for large sessions.

While a job changes a draft, the window keeps the session as it was; then the window's thread adopts the draft. Keeps
the order of changes. The caller reports what changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.session.session import Session

LARGE = 40_000
"""Files from which on clusters are made anew in a job: up to there it takes less than a frame and a half."""

Change = Callable[["Session"], Any]
Done = Callable[[list[str]], None]
Failed = Callable[[Exception], None]


@dataclass(frozen=True, slots=True)
class _Edit:
    change: Change
    done: Done
    failed: Failed | None
    name: str


class SessionEdits(QObject):
    """The changes of one window's session.

    Args:
        session: returns the one that is shown.

    Attributes:
        bridge: runs the jobs; without one every change is made at once.

    Signals:
        busy_changed: a job began to change the session, or the last one ended.
    """

    busy_changed = Signal()

    def __init__(self, session: Callable[[], Session | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.bridge: JobBridge | None = None
        self._waiting: deque[_Edit] = deque()
        self._of: Session | None = None  # whose draft is being changed

    @property
    def busy(self) -> bool:
        """Return whether a change is under way."""
        return self._of is not None

    def make(self, change: Change, done: Done, *, failed: Failed | None = None, name: str = "") -> None:
        """Change the session.

        Args:
            change: gets the session or a draft of it; in a job it must not touch a widget.
            done: called in the window's thread with the paths whose marks were dropped.
            failed: called instead where the change could not be made; without it that is a crash.
            name: of changes of which only the last one counts: a newer one replaces one that waits.
        """
        session = self._session()
        if session is None:
            return
        if self._of is None and (self.bridge is None or not is_large(session)):
            try:
                dropped = change(session)
            except Exception as error:
                if failed is None:
                    raise
                failed(error)
                return
            done(dropped if isinstance(dropped, list) else [])
            return
        if name:
            self._waiting = deque(edit for edit in self._waiting if edit.name != name)
        self._waiting.append(_Edit(change, done, failed, name))
        self._next()

    def forget(self) -> None:
        """Drop all changes that wait: another session is shown."""
        self._waiting.clear()
        if self._of is not None:
            self._of = None
            self.busy_changed.emit()

    def _next(self) -> None:
        session = self._session()
        if self._of is not None or not self._waiting or session is None or self.bridge is None:
            return
        edit = self._waiting.popleft()
        draft = session.draft()
        self._of = session

        def run(_: Control) -> Session:
            edit.change(draft)
            draft.clustering.types()  # counted here rather than when they are shown
            if draft.links is not session.links:
                draft.clustering.pairs_by_type()
            return draft

        self.bridge.start(
            run,
            name="regroup",
            done=lambda changed: self._adopt(session, changed, edit),
            failed=lambda error: self._fail(session, error, edit),
        )
        self.busy_changed.emit()

    def _adopt(self, session: Session, draft: Session, edit: _Edit) -> None:
        if self._of is not session:
            return
        self._of = None
        dropped = session.adopt(draft)
        edit.done(dropped)
        self._next()
        self.busy_changed.emit()

    def _fail(self, session: Session, error: BaseException, edit: _Edit) -> None:
        if self._of is session:
            self._of = None
            self._next()
            self.busy_changed.emit()
        if edit.failed is not None and isinstance(error, Exception):
            edit.failed(error)
        elif self.bridge is not None:
            self.bridge.crashed.emit(error)


def is_large(session: Session) -> bool:
    """Return whether what goes through all files of a session is to be done in a job."""
    return len(session.result.files) > LARGE

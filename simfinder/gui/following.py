"""What happens to the files after a scan, while a person wants to know: the clusters follow, and a notice says so.

The watcher has threads of its own; a queued signal brings what it tells into the window's thread. What was done by this
window itself is no news.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from simfinder.gui.job_bridge import JobBridge
from simfinder.gui.texts import counted
from simfinder.gui.work import Task, Work
from simfinder.gui.workspace import Notice, Workspace
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.disk_changes import Batch
    from simfinder.app.session import Session
    from simfinder.app.watching import State, Watcher

_OWN = (Task.PLAN, Task.ACT, Task.UNDO, Task.EXPORT)  # work during which clusters stay as they are


class Following(QObject):
    """Follows the folders of the session that is shown.

    Signals:
        changed: a notice, and the one in whose place it comes (or None).
        state_changed: how changes are noticed now; None while nothing is followed.
    """

    changed = Signal(object, object)
    state_changed = Signal(object)
    _told = Signal(object, object)

    def __init__(
        self, workspace: Workspace, work: Work, bridge: JobBridge, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._work, self._bridge = workspace, work, bridge
        self._watcher: Watcher | None = None
        self._session: Session | None = None
        self._pending: list[Batch] = []
        self._news: dict[str, str] = {}
        self._missed = False
        self._notice: Notice | None = None
        self.wanted = False
        self.state: State | None = None
        self._told.connect(self._take, Qt.ConnectionType.QueuedConnection)
        workspace.session_changed.connect(self._begin_anew)
        work.task_changed.connect(self._take_pending)

    def set_wanted(self, wanted: bool) -> None:
        """Follow from now on, or no longer."""
        if wanted != self.wanted:
            self.wanted = wanted
            self._begin_anew()

    def _begin_anew(self) -> None:
        session = self._workspace.session if self.wanted else None
        if session is not self._session:
            self.stop()
            self._session = session
            self._news, self._missed, self._notice = {}, False, None
            if session is not None and not session.read_only:
                self._start(session)

    def _start(self, session: Session) -> None:
        from simfinder.app.watching import Watcher

        watcher = self._watcher = Watcher(session, lambda batch: self._told.emit(watcher, batch))

        def done(state: State) -> None:
            if watcher is self._watcher:
                self.state = state
                self.state_changed.emit(state)
            else:
                self._bridge.start(lambda _: watcher.stop(), name="watcher")

        self._bridge.start(lambda _: watcher.start(), name="watcher", done=done)

    def stop(self) -> None:
        """No longer; ends by itself in a job, because it waits for its threads."""
        watcher, self._watcher, self._session = self._watcher, None, None
        self._pending.clear()
        if self.state is not None:
            self.state = None
            self.state_changed.emit(None)
        if watcher is not None:
            gone = watcher

            def run(_: Control) -> None:
                gone.stop()

            self._bridge.start(run, name="watcher")

    # what is told
    def _take(self, watcher: Watcher, batch: Batch) -> None:
        if watcher is self._watcher:
            self._pending.append(batch)
            self._take_pending()

    def _take_pending(self) -> None:
        session = self._session
        if session is None or self._work.task in _OWN:
            return
        batches, self._pending = self._pending, []
        for batch in batches:
            self._heed(session, batch)

    def _heed(self, session: Session, batch: Batch) -> None:
        from simfinder.app import disk_changes

        alive = session.alive

        def there(path: str) -> bool:
            file = session.file_of(path)
            return file >= 0 and bool(alive[file])

        # What this window moved is gone from its place already, and what it put back is there already.
        gone = [path for path in batch.gone if there(path) or path in self._news]
        back = [path for path in batch.back if not there(path)]
        for paths, kind in ((batch.changed, "changed"), (gone, "gone"), (batch.new, "new")):
            self._news.update(dict.fromkeys(paths, kind))
        for path in batch.back:
            self._news.pop(path, None)
        self._missed |= batch.too_many
        leaving = any(there(path) for path in (*batch.changed, *gone))
        if leaving or back:
            self._workspace.regrouped(disk_changes.heed(session, batch))
        if batch.changed or gone or batch.new or batch.too_many or back:
            self._say()

    def _say(self) -> None:
        kinds = list(self._news.values())
        texts = {
            "changed": (self.tr("%n file changed"), self.tr("%n files changed")),
            "gone": (self.tr("%n file is gone"), self.tr("%n files are gone")),
            "new": (self.tr("%n file is new"), self.tr("%n files are new")),
        }
        parts = [counted(kinds.count(kind), *words) for kind, words in texts.items() if kinds.count(kind)]
        before = self._notice
        if self._missed:
            text = self.tr("Much has happened in the folders since the scan.")
        elif parts:
            text = self.tr("Since the scan: %1.").replace("%1", ", ".join(parts))
        else:
            self._notice = None
            self.changed.emit(None, before)
            return
        self._notice = Notice(text, self.tr("Scan again"), self._work.scan)
        self.changed.emit(self._notice, before)

"""Notify the person when long work has ended and another window is active. Nothing waits for an answer.

Decides when to notify and what to say. The system shows it: as a message of the notification area, through
``notify-send`` where there is none, and always as a hint in the task list.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from simfinder.gui.controllers.removal_jobs import Task, Work
from simfinder.gui.state.window_state import WindowState
from simfinder.gui.wording import action_words
from simfinder.gui.wording.formatting import counted, size_text
from simfinder.model.removal_plan import BatchReport

LONG_S = 10.0
"""Work that takes longer is worth a word."""

_SHOWN_MS = 10_000
_TOLD = (Task.SCAN, Task.ACT, Task.UNDO, Task.OPEN, Task.EXPORT)

Show = Callable[[str, str], None]


class Notifier(QObject):
    """Watches the work of a window.

    Args:
        workspace: whose results are told.
        work: that is watched.
        window: the one whose work ended; nothing is shown while it is active.
        show: how a title and a text are shown; None for the system's way.
    """

    def __init__(self, workspace: WindowState, work: Work, window: QWidget, show: Show | None = None) -> None:
        super().__init__(window)
        self._workspace, self._work, self._window = workspace, work, window
        self._show = show or self._show_by_system
        self._task, self._began = Task.NONE, 0.0
        self._has_result = False  # the work has brought a session
        self._report: BatchReport | None = None
        self._tray: QSystemTrayIcon | None = None
        workspace.session_changed.connect(self._session_came)
        work.task_changed.connect(self._changed)
        work.reported.connect(self._reported)

    def _reported(self, report: BatchReport) -> None:
        self._report = report

    def _session_came(self) -> None:
        self._has_result = True

    def _changed(self) -> None:
        task, before = self._work.task, self._task
        if task is before:
            return
        lasted, self._task = time.monotonic() - self._began, task
        if task is not Task.NONE:
            self._began, self._has_result, self._report = time.monotonic(), False, None
        elif before in _TOLD and lasted >= LONG_S:
            QTimer.singleShot(0, self, lambda: self._ended(before))  # when its result is there

    def _ended(self, task: Task) -> None:
        if self._workspace.settings.notify and not self._window.isActiveWindow():
            self._show(*self.words(task))

    def words(self, task: Task) -> tuple[str, str]:
        """Return a title and a text about work that has ended."""
        session = self._workspace.session
        if task in (Task.ACT, Task.UNDO):
            if self._report is None:
                return self.tr("Stopped"), self.tr("Not all files were processed.")
            return action_words.report_title(self._report), action_words.report_freed_text(self._report)
        if task is Task.EXPORT:
            return self.tr("The results are written"), ""
        if session is None or not self._has_result:
            return self.tr("Stopped"), self.tr("The scan ended without a result.")
        clusters = counted(len(session.clusters), self.tr("%n cluster"), self.tr("%n clusters"))
        freed = self.tr("%1 can be freed").replace("%1", size_text(session.clustering.bytes_freed))
        title = self.tr("The scan is done") if task is Task.SCAN else self.tr("The results are open")
        return title, f"{clusters} · {freed}" if len(session.clusters) else self.tr("No similar files found")

    def _show_by_system(self, title: str, text: str) -> None:
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._tray = QSystemTrayIcon(self._window.windowIcon() or QApplication.windowIcon(), self)
            self._tray.messageClicked.connect(self.come_forward)
            self._tray.activated.connect(self.come_forward)
            self._tray.show()
            self._tray.showMessage(title, text, QApplication.windowIcon(), _SHOWN_MS)
            QTimer.singleShot(_SHOWN_MS, self._tray, self._tray.deleteLater)
        elif program := shutil.which("notify-send"):
            words = ["--app-name=SimFinder", "--icon=simfinder", "--", title, text]
            QProcess.startDetached(program, words)

    def come_forward(self) -> None:
        """Bring the window to the front."""
        self._window.showNormal() if self._window.isMinimized() else self._window.show()
        self._window.raise_()
        self._window.activateWindow()

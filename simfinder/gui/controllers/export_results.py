"""Export the results to a file, in a job. ``app.reports`` writes the formats."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject

from simfinder.gui.controllers.removal_jobs import Task, Work
from simfinder.gui.controllers.saved_results import parts_of
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.widgets.open_external import show_in_folder
from simfinder.gui.wording.formatting import plain, shown, size_text
from simfinder.model.progress import Control


class Exporter(QObject):
    """Writes the session of a workspace. While it does, nothing changes what is written."""

    def __init__(self, workspace: WindowState, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._work = workspace, work

    def proposal(self, form: str) -> str:
        """Return a name for the file."""
        roots = self._workspace.folders
        name = os.path.basename(roots[0].rstrip(os.sep)) if roots else ""
        return plain(f"SimFinder {name}".strip()) + "." + form

    def write(self, path: str, form: str) -> None:
        """Write the results of now; a name without an ending is given the one of its form."""
        session = self._workspace.session
        if session is None or self._work.busy:
            return
        if not os.path.splitext(path)[1]:
            path += "." + form
        problems = self._work.problems
        parts = parts_of(session, self._workspace.insides)

        def run(control: Control) -> int:
            from simfinder.app.reports import write_report

            return write_report.write(session, path, form, problems, parts, control=control)

        def done(size: int) -> None:
            text = self.tr("Written: %1 (%2).").replace("%1", shown(path)).replace("%2", size_text(size))
            self._workspace.noticed.emit(
                Notice(text, self.tr("Show in folder"), lambda: show_in_folder(path))
            )

        self._work.run(Task.EXPORT, run, done)

"""The versions of the chosen file's cluster as dots over time; a job makes them, and only while they are visible."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.timeline.timeline_view import TimelineView
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.app.views.timeline import Timeline


class TimelinePanel(QWidget):
    """The page.

    Signals:
        selected: the session whose versions are in view, and file indexes a person has chosen here, a sorted list.
    """

    selected = Signal(object, object)

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._wanted: tuple[Session, int] | None = None
        self._shown: ReferenceType[Session] | None = None  # whose versions are in view
        self._file = -1
        self._asked = 0
        self._fresh = True
        self.timeline = TimelineView()
        self.timeline.selected.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 0)
        column.addWidget(self.timeline)
        column.addStretch(1)

    @property
    def settled(self) -> bool:
        """Return whether the versions in view, if they are seen, are those of the cluster."""
        return (self._fresh or not self.isVisible()) and not self._asked

    def ask(self, session: Session | None, cluster: int, file: int = -1) -> None:
        """Show a cluster; -1 for none. What is not seen is not asked for until it is."""
        self._file = file
        self._wanted = None if session is None or cluster < 0 else (session, cluster)
        self._fresh, self._asked = False, 0
        if self.isVisible():
            self._refresh()

    def _choose(self, files: list[int]) -> None:
        self.selected.emit(None if self._shown is None else self._shown(), files)

    def _reveal(self) -> None:
        """Scroll to the version of the file that was asked for."""
        for place, version in enumerate(self.timeline.strip.versions):
            if self._file in version.files:
                self.timeline.strip.set_current(place)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._fresh:
            self._refresh()

    def _refresh(self) -> None:
        wanted, self._fresh = self._wanted, True
        self._asked = 0
        if wanted is None:
            self.timeline.show_versions([])
            return
        session, cluster = wanted
        table = session.clusters

        def run(_: Control) -> Timeline | None:
            from simfinder.app.views.timeline import timeline

            # what was asked of clusters that are no more is asked again by the regroup itself
            return timeline(session, cluster) if session.clusters is table else None

        def done(found: Timeline | None) -> None:
            if asked == self._asked and wanted is self._wanted:
                self._asked = 0
                if found is not None:
                    self._shown = ref(session)
                    self.timeline.show_timeline(found, table.files.records)
                    self.timeline.set_selection([self._file])
                    self._reveal()

        asked = self._asked = id(wanted)
        self._bridge.start(run, name="versions", done=done)

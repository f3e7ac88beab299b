"""Pictures of the results to explore: the key space, and the versions of the chosen cluster over time."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.key_space.key_space_panel import KeySpaceView
from simfinder.gui.overview.timeline.timeline_panel import TimelinePanel
from simfinder.gui.widgets.fitting_tabs import FittingTabs


class AnalysisView(QWidget):
    """A switch and two pictures."""

    def __init__(self, bridge: JobBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key_space, self.timeline = KeySpaceView(bridge), TimelinePanel(bridge)
        self.tabs, pages = FittingTabs(), QStackedWidget()
        self.tabs.setAccessibleName(self.tr("Pictures of the results"))
        for page, name in ((self.key_space, self.tr("Key space")), (self.timeline, self.tr("Timeline"))):
            self.tabs.add(name)
            pages.addWidget(page)
        self.key_space.title.hide()  # the tab says it
        self.tabs.currentChanged.connect(pages.setCurrentIndex)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(pages, 1)

    @property
    def picture(self) -> QWidget:
        """Return what is shown."""
        return self.key_space.canvas if self.tabs.currentIndex() == 0 else self.timeline.timeline.strip

    @property
    def settled(self) -> bool:
        """Return whether what is seen is what there is."""
        return self.key_space.settled if self.tabs.currentIndex() == 0 else self.timeline.settled

"""The right side: what the chosen file is, how it stands to the kept one, and why."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from simfinder.gui.details import Details, DetailsLoader, Request
from simfinder.gui.models.cluster_model import Role, Row
from simfinder.gui.panels.cluster_panel import ClusterPanel
from simfinder.gui.panels.compare_view import CompareView
from simfinder.gui.panels.elided_label import ElidedLabel
from simfinder.gui.panels.figures_view import FiguresView
from simfinder.gui.panels.preview_view import PreviewView
from simfinder.gui.panels.versions_view import VersionsView
from simfinder.gui.panels.why_view import WhyView
from simfinder.gui.style import scaled
from simfinder.gui.texts import percent_text, shared_text, shown
from simfinder.model.clusters import Relation

PREVIEW, COMPARE, WHY, VERSIONS = range(4)


class DetailsPanel(QWidget):
    """Title, tabs, figures."""

    def __init__(self, clusters: ClusterPanel, loader: DetailsLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("details")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._clusters = clusters
        self._loader = loader
        self._shown: Request | None = None
        self.title = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.title.setFont(scaled(self.font(), 1.25, bold=True))
        self.subtitle = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.subtitle.setProperty("role", "muted")
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for text in (self.tr("Preview"), self.tr("Compare"), self.tr("Why similar"), self.tr("Versions")):
            self.tabs.addTab(text)
        self.tabs.setAccessibleName(self.tr("Views of the chosen file"))
        self.preview, self.compare, self.figures = PreviewView(), CompareView(), FiguresView()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.preview)
        self.pages.addWidget(self.compare)
        self.why, self.versions = WhyView(), VersionsView(loader.bridge)
        self.pages.addWidget(self.why)
        self.pages.addWidget(self.versions)
        self._has_figures = False
        self._lay_out()
        self.tabs.currentChanged.connect(self._switch)
        self.figures.place_wanted.connect(self._show_place)
        self.versions.selected.connect(clusters.tree.select_files)
        self.tabs.setCurrentIndex(COMPARE)
        clusters.current_changed.connect(self._ask)
        loader.loaded.connect(self._take)
        loader.matched.connect(self._take_matches)
        loader.slow.connect(self._wait)
        loader.failed.connect(self._fail)
        self._ask()

    def _lay_out(self) -> None:
        self._line = line = QFrame()
        line.setFrameShape(QFrame.Shape.NoFrame)
        line.setFixedHeight(1)
        line.setStyleSheet("background: palette(midlight);")
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 9, 12, 10)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addSpacing(5)
        column.addWidget(self.subtitle)
        column.addSpacing(6)
        column.addWidget(self.tabs)
        column.addWidget(line)
        column.addWidget(self.pages, 1)
        column.addWidget(self.figures)

    def _switch(self, page: int) -> None:
        self.pages.setCurrentIndex(page)
        self._show_figures()

    def _show_figures(self) -> None:
        """Figures are of two files; the versions are of many."""
        self.figures.setVisible(self._has_figures and self.tabs.currentIndex() != VERSIONS)

    def _show_place(self, here: bool, offset: int) -> None:
        """A stretch of a match bar was chosen."""
        if self.compare.go_to_place(here=here, offset=offset):
            self.tabs.setCurrentIndex(COMPARE)

    def go(self, step: int) -> None:
        """Show the next or the previous change in Compare."""
        self.tabs.setCurrentIndex(COMPARE)
        self.compare.go(step)

    def _ask_versions(self) -> None:
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        file, session = model.file_of(index), model.session
        cluster = -1 if session is None or file < 0 else session.clusters.cluster_of(file)
        self.versions.ask(session, cluster, file)

    def _ask(self) -> None:
        """Ask for what the current row stands for, unless it is already shown."""
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        record, session = model.record_of(index), model.session
        self._ask_versions()
        if record is None or session is None:
            self._show_nothing()
            return
        pair = model.pair_of(index)
        kept_path = session.record(pair.whole).path if pair is not None else self._kept_path(record.path)
        self.title.show_text(shown(os.path.basename(record.path)))
        self.subtitle.show_text(self._standing(kept_path))
        request = Request(
            session,
            model.file_of(index),
            record.path,
            kept_path,
            inside=pair is not None,
            whole=model.kind_of(index) is Row.WHOLE,
        )
        if self._shown != request:
            self._shown = request
            self._loader.ask(request)

    def _kept_path(self, path: str) -> str:
        """Path of the kept file of the current row's cluster; "" for that file itself, and for other rows."""
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        if model.kind_of(index) is not Row.FILE:
            return ""
        kept = model.path_of(index.parent())
        return kept if kept != path else ""

    def _standing(self, kept_path: str) -> str:
        index = self._clusters.tree.currentIndex()
        if not index.internalId():
            return str(index.siblingAtColumn(0).data(Role.SUMMARY))
        if (pair := self._clusters.model.pair_of(index)) is not None:
            text = (
                self.tr("%1 of it is inside %2 · verified")
                if pair.share < 1.0
                else self.tr("All of it is inside %2")
            )
            return text.replace("%1", percent_text(pair.share)).replace("%2", self._name_of(kept_path))
        if not kept_path:
            return self.tr("The kept file of this cluster")
        name = self._name_of(kept_path)
        if index.data(Role.RELATION) == Relation.IDENTICAL:
            return self.tr("Identical to %1 · verified").replace("%1", name)
        estimated = bool(index.data(Role.ESTIMATED))
        text = (
            self.tr("%1 shared with %2 · estimated") if estimated else self.tr("%1 shared with %2 · verified")
        )
        share = shared_text(index.data(Role.SIMILARITY), estimated=estimated)
        return text.replace("%1", share).replace("%2", name)

    def _name_of(self, kept_path: str) -> str:
        """Name of the kept file; with its folder where it has the very name of this one."""
        folder, name = os.path.split(kept_path)
        if name == os.path.basename(self._clusters.model.path_of(self._clusters.tree.currentIndex())):
            name = os.path.join(os.path.basename(folder), name)
        return shown(name)

    def _show_nothing(self) -> None:
        self._shown = None
        self._loader.ask(None)
        self.title.show_text("")
        self.subtitle.show_text("")
        text = self.tr("Choose a file to see what it holds and how it differs from the kept one.")
        if not self._clusters.model.clusters():
            text = ""
        self.preview.clear(text)
        self.compare.clear(text)
        self.why.clear(text)
        self._has_figures = False
        self._show_figures()
        self.tabs.setVisible(bool(text))
        self._line.setVisible(bool(text))

    def _take(self, details: Details) -> None:
        self.tabs.show()
        self._line.show()
        self.preview.show_details(details)
        self.compare.show_details(details)
        self.figures.name_sides(inside=details.request.inside)
        self.figures.show_view(details.view, details.members)
        self._take_matches(details)

    def _take_matches(self, details: Details) -> None:
        self.why.show_details(details)
        self._has_figures = self.figures.show_figures(details.figures, details.comparison, details.matched)
        self._show_figures()
        self.compare.show_place(details.matched)

    def _wait(self) -> None:
        """Nothing of the last file stays while the next one takes its time."""
        for view in (self.preview, self.compare, self.why):
            view.clear(self.tr("Looking into the file …"))
        self._has_figures = False
        self._show_figures()

    def _fail(self, reason: str) -> None:
        for view in (self.preview, self.compare, self.why):
            view.clear(self.tr("Can’t be shown: %1").replace("%1", reason))
        self._has_figures = False
        self._show_figures()

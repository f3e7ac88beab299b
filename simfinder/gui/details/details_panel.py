"""The right side: what the chosen file is, how it relates to the kept one, and why."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from simfinder.gui.cluster_tree.cluster_panel import ClusterPanel
from simfinder.gui.cluster_tree.model.row_kinds import OF_GROUPS, Role, Row
from simfinder.gui.cluster_tree.model.tooltips import reached_text
from simfinder.gui.controllers.details_loader import Details, DetailsLoader, Request
from simfinder.gui.details.compare.compare_panel import ComparePanel, basis_of
from simfinder.gui.details.preview_view import PreviewView
from simfinder.gui.details.shared_ranges_view import SharedRangesView
from simfinder.gui.details.versions_view import VersionsView
from simfinder.gui.details.why_view import WhyView
from simfinder.gui.style.fonts import grown, make_title
from simfinder.gui.widgets.elided_label import ElidedLabel
from simfinder.gui.widgets.fitting_tabs import FittingTabs
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import (
    folder_text,
    key_text,
    names_apart,
    percent_text,
    shared_text,
    shown,
)
from simfinder.model.clusters import Relation

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.gui.controllers.user_actions import Commands

PREVIEW, COMPARE, WHY, VERSIONS = range(4)
_LEAST_HEIGHT = 400  # pixels; below, what is compared needs the place of the bars, which are beside Why, too
_LEAST_NAME = 110  # pixels of a name on a button
_LEFT, _RIGHT = 11, 12  # pixels beside everything
_BESIDE_BUTTON = 76  # pixels of the line that are neither words nor another button
_MOST_VERSIONS = 1000
_MOST_OTHERS = 40  # files in the menu of what can be compared


@runtime_checkable
class ClusterView(Protocol):
    """A page about the cluster of the chosen file; it makes its data itself, and only while it is seen."""

    def ask(self, session: Session | None, cluster: int, file: int = -1) -> None:
        """Show a cluster of a session and a file in it; -1 for none."""
        ...


class DetailsPanel(QWidget):
    """Title, tabs, figures."""

    def __init__(self, clusters: ClusterPanel, loader: DetailsLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("details")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._clusters = clusters
        self._loader = loader
        self._shown: Request | None = None
        self._passed_over: str | None = None  # file of the current row, while another view has chosen none
        self.title = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        make_title(self.title, 1.25)
        self.subtitle = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.subtitle.setProperty("role", "muted")
        self.others = QToolButton()
        self.others.setText("⇄")
        self.others.setProperty("role", "quiet")
        self.others.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.others.setToolTip(self.tr("Compare with another file of the cluster (F8)"))
        self.others.setAccessibleName(self.others.toolTip())
        self.others.setMenu(QMenu(self.others))
        self.others.menu().aboutToShow.connect(self._list_others)
        room = self.others.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # the tabs below stay where they are
        self.others.setSizePolicy(room)
        self.others.hide()
        self.through = ElidedLabel(Qt.TextElideMode.ElideRight)  # the button below says the name again
        self.through.setProperty("role", "muted")
        self.through_button = QToolButton()
        self.through_button.setProperty("role", "quiet")
        self.through_button.toggled.connect(self.compare_through)
        self.kept_button = QToolButton()
        self.kept_button.setProperty("role", "quiet")
        self.kept_button.setText(self.tr("kept file"))
        self.kept_button.setAccessibleName(self.tr("Compare with the kept file"))
        self.kept_button.setToolTip(self.tr("Compare with the kept file"))
        self.through_with = PlainLabel(self.tr("Compare with"))
        self.through_with.setProperty("role", "muted")
        self.kept_button.toggled.connect(self._compare_kept)
        for button in (self.through_button, self.kept_button):
            button.setCheckable(True)
        self._show_through("", "")
        self.preview = PreviewView(loader.bridge, loader=loader)
        self.compare = ComparePanel(loader.bridge, loader=loader)
        self.why, self.versions = WhyView(), VersionsView(loader.bridge)
        self.figures = SharedRangesView()
        self.tabs, self.pages = FittingTabs(), QStackedWidget()
        # without it a hidden page pushes the bars over the edge of a small window
        self.pages.setMinimumHeight(1)
        self.tabs.setAccessibleName(self.tr("Views of the chosen file"))
        self._cluster_views: list[ClusterView] = []
        for page, name, short in self._panels():
            self.tabs.add(name, short)
            self.pages.addWidget(page)
            if isinstance(page, ClusterView):
                self._cluster_views.append(page)
        self._has_figures = False
        self._lay_out()
        self.tabs.currentChanged.connect(self._switch)
        self.figures.place_wanted.connect(self._show_place)
        self.compare.large_wanted.connect(self.open_large)
        self.compare.member_wanted.connect(self._open_member)
        self.why.unfolded.connect(self._show_figures)
        self.versions.selected.connect(clusters.tree.select_files)
        self.tabs.setCurrentIndex(COMPARE)
        clusters.current_changed.connect(self._ask)
        loader.loaded.connect(self._show_details)
        loader.matched.connect(self._show_slow)
        loader.slow.connect(self._wait)
        loader.failed.connect(self._fail)
        self._ask()

    def _panels(self) -> list[tuple[QWidget, str, str]]:
        """Return the pages in the order of their tabs, with the words of each and a short form of them."""
        return [
            (self.preview, self.tr("Preview"), ""),
            (self.compare, self.tr("Compare"), ""),
            (self.why, self.tr("Why similar"), self.tr("Why")),
            (self.versions, self.tr("Versions"), ""),
        ]

    def _lay_out(self) -> None:
        line = QFrame()
        line.setFrameShape(QFrame.Shape.NoFrame)
        line.setFixedHeight(1)
        line.setStyleSheet("background: palette(midlight);")
        column = QVBoxLayout(self)
        column.setContentsMargins(_LEFT, 9, _RIGHT, 10)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addSpacing(5)
        line_of_other = QHBoxLayout()
        line_of_other.setSpacing(4)
        line_of_other.addWidget(self.subtitle, 1)
        line_of_other.addWidget(self.others)
        column.addLayout(line_of_other)
        column.addWidget(self.through)
        both = QHBoxLayout()
        both.setSpacing(4)
        both.addWidget(self.through_with)
        both.addWidget(self.through_button)
        both.addWidget(self.kept_button)
        both.addStretch(1)
        column.addLayout(both)
        column.addSpacing(6)
        column.addWidget(self.tabs)
        column.addWidget(line)
        column.addWidget(self.pages, 1)
        column.addWidget(self.figures)

    def least_width(self) -> int:
        """Return the pixels in which no tab is cut."""
        return self.tabs.least_width() + _LEFT + _RIGHT

    def _switch(self, page: int) -> None:
        self.pages.setCurrentIndex(page)
        self._show_figures()

    def _show_figures(self) -> None:
        """Show figures only beside views of two files."""
        page = self.pages.currentWidget()
        room = self.height() >= grown(_LEAST_HEIGHT, self.fontMetrics())
        self.figures.setVisible(self._has_figures and (page is self.why or (page is self.compare and room)))
        self.figures.set_brief(not (self.tabs.currentIndex() == WHY and self.why.fold.isChecked()))

    def _show_place(self, here: bool, offset: int) -> None:
        """Show the range that was clicked in a match bar."""
        if self.compare.go_to_place(here=here, offset=offset):
            self.tabs.setCurrentIndex(COMPARE)

    def go(self, step: int) -> None:
        """Show the next or the previous change in Compare."""
        self.tabs.setCurrentIndex(COMPARE)
        self.compare.go(step)

    def ask_place(self) -> None:
        """Let a person type where to go in Compare."""
        self.tabs.setCurrentIndex(COMPARE)
        self.compare.ask_place()

    def connect_commands(self, commands: Commands) -> None:
        """Let the commands step through changes and choose what is compared."""
        commands.go_to.triggered.connect(self.ask_place)
        commands.next_other.triggered.connect(lambda: self.step_other(1))
        commands.previous_other.triggered.connect(lambda: self.step_other(-1))
        commands.compare_through.triggered.connect(self.compare_through)
        commands.compare_large.triggered.connect(self.open_large)
        commands.next_change.triggered.connect(lambda: self.go(1))
        commands.previous_change.triggered.connect(lambda: self.go(-1))

    def _ask_views(self, session: Session | None, file: int) -> None:
        """Show the cluster of a file in the views of clusters; -1 for none."""
        cluster = -1 if session is None or file < 0 else session.clusters.cluster_of(file)
        for view in self._cluster_views:
            view.ask(session, cluster, file)

    def _ask(self) -> None:
        """Load the file of the current row, unless it is already shown."""
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        record, session = model.record_of(index), model.rows.session
        if self._passed_over is not None and self._passed_over == model.path_of(index):
            return
        self._ask_views(session, model.file_of(index))
        self._passed_over = None
        if record is None or session is None:
            self._show_nothing()
            return
        pair, file = model.pair_of(index), model.file_of(index)
        if (
            pair is not None and file != pair.part
        ):  # below a file that many contain: it is compared with one of them
            file, record = pair.part, session.record(pair.part)
        kept_path = session.record(pair.whole).path if pair is not None else self._kept_path(record.path)
        self.title.show_text(shown(os.path.basename(record.path)))
        self.subtitle.show_text(*self._standing(kept_path))
        request = Request(
            session,
            file,
            record.path,
            kept_path,
            inside=pair is not None,
            whole=model.kind_of(index) in OF_GROUPS,
        )
        self.others.setVisible(self._has_others())
        self._say_through(session, request.file)
        if (
            self._shown is not None
            and self._shown.other
            and replace(self._shown, kept=kept_path, other=False) == request
        ):
            return  # a regroup: what a person chose to compare stays
        if self._shown != request:
            self._shown = request
            self._loader.ask(request)
        else:
            self.why.say_again()
        self._check_through()

    def _through_path(self) -> str:
        """Return the path of the file through which the chosen one is in its cluster; "" if it needs none."""
        shown_now = self._shown
        if (
            shown_now is None
            or self._clusters.model.kind_of(self._clusters.tree.currentIndex()) is not Row.FILE
        ):
            return ""
        reached = shown_now.session.clustering.reached_through(shown_now.file)
        return "" if reached is None else shown_now.session.record(reached[0]).path

    def _say_through(self, session: Session, file: int) -> None:
        """Say through which file the chosen one is here, and offer to compare the two."""
        index = self._clusters.tree.currentIndex()
        if self._clusters.model.kind_of(index) is not Row.FILE:
            self._show_through("", "")
            return
        reached = session.clustering.reached_through(file)
        path = "" if reached is None else session.record(reached[0]).path
        brief = self.tr("Here through another file: %1")
        self._show_through(
            reached_text(session, file),
            names_apart(path, session.record(file).path)[0],
            "" if reached is None else brief.replace("%1", percent_text(reached[1])),
        )

    def _show_through(self, text: str, name: str, brief: str = "") -> None:
        """Say why a file is here that is not similar enough to the kept one.

        Args:
            text: in a sentence; "" for one that is.
            name: of the file through which it is here.
            brief: in fewer words, beside the name below.
        """
        self.through.show_text(text, *filter(None, [brief]))
        self.through.setVisible(bool(text))
        self._through_name = shown(name)
        name = self.tr("Compare with %1").replace("%1", shown(name))
        self.through_button.setAccessibleName(name)
        self.through_button.setToolTip(plain_text(f"{name} ({key_text('Ctrl+F8')})"))
        for button in (self.through_button, self.kept_button):
            button.setVisible(bool(text))
        self._fit_through()
        self._check_through()

    def _fit_through(self) -> None:
        """Cut the name of the other file to the room beside the other button."""
        wide = self.fontMetrics().horizontalAdvance  # hidden widgets have another font
        room = self.width() - wide(self.kept_button.text()) - grown(_BESIDE_BUTTON, self.fontMetrics())
        words = wide(self.through_with.text())
        fits = room - words >= _LEAST_NAME
        self.through_with.setVisible(fits and bool(self._through_name))
        room -= words * fits
        name = self.fontMetrics().elidedText(self._through_name, Qt.TextElideMode.ElideMiddle, max(60, room))
        self.through_button.setText(name.replace("&", "&&"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_through()
        self._show_figures()

    def _check_through(self) -> None:
        """Show which of the two comparisons is the one below."""
        through, shown_now = self._through_path(), self._shown
        by_it = bool(through) and shown_now is not None and shown_now.kept == through
        by_kept = not by_it and shown_now is not None and not shown_now.other
        for button, checked in ((self.through_button, by_it), (self.kept_button, by_kept)):
            button.blockSignals(True)
            button.setChecked(checked)
            button.blockSignals(False)

    def _compare_kept(self) -> None:
        """Compare the chosen file with the kept one again."""
        if self._shown is not None and (kept := self._kept_path(self._shown.path)):
            self.tabs.setCurrentIndex(COMPARE)
            self.compare_with(kept)
        self._check_through()

    def compare_through(self) -> None:
        """Compare the chosen file with the one through which it is in its cluster."""
        if path := self._through_path():
            self.tabs.setCurrentIndex(COMPARE)
            self.compare_with(path)

    def open_large(self) -> None:
        """Compare in a window of its own, which steps through the versions of the cluster."""
        from simfinder.gui.details.compare_window import CompareWindow

        shown_now = self._shown
        if shown_now is None:
            return
        pairs = self._pairs(shown_now)
        if pairs:
            place = next((i for i, pair in enumerate(pairs) if _is_pair(pair, shown_now)), -1)
            if place < 0 and shown_now.kept:
                pairs, place = [replace(shown_now, other=True), *pairs], 0
            window = CompareWindow(pairs, max(0, place), self._loader.bridge, self.window())
            window.show()

    def _pairs(self, shown_now: Request) -> list[Request]:
        """Return each version of the cluster with the next newer one; of a file inside another one only these two."""
        from simfinder.app.views.timeline import timeline

        session, file = shown_now.session, shown_now.file
        cluster = session.clusters.cluster_of(file) if file >= 0 else -1
        if shown_now.inside or cluster < 0:
            return [shown_now] if shown_now.kept else []
        files = [version.file for version in timeline(session, cluster).versions[:_MOST_VERSIONS]]
        return [
            Request(session, one, session.record(one).path, session.record(other).path, other=True)
            for one, other in pairwise(files)
        ]

    def _open_member(self, left: tuple[bytes, ...], right: tuple[bytes, ...]) -> None:
        from simfinder.gui.details.compare_window import open_members

        if self._shown is not None and self._shown.kept:
            open_members(self._shown, left, right, self._loader.bridge, self)

    def _has_others(self) -> bool:
        """Return whether there is more to compare a file with than the kept one."""
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        return model.kind_of(index) is Row.FILE and len(model.rows.members_of(model.top_row_of(index))) > 2

    def _list_others(self) -> None:
        """List the files of the cluster in the menu, the kept one first."""
        menu = self.others.menu()
        menu.clear()
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        shown_now = self._shown
        if shown_now is None or model.kind_of(index) is not Row.FILE:
            return
        names = self._other_paths()
        common = os.path.dirname(os.path.commonpath(names)) if len(names) > 1 else ""
        for i, path in enumerate(names):
            text = shown(os.path.relpath(path, common) if common else os.path.basename(path))
            if not i and path == self._kept_path(shown_now.path):
                text += "  " + self.tr("(kept)")
            action = menu.addAction(text.replace("&", "&&"), partial(self.compare_with, path))
            action.setCheckable(True)
            action.setChecked(path == shown_now.kept)

    def _other_paths(self) -> list[str]:
        """Return the files of the cluster that the chosen one can be compared with, the kept one first."""
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        shown_now, session = self._shown, model.rows.session
        if shown_now is None or session is None or model.kind_of(index) is not Row.FILE:
            return []
        if shown_now.path != model.path_of(index):
            return []  # it was chosen in another view
        files = list(model.rows.members_of(model.top_row_of(index))[:_MOST_OTHERS])
        paths = [path for file in files if (path := session.record(file).path) != shown_now.path]
        kept = self._kept_path(shown_now.path)
        return sorted(paths, key=lambda path: path != kept)

    def step_other(self, step: int) -> None:
        """Compare with the next or the previous file of the cluster."""
        paths = self._other_paths()
        if len(paths) > 1 and self._shown is not None:
            now = paths.index(self._shown.kept) if self._shown.kept in paths else 0
            self.compare_with(paths[(now + step) % len(paths)])

    def compare_with(self, path: str) -> None:
        """Compare the chosen file with another file of its cluster, until another one is chosen."""
        shown_now = self._shown
        if shown_now is None:
            return
        other = path != self._kept_path(shown_now.path)
        self._shown = replace(shown_now, kept=path, other=other)
        self.subtitle.show_text(*(self._standing(path) if not other else [""]))
        self._loader.ask(self._shown)
        self._check_through()

    def follow_view(self, *, of_folders: bool) -> None:
        """Show what is chosen in the view that comes: among folders no row of the clusters is."""
        if of_folders:
            self._passed_over = self._clusters.model.path_of(self._clusters.tree.currentIndex())
            self._ask_views(None, -1)
            self._show_nothing(of_folders=True)
        elif self._passed_over is not None or (self._shown is not None and self._shown.other):
            self._passed_over = self._shown = None
            self._ask()

    def compare_files(self, session: Session, file: int, other: int) -> None:
        """Compare two files that were chosen in another view, until one is chosen here.

        Args:
            session: both are of.
            file: number of one; -1 for none.
            other: number of the other one; -1 where there is none, to see the first one.
        """
        if file < 0:
            self._show_nothing(of_folders=True)
            return
        if self._shown is None:  # what was said meanwhile is no word on this file
            for view in (self.preview, self.compare, self.why):
                view.clear("")
        path, kept = session.record(file).path, session.record(other).path if other >= 0 else ""
        self.title.show_text(shown(os.path.basename(path)))
        self.subtitle.show_text(
            self.tr("Compared with %1").replace("%1", self._name_of(kept))
            if kept
            else folder_text(os.path.dirname(path))
        )
        self.others.hide()
        self._show_through("", "")
        self._ask_views(session, file)
        self.tabs.setCurrentIndex(COMPARE if kept else PREVIEW)
        self._shown = Request(session, file, path, kept, other=True)
        self._loader.ask(self._shown)

    def _compared(self, details: Details) -> None:
        """Say how the file relates to one that is not the kept one."""
        facts, request = details.facts, details.request
        if facts is None or not request.other or not request.kept:
            return
        name = self._name_of(request.kept)
        if facts.identical:
            self.subtitle.show_text(*self._identical_to(name))
            return
        if details.comparison is not None and details.comparison.counterpart:
            self.subtitle.show_text(basis_of(details.comparison))
            return
        share, estimated = facts.similarity, facts.estimated
        if details.matched is not None:
            share, estimated = details.matched.similarity, False
        if share is None:
            self.subtitle.show_text(self.tr("Compared with %1").replace("%1", name))
            return
        self.subtitle.show_text(*self._shared_with(name, share, estimated=estimated))

    def _identical_to(self, name: str) -> list[str]:
        """Say it with the name of the other file, then in fewer words."""
        whole, brief = self.tr("Identical to %1 · verified"), self.tr("Identical · verified")
        return [whole.replace("%1", name), brief]

    def _shared_with(self, name: str, share: float, *, estimated: bool) -> list[str]:
        """Say it with the name of the other file, then in fewer words."""
        whole, brief = self.tr("%1 shared with %2 · verified"), self.tr("%1 shared · verified")
        if estimated:
            whole, brief = self.tr("%1 shared with %2 · estimated"), self.tr("%1 shared · estimated")
        words = shared_text(share, estimated=estimated)
        texts = whole, brief, self.tr("%1 shared")  # an estimate has a ~, too
        return [text.replace("%1", words, 1).replace("%2", name, 1) for text in texts]

    def _kept_path(self, path: str) -> str:
        """Return the path of the kept file of the current row's cluster; "" for that file itself and for other rows."""
        model, index = self._clusters.model, self._clusters.tree.currentIndex()
        if model.kind_of(index) is not Row.FILE:
            return ""
        kept = model.path_of(index.parent())
        return kept if kept != path else ""

    def _standing(self, kept_path: str) -> list[str]:
        """Say how the chosen file stands to the kept one: in full, then in fewer words where there are any."""
        index = self._clusters.tree.currentIndex()
        if not index.internalId():
            return [str(index.siblingAtColumn(0).data(Role.SUMMARY))]
        if (pair := self._clusters.model.pair_of(index)) is not None:
            text = (
                self.tr("%1 of it is inside %2 · verified")
                if pair.share < 1.0
                else self.tr("All of it is inside %2")
            )
            return [text.replace("%1", percent_text(pair.share)).replace("%2", self._name_of(kept_path))]
        if not kept_path:
            return [self.tr("The kept file of this cluster")]
        name = self._name_of(kept_path)
        relation = index.data(Role.RELATION)
        if relation == Relation.IDENTICAL:
            return self._identical_to(name)
        estimated, similarity = bool(index.data(Role.ESTIMATED)), index.data(Role.SIMILARITY)
        if relation == Relation.OTHER_FORMAT and similarity == 1.0 and not estimated:
            return [self.tr("The same words as %1 in another format").replace("%1", name)]
        texts = {
            Relation.OTHER_FORMAT: self.tr("%1 shared with %2, in another format"),
            Relation.SIBLING: self.tr("Shares a form with %2, not its content · %1"),
        }
        if relation not in texts:
            return self._shared_with(name, similarity, estimated=estimated)
        share = shared_text(similarity, estimated=estimated)
        return [texts[relation].replace("%1", share).replace("%2", name)]

    def _name_of(self, kept_path: str) -> str:
        """Return the name of the kept file; with its folders where it has the very name of this one."""
        index = self._clusters.tree.currentIndex()
        return shown(names_apart(kept_path, self._clusters.model.path_of(index))[0])

    def _show_nothing(self, *, of_folders: bool = False) -> None:
        self._shown = None
        self.others.hide()
        self._show_through("", "")
        self._loader.ask(None)
        self.title.show_text("")
        self.subtitle.show_text("")
        text = self.tr("Choose a file to see what it holds and how it differs from the kept one.")
        if of_folders:
            text = self.tr("Choose a file of the two folders to see what it holds.")
        self.preview.clear(text)
        self.compare.clear(text)
        self.why.clear(text)
        self._has_figures = False
        self._show_figures()

    def _show_details(self, details: Details) -> None:
        self.preview.show_details(details)
        self.compare.show_details(details)
        self.figures.name_sides(inside=details.request.inside, other=details.request.other)
        self._show_matches(details)

    def _show_slow(self, details: Details) -> None:
        """Show what took long to find out, or that it failed."""
        self.compare.show_matches(details)
        if details.matched is not None:
            self._show_matches(details)

    def _show_matches(self, details: Details) -> None:
        self._compared(details)
        self.why.show_details(details)
        self.figures.show_view(details.view, details.members, details.basis, details.media)
        figures, comparison = ({}, None) if details.seen else (details.figures, details.comparison)
        self._has_figures = self.figures.show_figures(figures, comparison, details.matched)
        self._show_figures()
        self.compare.show_place(details.matched)

    def _wait(self) -> None:
        """Clear what is shown of the last file while the next one is read."""
        for view in (self.preview, self.compare, self.why):
            view.clear(self.tr("Reading the file …"))
        self._has_figures = False
        self._show_figures()

    def _fail(self, reason: str) -> None:
        for view in (self.preview, self.compare, self.why):
            view.clear(self.tr("Can’t be shown: %1").replace("%1", reason))
        self._has_figures = False
        self._show_figures()


def _is_pair(one: Request, other: Request) -> bool:
    """Return whether two requests are of the same two files."""
    return {one.path, one.kept} == {other.path, other.kept}

"""The centre: the cluster tree, folders, analysis and the map as views of one session, with one selection.

Switches between them, makes their pictures in jobs while they are visible, and passes the selection on. Loads the views
when they are first opened, because they need numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from simfinder.app.runtime.jobs import Job
from simfinder.gui.cluster_tree.cluster_panel import ClusterPanel
from simfinder.gui.cluster_tree.explained_bar import Explained
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.state.window_state import WindowState
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.wording.formatting import counted, folder_text, shown
from simfinder.model.progress import Control

if TYPE_CHECKING:
    from simfinder.app.session.session import Session
    from simfinder.app.views.key_space import KeySpace
    from simfinder.app.views.space_map import FolderTree, SpaceMap
    from simfinder.gui.overview.analysis import AnalysisView
    from simfinder.gui.overview.folders.folder_pairs import FolderPairRows
    from simfinder.gui.overview.folders.folders_panel import FoldersView
    from simfinder.gui.overview.key_space.key_space_panel import KeySpaceView
    from simfinder.gui.overview.space_map.space_map_panel import Choice, MapView

SETTLE_MS = 200
"""After the last regroup, until pictures follow: a slider that moves is not kept waiting."""

REST_MS = 1500
"""How long a pointer must rest on the list before the list may move under it."""

MOST_CHOSEN = 200
"""Files that are chosen in the tree one by one; of more the clusters are shown alone."""


MOST_UNASKED = 300_000
"""Files of a scan whose folders are compared before anybody wants to see them: of more it takes many seconds."""


class View(IntEnum):
    """The views of the centre."""

    CLUSTERS = 0
    FOLDERS = 1
    ANALYSIS = 2
    MAP = 3


class Overview(QWidget):
    """Switch and views.

    Signals:
        view_changed: another one is shown.
        filter_changed: words of what is shown alone; "" for everything.
        mark_wanted: files among which the older versions are to be marked, and the words of where they are.
        act_wanted: what is to be done with folders, a ``FolderAct``.
        compare_wanted: session, file and file: two files of folders side by side; -1 for a file of one folder alone
            or for none.
        alike_changed: by path what folders are that are copies or versions of others.
    """

    view_changed = Signal(int)
    filter_changed = Signal(str)
    mark_wanted = Signal(object, str)
    act_wanted = Signal(object)
    compare_wanted = Signal(object, int, int)
    alike_changed = Signal(object)

    def __init__(
        self,
        clusters: ClusterPanel,
        workspace: WindowState,
        bridge: JobBridge,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._clusters, self._workspace, self._bridge = clusters, workspace, bridge
        self.folders: FoldersView | None = None
        self.analysis: AnalysisView | None = None
        self.key_space: KeySpaceView | None = None  # of the analysis
        self.map: MapView | None = None
        self._jobs: dict[View, Job[Any]] = {}
        self._stale = _PICTURES.copy()
        self._of_now: set[View] = set()  # whose numbers of files are those of the session that is shown
        self._alive: bytes = b""
        self._tree: FolderTree | None = None
        self._speaker: View | None = None
        self._session: Session | None = None
        self._pairs: FolderPairRows | None = None
        self._explained: Explained | None = None
        self.alike: Mapping[str, str] = {}
        self._sought: bytes = b""  # files that were there when folders were last compared
        self._pointer: QPoint | None = None  # where it was when the list was to be moved
        self._fresh = False  # nobody has looked at the clusters of a scan yet
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(self.tr("Views of the results"))
        for text, tip in self._names():
            self.tabs.setTabToolTip(self.tabs.addTab(text), plain_text(tip))
        self.pages = QStackedWidget()
        self.pages.addWidget(clusters)
        for _ in _PICTURES:
            self.pages.addWidget(QWidget())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.pages, 1)
        self._settle = self._single_shot(SETTLE_MS, self._refresh)
        self._tell = self._single_shot(0, self._pass_selection)
        self._rest = self._single_shot(REST_MS, self._fold_explained)
        self.tabs.currentChanged.connect(self._switch)
        workspace.session_changed.connect(self._show_session)
        workspace.clusters_changed.connect(self._regrouped)
        clusters.tree.selectionModel().selectionChanged.connect(lambda *_: self._tell.start())
        clusters.current_changed.connect(self._tell.start)
        clusters.files_selected.connect(self._tell.start)
        clusters.explained.folders_wanted.connect(self.show_folders_of)
        for widget in (clusters.tree, clusters.tree.viewport(), self.tabs):
            widget.installEventFilter(self)
        self.tabs.hide()

    def _single_shot(self, milliseconds: int, call: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(call)
        return timer

    def _names(self) -> list[tuple[str, str]]:
        return [
            (self.tr("Clusters"), self.tr("Similar files, cluster by cluster (Ctrl+1)")),
            (self.tr("Folders"), self.tr("Folders that are copies or versions of one another (Ctrl+2)")),
            (
                self.tr("Analysis"),
                self.tr("Every file as a dot by size and key, and versions over time (Ctrl+3)"),
            ),
            (self.tr("Map"), self.tr("Where the space goes, by folder and type (Ctrl+4)")),
        ]

    # which view
    @property
    def view(self) -> View:
        """Return the view that is shown."""
        return View(self.pages.currentIndex())

    @property
    def offers_files(self) -> bool:
        """Return whether there is, or may be, a file to choose in the view that is shown."""
        session = self._workspace.session
        if session is None:
            return False
        if self.view is View.FOLDERS:
            return self._pairs is None or bool(self._pairs.entries)
        return self._clusters.listing or (self.view is not View.CLUSTERS and len(session.clusters) > 0)

    def show_view(self, view: View) -> None:
        """Show a view; before the first scan there is only the one of clusters."""
        if self._workspace.session is not None or view is View.CLUSTERS:
            self.tabs.setCurrentIndex(view)

    def _switch(self, place: int) -> None:
        view = View(place)
        self._open(view)
        self.pages.setCurrentIndex(view)
        if view in self._stale:
            self._refresh()
        self._pass_selection()
        if not self.tabs.hasFocus():
            self._first_of(view).setFocus()
        self.view_changed.emit(view)
        if view is View.FOLDERS and self.folders is not None:
            self.folders.tell_file()

    def _first_of(self, view: View) -> QWidget:
        if view is View.FOLDERS and self.folders is not None:
            return self.folders.table
        if view is View.ANALYSIS and self.analysis is not None:
            return self.analysis.picture
        if view is View.MAP and self.map is not None:
            return self.map.canvas
        return self._clusters.tree

    def _open(self, view: View) -> None:
        """Load a view when it is wanted first."""
        if view is View.FOLDERS and self.folders is None:
            from simfinder.gui.overview.folders.folders_panel import FoldersView

            self.folders = FoldersView(self._bridge)
            self.folders.title.hide()
            self.folders.selected.connect(self._compare)
            self.folders.act_wanted.connect(self.act_wanted)
            self._replace(view, self.folders)
            if self._pairs is not None:
                self._fill_folders(self._pairs)
            elif self._workspace.session is not None:
                self.folders.wait()
        elif view is View.ANALYSIS and self.key_space is None:
            from simfinder.gui.overview.analysis import AnalysisView

            self.analysis = AnalysisView(self._bridge)
            self.key_space = self.analysis.key_space
            self.key_space.selected.connect(self._choose_dots)
            self.analysis.timeline.selected.connect(self._choose_versions)
            self._replace(view, self.analysis)
        elif view is View.MAP and self.map is None:
            from simfinder.gui.overview.space_map.space_map_panel import MapView

            self.map = MapView()
            self.map.title.hide()
            self.map.filtered.connect(self._filter)
            self.map.mark_wanted.connect(self._want_marks)
            self.map.folders_wanted.connect(self.show_folders_of)
            self.map.show_alike(self.alike)
            self._replace(view, self.map)

    def _replace(self, view: View, widget: QWidget) -> None:
        if (empty := self.pages.widget(view)) is not None:
            self.pages.removeWidget(empty)
            empty.deleteLater()
        self.pages.insertWidget(view, widget)

    def adopt(self, other: Overview) -> None:
        """Show the view of another window of the same session."""
        self._fresh = False
        self.show_view(other.view)

    # pictures
    def _show_session(self) -> None:
        """Show another scan: keep nothing of the last one, and no filter whose files it does not know."""
        session = self._workspace.session
        self._tree, self._alive = None, b""
        self._stale = _PICTURES.copy()
        if session is not self._session:
            self._session = session
            self._of_now.clear()
            if self.analysis is not None and self.view is not View.ANALYSIS:
                self.analysis.timeline.ask(None, -1)  # it would hold the earlier one in memory
            if self._workspace.moved is None:  # else it is the same folders, a moment later
                self.clear_filter()
        self.tabs.setVisible(session is not None)
        self._fresh = session is not None and self._workspace.moved is None
        if session is None:
            self.tabs.setCurrentIndex(View.CLUSTERS)
        self._seek_folders()
        self._refresh()

    def _regrouped(self) -> None:
        """Update the map, which shows what clusters make of the files, and what exists in the key space."""
        session = self._workspace.session
        self._stale |= {View.MAP, View.FOLDERS}
        if session is not None and session.clustering.alive.tobytes() != self._sought:
            self._seek_folders()  # copies are gone, or back
        if session is not None and self._alive and session.clustering.alive.tobytes() != self._alive:
            self._stale.add(View.ANALYSIS)
        self._settle.start()

    def _refresh(self) -> None:
        """Make the picture of the view that is seen, if it is an old one."""
        session, view = self._workspace.session, self.view
        if view not in self._stale:
            return
        self._stale.discard(view)
        if view is not View.FOLDERS and (job := self._jobs.pop(view, None)) is not None:
            job.cancel()
        if view is View.FOLDERS:
            self._seek_folders()
        elif view is View.ANALYSIS and self.key_space is not None:
            if session is None:
                self.key_space.show_space(None)
            else:
                self._alive = session.clustering.alive.tobytes()
                self._start(view, _key_space(session), self._show_key_space)
        elif view is View.MAP and self.map is not None:
            if session is None:
                self.map.show_map(None)
            else:
                self.map.can_mark = not session.read_only
                self._start(view, _space_map(session, self._tree), self._show_map)

    def _start(self, view: View, function: Callable[[Control], Any], take: Callable[[Any], None]) -> None:
        job: Job[Any]
        session = self._workspace.session

        def done(result: Any) -> None:
            if self._jobs.get(view) is job:
                del self._jobs[view]
                if session is self._workspace.session:  # else it is made anew as soon as it is seen
                    self._of_now.add(view)
                take(result)
                self._pass_selection()

        def failed(error: BaseException) -> None:
            if self._jobs.get(view) is job:
                del self._jobs[view]
            self._bridge.crashed.emit(error)

        job = self._jobs[view] = self._bridge.start(function, name="overview", done=done, failed=failed)

    # folders that are alike
    def _seek_folders(self) -> None:
        """Compare the folders of the session, whatever view is shown: the others fold and mark what they explain."""
        session = self._workspace.session
        if (job := self._jobs.pop(View.FOLDERS, None)) is not None:
            job.cancel()
        if session is None or (self._pairs is not None and self._pairs.session.result is not session.result):
            self._forget_folders(session)
        if session is None:
            return
        self._sought = session.clustering.alive.tobytes()
        if len(session.result.files) > MOST_UNASKED and self.view is not View.FOLDERS:
            return
        self._stale.discard(View.FOLDERS)
        if self.folders is not None:
            self.folders.wait()
        least = None if self.folders is None else self.folders.least
        self._start(View.FOLDERS, _folder_pairs(session, least), self._take_pairs)

    def _forget_folders(self, session: Session | None) -> None:
        """Forget the folders of another scan; of the same ones a moment ago what is seen stays until they are known."""
        self._pairs, moved = None, self._workspace.moved
        self._rest.stop()
        if session is not None and moved is not None and self._explained is not None:
            files = self._explained.files.moved(moved, len(session.result.files))
            self._set_explained(replace(self._explained, columns=session.result.files, files=files))
            return
        self._set_explained(None)
        self._set_alike({})
        self._fill_folders(None)

    def _set_explained(self, explained: Explained | None) -> None:
        self._explained = explained
        self._clusters.set_explained(explained)

    def _set_alike(self, alike: Mapping[str, str]) -> None:
        self.alike = alike
        self.alike_changed.emit(alike)
        if self.map is not None:
            self.map.show_alike(alike)

    def _take_pairs(self, pairs: FolderPairRows) -> None:
        self._pairs = pairs
        self._fill_folders(pairs)
        self._set_alike(_alike(pairs))
        self._pointer = None
        self._fold_explained()

    def _fold_explained(self) -> None:
        """Fold what folders explain. That moves the list: it waits while a pointer moves over it, to click maybe."""
        pairs, pointer = self._pairs, QCursor.pos()
        if pairs is None:
            return
        if self._clusters.tree.viewport().underMouse() and pointer != self._pointer:
            self._pointer = pointer
            self._rest.start()
            return
        self._set_explained(_explained(pairs))
        fresh, self._fresh = self._fresh, False
        if fresh and self.view is View.CLUSTERS and not self._clusters.searching and pairs.explains_most():
            self.show_view(View.FOLDERS)

    def _fill_folders(self, pairs: FolderPairRows | None) -> None:
        if self.folders is not None:
            self.folders.show_pairs(
                pairs, can_act=pairs is not None and pairs.session.proven and not pairs.session.read_only
            )

    def show_folders_of(self, path: str) -> None:
        """Show the folders view, with the entry that a folder is in; "" for all."""
        self.show_view(View.FOLDERS)
        if path and self.folders is not None:
            self.folders.choose_folder(path)

    def _compare(self, files: Sequence[int]) -> None:
        """Show a file of two folders, beside its counterpart if there is one."""
        session = self._workspace.session
        if self.view is not View.FOLDERS or session is None or View.FOLDERS not in self._of_now:
            return
        self.compare_wanted.emit(session, *[*files, -1, -1][:2])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that a person works with the clusters: then no other view comes up by itself."""
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.KeyPress):
            self._fresh = False
        return super().eventFilter(watched, event)

    def _show_key_space(self, space: KeySpace) -> None:
        assert self.key_space is not None
        self.key_space.show_space(space)

    def _show_map(self, space: SpaceMap) -> None:
        assert self.map is not None
        self._tree = space.tree
        self.map.show_map(space)

    @property
    def settled(self) -> bool:
        """Return whether what is seen is what there is."""
        return (
            not self._jobs
            and not self._settle.isActive()
            and not self._tell.isActive()
            and not self._rest.isActive()
            and self.view not in self._stale
            and (self.folders is None or self.folders.settled)
            and (self.analysis is None or self.analysis.settled)
        )

    # one selection; ignore a picture of an earlier scan, which stays until the new one is made: its numbers are stale
    def _choose_dots(self, files: Sequence[int]) -> None:
        if View.ANALYSIS in self._of_now:
            self._choose(View.ANALYSIS, files)

    def _choose_versions(self, session: Session | None, files: Sequence[int]) -> None:
        if session is not None and session is self._workspace.session:
            self._choose(View.ANALYSIS, files)

    def _choose(self, view: View, files: Sequence[int]) -> None:
        """Select in the tree what was selected in a picture."""
        self._speaker = view
        if len(files) > MOST_CHOSEN:
            words = counted(len(files), self.tr("%n chosen file"), self.tr("%n chosen files"))
            self._set_filter(words, files)
        else:
            listed = self._clusters.model.rows.shown_files(files)
            if self._clusters.only and not (self._clusters.settled and listed >= set(files)):
                self.clear_filter()
            self._clusters.choose_files(files)
        self._tell.start()

    def _pass_selection(self) -> None:
        """Pass the tree's selection to the visible picture, unless it came from there."""
        if self._clusters.choosing:
            return
        speaker, self._speaker = self._speaker, None
        view = self.view
        if view is View.ANALYSIS and speaker is not view:
            self._show_versions()
        if view is View.CLUSTERS or view is speaker:
            return
        files = self._clusters.tree.selected_files()
        if view is View.ANALYSIS and self.key_space is not None:
            if self.key_space.selection != sorted(files):
                self.key_space.set_selection(files)
        elif view is View.MAP and self.map is not None:
            self.map.set_selection(files)

    def _show_versions(self) -> None:
        """Let the timeline show the cluster of the chosen file."""
        if self.analysis is None:
            return
        cluster, _ = self._clusters.current_cluster()
        files = self._clusters.tree.selected_files()
        file = files[0] if files else -1
        self.analysis.timeline.ask(self._workspace.session, -1 if cluster is None else cluster, file)

    # one filter
    def _filter(self, choice: Choice | None) -> None:
        """Narrow the tree to what is chosen in the map."""
        if choice is None or self.map is None:
            self._set_filter("", ())
        elif View.MAP in self._of_now:
            self._set_filter(self._words(choice), self.map.selected_files())

    def _want_marks(self, files: Sequence[int], where: str) -> None:
        if View.MAP in self._of_now:
            self.mark_wanted.emit(files, where)

    def _words(self, choice: Choice) -> str:
        if choice.type is not None:
            return shown("." + choice.type) if choice.type else self.tr("no extension")
        name = folder_text(choice.folder or "") or self.tr("All folders")
        return self.tr("directly in %1").replace("%1", name) if choice.directly else name

    def clear_filter(self) -> None:
        """Show everything again."""
        self._set_filter("", ())
        if self.map is not None:
            self.map.clear_choice()

    def _set_filter(self, words: str, files: Sequence[int]) -> None:
        self._clusters.show_only(words, files)
        self.filter_changed.emit(words)


_PICTURES = {View.FOLDERS, View.ANALYSIS, View.MAP}
"""Views that are made in a job when they are seen."""


def _folder_pairs(session: Session, least: float | None) -> Callable[[Control], FolderPairRows]:
    def run(control: Control) -> FolderPairRows:
        from simfinder.app.folders.found_folders import LEAST
        from simfinder.gui.overview.folders.folder_pairs import finding_folders

        return finding_folders(draft, LEAST if least is None else least)(control)

    draft = session.draft()
    return run


def _explained(pairs: FolderPairRows) -> Explained | None:
    from simfinder.gui.overview.folders.folder_list import short_names

    if pairs.explained is None or not pairs.strong:
        return None
    names = tuple(map(short_names, pairs.strong))
    return Explained(pairs.found.files, pairs.explained, names, tuple(entry.kept for entry in pairs.strong))


def _alike(pairs: FolderPairRows) -> Mapping[str, str]:
    from simfinder.gui.overview.folders.folder_list import alike_texts

    return alike_texts(pairs.entries)


def _key_space(session: Session) -> Callable[[Control], KeySpace]:
    def run(_: Control) -> KeySpace:
        from simfinder.app.views import key_space

        return key_space.of_session(session)

    return run


def _space_map(session: Session, tree: FolderTree | None) -> Callable[[Control], SpaceMap]:
    """Return the map of this moment: what the session is when the job comes to run may be something else."""
    table, alive = session.clusters, session.clustering.alive

    def run(_: Control) -> SpaceMap:
        from simfinder.app.views import space_map

        known = tree or space_map.folder_tree(table.files.records, session.options.roots)
        return space_map.space_map(known, table, alive)

    return run

"""The main window: puts the panels together. It decides nothing itself."""

from __future__ import annotations

import os

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QSplitter, QVBoxLayout, QWidget

from simfinder.app.settings.settings import Settings
from simfinder.gui.cluster_tree.cluster_panel import ClusterPanel
from simfinder.gui.controllers.details_loader import DetailsLoader
from simfinder.gui.controllers.export_results import Exporter
from simfinder.gui.controllers.folder_follower import Following
from simfinder.gui.controllers.notifier import Notifier
from simfinder.gui.controllers.removal_jobs import Task, Work
from simfinder.gui.controllers.saved_results import SessionFiles
from simfinder.gui.controllers.short_jobs import SmallJobs
from simfinder.gui.controllers.similar_search import Finder
from simfinder.gui.controllers.user_actions import Commands
from simfinder.gui.controllers.verify_scheduler import Checks
from simfinder.gui.details.details_panel import DetailsPanel
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.overview.overview import Overview
from simfinder.gui.sidebar.folders_panel import FoldersPanel
from simfinder.gui.sidebar.tolerance_panel import TolerancePanel
from simfinder.gui.state.window_state import Notice, WindowState
from simfinder.gui.widgets.drop_target import DropTarget
from simfinder.gui.widgets.press_button import press_button
from simfinder.gui.widgets.thumbnails import Thumbnails
from simfinder.gui.window import action_state, connections
from simfinder.gui.window.banner import Banner
from simfinder.gui.window.dialog_opener import DialogOpener
from simfinder.gui.window.menu_bar import Menus
from simfinder.gui.window.parts import WindowParts
from simfinder.gui.window.status_line import ProgressLine
from simfinder.gui.window.top_bar import TopBar
from simfinder.gui.wording.announcement import read_in_order
from simfinder.gui.wording.formatting import counted, folder_text

_NAMED = 2  # folders in the title
_START_SIZE = (1480, 830)


class MainWindow(QMainWindow):
    """Assembly of one window.

    Args:
        settings: as saved by the last run.
    """

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.setMinimumSize(820, 480)
        self.bridge = JobBridge(self)
        self.workspace = WindowState(settings, self)
        self.workspace.edits.bridge = self.bridge
        self.work = Work(self.workspace, self.bridge, self)
        self.small_jobs = SmallJobs(self.workspace, self.bridge, self)
        self.commands = Commands(self)
        self.addActions([a for a in self.commands.children() if isinstance(a, QAction)])
        self.menus = Menus(self.menuBar(), self.commands)
        self.top = TopBar(self.commands)
        self.banner = Banner()
        self.folders = FoldersPanel(self.workspace)
        self.tolerances = TolerancePanel(self.workspace)
        self.clusters = ClusterPanel(self.workspace)
        self.overview = Overview(self.clusters, self.workspace, self.bridge)
        loader = DetailsLoader(self.bridge, self)
        self.details = DetailsPanel(self.clusters, loader)
        self.thumbnails = Thumbnails(self.bridge, loader.pictures, loader.media, self)
        self.thumbnails.changed.connect(lambda: self.clusters.tree.viewport().update())
        self.thumbnails.changed.connect(loader.rest_later)
        self.finder = Finder(self.bridge, self)
        self.files = SessionFiles(self.workspace, self.work, self.bridge, self)
        self.exporter = Exporter(self.workspace, self.work, self)
        self.following = Following(self.workspace, self.work, self.bridge, self._hands_full, self)
        self.checks = Checks(
            self.workspace, self.work, self.bridge, self._hands_full, self.clusters.clusters_in_view, self
        )
        self.notifier = Notifier(self.workspace, self.work, self)
        self.progress = ProgressLine(self.work, self.checks, self.workspace)
        self.parts = self._collect_parts()
        self.dialogs = DialogOpener(self.parts)
        self._closing = False
        self._lay_out()
        self.drop_target = DropTarget(self)
        self.drop_target.folders_dropped.connect(self.workspace.add_folders)
        self.drop_target.file_dropped.connect(self.find_like)
        connections.connect_commands(self.parts, self.dialogs)
        connections.connect_state(self.parts, self.dialogs)
        self._connect()
        self._restore_geometry()
        self.update_commands()
        self._listing = False  # clusters were listed when the rows last changed
        self._lent = False  # the tree gets the keys back that it lost when it was disabled
        self.clusters.empty.button.setFocus()  # no ring around "Add folder" before anything happened

    # assembly
    def _collect_parts(self) -> WindowParts:
        return WindowParts(
            window=self,
            workspace=self.workspace,
            commands=self.commands,
            bridge=self.bridge,
            work=self.work,
            small_jobs=self.small_jobs,
            finder=self.finder,
            files=self.files,
            exporter=self.exporter,
            following=self.following,
            checks=self.checks,
            menus=self.menus,
            top=self.top,
            banner=self.banner,
            folders=self.folders,
            tolerances=self.tolerances,
            clusters=self.clusters,
            overview=self.overview,
            details=self.details,
            thumbnails=self.thumbnails,
            progress=self.progress,
        )

    def _connect(self) -> None:
        """Connect what the window itself does; ``connections`` connects its parts with one another."""
        workspace, work = self.workspace, self.work
        for changed in (
            workspace.folders_changed,
            workspace.session_changed,
            workspace.clusters_changed,
            workspace.marks_changed,
            work.journal_changed,
            work.problems_changed,
            self.checks.changed,
            self.overview.view_changed,
        ):
            changed.connect(self.update_commands)
        workspace.session_changed.connect(self.focus_tree)
        self.progress.keys_left.connect(self._focus_results)
        self.clusters.counted.connect(self._follow_rows)
        for changed in (
            workspace.session_changed,
            self.clusters.counted,
            self.overview.view_changed,
            self.overview.alike_changed,
        ):
            changed.connect(self._show_details)
        work.task_changed.connect(self.task_changed)
        self.bridge.idle.connect(self.close_when_idle)

    def _lay_out(self) -> None:
        self.side = side = QWidget()
        side.setObjectName("side")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setMinimumWidth(max(232, 32 * self.fontMetrics().averageCharWidth()))
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 8, 11, 10)
        column.setSpacing(14)
        column.addWidget(self.folders)
        column.addWidget(self.tolerances, 1)
        self.overview.setMinimumWidth(320)
        self.details.setMinimumWidth(240)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        for widget, stretch in ((side, 0), (self.overview, 1), (self.details, 0)):
            self.splitter.addWidget(widget)
            self.splitter.setStretchFactor(self.splitter.indexOf(widget), stretch)
        read_in_order(self.splitter)
        side.setAccessibleName(self.tr("Folders and tolerances"))
        self.overview.setAccessibleName(self.tr("Results"))
        self.details.setAccessibleName(self.tr("Details"))
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.top)
        rows.addWidget(self.splitter, 1)
        rows.addWidget(self.progress)
        self.banner.float_over(whole, self.progress)
        self.setCentralWidget(whole)
        self.details.hide()

    def update_commands(self) -> None:
        """Let the commands be those that make sense now."""
        action_state.update(self.parts)
        folders = self.workspace.folders
        names = folder_text(", ".join(os.path.basename(folder) or folder for folder in folders[:_NAMED]))
        if (more := len(folders) - _NAMED) > 0:
            names = counted(more, self.tr("%1 and %n more"), self.tr("%1 and %n more")).replace("%1", names)
        self.setWindowTitle("SimFinder" + (f" – {names}" if names else ""))

    def task_changed(self) -> None:
        """Enable the commands that go with the running job."""
        scanning = self.work.task is Task.SCAN
        self.clusters.set_scanning(scanning)
        if scanning and self._works_in(self.progress, self.clusters.empty.button):
            self.clusters.empty.setFocus()  # the button that was pressed went: once more must not pause
        elif not self.work.busy and self.workspace.session is None and not self._works_in(self.side):
            self.clusters.empty.take_keys()  # a scan was cancelled, and Qt gave them to any button
        acting = self.work.task in (Task.PLAN, Task.ACT, Task.UNDO, Task.OPEN, Task.EXPORT)
        tree = self.clusters.tree
        self._lent |= acting and self.focusWidget() is tree
        self.tolerances.setEnabled(not acting)
        tree.setEnabled(not acting)
        if self._lent and not acting:
            self._lent = False
            self._focus_results()
            QTimer.singleShot(0, tree, tree.show_current)  # when the rows are those without what has gone
        self.update_commands()

    # dialogs
    @property
    def dialog(self) -> QDialog | None:
        """The dialog that is open, None for none."""
        return self.dialogs.dialog

    def find_like(self, path: str) -> None:
        """Show the files of the last scan that are like a file."""
        self.dialogs.find_like(path)

    # small things
    def _hands_full(self) -> bool:
        """Return whether a dialog, a menu, the mouse or the filter is in use, so that rows must not move."""
        return (
            self.dialog is not None
            or QApplication.activePopupWidget() is not None
            or _mouse_held()
            or self.clusters.filtering
        )

    def focus_tree(self) -> None:
        """Give the keys to the clusters of a new scan, unless a person works with something beside them."""
        listed_before = self._listing and self.clusters.listing
        if not self._works_in(self.side, self.top.filter, *([self.details] if listed_before else [])):
            self._focus_results()

    def _works_in(self, *parts: QWidget) -> bool:
        """Return whether the keys are in some part of the window."""
        focused = self.focusWidget()
        return focused is not None and any(one is focused or one.isAncestorOf(focused) for one in parts)

    def _focus_results(self) -> None:
        """Give the keys to the clusters; where there are none to the tabs above, on which Enter does no harm.

        Qt gives the keys of what is hidden or disabled to whatever comes next, which no person has asked for.
        """
        clusters = self.clusters
        if clusters.isVisible() and clusters.listing:
            clusters.tree.setFocus()
        elif clusters.isVisible() and not clusters.empty.button.hasFocus():
            self.overview.tabs.setFocus()

    def _follow_rows(self) -> None:
        """Let the keys follow when the first cluster comes, or the last one goes."""
        if self.clusters.listing != self._listing:
            self._listing = self.clusters.listing
            if not self._works_in(self.side, self.top.filter):
                self._focus_results()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the message on Escape, press a button on Enter, if nothing else used the key."""
        if event.key() == Qt.Key.Key_Escape and self.banner.isVisible():
            self.banner.dismiss()
        elif not press_button(self, event):
            super().keyPressEvent(event)

    # size and end
    def _restore_geometry(self) -> None:
        self.resize(*_START_SIZE)
        settings = self.workspace.settings
        if settings.geometry:
            self.restoreGeometry(QByteArray.fromHex(settings.geometry.encode()))
        self._divided = "splitter" in settings.state
        if self._divided:
            self.splitter.restoreState(QByteArray.fromHex(settings.state["splitter"].encode()))
        self.splitter.splitterMoved.connect(self._note_divided)

    def _note_divided(self) -> None:
        self._divided = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give the sides their share of any width, until a person moves a border."""
        if not self._divided:
            width = self.width()
            letters = self.fontMetrics().averageCharWidth() / 7  # larger letters need wider sides
            side = min(round(360 * max(1, letters)), round(width * 0.25))
            details = min(round(372 * max(1, letters)), round(width * 0.28))
            details = max(details, self.details.least_width())
            self.splitter.setSizes([side, width - side - details, details])

    def _show_details(self) -> None:
        """Show the pane of the chosen file where there are files to choose."""
        if self.details.isHidden() is self.overview.offers_files:
            self.details.setVisible(self.overview.offers_files)
            self._share_width()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs and close when it has stopped; the window stays alive meanwhile."""
        self.checks.cancel()
        if self.bridge.busy:
            event.ignore()
            if not self._closing:
                self._closing = True
                self.progress.setEnabled(False)
                self.banner.show_notice(Notice(self.tr("Stopping the running job, then closing.")))
                self.following.stop()
                self.bridge.cancel_all()
            return
        if self.following.state is not None or self.files.save_by_itself():
            event.ignore()
            self._closing = True  # and once more when that has ended
            self.following.stop()
            return
        self.note_places()
        self.workspace.save_settings()
        self.bridge.close()
        event.accept()

    @property
    def closing(self) -> bool:
        """Return whether the window closes as soon as nothing runs any more."""
        return self._closing

    def note_places(self) -> None:
        """Remember in the settings where the window and its borders are."""
        settings = self.workspace.settings
        settings.geometry = bytes(self.saveGeometry().toHex().data()).decode()
        if self._divided:
            settings.state["splitter"] = bytes(self.splitter.saveState().toHex().data()).decode()

    def retire(self) -> None:
        """Go, and save nothing: another window has taken over."""
        self.bridge.close()
        self.hide()
        self.deleteLater()

    def close_when_idle(self) -> None:
        """Go on closing once nothing runs any more."""
        if self._closing:
            self.close()


def _mouse_held() -> bool:
    """Return whether a button of the mouse is held, and so whatever was pressed: a slider, a row, a border.

    A program that takes the keys away (a screen lock, another window) may take the end of the press, too: Qt believes
    the button held until the mouse moves again.
    """
    active = QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
    return active and QApplication.mouseButtons() != Qt.MouseButton.NoButton

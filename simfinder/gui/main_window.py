"""The main window: puts panels together and connects commands. It decides nothing itself."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMainWindow, QSplitter, QVBoxLayout, QWidget

from simfinder.app.settings import Settings
from simfinder.gui.checks import Checks
from simfinder.gui.commands import Commands
from simfinder.gui.details import DetailsLoader
from simfinder.gui.dialogs.about import AboutDialog, KeysDialog
from simfinder.gui.dialogs.confirm import deleting_for_good
from simfinder.gui.dialogs.keeping import KeepDialog
from simfinder.gui.dialogs.lists import ApartDialog, HistoryDialog, ProblemsDialog
from simfinder.gui.dialogs.marking import MarkDialog
from simfinder.gui.dialogs.matches import MatchesDialog
from simfinder.gui.dialogs.preferences import PreferencesDialog
from simfinder.gui.dialogs.report import ReportDialog
from simfinder.gui.dialogs.review import ReviewDialog
from simfinder.gui.dialogs.scan_rules import ScanRulesDialog
from simfinder.gui.exporting import Exporter
from simfinder.gui.finding import Finder
from simfinder.gui.following import Following
from simfinder.gui.job_bridge import JobBridge
from simfinder.gui.opening import local_path
from simfinder.gui.overview import Overview, View
from simfinder.gui.panels.banner import Banner
from simfinder.gui.panels.cluster_panel import ClusterPanel
from simfinder.gui.panels.details_panel import DetailsPanel
from simfinder.gui.panels.folders_panel import FoldersPanel
from simfinder.gui.panels.progress_line import ProgressLine
from simfinder.gui.panels.tolerance_panel import TolerancePanel
from simfinder.gui.panels.top_bar import TopBar
from simfinder.gui.session_files import SUFFIX, SessionFiles
from simfinder.gui.texts import folder_text
from simfinder.gui.work import Task, Work
from simfinder.gui.workspace import Notice, Workspace
from simfinder.model.plan import ActKind, BatchReport, Plan

if TYPE_CHECKING:
    from simfinder.app.rules import SavedRules
    from simfinder.app.sessions import Saved
    from simfinder.store.ignored_rows import Ignored

_START_SIZE = (1480, 830)
_PASSING_MS = 9000


class MainWindow(QMainWindow):
    """Assembly of one window.

    Args:
        settings: what is remembered from the last time.
    """

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.setAcceptDrops(True)
        self.setMinimumSize(820, 480)
        self.bridge = JobBridge(self)
        self.workspace = Workspace(settings, self)
        self.work = Work(self.workspace, self.bridge, self)
        self.commands = Commands(self)
        self.addActions([a for a in self.commands.children() if isinstance(a, QAction)])
        self.top = TopBar(self.commands)
        self.banner = Banner()
        self.folders = FoldersPanel(self.workspace)
        self.tolerances = TolerancePanel(self.workspace)
        self.clusters = ClusterPanel(self.workspace)
        self.overview = Overview(self.clusters, self.workspace, self.bridge)
        self.details = DetailsPanel(self.clusters, DetailsLoader(self.bridge, self))
        self.finder = Finder(self.bridge, self)
        self.files = SessionFiles(self.workspace, self.work, self.bridge, self)
        self.exporter = Exporter(self.workspace, self.work, self)
        self.following = Following(self.workspace, self.work, self.bridge, self)
        self.checks = Checks(
            self.workspace, self.work, self.bridge, self._hands_full, self.clusters.clusters_in_view, self
        )
        self.progress = ProgressLine(self.work, self.checks, self.workspace)
        self.dialog: QDialog | None = None
        self._closing = False
        self._passing = QTimer(self)
        self._passing.setSingleShot(True)
        self._passing.setInterval(_PASSING_MS)
        self._passing.timeout.connect(self.banner.clear_passing)
        self._lay_out()
        self._connect_commands()
        self._connect_state()
        self._restore_geometry()
        self._update_commands()
        self.clusters.empty.button.setFocus()  # no ring around "Add folder" before anything happened

    # assembly
    def _lay_out(self) -> None:
        side = QWidget()
        side.setObjectName("side")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setMinimumWidth(max(232, 34 * self.fontMetrics().averageCharWidth()))
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
        whole = QWidget()
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for widget in (self.top, self.banner):
            rows.addWidget(widget)
        rows.addWidget(self.splitter, 1)
        rows.addWidget(self.progress)
        self.setCentralWidget(whole)

    def _connect_commands(self) -> None:
        commands, work = self.commands, self.work
        commands.add.triggered.connect(self.choose_folder)
        commands.scan.triggered.connect(work.scan)
        commands.mark_older.triggered.connect(lambda: self.workspace.mark_rule("older"))
        commands.mark_identical.triggered.connect(lambda: self.workspace.mark_rule("identical"))
        commands.mark_all.triggered.connect(lambda: self.workspace.mark_rule("all"))
        for wish, action in commands.mark_wishes.items():
            action.triggered.connect(partial(self.choose_marks, wish, ""))
        commands.keep_more.triggered.connect(self.choose_rules)
        commands.settings.triggered.connect(self._show_settings)
        self.take_default_act(ActKind(self.workspace.settings.act))
        commands.scan_rules.triggered.connect(self.choose_scan_rules)
        commands.clear.triggered.connect(self.workspace.clear_marks)
        for kind, action in commands.acts.items():
            action.triggered.connect(partial(self._want_act, kind))
        commands.undo.triggered.connect(lambda: work.undo(None))
        commands.find.triggered.connect(self._focus_filter)
        commands.like.triggered.connect(self._find_like_current)
        commands.like_file.triggered.connect(self.choose_file)
        commands.open_all.triggered.connect(self.clusters.tree.open_all)
        commands.close_all.triggered.connect(self.clusters.tree.close_all)
        commands.history.triggered.connect(self._show_history)
        commands.problems.triggered.connect(self._show_problems)
        commands.apart.triggered.connect(work.look_at_ignored)
        commands.reset.triggered.connect(self.workspace.reset_tolerances)
        commands.check.triggered.connect(self.checks.resume)
        commands.hidden.toggled.connect(self._take_hidden)
        commands.keys.triggered.connect(lambda: self._open(KeysDialog(commands.keys_list(), self)))
        commands.about.triggered.connect(lambda: self._open(AboutDialog(self)))
        commands.quit.triggered.connect(self.close)
        commands.hidden.setChecked(self.workspace.settings.hidden)
        commands.check_keep_rule(self.workspace.keep_rule)
        commands.open_results.triggered.connect(self.choose_results)
        commands.save_results.triggered.connect(self.choose_save)
        commands.exports.triggered.connect(lambda action: self.choose_export(action.data()))
        commands.autosave.setChecked(self.workspace.settings.autosave)
        commands.autosave.toggled.connect(self._take_autosave)
        commands.follow.toggled.connect(self._take_follow)
        commands.follow.setChecked(self.workspace.settings.watch)
        commands.next_change.triggered.connect(lambda: self.details.go(1))
        commands.previous_change.triggered.connect(lambda: self.details.go(-1))
        commands.views.triggered.connect(lambda action: self.overview.show_view(View(action.data())))
        self.overview.view_changed.connect(lambda view: commands.views.actions()[view].setChecked(True))
        self.overview.filter_changed.connect(self.top.chip.show_filter)
        self.top.chip.removed.connect(self.overview.clear_filter)
        self.clusters.empty.clear_choice_wanted.connect(self.overview.clear_filter)
        commands.keep_rules.triggered.connect(lambda action: self._keep_by(action.data()))

    def _connect_state(self) -> None:
        workspace, work = self.workspace, self.work
        workspace.noticed.connect(self._notice)
        workspace.folders_changed.connect(self._update_commands)
        workspace.session_changed.connect(self._update_commands)
        workspace.session_changed.connect(self._focus_tree)
        workspace.clusters_changed.connect(self._update_commands)
        workspace.marks_changed.connect(self._update_commands)
        work.task_changed.connect(self._task_changed)
        work.journal_changed.connect(self._update_commands)
        work.problems_changed.connect(self._update_commands)
        work.planned.connect(self._review)
        work.reported.connect(self._report)
        self.bridge.crashed.connect(lambda error: self._notice(Notice(f"{type(error).__name__}: {error}")))
        self.bridge.idle.connect(self._close_when_idle)
        self.folders.add_wanted.connect(self.choose_folder)
        self.folders.rules_wanted.connect(self.choose_scan_rules)
        self.clusters.like_wanted.connect(self.find_like)
        self.clusters.apart_wanted.connect(work.not_the_same)
        self.clusters.marks_wanted.connect(self.choose_marks)
        work.rules_told.connect(self._take_rules)
        self.tolerances.method_wanted.connect(work.set_method)
        work.ignored_told.connect(self._show_ignored)
        self.clusters.view_changed.connect(self.checks.look)
        self.checks.changed.connect(self._update_commands)
        self.progress.problems_wanted.connect(self._show_problems)
        self.top.filter.textChanged.connect(self.clusters.set_filter)
        self.top.filter.left.connect(self.clusters.tree.setFocus)
        self.files.recent_told.connect(self._show_recent)
        self.files.problems_wanted.connect(self._show_problems)
        self.following.changed.connect(self.banner.replace)
        empty = self.clusters.empty
        empty.add_wanted.connect(self.choose_folder)
        empty.scan_wanted.connect(work.scan)
        empty.clear_filter_wanted.connect(self.top.filter.clear)

    def _update_commands(self) -> None:
        commands, session = self.commands, self.workspace.session
        free = not self.work.busy
        some = session is not None and len(session.clusters) > 0
        marked = self.workspace.marked > 0
        commands.scan.setEnabled(free and bool(self.workspace.folders))
        for action in (
            commands.mark_older,
            commands.mark_identical,
            commands.mark_all,
            *commands.mark_wishes.values(),
        ):
            action.setEnabled(some and self.work.task is not Task.ACT)
        read_only = session is not None and session.read_only
        for action in (commands.mark_older, commands.mark_identical, commands.mark_all):
            action.setEnabled(action.isEnabled() and not read_only)
            self._explain(
                action, self.tr("These results are for reading only: the files are elsewhere."), read_only
            )
        for action in commands.mark_wishes.values():
            action.setEnabled(action.isEnabled() and not read_only)
        commands.open_results.setEnabled(free)
        commands.save_results.setEnabled(session is not None)
        for action in commands.exports.actions():
            action.setEnabled(free and session is not None)
        for action in (commands.next_change, commands.previous_change):
            action.setEnabled(some)
        commands.clear.setEnabled(marked)
        for action in commands.acts.values():
            action.setEnabled(
                free and not read_only and (marked or (some and action is commands.default_act))
            )
        commands.undo.setEnabled(free and self.work.can_undo)
        commands.like.setEnabled(some)
        commands.open_all.setEnabled(some)
        commands.check.setEnabled(some and free and not self.checks.running)
        commands.close_all.setEnabled(some)
        for action in commands.views.actions():
            action.setEnabled(session is not None)
        commands.history.setEnabled(bool(self.work.batches))
        commands.problems.setEnabled(bool(self.work.problems))
        names = ", ".join(os.path.basename(folder) or folder for folder in self.workspace.folders[:2])
        self.setWindowTitle("SimFinder" + (f" – {folder_text(names)}" if names else ""))

    def _task_changed(self) -> None:
        self.clusters.set_scanning(self.work.task is Task.SCAN)
        acting = self.work.task in (Task.PLAN, Task.ACT, Task.UNDO, Task.OPEN, Task.EXPORT)
        self.tolerances.setEnabled(not acting)
        self.clusters.tree.setEnabled(not acting)
        self._update_commands()

    # dialogs: one at a time, never with an event loop of their own
    def _open(self, dialog: QDialog) -> None:
        self.dialog = dialog
        dialog.destroyed.connect(lambda: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: QDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def choose_folder(self) -> None:
        """Let a person pick a folder; it is added, not scanned yet."""
        dialog = QFileDialog(self, self.tr("Add folder"), os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.workspace.add_folders([path]))
        self._open(dialog)

    # marks and what is kept
    def choose_marks(self, wish: str, folder: str) -> None:
        """Let a person mark many files at once, with a preview of what it comes to."""
        if self.workspace.session is None:
            return
        cluster, name = self.clusters.current_cluster()
        if not folder:
            path = self.clusters.model.path_of(self.clusters.tree.currentIndex())
            folder = os.path.dirname(path) if path else ""
        dialog = MarkDialog(cluster, name, folder, wish, self)
        dialog.wanted.connect(self.work.propose)
        self.work.proposed.connect(dialog.show_proposal)
        dialog.agreed.connect(self.workspace.mark_proposed)
        self._open(dialog)
        dialog.begin()

    def choose_rules(self) -> None:
        """Let a person combine keep rules."""
        dialog = KeepDialog(self.workspace.keep_rule, self.work.saved_rules, self)
        dialog.chosen.connect(self._keep_by)
        dialog.save_wanted.connect(self.work.save_rules)
        dialog.remove_wanted.connect(self.work.remove_rules)
        self.work.rules_told.connect(dialog.show_saved)
        self._open(dialog)

    def _keep_by(self, rules: str) -> None:
        self.workspace.set_keep_rule(rules)
        self.commands.check_keep_rule(rules)

    def _take_rules(self, saved: Sequence[SavedRules]) -> None:
        named = [(one.name, one.rules) for one in saved]
        self.top.show_saved_rules(self.commands.show_saved_rules(named, self.workspace.keep_rule))

    def _show_settings(self) -> None:
        dialog = PreferencesDialog(self.commands, ActKind(self.workspace.settings.act), self)
        dialog.act_chosen.connect(self.take_default_act)
        dialog.hints_wanted.connect(lambda: self._set_hinted(False))
        self._open(dialog)

    def _set_hinted(self, hinted: bool) -> None:
        self.workspace.settings.hinted = hinted
        self.workspace.folders_changed.emit()
        self._notice(
            Notice(self.tr("The hints stand in the middle of the window while no folder is listed."))
        )

    def take_default_act(self, kind: ActKind) -> None:
        """Let the removal button and the Delete key do this."""
        self.workspace.settings.act = str(kind)
        self.commands.set_default_act(kind)
        self.top.show_default_act(self.commands.default_act)
        self._update_commands()

    def choose_scan_rules(self) -> None:
        """Let a person say what of the folders is scanned."""
        dialog = ScanRulesDialog(self.workspace.settings, self)
        dialog.changed.connect(self.workspace.folders_changed)
        dialog.changed.connect(lambda: self.commands.hidden.setChecked(self.workspace.settings.hidden))
        self._open(dialog)

    def _want_act(self, kind: ActKind) -> None:
        if kind.needs_target and self.workspace.marked:
            self.choose_target(kind)
        else:
            self.work.review(kind)  # says so where nothing is marked

    def choose_target(self, kind: ActKind) -> None:
        """Let a person pick where the marked files go; the review follows."""
        start = self.workspace.settings.target or os.path.expanduser("~")
        title = self.tr("Move marked files to") if kind is ActKind.MOVE else self.tr("Copy marked files to")
        dialog = QFileDialog(self, title, start)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda target: self.review_target(kind, target))
        self._open(dialog)

    def review_target(self, kind: ActKind, target: str) -> None:
        """Plan a move or a copy of the marked files to a folder."""
        self.workspace.settings.target = target
        self.work.review(kind, target)

    def _review(self, plan: Plan) -> None:
        dialog = ReviewDialog(plan, self)
        dialog.left_out.connect(self.work.leave_out)
        self.work.replanned.connect(dialog.show_plan)
        dialog.accepted.connect(lambda: self._agreed(dialog.plan))
        self._open(dialog)

    def _agreed(self, plan: Plan) -> None:
        """A reviewed plan is carried out; what can't come back is asked about once more."""
        if plan.kind is not ActKind.DELETE:
            self.work.carry_out(plan)
            return
        dialog = deleting_for_good(plan, self)
        dialog.accepted.connect(lambda: self.work.carry_out(plan))
        self._open(dialog)

    def _report(self, report: BatchReport) -> None:
        dialog = ReportDialog(report, self)
        dialog.undo_wanted.connect(self.work.undo)
        dialog.rescan_wanted.connect(self.work.scan)
        self._open(dialog)

    def _show_history(self) -> None:
        dialog = HistoryDialog(self.work.batches, self)
        dialog.undo_wanted.connect(self.work.undo)
        dialog.details_wanted.connect(self._report)
        self._open(dialog)

    def _show_problems(self) -> None:
        self._open(ProblemsDialog(self.work.problems, self))

    def _show_ignored(self, known: Sequence[Ignored]) -> None:
        dialog = ApartDialog(known, self)
        dialog.remove_wanted.connect(self.work.same_again)
        self._open(dialog)

    # files like one file
    def find_like(self, path: str) -> None:
        """Show what is like a file among the files of the last scan."""
        session = self.workspace.session
        if session is None:
            self._notice(
                Notice(self.tr("Add a folder and scan it first: a file is compared with what was scanned."))
            )
            return
        dialog = MatchesDialog(path, self)
        self.finder.progressed.connect(dialog.show_progress)
        self.finder.answered.connect(dialog.show_answer)
        self.finder.failed.connect(dialog.show_failure)
        dialog.finished.connect(self.finder.stop)
        self.finder.ask(session, path)
        self._open(dialog)

    def _find_like_current(self) -> None:
        path = self.clusters.model.path_of(self.clusters.tree.currentIndex())
        if path:
            self.find_like(path)
        else:
            self.choose_file()

    def choose_file(self) -> None:
        """Let a person pick a file to find others like."""
        dialog = QFileDialog(self, self.tr("Find files like"), os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.find_like)
        self._open(dialog)

    # results as files
    def _show_recent(self, recent: Sequence[Saved]) -> None:
        entries = [
            (self.files.words(saved), self.files.figures(saved), partial(self.files.open, saved.path))
            for saved in recent
        ]
        self.top.show_recent(entries)
        empty = self.clusters.empty
        if entries:
            text, tip, call = entries[0]
            empty.offer_results(self.tr("Continue with the results of %1").replace("%1", text), tip)
            empty.resume_wanted.connect(call)

    def choose_results(self) -> None:
        """Let a person pick saved results to be shown."""
        dialog = QFileDialog(self, self.tr("Open results"), self._results_folder())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [self.tr("Results of SimFinder (*%1)").replace("%1", SUFFIX), self.tr("All files (*)")]
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.files.open)
        self._open(dialog)

    def _results_folder(self) -> str:
        return self.workspace.settings.state.get("results folder") or os.path.expanduser("~")

    def choose_save(self) -> None:
        """Let a person pick where the results are saved."""
        dialog = QFileDialog(self, self.tr("Save results"), self._results_folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.setNameFilter(self.tr("Results of SimFinder (*%1)").replace("%1", SUFFIX))
        dialog.selectFile(os.path.basename(self.exporter.proposal(SUFFIX[1:])))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._save)
        self._open(dialog)

    def _save(self, path: str) -> None:
        self.workspace.settings.state["results folder"] = os.path.dirname(path)
        self.files.save(path)

    def choose_export(self, form: str) -> None:
        """Let a person pick the file that the results are written to."""
        dialog = QFileDialog(self, self.tr("Export"), self._results_folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(form)
        dialog.setNameFilter(f"{form.upper()} (*.{form})")
        dialog.selectFile(self.exporter.proposal(form))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.exporter.write(path, form))
        self._open(dialog)

    def _take_autosave(self, wanted: bool) -> None:
        self.workspace.settings.autosave = wanted
        self.files.save_by_itself()

    def _take_follow(self, wanted: bool) -> None:
        self.workspace.settings.watch = wanted
        self.following.set_wanted(wanted)

    def _explain(self, action: QAction, why: str, unable: bool) -> None:
        """Say in a tip why something can't be done now, and take it back when it can."""
        usual = action.property("usual tip")
        if usual is None:
            usual = action.toolTip()
            action.setProperty("usual tip", usual)
        action.setToolTip(why if unable else usual)

    # small things
    def _hands_full(self) -> bool:
        """Whether a person has something in hand that must not change under it."""
        return (
            self.dialog is not None
            or QApplication.activePopupWidget() is not None
            or QApplication.mouseButtons() != Qt.MouseButton.NoButton
            or self.tolerances.moving
            or self.clusters.filtering
        )

    def _notice(self, notice: Notice) -> None:
        self.banner.take(notice)
        if not notice.action:
            self._passing.start()

    def _focus_filter(self) -> None:
        self.top.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top.filter.selectAll()

    def _focus_tree(self) -> None:
        """Keys go to the new clusters, unless a person is at something else that is still there."""
        if self.focusWidget() in (
            None,
            self.clusters.empty.button,
            self.top.add,
            self.top.scan,
            self.progress.cancel,
        ):
            self.clusters.tree.setFocus()

    def _take_hidden(self, hidden: bool) -> None:
        self.workspace.settings.hidden = hidden
        self.workspace.folders_changed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Folders are added; a single file is the question what is like it."""
        paths = [local_path(url) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if len(paths) == 1 and os.path.isfile(paths[0]):
            self.find_like(paths[0])
        else:
            self.workspace.add_folders(paths)

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
        if not self._divided:  # until a person moves a border, the sides take their share of any width
            width = self.width()
            letters = self.fontMetrics().averageCharWidth() / 7  # larger letters need wider sides
            side = min(round(360 * max(1, letters)), round(width * 0.25))
            details = min(372, round(width * 0.28))
            self.splitter.setSizes([side, width - side - details, details])

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what runs and close when it has stopped; the window stays alive meanwhile."""
        self.checks.cancel()
        if self.bridge.busy:
            event.ignore()
            if not self._closing:
                self._closing = True
                self.progress.setEnabled(False)
                self._notice(Notice(self.tr("Stopping what is under way, then closing.")))
                self.following.stop()
                self.bridge.cancel_all()
            return
        if self.following.state is not None or self.files.save_by_itself():
            event.ignore()
            self._closing = True  # and once more when that has ended
            self.following.stop()
            return
        settings = self.workspace.settings
        settings.geometry = bytes(self.saveGeometry().toHex().data()).decode()
        if self._divided:
            settings.state["splitter"] = bytes(self.splitter.saveState().toHex().data()).decode()
        self.workspace.save_settings()
        self.bridge.close()
        event.accept()

    def _close_when_idle(self) -> None:
        if self._closing:
            self.close()

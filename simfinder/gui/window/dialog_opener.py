"""What the window asks a person and tells at length: its dialogs, one at a time, none with an event loop of its own.

Owns which dialog is open and what its answer sets off; what the answer does is the workspace's and ``Work``'s.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QFileDialog

from simfinder.gui.controllers.saved_results import SUFFIX
from simfinder.gui.dialogs.confirm import deleting_for_good
from simfinder.gui.dialogs.history_and_problems import ApartDialog, HistoryDialog, ProblemsDialog
from simfinder.gui.dialogs.keep_rules_dialog import KeepDialog
from simfinder.gui.dialogs.mark_files_dialog import WISHES, MarkDialog
from simfinder.gui.dialogs.plan_review import ReviewDialog
from simfinder.gui.dialogs.preferences import PreferencesDialog
from simfinder.gui.dialogs.removal_report import ReportDialog
from simfinder.gui.dialogs.scan_rules_dialog import ScanRulesDialog
from simfinder.gui.dialogs.similar_files import MatchesDialog
from simfinder.gui.dialogs.skipped_files import PassedOverDialog
from simfinder.gui.state.mark_scope import files_tip, where_text
from simfinder.gui.state.window_state import Notice
from simfinder.gui.wording.formatting import counted
from simfinder.model.removal_plan import ActKind, BatchReport, Plan

if TYPE_CHECKING:
    from simfinder.gui.window.main_window import MainWindow
    from simfinder.store.library.ignored_pairs import Ignored


class Questions(QObject):
    """Opens the dialogs of a window.

    Args:
        window: whose dialogs they are; its parts are there when the first one is opened.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._open: list[QDialog] = []

    @property
    def dialog(self) -> QDialog | None:
        """The one that was opened last: what a job brings may come while another one is open."""
        return self._open[-1] if self._open else None

    def open(self, dialog: QDialog) -> None:
        """Show a dialog; the one that is open is known by it."""
        self._open.append(dialog)
        dialog.destroyed.connect(lambda: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: QDialog) -> None:
        self._open.remove(dialog)

    def choose_folder(self) -> None:
        """Let a person pick a folder; it is added, not scanned yet."""
        window = self._window
        dialog = QFileDialog(window, self.tr("Add folder"), os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: window.workspace.add_folders([path]))
        self.open(dialog)

    # marks and what is kept
    def choose_marks(self, wish: str, folder: str, *, inside: bool = False) -> None:
        """Let a person mark many files at once, with a preview of what it comes to.

        Args:
            wish: chosen first.
            folder: proposed.
            inside: the box for project folders is checked.
        """
        window = self._window
        if window.workspace.session is None:
            return
        cluster, name = window.clusters.current_cluster()
        if not folder:
            path = window.clusters.model.path_of(window.clusters.tree.currentIndex())
            folder = os.path.dirname(path) if path else ""
        scope = window.clusters.mark_scope()
        where = where_text(scope)
        files = window.clusters.files_meant() if where else None
        projects = window.workspace.session.project_count
        dialog = MarkDialog(cluster, name, folder, wish, projects=projects, where=where, parent=window)
        dialog.only_shown.setToolTip(files_tip(scope))
        dialog.inside.setChecked(inside)
        if inside:  # the banner speaks of all projects
            dialog.only_shown.setChecked(False)

        def propose(wish: str, folder: str, clusters: Sequence[int] | None, inside_projects: bool) -> None:
            only = files if dialog.only_shown.isChecked() else None
            window.small_jobs.propose(wish, folder, clusters, only, inside_projects=inside_projects)

        dialog.wanted.connect(propose)
        window.small_jobs.proposed.connect(dialog.show_proposal)
        dialog.agreed.connect(window.workspace.mark_proposed)
        self.open(dialog)
        dialog.begin()

    def tell_projects(self, count: int) -> None:
        """Say that no rule marks in the project folders that a scan has found."""
        text = counted(
            count,
            self.tr("%n project folder: nothing in it is marked by itself."),
            self.tr("%n project folders: nothing in them is marked by itself."),
        )
        self._window.notice(
            Notice(
                text,
                self.tr("Mark inside projects too…"),
                lambda: self.choose_marks(WISHES[0], "", inside=True),
            )
        )

    def choose_rules(self) -> None:
        """Let a person combine keep rules."""
        window = self._window
        dialog = KeepDialog(window.workspace.keep_rule, window.small_jobs.saved_rules, window)
        dialog.chosen.connect(window.keep_by)
        dialog.save_wanted.connect(window.small_jobs.save_rules)
        dialog.remove_wanted.connect(window.small_jobs.remove_rules)
        window.small_jobs.rules_told.connect(dialog.show_saved)
        self.open(dialog)

    def show_settings(self) -> None:
        """The settings."""
        window = self._window
        settings = window.workspace.settings
        dialog = PreferencesDialog(window.commands, ActKind(settings.act), settings.language, window)
        dialog.act_chosen.connect(window.take_default_act)
        dialog.hints_wanted.connect(lambda: self._set_hinted(False))
        dialog.language_chosen.connect(self._set_language)
        self.open(dialog)

    def _set_language(self, language: str) -> None:
        self._window.workspace.settings.language = language
        self._window.workspace.save_settings()

    def _set_hinted(self, hinted: bool) -> None:
        window = self._window
        window.workspace.settings.hinted = hinted
        window.workspace.folders_changed.emit()
        window.notice(
            Notice(self.tr("The hints stand in the middle of the window while no folder is listed."))
        )

    def show_passed_over(self) -> None:
        """What the last scan passed over, and why."""
        window = self._window
        if (session := window.workspace.session) is not None:
            dialog = PassedOverDialog(session.result.passed_over, session.result.examples, window)
            dialog.rules_wanted.connect(self.choose_scan_rules)
            self.open(dialog)

    def choose_scan_rules(self, folder: str = "") -> None:
        """Let a person say what of the folders, or of one of them, is scanned."""
        window = self._window
        dialog = ScanRulesDialog(window.workspace.settings, folder, window)
        dialog.changed.connect(window.workspace.folders_changed)
        dialog.changed.connect(lambda: window.commands.hidden.setChecked(window.workspace.settings.hidden))
        self.open(dialog)

    # what is done with marks
    def want_act(self, kind: ActKind) -> None:
        """Ask for what an act needs; the review follows."""
        window = self._window
        if kind.needs_target and window.workspace.marked:
            self.choose_target(kind)
        else:
            window.work.review(kind)  # says so where nothing is marked

    def choose_target(self, kind: ActKind) -> None:
        """Let a person pick where the marked files go; the review follows."""
        window = self._window
        start = window.workspace.settings.target or os.path.expanduser("~")
        title = self.tr("Move marked files to") if kind is ActKind.MOVE else self.tr("Copy marked files to")
        dialog = QFileDialog(window, title, start)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda target: self.review_target(kind, target))
        self.open(dialog)

    def review_target(self, kind: ActKind, target: str) -> None:
        """Plan a move or a copy of the marked files to a folder."""
        window = self._window
        window.workspace.settings.target = target
        window.work.review(kind, target)

    def review(self, plan: Plan) -> None:
        """Show a plan before anything is done."""
        window = self._window
        dialog = ReviewDialog(plan, window)
        dialog.left_out.connect(window.work.leave_out)
        window.work.replanned.connect(dialog.show_plan)
        dialog.accepted.connect(lambda: self._agreed(dialog.plan))
        self.open(dialog)

    def _agreed(self, plan: Plan) -> None:
        """A reviewed plan is carried out; what can't come back is asked about once more."""
        window = self._window
        if plan.kind is not ActKind.DELETE:
            window.work.carry_out(plan)
            return
        dialog = deleting_for_good(plan, window)
        dialog.accepted.connect(lambda: window.work.carry_out(plan))
        self.open(dialog)

    def report(self, report: BatchReport) -> None:
        """Tell what was done."""
        window = self._window
        dialog = ReportDialog(report, window)
        dialog.undo_wanted.connect(window.work.undo)
        dialog.undo_elsewhere_wanted.connect(window.work.undo_elsewhere)
        dialog.giving_up_wanted.connect(window.work.give_up)
        dialog.rescan_wanted.connect(window.work.scan)
        self.open(dialog)

    # lists
    def show_history(self) -> None:
        """What was done before."""
        window = self._window
        dialog = HistoryDialog(window.work.batches, window)
        dialog.undo_wanted.connect(window.work.undo)
        dialog.details_wanted.connect(self.report)
        self.open(dialog)

    def show_problems(self) -> None:
        """What could not be read."""
        self.open(ProblemsDialog(self._window.work.problems, self._window))

    def show_ignored(self, known: Sequence[Ignored]) -> None:
        """What was said not to be the same."""
        window = self._window
        dialog = ApartDialog(known, window)
        dialog.remove_wanted.connect(window.small_jobs.same_again)
        self.open(dialog)

    # files like one file
    def find_like(self, path: str) -> None:
        """Show what is like a file among the files of the last scan."""
        window = self._window
        session = window.workspace.session
        if session is None:
            window.notice(
                Notice(self.tr("Add a folder and scan it first: a file is compared with what was scanned."))
            )
            return
        dialog = MatchesDialog(path, window)
        window.finder.progressed.connect(dialog.show_progress)
        window.finder.answered.connect(dialog.show_answer)
        window.finder.failed.connect(dialog.show_failure)
        dialog.finished.connect(window.finder.stop)
        window.finder.ask(session, path)
        self.open(dialog)

    def find_like_current(self) -> None:
        """What is like the file of the current row; of no row a file is picked."""
        window = self._window
        path = window.clusters.model.path_of(window.clusters.tree.currentIndex())
        if path:
            self.find_like(path)
        else:
            self.choose_file()

    def choose_file(self) -> None:
        """Let a person pick a file to find others like."""
        window = self._window
        dialog = QFileDialog(window, self.tr("Find files like"), os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.find_like)
        self.open(dialog)

    # results as files
    def choose_results(self) -> None:
        """Let a person pick saved results to be shown."""
        window = self._window
        dialog = QFileDialog(window, self.tr("Open results"), self._results_folder())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [self.tr("Results of SimFinder (*%1)").replace("%1", SUFFIX), self.tr("All files (*)")]
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(window.files.open)
        self.open(dialog)

    def _results_folder(self) -> str:
        return self._window.workspace.settings.state.get("results folder") or os.path.expanduser("~")

    def choose_save(self) -> None:
        """Let a person pick where the results are saved."""
        window = self._window
        dialog = QFileDialog(window, self.tr("Save results"), self._results_folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.setNameFilter(self.tr("Results of SimFinder (*%1)").replace("%1", SUFFIX))
        dialog.selectFile(os.path.basename(window.exporter.proposal(SUFFIX[1:])))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._save)
        self.open(dialog)

    def _save(self, path: str) -> None:
        window = self._window
        window.workspace.settings.state["results folder"] = os.path.dirname(path)
        window.files.save(path)

    def choose_export(self, form: str) -> None:
        """Let a person pick the file that the results are written to."""
        window = self._window
        dialog = QFileDialog(window, self.tr("Export"), self._results_folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(form)
        dialog.setNameFilter(f"{form.upper()} (*.{form})")
        dialog.selectFile(window.exporter.proposal(form))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: window.exporter.write(path, form))
        self.open(dialog)

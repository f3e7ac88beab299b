"""Open the dialogs of the window, one at a time, none with an event loop of its own.

Keeps the open dialog and what its answer starts; the window's state and ``removal_jobs`` do it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QListView,
    QTreeView,
)

from simfinder.gui.controllers.details_loader import DetailsLoader, Request
from simfinder.gui.controllers.saved_results import SUFFIX
from simfinder.gui.details.compare.compare_panel import ComparePanel
from simfinder.gui.dialogs.about import AboutDialog, KeysDialog
from simfinder.gui.dialogs.confirm import deleting_for_good
from simfinder.gui.dialogs.history_and_problems import ExceptionsDialog, HistoryDialog, ProblemsDialog
from simfinder.gui.dialogs.keep_rules_dialog import KeepRulesDialog
from simfinder.gui.dialogs.mark_files_dialog import WISHES, MarkFilesDialog
from simfinder.gui.dialogs.plan_review import PlanReviewDialog
from simfinder.gui.dialogs.preferences import PreferencesDialog
from simfinder.gui.dialogs.removal_report import RemovalReportDialog
from simfinder.gui.dialogs.scan_rules_dialog import ScanRulesDialog
from simfinder.gui.dialogs.similar_files import SimilarFilesDialog
from simfinder.gui.dialogs.skipped_files import SkippedDialog
from simfinder.gui.state.mark_scope import files_tip, where_text
from simfinder.gui.state.window_state import Notice
from simfinder.gui.style.stylesheet import choose_look
from simfinder.gui.widgets.plain_text import plain_text
from simfinder.gui.widgets.press_button import PressOnEnter
from simfinder.gui.widgets.view_keys import ENTER, on_keys
from simfinder.gui.window import user_choices
from simfinder.gui.wording.formatting import counted
from simfinder.model.removal_plan import ActKind, BatchReport, Plan
from simfinder.store.result_folder.manifest import MANIFEST

if TYPE_CHECKING:
    from simfinder.gui.controllers.removal_jobs import FolderAct
    from simfinder.gui.window.parts import WindowParts
    from simfinder.store.library.ignored_pairs import Ignored

_REVIEW_SIZE = "review size"


class DialogOpener(QObject):
    """Opens the dialogs of a window.

    Args:
        parts: of that window.
    """

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._open: list[QDialog] = []
        self._loader: DetailsLoader | None = None  # for comparing in reviews
        self._press_on_enter = PressOnEnter(self)

    def connect_commands(self) -> None:
        """Let the commands open their dialogs."""
        commands, window = self._parts.commands, self._parts.window
        commands.add.triggered.connect(self.choose_folder)
        for wish, action in commands.mark_wishes.items():
            action.triggered.connect(partial(self.choose_marks, wish, ""))
        for kind, action in commands.acts.items():
            action.triggered.connect(partial(self.want_act, kind))
        commands.keep_more.triggered.connect(self.choose_rules)
        commands.settings.triggered.connect(self.show_settings)
        commands.scan_rules.triggered.connect(lambda: self.choose_scan_rules(""))
        commands.passed_over.triggered.connect(self.show_skipped)
        commands.problems.triggered.connect(self.show_problems)
        commands.history.triggered.connect(self.show_history)
        commands.like.triggered.connect(self.find_like_current)
        commands.like_file.triggered.connect(self.choose_file)
        commands.open_results.triggered.connect(self.choose_results)
        commands.save_results.triggered.connect(self.choose_save)
        commands.exports.triggered.connect(lambda action: self.choose_export(action.data()))
        commands.keys.triggered.connect(lambda: self.open(KeysDialog(commands.keys_list(), window)))
        commands.about.triggered.connect(lambda: self.open(AboutDialog(window)))

    @property
    def dialog(self) -> QDialog | None:
        """The dialog that was opened last: a job may open one over another."""
        return self._open[-1] if self._open else None

    def open(self, dialog: QDialog) -> None:
        """Show a dialog and remember it while it is open."""
        self._open.append(dialog)
        dialog.installEventFilter(self._press_on_enter)
        dialog.destroyed.connect(lambda: self._forget(dialog))
        dialog.open()

    def _forget(self, dialog: QDialog) -> None:
        self._open.remove(dialog)

    def choose_folder(self) -> None:
        """Let a person pick folders; they are added, not scanned yet."""
        parts = self._parts
        dialog = QFileDialog(parts.window, self.tr("Add folders"), os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)  # which take one folder only
        for view in (
            *dialog.findChildren(QListView, "listView"),
            *dialog.findChildren(QTreeView, "treeView"),
        ):
            view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
            on_keys(view, ENTER, partial(_take_chosen, dialog, view))
        dialog.filesSelected.connect(lambda paths: parts.workspace.add_folders(chosen_folders(paths)))
        self.open(dialog)

    # marks and what is kept
    def choose_marks(self, wish: str, folder: str, *, inside: bool = False) -> None:
        """Let a person mark many files at once, with a preview.

        Args:
            wish: chosen first.
            folder: proposed.
            inside: the box for project folders is checked.
        """
        parts = self._parts
        if parts.workspace.session is None:
            return
        cluster, name = parts.clusters.current_cluster()
        if not folder:
            path = parts.clusters.model.path_of(parts.clusters.tree.currentIndex())
            folder = os.path.dirname(path) if path else ""
        scope = parts.clusters.mark_scope()
        where = where_text(scope)
        files = parts.clusters.files_in_scope() if where else None
        projects = parts.workspace.session.scan.project_count
        dialog = MarkFilesDialog(
            cluster, name, folder, wish, projects=projects, where=where, parent=parts.window
        )
        dialog.only_shown.setToolTip(plain_text(files_tip(scope)))
        dialog.inside.setChecked(inside)
        if inside:  # the banner speaks of all projects
            dialog.only_shown.setChecked(False)

        def propose(wish: str, folder: str, clusters: Sequence[int] | None, inside_projects: bool) -> None:
            only = files if dialog.only_shown.isChecked() else None
            parts.small_jobs.propose(wish, folder, clusters, only, inside_projects=inside_projects)

        dialog.wanted.connect(propose)
        parts.small_jobs.proposed.connect(dialog.show_proposal)
        dialog.agreed.connect(parts.workspace.mark_proposed)
        self.open(dialog)
        dialog.begin()

    def report_projects(self, count: int) -> None:
        """Say that no rule marks in the project folders that a scan has found."""
        text = counted(
            count,
            self.tr("%n project folder: nothing in it is marked automatically."),
            self.tr("%n project folders: nothing in them is marked automatically."),
        )
        self._parts.banner.show_notice(
            Notice(
                text,
                self.tr("Mark inside projects too…"),
                lambda: self.choose_marks(WISHES[0], "", inside=True),
                passes=True,
            )
        )

    def choose_rules(self) -> None:
        """Let a person combine keep rules."""
        parts = self._parts
        dialog = KeepRulesDialog(parts.workspace.keep_rule, parts.small_jobs.saved_rules, parts.window)
        dialog.chosen.connect(partial(user_choices.set_keep_rules, parts))
        dialog.save_wanted.connect(parts.small_jobs.save_rules)
        dialog.remove_wanted.connect(parts.small_jobs.remove_rules)
        parts.small_jobs.rules_told.connect(dialog.show_saved)
        self.open(dialog)

    def show_settings(self) -> None:
        """Open the settings."""
        parts = self._parts
        settings = parts.workspace.settings
        dialog = PreferencesDialog(
            parts.commands, ActKind(settings.act), settings.language, parts.window, settings.look
        )
        dialog.act_chosen.connect(partial(user_choices.set_default_act, parts))
        dialog.hints_wanted.connect(lambda: self._set_hinted(False))
        dialog.language_chosen.connect(self._set_language)
        dialog.look_chosen.connect(self._set_look)
        self.open(dialog)

    def _set_language(self, language: str) -> None:
        self._parts.workspace.settings.language = language
        self._parts.workspace.save_settings()
        self._parts.workspace.language_changed.emit()

    def _set_look(self, look: str) -> None:
        self._parts.workspace.settings.look = look
        self._parts.workspace.save_settings()
        choose_look(look)

    def _set_hinted(self, hinted: bool) -> None:
        parts = self._parts
        parts.workspace.settings.hinted = hinted
        parts.workspace.folders_changed.emit()
        parts.banner.show_notice(
            Notice(self.tr("The hints appear in the middle of the window while no folder is listed."))
        )

    def show_skipped(self) -> None:
        """Show what the last scan skipped, and why."""
        parts = self._parts
        if (session := parts.workspace.session) is not None:
            dialog = SkippedDialog(session.result.passed_over, session.result.examples, parts.window)
            dialog.rules_wanted.connect(self.choose_scan_rules)
            self.open(dialog)

    def choose_scan_rules(self, folder: str = "") -> None:
        """Let a person choose the scan filters of all folders or of one."""
        parts = self._parts
        dialog = ScanRulesDialog(parts.workspace.settings, folder, parts.window)
        dialog.changed.connect(parts.workspace.folders_changed)
        dialog.changed.connect(lambda: parts.commands.hidden.setChecked(parts.workspace.settings.hidden))
        self.open(dialog)

    # what is done with marks
    def want_act(self, kind: ActKind) -> None:
        """Ask for what an act needs; the review follows."""
        parts = self._parts
        if kind.needs_target and parts.workspace.marked:
            self.choose_target(kind)
        else:
            parts.work.review(kind)  # says so where nothing is marked

    def choose_target(self, kind: ActKind) -> None:
        """Let a person pick where the marked files go; the review follows."""
        title = self.tr("Move marked files to") if kind is ActKind.MOVE else self.tr("Copy marked files to")
        self._choose_target(title, lambda target: self.review_target(kind, target))

    def _choose_target(self, title: str, chosen: Callable[[str], None]) -> None:
        parts = self._parts
        dialog = QFileDialog(parts.window, title, parts.workspace.settings.target or os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(chosen)
        self.open(dialog)

    def want_folder_act(self, act: FolderAct) -> None:
        """Ask where folders go, if they move; the review follows."""
        parts = self._parts

        def review(target: str) -> None:
            parts.workspace.settings.target = target
            parts.work.review_folders(act, target)

        if act.kind.needs_target:
            self._choose_target(self.tr("Move folders to"), review)
        else:
            parts.work.review_folders(act)

    def review_target(self, kind: ActKind, target: str) -> None:
        """Ask for a plan that moves or copies the marked files to a folder."""
        parts = self._parts
        parts.workspace.settings.target = target
        parts.work.review(kind, target)

    def review(self, plan: Plan) -> None:
        """Show a plan before anything is done."""
        parts = self._parts
        dialog = PlanReviewDialog(plan, parts.window, parts.workspace.session)
        dialog.left_out.connect(parts.work.leave_out)
        parts.work.replanned.connect(dialog.show_plan)
        dialog.accepted.connect(lambda: self._agreed(dialog.plan))
        pane, loader = ComparePanel(parts.bridge), self._loader_of_reviews()
        loader.loaded.connect(pane.show_details)
        loader.matched.connect(pane.show_matches)
        loader.failed.connect(pane.clear)
        dialog.compare_wanted.connect(partial(self._compare, pane))
        dialog.add_compare(pane)
        state = parts.workspace.settings.state
        dialog.restore_size(state.get(_REVIEW_SIZE, ""))

        def end() -> None:
            loader.ask(None)
            state[_REVIEW_SIZE] = dialog.size_to_save()

        dialog.finished.connect(end)
        self.open(dialog)

    def _loader_of_reviews(self) -> DetailsLoader:
        if self._loader is None:
            self._loader = DetailsLoader(self._parts.bridge, self)
        return self._loader

    def _compare(self, pane: ComparePanel, path: str, other: str) -> None:
        """Let a review compare a file with the one that stays; without a path, stop."""
        session = self._parts.workspace.session
        if not path or session is None:
            self._loader_of_reviews().ask(None)
            pane.clear(self.tr("Choose a file to compare it with the one that stays."))
            return
        pane.clear(self.tr("Comparing …"))
        request = Request(session, session.file_of(path), path, other, other=True)
        self._loader_of_reviews().ask(request)

    def _agreed(self, plan: Plan) -> None:
        """Carry out a reviewed plan; ask once more before what can't be undone."""
        parts = self._parts
        if plan.kind is not ActKind.DELETE:
            parts.work.carry_out(plan)
            return
        dialog = deleting_for_good(plan, parts.window)
        dialog.accepted.connect(lambda: parts.work.carry_out(plan))
        self.open(dialog)

    def report(self, report: BatchReport) -> None:
        """Tell what was done."""
        parts = self._parts
        dialog = RemovalReportDialog(report, parts.window)
        dialog.undo_wanted.connect(parts.work.undo)
        dialog.undo_elsewhere_wanted.connect(parts.work.undo_elsewhere)
        dialog.giving_up_wanted.connect(parts.work.give_up)
        dialog.rescan_wanted.connect(parts.work.scan)
        self.open(dialog)

    # lists
    def show_history(self) -> None:
        """Show the history."""
        parts = self._parts
        dialog = HistoryDialog(parts.work.batches, parts.window)
        dialog.undo_wanted.connect(parts.work.undo)
        dialog.details_wanted.connect(self.report)
        self.open(dialog)

    def show_problems(self) -> None:
        """Open the problems of a scan."""
        self.open(ProblemsDialog(self._parts.work.problems, self._parts.window))

    def show_ignored(self, known: Sequence[Ignored]) -> None:
        """Show the exceptions."""
        parts = self._parts
        dialog = ExceptionsDialog(known, parts.window)
        dialog.remove_wanted.connect(parts.small_jobs.same_again)
        self.open(dialog)

    # files like one file
    def find_like(self, path: str) -> None:
        """Show the files of the last scan that are like a file."""
        parts = self._parts
        session = parts.workspace.session
        if session is None:
            parts.banner.show_notice(
                Notice(self.tr("Add a folder and scan it first: a file is compared with what was scanned."))
            )
            return
        dialog = SimilarFilesDialog(path, parts.window)
        parts.finder.progressed.connect(dialog.show_progress)
        parts.finder.answered.connect(dialog.show_answer)
        parts.finder.failed.connect(dialog.show_failure)
        dialog.finished.connect(parts.finder.stop)
        parts.finder.ask(session, path)
        self.open(dialog)

    def find_like_current(self) -> None:
        """Find files like that of the current row; without a row, ask for a file."""
        parts = self._parts
        path = parts.clusters.model.path_of(parts.clusters.tree.currentIndex())
        if path:
            self.find_like(path)
        else:
            self.choose_file()

    def choose_file(self) -> None:
        """Let a person pick a file to find others like."""
        parts = self._parts
        dialog = QFileDialog(parts.window, self.tr("Find files like"), os.path.expanduser("~"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.find_like)
        self.open(dialog)

    # results as files
    def choose_results(self) -> None:
        """Let a person pick saved results to be shown."""
        parts = self._parts
        dialog = QFileDialog(parts.window, self.tr("Open results"), self._results_folder())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [
                self.tr("Results of SimFinder (*%1)").replace("%1", f"{SUFFIX} {MANIFEST}"),
                self.tr("All files (*)"),
            ]
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(parts.files.open)
        self.open(dialog)

    def _results_folder(self) -> str:
        return self._parts.workspace.settings.state.get("results folder") or os.path.expanduser("~")

    def choose_save(self) -> None:
        """Let a person pick where the results are saved."""
        parts = self._parts
        dialog = QFileDialog(parts.window, self.tr("Save results"), self._results_folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.setNameFilter(self.tr("Results of SimFinder (*%1)").replace("%1", SUFFIX))
        dialog.selectFile(os.path.basename(parts.exporter.proposal(SUFFIX[1:])))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._save)
        self.open(dialog)

    def _save(self, path: str) -> None:
        parts = self._parts
        parts.workspace.settings.state["results folder"] = os.path.dirname(path)
        parts.files.save(path)

    def choose_export(self, form: str) -> None:
        """Let a person pick the file that the results are written to."""
        parts = self._parts
        dialog = QFileDialog(parts.window, self.tr("Export"), self._results_folder())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(form)
        dialog.setNameFilter(f"{form.upper()} (*.{form})")
        dialog.selectFile(parts.exporter.proposal(form))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: parts.exporter.write(path, form))
        self.open(dialog)


def chosen_folders(paths: Sequence[str]) -> list[str]:
    """Return the folders that a person chose; the dialog names the folder they are in, too, where they are several."""
    return [path for path in paths if not any(other.startswith(os.path.join(path, "")) for other in paths)]


def _take_chosen(dialog: QFileDialog, view: QAbstractItemView) -> None:
    """Take several folders that are chosen; go into a single one, as Enter does."""
    if len(view.selectionModel().selectedRows()) > 1:
        dialog.accept()
    else:
        view.activated.emit(view.currentIndex())

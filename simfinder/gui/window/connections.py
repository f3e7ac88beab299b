"""Which signal of the window is heard by whom: commands first, then what changes. Nothing is decided here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simfinder.gui.cluster_tree import split_rows
from simfinder.gui.dialogs.about import AboutDialog, KeysDialog
from simfinder.gui.overview.overview import View
from simfinder.gui.state import mark_scope
from simfinder.gui.state.window_state import Notice
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.removal_plan import ActKind

if TYPE_CHECKING:
    from simfinder.gui.window.main_window import MainWindow


def connect_commands(window: MainWindow) -> None:
    """What each command does."""
    commands, work, questions = window.commands, window.work, window.questions
    commands.add.triggered.connect(questions.choose_folder)
    commands.scan.triggered.connect(work.scan)
    for rule, action in commands.mark_rules.items():
        action.triggered.connect(partial(lambda rule: mark_scope.mark(window, rule), rule))
    for wish, action in commands.mark_wishes.items():
        action.triggered.connect(partial(questions.choose_marks, wish, ""))
    commands.keep_more.triggered.connect(questions.choose_rules)
    commands.settings.triggered.connect(questions.show_settings)
    window.take_default_act(ActKind(window.workspace.settings.act))
    commands.scan_rules.triggered.connect(lambda: questions.choose_scan_rules(""))
    commands.passed_over.triggered.connect(questions.show_passed_over)
    commands.clear.triggered.connect(window.workspace.clear_marks)
    for kind, action in commands.acts.items():
        action.triggered.connect(partial(questions.want_act, kind))
    commands.undo.triggered.connect(lambda: work.undo(None))
    commands.find.triggered.connect(window.focus_filter)
    commands.like.triggered.connect(questions.find_like_current)
    commands.not_same.triggered.connect(lambda: split_rows.part_current(window))
    commands.cut.triggered.connect(lambda: split_rows.cut_current(window))
    commands.show_folder.triggered.connect(lambda: split_rows.show_current(window))
    commands.like_file.triggered.connect(questions.choose_file)
    commands.next_undecided.triggered.connect(window.clusters.go_to_undecided)
    commands.sorts.triggered.connect(lambda action: window.clusters.sort_by(action.data()))
    window.clusters.tree.header().sortIndicatorChanged.connect(lambda column, _: commands.check_sort(column))
    commands.open_all.triggered.connect(window.clusters.tree.open_all)
    commands.close_all.triggered.connect(window.clusters.tree.close_all)
    commands.history.triggered.connect(questions.show_history)
    commands.problems.triggered.connect(questions.show_problems)
    commands.apart.triggered.connect(window.small_jobs.look_at_ignored)
    commands.reset.triggered.connect(window.workspace.reset_tolerances)
    commands.check.triggered.connect(window.checks.resume)
    commands.hidden.toggled.connect(window.take_hidden)
    commands.forms.toggled.connect(window.workspace.set_with_forms)
    commands.keys.triggered.connect(lambda: questions.open(KeysDialog(commands.keys_list(), window)))
    commands.about.triggered.connect(lambda: questions.open(AboutDialog(window)))
    commands.quit.triggered.connect(window.close)
    commands.hidden.setChecked(window.workspace.settings.hidden)
    commands.check_keep_rule(window.workspace.keep_rule)
    commands.open_results.triggered.connect(questions.choose_results)
    commands.save_results.triggered.connect(questions.choose_save)
    commands.exports.triggered.connect(lambda action: questions.choose_export(action.data()))
    commands.autosave.setChecked(window.workspace.settings.autosave)
    commands.autosave.toggled.connect(window.take_autosave)
    commands.follow.toggled.connect(window.take_follow)
    commands.follow.setChecked(window.workspace.settings.watch)
    commands.notify.setChecked(window.workspace.settings.notify)
    commands.notify.toggled.connect(window.workspace.set_notify)
    commands.thumbnails.toggled.connect(window.take_thumbnails)
    commands.thumbnails.setChecked(window.workspace.settings.thumbnails)
    commands.go_to.triggered.connect(window.details.ask_place)
    commands.next_other.triggered.connect(lambda: window.details.step_other(1))
    commands.previous_other.triggered.connect(lambda: window.details.step_other(-1))
    commands.compare_through.triggered.connect(window.details.compare_through)
    commands.next_change.triggered.connect(lambda: window.details.go(1))
    commands.previous_change.triggered.connect(lambda: window.details.go(-1))
    commands.views.triggered.connect(lambda action: window.overview.show_view(View(action.data())))
    window.overview.view_changed.connect(lambda view: commands.views.actions()[view].setChecked(True))
    window.overview.filter_changed.connect(window.top.chip.show_filter)
    window.top.chip.removed.connect(window.overview.clear_filter)
    window.clusters.empty.clear_choice_wanted.connect(window.overview.clear_filter)
    commands.keep_rules.triggered.connect(lambda action: window.keep_by(action.data()))


def connect_state(window: MainWindow) -> None:
    """Who is told when something changes."""
    workspace, work, questions = window.workspace, window.work, window.questions
    workspace.noticed.connect(window.notice)
    workspace.folders_changed.connect(window.update_commands)
    workspace.projects_found.connect(questions.tell_projects)
    workspace.session_changed.connect(window.update_commands)
    workspace.session_changed.connect(window.focus_tree)
    workspace.clusters_changed.connect(window.update_commands)
    workspace.marks_changed.connect(window.update_commands)
    work.task_changed.connect(window.task_changed)
    work.journal_changed.connect(window.update_commands)
    work.problems_changed.connect(window.update_commands)
    work.planned.connect(questions.review)
    work.reported.connect(questions.report)
    window.bridge.crashed.connect(lambda error: window.notice(Notice(told_error(error), stays=True)))
    window.bridge.idle.connect(window.close_when_idle)
    window.folders.add_wanted.connect(questions.choose_folder)
    window.folders.rules_wanted.connect(questions.choose_scan_rules)
    window.folders.passed_wanted.connect(questions.show_passed_over)
    window.clusters.like_wanted.connect(questions.find_like)
    window.clusters.apart_wanted.connect(window.small_jobs.not_the_same)
    window.clusters.leave_wanted.connect(window.small_jobs.leave)
    window.clusters.cut_wanted.connect(window.small_jobs.cut)
    window.clusters.older_wanted.connect(lambda: mark_scope.mark(window, "older"))
    window.clusters.scope_changed.connect(lambda: mark_scope.show_scope(window))
    window.clusters.compare_wanted.connect(window.details.compare_through)
    window.folders.mark_wanted.connect(lambda folder: mark_scope.mark_in_folder(window, folder))
    window.overview.mark_wanted.connect(lambda files, where: mark_scope.mark_files(window, files, where))
    window.clusters.marks_wanted.connect(questions.choose_marks)
    window.small_jobs.rules_told.connect(window.take_rules)
    window.tolerances.method_wanted.connect(work.set_method)
    window.small_jobs.ignored_told.connect(questions.show_ignored)
    window.clusters.view_changed.connect(window.checks.look)
    window.checks.changed.connect(window.update_commands)
    window.progress.problems_wanted.connect(questions.show_problems)
    window.top.filter.textChanged.connect(window.clusters.set_filter)
    window.top.filters.offer_types(window.clusters.types)
    window.top.filter.left.connect(window.clusters.tree.setFocus)
    window.files.recent_told.connect(window.show_recent)
    window.files.problems_wanted.connect(questions.show_problems)
    window.following.changed.connect(window.banner.replace)
    window.following.words_changed.connect(window.progress.show_following)
    empty = window.clusters.empty
    empty.add_wanted.connect(questions.choose_folder)
    empty.scan_wanted.connect(work.scan)
    empty.clear_filter_wanted.connect(window.top.filter.clear)

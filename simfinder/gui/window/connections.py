"""Connect the signals of the window: commands first, then changes. Decides nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simfinder.gui.dialogs.about import AboutDialog, KeysDialog
from simfinder.gui.overview.overview import View
from simfinder.gui.state.window_state import Notice
from simfinder.gui.window import cluster_commands, user_choices
from simfinder.gui.wording.translate_messages import told_error
from simfinder.model.removal_plan import ActKind

if TYPE_CHECKING:
    from simfinder.gui.window.dialog_opener import DialogOpener
    from simfinder.gui.window.parts import WindowParts


def connect_commands(parts: WindowParts, questions: DialogOpener) -> None:
    """Connect the commands."""
    commands, work = parts.commands, parts.work
    commands.add.triggered.connect(questions.choose_folder)
    commands.scan.triggered.connect(work.scan)
    for rule, action in commands.mark_rules.items():
        action.triggered.connect(partial(lambda rule: cluster_commands.mark(parts, rule), rule))
    for wish, action in commands.mark_wishes.items():
        action.triggered.connect(partial(questions.choose_marks, wish, ""))
    commands.keep_more.triggered.connect(questions.choose_rules)
    commands.settings.triggered.connect(questions.show_settings)
    user_choices.set_default_act(parts, ActKind(parts.workspace.settings.act))
    commands.scan_rules.triggered.connect(lambda: questions.choose_scan_rules(""))
    commands.passed_over.triggered.connect(questions.show_passed_over)
    commands.clear.triggered.connect(parts.workspace.clear_marks)
    for kind, action in commands.acts.items():
        action.triggered.connect(partial(questions.want_act, kind))
    commands.undo.triggered.connect(lambda: work.undo(None))
    commands.find.triggered.connect(parts.top.focus_filter)
    commands.like.triggered.connect(questions.find_like_current)
    commands.not_same.triggered.connect(lambda: cluster_commands.part_current(parts))
    commands.cut.triggered.connect(lambda: cluster_commands.cut_current(parts))
    commands.show_folder.triggered.connect(lambda: cluster_commands.show_current(parts))
    commands.like_file.triggered.connect(questions.choose_file)
    commands.next_undecided.triggered.connect(parts.clusters.go_to_undecided)
    commands.sorts.triggered.connect(lambda action: parts.clusters.sort_by(action.data()))
    parts.clusters.tree.header().sortIndicatorChanged.connect(lambda column, _: commands.check_sort(column))
    commands.open_all.triggered.connect(parts.clusters.tree.open_all)
    commands.close_all.triggered.connect(parts.clusters.tree.close_all)
    commands.history.triggered.connect(questions.show_history)
    commands.problems.triggered.connect(questions.show_problems)
    commands.apart.triggered.connect(parts.small_jobs.look_at_ignored)
    commands.reset.triggered.connect(parts.workspace.reset_tolerances)
    commands.check.triggered.connect(parts.checks.resume)
    commands.hidden.toggled.connect(partial(user_choices.set_hidden, parts))
    commands.forms.toggled.connect(parts.workspace.set_with_forms)
    commands.keys.triggered.connect(lambda: questions.open(KeysDialog(commands.keys_list(), parts.window)))
    commands.about.triggered.connect(lambda: questions.open(AboutDialog(parts.window)))
    commands.quit.triggered.connect(parts.window.close)
    commands.hidden.setChecked(parts.workspace.settings.hidden)
    commands.check_keep_rule(parts.workspace.keep_rule)
    commands.open_results.triggered.connect(questions.choose_results)
    commands.save_results.triggered.connect(questions.choose_save)
    commands.exports.triggered.connect(lambda action: questions.choose_export(action.data()))
    commands.autosave.setChecked(parts.workspace.settings.autosave)
    commands.autosave.toggled.connect(partial(user_choices.set_autosave, parts))
    commands.follow.toggled.connect(partial(user_choices.set_follow, parts))
    commands.follow.setChecked(parts.workspace.settings.watch)
    commands.notify.setChecked(parts.workspace.settings.notify)
    commands.notify.toggled.connect(parts.workspace.set_notify)
    commands.thumbnails.toggled.connect(partial(user_choices.set_thumbnails, parts))
    commands.thumbnails.setChecked(parts.workspace.settings.thumbnails)
    commands.go_to.triggered.connect(parts.details.ask_place)
    commands.next_other.triggered.connect(lambda: parts.details.step_other(1))
    commands.previous_other.triggered.connect(lambda: parts.details.step_other(-1))
    commands.compare_through.triggered.connect(parts.details.compare_through)
    commands.next_change.triggered.connect(lambda: parts.details.go(1))
    commands.previous_change.triggered.connect(lambda: parts.details.go(-1))
    commands.views.triggered.connect(lambda action: parts.overview.show_view(View(action.data())))
    parts.overview.view_changed.connect(lambda view: commands.views.actions()[view].setChecked(True))
    parts.overview.filter_changed.connect(parts.top.chip.show_filter)
    parts.top.chip.removed.connect(parts.overview.clear_filter)
    parts.clusters.empty.clear_choice_wanted.connect(parts.overview.clear_filter)
    commands.keep_rules.triggered.connect(lambda action: user_choices.set_keep_rules(parts, action.data()))


def connect_state(parts: WindowParts, questions: DialogOpener) -> None:
    """Connect the signals of changes."""
    workspace, work = parts.workspace, parts.work
    workspace.noticed.connect(parts.banner.take)
    workspace.projects_found.connect(questions.tell_projects)
    work.planned.connect(questions.review)
    work.reported.connect(questions.report)
    parts.bridge.crashed.connect(lambda error: parts.banner.take(Notice(told_error(error), stays=True)))
    parts.folders.add_wanted.connect(questions.choose_folder)
    parts.folders.rules_wanted.connect(questions.choose_scan_rules)
    parts.folders.passed_wanted.connect(questions.show_passed_over)
    parts.clusters.like_wanted.connect(questions.find_like)
    parts.clusters.apart_wanted.connect(parts.small_jobs.not_the_same)
    parts.clusters.leave_wanted.connect(parts.small_jobs.leave)
    parts.clusters.cut_wanted.connect(parts.small_jobs.cut)
    parts.clusters.older_wanted.connect(lambda: cluster_commands.mark(parts, "older"))
    parts.clusters.scope_changed.connect(lambda: cluster_commands.show_scope(parts))
    parts.clusters.compare_wanted.connect(parts.details.compare_through)
    parts.folders.mark_wanted.connect(lambda folder: cluster_commands.mark_in_folder(parts, folder))
    parts.overview.mark_wanted.connect(lambda files, where: cluster_commands.mark_files(parts, files, where))
    parts.clusters.marks_wanted.connect(questions.choose_marks)
    parts.small_jobs.rules_told.connect(partial(user_choices.offer_saved_rules, parts))
    parts.tolerances.method_wanted.connect(work.set_method)
    parts.small_jobs.ignored_told.connect(questions.show_ignored)
    parts.clusters.view_changed.connect(parts.checks.look)
    parts.progress.problems_wanted.connect(questions.show_problems)
    parts.top.filter.textChanged.connect(parts.clusters.set_filter)
    parts.top.filters.offer_types(parts.clusters.types)
    parts.top.filter.left.connect(parts.clusters.tree.setFocus)
    parts.files.recent_told.connect(partial(user_choices.offer_recent, parts))
    parts.files.problems_wanted.connect(questions.show_problems)
    parts.following.changed.connect(parts.banner.replace)
    parts.following.words_changed.connect(parts.progress.show_following)
    empty = parts.clusters.empty
    empty.add_wanted.connect(questions.choose_folder)
    empty.scan_wanted.connect(work.scan)
    empty.clear_filter_wanted.connect(parts.top.filter.clear)

"""Connect the signals of the window: commands first, then changes. Decides nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simfinder.gui.overview.overview import View
from simfinder.gui.state.window_state import Notice
from simfinder.gui.window import action_state, cluster_commands, user_choices
from simfinder.gui.wording.translate_messages import told_error

if TYPE_CHECKING:
    from simfinder.gui.window.dialog_opener import DialogOpener
    from simfinder.gui.window.parts import WindowParts


def connect_commands(parts: WindowParts, dialogs: DialogOpener) -> None:
    """Connect the commands with what they do."""
    commands, workspace = parts.commands, parts.workspace
    dialogs.connect_commands()
    cluster_commands.connect_commands(parts)
    user_choices.connect_commands(parts)
    parts.details.connect_commands(commands)
    commands.scan.triggered.connect(parts.work.scan)
    commands.undo.triggered.connect(lambda: cluster_commands.undo(parts))
    commands.clear.triggered.connect(workspace.clear_marks)
    commands.reset.triggered.connect(workspace.reset_tolerances)
    commands.forms.toggled.connect(workspace.set_with_forms)
    commands.find.triggered.connect(parts.top.focus_filter)
    commands.apart.triggered.connect(parts.small_jobs.look_at_ignored)
    commands.check.triggered.connect(parts.checks.resume)
    commands.quit.triggered.connect(parts.window.close)
    commands.views.triggered.connect(lambda action: parts.overview.show_view(View(action.data())))
    parts.overview.act_wanted.connect(dialogs.want_folder_act)
    parts.overview.view_changed.connect(lambda view: commands.views.actions()[view].setChecked(True))


def connect_state(parts: WindowParts, dialogs: DialogOpener) -> None:
    """Connect the signals of changes."""
    workspace, work = parts.workspace, parts.work
    parts.overview.filter_changed.connect(parts.top.chip.show_filter)
    parts.top.chip.removed.connect(parts.overview.clear_filter)
    parts.clusters.empty.clear_choice_wanted.connect(parts.overview.clear_filter)
    workspace.noticed.connect(parts.banner.show_notice)
    workspace.projects_found.connect(dialogs.report_projects)
    work.planned.connect(dialogs.review)
    work.reported.connect(parts.small_jobs.forget_made)
    work.reported.connect(dialogs.report)
    parts.bridge.crashed.connect(
        lambda error: parts.banner.show_notice(Notice(told_error(error), stays=True))
    )
    parts.folders.add_wanted.connect(dialogs.choose_folder)
    parts.folders.rules_wanted.connect(dialogs.choose_scan_rules)
    parts.folders.skipped_wanted.connect(dialogs.show_skipped)
    parts.clusters.like_wanted.connect(dialogs.find_like)
    parts.clusters.apart_wanted.connect(parts.small_jobs.not_the_same)
    parts.clusters.leave_wanted.connect(parts.small_jobs.leave)
    parts.clusters.cut_wanted.connect(parts.small_jobs.cut)
    parts.clusters.older_wanted.connect(lambda: cluster_commands.mark(parts, "older"))
    parts.clusters.scope_changed.connect(lambda: cluster_commands.show_scope(parts))
    parts.clusters.compare_wanted.connect(parts.details.compare_through)
    parts.folders.mark_wanted.connect(lambda folder: cluster_commands.mark_in_folder(parts, folder))
    parts.overview.compare_wanted.connect(parts.details.compare_files)
    parts.overview.view_changed.connect(
        lambda view: parts.details.follow_view(of_folders=view == View.FOLDERS)
    )
    parts.overview.alike_changed.connect(parts.folders.model.show_alike)
    parts.folders.alike_wanted.connect(parts.overview.show_folders_of)
    parts.overview.mark_wanted.connect(lambda files, where: cluster_commands.mark_files(parts, files, where))
    parts.clusters.marks_wanted.connect(dialogs.choose_marks)
    parts.small_jobs.rules_told.connect(partial(user_choices.offer_saved_rules, parts))
    parts.tolerances.method_wanted.connect(work.set_method)
    parts.small_jobs.ignored_told.connect(dialogs.show_ignored)
    parts.clusters.view_changed.connect(parts.checks.look)
    parts.progress.problems_wanted.connect(dialogs.show_problems)
    parts.top.filter.textChanged.connect(parts.clusters.set_filter)
    parts.clusters.counted.connect(parts.tolerances.show_listed)
    parts.clusters.counted.connect(lambda: action_state.show_next(parts))
    parts.tolerances.filter_wanted.connect(parts.top.filters.toggle_word)
    parts.top.filters.offer_types(parts.clusters.types)
    parts.top.completion.offer_types(parts.clusters.types)
    parts.top.filter.left.connect(parts.clusters.tree.setFocus)
    parts.files.recent_told.connect(partial(user_choices.offer_recent, parts))
    parts.files.problems_wanted.connect(dialogs.show_problems)
    parts.work.problems_wanted.connect(dialogs.show_problems)
    parts.following.changed.connect(parts.banner.replace)
    parts.following.words_changed.connect(parts.progress.show_following)
    empty = parts.clusters.empty
    empty.add_wanted.connect(dialogs.choose_folder)
    empty.folder_wanted.connect(lambda path: workspace.add_folders([path]))
    empty.scan_wanted.connect(work.scan)
    empty.early_wanted.connect(work.stop_early)
    work.progressed.connect(lambda progress: empty.offer_what_was_read(work.can_stop_early(progress)))
    work.progressed.connect(lambda progress: empty.show_identical(progress.identical))
    empty.state_wanted.connect(parts.top.filter.setText)
    empty.clear_filter_wanted.connect(parts.top.filter.clear)

"""Words for what happens to files: before (menus, review), after (report, history), and after a crash.

One place for all kinds of acts, so that no dialog says "moved" of a file that became a link. No widgets.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from simfinder.actions.journal.failure_reasons import DISK_AWAY, is_given_up
from simfinder.gui.wording.formatting import count_text, counted, folder_text, size_text
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import (
    ActKind,
    ActRecord,
    ActState,
    BatchReport,
    MarkCause,
    Plan,
    PlannedAct,
)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Acts", text)


# before
def command_text(kind: ActKind) -> str:
    """Return the name of the command."""
    return {
        ActKind.TRASH: _tr("Move to Trash…"),
        ActKind.MOVE: _tr("Move to folder…"),
        ActKind.COPY: _tr("Copy to folder…"),
        ActKind.HARDLINK: _tr("Replace with hard links…"),
        ActKind.SYMLINK: _tr("Replace with symbolic links…"),
        ActKind.REFLINK: _tr("Share disk space (reflinks)…"),
        ActKind.DELETE: _tr("Delete for good…"),
    }[kind]


def command_tip(kind: ActKind) -> str:
    """Say in a sentence what the command does to the marked files."""
    return {
        ActKind.TRASH: _tr("Review the marked files, then move them to the Trash"),
        ActKind.MOVE: _tr("Review the marked files, then move them to a folder"),
        ActKind.COPY: _tr("Review the marked files, then copy them to a folder; they stay where they are"),
        ActKind.HARDLINK: _tr(
            "Make marked files further names of the identical file that stays; a change to one changes all"
        ),
        ActKind.SYMLINK: _tr(
            "Replace marked files with links to the identical file that stays; the links break when it moves"
        ),
        ActKind.REFLINK: _tr(
            "Let marked files share the disk space of the identical file that stays; needs a file"
            " system such as Btrfs or XFS"
        ),
        ActKind.DELETE: _tr(
            "Review the marked files, then delete them. This can’t be undone; you are asked twice"
        ),
    }[kind]


def files_text(count: int) -> str:
    """Count files: ``1 file``, ``12 files``."""
    return counted(count, _tr("%n file"), _tr("%n files"))


def review_title(plan: Plan) -> str:
    """Say in one line what would be done."""
    if not plan.acts:
        return _tr("Nothing can be copied") if plan.kind is ActKind.COPY else _tr("Nothing can be removed")
    text = {
        ActKind.TRASH: _tr("%1 will go to the Trash"),
        ActKind.MOVE: _tr("%1 will move to %2"),
        ActKind.COPY: _tr("%1 will be copied to %2"),
        ActKind.HARDLINK: _tr("%1 will become hard links to the files that stay"),
        ActKind.SYMLINK: _tr("%1 will become symbolic links to the files that stay"),
        ActKind.REFLINK: _tr("%1 will share disk space with the files that stay"),
        ActKind.DELETE: _tr("%1 will be deleted for good"),
    }[plan.kind]
    return text.replace("%1", _acts_text(plan)).replace("%2", folder_text(plan.target or ""))


def _acts_text(plan: Plan) -> str:
    """Count what a plan acts on: files, and folders that go with them."""
    text = files_text(plan.file_count)
    if folders := sum(step is ActKind.RMDIR for step in plan.acts.steps()):
        more = counted(folders, _tr("%n folder"), _tr("%n folders"))
        text = _tr("%1 and %2").replace("%1", text).replace("%2", more)
    return text


def freed_text(plan: Plan) -> str:
    """Say how much space the plan frees, and when; never more than is true."""
    freed = plan.bytes_freed
    size = size_text(freed)
    if plan.kind is ActKind.COPY:
        return _tr("This frees no space: the files stay where they are.")
    if not freed:
        if plan.kind is ActKind.MOVE:
            return _tr("This frees no space: they stay on the same disk.")
        return _tr("This frees no space.")
    text = {
        ActKind.TRASH: _tr("Frees %1 once you empty the Trash."),
        ActKind.MOVE: _tr("Frees %1 on the disk they come from."),
        ActKind.REFLINK: _tr("Frees up to %1: what the files do not share already."),
    }.get(plan.kind, _tr("Frees %1."))
    return text.replace("%1", size)


def promise_text(kind: ActKind) -> str:
    """Say what is checked, and whether it can be undone."""
    again = _tr(
        "Folders with the least similar files come first."
        " SimFinder checks each file again and skips those that changed."
    )
    back = {
        ActKind.DELETE: _tr("This can’t be undone."),
        ActKind.COPY: _tr("Undo removes the copies."),
    }.get(kind, _tr("Undo restores all of them."))
    if kind.is_link:
        again = _tr("SimFinder compares each file byte by byte with the one that stays before replacing it.")
    return f"{again} {back}"


def confirm_text(plan: Plan) -> str:
    """Return the label of the button that confirms."""
    text = {
        ActKind.TRASH: _tr("Move %1 to Trash"),
        ActKind.MOVE: _tr("Move %1"),
        ActKind.COPY: _tr("Copy %1"),
        ActKind.DELETE: _tr("Delete %1…"),
    }.get(plan.kind, _tr("Replace %1"))
    what = files_text(plan.file_count)
    if freed := plan.bytes_freed:
        what += f" ({size_text(freed)})"
    return text.replace("%1", what)


def brief_confirm_text(plan: Plan) -> str:
    """Return the same in a word or two, below a title that says what is meant."""
    return {
        ActKind.TRASH: _tr("Move to Trash"),
        ActKind.MOVE: _tr("Move"),
        ActKind.COPY: _tr("Copy"),
        ActKind.DELETE: _tr("Delete…"),
    }.get(plan.kind, _tr("Replace"))


def brief_why(act: PlannedAct) -> str:
    """Say in a word or two why a file is marked; other columns name the kept file and the similarity."""
    return reason_word(act.cause, act.step, act.relation)


def reason_word(cause: MarkCause, step: ActKind | None, relation: Relation) -> str:
    """Say the same by what it rests on."""
    return (
        {
            MarkCause.BY_HAND: _tr("by hand"),
            MarkCause.INSIDE: _tr("in the folder"),
            MarkCause.OUTSIDE: _tr("not in the folder"),
            MarkCause.INVERTED: _tr("inverted"),
        }.get(cause)
        or _step_word(step)
        or relation_word(relation)
    )


def _step_word(step: ActKind | None) -> str:
    """Say what a step of removing a folder is about; "" for a file that goes."""
    if step is ActKind.MERGE:
        return _tr("moves over")
    if step is ActKind.UNLINK:
        return _tr("link")
    return _tr("folder") if step is ActKind.RMDIR else ""


def relation_word(relation: Relation) -> str:
    """Say in a word or two how a file relates to the kept one."""
    return {
        Relation.IDENTICAL: _tr("identical"),
        Relation.OLDER: _tr("older"),
        Relation.NEWER: _tr("newer"),
        Relation.OTHER_FORMAT: _tr("other format"),
        Relation.SIBLING: _tr("same form"),
        Relation.SMALLER_COPY: _tr("smaller copy"),
        Relation.RECOMPRESSED: _tr("saved again"),
    }.get(relation, _tr("similar"))


# after
def done_text(kind: ActKind) -> str:
    """Say in a few words what became of a file after its act."""
    return {
        ActKind.TRASH: _tr("in the Trash"),
        ActKind.MOVE: _tr("moved"),
        ActKind.COPY: _tr("copied"),
        ActKind.DELETE: _tr("deleted for good"),
        ActKind.HARDLINK: _tr("hard link now"),
        ActKind.SYMLINK: _tr("symbolic link now"),
        ActKind.REFLINK: _tr("shares its space now"),
        ActKind.MERGE: _tr("moved over"),
        ActKind.UNLINK: _tr("link removed"),
        ActKind.RMDIR: _tr("folder removed"),
    }[kind]


def result_text(act: ActRecord) -> str:
    """Say in a few words what happened to a file."""
    if is_unknown(act):
        return _tr("unknown")
    if act.state is ActState.DONE:
        return done_text(act.act)
    if act.state is ActState.UNDONE:
        return _tr("copy removed") if act.act is ActKind.COPY else _tr("restored")
    if act.state is ActState.SKIPPED:
        return _tr("skipped")
    return _tr("failed") if act.state is ActState.FAILED else _tr("not done")


def done_count_text(kind: ActKind, count: int) -> str:
    """Say what happened to so many files, as a sentence without its full stop."""
    one, many = {
        ActKind.TRASH: (_tr("%n file moved to the Trash"), _tr("%n files moved to the Trash")),
        ActKind.MOVE: (_tr("%n file moved"), _tr("%n files moved")),
        ActKind.COPY: (_tr("%n file copied"), _tr("%n files copied")),
        ActKind.DELETE: (_tr("%n file deleted for good"), _tr("%n files deleted for good")),
        ActKind.HARDLINK: (
            _tr("%n file replaced with a hard link"),
            _tr("%n files replaced with hard links"),
        ),
        ActKind.SYMLINK: (
            _tr("%n file replaced with a symbolic link"),
            _tr("%n files replaced with symbolic links"),
        ),
        ActKind.REFLINK: (
            _tr("%n file shares its disk space now"),
            _tr("%n files share their disk space now"),
        ),
        ActKind.MERGE: (_tr("%n file moved over"), _tr("%n files moved over")),
        ActKind.UNLINK: (_tr("%n link removed"), _tr("%n links removed")),
        ActKind.RMDIR: (_tr("%n folder removed"), _tr("%n folders removed")),
    }[kind]
    return counted(count, one, many)


def kind_of(report: BatchReport) -> ActKind | None:
    """Return the act of a batch; None of an empty one. Steps of removing folders count only where there is no other."""
    first = report.acts[0].act if report.acts else None
    return next((act.act for act in report.acts if not act.act.of_folders), first)


def report_title(report: BatchReport) -> str:
    """Say in one line what happened."""
    kind = kind_of(report)
    count = report.count_files if kind is None or kind.on_files else report.count
    done, back = count(ActState.DONE), count(ActState.UNDONE)
    if back and not done:
        if kind is ActKind.COPY:
            return counted(back, _tr("%n copy removed"), _tr("%n copies removed"))
        return counted(back, _tr("%n file restored"), _tr("%n files restored"))
    if back:
        text = _tr("%1 of %2 files restored")
        if kind is ActKind.COPY:
            text = _tr("%1 of %2 copies removed")
        return text.replace("%1", count_text(back)).replace("%2", count_text(back + done))
    if not done and (unknown := sum(map(is_unknown, report.acts))):
        return counted(
            unknown,
            _tr("The state of %n file is unknown"),
            _tr("The state of %n files is unknown"),
        )
    if not done or kind is None:
        return _tr("No file was touched")
    return done_count_text(kind, done)


def report_freed_text(report: BatchReport) -> str:
    """Say in a sentence how much space was freed; "" if nothing was done."""
    kind = kind_of(report)
    if kind is None or kind is ActKind.COPY or not report.count(ActState.DONE):
        return ""
    if not report.bytes_freed:
        return _tr("This frees no space.")
    text = {
        ActKind.TRASH: _tr("Frees %1 once you empty the Trash."),
        ActKind.MOVE: _tr("Freed %1 on the disk they come from."),
        ActKind.REFLINK: _tr("Freed up to %1."),
    }.get(kind, _tr("Freed %1."))
    return text.replace("%1", size_text(report.bytes_freed))


def untouched_text(report: BatchReport) -> str:
    """Count skipped and failed files in a sentence; "" for none."""
    parts = []
    if skipped := report.count(ActState.SKIPPED):
        parts.append(counted(skipped, _tr("%n file skipped"), _tr("%n files skipped")))
    if failed := sum(act.state is ActState.FAILED and not is_unknown(act) for act in report.acts):
        parts.append(counted(failed, _tr("%n act failed"), _tr("%n acts failed")))
    if not parts:
        return ""
    return "; ".join(parts) + _tr(": see the reasons below. These files are unchanged.")


def unknown_text(report: BatchReport) -> str:
    """Count the files in an unknown state, and say what will be done about them; "" for none."""
    parts = []
    if waiting := report.count(ActState.STARTED):
        parts.append(_waiting_text(waiting))
    if given_up := sum(map(is_unknown, report.acts)) - waiting:
        parts.append(
            counted(
                given_up,
                _tr("The state of %n file was never found out."),
                _tr("The state of %n files was never found out."),
            )
        )
    return " ".join(parts)


def _waiting_text(count: int) -> str:
    return counted(
        count,
        _tr("The state of %n file can’t be checked now; SimFinder tries again at each start."),
        _tr("The state of %n files can’t be checked now; SimFinder tries again at each start."),
    )


def batch_text(report: BatchReport) -> str:
    """Say what a batch of the history did."""
    kind = kind_of(report)
    if kind is None:
        return _tr("nothing")
    text = {
        ActKind.TRASH: _tr("Move to Trash"),
        ActKind.MOVE: _tr("Move to %1"),
        ActKind.COPY: _tr("Copy to %1"),
        ActKind.DELETE: _tr("Delete for good"),
        ActKind.HARDLINK: _tr("Replace with hard links"),
        ActKind.SYMLINK: _tr("Replace with symbolic links"),
        ActKind.REFLINK: _tr("Share disk space"),
    }.get(kind, _tr("Remove folders"))
    return text.replace("%1", folder_text(_common(report.acts)))


def _common(acts: Sequence[ActRecord]) -> str:
    """Return the folder that all files of a move or a copy went to."""
    places = [os.path.dirname(act.to) for act in acts if act.to]
    try:
        return os.path.commonpath(places) if places else ""
    except ValueError:  # several drives
        return places[0]


def interrupted_text(report: BatchReport) -> str:
    """Say in a sentence or two what an interrupted program had done, and what is unknown."""
    kind = kind_of(report)
    done, total = report.count(ActState.DONE), len(report.acts)
    unknown = report.count(ActState.STARTED)
    open_text = _waiting_text(unknown)
    if kind is None or not done:
        if unknown:
            return f"{_tr('SimFinder was interrupted last time.')} {open_text}"
        return _tr("SimFinder was interrupted last time before any file was touched.")
    what = done_count_text(kind, done)
    if done + unknown == total:
        text = _tr("SimFinder was interrupted last time, after its work: %1.").replace("%1", what)
        if unknown:
            text = _tr("SimFinder was interrupted last time: %1.").replace("%1", what)
    else:
        text = _tr("SimFinder was interrupted last time: %1; the other %2 are unchanged.")
        text = text.replace("%1", what).replace("%2", count_text(total - done - unknown))
    return f"{text} {open_text}" if unknown else text


def can_be_undone(report: BatchReport) -> bool:
    """Return whether a batch has an act that is done and can be undone."""
    return any(undoable(act) for act in report.acts)


def undoable(act: ActRecord) -> bool:
    """Return whether an act can be undone."""
    return act.state is ActState.DONE and act.act is not ActKind.DELETE


def is_unknown(act: ActRecord) -> bool:
    """Return whether the state of a file is unknown."""
    return act.state is ActState.STARTED or is_given_up(act.state, act.reason)


def waits_for_disk(act: ActRecord) -> bool:
    """Return whether a file could be restored if its disk were there."""
    return undoable(act) and act.reason == DISK_AWAY

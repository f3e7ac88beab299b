"""What is done to files, in the window's words: before (menus, review), after (report, history), and after a crash.

One place for all kinds of acts, so that no dialog says "moved" of a file that became a link. No widgets.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from simfinder.actions.journal.failure_reasons import DISK_AWAY, is_given_up
from simfinder.actions.rules.mark_rules import restated
from simfinder.gui.wording.formatting import count_text, counted, folder_text, size_text
from simfinder.model.clusters import Relation
from simfinder.model.removal_plan import ActKind, ActRecord, ActState, BatchReport, Plan, PlannedAct

_STANDS = "identical to /"  # whatever says how a file stands


def _tr(text: str) -> str:
    return QCoreApplication.translate("Acts", text)


# before
def command_text(kind: ActKind) -> str:
    """Name of the command."""
    return {
        ActKind.TRASH: _tr("Move to Trash…"),
        ActKind.MOVE: _tr("Move to folder…"),
        ActKind.COPY: _tr("Copy to folder…"),
        ActKind.HARDLINK: _tr("Replace by hard links…"),
        ActKind.SYMLINK: _tr("Replace by symbolic links…"),
        ActKind.REFLINK: _tr("Share disk space (reflinks)…"),
        ActKind.DELETE: _tr("Delete for good…"),
    }[kind]


def command_tip(kind: ActKind) -> str:
    """What the command does to the marked files, in a sentence."""
    return {
        ActKind.TRASH: _tr("Review what is marked, then move it to the Trash"),
        ActKind.MOVE: _tr("Review what is marked, then move it to a folder"),
        ActKind.COPY: _tr("Review what is marked, then copy it to a folder; the files stay where they are"),
        ActKind.HARDLINK: _tr(
            "Marked files that are identical to the one that stays become other names of that one file:"
            " a change to one is a change to all"
        ),
        ActKind.SYMLINK: _tr(
            "Marked files that are identical to the one that stays become links that point to it:"
            " they lead nowhere once it is elsewhere"
        ),
        ActKind.REFLINK: _tr(
            "Marked files that are identical to the one that stays keep their place and share its disk space;"
            " needs a file system such as Btrfs or XFS"
        ),
        ActKind.DELETE: _tr(
            "Review what is marked, then delete it. This can’t be undone; you are asked twice"
        ),
    }[kind]


def files_text(count: int) -> str:
    """``1 file``, ``12 files``."""
    return counted(count, _tr("%n file"), _tr("%n files"))


def review_title(plan: Plan) -> str:
    """What would be done, in one line."""
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
    return text.replace("%1", files_text(len(plan.acts))).replace("%2", folder_text(plan.target or ""))


def freed_text(plan: Plan) -> str:
    """How much room there is afterwards, and when; no more than is true."""
    size = size_text(plan.bytes_freed)
    if plan.kind is ActKind.COPY:
        return _tr("Nothing is freed: the files stay where they are.")
    if not plan.bytes_freed:
        if plan.kind is ActKind.MOVE:
            return _tr("Nothing is freed: they stay on the same disk.")
        return _tr("Nothing is freed.")
    text = {
        ActKind.TRASH: _tr("%1 will be free once the Trash is emptied."),
        ActKind.MOVE: _tr("%1 will be free on the disk they come from."),
        ActKind.REFLINK: _tr("Up to %1 will be free: what the files do not share already."),
    }.get(plan.kind, _tr("%1 will be free."))
    return text.replace("%1", size)


def promise_text(kind: ActKind) -> str:
    """What is made sure of, and whether there is a way back."""
    again = _tr(
        "The least similar stand first. Each file is looked at again; one that changed is left alone."
    )
    back = {
        ActKind.DELETE: _tr("Nothing of it can be brought back."),
        ActKind.COPY: _tr("Undo takes the copies away again."),
    }.get(kind, _tr("Undo brings all of it back."))
    if kind.is_link:
        again = _tr("Each file is compared byte by byte with the one that stays before it is replaced.")
    return f"{again} {back}"


def confirm_text(plan: Plan) -> str:
    """Of the button that says yes."""
    text = {
        ActKind.TRASH: _tr("Move %1 to Trash"),
        ActKind.MOVE: _tr("Move %1"),
        ActKind.COPY: _tr("Copy %1"),
        ActKind.DELETE: _tr("Delete %1…"),
    }.get(plan.kind, _tr("Replace %1"))
    what = files_text(len(plan.acts))
    if plan.bytes_freed:
        what += f" ({size_text(plan.bytes_freed)})"
    return text.replace("%1", what)


def brief_why(act: PlannedAct) -> str:
    """Why a file is marked, in a word or two: the other columns tell what it is measured against, and how much."""
    for begin, words in (
        ("lies in ", _tr("in the folder")),
        ("does not lie in ", _tr("not in the folder")),
        ("marks were inverted", _tr("inverted")),
    ):
        if act.why.startswith(begin):
            return words
    if restated(act.why, _STANDS) != _STANDS:
        return _tr("by hand")
    return {
        Relation.IDENTICAL: _tr("identical"),
        Relation.OLDER: _tr("older"),
        Relation.NEWER: _tr("newer"),
        Relation.OTHER_FORMAT: _tr("other format"),
        Relation.SIBLING: _tr("same form"),
    }.get(act.relation, _tr("similar"))


# after
def done_text(kind: ActKind) -> str:
    """What became of a file that an act was carried out on, in a few words."""
    return {
        ActKind.TRASH: _tr("in the Trash"),
        ActKind.MOVE: _tr("moved"),
        ActKind.COPY: _tr("copied"),
        ActKind.DELETE: _tr("deleted for good"),
        ActKind.HARDLINK: _tr("hard link now"),
        ActKind.SYMLINK: _tr("symbolic link now"),
        ActKind.REFLINK: _tr("shares its space now"),
    }[kind]


def result_text(act: ActRecord) -> str:
    """What happened to a file, in a few words."""
    if is_unknown(act):
        return _tr("not known")
    if act.state is ActState.DONE:
        return done_text(act.act)
    if act.state is ActState.UNDONE:
        return _tr("copy taken away") if act.act is ActKind.COPY else _tr("put back")
    if act.state is ActState.SKIPPED:
        return _tr("skipped")
    return _tr("failed") if act.state is ActState.FAILED else _tr("not done")


def done_count_text(kind: ActKind, count: int) -> str:
    """What became of so many files, as a sentence without its stop."""
    one, many = {
        ActKind.TRASH: (_tr("%n file is in the Trash"), _tr("%n files are in the Trash")),
        ActKind.MOVE: (_tr("%n file was moved"), _tr("%n files were moved")),
        ActKind.COPY: (_tr("%n file was copied"), _tr("%n files were copied")),
        ActKind.DELETE: (_tr("%n file was deleted for good"), _tr("%n files were deleted for good")),
        ActKind.HARDLINK: (_tr("%n file is a hard link now"), _tr("%n files are hard links now")),
        ActKind.SYMLINK: (_tr("%n file is a symbolic link now"), _tr("%n files are symbolic links now")),
        ActKind.REFLINK: (
            _tr("%n file shares its disk space now"),
            _tr("%n files share their disk space now"),
        ),
    }[kind]
    return counted(count, one, many)


def kind_of(report: BatchReport) -> ActKind | None:
    """The act of a batch; None of an empty one."""
    return report.acts[0].act if report.acts else None


def report_title(report: BatchReport) -> str:
    """What happened, in one line."""
    kind = kind_of(report)
    done, back = report.count(ActState.DONE), report.count(ActState.UNDONE)
    if back and not done:
        if kind is ActKind.COPY:
            return counted(back, _tr("%n copy was taken away again"), _tr("%n copies were taken away again"))
        return counted(back, _tr("%n file is back as it was"), _tr("%n files are back as they were"))
    if back:
        text = _tr("%1 of %2 files are back as they were")
        if kind is ActKind.COPY:
            text = _tr("%1 of %2 copies were taken away again")
        return text.replace("%1", count_text(back)).replace("%2", count_text(back + done))
    if not done and (unknown := sum(map(is_unknown, report.acts))):
        return counted(
            unknown,
            _tr("It is not known what became of %n file"),
            _tr("It is not known what became of %n files"),
        )
    if not done or kind is None:
        return _tr("No file was touched")
    return done_count_text(kind, done)


def report_freed_text(report: BatchReport) -> str:
    """What was really freed, in a sentence; "" where nothing was done."""
    kind = kind_of(report)
    if kind is None or kind is ActKind.COPY or not report.count(ActState.DONE):
        return ""
    if not report.bytes_freed:
        return _tr("Nothing is freed by it.")
    text = {
        ActKind.TRASH: _tr("%1 will be free once the Trash is emptied."),
        ActKind.MOVE: _tr("%1 are free on the disk they come from."),
        ActKind.REFLINK: _tr("Up to %1 are free."),
    }.get(kind, _tr("%1 are free."))
    return text.replace("%1", size_text(report.bytes_freed))


def untouched_text(report: BatchReport) -> str:
    """How many were skipped or failed, as a sentence; "" for none."""
    parts = []
    if skipped := report.count(ActState.SKIPPED):
        parts.append(counted(skipped, _tr("%n file was skipped"), _tr("%n files were skipped")))
    if failed := sum(act.state is ActState.FAILED and not is_unknown(act) for act in report.acts):
        parts.append(counted(failed, _tr("%n act failed"), _tr("%n acts failed")))
    if not parts:
        return ""
    return "; ".join(parts) + _tr(": the reasons stand below. These files are as they were.")


def unknown_text(report: BatchReport) -> str:
    """Of how many files it can't be told what became of them, and what will be done about it; "" for none."""
    parts = []
    if waiting := report.count(ActState.STARTED):
        parts.append(_waiting_text(waiting))
    if given_up := sum(map(is_unknown, report.acts)) - waiting:
        parts.append(
            counted(
                given_up,
                _tr("What became of %n file was not seen again."),
                _tr("What became of %n files was not seen again."),
            )
        )
    return " ".join(parts)


def _waiting_text(count: int) -> str:
    return counted(
        count,
        _tr("What became of %n file can’t be seen now; SimFinder looks again at each start."),
        _tr("What became of %n files can’t be seen now; SimFinder looks again at each start."),
    )


def batch_text(report: BatchReport) -> str:
    """What a batch of the history did."""
    kind = kind_of(report)
    if kind is None:
        return _tr("nothing")
    text = {
        ActKind.TRASH: _tr("Move to Trash"),
        ActKind.MOVE: _tr("Move to %1"),
        ActKind.COPY: _tr("Copy to %1"),
        ActKind.DELETE: _tr("Delete for good"),
        ActKind.HARDLINK: _tr("Replace by hard links"),
        ActKind.SYMLINK: _tr("Replace by symbolic links"),
        ActKind.REFLINK: _tr("Share disk space"),
    }[kind]
    return text.replace("%1", folder_text(_common(report.acts)))


def _common(acts: Sequence[ActRecord]) -> str:
    """The folder that all files of a move or a copy went to."""
    places = [os.path.dirname(act.to) for act in acts if act.to]
    try:
        return os.path.commonpath(places) if places else ""
    except ValueError:  # several drives
        return places[0]


def interrupted_text(report: BatchReport) -> str:
    """What a program that died had done, in a sentence or two, and what can't be told of it."""
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
        text = _tr("SimFinder was interrupted last time: %1; the other %2 are as they were.")
        text = text.replace("%1", what).replace("%2", count_text(total - done - unknown))
    return f"{text} {open_text}" if unknown else text


def can_be_undone(report: BatchReport) -> bool:
    """Whether a batch holds an act that is done, not taken back, and can be."""
    return any(undoable(act) for act in report.acts)


def undoable(act: ActRecord) -> bool:
    """Whether there is a way back for an act."""
    return act.state is ActState.DONE and act.act is not ActKind.DELETE


def is_unknown(act: ActRecord) -> bool:
    """Whether it can't be told what became of a file."""
    return act.state is ActState.STARTED or is_given_up(act.state, act.reason)


def waits_for_disk(act: ActRecord) -> bool:
    """Whether a file could be put back if its disk were there."""
    return undoable(act) and act.reason == DISK_AWAY

"""What a program that died left half done: judged by the disk, act by act, and put down in the journal.

Also the last steps of the way back, which an undo and the settling of an undo share. Whoever calls owns the
batch (``Library.owned``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simfinder.actions import trash
from simfinder.actions.copying import restore_attributes
from simfinder.actions.fileops import Identity, look, remove_empty
from simfinder.actions.movement import Movement, Verdict, settle
from simfinder.errors import reason_of
from simfinder.model.plan import ActState
from simfinder.model.progress import Control
from simfinder.store.journal_rows import JournalAct
from simfinder.store.library import Library

INTERRUPTED = "interrupted: the program ended before the file was moved"
UNDO_CUT = "the undo was interrupted"
NOT_BEGUN = "interrupted: the program ended before its turn"


def settle_batch(library: Library, batch: int, control: Control) -> bool:
    """Give every act of a batch that nobody works on any more a final state.

    An act of which neither the file nor its place can be seen stays *started*, with the reason; it is looked
    at again by the next undo.

    Returns:
        Whether anything was changed.
    """
    row = library.batch(batch)
    cut_off = row is not None and not row.finished
    changed = False
    for act in library.acts(batch):
        change: Mapping[str, Any] | None = None
        if act.state is ActState.PLANNED:
            change = {"state": ActState.SKIPPED, "reason": NOT_BEGUN}
        elif act.state is ActState.STARTED:
            change = _settle_act(act, control)
        elif act.undoing:
            change = _settle_undo(act, control)
        elif cut_off and act.target is not None and act.part is not None:
            change = _lost_in_a_power_cut(act, control)
        if change is not None:
            library.update(batch, [(act.position, change)])
            changed = True
    return changed


def forth(act: JournalAct) -> Movement:
    """The movement of an act that has a target."""
    if act.target is None or act.part is None:
        raise ValueError(f"act {act.position} of batch {act.batch} was never given a place")
    identity = Identity(None, act.inode, act.size, act.mtime_ns)
    return Movement(act.path, act.target, act.part, identity, act.content, act.part_inode)


def back(act: JournalAct) -> Movement:
    """The movement of its undo, ``part`` being that of the way back."""
    way = forth(act)
    return Movement(way.target, way.source, way.part, way.identity, way.content, way.part_inode)


def finish_undo(act: JournalAct) -> Mapping[str, Any]:
    """The file is back in its place: give it its times and mode, tidy up; returns what the journal is to say."""
    reasons = []
    try:
        if act.atime_ns is not None:
            owner = (act.uid, act.gid) if act.uid is not None and act.gid is not None else None
            restore_attributes(act.path, act.atime_ns, act.mtime_ns, act.mode, owner, act.attributes)
    except OSError as error:
        reasons.append(f"is back, but its times or mode could not be set: {reason_of(error)}")
    try:
        if act.info is not None and act.info_text is not None and not _is_there(act.target):
            trash.remove_info(act.info, act.info_text)
    except OSError as error:
        reasons.append(f"is back, but its entry in the Trash could not be removed: {reason_of(error)}")
    remove_empty(act.made)
    return {"state": ActState.UNDONE, "reason": "; ".join(reasons), "undoing": False}


def _settle_act(act: JournalAct, control: Control) -> Mapping[str, Any]:
    if act.target is None or act.part is None:  # the system's Trash, which does not tell its places
        if _is_there(act.path):
            return {"state": ActState.SKIPPED, "reason": INTERRUPTED}
        return {"state": ActState.DONE}
    verdict, reason = settle(forth(act), control)
    if verdict is Verdict.MOVED:
        return {"state": ActState.DONE, "reason": ""}
    if verdict is Verdict.UNKNOWN:
        return {"reason": reason}
    try:
        if act.info is not None and act.info_text is not None and not _is_there(act.target):
            trash.remove_info(act.info, act.info_text)
    except OSError as error:
        reason = f"its entry in the Trash could not be removed: {reason_of(error)}"
    remove_empty(act.made)
    return {"state": ActState.SKIPPED, "reason": f"{INTERRUPTED}; {reason}" if reason else INTERRUPTED}


def _settle_undo(act: JournalAct, control: Control) -> Mapping[str, Any]:
    verdict, reason = settle(back(act), control)
    if verdict is Verdict.MOVED:
        return finish_undo(act)
    if verdict is Verdict.UNKNOWN:
        return {"reason": reason}
    return {"undoing": False, "reason": f"{UNDO_CUT}; {reason}" if reason else UNDO_CUT}


def _lost_in_a_power_cut(act: JournalAct, control: Control) -> Mapping[str, Any] | None:
    """The journal was on the disk, but the renames it speaks of were not yet (folders are synced at the end)."""
    if act.state is ActState.DONE and not _is_there(act.target):
        way, state, reason = forth(act), ActState.SKIPPED, INTERRUPTED
    elif act.state is ActState.UNDONE and not _is_there(act.path):
        way, state, reason = back(act), ActState.DONE, UNDO_CUT
    else:
        return None
    return {"state": state, "reason": reason} if settle(way, control)[0] is Verdict.STAYED else None


def _is_there(path: str | None) -> bool:
    return path is not None and look(path) is not None

"""What a program that died left half done: judged by the disk, act by act, and put down in the journal.

Also the last steps of the way back, which an undo and the settling of an undo share. Whoever calls owns the
batch (``Library.owned``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from simfinder.actions import attending, deleting, linking, swapping, trash
from simfinder.actions.attending import Guard
from simfinder.actions.copying import Looks, restore_looks, unpack
from simfinder.actions.fileops import Identity, look, remove_empty
from simfinder.actions.movement import Movement, Verdict, settle
from simfinder.actions.swapping import Mark, Swap
from simfinder.errors import ActionError, reason_of
from simfinder.model.plan import ActKind, ActState
from simfinder.model.progress import Control
from simfinder.store.journal_rows import JournalAct
from simfinder.store.library import Library

INTERRUPTED = "interrupted: the program ended before it was done"
_LAST_OWNER = 2**32 - 2  # the one behind it means "as it is" to the system
UNDO_CUT = "the undo was interrupted"
NOT_BEGUN = "interrupted: the program ended before its turn"


def settle_batch(library: Library, batch: int, control: Control, guard: Guard | None = None) -> bool:
    """Give every act of a batch that nobody works on any more a final state.

    An act of which neither the file nor its place can be seen stays *started*, with the reason; it is looked
    at again by the next undo.

    Args:
        library: the journal.
        batch: number.
        control: cancelling.
        guard: looks on; None for nobody.

    Returns:
        Whether anything was changed.

    Raises:
        SilentError: a disk does not answer. What was settled is in the journal.
    """
    guard = guard or Guard()
    row = library.batch(batch)
    cut_off = row is not None and not row.finished
    changed = False
    for act in library.acts(batch):
        change = _change_of(act, cut_off, control, guard)
        if change is not None:
            library.update(batch, [(act.position, change)])
            changed = True
    return changed


def _change_of(act: JournalAct, cut_off: bool, control: Control, guard: Guard) -> Mapping[str, Any] | None:
    if act.state is ActState.PLANNED:
        return {"state": ActState.SKIPPED, "reason": NOT_BEGUN}
    judge: Callable[[JournalAct, Control], Mapping[str, Any] | None] | None = None
    if act.state is ActState.STARTED:
        judge = _settle_act
    elif act.state is ActState.FAILED and cut_off and act.part is not None:
        judge = _settle_failed
    elif act.undoing:
        judge = _settle_undo
    elif cut_off and act.part is not None:
        judge = _lost_in_a_power_cut
    if judge is None:
        return None
    settle_it = judge

    def look_at_it() -> Mapping[str, Any] | None:
        with attending.asking(act.path):
            return settle_it(act, control)

    return guard.run(look_at_it)


def forth(act: JournalAct) -> Movement:
    """The movement of an act that has a target."""
    if act.target is None or act.part is None:
        raise ValueError(f"act {act.position} of batch {act.batch} was never given a place")
    identity = Identity(None, act.inode, act.size, act.mtime_ns)
    stays = act.kind is ActKind.COPY
    return Movement(act.path, act.target, act.part, identity, act.content, act.part_inode, stays)


def back(act: JournalAct) -> Movement:
    """The movement of its undo, ``part`` being that of the way back."""
    way = forth(act)
    return Movement(way.target, way.source, way.part, way.identity, way.content, way.part_inode)


def identity_of(act: JournalAct) -> Identity:
    """What the file was, on whatever device it is now."""
    return Identity(None, act.inode, act.size, act.mtime_ns)


def looks_of(act: JournalAct) -> Looks:
    """What the file had besides its content.

    Raises:
        ActionError: the journal does not tell all of it any more.
    """
    looks, missing = _told(act)
    if missing:
        raise ActionError(
            f"the journal is damaged: it does not tell the {' and '.join(missing)} of this file"
        )
    return looks


def _told(act: JournalAct) -> tuple[Looks, list[str]]:
    """What the journal tells of the file besides its content, and what it ought to tell and does not."""
    missing = []
    atime = act.mtime_ns if act.atime_ns is None else act.atime_ns
    owner = (act.uid, act.gid) if act.uid is not None and act.gid is not None else None
    if owner is not None and not all(0 <= one <= _LAST_OWNER for one in owner):
        owner = None
        missing.append("owner")
    mode = act.mode
    if mode is not None and not 0 <= mode < 2**16:
        mode = None
        missing.append("mode")
    try:
        attributes = unpack(act.attributes)
    except ValueError:
        attributes = {}
        missing.append("attributes")
    return Looks(atime, act.mtime_ns, mode, owner, attributes), missing


def finish_undo(act: JournalAct) -> Mapping[str, Any]:
    """The file is back in its place: give it its times and mode, tidy up; returns what the journal is to say."""
    reasons = []
    try:
        if act.atime_ns is not None and act.kind is not ActKind.COPY:
            looks, missing = _told(act)
            if missing:
                reasons.append(f"is back, but without its {' and '.join(missing)}: the journal is damaged")
            restore_looks(act.path, looks)
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
    if act.part is None:  # the system's Trash, which does not tell its places
        if _is_there(act.path):
            return {"state": ActState.SKIPPED, "reason": INTERRUPTED}
        return {"state": ActState.DONE}
    verdict, reason = _verdict_forth(act, control)
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


def _settle_failed(act: JournalAct, control: Control) -> Mapping[str, Any] | None:
    """It failed, and could not take back what it had begun."""
    change = _settle_act(act, control)
    return change if change.get("state") is ActState.DONE else None


def _settle_undo(act: JournalAct, control: Control) -> Mapping[str, Any]:
    verdict, reason = _verdict_back(act, control)
    if verdict is Verdict.MOVED:
        return finish_undo(act)
    if verdict is Verdict.UNKNOWN:
        return {"reason": reason}
    return {"undoing": False, "reason": f"{UNDO_CUT}; {reason}" if reason else UNDO_CUT}


def _verdict_forth(act: JournalAct, control: Control) -> tuple[Verdict, str]:
    """What the disk says of an act that was begun."""
    part = act.part or ""
    if act.kind is ActKind.DELETE:
        return deleting.settle(act.path, part, identity_of(act), act.content, control)
    if act.kind.is_link:
        new = linking.link_mark(act.kind, act.link_inode)
        return swapping.settle(Swap(act.path, part, linking.mark_of(identity_of(act)), new))
    return settle(forth(act), control)


def _verdict_back(act: JournalAct, control: Control) -> tuple[Verdict, str]:
    """What the disk says of an undo that was begun."""
    part = act.part or ""
    if act.kind is ActKind.COPY and act.target is not None:
        if any(not _is_there(folder) and _is_there(os.path.dirname(folder)) for folder in act.made):
            return Verdict.MOVED, ""  # the folders made for it are gone as well
        return deleting.settle(act.target, part, identity_of(act), act.content, control)
    if act.kind.is_link:
        old = linking.link_mark(act.kind, act.link_inode)
        new = None if act.part_inode is None else Mark(act.part_inode)
        return swapping.settle(Swap(act.path, part, old, new)) if old is not None else (Verdict.STAYED, "")
    return settle(back(act), control)


def _lost_in_a_power_cut(act: JournalAct, control: Control) -> Mapping[str, Any] | None:
    """The journal was on the disk, but the renames it speaks of were not yet (folders are synced at the end)."""
    if act.state is ActState.DONE and _seems_not_done(act):
        verdict, state, reason = _verdict_forth(act, control), ActState.SKIPPED, INTERRUPTED
    elif act.state is ActState.UNDONE and _seems_not_undone(act):
        verdict, state, reason = _verdict_back(act, control), ActState.DONE, UNDO_CUT
    else:
        return None
    return {"state": state, "reason": reason} if verdict[0] is Verdict.STAYED else None


def _seems_not_done(act: JournalAct) -> bool:
    if act.kind is ActKind.DELETE:
        return _is_there(act.part)
    if act.kind.is_link:
        return linking.mark_of(identity_of(act)).fits(look(act.path))
    return act.target is not None and not _is_there(act.target)


def _seems_not_undone(act: JournalAct) -> bool:
    if act.kind is ActKind.COPY:
        return _is_there(act.part)
    if act.kind.is_link:
        return linking.is_the_link(act.kind, act.path, act.target or "", act.link_inode)
    return act.target is not None and not _is_there(act.path)


def _is_there(path: str | None) -> bool:
    return path is not None and look(path) is not None

"""Acts that a program left half done when it died: judged by the disk, one by one, and written into the journal.

Also has the last steps of an undo (``finish_undo``), which the undo itself and its settling share. The caller owns the
batch (``Library.owned``).
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from simfinder.actions.filesystem import freedesktop_trash
from simfinder.actions.filesystem.folder_state import FolderState, hold_ground
from simfinder.actions.filesystem.operations import Identity, look, remove_empty
from simfinder.actions.journal.failure_reasons import is_given_up
from simfinder.actions.methods import deletion, folder_removal, link_removal, link_replacement, swap
from simfinder.actions.methods.movement import Movement, Verdict, settle
from simfinder.actions.methods.swap import Mark, Swap
from simfinder.actions.methods.verified_copy import Looks, restore_looks, unpack
from simfinder.errors import ActionError, reason_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState
from simfinder.store.library.journal import JournalAct
from simfinder.store.library.library import Library
from simfinder.text.message import Message, both, in_turn, say
from simfinder.workers import heartbeat
from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout

INTERRUPTED = say("interrupted: the program ended before it was done")
_LAST_OWNER = 2**32 - 2  # the number after it means "unchanged" to the system
UNDO_CUT = say("the undo was interrupted")
NOT_BEGUN = say("interrupted: the program ended before its turn")


class Settled(NamedTuple):
    """The outcome of settling a batch.

    Attributes:
        changed: the journal was changed.
        waiting: the fate of some act can't be seen yet; look again later.
    """

    changed: bool
    waiting: bool


@dataclass(frozen=True, slots=True)
class _Grounds:
    """State of the folders an act was begun in, and the reason to give where one is something else now."""

    path: FolderState
    reason: str
    target: FolderState


def settle_batch(
    library: Library, batch: int, control: Control, timeout: StallTimeout | None = None
) -> Settled:
    """Give every act of a batch that no program works on a final state.

    An act whose outcome can't be seen stays *started*, with the reason: say its folder is on a drive that was
    unplugged, or another drive is mounted there. Then nothing is touched.

    Args:
        library: the journal.
        batch: number.
        control: cancelling.
        timeout: how long a disk may take to answer; that of the person's settings by default.

    Raises:
        StalledError: a disk does not answer. What was settled is in the journal.
    """
    timeout = timeout or StallTimeout()
    row = library.batch(batch)
    cut_off = row is not None and not row.finished
    changed = waiting = False
    for act in library.acts(batch):
        judge = _judge_for(act, cut_off, cut_off or (row is not None and row.waiting))
        if judge is None:
            continue
        change, told = _asked(judge, act, control, timeout)
        waiting = waiting or not told
        if any(getattr(act, name) != value for name, value in change.items()):
            library.update(batch, [(act.position, change)])
            changed = True
    return Settled(changed, waiting)


Judge: TypeAlias = Callable[[JournalAct, Control, _Grounds], tuple[Mapping[str, Any], bool]]
"""Returns the changes of an act for the journal, and whether they are final."""


def _judge_for(act: JournalAct, cut_off: bool, unsettled: bool) -> Judge | None:
    if act.state is ActState.PLANNED:
        return _settle_planned
    if act.state is ActState.STARTED:
        return _settle_act
    if act.state is ActState.FAILED and unsettled and act.part is not None:
        return _settle_given_up if is_given_up(act.state, act.reason) else _settle_failed
    if act.undoing:
        return _settle_undo
    if cut_off and act.part is not None:
        return _lost_in_a_power_cut
    return None


def _asked(
    judge: Judge, act: JournalAct, control: Control, timeout: StallTimeout
) -> tuple[Mapping[str, Any], bool]:
    """Judge an act while its folders are held."""

    def look_at_it() -> tuple[Mapping[str, Any], bool]:
        with heartbeat.asking(act.path), contextlib.ExitStack() as stack:
            try:
                grounds = _grounds_of(act, stack)
            except OSError as error:
                grounds = _Grounds(
                    FolderState.OTHER_DEVICE,
                    say("can't be looked at: {}", reason_of(error)),
                    FolderState.OTHER_DEVICE,
                )
            return judge(act, control, grounds)

    return run_with_timeout(look_at_it, control, timeout, leave_busy=False)


def _grounds_of(act: JournalAct, stack: contextlib.ExitStack) -> _Grounds:
    here = hold_ground(stack, os.path.dirname(act.path), act.folder_mark, act.part)
    there = FolderState.SAME
    if act.target is not None and not act.kind.is_link:
        there, _ = hold_ground(stack, os.path.dirname(act.target), act.target_mark, act.part)
    return _Grounds(*here, there)


def movement_of(act: JournalAct) -> Movement:
    """Return the movement of an act that has a target."""
    if act.target is None or act.part is None:
        raise ValueError(f"act {act.position} of batch {act.batch} was never given a place")
    stays = act.kind is ActKind.COPY
    return Movement(act.path, act.target, act.part, identity_of(act), act.content, act.part_inode, stays)


def movement_back(act: JournalAct) -> Movement:
    """Return the movement of its undo, ``part`` being that of the way back."""
    way = movement_of(act)
    return Movement(way.target, way.source, way.part, way.identity, way.content, way.part_inode)


def identity_of(act: JournalAct) -> Identity:
    """Return the identity of an act's file, on whatever device it is now."""
    return Identity(None, act.inode, act.size, act.mtime_ns)


def looks_of(act: JournalAct) -> Looks:
    """Return what the file had besides its content.

    Raises:
        ActionError: the journal has lost some of it.
    """
    looks, missing = _told(act)
    if missing:
        raise ActionError(say("the journal is damaged: it does not have the {} of this file", both(missing)))
    return looks


def _told(act: JournalAct) -> tuple[Looks, list[Message]]:
    """Return what the journal knows of the file besides its content, and the names of what is damaged."""
    missing = []
    atime = act.mtime_ns if act.atime_ns is None else act.atime_ns
    owner = (act.uid, act.gid) if act.uid is not None and act.gid is not None else None
    if owner is not None and not all(0 <= one <= _LAST_OWNER for one in owner):
        owner = None
        missing.append(say("owner"))
    mode = act.mode
    if mode is not None and not 0 <= mode < 2**16:
        mode = None
        missing.append(say("mode"))
    try:
        attributes = unpack(act.attributes)
    except ValueError:
        attributes = {}
        missing.append(say("attributes"))
    return Looks(atime, act.mtime_ns, mode, owner, attributes), missing


def finish_undo(act: JournalAct, said: str = "", inode: int | None = None) -> Mapping[str, Any]:
    """Give a file that is back its times and mode, tidy up, and return the values for the journal.

    Args:
        act: as the journal has it.
        said: what else is to be said of it.
        inode: of the file that is back, if it may be another one than the journal has.
    """
    reasons = [said]
    try:
        if act.atime_ns is not None and act.kind is not ActKind.COPY and act.kind.on_files:
            looks, missing = _told(act)
            if missing:
                reasons.append(say("is back, but without its {}: the journal is damaged", both(missing)))
            inodes = {one for one in (act.inode, act.part_inode, inode) if one is not None}
            restore_looks(act.path, looks, inodes)
    except (OSError, ActionError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error.message
        reasons.append(say("is back, but its times or mode could not be set: {}", reason))
    try:
        if act.info is not None and act.info_text is not None and not _is_there(act.target):
            freedesktop_trash.remove_info(act.info, act.info_text)
    except OSError as error:
        reasons.append(say("is back, but its entry in the Trash could not be removed: {}", reason_of(error)))
    remove_empty(act.made)
    return {"state": ActState.UNDONE, "reason": in_turn(reasons), "undoing": False}


def _settle_planned(
    _act: JournalAct, _control: Control, _grounds: _Grounds
) -> tuple[Mapping[str, Any], bool]:
    return {"state": ActState.SKIPPED, "reason": NOT_BEGUN}, True


def _settle_act(act: JournalAct, control: Control, grounds: _Grounds) -> tuple[Mapping[str, Any], bool]:
    if act.part is None:  # the system's Trash, which does not say where it puts files
        if grounds.path is not FolderState.SAME:
            return {"reason": grounds.reason}, False
        if _is_there(act.path):
            return {"state": ActState.SKIPPED, "reason": INTERRUPTED}, True
        return {"state": ActState.DONE, "reason": ""}, True
    verdict, reason = _verdict_forth(act, control, grounds)
    if verdict is Verdict.MOVED:
        return {"state": ActState.DONE, "reason": ""}, True
    if verdict is Verdict.UNKNOWN:
        return {"reason": reason}, False
    try:
        if act.info is not None and act.info_text is not None and not _is_there(act.target):
            freedesktop_trash.remove_info(act.info, act.info_text)
    except OSError as error:
        reason = say("its entry in the Trash could not be removed: {}", reason_of(error))
    remove_empty(act.made)
    return {
        "state": ActState.SKIPPED,
        "reason": in_turn((INTERRUPTED, reason)),
    }, True


def _settle_failed(act: JournalAct, control: Control, grounds: _Grounds) -> tuple[Mapping[str, Any], bool]:
    """Settle an act that failed and could not take back what it had begun."""
    change, _ = _settle_act(act, control, grounds)
    in_sight = grounds.path is grounds.target is FolderState.SAME
    return (change if change.get("state") is ActState.DONE else {}), in_sight


def _settle_given_up(act: JournalAct, control: Control, grounds: _Grounds) -> tuple[Mapping[str, Any], bool]:
    """Settle an act that was given up, if its disk is there again."""
    change, told = _settle_act(act, control, grounds)
    return (change if told else {}), told


def _settle_undo(act: JournalAct, control: Control, grounds: _Grounds) -> tuple[Mapping[str, Any], bool]:
    verdict, reason = _verdict_back(act, control, grounds)
    if verdict is Verdict.MOVED:
        return finish_undo(act), True
    if verdict is Verdict.UNKNOWN:
        return {"reason": reason}, False
    return {"undoing": False, "reason": in_turn((UNDO_CUT, reason))}, True


def _verdict_forth(act: JournalAct, control: Control, grounds: _Grounds) -> tuple[Verdict, str]:
    """Judge an act that was begun, by the disk."""
    part = act.part or ""
    if act.kind is ActKind.UNLINK:
        if grounds.path is not FolderState.SAME:
            return Verdict.UNKNOWN, grounds.reason
        return link_removal.settle(act.path, part)
    if act.kind is ActKind.DELETE or act.kind.is_link:
        if grounds.path is not FolderState.SAME:
            return Verdict.UNKNOWN, grounds.reason
        if act.kind is ActKind.DELETE:
            return deletion.settle(act.path, part, identity_of(act), act.content, control)
        new = link_replacement.link_mark(act.kind, act.link_inode)
        return swap.settle(Swap(act.path, part, link_replacement.mark_of(identity_of(act)), new))
    return settle(movement_of(act), control, grounds.path, grounds.target)


def _verdict_back(act: JournalAct, control: Control, grounds: _Grounds) -> tuple[Verdict, str]:
    """Judge an undo that was begun, by the disk."""
    part = act.part or ""
    if not act.kind.on_files:
        if grounds.path is FolderState.OTHER_DEVICE:
            return Verdict.UNKNOWN, grounds.reason
        method = folder_removal.settle_back if act.kind is ActKind.RMDIR else link_removal.settle_back
        return method(act.path, part)
    tidied = (
        grounds.target is not FolderState.OTHER_DEVICE
        and any(  # the folders made for it were removed as empty, too
            not _is_there(folder) and _is_there(os.path.dirname(folder)) for folder in act.made
        )
    )
    if act.kind is ActKind.COPY and act.target is not None:
        if tidied:
            return Verdict.MOVED, ""
        if grounds.target is not FolderState.SAME:
            return Verdict.UNKNOWN, say("the folder of {} can't be seen now", act.target)
        return deletion.settle(act.target, part, identity_of(act), act.content, control)
    if act.kind.is_link:
        if grounds.path is not FolderState.SAME:
            return Verdict.UNKNOWN, grounds.reason
        old = link_replacement.link_mark(act.kind, act.link_inode)
        new = None if act.part_inode is None else Mark(act.part_inode)
        return swap.settle(Swap(act.path, part, old, new)) if old is not None else (Verdict.STAYED, "")
    return settle(movement_back(act), control, FolderState.SAME if tidied else grounds.target, grounds.path)


def _lost_in_a_power_cut(
    act: JournalAct, control: Control, grounds: _Grounds
) -> tuple[Mapping[str, Any], bool]:
    """Settle an act whose rename was lost in a power cut after the journal was written (folders are synced last)."""
    if act.state is ActState.DONE and _seems_not_done(act):
        verdict, state, reason = _verdict_forth(act, control, grounds), ActState.SKIPPED, INTERRUPTED
    elif act.state is ActState.UNDONE and _seems_not_undone(act):
        verdict, state, reason = _verdict_back(act, control, grounds), ActState.DONE, UNDO_CUT
    else:
        return {}, True
    return ({"state": state, "reason": reason} if verdict[0] is Verdict.STAYED else {}), True


def _seems_not_done(act: JournalAct) -> bool:
    if act.kind in (ActKind.DELETE, ActKind.UNLINK):
        return _is_there(act.part)
    if act.kind.is_link:
        return link_replacement.mark_of(identity_of(act)).fits(look(act.path))
    return act.target is not None and not _is_there(act.target)


def _seems_not_undone(act: JournalAct) -> bool:
    if act.kind is ActKind.COPY:
        return _is_there(act.part)
    if act.kind.is_link:
        return link_replacement.is_the_link(act.kind, act.path, act.target or "", act.link_inode)
    return act.target is not None and not _is_there(act.path)


def _is_there(path: str | None) -> bool:
    return path is not None and look(path) is not None

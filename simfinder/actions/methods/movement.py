"""Move one file from one name to another, and judge a movement that was cut off.

An act and its undo are both a ``Movement``. The system calls, in order, and what a death right after each leaves (the
journal has source, target, part and identity on the disk before the first):

=====================================  ==============================================  =======
call                                   on the disk                                     verdict
=====================================  ==============================================  =======
(nothing yet)                          source                                          STAYED
``renameat2(source, target)``          target, the source's own inode                  MOVED
*or, where that is not known:*
``link(source, target)``               both, one inode                                 STAYED, the second name goes
``unlink(source)``                     target                                          MOVED
*or, to another device:*
``open(part, O_EXCL)``                 source, empty part                              STAYED, part goes
journal: device and inode of part      the same                                        STAYED, part goes
write, fsync, read back                source, part                                    STAYED, part goes
``renameat2(part, target)``            source, target with the part's inode            STAYED, target goes
``fsync``: target's folder, new ones   the same                                        STAYED, target goes
``unlink(source)``                     target                                          MOVED
=====================================  ==============================================  =======

So: as long as the source is there, nothing has moved, and the only things ever removed are ours: a part (its
name is 128 random bits that the journal knows), a second name of the source's own inode, a copy whose inode the
journal knows and whose bytes equal the source's. Anything else is left alone. If neither source nor target can be
seen, or their folders' paths lead to other folders (a drive that is not plugged in, or another one mounted there), the
verdict is UNKNOWN and nothing is touched.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.folder_state import FolderState
from simfinder.actions.filesystem.open_elsewhere import HeldFile
from simfinder.actions.filesystem.operations import (
    Identity,
    UncertainOutcome,
    content_of,
    is_gone,
    is_part_name,
    look,
    rename_new,
    same_bytes,
)
from simfinder.actions.methods.verified_copy import copy_new
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.path_rules import MACOS
from simfinder.model.progress import Control
from simfinder.text.message import in_turn, say


@dataclass(frozen=True, slots=True)
class Movement:
    """The movement of one file.

    Attributes:
        source: where it is.
        target: where it goes; free when the movement was planned.
        part: name of the copy, in the target's folder, if it has to be copied.
        identity: what the source is.
        content: XXH3-128 of it.
        part_inode: inode of that copy once it exists, else None.
        stays: the file stays where it is; only a copy of it goes to the target.
        made: folders that were made for it, outermost first.
    """

    source: str
    target: str
    part: str
    identity: Identity
    content: bytes
    part_inode: int | None = None
    stays: bool = False
    made: tuple[str, ...] = ()


class Verdict(Enum):
    """Outcome of a movement that was cut off: where its file is."""

    STAYED = "the file is at its source"
    MOVED = "the file is at its target"
    UNKNOWN = "neither is known"


class TargetTaken(Exception):  # noqa: N818 - an outcome: the caller takes another name
    """Someone else has taken the target's name."""


def carry_out(movement: Movement, control: Control, copying: Callable[[int, int, bytes], None]) -> str:
    """Move the file, or copy it if it is to stay.

    Args:
        movement: journalled already.
        control: checked and advanced while bytes are copied.
        copying: called with device, inode and attributes of a new copy, to write them into the journal before it grows.

    Returns:
        "", or a sentence about what a program saved into the file in the last moment.

    Raises:
        TargetTaken: nothing happened.
        ActionError: the file is where it was (or the message says where).
        Cancelled: the file is where it was.
    """
    if movement.stays:
        return _carry_over(movement, control, copying)
    try:
        rename_new(movement.source, movement.target)
    except FileExistsError as error:
        raise TargetTaken from error
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise _failed(movement, error) from error
        return _carry_over(movement, control, copying)
    _make_sure(movement, control)
    return ""


def settle(
    movement: Movement,
    control: Control,
    source: FolderState = FolderState.SAME,
    target: FolderState = FolderState.SAME,
) -> tuple[Verdict, str]:
    """Judge by the disk alone a movement whose program died, and remove what it left.

    Args:
        movement: as it was journalled.
        control: checked while bytes are read.
        source: what is at the path of the source's folder now.
        target: likewise of the target's folder.

    Returns:
        The verdict and a reason, "" if there is nothing to say.
    """
    try:
        if target is not FolderState.SAME:
            return _settle_without_target(movement, source, target)
        if source is not FolderState.SAME and not movement.stays:
            return _settle_without_source(movement)
        return _settle(movement, control)
    except OSError as error:
        return Verdict.UNKNOWN, say("can't be looked at: {}", reason_of(error))
    except ActionError as error:
        return Verdict.UNKNOWN, error.sentence


def is_the_file(
    path: str, status: os.stat_result, identity: Identity, content: bytes, control: Control
) -> bool:
    """Tell whether the file at ``path`` is the one meant: by inode, size and time, or else by its bytes.

    Inodes and devices can change when a drive is plugged in again, and a copy has an inode of its own.
    """
    if identity.anywhere().matches(status):
        return True
    if not content or status.st_size != identity.size:
        return False
    try:
        return content_of(path, control) == content
    except ActionError:  # not a regular file
        return False


def _failed(movement: Movement, error: OSError) -> ActionError:
    reason = reason_of(error)
    if movement.stays:
        return ActionError(say("can't be copied to {}: {}", movement.target, reason), movement.source)
    return ActionError(say("can't be moved to {}: {}", movement.target, reason), movement.source)


def _make_sure(movement: Movement, control: Control) -> None:
    """Check that the renamed file is the one that was checked: a program may have saved over it in between."""
    reason = say("changed while it was being moved")
    try:
        status = look(movement.target)
        if status is not None and (
            movement.identity.matches(status)
            or is_the_file(movement.target, status, movement.identity, movement.content, control)
        ):
            return
    except OSError as error:
        reason = say("can't be read in its new place: {}", reason_of(error))
    try:
        rename_new(movement.target, movement.source)
    except OSError as error:
        message = say("{}; it is at {} and can't be put back ({})", reason, movement.target, reason_of(error))
        raise UncertainOutcome(message, movement.source) from error
    raise ActionError(reason, movement.source)


def _carry_over(movement: Movement, control: Control, copying: Callable[[int, int, bytes], None]) -> str:
    """Move to another device: make a copy, read it back, then remove the original."""
    inode: int | None = None

    def begun(device: int, number: int, attributes: bytes) -> None:
        nonlocal inode
        inode = number
        copying(device, number, attributes)

    place = movement.part
    try:
        copy_new(movement.source, movement.part, movement.identity, movement.content, control, begun)
        rename_new(movement.part, movement.target)
        place = movement.target
        syscalls.sync_folder(os.path.dirname(movement.target))
        for folder in reversed(movement.made):  # not every disk syncs a new folder with its entries
            with contextlib.suppress(PermissionError):  # one that we may write, but not read
                syscalls.sync_folder(os.path.dirname(folder))
        return _remove_source(movement)
    except (OSError, ActionError, Cancelled) as error:
        if place == movement.target and is_gone(movement.source):
            return ""  # the last call failed, but it did its work; or somebody else took the original away
        _drop(place, inode)
        if isinstance(error, FileExistsError):
            raise TargetTaken from error
        if isinstance(error, OSError):
            raise _failed(movement, error) from error
        raise


def _remove_source(movement: Movement) -> str:
    """Remove the original, if it is to go and is still what was copied."""
    with HeldFile(movement.source) if not movement.stays else contextlib.nullcontext() as file:
        status, changed_at = look(movement.source), movement.identity.ctime_ns
        if (
            status is None
            or not movement.identity.matches(status)
            or not (file is None or file.is_as(changed_at))
        ):
            raise ActionError(say("changed while it was being copied"), movement.source)
        return "" if file is None else file.remove(movement.source)


def _drop(path: str, inode: int | None) -> None:
    """Remove the copy that this call made, if it is still that copy."""
    try:
        status = look(path)
        if status is not None and (status.st_ino == inode or is_part_name(path)):
            syscalls.remove(path)
    except OSError as error:
        raise UncertainOutcome(
            say("an unfinished copy could not be removed: {}", reason_of(error)), path
        ) from error


def _settle(movement: Movement, control: Control) -> tuple[Verdict, str]:
    source, target = look(movement.source), look(movement.target)
    if movement.stays:
        return _settle_copy(movement, target, control)
    if source is None:
        if target is not None and _arrived(movement, target, control):
            return Verdict.MOVED, ""
        lost = (
            say("is not at its place now, and nothing is at {}", movement.target)
            if target is None
            else say("is not at its place now, and something else is at {}", movement.target)
        )
        left = look(movement.part) is not None
        return Verdict.UNKNOWN, in_turn(
            (lost, say("a copy in the making is left at {}", movement.part) if left else "")
        )
    if is_the_file(movement.source, source, movement.identity, movement.content, control):
        _remove_part(movement)
        reason = _remove_second(movement, source, target, control)
        return Verdict.STAYED, reason
    if target is not None and _arrived(movement, target, control):
        return Verdict.MOVED, ""  # something new has taken its old name
    _remove_part(movement)
    return Verdict.STAYED, say("it was changed since")


def _settle_without_target(
    movement: Movement, source: FolderState, target: FolderState
) -> tuple[Verdict, str]:
    """Judge without the target's folder: if that was removed, the file at its source still proves that it stayed."""
    there = look(movement.source) if source is FolderState.SAME else None
    if (
        target is FolderState.MISSING
        and there is not None
        and movement.identity.anywhere().matches(there)
        and not movement.stays
    ):
        begun = movement.part_inode is not None
        return Verdict.STAYED, say("a copy that was begun may be left at {}", movement.part) if begun else ""
    return Verdict.UNKNOWN, say("the folder of {} can't be seen now", movement.target)


def _settle_without_source(movement: Movement) -> tuple[Verdict, str]:
    """Judge without the source's folder: only the same inode at the target proves a move, a copy does not."""
    there = look(movement.target)
    if there is not None and there.st_nlink == 1 and movement.identity.anywhere().matches(there):
        return Verdict.MOVED, ""
    return Verdict.UNKNOWN, say("the folder of {} can't be seen now", movement.source)


def _settle_copy(movement: Movement, target: os.stat_result | None, control: Control) -> tuple[Verdict, str]:
    """Judge a copy: it is done if all of it is at the target, whatever became of the source."""
    if target is not None and movement.part_inode is not None and _is_our_copy(movement, target):
        if content_of(movement.target, control) == movement.content:
            return Verdict.MOVED, ""
        return Verdict.STAYED, say("what is at {} is left alone", movement.target)
    _remove_part(movement)
    return Verdict.STAYED, ""


def _arrived(movement: Movement, target: os.stat_result, control: Control) -> bool:
    return _is_our_copy(movement, target) or is_the_file(
        movement.target, target, movement.identity, movement.content, control
    )


def _is_our_copy(movement: Movement, target: os.stat_result) -> bool:
    return target.st_ino == movement.part_inode and target.st_size == movement.identity.size


def _remove_part(movement: Movement) -> None:
    """Remove the part: its name is ours, and it is no longer than the source."""
    part = look(movement.part)
    if part is not None and part.st_size <= movement.identity.size and is_part_name(movement.part):
        syscalls.remove(movement.part)


def _remove_second(
    movement: Movement, source: os.stat_result, target: os.stat_result | None, control: Control
) -> str:
    """Remove a second name or a finished copy of ours; return what to say of anything else at the target."""
    if target is None:
        return ""
    if os.path.samestat(source, target):
        if source.st_nlink > 1 and not _same_entry(movement.source, movement.target):
            syscalls.remove(movement.target)
        return ""
    if _is_our_copy(movement, target) and same_bytes(movement.source, movement.target, control):
        syscalls.remove(movement.target)
        return ""
    return say("what is at {} is left alone", movement.target)


def _same_entry(a: str, b: str) -> bool:
    """Tell whether two paths are, or may be, one directory entry reached or spelled in two ways."""
    # any system can mount a disk that takes A for a: never remove what may be the only name
    alike = MACOS.key(os.path.basename(a)) == MACOS.key(os.path.basename(b))
    return alike and os.path.samefile(os.path.dirname(a), os.path.dirname(b))

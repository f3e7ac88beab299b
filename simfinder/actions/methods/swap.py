"""Put something new in the place of a file in one step, and judge a swap that was cut off.

A link for a file, and in the undo a file for the link, are both a ``Swap``. The calls, in order, and what a death right
after each leaves (the journal has path, part and both marks before the first; *new* is at the part):

==================================  ================================  =========================================
call                                on the disk                       verdict
==================================  ================================  =========================================
(nothing yet)                       path: old, part: new              STAYED, the new one goes
``open``, lease (of a file)         the same                          the same
``renameat2(…, RENAME_EXCHANGE)``   path: new, part: old              STAYED, they change places again
*or, where that is not known:*
``rename(path, aside)``             aside: old, part: new             STAYED, the old one is put back
``rename(part, path)``              path: new, aside: old             STAYED, the old one is put back
*then*
``fsync(folder)``                   the same                          the same
``unlink(old)``                     path: new                         MOVED
==================================  ================================  =========================================

Old and new are recognised by inode and kind, nothing else. Where that is not enough everything is left as it is. An old
file is held against writers (``open_elsewhere``) all the while; if a program saved into it in the last moment, a file
with that is made beside its place at the end.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.open_elsewhere import HeldFile
from simfinder.actions.filesystem.operations import UncertainOutcome, is_part_name, look, old_for, rename_new
from simfinder.actions.methods.movement import Verdict
from simfinder.errors import ActionError, reason_of
from simfinder.text.message import in_turn, say

_CHANGED = say("changed while it was being replaced")


@dataclass(frozen=True, slots=True)
class Mark:
    """What identifies the old or the new one.

    Attributes:
        inode: its inode.
        kind: ``stat.S_IFREG`` or ``stat.S_IFLNK``.
        mtime_ns: its modification time, if known; guards against an inode that was used again.
        ctime_ns: when its status last changed, from before its content was compared; None if that does not matter.
    """

    inode: int
    kind: int = stat.S_IFREG
    mtime_ns: int | None = None
    ctime_ns: int | None = None

    def fits(self, status: os.stat_result | None) -> bool:
        return (
            status is not None
            and status.st_ino == self.inode
            and stat.S_IFMT(status.st_mode) == self.kind
            and self.mtime_ns in (None, status.st_mtime_ns)
        )


@dataclass(frozen=True, slots=True)
class Swap:
    """A new entry for an old one.

    Attributes:
        path: where the old one is and the new one goes.
        part: where the new one is, in the same folder; a name of ours.
        old: mark of the old one.
        new: mark of the new one; None if the journal never got it, so the new one never got further than its part.
    """

    path: str
    part: str
    old: Mark
    new: Mark | None

    @property
    def aside(self) -> str:
        """Where the old one goes if names can't be exchanged."""
        return old_for(self.part)


def carry_out(swap: Swap, still: Callable[[], None]) -> str:
    """Put the new one in place and remove the old one.

    Args:
        swap: journalled already.
        still: raises ``ActionError`` if the old one must not go after all; called with the new one in place.

    Returns:
        "", or a sentence about what a program saved into the old one in the last moment.

    Raises:
        ActionError: the old one is in its place again and the new one is gone (or the message says what is left).
    """
    try:
        with contextlib.ExitStack() as stack:
            file = None
            if swap.old.kind == stat.S_IFREG:
                file = stack.enter_context(HeldFile(swap.path))
                if not file.is_as(swap.old.ctime_ns):
                    raise ActionError(_CHANGED, swap.path)
            return _carry_out(swap, file, still)
    except (OSError, ActionError) as error:
        reason = (
            say("can't be replaced: {}", reason_of(error)) if isinstance(error, OSError) else error.message
        )
        verdict, more = settle(swap)
        if verdict is Verdict.MOVED:  # the last call failed, but it did its work
            return ""
        kind = UncertainOutcome if verdict is Verdict.UNKNOWN else ActionError
        raise kind(in_turn((reason, more)), swap.path) from error


def _carry_out(swap: Swap, file: HeldFile | None, still: Callable[[], None]) -> str:
    """Do ``carry_out`` while the old one is held, if it is a file."""
    out = _change_places(swap)
    if not swap.old.fits(syscalls.status(out)):
        raise ActionError(_CHANGED, swap.path)
    if swap.new is None or not swap.new.fits(syscalls.status(swap.path)):
        raise ActionError(say("what is in its place now is not what was put there"), swap.path)
    syscalls.sync_folder(os.path.dirname(swap.path))
    still()
    if file is None:
        syscalls.remove(out)
        return ""
    return file.remove(out)


def settle(swap: Swap) -> tuple[Verdict, str]:
    """Judge by the disk alone a swap that was cut off, and take back what was not finished.

    Returns:
        The verdict and a reason, "" if there is nothing to say.
    """
    if not is_part_name(swap.part):
        return Verdict.UNKNOWN, say("the journal is damaged: the name in it is not one of SimFinder's")
    try:
        return _settle(swap)
    except OSError as error:
        found = [place for place in (swap.part, swap.aside) if _is_old(swap, place)]
        where = say("what was there is at {}", found[0]) if found else ""
        return Verdict.UNKNOWN, in_turn((say("can't be settled: {}", reason_of(error)), where))


def _change_places(swap: Swap) -> str:
    """Exchange old and new, and return where the old one is now."""
    try:
        syscalls.exchange(swap.part, swap.path)
        return swap.part
    except OSError as error:
        if error.errno not in syscalls.CANNOT:
            raise
    rename_new(swap.path, swap.aside)
    rename_new(swap.part, swap.path)
    return swap.aside


def _settle(swap: Swap) -> tuple[Verdict, str]:
    here, part, aside = look(swap.path), look(swap.part), look(swap.aside)
    is_new = swap.new.fits if swap.new is not None else (lambda _status: False)
    if swap.old.fits(here):
        if swap.old.fits(aside):
            syscalls.remove(swap.aside)  # a second name, by a link that was to replace a name
        if part is not None and not swap.old.fits(part):
            syscalls.remove(swap.part)
        return Verdict.STAYED, ""
    if here is None:
        if look(os.path.dirname(swap.path)) is None:
            return Verdict.UNKNOWN, say("its folder can't be seen now")
        if aside is None:
            return Verdict.UNKNOWN, say("is not at its place now")
        rename_new(swap.aside, swap.path)
        if part is not None:
            syscalls.remove(swap.part)
        return Verdict.STAYED, ""
    if is_new(here):
        return _roll_back(swap, part, aside)
    for place, found in ((swap.part, part), (swap.aside, aside)):
        if found is not None and not is_new(found):
            return Verdict.UNKNOWN, say("something else is in its place; what was there is at {}", place)
    if part is not None:
        syscalls.remove(swap.part)
    return Verdict.STAYED, say("it was changed since")


def _roll_back(swap: Swap, part: os.stat_result | None, aside: os.stat_result | None) -> tuple[Verdict, str]:
    """Put back what was at the path: the old one, or whatever replaced it at the last moment.

    Nobody else knows our names: an entry under one of them that is not the new one was at the path.
    """
    if swap.new is None or (part is not None and not swap.new.fits(part)):
        syscalls.exchange(swap.part, swap.path)
        syscalls.remove(swap.part)
        return Verdict.STAYED, ""
    if aside is None:
        if part is not None:
            syscalls.remove(swap.part)
        return Verdict.MOVED, ""
    if part is None:
        rename_new(swap.path, swap.part)
    else:
        syscalls.remove(swap.path)  # both are names of the new one: a link that was to replace a name
    rename_new(swap.aside, swap.path)
    syscalls.remove(swap.part)
    return Verdict.STAYED, ""


def _is_old(swap: Swap, place: str) -> bool:
    try:
        return swap.old.fits(look(place))
    except OSError:  # unknown: not counted as the old one
        return False

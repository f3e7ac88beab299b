"""Remove a symbolic link, and make it again.

The link is renamed to a name of ours first and looked at there, so that nothing but the link is ever removed. What a
death right after each call leaves:

===============================  ====================  =========================
call                             on the disk           verdict
===============================  ====================  =========================
``rename(path, part)``           the link as part      STAYED, it is put back
``unlink(part)``                 nothing               MOVED (gone, that is)
(back) ``symlink(part)``, times  the link as part      STAYED, part is removed
(back) ``rename(part, path)``    the link              MOVED (back, that is)
===============================  ====================  =========================
"""

from __future__ import annotations

import contextlib
import os
import stat

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import UncertainOutcome, is_gone, is_part_name, look, rename_new
from simfinder.actions.methods.movement import TargetTaken, Verdict
from simfinder.actions.methods.verified_copy import Looks
from simfinder.errors import ActionError, reason_of
from simfinder.text.message import say

_CHANGED = say("changed while it was being removed")


def remove(path: str, part: str, inode: int, text: str) -> None:
    """Remove a link.

    Args:
        path: of the link.
        part: a name of ours beside it, journalled already.
        inode: of the link.
        text: where it leads.

    Raises:
        ActionError: it is still there (or the message says where).
    """
    try:
        rename_new(path, part)
    except OSError as error:
        raise ActionError(say("can't be removed: {}", reason_of(error)), path) from error
    try:
        status = syscalls.status(part)
        if not stat.S_ISLNK(status.st_mode) or status.st_ino != inode or syscalls.read_symlink(part) != text:
            raise _put_back(path, part, _CHANGED)
        syscalls.remove(part)
    except OSError as error:
        if not is_gone(part):  # the call may have failed and done its work
            raise _put_back(path, part, say("can't be removed: {}", reason_of(error))) from error


def settle(path: str, part: str) -> tuple[Verdict, str]:
    """Judge by the disk a link that was being removed when the program died; put it back if it has our name."""
    try:
        if is_part_name(part) and look(part) is not None:
            rename_new(part, path)
        return (Verdict.MOVED if look(path) is None else Verdict.STAYED), ""
    except FileExistsError:
        return Verdict.UNKNOWN, say("is at {}: something else is in its place", part)
    except OSError as error:
        return Verdict.UNKNOWN, say("can't be looked at: {}", reason_of(error))


def restore(path: str, part: str, text: str, looks: Looks) -> None:
    """Make a link again, with its owner and times as far as the system allows that.

    Args:
        path: of the link.
        part: a name of ours beside it, journalled already.
        text: where it leads.
        looks: what it had.

    Raises:
        TargetTaken: something is at its path now.
        OSError: it can't be made; nothing is left of it.
    """
    try:
        syscalls.make_symlink(text, part)
        if looks.owner is not None:
            with contextlib.suppress(OSError):  # giving links away is root's right
                syscalls.set_owner(part, *looks.owner)
        if syscalls.LINK_TIMES:
            with contextlib.suppress(OSError):  # not every file system gives links times
                syscalls.set_times(part, looks.atime_ns, looks.mtime_ns)
        rename_new(part, path)
    except FileExistsError as error:
        _drop(part)
        raise TargetTaken from error
    except OSError:
        _drop(part)
        if is_gone(path):
            raise


def settle_back(path: str, part: str) -> tuple[Verdict, str]:
    """Judge by the disk a link that was being made again when the program died."""
    _drop(part)
    return (Verdict.STAYED, "") if is_gone(path) else (Verdict.MOVED, "")


def _drop(part: str) -> None:
    """Remove an unfinished link of ours."""
    with contextlib.suppress(OSError):
        if is_part_name(part) and os.path.basename(part) and stat.S_ISLNK(syscalls.status(part).st_mode):
            syscalls.remove(part)


def _put_back(path: str, part: str, reason: str) -> ActionError:
    """Undo the first step and return the error to raise."""
    try:
        rename_new(part, path)
    except OSError as error:
        return UncertainOutcome(
            say("{}; it is at {} and can't be put back: {}", reason, part, reason_of(error)), path
        )
    return ActionError(reason, path)

"""A file deleted for good, and how a deletion that was cut off is judged.

The file first gets a name that is ours alone, in its own folder. What then lies there is looked at: a program that
saved over the file in between, or a file that stays and is gone with it because it was the same one by another way,
brings it back. What a death right after each call leaves (path and name are in the journal before the first):

=====================  =====================  ========================
call                   on the disk            verdict
=====================  =====================  ========================
(nothing yet)          the file               STAYED
``rename(path, part)`` the file as part       STAYED, it is put back
``unlink(part)``       nothing                MOVED (gone, that is)
=====================  =====================  ========================
"""

from __future__ import annotations

import os
from collections.abc import Callable

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import Identity, Unsettled, is_part_name, look, rename_new
from simfinder.actions.methods.movement import Verdict, is_the_file
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control


def delete(
    path: str, part: str, identity: Identity, content: bytes, control: Control, still: Callable[[], None]
) -> None:
    """Delete a file.

    Args:
        path: of the file.
        part: a name of ours in its folder, journalled already.
        identity: what the file is.
        content: XXH3-128 of it.
        control: checked where the file has to be read.
        still: raises ``ActionError`` where the file must not go after all; called when its name is gone.

    Raises:
        ActionError: it is still there (or the message says where).
        Cancelled: it is still there.
    """
    try:
        rename_new(path, part)
    except OSError as error:
        raise ActionError(f"can't be deleted: {reason_of(error)}", path) from error
    try:
        status = syscalls.status(part)
        if not is_the_file(part, status, identity, content, control):
            raise ActionError("changed while it was being deleted", path)
        still()
        syscalls.remove(part)
    except OSError as error:
        if _is_gone(part):  # the call failed, and has done its work all the same
            return
        raise _put_back(path, part, f"can't be deleted: {reason_of(error)}") from error
    except ActionError as error:
        raise _put_back(path, part, error.message) from error
    except Cancelled:
        if isinstance(left := _put_back(path, part, "was to be deleted"), Unsettled):
            raise left from None
        raise


def settle(path: str, part: str, identity: Identity, content: bytes, control: Control) -> tuple[Verdict, str]:
    """Judge a deletion whose program died, by the disk alone; a file under our name is put back.

    Returns:
        The verdict (MOVED: it is gone) and, where there is something to say, a reason.
    """
    try:
        if look(os.path.dirname(path)) is None:
            return Verdict.UNKNOWN, "its folder can't be seen now"
        here, aside = look(path), look(part)
        if aside is not None and is_part_name(part):
            if here is not None and os.path.samestat(here, aside):
                syscalls.remove(part)  # a second name of the file
            else:
                rename_new(part, path)
            return Verdict.STAYED, ""
        if here is None:
            return Verdict.MOVED, ""
        if is_the_file(path, here, identity, content, control):
            return Verdict.STAYED, ""
        return Verdict.STAYED, "it was changed since"
    except FileExistsError:
        return Verdict.UNKNOWN, f"lies at {part}: something else has taken its place"
    except (OSError, ActionError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        return Verdict.UNKNOWN, f"can't be looked at: {reason}"


def _put_back(path: str, part: str, reason: str) -> ActionError:
    """Undo the first step; returns what is to be raised."""
    try:
        rename_new(part, path)
    except OSError as error:
        return Unsettled(f"{reason}; it lies at {part} and can't be put back: {reason_of(error)}", path)
    return ActionError(reason, path)


def _is_gone(path: str) -> bool:
    try:
        return look(path) is None
    except OSError:  # it can't be told: not gone
        return False

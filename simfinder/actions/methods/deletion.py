"""Delete a file for good, and judge a deletion that was cut off.

The file is held against writers (``open_elsewhere``), renamed to a name of ours in its folder, and checked there. It is
put back if a program saved over it in between, or if the file that stays disappeared with it (it was the same file by
another path). What a death right after each call leaves (path and name are in the journal before the first):

=====================  =====================  ========================
call                   on the disk            verdict
=====================  =====================  ========================
(nothing yet)          the file               STAYED
``open``, lease        the file               STAYED
``rename(path, part)`` the file as part       STAYED, it is put back
``unlink(part)``       nothing                MOVED (gone, that is)
=====================  =====================  ========================

If a program saved into it in the last moment, a file with that is made beside its place then; it is not ours any more.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.open_elsewhere import HeldFile
from simfinder.actions.filesystem.operations import (
    Identity,
    UncertainOutcome,
    is_gone,
    is_part_name,
    look,
    rename_new,
)
from simfinder.actions.methods.movement import Verdict, is_the_file
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control
from simfinder.text.message import say

_CHANGED = say("changed while it was being deleted")


def delete(
    path: str, part: str, identity: Identity, content: bytes, control: Control, still: Callable[[], None]
) -> str:
    """Delete a file.

    Args:
        path: of the file.
        part: a name of ours in its folder, journalled already.
        identity: what the file is.
        content: XXH3-128 of it.
        control: checked while the file is read, if it has to be.
        still: raises ``ActionError`` if the file must not go after all; called once it is renamed.

    Returns:
        "", or a sentence about what a program saved into it in the last moment.

    Raises:
        ActionError: it is still there (or the message says where).
        Cancelled: it is still there.
    """
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(HeldFile(path))
            if not file.is_as(identity.ctime_ns):
                raise ActionError(_CHANGED, path)
            rename_new(path, part)
        except OSError as error:
            raise ActionError(say("can't be deleted: {}", reason_of(error)), path) from error
        return _delete_part(
            path, part, file, lambda status: is_the_file(part, status, identity, content, control), still
        )


def _delete_part(
    path: str, part: str, file: HeldFile, is_it: Callable[[os.stat_result], bool], still: Callable[[], None]
) -> str:
    """Delete a file that has our name now, or put it back."""
    try:
        status = syscalls.status(part)
        if not is_it(status):
            raise ActionError(_CHANGED, path)
        still()
        return file.remove(part)
    except OSError as error:
        if is_gone(part):  # the call failed, but it did its work
            return ""
        raise _put_back(path, part, say("can't be deleted: {}", reason_of(error))) from error
    except ActionError as error:
        raise _put_back(path, part, error.message) from error
    except Cancelled:
        if isinstance(left := _put_back(path, part, say("was to be deleted")), UncertainOutcome):
            raise left from None
        raise


def settle(path: str, part: str, identity: Identity, content: bytes, control: Control) -> tuple[Verdict, str]:
    """Judge by the disk alone a deletion whose program died; put a file under our name back.

    Returns:
        The verdict (MOVED: it is gone) and a reason, "" if there is nothing to say.
    """
    try:
        if look(os.path.dirname(path)) is None:
            return Verdict.UNKNOWN, say("its folder can't be seen now")
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
        return Verdict.STAYED, say("it was changed since")
    except FileExistsError:
        return Verdict.UNKNOWN, say("is at {}: something else is in its place", part)
    except (OSError, ActionError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error.sentence
        return Verdict.UNKNOWN, say("can't be looked at: {}", reason)


def _put_back(path: str, part: str, reason: str) -> ActionError:
    """Undo the first step and return the error to raise."""
    try:
        rename_new(part, path)
    except OSError as error:
        return UncertainOutcome(
            say("{}; it is at {} and can't be put back: {}", reason, part, reason_of(error)), path
        )
    return ActionError(reason, path)

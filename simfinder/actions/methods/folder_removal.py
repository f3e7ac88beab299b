"""Remove an empty folder, and make it again with all it had.

The system removes a folder only if it is empty, in one step, so nothing in it can be lost. What a death leaves:

==================================  ======================  =========================
call                                on the disk             verdict
==================================  ======================  =========================
``rmdir(path)``                     nothing                 MOVED (gone, that is)
(back) ``mkdir(part)``, its looks   the folder as part      STAYED, part is removed
(back) ``rename(part, path)``       the folder              MOVED (back, that is)
==================================  ======================  =========================
"""

from __future__ import annotations

import contextlib
import errno
import os

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.operations import is_gone, is_part_name, rename_new
from simfinder.actions.methods.movement import TargetTaken, Verdict
from simfinder.actions.methods.verified_copy import Looks, dress
from simfinder.errors import ActionError, reason_of
from simfinder.model.system import WINDOWS
from simfinder.text.message import say


def attributes_of(path: str) -> dict[str, bytes]:
    """Return the extended attributes of a folder.

    Raises:
        OSError: they can't be read.
    """
    if WINDOWS:
        return {}
    opened = syscalls.open_file(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        return syscalls.attributes(opened)
    finally:
        os.close(opened)


def remove(path: str) -> None:
    """Remove an empty folder.

    Raises:
        ActionError: it is still there; something is in it, or it can't be removed.
    """
    try:
        syscalls.remove_folder(path)
    except OSError as error:
        if not is_gone(path):  # the call may have failed and done its work
            raise ActionError(say("can't be removed: {}", reason_of(error)), path) from error


def restore(path: str, part: str, looks: Looks) -> str:
    """Make a folder again: under a name of ours first, so that it has all it had when it appears.

    Args:
        path: of the folder.
        part: a name of ours beside it, journalled already.
        looks: what it had.

    Returns:
        "", or a sentence about what could not be given back.

    Raises:
        TargetTaken: something is at its path now.
        OSError: it can't be made; nothing is left of it.
    """
    syscalls.make_folder(part)
    said = ""
    try:
        said = _dress(part, looks)
        rename_new(part, path)
    except FileExistsError as error:
        drop(part)
        raise TargetTaken from error
    except OSError as error:
        drop(part)
        if error.errno == errno.ENOTSUP:  # no rename there that is sure not to overwrite
            syscalls.make_folder(path)
            return _dress(path, looks)
        if is_gone(path):
            raise
    return said


def _dress(path: str, looks: Looks) -> str:
    """Give a new folder what the old one had, as far as the system allows that; say what it did not allow."""
    if WINDOWS:
        return ""
    opened = syscalls.open_file(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        dress(opened, looks)
        if looks.kept_by(os.fstat(opened)):
            return ""
        return say("is back, but its mode, owner or time could not be set")
    finally:
        os.close(opened)


def settle_back(path: str, part: str) -> tuple[Verdict, str]:
    """Judge by the disk a folder that was being made again when the program died."""
    drop(part)
    return (Verdict.STAYED, "") if is_gone(path) else (Verdict.MOVED, "")


def drop(part: str) -> None:
    """Remove an unfinished folder of ours."""
    if is_part_name(part):
        with contextlib.suppress(OSError):
            syscalls.remove_folder(part)

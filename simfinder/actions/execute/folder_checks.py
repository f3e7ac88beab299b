"""The checks of acts that remove a whole folder.

The files of a folder go together or not at all: before the first of them everything in the folder must be as it was
when the plan was made, and once one of them is not done, the rest stays. Links must be what the folder that stays has
too, folders must be empty.
"""

from __future__ import annotations

import os
import stat

from simfinder.actions.filesystem import syscalls
from simfinder.actions.filesystem.folder_listing import fingerprint, listing
from simfinder.actions.filesystem.operations import CHANGED, GONE, look
from simfinder.actions.filesystem.safe_walk import is_root
from simfinder.errors import ActionError
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.removal_plan import FolderRemoval, Plan, PlannedAct
from simfinder.signatures.content_hash import content_hash
from simfinder.text.message import say


class FolderChecks:
    """Knows which acts of a plan belong to one folder, and whether that may still go.

    Args:
        plan: with its ``removals``.
    """

    def __init__(self, plan: Plan) -> None:
        self._removals = {removal.path: removal for removal in plan.removals if removal.fingerprint}
        self._of_folder: dict[str, FolderRemoval | None] = {}  # that it is in, or is
        self._stopped: dict[str, str] = {}  # why, by the path of the folder; "" where it may go

    def pass_or_raise(self, act: PlannedAct, control: Control) -> None:
        """Look at the folder of an act before its first act.

        Raises:
            ActionError: something in it has changed since the plan, or an earlier act on it was not done.
            OSError: it can't be listed.
            Cancelled: on request.
        """
        removal = self._removal(act)
        if removal is None:
            return
        if removal.path not in self._stopped:
            self._stopped[removal.path] = _why_not(removal, control)
        if reason := self._stopped[removal.path]:
            raise ActionError(reason)

    def stop(self, act: PlannedAct, reason: str) -> None:
        """Let the rest of a folder stay, as one of its acts was not done."""
        removal = self._removal(act)
        if removal is not None and not self._stopped.get(removal.path):
            self._stopped[removal.path] = say(
                "stays, as {} could not go with the rest of {}: {}", act.file.path, removal.path, reason
            )

    def _removal(self, act: PlannedAct) -> FolderRemoval | None:
        """Return the folder that an act helps to remove; one on the folder that stays is told by the file it is for."""
        return self._of(act.file.path) or self._of(act.survivor.path)

    def _of(self, path: str) -> FolderRemoval | None:
        passed: list[str] = []
        while path not in self._of_folder:
            passed.append(path)
            if path in self._removals or os.path.dirname(path) == path:
                self._of_folder[path] = self._removals.get(path)
                break
            path = os.path.dirname(path)
        found = self._of_folder[path]
        self._of_folder.update(dict.fromkeys(passed[1:], found))  # folders only, which others are in too
        return found


def _why_not(removal: FolderRemoval, control: Control) -> str:
    """Return why a folder may not go, "" if it may."""
    status = look(removal.path)
    archive = status is not None and stat.S_ISREG(status.st_mode)
    looked_at = removal.kept if archive else removal.path  # what an archive holds lies loose in there
    try:
        now = fingerprint(looked_at, listing(looked_at, control))
    except FileNotFoundError:
        return say("{} is gone", removal.path)
    except NotADirectoryError:
        return say("{} is no folder any more", removal.path)
    if now != removal.fingerprint:
        if archive:
            return say("something in {} changed since the plan was made: the archive stays", removal.kept)
        return say("something in {} changed since the plan was made: all of it stays", removal.path)
    return ""


def same_link(act: PlannedAct) -> os.stat_result:
    """Look at a link that is to go, and at the one that stays for it.

    Raises:
        ActionError: one is not what it was, or they lead to different places.
        OSError: one can't be looked at.
    """
    status = _as_planned(act.file, GONE)
    away = say("the link that stays ({}) {}", act.survivor.path, CHANGED)
    _as_planned(act.survivor, away)
    text, other = (os.fsencode(syscalls.read_symlink(one.path)) for one in (act.file, act.survivor))
    if content_hash(text) != act.content:
        raise ActionError(CHANGED)
    if text != other:
        raise ActionError(away)
    if os.path.samestat(status, syscalls.status(act.survivor.path)):
        raise ActionError(say("is the link that stays ({}), or another name of it", act.survivor.path))
    return status


def _as_planned(record: FileRecord, gone: str) -> os.stat_result:
    """Look at a link; raise ActionError if it is not the one that was planned for."""
    status = look(record.path)
    if status is None:
        raise ActionError(gone)
    if not stat.S_ISLNK(status.st_mode) or status.st_ino != record.inode:
        raise ActionError(CHANGED if gone == GONE else gone)
    return status


def empty_folder(act: PlannedAct) -> os.stat_result:
    """Look at a folder that is to go.

    Raises:
        ActionError: it is another one, is not empty, or could not be made again as it was.
        OSError: it can't be looked at.
    """
    path = act.file.path
    status = look(path)
    if status is None:
        raise ActionError(GONE)
    if not stat.S_ISDIR(status.st_mode) or (status.st_dev, status.st_ino) != (
        act.file.device,
        act.file.inode,
    ):
        raise ActionError(say("was replaced by something else meanwhile"))
    if hasattr(os, "geteuid") and not is_root() and status.st_uid != os.geteuid():
        raise ActionError(say("belongs to another user, and could not be given back"))
    left = listing(path, Control())
    if left:
        raise ActionError(say("is not empty: {} is in it", left[0].path))
    return status

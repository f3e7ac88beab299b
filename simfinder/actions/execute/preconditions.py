"""The checks right before a file goes: everything a plan claims is checked on the disk again.

Reads only, but for an empty file of ours that ``aliases`` may make for a moment.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Sequence

from simfinder.actions.execute.folder_checks import FolderChecks, empty_folder, same_link
from simfinder.actions.execute.kept_files import KeptFiles
from simfinder.actions.filesystem.aliases import AliasChecks, Watch
from simfinder.actions.filesystem.freedesktop_trash import home_trash, is_in_trash
from simfinder.actions.filesystem.open_elsewhere import refuse_writers
from simfinder.actions.filesystem.operations import CHANGED, GONE, Identity, content_of, look, same_bytes
from simfinder.actions.rules.made_links import MadeLinks
from simfinder.actions.rules.protected_folders import PROTECTED, Protection
from simfinder.errors import ActionError, reason_of
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, Plan, PlannedAct
from simfinder.store import app_dirs
from simfinder.text.message import say

_File = tuple[int, int]  # device, inode


class Checks:
    """The checks of every act of a plan.

    Args:
        plan: no file that stays for another one in it is ever removed by it.
        protected: folders whose files are never touched, by any path.
        links: files that these lead to keep their names.

    Raises:
        ActionError: a protected folder can't be looked at.
    """

    def __init__(self, plan: Plan, protected: Sequence[str], links: MadeLinks | None = None) -> None:
        self._kind = plan.kind
        self._staying_paths: set[str] = set()
        self._staying: set[_File] = set()
        moving_in: dict[str, _File] = {}  # by the path that it takes then, whose file may go before
        for act in plan.acts:
            stays = act.survivor.device, act.survivor.inode
            if act.step is ActKind.MERGE and act.to is not None:
                moving_in[act.to] = act.file.device, act.file.inode
            if moving_in.get(act.survivor.path) != stays:
                self._staying_paths.add(act.survivor.path)
            self._staying.add(stays)
        self._folders = FolderChecks(plan) if plan.removals else None
        self._links = links or MadeLinks()
        self._kept = KeptFiles(plan.kind)
        self._aliases = AliasChecks()
        self._protection = Protection(protected, aliases=self._aliases)
        self._own, self._trash = (
            Protection(_with_subfolders(folders), aliases=self._aliases, remember=True)
            for folders in (app_dirs.own_folders(), [home_trash()])
        )
        self._in_trash: dict[str, bool] = {}  # by folder
        self._watches: dict[str, Watch] = {}  # by the path of the file that is about to go

    def pass_or_raise(self, act: PlannedAct, control: Control) -> os.stat_result:
        """Look at a file and the one that stays for it.

        Returns:
            The file's status from before anything was read of it.

        Raises:
            ActionError: the act must be skipped; the message is the reason.
            Cancelled: while bytes were compared.
        """
        if act.doubt:
            raise ActionError(act.doubt)
        try:
            if self._folders is not None:
                self._folders.pass_or_raise(act, control)
            if act.step is not None:
                return self._step(act)
            status = _unchanged(act.file)
            if self._kind is not ActKind.COPY:  # which proves its content itself, and takes nothing away
                self._may_go(act, status)
                refuse_writers(act.file.path)
                self._something_stays(act, status, control)
        except OSError as error:
            raise ActionError(say("can't be looked at: {}", reason_of(error))) from error
        return status

    def stop(self, act: PlannedAct, reason: str) -> None:
        """Note that an act was not done: if it is part of removing a folder, the rest of that folder stays."""
        if self._folders is not None:
            self._folders.stop(act, reason)

    def _step(self, act: PlannedAct) -> os.stat_result:
        """Check a step of removing a folder, besides the files in it."""
        path = act.file.path
        self._no_forbidden_place(act)
        if act.step is ActKind.MERGE:
            status = _unchanged(act.file)
            if needed := self._links.in_the_way(ActKind.MOVE, path, status):
                raise ActionError(needed)
            if act.to is not None and self._protection.covers_folder(os.path.dirname(act.to)):
                raise ActionError(say("the folder it would go to is protected"))
            refuse_writers(path)
            return status
        if act.step is ActKind.UNLINK:
            return same_link(act)
        return empty_folder(act)

    def survivor_or_raise(self, act: PlannedAct, now: str) -> None:
        """Check, once the file has left its place, that the one that stays for it is still in its own, untouched.

        It is gone if both were one file in a way that device and inode do not show (``aliases``).

        Args:
            act: the act under way.
            now: where the file is now.

        Raises:
            ActionError: the file must be put back.
        """
        watch = self._watches.pop(act.file.path, None)
        try:
            if watch is not None:
                watch.two_or_raise(now)
        except OSError as error:
            raise ActionError(say("the file that stays can't be looked at: {}", reason_of(error))) from error
        self.untouched_or_raise(act)

    def untouched_or_raise(self, act: PlannedAct) -> None:
        """Check that nobody touched the file that stays since ``pass_or_raise``.

        Raises:
            ActionError: somebody did; the act must not go on.
        """
        try:
            self._kept.check_again(act, _unchanged(act.survivor, stays=True))
        except OSError as error:
            raise ActionError(say("the file that stays can't be looked at: {}", reason_of(error))) from error

    def _no_forbidden_place(self, act: PlannedAct) -> None:
        path = act.file.path
        if reason := PROTECTED if act.file.protected else self._protection.reason(path):
            raise ActionError(reason)
        if self._own.covers(path):
            raise ActionError(say("is in one of SimFinder's own folders"))

    def _may_go(self, act: PlannedAct, status: os.stat_result) -> None:
        path = act.file.path
        self._no_forbidden_place(act)
        if (status.st_dev, status.st_ino) == (act.survivor.device, act.survivor.inode):
            raise ActionError(say("is the file that stays ({}), or another name of it", act.survivor.path))
        if path in self._staying_paths or (status.st_dev, status.st_ino) in self._staying:
            raise ActionError(say("is a file that stays for others"))
        if needed := self._links.in_the_way(self._kind, path, status):
            raise ActionError(needed)
        if self._kind.is_link and not act.identical:
            raise ActionError(say("is not identical to the file that stays: a link would change its content"))

    def _something_stays(self, act: PlannedAct, status: os.stat_result, control: Control) -> None:
        path, survivor = act.file.path, act.survivor
        stays = _unchanged(survivor, stays=True)
        folder = os.path.dirname(survivor.path)
        if folder not in self._in_trash:
            self._in_trash[folder] = is_in_trash(survivor.path)
        if self._in_trash[folder] or self._trash.covers(survivor.path):
            raise ActionError(say("the file that stays ({}) is in the Trash", survivor.path))
        if self._own.covers(survivor.path):
            raise ActionError(
                say("the file that stays ({}) is in one of SimFinder's own folders", survivor.path)
            )
        if self._kind.is_link and not self._aliases.keeps_numbers(os.path.dirname(path)):
            raise ActionError(
                say("is on a drive that gives a renamed file another number: no link can take its place")
            )
        owners = (status.st_uid, status.st_gid), (stays.st_uid, stays.st_gid)
        if self._kind is ActKind.HARDLINK and owners[0] != owners[1]:
            raise ActionError(
                say("has another owner than the file that stays: a hard link would give it away")
            )
        if act.identical:
            if not same_bytes(path, survivor.path, control):
                raise ActionError(say("is not identical to {}: the bytes differ", survivor.path))
        elif self._doubtful(act, status) and content_of(path, control) != act.content:
            raise ActionError(say("its content {}", CHANGED))
        self._kept.check(act, stays, control)
        watch = self._aliases.watch(
            path,
            status,
            survivor.path,
            stays,
            links=self._kind is ActKind.HARDLINK,
            final=self._kind in (ActKind.DELETE, ActKind.SYMLINK),
        )
        if watch is not None:
            self._watches[path] = watch

    def _doubtful(self, act: PlannedAct, status: os.stat_result) -> bool:
        """Tell whether the content itself must be looked at: always before it goes for good.

        A change that kept size and time still shows in the status change time, but not to a scan that takes the file
        for a renamed one.
        """
        return self._kind is ActKind.DELETE or status.st_ctime_ns != act.file.ctime_ns


def _with_subfolders(folders: Iterable[str]) -> list[str]:
    """Return folders and what is directly in them: any of these may be what a mount shows."""
    found = list(folders)
    for folder in folders:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            found += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    return found


def _unchanged(record: FileRecord, *, stays: bool = False) -> os.stat_result:
    status, reason = look(record.path), GONE
    if status is not None:
        if Identity.recorded(record).matches(status):
            return status
        reason = CHANGED
    raise ActionError(say("the file that stays ({}) {}", record.path, reason) if stays else reason)

"""One act taken back.

The journal says *undoing* → missing folders are made → the file moves back (``movement``), or a file of its own takes
the place of a link (``link_replacement``), or a copy goes (``deletion``) → times, mode, Trash entry, folders → the
caller writes *undone* into the journal. A file whose disk is not there now stays where it is: an empty mount point, or
another drive mounted there, is not where it was.

A folder that its mark shows to be the one the file left gets it back. Any other one at its path, or above it, gets the
file only if no other user could have chosen it (``folder_state.hold_new_ground``). Root puts back nothing that belongs
to another user by now, and follows no link that another user could have made.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from simfinder.actions.filesystem import directory_handles, safe_walk, syscalls
from simfinder.actions.filesystem.aliases import AliasChecks, Watch
from simfinder.actions.filesystem.disk_sync import DiskSync
from simfinder.actions.filesystem.folder_locks import FolderLocks
from simfinder.actions.filesystem.folder_state import FolderState, hold_ground, hold_new_ground, mark_of
from simfinder.actions.filesystem.operations import (
    Identity,
    look,
    make_folders,
    missing_folders,
    part_for,
    read_full,
    reading,
    remove_empty,
    same_bytes,
)
from simfinder.actions.filesystem.safe_walk import is_root
from simfinder.actions.journal.failure_reasons import DISK_AWAY
from simfinder.actions.journal.settle import finish_undo, identity_of, looks_of
from simfinder.actions.methods import folder_removal, link_removal, link_replacement
from simfinder.actions.methods.deletion import delete
from simfinder.actions.methods.movement import Movement, TargetTaken, carry_out, is_the_file
from simfinder.actions.methods.swap import Swap
from simfinder.actions.rules.made_links import MadeLinks
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind
from simfinder.signatures.content_hash import Content
from simfinder.store.library.journal import JournalAct
from simfinder.text.message import in_turn, say

OCCUPIED = say("something else is at its place now")


class Returner:
    """Takes acts back, one at a time.

    Args:
        control: progress.
        record: writes values of the current act into the journal; they are on the disk when it returns.
        links: files that these lead to keep their names.
        other_disk: a file may go to another disk than the one it came from.
    """

    def __init__(
        self,
        control: Control,
        record: Callable[[Mapping[str, Any]], None],
        links: MadeLinks,
        *,
        other_disk: bool,
    ) -> None:
        self._control = control
        self._record = record
        self._links = links
        self._other_disk = other_disk
        self._locks = FolderLocks(control)
        self._private: set[str] = set()  # folders that nobody but root can have changed, so they stay that
        self._inode: int | None = None  # of the file that comes back
        self._not_made: set[str] = set()  # folders that could not be made again
        self._disks = DiskSync()

    def take_back(self, act: JournalAct) -> Mapping[str, Any]:
        """Take one act back.

        Returns:
            The values for the journal.

        Raises:
            ActionError: it was not taken back; all is as it was.
            Cancelled: likewise.
            UncertainOutcome: something is left to settle.
        """
        try:
            self._refuse_without_folder(act.path)
            return self._take_back(act)
        except (TargetTaken, ActionError, OSError) as error:
            if act.kind is ActKind.RMDIR:
                self._not_made.add(act.path)
            if isinstance(error, TargetTaken):
                raise ActionError(OCCUPIED) from error
            if isinstance(error, OSError):
                raise ActionError(reason_of(error)) from error
            raise

    def _refuse_without_folder(self, path: str) -> None:
        """Refuse what was in a folder that could not be made again: in one just made for it, mode and times are lost.

        Raises:
            ActionError: a later undo may bring both back.
        """
        while self._not_made and path != os.path.dirname(path):
            path = os.path.dirname(path)
            if path in self._not_made:
                raise ActionError(say("its folder {} could not be made again", path))

    def _take_back(self, act: JournalAct) -> Mapping[str, Any]:
        if not all(os.path.isabs(path) for path in (act.path, act.target) if path is not None):
            raise ActionError(say("the journal is damaged: it does not have the path of this file"))
        if act.kind is ActKind.DELETE:
            raise ActionError(self._lost(act))
        folder = os.path.dirname(act.path)
        with contextlib.ExitStack() as stack:
            ground, reason = hold_ground(stack, folder, act.folder_mark)
            if ground is FolderState.OTHER_DEVICE and not self._other_disk:
                raise ActionError(DISK_AWAY)
            if ground is not FolderState.SAME and act.kind.is_link:
                raise ActionError(reason)  # a link that is there now is another one
            if (act.kind.takes_away or act.kind.of_folders) and (
                ground is not FolderState.SAME or (act.folder_mark is None and is_root())
            ):
                _hold_other_ground(stack, act, reason)
            self._lock(stack, act)
            self._inode = None
            before = look(folder)  # None: it will be made, and has no time to restore
            given, (given_before, given_after) = _given_to(act)
            there = None if given is None else look(given)
            result = self._by_kind(act)
            _give_time_back(folder, before, act.folder_before_ns, act.folder_after_ns)
            if given is not None:
                _give_time_back(given, there, given_before, given_after)
            return result

    def _lock(self, stack: contextlib.ExitStack, act: JournalAct) -> None:
        """Hold the folder that the file went to as well, and lock both until the stack is closed."""
        folders = [os.path.dirname(act.path)]
        if act.target is not None and not act.kind.is_link:
            folders.append(os.path.dirname(act.target))
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # the file is looked for later
                stack.enter_context(directory_handles.holding(folders[1]))
        stack.enter_context(self._locks.locking(*folders))

    def _by_kind(self, act: JournalAct) -> Mapping[str, Any]:
        if not act.kind.on_files:
            return self._make_again(act)
        if act.kind is ActKind.COPY:
            return self._remove_copy(act)
        if act.kind.is_link:
            return self._own_file(act)
        return self._move_back(act)

    def _lost(self, act: JournalAct) -> str:
        """Return why a file that was deleted for good does not come back, and where its content still is."""
        stays = look(act.survivor)
        if stays is None:
            return say(
                "was deleted for good and can't come back; {}, which stayed for it, is gone too", act.survivor
            )
        if stays.st_size == act.size and is_the_file(
            act.survivor, stays, Identity(None, -1, act.size, -1), act.content, self._control
        ):
            return say("was deleted for good and can't come back; the same content is at {}", act.survivor)
        return say("was deleted for good and can't come back; {} stayed for it", act.survivor)

    def _remove_copy(self, act: JournalAct) -> Mapping[str, Any]:
        """Remove a copy if the original still has the same bytes: the person may rely on the copy by now."""
        if act.target is None:
            raise ActionError(say("the journal does not know where the copy is"))
        here, copy = look(act.path), look(act.target)
        if copy is None:
            raise ActionError(_missing(act, act.target))
        if here is None:
            raise ActionError(say("is gone, so its copy is left at {}", act.target))
        if os.path.samestat(here, copy):
            raise ActionError(say("{} is the file itself now, and is left", act.target))
        self._refuse_if_linked(act.target, copy)
        if copy.st_ino != act.part_inode or not same_bytes(act.path, act.target, self._control):
            raise ActionError(
                say("the file or its copy was changed since; the copy is left at {}", act.target)
            )
        settled = identity_of(act).anywhere().matches(here)
        self._disks.ensure(act.path, here, self._control, settled=settled)
        watch = AliasChecks().watch(act.target, copy, act.path, here, final=True)
        part = part_for(act.target)
        with directory_handles.holding(os.path.dirname(act.target)):
            self._record({"undoing": True, "part": part, **_marks(target_mark=act.target)})
            said = delete(
                act.target,
                part,
                Identity.of(copy),
                act.content,
                self._control,
                lambda: self._still_there(act, here, part, watch),
            )
        return finish_undo(act, said)

    def _still_there(self, act: JournalAct, seen: os.stat_result, part: str, watch: Watch | None) -> None:
        now = look(act.path)
        if now is None or not os.path.samestat(now, seen):
            raise ActionError(say("is gone, so its copy is left at {}", act.target))
        if now.st_ctime_ns != seen.st_ctime_ns:  # touched since, whatever its size and time say
            raise ActionError(
                say("the file or its copy was changed since; the copy is left at {}", act.target)
            )
        if watch is not None:
            watch.two_or_raise(part)

    def _own_file(self, act: JournalAct) -> Mapping[str, Any]:
        """Put a file of its own with the same bytes in place of the link."""
        link = link_replacement.link_mark(act.kind, act.link_inode)
        if link is None or act.target is None:
            raise ActionError(say("the journal does not know the link that was made"))
        if look(act.path) is None:
            raise ActionError(say("the link is gone; the same content was at {}", act.survivor))
        part = part_for(act.path)
        begun = {"undoing": True, "part": part, "part_device": None, "part_inode": None}
        with directory_handles.holding(os.path.dirname(act.path)):
            self._record({**begun, **_marks(folder_mark=act.path)})
            said = link_replacement.restore(
                act.kind,
                Swap(act.path, part, link, None),
                act.target,
                act.content,
                looks_of(act),
                self._control,
                self._copying,
            )
        return finish_undo(act, said, self._inode)

    def _make_again(self, act: JournalAct) -> Mapping[str, Any]:
        """Make a folder or a link again with all it had; a folder that is there already will do."""
        there, is_folder = look(act.path), act.kind is ActKind.RMDIR
        if there is not None:
            same = stat.S_ISDIR(there.st_mode) if is_folder else _leads_the_same(act, there)
            if not same:
                raise ActionError(OCCUPIED)
            return finish_undo(act)
        missing = missing_folders(os.path.dirname(act.path))
        part = part_for(act.path)
        self._record({"undoing": True, "part": part})
        made = make_folders(missing)
        said = ""
        try:
            if is_folder:
                said = folder_removal.restore(act.path, part, looks_of(act))
            else:
                link_removal.restore(act.path, part, os.fsdecode(act.info_text or b""), looks_of(act))
        except (TargetTaken, OSError):
            remove_empty(made)
            raise
        return finish_undo(act, said)

    def _move_back(self, act: JournalAct) -> Mapping[str, Any]:
        if act.target is None:
            raise ActionError(say("the system's Trash does not say where it is: restore it there"))
        place, there = look(act.path), look(act.target)
        identity = identity_of(act)
        if there is None:
            if place is not None and is_the_file(act.path, place, identity, act.content, self._control):
                return finish_undo(act)  # a power cut undid the move, or the person put it back
            raise ActionError(_missing(act, act.target))
        if place is not None:
            raise ActionError(OCCUPIED)
        self._refuse_if_linked(act.target, there)
        if not is_the_file(act.target, there, identity, act.content, self._control):
            raise ActionError(say("was changed since, and is left at {}", act.target))
        part = part_for(act.path)
        way = Movement(act.target, act.path, part, Identity.of(there), act.content)
        folder = os.path.dirname(act.path)
        missing = missing_folders(folder)
        begun = {"undoing": True, "part": part, "part_device": None, "part_inode": None}
        marks = _marks(folder_mark=None if missing else act.path, target_mark=act.target)
        with contextlib.ExitStack() as stack:
            stack.enter_context(directory_handles.holding(os.path.dirname(act.target)))
            if is_root():
                self._pin(stack, act, there)
            self._record({**begun, **marks})
            made = make_folders(missing)
            try:
                stack.enter_context(directory_handles.holding(folder))
                if missing:
                    self._record(_marks(folder_mark=act.path))
                self._inode = there.st_ino
                said = carry_out(replace(way, made=made), self._control, self._copying)
                return finish_undo(act, said, self._inode)
            except (ActionError, TargetTaken, Cancelled, OSError):
                remove_empty(made)
                raise

    def _pin(self, stack: contextlib.ExitStack, act: JournalAct, there: os.stat_result) -> None:
        """Make sure that a file is the one that went, and stays it until the stack is closed.

        Whoever may write in the folder it went to could put another one there with the same inode, size and time, which
        root would give the owner, the mode and the place of the one that went. A file that is open keeps its inode.

        Raises:
            ActionError: it is another one, or another user's.
        """
        path, content = act.target or "", Content()
        file = stack.enter_context(reading(path))
        status = os.fstat(file)
        if not os.path.samestat(status, there) or (act.uid is not None and status.st_uid not in (0, act.uid)):
            raise ActionError(say("belongs to another user now, and is left at {}", path))
        folder = os.path.dirname(path)
        if folder in self._private:
            return
        with contextlib.ExitStack() as walked:
            ours = safe_walk.root_and_us()
            safe = directory_handles.hold_walked(walked, folder, ours)
            if safe and safe_walk.is_private(directory_handles.folder_status(folder), ours):
                self._private.add(folder)
                return
        while chunk := read_full(file):
            content.update(chunk)
            self._control.check()
        if content.digest() != act.content:
            raise ActionError(say("was changed since, and is left at {}", path))

    def _refuse_if_linked(self, target: str, status: os.stat_result) -> None:
        if reason := self._links.leading_to(target, status):
            raise ActionError(say("is left at {}: {}", target, reason))

    def _copying(self, device: int, inode: int, _attributes: bytes) -> None:
        self._inode = inode
        self._record({"part_device": device, "part_inode": inode})


def _missing(act: JournalAct, target: str) -> str:
    """Return the reason for a file or a copy that is not where the act put it."""
    with contextlib.ExitStack() as stack:
        ground, _ = hold_ground(stack, os.path.dirname(target), act.target_mark)
    if ground is FolderState.OTHER_DEVICE:
        return say("the disk of {} is not there now", target)
    return (
        say("its copy is no longer at {}", target)
        if act.kind is ActKind.COPY
        else say("is no longer at {}", target)
    )


def _hold_other_ground(stack: contextlib.ExitStack, act: JournalAct, reason: str) -> None:
    """Hold a folder that is another one now than the file left, if nobody else could have chosen it.

    Raises:
        ActionError: somebody could.
    """
    there = None if act.target is None else look(act.target)
    owner = act.uid if act.uid is not None else 0 if there is None else there.st_uid
    try:
        hold_new_ground(stack, os.path.dirname(act.path), owner)
    except ActionError as error:
        raise ActionError(in_turn((reason, error.message))) from error


def _give_time_back(folder: str, before: os.stat_result | None, known: int | None, after: int | None) -> None:
    """Give a folder the time it had before an act, if nothing else has changed it since."""
    if before is not None and known is not None and before.st_mtime_ns == after:
        with contextlib.suppress(OSError):  # someone else's folder: the file itself is back
            itself = os.path.join(folder, os.curdir)
            syscalls.set_times(itself, directory_handles.folder_status(folder).st_atime_ns, known)


def _given_to(act: JournalAct) -> tuple[str | None, tuple[int | None, int | None]]:
    """Return the folder that a merged file, or the first folder made for it, was put into; its times around that."""
    times = (act.info_text or b"").split()
    if (
        act.kind is not ActKind.MERGE
        or act.target is None
        or len(times) != 2
        or not all(map(bytes.isdigit, times))
    ):
        return None, (None, None)
    return os.path.dirname(min((*act.made, act.target), key=len)), (int(times[0]), int(times[1]))


def _leads_the_same(act: JournalAct, there: os.stat_result) -> bool:
    """Tell whether what is at the path of a link that went leads where that did."""
    return stat.S_ISLNK(there.st_mode) and os.fsencode(syscalls.read_symlink(act.path)) == act.info_text


def _marks(**files: str | None) -> Mapping[str, Any]:
    """Return the marks of the folders of some files; None for a folder that is still to be made."""
    return {name: None if file is None else mark_of(os.path.dirname(file)) for name, file in files.items()}

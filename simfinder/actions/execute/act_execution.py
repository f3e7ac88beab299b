"""Carry out one act: check the file, choose its names, write them into the journal, run the method, check the result.

How a file is moved, deleted or replaced is the business of ``methods``.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from simfinder.actions.execute.preconditions import Checks
from simfinder.actions.filesystem import (
    directory_handles,
    freedesktop_trash,
    syscalls,
    system_trash,
)
from simfinder.actions.filesystem.folder_locks import FolderLocks
from simfinder.actions.filesystem.folder_state import mark_of
from simfinder.actions.filesystem.freedesktop_trash import Place
from simfinder.actions.filesystem.operations import (
    Identity,
    UncertainOutcome,
    look,
    make_folders,
    missing_folders,
    numbered_names,
    part_for,
    reading,
    remove_empty,
)
from simfinder.actions.methods import folder_removal, link_removal
from simfinder.actions.methods.deletion import delete
from simfinder.actions.methods.link_replacement import Link, replace
from simfinder.actions.methods.movement import Movement, TargetTaken, carry_out
from simfinder.actions.methods.verified_copy import Looks, pack
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.progress import Control
from simfinder.model.removal_plan import ActKind, ActState, Plan, PlannedAct
from simfinder.text.message import say
from simfinder.workers import heartbeat


class Carrier:
    """Carries out the acts of a plan, one at a time.

    Args:
        plan: gives the kind and the target.
        checks: asked before a file is touched, and once more when it has left its place and could still be put back.
        control: progress.
        record: writes values of the current act into the journal; they are on the disk when it returns.
    """

    def __init__(
        self, plan: Plan, checks: Checks, control: Control, record: Callable[[Mapping[str, Any]], None]
    ) -> None:
        self.touched: set[str] = set()  # folders whose entries are to be synced
        self._kind = plan.kind
        self._target = plan.target
        self._checks = checks
        self._control = control
        self._record = record
        self._locks = FolderLocks(control)
        self._numbers: dict[tuple[str, str], int] = {}  # next number of a name in a Trash

    def carry(self, act: PlannedAct) -> Mapping[str, Any]:
        """Check and carry out one act.

        Returns:
            The values for the journal.

        Raises:
            ActionError: the file is where it was, as it was (or the message says where).
            Cancelled: likewise.
        """
        with contextlib.ExitStack() as stack:
            try:
                folders = [os.path.dirname(file.path) for file in (act.file, act.survivor)]
                for folder in folders:
                    with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # the checks report it
                        stack.enter_context(directory_handles.holding(folder))
                stack.enter_context(self._locks.locking(*folders))
                status = self._checks.pass_or_raise(act, self._control)
            except (ActionError, OSError) as error:
                reason = (
                    error.message
                    if isinstance(error, ActionError)
                    else say("can't be looked at: {}", reason_of(error))
                )
                self._control.advance(problems=1)
                self._checks.stop(act, reason)
                return {"state": ActState.SKIPPED, "reason": reason}
            try:
                return self._carry(act, status)
            except ActionError as error:
                self._checks.stop(act, error.message)
                raise

    def _carry(self, act: PlannedAct, status: os.stat_result) -> Mapping[str, Any]:
        """Carry out one act; ``status`` is that of the file from before anything was read of it."""
        path = act.file.path
        folder = os.path.dirname(path)
        started: dict[str, Any] = {
            "state": ActState.STARTED,
            "atime_ns": status.st_atime_ns,
            "mode": status.st_mode,
            "uid": status.st_uid,
            "gid": status.st_gid,
        }
        try:
            if not directory_handles.is_in_place(folder):
                raise ActionError(say("its folder was replaced by something else meanwhile"), path)
            started["folder_before_ns"] = directory_handles.folder_status(folder).st_mtime_ns
            started["folder_mark"] = mark_of(folder)
            done = self._by_kind(act, status, started)
            self.touched.add(folder)
        except OSError as error:
            reason = reason_of(error)
            if error.filename not in (None, path):
                reason = say("{}: {}", error.filename, reason)
            raise ActionError(reason, path) from error
        after = None
        with contextlib.suppress(OSError):  # the act is done; an undo just won't restore the folder's time
            after = directory_handles.folder_status(folder).st_mtime_ns
        return {"state": ActState.DONE, "freed": self._freed(act, status), "folder_after_ns": after, **done}

    def _freed(self, act: PlannedAct, status: os.stat_result) -> int:
        """Return the bytes freed, never more than the plan said, which knows of holes and of moves within a disk."""
        if status.st_nlink > 1 or self._kind is ActKind.COPY or act.step is not None:
            return 0
        return status.st_size if act.freed is None else min(act.freed, status.st_size)

    def _by_kind(
        self, act: PlannedAct, status: os.stat_result, started: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        path = act.file.path
        if act.step is ActKind.RMDIR:
            now = {"mtime_ns": status.st_mtime_ns, "attributes": pack(folder_removal.attributes_of(path))}
            self._record({**started, **now})
            folder_removal.remove(path)
            return {}
        if act.step is ActKind.UNLINK:
            text, part = syscalls.read_symlink(path), part_for(path)
            now = {"mtime_ns": status.st_mtime_ns, "info_text": os.fsencode(text), "part": part}
            self._record({**started, **now})
            link_removal.remove(path, part, status.st_ino, text)
            return {}
        if act.step is ActKind.MERGE:
            return self._to_free_place(act, status, started)
        if self._kind is ActKind.TRASH and freedesktop_trash.SYSTEM_TRASH:
            self._record(started)
            with heartbeat.on_our_own():
                freedesktop_trash.send(path)
                if look(path) is not None:
                    raise ActionError(say("is still there, though the Trash has taken it"), path)
                place = system_trash.find(path, status)
            if place is None:
                return {}
            return {"target": place.file, "info": place.info, "info_text": place.text}
        if self._kind is ActKind.DELETE:
            part = part_for(path)
            self._record({**started, "part": part})
            identity = Identity.of(status)
            said = delete(path, part, identity, act.content, self._control, lambda: self._still(act, part))
            return _told(said)
        if self._kind.is_link:
            return _told(self._link(act, status, started))
        return self._to_free_place(act, status, started)

    def _still(self, act: PlannedAct, now: str) -> None:
        self._checks.survivor_or_raise(act, now)

    def _link(self, act: PlannedAct, status: os.stat_result, started: Mapping[str, Any]) -> str:
        path, stays = act.file.path, act.survivor
        with reading(path) as file:
            attributes = syscalls.attributes(file)
        part = part_for(path)
        names = {"part": part, "target": stays.path, "attributes": pack(attributes), "link_inode": None}
        self._record({**started, **names})
        link = Link(
            self._kind,
            path,
            stays.path,
            part,
            Identity.of(status),
            Identity.recorded(stays),
        )

        def made(inode: int) -> None:
            self._record({"link_inode": inode})
            self._checks.untouched_or_raise(act)  # a hard link and its swap change times themselves

        return replace(
            link, Looks.of(status, attributes), self._control, made, lambda: self._still(act, part)
        )

    def _to_free_place(
        self, act: PlannedAct, status: os.stat_result, started: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Send the file to the first place that nobody takes meanwhile."""
        for place in self._places(act):
            movement = Movement(
                act.file.path,
                place.file,
                part_for(place.file),
                Identity.of(status),
                act.content,
                stays=act.step is None and self._kind is ActKind.COPY,
            )
            folder = os.path.dirname(place.file)
            missing = missing_folders(folder)
            before = _time_given(act, folder, missing)
            self._record(
                {
                    **started,
                    "target": place.file,
                    "part": movement.part,
                    "part_device": None,
                    "part_inode": None,
                    "info": place.info,
                    "info_text": place.text,
                    "made": missing,
                    "target_mark": None if missing else mark_of(folder),
                },
            )
            made = make_folders(missing, self._base_above(missing))
            try:
                if missing:
                    self._record({"target_mark": mark_of(folder)})
                said = self._go(act, dataclasses.replace(movement, made=made), place)
            except (TargetTaken, FileExistsError, ActionError, Cancelled, OSError) as error:
                remove_empty(made)
                if isinstance(error, TargetTaken | FileExistsError):
                    continue
                raise
            given = before and {"info_text": before + b" " + _time_given(act, folder, missing)}
            return {"made": made, **(given or {}), **_told(said)}
        if act.step is ActKind.MERGE:
            raise ActionError(say("something else is at {}", act.to))
        raise ActionError(say("has no place to go to"))

    def _go(self, act: PlannedAct, movement: Movement, place: Place) -> str:
        """Send the file to one place; returns what is to be said of it, "" if nothing."""
        folder = os.path.dirname(place.file)

        def copying(device: int, inode: int, attributes: bytes) -> None:
            self._record({"part_device": device, "part_inode": inode, "attributes": attributes})

        taken = False
        with (
            directory_handles.holding_below(self._base(folder), folder),
            freedesktop_trash.holding_trash(place),
        ):
            try:
                if place.info is not None:
                    freedesktop_trash.write_info(place.info, place.text)
                    taken = True
                said = carry_out(movement, self._control, copying)
                if self._kind is not ActKind.COPY:
                    self._make_sure(act, movement)
            except (TargetTaken, FileExistsError, ActionError, Cancelled, OSError):
                if taken and place.info is not None:
                    with contextlib.suppress(
                        OSError
                    ):  # the file's own error matters more; an empty entry does the Trash no harm
                        if look(place.file) is None:
                            freedesktop_trash.remove_info(place.info, place.text)
                raise
        self.touched.add(folder)
        return said

    def _make_sure(self, act: PlannedAct, movement: Movement) -> None:
        """Move the file back from its target if it was, by another path, the very file that stays."""
        try:
            if act.step is not ActKind.MERGE:  # for which no other file stays
                self._still(act, movement.target)
            if not directory_handles.is_in_place(os.path.dirname(movement.target)):
                raise ActionError(
                    say("the folder it went to ({}) was replaced meanwhile", os.path.dirname(movement.target))
                )
        except ActionError:
            try:
                there = syscalls.status(movement.target)
                way = Movement(
                    movement.target,
                    movement.source,
                    part_for(movement.source),
                    Identity.of(there),
                    act.content,
                )
                carry_out(way, Control(), lambda _device, _inode, _attributes: None)
            except (TargetTaken, ActionError, OSError) as error:
                raise UncertainOutcome(say("is at {} and can't be put back", movement.target)) from error
            raise

    def _base(self, folder: str) -> str:
        """Return the folder that the person chose: links above it are followed, links below it are not."""
        target = self._target
        below = target is not None and (folder + os.sep).startswith(target.rstrip(os.sep) + os.sep)
        return target if below and target is not None else folder

    def _base_above(self, missing: tuple[str, ...]) -> str | None:
        """Return the folder that the person chose, if it is above these missing ones, not one of them."""
        above = os.path.dirname(missing[0]) if missing else ""
        return self._target if self._target is not None and self._base(above) == self._target else None

    def _places(self, act: PlannedAct) -> Iterator[Place]:
        """Yield free places for a file, best first."""
        path = act.file.path
        if act.step is ActKind.MERGE:
            if act.to is not None and look(act.to) is None:  # under no other name: it would be lost in there
                yield Place(act.to, None, b"")
        elif self._kind is ActKind.TRASH:
            folder = freedesktop_trash.trash_for(path)
            key = (folder.path, os.path.basename(path))
            for place in freedesktop_trash.places(folder, path, self._numbers.get(key, 1)):
                self._numbers[key] = place.number + 1
                yield place
        elif self._kind.needs_target and act.to is not None and os.path.isabs(act.to):
            for name in numbered_names(act.to):
                if look(name) is None:
                    yield Place(name, None, b"")


def _time_given(act: PlannedAct, folder: str, missing: Sequence[str]) -> bytes:
    """Return the time of the folder that a merged file, or the first folder made for it, is put into.

    As the journal's text.

    The folder that stays keeps its time by undo; of other acts the target is nobody's work.
    """
    if act.step is not ActKind.MERGE:
        return b""
    try:
        status = directory_handles.folder_status(os.path.dirname(missing[0]) if missing else folder)
    except OSError:  # the move itself will say so
        return b""
    return b"%d" % status.st_mtime_ns


def _told(said: str) -> Mapping[str, Any]:
    """Return the journal's values for what is to be said of an act that is done."""
    return {"reason": said} if said else {}

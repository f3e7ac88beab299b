"""Carry out a plan: every file looked at again, every act in the journal before and after.

For each act: checks → the journal says *started*, with the place the file will have → the Trash entry is written
(for the Trash) → the file moves (``movement``) → the journal says what came of it. That last word travels in
the same transaction as the next *started*, so a program that dies leaves at most a few acts whose outcome the
journal does not know; ``settling`` reads it off the disk. What a death between two steps leaves:

- before *started* is on the disk: nothing was touched; the act is *planned*, and becomes *skipped*
- after it, before the file moves: folders of the target, a ``.trashinfo`` without its file; both are taken away
- while the file moves: see ``movement``
- after it: the file is at the place the journal knows; the act becomes *done*
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simfinder.actions import trash
from simfinder.actions.checks import Checks
from simfinder.actions.fileops import (
    Identity,
    look,
    make_folders,
    missing_folders,
    numbered_names,
    remove_empty,
    sync_folder,
)
from simfinder.actions.journal import batch as report_of
from simfinder.actions.movement import Movement, TargetTaken, carry_out, part_for
from simfinder.actions.trash import Place
from simfinder.errors import ActionError, Cancelled, reason_of
from simfinder.model.plan import ActKind, ActState, BatchReport, Plan, PlannedAct
from simfinder.model.progress import Control, Phase
from simfinder.store.journal_rows import Change
from simfinder.store.library import Library


def execute(
    plan: Plan, library: Library, control: Control | None = None, protected: Sequence[str] = ()
) -> BatchReport:
    """Do what a plan says, as far as it still holds.

    Cancelling stops between two acts (a copy under way is taken back); what is left is skipped.

    Args:
        plan: as reviewed.
        library: the journal.
        control: progress in files and bytes.
        protected: folders whose files are never touched.

    Returns:
        What really happened, from the journal.

    Raises:
        StoreError: the journal can't be written. The act at hand was not begun, or it will be judged by
            ``journal.reconcile``; nothing further was done.
    """
    control = control or Control()
    control.begin(Phase.ACTING, files_total=len(plan.acts), bytes_total=plan.bytes_handled)
    checks = Checks(plan, protected)
    with library.new_batch(plan) as number:
        executor = _Executor(library, number, plan.kind, checks, control)
        cancelled = executor.run(plan.acts)
        library.set_finished(number, True, cancelled)
    return report_of(library, number)


class _Executor:
    """One batch under way."""

    def __init__(self, library: Library, batch: int, kind: ActKind, checks: Checks, control: Control) -> None:
        self._library = library
        self._batch = batch
        self._kind = kind
        self._checks = checks
        self._control = control
        self._results: list[Change] = []
        self._touched: set[str] = set()
        self._numbers: dict[tuple[str, str], int] = {}  # next number of a name in a Trash

    def run(self, acts: Sequence[PlannedAct]) -> bool:
        """All acts in order; returns whether it was cancelled."""
        cancelled = False
        for position, act in enumerate(acts):
            try:
                self._control.check()
                result = self._one(position, act)
            except Cancelled:
                cancelled = True
                self._results += [
                    (rest, {"state": ActState.SKIPPED, "reason": "cancelled"})
                    for rest in range(position, len(acts))
                ]
                break
            self._results.append((position, result))
        for folder in self._touched:
            with contextlib.suppress(OSError):  # gone or not for us to open: the rename itself was done
                sync_folder(folder)
        self._record()
        return cancelled

    def _one(self, position: int, act: PlannedAct) -> Mapping[str, Any]:
        """One act from the last look to its result."""
        size, before = act.file.size, self._control.snapshot().bytes
        try:
            status = self._checks.pass_or_raise(act, self._control)
        except ActionError as error:
            self._control.advance(files=1, bytes=size, problems=1, current=act.file.path)
            return {"state": ActState.SKIPPED, "reason": error.message}
        try:
            result = self._send_away(position, act, status)
        except ActionError as error:
            self._control.advance(problems=1)
            result = {"state": ActState.FAILED, "reason": error.message}
        copied = self._control.snapshot().bytes - before
        self._control.advance(files=1, bytes=max(0, size - copied), current=act.file.path)
        return result

    def _send_away(self, position: int, act: PlannedAct, status: os.stat_result) -> Mapping[str, Any]:
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
            started["folder_before_ns"] = os.stat(folder).st_mtime_ns
            if self._kind is ActKind.TRASH and trash.SYSTEM_TRASH:
                self._record((position, started))
                trash.send(path)
                return {"state": ActState.DONE}
            made = self._to_free_place(position, act, status, started)
            self._touched.add(folder)
        except OSError as error:
            where = f"{error.filename}: " if error.filename not in (None, path) else ""
            raise ActionError(where + reason_of(error), path) from error
        after = look(folder)
        return {
            "state": ActState.DONE,
            "made": made,
            "folder_after_ns": None if after is None else after.st_mtime_ns,
        }

    def _to_free_place(
        self, position: int, act: PlannedAct, status: os.stat_result, started: Mapping[str, Any]
    ) -> tuple[str, ...]:
        """Move the file to the first place that nobody takes meanwhile; returns the folders made for it."""
        path = act.file.path
        identity = Identity(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)

        def copying(device: int, inode: int, attributes: bytes) -> None:
            self._record((position, {"part_device": device, "part_inode": inode, "attributes": attributes}))

        for place in self._places(act):
            target = os.path.dirname(place.file)
            movement = Movement(path, place.file, part_for(place.file), identity, act.content)
            missing = missing_folders(target)
            self._record(
                (
                    position,
                    {
                        **started,
                        "target": place.file,
                        "part": movement.part,
                        "part_device": None,
                        "part_inode": None,
                        "info": place.info,
                        "info_text": place.text,
                        "made": missing,
                    },
                )
            )
            made = make_folders(missing)
            taken = False
            try:
                if place.info is not None:
                    trash.write_info(place.info, place.text)
                    taken = True
                carry_out(movement, self._control, copying)
            except (TargetTaken, FileExistsError, ActionError, Cancelled, OSError) as error:
                if taken and place.info is not None and look(place.file) is None:
                    trash.remove_info(place.info, place.text)
                remove_empty(made)
                if isinstance(error, TargetTaken | FileExistsError):
                    continue
                raise
            self._touched.add(target)
            return made
        raise ActionError("has no place to go to")

    def _places(self, act: PlannedAct) -> Iterator[Place]:
        """Free places for a file, best first."""
        path = act.file.path
        if self._kind is ActKind.TRASH:
            folder = trash.trash_for(path)
            key = (folder.path, os.path.basename(path))
            for place in trash.places(folder, path, self._numbers.get(key, 1)):
                self._numbers[key] = place.number + 1
                yield place
        elif self._kind is ActKind.MOVE and act.to is not None and os.path.isabs(act.to):
            for name in numbered_names(act.to):
                if not os.path.lexists(name):
                    yield Place(name, None, b"")

    def _record(self, *changes: Change) -> None:
        """Write down what came of the acts before, together with what comes next."""
        if self._results or changes:
            self._library.update(self._batch, [*self._results, *changes])
            self._results.clear()

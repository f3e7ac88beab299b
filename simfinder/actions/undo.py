"""Take a batch back: content, name, folder, times and mode of every file, never over anything else.

For each act, last one first: the journal says that the way back was begun → missing folders are made → the file
moves (``movement``, the other way round), or an own file takes the place of a link (``linking``), or a copy goes
(``deleting``) → times, mode, Trash entry, folders → the journal says *undone*. A death in between is settled like
that of an act: as long as the file is at its new place, it was not taken back.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from simfinder.actions import attending, disk, foldermarks, handles, linking
from simfinder.actions.attending import Guard, SilentError
from simfinder.actions.deleting import delete
from simfinder.actions.fileops import (
    Identity,
    Unsettled,
    look,
    make_folders,
    missing_folders,
    part_for,
    remove_empty,
    same_bytes,
)
from simfinder.actions.journal import batch as report_of
from simfinder.actions.movement import Movement, TargetTaken, carry_out, is_the_file
from simfinder.actions.settling import finish_undo, identity_of, looks_of, settle_batch
from simfinder.errors import ActionError, Cancelled, UsageError, reason_of
from simfinder.model.plan import ActKind, ActState, BatchReport
from simfinder.model.progress import Control, Phase
from simfinder.store.journal_rows import Change, JournalAct
from simfinder.store.library import Library

OCCUPIED = "something else is at its place now"


def undo(
    library: Library,
    batch: int | None = None,
    control: Control | None = None,
    only: Collection[str] | None = None,
    guard: Guard | None = None,
) -> BatchReport:
    """Put back all files of a batch that are gone from their place.

    A file that can't be put back (its place is taken, it was changed, is gone or was deleted for good) stays *done*,
    with the reason; the others are put back all the same. Undoing again tries those that are left.

    Args:
        library: the journal.
        batch: number; None for the last one that is not undone, finished or not.
        control: progress in files and bytes.
        only: paths (where the files were) that are put back; None for all.
        guard: looks on; None for nobody. What hangs is told, and looked at again at the next start.

    Returns:
        The batch as the journal has it now.

    Raises:
        UsageError: there is no such batch, nothing of it to undo, or a program is acting or undoing now.
        StoreError: the journal can't be written.
    """
    control, guard = control or Control(), guard or Guard()
    number = batch if batch is not None else library.last_with((ActState.DONE, ActState.STARTED))
    if number is None:
        raise UsageError("there is nothing to undo")
    if library.batch(number) is None:
        raise UsageError(f"no batch {number}")
    with library.owned(number) as mine, library.acting() as alone:
        if not mine:
            raise UsageError(f"batch {number} is still being worked on")
        if not alone:
            raise UsageError(
                "another SimFinder is removing or putting back files now; try again when it is done"
            )
        cancelled = unsettled = False
        settled = settle_batch(library, number, control, guard)
        batch_acts = library.acts(number)
        if only is not None and not {act.path for act in batch_acts} & set(only):
            raise UsageError(f"batch {number} has no such file")
        acts = [
            act for act in batch_acts if act.state is ActState.DONE and (only is None or act.path in only)
        ]
        if acts:
            library.set_finished(number, False)
            under_way = _Undo(library, number, control, guard)
            cancelled = under_way.run(acts[::-1])
            unsettled = under_way.unsettled
            made = tuple(sorted({folder for act in batch_acts for folder in act.made}, key=len))
            with contextlib.suppress(SilentError, Cancelled):  # empty folders may stay
                guard.run(lambda: remove_empty(made))
        elif not settled.changed:
            raise UsageError(_nothing_left(number, batch_acts))
        library.set_finished(number, not unsettled, waiting=settled.waiting)
        report = report_of(library, number)
    return replace(report, cancelled=cancelled)  # the undo was, not the acts


def _nothing_left(number: int, acts: list[JournalAct]) -> str:
    said = f"nothing of batch {number} is left to undo"
    for act in acts:
        if act.state is ActState.STARTED:
            return f"{said}, as far as can be told: {act.path}: {act.reason}"
    return said


class _Undo:
    """One undo under way."""

    def __init__(self, library: Library, batch: int, control: Control, guard: Guard) -> None:
        self._guard = guard
        self._place = 0  # of the act under way
        self._begun = False  # it is in the journal
        self.unsettled = False  # something is left that the next start must look at
        self._library = library
        self._batch = batch
        self._control = control
        self._results: list[Change] = []

    def run(self, acts: list[JournalAct]) -> bool:
        """All acts in the order given; returns whether it was cancelled."""
        self._control.begin(Phase.UNDOING, files_total=len(acts), bytes_total=sum(act.size for act in acts))
        cancelled = False
        while self._place < len(acts):
            try:
                self._guard.run(lambda: self._go_on(acts))
            except SilentError as silent:
                self._leave(acts[self._place], silent.reason)
            except Cancelled:
                cancelled = True
                if self._begun:  # and its disk does not answer
                    self._leave(acts[self._place], "its disk did not answer before the cancel")
                else:
                    self._results.append((acts[self._place].position, {"undoing": False}))
                break
        self._library.update(self._batch, self._results)
        return cancelled

    def _go_on(self, acts: list[JournalAct]) -> None:
        """The acts from the one at hand on."""
        while self._place < len(acts):
            act, before = acts[self._place], self._control.snapshot().bytes
            self._control.check()
            reason = self._guard.gave_up(act.path)
            if reason:
                self._control.advance(problems=1)
                result: Mapping[str, Any] = {"undoing": False, "reason": reason}
            else:
                with attending.asking(act.path):
                    try:
                        result = self._one(act)
                    except Cancelled:
                        attending.beat()  # not of one that was left
                        self._begun = False
                        raise
            copied = self._control.snapshot().bytes - before
            self._control.advance(files=1, bytes=max(0, act.size - copied), current=act.path)
            self._results.append((act.position, result))
            self._begun = False
            self._place += 1

    def _leave(self, act: JournalAct, reason: str) -> None:
        """The disk of the act at hand does not answer: whether the file is back, the next start will see."""
        change: dict[str, Any] = {"undoing": False, "reason": reason}
        if self._begun:
            self.unsettled = True
            change = {"reason": f"{reason}; what became of it is looked at when SimFinder starts again"}
        self._control.advance(files=1, bytes=act.size, problems=1, current=act.path)
        self._results.append((act.position, change))
        self._begun = False
        self._place += 1

    def _one(self, act: JournalAct) -> Mapping[str, Any]:
        try:
            return self._take_back(act)
        except Unsettled as error:
            self._control.advance(problems=1)
            self.unsettled = True
            return {"reason": error.message}
        except ActionError as error:
            reason = error.message
        except TargetTaken:
            reason = OCCUPIED
        except OSError as error:
            reason = reason_of(error)
        self._control.advance(problems=1)
        return {"undoing": False, "reason": reason}

    def _take_back(self, act: JournalAct) -> Mapping[str, Any]:
        if not all(os.path.isabs(path) for path in (act.path, act.target) if path is not None):
            raise ActionError("the journal is damaged: it does not tell the place of this file")
        folder = os.path.dirname(act.path)
        before = look(folder)  # missing: then it will be made, and has no time to keep
        result = self._by_kind(act)
        known = act.folder_before_ns
        if before is not None and known is not None and before.st_mtime_ns == act.folder_after_ns:
            with contextlib.suppress(OSError):  # someone else's folder: the file itself is back
                disk.set_times(folder, handles.folder_status(folder).st_atime_ns, known)
        return result

    def _by_kind(self, act: JournalAct) -> Mapping[str, Any]:
        if act.kind is ActKind.DELETE:
            raise ActionError(self._lost(act))
        if act.kind is ActKind.COPY:
            return self._remove_copy(act)
        if act.kind.is_link:
            return self._own_file(act)
        return self._move_back(act)

    def _lost(self, act: JournalAct) -> str:
        """What to say of a file that was deleted for good."""
        stays = look(act.survivor)
        if stays is None:
            return (
                f"was deleted for good and can't come back; {act.survivor}, which stayed for it, is gone too"
            )
        if stays.st_size == act.size and is_the_file(
            act.survivor, stays, Identity(None, -1, act.size, -1), act.content, self._control
        ):
            return f"was deleted for good and can't come back; the same content is at {act.survivor}"
        return f"was deleted for good and can't come back; {act.survivor} stayed for it"

    def _remove_copy(self, act: JournalAct) -> Mapping[str, Any]:
        """Only where the original still has the same bytes: the person may have come to rely on the copy."""
        if act.target is None:
            raise ActionError("the journal does not know where the copy is")
        here, copy = look(act.path), look(act.target)
        if copy is None:
            raise ActionError(f"its copy is no longer at {act.target}")
        if here is None:
            raise ActionError(f"is gone, so its copy is left at {act.target}")
        if os.path.samestat(here, copy):
            raise ActionError(f"{act.target} is the file itself now, and is left")
        if copy.st_ino != act.part_inode or not same_bytes(act.path, act.target, self._control):
            raise ActionError(f"the file or its copy was changed since; the copy is left at {act.target}")
        part = part_for(act.target)
        self._record(act, {"undoing": True, "part": part, **_marks(target_mark=act.target)})
        now = Identity(copy.st_dev, copy.st_ino, copy.st_size, copy.st_mtime_ns)
        delete(act.target, part, now, act.content, self._control, lambda: self._still_there(act, here))
        return finish_undo(act)

    def _still_there(self, act: JournalAct, seen: os.stat_result) -> None:
        now = look(act.path)
        if now is None or not os.path.samestat(now, seen):
            raise ActionError(f"is gone, so its copy is left at {act.target}")

    def _own_file(self, act: JournalAct) -> Mapping[str, Any]:
        """An own file with the same bytes for the link."""
        if act.link_inode is None or act.target is None:
            raise ActionError("the journal does not know the link that was made")
        if look(act.path) is None:
            raise ActionError(f"the link is gone; the same content was at {act.survivor}")
        part = part_for(act.path)
        begun = {"undoing": True, "part": part, "part_device": None, "part_inode": None}
        with handles.holding(os.path.dirname(act.path)):
            self._record(act, {**begun, **_marks(folder_mark=act.path)})
            linking.restore(
                act.kind,
                act.path,
                act.target,
                part,
                act.link_inode,
                act.content,
                looks_of(act),
                self._control,
                lambda device, inode, _: self._copying(act, device, inode),
            )
        return finish_undo(act)

    def _move_back(self, act: JournalAct) -> Mapping[str, Any]:
        if act.target is None:
            raise ActionError("the system's Trash does not tell where it is: restore it there")
        place, there = look(act.path), look(act.target)
        identity = identity_of(act)
        if there is None:
            if place is not None and is_the_file(act.path, place, identity, act.content, self._control):
                return finish_undo(act)  # a power cut undid the move, or the person put it back
            raise ActionError(f"is no longer at {act.target}")
        if place is not None:
            raise ActionError(OCCUPIED)
        if not is_the_file(act.target, there, identity, act.content, self._control):
            raise ActionError(f"was changed since, and is left at {act.target}")
        now = Identity(there.st_dev, there.st_ino, there.st_size, there.st_mtime_ns)
        part = part_for(act.path)
        way = Movement(act.target, act.path, part, now, act.content)
        folder = os.path.dirname(act.path)
        missing = missing_folders(folder)
        begun = {"undoing": True, "part": part, "part_device": None, "part_inode": None}
        marks = _marks(folder_mark=None if missing else act.path, target_mark=act.target)
        self._record(act, {**begun, **marks})
        made = make_folders(missing)
        try:
            with handles.holding(os.path.dirname(act.target), folder):
                if missing:
                    self._record(act, _marks(folder_mark=act.path))
                carry_out(way, self._control, lambda device, inode, _: self._copying(act, device, inode))
        except (ActionError, TargetTaken, Cancelled, OSError):
            remove_empty(made)
            raise
        return finish_undo(act)

    def _copying(self, act: JournalAct, device: int, inode: int) -> None:
        self._record(act, {"part_device": device, "part_inode": inode})

    def _record(self, act: JournalAct, change: Mapping[str, Any]) -> None:
        """Write down what came of the acts before, together with what comes next."""
        with attending.on_our_own():
            self._begun = True
            self._library.update(self._batch, [*self._results, (act.position, change)])
            self._results.clear()


def _marks(**files: str | None) -> Mapping[str, Any]:
    """What tells the folders of some files again; nothing is told of a folder that is still to be made."""
    return {
        name: None if file is None else foldermarks.mark_of(os.path.dirname(file))
        for name, file in files.items()
    }

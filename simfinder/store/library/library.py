"""The library, the precious database: the journal of everything that was ever done to a file.

Has the SQL of batches and acts and the lock files that tell which program works on a batch, and opens the ignore list
and the saved rules. Every write is on the disk when the call returns. How an act is done or undone is in
``simfinder.actions``.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from simfinder.errors import StoreCorruptError, StoreUnavailableError, reason_of
from simfinder.model.removal_plan import ActKind, ActState, Plan
from simfinder.model.system import WINDOWS
from simfinder.store import app_dirs
from simfinder.store.database import Database, set_aside
from simfinder.store.library.ignored_pairs import IgnoredRows
from simfinder.store.library.journal import (
    COLUMNS,
    BatchRow,
    Change,
    JournalAct,
    LinkRow,
    decode,
    encode,
    making_sense,
    message_in,
    path_in,
    path_out,
    whole_out,
)
from simfinder.store.library.keep_rule_rows import KeepRuleRows
from simfinder.store.library.schema import MIGRATIONS
from simfinder.text.message import say

_APPLICATION_ID = 0x53464C42  # "SFLB"
_NAME = say("the library")
_OWNER = re.compile("[0-9A-Za-z]{1,64}")


class Library:
    """The journal. Any thread may use it; several programs may have it open at once.

    Use ``Library.open()``. All methods raise ``StoreUnavailableError`` where the disk is full, can't be written
    or another program keeps the file locked: nothing was recorded then.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._locks = os.path.join(os.path.dirname(os.path.abspath(database.path)), "locks")

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Library:
        """Open the library, by default the person's own; create it if missing.

        Raises:
            StoreCorruptError: it is damaged. The file stays as it is, and a copy is set aside.
            NewerVersionError: a newer program made it.
            StoreUnavailableError: it can't be opened now, or other users could have written it.
        """
        file = os.fspath(path if path is not None else app_dirs.library_file())
        app_dirs.refuse_strangers(os.path.dirname(os.path.abspath(file)), file)
        try:
            return cls(
                Database(
                    file,
                    MIGRATIONS,
                    _APPLICATION_ID,
                    _NAME,
                    synchronous="FULL",
                    check=os.path.exists(file),
                )
            )
        except StoreCorruptError as error:
            copies = glob.glob(f"{glob.escape(file)}.corrupt-*")
            copy = min(copies) if copies else set_aside(file, copy=True)
            raise StoreCorruptError(
                say(
                    "{}; it holds what is needed to undo. A copy was set aside as {}: repair the file with "
                    "sqlite3's .recover, or move it away to begin anew",
                    error.message,
                    os.path.basename(copy),
                ),
                file,
            ) from error

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    @property
    def ignored(self) -> IgnoredRows:
        """The ignore list."""
        return IgnoredRows(self._database)

    @property
    def keep_rules(self) -> KeepRuleRows:
        """The saved keep rules."""
        return KeepRuleRows(self._database)

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_exc: object) -> None:
        self.close()

    # writing
    @contextmanager
    def new_batch(self, plan: Plan) -> Iterator[int]:
        """Record a whole plan before any act, and own the batch while the block runs.

        Only one batch at a time: two programs at once could each remove the file that the other one keeps.

        Yields:
            The number of the batch.

        Raises:
            StoreUnavailableError: another batch is under way, or the journal can't be written.
        """
        owner = os.urandom(8).hex()
        with self.acting() as alone, self._lock(owner) as mine:
            if not (alone and mine):
                raise StoreUnavailableError(
                    say("another SimFinder is removing files now; try again when it is done")
                )
            with self._database.transaction():
                batch = self._database.insert(
                    "INSERT INTO batches (created_ns, kind, target, owner) VALUES (?, ?, ?, ?)",
                    (time.time_ns(), str(plan.kind), path_in(plan.target), owner),
                )
                self._database.execute_many(
                    "INSERT INTO acts (batch, position, kind, path, target, state, size, device, inode, mtime_ns,"
                    " content, survivor, why) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        (
                            batch,
                            position,
                            str(act.step or plan.kind),
                            path_in(act.file.path),
                            path_in(act.to),
                            str(ActState.PLANNED),
                            act.file.size,
                            str(act.file.device),
                            str(act.file.inode),
                            str(act.file.mtime_ns),
                            act.content,
                            path_in(act.survivor.path),
                            message_in(act.why),
                        )
                        for position, act in enumerate(plan.acts)
                    ),
                )
            yield batch

    @contextmanager
    def acting(self) -> Iterator[bool]:
        """Take the lock for acting and undoing while the block runs; yield False where another program has it."""
        with self._lock("acting") as alone:
            yield alone

    @contextmanager
    def owned(self, batch: int) -> Iterator[bool]:
        """Own a batch while the block runs; yield False where another program (or thread) works on it.

        Raises:
            StoreCorruptError: the journal is damaged.
        """
        rows = self._database.query("SELECT owner FROM batches WHERE id = ?", (batch,))
        if not rows:
            yield False
            return
        if not _OWNER.fullmatch(str(rows[0][0])):  # it names a lock file
            raise StoreCorruptError(
                say("the journal is damaged: batch {} has no owner", batch), self._database.path
            )
        with self._lock(rows[0][0]) as mine:
            yield mine

    def update(self, batch: int, changes: Iterable[Change]) -> None:
        """Record new values of acts, all or none; they are on the disk when this returns."""
        with self._database.transaction():
            for position, values in changes:
                names = ", ".join(f"{name} = ?" for name in values)
                self._database.execute(
                    f"UPDATE acts SET {names} WHERE batch = ? AND position = ?",
                    (*(encode(name, value) for name, value in values.items()), batch, position),
                )

    def set_finished(
        self, batch: int, finished: bool, cancelled: bool | None = None, waiting: bool | None = None
    ) -> None:
        """Record whether there is work left on a batch; None leaves ``cancelled`` and ``waiting`` unchanged."""
        flags = (None if value is None else int(value) for value in (cancelled, waiting))
        self._database.execute(
            "UPDATE batches SET finished = ?, cancelled = coalesce(?, cancelled), waiting = coalesce(?, waiting)"
            " WHERE id = ?",
            (int(finished), *flags, batch),
        )

    # reading
    def batches(self) -> list[BatchRow]:
        """Return all batches, newest first."""
        return self._batches("ORDER BY id DESC")

    def batch(self, batch: int) -> BatchRow | None:
        """Return a batch; None if there is no such number."""
        rows = self._batches("WHERE id = ?", (batch,))
        return rows[0] if rows else None

    def unfinished(self) -> list[int]:
        """Return the numbers of batches that a program is working on or died in, oldest first."""
        return [
            row[0] for row in self._database.query("SELECT id FROM batches WHERE NOT finished ORDER BY id")
        ]

    def waiting(self) -> list[int]:
        """Return the numbers of batches with acts whose outcome is still unknown, oldest first."""
        return [row[0] for row in self._database.query("SELECT id FROM batches WHERE waiting ORDER BY id")]

    def last_with(self, states: Iterable[ActState]) -> int | None:
        """Return the number of the newest batch with an act in one of these states."""
        wanted = [str(state) for state in states]
        marks = ", ".join("?" for _ in wanted)
        sql = f"SELECT max(batch) FROM acts WHERE state IN ({marks})"
        ((batch,),) = self._database.query(sql, wanted)
        return None if batch is None else int(batch)

    def acts(self, batch: int) -> list[JournalAct]:
        """Return the acts of a batch in the order of the plan; [] for a batch that does not exist."""
        rows = self._database.query(
            f"SELECT {', '.join(COLUMNS)} FROM acts WHERE batch = ? ORDER BY position",
            (batch,),
        )
        return [decode(row) for row in rows]

    def links(self) -> list[LinkRow]:
        """Return the symbolic links that were made and not taken back, as far as is known."""
        rows = self._database.query(
            "SELECT batch, path, target, folder_mark FROM acts"
            " WHERE batch IN (SELECT id FROM batches WHERE kind = ?) AND state IN (?, ?) AND target IS NOT NULL",
            (str(ActKind.SYMLINK), str(ActState.DONE), str(ActState.STARTED)),
        )
        with making_sense():
            return [
                LinkRow(batch, path_out(path) or "", path_out(target) or "", mark)
                for batch, path, target, mark in rows
            ]

    def last_of(self, path: str) -> JournalAct | None:
        """Return the newest act that took a file away from a path and is not undone."""
        kinds = [str(kind) for kind in ActKind if kind.takes_away]
        marks = ", ".join("?" for _ in kinds)
        rows = self._database.query(
            f"SELECT {', '.join(COLUMNS)} FROM acts WHERE state = ? AND kind IN ({marks}) AND path = ?"
            " ORDER BY batch DESC LIMIT 1",
            (str(ActState.DONE), *kinds, path_in(path)),
        )
        return decode(rows[0]) if rows else None

    def _batches(self, where: str, parameters: Sequence[Any] = ()) -> list[BatchRow]:
        sql = f"SELECT id, created_ns, kind, target, finished, cancelled, waiting FROM batches {where}"
        rows = self._database.query(sql, parameters)
        with making_sense():
            return [
                BatchRow(
                    number,
                    whole_out(created),
                    ActKind(kind),
                    path_out(target),
                    bool(whole_out(finished)),
                    bool(whole_out(cancelled)),
                    bool(whole_out(waiting)),
                )
                for number, created, kind, target, finished, cancelled, waiting in rows
            ]

    @contextmanager
    def _lock(self, owner: str) -> Iterator[bool]:
        """Hold the lock file of an owner; the system releases it when the program dies."""
        from filelock import FileLock, Timeout  # 30 ms, which who only reads need not wait for

        path = os.path.join(self._locks, f"{owner}.lock")
        lock = FileLock(path, blocking=False)
        try:
            os.makedirs(self._locks, mode=0o700, exist_ok=True)
            lock.acquire()
        except Timeout:
            pass
        except OSError as error:
            raise StoreUnavailableError(
                say("a lock file can't be made: {}", reason_of(error)), path
            ) from error
        try:
            yield lock.is_locked
        finally:
            try:
                if lock.is_locked and not WINDOWS:  # there an open file can't be unlinked
                    with contextlib.suppress(OSError):  # a lock file that nobody holds does no harm
                        os.unlink(path)  # while it is held: filelock notices and makes a new one
            finally:
                lock.release()

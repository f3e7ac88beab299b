"""Open the file of the signature cache; start it anew when damaged, turn it off when full, locked or gone.

The cache is disposable: whatever goes wrong here costs time, never a result. A damaged file is set aside and a new one
begun, a full disk or a read-only folder turns the cache off, each with one warning. Only a file made by a newer
SimFinder is refused.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

from simfinder.errors import (
    NewerVersionError,
    StoreCorruptError,
    StoreError,
    StoreUnavailableError,
    reason_of,
)
from simfinder.model.file_record import Problem
from simfinder.store.app_dirs import refuse_strangers
from simfinder.store.cache import schema
from simfinder.store.database import MEMORY, Database, set_aside
from simfinder.text.message import say

_LOG_BYTES = 1 << 26  # length at which the log is checkpointed: pages rewritten until then are written once
_UPGRADED = say("{} was brought to a newer format by a newer SimFinder", schema.NAME)

T = TypeVar("T")


class CacheFile:
    """A database that any call may start anew or turn off. Any thread may use it. See ``opened``.

    Args:
        path: path of the file, or ``database.MEMORY``; None for no cache at all.

    Attributes:
        path: the same.
        database: the database, to be used through ``work``; None where the cache is off.
        generation: changes when the file is started anew.
    """

    def __init__(self, path: str | None) -> None:
        self.path = path
        self.database: Database | None = None
        self.generation = 0
        self._lock = threading.RLock()
        self._identity: tuple[int, int] | None = None
        self._warnings: list[Problem] = []
        self._off: StoreUnavailableError | None = None

    @classmethod
    def opened(cls, path: str) -> CacheFile:
        """Open the cache at a path; damage and bad luck become warnings.

        Raises:
            NewerVersionError: a newer SimFinder made it.
        """
        file = cls(path)
        try:
            file._connect(path)
        except NewerVersionError:
            raise
        except StoreUnavailableError as error:
            file._give_up(error)
        except StoreError as error:  # damaged, or another program's file
            file.begin_anew(None, error)
        return file

    def work(self, job: Callable[[Database], T], otherwise: T) -> T:
        """Run a function on the database; return ``otherwise`` where there is none or it turns out to be unusable."""
        database = self.database
        if database is None:
            return otherwise
        try:
            return job(database)
        except StoreCorruptError as error:
            if _has_been_upgraded(database):
                self._give_up(StoreUnavailableError(_UPGRADED, self.path))
            else:
                self.begin_anew(database, error)
        except StoreUnavailableError as error:
            self._give_up(error)
        except StoreError:
            if self.database is database:
                raise
            # another thread has just closed it for one of the reasons above
        return otherwise

    def insist(self, job: Callable[[Database], T], otherwise: T) -> T:
        """Do the same as ``work``, but raise the reason when the cache is off.

        Raises:
            StoreUnavailableError: with the reason.
        """
        result = self.work(job, otherwise)
        if self._off is not None:
            raise self._off
        return result

    def take_warnings(self) -> list[Problem]:
        """Return the warnings since the last call."""
        with self._lock:
            taken, self._warnings = self._warnings, []
        return taken

    def remove_set_aside(self) -> None:
        """Remove the damaged files that were set aside.

        Raises:
            StoreUnavailableError: one can't be removed.
        """
        if self.path is None or self.path == MEMORY:
            return
        try:
            _remove_set_aside(self.path, keep=None)
        except OSError as error:
            raise StoreUnavailableError(
                say("{} can't be cleared: {}", schema.NAME, reason_of(error)), self.path
            ) from error

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        with self._lock:
            database, self.database = self.database, None
        if database is not None:
            database.close()

    def begin_anew(self, damaged: Database | None, error: StoreError) -> None:
        """Set the damaged file aside and start a new one, unless another thread or program has done so."""
        from filelock import FileLock, Timeout  # 10 ms, which nobody else need wait for

        assert self.path is not None
        with self._lock:
            if self.database is not damaged:
                return
            self.database = None
            self.generation += 1
            try:
                if damaged is not None:
                    _close_damaged(damaged)
                with FileLock(self.path + ".lock", timeout=10):
                    if _identity_of(self.path) == self._identity:
                        aside = set_aside(self.path)
                        _remove_set_aside(self.path, keep=aside)
                        name = os.path.basename(aside)
                        message = say("{}; it was set aside as {} and begun anew", error.message, name)
                        self._warnings.append(Problem(self.path, message))
                    self._connect(self.path)
            except StoreError as failure:
                self._give_up(failure)
            except (OSError, Timeout) as failure:
                reason = (
                    reason_of(failure) if isinstance(failure, OSError) else say("locked by another program")
                )
                self._give_up(
                    StoreUnavailableError(say("{} can't be set aside: {}", schema.NAME, reason), self.path)
                )

    def _connect(self, path: str) -> None:
        if path != MEMORY:
            refuse_strangers(os.path.dirname(os.path.abspath(path)), path)
        self._identity = _identity_of(path)
        self.database = Database(
            path,
            schema.MIGRATIONS,
            schema.APPLICATION_ID,
            schema.NAME,
            page_size=schema.PAGE,
            log_pages=_LOG_BYTES // schema.PAGE,
        )
        self._identity = _identity_of(path)

    def _give_up(self, error: StoreError) -> None:
        with self._lock:
            database, self.database = self.database, None
            self._off = StoreUnavailableError(error.message, error.path)
            message = say("{}; what is read now will not be remembered", error.message)
            self._warnings.append(Problem(error.path or str(self.path), message))
        if database is not None:
            _close_damaged(database)


def _has_been_upgraded(database: Database) -> bool:
    """Return whether a newer program has migrated the file meanwhile: then nothing is damaged."""
    try:
        return database.version > len(schema.MIGRATIONS)
    except StoreError:
        return False


def _close_damaged(database: Database) -> None:
    try:
        database.close()
    except (StoreCorruptError, StoreUnavailableError):
        return  # closing tries to checkpoint the log into the damaged file; the file is set aside anyway


def _identity_of(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _remove_set_aside(path: str, keep: str | None) -> None:
    """Remove older damaged files: a cache is disposable, and one damaged copy is enough to look into."""
    folder, name = os.path.split(path)
    kept = {os.path.basename(keep) + companion for companion in ("", "-wal", "-shm")} if keep else set()
    for entry in os.listdir(folder):
        if entry.startswith(f"{name}.corrupt-") and entry not in kept:
            os.unlink(os.path.join(folder, entry))

"""The signature cache: what a file's content was, and what the methods said of it. Disposable.

*locations* know which content a device and inode held at a size and time; *signatures* know a content by its
hash, so copies and renamed files share them. What is in a blob is the methods' business: here they are bytes under
a method's name and version. One thread writes, in batches; any thread reads.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from simfinder.errors import StoreCorruptError, StoreError
from simfinder.model.files import FileRecord
from simfinder.store import folders
from simfinder.store.database import MEMORY, Database, set_aside

_APPLICATION = 0x53696D43  # "SimC"
_MIGRATIONS = (
    """
    CREATE TABLE locations (
        device INTEGER NOT NULL, inode INTEGER NOT NULL, path BLOB NOT NULL, size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, content BLOB NOT NULL,
        PRIMARY KEY (device, inode)
    ) WITHOUT ROWID;
    CREATE TABLE methods (id INTEGER PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL,
        view TEXT NOT NULL, parameters TEXT NOT NULL, UNIQUE (name, version, view, parameters));
    CREATE TABLE signatures (content BLOB NOT NULL, method INTEGER NOT NULL REFERENCES methods, blob BLOB NOT NULL,
        PRIMARY KEY (content, method)) WITHOUT ROWID;
    CREATE TABLE sizes (content BLOB PRIMARY KEY, size INTEGER NOT NULL) WITHOUT ROWID;
    """,
)
_RACY_NS = (
    20_000_000  # a file written this close to being read may change again unseen: clocks tick every 4 ms
)
_BATCH = 400
_FLUSH_SECONDS = 1.0
_ASK = 300  # values in one query
_OFFSET = 1 << 64


class MethodKey(NamedTuple):
    """What makes blobs comparable: the method, its version, the view of the content, and its parameters."""

    name: str
    version: int
    view: str = "raw"
    parameters: str = ""


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What a cache holds: where it lies, its bytes on disk, known files and known contents."""

    path: Path
    bytes: int
    files: int
    contents: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to remember.

    Attributes:
        record: the file as it was when it was read.
        content: XXH3-128, 16 bytes.
        read_ns: wall clock just before it was opened, nanoseconds since 1970.
        blobs: stored form of each method's signature; None where they are known already.
    """

    record: FileRecord
    content: bytes
    read_ns: int
    blobs: Mapping[MethodKey, bytes] | None


class Cache:
    """An open signature cache.

    Attributes:
        warning: a sentence, where something happened that a person should know (set aside, no longer written).
    """

    def __init__(self, database: Database, warning: str = "") -> None:
        self._database = database
        self.warning = warning
        self._ids: dict[MethodKey, int] = {}
        self._queue: queue.SimpleQueue[list[Entry] | threading.Event | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="simfinder-cache", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: str | os.PathLike[str] | None = None) -> Cache:
        """Open (or make) the cache; a damaged one is set aside and a new one begun.

        Raises:
            NewerVersionError: made by a newer SimFinder.
            StoreUnavailableError: the folder can't be written.
        """
        where = folders.cache_file() if path is None else path
        try:
            return cls(_open(where))
        except StoreCorruptError:
            aside = set_aside(where)
            return cls(_open(where), f"the cache was damaged; it was set aside as {aside} and is built anew")

    def lookup(self, records: Sequence[FileRecord]) -> list[bytes | None]:
        """Content hash of every record whose file has not changed since it was read; None for the others."""
        found: list[bytes | None] = []
        for start in range(0, len(records), _ASK):
            part = records[start : start + _ASK]
            marks = ",".join(["(?,?)"] * len(part))
            values = [value for r in part for value in (_signed(r.device), _signed(r.inode))]
            rows = self._database.query(
                f"SELECT device, inode, path, size, mtime_ns, ctime_ns, content FROM locations "
                f"WHERE (device, inode) IN (VALUES {marks})",
                values,
            )
            known = {(device, inode): rest for device, inode, *rest in rows}
            found += [_match(r, known.get((_signed(r.device), _signed(r.inode)))) for r in part]
        return found

    def load(
        self, contents: Iterable[bytes], methods: Sequence[MethodKey]
    ) -> dict[bytes, tuple[int, list[bytes]]]:
        """Size and blobs (in the order of ``methods``) of those contents for which all methods are known."""
        wanted = list(dict.fromkeys(contents))
        ids = [self._id(method) for method in methods]
        found: dict[bytes, tuple[int, list[bytes]]] = {}
        for start in range(0, len(wanted), _ASK):
            part = wanted[start : start + _ASK]
            marks = ",".join("?" * len(part))
            sizes = dict(
                self._database.query(f"SELECT content, size FROM sizes WHERE content IN ({marks})", part)
            )
            rows = self._database.query(
                f"SELECT content, method, blob FROM signatures WHERE content IN ({marks})", part
            )
            blobs: dict[bytes, dict[int, bytes]] = {}
            for content, method, blob in rows:
                blobs.setdefault(content, {})[method] = blob
            for content, by_method in blobs.items():
                if content in sizes and all(number in by_method for number in ids):
                    found[content] = sizes[content], [by_method[number] for number in ids]
        return found

    def write(self, entries: Sequence[Entry]) -> None:
        """Remember entries; returns at once, the writing thread commits about every second."""
        self._queue.put(list(entries))

    def flush(self) -> None:
        """Wait until everything written so far is committed."""
        if self._writer.is_alive():
            done = threading.Event()
            self._queue.put(done)
            while not done.wait(0.1) and self._writer.is_alive():
                pass

    def info(self) -> CacheInfo:
        """What is in it."""
        self.flush()
        ((files,),) = self._database.query("SELECT count(*) FROM locations")
        ((contents,),) = self._database.query("SELECT count(*) FROM sizes")
        path = Path(self._database.path)
        size = sum(p.stat().st_size for p in (path, path.with_name(path.name + "-wal")) if p.exists())
        return CacheInfo(path, size, files, contents)

    def clear(self) -> None:
        """Forget everything and give the space back."""
        self.flush()
        with self._database.transaction():
            for table in ("locations", "signatures", "sizes"):
                self._database.execute(f"DELETE FROM {table}")
        self._database.execute("VACUUM")
        self._database.query("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Commit what is left and close."""
        self._queue.put(None)
        self._writer.join()
        self._database.close()

    def _id(self, method: MethodKey) -> int:
        """Number of a method in the file, given to it at its first use."""
        if method not in self._ids:
            self._database.execute(
                "INSERT OR IGNORE INTO methods (name, version, view, parameters) VALUES (?, ?, ?, ?)", method
            )
            ((number,),) = self._database.query(
                "SELECT id FROM methods WHERE (name, version, view, parameters) = (?, ?, ?, ?)", method
            )
            self._ids[method] = int(number)
        return self._ids[method]

    def _write_all(self) -> None:
        pending: list[Entry] = []
        last = time.monotonic()
        while True:
            try:
                item = self._queue.get(timeout=_FLUSH_SECONDS if pending else None)
            except queue.Empty:
                item = []
            if isinstance(item, list):
                pending += item
                if not pending or (len(pending) < _BATCH and time.monotonic() - last < _FLUSH_SECONDS):
                    continue
            self._commit(pending)
            pending = []
            last = time.monotonic()
            if item is None:
                return
            if isinstance(item, threading.Event):
                item.set()

    def _commit(self, entries: list[Entry]) -> None:
        if not entries or self.warning.startswith("the cache can't be written"):
            return
        new = {entry.content: entry for entry in entries if entry.blobs is not None}
        places = [
            (
                _signed(r.device),
                _signed(r.inode),
                os.fsencode(r.path),
                r.size,
                r.mtime_ns,
                r.ctime_ns,
                e.content,
            )
            for e in entries
            if max((r := e.record).mtime_ns, r.ctime_ns) < e.read_ns - _RACY_NS
        ]
        try:
            blobs = [
                (content, self._id(method), blob)
                for content, entry in new.items()
                for method, blob in (entry.blobs or {}).items()
            ]
            with self._database.transaction():
                self._database.execute_many("INSERT OR REPLACE INTO signatures VALUES (?, ?, ?)", blobs)
                self._database.execute_many(
                    "INSERT OR REPLACE INTO sizes VALUES (?, ?)",
                    [(content, entry.record.size) for content, entry in new.items()],
                )
                self._database.execute_many(
                    "INSERT OR REPLACE INTO locations VALUES (?, ?, ?, ?, ?, ?, ?)", places
                )
        except StoreError as error:
            self.warning = f"the cache can't be written: {error.message}"


def _open(path: str | os.PathLike[str]) -> Database:
    return Database(path, _MIGRATIONS, _APPLICATION, "the signature cache")


def _signed(value: int) -> int:
    """SQLite's integers are signed; inodes may use all 64 bits."""
    return value - _OFFSET if value >= _OFFSET // 2 else value


def _match(record: FileRecord, row: list[object] | None) -> bytes | None:
    if row is None:
        return None
    path, size, mtime_ns, ctime_ns, content = row
    if (size, mtime_ns) != (record.size, record.mtime_ns):
        return None
    # a rename changes the status change time; the same path with another one was touched
    if ctime_ns != record.ctime_ns and path == os.fsencode(record.path):
        return None
    return content if isinstance(content, bytes) else None


__all__ = ["MEMORY", "Cache", "CacheInfo", "Entry", "MethodKey"]

"""The file of an n-gram index among a person's own files: check that it is ours, lock it, put a new one in its place.

Nothing is ever replaced or removed that is not an index. Companion files begin with a dot, so that no scan sees them:
``.NAME.lock`` while a program writes, ``.NAME.building`` while a new index is made.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator

import filelock

from simfinder.errors import StoreError, StoreUnavailableError, reason_of
from simfinder.model.system import WINDOWS

APPLICATION_ID = 0x53464E47  # "SFNG"

_MAGIC = b"SQLite format 3\0"
_ID_AT = 68  # SQLite's file format: offset of the application id, four bytes
_HEADER = _ID_AT + 4
_JOURNALS = ("-journal", "-wal", "-shm")


def expect_index(path: str) -> None:
    """Check that there is an index.

    Raises:
        StoreError: there is nothing, or something else; the message says which.
        StoreUnavailableError: it can't be read.
    """
    kind = _kind(path)
    if kind is None:
        raise StoreError("there is no such index; 'index build' makes one", path)
    if kind:
        raise StoreError(kind, path)


def expect_room(path: str, *, force: bool) -> None:
    """Check that an index may be made here: nothing else is in its place, or an index that may be replaced.

    Raises:
        StoreError: with the reason.
    """
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise StoreError("there is no such folder to put an index in", folder)
    kind = _kind(path)
    if kind:
        raise StoreError(f"{kind}, and is left alone", path)
    if kind == "" and not force:
        raise StoreError(
            "there is an index already: --force replaces it, 'index add' adds to it",
            path,
        )
    if kind is None:
        for suffix in _JOURNALS:
            if os.path.lexists(path + suffix):
                # SQLite would play it back into the new file
                raise StoreError("is left of another database; remove it first", path + suffix)


@contextlib.contextmanager
def writing(path: str) -> Iterator[None]:
    """Hold the lock for writing an index.

    Raises:
        StoreUnavailableError: another program holds it, or the folder can't be written.
    """
    name = companion(path, "lock")
    lock = filelock.FileLock(name, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise StoreUnavailableError("another program is writing this index", path) from None
    except OSError as error:
        raise StoreUnavailableError(f"the folder can't be written: {reason_of(error)}", path) from error
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # an empty file left behind does no harm
            if os.path.getsize(name) == 0:
                os.unlink(name)
        lock.release()


def companion(path: str, what: str) -> str:
    """Return the path of ``.NAME.lock`` or ``.NAME.building`` beside an index."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.{what}")


def own_files(path: str) -> frozenset[str]:
    """Return the paths of the index and of all its companions."""
    beside = [companion(path, "lock")]
    for main in (path, companion(path, "building")):
        beside += [main, *(main + suffix for suffix in _JOURNALS)]
    return frozenset(beside)


def clear_draft(path: str) -> str:
    """Remove what an interrupted build has left. Call it inside ``writing``.

    Returns:
        The path to make the new index at.

    Raises:
        StoreError: a file that is not ours has that name.
        StoreUnavailableError: it can't be removed.
    """
    draft = companion(path, "building")
    kind = _kind(draft)
    if kind and not _is_empty(draft):
        raise StoreError(f"{kind}, and has the name under which a new index is made", draft)
    remove_draft(path)
    return draft


def remove_draft(path: str) -> None:
    """Remove the unfinished index, if there is one.

    Raises:
        StoreUnavailableError: it can't be removed.
    """
    draft = companion(path, "building")
    try:
        for suffix in ("", *_JOURNALS):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft + suffix)
    except OSError as error:
        raise StoreUnavailableError(f"can't be removed: {reason_of(error)}", draft) from error


def put_in_place(path: str) -> None:
    """Put the finished new index in its place; it is on the disk when the call returns.

    Raises:
        StoreUnavailableError: it can't be written or renamed.
    """
    draft = companion(path, "building")
    try:
        with contextlib.suppress(FileNotFoundError):
            os.chmod(draft, stat.S_IMODE(os.stat(path).st_mode))
        _sync(draft)
        for suffix in _JOURNALS:  # left by a damaged index: SQLite would play it back into the new one
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path + suffix)
        os.replace(draft, path)
        _sync(os.path.dirname(path))
    except OSError as error:
        raise StoreUnavailableError(f"the index can't be put in place: {reason_of(error)}", path) from error


def _sync(path: str) -> None:
    if os.path.isdir(path) and WINDOWS:
        return  # folders can't be opened there
    handle = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _kind(path: str) -> str | None:
    """Return "" for an index (a damaged one too), the message for anything else, None where there is nothing."""
    try:
        found = os.stat(path)
        if stat.S_ISDIR(found.st_mode):
            return "is a folder, no n-gram index"
        if not stat.S_ISREG(found.st_mode):
            return "is no regular file, so no n-gram index"
        with open(path, "rb") as file:
            head = file.read(_HEADER)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise StoreUnavailableError(f"can't be read: {reason}", path) from error
    ours = head.startswith(_MAGIC) and head[_ID_AT:_HEADER] == APPLICATION_ID.to_bytes(4, "big")
    return "" if ours else "is no n-gram index"


def _is_empty(path: str) -> bool:
    return os.path.isfile(path) and os.path.getsize(path) == 0

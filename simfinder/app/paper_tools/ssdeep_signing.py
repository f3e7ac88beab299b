"""Sign files named on a command line with spamsum, in ssdeep's order.

Unlike a scan this takes every file as often as it is named, hidden files and symbolic links too, and knows neither
Trash nor cache. Memory is constant, whatever the size of a file. Below a folder only regular files are read; a named
file may be a pipe.
"""

from __future__ import annotations

import errno
import os
import select
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TypeAlias

from simfinder.errors import Cancelled, SignatureError, reason_of
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.reading.read_file import named
from simfinder.signatures.spamsum.digest import Spamsum, spamsum
from simfinder.workers.heartbeat import ProgressBatch, mine, on_our_own
from simfinder.workers.stall_timeout import SILENT, StalledError, StallTimeout, run_with_timeout
from simfinder.workers.thread_pool import Pool

_TOGETHER = 16  # files of one task
_CHUNK = 1024 * 1024
_WHOLE = 8 * 1024 * 1024
"""Bytes up to which a file is signed as a whole, which is faster than as a stream."""

_FLAGS = os.O_RDONLY
for _name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"):
    _FLAGS |= getattr(os, _name, 0)
_Batch: TypeAlias = tuple[int, "list[str | Problem]"]
_Done: TypeAlias = tuple[int, "list[SignedFile | Problem] | None"]
_WAIT = 100  # ms between two checks for a cancel while a pipe is silent


@dataclass(frozen=True, slots=True)
class SignedFile:
    """A file with its signature.

    Attributes:
        name: as named on the command line, or absolute.
        size: bytes read.
        signature: ``blocksize:part:part``.
    """

    name: str
    size: int
    signature: str


def sign_files(
    names: Iterable[str], control: Control, *, recursive: bool = False, absolute: bool = False, jobs: int = 0
) -> Iterator[SignedFile | Problem]:
    """Yield the signature of each file, or why there is none, in the order named; below folders in the system's order.

    Args:
        names: files, and folders if ``recursive``.
        control: progress (phase READING) and cancelling.
        recursive: also files below folders, following symbolic links.
        absolute: return (and open) absolute paths, with ``.`` and ``..`` removed from their text.
        jobs: threads; 0 means one per core.

    Raises:
        Cancelled: on request; what was yielded before is right.
    """
    control.begin(Phase.READING)
    timeout = StallTimeout()
    below = _Below(control, timeout, absolute=absolute)
    listed = enumerate(_batches(_listed(names, below if recursive else None, absolute=absolute)))
    signing = _Signing(control, timeout)
    waiting: dict[int, list[SignedFile | Problem]] = {}
    due = 0
    with Pool(jobs, control, timeout) as pool:
        for number, done in pool.map(signing.sign, listed, signing.lost):
            if done is not None:
                waiting[number] = done
            while due in waiting and not pool.cancelled:  # a batch cut short is not yielded
                yield from waiting.pop(due)
                due += 1
        if pool.cancelled:
            raise Cancelled


def sign_handle(handle: int, name: str, control: Control) -> SignedFile | Problem:
    """Compute the signature of the rest of an open handle, which stays open.

    Raises:
        Cancelled: on request.
    """
    control.begin(Phase.READING)
    with ProgressBatch(control) as tally:
        return _told(name, partial(_sign_handle, handle, name, tally))


def _batches(listed: Iterator[str | Problem]) -> Iterator[list[str | Problem]]:
    while batch := list(islice(listed, _TOGETHER)):
        yield batch


class _Signing:
    """The work of the threads on a batch."""

    def __init__(self, control: Control, timeout: StallTimeout) -> None:
        self._control = control
        self._timeout = timeout

    def sign(self, item: _Batch) -> _Done:
        """Return a batch's number and its results, or those before a cancel."""
        number, batch = item
        done: list[SignedFile | Problem] = []
        with ProgressBatch(self._control) as tally:
            for name in batch:
                if isinstance(name, Problem):
                    done.append(name)
                    continue
                try:
                    tally.check()
                    if self._timeout.gave_up(name):
                        done.append(Problem(name, SILENT))
                    else:
                        done.append(_told(name, partial(_sign, name, tally)))
                except Cancelled:
                    break
                tally.advance(files=1, current=name)
        return number, done

    def lost(self, item: _Batch, path: str) -> tuple[_Done, list[_Batch]]:
        """Return a batch to sign again, with a problem in place of the file that hangs."""
        number, batch = item
        rest = [Problem(path, self._timeout.reason) if one == path else one for one in batch]
        return (number, None), [(number, rest)]


def _told(name: str, sign: Callable[[], SignedFile]) -> SignedFile | Problem:
    """Sign a file; whatever goes wrong becomes a problem."""
    try:
        return sign()
    except OSError as error:
        return Problem(name, reason_of(error))
    except SignatureError as error:
        return Problem(name, error.message)


def _sign(path: str, tally: ProgressBatch) -> SignedFile:
    with named(path, _FLAGS) as (handle, _):
        return _sign_handle(handle, path, tally)


def _sign_handle(handle: int, name: str, tally: ProgressBatch) -> SignedFile:
    found = os.fstat(handle)
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    chunks = _chunks(handle, found, tally)
    size = 0
    head: list[bytes] = []
    for chunk in chunks:
        head.append(chunk)
        size += len(chunk)
        if size > _WHOLE:
            break
    else:
        with on_our_own():
            return SignedFile(name, size, spamsum(head[0] if len(head) == 1 else b"".join(head)))
    state = Spamsum()
    for chunk in head:
        state.update(chunk)
    head.clear()
    for chunk in chunks:
        state.update(chunk)
        size += len(chunk)
    return SignedFile(name, size, state.digest())


def _chunks(handle: int, found: os.stat_result, tally: ProgressBatch) -> Iterator[bytes]:
    """Yield everything there is to read; waits for a pipe without missing a cancel."""
    regular = stat.S_ISREG(found.st_mode)
    ready = None if regular or not hasattr(select, "poll") else select.poll()
    if ready:
        ready.register(handle, select.POLLIN)
    most = min(_CHUNK, found.st_size + 1) if regular and found.st_size else _CHUNK
    while True:
        tally.check()
        if ready and not ready.poll(_WAIT):
            continue
        chunk = os.read(handle, most)
        if not chunk:
            return
        with on_our_own():
            yield chunk
        tally.advance(bytes=len(chunk))


def _listed(names: Iterable[str], below: _Below | None, *, absolute: bool) -> Iterator[str | Problem]:
    """Yield paths of files, and problems with folders, in order."""
    for name in names:
        path = _absolute(name) if absolute else name
        if below is None:
            yield path
            continue
        is_folder = below.is_folder(path)
        if is_folder is None:
            yield below.silent(path)
        elif is_folder:
            yield from below.of(path)
        else:
            yield path


def _absolute(name: str) -> str:
    path = os.path.abspath(name)
    if path.startswith("//"):  # POSIX lets two slashes alone
        path = path[1:]
    # kept, so that a file with a slash behind it is no file
    return path + "/" if name.endswith("/") and not path.endswith("/") else path


class _Below:
    """Walks folders depth first, in the order the system lists their entries, as ssdeep does."""

    def __init__(self, control: Control, timeout: StallTimeout, *, absolute: bool) -> None:
        self._control = control
        self._timeout = timeout
        self._absolute = absolute

    def is_folder(self, path: str) -> bool | None:
        """Return whether a path is a folder; None if its drive does not answer."""
        if self._timeout.gave_up(path):
            return None

        try:
            return run_with_timeout(partial(os.path.isdir, path), self._control, self._timeout, path)
        except StalledError:
            return None

    def silent(self, path: str) -> Problem:
        """Return the problem of a path that hangs."""
        return Problem(path, self._timeout.reason)

    def of(self, root: str) -> Iterator[str | Problem]:
        """Yield all files below a folder, and problems with others."""
        first = self._entered(root, [])
        stack = [] if isinstance(first, Problem) else [first]
        if isinstance(first, Problem):
            yield first
        while stack:
            entry = next(stack[-1].entries, None)
            if entry is None:
                stack.pop()
            elif isinstance(entry, _Folder):
                below = self._entered(entry.path, [folder.where for folder in stack])
                if isinstance(below, Problem):
                    yield below
                else:
                    stack.append(below)
            else:
                yield entry

    def _entered(self, folder: str, above: list[tuple[int, int]]) -> _Entered | Problem:
        """Open a folder and list it; an entry that hangs is asked only once."""
        hung: set[str] = set()
        while True:
            if self._timeout.gave_up(folder):
                return Problem(folder, SILENT)
            try:
                return run_with_timeout(lambda: self._look(folder, above, hung), self._control, self._timeout)
            except StalledError as error:
                if error.path == folder or error.path in hung:
                    return self.silent(folder)
                hung.add(error.path)

    def _look(self, folder: str, above: list[tuple[int, int]], hung: set[str]) -> _Entered | Problem:
        own = mine()
        try:
            own.on(folder, None)
            found = os.stat(folder)
            where = (found.st_dev, found.st_ino)
            if where in above:
                return Problem(folder, "is a link back to a folder above it")
            own.on(folder, found.st_dev)
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError as error:
            return Problem(folder, reason_of(error))
        prefix = folder if self._absolute and folder.endswith(os.sep) else folder + os.sep
        told: list[str | Problem | _Folder] = []
        for entry in listed:
            path = prefix + entry.name
            if path in hung:
                told.append(self.silent(path))
                continue
            own.on(path, found.st_dev)
            told.append(_kind(entry, path))
        return _Entered(iter(told), where)


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder in a folder."""

    path: str


@dataclass(frozen=True, slots=True)
class _Entered:
    """A folder being walked, with its device and inode."""

    entries: Iterator[str | Problem | _Folder]
    where: tuple[int, int]


def _kind(entry: os.DirEntry[str], path: str) -> str | Problem | _Folder:
    try:
        if entry.is_dir():
            return _Folder(path)
        if entry.is_file():
            return path
        entry.stat()  # a broken link: raises the system's own reason
        return Problem(path, "is no regular file")
    except OSError as error:
        return Problem(path, reason_of(error))

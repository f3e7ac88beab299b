"""Files named on a command line in, their spamsum signatures out in ssdeep's order.

Unlike a scan this takes every file as often as it is named, hidden ones and symbolic links too, and knows neither
Trash nor cache. Owns the walk and the reading; constant memory, whatever the size of a file. Under a folder only
regular files are read; one that is named may be a pipe.
"""

from __future__ import annotations

import errno
import os
import select
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from simfinder.errors import Cancelled, SignatureError, reason_of
from simfinder.model.files import Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.pool import Pool
from simfinder.scan.tally import Tally
from simfinder.signatures.spamsum import Spamsum, spamsum

_TOGETHER = 16  # files of one task
_CHUNK = 1024 * 1024
_WHOLE = 8 * 1024 * 1024
"""Bytes up to which a file is signed as a whole, which is faster than in a stream."""

_FLAGS = os.O_RDONLY
for _name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"):
    _FLAGS |= getattr(os, _name, 0)
_WAIT = 100  # ms between two looks at the switch while a pipe is silent


@dataclass(frozen=True, slots=True)
class Signed:
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
) -> Iterator[Signed | Problem]:
    """The signature of each file, or why there is none, in the order named; below folders in the system's order.

    Args:
        names: files, and folders where ``recursive``.
        control: progress (phase READING) and cancelling.
        recursive: files below folders too, symbolic links followed.
        absolute: names are given back (and opened) as absolute paths, ``.`` and ``..`` taken out of their text.
        jobs: threads; 0 means one per core.

    Raises:
        Cancelled: on request; what was given back before is right.
    """
    control.begin(Phase.READING)
    listed = enumerate(_batches(_listed(names, recursive=recursive, absolute=absolute)))
    waiting: dict[int, list[Signed | Problem]] = {}
    due = 0
    with Pool(jobs, control) as pool:
        for number, done in pool.map(lambda item: (item[0], _sign_batch(item[1], control)), listed):
            waiting[number] = done
            while due in waiting and not pool.cancelled:  # a batch that was cut short is not given back
                yield from waiting.pop(due)
                due += 1
        if pool.cancelled:
            raise Cancelled


def sign_handle(handle: int, name: str, control: Control) -> Signed | Problem:
    """The signature of what an open handle still has to give; the handle stays open.

    Raises:
        Cancelled: on request.
    """
    control.begin(Phase.READING)
    with Tally(control) as tally:
        return _told(name, partial(_sign_handle, handle, name, tally))


def _batches(listed: Iterator[str | Problem]) -> Iterator[list[str | Problem]]:
    while batch := list(islice(listed, _TOGETHER)):
        yield batch


def _sign_batch(batch: Sequence[str | Problem], control: Control) -> list[Signed | Problem]:
    done: list[Signed | Problem] = []
    with Tally(control) as tally:
        for item in batch:
            if isinstance(item, Problem):
                done.append(item)
                continue
            try:
                tally.check()
                done.append(_told(item, partial(_sign, item, tally)))
            except Cancelled:
                break
            tally.advance(files=1, current=item)
    return done


def _told(name: str, sign: Callable[[], Signed]) -> Signed | Problem:
    """What can go wrong with a file, as a problem."""
    try:
        return sign()
    except OSError as error:
        return Problem(name, reason_of(error))
    except SignatureError as error:
        return Problem(name, error.message)


def _sign(path: str, tally: Tally) -> Signed:
    handle = os.open(path, _FLAGS)
    try:
        return _sign_handle(handle, path, tally)
    finally:
        os.close(handle)


def _sign_handle(handle: int, name: str, tally: Tally) -> Signed:
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
        return Signed(name, size, spamsum(head[0] if len(head) == 1 else b"".join(head)))
    state = Spamsum()
    for chunk in head:
        state.update(chunk)
    head.clear()
    for chunk in chunks:
        state.update(chunk)
        size += len(chunk)
    return Signed(name, size, state.digest())


def _chunks(handle: int, found: os.stat_result, tally: Tally) -> Iterator[bytes]:
    """All there is to read, up to its end; waits for a pipe without missing a cancel."""
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
        yield chunk
        tally.advance(bytes=len(chunk))


def _listed(names: Iterable[str], *, recursive: bool, absolute: bool) -> Iterator[str | Problem]:
    """Paths of files, and problems with folders, in order."""
    for name in names:
        path = _absolute(name) if absolute else name
        if recursive and os.path.isdir(path):
            yield from _below(path, absolute=absolute)
        else:
            yield path


def _absolute(name: str) -> str:
    path = os.path.abspath(name)
    if path.startswith("//"):  # POSIX lets two slashes alone
        path = path[1:]
    # kept, so that a file with a slash behind it is no file
    return path + "/" if name.endswith("/") and not path.endswith("/") else path


def _below(root: str, *, absolute: bool) -> Iterator[str | Problem]:
    """Depth first, in the order the system lists a folder's entries, as ssdeep goes."""
    stack: list[tuple[Iterator[os.DirEntry[str]], str, tuple[int, int]]] = []

    def enter(folder: str) -> Problem | None:
        try:
            found = os.stat(folder)
            where = (found.st_dev, found.st_ino)
            if any(where == above for _, _, above in stack):
                return Problem(folder, "is a link back to a folder above it")
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError as error:
            return Problem(folder, reason_of(error))
        prefix = folder if absolute and folder.endswith(os.sep) else folder + os.sep
        stack.append((iter(listed), prefix, where))
        return None

    problem = enter(root)
    if problem:
        yield problem
    while stack:
        entries, prefix, _ = stack[-1]
        entry = next(entries, None)
        if entry is None:
            stack.pop()
            continue
        path = prefix + entry.name
        try:
            if entry.is_dir():
                problem = enter(path)
                if problem:
                    yield problem
            elif entry.is_file():
                yield path
            else:
                entry.stat()  # a broken link: raises the system's own reason
                yield Problem(path, "is no regular file")
        except OSError as error:
            yield Problem(path, reason_of(error))

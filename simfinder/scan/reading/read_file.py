"""Read one file and sign or hash it: opened without following links, checked before and after.

Every error comes out as a ``ReadError`` with a reason in the system's words; a file that changes while it is read is
read once more, then given up.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Protocol, TypeVar

from simfinder.errors import ReadError, reason_of
from simfinder.model.file_record import FileRecord
from simfinder.scan.extract.formats import HEAD, recognise, refined
from simfinder.scan.stat_record import record_of
from simfinder.signatures import content_hash
from simfinder.signatures.sign import sign_bytes
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature import Signature
from simfinder.text.message import say
from simfinder.workers.heartbeat import Watched, mine, on_our_own
from simfinder.workers.long_paths import open_next, open_path

SMALL = 8 * 1024 * 1024
"""Files up to this many bytes are read whole: signing a buffer is a fifth faster than signing a stream."""

ENDS = 4096
"""Number of bytes at each end of a file that ``hash_ends`` reads."""

_CHUNK = 1024 * 1024
_HOLE = 256 * 1024 * 1024  # zeros taken between two checks for a cancel
_SECTOR = 512  # st_blocks counts in these, whatever the file system's own
_MOST_HOLES = 16 << 40
"""Most bytes of holes in a file that is read: 20 minutes of work. A file of 8 exabytes is made within a second, and
hashing it takes centuries."""
_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_CHANGED = say("changed while it was read")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Feedable(Protocol):
    """Takes the bytes of a file, and its holes as counts of zeros."""

    def update(self, data: memoryview, /) -> None: ...
    def update_zeros(self, count: int, /) -> None: ...


class _Hash(Feedable, Protocol[T_co]):
    def digest(self) -> T_co: ...


class _ChangedError(Exception):
    """The file is not what it was when it was opened."""


def sign_file(
    record: FileRecord, control: Watched, parameters: Parameters = PLAIN, *, follow: bool = False
) -> tuple[FileRecord, Signature, int, bytes]:
    """Read a file and return all its signatures.

    Args:
        record: the file as the walk saw it.
        control: receives progress, asked for a cancel at least every megabyte.
        parameters: parameters of the methods.
        follow: whether the path may be a symbolic link.

    Returns:
        The record as it was while reading, the signatures, the time reading began (ns since 1970), the first ``HEAD``
        bytes.

    Raises:
        ReadError: it can't be read.
        Cancelled: on request.
    """
    return _read(
        record,
        control,
        follow,
        partial(sign_bytes.sign, parameters=parameters),
        lambda: sign_bytes.Signer(parameters),
    )


def flags_of(*, follow: bool) -> int:
    """Return the flags to open a file with: read-only, non-blocking, and no link unless links are followed."""
    return _FLAGS if follow else _FLAGS | _NOFOLLOW


def format_of(path: str, *, follow: bool = False) -> int:
    """Return the code of a file's format by its first bytes and its type, see ``extract.formats.refined``.

    Args:
        path: absolute path.
        follow: whether it may be a symbolic link.

    Raises:
        OSError: it can't be read.
    """
    handle = open_path(path, flags_of(follow=follow))
    try:
        head = os.read(handle, HEAD)
        return refined(recognise(head), path, head, os.fstat(handle).st_size)
    finally:
        os.close(handle)


def read_small(
    record: FileRecord, into: memoryview, *, follow: bool = False
) -> tuple[FileRecord, int] | None:
    """Read a whole file into a buffer, provided that its size has not changed since it was listed.

    Args:
        record: the file as the walk saw it.
        into: buffer of one byte more than its size.
        follow: whether the path may be a symbolic link.

    Returns:
        The record as it was while reading, and the time reading began (ns since 1970); None for a file that changed
        and needs ``sign_file`` or ``hash_file``.

    Raises:
        ReadError: it can't be read.
    """
    try:
        handle = open_next(record.path, flags_of(follow=follow))
        try:
            began = time.time_ns()
            before = os.fstat(handle)
            if not stat.S_ISREG(before.st_mode) or before.st_size != record.size:
                return None
            got = _READ_INTO(handle, into)
            after = os.fstat(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise _error_of(error, record.path) from error
    if got != record.size or (after.st_size, after.st_mtime_ns) != (record.size, before.st_mtime_ns):
        return None
    if (
        before.st_mtime_ns == record.mtime_ns
        and before.st_ctime_ns == record.ctime_ns
        and before.st_ino == record.inode
        and before.st_dev == record.device
        and before.st_mode == record.mode
    ):
        return record, began
    return record_of(record.path, before, record.protected), began


def hash_file(record: FileRecord, control: Watched, *, follow: bool = False) -> tuple[FileRecord, bytes, int]:
    """Return the record, the XXH3-128 of a file and the time reading began, like ``sign_file``."""
    return _read(record, control, follow, content_hash.content_hash, content_hash.Content)[:3]


def hash_ends(record: FileRecord, *, follow: bool = False) -> bytes:
    """Return the XXH3-128 of the first and the last 4 KiB: tells most files of one size apart cheaply."""
    with _as_read_error(record.path), _opened(record.path, follow) as handle:
        head = os.read(handle, ENDS)
        os.lseek(handle, max(0, record.size - ENDS), os.SEEK_SET)
        return content_hash.content_hash(head + os.read(handle, ENDS))


def feed(path: str, maker: Feedable) -> None:
    """Feed all bytes of a file to a signature, holes as holes. Follows links and reads pipes.

    Args:
        path: path of the file; ``-`` for standard input.
        maker: takes the bytes.

    Raises:
        ReadError: it can't be read.
    """
    try:
        with nullcontext((0, os.fstat(0))) if path == "-" else named(path) as (handle, found):
            if stat.S_ISREG(found.st_mode) and path != "-" and found.st_size:
                sparse = getattr(found, "st_blocks", found.st_size) * _SECTOR < found.st_size
                _pour(handle, found.st_size, _NotWaiting(maker), sparse=sparse)
            else:
                _pour_rest(handle, maker)
    except _ChangedError as error:
        raise ReadError(_CHANGED, path) from error
    except OSError as error:
        raise ReadError(reason_of(error), path) from error


class _NotWaiting:
    """Pass bytes on to a signature, with the thread's heartbeat set to "not waiting for the disk"."""

    def __init__(self, maker: Feedable) -> None:
        self._maker = maker

    def update(self, data: memoryview, /) -> None:
        with on_our_own():
            self._maker.update(data)

    def update_zeros(self, count: int, /) -> None:
        with on_our_own():
            self._maker.update_zeros(count)


@contextmanager
def named(
    path: str, flags: int = _FLAGS & ~getattr(os, "O_NONBLOCK", 0)
) -> Iterator[tuple[int, os.stat_result]]:
    """Open a file that a person has named. Follows links; a pipe may take its time, a drive may not.

    Args:
        path: path of the file.
        flags: flags to open it with.

    Yields:
        The descriptor and its stat result.

    Raises:
        OSError: it can't be opened.
    """
    own = mine()
    own.on(path, None)
    try:
        found = os.stat(path)
        if stat.S_ISREG(found.st_mode):
            own.on(path, found.st_dev)
        else:
            own.off()  # opening a pipe waits for its other end
        handle = os.open(path, flags)
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                own.off()
            yield handle, found
        finally:
            os.close(handle)
    finally:
        own.off()


def _read(
    record: FileRecord,
    control: Watched,
    follow: bool,
    whole: Callable[[bytes], T],
    stream: Callable[[], _Hash[T]],
) -> tuple[FileRecord, T, int, bytes]:
    with _as_read_error(record.path):
        for _ in range(2):
            try:
                return _read_once(record, control, follow, whole, stream)
            except _ChangedError:
                continue
    raise ReadError(_CHANGED, record.path)


def _read_once(
    record: FileRecord,
    control: Watched,
    follow: bool,
    whole: Callable[[bytes], T],
    stream: Callable[[], _Hash[T]],
) -> tuple[FileRecord, T, int, bytes]:
    with _opened(record.path, follow) as handle:
        began = time.time_ns()
        before = os.fstat(handle)
        size = before.st_size
        if size == 0 and record.size:
            raise ReadError(_CHANGED, record.path)
        if size <= SMALL:
            data = _read_whole(handle, size + 1)
            if len(data) != size:
                raise _ChangedError
            head, result = data[:HEAD], whole(data)
            control.advance(bytes=size)
        else:
            holes = size - getattr(before, "st_blocks", size) * _SECTOR
            if holes > _MOST_HOLES:
                raise ReadError(say("has more holes than can be read"), record.path)
            head = os.read(handle, HEAD)
            os.lseek(handle, 0, os.SEEK_SET)
            result = _stream(handle, size, control, stream(), sparse=holes > 0)
        after = os.fstat(handle)
        if (after.st_size, after.st_mtime_ns) != (size, before.st_mtime_ns):
            control.advance(bytes=-size)
            raise _ChangedError
    return record_of(record.path, before, record.protected), result, began, head


def _read_whole(handle: int, limit: int) -> bytes:
    """Read up to ``limit`` bytes; network file systems may give them in pieces."""
    data = os.read(handle, limit)
    while 0 < len(data) < limit - 1:
        more = os.read(handle, limit - len(data))
        if not more:
            break
        data += more
    return data


def _stream(handle: int, size: int, control: Watched, signer: _Hash[T], *, sparse: bool) -> T:
    """Sign a large file chunk by chunk."""
    done = 0

    def report(count: int) -> None:
        nonlocal done
        done += count
        control.advance(bytes=count)
        control.check()

    control.check()
    try:
        _pour(handle, size, signer, report, sparse=sparse)
    except _ChangedError:
        control.advance(bytes=-done)
        raise
    return signer.digest()


def _pour(
    handle: int, size: int, maker: Feedable, report: Callable[[int], None] | None = None, *, sparse: bool
) -> None:
    """Feed a regular file to a signature; never read past the length it had when it was opened.

    Raises:
        _ChangedError: the file has become shorter.
    """
    buffer = memoryview(bytearray(min(_CHUNK, size)))
    done = 0
    with io.FileIO(handle, closefd=False) as file:
        for begin, end in stretches(handle, size) if sparse else ((0, size),):
            while done < begin:
                zeros = min(_HOLE, begin - done)
                maker.update_zeros(zeros)
                done += zeros
                if report is not None:
                    report(zeros)
            if begin < end:
                file.seek(begin)
            while done < end:
                got = file.readinto(buffer[: min(_CHUNK, end - done)])
                if not got:
                    raise _ChangedError
                maker.update(buffer[:got])
                done += got
                if report is not None:
                    report(got)


def _pour_rest(handle: int, maker: Feedable) -> None:
    """Feed the rest of a pipe or a device to a signature."""
    buffer = memoryview(bytearray(_CHUNK))
    with io.FileIO(handle, closefd=False) as file:
        while got := file.readinto(buffer):
            maker.update(buffer[:got])


def stretches(handle: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield where a sparse file holds data, as (begin, end); the last pair ends with the file and may be empty.

    Where the system knows no holes, the whole file is one pair.
    """
    at = 0
    while at < size:
        try:
            begin = os.lseek(handle, at, os.SEEK_DATA)
            end = os.lseek(handle, begin, os.SEEK_HOLE)
        except AttributeError:
            begin, end = at, size
        except OSError as error:
            # ENXIO: only a hole up to the end; EINVAL: this file system does not report holes
            begin, end = (size if error.errno == errno.ENXIO else at), size
        yield min(begin, size), min(end, size)
        at = end
    yield size, size


@contextmanager
def _opened(path: str, follow: bool) -> Iterator[int]:
    handle = open_next(path, flags_of(follow=follow))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ReadError(say("is no regular file any more"), path)
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _as_read_error(path: str) -> Iterator[None]:
    """Turn errors of the system into a ``ReadError``."""
    try:
        yield
    except OSError as error:
        raise _error_of(error, path) from error


def _error_of(error: OSError, path: str) -> ReadError:
    changed = error.errno in (errno.ELOOP, errno.ENXIO)  # a link or a socket has taken its place
    return ReadError(say("is no regular file any more") if changed else reason_of(error), path)


def _read_into(handle: int, into: memoryview) -> int:
    """Do what ``os.readv`` does, for systems without it."""
    data = os.read(handle, len(into))
    into[: len(data)] = data
    return len(data)


_READ_INTO: Callable[[int, memoryview], int] = _read_into
if hasattr(os, "readv"):
    _READ_INTO = lambda handle, into: os.readv(handle, [into])  # noqa: E731

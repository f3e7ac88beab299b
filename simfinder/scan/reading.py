"""One file in, its signatures out: opened once, read once, looked at again afterwards."""

from __future__ import annotations

import os
import stat

from simfinder.errors import SimFinderError, TooLargeError, reason_of
from simfinder.model.files import FileRecord
from simfinder.model.progress import Control
from simfinder.signatures.content import Content
from simfinder.signatures.fused import Signer, sign
from simfinder.signatures.signature import Signature

_FLAGS = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WHOLE = 1 << 18  # up to this a file is read with one call
_CHUNK = 1 << 20


class UnreadableError(SimFinderError):
    """A file could not be read; the message is the reason."""


def read_signature(record: FileRecord, control: Control, *, follow: bool = False) -> Signature:
    """Read a file once and sign it with every method. Advances the control by its bytes.

    Raises:
        UnreadableError: it can't be opened, is gone, or changes while it is read (tried twice).
        Cancelled: on request, within a chunk.
    """
    for _ in range(2):
        signature = _attempt(record, control, follow)
        if signature is not None:
            return signature
    raise UnreadableError("changed while it was read", record.path)


def content_parts(record: FileRecord, control: Control, length: int | None, *, follow: bool = False) -> bytes:
    """XXH3-128 of a file's first ``length`` bytes (None: of all of them).

    Raises:
        UnreadableError: as above.
        Cancelled: on request.
    """
    try:
        file = _open(record, follow)
        try:
            digest, left = Content(), length
            while chunk := os.read(file, _CHUNK if left is None else min(left, _CHUNK)):
                digest.update(chunk)
                control.check()
                if left is not None:
                    left -= len(chunk)
                    if not left:
                        break
            if length is None and not _same(record, os.fstat(file)):
                raise UnreadableError("changed while it was read", record.path)
            return digest.digest()
        finally:
            os.close(file)
    except OSError as error:
        raise UnreadableError(reason_of(error), record.path) from error


def _attempt(record: FileRecord, control: Control, follow: bool) -> Signature | None:
    """One reading; None where the file changed meanwhile."""
    try:
        file = _open(record, follow)
        try:
            before = os.fstat(file)
            if not stat.S_ISREG(before.st_mode):
                raise UnreadableError("is no regular file any more", record.path)
            signature = _signed(file, before.st_size, control)
            after = os.fstat(file)
        finally:
            os.close(file)
    except OSError as error:
        raise UnreadableError(reason_of(error), record.path) from error
    except TooLargeError as error:
        raise UnreadableError(error.message, record.path) from error
    unchanged = _same(record, before) and _same(record, after) and signature.size == record.size
    return signature if unchanged else None


def _open(record: FileRecord, follow: bool) -> int:
    return os.open(record.path, _FLAGS | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))


def _signed(file: int, size: int, control: Control) -> Signature:
    if size <= _WHOLE:
        data = os.read(file, _WHOLE + 1)
        if len(data) == size:
            control.advance(bytes=len(data))
            return sign(data)
        signer = Signer()
        signer.update(data)
    else:
        signer = Signer()
    while chunk := os.read(file, _CHUNK):
        control.check()
        signer.update(chunk)
        control.advance(bytes=len(chunk))
    return signer.digest()


def _same(record: FileRecord, status: os.stat_result) -> bool:
    return (record.device, record.inode, record.size, record.mtime_ns) == (
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
    )  # fmt: skip

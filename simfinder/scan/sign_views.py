"""Have the views of containers and documents made in the sandbox, and sign them.

Holds the reader processes of a scan, one for each of its threads. What a view is made of is decided in ``extract``.
"""

from __future__ import annotations

import contextlib
import struct
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simfinder.arrays import jit_python
from simfinder.errors import Cancelled
from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.extract import formats, limits
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.members import check
from simfinder.scan.extract.view_reader import Made, NoViewError, ViewReader
from simfinder.scan.reading.read_file import SMALL, format_of
from simfinder.scan.reading.sign_files import most_together
from simfinder.signatures.content_hash import content_hash, view
from simfinder.signatures.sign import sign_bytes
from simfinder.signatures.sign.sign_batch import sign_batch
from simfinder.signatures.table import serialize
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.text.message import decode, encode, say
from simfinder.workers.heartbeat import ProgressBatch, asking
from simfinder.workers.stall_timeout import StallTimeout

_CHANGED = say("changed while it was read")
_HEAD = struct.Struct("<BHIIIqB")
_HEAVY, _PACKED = 512 << 10, 8 << 20
"""Bytes from which a page or data take 20 times as much memory, and up to which they are where they are packed."""
_PARSED_WHOLE = frozenset(
    code for code, found in formats.BY_CODE.items() if found.wraps or found.name in ("html", *formats.DATA)
)
_PATIENCE = 30.0  # s that a heavy file waits for another


@dataclass(frozen=True, slots=True)
class ViewRecord:
    """The view of one content.

    Attributes:
        name: name of the view in results; "" without a view.
        content: XXH3-128 of the view's bytes, 16 bytes; empty where it has none.
        size: number of the view's bytes.
        piece: signatures of the view in stored form; empty where it has no bytes.
        members: members of an archive, packed by ``extract.members``.
        problem: why there is no view, for people; "" where there is one.
        lasting: whether the next look would give the same, so that it is worth storing.
        kind: what the view is, see ``formats.TEXT``; ``TEXT`` without bytes means that the file's own bytes are its
            words.
        media: pictures and embedded files of a document, packed like members.
    """

    name: str = ""
    content: bytes = b""
    size: int = 0
    piece: bytes = b""
    members: bytes = b""
    problem: str = ""
    lasting: bool = True
    kind: int = formats.PLAIN
    media: bytes = b""

    def pack(self) -> bytes:
        """Return it as bytes for the cache."""
        name, problem = self.name.encode(), encode(self.problem).encode("utf-8", "surrogateescape")[:65535]
        parts = (name, problem, self.piece, self.members, self.media)
        head = _HEAD.pack(*map(len, parts), self.size, self.kind)
        return b"".join((head, self.content.ljust(16, b"\0"), *parts))

    @classmethod
    def parse(cls, data: bytes) -> ViewRecord | None:
        """Read it from the cache's bytes; None where they are malformed."""
        try:
            *lengths, size, kind = _HEAD.unpack_from(data)
            at = _HEAD.size + 16
            content = data[_HEAD.size : at] if lengths[2] else b""
            parts = []
            for length in lengths:
                parts.append(data[at : at + length])
                at += length
            if at != len(data) or size < 0:
                return None
            name, problem, piece, members, media = parts
            check(members)
            check(media)
            return cls(
                name.decode(),
                content,
                size,
                piece,
                members,
                decode(problem.decode("utf-8", "surrogateescape")),
                kind=kind,
                media=media,
            )
        except (struct.error, ValueError):
            return None


class ViewSigner:
    """Make and sign the views of batches of containers, in the threads of one scan. Close it when they have ended.

    Args:
        files: all files of the scan; batches are lists of indexes into them.
        formats: code of each file's format, see ``extract.formats``.
        control: receives progress, asked for pause and cancel.
        parameters: parameters of the methods.
        follow: whether paths may be symbolic links.
        bounds: limits of each view.
        timeout: records stalls, knows which devices are dead.
    """

    def __init__(
        self,
        files: Sequence[FileRecord],
        formats: Sequence[int] | np.ndarray,
        control: Control,
        parameters: Parameters,
        *,
        follow: bool,
        bounds: Bounds = BOUNDS,
        timeout: StallTimeout | None = None,
    ) -> None:
        self._files = files
        self._formats = formats
        self._control = control
        self._parameters = parameters
        self._follow = follow
        self._bounds = bounds
        self._timeout = timeout or StallTimeout()
        self._own = threading.local()
        self._heavy = threading.Lock()
        self._readers: list[ViewReader] = []

    def look(self, batch: list[int]) -> list[tuple[int, ViewRecord]]:
        """Return the view of each file, by index: of all files, or of those before a cancel."""
        done: list[tuple[int, ViewRecord]] = []
        small: list[tuple[int, Made, bytes]] = []
        with ProgressBatch(self._control) as tally, contextlib.suppress(Cancelled):
            for i in batch:
                tally.check()
                self._look_at(i, tally, done, small)
        self._sign_together(small, done)
        return done

    def close(self) -> None:
        """End the reader processes."""
        for reader in self._readers:
            reader.close()

    def _look_at(
        self,
        i: int,
        tally: ProgressBatch,
        done: list[tuple[int, ViewRecord]],
        small: list[tuple[int, Made, bytes]],
    ) -> None:
        file = self._files[i]
        if file.device in self._timeout.dead:
            self._timeout.leave_out(file.device, files=1)
            done.append((i, ViewRecord(lasting=False)))
            return
        stream = _Stream(self._parameters, tally)
        try:
            with self._alone(i, tally):
                made = self._reader().read(file.path, int(self._formats[i]), stream.take, follow=self._follow)
            changed = made.identity != _identity(file)
        except NoViewError as error:
            if not error.silent and not self._begins_like(file, int(self._formats[i])):
                # the file is fine; the cache was damaged and gave it a wrong format
                done.append((i, ViewRecord(lasting=False)))
                tally.advance(files=1, bytes=file.size, current=file.path)
                return
            if error.silent:
                self._timeout.struck(file.path, file.device)
            changed = bool(error.identity) and error.identity != _identity(file)
            seen = ViewRecord(
                problem=_CHANGED if changed else error.message, lasting=error.lasting and not changed
            )
            done.append((i, seen))
            tally.advance(files=1, bytes=file.size, problems=1, current=file.path)
            return
        tally.advance(files=1, bytes=file.size, current=file.path)
        if changed:
            done.append((i, ViewRecord(problem=_CHANGED, lasting=False)))
            return
        held = stream.held()
        if held is not None and len(held) <= most_together() and self._parameters == PLAIN:
            small.append((i, made, held))
        else:
            done.append((i, _seen(made, *stream.signed())))

    @contextlib.contextmanager
    def _alone(self, i: int, tally: ProgressBatch) -> Iterator[None]:
        """Let one file at a time be read that takes much memory: two of /usr, side by side, took 360 MB.

        One that waits for a drive does not keep the others waiting for ever.
        """
        size, code = self._files[i].size, int(self._formats[i])
        packed = code in formats.BY_CODE and formats.BY_CODE[code].wraps
        if code not in _PARSED_WHOLE or size < _HEAVY or (packed and size > _PACKED):
            yield
            return
        until, mine = time.monotonic() + _PATIENCE, False
        while not mine and time.monotonic() < until:
            tally.check()
            mine = self._heavy.acquire(timeout=0.05)
        try:
            yield
        finally:
            if mine:
                self._heavy.release()

    def _begins_like(self, file: FileRecord, code: int) -> bool:
        """Return whether a file begins like this format; True where it can't be read."""
        try:
            with asking(file.path, file.device):
                found = format_of(file.path, follow=self._follow)
                return found == code or {found, code} <= {*formats.NOT_BY_BYTES}
        except OSError:
            return True

    @staticmethod
    def _sign_together(small: list[tuple[int, Made, bytes]], done: list[tuple[int, ViewRecord]]) -> None:
        ends = np.cumsum([len(held) for _, _, held in small], dtype=np.int64)
        bounds = (
            np.stack((np.concatenate((np.zeros(1, np.int64), ends[:-1])), ends), axis=1) if small else None
        )
        if bounds is None:
            return
        jit_python.spend(int(ends[-1]))  # they may be far more than what they were taken from
        pieces = sign_batch(view(b"".join(held for _, _, held in small) or b"\0"), bounds)
        for (i, made, held), piece in zip(small, pieces, strict=True):
            done.append((i, _seen(made, content_hash(held), len(held), piece)))

    def _reader(self) -> ViewReader:
        reader: ViewReader | None = getattr(self._own, "reader", None)
        if reader is None:
            self._own.reader = reader = ViewReader(self._control, self._bounds)
            self._readers.append(reader)
        return reader


class _Stream:
    """The bytes of one view: held while they are few, signed as they come when they are many."""

    def __init__(self, parameters: Parameters, tally: ProgressBatch) -> None:
        self._parameters = parameters
        self._tally = tally
        self._parts: list[bytes] = []
        self._signer: sign_bytes.Signer | None = None
        self._size = 0

    def take(self, data: memoryview) -> None:
        self._tally.check()
        self._size += len(data)
        if self._signer is None:
            self._parts.append(bytes(data))
            if self._size <= SMALL:
                return
            self._signer = sign_bytes.Signer(self._parameters)
            for part in self._parts:
                self._signer.update(part)
            self._parts = []
        else:
            self._signer.update(data)

    def held(self) -> bytes | None:
        """Return all bytes; None when there were too many to hold."""
        return None if self._signer is not None else b"".join(self._parts)

    def signed(self) -> tuple[bytes, int, bytes]:
        """Return content hash, size, and signatures in stored form."""
        if self._signer is not None:
            signature = self._signer.digest()
        else:
            signature = sign_bytes.sign(b"".join(self._parts), self._parameters)
        return signature.content, self._size, serialize.pack(signature)


def _seen(made: Made, content: bytes, size: int, piece: bytes) -> ViewRecord:
    if not size:  # nothing to compare, such as an archive of empty files, or a page without words
        return ViewRecord(made.name, members=made.members, kind=made.kind, media=made.media)
    return ViewRecord(made.name, content, size, piece, made.members, kind=made.kind, media=made.media)


def _identity(file: FileRecord) -> tuple[int, ...]:
    return file.device, file.inode, file.size, file.mtime_ns


def version_key(signatures: str) -> str:
    """Return the key of views in the cache: formats and versions, limits, and what the signatures are made of."""
    return f"{formats.version_key()}; {limits.BOUNDS.made_of()}; {signatures}"

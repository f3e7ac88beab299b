"""The file asked about: which one it is, its other names, and the signature of its content."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from dataclasses import dataclass, replace

from simfinder.errors import ReadError, UsageError, reason_of
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import OWN
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.scan.extract.formats import BY_CODE, DATA, MEMBERS, PLAIN, RAW, TEXT
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.scan.pipeline import ScanResult, kind_of
from simfinder.scan.reading import read_file
from simfinder.scan.reading.read_file import format_of
from simfinder.scan.stat_record import record_of
from simfinder.scan.walk.walker import walk
from simfinder.search.query.one_to_all import QueryContent
from simfinder.signatures.shingleprint.shingle_set import ShingleSet
from simfinder.signatures.sign import sign_bytes
from simfinder.signatures.sign import warmup as warm
from simfinder.signatures.sketch.bottom_k import SHINGLE
from simfinder.signatures.table.parameters import Parameters
from simfinder.signatures.table.representations import BYTES
from simfinder.signatures.table.signature import Signature
from simfinder.workers.heartbeat import ProgressBatch, Watched
from simfinder.workers.long_paths import is_deep, open_path
from simfinder.workers.stall_timeout import patiently

_SHINGLES = 1 << 16  # values of the file: its parts are found down to a 4,000th of it, at 600 MB/s
_LOOK = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_PATTERN_SIGNS = re.compile(r"([\\*?\[\]!# ])")


@dataclass(frozen=True, slots=True)
class QueryFile:
    """The file asked about.

    Attributes:
        record: as it is now; the path is absolute and as the person named it.
        real: its path without symbolic links.
        names: number of its hard links.
    """

    record: FileRecord
    real: str
    names: int

    def same_file(self, other: FileRecord) -> bool:
        """Return whether a record leads to the same bytes on disk, by this name or another."""
        return (other.device, other.inode) == (self.record.device, self.record.inode)

    def is_itself(self, other: FileRecord) -> bool:
        """Return whether a record is this name, perhaps through a symbolic link or a mount; a hard link is not."""
        if not self.same_file(other):
            return False
        return self.names < 2 or os.path.realpath(other.path) == self.real


def look_at(path: str) -> QueryFile:
    """Look up the file a person asks about; symbolic links are followed.

    Raises:
        UsageError: it is not there, no regular file, or can't be read.
    """
    path = os.path.abspath(path)
    try:
        found, real = patiently(path, lambda _tally: _status_of(path), Control())
    except OSError as error:
        raise UsageError(reason_of(error), path) from error
    except ValueError as error:  # a NUL in the name
        raise UsageError(str(error), path) from error
    except ReadError as error:
        raise UsageError(error.message, path) from error
    if stat.S_ISDIR(found.st_mode):
        raise UsageError("is a folder; name a file", path)
    if not stat.S_ISREG(found.st_mode):
        raise UsageError("is no regular file", path)
    return QueryFile(record_of(path, found, False), real, found.st_nlink)


def _status_of(path: str) -> tuple[os.stat_result, str]:
    """Return what a path leads to, and its path without links."""
    handle = open_path(path, _LOOK)
    try:
        return os.fstat(handle), os.path.realpath(path)
    finally:
        os.close(handle)


def other_names(
    asked: QueryFile, options: ScanOptions, result: ScanResult, control: Control
) -> list[FileRecord]:
    """Find hard links of the file in the folders of a scan, besides the one name the scan lists.

    The folders are listed again for this; a file rarely has more than one name.
    """
    same = (result.files[i] for i in result.files.of_inode(asked.record.inode))
    listed = {file.path for file in same if asked.same_file(file)}
    known, new = set(listed), set(listed)
    while new and asked.names > 1:
        new = set()
        for root in options.roots:
            below = [_pattern(path, root) for path in known if OWN.inside(root)(path)]
            try:
                listing = walk(replace(options, roots=(root,), exclude=(*options.exclude, *below)), control)
            except UsageError:
                continue  # this folder can't be listed: the scan has reported it
            new |= {file.path for file in listing.files if asked.same_file(file)} - known
        known |= new
    others = [replace(asked.record, path=path) for path in known - listed]
    return [file for file in others if not asked.is_itself(file)]


def asked_of(
    asked: QueryFile, links: list[int], result: ScanResult, method: Method, control: Control
) -> QueryContent:
    """Return the file's signature: the scan's if the file has not changed since, else a new one."""
    record = asked.record
    control.begin(Phase.READING, files_total=1, bytes_total=record.size)
    signature = None
    for i in links:
        if _unchanged(result.files[i], record) and result.content_row[i] >= 0:
            signature = result.table.row(int(result.content_row[i]))
    if method is Method.CONTENT:
        if signature is None:
            _, content, _ = patiently(
                record.path, lambda tally: read_file.hash_file(record, tally, follow=True), control
            )
            signature = Signature(content, record.size)
        return QueryContent.of(signature)
    if signature is None:
        parameters = result.table.parameters
        warm.warm_up(parameters)
        _, signature, *_ = patiently(
            record.path, lambda tally: read_file.sign_file(record, tally, parameters, follow=True), control
        )
    if is_deep(record.path):  # only a scan's reader can open so deep a path; much smaller parts are not found
        return QueryContent.of(signature)
    return read_shingles(record, signature, control)


def read_shingles(record: FileRecord, signature: Signature, control: Control) -> QueryContent:
    """Read a file and return what can be known of its shingle set.

    Raises:
        ReadError: it can't be read.
        Cancelled: on request.
    """

    def read(tally: ProgressBatch) -> _Shingles:
        shingles = _Shingles(tally)
        read_file.feed(record.path, shingles)
        return shingles

    shingles = patiently(record.path, read, control)
    values = shingles.set.values()
    return QueryContent(signature, values, len(values) < _SHINGLES)


@dataclass(frozen=True, slots=True)
class QueryView:
    """What the file holds, if it is an archive, a document or a mail.

    Attributes:
        asked: its view; None where it has none.
        members: packed list of what it holds as an archive, a document or a mail, see ``scan.extract.members``.
        problem: why it has none; "" where it is no such file.
        kind: what the file is compared by, see ``Representations.kind``.
        closed: it is an archive or a document that could not be opened.
    """

    asked: QueryContent | None = None
    members: bytes = b""
    problem: str = ""
    kind: int = BYTES
    closed: bool = False


def view_of(record: FileRecord, parameters: Parameters, control: Control) -> QueryView:
    """Look into the file asked about.

    Raises:
        Cancelled: on request.
    """
    try:
        code = patiently(record.path, lambda _tally: format_of(record.path, follow=True), control)
    except OSError as error:
        return QueryView(problem=reason_of(error))
    except ReadError as error:
        return QueryView(problem=error.message)
    if code not in BY_CODE:
        return QueryView(kind=kind_of(code))
    signer, shingles = sign_bytes.Signer(parameters), _Shingles(control)

    def take(data: memoryview) -> None:
        signer.update(data)
        shingles.update(data)

    with contextlib.closing(ViewReader(control)) as reader:
        try:
            made = reader.read(record.path, code, take, follow=True)
        except NoViewError as error:
            return QueryView(problem=error.message, closed=True)
    signature, held = signer.digest(), made.members or made.media
    if not signature.size:
        if made.kind in (TEXT, PLAIN) or (made.name == RAW and made.kind != MEMBERS):
            return QueryView(members=held, kind=kind_of(made.kind), closed=made.name in DATA)
        return QueryView(members=held, closed=True)
    values = shingles.set.values()
    asked = QueryContent(signature, values, len(values) < _SHINGLES)
    return QueryView(asked, held, kind=kind_of(made.kind))


class _Shingles:
    """Takes the bytes of a file for its set of shingles, checking for a cancel on the way."""

    def __init__(self, control: Watched) -> None:
        self.set = ShingleSet(SHINGLE, _SHINGLES, apart=True)
        self._check = control.check

    def update(self, data: memoryview, /) -> None:
        self._check()
        self.set.update(data)

    def update_zeros(self, count: int, /) -> None:
        self._check()
        self.set.update_zeros(count)


def _unchanged(file: FileRecord, now: FileRecord) -> bool:
    return (file.size, file.mtime_ns, file.ctime_ns) == (now.size, now.mtime_ns, now.ctime_ns)


def _pattern(path: str, root: str) -> str:
    """Return the gitignore pattern of one file below a root."""
    return "/" + _PATTERN_SIGNS.sub(r"\\\1", OWN.in_patterns(os.path.relpath(path, root)))

"""Read the bytes behind the rows of a scan again: a content from one of its files, a view through a reader.

The bytes returned are those that were signed, checked by their hash, or none. As many as the budget allows are kept,
for any number of threads. Files are read, never mapped: a file cut short under a map kills the program. Contents too
large to hold are compared by ``large_files``.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from queue import Empty, SimpleQueue

import numpy as np
import numpy.typing as npt

from simfinder.model.file_record import FileRecord
from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE
from simfinder.scan.extract.view_reader import NoViewError, ViewReader
from simfinder.scan.pipeline import ScanResult
from simfinder.scan.reading.read_file import flags_of, format_of
from simfinder.signatures.content_hash import content_hash, view
from simfinder.workers.heartbeat import Heartbeat, asking, mine
from simfinder.workers.long_paths import open_path
from simfinder.workers.stall_timeout import StallTimeout

LARGEST = 1 << 29
"""Bytes of one content at most that are held."""

_BUDGET = (
    1 << 26
)  # pairs that hang together follow one another: twice as much saves a tenth of the bytes read
_APIECE = 400  # bytes of overhead for each content held
_MOST = 10_000  # contents held: neighbours of a pair are a few thousand, and many small pieces leave holes in memory
_PIECE = 1 << 23  # bytes read between two checks for a cancel

Bytes = npt.NDArray[np.uint8]


class FilesOf:
    """The files of each content, as columns: lists of a million contents take 110 MB. For any thread.

    ``files[content]`` are the indexes of its files, ascending.

    Args:
        result: the scan.
    """

    def __init__(self, result: ScanResult) -> None:
        rows = result.content_row
        known = np.flatnonzero(rows >= 0).astype(np.int32)
        self._files: npt.NDArray[np.int32] = known[np.argsort(rows[known], kind="stable")]
        counts = np.bincount(rows[known], minlength=len(result.table))
        self._begins = np.zeros(len(counts) + 1, np.int32)
        np.cumsum(counts, out=self._begins[1:])

    def __getitem__(self, content: int) -> list[int]:
        files: list[int] = self._files[self._begins[content] : self._begins[content + 1]].tolist()
        return files


class Material:
    """Returns the bytes of rows, to any thread.

    Args:
        result: the scan.
        control: checked between pieces.
        follow: paths may be symbolic links.
        budget: bytes kept for later.
        timeout: knows the drives that are not asked any more.

    Attributes:
        files_of: the files of each content.
        lost: contents whose bytes can't be read any more, each with the reason; "" where no file is still what was
            scanned.
    """

    def __init__(
        self,
        result: ScanResult,
        control: Control,
        *,
        follow: bool,
        budget: int = _BUDGET,
        timeout: StallTimeout | None = None,
    ) -> None:
        self._timeout = timeout or StallTimeout()
        self._silent: set[str] = set()
        self._representations = result.representations
        self._files = result.files
        self.files_of = FilesOf(result)
        self._control = control
        self._follow = follow
        self._budget = budget
        self._lock = threading.Lock()
        self._held: OrderedDict[tuple[int, bool], Bytes | None] = OrderedDict()
        self._size = 0
        self._idle: SimpleQueue[ViewReader] = SimpleQueue()
        self.lost: dict[int, str] = {}

    def of(self, content: int, *, by_view: bool) -> Bytes | None:
        """Return the bytes of a content or of its view; None where they can't be read any more or are too many.

        Raises:
            Cancelled: on request.
        """
        key = (content, by_view)
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
                return self._held[key]
        self._control.check()
        row = int(self._representations.view[content]) if by_view else content
        data: Bytes | None = None
        if self._representations.table.size[row] > LARGEST:
            return None
        wanted = self._representations.table.content[row].tobytes()
        for file in self.files_of[content]:
            if self._is_given_up(file):
                continue
            data = (
                self._viewed(file, int(self._representations.table.size[row])) if by_view else self._raw(file)
            )
            if data is not None and content_hash(data) == wanted:
                break
            data = None
        mine().beat()  # ends here if this thread was abandoned and the drive has answered after all
        with self._lock:
            if data is None:
                self.lost.setdefault(content, "")
            self._hold(key, data)
        return data

    def file_of(self, content: int) -> FileRecord | None:
        """Return a file of a content whose status is unchanged since the scan; its bytes are not checked."""
        for file in self.files_of[content]:
            if self._is_given_up(file):
                continue
            record = self._files[file]
            try:
                with asking(record.path, record.device):
                    handle = open_path(record.path, flags_of(follow=self._follow))
                    try:
                        found = os.fstat(handle)
                    finally:
                        os.close(handle)
            except OSError:
                continue
            if (found.st_size, found.st_mtime_ns) == (record.size, record.mtime_ns):
                return record
        return None

    def give_up(self, path: str) -> None:
        """Do not read the file at this path again: it hangs."""
        self._silent.add(path)

    def is_silent(self, content: int) -> bool:
        """Return whether some file of a content was given up."""
        return any(self._is_given_up(file) for file in self.files_of[content])

    def _is_given_up(self, file: int) -> bool:
        if not self._silent and not self._timeout.dead:
            return False
        record = self._files[file]
        return record.path in self._silent or record.device in self._timeout.dead

    def close(self) -> None:
        """End idle readers and drop everything held."""
        while True:
            try:
                self._idle.get_nowait().close()
            except Empty:
                break
        with self._lock:
            self._held.clear()
            self._size = 0

    def _hold(self, key: tuple[int, bool], data: Bytes | None) -> None:
        if key in self._held:
            return  # another thread has taken it
        self._held[key] = data
        self._size += _weight(data)
        while (self._size > self._budget and len(self._held) > 1) or len(self._held) > _MOST:
            _, gone = self._held.popitem(last=False)
            self._size -= _weight(gone)

    def _raw(self, file: int) -> Bytes | None:
        record = self._files[file]
        try:
            with asking(record.path, record.device) as own:
                handle = open_path(record.path, flags_of(follow=self._follow))
                return self._read(handle, record, own)
        except OSError:
            return None

    def _read(self, handle: int, record: FileRecord, own: Heartbeat) -> Bytes | None:
        try:
            found = os.fstat(handle)
            if (found.st_size, found.st_mtime_ns) != (record.size, record.mtime_ns):
                return None
            with open(handle, "rb", closefd=False) as source:
                if found.st_size <= _PIECE:
                    return view(source.read(found.st_size))
                data = np.empty(found.st_size, np.uint8)
                for begin in range(0, len(data), _PIECE):
                    self._control.check()
                    own.beat()
                    piece = data[begin : begin + _PIECE].data
                    if source.readinto(piece) != len(piece):
                        return None
                return view(data)
        finally:
            os.close(handle)

    def _viewed(self, file: int, size: int) -> Bytes | None:
        """Have a view made that had so many bytes; None if it has others now."""
        record = self._files[file]
        data, made = np.empty(size, np.uint8), 0

        def take(piece: memoryview) -> None:
            nonlocal made
            if made + len(piece) <= size:
                data[made : made + len(piece)] = np.frombuffer(piece, np.uint8)
            made += len(piece)

        try:
            with asking(record.path, record.device):
                code = format_of(record.path, follow=self._follow)
        except OSError:
            return None
        if code not in BY_CODE:
            return None
        try:
            reader = self._idle.get_nowait()
        except Empty:
            reader = ViewReader(self._control)
        try:
            reader.read(record.path, code, take, follow=self._follow)
        except NoViewError as error:
            if error.silent:
                self._timeout.struck(record.path, record.device)
                self.give_up(record.path)
            return None
        finally:
            self._idle.put(reader)
        return view(data) if made == size else None


def _weight(data: Bytes | None) -> int:
    return _APIECE + (0 if data is None else len(data))

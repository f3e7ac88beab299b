"""Sign small files while folders are still being listed, in a first scan: until then one thread works, and one core.

What is signed here is a gift: the scan takes what fits the files it has in the end, and reads the others itself. So a
file that changed, failed or does not answer is nobody's concern here, and nothing is told of the progress.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from queue import SimpleQueue

import numpy as np

from simfinder.arrays.file_columns import INODE, SIZE, FileColumns
from simfinder.model.progress import Control
from simfinder.scan.reading.sign_files import TOGETHER, FileSigner, SignedBatch
from simfinder.scan.walk.file_runs import Run, joined
from simfinder.signatures.table.parameters import PLAIN
from simfinder.store.cache.cache import Columns
from simfinder.workers import thread_pool
from simfinder.workers.stall_timeout import GRACE

_FILES = 256
_BYTES = 8 << 20
_TICK = 0.05  # s between two looks at a pause


class AheadSigner:
    """Sign the small files of runs as they are listed. Call ``end`` in any case.

    Args:
        jobs: threads.
        control: of the scan; asked for pauses.
        follow: whether paths may be symbolic links.
    """

    def __init__(self, jobs: int, control: Control, *, follow: bool) -> None:
        self._jobs = jobs
        self._control = control
        self._own = Control()  # the files are counted when the scan takes them
        self._signer = FileSigner(FileColumns.of(()), self._own, PLAIN, follow=follow)
        self._runs: SimpleQueue[Run | None] = SimpleQueue()
        self._signed: list[SignedBatch] = []
        self._handed_out = 0
        self._thread: threading.Thread | None = None

    def take(self, run: Run) -> None:
        """Take over files; returns at once. The thread that lists calls this."""
        if self._thread is None:  # the kernels that list are there now, and may not wait for those that sign
            self._thread = threading.Thread(target=self._run, name="sign-ahead", daemon=True)
            self._thread.start()
        self._runs.put(run)

    def end(self) -> list[SignedBatch]:
        """Stop, and return what is signed; a file that is being waited for is left to the scan."""
        self._own.cancel()
        self._runs.put(None)
        if self._thread is not None:
            self._thread.join(2 * GRACE)
        return list(self._signed)

    def _run(self) -> None:
        with thread_pool.Pool(self._jobs, self._own) as workers:
            for done in workers.map(self._signer.sign_listed, self._batches()):
                self._signed.append(done)

    def _batches(self) -> Iterator[FileColumns | None]:
        """Yield small files, some hundred at a time, until there are no more or nobody wants them.

        None where there are none now, but some are being signed, whose results are to be taken meanwhile.
        """
        runs: list[Run] = []
        files = size = 0
        while not self._own.cancelled:
            if self._runs.empty() and len(self._signed) < self._handed_out:
                yield None
                continue
            run = self._runs.get()
            if run is None:
                return
            runs.append(run)
            files += len(run)
            size += int(run.numbers[:, SIZE].sum())
            if files >= _FILES or size >= _BYTES:
                while self._control.paused and not self._own.cancelled:
                    time.sleep(_TICK)
                for part in self._small(runs):
                    self._handed_out += 1
                    yield part
                runs, files, size = [], 0, 0

    @staticmethod
    def _small(runs: list[Run]) -> Iterator[FileColumns]:
        listing = joined(runs)
        small = np.flatnonzero(listing.sizes <= TOGETHER)
        for begin in range(0, len(small), _FILES):
            yield listing.take(small[begin : begin + _FILES])


def fitting(signed: Sequence[SignedBatch], files: FileColumns) -> Iterator[SignedBatch]:
    """Yield what was signed ahead of files that are in a scan, by their place there.

    Args:
        signed: of ``AheadSigner.end``.
        files: of the scan. One counts as the same if its path and all its numbers are.
    """
    inodes = files.numbers[:, INODE]
    order = np.argsort(inodes, kind="stable") if signed else np.zeros(0, dtype=np.intp)
    taken = np.zeros(len(files), dtype=np.bool_)
    for done in signed:
        if not len(order) or not len(done.files):
            continue
        at = np.searchsorted(inodes, done.files.numbers[:, INODE], sorter=order)
        place = order[np.minimum(at, len(order) - 1)]
        same = (files.numbers[place] == done.files.numbers).all(axis=1) & ~taken[place]
        here = files.take(place)
        same &= np.array([a == b for a, b in zip(here.byte_paths(), done.files.byte_paths(), strict=True)])
        taken[place[same]] = True
        kept = np.flatnonzero(same).tolist()
        if not kept:
            continue
        columns = done.entries if len(kept) == len(done.entries) else _some(done.entries, kept)
        yield SignedBatch(place[same].tolist(), here.take(np.flatnonzero(same)), columns)


def _some(columns: Columns, kept: list[int]) -> Columns:
    found = Columns()
    for i in kept:
        found.add(columns.contents[i], columns.pieces[i], columns.read_ns[i], columns.formats[i])
    return found

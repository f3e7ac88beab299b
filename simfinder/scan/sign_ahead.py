"""Sign files while folders are still listed: a first scan would leave all cores but one idle until then.

Not the smallest files: a thread that signs them asks for the GIL more often, and the listing has to wait for it.
What is signed here is taken over where the listing has the same file in the end; all others are read afterwards, as is
every file about which there is anything to say.
"""

from __future__ import annotations

import contextlib
import threading
import time
from itertools import chain
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt

from simfinder.arrays import jit_python
from simfinder.arrays.file_columns import DEVICE, INODE, FileColumns
from simfinder.model.progress import Control, Unseen
from simfinder.scan.reading import read_small_files
from simfinder.scan.reading.sign_files import FileSigner, SignedBatch
from simfinder.scan.walk.file_runs import Run, joined
from simfinder.signatures.sign import sign_batch
from simfinder.signatures.table.parameters import Parameters
from simfinder.store.cache.cache import Columns, Entry
from simfinder.workers import heartbeat
from simfinder.workers.heartbeat import AbandonedError, Heartbeat
from simfinder.workers.stall_timeout import GRACE, abandon
from simfinder.workers.thread_pool import quick_switches

FEW = 2000
"""Files that are listed before the first is signed: a small collection is listed in a moment."""

LEAST, MOST = 1 << 12, 1 << 22
"""Bytes of a file. With smaller files, too, a kernel tree's list takes 4 % longer, and the scan as long as before."""

_AT_ONCE = 1 << 21  # bytes of a batch: 7 ms
_RUNS = 64  # handed over together
_SLOW = 0.25  # s; a disk that takes so long for a batch has enough to do with the folders

_SPREAD = np.int64(-7046029254386353131)  # odd, its bits well spread


class AheadSigner:
    """Signs files of a walk in a thread of its own; to be used in a ``with`` around the walk.

    Args:
        control: of the scan; asked for pause and cancel.
        parameters: parameters of the methods.
        follow: whether paths may be symbolic links.
    """

    def __init__(self, control: Control, parameters: Parameters, *, follow: bool) -> None:
        self._control = Unseen(control, None)
        self._parameters = parameters
        self._follow = follow
        self._heartbeat = Heartbeat()
        self._switches = quick_switches()
        self._waiting: list[Run] = []
        self._runs: SimpleQueue[list[Run] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._listed = 0
        self._signed: list[tuple[FileColumns, Columns]] = []

    def __enter__(self) -> AheadSigner:
        self._switches.__enter__()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._switches.__exit__(None, None, None)
        self.end()

    def add(self, run: Run) -> None:
        """Take over files that the walk has found. For the thread of the walk."""
        self._waiting.append(run)
        self._listed += len(run)
        if len(self._waiting) >= _RUNS and self._listed >= FEW:
            self._runs.put(self._waiting)
            self._waiting = []
            if self._thread is None:
                # a daemon: a program that ends does not wait for a stalled thread
                self._thread = threading.Thread(target=self._run, name="signer-ahead", daemon=True)
                self._thread.start()

    def end(self) -> None:
        """End: the list is complete, or nobody wants it. A file that stalls is left alone, and read again later."""
        self._control.cancel()
        self._runs.put(None)
        if self._thread is not None:
            self._thread.join(GRACE)
            if self._thread.is_alive():
                abandon(self._heartbeat)

    def found(self, files: FileColumns) -> SignedBatch:
        """Return what was signed of the files of a listing; call it after ``end``."""
        parts = list(self._signed)
        numbers = [
            np.zeros((0, files.numbers.shape[1]), dtype=np.int64),
            *(part.numbers for part, _ in parts),
        ]
        paths = chain.from_iterable(part.paths() for part, _ in parts)
        places = _places(files, np.concatenate(numbers), list(paths))
        # once each: a walk that goes on after a stall may add a folder again
        places, rows = np.unique(places, return_index=True)
        listed = places >= 0
        entries = Columns.joined([signed for _, signed in parts]).take(rows[listed])
        return SignedBatch(places[listed], files.take(places[listed]), entries)

    def _run(self) -> None:
        heartbeat.adopt(self._heartbeat)
        # whoever reads the file next meets the error again and reports it
        with contextlib.suppress(AbandonedError, OSError, MemoryError):
            if not sign_batch.compiled() or not read_small_files.possible() or jit_python.wanted():
                return  # the walk would wait for the compiler
            while (runs := self._runs.get()) is not None:
                files = joined(runs)
                for part in _batches(files.sizes):
                    if self._control.cancelled or not self._sign(files.take(part)):
                        return

    def _sign(self, files: FileColumns) -> bool:
        """Sign a batch; return whether the disk is quick enough to go on."""
        begin = time.monotonic()
        signer = FileSigner(files, self._control, self._parameters, follow=self._follow)
        done = signer.sign(list(range(len(files))))
        others = [
            (i, entry) for i, entry in done.others if isinstance(entry, Entry) and entry.file == files[i]
        ]
        rows = np.append(done.as_listed, [i for i, _ in others]).astype(np.intp)
        entries = Columns.joined([done.entries, Columns.of([entry for _, entry in others])])
        self._signed.append((files.take(rows), entries))
        return time.monotonic() - begin < _SLOW


def _batches(sizes: npt.NDArray[np.int64]) -> list[npt.NDArray[np.intp]]:
    """Return the files that are worth it, some megabytes at a time."""
    worth = np.flatnonzero((sizes >= LEAST) & (sizes <= MOST))
    if not len(worth):
        return []
    together = np.cumsum(sizes[worth])
    cuts = np.searchsorted(together, np.arange(_AT_ONCE, int(together[-1]), _AT_ONCE))
    return [part for part in np.split(worth, cuts) if len(part)]


def _places(files: FileColumns, numbers: npt.NDArray[np.int64], paths: list[str]) -> npt.NDArray[np.intp]:
    """Look files up in a listing by path and numbers; return their indexes there, -1 for a file it does not have.

    Args:
        files: the listing.
        numbers: (n, 6), of the wanted files, as in ``FileColumns``.
        paths: of the wanted files.
    """
    if not len(files):
        return np.full(len(paths), -1, dtype=np.intp)
    keys = _keys(files.numbers)
    order = np.argsort(keys, kind="stable")
    at = np.searchsorted(keys, _keys(numbers), sorter=order)
    found = order[np.minimum(at, len(order) - 1)]
    same = (files.numbers[found] == numbers).all(axis=1)
    here = files.paths_of(found)
    same &= np.fromiter(map(str.__eq__, here, paths), dtype=np.bool_, count=len(paths))
    return np.where(same, found, -1)


def _keys(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return a number for each device and inode, nearly always another one."""
    keys: npt.NDArray[np.int64] = numbers[:, INODE] + numbers[:, DEVICE] * _SPREAD
    return keys

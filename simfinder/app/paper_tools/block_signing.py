"""Sign files in threads for an n-gram index: paths in, n-grams out.

Each file is read into a block signature, in constant memory but for that signature. A file that can't be read is listed
as a problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from simfinder.arrays.file_columns import FileColumns
from simfinder.errors import Cancelled, ReadError, SignatureError
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control, Phase
from simfinder.scan.reading.read_file import feed
from simfinder.search.ngram_index import Grams, Numbers, grams_of
from simfinder.signatures.spamsum.block_signature import BlockSignature, block_signature
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.writer import Draft
from simfinder.workers.heartbeat import ProgressBatch
from simfinder.workers.stall_timeout import StallTimeout, run_with_timeout
from simfinder.workers.thread_pool import Pool, batches


def sign_all(
    records: Sequence[FileRecord],
    grams: Numbers,
    draft: Draft,
    jobs: int,
    control: Control,
    timeout: StallTimeout | None = None,
) -> list[Problem]:
    """Sign files in threads and hand their n-grams over.

    Args:
        records: the files; number ``draft.first`` + i is that of ``records[i]``.
        grams: (n,) int64, filled with the number of distinct n-grams of each file that could be read.
        draft: the index being written, which takes the n-grams.
        jobs: threads; 0 means one per core.
        control: progress and cancelling.
        timeout: knows the drives that are not asked any more.

    Returns:
        Files that could not be read.

    Raises:
        StoreUnavailableError: the disk is full.
        Cancelled: on request.
    """
    sizes = FileColumns.of(records).sizes
    control.begin(Phase.READING, files_total=len(records), bytes_total=int(sizes.sum()))
    timeout = timeout or StallTimeout()
    signing = _Signing(records, draft.parameters, control, timeout)
    problems: list[Problem] = []
    with Pool(jobs, control, timeout) as pool:
        run_with_timeout(partial(_warm, draft.parameters.block_size), control, timeout)
        for done in pool.map(signing.sign, batches(sizes, range(len(records))), signing.lost):
            grams[done.files] = 0
            np.add.at(grams, done.owner, 1)
            draft.add_grams(done.grams, done.owner + draft.first)
            problems += done.problems
        if pool.cancelled:
            raise Cancelled
    control.check()
    return problems + timeout.problems()


@dataclass(frozen=True, slots=True)
class _Done:
    """The result of a batch: files that were read, their n-grams with the file of each, and the problems."""

    files: list[int]
    grams: Grams
    owner: Numbers
    problems: list[Problem]


class _Signing:
    """The work of the threads on a batch of files."""

    def __init__(
        self,
        records: Sequence[FileRecord],
        parameters: IndexParameters,
        control: Control,
        timeout: StallTimeout,
    ) -> None:
        self._timeout = timeout
        self._records = records
        self._parameters = parameters
        self._control = control

    def sign(self, batch: list[int]) -> _Done:
        """Return the n-grams of a batch, or of its files before a cancel."""
        files: list[int] = []
        signatures: list[str] = []
        problems: list[Problem] = []
        batch, dead = self._timeout.alive(self._records, batch)
        with ProgressBatch(self._control) as tally:
            tally.advance(files=len(dead))
            for i in batch:
                path = self._records[i].path
                try:
                    tally.check()
                    signatures.append(signature_of(path, self._parameters.block_size, tally))
                    files.append(i)
                except Cancelled:
                    break
                except (ReadError, SignatureError) as error:
                    problems.append(Problem(path, error.message))
                    tally.advance(problems=1)
                tally.advance(files=1, current=path)
        tally.heartbeat.off()
        grams, place = grams_of(signatures, self._parameters.ngram)
        return _Done(files, grams, np.array(files, np.int64)[place], problems)

    def lost(self, batch: list[int], path: str) -> tuple[_Done, list[list[int]]]:
        """Handle a file that hangs: a problem for it, and the rest of its batch once more."""
        hung, rest = self._timeout.without(self._records, batch, path, self._control)
        grams, _ = grams_of([], self._parameters.ngram)
        problems = [Problem(self._records[i].path, self._timeout.reason) for i in hung]
        return _Done([], grams, np.zeros(0, np.int64), problems), rest


class _Watched:
    """A signature in progress that reports every piece and checks whether to stop."""

    def __init__(self, state: BlockSignature, control: Control | ProgressBatch) -> None:
        self._state = state
        self._control = control

    def update(self, data: memoryview, /) -> None:
        self._control.check()
        self._state.update(data)
        self._control.advance(bytes=len(data))

    def update_zeros(self, count: int, /) -> None:
        self._control.check()
        self._state.update_zeros(count)
        self._control.advance(bytes=count)


def signature_of(path: str, block_size: int, control: Control | ProgressBatch) -> str:
    """Compute the block signature, of any length, of a file; ``-`` is standard input.

    Raises:
        ReadError: it can't be read.
        TooLargeError: the signature would be too long.
        Cancelled: on request.
    """
    state = BlockSignature(block_size)
    feed(path, _Watched(state, control))
    return state.digest()


def _warm(block_size: int) -> None:
    """Compile or load the kernels."""
    block_signature(bytes(range(64)), block_size)

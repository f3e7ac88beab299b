"""Put folders into an n-gram index, and look a file up in it: which indexed files hold parts of it.

Steps: list the files, sign them in threads, collect the n-grams, write the index. A file that can't be read is listed
as a problem. Signatures have one block size and any length (``signatures.spamsum.block_signature``).
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from simfinder.app.paper_tools.block_signing import sign_all, signature_of
from simfinder.errors import SignatureError, UsageError, reason_of
from simfinder.model.file_record import FileRecord, Problem, SkipReason
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.stat_record import record_of
from simfinder.scan.walk.walker import walk
from simfinder.search.ngram_index import Hits, check_length, gram_counts
from simfinder.signatures.spamsum.block_signature import BlockSignature
from simfinder.store.ngram_index import files as index_files
from simfinder.store.ngram_index import writer as index_writing
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.reader import IndexInfo, NgramIndex
from simfinder.store.ngram_index.writer import Draft, FileRow
from simfinder.workers.heartbeat import mine
from simfinder.workers.stall_timeout import StalledError, StallTimeout, ask, run_with_timeout

BLOCK_SIZE, NGRAM = 2048, 5
"""For the paper's own case: a million files of 100 KB, parts of some ten blocks."""

LEAST = 2
"""n-grams a match must have in common by default: one alone is chance too often."""

STDIN = "-"
_NO_GRAMS = -1


@dataclass(frozen=True, slots=True)
class Indexed:
    """The result of indexing.

    Attributes:
        files: number of files indexed.
        bytes: their bytes.
        grams: distinct n-grams of each file, added up.
        too_short: number of these files without an n-gram.
        replaced: files that had been indexed by the same name before, or were removed because they are gone.
        passed_over: files skipped by rule, counted by reason.
        problems: files that could not be read, sorted by path.
    """

    files: int
    bytes: int
    grams: int
    too_short: int
    replaced: int
    passed_over: dict[SkipReason, int]
    problems: list[Problem]


@dataclass(frozen=True, slots=True)
class Match:
    """An indexed file that holds parts of the query: how many of its n-grams, and what share of them."""

    path: str
    count: int
    covered: float


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of ``find``.

    Attributes:
        path: of the query, absolute; ``-`` for standard input.
        grams: number of n-grams of the query.
        least: n-grams a match had to have in common.
        matches: best first, ties by the bytes of the path.
    """

    path: str
    grams: int
    least: int
    matches: list[Match]


def build(
    path: str, options: ScanOptions, parameters: IndexParameters, control: Control, *, force: bool = False
) -> Indexed:
    """Build an index of the files below some folders (or named among them).

    Args:
        path: of the index.
        options: which files.
        parameters: block size and n-gram length.
        control: progress and cancelling.
        force: replace an existing index.

    Raises:
        SignatureError: parameters no signature or n-gram can have.
        UsageError: none of the folders can be scanned.
        StoreError: the index can't be made, with the reason; an existing one is unchanged.
        Cancelled: on request; an existing index is unchanged.
    """
    BlockSignature(parameters.block_size)
    check_length(parameters.ngram)
    path = os.path.realpath(path)
    with index_writing.building(path, parameters, force=force) as draft:
        return _take_in(draft, path, options, control, prune=False)


def add(
    path: str,
    options: ScanOptions,
    control: Control,
    *,
    block_size: int | None = None,
    ngram: int | None = None,
    prune: bool = False,
) -> Indexed:
    """Add files to an index; a file with a known name replaces the old one.

    Args:
        path: of the index.
        options: which files.
        control: progress and cancelling.
        block_size: expected of the index.
        ngram: expected of the index.
        prune: remove indexed files below these folders that are gone.

    Raises:
        SignatureError: the index was made with other parameters.
        UsageError: nothing that was named can be read.
        StoreError: the index can't be used, with the reason; it is unchanged.
        Cancelled: on request; the index is unchanged.
    """
    path = os.path.realpath(path)
    with index_writing.changing(path, block_size=block_size, ngram=ngram) as draft:
        return _take_in(draft, path, options, control, prune=prune)


def find(
    path: str,
    file: str,
    control: Control,
    *,
    block_size: int | None = None,
    ngram: int | None = None,
    least: int | None = None,
) -> Answer:
    """Find the indexed files that hold parts of a file. The file itself, if indexed, is not among them.

    Args:
        path: of the index.
        file: to look up; ``-`` is standard input.
        control: cancelling.
        block_size: expected of the index.
        ngram: expected of the index.
        least: n-grams a match must have in common; None: ``LEAST``, or all where the file has fewer.

    Raises:
        SignatureError: the file is too short for the index, or the index was made with other parameters.
        ReadError: the file can't be read.
        StoreError: the index can't be used.
    """
    with NgramIndex.open(os.path.realpath(path), block_size=block_size, ngram=ngram) as index:
        made = index.parameters

        def sign() -> str:
            if file != STDIN:
                _check_readable(file)
            return signature_of(file, made.block_size, control)

        signature = ask(file, sign, control)
        if len(signature) < made.ngram:
            raise SignatureError(
                f"too short for this index: {len(signature)} characters, need {made.ngram}", file
            )
        grams, counts = gram_counts(signature, made.ngram)
        total = int(counts.sum())
        wanted = min(LEAST, total) if least is None else least
        hits = Hits()
        with index.moment():
            for place, ids in index.holders(grams, control.check):
                hits.add(ids, int(counts[place]))
            ids, found = hits.at_least(wanted)
            names = index.names(ids)
    own = (
        set() if file == STDIN else {os.fsencode(os.path.abspath(file)), os.fsencode(os.path.realpath(file))}
    )
    # sorting all names first and then by count keeps a million ties from being compared as pairs
    rows = [
        (name, count)
        for number, count in zip(ids.tolist(), found.tolist(), strict=True)
        if (name := names.get(number)) is not None and name not in own
    ]
    rows.sort()
    rows.sort(key=lambda row: row[1], reverse=True)
    asked = file if file == STDIN else os.path.abspath(file)
    return Answer(asked, total, wanted, [Match(os.fsdecode(name), n, n / total) for name, n in rows])


def info(path: str) -> IndexInfo:
    """Return what an index was made with and what it holds.

    Raises:
        StoreError: it can't be used.
    """
    with NgramIndex.open(os.path.realpath(path)) as index:
        return index.info()


def _take_in(draft: Draft, path: str, options: ScanOptions, control: Control, *, prune: bool) -> Indexed:
    timeout = StallTimeout()
    records, passed_over, problems = _listed(options, control, timeout)
    own = index_files.own_files(path)
    taken = [record for record in records if record.path not in own]
    if len(taken) < len(records):
        passed_over[SkipReason.OWN_FOLDER] = (
            passed_over.get(SkipReason.OWN_FOLDER, 0) + len(records) - len(taken)
        )
    grams = np.full(len(taken), _NO_GRAMS, np.int64)
    problems += sign_all(taken, grams, draft, options.jobs, control, timeout)
    read = np.flatnonzero(grams != _NO_GRAMS).tolist()
    gone = _vanished(path, options.roots, control, timeout) if prune else []
    replaced = draft.finish(
        (FileRow(draft.first + i, os.fsencode(taken[i].path), int(grams[i])) for i in read),
        gone,
        control.check,
    )
    problems.sort(key=lambda problem: (os.fsencode(problem.path), problem.reason))
    return Indexed(
        files=len(read),
        bytes=sum(taken[i].size for i in read),
        grams=int(grams[read].sum()),
        too_short=int((grams[read] == 0).sum()),
        replaced=replaced,
        passed_over=passed_over,
        problems=problems,
    )


def _listed(
    options: ScanOptions, control: Control, timeout: StallTimeout
) -> tuple[list[FileRecord], dict[SkipReason, int], list[Problem]]:
    """List the files below the folders and those named themselves, each path once, sorted."""
    folders: list[str] = []
    found: dict[str, FileRecord] = {}
    problems: list[Problem] = []
    for named in options.roots:
        path = os.path.abspath(named)
        try:
            state = run_with_timeout(partial(os.stat, path), control, timeout, path)
        except StalledError:
            problems.append(Problem(path, timeout.reason))
            continue
        except (OSError, ValueError) as error:
            problems.append(Problem(path, reason_of(error) if isinstance(error, OSError) else str(error)))
            continue
        if stat.S_ISDIR(state.st_mode):
            folders.append(path)
        elif stat.S_ISREG(state.st_mode):
            found[path] = record_of(path, state, protected=False)
        else:
            problems.append(Problem(path, "is no regular file"))
    passed_over: dict[SkipReason, int] = {}
    if folders:
        try:
            walked = walk(replace(options, roots=tuple(folders)), control, timeout)
        except UsageError as error:
            if not found:
                raise
            problems.append(Problem(error.path or folders[0], error.message))
        else:
            found.update((record.path, record) for record in walked.files)
            passed_over = dict(walked.passed_over)
            problems += walked.problems
    elif not found:
        reasons = "; ".join(f"{problem.path}: {problem.reason}" for problem in problems)
        raise UsageError(reasons or "nothing to index is given")
    return sorted(found.values(), key=lambda record: os.fsencode(record.path)), passed_over, problems


def _check_readable(file: str) -> None:
    """Refuse a folder with a message of our own; anything else that can't be read raises its own error."""
    mine().on(file, None)
    if os.path.isdir(file):
        raise UsageError("is a folder; give a file to look up", file)


def _vanished(path: str, roots: Iterable[str], control: Control, timeout: StallTimeout) -> list[bytes]:
    """Return indexed names, below some folders or named, that are gone; kept where a drive does not answer."""
    whole = {os.fsencode(os.path.abspath(root)) for root in roots}
    below = tuple(root.rstrip(b"/") + b"/" for root in whole)
    with NgramIndex.open(path) as index:
        names = [name for name in index.all_names() if name in whole or name.startswith(below)]
    gone: list[bytes] = []
    left = iter(names)

    def look() -> None:
        own = mine()
        for name in left:
            folder = os.fsdecode(name)
            if timeout.gave_up(folder):
                continue
            own.on(folder)
            control.check()
            if _is_gone(name):
                own.beat()
                gone.append(name)

    while True:
        try:
            run_with_timeout(look, control, timeout)
        except StalledError:
            continue
        return gone


def _is_gone(name: bytes) -> bool:
    try:
        os.lstat(name)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # a drive that fails tells nothing
        return False
    return False

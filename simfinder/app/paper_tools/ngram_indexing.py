"""Folders into an n-gram index, and a file looked up in it: which indexed files hold parts of this one.

Owns the order of the steps: list, sign in threads, take the n-grams, write; a file that can't be read is a problem to
list. The signatures are ``blocksig``'s at one block size and of any length; signing is ``blocksigning``'s business.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from simfinder.app.paper_tools.block_signing import sign_all, signature_of
from simfinder.errors import SignatureError, UsageError, reason_of
from simfinder.model.file_record import FileRecord, PassedOver, Problem
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.filesystem.stat_record import record_of
from simfinder.scan.reading.read_with_deadline import Waiting, waited
from simfinder.scan.walk.walker import walk
from simfinder.scan.workers.heartbeat import mine
from simfinder.scan.workers.stall_timeout import HungError, Patience, errand
from simfinder.search.ngram_index import Hits, check_length, gram_counts
from simfinder.signatures.spamsum.block_signature import BlockSignature
from simfinder.store.ngram_index import files as index_files
from simfinder.store.ngram_index import writer as index_writing
from simfinder.store.ngram_index.index_schema import IndexParameters
from simfinder.store.ngram_index.reader import IndexInfo, NgramIndex
from simfinder.store.ngram_index.writer import Draft, FileRow

BLOCK_SIZE, NGRAM = 2048, 5
"""The seed's own dimension: a million files of 100 KB, parts of some ten blocks."""

LEAST = 2
"""n-grams a match must have in common unless asked otherwise: one alone is chance too often."""

STDIN = "-"
_NO_GRAMS = -1


@dataclass(frozen=True, slots=True)
class Indexed:
    """What became of the files that were to be indexed.

    Attributes:
        files: taken in.
        bytes: of them.
        grams: distinct n-grams of each file, added up.
        too_short: those of the files that have no n-gram.
        replaced: files that were known by the same name before, or forgotten because they are gone.
        passed_over: by rule, counted by reason.
        problems: what could not be read, sorted by path.
    """

    files: int
    bytes: int
    grams: int
    too_short: int
    replaced: int
    passed_over: dict[PassedOver, int]
    problems: list[Problem]


@dataclass(frozen=True, slots=True)
class Match:
    """An indexed file that holds parts of the query: how many of its n-grams, and which share of them."""

    path: str
    count: int
    covered: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What ``find`` found.

    Attributes:
        path: of the query, absolute; ``-`` for standard input.
        grams: places of the query where an n-gram begins.
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
    """Make an index of the files below some folders (or named among them).

    Args:
        path: of the index.
        options: what is indexed.
        parameters: block size and n-gram length.
        control: progress and cancelling.
        force: replace an index that is there.

    Raises:
        SignatureError: parameters no signature or n-gram can have.
        UsageError: none of the folders can be scanned.
        StoreError: the index can't be made, with the reason; what was there is as it was.
        Cancelled: on request; what was there is as it was.
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
    """Add files to an index; one with a name it knows takes the place of the old one.

    Args:
        path: of the index.
        options: what is added.
        control: progress and cancelling.
        block_size: what the index is taken to be made with.
        ngram: the same.
        prune: forget files below these folders that are no longer there.

    Raises:
        SignatureError: the index was made with other parameters.
        UsageError: nothing of what was named can be read.
        StoreError: the index can't be used, with the reason; it is as it was.
        Cancelled: on request; the index is as it was.
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
    """Which indexed files hold parts of a file. The file itself, if it is indexed, is not among them.

    Args:
        path: of the index.
        file: to look up; ``-`` is standard input.
        control: cancelling.
        block_size: what the index is taken to be made with.
        ngram: the same.
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

        signature = Waiting().ask(file, sign, control)
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
    """What an index was made with and what it holds.

    Raises:
        StoreError: it can't be used.
    """
    with NgramIndex.open(os.path.realpath(path)) as index:
        return index.info()


def _take_in(draft: Draft, path: str, options: ScanOptions, control: Control, *, prune: bool) -> Indexed:
    patience = Patience()
    records, passed_over, problems = _listed(options, control, patience)
    own = index_files.own_files(path)
    taken = [record for record in records if record.path not in own]
    if len(taken) < len(records):
        passed_over[PassedOver.OWN_FOLDER] = (
            passed_over.get(PassedOver.OWN_FOLDER, 0) + len(records) - len(taken)
        )
    grams = np.full(len(taken), _NO_GRAMS, np.int64)
    problems += sign_all(taken, grams, draft, options.jobs, control, patience)
    read = np.flatnonzero(grams != _NO_GRAMS).tolist()
    gone = _vanished(path, options.roots, control, patience) if prune else []
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
    options: ScanOptions, control: Control, patience: Patience
) -> tuple[list[FileRecord], dict[PassedOver, int], list[Problem]]:
    """The files below the folders, and those named by themselves, each path once, sorted."""
    folders: list[str] = []
    found: dict[str, FileRecord] = {}
    problems: list[Problem] = []
    for named in options.roots:
        path = os.path.abspath(named)
        try:
            state = waited(path, os.stat, control, patience)
        except HungError:
            problems.append(Problem(path, patience.reason))
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
    passed_over: dict[PassedOver, int] = {}
    if folders:
        try:
            walked = walk(replace(options, roots=tuple(folders)), control, patience)
        except UsageError as error:
            if not found:
                raise
            problems.append(Problem(error.path or folders[0], error.message))
        else:
            found.update((record.path, record) for record in walked.files)
            passed_over = dict(walked.passed_over)
            problems += walked.problems
    elif not found:
        told = "; ".join(f"{problem.path}: {problem.reason}" for problem in problems)
        raise UsageError(told or "nothing to index is given")
    return sorted(found.values(), key=lambda record: os.fsencode(record.path)), passed_over, problems


def _check_readable(file: str) -> None:
    """Refuse a folder in words of our own; whatever else can't be read says so itself."""
    mine().on(file, None)
    if os.path.isdir(file):
        raise UsageError("is a folder; give a file to look up", file)


def _vanished(path: str, roots: Iterable[str], control: Control, patience: Patience) -> list[bytes]:
    """Names in an index that lie below some folders, or are named, and are no longer there. Where a drive does not
    answer, that is not known, and they stay.
    """
    whole = {os.fsencode(os.path.abspath(root)) for root in roots}
    below = tuple(root.rstrip(b"/") + b"/" for root in whole)
    with NgramIndex.open(path) as index:
        names = [name for name in index.all_names() if name in whole or name.startswith(below)]
    gone: list[bytes] = []
    left = iter(names)

    def look() -> None:
        own = mine()
        for name in left:
            if own.over:
                return
            folder = os.fsdecode(name)
            if patience.gave_up(folder):
                continue
            own.on(folder, None)
            control.check()
            if _is_gone(name):
                gone.append(name)

    while True:
        try:
            errand(look, control, patience)
        except HungError as hung:
            patience.struck(hung.path, hung.device)
        else:
            return gone


def _is_gone(name: bytes) -> bool:
    try:
        os.lstat(name)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # a drive that fails tells nothing
        return False
    return False

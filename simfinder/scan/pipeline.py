"""A whole scan on one screen: walk → look up → read and sign → remember → arrays."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from simfinder.model.files import FileRecord, Problem
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control, Phase
from simfinder.scan.packing import METHODS, pack, unpack
from simfinder.scan.reading import UnreadableError, content_parts, read_signature
from simfinder.scan.walk import walk
from simfinder.signatures.signature import Signature
from simfinder.signatures.table import SignatureTable
from simfinder.store.cache import Cache, Entry

_BATCH_FILES = 32
_BATCH_BYTES = 1 << 20
_AHEAD = 4  # batches per thread that wait for it
_HEAD = 4096

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class ScanResult:
    """What a scan has found.

    Attributes:
        files: the files that were looked at, sorted by the path's bytes.
        content_row: (n,) int32, row of ``table`` per file; -1 where the content did not have to be read.
        table: one row per distinct content.
        passed_over: entries left out by rule, by reason.
        problems: what could not be read.
        bytes: of all files.
        from_cache: files that did not have to be read.
        seconds: the scan took.
    """

    files: list[FileRecord]
    content_row: npt.NDArray[np.int32]
    table: SignatureTable
    passed_over: dict[str, int]
    problems: tuple[Problem, ...]
    bytes: int
    from_cache: int
    seconds: float


def scan(options: ScanOptions, cache: Cache | None, control: Control) -> ScanResult:
    """Scan folders.

    Raises:
        UsageError: not one of the folders can be listed.
        Cancelled: on request; what was signed until then is in the cache.
    """
    begin = time.monotonic()
    walked = walk(options, control)
    problems = list(walked.problems)
    if options.identical:
        contents, from_cache = _contents_of_candidates(walked.files, options, control, problems)
        table = _bare_table(walked.files, contents)
    else:
        contents, signatures, from_cache = _signed(walked.files, options, cache, control, problems)
        table = SignatureTable.build(signatures.values())
    if cache is not None:
        cache.flush()
        if cache.warning:
            problems.append(Problem("", cache.warning))
    bad = {problem.path for problem in problems}
    files = [record for record in walked.files if record.path in contents or record.path not in bad]
    rows = {table.content[i].tobytes(): i for i in range(len(table))}
    row_of = (rows[contents[r.path]] if r.path in contents else -1 for r in files)
    return ScanResult(
        files=files,
        content_row=np.fromiter(row_of, dtype=np.int32, count=len(files)),
        table=table,
        passed_over=walked.passed_over,
        problems=tuple(sorted(problems, key=lambda p: (os.fsencode(p.path), p.reason))),
        bytes=sum(record.size for record in files),
        from_cache=from_cache,
        seconds=time.monotonic() - begin,
    )


def _signed(
    files: list[FileRecord],
    options: ScanOptions,
    cache: Cache | None,
    control: Control,
    problems: list[Problem],
) -> tuple[dict[str, bytes], dict[bytes, Signature], int]:
    """Content hash by path and signature by content, from the cache or by reading."""
    control.begin(Phase.READING, files_total=len(files))
    known = cache.lookup(files) if cache is not None else [None] * len(files)
    control.check()
    signatures = _loaded(cache, known)
    contents: dict[str, bytes] = {}
    misses: list[FileRecord] = []
    for record, content in zip(files, known, strict=True):
        if content is not None and content in signatures:
            contents[record.path] = content
        else:
            misses.append(record)
    control.begin(Phase.READING, files_total=len(files), bytes_total=sum(r.size for r in misses))
    control.advance(files=len(contents), from_cache=len(contents))
    from_cache = len(contents)

    def work(batch: Sequence[FileRecord]) -> list[tuple[FileRecord, int, Signature | str]]:
        done: list[tuple[FileRecord, int, Signature | str]] = []
        for record in batch:
            control.check()
            moment = time.time_ns()
            try:
                done.append((record, moment, read_signature(record, control, follow=options.follow)))
            except UnreadableError as error:
                done.append((record, moment, error.message))
                control.advance(problems=1)
            control.advance(files=1, current=record.path)
        return done

    for results in _pooled(work, _batches(misses), options.jobs):
        entries = []
        for record, moment, outcome in results:
            if isinstance(outcome, str):
                problems.append(Problem(record.path, outcome))
                continue
            contents[record.path] = outcome.content
            new = outcome.content not in signatures
            signatures.setdefault(outcome.content, outcome)
            entries.append(Entry(record, outcome.content, moment, pack(outcome) if new else None))
        if cache is not None and entries:
            cache.write(entries)
    return contents, signatures, from_cache


def _loaded(cache: Cache | None, contents: Iterable[bytes | None]) -> dict[bytes, Signature]:
    """Those signatures that the cache holds whole."""
    if cache is None:
        return {}
    stored = cache.load((content for content in contents if content is not None), METHODS)
    unpacked = ((content, unpack(content, size, blobs)) for content, (size, blobs) in stored.items())
    return {content: signature for content, signature in unpacked if signature is not None}


def _contents_of_candidates(
    files: list[FileRecord], options: ScanOptions, control: Control, problems: list[Problem]
) -> tuple[dict[str, bytes], int]:
    """Content hashes of the files that may be identical to another: same size, same head, then all of it."""
    by_size: dict[int, list[FileRecord]] = defaultdict(list)
    for record in files:
        by_size[record.size].append(record)
    candidates = [r for group in by_size.values() if len(group) > 1 for r in group]
    heads = _hashed(candidates, options, control, problems, _HEAD)
    by_head: dict[tuple[int, bytes], list[FileRecord]] = defaultdict(list)
    for record in candidates:
        if record.path in heads:
            by_head[record.size, heads[record.path]].append(record)
    candidates = [r for group in by_head.values() if len(group) > 1 for r in group]
    return _hashed(candidates, options, control, problems, None), 0


def _hashed(
    files: list[FileRecord],
    options: ScanOptions,
    control: Control,
    problems: list[Problem],
    length: int | None,
) -> dict[str, bytes]:
    """XXH3-128 of the first ``length`` bytes of every file (None: of all)."""
    sizes = sum(r.size if length is None else min(length, r.size) for r in files)
    control.begin(Phase.READING, files_total=len(files), bytes_total=sizes)

    def work(batch: Sequence[FileRecord]) -> list[tuple[FileRecord, bytes | str]]:
        done: list[tuple[FileRecord, bytes | str]] = []
        for record in batch:
            control.check()
            try:
                done.append((record, content_parts(record, control, length, follow=options.follow)))
            except UnreadableError as error:
                done.append((record, error.message))
            control.advance(files=1, bytes=record.size if length is None else min(length, record.size))
        return done

    hashes: dict[str, bytes] = {}
    for results in _pooled(work, _batches(files), options.jobs):
        for record, outcome in results:
            if isinstance(outcome, str):
                problems.append(Problem(record.path, outcome))
            else:
                hashes[record.path] = outcome
    return hashes


def _bare_table(files: list[FileRecord], contents: dict[str, bytes]) -> SignatureTable:
    """A table that knows content and size only."""
    sizes = {contents[r.path]: r.size for r in files if r.path in contents}
    tags, shingles = np.zeros(16, dtype=np.uint64), np.empty(0, dtype=np.uint64)
    return SignatureTable.build(Signature(c, size, tags, "3::", shingles) for c, size in sizes.items())


def _batches(files: Iterable[FileRecord]) -> Iterator[list[FileRecord]]:
    """Small files together, large ones alone."""
    batch: list[FileRecord] = []
    size = 0
    for record in files:
        batch.append(record)
        size += record.size
        if len(batch) >= _BATCH_FILES or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _pooled(work: Callable[[T], R], items: Iterator[T], jobs: int) -> Iterator[R]:
    """Results of work over items, as they are done, with a bounded number under way."""
    threads = jobs or os.cpu_count() or 1
    with ThreadPoolExecutor(threads, thread_name_prefix="simfinder-sign") as pool:
        under_way: set[Future[R]] = set()
        try:
            for item in items:
                under_way.add(pool.submit(work, item))
                if len(under_way) >= threads * _AHEAD:
                    done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise

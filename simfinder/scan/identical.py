"""Content hashes of those files only that can be identical to another: same size, same ends, then all of it.

Reads as little as it can: a file whose size nobody shares is never opened, one whose first and last 4 KiB nobody
shares is never read whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simfinder.errors import Cancelled
from simfinder.model.files import FileRecord
from simfinder.model.options import ScanOptions
from simfinder.model.progress import Control, Phase
from simfinder.scan import bulk, pool
from simfinder.scan.patience import Patience
from simfinder.scan.reading import ENDS, ReadError, hash_ends, hash_file
from simfinder.scan.tally import Tally
from simfinder.scan.together import Together
from simfinder.signatures.content import content_hash
from simfinder.store.cache import Cache, Entry

TOGETHER = 256 * 1024
"""Bytes up to which a file is read together with others."""


@dataclass(slots=True)
class Contents:
    """What was found out, by index of the file.

    Attributes:
        contents: XXH3-128 of files that may have a twin.
        changed: records of files that had changed since they were listed.
        failed: why a file could not be read.
        from_cache: how many contents came from the cache.
    """

    contents: dict[int, bytes] = field(default_factory=dict)
    changed: dict[int, FileRecord] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    from_cache: int = 0


def find_contents(
    files: Sequence[FileRecord],
    options: ScanOptions,
    cache: Cache,
    control: Control,
    patience: Patience | None = None,
) -> Contents:
    """Hash what can be identical.

    Args:
        files: to be told apart.
        options: how they are read.
        cache: where hashes are looked up and remembered.
        control: progress, pause and cancel.
        patience: which drives are not asked any more.

    Raises:
        Cancelled: on request; hashes found until then are in the cache.
    """
    outcome = Contents()
    shared = _together(range(len(files)), lambda i: files[i].size)
    candidates = [i for group in shared for i in group]
    outcome.contents = _recalled(files, candidates, cache, control)
    outcome.from_cache = len(outcome.contents)
    unknown = [
        i
        for group in shared
        if any(i not in outcome.contents for i in group)
        for i in group
        if files[i].size > 2 * ENDS
    ]
    whole = {i for i in candidates if files[i].size <= 2 * ENDS} - outcome.contents.keys()
    control.begin(
        Phase.READING,
        files_total=len(files) + len(unknown),
        bytes_total=2 * ENDS * len(unknown) + sum(files[i].size for i in whole),
    )
    control.advance(files=len(files) - len(candidates) + outcome.from_cache, from_cache=outcome.from_cache)
    patience = patience or Patience()
    with pool.Pool(options.jobs, control, patience) as workers:
        workers.run_once(bulk.warm_up)
        task = _Hashing(files, options, control, patience)
        ends: dict[int, bytes] = {}
        for done in workers.map(task.ends, pool.batches(files, unknown), task.lost):
            for i, found in done:
                if isinstance(found, str):
                    outcome.failed[i] = found
                else:
                    ends[i] = found
        twins = _together(ends, lambda i: (files[i].size, ends[i]))
        wanted = {i for group in twins for i in group} - outcome.contents.keys()
        control.begin(
            Phase.READING,
            files_total=len(files),
            bytes_total=sum(files[i].size for i in (wanted | whole)),
        )
        rest = len(files) - len(wanted | whole)
        control.advance(files=rest)
        for hashed in workers.map(task.whole, pool.batches(files, sorted(wanted | whole)), task.lost):
            entries = []
            for i, entry in hashed:
                if isinstance(entry, str):
                    outcome.failed[i] = entry
                    continue
                outcome.contents[i] = entry.content
                if entry.file != files[i]:
                    outcome.changed[i] = entry.file
                entries.append(entry)
            cache.write(entries, "")
        if workers.cancelled:
            raise Cancelled
    return outcome


def _together(indexes: Iterable[int], key: Callable[[int], object]) -> list[list[int]]:
    """Groups of two and more that have the same key."""
    groups: dict[object, list[int]] = defaultdict(list)
    for i in indexes:
        groups[key(i)].append(i)
    return [group for group in groups.values() if len(group) > 1]


def _recalled(
    files: Sequence[FileRecord], candidates: Sequence[int], cache: Cache, control: Control
) -> dict[int, bytes]:
    found = cache.find([files[i] for i in candidates], control)
    numbers = np.unique(found.numbers[found.numbers > 0]).tolist()
    by_number: dict[int, bytes] = {}
    for stored in cache.load(numbers, found.generation, None, control):
        by_number.update(zip(stored.ids, stored.contents, strict=True))
    pairs: Iterator[tuple[int, int]] = zip(candidates, found.numbers.tolist(), strict=True)
    return {i: by_number[number] for i, number in pairs if number in by_number}


class _Hashing:
    """What the workers do with a batch; each returns what it has at the moment of a cancel."""

    def __init__(
        self, files: Sequence[FileRecord], options: ScanOptions, control: Control, patience: Patience
    ) -> None:
        self._files = files
        self._patience = patience
        self._follow = options.follow
        self._control = control
        self._together = Together(follow=options.follow)

    def ends(self, batch: list[int]) -> list[tuple[int, bytes | str]]:
        """Hash of the ends of each file, or why it can't be read."""
        batch, dead = self._patience.alive(self._files, batch)
        done: list[tuple[int, bytes | str]] = [(i, "") for i in dead]
        with Tally(self._control) as tally:
            tally.advance(files=len(dead))
            try:
                left = dict.fromkeys(batch)
                for place, data in self._together.ends([self._files[i] for i in batch], tally):
                    done.append((batch[place], content_hash(data)))
                    tally.advance(files=1, bytes=2 * ENDS, current=self._files[batch[place]].path)
                    del left[batch[place]]
                for i in left:
                    tally.check()
                    tally.pulse.on(self._files[i].path, self._files[i].device)
                    try:
                        done.append((i, hash_ends(self._files[i], follow=self._follow)))
                        tally.advance(files=1, bytes=2 * ENDS, current=self._files[i].path)
                    except ReadError as error:
                        done.append((i, self._failed(i, error, tally)))
            except Cancelled:
                pass
        return done

    def whole(self, batch: list[int]) -> list[tuple[int, Entry | str]]:
        """Each file with its content, or why it can't be read."""
        batch, dead = self._patience.alive(self._files, batch)
        done: list[tuple[int, Entry | str]] = [(i, "") for i in dead]
        small = [i for i in batch if self._files[i].size <= TOGETHER]
        with Tally(self._control) as tally:
            tally.advance(files=len(dead))
            try:
                left = dict.fromkeys(batch)
                if len(small) > 1:
                    _, _, found = self._together.read([self._files[i] for i in small], tally)
                    for place, data, outcome in found:
                        i = small[place]
                        del left[i]
                        if isinstance(outcome, ReadError):
                            done.append((i, self._failed(i, outcome, tally)))
                        elif data is not None:
                            record, began = outcome
                            done.append((i, Entry(record, content_hash(data), b"", began)))
                            tally.advance(files=1, bytes=record.size, current=record.path)
                for i in left:
                    tally.check()
                    tally.pulse.on(self._files[i].path, self._files[i].device)
                    try:
                        record, content, read_ns = hash_file(self._files[i], tally, follow=self._follow)
                        done.append((i, Entry(record, content, b"", read_ns)))
                        tally.advance(files=1, current=record.path)
                    except ReadError as error:
                        done.append((i, self._failed(i, error, tally)))
            except Cancelled:
                pass
        return done

    def lost(
        self, batch: list[int], path: str, _device: int | None
    ) -> tuple[list[tuple[int, Any]], list[list[int]]]:
        """What becomes of a batch in which a file hangs: a reason for that one, and the others once more."""
        hung, rest = self._patience.without(self._files, batch, path)
        self._control.advance(files=len(hung), problems=len(hung))
        return [(i, self._patience.reason) for i in hung], rest

    def _failed(self, i: int, error: ReadError, tally: Tally) -> str:
        tally.advance(files=1, problems=1, current=self._files[i].path)
        return error.message

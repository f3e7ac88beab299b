"""SimFind over folders: all four steps of the search of Sadowski and Levin, and its counters.

1. sum keys within the tolerance, 2. sizes, 3. sum tables, 4. bytes, at distance 0. ``search.simfind`` does the first
three; the comparison of bytes and the report are here. A scan lists and signs the files, so what is in the cache is not
read again. No file is changed.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from simfinder.actions.filesystem.operations import CHANGED, GONE, Identity, look, same_bytes
from simfinder.app.find.find_similar import QueryFile, look_at
from simfinder.app.reports.json_report import VERSION, problems_json
from simfinder.arrays.set_operations import sorted_set
from simfinder.errors import ActionError, UsageError, reason_of
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import ScanOptions
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.scan.reading.read_file import sign_file
from simfinder.search.simfind.key_range import saturated_sum
from simfinder.search.simfind.radius_search import HIGHEST_TOLERANCE, Hits, Rows, SimFind
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.tagcount.sum_keys import extension_offset, key_values
from simfinder.signatures.tagcount.tag_sets import TagSet
from simfinder.store.cache.cache import Cache

TOLERANCE = 1.0
"""Percent of file size; the paper's files of interest are within 1 to 2 %."""

KEY = "skew"
"""The paper's standard key."""

_PORTION = 4096  # pairs put into text at once


NOT_COMPARED = "; not compared byte by byte"


class Relation(StrEnum):
    """How the files of a sum hit relate."""

    IDENTICAL = "identical"
    SIMILAR = "similar"
    NOT_VERIFIED = "similar, not verified"  # alike in all that is stored, but a file is gone or has changed


RELATIONS = tuple(Relation)


@dataclass(frozen=True, slots=True)
class Question:
    """The question of a search.

    Attributes:
        tolerance: T, percent of file size.
        keys: names of keys, each of which a pair must pass; empty means skew if the tags have it, else uniform.
        ext: add the extension modification to the keys.
        target: one file to compare with all; None for all pairs.

    Raises:
        UsageError: the tolerance is no percentage.
    """

    tolerance: float = TOLERANCE
    keys: tuple[str, ...] = ()
    ext: bool = False
    target: str | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.tolerance <= HIGHEST_TOLERANCE:
            raise UsageError(
                f"the tolerance must be a percentage from 0 to {HIGHEST_TOLERANCE:.0f}, not {self.tolerance:g}"
            )

    def key_names(self, tags: TagSet) -> tuple[str, ...]:
        """Return the names of the keys.

        Raises:
            UsageError: the tags have no such key.
        """
        there = [name for name, _ in tags.weights]
        for name in self.keys:
            if name not in there:
                raise UsageError(f"there is no key {name!r}; the tags have {', '.join(there)}")
        return tuple(dict.fromkeys(self.keys)) or ((KEY,) if KEY in there else ("uniform",))


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of the program of 2007.

    Attributes:
        rows, bytes: files searched and their bytes.
        key_hits: pairs in the range of all keys.
        collisions: those with equal keys.
        size_discards: key hits of too different a size.
        sum_hits: key hits with like sum tables.
        identical: sum hits with the same bytes.
        seconds: that steps 1 to 4 took, without the scan.
    """

    rows: int
    bytes: int
    key_hits: int
    collisions: int
    size_discards: int
    sum_hits: int
    identical: int
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """The result of a search.

    Attributes:
        paths: of all files, sorted as bytes; a target from outside the folders comes last.
        a, b: (m,) indexes of paths: by distance, identical ones first, then by path. The target is always a.
        distance: (m,) uint64, L1 distance of the sum tables.
        relations: (m,) indexes in ``RELATIONS``.
        keys: names of the keys, in the order asked.
        after_key: pairs left after each key.
        counters: what each step let pass.
        problems: files that could not be compared byte by byte, by path.
        result: of the scan, with problems of its own.
    """

    paths: list[str]
    a: npt.NDArray[np.int32]
    b: npt.NDArray[np.int32]
    distance: npt.NDArray[np.uint64]
    relations: npt.NDArray[np.uint8]
    keys: tuple[str, ...]
    after_key: tuple[int, ...]
    counters: Counters
    problems: tuple[Problem, ...]
    result: ScanResult

    def pairs(self) -> Iterator[tuple[str, str, int, Relation]]:
        """Yield path, path, distance and relation of each pair."""
        for begin in range(0, len(self.a), _PORTION):
            part = slice(begin, begin + _PORTION)
            columns = (column[part].tolist() for column in (self.a, self.b, self.distance, self.relations))
            for a, b, distance, relation in zip(*columns, strict=True):
                yield self.paths[a], self.paths[b], distance, RELATIONS[relation]

    def json_pieces(self) -> Iterator[str]:
        """Yield the JSON form in pieces: sets of similar files have quadratically many pairs."""
        yield f'{{"version": {VERSION}, "pairs": ['
        portion: list[str] = []
        separator = ""
        for pair in self.pairs():
            portion.append(json.dumps(pair, ensure_ascii=True))
            if len(portion) == _PORTION:
                yield separator + ", ".join(portion)
                portion, separator = [], ", "
        if portion:
            yield separator + ", ".join(portion)
        counters = asdict(self.counters) | {"after_key": list(zip(self.keys, self.after_key, strict=True))}
        problems = problems_json((*self.result.problems, *self.problems))
        yield f'], "counters": {json.dumps(counters)}, "problems": {json.dumps(problems, ensure_ascii=True)}}}'


def simfind(
    question: Question,
    options: ScanOptions,
    cache: Cache | None,
    control: Control,
    parameters: Parameters = PLAIN,
) -> Report:
    """Scan folders and search them.

    Args:
        question: of the search.
        options: which files.
        cache: where signatures are looked up and remembered; None for nowhere.
        control: progress, pause and cancel.
        parameters: the tags among them.

    Raises:
        UsageError: no such key, no such target, or none of the folders can be scanned.
        ReadError: the target can't be read.
        Cancelled: on request; what was signed until then is in the cache.
    """
    names = question.key_names(parameters.tags)
    asked = look_at(question.target) if question.target is not None else None
    result = scan(replace(options, raw=True), cache, control, parameters)
    return search(question, names, asked, result, control, follow=options.follow)


def search(
    question: Question,
    names: tuple[str, ...],
    asked: QueryFile | None,
    result: ScanResult,
    control: Control,
    *,
    follow: bool = False,
) -> Report:
    """Run all steps on the result of a scan.

    Args:
        question: of the search.
        names: of its keys.
        asked: its target.
        result: of the scan.
        control: progress and cancel.
        follow: paths may be symbolic links.
    """
    files = _Files(result, names, ext=question.ext)
    itself = -1
    if asked is not None:
        same = result.files.of_inode(asked.record.inode)
        itself = next((i for i in same if asked.same_file(result.files[i])), -1)
        target = itself if itself >= 0 else files.add(asked.record, control)
    control.begin(Phase.COMPARING)
    began = time.monotonic()
    found = SimFind(files.rows(np.arange(len(result.files))))
    if asked is None:
        hits = found.all_pairs(question.tolerance, control)
        a, b = hits.a, hits.b
    else:
        one = files.rows(np.array([target]))
        hits = found.similar_to(one, question.tolerance, control, itself=itself)
        a, b = np.full(len(hits.b), target, np.int32), hits.b
    step = _Bytes(files, control, follow=follow)
    relations = step.relations(a, b, hits.distance)
    order = np.lexsort((b, a, relations, hits.distance))
    return Report(
        paths=[file.path for file in files.records],
        a=a[order],
        b=b[order],
        distance=hits.distance[order],
        relations=relations[order],
        keys=names,
        after_key=hits.counters.after_key,
        counters=_counters(hits, relations, time.monotonic() - began),
        problems=step.problems(),
        result=result,
    )


def _counters(hits: Hits, relations: npt.NDArray[np.uint8], seconds: float) -> Counters:
    found = hits.counters
    return Counters(
        rows=found.rows,
        bytes=found.bytes,
        key_hits=found.key_hits,
        collisions=found.collisions,
        size_discards=found.size_discards,
        sum_hits=found.sum_hits,
        identical=int((relations == RELATIONS.index(Relation.IDENTICAL)).sum()),
        seconds=round(seconds, 6),
    )


class _Files:
    """A row per file, made from the scan's table of contents; a target from outside comes last."""

    def __init__(self, result: ScanResult, names: tuple[str, ...], *, ext: bool) -> None:
        self.records = list(result.files)
        self.scanned = len(self.records)
        self.contents = result.content_row.astype(np.int64)
        self._table = result.table
        self._counts = result.table.counts(result.content_row)
        self._parameters = result.table.parameters
        weights = dict(self._parameters.tags.weights)
        self._weights = [weights[name] for name in names]
        self._ext = ext

    def add(self, record: FileRecord, control: Control) -> int:
        """Sign one more file and return its row."""
        record, signature, *_ = sign_file(record, control, self._parameters, follow=True)
        self.records.append(record)
        known = np.flatnonzero(
            (self._table.content == np.frombuffer(signature.content, np.uint8)).all(axis=1)
        )
        self.contents = np.append(self.contents, known[0] if len(known) else -1)
        self._counts = np.concatenate([self._counts, signature.tags[None]])
        return len(self.records) - 1

    def rows(self, which: npt.NDArray[np.int64]) -> Rows:
        """Return what the search needs of some rows."""
        files = [self.records[i] for i in which.tolist()]
        counts = self._counts[which]
        keys = np.stack([key_values(counts, weights) for weights in self._weights])
        if self._ext:
            offsets = np.array([extension_offset(file.path) for file in files], dtype=np.uint64)
            keys = saturated_sum(keys, offsets)
        return Rows(np.array([file.size for file in files], dtype=np.int64), counts, keys)


class _Bytes:
    """Step 4: find which pairs at distance 0 are identical.

    Files with different content hashes differ, without reading them. Files with one hash are each compared with the
    first of them, byte by byte; equality is transitive, so n files need n - 1 comparisons.
    """

    def __init__(self, files: _Files, control: Control, *, follow: bool) -> None:
        self._records = files.records
        self._contents = files.contents
        self._links_up_to = len(files.records) if follow else 0
        self._links_from = files.scanned  # a target may be named by a symbolic link
        self._control = control
        self._problems: dict[int, str] = {}

    def problems(self) -> tuple[Problem, ...]:
        """Files that could not be compared, in path order."""
        return tuple(Problem(self._records[i].path, reason) for i, reason in sorted(self._problems.items()))

    def relations(
        self, a: npt.NDArray[np.int32], b: npt.NDArray[np.int32], distance: npt.NDArray[np.uint64]
    ) -> npt.NDArray[np.uint8]:
        """Return (m,) indexes in ``RELATIONS``."""
        found = np.full(len(a), RELATIONS.index(Relation.SIMILAR), np.uint8)
        alike = np.flatnonzero((distance == 0) & (self._contents[a] == self._contents[b]))
        kinds = self._kinds(sorted_set(np.concatenate([a[alike], b[alike]])))
        first, second = kinds[a[alike]], kinds[b[alike]]
        found[alike[(first < 0) | (second < 0)]] = RELATIONS.index(Relation.NOT_VERIFIED)
        found[alike[(first >= 0) & (first == second)]] = RELATIONS.index(Relation.IDENTICAL)
        return found

    def _kinds(self, files: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """Return for each row the first file it is identical to; -1 where unknown."""
        groups: dict[int, list[list[int]]] = defaultdict(list)
        for file, content in zip(files.tolist(), self._contents[files].tolist(), strict=True):
            self._control.check()
            if self._is_as_scanned(file):
                self._put(file, groups[content])
        kinds = np.full(len(self._records), -1, np.int64)
        for group in groups.values():
            for kind in group:
                kinds[[file for file in kind if file not in self._problems]] = kind[0]
        return kinds

    def _put(self, file: int, group: list[list[int]]) -> None:
        """Add a file to those it is identical to."""
        for kind in group:
            for other in kind:
                if other in self._problems:
                    continue
                same = self._same(other, file)
                if same:
                    kind.append(file)
                if same or file in self._problems:
                    return
                if same is not None:
                    break
        group.append([file])

    def _same(self, one: int, other: int) -> bool | None:
        """Return whether two files are identical; None where one of them became a problem."""
        paths = self._path(one), self._path(other)
        try:
            if same_bytes(*paths, self._control):
                return True
        except (OSError, ActionError) as error:
            named = error.filename if isinstance(error, OSError) else error.path
            reason = _reason(error) if isinstance(error, OSError) else error.message
            self._problems[one if named == paths[0] else other] = reason
            return None
        unchanged = [self._is_as_scanned(file) for file in (one, other)]
        return False if all(unchanged) else None

    def _is_as_scanned(self, file: int) -> bool:
        """Return whether a file is unchanged since the scan; note a problem if not."""
        record = self._records[file]
        try:
            status = look(self._path(file))
        except OSError as error:
            self._problems[file] = _reason(error)
            return False
        if status is None:
            self._problems[file] = GONE + NOT_COMPARED
        elif not Identity.recorded(record).matches(status):
            self._problems[file] = CHANGED + NOT_COMPARED
        return file not in self._problems

    def _path(self, file: int) -> str:
        path = self._records[file].path
        linked = file < self._links_up_to or file >= self._links_from
        return os.path.realpath(path) if linked else path


def _reason(error: OSError) -> str:
    return (GONE if isinstance(error, FileNotFoundError) else reason_of(error)) + NOT_COMPARED

"""Find files similar to one file, for the window and the command line.

Files that may match by their signatures are measured on the bytes (``measure_matches``), so that no figure is an
estimate unless estimates are asked for. The relation of each match and their order are decided here.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from simfinder.app.find.look_alikes import look_alikes
from simfinder.app.find.measure_matches import Measured, QueryBesideScan
from simfinder.app.find.query_file import QueryFile, QueryView, asked_of, look_at, read_shingles, view_of
from simfinder.app.reports.json_report import VERSION, problems_json
from simfinder.app.verify.containment import contained_files
from simfinder.app.verify.overlap_figures import LEAST
from simfinder.app.verify.survey import MARGIN
from simfinder.arrays.set_operations import is_among, sorted_set
from simfinder.errors import ReadError
from simfinder.model.file_record import FileRecord, Problem
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.similar_match import Likeness, Match
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import ScanResult
from simfinder.scan.reading import read_file
from simfinder.search.query.one_to_all import QueryContent, QueryResult, containment, of_contents, query
from simfinder.search.similarity import MAX_ESTIMATE
from simfinder.signatures.table.signature import Signature
from simfinder.store.cache.cache import Cache
from simfinder.workers.long_paths import is_deep
from simfinder.workers.stall_timeout import patiently

__all__ = ["Answer", "QueryFile", "Wanted", "find", "find_in", "find_json", "look_at", "ranked", "with_names"]

if TYPE_CHECKING:
    from simfinder.app.session.session import Session

_LOWEST = 0.05  # estimated similarity below which everything would match
_CLOSER_FILES, _CLOSER_BYTES = 200, 1 << 29  # read for a closer look: about a second


@dataclass(frozen=True, slots=True)
class Answer:
    """The files similar to one.

    Attributes:
        file: the file asked about.
        matches: best first.
        searched: number of files compared with it.
        verified: no figure is an estimate.
        problems: files that had to be read for the answer and could not be.
    """

    file: FileRecord
    matches: tuple[Match, ...]
    searched: int
    verified: bool = False
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which files are similar to one.

    Attributes:
        method: the method that decides what is similar; CONTENT finds identical files only.
        tolerances: how different a similar file of each type may be.
        same_type: only files of the same type.
        estimates: read no file but the one asked about.
    """

    method: Method = Method.AUTO
    tolerances: Tolerances = Tolerances()  # noqa: RUF009 - frozen
    same_type: bool = False
    estimates: bool = False


def find(
    asked: QueryFile,
    result: ScanResult,
    control: Control,
    wanted: Wanted | None = None,
    *,
    options: ScanOptions | None = None,
    cache: Cache | None = None,
) -> Answer:
    """Find files of a scan similar to a file.

    Args:
        asked: the file, among those of the scan or not.
        result: the scan.
        control: progress and cancelling.
        wanted: which files.
        options: of the scan.
        cache: where measured pairs are looked up and remembered.

    Raises:
        ReadError: the file can't be read.
        Cancelled: on request.
    """
    wanted, options = wanted or Wanted(), options or ScanOptions(())
    method, tolerances, same_type = wanted.method, wanted.tolerances, wanted.same_type
    inode = asked.record.inode
    links = [i for i in result.files.of_inode(inode) if asked.same_file(result.files[i])]
    itself = {i for i in links if asked.is_itself(result.files[i])}
    whole = asked_of(asked, links, result, method, control)
    widest = tolerances.widest
    problems: list[Problem] = []
    wholes: list[QueryContent] = [whole]
    view = QueryView()
    if not options.raw and method is not Method.CONTENT:
        view = view_of(asked.record, result.table.parameters, control)
        if view.problem and not any(problem.path == asked.record.path for problem in result.problems):
            problems.append(Problem(asked.record.path, view.problem))
        if view.asked is not None:
            wholes.append(view.asked)
    jobs = options.jobs or os.cpu_count() or 1
    measuring = method is Method.AUTO and not wanted.estimates and whole.signature.size > 0
    floor = 1.0 - widest - (MARGIN if measuring else 0.0)
    floor = max(_LOWEST if measuring else 0.01, floor)
    found = _search(wholes, result, method, floor, control, jobs, closed=view.closed)
    found, sure = _with_members(found, whole.signature, view.members, result)
    own_type = type_of(asked.record.path)
    files = [(i, place) for i, place in _files_of(found, result) if i not in itself]
    if same_type:
        files = [(i, place) for i, place in files if type_of(result.files[i].path) == own_type]
    limits = [min(tolerances.of(own_type), tolerances.of(type_of(result.files[i].path))) for i, _ in files]
    measured = None
    if measuring:
        beside = QueryBesideScan(
            asked, wholes, view, result, cache, control, follow=options.follow, jobs=jobs
        )
        measured = _measured(beside, found, sure, files, limits, result)
        problems += [problem for problem in measured.problems if problem.path != asked.real]
    elif not wanted.estimates and method is not Method.CONTENT:
        closer = _look_closer(whole, found, files, result, control, problems)
        for place, share in closer.items():
            found.contains[place], found.containment[place] = True, share
    matches = []
    verified = measured is not None or method is Method.CONTENT
    for (i, place), limit in zip(files, limits, strict=True):
        match = _match(result.files[i], found, place, limit, measured, sure)
        if match is not None:
            matches.append(match)
            verified = verified and (measured is None or _is_known(measured, place, match, sure))
    if method is Method.AUTO:
        alike = look_alikes(asked.record, result, control)
        alike[list(itself)] = np.nan
        matches = _with_look_alikes(matches, alike, own_type, tolerances, result)
    unread = _identical_unread(whole.signature, itself, result, control, problems)
    matches += [Match(file, Likeness.IDENTICAL, 1.0, 1.0) for file in unread]
    if same_type:  # for files that were not read
        matches = [match for match in matches if type_of(match.file.path) == own_type]
    searched = len(result.files) - len(itself)
    return Answer(asked.record, tuple(ranked(matches)), searched, verified, tuple(problems))


def _with_look_alikes(
    matches: list[Match],
    alike: npt.NDArray[np.float32],
    own_type: str,
    tolerances: Tolerances,
    result: ScanResult,
) -> list[Match]:
    """Add pictures that look like the file within the tolerance; of two figures for one file the larger counts."""
    known = {match.file.path: match for match in matches}
    for i in np.flatnonzero(np.isfinite(alike)).tolist():
        file, figure = result.files[i], float(alike[i])
        limit = min(tolerances.of(own_type), tolerances.of(type_of(file.path)))
        match = known.get(file.path)
        if 1.0 - figure <= limit + 1e-6 and (match is None or match.similarity < figure):
            contained = 0.0 if match is None else match.containment
            known[file.path] = Match(file, Likeness.SIMILAR, figure, contained)
    return list(known.values())


def find_in(
    session: Session, path: str, control: Control, *, estimates: bool = False, cache: Cache | None = None
) -> Answer:
    """Find files of a session, those still where they were, similar to a file; nothing is scanned again.

    Args:
        session: a scan.
        path: of the file.
        control: progress and cancelling.
        estimates: read no file but the one asked about.
        cache: where measured pairs are looked up and remembered.

    Raises:
        UsageError: there is no such file.
        ReadError: the file can't be read.
        Cancelled: on request.
    """
    answer = find(
        look_at(path),
        session.result,
        control,
        Wanted(
            session.choices.methods.of(type_of(path)),
            session.choices.tolerances,
            session.choices.same_type,
            estimates,
        ),
        options=session.options,
        cache=cache,
    )
    there, problems = [], list(answer.problems)
    for match in answer.matches:
        try:
            if not _is_there(match.file.path, control):
                continue
        except ReadError as error:
            problems.append(Problem(match.file.path, error.message))
        there.append(match)
    return replace(answer, matches=tuple(there), problems=tuple(problems))


def _is_there(path: str, control: Control) -> bool:
    return patiently(path, lambda _tally: os.path.lexists(path), control)


def ranked(matches: list[Match]) -> list[Match]:
    """Sort matches, best first: identical ones, then by the figure of the relation; ties by the bytes of the path."""
    return sorted(
        matches,
        key=lambda m: (m.relation is not Likeness.IDENTICAL, -m.figure, os.fsencode(m.file.path)),
    )


def with_names(answer: Answer, names: list[FileRecord], *, same_type: bool = False) -> Answer:
    """Add other names of the file to an answer; they are identical to it."""
    own_type = type_of(answer.file.path)
    more = [
        Match(name, Likeness.IDENTICAL, 1.0, 1.0)
        for name in names
        if not same_type or type_of(name.path) == own_type
    ]
    return replace(answer, matches=tuple(ranked([*answer.matches, *more])))


def find_json(answer: Answer, result: ScanResult) -> dict[str, Any]:
    """Return an answer as the JSON of the command line."""
    return {
        "version": VERSION,
        "file": answer.file.path,
        "verified": answer.verified,
        "matches": [
            {
                "path": match.file.path,
                "relation": str(match.relation),
                "similarity": _rounded(match.similarity),
                "containment": _rounded(match.containment),
            }
            for match in answer.matches
        ],
        "problems": problems_json([*result.problems, *answer.problems]),
    }


def _rounded(value: float) -> float:
    """Round for reading; never up to 1.0, which means identical content."""
    return 1.0 if value >= 1.0 else min(round(value, 4), 0.9999)


def _search(
    wholes: list[QueryContent],
    result: ScanResult,
    method: Method,
    floor: float,
    control: Control,
    jobs: int,
    *,
    closed: bool,
) -> QueryResult:
    """Find contents related to what the file holds, and those related to its own bytes."""
    table = result.representations.table
    # besides its view: its bytes show what is identical, and what archives hold that could not be opened
    of_bytes = method if result.representations.closed.any() else Method.CONTENT
    founds = [query(table, asked, of_bytes, floor, control, jobs=jobs) for asked in wholes[:-1]]
    founds.append(query(table, wholes[-1], method, floor, control, jobs=jobs))
    if not result.representations.any and len(founds) == 1:
        return founds[0]
    return of_contents(founds, result.representations, closed=closed)


def _with_members(
    found: QueryResult, asked: Signature, members: bytes, result: ScanResult
) -> tuple[QueryResult, npt.NDArray[np.bool_]]:
    """Add archives that hold the file, and files that it holds, by the hashes of members; return which these are."""
    wholes, parts = contained_files.of_content(result, asked.content, members)
    if not len(wholes) and not len(parts):
        return found, np.zeros(len(found), np.bool_)
    contents = sorted_set(np.concatenate((found.rows, wholes, parts)))
    grown = QueryResult(
        *(_spread(getattr(found, name), found.rows, contents) for name in QueryResult.__slots__)
    )
    whole, part = is_among(contents, wholes), is_among(contents, parts)
    grown = replace(
        grown,
        rows=contents,
        containment=np.where(whole | part, np.float32(1), grown.containment),
        contains=grown.contains | whole,
        inside=grown.inside | part,
        doubtful=grown.doubtful & ~whole,
    )
    return grown, whole | part


def _spread(
    column: npt.NDArray[Any], rows: npt.NDArray[np.int64], contents: npt.NDArray[np.int64]
) -> npt.NDArray[Any]:
    """Spread a column of some rows over more contents, with zeros for the others."""
    out = np.zeros(len(contents), dtype=column.dtype)
    out[np.searchsorted(contents, rows)] = column
    return out


def _files_of(found: QueryResult, result: ScanResult) -> list[tuple[int, int]]:
    """Return the files of the contents found, each with the position of its content."""
    place = np.full(len(result.table) + 1, -1, np.int64)  # the last entry is for files without a row, -1
    place[found.rows] = np.arange(len(found))
    places = place[result.content_row]
    files = np.flatnonzero(places >= 0)
    return list(zip(files.tolist(), places[files].tolist(), strict=True))


def _look_closer(
    wanted: QueryContent,
    found: QueryResult,
    files: list[tuple[int, int]],
    result: ScanResult,
    control: Control,
    problems: list[Problem],
) -> dict[int, float]:
    """Compute containment in files that may contain the file and have to be read for that, by position in ``found``."""
    first = {place: result.files[i] for i, place in reversed(files) if found.doubtful[place]}
    measured: dict[int, float] = {}
    left = _CLOSER_BYTES
    for place in sorted(first, key=lambda p: (-found.hits[p], first[p].size, p))[:_CLOSER_FILES]:
        file = first[place]
        if file.size > left or is_deep(file.path):
            continue
        left -= file.size
        try:
            whole = read_shingles(file, wanted.signature, control)
        except ReadError as error:
            problems.append(Problem(file.path, error.message))
        else:
            measured[place] = containment(wanted, whole)
    return measured


def _measured(
    beside: QueryBesideScan,
    found: QueryResult,
    sure: npt.NDArray[np.bool_],
    files: list[tuple[int, int]],
    limits: list[float],
    result: ScanResult,
) -> Measured:
    """Measure on the bytes everything that may be a match, within the time there is."""
    alike = np.zeros(len(found), np.bool_)
    for (_, place), limit in zip(files, limits, strict=True):
        alike[place] |= found.similarity[place] >= 1.0 - limit - MARGIN
    asked = np.zeros(len(found), np.bool_)
    asked[[place for _, place in files]] = True
    size = result.table.size[found.rows]
    left, closer = _CLOSER_BYTES, np.zeros(len(found), np.bool_)
    doubtful = np.flatnonzero(found.doubtful & asked & ~sure).tolist()
    for place in sorted(doubtful, key=lambda p: (-found.hits[p], size[p], p))[:_CLOSER_FILES]:
        if size[place] <= left:
            left -= int(size[place])
            closer[place] = True
    open_ = asked & ~sure & ~found.identical
    return beside.measure(
        found.rows[alike & asked & ~found.identical],
        found.rows[open_ & (found.contains | closer)],
        found.rows[open_ & found.inside],
        found.rows,
    )


def _match(
    file: FileRecord,
    found: QueryResult,
    place: int,
    limit: float,
    measured: Measured | None,
    sure: npt.NDArray[np.bool_],
) -> Match | None:
    """Return the first relation that fits; measured figures replace estimates."""
    similarity, share = float(found.similarity[place]), float(found.containment[place])
    contains, inside = bool(found.contains[place]), bool(found.inside[place])
    if measured is not None:
        if not np.isnan(measured.similarity[place]):
            similarity = float(measured.similarity[place])
        if not np.isnan(measured.containment[place]):
            share = min(float(measured.containment[place]), MAX_ESTIMATE)
            proven = share >= LEAST
            contains, inside = proven and not inside, proven and inside
        elif found.doubtful[place] and not sure[place]:
            contains = False
    if found.identical[place]:
        relation = Likeness.IDENTICAL
    elif 1.0 - similarity <= limit + 1e-6:
        relation = Likeness.SIMILAR
    elif contains:
        relation = Likeness.CONTAINS
    elif inside:
        relation = Likeness.INSIDE
    else:
        return None
    return Match(file, relation, similarity, share)


def _is_known(measured: Measured, place: int, match: Match, sure: npt.NDArray[np.bool_]) -> bool:
    """Return whether the figure shown with a match was measured, or proven by the hash of a member."""
    if match.relation is Likeness.IDENTICAL:
        return True
    if match.relation is Likeness.SIMILAR:
        return not np.isnan(measured.similarity[place])
    return bool(sure[place]) or not np.isnan(measured.containment[place])


def _identical_unread(
    signature: Signature, itself: set[int], result: ScanResult, control: Control, problems: list[Problem]
) -> list[FileRecord]:
    """Find identical files that a scan for identical ones did not read, as no other file of its folders could match."""
    found = []
    for i in np.flatnonzero(result.content_row < 0).tolist():
        file = result.files[i]
        if file.size != signature.size or i in itself:
            continue
        control.check()
        try:
            _, content, _ = patiently(file.path, partial(read_file.hash_file, file), control)
        except ReadError as error:
            problems.append(Problem(file.path, error.message))
        else:
            if content == signature.content:
                found.append(file)
    return found

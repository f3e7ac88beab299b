"""Files like one file: what the window and the command line share of it.

Owns the relation of each match and their order. Of the files of a scan it reads those much larger ones of which their
signatures can't tell whether they contain the asked one; of all others it knows what the scan has found.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from simfinder.app import containing
from simfinder.app.asking import AskedFile, AskedView, asked_of, look_at, read_shingles, view_of
from simfinder.app.export import VERSION, problems_json
from simfinder.model.files import FileRecord, Problem
from simfinder.model.filetype import type_of
from simfinder.model.matches import Likeness, Match
from simfinder.model.options import Method
from simfinder.model.progress import Control
from simfinder.model.tolerances import Tolerances
from simfinder.scan import reading
from simfinder.scan.deep import is_deep
from simfinder.scan.pipeline import ScanResult
from simfinder.search import facing
from simfinder.search.query import Asked, Found, containment, query
from simfinder.signatures.signature import Signature

__all__ = ["Answer", "AskedFile", "find", "find_in", "find_json", "look_at", "ranked", "with_names"]

if TYPE_CHECKING:
    from simfinder.app.session import Session

_CLOSER_FILES, _CLOSER_BYTES = 200, 1 << 29  # read for a closer look: about a second


@dataclass(frozen=True, slots=True)
class Answer:
    """What is like a file.

    Attributes:
        file: the file that was asked about.
        matches: best first.
        searched: files that were held against it.
        problems: files that had to be read for the answer and could not be.
    """

    file: FileRecord
    matches: tuple[Match, ...]
    searched: int
    problems: tuple[Problem, ...] = ()


def find(
    asked: AskedFile,
    result: ScanResult,
    control: Control,
    *,
    method: Method = Method.AUTO,
    tolerances: Tolerances | None = None,
    same_type: bool = False,
    estimates: bool = False,
    raw: bool = False,
    jobs: int = 0,
) -> Answer:
    """What is like a file among the files of a scan.

    Args:
        asked: the file, among those of the scan or not.
        result: the scan.
        control: progress and cancelling.
        method: whose figure decides what is similar; CONTENT finds identical files only.
        tolerances: how different a match of each type may be to be similar.
        same_type: only files of the type of the asked one.
        estimates: read no file but the asked one.
        raw: do not look into the asked file where it is an archive or a document.
        jobs: threads; 0 means one per core.

    Raises:
        ReadError: the file can't be read.
        Cancelled: on request.
    """
    tolerances = tolerances or Tolerances()
    inode = asked.record.inode
    links = [i for i, file in enumerate(result.files) if file.inode == inode and asked.same_file(file)]
    itself = {i for i in links if asked.is_itself(result.files[i])}
    wanted = asked_of(asked, links, result, method, control)
    widest = max(tolerances.default, *tolerances.by_type.values(), 0.0)
    problems: list[Problem] = []
    wholes: list[Asked] = [wanted]
    view = AskedView()
    if not raw and method is not Method.CONTENT:
        view = view_of(asked.record, result.table.parameters, control)
        if view.problem and not any(problem.path == asked.record.path for problem in result.problems):
            problems.append(Problem(asked.record.path, view.problem))
        if view.asked is not None:
            wholes.append(view.asked)
    found = _search(wholes, result, method, max(0.01, 1.0 - widest), control, jobs or os.cpu_count() or 1)
    found = _with_members(found, wanted.signature, view.members, result)
    own_type = type_of(asked.record.path)
    files = [(i, place) for i, place in _files_of(found, result) if i not in itself]
    measured = {} if estimates else _look_closer(wanted, found, files, result, control, problems)
    matches = []
    for i, place in files:
        file = result.files[i]
        limit = min(tolerances.of(own_type), tolerances.of(type_of(file.path)))
        match = _match(file, found, place, limit, measured.get(place, 0.0))
        if match is not None:
            matches.append(match)
    unread = _identical_unread(wanted.signature, itself, result, control, problems)
    matches += [Match(file, Likeness.IDENTICAL, 1.0, 1.0) for file in unread]
    if same_type:
        matches = [match for match in matches if type_of(match.file.path) == own_type]
    return Answer(asked.record, tuple(ranked(matches)), len(result.files) - len(itself), tuple(problems))


def find_in(session: Session, path: str, control: Control) -> Answer:
    """What is like a file among the files of a session that are still where they were; nothing is scanned again.

    Raises:
        UsageError: there is no such file.
        ReadError: the file can't be read.
        Cancelled: on request.
    """
    answer = find(
        look_at(path),
        session.result,
        control,
        method=session.methods.of(type_of(path)),
        tolerances=session.tolerances,
        same_type=session.same_type,
        raw=session.options.raw,
    )
    there = tuple(match for match in answer.matches if os.path.lexists(match.file.path))
    return replace(answer, matches=there)


def ranked(matches: list[Match]) -> list[Match]:
    """Best first: identical ones, then by the figure of the relation; ties by the bytes of the path."""
    return sorted(
        matches,
        key=lambda m: (m.relation is not Likeness.IDENTICAL, -m.figure, os.fsencode(m.file.path)),
    )


def with_names(answer: Answer, names: list[FileRecord], *, same_type: bool = False) -> Answer:
    """The answer with other names of the asked file, which are identical to it."""
    own_type = type_of(answer.file.path)
    more = [
        Match(name, Likeness.IDENTICAL, 1.0, 1.0)
        for name in names
        if not same_type or type_of(name.path) == own_type
    ]
    return replace(answer, matches=tuple(ranked([*answer.matches, *more])))


def find_json(answer: Answer, result: ScanResult) -> dict[str, Any]:
    """An answer in the form of the command line. ``verified`` is false: the figures are estimates."""
    return {
        "version": VERSION,
        "file": answer.file.path,
        "verified": False,
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
    """For reading; never up to 1.0, which is kept for identical content."""
    return 1.0 if value >= 1.0 else min(round(value, 4), 0.9999)


def _search(
    wholes: list[Asked], result: ScanResult, method: Method, floor: float, control: Control, jobs: int
) -> Found:
    """Contents that have to do with the faces of the asked file."""
    founds = [query(result.faces.table, asked, method, floor, control, jobs=jobs) for asked in wholes]
    return facing.of_contents(founds, result.faces) if result.faces.any or len(founds) > 1 else founds[0]


def _with_members(found: Found, asked: Signature, members: bytes, result: ScanResult) -> Found:
    """The same with archives that hold the very file, and with files that it holds, by the hashes of members."""
    wholes, parts = containing.of_content(result, asked.content, members)
    if not len(wholes) and not len(parts):
        return found
    contents = np.union1d(found.rows, np.concatenate((wholes, parts)))
    grown = Found(*(_spread(getattr(found, name), found.rows, contents) for name in Found.__slots__))
    whole, part = np.isin(contents, wholes), np.isin(contents, parts)
    return replace(
        grown,
        rows=contents,
        containment=np.where(whole | part, np.float32(1), grown.containment),
        contains=grown.contains | whole,
        inside=grown.inside | part,
        doubtful=grown.doubtful & ~whole,
    )


def _spread(
    column: npt.NDArray[Any], rows: npt.NDArray[np.int64], contents: npt.NDArray[np.int64]
) -> npt.NDArray[Any]:
    """A column of some rows as one of more contents; zeros where there was none."""
    out = np.zeros(len(contents), dtype=column.dtype)
    out[np.searchsorted(contents, rows)] = column
    return out


def _files_of(found: Found, result: ScanResult) -> list[tuple[int, int]]:
    """Files of the contents found, each with the place of its content among them."""
    place = np.full(len(result.table) + 1, -1, np.int64)  # the last one for files without a row, -1
    place[found.rows] = np.arange(len(found))
    places = place[result.content_row]
    files = np.flatnonzero(places >= 0)
    return list(zip(files.tolist(), places[files].tolist(), strict=True))


def _look_closer(
    wanted: Asked,
    found: Found,
    files: list[tuple[int, int]],
    result: ScanResult,
    control: Control,
    problems: list[Problem],
) -> dict[int, float]:
    """Containment in the files that may contain the asked one and have to be read for it, by place among the found."""
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
        except reading.ReadError as error:
            problems.append(Problem(file.path, error.message))
        else:
            measured[place] = containment(wanted, whole)
    return measured


def _match(file: FileRecord, found: Found, place: int, limit: float, measured: float) -> Match | None:
    """The first relation that fits; ``measured`` is the containment by a closer look, 0.0 where it proved nothing."""
    similarity, share = float(found.similarity[place]), measured or float(found.containment[place])
    if found.identical[place]:
        relation = Likeness.IDENTICAL
    elif 1.0 - similarity <= limit + 1e-6:
        relation = Likeness.SIMILAR
    elif found.contains[place] or measured:
        relation = Likeness.CONTAINS
    elif found.inside[place]:
        relation = Likeness.INSIDE
    else:
        return None
    return Match(file, relation, similarity, share)


def _identical_unread(
    signature: Signature, itself: set[int], result: ScanResult, control: Control, problems: list[Problem]
) -> list[FileRecord]:
    """Identical files that a scan for identical ones did not read, as no other file of its folders is like them."""
    found = []
    for i in np.flatnonzero(result.content_row < 0).tolist():
        file = result.files[i]
        if file.size != signature.size or i in itself:
            continue
        control.check()
        try:
            _, content, _ = reading.hash_file(file, control)
        except reading.ReadError as error:
            problems.append(Problem(file.path, error.message))
        else:
            if content == signature.content:
                found.append(file)
    return found

"""Bring a session up to date with the disk: only what changed is looked at and read.

Results for all other files stay, with measured figures and the person's decisions. The clusters are those of a whole
new scan. Where only a walk can tell (several names of a file, followed symbolic links, lost hints) the folders are
walked, and still only what changed is read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking.update_links import relinked
from simfinder.app.session.state import SessionState
from simfinder.arrays.file_columns import INODE, FileColumns
from simfinder.arrays.set_operations import is_among
from simfinder.model.file_record import FileRecord, Problem, SkipReason
from simfinder.model.progress import Control
from simfinder.model.tolerances import FLOOR
from simfinder.scan.pipeline import ScanResult, sign_walk
from simfinder.scan.update_result import Patched, patched
from simfinder.scan.walk.single_paths import Glancer
from simfinder.scan.walk.walker import Walk, walk
from simfinder.search.linking.judge import Judge
from simfinder.store.cache.cache import Cache

MOST_BELOW = 20_000
"""Entries below hinted folders looked at one by one; if there are more, the folders are walked, which is faster."""


@dataclass(frozen=True, slots=True, eq=False)
class CaughtUp:
    """An updated session.

    Attributes:
        state: the current one.
        table: the columns of its files.
        files: (n,) int32, new index of each earlier file; -1 for those that are gone or are other files now.
        gone, changed, new: paths of files.
        problems: of this update.
    """

    state: SessionState
    table: SessionFiles
    files: npt.NDArray[np.int32]
    gone: tuple[str, ...]
    changed: tuple[str, ...]
    new: tuple[str, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _News:
    """Files that differ from what was scanned."""

    walked: Walk
    gone: list[str]
    touched: list[FileRecord]
    whole: bool


def catch_up(
    state: SessionState, hints: Collection[str] | None, cache: Callable[[], Cache | None], control: Control
) -> CaughtUp | None:
    """Bring a session up to date.

    Args:
        state: of the session, which must not be one of identical files only.
        hints: paths of files or folders at which something may have happened; None for anywhere.
        cache: opens the cache if anything has to be read; closed here.
        control: cancelling.

    Returns:
        The updated session; None where nothing has changed.

    Raises:
        UsageError: none of the folders is there any more.
        Cancelled: on request; what was read is in the cache.
    """
    news = _news(state, hints, control)
    if not news.gone and not news.touched:
        return None
    known = cache() if news.touched else None
    try:
        part = (
            replace(news.walked, files=FileColumns.of(news.touched))
            if news.whole
            else Walk(FileColumns.of(news.touched), {}, [], (), projects=news.walked.projects)
        )
        fresh = sign_walk(part, state.options, known, control, state.result.table.parameters)
    finally:
        if known is not None:
            known.close()
    before = state.result
    if news.whole:
        before = replace(
            before,
            passed_over=fresh.passed_over,
            examples=fresh.examples,
            problems=tuple(problem for problem in before.problems if os.path.lexists(problem.path)),
            projects=(),
        )
    else:
        fresh = replace(fresh, problems=(*fresh.problems, *news.walked.problems))
    now = patched(before, [*news.gone, *(record.path for record in news.touched)], fresh)
    return _caught_up(state, now, news, fresh, control)


# what has changed
def _news(state: SessionState, hints: Collection[str] | None, control: Control) -> _News:
    options, files = state.options, state.result.files
    paths = files.paths()
    away = [paths[file] for file in np.flatnonzero(~state.alive).tolist()]
    if hints is None or options.follow:
        return _walked(state, control)
    index = {path: i for i, path in enumerate(paths)}
    glancer = Glancer(options)
    wanted = dict.fromkeys([*hints, *away])
    glance = glancer.look(wanted, most=MOST_BELOW)
    also = _of_same_number(files, [r for r in glance.files if r.path not in index])
    if (
        also - wanted.keys()
    ):  # a file was moved, and only its new place is known; or its number was given again
        wanted.update(dict.fromkeys(also))
        glance = glancer.look(wanted, most=MOST_BELOW)
    control.check()
    there = {record.path for record in glance.files}
    gone = sorted({path for path in _known_at(wanted, index, paths) if path not in there}, key=os.fsencode)
    several = bool(state.result.passed_over.get(SkipReason.SAME_FILE))  # another name may take the place
    other = [r for r in glance.files if r.path not in index or files[index[r.path]] != r]
    if glance.unsure or glance.too_many or (several and (gone or other)):
        return _walked(state, control)
    back = [r for r in glance.files if r.path in index and not state.alive[index[r.path]]]
    touched = {record.path: record for record in (*other, *back)}
    in_order = sorted(touched.values(), key=lambda record: os.fsencode(record.path))
    walked = Walk(FileColumns.of(()), {}, glance.problems, (), projects=glance.projects)
    return _News(walked, gone, in_order, whole=False)


def _walked(state: SessionState, control: Control) -> _News:
    """Find what changed by walking the folders."""
    walked = walk(state.options, control)
    paths = state.result.files.paths()
    before = {
        path: i for i, (path, there) in enumerate(zip(paths, state.alive.tolist(), strict=True)) if there
    }
    names = walked.files.paths()
    at = np.array([before.get(path, -1) for path in names], dtype=np.int64)
    if not len(paths):
        return _News(walked, [], list(walked.files), whole=True)
    same = (at >= 0) & (state.result.files.protected[at] == walked.files.protected)
    same &= (state.result.files.numbers[at] == walked.files.numbers).all(axis=1)
    now = set(names)
    gone = [path for path in paths if path not in now]
    touched = [walked.files[i] for i in np.flatnonzero(~same).tolist()]
    return _News(walked, gone, touched, whole=True)


def _known_at(hints: Iterable[str], index: dict[str, int], paths: Sequence[str]) -> Iterator[str]:
    """Return the known files at some paths or below them."""
    folders = []
    for hint in hints:
        if hint in index:
            yield hint
        else:
            folders.append(os.path.join(hint, ""))
    if folders:
        below = tuple(folders)
        yield from (path for path in paths if path.startswith(below))


def _of_same_number(files: FileColumns, new: Sequence[FileRecord]) -> set[str]:
    """Return the known files that have the inode numbers of new ones."""
    if not new:
        return set()
    inodes = FileColumns.of(new).numbers[:, INODE]
    numbers = {(record.device, record.inode) for record in new}
    found = [files[i] for i in np.flatnonzero(is_among(files.numbers[:, INODE], inodes)).tolist()]
    return {record.path for record in found if (record.device, record.inode) in numbers}


# what becomes of the session
def _caught_up(
    state: SessionState, now: Patched, news: _News, fresh: ScanResult, control: Control
) -> CaughtUp:
    files = SessionFiles.of(now.result)
    judge = Judge(now.result.faces, files, state.methods)
    floor = min(FLOOR, 1.0 - max([state.tolerances.default, *state.tolerances.by_type.values()]))
    links = relinked(state.links, state.settled, now, judge, files.types, floor, control)
    place = {path: i for i, path in enumerate(now.result.files.paths())}
    paths = state.result.files.paths()
    known = set(paths)
    by_hand = [place.get(paths[file], -1) for file in state.by_hand]
    moved = [(file, place.get(paths[file], -1)) for file in state.marks]
    row, old_row = now.result.content_row, state.result.content_row
    after = replace(
        state,
        result=now.result,
        links=links.links,
        alive=np.ones(len(now.result.files), dtype=np.bool_),
        settled=links.settled,
        complete=False,
        measured=_measured(state.measured, now.contents),
        lost=frozenset(_measured(dict.fromkeys(state.lost, 0.0), np.where(_calm(now), now.contents, -1))),
        by_hand=tuple(file for file in by_hand if file >= 0),
        marks={
            new: state.marks[old] for old, new in moved if new >= 0 and row[new] == now.contents[old_row[old]]
        },
    )
    return CaughtUp(
        state=after,
        table=files,
        files=now.files,
        gone=tuple(news.gone),
        changed=tuple(record.path for record in news.touched if record.path in known),
        new=tuple(record.path for record in news.touched if record.path not in known),
        problems=fresh.problems,
    )


def _measured(
    known: Mapping[tuple[int, int], float], contents: npt.NDArray[np.int32]
) -> dict[tuple[int, int], float]:
    """Return the measured figures of pairs of contents by their current rows."""
    pairs = contents[np.array(list(known), dtype=np.int64).reshape(-1, 2)]
    both = (pairs >= 0).all(axis=1)
    figures = np.array(list(known.values()), dtype=np.float32)[both].tolist()
    return dict(zip(map(tuple, pairs[both].tolist()), figures, strict=True))


def _calm(now: Patched) -> npt.NDArray[np.bool_]:
    """Return earlier contents whose files are unchanged; lost bytes of all others may be readable now."""
    calm = now.contents >= 0
    calm[calm] = ~now.stirred[now.contents[calm]]
    return calm

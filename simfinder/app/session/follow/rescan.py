"""Scan the folders of a session again and keep everything else: decisions, measured figures, links that still hold.

The clusters are those of a whole new scan. Only what changed is read, since signatures come from the cache, and only
its links are searched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking.update_links import relinked
from simfinder.app.session.state import SessionState
from simfinder.model.progress import Control
from simfinder.scan.compare_results import Difference, difference, same_files
from simfinder.scan.pipeline import sign_walk
from simfinder.scan.walk.walker import walk
from simfinder.search.linking.judge import Judge
from simfinder.store.cache.cache import Cache


@dataclass(frozen=True, slots=True, eq=False)
class Rescanned:
    """A session after its folders were scanned again.

    Attributes:
        state: the current one; its marks are to be set last, see ``Session.remark``.
        table: the columns of its files.
        files: (n,) int32, current index of each earlier file; -1 for those that are gone or were written to.
    """

    state: SessionState
    table: SessionFiles
    files: npt.NDArray[np.int32]


def rescan(state: SessionState, cache: Cache, control: Control) -> Rescanned | None:
    """Scan the folders of a session again.

    Args:
        state: of the session, which must not be one of identical files only.
        cache: where the signatures of unchanged files are.
        control: cancelling.

    Returns:
        The current session; None where nothing has changed.

    Raises:
        UsageError: none of the folders is there any more.
        Cancelled: on request; what was read is in the cache.
    """
    walked, complete = walk(state.options, control), bool(state.alive.all())
    if complete and same_files(walked.files, state.result.files):
        return None
    result = sign_walk(walked, state.options, cache, control, state.result.table.parameters)
    if complete and same_files(result.files, state.result.files):  # what can't be read is in the walk only
        return None
    now, files = difference(state.result, result), SessionFiles.of(result)
    judge = Judge(result.representations, files, state.choices.methods)
    floor = state.choices.tolerances.floor
    links = relinked(state.links, state.settled, now, judge, files.types, floor, control)
    place = {path: i for i, path in enumerate(result.files.paths())}
    paths, row, old_row = state.result.files, result.content_row, state.result.content_row
    by_hand = [place.get(paths.path(file), -1) for file in state.by_hand]
    moved = [(file, place.get(paths.path(file), -1)) for file in state.marks]
    after = replace(
        state,
        result=result,
        links=links.links,
        alive=np.ones(len(result.files), dtype=np.bool_),
        settled=links.settled,
        complete=False,
        measured=_measured(state.measured, now.contents),
        lost=frozenset(_measured(dict.fromkeys(state.lost, 0.0), np.where(_calm(now), now.contents, -1))),
        by_hand=tuple(file for file in by_hand if file >= 0),
        marks={
            new: state.marks[old] for old, new in moved if new >= 0 and row[new] == now.contents[old_row[old]]
        },
    )
    return Rescanned(after, files, now.files)


def _measured(
    known: Mapping[tuple[int, int], float], contents: npt.NDArray[np.int32]
) -> dict[tuple[int, int], float]:
    """Return the measured figures of pairs of contents by their current rows."""
    pairs = contents[np.array(list(known), dtype=np.int64).reshape(-1, 2)]
    both = (pairs >= 0).all(axis=1)
    figures = np.array(list(known.values()), dtype=np.float32)[both].tolist()
    return dict(zip(map(tuple, pairs[both].tolist()), figures, strict=True))


def _calm(now: Difference) -> npt.NDArray[np.bool_]:
    """Return earlier contents whose files are unchanged; lost bytes of all others may be readable now."""
    calm = now.contents >= 0
    calm[calm] = ~now.stirred[now.contents[calm]]
    return calm

"""What a session keeps to itself, taken out as plain values and put into another one of the same scan.

The one module beside ``session`` and ``measuring`` that reads and sets their own fields: a saved session must come
back with the figures that were measured, not with estimates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.app.session import Session
from simfinder.model.options import Methods, ScanOptions
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import ScanResult
from simfinder.search.links import Links
from simfinder.store.ignored_rows import Ignored


@dataclass(frozen=True, slots=True, eq=False)
class SessionState:
    """A session at one moment; whatever changes the session afterwards leaves this as it is.

    Attributes:
        options: of the scan.
        result: of the scan.
        links: with the figures measured so far.
        methods: which one decides about which types.
        tolerances: of the moment.
        same_type: no links across types.
        keep_rules: of the moment.
        alive: (n,) bool, files that were still there.
        settled: (m,) bool, links that were measured or can't be.
        complete: all links that matter at these tolerances were measured.
        measured: figures by pairs of contents, the smaller first.
        lost: pairs of contents whose bytes could not be had.
        by_hand: files kept by hand, the last one first.
        marks: why each marked file is marked.
    """

    options: ScanOptions
    result: ScanResult
    links: Links
    methods: Methods
    tolerances: Tolerances
    same_type: bool
    keep_rules: str
    alive: npt.NDArray[np.bool_]
    settled: npt.NDArray[np.bool_]
    complete: bool
    measured: Mapping[tuple[int, int], float]
    lost: frozenset[tuple[int, int]]
    by_hand: tuple[int, ...]
    marks: Mapping[int, str]


def state_of(session: Session) -> SessionState:
    """A session as it is now, in some milliseconds: arrays that never change are shared, not copied."""
    figures = session._figures
    return SessionState(
        options=session.options,
        result=session.result,
        links=session.links,
        methods=session.methods,
        tolerances=session.tolerances,
        same_type=session.same_type,
        keep_rules=session.keep_rules,
        alive=session._alive.copy(),
        settled=session._settled.copy(),
        complete=session._complete,
        measured=dict(figures._exact),
        lost=frozenset(figures.lost),
        by_hand=tuple(session._by_hand),
        marks=dict(session.marks),
    )


def resume(session: Session, state: SessionState, ignored: Iterable[Ignored]) -> None:
    """Give a new session of the same scan, made without links, what was measured and decided, and make its clusters.

    Links become clusters once here, which is most of the work; marks come last, see ``remark``.
    """
    session.links = state.links
    session._rank = session._ranked(state.keep_rules)  # of files that links lead to
    session._alive[:] = state.alive
    session._settled = state.settled.copy()
    session._complete = state.complete
    session._by_hand[:] = state.by_hand
    session._figures._exact.update(state.measured)
    session._figures.lost.update(state.lost)
    session.set_ignored(ignored)


def remark(session: Session, state: SessionState) -> list[str]:
    """Set the marks again, of files that are still in a cluster and not kept. Returns the paths of the others."""
    for file, why in state.marks.items():
        session.mark([file], why)
    return [session.record(file).path for file in state.marks if file not in session.marks]

"""Queue between the window and the thread that verifies figures: which pairs come first, and what was found. No Qt.

The functions run in jobs. They put results into the queue in batches, which the window takes when it suits; they change
nothing in the session.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simfinder.errors import StoreError
from simfinder.model.progress import Control, Phase

if TYPE_CHECKING:
    from simfinder.app.clusters.cluster_table import IntArray
    from simfinder.app.session.session import Session
    from simfinder.app.verify.survey import Findings, MeasuredLinks, Survey
    from simfinder.app.verify.verifier import Verifier
    from simfinder.app.views.containment_view import Insides

    Pairs = tuple[IntArray, IntArray]

FIRST = 128
"""Pairs of what is on the screen that are checked before others get their turn: about 0.1 s."""

EVERY = 2.0
"""Seconds between two batches that change how clusters hang together; more where making one takes long."""

_SHARE = 8  # making such a batch may take one part in so many of the time


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Results of the thread that verifies figures.

    Attributes:
        findings: in the order they were made.
        linked: how clusters hang together by all batches up to this one; None where no link was measured.
    """

    findings: tuple[Findings, ...]
    linked: MeasuredLinks | None = None


class VerifyQueue:
    """One for each job, so that what an abandoned job still says is not heard."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._batches: deque[Batch] = deque()
        self._wanted: Pairs | None = None
        self._told: set[tuple[int, int]] = set()

    # the window's side
    def want(self, pairs: Pairs) -> None:
        """Check these before all others, instead of those asked for before."""
        with self._lock:
            self._wanted = pairs

    def collect(self) -> list[Batch]:
        """Take the results found since the last time."""
        found = []
        with contextlib.suppress(IndexError):
            while True:
                found.append(self._batches.popleft())
        return found

    # the job's side
    def urgent(self) -> Pairs:
        """Return the pairs to be checked now, each once."""
        import numpy as np

        with self._lock:
            wanted, self._wanted = self._wanted, None
        if wanted is None:
            return np.zeros(0, np.int32), np.zeros(0, np.int32)
        pairs = zip(wanted[0].tolist(), wanted[1].tolist(), strict=True)
        left = [place for place, pair in enumerate(pairs) if pair not in self._told]
        if len(left) > FIRST:
            with self._lock:
                if self._wanted is None:  # nothing newer was asked for meanwhile
                    self._wanted = wanted[0][left[FIRST:]], wanted[1][left[FIRST:]]
        a, b = wanted[0][left[:FIRST]], wanted[1][left[:FIRST]]
        self._told.update(zip(a.tolist(), b.tolist(), strict=True))
        return a, b

    def put(self, batch: Batch) -> None:
        """Lay down what was found."""
        self._batches.append(batch)


class _Teller:
    """Puts pairs on the desk at once, and links together with how clusters hang by them."""

    def __init__(self, desk: VerifyQueue, survey: Survey) -> None:
        self._desk = desk
        self._survey = survey
        self._waiting: list[Findings] = []
        self._next = time.monotonic() + EVERY

    def __call__(self, found: Findings) -> None:
        if not (found.links >= 0).any():
            self._desk.put(Batch((found,)))
            return
        self._waiting.append(found)
        if time.monotonic() >= self._next:
            self.flush()

    def flush(self) -> None:
        """Lay down what waits."""
        if self._waiting:
            begin = time.monotonic()
            self._desk.put(Batch(tuple(self._waiting), self._survey.linked()))
            self._waiting.clear()
            now = time.monotonic()
            self._next = now + max(EVERY, _SHARE * (now - begin))


@contextlib.contextmanager
def _verifier(session: Session, control: Control, *, jobs: int) -> Iterator[Verifier]:
    """Return a verifier of a session's scan with the cache that the scan used.

    Somebody else's session has none: which contents its files have is only said, so a figure found under their hashes
    need not be of these files.
    """
    from simfinder.app.runtime import warmup
    from simfinder.app.verify.verifier import Verifier
    from simfinder.store.cache.cache import Cache

    control.intend(Phase.VERIFYING, Phase.CONTAINING, Phase.MEASURING)
    control.begin(Phase.VERIFYING, may_grow=True)
    try:
        cache = Cache.open() if session.proven else Cache.none()
    except StoreError:  # the scan has said so; pairs are measured all the same
        cache = Cache.none()
    with cache, warmup.apart(control):
        yield Verifier(session.result, cache, control, follow=session.options.follow, jobs=jobs)


def _some() -> int:
    """Return the number of threads for work nobody waits for: one core is left to the window."""
    return max(1, (os.cpu_count() or 1) - 1)


def slower() -> float:
    """Return how many times as long work takes as on all cores."""
    return (os.cpu_count() or 1) / _some()


def checking_links(session: Session, survey: Survey, desk: VerifyQueue) -> Callable[[Control], bool]:
    """Check what is on the screen, then the links that clusters rest on. Tells whether all of them were checked."""

    def run(control: Control) -> bool:
        from simfinder.app.verify.survey import measure_pairs

        teller = _Teller(desk, survey)
        with _verifier(session, control, jobs=_some()) as verifier:
            while len((first := desk.urgent())[0]):
                measure_pairs(verifier, *first, teller)
            complete = survey.measure(verifier, teller, urgent=desk.urgent)
            teller.flush()
        return complete

    return run


def checking_pairs(session: Session, desk: VerifyQueue) -> Callable[[Control], bool]:
    """Check files against the kept ones of their clusters, those on the screen first. Tells whether there were any."""

    def run(control: Control) -> bool:
        from simfinder.app.verify.survey import measure_pairs

        pairs = session.clustering.unmeasured()
        if not len(pairs[0]):
            return False
        with _verifier(session, control, jobs=_some()) as verifier:
            measure_pairs(verifier, *pairs, lambda found: desk.put(Batch((found,))), urgent=desk.urgent)
        return True

    return run


def checking_marks(
    session: Session, marks: Sequence[int], *, links: bool
) -> Callable[[Control], Batch | None]:
    """Check all that speaks for the marks: what holds their clusters together, and each marked file itself.

    Args:
        session: whose clusters stay as they are meanwhile.
        marks: marked files.
        links: also what holds the clusters of the marks together.

    Returns:
        What was found; None where nothing was an estimate.
    """

    def run(control: Control) -> Batch | None:
        from simfinder.app.verify.survey import measure_pairs

        survey, pairs, contents = marked_pairs(session, marks, links=links)
        if survey is None and not len(pairs[0]):
            return None
        found: list[Findings] = []
        with _verifier(session, control, jobs=0) as verifier:
            if survey is not None:
                survey.narrow(contents)
                survey.measure(verifier, found.append)
            measure_pairs(verifier, *pairs, found.append)
        linked = survey is not None and any((part.links >= 0).any() for part in found)
        return Batch(tuple(found), survey.linked() if survey is not None and linked else None)

    return run


def looking_inside(session: Session) -> Callable[[Control], Insides]:
    """Return the function that finds containments."""

    def run(control: Control) -> Insides:
        from simfinder.app.views.containment_view import insides

        with _verifier(session, control, jobs=_some()) as verifier:
            return insides(session, verifier, control, jobs=_some())

    return run


def marked_pairs(
    session: Session, marks: Sequence[int], *, links: bool
) -> tuple[Survey | None, Pairs, IntArray]:
    """List the pairs to verify before marks are acted on.

    Args:
        session: with the clusters.
        marks: marked files.
        links: also what holds the clusters of the marks together.

    Returns:
        A survey (None where nothing of the kind is to be checked), the pairs of marked and kept files that are
        estimates, and the contents of all files of their clusters.
    """
    import numpy as np

    from simfinder.arrays.set_operations import is_among, sorted_set

    table = session.clusters
    contents = table.files.contents
    marked = np.array(sorted(marks), dtype=np.int64)
    clusters = sorted_set(table.cluster_index[marked])
    a, b = session.clustering.unmeasured(clusters.tolist())
    kept = contents[table.kept[table.cluster_index[marked]]]
    both = np.sort(np.stack((contents[marked], kept), axis=1), axis=1).astype(np.int64)
    rows = len(session.result.table)
    wanted = is_among(a.astype(np.int64) * rows + b, both[:, 0] * rows + both[:, 1])
    held = is_among(table.cluster_index[table.members], clusters)
    survey = session.clustering.survey() if links else None
    return survey, (a[wanted], b[wanted]), contents[table.members[held]]

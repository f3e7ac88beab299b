"""Signatures become links: candidates are proposed, judged by one figure, and kept from a floor up.

In automatic mode the sketches propose first. Their join misses no pair that reaches the floor unless values were
capped, and the deciding figure is the sketches' own; so n-grams and tag counts, which could only propose the same
pairs, are asked exactly when something was capped.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.arrays.counting_sort import pairs_in_order
from simfinder.arrays.jit import njit
from simfinder.arrays.release_memory import give_back
from simfinder.model.progress import Control, Phase
from simfinder.model.scan_options import Method
from simfinder.model.tolerances import FLOOR
from simfinder.search.candidates import registry
from simfinder.search.candidates.method import Join
from simfinder.search.candidates.sketch_pairs import sketch_join
from simfinder.search.candidates.spamsum_pairs import NgramJoin
from simfinder.search.clustering.spanning_forest import thin
from simfinder.search.linking.common_content import LITTLE
from simfinder.search.simfind.key_range import KeyJoin
from simfinder.signatures.table.representations import may_meet, meets_any
from simfinder.store.mapped_columns import is_mapped

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

_MOST = 2_000_000  # from so many links on the weaker ones of crowded rows are left out
_MOST_PER_ROW = 32
_LIFT = 0.05  # siblings of one form are measured at most so much above their estimate
_JUDGED = 1 << 16  # pairs judged between two calls of ``check``
_WAITING = 1 << 22  # pairs: 32 MB
_Block: TypeAlias = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of rows with their similarity, strong enough to matter at some tolerance.

    Attributes:
        a, b: (m,) int32 rows of the table, a < b, sorted by a, then b.
        similarity: (m,) float32, at least the floor.
        capped: number of common values (or crowded rows) not compared with all others; 0 if nothing was left out.
        weight: (m,) float32, weight of what they share, see ``common_content``; None if all weigh 1.
        others: (m,) int32, how many other contents have a piece of that on average; with ``weight``.
        sibling: (m,) bool, links between siblings of one form, which hold nothing together, see ``forms``; None if that
            was not computed.
    """

    a: np.ndarray
    b: np.ndarray
    similarity: np.ndarray
    capped: int = 0
    weight: np.ndarray | None = None
    others: np.ndarray | None = None
    sibling: np.ndarray | None = None
    _first: np.ndarray | None = field(default=None, init=False, repr=False, compare=False)  # of each row

    @classmethod
    def none(cls) -> Links:
        """Make links of no pairs."""
        return cls(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32))

    def __len__(self) -> int:
        return len(self.a)

    def columns(self) -> dict[str, np.ndarray]:
        """Return what there is of the columns, by name."""
        names = ("a", "b", "similarity", "weight", "others", "sibling")
        return {name: column for name in names if (column := getattr(self, name)) is not None}

    def to_measure(self) -> Links:
        """Return a copy whose columns ``put_measured`` may change."""
        sibling = None if self.sibling is None else self.sibling.copy()
        found = replace(self, similarity=self.similarity.copy(), sibling=sibling)
        object.__setattr__(found, "_first", self._first)
        return found

    def put_measured(self, places: np.ndarray, similarity: np.ndarray) -> None:
        """Replace estimates by measured figures, in place.

        Measured bytes exceed what the sketches could see if small edits are scattered all over, but not between
        siblings: a link that turns out stronger by ``_LIFT`` is no sibling link.

        Args:
            places: (k,) indexes of the links measured.
            similarity: (k,) float32.
        """
        if self.sibling is not None:
            self.sibling[places] &= similarity <= self.similarity[places] + np.float32(_LIFT)
        self.similarity[places] = similarity

    def are_siblings(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """Return which pairs of rows, in any order, are linked as siblings of one form, (k,) bool."""
        found = np.zeros(len(a), np.bool_)
        if self.sibling is None or not len(self.a):
            return found
        low, high = np.minimum(a, b), np.maximum(a, b)
        places = self._places(low, high)
        linked = np.flatnonzero(places >= 0)
        places = places[linked]
        found[linked] = self.sibling[places] & (self.similarity[places] < LITTLE)
        return found

    def figures(
        self, a: npt.NDArray[np.integer], b: npt.NDArray[np.integer]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
        """Return the figures of pairs of rows, in any order.

        Returns:
            (k,) float32, NaN if there is no link; (k,) int64, indexes of the links, -1 if there is none.
        """
        found = np.full(len(a), np.nan, np.float32)
        if not len(self.a):
            return found, np.full(len(a), -1, np.int64)
        places = self._places(np.minimum(a, b), np.maximum(a, b))
        linked = places >= 0
        found[linked] = self.similarity[places[linked]]
        return found, places

    def _places(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Return the index of each pair's link, (k,), -1 if there is none; links are sorted."""
        places = np.full(len(low), -1, np.int64)
        first = self._first
        if first is None:
            first = np.searchsorted(self.a, np.arange(int(self.b.max()) + 2)).astype(np.int32)
            object.__setattr__(self, "_first", first)
        low = np.ascontiguousarray(low, np.int32)  # the kernel is compiled for these alone
        high = np.ascontiguousarray(high, np.int32)
        _find(first, self.b, low, high, places)
        return places

    def joins_siblings(self, a: int, b: int) -> bool:
        """Tell whether one pair is linked as siblings of one form."""
        return bool(self.are_siblings(np.array([a]), np.array([b]))[0])

    def only(self, wanted: np.ndarray) -> Links:
        """Return the wanted links, (m,) bool; without their weights."""
        sibling = None if self.sibling is None else self.sibling[wanted]
        return Links(self.a[wanted], self.b[wanted], self.similarity[wanted], self.capped, sibling=sibling)

    def with_others(self, others: Links, stays: np.ndarray | None = None) -> Links:
        """Return these links and others, of other pairs, in order; without their weights.

        Args:
            others: likewise in order.
            stays: (m,) bool, which of these links to take; None for all.
        """
        taken = slice(None) if stays is None or stays.all() else stays
        if not len(others) and isinstance(taken, slice):
            return replace(self, weight=None, others=None, capped=self.capped + others.capped)
        # one column after the other: of millions of links the copies of all take some hundred MB
        width = 1 + int(max(self.b.max(initial=0), others.b.max(initial=0)))
        keys = self.a[taken].astype(np.int64)
        keys *= width
        keys += self.b[taken]
        at = np.searchsorted(keys, others.a.astype(np.int64) * width + others.b)
        del keys
        a = np.insert(self.a[taken], at, others.a)
        b = np.insert(self.b[taken], at, others.b)
        sibling = None
        if self.sibling is not None or others.sibling is not None:
            both = (self, others)
            columns = [np.zeros(len(one), np.bool_) if one.sibling is None else one.sibling for one in both]
            sibling = np.insert(columns[0][taken], at, columns[1])
        similarity = np.insert(self.similarity[taken], at, others.similarity)
        return Links(a, b, similarity, self.capped + others.capped, sibling=sibling)


@njit(nogil=True, cache=True, python=True)
def _find(
    first: np.ndarray, b: np.ndarray, low: np.ndarray, high: np.ndarray, places: np.ndarray
) -> None:  # pragma: no cover - compiled
    """Find the links of some pairs, given where those of each row begin; leave entries without a link unchanged."""
    for k in range(len(low)):
        if low[k] < 0 or low[k] + 1 >= len(first):
            continue
        begin, last = np.int64(first[low[k]]), np.int64(first[low[k] + 1])
        end = last
        while begin < end:
            middle = (begin + end) >> 1
            if b[middle] < high[k]:
                begin = middle + 1
            else:
                end = middle
        if begin < last and b[begin] == high[k]:
            places[k] = begin


def find_links(
    table: SignatureTable,
    method: Method = Method.AUTO,
    floor: float = FLOOR,
    control: Control | None = None,
    *,
    jobs: int = 1,
    kinds: np.ndarray | None = None,
    every: bool = False,
    roles: np.ndarray | None = None,
    rest: Callable[[], None] = lambda: None,
) -> Links:
    """Return all pairs of distinct contents that a method finds at least ``floor`` similar.

    Args:
        table: one row for each distinct content.
        method: whose candidates and figure count; CONTENT has no links between distinct contents.
        floor: least similarity, 0..1.
        control: progress (phase COMPARING, in rows) and cancelling.
        jobs: threads; 0 means one per core. The links do not depend on it.
        kinds: (n,) int32, the kind of each row: if weaker links of crowded rows must be left out, none goes that a
            tolerance for a pair of kinds could need.
        every: leave no link out, however many there are (12 bytes each).
        roles: (n,) uint8, what the rows are for, see ``Representations.roles``; None means that all may be linked.
        rest: called when the signatures are not needed for a while.

    Raises:
        Cancelled: by the control.
    """
    control = control or Control()
    control.begin(Phase.COMPARING, files_total=len(table))
    jobs = jobs or os.cpu_count() or 1
    gathered = _Gathered(table, method, floor, control, jobs, kinds, every=every, roles=roles, rest=rest)
    if roles is not None:  # without its sketch a row meets no other
        table = replace(table, sketch_len=np.where(meets_any(roles), table.sketch_len, np.uint16(0)))

    def told(rows: int) -> None:
        control.advance(files=rows)

    capped = 0
    if method is Method.AUTO:
        join = sketch_join(table, floor, control, jobs)
        give_back()  # memory of the join: 100 MB at a million rows
        capped = gathered.take([join], told)
        del join
        if capped:
            give_back()
            rest()  # the sketches, 110 MB of /usr, while the others are made
            joins = _made(jobs, lambda: NgramJoin(table, control), lambda: KeyJoin(table, control, jobs=jobs))
            control.begin(Phase.CROWDED, files_total=len(joins) * len(table))
            gathered.take(joins, told)
    elif method is not Method.CONTENT:
        capped = gathered.take([registry.pair_search(method).join(table, floor, control, jobs)], told)
    links = gathered.links(capped)
    give_back()
    return links


def _made(jobs: int, *makers: Callable[[], Join]) -> list[Join]:
    """Make joins, in parallel if there are threads."""
    if jobs == 1:
        return [make() for make in makers]
    with ThreadPoolExecutor(len(makers), thread_name_prefix="join") as threads:
        return [made.result() for made in [threads.submit(make) for make in makers]]


def _in_turn(several: Iterable[Iterator[_Block]]) -> Iterator[_Block]:
    """Yield from several iterators in turn."""
    left = list(several)
    while left:
        for one in tuple(left):
            block = next(one, None)
            if block is None:
                left.remove(one)
            else:
                yield block


class _Gathered:
    """Links judged so far, thinned whenever they grow too many."""

    def __init__(
        self,
        table: SignatureTable,
        method: Method,
        floor: float,
        control: Control,
        jobs: int,
        kinds: np.ndarray | None,
        *,
        every: bool,
        roles: np.ndarray | None,
        rest: Callable[[], None],
    ) -> None:
        self._table = table
        self._roles = roles
        self._rest = rest
        self._method = method
        self._floor = np.float32(floor)
        self._control = control
        self._jobs = jobs
        self._kinds = kinds
        self._most = sys.maxsize if every else _MOST + _MOST_PER_ROW * len(table)
        self._pairs = _Pairs()
        self._is_merged = True
        self._joins = 0
        self._crowded = False
        self._in_order = False

    def take(self, joins: Sequence[Join], done: Callable[[int], None]) -> int:
        """Judge all pairs of some joins; return how much these had to cap."""
        self._joins += len(joins)
        blocks = self._blocks(joins, done)
        if self._jobs == 1:
            for a, b in blocks:
                self._keep(*self._strong(a, b))
            return sum(join.capped for join in joins)
        waiting: deque[Future[tuple[np.ndarray, np.ndarray, np.ndarray]]] = deque()
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="judge") as judges:
            try:
                for a, b in blocks:
                    waiting.append(judges.submit(self._strong, a, b))
                    if len(waiting) > 2 * self._jobs:
                        self._keep(*waiting.popleft().result())
                while waiting:
                    self._control.check()
                    self._keep(*waiting.popleft().result())
            finally:
                for future in waiting:
                    future.cancel()
        return sum(join.capped for join in joins)

    def _blocks(self, joins: Sequence[Join], done: Callable[[int], None]) -> Iterator[_Block]:
        """Yield the pairs of joins, few enough at a time that a cancel need not wait.

        In turn: a join that makes its pairs in this thread does so while those of another are judged.
        """
        found = _in_turn([join.pairs(done) for join in joins])
        for a, b in self._delayed(found) if is_mapped(self._table.sketch) else found:
            for begin in range(0, len(a), _JUDGED):
                self._control.check()
                yield a[begin : begin + _JUDGED], b[begin : begin + _JUDGED]

    def _delayed(self, blocks: Iterator[_Block]) -> Iterator[_Block]:
        """Hold blocks back until many pairs wait, so that signatures in a file rest while pairs are proposed."""
        waiting: list[_Block] = []
        count = 0
        self._rest()
        for block in blocks:
            waiting.append(block)
            count += len(block[0])
            if count >= _WAITING:
                yield from waiting
                waiting.clear()
                count = 0
                self._rest()
        yield from waiting

    def links(self, capped: int) -> Links:
        """Return the links, in order; call it last."""
        if not self._is_merged:
            self._merge()
        if not self._in_order:
            self._sort()
        a, b, similarity = self._pairs.taken()
        return Links(a, b, similarity, capped + self._crowded)

    def _strong(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the pairs that reach the floor, with their figure. Any thread may call this."""
        if self._roles is not None:
            wanted = may_meet(self._roles, a, b)
            a, b = a[wanted], b[wanted]
        figure = registry.similarity(self._table, self._method, a, b)
        strong = figure >= self._floor
        return a[strong], b[strong], figure[strong]

    def _keep(self, a: np.ndarray, b: np.ndarray, figure: np.ndarray) -> None:
        if len(a):
            self._pairs.append(a, b, figure)
            self._is_merged = False
            if len(self._pairs) > self._most + self._most // 2:
                self._merge()

    def _merge(self) -> None:
        """Keep each pair once, and thin the pairs if they are too many."""
        if self._joins > 1:  # one join never yields a pair twice, two may
            self._sort()
        if len(self._pairs) > self._most:
            self._rest()  # thinning takes as much memory as the signatures
            self._crowded = True
            self._control.check()
            a, b, similarity = self._pairs.columns()
            self._pairs.keep(thin(len(self._table), a, b, similarity, self._most, self._kinds))
        self._is_merged = True

    def _sort(self) -> None:
        self._rest()
        a, b, similarity = self._pairs.columns()
        self._pairs.used = pairs_in_order(len(self._table), a, b, similarity, self._jobs)
        self._in_order = True
        self._control.check()


class _Pairs:
    """Judged pairs in columns that grow: joined from many small arrays they would be in memory twice.

    Attributes:
        used: how many there are; setting it drops those behind.
    """

    def __init__(self) -> None:
        self._columns = [np.empty(_JUDGED, kind) for kind in (np.int32, np.int32, np.float32)]
        self.used = 0

    def __len__(self) -> int:
        return self.used

    def columns(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return both rows of each pair and its figure, without a copy."""
        a, b, figure = (column[: self.used] for column in self._columns)
        return a, b, figure

    def append(self, *added: np.ndarray) -> None:
        """Add pairs."""
        begin, end = self.used, self.used + len(added[0])
        for place, more in enumerate(added):
            if end > len(self._columns[place]):
                larger = np.empty(2 * end, more.dtype)  # takes no memory until it is filled
                larger[:begin] = self._columns[place][:begin]
                self._columns[place] = larger
            self._columns[place][begin:end] = more
        self.used = end

    def keep(self, stays: np.ndarray) -> None:
        """Drop all pairs but some, (m,) bool."""
        for column in self.columns():
            kept = column[stays]
            column[: len(kept)] = kept
        self.used = len(kept)

    def taken(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the columns and free what they do not need; there are no pairs afterwards."""
        (a, b, figure), self._columns = self._columns, []
        for column in (a, b, figure):
            column.resize(self.used, refcheck=False)
        return a, b, figure

"""Which contents of a scan may lie in which others: candidates for containment, from the sketches alone.

Owns what makes a candidate; whether it is one, the bytes say (``overlap``). Similarity has no part in this.

A full sketch is a complete sample of its shingle set below its greatest value, so of a part's values up to there
(``seen``) those that are the whole's too (``hits``) are simply the ones that both sketches have. Of a part that is a
20th of the whole some six are seen. They are weighed: by rarity, for what many contents have, strangers have too; and
those that nobody else in the scan has count for little, for they are what was changed in the part. Of that weight the
whole must have .3. On the open corpus (1,148 rows) that makes 4.2 candidates a row, with 98.4 % of what the bytes
confirm down to a 30th of the size; a bare share of .15 makes 10.6 of them.

What is proposed grows with the number of rows, not its square: a value that too many rows hold to go through them all
links a part with the nearest larger rows and the largest one; a part that lies in hundreds of rows is told with the
best of them. Both are counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from queue import Empty, SimpleQueue

import numpy as np
import numpy.typing as npt

from simfinder.memory import give_back
from simfinder.model.progress import Control, Phase
from simfinder.model.tolerances import FLOOR
from simfinder.search import partkernels, places, scoring
from simfinder.search.query import LARGER, lower_bound
from simfinder.signatures.codes import rounded
from simfinder.signatures.sketch import SIZE
from simfinder.signatures.table import SignatureTable

_LEAST_SHINGLES = 32  # of a part, as in ``query``
_LEAST_WEIGHED = 30  # hundredths that the whole must have of what others have too, weighed by rarity;
_LEAST_OF_FEW, _FEW = 50, 8  # where fewer values are seen, strangers too often have a third of them
_LEAST_SHARE = 4  # hundredths of all values seen; a fifth of the bytes changed one by one leaves 17
_ALONE = 8  # rows that may hold a single common value
_SINGLE = 0.5  # bits that a value of no other row weighs at most
_PSEUDO = 100  # rows added where rarity is told, so that in a small scan all values weigh about the same
_UNIT = 16  # of a weight: a 16th of a bit
_REPEATED = 1.5  # bytes for each distinct shingle, from which on a content may lie in a smaller one
_POWER = 0.6  # from the share of shingles to the share of bytes, as in ``scoring``

_ALWAYS = 32  # rows that hold a value, all of which are always looked at
_LOOKS, _LOOKS_PER_ROW = 2_000_000, 200  # at rows that hold other values; 4 ns to 2 µs each
_EXACT = 2_000_000  # pairs there are, up to which no budget counts
# larger rows a part is linked with by a value that too many hold, and by how many of those
_NEAR, _RAREST = 8, 16
_WHOLES = 128  # told of one part

_BLOCK = 1 << 16
_PLACES = 256  # places joined by a thread at a time
_POSTINGS = 1 << 20  # values sorted at a time: 40 MB
_TURNED = 1 << 15  # places of which is told at a time what groups their values are of: 17 MB
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

Rows = npt.NDArray[np.int32]
Counts = npt.NDArray[np.int16]
_Pairs = npt.NDArray[np.void]
_NAMES = ("whole", "part", "hits", "seen", "weighed")
_PAIR = np.dtype(list(zip(_NAMES, (np.int32, np.int32, np.int16, np.int16, np.float32), strict=True)))


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Pairs of which one may lie in the other, sorted by whole, then part; each pair once.

    Attributes:
        whole: (m,) int32 rows of the table.
        part: (m,) int32 rows; at most the size of the whole divided by ``LARGER``, unless it repeats itself.
        hits: (m,) int16, values of the part that are the whole's too.
        seen: (m,) int16, values of the part of which it is known whether they are.
        weighed: (m,) float32, share that the whole has of those that anyone else has too, weighed by rarity.
        capped: values that too many rows hold to look at all of these.
        crowded: parts that were found in more rows than are told.
    """

    whole: Rows
    part: Rows
    hits: Counts
    seen: Counts
    weighed: npt.NDArray[np.float32]
    capped: int
    crowded: int

    def __len__(self) -> int:
        return len(self.whole)

    @property
    def estimate(self) -> npt.NDArray[np.float32]:
        """(m,) float32, the share of the part's bytes that lie in the whole, as far as the values seen tell it."""
        share = (self.hits / np.maximum(self.seen, 1)) ** _POWER
        return np.minimum(share, scoring.MAX_ESTIMATE).astype(np.float32)

    @property
    def promise(self) -> npt.NDArray[np.float64]:
        """(m,) what ``weighed`` is at least, for as few values as are seen: the order in which to look at the bytes."""
        return _lower(self.weighed, self.seen)


def parts(table: SignatureTable, control: Control | None = None, *, jobs: int = 1) -> Parts:
    """What may lie in what.

    Args:
        table: one row for each distinct content or view.
        control: progress (phase COMPARING, in rows) and cancelling.
        jobs: threads; the result does not depend on it.

    Raises:
        Cancelled: by the control.
    """
    control = control or Control()
    control.begin(Phase.COMPARING, files_total=len(table))
    give_back()
    join = _Join(table, control)
    pairs = np.concatenate([np.zeros(0, _PAIR), *_in_threads(join, control, jobs)])
    pairs = pairs[np.lexsort((pairs["part"], pairs["whole"]))]
    columns = {name: np.ascontiguousarray(pairs[name]) for name in _NAMES}
    return Parts(capped=int(join.capped.sum()), crowded=join.crowded, **columns)


def backwards(table: SignatureTable, found: Parts, least: float) -> npt.NDArray[np.intp]:
    """Pairs whose whole may lie in the part, as it repeats itself.

    If a share of it is told of shingles of the part alone, no more than the rest of its bytes begin others: of as many
    distinct ones as it has, so many must be the part's.

    Args:
        table: that was asked about.
        found: pairs.
        least: share of the whole that is to lie in the part.
    """
    repeats = _bytes_per_shingle(table)
    pairs = np.flatnonzero(repeats[found.whole] >= _REPEATED)
    seen, hits = np.empty(len(pairs), np.int64), np.empty(len(pairs), np.int64)
    whole, part = found.whole[pairs], found.part[pairs]
    partkernels.seen_and_hit(tuple(table.codes), table.sketch_len, part, whole, seen, hits)
    missing = lower_bound(seen - hits, seen)
    may: npt.NDArray[np.intp] = pairs[(hits > 0) & (missing <= (1.0 - least) * repeats[whole])]
    return may


def _bytes_per_shingle(table: SignatureTable) -> npt.NDArray[np.float64]:
    """(n,) how many bytes there are for each distinct shingle, above 1 where rows repeat themselves."""
    length, greatest = (
        table.sketch_len.astype(np.int64),
        rounded(table.sketch[:, -1], table.sketch_low[:, -1]),
    )
    told: npt.NDArray[np.float64] = table.size / np.maximum(1.0, _distinct(length, greatest))
    return told


class _Join:
    """The values of a table's sketches by the rows that hold them; any thread may ask for any places."""

    def __init__(self, table: SignatureTable, control: Control) -> None:
        n = len(table)
        self._table = table
        self._sketch, self._length = tuple(table.codes), table.sketch_len.astype(np.int64)
        self._order = np.argsort(table.size, kind="stable").astype(np.int32)
        size, length = table.size[self._order], self._length[self._order]
        # of a sketch that is not full the largest number there is: all is known
        self._limit = table.codes.at((self._order, SIZE - 1))
        self._first_whole = np.searchsorted(size, LARGER * size).astype(np.int32)
        self._repeats = _bytes_per_shingle(table) >= _REPEATED
        self._first_whole[self._repeats[self._order]] = 0
        self._first_whole[length < _LEAST_SHINGLES] = n
        self._groups = _Groups(table, self._order, control)
        self._weight = np.zeros(n + 1, np.int64)
        self._weight[1:] = np.rint(_UNIT * np.log2((n + _PSEUDO) / np.arange(1, n + 1)))
        np.maximum(self._weight, 1, out=self._weight)
        self._weight[1:2] = round(_UNIT * _SINGLE)
        self._rule = np.array(
            (
                _LEAST_WEIGHED, _LEAST_OF_FEW, _FEW, _LEAST_SHARE, self._weight[min(_ALONE, n)],
                _ALWAYS, self._largest(n), _NEAR, _RAREST,
            ), np.int64,
        )  # fmt: skip
        self._scratch: SimpleQueue[_Scratch] = SimpleQueue()
        self.capped = np.zeros(len(self._groups), np.bool_)
        self.crowded = 0

    def __len__(self) -> int:
        return len(self._order)

    def stretches(self) -> Iterator[_Stretch]:
        """Some places each, ascending."""
        n = len(self)
        for first in range(0, n, _TURNED):
            last = min(n, first + _TURNED)
            group_of = self._groups.of_places(first, last)
            for begin in range(first, last, _PLACES):
                yield _Stretch(begin, min(last, begin + _PLACES), first, group_of)

    def at(self, stretch: _Stretch) -> tuple[_Pairs, int]:
        """The pairs whose parts are at some places, and how many of these lie in more rows than are told."""
        begin, end = stretch.begin, stretch.end
        try:
            scratch = self._scratch.get_nowait()
        except Empty:
            scratch = _Scratch(len(self))
        blocks, crowded = [np.zeros(0, _PAIR)], 0
        while begin < end:
            begin, found = partkernels.join(
                begin, end, stretch.first, self._order, self._sketch, self._length, self._limit, self._first_whole,
                self._groups.offsets, self._groups.members, stretch.group_of, self._weight, self._rule, self.capped,
                _BLOCK, scratch.acc, scratch.touched, *scratch.columns,
            )  # fmt: skip
            block, cut = _thinned(self._without_links(scratch.pairs(found)))
            blocks.append(block)
            crowded += cut
        self._scratch.put(scratch)
        return np.concatenate(blocks), crowded

    def _without_links(self, pairs: _Pairs) -> _Pairs:
        """Without those near in size that are alike too, so that they are measured as such; what repeats itself may be
        alike by a part only, and stays.
        """
        table, whole, part = self._table, pairs["whole"], pairs["part"]
        stays = table.size[whole] >= LARGER * table.size[part]
        rest = np.flatnonzero(~stays)
        stays[rest] = scoring.estimate(table, whole[rest], part[rest]) < FLOOR
        return pairs[stays]

    def _largest(self, n: int) -> int:
        """The most rows that may hold a value for all of them to be looked at."""
        if n * (n - 1) // 2 <= _EXACT:
            return n
        sizes = np.bincount(np.diff(self._groups.offsets))
        size = np.arange(len(sizes), dtype=np.int64)
        looks = np.cumsum(sizes * (size * (size - 1) // 2))
        return int(np.searchsorted(looks, _LOOKS + _LOOKS_PER_ROW * n, side="right")) - 1


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """Some places, from ``begin`` on, below ``end``; ``group_of`` is of those from ``first`` on."""

    begin: int
    end: int
    first: int
    group_of: Rows

    def __len__(self) -> int:
        return self.end - self.begin


class _Scratch:
    """What one thread needs to join n places; ``acc`` is all zero between two calls."""

    def __init__(self, n: int) -> None:
        self.acc, self.touched = np.zeros(n, np.int64), np.empty(n, np.int32)
        room = _BLOCK + n
        self.columns: tuple[npt.NDArray[np.generic], ...] = (
            np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int16), np.empty(room, np.int16),
            np.empty(room, np.float32),
        )  # fmt: skip

    def pairs(self, found: int) -> _Pairs:
        pairs = np.empty(found, _PAIR)
        for name, column in zip(_NAMES, self.columns, strict=True):
            pairs[name] = column[:found]
        return pairs


def _in_threads(join: _Join, control: Control, jobs: int) -> Iterator[_Pairs]:
    jobs = max(1, jobs)
    stretches = join.stretches()
    with ThreadPoolExecutor(jobs, thread_name_prefix="parts") as threads:
        waiting = deque((len(some), threads.submit(join.at, some)) for some in islice(stretches, 2 * jobs))
        try:
            while waiting:
                control.check()
                rows, future = waiting.popleft()
                pairs, crowded = future.result()
                join.crowded += crowded
                waiting.extend((len(some), threads.submit(join.at, some)) for some in islice(stretches, 1))
                yield pairs
                control.advance(files=rows)
        finally:
            for _, future in waiting:
                future.cancel()


class _Groups:
    """The places that hold a value, of the values that several hold, by ascending value. Some 3 bytes a value.

    Attributes:
        offsets: (g+1,) int64, group i is ``members[offsets[i]:offsets[i+1]]``.
        members: ascending in each, see ``places``.
    """

    def __init__(self, table: SignatureTable, order: Rows, control: Control) -> None:
        length = table.sketch_len.astype(np.int64)
        self._shared = np.zeros(len(order) * SIZE // 8, np.uint8)  # a bit for each value of each place
        self.members = places.room(int(length.sum()), len(order))
        told, used = [np.zeros(1, np.int32)], 0
        bounds, sketch = _bounds(table, length), tuple(table.codes)
        done = np.zeros(len(order), np.int64)
        for bound, count in zip(bounds, partkernels.count_below(sketch, length, bounds), strict=True):
            control.check()
            values, slots = partkernels.pick_below(sketch, length, order, done, bound, count)
            by_value = np.argsort(values, kind="stable")
            found, members = partkernels.put_groups(values, slots, by_value, SIZE, self._shared)
            told.append(found)
            places.append(self.members, used, members)
            used += len(members)
        self.members = places.cut(self.members, used)
        sizes = np.concatenate(told)
        told.clear()  # before there is as much again
        self.offsets = np.cumsum(sizes, dtype=np.int64)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of_places(self, first: int, last: int) -> Rows:
        """The group of each value of each place of a stretch, see ``partkernels.groups_of``."""
        return partkernels.groups_of(self.offsets, self.members, self._shared, SIZE, first, last)


def _bounds(table: SignatureTable, length: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Ascending values that cut all into about equal lots; the last one is the largest there can be."""
    lots = int(length.sum()) // _POSTINGS + 1
    every = max(1, len(length) // 4096)
    rows = table.codes.at(slice(None, None, every))
    used = np.sort(rows[np.arange(SIZE) < length[::every, None]])
    inner = used[len(used) * np.arange(1, lots) // lots] if len(used) else np.zeros(0, np.uint64)
    return np.append(inner, _ALL)


def _distinct(length: npt.NDArray[np.int64], greatest: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
    """How many distinct shingles there are, by the greatest of the 128 smallest of 64 bits."""
    told = (SIZE - 1) * (2.0**64 / np.maximum(greatest.astype(np.float64), 1.0))
    return np.where(length < SIZE, length.astype(np.float64), told)


def _thinned(pairs: _Pairs) -> tuple[_Pairs, int]:
    """Of each part the best wholes only, the smallest ones where all are alike; and how many parts had more."""
    _, first, count = np.unique(pairs["part"], return_index=True, return_counts=True)
    crowds = count > _WHOLES
    stays = np.ones(len(pairs), np.bool_)
    for begin, number in zip(first[crowds].tolist(), count[crowds].tolist(), strict=True):
        own = pairs[begin : begin + number]
        best = np.lexsort((own["whole"], own["seen"], -_lower(own["weighed"], own["seen"])))
        stays[begin + best[_WHOLES:]] = False
    return pairs[stays], int(crowds.sum())


def _lower(share: npt.NDArray[np.float32], seen: Counts) -> npt.NDArray[np.float64]:
    """What a share is at least, at two standard errors."""
    return lower_bound(np.rint(share * seen).astype(np.int64), seen.astype(np.int64))

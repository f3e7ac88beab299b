"""Candidates for containment, from the sketches alone: which contents of a scan may lie in which others.

``overlap`` then measures the bytes of each candidate. Similarity plays no part in this.

Below its greatest value a full sketch is a complete sample of its shingle set, so of a part's values up to there
(``seen``) those that the whole has too (``hits``) are simply the ones in both sketches. Of a part that is a 20th of the
whole some six are seen. They are weighed: by rarity, because unrelated contents share what many have; and values of no
other content in the scan count little, because they are what was changed in the part. Of that weight the whole must
have .3. On the open corpus (1,148 rows) that makes 4.2 candidates per row, with 98.4 % of what the bytes confirm down
to a 30th of the size; a plain share of .15 makes 10.6 of them.

Candidates grow with the number of rows, not its square: a value that too many rows hold links a part with some larger
ones, of all sizes, including the largest; a part found in hundreds of rows is listed with the best of them. Both are
counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from queue import Empty, SimpleQueue

import numpy as np
import numpy.typing as npt

from simfinder.arrays.release_memory import give_back
from simfinder.model.progress import Control, Phase
from simfinder.model.tolerances import FLOOR
from simfinder.search import similarity
from simfinder.search.containment import kernels
from simfinder.search.query.one_to_all import LARGER, lower_bound
from simfinder.search.set_join import packed_rows
from simfinder.signatures.sketch.bottom_k import SIZE
from simfinder.signatures.sketch.hash_codes import rounded
from simfinder.signatures.table.signature_table import SignatureTable
from simfinder.workers.in_order import in_order

_LEAST_SHINGLES = 32  # of a part, as in ``query.one_to_all``
_LEAST_WEIGHED = 30  # hundredths of the weight of values others have too, that the whole must have;
_LEAST_OF_FEW, _FEW = 50, 8  # if fewer values are seen, unrelated rows too often have a third of them
_LEAST_SHARE = 4  # hundredths of all values seen; changing every fifth byte leaves 17
_ALONE = 8  # most rows that may hold a single common value
_SINGLE = 0.5  # most bits that a value of no other row weighs
_PSEUDO = 100  # rows added for rarity, so that in a small scan all values weigh about the same
_UNIT = 16  # of a weight: a 16th of a bit
_REPEATED = 1.5  # bytes per distinct shingle from which a content may lie in a smaller one
_POWER = 0.6  # from the share of shingles to the share of bytes, as in ``similarity``

_ALWAYS = 32  # up to so many rows of a value, all are looked at
_LOOKS, _LOOKS_PER_ROW = 2_000_000, 200  # at rows that hold other values; 4 ns to 2 µs each
_EXACT = 2_000_000  # up to so many possible pairs, no budget applies
_COUNTED = 64  # above so many rows of a value, never all are looked at in a large scan
_KEPT = 12  # of rows that are not all looked at; with 64, nearer ones, /usr/share has 8 % less that lies in others
# larger rows a part is linked with by a value that too many hold, and by how many such values
_NEAR, _RAREST = 8, 16
_WHOLES = 128  # listed for one part

_BLOCK = 1 << 16
_HELD = 2_000_000  # pairs from which the less promising ones are dropped; 16 bytes each
_PLACES = 256  # rows joined by a thread at a time
_POSTINGS = 1 << 19  # values sorted at a time: 15 MB
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
        hits: (m,) int16, values of the part that the whole has too.
        seen: (m,) int16, values of the part for which that is known.
        weighed: (m,) float32, share that the whole has of those that others have too, weighed by rarity.
        capped: number of values that too many rows hold to look at all of these.
        crowded: number of parts found in more rows than are listed.
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
        """Estimate the share of the part's bytes that lie in the whole, (m,) float32."""
        share = (self.hits / np.maximum(self.seen, 1)) ** _POWER
        return np.minimum(share, similarity.MAX_ESTIMATE).astype(np.float32)

    @property
    def promise(self) -> npt.NDArray[np.float64]:
        """Return a lower bound of ``weighed`` given how few values are seen, (m,): the order in which to measure the
        bytes.
        """
        return _lower(self.weighed, self.seen)


def parts(
    table: SignatureTable, control: Control | None = None, *, within: int | None = None, jobs: int = 1
) -> Parts:
    """Find which contents may lie in which others.

    Args:
        table: one row for each distinct content or view.
        control: progress (phase CONTAINING, in rows) and cancelling.
        within: keep only the most promising pairs (ties by row), up to so many bytes of parts, and the first one
            beyond. A million rows may be proposed for 128 others each.
        jobs: threads; the result does not depend on it.

    Raises:
        Cancelled: by the control.
    """
    control = control or Control()
    control.begin(Phase.CONTAINING, files_total=len(table))
    give_back()
    join = _Join(table, control)
    kept = _Promising(table.size, within)
    for found in _in_threads(join, control, jobs):
        kept.add(found)
    pairs = kept.pairs()
    pairs = pairs[np.lexsort((pairs["part"], pairs["whole"]))]
    columns = {name: np.ascontiguousarray(pairs[name]) for name in _NAMES}
    return Parts(capped=int(join.capped.sum()), crowded=join.crowded, **columns)


def warm_up(table: SignatureTable) -> None:
    """Load or compile the kernels, that of large tables among them."""
    backwards(table, parts(table), 0.5)
    _Groups(table, np.arange(len(table), dtype=np.int32), Control())._affordable(len(table))


def backwards(table: SignatureTable, found: Parts, least: float) -> npt.NDArray[np.intp]:
    """Return the pairs whose whole may lie in the part, because it repeats itself.

    If the part's shingles cover a share of it, at most the rest of its bytes begin other shingles: the part must have
    that many of its distinct ones.

    Args:
        table: that was searched.
        found: pairs.
        least: share of the whole that must lie in the part.
    """
    repeats = _bytes_per_shingle(table)
    pairs = np.flatnonzero(repeats[found.whole] >= _REPEATED)
    seen, hits = np.empty(len(pairs), np.int64), np.empty(len(pairs), np.int64)
    whole, part = found.whole[pairs], found.part[pairs]
    kernels.seen_and_hit(tuple(table.codes), table.sketch_len, part, whole, seen, hits)
    missing = lower_bound(seen - hits, seen)
    may: npt.NDArray[np.intp] = pairs[(hits > 0) & (missing <= (1.0 - least) * repeats[whole])]
    return may


def _bytes_per_shingle(table: SignatureTable) -> npt.NDArray[np.float64]:
    """Return the bytes per distinct shingle, (n,): above 1 where rows repeat themselves."""
    length, greatest = (
        table.sketch_len.astype(np.int64),
        rounded(table.sketch[:, -1], table.sketch_low[:, -1]),
    )
    told: npt.NDArray[np.float64] = table.size / np.maximum(1.0, _distinct(length, greatest))
    return told


class _Join:
    """The values of a table's sketches by the rows that hold them; any thread may ask for any range of rows."""

    def __init__(self, table: SignatureTable, control: Control) -> None:
        n = len(table)
        self._table = table
        order = np.argsort(table.size, kind="stable").astype(np.int32)
        size = table.size[order]
        first_whole = np.searchsorted(size, LARGER * size).astype(np.int32)
        first_whole[(_bytes_per_shingle(table) >= _REPEATED)[order]] = 0
        first_whole[table.sketch_len[order] < _LEAST_SHINGLES] = n
        codes = table.codes
        self._rows = kernels.Rows(order, (codes.high, codes.low), table.sketch_len, first_whole)
        groups = _Groups(table, order, control)
        weight = np.zeros(n + 1, np.int32)
        weight[1:] = np.maximum(1, np.rint(_UNIT * np.log2((n + _PSEUDO) / np.arange(1, n + 1))))
        weight[1:2] = round(_UNIT * _SINGLE)
        rule = np.array(
            (
                _LEAST_WEIGHED, _LEAST_OF_FEW, _FEW, _LEAST_SHARE, weight[min(_ALONE, n)],
                _ALWAYS, groups.largest, _NEAR, _RAREST,
            ), np.int64,
        )  # fmt: skip
        self.capped = np.zeros(len(groups), np.bool_)
        self._index = kernels.Index(
            groups.high, groups.low, groups.offsets, groups.members, weight, rule, self.capped
        )
        self._scratch: SimpleQueue[_Scratch] = SimpleQueue()
        self.crowded = 0

    def __len__(self) -> int:
        return len(self._rows.order)

    def at(self, begin: int, end: int) -> tuple[_Pairs, int]:
        """Return the pairs of some parts, and how many of these lie in more rows than are listed."""
        try:
            scratch = self._scratch.get_nowait()
        except Empty:
            scratch = _Scratch(len(self))
        blocks, crowded = [np.zeros(0, _PAIR)], 0
        while begin < end:
            begin, found = kernels.join(
                begin, end, _BLOCK, self._rows, self._index, scratch.acc, scratch.touched, scratch.found
            )
            block, cut = _thinned(self._without_links(scratch.pairs(found)))
            blocks.append(block)
            crowded += cut
        self._scratch.put(scratch)
        return np.concatenate(blocks), crowded

    def _without_links(self, pairs: _Pairs) -> _Pairs:
        """Drop pairs near in size that are similar too, since they are measured as such; rows that repeat themselves
        stay, as they may be similar in a part only.
        """
        table, whole, part = self._table, pairs["whole"], pairs["part"]
        stays = table.size[whole] >= LARGER * table.size[part]
        rest = np.flatnonzero(~stays)
        stays[rest] = similarity.estimate(table, whole[rest], part[rest]) < FLOOR
        return pairs[stays]


class _Scratch:
    """Scratch memory of one thread to join n rows; ``acc`` is all zero between two calls."""

    def __init__(self, n: int) -> None:
        self.acc, self.touched = np.zeros(n, np.int32), np.empty(n, np.int32)
        room = _BLOCK + n
        self.found = kernels.Output(*(np.empty(room, _PAIR[name]) for name in _NAMES))

    def pairs(self, found: int) -> _Pairs:
        pairs = np.empty(found, _PAIR)
        for name, column in zip(_NAMES, self.found, strict=True):
            pairs[name] = column[:found]
        return pairs


class _Promising:
    """The most promising pairs so far, of limited total size; less promising ones are dropped as others come."""

    def __init__(self, size: npt.NDArray[np.int64], within: int | None) -> None:
        self._size, self._within = size, within
        self._blocks, self._held, self._most = [np.zeros(0, _PAIR)], 0, _HELD

    def add(self, pairs: _Pairs) -> None:
        self._blocks.append(pairs)
        self._held += len(pairs)
        if self._held > self._most:
            self._held = len(self.pairs())
            self._most = max(_HELD, 2 * self._held)

    def pairs(self) -> _Pairs:
        """The pairs that stay, in any order."""
        pairs = np.concatenate(self._blocks)
        if self._within is not None:
            promise = _lower(pairs["weighed"], pairs["seen"])
            order = np.lexsort((pairs["part"], pairs["whole"], -promise))
            before = np.cumsum(self._size[pairs["part"]][order]) - self._size[pairs["part"]][order]
            pairs = pairs[order[before <= self._within]]
        self._blocks = [pairs]
        return pairs


def _in_threads(join: _Join, control: Control, jobs: int) -> Iterator[_Pairs]:
    begins, jobs = range(0, len(join), _PLACES), max(1, jobs)

    def at(begin: int) -> tuple[_Pairs, int]:
        return join.at(begin, min(len(join), begin + _PLACES))

    for begin, (pairs, crowded) in zip(
        begins, in_order(at, begins, jobs, most=2 * jobs, name="parts"), strict=True
    ):
        control.check()
        join.crowded += crowded
        yield pairs
        control.advance(files=min(len(join), begin + _PLACES) - begin)


class _Groups:
    """The rows that hold a value, of values that several hold, by ascending value. Some 2 bytes per value.

    Attributes:
        high, low: (g,) uint32 and uint8, codes of the values.
        offsets: (g+1,) the numbers of group i are ``members[offsets[i]:offsets[i+1]]``, see ``kernels.extent``.
        members: ascending in each, see ``set_join.packed_rows``.
        largest: most rows of a value for all of them to be looked at.
    """

    def __init__(self, table: SignatureTable, order: Rows, control: Control) -> None:
        n, length = len(order), table.sketch_len
        exact = n * (n - 1) // 2 <= _EXACT
        most = n if exact else max(_ALWAYS, 2 * _KEPT, _COUNTED + _EXACT // n)
        total = int(length.sum(dtype=np.int64))
        # allocated room takes no memory before it is written
        self.members = packed_rows.room(total, n + 1)  # sizes are stored like rows
        self.high, self.low = np.empty(total // 2, np.uint32), np.empty(total // 2, np.uint8)
        self.offsets = np.empty(total // 2 + 1, np.uint32 if total < 1 << 32 else np.int64)
        groups, used = 0, 0
        bounds, sketch, done = _bounds(table, length), tuple(table.codes), np.zeros(n, np.int16)
        for bound, count in zip(bounds, kernels.count_below(sketch, length, bounds), strict=True):
            control.check()
            values, holders = kernels.pick_below(sketch, length, order, done, bound, count)
            by_value = np.argsort(values, kind="stable")
            found, sizes, members = kernels.put_groups(values, holders, by_value, most, _KEPT)
            here = slice(groups, groups + len(found))
            self.high[here], self.low[here] = found >> np.uint64(8), found & np.uint64(255)
            self.offsets[here] = used + np.cumsum(sizes) - sizes
            packed_rows.append(self.members, used, members)
            groups, used = groups + len(found), used + len(members)
        for column, size in ((self.high, groups), (self.low, groups), (self.offsets, groups + 1)):
            column.resize(size, refcheck=False)
        self.offsets[groups] = used
        self.largest = n if exact else min(most, self._affordable(n))
        used = kernels.thin_groups(self.offsets, self.members, max(_ALWAYS, self.largest, 2 * _KEPT), _KEPT)
        self.members = packed_rows.cut(self.members, used)

    def __len__(self) -> int:
        return len(self.high)

    def _affordable(self, n: int) -> int:
        """Return the most rows a value may have for looking at all of them to be affordable."""
        sizes = kernels.count_sizes(self.offsets, self.members, n)
        size = np.arange(n + 1, dtype=np.int64)
        looks = np.cumsum(sizes * (size * (size - 1) // 2))
        return int(np.searchsorted(looks, _LOOKS + _LOOKS_PER_ROW * n, side="right")) - 1


def _bounds(table: SignatureTable, length: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint64]:
    """Return ascending values that split all into about equal lots; the last is the largest possible."""
    lots = int(length.sum(dtype=np.int64)) // _POSTINGS + 1
    every = max(1, len(length) // 4096)
    rows = table.codes.at(slice(None, None, every))
    used = np.sort(rows[np.arange(SIZE) < length[::every, None]])
    inner = used[len(used) * np.arange(1, lots) // lots] if len(used) else np.zeros(0, np.uint64)
    return np.append(inner, _ALL)


def _distinct(length: npt.NDArray[np.int64], greatest: npt.NDArray[np.uint64]) -> npt.NDArray[np.float64]:
    """Estimate the number of distinct shingles from the greatest of the 128 smallest 64-bit values."""
    told = (SIZE - 1) * (2.0**64 / np.maximum(greatest.astype(np.float64), 1.0))
    return np.where(length < SIZE, length.astype(np.float64), told)


def _thinned(pairs: _Pairs) -> tuple[_Pairs, int]:
    """Keep the best wholes of each part, the smallest ones of equally good; and count the parts that had more."""
    _, first, count = np.unique(pairs["part"], return_index=True, return_counts=True)
    crowds = count > _WHOLES
    stays = np.ones(len(pairs), np.bool_)
    for begin, number in zip(first[crowds].tolist(), count[crowds].tolist(), strict=True):
        own = pairs[begin : begin + number]
        best = np.lexsort((own["whole"], own["seen"], -_lower(own["weighed"], own["seen"])))
        stays[begin + best[_WHOLES:]] = False
    return pairs[stays], int(crowds.sum())


def _lower(share: npt.NDArray[np.float32], seen: Counts) -> npt.NDArray[np.float64]:
    """Return the lower bound of a share, at two standard errors."""
    return lower_bound(np.rint(share * seen).astype(np.int64), seen.astype(np.int64))

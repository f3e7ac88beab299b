"""Which rows hold the same value: the inverted index under the sketch join and the n-gram join.

Rows come in an order the caller chose; here and in ``join`` a row is known by its index in that order, its *place*. A
value held by one row only is dropped at once. Splitting the values into parts by hash keeps memory bounded. Nothing
here depends on what a value means.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.set_join import gap_coding, packed_rows
from simfinder.search.set_join.posting_lists import Groups
from simfinder.store.mapped_columns import GrowingColumn
from simfinder.workers.in_order import in_order

MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, so equal products mean equal values; their high bits are mixed
_PART = 1 << 20  # postings of a part, at most twice that: 20 to 40 MB; larger parts are a tenth faster
_AT_ONCE = 2  # parts in progress, however many threads there are
_BUCKET_BITS = 9


@dataclass(frozen=True, slots=True)
class Values:
    """The distinct values of each row.

    Attributes:
        flat: uint64 or uint32 values; those of row r are ``flat[start[r]:start[r] + length[r]]``, each once.
        start: (n,) int64.
        length: (n,) of any integer type.
        low: uint8, the lowest bits of each value if ``flat`` has only the others; empty if it has all.
        ascending: the values of each row ascend, so that not all of them are read for each part.
    """

    flat: np.ndarray
    start: np.ndarray
    length: np.ndarray
    ascending: bool = False
    low: np.ndarray = field(default_factory=lambda: np.zeros(0, np.uint8))


def group(
    values: Values, order: np.ndarray, few: int, check: Callable[[], None], jobs: int = 1
) -> tuple[np.ndarray, Groups]:
    """Return the groups of rows that share a value.

    Args:
        values: of each row.
        order: (n,) int32, the row at each place.
        few: most rows of a value for its group to be one of the first kind.
        check: called between parts; may raise to stop.
        jobs: threads, of which two are of use; the groups do not depend on it.

    Returns:
        The groups of values that few rows hold, concatenated, with the bit set on the last row of each (see
            ``packed_rows``); and the others, without a mark. Equal for equal values in the same order.
    """
    total = int(values.length.sum())
    parts = _Parts(values, order, few, max(0, (total // _PART).bit_length()))
    light, heavy = _Light(total, len(order)), _Heavy(total, len(order))
    jobs = min(jobs, _AT_ONCE, len(parts))
    for found in in_order(parts.groups, range(len(parts)), jobs, most=jobs, name="postings"):
        check()
        light.add(found.light)
        heavy.add(found.sizes, found.heavy)
        del found
    return light.rows(), heavy.groups()


@dataclass(frozen=True, slots=True)
class _Found:
    """The groups of a part.

    Attributes:
        light: rows of values that few rows hold, with the bit.
        sizes: of the other groups.
        heavy: their rows.
    """

    light: np.ndarray
    sizes: np.ndarray
    heavy: np.ndarray


class _Parts:
    """The values split into parts; any thread may ask for the groups of any part, once all before were asked for.

    Args:
        values: of each row.
        order: (n,) int32, the row at each place.
        few: most rows of a value for its group to be one of the first kind.
        bits: of the number of parts.
    """

    def __init__(self, values: Values, order: np.ndarray, few: int, bits: int) -> None:
        self._values, self._order, self._few, self._bits = values, order, few, bits
        columns = values.flat, values.low, values.start, values.length
        if values.ascending:
            self._bounds = _bounds(values, bits)
            self._counts = _count_below(*columns, self._bounds)
        else:
            self._counts = _count(*columns, bits)
        self._done = np.zeros(len(order), np.int32)  # how many of a row's values were in earlier parts
        self._turns = [threading.Event() for _ in range(len(self) + 1)]
        self._turns[0].set()

    def __len__(self) -> int:
        return 1 << self._bits

    def groups(self, part: int) -> _Found:
        """Return the groups of one part."""
        self._turns[part].wait()
        try:
            hashed, holder = self._picked(part)
        finally:
            self._turns[part + 1].set()
        bucket_of, value, place = _scattered(hashed, holder, 0 if self._values.ascending else self._bits)
        del hashed, holder
        sizes, rows = _group(bucket_of, value, place)
        del bucket_of, value, place
        is_light = sizes <= self._few
        in_light = np.repeat(is_light, sizes)
        few_rows = rows[in_light]
        few_rows[np.cumsum(sizes[is_light]) - 1] |= packed_rows.BIT
        return _Found(few_rows, sizes[~is_light], rows[~in_light])

    def _picked(self, part: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the postings of a part, a third of its work; ascending values begin where the part before ended."""
        values, count = self._values, self._counts[part]
        columns = values.flat, values.low, values.start, values.length
        if values.ascending:
            return _pick_below(*columns, self._order, self._done, self._bounds[part], count)
        return _pick(*columns, self._order, self._bits, part, count)


class _Light:
    """Rows of light groups, appended part by part: of a million contents 190 MB, which rest while the values are read.

    Args:
        most: most rows that may come.
        rows: number of rows there are.
    """

    def __init__(self, most: int, rows: int) -> None:
        none = packed_rows.room(0, rows)
        self._rows, self._n = GrowingColumn(none, most * packed_rows.room(1, rows).nbytes), rows

    def add(self, rows: np.ndarray) -> None:
        packed = packed_rows.room(len(rows), self._n)
        packed_rows.append(packed, 0, rows)
        self._rows.append(packed)

    def rows(self) -> np.ndarray:
        """Return all of them; call it last."""
        return self._rows.whole()


class _Heavy:
    """Groups of known sizes, appended part by part.

    Args:
        most: most rows that may come; their room is allocated, but takes no memory before it is written. (Concatenating
            parts in the end would hold them twice, and the system does not get their memory back.)
        rows: number of rows there are.
    """

    def __init__(self, most: int, rows: int) -> None:
        self._gaps, self._n = gap_coding.room(most), rows
        self._ends, self._sizes = [np.zeros(1, np.int64)], [np.zeros(0, np.int32)]

    def add(self, sizes: np.ndarray, rows: np.ndarray) -> None:
        ends = gap_coding.append(self._gaps, self._used, sizes, rows, self._n)
        if len(ends):
            self._ends.append(ends)
            self._sizes.append(sizes)

    def groups(self) -> Groups:
        """Return all groups."""
        words = packed_rows.cut(self._gaps, self._used)
        return Groups(self._n, np.concatenate(self._sizes), np.concatenate(self._ends), words)

    @property
    def _used(self) -> int:
        return int(self._ends[-1][-1])


def _bounds(values: Values, bits: int) -> np.ndarray:
    """Return the largest value of each part, so that each holds about as many."""
    every = max(1, len(values.flat) >> 16)
    sample = values.flat[::every].astype(np.uint64)
    if len(values.low):
        sample = sample << np.uint64(8) | values.low[::every]
    used = np.sort(sample)
    last = np.uint64(0xFFFFFFFFFFFFFFFF)
    if not len(used):
        return np.full(1 << bits, last)
    # the filling of rows is sampled too and is large: the sample is cut to the share of real values
    used = used[: max(1, len(used) * int(values.length.sum()) // len(values.flat))]
    bounds = used[len(used) * np.arange(1, (1 << bits) + 1) // (1 << bits) - 1]
    bounds[-1] = last
    return bounds


@njit(nogil=True, cache=True)
def number_at(flat: np.ndarray, low: np.ndarray, j: int) -> np.uint64:
    """Return a value of ``Values``."""
    if len(low):
        return np.uint64(flat[j]) << np.uint64(8) | np.uint64(low[j])
    return np.uint64(flat[j])


@njit(nogil=True, cache=True, python=True)
def _count_below(
    flat: np.ndarray, low: np.ndarray, start: np.ndarray, length: np.ndarray, bounds: np.ndarray
) -> np.ndarray:
    """Count the postings of each part, for ascending rows."""
    counts = np.zeros(len(bounds), np.int64)
    for row in range(len(start)):
        part = 0
        for j in range(start[row], start[row] + length[row]):
            while number_at(flat, low, j) > bounds[part]:
                part += 1
            counts[part] += 1
    return counts


@njit(nogil=True, cache=True, python=True)
def _pick_below(
    flat: np.ndarray,
    low: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    order: np.ndarray,
    done: np.ndarray,
    bound: int,
    count: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the postings up to a bound that were in no part before: mixed value and place, by place."""
    hashed, holder = np.empty(count, np.uint64), np.empty(count, np.int32)
    used = 0
    for place in range(len(order)):
        row = order[place]
        j, end = start[row] + done[row], start[row] + length[row]
        while j < end:
            value = number_at(flat, low, j)
            if value > bound:
                break
            hashed[used] = value * MIX
            holder[used] = place
            used += 1
            j += 1
        done[row] = j - start[row]
    return hashed, holder


@njit(nogil=True, cache=True)
def _count(flat: np.ndarray, low: np.ndarray, start: np.ndarray, length: np.ndarray, bits: int) -> np.ndarray:
    """Count the postings of each part."""
    counts = np.zeros(1 << bits, np.int64)
    shift = np.uint64(64 - bits)
    for row in range(len(start)):
        if bits == 0:
            counts[0] += length[row]
            continue
        for j in range(start[row], start[row] + length[row]):
            counts[np.int64((number_at(flat, low, j) * MIX) >> shift)] += 1
    return counts


@njit(nogil=True, cache=True)
def _pick(
    flat: np.ndarray,
    low: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    order: np.ndarray,
    bits: int,
    part: int,
    count: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the postings of one part: mixed value and place, by place."""
    hashed, holder = np.empty(count, np.uint64), np.empty(count, np.int32)
    shift, wanted, used = np.uint64(64 - bits), np.uint64(part), 0
    for place in range(len(order)):
        row = order[place]
        for j in range(start[row], start[row] + length[row]):
            mixed = number_at(flat, low, j) * MIX
            if bits == 0 or mixed >> shift == wanted:
                hashed[used] = mixed
                holder[used] = place
                used += 1
    return hashed, holder


@njit(nogil=True, cache=True, python=True)
def _scattered(
    hashed: np.ndarray, holder: np.ndarray, bits: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scatter postings by high bits into buckets that fit the cache: return where each begins, values, places."""
    m = len(hashed)
    buckets = 1 << _BUCKET_BITS
    left, right = np.uint64(bits), np.uint64(64 - _BUCKET_BITS)
    bounds = np.zeros(buckets + 1, np.int64)
    for i in range(m):
        bounds[np.int64((hashed[i] << left) >> right) + 1] += 1
    for k in range(buckets):
        bounds[k + 1] += bounds[k]
    value, place = np.empty(m, np.uint64), np.empty(m, np.int32)
    slot = bounds[:-1].copy()
    for i in range(m):
        bucket = np.int64((hashed[i] << left) >> right)
        value[slot[bucket]] = hashed[i]
        place[slot[bucket]] = holder[i]
        slot[bucket] += 1
    return bounds, value, place


@njit(nogil=True, cache=True, python=True)
def _group(bounds: np.ndarray, value: np.ndarray, place: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Group each bucket by a small hash table."""
    m, largest = len(value), np.int64(0)
    for k in range(len(bounds) - 1):
        largest = max(largest, bounds[k + 1] - bounds[k])
    table = 16
    while table < 2 * largest:
        table *= 2
    keys = np.empty(table, np.uint64)
    number = np.full(table, -1, np.int32)
    member = np.empty(largest, np.int32)
    count = np.empty(largest + 1, np.int32)
    sizes, rows = np.empty(m // 2 + 1, np.int32), np.empty(m, np.int32)
    groups, used = 0, 0
    for k in range(len(bounds) - 1):
        begin, end = bounds[k], bounds[k + 1]
        if end - begin < 2:
            continue
        found = _number_values(value[begin:end], keys, number, member, count)
        groups, used = _put_groups(place[begin:end], member, count, found, sizes, rows, groups, used)
    return sizes[:groups].copy(), rows[:used].copy()


@njit(nogil=True, cache=True)
def _number_values(
    value: np.ndarray, keys: np.ndarray, number: np.ndarray, member: np.ndarray, count: np.ndarray
) -> int:
    """Number the distinct values of a bucket by first occurrence; leave the table empty again."""
    mask = np.uint64(len(keys) - 1)
    found = 0
    for i in range(len(value)):
        # the bits below those that chose part and bucket
        at = np.int64(((value[i] >> np.uint64(12)) ^ (value[i] >> np.uint64(30))) & mask)
        while number[at] >= 0 and keys[at] != value[i]:
            at = np.int64(np.uint64(at + 1) & mask)
        if number[at] < 0:
            number[at] = found
            keys[at] = value[i]
            count[found] = 0
            found += 1
        member[i] = number[at]
        count[number[at]] += 1
    for i in range(len(value)):
        at = np.int64(((value[i] >> np.uint64(12)) ^ (value[i] >> np.uint64(30))) & mask)
        while number[at] >= 0:
            number[at] = -1
            at = np.int64(np.uint64(at + 1) & mask)
    return found


@njit(nogil=True, cache=True)
def _put_groups(
    place: np.ndarray,
    member: np.ndarray,
    count: np.ndarray,
    found: int,
    sizes: np.ndarray,
    rows: np.ndarray,
    groups: int,
    used: int,
) -> tuple[int, int]:
    for g in range(found):
        c = count[g]
        if c >= 2:
            sizes[groups] = c
            groups += 1
            count[g] = used
            used += c
        else:
            count[g] = -1
    for i in range(len(place)):
        at = count[member[i]]
        if at >= 0:
            rows[at] = place[i]
            count[member[i]] += 1
    return groups, used

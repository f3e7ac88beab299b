"""Groups of rows that share a value, and what the join does with them: reduce them, invert them, summarise them.

Plain compressed columns; ``inverted_index`` makes them, ``join`` uses them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.arrays.jit import njit
from simfinder.search.set_join import gap_coding, packed_rows
from simfinder.search.set_join.gap_coding import MARK, gap_at, long_from, put_gap
from simfinder.search.set_join.packed_rows import has_bit, place_at

_BITS = 16  # of a place for each of its groups; with 12 a seventh more pairs seem to share enough, with 24 a tenth less
_SPREAD = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows that share a value, one group per value, only values of at least two rows.

    Attributes:
        n: number of places.
        sizes: (g,) int32, how many rows each group has.
        offsets: (g+1,) int64, where each begins among the words of ``gaps``.
        gaps: uint16, its places, see ``gap_coding``.
    """

    n: int
    sizes: np.ndarray
    offsets: np.ndarray
    gaps: np.ndarray

    def __len__(self) -> int:
        return len(self.sizes)

    def places(self) -> np.ndarray:
        """Return all places, (m,) int32, group by group."""
        out = np.empty(int(self.sizes.sum()), np.int32)
        gap_coding.places_of(self.offsets, self.gaps, self.n, out)
        return out


def behind(rows: np.ndarray, begin: int, end: int) -> tuple[np.ndarray, np.ndarray]:
    """Return where the next member of each group is, for a range of places; groups in which a place is last are left
    out.

    Args:
        rows: groups, concatenated, the bit set on the last row of each.
        begin: the first of the places.
        end: behind the last of them.

    Returns:
        (end - begin + 1,) int64 offsets, and indexes into ``rows``.
    """
    offsets = _count_behind(rows, begin, end)
    at = np.empty(int(offsets[-1]), _index_type(rows))
    _put_behind(rows, begin, offsets[:-1].copy(), end, at)
    return offsets, at


class NextMembers:
    """The same for compressed groups: where the next member of each group is, for one range of places after the other.

    Ranges must come in order, from the first place on: so no group is read twice.

    Args:
        groups: with the mark on the last place of each.
        numbers: of the groups to read.
    """

    def __init__(self, groups: Groups, numbers: np.ndarray) -> None:
        self._groups = groups
        self._first = groups.offsets[numbers]
        self._word, self._place = (
            self._first.copy(),
            np.zeros(len(numbers), np.int32),
        )  # where reading stopped

    def up_to(self, begin: int, end: int) -> tuple[np.ndarray, np.ndarray]:
        """Return it for the places from ``begin``, the end of the last range, to below ``end``.

        Returns:
            (end - begin + 1,) int64 offsets, and indexes of words of the gaps; as -1 - index if the place is the first
                of its group. If it is the last one too, the word before has the mark.
        """
        columns = self._groups.n, self._first, self._groups.gaps, self._word, self._place
        offsets = _count_behind_in(*columns, begin, end)
        at = np.empty(int(offsets[-1]), _index_type(self._groups.gaps))
        _put_behind_in(*columns, begin, offsets[:-1].copy(), end, at)
        return offsets, at


def without_most_common(groups: Groups, spare: np.ndarray) -> Groups:
    """Return the groups with each place left out of its ``spare`` (n,) int32 largest ones; groups below two are
    dropped.

    The new groups overwrite the gaps of the given ones.
    """
    largest = np.argsort(-groups.sizes, kind="stable")
    _mark_most_common(groups.offsets, groups.gaps, largest, spare.astype(np.int32))
    sizes, offsets = _keep(groups.offsets, groups.gaps, groups.n)
    return Groups(groups.n, sizes, offsets, packed_rows.cut(groups.gaps, int(offsets[-1])))


def mark_last(groups: Groups) -> None:
    """Set the mark on the last place of each group."""
    groups.gaps[groups.offsets[1:] - 1] |= MARK


def bitmaps(groups: Groups) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hash the groups of each place to bits.

    Two places share at most as many groups as bits, plus the smaller of their excesses.

    Returns:
        (n,) int32, how many groups a place is in; (n,) int32, their excess over its set bits; (n, w) uint64, the bits.
    """
    total = int(groups.sizes.sum())
    words = max(1, -(-total * _BITS // (64 * max(1, groups.n))))
    count, bits = np.zeros(groups.n, np.int32), np.zeros((groups.n, words), np.uint64)
    excess = np.zeros(groups.n, np.int32)
    _put_bits(groups.n, groups.offsets, groups.gaps, count, excess, bits)
    return count, excess, bits


def _index_type(rows: np.ndarray) -> type[np.signedinteger]:
    return np.int32 if len(rows) < 1 << 31 else np.int64


@njit(nogil=True, cache=True)
def by_row(offsets: np.ndarray, rows: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the groups each row is in: (n+1,) int64 offsets and int32 group numbers, ascending.

    Args:
        offsets: (g+1,) int64, group i holds ``rows[offsets[i]:offsets[i+1]]``.
        rows: ascending in each.
        n: more than any of them.
    """
    bounds = np.zeros(n + 1, np.int64)
    for i in range(len(rows)):
        bounds[rows[i] + 1] += 1
    for r in range(n):
        bounds[r + 1] += bounds[r]
    slot = bounds[:-1].copy()
    out = np.empty(len(rows), np.int32)
    for g in range(len(offsets) - 1):
        for i in range(offsets[g], offsets[g + 1]):
            r = rows[i]
            out[slot[r]] = g
            slot[r] += 1
    return bounds, out


@njit(nogil=True, cache=True, python=True)
def _count_behind(rows: np.ndarray, begin: int, end: int) -> np.ndarray:
    offsets = np.zeros(end - begin + 1, np.int64)
    for i in range(len(rows)):
        place = place_at(rows, i)
        if begin <= place < end and not has_bit(rows, i):
            offsets[place - begin + 1] += 1
    for here in range(end - begin):
        offsets[here + 1] += offsets[here]
    return offsets


@njit(nogil=True, cache=True, python=True)
def _put_behind(rows: np.ndarray, begin: int, slot: np.ndarray, end: int, at: np.ndarray) -> None:
    for i in range(len(rows)):
        place = place_at(rows, i)
        if begin <= place < end and not has_bit(rows, i):
            at[slot[place - begin]] = i + 1
            slot[place - begin] += 1


@njit(nogil=True, cache=True, python=True)
def _count_behind_in(
    n: int, first: np.ndarray, gaps: np.ndarray, word: np.ndarray, before: np.ndarray, begin: int, end: int
) -> np.ndarray:
    out, long = np.zeros(end - begin + 1, np.int64), long_from(n)
    for g in range(len(word)):
        i, place = word[g], np.int64(before[g])
        while i == first[g] or not gaps[i - 1] & MARK:
            gap, i = gap_at(gaps, i, long)
            place += gap
            if place >= end:
                break
            out[place - begin + 1] += 1
    for here in range(end - begin):
        out[here + 1] += out[here]
    return out


@njit(nogil=True, cache=True, python=True)
def _put_behind_in(
    n: int,
    first: np.ndarray,
    gaps: np.ndarray,
    word: np.ndarray,
    before: np.ndarray,
    begin: int,
    slot: np.ndarray,
    end: int,
    at: np.ndarray,
) -> None:
    """Continue where reading stopped in each group, and note where it stops now."""
    long = long_from(n)
    for g in range(len(word)):
        i, place = word[g], np.int64(before[g])
        while i == first[g] or not gaps[i - 1] & MARK:
            gap, following = gap_at(gaps, i, long)
            if place + gap >= end:
                break
            place += gap
            at[slot[place - begin]] = following if i > first[g] else -1 - following
            slot[place - begin] += 1
            i = following
        word[g], before[g] = i, place


@njit(nogil=True, cache=True, python=True)
def _mark_most_common(offsets: np.ndarray, gaps: np.ndarray, largest: np.ndarray, left: np.ndarray) -> None:
    long = long_from(len(left))
    for g in largest:
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            if left[place] > 0:
                left[place] -= 1
                gaps[i - 1] |= MARK


@njit(nogil=True, cache=True, python=True)
def _keep(offsets: np.ndarray, gaps: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Compact what is not marked: two gaps become one, which takes no more words than they did."""
    long = long_from(n)
    out_offsets, sizes = np.zeros(len(offsets), np.int64), np.zeros(len(offsets), np.int32)
    groups = 0
    for g in range(len(offsets) - 1):
        used, i, held = out_offsets[groups], offsets[g], 0
        place, before = np.int64(0), np.int64(0)
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            if not gaps[i - 1] & MARK:
                used = put_gap(gaps, used, place - before, long)
                before = place
                held += 1
        if held >= 2:
            sizes[groups] = held
            groups += 1
            out_offsets[groups] = used
    return sizes[:groups].copy(), out_offsets[: groups + 1].copy()


@njit(nogil=True, cache=True, python=True)
def _put_bits(
    n: int, offsets: np.ndarray, gaps: np.ndarray, count: np.ndarray, excess: np.ndarray, bits: np.ndarray
) -> None:
    long, room = long_from(n), np.uint64(64 * bits.shape[1])
    for g in range(len(offsets) - 1):
        number = (np.uint64(g) * _SPREAD >> np.uint64(32)) * room >> np.uint64(32)
        word, bit = number >> np.uint64(6), np.uint64(1) << (number & np.uint64(63))
        place, i = np.int64(0), offsets[g]
        while i < offsets[g + 1]:
            gap, i = gap_at(gaps, i, long)
            place += gap
            count[place] += 1
            excess[place] += np.int32(bits[place, word] & bit != np.uint64(0))
            bits[place, word] |= bit

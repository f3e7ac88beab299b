"""Cut 64-bit values into blocks of bits, and move their bits.

Says which bits a block covers and which blocks a table keeps, and permutes bits and back; ``block_join`` searches with
them. Values that differ in at most d bits differ in at most d of b blocks, so they agree in some b - d of them (Manku
et al.; the ``simhash64`` design of simhash-py).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError, UsageError

BITS = 64
Values = npt.NDArray[np.uint64]

_ALL = (1 << BITS) - 1
_PART = 1 << 15  # values moved at a time: they and the scratch stay in the core's cache


def check_blocks(blocks: int, distance: int) -> None:
    """Check a number of blocks for a distance.

    Raises:
        UsageError: not 0 <= distance < blocks <= 64; names both.
    """
    if distance < 0:
        raise UsageError(f"a distance of {distance} (with {blocks} blocks): it must be 0 or more")
    if blocks <= distance:
        raise UsageError(f"{blocks} blocks for a distance of {distance}: there must be more blocks than that")
    if blocks > BITS:
        raise UsageError(f"{blocks} blocks for a distance of {distance}: {BITS} bits make {BITS} at most")


def as_values(hashes: Iterable[int] | npt.NDArray[np.generic]) -> Values:
    """Return the hashes as (n,) uint64.

    Raises:
        SignatureError: one of them is no whole number of 64 bits.
    """
    if isinstance(hashes, np.ndarray) and hashes.dtype.kind in "iu":
        if hashes.dtype.kind == "i" and len(hashes) and hashes.min() < 0:
            raise SignatureError(f"{hashes.min()} is no hash of {BITS} bits")
        return np.ascontiguousarray(hashes, np.uint64).reshape(-1)
    checked = hashes.tolist() if isinstance(hashes, np.ndarray) else list(hashes)
    for value in checked:
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value <= _ALL:
            raise SignatureError(f"{value!r} is no hash of {BITS} bits")
    return np.array(checked, np.uint64)


@dataclass(frozen=True, slots=True)
class Permutation:
    """A permutation of bits.

    Attributes:
        moves: (mask, shift): the bits of a mask move ``shift`` positions up, or down if it is negative. Masks do not
            overlap, neither before nor after the move; bits in no mask are lost.
    """

    moves: tuple[tuple[int, int], ...]

    @property
    def inverse(self) -> Permutation:
        """The permutation that undoes this one."""
        return Permutation(tuple((_moved(mask, shift), -shift) for mask, shift in self.moves))

    @property
    def plain(self) -> bool:
        """Whether all bits stay in place."""
        return all(not shift for _, shift in self.moves)

    def of(self, value: int) -> int:
        """Permute one value."""
        return sum(_moved(value & mask, shift) for mask, shift in self.moves)

    def apply(self, values: Values, out: Values | None = None) -> Values:
        """Permute (n,) uint64 values, none of which has bits outside the masks.

        Args:
            values: to permute.
            out: receives the result; may be ``values``.
        """
        result = np.empty_like(values) if out is None else out
        universe = sum(mask for mask, _ in self.moves)
        total, scratch = (np.empty(min(_PART, len(values)), np.uint64) for _ in range(2))
        for begin in range(0, len(values), _PART):
            part = values[begin : begin + _PART]
            into = result[begin : begin + _PART]
            whole, moved = total[: len(part)] if result is values else into, scratch[: len(part)]
            for i, (mask, shift) in enumerate(self.moves):
                to = moved if i else whole
                source = part
                if _moved(universe & ~mask, shift):  # otherwise the shift drops all other bits
                    source = np.bitwise_and(part, np.uint64(mask), out=to)
                if shift >= 0:
                    np.left_shift(source, np.uint64(shift), out=to)
                else:
                    np.right_shift(source, np.uint64(-shift), out=to)
                if i:
                    whole |= moved
            if result is values:
                into[:] = whole
        return result


def bounds(blocks: int, width: int = BITS) -> list[int]:
    """Return where blocks begin, lowest first, and the end of the last: floor(width·i / blocks)."""
    return [width * i // blocks for i in range(blocks + 1)]


def choices(blocks: int, distance: int) -> Iterator[tuple[int, ...]]:
    """Yield each choice of blocks that may be all that agree, in lexicographic order."""
    return itertools.combinations(range(blocks), blocks - distance)


def arrange(ends: Sequence[int], order: Sequence[int]) -> Permutation:
    """Return the permutation that puts blocks in an order, the first one at the top.

    Args:
        ends: as ``bounds`` gives them.
        order: all block numbers.
    """
    top = ends[-1]
    by_shift: dict[int, int] = {}
    for block in order:
        low, high = ends[block], ends[block + 1]
        top -= high - low
        by_shift[top - low] = by_shift.get(top - low, 0) | _run(low, high)
    return Permutation(tuple((mask, shift) for shift, mask in by_shift.items()))


def squeeze(mask: int) -> Permutation:
    """Return the permutation that puts the bits of a mask side by side, from bit 0 up, in their order."""
    by_shift: dict[int, int] = {}
    for place, bit in enumerate(bit for bit in range(BITS) if mask >> bit & 1):
        by_shift[place - bit] = by_shift.get(place - bit, 0) | 1 << bit
    return Permutation(tuple((mask, shift) for shift, mask in by_shift.items()))


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Values without the bits in which all of them agree; their order stays.

    Attributes:
        values: (n,) uint64; the original array if nothing is left out.
        width: number of bits left.
    """

    values: Values
    width: int
    _way: Permutation
    _constant: int

    def back(self, found: Values) -> Values:
        """Return values in their original form."""
        if not self._constant and self._way.plain:
            return found
        return self._way.inverse.apply(found) | np.uint64(self._constant)


def narrow(values: Values) -> Narrowed:
    """Leave out the bits in which all values agree."""
    if not len(values):
        return Narrowed(values, 0, squeeze(0), 0)
    either, all_set = int(np.bitwise_or.reduce(values)), int(np.bitwise_and.reduce(values))
    mask = either & ~all_set
    way = squeeze(mask)
    if not way.plain:
        return Narrowed(way.apply(values & np.uint64(mask)), mask.bit_count(), way, all_set)
    return Narrowed(values & np.uint64(mask) if all_set else values, mask.bit_count(), way, all_set)


@dataclass(frozen=True, slots=True)
class Table:
    """One order of the bits, with the kept blocks at the top.

    Attributes:
        permutation: of values of the width that was cut.
        keep: bits of the kept blocks, after the permutation.
        earlier: bits, after the permutation, of each block that would replace a kept one if it agreed. A pair belongs
            to this table if it differs in all of them: so each pair has one table.
    """

    permutation: Permutation
    keep: int
    earlier: tuple[int, ...]


def table(blocks: int, kept: Sequence[int], width: int = BITS) -> Table:
    """Make the table that keeps some blocks; a pair's table keeps the lowest of the blocks in which it agrees.

    Blocks stay in the order of their bits as far as possible, because fewer moves cost less.
    """
    ends = bounds(blocks, width)
    rest = [block for block in range(blocks) if block not in kept]
    permutation = arrange(ends, [*reversed(kept), *reversed(rest)])
    size = sum(ends[block + 1] - ends[block] for block in kept)
    earlier = [_run(ends[block], ends[block + 1]) for block in rest if block < kept[-1]]
    return Table(permutation, _run(width - size, width), tuple(permutation.of(mask) for mask in earlier))


EVERYTHING = Table(Permutation(((_ALL, 0),)), 0, ())
"""The table that keeps nothing: all values are one bucket."""


def _run(low: int, high: int) -> int:
    return (1 << high) - (1 << low)


def _moved(value: int, shift: int) -> int:
    return (value << shift if shift >= 0 else value >> -shift) & _ALL

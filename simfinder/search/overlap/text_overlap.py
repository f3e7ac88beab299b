"""Text that two contents have in common, words and lines in order.

``byte_overlap`` lets every run of nine bytes count, wherever it is: two files that one program wrote look alike to it,
for they share their syntax. Here two texts are aligned instead, and only what a person would call kept counts:

1. The smaller text is written as stretches of the larger one (``byte_overlap.stretches_of``). The heaviest of them in
   the same order in both form a chain; the gaps between them are laid side by side, difference by difference.
2. Every byte has a weight. What follows a word again and again in the same text is its syntax: its bytes are light, as
   are blanks and punctuation.
3. Along the chain those parts count in which equal bytes weigh at least ``NEEDED`` percent, small differences among
   them, and whose equal bytes weigh as much as ``LEAST`` bytes of words. Short runs in a sea of differences do not
   count, and syntax around other values does not, however much of the bytes it takes.
4. What is off the chain counts as moved where a part of it weighs ``MOVED`` bytes (a paragraph, a few lines, a
   function), and as a whole line from ``LINE`` bytes on.

In the parts that count every equal byte counts one, and no byte twice: bytes of a that b has are as many as bytes of b
that a has, and the ranges of both sides mirror each other. Of two texts of one size the one whose first different byte
is smaller is laid on the other, so that the order in which they are given makes no difference.

Time is linear but for the sorting of stretches. Pairs of source files of 8 kB take 1.9 times as long as ``overlap``
does, texts of megabytes about as long. Memory is that of ``overlap``; once the index is let go of, up to two bytes for
each byte, and 80 for each stretch.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from simfinder.search.overlap import text_kernels as kernels
from simfinder.search.overlap.byte_overlap import Advance, Bytes, Check, Overlap, Stretches, stretches_of

NEEDED = 60
"""Percent of a part that must be equal, by weight: a fifth of all bytes changed here and there leaves 80."""

LEAST = 32
"""Bytes of words that equal bytes of a part in order must weigh."""

MOVED = 120
"""Bytes of words that equal bytes of a moved part must weigh."""

LINE = 24
"""Bytes of words that what is equal of a moved line must weigh."""

_PROOF = 2  # of all that a text weighs half is enough: one of a few lines, or of one line again and again
_CLEAR = 0.95  # share of both texts in long stretches from which on nobody needs to know what is syntax
_MOST_BITS = 24  # binary digits of the places of a table of counts
_PART = 1 << 16  # bytes weighed at a time
_COUNTED = 1 << 20  # bytes whose words are counted, about; of a larger text parts at equal distances
_STEP = 1 << 15  # bytes of a step along the stretches
_LINE = 16  # bytes of a line of the source for which the table of lines has a place
_CHAINED = 1 << 14  # stretches
_ROOM = 1 << 13  # parts of a stack, and stretches found per call
_SMALL, _SMALL_SOURCE = _STEP, 1 << 17  # bytes of texts that are compared in one call: a millisecond or two
_LIMITS = np.array([NEEDED, LEAST, MOVED, LINE, _PROOF, _LINE], np.int64)


class _Buffers(threading.local):
    """Memory of a thread for the next pair."""

    def __init__(self) -> None:
        self.stack = np.empty((kernels.ROWS, _ROOM), np.int64)
        self.ranges = np.empty((2, _ROOM + _STEP + 2), np.int64)
        self.found = np.empty((4, _ROOM), np.int64)
        self.pieces = np.empty((4, _ROOM), np.int64)
        self.counts = np.empty(1 << 14, np.uint8)
        self.weights, self.weights_source = np.empty(_SMALL, np.uint8), np.empty(_SMALL_SOURCE, np.uint8)
        self.lines = np.empty(2 * _SMALL_SOURCE // _LINE, np.int64)


_buffers = _Buffers()

_Weights = npt.NDArray[np.uint8]
_Pieces = npt.NDArray[np.int64]


def text_overlap(a: Bytes, b: Bytes, check: Check | None = None, advance: Advance | None = None) -> Overlap:
    """Compare two texts.

    Args:
        a: uint8 in one piece; may be a memory map.
        b: the same.
        check: asked every few milliseconds of work; what it raises ends the work.
        advance: told how many bytes more are done, of ``2 * (len(a) + len(b))`` in all.

    Returns:
        As ``overlap``, with the stretches that count only; both sides have as many equal bytes.
    """
    a, b = _plain(a), _plain(b)
    turned = _turned(a, b)
    target, source = (b, a) if turned else (a, b)
    found = counted(target, source, stretches_of(target, source, check, advance), check)
    if advance:
        advance(len(a) + len(b))
    order = np.argsort(found.source, kind="stable")
    other = Stretches(found.source[order], found.begin[order], found.length[order], found.equal[order])
    of_a, of_b = (other, found) if turned else (found, other)
    identical = len(a) == len(b) and found.kept == len(a) and np.array_equal(a, b)
    return Overlap(len(a), len(b), of_a, of_b, identical=identical)


def counted(target: Bytes, source: Bytes, stretches: Stretches, check: Check | None = None) -> Stretches:
    """Select the common stretches that count: parts in order, and moved parts of some size.

    Args:
        target: the text that is written as stretches.
        source: what they are taken from.
        stretches: see there; lengthened, cut and left out.
        check: asked every few milliseconds of work.
    """
    target, source = _plain(target), _plain(source)
    check = check or _go_on
    columns = np.array([stretches.begin, stretches.source, stretches.length, stretches.equal], np.int64)
    if len(target) <= _SMALL and len(source) <= _SMALL_SOURCE:
        small = _counted_small(target, source, columns)
        if small is not None:
            check()
            return small
    chosen = _chain(columns, check)
    pieces = _filled(target, source, columns[:, chosen], check)
    plain = pieces[:3, pieces[3] >= 0]
    if plain[2].sum() >= _CLEAR * len(source):  # the larger one
        weights, weights_source = (np.full(len(data), kernels.FULL, np.uint8) for data in (target, source))
        least = kernels.FULL * len(target)
    else:
        weights, weights_source, least = _weighed(target, source, plain, check)
    least //= _PROOF
    sides = target, source, weights, weights_source
    in_order = _taken(*sides, pieces, _parts(*sides, pieces, min(least, kernels.FULL * LEAST), check), check)
    columns[3] = -1
    left = np.ascontiguousarray(columns[:, ~chosen])
    moved = _taken(*sides, left, _parts(*sides, left, min(least, kernels.FULL * MOVED), check), check)
    lines = _lines(*sides, min(least, kernels.FULL * LINE), check)
    return _joined(np.concatenate((in_order, moved, lines), axis=1))


def _counted_small(target: Bytes, source: Bytes, columns: _Pieces) -> Stretches | None:
    """Run all steps at once; None where they need more room than there is."""
    bits, room = _bits(target), _buffers
    done, found = kernels.count_small(
        target,
        source,
        columns,
        bits,
        room.counts[: 1 << bits],
        room.weights[: len(target)],
        room.weights_source[: len(source)],
        room.lines,
        room.stack,
        room.ranges,
        room.pieces,
        room.found,
        _LIMITS,
        _CLEAR,
    )
    return Stretches(*found) if done else None


def _bits(target: Bytes) -> int:
    """Number of bits of an index into the table of counts."""
    return min(_MOST_BITS, max(8, len(target).bit_length() - 2))


def _joined(found: _Pieces) -> Stretches:
    """Sort stretches by the target and join those that continue one another."""
    begin, source, length, equal = found[:, np.argsort(found[0], kind="stable")]
    goes_on = (begin[1:] == begin[:-1] + length[:-1]) & (source[1:] == source[:-1] + length[:-1])
    first = np.flatnonzero(np.concatenate([[len(begin) > 0], ~goes_on]))
    if not len(first):
        return Stretches(begin, source, length, equal)
    return Stretches(
        begin[first], source[first], np.add.reduceat(length, first), np.add.reduceat(equal, first)
    )


def _plain(data: Bytes) -> Bytes:
    """Return the same bytes as a read-only array of the base class."""
    view = np.ascontiguousarray(data).view(np.ndarray)
    view.flags.writeable = False
    return view


def _go_on() -> None:
    """A check that never ends the work."""


def _turned(a: Bytes, b: Bytes) -> bool:
    """Tell whether b is the text that is written as stretches of the other."""
    if len(a) != len(b):
        return len(b) < len(a)
    for begin in range(0, len(a), _PART):
        part = slice(begin, begin + _PART)
        other = np.flatnonzero(a[part] != b[part])
        if len(other):
            return bool(b[begin + other[0]] < a[begin + other[0]])
    return False


def _weighed(
    target: Bytes, source: Bytes, plain: _Pieces, check: Callable[[], None]
) -> tuple[_Weights, _Weights, int]:
    """Weigh each byte of both texts by how often its word occurs in the first. Also returns the lighter one's total.

    Args:
        target: the first. What is syntax in one text of a program is so in another.
        source: the other one.
        plain: (3, n) begin, source and length of what is evidence whatever its words are: it isn't looked at.
        check: asked every few milliseconds of work.
    """
    bits = _bits(target)
    counts = np.zeros(1 << bits, np.uint8)
    every = max(1, len(target) // _COUNTED) * _PART
    for begin in range(0, len(target), every):
        kernels.count_words(target, begin, min(len(target), begin + _PART), counts, bits)
        check()
    both, totals = [], []
    for data, begins in ((target, plain[0]), (source, plain[1])):
        weights, total, at = np.empty(len(data), np.uint8), 0, 0
        for begin, length in (*zip(begins.tolist(), plain[2].tolist(), strict=True), (len(data), 0)):
            for first in range(at, begin, _PART):
                total += kernels.weigh(data, first, min(begin, first + _PART), counts, bits, weights)
                check()
            at = begin + length
            weights[begin:at] = kernels.FULL
            total += kernels.FULL * length
        both.append(weights)
        totals.append(total)
    return both[0], both[1], min(totals)


def _chain(stretches: _Pieces, check: Callable[[], None]) -> npt.NDArray[np.bool_]:
    """Find which of (4, n) stretches are on the heaviest chain in the order of both texts, (n,) bool."""
    _, source, length, equal = stretches
    count = len(source)
    chosen = np.zeros(count, np.bool_)
    slack = np.minimum(kernels.SLACK, length // 4)
    ends = source + length - slack
    order = np.argsort(ends, kind="stable")
    check()
    end_rank = np.empty(count, np.int32)
    end_rank[order] = np.arange(count, dtype=np.int32)
    begin_rank = np.searchsorted(ends[order], source + slack, side="right").astype(np.int32)
    check()
    best, who = np.zeros(count + 1, np.int64), np.full(count + 1, -1, np.int32)
    before = np.empty(count, np.int32)
    for first in range(0, count, _CHAINED):
        last = min(count, first + _CHAINED)
        kernels.chain(begin_rank, end_rank, equal, best, who, before, first, last)
        check()
    kernels.trace(best, who, before, chosen)
    return chosen


def _filled(target: Bytes, source: Bytes, pieces: _Pieces, check: Callable[[], None]) -> _Pieces:
    """Fill the gaps between the stretches of a chain, before the first and after the last too."""
    ends = np.array([[0, len(target)], [0, len(source)], [0, 0], [-1, -1]], np.int64)
    # chosen columns lie in the order of the other axis, for which the kernel would be compiled once more
    stretches = np.ascontiguousarray(np.concatenate((ends[:, :1], pieces, ends[:, 1:]), axis=1))
    pieces = np.empty((4, 3 * stretches.shape[1]), np.int64)
    pieces = pieces[:, : kernels.cut_plain(target, source, stretches, pieces)]
    state, filled = np.zeros(kernels.STATE, np.int64), _buffers.found
    blocks, done = [], False
    while not done:
        state[kernels.COUNT] = 0
        done = kernels.fill_gaps(target, source, pieces, filled, state, _STEP)
        blocks.append(filled[:, : int(state[kernels.COUNT])].copy())
        check()
    return np.concatenate(blocks, axis=1)


def _parts(
    target: Bytes,
    source: Bytes,
    weights: _Weights,
    weights_source: _Weights,
    pieces: _Pieces,
    least: int,
    check: Callable[[], None],
) -> _Pieces:
    """Find the parts in which equal bytes prevail and weigh enough: (2, n) begin and end."""
    state, stack = np.zeros(kernels.STATE, np.int64), _buffers.stack
    ranges, parts, done = _buffers.ranges, [], False
    while not done:
        state[kernels.COUNT] = 0
        done = kernels.find_parts(
            target,
            source,
            weights,
            weights_source,
            pieces,
            state,
            stack,
            ranges,
            max(1, least),
            NEEDED,
            _STEP,
        )
        parts.append(ranges[:, : int(state[kernels.COUNT])].copy())
        check()
    return np.concatenate(parts, axis=1)


def _lines(
    target: Bytes,
    source: Bytes,
    weights: _Weights,
    weights_source: _Weights,
    least: int,
    check: Callable[[], None],
) -> _Pieces:
    """Take the whole lines that are left, as (4, n) stretches; their bytes weigh nothing afterwards."""
    bits = max(4, (len(source) * kernels.FULL // max(1, least)).bit_length())
    bits = min(bits, max(4, (len(source) // _LINE).bit_length()))
    table = np.full(1 << bits, -1, np.int64)
    state, done = np.zeros(kernels.STATE, np.int64), False
    while not done:
        done = kernels.index_lines(source, weights_source, table, bits, state, max(1, least), _STEP)
        check()
    state, found = np.zeros(kernels.STATE, np.int64), _buffers.found
    blocks, done = [], False
    while not done:
        state[kernels.COUNT] = 0
        done = kernels.take_lines(
            target, source, weights, weights_source, table, bits, state, found, max(1, least), _STEP
        )
        blocks.append(found[:, : int(state[kernels.COUNT])].copy())
        check()
    return np.concatenate(blocks, axis=1)


def _taken(
    target: Bytes,
    source: Bytes,
    weights: _Weights,
    weights_source: _Weights,
    pieces: _Pieces,
    ranges: _Pieces,
    check: Callable[[], None],
) -> _Pieces:
    """Take the stretches of some parts, (4, n); their bytes weigh nothing afterwards."""
    state, found = np.zeros(kernels.STATE, np.int64), _buffers.found
    blocks, done = [], False
    while not done:
        state[kernels.COUNT] = 0
        done = kernels.take_parts(
            target, source, weights, weights_source, pieces, ranges, state, found, _STEP
        )
        blocks.append(found[:, : int(state[kernels.COUNT])].copy())
        check()
    return np.concatenate(blocks, axis=1)

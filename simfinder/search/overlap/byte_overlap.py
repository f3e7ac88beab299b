"""Bytes that two contents have in common: how much of each can be had from the other, and where.

In either direction one side is walked from its beginning and written as stretches of the other, block moves free: the
current stretch is preferred, and left only for an exact match in which it would have more than eight bytes wrong
(Percival's rule for differences of programs). What lies between two exact matches is given to the stretch before and
the one behind as long as equal bytes lead, so that changes of single bytes cost just those. Matches are found by an
index of 8-byte windows of the other side, every second one; of every window up to eight positions are tried, and what
such a window misses of a match before it is added.

Time is linear. Memory is up to ten bytes for each byte of a side of up to 4 MB; beyond that windows are up to eight
bytes apart, and from 64 MB on so far that the index takes 170 MB (640 bytes apart at 5 GB): then some matches hardly
longer than that distance are missed, unless a stretch continues into them. Nothing is counted that is not there. Beyond
four million stretches the smaller ones are counted but not listed.

Padding, meaning runs of at least ``PADDING`` equal bytes, proves nothing: it counts neither as kept nor in the sizes,
unless both contents are nothing else. So two disk images of different files have nothing in common, though nearly all
of both is zeros. If single bytes of it are changed in one of the contents, so that it is no padding there, it is
content in both.

The figure people see is 2 · min(bytes of a that b has, bytes of b that a has) / (both sizes).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from simfinder.search.overlap import byte_kernels as kernels

_STRIDE = 2  # least distance of indexed windows
_WINDOWS = 1 << 21  # beyond so many the index exceeds the cache: up to every eighth window only
_STRIDE_OF_LARGE = 8
# four times as many take twice as long and find the same in versions of 150 MB of text; the index can hold 2^25 - 2
_MOST_WINDOWS = 1 << 23
_SPARED = 8
WINDOW = _SPARED + 1
"""Least bytes of an exact match; on sides above 4 MB some shorter than 16 are missed."""

PADDING = 256
"""Equal bytes in a row that make padding. On the open corpus 64 to 512 make no difference (mean error to the truth,
which counts padding, .006; .0036 with all of it): small ELF files lose it, and hardly anything else has any.
"""

_WALKED = 1 << 18  # bytes written between two calls of ``check``: 50 ms at 5 MB/s
_LEAST_WALKED = 1 << 11  # if it may end early; a stretch goes back by no more without being seen
_INDEXED = 1 << 16  # windows
_CLEARED = 1 << 20  # slots
SMALL = 1 << 16
"""Bytes of a content up to which many are written in one call."""

_COUNTED = 1 << 24  # bytes
_LOOKED = 1 << 22  # bytes searched for padding
_KEPT = 1 << 22  # most numbers in a buffer that a thread keeps for the next pair
_STRETCHES = 1 << 13  # found in one go
_MOST_STRETCHES = 1 << 22  # 128 MB per direction

Bytes = npt.NDArray[np.uint8]
Check = Callable[[], None]
Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """What one side has from the other, as parallel int64 arrays in the order of the one side, without overlap there.

    Attributes:
        begin: where each stretch begins in the side that is written.
        source: where it begins in the other.
        length: bytes.
        equal: bytes of them that are equal and no padding.
        unlisted: equal bytes of the stretches left out because there were too many.
    """

    begin: npt.NDArray[np.int64]
    source: npt.NDArray[np.int64]
    length: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]
    unlisted: int = 0

    @property
    def kept(self) -> int:
        """Equal bytes of all stretches."""
        return int(self.equal.sum()) + self.unlisted

    def kept_from(self, least: int) -> int:
        """Count the equal bytes of the listed stretches that have at least ``least``.

        In two large texts of one language chance alone keeps a lot (0.34 of 100 kB, 0.63 of 1 MB of Python sources),
        all of it in short stretches.
        """
        return int(self.equal[self.equal >= least].sum())

    def __len__(self) -> int:
        return len(self.begin)


@dataclass(frozen=True, slots=True, eq=False)
class Ranges:
    """Parts that mostly match, as parallel int64 arrays in the order of the side that is written.

    Attributes:
        begin, end: of each part in the side that is written.
        source, source_end: of its counterpart in the other.
        equal: bytes that are equal and no padding; never 0.
    """

    begin: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    source: npt.NDArray[np.int64]
    source_end: npt.NDArray[np.int64]
    equal: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.begin)


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """What two contents have in common.

    Attributes:
        size_a, size_b: bytes without padding.
        of_a: a written as stretches of b.
        of_b: b written as stretches of a.
        same_place: equal bytes at the same position if both are of one size, else 0; as often as they occur in both.
        same_sizes: bytes of both without padding, as ``same_place`` defines padding.
        identical: the contents are equal byte by byte.
    """

    size_a: int
    size_b: int
    of_a: Stretches
    of_b: Stretches
    same_place: int = 0
    same_sizes: int = 0
    identical: bool = False

    @property
    def similarity(self) -> float:
        """Share of content in common, 0..1; below 1.0 unless the contents are equal."""
        if self.identical:
            return 1.0
        kept, total = self.of_both
        return (
            min(kept, total - 1) / total if kept else 0.0
        )  # reordered blocks are all there, yet the contents differ

    @property
    def of_both(self) -> tuple[int, int]:
        """Bytes that both have, each side counting the smaller of the two; and the bytes of both."""
        kept, total = 2 * min(self.of_a.kept, self.of_b.kept), self.size_a + self.size_b
        if 2 * self.same_place >= self.same_sizes and self.same_place * total > kept * self.same_sizes:
            return self.same_place, self.same_sizes
        return kept, total

    @property
    def containment(self) -> float:
        """Share of the smaller one that the larger one has, 0..1; of equal sizes the larger share."""
        if self.identical:
            return 1.0
        a, b = self.of_a.kept / max(1, self.size_a), self.of_b.kept / max(1, self.size_b)
        if self.size_a == self.size_b:
            return max(a, b)
        return a if self.size_a < self.size_b else b


def warm_up() -> None:
    """Compile or load every kernel that this module uses."""
    one = np.concatenate((np.zeros(2 * PADDING, np.uint8), np.arange(2 * PADDING).astype(np.uint8)))
    other = one.copy()
    other[-1] = 0
    overlap(one, other)  # almost equal, with padding
    overlap(one[:-1], other)
    StretchFinder(one).kept_of([other], least=0.5, proof=0)


def overlap(a: Bytes, b: Bytes, check: Check | None = None, advance: Advance | None = None) -> Overlap:
    """Compare two contents byte by byte.

    Args:
        a: uint8 in one piece; may be a memory map.
        b: the same.
        check: called every few milliseconds of work; may raise to stop.
        advance: receives how many bytes more are done, of ``2 * (len(a) + len(b))`` in all.
    """
    a, b = _plain(a), _plain(b)
    tick = _Tick(check, advance)
    same = 0
    if len(a) == len(b):
        for begin in range(0, len(a), _COUNTED):
            same += kernels.equal_places(a, b, begin, min(len(a), begin + _COUNTED))
            tick(0)
    nearly = len(a) == len(b) and len(a) - same < WINDOW  # no match can take over
    padding = _padding(a, tick), _padding(b, tick)
    if padding == (len(a), len(b)):
        padding = 0, 0
    of_a, size_a = _walked(a, _Index(b, tick, nothing=nearly), padding[0], tick)
    of_b, size_b = _walked(b, _Index(a, tick, nothing=nearly), padding[1], tick)
    place, sizes = 2 * same, len(a) + len(b) if same else 0
    if same and padding != (0, 0):
        in_a, all_a = _at_place(a, b, same, padding[0], tick)
        in_b, all_b = _at_place(b, a, same, padding[1], tick)
        place, sizes = 2 * min(in_a, in_b), all_a + all_b
    return Overlap(size_a, size_b, of_a, of_b, place, sizes, len(a) == len(b) == same)


def as_stretches(
    target: Bytes, source: Bytes, check: Check | None = None, advance: Advance | None = None
) -> Stretches:
    """Write one content as stretches of another; ``advance`` receives ``len(target) + len(source)`` in all."""
    return StretchFinder(source, check, advance).find(target, check, advance)[0]


def stretches_of(
    target: Bytes, source: Bytes, check: Check | None = None, advance: Advance | None = None
) -> Stretches:
    """Like ``as_stretches``, including padding."""
    target, source, tick = _plain(target), _plain(source), _Tick(check, advance)
    return _walked(target, _Index(source, tick), 0, tick)[0]


class StretchFinder:
    """Write any number of contents as stretches of one, whose windows are indexed once.

    Args:
        source: uint8 in one piece.
        check: called every few milliseconds of work.
        advance: receives how many bytes more are done, of ``len(source)`` in all.

    Attributes:
        size: bytes of the source without padding.
    """

    def __init__(self, source: Bytes, check: Check | None = None, advance: Advance | None = None) -> None:
        tick = _Tick(check, advance)
        self._source = _plain(source)
        self.size = len(self._source) - _padding(self._source, tick)
        self._index = _Index(self._source, tick, own=True)

    def find(
        self,
        target: Bytes,
        check: Check | None = None,
        advance: Advance | None = None,
        *,
        least: float = 0.0,
        proof: int = 0,
    ) -> tuple[Stretches, int]:
        """Return a content as stretches of this one, and its size without padding.

        Args:
            target: uint8 in one piece.
            check: called every few milliseconds of work.
            advance: receives how many bytes more are done, of ``len(target)`` in all.
            least: requested share of the target. Once the stretches of ``proof`` bytes and more can't reach it, the
                rest is skipped: then fewer stretches are returned than there are.
            proof: see ``least``.
        """
        target, tick = _plain(target), _Tick(check, advance)
        padding = _padding(target, tick)
        if padding == len(target) and not self.size:
            padding = 0
        wanted = round(least * (len(target) - padding))
        return _walked(target, self._index, padding, tick, wanted, proof)

    def kept_of(
        self, targets: Sequence[Bytes], *, least: float, proof: int, check: Check | None = None
    ) -> npt.NDArray[np.int64]:
        """Return how much of contents lies in this one, as ``find`` and ``kept_from`` have it; in one call for many.

        Args:
            targets: uint8 in one piece each, of ``SMALL`` bytes at most.
            least: see ``find``.
            proof: see ``find``.
            check: called every few milliseconds of work.

        Returns:
            (n,) bytes; -1 where ``find`` has to be asked, as there is padding.
        """
        offsets = np.zeros(len(targets) + 1, np.int64)
        np.cumsum([len(target) for target in targets], out=offsets[1:])
        kept = np.full(len(targets), -1, np.int64)
        if not len(targets):
            return kept
        wanted = np.rint(least * np.diff(offsets)).astype(np.int64)
        limits = np.array([_SPARED, proof, PADDING, _LEAST_WALKED], np.int64)
        packed, index = _plain(np.concatenate(targets)), self._index
        calls = np.searchsorted(offsets, np.arange(0, offsets[-1] + 1, SMALL)).tolist()
        for begin, end in pairwise([*calls, len(targets)]):
            kernels.walk_parts(
                packed,
                offsets[begin : end + 1],
                wanted[begin:end],
                self._source,
                index.step,
                index.bits,
                index.heads,
                index.chain,
                _buffers.found,
                limits,
                kept[begin:end],
            )
            if check:
                check()
        return kept


def ranges(stretches: Stretches, most: int, near: int = 64) -> Ranges:
    """Return the parts that match, for display: neighbours that continue in both contents are merged.

    Args:
        stretches: what one side has from the other.
        most: most ranges to return; those with the most equal bytes stay.
        near: most bytes between two stretches, on either side, to merge them.
    """
    begin, source = stretches.begin, stretches.source
    end, source_end = begin + stretches.length, source + stretches.length
    skipped = source[1:] - source_end[:-1]
    new = (begin[1:] - end[:-1] > near) | (skipped < 0) | (skipped > near)
    first = np.flatnonzero(np.concatenate([[len(begin) > 0], new]))
    last = np.concatenate([first[1:], [len(begin)]]) - 1
    equal = np.add.reduceat(stretches.equal, first) if len(first) else stretches.equal
    keep = np.argsort(-equal, kind="stable")[:most]
    keep = np.sort(keep[equal[keep] > 0])  # the rest is padding
    first, last = first[keep], last[keep]
    return Ranges(begin[first], end[last], source[first], source_end[last], equal[keep])


def padding_runs(data: Bytes, most: int, check: Check) -> list[tuple[int, int]]:
    """Return begin and end of the longest runs of padding, in their order; some long ones as two that touch.

    Args:
        data: of any size.
        most: number of runs.
        check: called every few milliseconds.
    """
    found: list[tuple[int, int]] = []
    for at in range(0, len(data), _LOOKED):
        check()
        piece = data[at : at + _LOOKED]
        edges = np.concatenate(([0], np.flatnonzero(piece[1:] != piece[:-1]) + 1, [len(piece)]))
        long = np.flatnonzero(np.diff(edges) >= PADDING)
        found += [(at + int(edges[i]), at + int(edges[i + 1])) for i in long.tolist()]
        if len(found) > most:
            found = sorted(found, key=lambda run: run[0] - run[1])[:most]
    return sorted(found)


class _Tick:
    """Called between two steps: checks and advances."""

    def __init__(self, check: Check | None, advance: Advance | None) -> None:
        self._check, self._advance = check, advance

    def __call__(self, done: int) -> None:
        if self._check:
            self._check()
        if self._advance and done:
            self._advance(done)


class _Buffers(threading.local):
    """Memory that a thread keeps for the next comparison, so that small pairs need no new allocation."""

    def __init__(self) -> None:
        self.heads = np.zeros(0, np.uint32)
        self.chain = np.zeros(0, np.uint32)
        self.found = np.zeros((4, _STRETCHES), np.int64)

    def index_of(self, windows: int, bits: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """Return slots and chains for any content."""
        slots = 1 << bits
        if slots > _KEPT:
            return np.empty(slots, np.uint32), np.empty(windows, np.uint32)
        if slots > len(self.heads):
            self.heads, self.chain = np.empty(slots, np.uint32), np.empty(slots, np.uint32)
        return self.heads[:slots], self.chain


_buffers = _Buffers()


def _plain(data: Bytes) -> Bytes:
    """Return the same bytes as a read-only array of the base class."""
    view = np.ascontiguousarray(data).view(np.ndarray)
    view.flags.writeable = False
    return view


def _step(size: int) -> int:
    """Return the distance of indexed windows for a side of some size."""
    quick = min(_STRIDE_OF_LARGE, -(-size // _WINDOWS))
    return max(_STRIDE, quick, -(-size // _MOST_WINDOWS))


class _Listed:
    """Stretches found so far, without the padding of the side that is written."""

    def __init__(self, target: Bytes, source: Bytes, padding: int, tick: _Tick) -> None:
        self._target, self._source, self._padding, self._tick = target, source, padding, tick
        self._search = np.zeros(kernels.PADDING_STATE, np.int64)
        self._blocks: list[npt.NDArray[np.int64]] = []
        self._count = 0
        self._unlisted = 0

    def add(self, block: npt.NDArray[np.int64]) -> None:
        """Add columns of begin, source, length and equal bytes; if there are too many, the larger half stays."""
        block = block.copy()
        if self._padding:
            self._search[kernels.STRETCH] = 0
            while not kernels.without_padding(
                self._target, self._source, block, block.shape[1], PADDING, self._search, _LOOKED
            ):
                self._tick(0)
        self._blocks.append(block)
        self._count += block.shape[1]
        if self._count > _MOST_STRETCHES:
            every = self._joined()
            least = np.argsort(every[3], kind="stable")[: self._count // 2]
            self._unlisted += int(every[3, least].sum())
            self._blocks = [np.delete(every, least, axis=1)]
            self._count -= len(least)

    def _joined(self) -> npt.NDArray[np.int64]:
        return self._blocks[0] if len(self._blocks) == 1 else np.concatenate(self._blocks, axis=1)

    @property
    def size(self) -> int:
        """Bytes of the target without padding."""
        return len(self._target) - self._padding + int(self._search[kernels.CONTENT])

    def stretches(self) -> Stretches:
        """Return all stretches; the last call to this object."""
        begin, source, length, equal = self._joined()
        return Stretches(begin, source, length, equal, self._unlisted)


def _padding(data: Bytes, tick: _Tick) -> int:
    """Count the bytes of a content that are padding."""
    state, count = np.zeros(kernels.PADDING_STATE, np.int64), 0
    while state[kernels.SCAN] < len(data):
        count += kernels.padding(data, PADDING, state, _LOOKED)
        tick(0)
    return count


def _at_place(target: Bytes, source: Bytes, same: int, padding: int, tick: _Tick) -> tuple[int, int]:
    """Return the equal bytes at the same position without padding, of ``same`` with it; and the size without it."""
    listed = _Listed(target, source, padding, tick)
    listed.add(np.array([[0], [0], [len(target)], [same]], np.int64))
    return listed.stretches().kept, listed.size


class _Index:
    """The windows of a content.

    Args:
        source: the content.
        tick: called now and then.
        own: keep it beyond this thread's next comparison.
        nothing: index nothing, for contents that are nearly equal.
    """

    def __init__(self, source: Bytes, tick: _Tick, *, own: bool = False, nothing: bool = False) -> None:
        self.source = source
        self.step = step = _step(len(source))
        none = nothing or len(source) < kernels.WINDOW
        self.windows = windows = 0 if none else (len(source) - kernels.WINDOW) // step + 1
        self.bits = min(kernels.MOST_BITS, windows.bit_length() + 1)
        self.heads, self.chain = (_Buffers() if own else _buffers).index_of(windows, self.bits)
        # touching memory first costs more than all work done in it
        for begin in range(0, len(self.heads), _CLEARED):
            self.heads[begin : begin + _CLEARED].fill(0)
            tick(0)
        state = np.zeros(kernels.STATE, np.int64)
        state[kernels.LEFT] = left = windows
        while left:
            kernels.index(source, step, self.bits, self.heads, self.chain, state, _INDEXED)
            done = left - int(state[kernels.LEFT])
            left -= done
            tick(done * step if left else len(source) - (windows - done) * step)
        if not windows:
            tick(len(source))


def _walked(
    target: Bytes, index: _Index, padding: int, tick: _Tick, wanted: int = 0, proof: int = 0
) -> tuple[Stretches, int]:
    """Write one content, with so much padding, as stretches of an indexed one; return its size without padding too.

    Ends early once stretches of ``proof`` bytes and more can't reach ``wanted`` bytes.
    """
    source, found = index.source, _buffers.found
    listed = _Listed(target, source, padding, tick)
    state = np.zeros(kernels.STATE, np.int64)
    most = min(_WALKED, max(_LEAST_WALKED, len(target) // 16)) if wanted else _WALKED
    at, ended, listed_so_far = 0, False, 0
    while not ended:
        ended = kernels.walk(
            target, source, index.step, index.bits, index.heads, index.chain, state, found, _SPARED, most
        )
        done = int(state[kernels.AT]) - at
        at, count = int(state[kernels.AT]), int(state[kernels.COUNT])
        if wanted and not ended:
            equal = found[3, :count]
            going_on = int(equal[-1]) if count else 0
            kept = int(equal[:-1][equal[:-1] >= proof].sum()) + going_on + int(state[kernels.EQUAL])
            if listed_so_far + kept + len(target) - at + _LEAST_WALKED < wanted:
                done, ended = len(target) - at + done, True
        tick(done)
        if count > found.shape[1] - kernels.ROOM:
            block = found[:, : count - 1]
            listed_so_far += int(block[3][block[3] >= proof].sum())
            listed.add(block)
            found[:, 0] = found[:, count - 1]  # the next stretch may continue it
            state[kernels.COUNT] = 1
    listed.add(found[:, : int(state[kernels.COUNT])])
    return listed.stretches(), listed.size

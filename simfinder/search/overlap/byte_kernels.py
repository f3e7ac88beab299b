"""Compiled steps of writing one content as stretches of another (see ``byte_overlap``, which owns the buffers).

The work is cut into calls of a few milliseconds each: where it stopped is kept in an array of numbers, so that the
caller can check for a cancel in between. Nothing is allocated here. All kernels stay in one module: the cache of
compiled code does not see a change of a kernel elsewhere.

The index has one slot for two windows or more. A slot holds the first window of its chain and six bits of its hash, and
whether the chain has windows with other such bits: for nearly all positions that match nothing, one look-up is enough.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir

from simfinder.arrays.jit import intrinsic, njit, types

WINDOW = 8
"""Bytes of a window of the index."""

MOST_BITS = 26
"""Most bits of a slot number."""

FAR = 1 << 16
"""Bytes that a match is followed before it is taken. The rest is found when the stretch continues."""

BACK = 1 << 20
"""Bytes that a stretch is followed backwards at most."""

DROP = 256
"""Going backwards ends where unequal bytes lead by this many more than at the best position."""

ROOM = 4
"""Stretches for which there must be room for a walk to go on."""

TRIED = 8
"""Most positions of a window to try."""

_HOPS = 32  # most entries of a chain to look at, including those of other hashes
_AHEAD = (
    32  # windows by which slots are fetched early: indexing takes a third of the time, the walk four fifths
)
_RUN = 1 << 16  # bytes by which the current stretch continues in one step
_NUMBER = np.int64((1 << 25) - 1)
_MIXED = np.int64(1 << 31)
_TAG = np.int64(63)  # five bits of a hash and one for "there is an entry"
_TAKEN = np.int64(32)
_BITS = np.int64(31)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_LOW = np.uint64(0x7F7F7F7F7F7F7F7F)
_ONES = np.uint64(0x0101010101010101)
_BYTE = np.uint64(255)

# Where the work stopped, and what is known of the current stretch since `WRITTEN`.
AT, WRITTEN, SHIFT, COUNT, EQUAL, LEAD, LENGTH, KEPT, LEFT = range(9)
STATE = 9
"""Numbers in the array that says where the work stopped; all 0 at first, ``LEFT`` the windows to be indexed."""

# Where the search for padding stopped: the last piece found, whether it continues, and the current stretch.
SCAN, BEGIN, END, GOES_ON, STRETCH, CONTENT = range(6)
PADDING_STATE = 6
"""Numbers in the array that says where the search for padding stopped; all 0 at first. ``CONTENT`` counts bytes of
padding that count as content in the current pair.
"""

_PIECE = 1 << 22  # bytes of padding reported at a time


def _load_eight(_context: Any, data: Any, _at: Any) -> Any:
    """Read eight bytes from a position on as a number, in one load; the caller makes sure they are there.

    Combining ``data[at]`` to ``data[at + 7]`` makes the whole comparison take three times as long, because each index
    is tested for being negative.
    """

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        return builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)

    return types.uint64(data, types.int64), load


_eight: Any = intrinsic(_load_eight)


def _load_item(_context: Any, data: Any, _at: Any) -> Any:
    """Read the item at a non-negative index. ``data[at]`` tests that; with it the walk takes a tenth longer."""

    def load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.load(builder.gep(array.data, [arguments[1]]))

    return data.dtype(data, types.int64), load


_item: Any = intrinsic(_load_item)


def _prefetch_item(_context: Any, data: Any, _at: Any) -> Any:
    """Have an item brought into the processor's cache, for it is needed soon; the program does not wait for it."""

    def fetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", fnty=kind)
        place = builder.bitcast(builder.gep(array.data, [arguments[1]]), byte)
        to_read, to_stay, no_code = number(0), number(3), number(1)
        builder.call(prefetch, [place, to_read, to_stay, no_code])
        return context.get_dummy_value()

    return types.void(data, types.int64), fetch


_prefetch: Any = intrinsic(_prefetch_item)


@njit(nogil=True, cache=True)
def _zero_bytes(word: Any) -> Any:  # pragma: no cover - compiled
    """Count the zero bytes among the eight of a number."""
    some = (word & _LOW) + _LOW | word | _LOW  # all bits but the top bits of zero bytes
    return np.int64((~some >> np.uint64(7)) * _ONES >> np.uint64(56))


@njit(nogil=True, cache=True)
def _hash(data: np.ndarray, at: Any) -> Any:  # pragma: no cover - compiled
    """Mix the window at a position one to one; the top bits are the best."""
    return _eight(data, at) * _MIX


@njit(nogil=True, cache=True)
def _tag(mixed: Any, down: Any) -> Any:  # pragma: no cover - compiled
    """Return the tag stored beside a window's number in its slot."""
    return np.int64(mixed >> (down - np.uint64(5))) & _BITS | _TAKEN


@njit(nogil=True, cache=True)
def _run(a: np.ndarray, i: Any, b: np.ndarray, j: Any, most: Any) -> Any:  # pragma: no cover - compiled
    """Return the length of the equal run from two positions on, up to ``most``."""
    most = min(most, a.size - i, b.size - j)
    n: Any = np.int64(0)
    while n + 8 <= most and _eight(a, i + n) == _eight(b, j + n):
        n += 8
    while n < most and _item(a, i + n) == _item(b, j + n):
        n += 1
    return n


@njit(nogil=True, cache=True)
def _equal(a: np.ndarray, i: Any, b: np.ndarray, j: Any, length: Any) -> Any:  # pragma: no cover - compiled
    """Count the equal bytes of two stretches, both inside."""
    count: Any = np.int64(0)
    k: Any = np.int64(0)
    while k + 8 <= length:
        count += _zero_bytes(_eight(a, i + k) ^ _eight(b, j + k))
        k += 8
    while k < length:
        count += _item(a, i + k) == _item(b, j + k)
        k += 1
    return count


@njit(nogil=True, cache=True)
def equal_places(a: np.ndarray, b: np.ndarray, begin: int, end: int) -> int:  # pragma: no cover - compiled
    """Count the positions from ``begin`` to ``end`` at which two contents have the same byte."""
    first = np.int64(begin)
    count: int = _equal(a, first, b, first, np.int64(end) - first)
    return count


@njit(nogil=True, cache=True)
def _better(
    target: np.ndarray, i: Any, source: np.ndarray, at: Any, length: Any, spared: Any
) -> Any:  # pragma: no cover - compiled
    """Tell whether more than ``spared`` bytes of a stretch are unequal; bytes behind the end of the source are."""
    inside = min(length, source.size - at)
    unequal: Any = length - max(np.int64(0), inside)
    k: Any = np.int64(0)
    while k + 8 <= inside and unequal <= spared:
        unequal += 8 - _zero_bytes(_eight(target, i + k) ^ _eight(source, at + k))
        k += 8
    while k < inside and unequal <= spared:
        unequal += _item(target, i + k) != _item(source, at + k)
        k += 1
    return unequal > spared


@njit(nogil=True, cache=True)
def _backward(
    target: np.ndarray, begin: Any, end: Any, source: np.ndarray, at: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Return how far a stretch that ends at ``end`` goes back while equal bytes lead, and its equal bytes."""
    most = min(end - begin, at, np.int64(BACK))
    equal: Any = np.int64(0)
    best: Any = np.int64(0)
    length: Any = np.int64(0)
    kept: Any = np.int64(0)
    k: Any = np.int64(0)
    lead: Any = np.int64(0)
    while k < most and lead >= best - DROP and lead + most - k > best:
        if k + 8 <= most:
            same = _zero_bytes(_eight(target, end - k - 8) ^ _eight(source, at - k - 8))
            if same == 8 or (
                lead + same <= best and lead - 8 >= best - DROP
            ):  # none of these positions can be the best
                k += 8
                equal += same
                lead += 2 * same - 8
                if lead > best:
                    best, length, kept = lead, k, equal
                continue
        for _ in range(min(np.int64(8), most - k)):
            k += 1
            if _item(target, end - k) == _item(source, at - k):
                equal += 1
                lead += 1
                if lead > best:
                    best, length, kept = lead, k, equal
            else:
                lead -= 1
                if lead < best - DROP:
                    break
    return length, kept


@njit(nogil=True, cache=True)
def _split(
    target: np.ndarray, begin: Any, source: np.ndarray, old: Any, new: Any, length: Any
) -> Any:  # pragma: no cover - compiled
    """Return how many bytes that two stretches claim (at ``old`` and ``new`` of the source) the first one gets."""
    lead: Any = np.int64(0)
    best: Any = np.int64(0)
    cut: Any = np.int64(0)
    for k in range(length):
        byte = _item(target, begin + k)
        lead += np.int64(byte == _item(source, old + k)) - np.int64(byte == _item(source, new + k))
        if lead > best:
            best, cut = lead, np.int64(k + 1)
    return cut


@njit(nogil=True, cache=True)
def _put(
    found: np.ndarray, count: Any, begin: Any, source: Any, length: Any, equal: Any
) -> Any:  # pragma: no cover - compiled
    """Append a stretch, or lengthen the last one if it continues that; return how many there are now."""
    last = count - 1
    if count and found[0, last] + found[2, last] == begin and found[1, last] + found[2, last] == source:
        found[2, last] += length
        found[3, last] += equal
        return count
    found[0, count] = begin
    found[1, count] = source
    found[2, count] = length
    found[3, count] = equal
    return count + 1


@njit(nogil=True, cache=True)
def index(
    source: np.ndarray,
    step: int,
    bits: int,
    heads: np.ndarray,
    chain: np.ndarray,
    state: np.ndarray,
    most: int,
) -> None:  # pragma: no cover - compiled
    """Index at most ``most`` more windows, the last one first; of a run of equal windows only the first stays.

    Args:
        source: content to index; ``state[LEFT]`` of its windows are left.
        step: bytes from a window to the next one.
        bits: of a slot number.
        heads: slots, 0 at first.
        chain: for each window what its slot held before.
        state: where the work stopped.
        most: windows.
    """
    down = np.uint64(64 - bits)
    number: Any = np.int64(state[LEFT])
    end = max(np.int64(0), number - most)
    before: Any = np.uint64(0)
    follows = number * step + WINDOW <= source.size  # not the first call
    if follows:
        before = _hash(source, number * step)
    while number > end:
        number -= 1
        if number >= _AHEAD:
            _prefetch(heads, np.int64(_hash(source, (number - _AHEAD) * step) >> down))
        mixed = _hash(source, number * step)
        slot = np.int64(mixed >> down)
        tag = _tag(mixed, down)
        entry = np.int64(_item(heads, slot))
        if follows and mixed == before:
            chain[number] = _item(chain, number + 1)
            heads[slot] = np.uint32((entry & ~_NUMBER) | number + 1)
        else:
            chain[number] = np.uint32(entry)
            other = np.int64(entry != 0) & np.int64(
                (entry >> 25 & _TAG) != tag
            )  # no branch: it would be mispredicted
            heads[slot] = np.uint32(entry & _MIXED | other << 31 | tag << 25 | number + 1)
        before = mixed
        follows = True
    state[LEFT] = number


@njit(nogil=True, cache=True)
def _next(
    target: np.ndarray, i: Any, end: Any, source: np.ndarray, shift: Any, down: Any, heads: np.ndarray
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Return the next position that may be in the index and its slot's entry, or 0 if the stretch is equal up to there.

    Nearly all positions are skipped, and every branch is then predicted right, so that no look-up waits for the one
    before: a branch for an empty slot makes it take twice as long.
    """
    inside = source.size - shift
    known = target.size - WINDOW - _AHEAD
    while i < end:
        if i <= known:
            _prefetch(heads, np.int64(_hash(target, i + _AHEAD) >> down))
        if i < inside and _item(target, i) == _item(source, i + shift):
            return i, np.int64(0)
        mixed = _hash(target, i)
        entry = np.int64(_item(heads, np.int64(mixed >> down)))
        if entry >> 25 == _tag(mixed, down) or entry >= _MIXED:
            return i, entry
        i += 1
    return i, np.int64(0)


@njit(nogil=True, cache=True)
def _longest(
    target: np.ndarray, i: Any, source: np.ndarray, step: Any, entry: Any, down: Any, chain: np.ndarray
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Return the longest match among the windows of a chain, up to ``FAR``, and where it is; 0 if there is none."""
    tag = _tag(_hash(target, i), down)
    length: Any = np.int64(0)
    place: Any = np.int64(0)
    tried = 0
    for _ in range(_HOPS):
        if entry >> 25 & _TAG == tag:
            at = ((entry & _NUMBER) - 1) * step
            if length == 0 or (
                at + length < source.size
                and i + length < target.size
                and _item(source, at + length) == _item(target, i + length)
            ):
                run = _run(target, i, source, at, np.int64(FAR))
                if run > length:
                    length, place = run, at
            tried += 1
        elif entry < _MIXED:
            break
        entry = np.int64(_item(chain, (entry & _NUMBER) - 1))
        if entry == 0 or tried == TRIED or length == FAR:
            break
    return length, place


@njit(nogil=True, cache=True)
def walk(
    target: np.ndarray,
    source: np.ndarray,
    step: int,
    bits: int,
    heads: np.ndarray,
    chain: np.ndarray,
    state: np.ndarray,
    found: np.ndarray,
    spared: int,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Write the target as stretches of the source, from where the work stopped.

    Args:
        target: content to write.
        source: content it is written from, indexed.
        step: bytes from a window of the index to the next one.
        bits: of a slot number of the index.
        heads: slots of the index.
        chain: its chains.
        state: where the work stopped.
        found: (4, n) int64: begin, source, length and equal bytes of each stretch, ``state[COUNT]`` so far.
        spared: the current stretch gives way to a match if more than so many bytes would be unequal in it.
        most: bytes, about.

    Returns:
        Whether the end is reached. If not, either ``most`` bytes are done, or ``found`` has no room for ``ROOM`` more.
    """
    down = np.uint64(64 - bits)
    room = np.int64(found.shape[1] - ROOM)
    i: Any = np.int64(state[AT])
    written: Any = np.int64(state[WRITTEN])  # the target is written up to here
    shift: Any = np.int64(
        state[SHIFT]
    )  # position in the source minus that in the target, of the current stretch
    count: Any = np.int64(state[COUNT])
    equal: Any = np.int64(state[EQUAL])  # equal bytes of the current stretch, since `written`
    lead: Any = np.int64(state[LEAD])  # the greatest lead of equal over unequal bytes, at its best end
    length: Any = np.int64(state[LENGTH])  # up to that end
    kept: Any = np.int64(state[KEPT])  # equal bytes up to there
    last = np.int64(target.size - WINDOW)
    stop = min(np.int64(target.size), i + most)
    while i < stop and count <= room:
        at = i + shift
        if at < source.size and _item(target, i) == _item(source, at):
            run = _run(target, i, source, at, np.int64(_RUN))
            i += run
            equal += run
            if 2 * equal - (i - written) > lead:
                lead, length, kept = 2 * equal - (i - written), i - written, equal
            continue
        if i > last:
            i += 1
            continue
        i, entry = _next(target, i, min(stop, last + 1), source, shift, down, heads)
        if entry == 0:
            continue
        at = i + shift
        match, place = _longest(target, i, source, np.int64(step), entry, down, chain)
        before = np.int64(0)  # bytes of the match before a window in the index
        reach = min(np.int64(step), min(i - written, place) + 1)
        while before + 1 < reach and _item(target, i - before - 1) == _item(source, place - before - 1):
            before += 1
        if match + before <= spared or not _better(
            target, i - before, source, at - before, match + before, np.int64(spared)
        ):
            i += 1
            continue
        new, kept_new = _backward(target, written, i, source, place)
        shared = length + new - (i - written)
        if shared > 0:
            begin = i - new
            cut = _split(target, begin, source, begin + shift, place - new, shared)
            kept -= _equal(target, begin + cut, source, begin + cut + shift, shared - cut)
            kept_new -= _equal(target, begin, source, place - new, cut)
            length -= shared - cut
            new -= cut
        if length:
            count = _put(found, count, written, written + shift, length, kept)
        count = _put(found, count, i - new, place - new, new + match, kept_new + match)
        i += match
        written, shift = i, place + match - i
        equal, lead, length, kept = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    ended = i >= target.size
    if ended and length:
        count = _put(found, count, written, written + shift, length, kept)
        length = np.int64(0)
    state[AT], state[WRITTEN], state[SHIFT], state[COUNT] = i, written, shift, count
    state[EQUAL], state[LEAD], state[LENGTH], state[KEPT] = equal, lead, length, kept
    return ended


@njit(nogil=True, cache=True)
def _next_padding(
    data: np.ndarray, least: Any, state: np.ndarray, most: Any
) -> Any:  # pragma: no cover - compiled
    """Find the next piece of a run of at least ``least`` equal bytes, reading ``most`` bytes; return how many were
    read.

    Every run has the eight bytes that end ``least`` behind its begin, so only one position in ``least`` is read where
    there is no padding. A piece without bytes means that none was found yet.
    """
    begin = np.int64(state[SCAN])
    at: Any = begin
    last = data.size - least
    if not state[GOES_ON]:
        stop = min(last, begin + most)
        while at <= stop:
            word = _eight(data, at + least - 8)
            if word == (word & _BYTE) * _ONES:
                break
            at += least - 7
        if at > stop:
            at = np.int64(data.size) if at > last else at
            state[SCAN], state[BEGIN], state[END] = at, at, at
            return at - begin
        first = at + least - 8
        while first > at and _item(data, first - 1) == _item(data, first):
            first -= 1
        at = first
    byte = _item(data, at)
    word = np.uint64(byte) * _ONES
    end: Any = at
    full = min(np.int64(data.size), at + _PIECE)
    while end + 8 <= full and _eight(data, end) == word:
        end += 8
    while end < full and _item(data, end) == byte:
        end += 1
    more = np.int64(end == full and full < data.size and _item(data, full) == byte)
    state[SCAN] = end
    if end - at < least and not state[GOES_ON] and not more:
        state[BEGIN] = state[END] = end
    else:
        state[BEGIN], state[END] = at, end
    state[GOES_ON] = more
    return end - begin


@njit(nogil=True, cache=True)
def padding(data: np.ndarray, least: int, state: np.ndarray, most: int) -> int:  # pragma: no cover - compiled
    """Count the bytes of the next runs of at least ``least`` equal bytes, reading about ``most`` bytes."""
    count: int = 0
    left: Any = np.int64(most)
    while left > 0 and state[SCAN] < data.size:
        left -= _next_padding(data, np.int64(least), state, left)
        count += state[END] - state[BEGIN]
    return count


@njit(nogil=True, cache=True)
def _clean(
    target: np.ndarray, i: Any, source: np.ndarray, j: Any, length: Any, least: Any
) -> tuple[Any, Any]:  # pragma: no cover - compiled
    """Return how much of padding that is opposite some bytes is padding there too, and how much is not.

    Opposite bytes with fewer than ``least`` equal ones in a row, since some are changed, are content there, so they are
    here.
    """
    clean: Any = np.int64(0)
    if length < least:
        return _equal(target, i, source, j, length), np.int64(0)
    at: Any = np.int64(0)
    content: Any = np.int64(0)
    while at < length:
        run = _run(target, i + at, source, j + at, length - at)
        if run >= least or at == 0 or at + run == length:
            clean += run
        else:
            content += run
        at += run
        while at < length and _item(target, i + at) != _item(source, j + at):
            at += 1
            content += 1
    return clean, content


@njit(nogil=True, cache=True)
def without_padding(
    target: np.ndarray,
    source: np.ndarray,
    found: np.ndarray,
    count: int,
    least: int,
    state: np.ndarray,
    most: int,
) -> bool:  # pragma: no cover - compiled
    """Subtract what is padding in both from the equal bytes of stretches; padding of the target only counts as content.

    Args:
        target: content that was written.
        source: content it was written from.
        found: columns of begin, source, length and equal bytes, the first ``count`` of them.
        count: stretches; those of further calls come behind them.
        least: equal bytes that make padding.
        state: where the search stopped; ``STRETCH`` 0 for new stretches.
        most: bytes, about.

    Returns:
        Whether all of them are done.
    """
    left: Any = np.int64(most)
    k: Any = np.int64(state[STRETCH])
    while k < count and left > 0:
        begin = np.int64(found[0, k])
        end = begin + np.int64(found[2, k])
        if state[BEGIN] >= end:
            k += 1
            continue
        low = max(begin, np.int64(state[BEGIN]))
        high = min(end, np.int64(state[END]))
        if low < high:
            at = np.int64(found[1, k]) + low - begin
            clean, content = _clean(target, low, source, at, high - low, np.int64(least))
            found[3, k] -= clean
            state[CONTENT] += content
            left -= high - low
        if state[END] >= end:
            k += 1
        elif state[SCAN] >= target.size:
            k = np.int64(count)
        else:
            left -= _next_padding(target, np.int64(least), state, left)
    state[STRETCH] = k
    return k >= count


@njit(nogil=True, cache=True)
def walk_parts(
    targets: np.ndarray,
    offsets: np.ndarray,
    wanted: np.ndarray,
    source: np.ndarray,
    step: int,
    bits: int,
    heads: np.ndarray,
    chain: np.ndarray,
    found: np.ndarray,
    limits: np.ndarray,
    kept: np.ndarray,
) -> None:  # pragma: no cover - compiled
    """Write several small contents as stretches of one source, in one call: single calls take longer than the work.

    Args:
        targets: the contents, one behind the other.
        offsets: (n + 1,) int64, where each begins.
        wanted: (n,) int64, bytes of stretches that a content has to reach; it is left as soon as it can't.
        source: content they are written from, indexed.
        step: bytes from a window of the index to the next one.
        bits: of a slot number of the index.
        heads: slots of the index.
        chain: its chains.
        found: (4, room) int64, see ``walk``.
        limits: int64: see ``spared`` of ``walk``; bytes of a stretch that counts; bytes in a row that make padding;
            least bytes between two looks at whether a content may still reach what is wanted.
        kept: (n,) int64, written: equal bytes of the stretches that count; -1 where a content has padding or more
            stretches than there is room for.
    """
    spared, proof, least, walked = limits[0], limits[1], limits[2], limits[3]
    room = found.shape[1] - ROOM
    state = np.zeros(STATE, np.int64)
    search = np.zeros(PADDING_STATE, np.int64)
    for k in range(kept.size):
        kept[k] = -1
        target = targets[offsets[k] : offsets[k + 1]]
        search[:] = 0
        if target.size >= least and padding(target, least, search, target.size):
            continue
        most = max(walked, np.int64(target.size // 16))
        state[:] = 0
        ended = False
        while not ended:
            ended = walk(target, source, step, bits, heads, chain, state, found, spared, most)
            count = state[COUNT]
            if not ended and count > room:
                break
            total: Any = np.int64(0)
            for j in range(count):
                total += found[3, j] if found[3, j] >= proof else 0
            going_on = found[3, count - 1] if count and found[3, count - 1] < proof else 0
            if total + going_on + state[EQUAL] + target.size - state[AT] + walked < wanted[k]:
                ended = True
            kept[k] = total
        if not ended:
            kept[k] = -1

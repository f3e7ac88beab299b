"""Pairs of folders worth comparing: for each folder, where else its contents occur, and which folders hold most there.

Identical folders are found by themselves, by the sum of hashes of their contents. For the others each folder asks for
a sample of its contents, see ``samples``. Every other occurrence of one (or of a content linked with it) counts for
the folder that holds it and those above it, up to the first that holds the asking folder too. A folder is proposed if
it holds clearly more of the sample than any single folder in it: so the lowest one that holds all of a copy, and not
the whole disk, although that holds it as well.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.arrays.set_operations import sorted_set
from simfinder.search.folders.evidence import ContentLinks, Evidence
from simfinder.search.folders.folder_tree import IntArray

SAMPLE = 192
"""Contents of a folder that are looked up."""

_NEAR, _NEAR_LINKED = 8, 2
"""Occurrences of a content on either side of the folder that are counted, and of each content linked with it."""

_PARTNERS = 16  # folders proposed for one
_LEAST = 0.25  # share of the sample that a folder must hold
_MORE = 0.05  # of the sample that it must hold beyond what one folder in it holds
_STEPS = 200_000  # folders looked at on the way up for one asking folder: trees may have 10,000 levels
_LARGER = 64  # a folder so many times larger is no partner, unless its own files are half of it
_SMALLEST = 2  # files of the smallest folder that is compared
_ALL_COPIES = 6  # up to so many identical folders, each is paired with each
_MOST_OF = 0.75  # share of a folder that one in it must hold for the outer one to be looked at, too
_ADDED = 64.0  # bytes, so that empty and tiny files count a little

Pairs = tuple[IntArray, IntArray]


def identical(evidence: Evidence) -> tuple[IntArray, Pairs]:
    """Find the folders with the same contents, each as often.

    Returns:
        (n,) int32, a number per set of contents, of folders with at least one file of any size; else -1. Pairs of
        such folders, lower number first: all of a few, of many each with the first.
    """
    count = len(evidence.parent)
    total = np.zeros((3, len(evidence.content) + 1), np.uint64)
    mixed = _mixed(evidence.content.astype(np.uint64))
    total[0, 1:] = np.cumsum(mixed)
    total[1, 1:] = np.cumsum(_mixed(mixed ^ np.uint64(0xD1B54A32D192ED03)))
    total[2, 1:] = np.cumsum(evidence.size.astype(np.uint64))
    begin, behind = evidence.begin[:-1], evidence.begin[evidence.end]
    one, two, size = total[:, behind] - total[:, begin]
    files = behind - begin
    order = np.lexsort((np.arange(count), two, one, files))
    starts = np.ones(count, np.bool_)
    same = (one[order[1:]] == one[order[:-1]]) & (two[order[1:]] == two[order[:-1]])
    starts[1:] = ~(same & (files[order[1:]] == files[order[:-1]]))
    kind = np.empty(count, np.int32)
    kind[order] = np.cumsum(starts) - 1
    kind[(files < _SMALLEST) | (size == 0)] = -1
    a, b = _copies(evidence, kind)
    apart = (
        b >= evidence.end[a]
    )  # what else the upper one holds may be unknown: links, another way to the same files
    return kind, (a[apart], b[apart])


def _copies(evidence: Evidence, kind: IntArray) -> Pairs:
    """Pair folders of one kind, of nested ones only the lowest: what is wrapped in a folder is no copy of it."""
    inner = np.flatnonzero((evidence.root == np.arange(len(kind))) & (kind >= 0))
    order = inner[np.argsort(kind[inner], kind="stable")]
    starts = np.flatnonzero(np.diff(kind[order], prepend=-2))
    sizes = np.diff(np.append(starts, len(order)))
    a, b = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    for ahead in range(1, _ALL_COPIES):
        few = np.repeat(sizes <= _ALL_COPIES, sizes)
        same = few[:-ahead] & (kind[order[ahead:]] == kind[order[:-ahead]])
        a.append(order[:-ahead][same].astype(np.int32))
        b.append(order[ahead:][same].astype(np.int32))
    head = np.repeat(order[starts], sizes)
    many = np.repeat(sizes > _ALL_COPIES, sizes) & (head != order)
    a.append(head[many].astype(np.int32))
    b.append(order[many].astype(np.int32))
    return np.concatenate(a), np.concatenate(b)


def candidates(evidence: Evidence, folders: int, least: float) -> Pairs:
    """Propose pairs of folders of which one may have at least such a share in the other.

    Identical ones are among them only by chance, see ``identical``.

    Args:
        evidence: files of the tree.
        folders: number of folders; the others are archives.
        least: share, by files and by bytes, see ``FolderPairs``.

    Returns:
        Lower folder id first, each pair once, ascending. None is a folder and one below it, except an archive and a
        folder it is in.
    """
    asks, keys = _asking(evidence, least)
    begin, sample = _samples(evidence.begin, evidence.end, evidence.content, keys, SAMPLE)
    room = np.empty((int(asks.sum()) * _PARTNERS, 2), np.int32)
    found = _partners(
        asks, begin, sample, evidence.parent, evidence.end, evidence.begin, evidence.held, evidence.place_folder,
        evidence.links, folders, room,
    )  # fmt: skip
    low, high = room[:found].min(axis=1, initial=np.iinfo(np.int32).max), room[:found].max(axis=1, initial=0)
    count = len(evidence.parent)
    pairs = sorted_set(low.astype(np.int64) * count + high)
    return (pairs // max(1, count)).astype(np.int32), (pairs % max(1, count)).astype(np.int32)


def above(
    evidence: Evidence, folders: int, a: IntArray, b: IntArray
) -> tuple[IntArray, IntArray, npt.NDArray[np.intp]]:
    """Propose for pairs those with the folder above one or both, where that holds little else or both have one name.

    The sample of a folder says nothing of them, as the folder in them holds nearly all of it: two versions of a thesis,
    each in a folder with letters. Nor does it where one folder in them is like all of it: "src" and "es" of two
    versions.

    Args:
        evidence: files of the tree.
        folders: number of folders; the others are archives.
        a: (m,) folder ids.
        b: (m,) folder ids.

    Returns:
        (k,) lower folder ids, (k,) higher ones, and (k,) the pair below that each is proposed for; each pair once.
    """
    end = evidence.end
    size = np.concatenate((np.zeros(1, np.int64), np.cumsum(evidence.size)))
    size = size[evidence.begin[end]] - size[evidence.begin[:-1]]
    files = evidence.begin[end] - evidence.begin[:-1]
    up = _outer(evidence.parent, evidence.root, folders)
    near = (up >= 0) & (files >= _MOST_OF * files[up]) & (size >= _MOST_OF * size[up])
    up_a, up_b = (
        np.where(near[low] & ~((up[low] <= other) & (other < end[up[low]])), up[low], low)
        for low, other in ((a, b), (b, a))
    )
    outer_a, outer_b = up[a], up[b]
    alike = (outer_a >= 0) & (outer_b >= 0) & (evidence.folder_name[a] == evidence.folder_name[b])
    for low, high, other in ((outer_a, outer_b, b), (outer_b, outer_a, a)):
        alike &= ~((low <= other) & (other < end[low])) & (low != high)
    outer_a, outer_b = np.where(alike, outer_a, a), np.where(alike, outer_b, b)
    one, other = np.concatenate((up_a, up_a, a, outer_a)), np.concatenate((up_b, b, up_b, outer_b))
    base = np.tile(np.arange(len(a)), 4)
    moved = (one != a[base]) | (other != b[base])
    low, high = np.minimum(one, other)[moved].astype(np.int64), np.maximum(one, other)[moved]
    _, first = np.unique(low * np.int64(len(end)) + high, return_index=True)
    return low[first].astype(np.int32), high[first].astype(np.int32), base[moved][first]


@njit(nogil=True, cache=True)
def _outer(parent: np.ndarray, root: np.ndarray, folders: int) -> np.ndarray:
    """Return the next folder above each that holds something else too, -1 for none and for archives."""
    outer = np.full(len(parent), -1, np.int32)
    for i in range(folders):
        above = parent[i]
        if above >= 0:
            outer[i] = outer[above] if root[above] == root[i] else above
    return outer


def _asking(evidence: Evidence, least: float) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float32]]:
    """Choose the folders that ask, (n,) bool, and give each content its place in samples, (c,) float32: small first.

    A content that is nowhere else has an infinite one. A folder asks if such contents leave it enough to share.
    """
    holders, linked = np.diff(evidence.held), np.diff(evidence.links.begin)
    elsewhere = (holders > 1) | (linked > 0)
    size = np.zeros(len(holders), np.float64)
    size[evidence.content] = evidence.size
    chance = (_mixed(np.arange(len(holders), dtype=np.uint64)) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    # the square root of the size is between a sample by files and one by bytes
    weight = np.sqrt(size + _ADDED) * evidence.weight
    keys = np.where(elsewhere, -np.log1p(-chance) / weight, np.inf).astype(np.float32)
    shared = elsewhere[evidence.content]
    columns = np.zeros((4, len(shared) + 1))
    np.cumsum(
        np.stack((np.ones(len(shared)), evidence.size, shared, shared * evidence.size)), 1, out=columns[:, 1:]
    )
    files, sizes, its, its_sizes = columns[:, evidence.begin[evidence.end]] - columns[:, evidence.begin[:-1]]
    share = (its / np.maximum(files, 1) + its_sizes / np.maximum(sizes, 1)) / 2
    inner = evidence.root == np.arange(len(evidence.root))
    return (files >= _SMALLEST) & (sizes > 0) & (share >= least) & inner, keys


def _mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Hash numbers: splitmix64."""
    with np.errstate(over="ignore"):
        found = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return found ^ (found >> np.uint64(31))


@njit(nogil=True, cache=True)
def _samples(  # noqa: C901 - one pass, bottom up
    begin: np.ndarray, end: np.ndarray, content: np.ndarray, keys: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray]:
    """Sample the contents below each folder: those with the smallest finite keys, at most so many.

    Returns:
        (n + 1,) int64, the sample of folder i is ``sample[first[i]:first[i + 1]]``; contents.
    """
    count = len(end)
    first = np.zeros(count + 1, np.int64)
    for i in range(count):
        first[i + 1] = first[i] + min(most, begin[end[i]] - begin[i])
    sample = np.empty(first[count], np.int32)
    length = np.zeros(count, np.int64)
    buffer = np.empty(1024, np.int32)
    for i in range(count - 1, -1, -1):
        room = begin[i + 1] - begin[i]
        child = i + 1
        while child < end[i]:
            room += length[child]
            child = end[child]
        if room > len(buffer):
            buffer = np.empty(2 * room, np.int32)
        used = 0
        for at in range(begin[i], begin[i + 1]):
            if keys[content[at]] < np.inf:
                buffer[used] = content[at]
                used += 1
        child = i + 1
        while child < end[i]:
            for at in range(first[child], first[child] + length[child]):
                buffer[used] = sample[at]
                used += 1
            child = end[child]
        chosen = np.sort(buffer[:used])
        distinct = 0
        for at in range(used):
            if at == 0 or chosen[at] != chosen[at - 1]:
                chosen[distinct] = chosen[at]
                distinct += 1
        chosen = chosen[:distinct]
        if distinct > most:
            chosen = chosen[np.argsort(keys[chosen], kind="mergesort")[:most]]
        length[i] = len(chosen)
        sample[first[i] : first[i] + len(chosen)] = chosen
    packed = np.zeros(count + 1, np.int64)
    for i in range(count):
        packed[i + 1] = packed[i] + length[i]
        sample[packed[i] : packed[i + 1]] = sample[first[i] : first[i] + length[i]].copy()
    return packed, sample[: packed[count]].copy()


@njit(nogil=True, cache=True)
def _partners(
    asks: np.ndarray, first: np.ndarray, sample: np.ndarray, parent: np.ndarray, end: np.ndarray, begin: np.ndarray,
    held: np.ndarray, place_folder: np.ndarray, links: ContentLinks, folders: int, room: np.ndarray,
) -> int:  # fmt: skip
    """Write pairs of an asking folder and one that holds enough of its sample; return how many."""
    count = len(parent)
    hits, best_below = np.zeros(count, np.int32), np.zeros(count, np.int32)
    stamp = np.full(count, -1, np.int64)
    touched = np.empty(count, np.int32)
    found, serial = 0, np.int64(0)
    for u in range(count):
        size = first[u + 1] - first[u]
        if not asks[u] or size == 0:
            continue
        number, left = 0, np.int64(_STEPS)
        for at in range(first[u], first[u + 1]):
            content = sample[at]
            serial += 1
            number, left = _count(
                u,
                content,
                _NEAR,
                serial,
                parent,
                end,
                held,
                place_folder,
                hits,
                stamp,
                touched,
                number,
                left,
                folders,
            )
            for link in range(links.begin[content], links.begin[content + 1]):
                number, left = _count(
                    u, links.other[link], _NEAR_LINKED, serial, parent, end, held, place_folder, hits, stamp, touched,
                    number, left, folders,
                )  # fmt: skip
        found = _choose(u, size, touched[:number], hits, best_below, parent, end, begin, room, found)
        for v in touched[:number]:
            hits[v] = best_below[v] = 0
    return found


@njit(nogil=True, cache=True)
def _count(
    u: int, content: int, near: int, serial: int, parent: np.ndarray, end: np.ndarray, held: np.ndarray,
    place_folder: np.ndarray, hits: np.ndarray, stamp: np.ndarray, touched: np.ndarray, number: int, left: int,
    folders: int,
) -> tuple[int, int]:  # fmt: skip
    """Count a content for the folders that hold it, nearest to folder u on both sides, and for those above these."""
    low, high = held[content], held[content + 1]
    places = place_folder[low:high]
    before, behind = np.searchsorted(places, u), np.searchsorted(places, end[u])
    for at in range(max(0, int(before) - near), min(len(places), int(behind) + near)):
        if before <= at < behind:
            continue
        v = places[at]
        # up to the first folder that holds the asking one; each once for a content
        while v >= 0 and stamp[v] != serial and not v <= u < end[v] and left > 0:
            stamp[v] = serial
            if hits[v] == 0:
                touched[number] = v
                number += 1
            hits[v] += 1
            left -= 1
            v = parent[v] if v < folders else -1  # what an archive holds is not in its folder
    return number, left


@njit(nogil=True, cache=True)
def _choose(
    u: int, size: int, touched: np.ndarray, hits: np.ndarray, best_below: np.ndarray, parent: np.ndarray,
    end: np.ndarray, begin: np.ndarray, room: np.ndarray, found: int,
) -> int:  # fmt: skip
    """Write the best of the folders that hold enough of the sample of u; return how many are written in all."""
    for v in touched:
        above = parent[v]
        # a folder of one file is not compared, and explains nothing
        if above >= 0 and hits[above] > 0 and begin[end[v]] - begin[v] >= _SMALLEST:
            best_below[above] = max(best_below[above], hits[v])
    chosen = np.empty(len(touched), np.int32)
    number, files = 0, begin[end[u]] - begin[u]
    for v in touched:
        its = begin[end[v]] - begin[v]
        if hits[v] < _LEAST * size or hits[v] <= best_below[v] + _MORE * size or its < _SMALLEST:
            continue
        if its > _LARGER * files and 2 * (begin[v + 1] - begin[v]) < its:
            continue
        chosen[number] = v
        number += 1
    if number > _PARTNERS:  # those that hold most, and of these the nearest
        rank = np.empty(number, np.float64)
        for i in range(number):
            rank[i] = -hits[chosen[i]] + abs(chosen[i] - u) / (2.0 * len(parent))
        chosen = chosen[np.argsort(rank, kind="mergesort")[:_PARTNERS]]
        number = _PARTNERS
    for v in chosen[:number]:
        room[found, 0], room[found, 1] = u, v
        found += 1
    return found

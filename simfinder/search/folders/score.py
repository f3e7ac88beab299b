"""What two folders share: each file of the smaller one is paired with at most one of the larger one.

First files with equal contents, each as often as both folders have it. Then linked contents: those at the same place
first, then the most similar; under other names only where they are clearly alike. Last files at the same place whose
contents are not linked: they are changed too, but share nothing. Only the files of the smaller folder are walked; what
the larger one has of a content is looked up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.search.folders.evidence import Evidence
from simfinder.search.folders.folder_tree import IntArray

ELSEWHERE = 0.7
"""Least similarity of files that are paired although they have other names: two of one language or one kind of data are
half alike by chance."""

_AT_PLACE = 2.0  # added to the similarity of files at the same place, so that they come first
_OF_NAME = 0.1  # of files of the same name elsewhere
_TELLING = 64  # bytes from which a file at the same place with other content speaks against a version
_MOMENT = 1_000_000_000  # nanoseconds within which two times don't tell which came first

_FLOATS = ("shared", "bytes_a", "bytes_b", "said_a", "said_b", "paired_a", "paired_b")
_INTEGERS = ("same", "changed", "conflicts", "newer_a", "newer_b", "placed")


def rank_of_pair(similarity: float, *, at_place: bool, named: bool) -> float:
    """Return in which order linked files are paired, the highest first; negative for those that are not.

    Args:
        similarity: of their contents.
        at_place: they are at the same place in both folders.
        named: they have the same name.
    """
    if similarity < ELSEWHERE and not (at_place or named):
        return -1.0
    return similarity + (_AT_PLACE if at_place else _OF_NAME if named else 0.0)


class Scores(NamedTuple):
    """What pairs of folders share, columns of one length ``m``.

    Attributes:
        same: (m,) int32 files with an identical one in the other folder.
        changed: (m,) int32 further files paired with a similar one, or with one at the same place.
        conflicts: (m,) int32, those of ``changed`` that are at the same place and not linked, though compared.
        newer_a: (m,) int32, those of ``changed`` that are linked and were changed later in A.
        newer_b: (m,) int32, the same of B.
        placed: (m,) int32, those of ``changed`` that are linked and at the same place, or have the same name.
        files_a: (m,) int32 files below A.
        files_b: (m,) int32 files below B.
        size_a: (m,) int64 bytes below A.
        size_b: (m,) int64 bytes below B.
        shared: (m,) float64, same files and the similarities of changed ones.
        bytes_a: (m,) float64, bytes of A that are shared so.
        bytes_b: (m,) float64, bytes of B that are shared so.
        paired_a: (m,) float64, bytes of A's same files and of its changed ones that are linked.
        paired_b: (m,) float64, bytes of B's.
        said_a: (m,) float64, what the shared files say, weighed by how few folders have them, as a share of what all
            files of A say, 0..1.
        said_b: (m,) float64, the same of B.
        weight: (m,) float64, what the shared files say in all; 2 are two files that no other folder has.
    """

    same: IntArray
    changed: IntArray
    conflicts: IntArray
    newer_a: IntArray
    newer_b: IntArray
    placed: IntArray
    files_a: IntArray
    files_b: IntArray
    size_a: npt.NDArray[np.int64]
    size_b: npt.NDArray[np.int64]
    shared: npt.NDArray[np.float64]
    bytes_a: npt.NDArray[np.float64]
    bytes_b: npt.NDArray[np.float64]
    paired_a: npt.NDArray[np.float64]
    paired_b: npt.NDArray[np.float64]
    said_a: npt.NDArray[np.float64]
    said_b: npt.NDArray[np.float64]
    weight: npt.NDArray[np.float64]

    @property
    def paired(self) -> IntArray:
        """Files that are the same or linked, (m,) int32."""
        return self.same + self.changed - self.conflicts

    @property
    def share_a(self) -> npt.NDArray[np.float32]:
        """Share of A that is in B, half by files and half by bytes; 1.0 only if all of it is the same."""
        return _share(self.shared, self.files_a, self.bytes_a, self.size_a, self.same >= self.files_a)

    @property
    def share_b(self) -> npt.NDArray[np.float32]:
        """Share of B that is in A."""
        return _share(self.shared, self.files_b, self.bytes_b, self.size_b, self.same >= self.files_b)

    @property
    def similarity(self) -> npt.NDArray[np.float32]:
        """What both share of all they have; 1.0 only if they are the same."""
        same = (self.same >= self.files_a) & (self.same >= self.files_b)
        files, sizes = self.files_a + self.files_b, self.size_a + self.size_b
        return _share(2 * self.shared, files, self.bytes_a + self.bytes_b, sizes, same)

    def take(self, rows: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> Scores:
        """Return some of the pairs, in the order of ``rows``."""
        return Scores._make(column[rows] for column in self)


_BELOW_ONE = np.float32(0.9999)


def _share(
    shared: npt.NDArray[np.float64],
    files: npt.NDArray[np.integer],
    of_bytes: npt.NDArray[np.float64],
    sizes: npt.NDArray[np.integer],
    whole: npt.NDArray[np.bool_],
) -> npt.NDArray[np.float32]:
    by_files = shared / np.maximum(files, 1)
    by_bytes = np.where(sizes > 0, of_bytes / np.maximum(sizes, 1), by_files)
    found = np.minimum(((by_files + by_bytes) / 2).astype(np.float32), _BELOW_ONE)
    return np.where(whole, np.float32(1), found).astype(np.float32)


def score(evidence: Evidence, a: IntArray, b: IntArray) -> Scores:
    """Score pairs of folders.

    Args:
        evidence: files of the tree.
        a: (m,) folder ids.
        b: (m,) folder ids, of each the other one; neither below the other, except that an archive may be below.
    """
    count = len(a)
    columns = np.zeros((len(_FLOATS), count))
    numbers = np.zeros((len(_INTEGERS), count), np.int32)
    said = np.concatenate((np.zeros(1), np.cumsum(evidence.weight[evidence.content], dtype=np.float64)))
    sizes = np.concatenate((np.zeros(1, np.int64), np.cumsum(evidence.size)))
    begin, behind = evidence.begin[:-1], evidence.begin[evidence.end]
    _score(evidence, a, b, columns, numbers)
    whole_a, whole_b = (said[behind[side]] - said[begin[side]] for side in (a, b))
    shared, bytes_a, bytes_b, said_a, said_b, paired_a, paired_b = columns
    same, changed, conflicts, newer_a, newer_b, placed = numbers
    files, size = (behind - begin).astype(np.int32), sizes[behind] - sizes[begin]
    return Scores(
        same=same,
        changed=changed,
        conflicts=conflicts,
        newer_a=newer_a,
        newer_b=newer_b,
        placed=placed,
        files_a=files[a],
        files_b=files[b],
        size_a=size[a],
        size_b=size[b],
        shared=shared,
        bytes_a=bytes_a,
        bytes_b=bytes_b,
        paired_a=paired_a,
        paired_b=paired_b,
        said_a=said_a / np.maximum(whole_a, 1e-9),
        said_b=said_b / np.maximum(whole_b, 1e-9),
        weight=np.minimum(said_a, said_b),
    )


@njit(nogil=True, cache=True)
def _score(
    evidence: Evidence, a: np.ndarray, b: np.ndarray, columns: np.ndarray, numbers: np.ndarray
) -> None:
    contents = len(evidence.held) - 1
    have = np.full(contents, -1, np.int32)  # of a content in the larger folder that is not paired yet
    lone = np.empty(1024, np.int64)
    for pair in range(len(a)):
        one, two = a[pair], b[pair]
        files_one = evidence.begin[evidence.end[one]] - evidence.begin[one]
        files_two = evidence.begin[evidence.end[two]] - evidence.begin[two]
        turned = files_one > files_two
        if turned:
            one, two, files_one = two, one, files_two
        if files_one > len(lone):
            lone = np.empty(2 * files_one, np.int64)
        begin, behind = evidence.begin[one], evidence.begin[evidence.end[one]]
        left = 0
        same, shared_bytes, said = 0, 0.0, 0.0
        for at in range(begin, behind):
            content = evidence.content[at]
            if have[content] < 0:
                have[content] = _held_by(evidence, content, two)
            if have[content] > 0:
                have[content] -= 1
                same += 1
                shared_bytes += evidence.size[at]
                said += evidence.weight[content]
            else:
                lone[left] = at
                left += 1
        numbers[0, pair] = same
        columns[0, pair] = same
        columns[1, pair] = columns[2, pair] = shared_bytes
        columns[3, pair] = columns[4, pair] = said
        columns[5, pair] = columns[6, pair] = shared_bytes
        if left:
            _pair_changed(evidence, one, two, lone[:left], have, pair, turned, columns, numbers)
        for at in range(begin, behind):
            content = evidence.content[at]
            have[content] = -1
            for link in range(evidence.links.begin[content], evidence.links.begin[content + 1]):
                have[evidence.links.other[link]] = -1


@njit(nogil=True, cache=True)
def _held_by(evidence: Evidence, content: int, folder: int) -> int:
    """Count the files of a content below a folder."""
    places = evidence.place_folder[evidence.held[content] : evidence.held[content + 1]]
    return np.searchsorted(places, evidence.end[folder]) - np.searchsorted(places, folder)


@njit(nogil=True, cache=True)
def _file_at(evidence: Evidence, at: int, one: int, two: int) -> int:
    """Return the file below folder two at the same place as a file below folder one, -1 where there is none."""
    root, other = evidence.root[one], evidence.root[two]
    parts = evidence.depth[at] - evidence.folder_depth[root]
    inside = evidence.path[at] - evidence.folder_path[root] * evidence.power[parts]
    path = evidence.folder_path[other] * evidence.power[parts] + inside
    place = np.searchsorted(evidence.path_sorted, path)
    if place < len(evidence.path_sorted) and evidence.path_sorted[place] == path:
        return evidence.by_path[place]
    return -1


@njit(nogil=True, cache=True)
def _first_in(evidence: Evidence, content: int, folder: int, name: np.uint64) -> int:
    """Return a file of a content below a folder, one of this name if there is any, else the first."""
    begin, behind = evidence.held[content], evidence.held[content + 1]
    places = evidence.place_folder[begin:behind]
    first = begin + np.searchsorted(places, folder)
    last = min(begin + np.searchsorted(places, evidence.end[folder]), first + 8)
    for at in range(first, last):
        if evidence.name[evidence.places[at]] == name:
            return evidence.places[at]
    return evidence.places[first]


@njit(nogil=True, cache=True)
def _pair_changed(  # noqa: C901 - one greedy step, in the order its lines say
    evidence: Evidence, one: int, two: int, lone: np.ndarray, have: np.ndarray, pair: int, turned: bool,
    columns: np.ndarray, numbers: np.ndarray,
) -> None:  # fmt: skip
    """Pair the files of folder one that have no identical one in folder two with similar ones."""
    most = 0
    for at in lone:
        content = evidence.content[at]
        most += 1 + evidence.links.begin[content + 1] - evidence.links.begin[content]
    file, other = np.empty(most, np.int64), np.empty(most, np.int64)
    figure, rank = np.empty(most, np.float64), np.empty(most, np.float64)
    count = 0
    for at in lone:
        content, there, linked = evidence.content[at], _file_at(evidence, at, one, two), False
        for link in range(evidence.links.begin[content], evidence.links.begin[content + 1]):
            its = evidence.links.other[link]
            if have[its] < 0:
                have[its] = _held_by(evidence, its, two)
            if have[its] == 0:
                continue
            file[count], figure[count] = at, evidence.links.similarity[link]
            if there >= 0 and evidence.content[there] == its:
                other[count], rank[count], linked = there, figure[count] + _AT_PLACE, True
            else:
                other[count] = _first_in(evidence, its, two, evidence.name[at])
                named = evidence.name[other[count]] == evidence.name[at]
                if figure[count] < ELSEWHERE and not named:
                    continue
                rank[count] = figure[count] + (_OF_NAME if named else 0.0)
            count += 1
        if there >= 0 and not linked:
            its = evidence.content[there]
            if have[its] < 0:
                have[its] = _held_by(evidence, its, two)
            file[count], other[count], figure[count], rank[count] = at, there, 0.0, 0.0
            count += 1
    done = {np.int64(-1)}
    for place in np.argsort(-rank[:count], kind="mergesort"):
        at, there = file[place], other[place]
        its = evidence.content[there]
        if at in done or have[its] == 0:
            continue
        done.add(at)
        have[its] -= 1
        _add_changed(evidence, at, there, figure[place], pair, turned, columns, numbers)
    for place in range(count):  # those paired by their place alone have contents that no link leads to
        have[evidence.content[other[place]]] = -1


@njit(nogil=True, cache=True)
def _add_changed(
    evidence: Evidence, at: int, there: int, figure: float, pair: int, turned: bool, columns: np.ndarray,
    numbers: np.ndarray,
) -> None:  # fmt: skip
    numbers[1, pair] += 1
    size, its = evidence.size[at], evidence.size[there]
    if figure == 0.0:
        known = max(evidence.content[at], evidence.content[there]) < evidence.compared
        numbers[2, pair] += 1 if known and min(size, its) >= _TELLING else 0
        return
    numbers[5, pair] += evidence.name[at] == evidence.name[there]
    shared = figure * (size + its) / 2
    mine, others = (2, 1) if turned else (1, 2)
    columns[0, pair] += figure
    columns[mine, pair] += min(shared, size)
    columns[others, pair] += min(shared, its)
    columns[mine + 4, pair] += size
    columns[others + 4, pair] += its
    columns[mine + 2, pair] += figure * evidence.weight[evidence.content[at]]
    columns[others + 2, pair] += figure * evidence.weight[evidence.content[there]]
    time, its_time = evidence.mtime[at], evidence.mtime[there]
    if time and its_time and abs(time - its_time) > _MOMENT:
        newer = 3 if (time > its_time) != turned else 4
        numbers[newer, pair] += 1

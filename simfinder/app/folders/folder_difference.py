"""Two folders side by side, file by file: the same, moved, changed, only here, only there.

Pairs files as the search does (``search.folders.score``): equal contents first, then linked ones, those at the same
place first, then what is at the same place. Computed when somebody looks at a pair.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from simfinder.app.folders.found_folders import FoundFolders
from simfinder.app.session.session import Session
from simfinder.scan.extract import members as member_lists
from simfinder.search.folders.score import rank_of_pair


class Difference(StrEnum):
    """What became of a file from one folder to the other."""

    SAME = "same"  # equal content at the same place
    MOVED = "moved"  # equal content at another place, or under another name
    CHANGED = "changed"
    ONLY_A = "only-a"
    ONLY_B = "only-b"


class DifferenceRow(NamedTuple):
    """A file of one folder, and its counterpart in the other.

    Attributes:
        kind: what became of it.
        path_a: below A, "" where A has none. Of members of an archive, without a folder that holds all of them.
        path_b: below B, "" where B has none.
        file_a: index of the scan's file, -1 for none: nothing in A, an empty file, or a member of an archive.
        file_b: the same in B.
        size_a: bytes; 0 for none.
        size_b: bytes; 0 for none.
        mtime_a: nanoseconds since 1970; 0 for none, and for empty files and members.
        mtime_b: the same in B.
        similarity: of the contents, 0..1; 1.0 for equal ones, NaN where it is not known.
    """

    kind: Difference
    path_a: str
    path_b: str
    file_a: int
    file_b: int
    size_a: int
    size_b: int
    mtime_a: int
    mtime_b: int
    similarity: float


@dataclass(frozen=True, slots=True)
class FolderDifference:
    """Two folders side by side.

    Attributes:
        rows: sorted by the path in A, or in B where A has none.
    """

    rows: tuple[DifferenceRow, ...]

    def of(self, *kinds: Difference) -> list[DifferenceRow]:
        """Return the rows of some kinds."""
        return [row for row in self.rows if row.kind in kinds]


class _Entry(NamedTuple):
    path: str
    content: int
    file: int
    size: int
    mtime: int


def folder_difference(session: Session, found: FoundFolders, a: int, b: int) -> FolderDifference:
    """Compare two folders or archives file by file.

    Args:
        session: of which the folders are.
        found: its folders.
        a: folder id.
        b: folder id of the other one.
    """
    mine, its = _entries(session, found, a), _entries(session, found, b)
    pairs = _same(mine, its)
    left = {at for at, _ in pairs}
    right = {at for _, at in pairs}
    rows = [_row(mine[one], its[other], 1.0) for one, other in pairs]
    for one, other, figure in _changed(found, mine, its, left, right):
        left.add(one)
        right.add(other)
        rows.append(_row(mine[one], its[other], figure))
    rows += [_row(entry, None, np.nan) for at, entry in enumerate(mine) if at not in left]
    rows += [_row(None, entry, np.nan) for at, entry in enumerate(its) if at not in right]
    return FolderDifference(tuple(sorted(rows, key=lambda row: os.fsencode(row.path_a or row.path_b))))


def _entries(session: Session, found: FoundFolders, folder: int) -> list[_Entry]:
    entries, tree, files = found.entries, found.tree, session.result.files
    evidence = entries.evidence
    part = slice(int(evidence.begin[folder]), int(evidence.begin[tree.end[folder]]))
    contents, sizes, sources = (
        evidence.content[part].tolist(),
        evidence.size[part].tolist(),
        evidence.source[part],
    )
    mtimes = evidence.mtime[part].tolist()
    file = tree.file_of(folder)
    if file >= 0:
        names = [os.fsdecode(name) for name in member_lists.paths_inside(_packed(session, file))]
        return [
            _Entry(name, content, -1, size, 0)
            for name, content, size in zip(names, contents, sizes, strict=True)
        ]
    root = os.path.join(entries.paths.path(int(evidence.root[folder])), "")
    count = entries.file_count
    paths = [entries.path_of(source, files) for source in sources.tolist()]
    return [
        _Entry(path[len(root) :], content, source if source < count else -1, size, mtime)
        for path, content, source, size, mtime in zip(
            paths, contents, sources.tolist(), sizes, mtimes, strict=True
        )
    ]


def _packed(session: Session, file: int) -> bytes:
    return session.result.members[int(session.result.content_row[file])]


def _same(mine: Sequence[_Entry], its: Sequence[_Entry]) -> list[tuple[int, int]]:
    """Pair entries of equal contents: at the same place, then of the same name, then in their order."""
    pairs: list[tuple[int, int]] = []
    left, right = dict.fromkeys(range(len(mine))), dict.fromkeys(range(len(its)))
    for key in (lambda entry: entry.path, lambda entry: os.path.basename(entry.path), lambda _: ""):
        waiting: dict[tuple[int, str], list[int]] = defaultdict(list)
        for at in right:
            waiting[its[at].content, key(its[at])].append(at)
        for stack in waiting.values():
            stack.reverse()
        for at in list(left):
            others = waiting.get((mine[at].content, key(mine[at])))
            if others:
                other = others.pop()
                pairs.append((at, other))
                del left[at], right[other]
    return pairs


def _changed(
    found: FoundFolders, mine: Sequence[_Entry], its: Sequence[_Entry], left: set[int], right: set[int]
) -> list[tuple[int, int, float]]:
    """Pair entries of linked contents, and those at the same place; each with its similarity, NaN if not linked."""
    links = found.entries.evidence.links
    at_place = {entry.path: at for at, entry in enumerate(its) if at not in right}
    of_content: dict[int, list[int]] = defaultdict(list)
    for at, entry in enumerate(its):
        if at not in right:
            of_content[entry.content].append(at)
    possible: list[tuple[float, int, int, float]] = []
    for at, entry in enumerate(mine):
        if at in left:
            continue
        there, linked = at_place.get(entry.path, -1), False
        for link in range(int(links.begin[entry.content]), int(links.begin[entry.content + 1])):
            figure = float(links.similarity[link])
            for other in of_content.get(int(links.other[link]), ()):
                named = os.path.basename(its[other].path) == os.path.basename(entry.path)
                linked = linked or other == there
                rank = rank_of_pair(figure, at_place=other == there, named=named)
                if rank >= 0:
                    possible.append((rank, at, other, figure))
        if there >= 0 and not linked:
            possible.append((0.0, at, there, np.nan))
    possible.sort(key=lambda pair: -pair[0])
    taken, others, pairs = set(left), set(right), []
    for _, at, other, figure in possible:
        if at not in taken and other not in others:
            taken.add(at)
            others.add(other)
            pairs.append((at, other, figure))
    return pairs


def _row(mine: _Entry | None, its: _Entry | None, similarity: float) -> DifferenceRow:
    one, other = mine or _NOTHING, its or _NOTHING
    if mine is None:
        kind = Difference.ONLY_B
    elif its is None:
        kind = Difference.ONLY_A
    elif one.content != other.content:
        kind = Difference.CHANGED
    else:
        kind = Difference.SAME if one.path == other.path else Difference.MOVED
    return DifferenceRow(
        kind,
        one.path,
        other.path,
        one.file,
        other.file,
        one.size,
        other.size,
        one.mtime,
        other.mtime,
        similarity,
    )


_NOTHING = _Entry("", -1, -1, 0, 0)

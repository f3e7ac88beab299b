"""Compare two lists of lines as rows, with the changed words inside changed lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from simfinder.app.compare.segments import Segment, heaviest_chain, joined
from simfinder.model.progress import Control

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_ALIKE = 0.35  # less similar lines get no words highlighted, since nearly all would be
_PAIRED = 400  # pairs of lines tried if the sides of a block differ in length
_WORD_LIMIT = 200


class RowKind(StrEnum):
    """Kinds of rows."""

    EQUAL = "equal"
    LEFT = "left"  # only in the first file
    RIGHT = "right"  # only in the second file
    FOLD = "fold"  # equal rows that are not shown


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row.

    Attributes:
        kind: what it shows.
        left, right: line number (from 1) or byte offset in the two files; None where the row is not in that file.
        text: the line.
        changed: ranges of characters that differ from the other side's line.
        first, count: of a FOLD, index of its first row in the unfolded list and how many rows it replaces.
    """

    kind: RowKind
    left: int | None
    right: int | None
    text: str
    changed: tuple[tuple[int, int], ...] = ()
    first: int = 0
    count: int = 0


def diff_lines(left: Sequence[str], right: Sequence[str], control: Control) -> list[DiffRow]:
    """Return every line of both sides as rows: of a changed block the left lines first, then the right ones."""
    rows: list[DiffRow] = []
    for block in joined(_blocks(left, 0, len(left), right, 0, len(right), control)):
        control.check()
        if block.equal:
            rows += [
                DiffRow(RowKind.EQUAL, block.left + i + 1, block.right + i + 1, left[block.left + i])
                for i in range(block.left_end - block.left)
            ]
            continue
        words_left, words_right = _changed_words(
            left[block.left : block.left_end], right[block.right : block.right_end]
        )
        rows += [
            DiffRow(RowKind.LEFT, i + 1, None, left[i], words_left.get(i - block.left, ()))
            for i in range(block.left, block.left_end)
        ]
        rows += [
            DiffRow(RowKind.RIGHT, None, i + 1, right[i], words_right.get(i - block.right, ()))
            for i in range(block.right, block.right_end)
        ]
    return rows


def fold(rows: Sequence[DiffRow], context: int = 3, opened: frozenset[int] = frozenset()) -> list[DiffRow]:
    """Replace long runs of equal rows by one FOLD row each.

    Args:
        rows: as ``diff_lines`` made them.
        context: equal rows kept next to a change.
        opened: ``first`` of folds to show in full.
    """
    folded: list[DiffRow] = []
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and rows[end].kind is RowKind.EQUAL:
            end += 1
        if end == at:
            folded.append(rows[at])
            at += 1
            continue
        first = at + (context if at else 0)
        last = end - (context if end < len(rows) else 0)
        if last - first < 2 or first in opened:
            folded += rows[at:end]
        else:
            row = rows[first]
            folded += rows[at:first]
            folded.append(DiffRow(RowKind.FOLD, row.left, row.right, "", (), first, last - first))
            folded += rows[last:end]
        at = end
    return folded


def _blocks(
    left: Sequence[str], l0: int, l1: int, right: Sequence[str], r0: int, r1: int, control: Control
) -> Iterator[Segment]:
    """Match equal ends, then lines found once on each side as fixed points (patience), then difflib in between."""
    control.check()
    start = 0
    while l0 + start < l1 and r0 + start < r1 and left[l0 + start] == right[r0 + start]:
        start += 1
    if start:
        yield Segment(True, l0, l0 + start, r0, r0 + start)
    l0, r0 = l0 + start, r0 + start
    end = 0
    while l1 - end > l0 and r1 - end > r0 and left[l1 - end - 1] == right[r1 - end - 1]:
        end += 1
    tail = Segment(True, l1 - end, l1, r1 - end, r1)
    l1, r1 = l1 - end, r1 - end
    if l0 == l1 or r0 == r1:
        if (l0, r0) != (l1, r1):
            yield Segment(False, l0, l1, r0, r1)
    elif anchors := _anchors(left, l0, l1, right, r0, r1):
        for anchor_left, anchor_right in [*anchors, (l1, r1)]:
            if anchor_left >= l0 and anchor_right >= r0:
                yield from _blocks(left, l0, anchor_left, right, r0, anchor_right, control)
                if anchor_left < l1:
                    yield Segment(True, anchor_left, anchor_left + 1, anchor_right, anchor_right + 1)
                l0, r0 = anchor_left + 1, anchor_right + 1
    else:
        matcher = SequenceMatcher(None, left[l0:l1], right[r0:r1], autojunk=(l1 - l0) * (r1 - r0) > 40_000)
        for tag, i0, i1, j0, j1 in matcher.get_opcodes():
            yield Segment(tag == "equal", l0 + i0, l0 + i1, r0 + j0, r0 + j1)
    if end:
        yield tail


def _anchors(
    left: Sequence[str], l0: int, l1: int, right: Sequence[str], r0: int, r1: int
) -> list[tuple[int, int]]:
    """Find lines that occur once on each side: the longest chain that increases on both."""
    once_left, once_right = _once(left, l0, l1), _once(right, r0, r1)
    pairs = [(at, once_right[line]) for line, at in once_left.items() if line in once_right]
    return [pairs[i] for i in heaviest_chain([place for _, place in pairs], [1] * len(pairs))]


def _once(lines: Sequence[str], start: int, stop: int) -> dict[str, int]:
    count = Counter(lines[start:stop])
    return {lines[at]: at for at in range(start, stop) if count[lines[at]] == 1 and lines[at].strip()}


_Ranges = tuple[tuple[int, int], ...]


def _changed_words(
    left: Sequence[str], right: Sequence[str]
) -> tuple[dict[int, _Ranges], dict[int, _Ranges]]:
    """Return the ranges to highlight per line of each side, for lines that have a counterpart."""
    in_left: dict[int, _Ranges] = {}
    in_right: dict[int, _Ranges] = {}
    for i, j in _counterparts(left, right):
        words_left, words_right = _WORDS.findall(left[i]), _WORDS.findall(right[j])
        if len(words_left) > _WORD_LIMIT or len(words_right) > _WORD_LIMIT:
            continue
        matcher = SequenceMatcher(None, words_left, words_right, autojunk=False)
        if matcher.ratio() < _ALIKE:
            continue
        codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
        in_left[i] = _ranges(words_left, [(code[1], code[2]) for code in codes])
        in_right[j] = _ranges(words_right, [(code[3], code[4]) for code in codes])
    return in_left, in_right


def _counterparts(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Pair lines: one by one if both sides are equally long, else the most similar ones, in order."""
    if len(left) == len(right) or len(left) * len(right) > _PAIRED:
        return list(zip(range(len(left)), range(len(right)), strict=False))
    pairs: list[tuple[int, int]] = []
    begin = 0
    for i, line in enumerate(left):
        scores = [
            (SequenceMatcher(None, line, right[j], autojunk=False).quick_ratio(), -j)
            for j in range(begin, len(right))
        ]
        if scores and max(scores)[0] >= 0.6:
            j = -max(scores)[1]
            pairs.append((i, j))
            begin = j + 1
    return pairs


def _ranges(words: Sequence[str], spans: Sequence[tuple[int, int]]) -> _Ranges:
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return tuple((starts[i], starts[j]) for i, j in spans if j > i)

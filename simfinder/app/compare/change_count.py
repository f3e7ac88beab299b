"""Count what differs between two compared files, in the unit a person would count: lines, paragraphs, or files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from simfinder.app.compare.compare_files import Comparison, ComparisonKind
from simfinder.app.compare.line_diff import DiffRow, RowKind
from simfinder.app.compare.member_diff import MemberState

FIRST_ROWS = frozenset({"database"})
"""Views that show only the first rows of what is there."""


class Unit(StrEnum):
    """What is counted."""

    LINES = "lines"
    PARAGRAPHS = "paragraphs"
    FILES = "files"  # in archives


@dataclass(frozen=True, slots=True)
class ChangeCount:
    """How much of two files is the same, counted.

    Attributes:
        unit: what is counted. Empty lines are not.
        same: in both, wherever in an archive.
        changed: in both, with differences.
        left, right: only in the first, only in the second.
    """

    unit: Unit
    same: int
    changed: int
    left: int
    right: int


def change_count(comparison: Comparison) -> ChangeCount | None:
    """Return what differs; None where that is not known of the whole of both, or can't be counted."""
    if comparison.truncated or not comparison.whole or comparison.shown in FIRST_ROWS:
        return None
    if comparison.members is not None:
        counts = comparison.members.counts
        same = counts.get(MemberState.SAME, 0) + counts.get(MemberState.MOVED, 0)
        changed, left, right = (
            counts.get(state, 0) for state in (MemberState.CHANGED, MemberState.LEFT, MemberState.RIGHT)
        )
        return ChangeCount(Unit.FILES, same, changed, left, right)
    if comparison.kind is not ComparisonKind.TEXT:
        return None
    return rows_count(comparison)


def rows_count(comparison: Comparison) -> ChangeCount:
    """Return what differs between two texts in the rows that are there."""
    same = changed = left = right = 0
    for kind, rows in _blocks([row for row in comparison.rows if row.text.strip()]):
        if kind is RowKind.EQUAL:
            same += len(rows)
            continue
        here = sum(row.kind is RowKind.LEFT for row in rows)
        there = len(rows) - here
        changed += min(here, there)
        left += max(0, here - there)
        right += max(0, there - here)
    return ChangeCount(Unit.PARAGRAPHS if comparison.is_prose else Unit.LINES, same, changed, left, right)


def _blocks(rows: Sequence[DiffRow]) -> Iterator[tuple[RowKind, Sequence[DiffRow]]]:
    """Yield equal rows and changed rows in turn; of changed ones the kind of the first."""
    begin = 0
    for at in range(1, len(rows) + 1):
        if at == len(rows) or (rows[at].kind is RowKind.EQUAL) != (rows[begin].kind is RowKind.EQUAL):
            yield rows[begin].kind, rows[begin:at]
            begin = at

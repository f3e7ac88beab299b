"""Two files side by side: their texts by lines, their bytes by runs. Reads only the beginnings; no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from simfinder.app.decoding import decode, lines_of
from simfinder.app.heads import LIMIT, Head, UnreadableError, read_head
from simfinder.app.linediff import DiffRow, RowKind, diff_lines
from simfinder.app.matching import Match, align, matching_runs
from simfinder.app.preview import HEX_WIDTH, hex_cells, is_image
from simfinder.model.progress import Control

MATCH_LIMIT = 2 * 1024 * 1024
"""Bytes of each file in which matching runs are looked for: about half a second at worst."""
HEX_LIMIT = 64 * 1024
LINE_LIMIT = 12_000


class ComparisonKind(StrEnum):
    """How two files are compared."""

    TEXT = "text"
    HEX = "hex"
    IMAGE = "image"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files compared.

    Attributes:
        left, right: the two paths.
        kind: TEXT (line numbers in the rows), HEX (byte offsets), IMAGE (no rows), UNREADABLE (``reason`` says why).
        rows: unfolded rows.
        matches: equal runs of bytes in what was read.
        left_length, right_length: bytes of each file that were read for ``matches``.
        left_size, right_size: bytes of the files.
        equal: both files were read whole and are the same.
        truncated: ``rows`` show only the beginning of at least one file.
        reason: why nothing can be compared.
    """

    left: str
    right: str
    kind: ComparisonKind
    rows: tuple[DiffRow, ...] = ()
    matches: tuple[Match, ...] = ()
    left_length: int = 0
    right_length: int = 0
    left_size: int = 0
    right_size: int = 0
    equal: bool = False
    truncated: bool = False
    reason: str = ""


def compare(left: str, right: str, control: Control | None = None) -> Comparison:
    """Compare two files. What can't be read is a comparison of the kind UNREADABLE.

    Args:
        left: path whose own lines are ``RowKind.LEFT``.
        right: path whose own lines are ``RowKind.RIGHT``.
        control: looked at at least every few milliseconds.

    Raises:
        Cancelled: on request.
    """
    control = control or Control()
    try:
        head_left, head_right = read_head(left, MATCH_LIMIT), read_head(right, MATCH_LIMIT)
    except UnreadableError as error:
        return Comparison(left, right, ComparisonKind.UNREADABLE, reason=str(error))
    kind, rows, cut = _rows(_start(head_left), _start(head_right), control)
    return Comparison(
        left,
        right,
        kind,
        tuple(rows),
        tuple(matching_runs(head_left.data, head_right.data, control)),
        len(head_left.data),
        len(head_right.data),
        head_left.size,
        head_right.size,
        equal=head_left == head_right and not head_left.truncated,
        truncated=cut,
    )


def _start(head: Head) -> Head:
    return Head(head.data[:LIMIT], head.size)


def _rows(left: Head, right: Head, control: Control) -> tuple[ComparisonKind, list[DiffRow], bool]:
    if is_image(left.data) and is_image(right.data):
        return ComparisonKind.IMAGE, [], False
    text_left = decode(left.data, truncated=left.truncated)
    text_right = decode(right.data, truncated=right.truncated)
    if text_left is not None and text_right is not None:
        lines_left, lines_right = lines_of(text_left.text), lines_of(text_right.text)
        cut = max(len(lines_left), len(lines_right)) > LINE_LIMIT
        rows = diff_lines(lines_left[:LINE_LIMIT], lines_right[:LINE_LIMIT], control)
        return ComparisonKind.TEXT, rows, cut or left.truncated or right.truncated
    cut = max(left.size, right.size) > HEX_LIMIT
    return ComparisonKind.HEX, hex_rows(left.data[:HEX_LIMIT], right.data[:HEX_LIMIT], control), cut


def hex_rows(left: bytes, right: bytes, control: Control) -> list[DiffRow]:
    """Rows of eight bytes; a row never mixes equal and different bytes, so an insertion shows as just that."""
    rows: list[DiffRow] = []
    for segment in align(left, right, control):
        if segment.equal:
            shift = segment.right - segment.left
            rows += [
                DiffRow(RowKind.EQUAL, at, at + shift, hex_cells(left[at:end]))
                for at, end in _steps(segment.left, segment.left_end)
            ]
            continue
        rows += [
            DiffRow(RowKind.LEFT, at, None, hex_cells(left[at:end]))
            for at, end in _steps(segment.left, segment.left_end)
        ]
        rows += [
            DiffRow(RowKind.RIGHT, None, at, hex_cells(right[at:end]))
            for at, end in _steps(segment.right, segment.right_end)
        ]
    return rows


def _steps(start: int, stop: int) -> list[tuple[int, int]]:
    """Cut a stretch at multiples of the row width, so that rows begin at round offsets."""
    borders = [start, *range(start - start % HEX_WIDTH + HEX_WIDTH, stop, HEX_WIDTH), stop]
    return list(pairwise(borders)) if stop > start else []

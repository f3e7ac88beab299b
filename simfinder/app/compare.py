"""Two files side by side: texts by lines, archives by members, bytes by runs; each by what it holds, where that can
be told. Reads only the beginnings; no Qt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, pairwise

from simfinder.app.contents import DOCUMENTS, RAW, Content, Contents, content_hash
from simfinder.app.decoding import decode, lines_of
from simfinder.app.heads import LIMIT, UnreadableError
from simfinder.app.linediff import DiffRow, RowKind, diff_lines
from simfinder.app.matching import Match, align
from simfinder.app.member_diff import MemberDiff, MemberState, diff_members
from simfinder.app.preview import HEX_WIDTH, hex_cells, is_image
from simfinder.app.prose import sentences
from simfinder.model.progress import Control
from simfinder.scan.views.members import Member

MATCH_LIMIT = 2 * 1024 * 1024
"""Bytes of each file, or of what it holds, that are compared at once."""
HEX_LIMIT = 64 * 1024
LINE_LIMIT = 12_000
MEMBER_LIMIT = 1 << 30
"""Bytes of a file that is read whole to see whether it is a member of an archive."""


_NEWLINE = re.compile(rb"\r\n|\r|\n")


class ComparisonKind(StrEnum):
    """How two files are compared."""

    TEXT = "text"
    HEX = "hex"
    MEMBERS = "members"
    IMAGE = "image"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Inside:
    """One of the two files lies in the other one, byte by byte.

    Attributes:
        in_left: the first file is the archive.
        names: under which the other one lies in it.
    """

    in_left: bool
    names: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files compared.

    Attributes:
        left, right: the two paths.
        kind: TEXT (line numbers in the rows), HEX (byte offsets), MEMBERS (``members`` or ``inside``, no rows), IMAGE
            (no rows), UNREADABLE (``reason`` says why).
        rows: unfolded rows.
        matches: parts of equal bytes, where these are whole members; else ``app.matched`` tells them.
        left_length, right_length: bytes of each side that are at hand, or that ``matches`` are about.
        left_starts, right_starts: bytes at which the lines of a text begin.
        left_size, right_size: bytes of what was compared, as far as they are known.
        equal: both files were read whole and are the same.
        truncated: what is shown comes from the beginning of at least one side only.
        reason: why nothing can be compared, or why a file was not looked into, with its path.
        left_view, right_view: views that were compared, ``RAW`` for files as they are.
        members: two archives compared.
        inside: one file is a member of the other.
        same_content: the files differ, but both views were read whole and are the same.
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
    left_starts: tuple[int, ...] = ()
    right_starts: tuple[int, ...] = ()
    equal: bool = False
    truncated: bool = False
    reason: str = ""
    left_view: str = RAW
    right_view: str = RAW
    members: MemberDiff | None = None
    inside: Inside | None = None
    same_content: bool = False

    @property
    def whole(self) -> bool:
        """All of both sides is at hand."""
        return (self.left_length, self.right_length) == (self.left_size, self.right_size)

    @property
    def is_prose(self) -> bool:
        """Sentences of documents, not lines."""
        return self.kind is ComparisonKind.TEXT and not DOCUMENTS.isdisjoint(
            (self.left_view, self.right_view)
        )


def compare(
    left: str, right: str, control: Control | None = None, contents: Contents | None = None
) -> Comparison:
    """Compare two files. What can't be read is a comparison of the kind UNREADABLE.

    Args:
        left: path whose own lines are ``RowKind.LEFT``.
        right: path whose own lines are ``RowKind.RIGHT``.
        control: looked at at least every few milliseconds.
        contents: looks into archives and documents; one of its own where there is none.

    Raises:
        Cancelled: on request.
    """
    control = control or Control()
    own = contents or Contents()
    try:
        sides = (own.open(left, control, limit=MATCH_LIMIT), own.open(right, control, limit=MATCH_LIMIT))
        return compare_contents(*sides, control)
    except UnreadableError as error:
        return Comparison(left, right, ComparisonKind.UNREADABLE, reason=str(error))
    finally:
        if contents is None:
            own.close()


def compare_contents(left: Content, right: Content, control: Control) -> Comparison:
    """Compare what two files hold; the files themselves where one of them can't be looked into.

    Raises:
        UnreadableError: a file is gone now.
        Cancelled: on request.
    """
    equal = left.file == right.file and not left.file.truncated
    reason = next((f"{side.path}: {side.reason}" for side in (left, right) if side.reason), "")
    inside = None if equal else _inside(left, right, control)
    if equal or reason:
        left, right = left.as_it_is(), right.as_it_is()
    found = Comparison(
        left.path,
        right.path,
        ComparisonKind.MEMBERS,
        left_size=left.size,
        right_size=right.size,
        equal=equal,
        reason=reason,
        left_view=left.view,
        right_view=right.view,
        inside=inside,
        same_content=not equal and not (left.cut or right.cut) and left.data == right.data,
    )
    if inside is not None:
        archive = left if inside.in_left else right
        return _matched_inside(found, archive.members, inside)
    if left.is_archive and right.is_archive:
        members = diff_members(left.members, right.members, control)
        found = replace(found, members=members, truncated=not (left.whole and right.whole))
        if left.cut or right.cut:
            return _matched_by_members(found, left, right)
    else:
        kind, rows, cut = _rows(left, right, control)
        found = replace(found, kind=kind, rows=tuple(rows), truncated=cut)
        if kind is ComparisonKind.TEXT:
            texts = (
                [row.text for row in rows if row.left is not None],
                [r.text for r in rows if r.right is not None],
            )
            found = replace(
                found,
                left_starts=line_starts(left.data, texts[0]),
                right_starts=line_starts(right.data, texts[1]),
            )
    return replace(found, left_length=len(left.data), right_length=len(right.data))


def line_starts(data: bytes, lines: Sequence[str]) -> tuple[int, ...]:
    """Where each shown line begins in the bytes; about, where lines were broken or joined for showing.

    Args:
        data: the bytes.
        lines: as they are shown, of the beginning at least.
    """
    starts = [0]
    if b"\0" not in data[:4096]:
        starts += [match.end() for match in _NEWLINE.finditer(data[:LIMIT])]
    if starts[-1] == len(data) and len(starts) > 1:
        starts.pop()
    if len(starts) == len(lines) or (len(starts) > len(lines) >= LINE_LIMIT):
        return tuple(starts[: len(lines)])
    lengths = list(accumulate((len(line) + 1 for line in lines), initial=0))
    scale = min(len(data), LIMIT) / max(1, lengths[-1])
    return tuple(round(length * scale) for length in lengths[:-1])


def _inside(left: Content, right: Content, control: Control) -> Inside | None:
    """Whether one file is a member of the other; a file is read whole only where a member has its very size."""
    for archive, part in ((left, right), (right, left)):
        size = part.file.size
        if not 0 < size <= MEMBER_LIMIT or all(member.size != size for member in archive.members):
            continue
        content = content_hash(part, control)
        names = tuple(member.name for member in archive.members if member.content == content)
        if names:
            return Inside(archive is left, names)
    return None


def _matched_inside(found: Comparison, members: Sequence[Member], inside: Inside) -> Comparison:
    """All of one file matches the member that it is; nothing else needs to be looked at."""
    starts, length = _places(members)
    part = next(member for member in members if member.name == inside.names[0])
    at = starts.get(part)
    if at is None:  # a container, whose members are laid out in its place
        return found
    left, right = (length, part.size) if inside.in_left else (part.size, length)
    return replace(
        found,
        matches=(Match(at, 0, part.size) if inside.in_left else Match(0, at, part.size),),
        left_length=left,
        right_length=right,
        left_size=left,
        right_size=right,
    )


def _matched_by_members(found: Comparison, left: Content, right: Content) -> Comparison:
    """For archives too long to be matched byte by byte: a member matches as a whole or not at all."""
    assert found.members is not None
    starts_left, length_left = _places(left.members)
    starts_right, length_right = _places(right.members)
    matches = []
    for row in found.members.rows:
        if row.state in (MemberState.SAME, MemberState.MOVED) and row.left and row.right:
            place_left, place_right = starts_left.get(row.left), starts_right.get(row.right)
            if place_left is not None and place_right is not None:
                matches.append(Match(place_left, place_right, row.left.size))
    return replace(
        found,
        matches=tuple(sorted(matches, key=lambda match: match.left)),
        left_length=length_left,
        right_length=length_right,
        left_size=length_left,
        right_size=length_right,
    )


def _places(members: Sequence[Member]) -> tuple[dict[Member, int], int]:
    """Where each member begins when all are laid end to end, and their length. Of containers only the members count."""
    starts: dict[Member, int] = {}
    at = 0
    for place, member in enumerate(members):
        if place + 1 < len(members) and members[place + 1].name.startswith(member.name + b"/"):
            continue
        starts[member] = at
        at += member.size
    return starts, at


def _rows(left: Content, right: Content, control: Control) -> tuple[ComparisonKind, list[DiffRow], bool]:
    data_left, data_right = left.data[:LIMIT], right.data[:LIMIT]
    cut_left, cut_right = (side.cut or side.size > LIMIT for side in (left, right))
    if left.view == right.view == RAW and is_image(data_left) and is_image(data_right):
        return ComparisonKind.IMAGE, [], False
    text_left = decode(data_left, truncated=cut_left)
    text_right = decode(data_right, truncated=cut_right)
    if text_left is not None and text_right is not None:
        lines_left, lines_right = _lines(text_left.text, text_right.text, {left.view, right.view})
        cut = max(len(lines_left), len(lines_right)) > LINE_LIMIT
        rows = diff_lines(lines_left[:LINE_LIMIT], lines_right[:LINE_LIMIT], control)
        return ComparisonKind.TEXT, rows, cut or cut_left or cut_right
    cut = cut_left or cut_right or max(left.size, right.size) > HEX_LIMIT
    return ComparisonKind.HEX, hex_rows(data_left[:HEX_LIMIT], data_right[:HEX_LIMIT], control), cut


def _lines(left: str, right: str, views: set[str]) -> tuple[list[str], list[str]]:
    if DOCUMENTS.isdisjoint(views):
        return lines_of(left), lines_of(right)
    joined = "pdf" in views and len(views) > 1  # the lines of a page are no paragraphs
    return sentences(left, joined=joined), sentences(right, joined=joined)


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

"""Compare two files side by side: texts by lines, archives by members, all others by windows onto their bytes.

Archives and documents are compared by what they hold, where they can be opened. Only beginnings are read, and other
parts of texts on request.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import accumulate

from simfinder.app.compare.contents.byte_window import LIMIT, UnreadableError, Window, window_of
from simfinder.app.compare.contents.extract_contents import (
    DOCUMENTS,
    FONT,
    PROGRAM,
    RAW,
    SHOWN_VIEWS,
    TABLES,
    Content,
    Contents,
    content_hash,
)
from simfinder.app.compare.contents.preview import is_image
from simfinder.app.compare.contents.text_decoding import decode, lines_of
from simfinder.app.compare.contents.text_parts import LINE_LIMIT, Part, encoding_of, part_of, sentences
from simfinder.app.compare.line_diff import DiffRow, RowKind, diff_lines
from simfinder.app.compare.member_diff import MemberDiff, MemberState, diff_members
from simfinder.model.file_type import type_of
from simfinder.model.progress import Control
from simfinder.scan.extract.formats import ASIDE, PLAIN, SHEET, SOUND, TEXT, recognise
from simfinder.scan.extract.members import Member
from simfinder.scan.payload import payload
from simfinder.text.message import say

MATCH_LIMIT = 2 * 1024 * 1024
"""Bytes of each file, or of what it holds, that are compared at once."""
MEMBER_LIMIT = 1 << 30
"""Bytes up to which a file is read whole to see whether it is a member of an archive."""

LEAST_STORED = 512
"""Bytes of the smallest file that is looked for in a file of any bytes."""

_LARGEST_SOUND = 64 << 20
"""Bytes up to which two sounds are read whole to see whether only their tags differ."""

_OF_LINES = frozenset({"pdf", "mail"})
_FLOWS = 0.7
"""Of what differs line by line: with less of it, two texts of lines are compared as if they had none."""
_NAMED_ALIKE = 0.5
_MOST_MEMBERS = 2000  # of which names are compared: 0.1 s
_NO_MARKS = str.maketrans("", "", SHEET + ASIDE)
_BETWEEN_CELLS = " │ "
_NEWLINE = re.compile(rb"\r\n|\r|\n")


class ComparisonKind(StrEnum):
    """How two files are compared."""

    TEXT = "text"
    HEX = "hex"
    MEMBERS = "members"
    IMAGE = "image"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Match:
    """Equal bytes: where they begin on either side, and how many they are."""

    left: int
    right: int
    length: int


@dataclass(frozen=True, slots=True)
class Inside:
    """One of the two files lies in the other, byte by byte.

    Attributes:
        in_left: the first file is the archive, the document or the mail, or a file of any bytes.
        names: of the other file in it; none where it has no name there.
        at: where it begins in a file of any bytes.
    """

    in_left: bool
    names: tuple[bytes, ...] = ()
    at: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two files compared.

    Attributes:
        left, right: the two paths.
        kind: TEXT (with rows), HEX and IMAGE (of windows, without rows), MEMBERS (``members`` or ``inside``, no rows),
            UNREADABLE (``reason`` says why). Where one file is inside the other, TEXT and IMAGE show that file on both
            sides.
        rows: unfolded rows of a text, their numbers counted from 1 within what is shown.
        matches: parts of equal bytes, if these are whole members; else see ``verify.containment.matching_ranges``.
        left_length, right_length: bytes of each side that were read, or that ``matches`` cover.
        left_starts, right_starts: bytes at which the lines of a text begin.
        left_part, right_part: lines of a text that the rows are of; None for documents.
        left_window, right_window: onto what was compared, to read more of it (TEXT, HEX, IMAGE); else None.
        left_encoding, right_encoding: of texts.
        left_size, right_size: bytes of what was compared, as far as known.
        equal: both files were read whole and are the same.
        truncated: the rows do not cover everything, or a view was not made to its end.
        reason: why nothing can be compared, or why a file was not opened, with its path.
        left_view, right_view: views that were compared, ``RAW`` for files as they are.
        members: two archives compared.
        inside: one file is a member of the other.
        same_content: the files differ, but both views were read whole and are the same.
        media: pictures, embedded files and attachments of two documents compared; None where there are none.
        left_within, right_within: names of the member that is compared instead of the file.
        counterpart: one of the two is not the file that was asked for, but the member of it that is most likely another
            version of the other one.
        shown: view that the rows are of, where no figure is of it: cells of notebooks, tables; else "".
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
    left_part: Part | None = None
    right_part: Part | None = None
    left_window: Window | None = None
    right_window: Window | None = None
    left_encoding: str = ""
    right_encoding: str = ""
    equal: bool = False
    truncated: bool = False
    reason: str = ""
    left_view: str = RAW
    right_view: str = RAW
    members: MemberDiff | None = None
    inside: Inside | None = None
    same_content: bool = False
    media: MemberDiff | None = None
    left_within: tuple[bytes, ...] = ()
    right_within: tuple[bytes, ...] = ()
    counterpart: bool = False
    shown: str = ""

    @property
    def whole(self) -> bool:
        """All of both sides is at hand."""
        return (self.left_length, self.right_length) == (self.left_size, self.right_size)

    @property
    def is_prose(self) -> bool:
        """Whether the rows are sentences of documents, not lines."""
        views = {self.left_view, self.right_view}
        if self.inside is not None:
            views = {self.right_view if self.inside.in_left else self.left_view}
        return self.kind is ComparisonKind.TEXT and not self.shown and not DOCUMENTS.isdisjoint(views)


def compare(
    left: str,
    right: str,
    control: Control | None = None,
    contents: Contents | None = None,
    *,
    left_within: tuple[bytes, ...] = (),
    right_within: tuple[bytes, ...] = (),
) -> Comparison:
    """Compare two files. A file that can't be read makes a comparison of the kind UNREADABLE.

    Args:
        left: path whose own lines are ``RowKind.LEFT``.
        right: path whose own lines are ``RowKind.RIGHT``.
        control: checked at least every few milliseconds.
        contents: opens archives and documents; None uses one of its own.
        left_within: names of the member of the first that is compared instead of it.
        right_within: the same of the second.

    Raises:
        Cancelled: on request.
    """
    control = control or Control()
    own = contents or Contents()
    try:
        one = own.open(left, control, limit=MATCH_LIMIT, within=left_within)
        other = own.open(right, control, limit=MATCH_LIMIT, within=right_within)
        found = compare_contents(one, other, control)
        if found.inside is None and not found.equal:
            found = _with_counterpart(found, one, other, own, control)
        return _as_shown(found, one, other, own, control)
    except UnreadableError as error:
        return Comparison(left, right, ComparisonKind.UNREADABLE, reason=error.sentence)
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
    reason = next((say("{}: {}", side.path, side.reason) for side in (left, right) if side.reason), "")
    inside = None if equal else _inside(left, right, control)
    drawn = (
        FONT in (left.view, right.view) and left.data != right.data
    )  # digests of glyphs say nothing to people
    if equal or reason or drawn:
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
        same_content=not equal
        and (
            (not (left.cut or right.cut) and left.data == right.data) or _is_same_sound(left, right, control)
        ),
        media=None if inside is not None else _media(left.pictures, right.pictures, control),
        left_within=left.within,
        right_within=right.within,
    )
    if inside is not None:
        whole, part = (left, right) if inside.in_left else (right, left)
        found = _matched_inside(found, whole, part, inside)
        return _shown_inside(found, part, control)
    if left.is_archive and right.is_archive:
        members = diff_members(left.members, right.members, control)
        found = replace(found, members=members, truncated=not (left.whole and right.whole))
        if left.cut or right.cut:
            return _matched_by_members(found, left, right)
    else:
        found = _by_content(found, left, right, control)
    return replace(found, left_length=len(left.data), right_length=len(right.data))


def _is_same_sound(left: Content, right: Content, control: Control) -> bool:
    """Return whether two sounds differ in tags, covers and padding alone."""
    held = []
    for side in (left, right):
        if recognise(side.file.data) != SOUND or side.file.size > _LARGEST_SOUND:
            return False
        control.check()
        data = side.file.data
        if side.file.truncated:
            if side.within:
                return False
            try:
                with open(side.path, "rb", buffering=0) as file:
                    data = file.read(_LARGEST_SOUND)
            except OSError:
                return False
        held.append(b"".join(data[begin:end] for begin, end in payload(data)))
    return held[0] == held[1]


def _media(left: Sequence[Member], right: Sequence[Member], control: Control) -> MemberDiff | None:
    return diff_members(left, right, control) if left or right else None


def _with_counterpart(
    found: Comparison, left: Content, right: Content, contents: Contents, control: Control
) -> Comparison:
    """Compare a file with the member of an archive, or the attachment of a mail, that has the name most like its own.

    What was found of the two as they are is returned where there is none.
    """
    for whole, part in ((left, right), (right, left)):
        held = whole.members if whole.is_archive else whole.media if whole.view == "mail" else ()
        if not held or part.is_archive or part.view == "mail":
            continue
        name = counterpart(part.name, held)
        if not name:
            continue
        try:
            member = contents.open(whole.path, control, limit=MATCH_LIMIT, within=(*whole.within, name))
        except UnreadableError:
            continue
        sides = (member, part) if whole is left else (part, member)
        found = compare_contents(*sides, control)
        return replace(_as_shown(found, *sides, contents, control), counterpart=True)
    return found


def counterpart(path: str, members: Sequence[Member]) -> bytes:
    """Return the name of the member with the most similar name and the very type of a file; b"" where none is similar.

    Args:
        path: of the file.
        members: of an archive.
    """
    name, kind = os.path.basename(path).lower(), type_of(path)
    best, most = b"", _NAMED_ALIKE
    for member in members[:_MOST_MEMBERS]:
        other = os.path.basename(member.name.decode("utf-8", "replace")).lower()
        if not kind or type_of(other) != kind:
            continue
        share = SequenceMatcher(None, name, other, autojunk=False).ratio()
        if share > most:
            best, most = member.name, share
    return best


def _as_shown(
    found: Comparison, left: Content, right: Content, contents: Contents, control: Control
) -> Comparison:
    """Show two notebooks by their cells, two databases or spreadsheets by their tables, two programs by their texts;
    all others as they are.
    """
    if found.equal or found.inside is not None or found.members is not None or found.shown:
        return found
    if (found.left_within, found.right_within) != (left.within, right.within):
        return found  # a counterpart, seen to already
    one, other = (contents.shown(side, control, limit=MATCH_LIMIT) for side in (left, right))
    if one.view != other.view or one.view not in SHOWN_VIEWS:
        return found
    sides = [_shown_lines(side) for side in (one, other)]
    cut = one.cut or other.cut or max(map(len, sides)) > LINE_LIMIT
    rows = diff_lines(sides[0][:LINE_LIMIT], sides[1][:LINE_LIMIT], control)
    if one.view == PROGRAM and all(row.kind is RowKind.EQUAL for row in rows):
        return found  # only their code differs
    texts = [[row.text for row in rows if getattr(row, side) is not None] for side in ("left", "right")]
    return replace(
        found,
        kind=ComparisonKind.TEXT,
        rows=tuple(rows),
        truncated=found.truncated or cut,
        left_starts=_scaled(line_starts(one.data, texts[0]), one.size, found.left_size),
        right_starts=_scaled(line_starts(other.data, texts[1]), other.size, found.right_size),
        left_part=None,
        right_part=None,
        media=_media(one.pictures or left.pictures, other.pictures or right.pictures, control),
        shown=one.view,
    )


def _shown_lines(content: Content) -> list[str]:
    text = content.data.decode("utf-8", "replace")
    if content.view not in TABLES:
        return lines_of(text)
    lines = text.translate(_NO_MARKS).replace("\t", _BETWEEN_CELLS).split("\n")
    return [piece for line in lines if line for piece in lines_of(line)]


def _scaled(starts: tuple[int, ...], size: int, measured: int) -> tuple[int, ...]:
    """Return about where lines are in what was measured, which is not what is shown."""
    return tuple(start * measured // max(1, size) for start in starts)


def line_starts(data: bytes, lines: Sequence[str]) -> tuple[int, ...]:
    """Return where each shown line begins in the bytes; approximately, where lines were broken or joined for showing.

    Args:
        data: the bytes.
        lines: as they are shown, at least those of the beginning.
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
    """Return whether one file is a member, a picture or an attachment of the other.

    A file is read whole only if one of them has its exact size.
    """
    for whole, part in ((left, right), (right, left)):
        size, held = part.file.size, (*whole.members, *whole.media)
        if not 0 < size <= MEMBER_LIMIT or all(member.size != size for member in held):
            continue
        content = content_hash(part, control)
        names = tuple(member.name for member in held if member.content == content)
        if names:
            return Inside(whole is left, names)
    return _stored(left, right)


def _stored(left: Content, right: Content) -> Inside | None:
    """Return where a document, a picture or a program lies whole in the beginning of a file of any bytes."""
    for whole, part in ((left, right), (right, left)):
        is_part = LEAST_STORED <= part.file.size < whole.file.size and not part.file.truncated
        if is_part and whole.view == RAW and recognise(part.file.data) not in (PLAIN, TEXT):
            at = whole.file.data.find(part.file.data)
            if at > 0 or (at == 0 and not is_image(whole.file.data)):
                return Inside(whole is left, at=at)
    return None


def _matched_inside(found: Comparison, whole: Content, part: Content, inside: Inside) -> Comparison:
    """Match all of one file with the member that it is; nothing else needs to be compared."""
    at: int | None = inside.at
    size, length = part.file.size, whole.file.size
    if inside.names:
        starts, length = _places(whole.members)
        member = next((one for one in whole.members if one.name == inside.names[0]), None)
        at = None if member is None else starts.get(member)
    if at is None:  # a picture or an attachment; a container, whose members take its place
        return found
    left, right = (length, size) if inside.in_left else (size, length)
    return replace(
        found,
        matches=(Match(at, 0, size) if inside.in_left else Match(0, at, size),),
        left_length=left,
        right_length=right,
        left_size=left,
        right_size=right,
    )


def _shown_inside(found: Comparison, part: Content, control: Control) -> Comparison:
    """Show a file that is inside the other on both sides, if it is a text or a picture.

    The hashes say that it is the same there, so nothing has to be taken out of the other.
    """
    shown = _by_content(found, part, part, control)
    return found if shown.kind is ComparisonKind.HEX else shown


def _matched_by_members(found: Comparison, left: Content, right: Content) -> Comparison:
    """Match archives too long to be compared byte by byte: a member matches as a whole or not at all."""
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
    """Return where each member begins when all are laid end to end, and the total; of containers only members count."""
    starts: dict[Member, int] = {}
    at = 0
    for place, member in enumerate(members):
        if place + 1 < len(members) and members[place + 1].name.startswith(member.name + b"/"):
            continue
        starts[member] = at
        at += member.size
    return starts, at


def _by_content(found: Comparison, left: Content, right: Content, control: Control) -> Comparison:
    """Compare as pictures, texts or bytes."""
    data_left, data_right = left.data[:LIMIT], right.data[:LIMIT]
    cut = (left.view != RAW and left.cut) or (
        right.view != RAW and right.cut
    )  # more of a file is read where needed
    windows = _window(left, control), _window(right, control)
    found = replace(found, left_window=windows[0], right_window=windows[1], truncated=cut)
    if left.view == right.view == RAW and is_image(data_left) and is_image(data_right):
        return replace(found, kind=ComparisonKind.IMAGE)
    if not DOCUMENTS.isdisjoint((left.view, right.view)):
        rows_and_cut = _prose_rows(left, right, control)
        if rows_and_cut is not None:
            rows, cut = rows_and_cut
            texts = (
                [row.text for row in rows if row.left is not None],
                [row.text for row in rows if row.right is not None],
            )
            return replace(
                found,
                kind=ComparisonKind.TEXT,
                rows=tuple(rows),
                truncated=cut,
                left_starts=line_starts(left.data, texts[0]),
                right_starts=line_starts(right.data, texts[1]),
            )
    encodings = [
        encoding_of(window, cut=side.cut, control=control)
        for window, side in zip(windows, (left, right), strict=True)
    ]
    if encodings[0] is None or encodings[1] is None:
        return replace(found, kind=ComparisonKind.HEX)
    found = replace(found, kind=ComparisonKind.TEXT, left_encoding=encodings[0], right_encoding=encodings[1])
    return compare_parts(found, 0, 0, control)


def _window(content: Content, control: Control) -> Window:
    if content.view == RAW and content.file.truncated and not content.within:
        return window_of(content.path, control)
    return Window(content.path, len(content.data), content.data)


def compare_parts(comparison: Comparison, left_at: int, right_at: int, control: Control) -> Comparison:
    """Compare the lines of two texts from an offset of each on, instead of those shown.

    Args:
        comparison: of two texts.
        left_at: byte on the left.
        right_at: byte on the right.
        control: cancelling.

    Raises:
        UnreadableError: a file can't be read any more.
        Cancelled: on request.
    """
    assert comparison.left_window is not None
    assert comparison.right_window is not None
    left = part_of(comparison.left_window, comparison.left_encoding, left_at, control)
    right = part_of(comparison.right_window, comparison.right_encoding, right_at, control)
    rows = diff_lines(left.lines, right.lines, control)
    if left.end < left.size or right.end < right.size:
        rows, left, right = _without_tail(rows, left, right)
    return replace(
        comparison,
        rows=tuple(rows),
        left_part=left,
        right_part=right,
        left_starts=left.starts,
        right_starts=right.starts,
        truncated=comparison.truncated or not (left.whole and right.whole),
    )


def _without_tail(rows: list[DiffRow], left: Part, right: Part) -> tuple[list[DiffRow], Part, Part]:
    """Drop lines at the end that only one side has: the other part just ends earlier, which is no difference."""
    last = len(rows)
    while last and rows[last - 1].kind is not RowKind.EQUAL:
        last -= 1
    if not last or len({row.kind for row in rows[last:]}) != 1:
        return rows, left, right
    first = rows[last]
    if first.left is not None and right.end < right.size:
        return rows[:last], replace(left, end=left.starts[first.left - 1]), right
    if first.right is not None and left.end < left.size:
        return rows[:last], left, replace(right, end=right.starts[first.right - 1])
    return rows, left, right


def _prose_rows(left: Content, right: Content, control: Control) -> tuple[list[DiffRow], bool] | None:
    """Compare the sentences of two documents; also return whether there are more."""
    cut_left, cut_right = (side.cut or side.size > LIMIT for side in (left, right))
    text_left = decode(left.data[:LIMIT], truncated=cut_left)
    text_right = decode(right.data[:LIMIT], truncated=cut_right)
    if text_left is None or text_right is None:
        return None

    def compare(*, joined: bool) -> tuple[list[DiffRow], bool]:
        lines = [sentences(text.text, joined=joined) for text in (text_left, text_right)]
        rows = diff_lines(lines[0][:LINE_LIMIT], lines[1][:LINE_LIMIT], control)
        return rows, max(map(len, lines)) > LINE_LIMIT or cut_left or cut_right

    # lines of a page or of a mail are not paragraphs
    if _OF_LINES.isdisjoint((left.view, right.view)):
        return compare(joined=False)
    if left.view != right.view:
        return compare(joined=True)
    as_they_are = compare(joined=False)
    if not (changed := _changed(as_they_are[0])):
        return as_they_are
    flowing = compare(joined=True)  # other columns, other letters: the lines of all pages end elsewhere
    return flowing if _changed(flowing[0]) < changed * _FLOWS else as_they_are


def _changed(rows: Sequence[DiffRow]) -> int:
    """Count the letters in rows that only one side has."""
    return sum(len(row.text) for row in rows if row.kind is not RowKind.EQUAL)

"""Compare the members of two archives: same, changed, only in one, moved."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from simfinder.model.progress import Control
from simfinder.scan.extract.members import Member

_VERSION = re.compile(rb"\d+(?:\.\d+)+")
_CHECKED = 4096  # members between two checks for a cancel: about 1 ms


class MemberState(StrEnum):
    """States of a member against the other archive, in the order in which they are shown."""

    CHANGED = "changed"  # same name (but for a version in it), other content
    LEFT = "left"  # only in the first archive
    RIGHT = "right"  # only in the second archive
    MOVED = "moved"  # same content, other name
    SAME = "same"


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One member, or the pair of it and its counterpart."""

    state: MemberState
    left: Member | None
    right: Member | None

    @property
    def name(self) -> bytes:
        """Name in the first archive, or in the second if it is only there."""
        member = self.left or self.right
        assert member is not None
        return member.name


@dataclass(frozen=True, slots=True)
class MemberDiff:
    """Every member of both archives, each once.

    Attributes:
        rows: by state, then by name.
        counts: rows of each state.
        left_top, right_top: the folder (with its slash) that all members of an archive are in, if the names below it
            are compared; b"" where whole names are.
    """

    rows: tuple[MemberRow, ...]
    counts: dict[MemberState, int]
    left_top: bytes = b""
    right_top: bytes = b""


def diff_members(left: Sequence[Member], right: Sequence[Member], control: Control) -> MemberDiff:
    """Pair the members of two archives.

    By name first, as a person would; what is left by content, for what was renamed or moved, and by names that differ
    in nothing but a version (``tool-1.0.dist-info/LICENSE``). A folder around everything that differs only in its own
    name (``tool-old/``, ``tool-new/``) does not count as part of the names.

    Raises:
        Cancelled: on request.
    """
    top_left, top_right = _tops(left, right, control)
    rest = _Rest(left, right, len(top_left), len(top_right), control)
    rest.pair(MemberState.SAME, lambda name, member: (name, member.content, member.size))
    rest.pair(MemberState.CHANGED, lambda name, _: name)
    rest.pair(
        MemberState.MOVED,
        lambda name, member: (member.content, name.rpartition(b"/")[2]) if member.size else None,
    )
    rest.pair(MemberState.MOVED, lambda _, member: member.content if member.size else None)
    rest.pair(MemberState.CHANGED, lambda name, _: _without_version(name))
    rows = [*rest.rows]
    rows += [MemberRow(MemberState.LEFT, member, None) for member in rest.left]
    rows += [MemberRow(MemberState.RIGHT, None, member) for member in rest.right]
    order = {state: place for place, state in enumerate(MemberState)}
    rows.sort(key=lambda row: (order[row.state], row.name))
    counts = dict.fromkeys(MemberState, 0)
    for row in rows:
        counts[row.state] += 1
    return MemberDiff(tuple(rows), counts, top_left, top_right)


def _without_version(name: bytes) -> bytes | None:
    bare, found = _VERSION.subn(b"#", name.lower())
    return bare if found else None


class _Rest:
    """Members not paired yet."""

    def __init__(
        self, left: Sequence[Member], right: Sequence[Member], cut_left: int, cut_right: int, control: Control
    ) -> None:
        self.left, self.right = list(left), list(right)
        self.rows: list[MemberRow] = []
        self._cut_left, self._cut_right = cut_left, cut_right
        self._control = control

    def pair(self, state: MemberState, key: Callable[[bytes, Member], Hashable]) -> None:
        """Pair members with equal keys in their order; a key of None pairs with nothing."""
        places: dict[Hashable, list[int]] = {}
        for place in range(len(self.right) - 1, -1, -1):
            member = self.right[place]
            places.setdefault(key(member.name[self._cut_right :], member), []).append(place)
        places.pop(None, None)
        left: list[Member] = []
        taken: set[int] = set()
        for count, member in enumerate(self.left):
            if count % _CHECKED == 0:
                self._control.check()
            found = places.get(key(member.name[self._cut_left :], member))
            if found:
                place = found.pop()
                taken.add(place)
                self.rows.append(MemberRow(state, member, self.right[place]))
            else:
                left.append(member)
        self.left = left
        self.right = [member for place, member in enumerate(self.right) if place not in taken]


def _tops(left: Sequence[Member], right: Sequence[Member], control: Control) -> tuple[bytes, bytes]:
    """Return the outer folders to leave out of the names: those that let most names match."""
    best, tops = -1, (b"", b"")
    for top_left, top_right in product(_choices(left), _choices(right)):
        control.check()
        names = {member.name[len(top_left) :] for member in left}
        meet = len(names & {member.name[len(top_right) :] for member in right})
        if meet > best:
            best, tops = meet, (top_left, top_right)
    return tops


def _choices(members: Sequence[Member]) -> list[bytes]:
    if not members:
        return [b""]
    folder, slash, _ = members[0].name.partition(b"/")
    top = folder + slash
    if not slash or not all(member.name.startswith(top) for member in members):
        return [b""]
    return [b"", top]

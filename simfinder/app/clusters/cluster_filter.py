"""The filter of the cluster tree: a line of words, and the clusters that have a matching file.

``is:older type:pdf,docx size:>1MB older:2y report`` asks for clusters with an older version that has one of these
types, is larger than a megabyte, was last changed more than two years ago, and whose path contains "report". A type may
be a family such as ``pictures``. Anything else is text that a path must contain, spaces included; quotes around it
say nothing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.app.clusters.cluster_table import (
    IDENTICAL,
    KEPT,
    NEWER,
    OLDER,
    OTHER_FORMAT,
    RECOMPRESSED,
    SIBLING,
    SIMILAR,
    SMALLER_COPY,
    ClusterTable,
)
from simfinder.arrays.set_operations import is_among
from simfinder.model.file_families import Family, types_of_family
from simfinder.text.written_times import time_of

RELATIONS = {
    "identical": IDENTICAL,
    "older": OLDER,
    "newer": NEWER,
    "similar": SIMILAR,
    "other-format": OTHER_FORMAT,
    "sibling": SIBLING,
    "smaller-copy": SMALLER_COPY,
    "recompressed": RECOMPRESSED,
}
STATES = (*RELATIONS, "marked", "unmarked", "unverified", "undecided", "protected")
"""Words that may follow ``is:``. A cluster is *undecided* as long as no file of it is marked or kept by hand."""

_FAMILIES = {str(family): family for family in Family if family is not Family.OTHER}
_NEAR = 256  # clusters looked at one by one, 5 us each
_UNITS = {"": 1, "b": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_KINDS = ("is", "type", "size", "older", "newer", "name", "folder", "in")
_WORD = re.compile(rf'(?:(?<=\s)|^)({"|".join(_KINDS)}):("[^"]*"|\S+)', re.IGNORECASE)
_LIKE_WORD = re.compile(r'(?:(?<=\s)|^)([a-z]+):("[^"]*"|\S+)', re.IGNORECASE)
_LIKE = 0.7  # share of letters, from which on one word is taken for another
_BEGUN = re.compile(rf"(?:(?<=\s)|^)(?:{'|'.join(_KINDS)}):$", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]+"')
_SIZE = re.compile(r"(>=|<=|>|<|=)?(\d+(?:[.,]\d+)?)\s*([kmgt]?)b?", re.IGNORECASE)

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FileCondition:
    """The conditions that one file of a cluster has to meet, all of them.

    Attributes:
        text: its path contains this.
        names: its name contains each of these.
        folders: its folder contains each of these.
        types: it has one of these types; empty for any.
        states: words of ``STATES``; of several relations one is enough.
        least: bytes at least.
        most: bytes at most; -1 for any.
        since: last changed then or later, nanoseconds since 1970; 0 for any time.
        before: last changed earlier; -1 for any time.
    """

    text: str = ""
    names: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    types: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    least: int = 0
    most: int = -1
    since: int = 0
    before: int = -1

    def __bool__(self) -> bool:
        return self != FileCondition()


def parse(line: str) -> FileCondition:
    """Parse a line; a word that can't be understood is text like any other, one that is only begun is left out."""
    line = _BEGUN.sub("", line)
    names: list[str] = []
    folders: list[str] = []
    types: set[str] = set()
    states: set[str] = set()
    least, most = 0, -1
    since, before = 0, -1
    rest: list[str] = []
    at = 0
    for found in _WORD.finditer(line):
        kind, value = found[1].lower(), found[2].strip('"')
        if kind == "is" and value.lower() in STATES:
            states.add(value.lower())
        elif kind == "type" and value:
            types.update(name for word in value.split(",") for name in _types(word.lower()))
        elif kind == "size" and (size := _SIZE.fullmatch(value)):
            low, high = _bounds(size)
            least, most = max(least, low), high if most < 0 else min(most, high) if high >= 0 else most
        elif kind in ("older", "newer") and (when := _time(value)) >= 0:
            if kind == "newer":
                since = max(since, when)
            else:
                before = when if before < 0 else min(before, when)
        elif kind == "name" and value:
            names.append(value)
        elif kind in ("folder", "in") and value:
            folders.append(value)
        else:
            continue
        rest.append(line[at : found.start()])
        at = found.end()
    text = " ".join(part for part in (*(part.strip() for part in rest), line[at:].strip()) if part)
    if _QUOTED.fullmatch(text):
        text = text[1:-1]
    return FileCondition(
        text, tuple(names), tuple(folders), frozenset(types), frozenset(states), least, most, since, before
    )


def misread(line: str) -> tuple[str, str]:
    """Return the first word that looks like a condition and is none, and what it probably means; "" for nothing.

    ``size:big`` is none and could mean anything; ``siz:>3`` means ``size:>3`` and ``is:oldr`` means ``is:older``. What
    is not like one of the words may be a part of a path, so nothing is said of it.
    """
    for found in _LIKE_WORD.finditer(parse(line).text):
        kind, value = found[1].lower(), found[2]
        if kind == "is":
            state = _near_word(value.strip('"'), STATES)
            return found[0], f"is:{state}" if state else ""
        if kind in _KINDS:
            return found[0], ""
        if near := _near_word(kind, _KINDS):
            return found[0], f"{near}:{value}"
    return "", ""


def _near_word(word: str, words: Sequence[str]) -> str:
    return next(iter(difflib.get_close_matches(word.lower(), words, 1, _LIKE)), "")


def _types(word: str) -> Sequence[str]:
    """Return the types of a family, or the type that a word names."""
    family = _FAMILIES.get(word)
    return types_of_family(family) if family else ("" if word == "none" else word.lstrip("."),)


def _time(value: str) -> int:
    try:
        return time_of(value)
    except ValueError:
        return -1


def _bounds(size: re.Match[str]) -> tuple[int, int]:
    amount = float(size[2].replace(",", ".")) * _UNITS[size[3].lower()]
    whole = int(amount)
    match size[1]:
        case "<":
            return 0, max(0, whole - (whole == amount))
        case "<=":
            return 0, whole
        case "=":
            return whole, whole
        case ">":
            return whole + 1, -1
    return whole + (whole < amount), -1


def clusters_that_meet(
    wanted: FileCondition,
    table: ClusterTable,
    marked: Iterable[int] = (),
    by_hand: Iterable[int] = (),
    named: Mask | None = None,
) -> Mask:
    """Return (c,) bool, the clusters with a member that meets all conditions.

    Args:
        wanted: as ``parse`` returns it.
        table: the clusters.
        marked: files.
        by_hand: files that are kept by hand.
        named: ``files_that_meet`` of the same conditions, where that was computed before.
    """
    if not len(table):
        return np.zeros(0, dtype=np.bool_)
    files, members = table.files, table.members
    named = files_that_meet(wanted, table) if named is None else named
    meets = np.ones(len(members), dtype=np.bool_) if named is None else named[members]
    relations = [code for name, code in RELATIONS.items() if name in wanted.states]
    if relations:
        meets &= is_among(table.relation, relations)
    if "unverified" in wanted.states:
        meets &= table.estimated & (table.relation != KEPT)
    if "protected" in wanted.states:
        meets &= files.protected[members]
    is_marked = _mask(marked, len(table.cluster_index))
    if "marked" in wanted.states:
        meets &= is_marked[members]
    if "unmarked" in wanted.states:
        meets &= ~is_marked[members] & (table.relation != KEPT) & ~files.protected[members]
    found: Mask = np.logical_or.reduceat(meets, table.offsets[:-1])
    return found & undecided(table, is_marked, by_hand) if "undecided" in wanted.states else found


def files_that_meet(wanted: FileCondition, table: ClusterTable) -> Mask | None:
    """Return (n,) bool, the files that meet the conditions on path, name, folder, type and size.

    Words about states (``is:``) choose clusters, not files: in a cluster with a newer file the older ones are meant
    too. None where no word is about files, so that every file of the shown clusters is meant.
    """
    if wanted == FileCondition(states=wanted.states):
        return None
    files = table.files
    meets = np.ones(len(files.contents), dtype=np.bool_)
    for holds in _paths(wanted, table):
        meets &= holds
    if wanted.types:
        known = np.array([name in wanted.types for name in files.type_names], dtype=np.bool_)
        meets &= known[files.types]
    if wanted.least:
        meets &= files.sizes >= wanted.least
    if wanted.most >= 0:
        meets &= files.sizes <= wanted.most
    if wanted.since:
        meets &= files.mtimes >= wanted.since
    if wanted.before >= 0:
        meets &= files.mtimes < wanted.before
    return meets


def undecided(table: ClusterTable, is_marked: Mask, by_hand: Iterable[int]) -> Mask:
    """Return (c,) bool, the clusters with a file that may be marked, but with none marked or kept by hand."""
    if not len(table):
        return np.zeros(0, dtype=np.bool_)
    members = table.members
    decided = (is_marked | _mask(by_hand, len(is_marked)))[members]
    free = (table.relation != KEPT) & ~table.files.protected[members]
    starts = table.offsets[:-1]
    found: Mask = np.logical_or.reduceat(free, starts) & ~np.logical_or.reduceat(decided, starts)
    return found


def next_undecided(
    table: ClusterTable,
    listed: npt.NDArray[np.integer],
    place: int,
    marked: Collection[int],
    by_hand: Collection[int],
) -> int:
    """Find the next cluster in which nothing is decided (see ``undecided``); -1 where there is none.

    The next few are checked one by one first: even of a million files one of them nearly always is undecided.

    Args:
        table: the clusters.
        listed: (k,) clusters in the order in which they are shown.
        place: position in that order behind which to begin; -1 for the beginning. The search wraps around at the end.
        marked: files; a set or mapping, for quick look-ups.
        by_hand: kept files that were chosen by hand.

    Returns:
        Its position in that order.
    """
    chosen = frozenset(by_hand)
    turn = np.concatenate((np.arange(place + 1, len(listed)), np.arange(min(place + 1, len(listed)))))
    for at in turn[:_NEAR].tolist():
        first, end = table.offsets[listed[at]], table.offsets[listed[at] + 1]
        members = table.members[first:end]
        free = (table.relation[first:end] != KEPT) & ~table.files.protected[members]
        if free.any() and not any(file in marked or file in chosen for file in members.tolist()):
            return int(at)
    rest = turn[_NEAR:]
    if not len(rest):
        return -1
    found = rest[undecided(table, _mask(marked, len(table.cluster_index)), by_hand)[listed[rest]]]
    return int(found[0]) if len(found) else -1


def _mask(files: Iterable[int], count: int) -> Mask:
    mask = np.zeros(count, dtype=np.bool_)
    mask[np.fromiter(files, dtype=np.int64)] = True
    return mask


def _paths(wanted: FileCondition, table: ClusterTable) -> Iterable[Mask]:
    """Return (n,) bool for each condition on paths."""
    text = table.files.text
    if wanted.text:
        yield text.holding(wanted.text)
    for name in wanted.names:
        yield text.holding(name, part="name")
    for folder in wanted.folders:
        yield text.holding(folder, part="folder")

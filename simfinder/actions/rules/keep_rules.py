"""Keep rules: which file of a cluster is kept (``relation`` says how the others are related to it).

Has the words of ``--keep`` and the sentences that say why a file is kept. Looks at records only, never at the disk, and
orders all files at once, so that any cluster is ordered by its members' ranks.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.hints import NO_HINTS, NameHints, hints_of, may_hint
from simfinder.actions.file_names.place_words import (
    IN_BACKUP,
    IN_CONFLICT,
    IN_COPY,
    IN_DOWNLOADS,
    IN_TEMPORARY,
    IN_TRASH,
    conflicts_in,
    folder_quality,
    is_conflict,
    place_quality,
)
from simfinder.actions.kinship.place_kinship import Place, compare_places
from simfinder.actions.rules.explain_relation import name_order
from simfinder.actions.rules.trusted_times import doubt_of, span_text
from simfinder.arrays.file_columns import SIZE, FileColumns
from simfinder.errors import UsageError
from simfinder.model import extension_points
from simfinder.model.file_record import FileRecord
from simfinder.model.path_rules import OWN
from simfinder.text.message import say

_AT_ONCE = 10_000  # names looked at in one go: some milliseconds
_MOST = 2**63 - 1
_COPIES = 1 << 20  # above any number of a copy

_Key = Callable[[FileRecord], int]

_TIMES = {"newest": -1, "oldest": 1}
_WITH_VALUE = ("in", "not-in", "name")


class PlainRule(NamedTuple):
    """A rule without a value.

    That of an extension is asked for the files of others, too: it must not fail over a path of any bytes.

    Attributes:
        key: of a file; the smallest is kept.
        why: says why one file is kept rather than another.
        columns: the keys of many files, (n,) int64, where that is faster than one by one.
    """

    key: _Key
    why: Callable[[FileRecord, FileRecord], str]
    columns: Callable[[FileColumns], npt.NDArray[np.int64]] | None = None


@dataclass(frozen=True, slots=True)
class KeepRule:
    """One word of a keep rule.

    Attributes:
        word: ``newest oldest largest smallest shortest-path longest-path best-name best-place in not-in name``.
        value: absolute folder of ``in`` and ``not-in``, shell pattern of ``name``; "" otherwise.
    """

    word: str
    value: str = ""

    def __str__(self) -> str:
        if self.word not in _WITH_VALUE:
            return self.word
        told = f"{self.word}:{self.value}".replace("\\", "\\\\").replace(",", "\\,")
        return f"{told[:-1]}\\{told[-1]}" if told[-1].isspace() else told


@dataclass(frozen=True, slots=True)
class KeepRules:
    """The first rule decides, the next ones break ties; ``rank`` says what breaks the remaining ties."""

    rules: tuple[KeepRule, ...]

    @classmethod
    def parse(cls, text: str) -> KeepRules:
        r"""Read ``newest,in:FOLDER,name:*.txt``; a comma (or backslash) inside a value is written ``\,``.

        Raises:
            UsageError: naming the malformed rule.
        """
        rules = tuple(_rule(word) for word in _split(text) if word)
        if not rules:
            raise UsageError(say("the keep rule is empty (try newest)"))
        return cls(rules)

    def __str__(self) -> str:
        return ",".join(str(rule) for rule in self.rules)


def rank(
    files: Sequence[FileRecord],
    rules: KeepRules | str,
    ages: npt.NDArray[np.int64] | None = None,
    seniority: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.int32]:
    """Order all files by a keep rule.

    Ties are broken by newest (if no rule is about time), by the marks in the names (no backups,
    then later versions, dates and stages, under ``oldest`` earlier ones, then no copies), by the best place, the
    earliest time, the shortest path, and at last by the bytes of the path. The order is total: it does not depend
    on that of ``files``.

    Args:
        files: to be ordered.
        rules: first the one that counts most.
        ages: (n,) when the content of each file was first seen, see ``content_ages``; None takes the files' own times.
        seniority: (n,) of copies in equally good places the one with the least is kept; None takes the files' times.

    Returns:
        (n,) int32, the rank of every file, 0 for the one most worth keeping.

    Raises:
        UsageError: a rule given as text is malformed.
    """
    if isinstance(rules, str):
        rules = KeepRules.parse(rules)
    listing = FileColumns.of(files)
    times = listing.mtimes if ages is None else ages
    coarse = [_column(rule, listing, times) for rule in _with_time(rules)]
    order = np.lexsort(coarse[::-1])
    seniority = listing.mtimes if seniority is None else seniority
    _break_ties(order, coarse, listing, seniority, oldest=_wants_oldest(rules))
    places = np.empty(len(listing), dtype=np.int32)
    places[order] = np.arange(len(listing), dtype=np.int32)
    return places


def _column(rule: KeepRule, files: FileColumns, times: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the sort key of files under a rule, (n,), the smallest first."""
    if rule.word in _TIMES:
        return np.maximum(times, -_MOST) * _TIMES[rule.word]
    if rule.word not in _WITH_VALUE and (columns := POINT[rule.word].columns) is not None:
        return columns(files)
    key = _key(rule)
    return np.fromiter((min(key(file), _MOST) for file in files), dtype=np.int64, count=len(files))


def _blemish(hints: NameHints) -> int:
    """Rate how clearly a name says that the file is a copy or was set aside: 0 for a clean one."""
    return hints.spare * _COPIES + min(hints.copy, _COPIES - 1)


def _blemishes(files: FileColumns) -> npt.NDArray[np.int64]:
    """Return (n,) the key of ``best-name``; reads only names that may have hints."""
    found = np.zeros(len(files), dtype=np.int64)
    for begin in range(0, len(files), _AT_ONCE):
        paths = files.paths(begin, min(begin + _AT_ONCE, len(files)))
        names = [path.rpartition(os.sep)[2] for path in paths]
        for at in np.flatnonzero(may_hint(names)).tolist():
            found[begin + at] = _blemish(hints_of(names[at], stem=False))
    return found


def _qualities(files: FileColumns) -> npt.NDArray[np.int64]:
    """Return (n,) the key of ``best-place``; reads each folder once."""
    rows, inverse = np.unique(files.folder, return_inverse=True)
    of_folder = [folder_quality(files.folders[row]) for row in rows.tolist()]
    found: npt.NDArray[np.int64] = np.array(of_folder, np.int64)[inverse]
    for row in _rows_with_conflicts(files):
        if is_conflict(_name(files[row])):
            found[row] |= IN_CONFLICT
    return found


def _rows_with_conflicts(files: FileColumns) -> list[int]:
    """Find the files whose names may be those of sync conflicts; searches all names in one go."""
    spans = np.array(list(conflicts_in(files.names)), dtype=np.int64).reshape(-1, 2)
    first, last = (np.searchsorted(files.ends, spans[:, at] - at, "right") for at in (0, 1))
    return sorted({*first.tolist(), *last.tolist()})


def explain_kept(
    kept: FileRecord, other: FileRecord, rules: KeepRules | str, ages: tuple[int, int] | None = None
) -> str:
    """Say why one file is kept rather than another: what decided between them.

    Args:
        kept: the kept one.
        other: another one of the cluster.
        rules: by which it is kept.
        ages: when the contents of both were first seen; None takes the files' own times.

    Raises:
        UsageError: a rule given as text is malformed.
    """
    rules = KeepRules.parse(rules) if isinstance(rules, str) else rules
    age, its_age = ages or (kept.mtime_ns, other.mtime_ns)
    for rule in _with_time(rules):
        if rule.word in _TIMES:
            if age != its_age:
                span = span_text(age - its_age)
                if rule.word == "newest":
                    return (
                        say("newest: modified {} later", span)
                        if age > its_age
                        else say("newest: modified {} earlier", span)
                    )
                return (
                    say("oldest: modified {} later", span)
                    if age > its_age
                    else say("oldest: modified {} earlier", span)
                )
        elif _key(rule)(kept) != _key(rule)(other):
            return _decided(rule, kept, other)
    mine, its = (hints_of(_name(file), stem=False) for file in (kept, other))
    oldest = _wants_oldest(rules)
    if (mine.spare, _age_key(mine, oldest)) != (its.spare, _age_key(its, oldest)):
        order = name_order(kept.path, other.path)
        return say("by its name: {}", order.why) if order.sign else say("by its name")
    if mine.copy != its.copy:
        return (
            say("by its name: the other is a copy too, with a higher number")
            if mine.copy
            else say("by its name: the other is a copy")
        )
    if place_quality(kept.path) < place_quality(other.path):
        return _bad_place(kept, other)
    places = compare_places(*(file.path.rpartition(os.sep)[0] for file in (kept, other)))
    if places.place == Place.RELEASES and places.order > 0:
        return say("newer by its folder: {}", places.why)
    if kept.mtime_ns > other.mtime_ns and (doubt := doubt_of(other.mtime_ns)):
        return say("the time of the other {}", doubt)
    if kept.mtime_ns < other.mtime_ns:
        return say("it has been there longer: modified {} earlier", span_text(kept.mtime_ns - other.mtime_ns))
    return (
        say("its path is shorter")
        if len(kept.path) != len(other.path)
        else say("its path comes first in the alphabet")
    )


def _break_ties(
    order: npt.NDArray[np.intp],
    coarse: Sequence[npt.NDArray[np.int64]],
    files: FileColumns,
    seniority: npt.NDArray[np.int64],
    *,
    oldest: bool,
) -> None:
    """Sort every run of equal keys by names and paths, in place; only there, because reading names is slow."""
    if len(order) < 2:
        return
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = np.logical_or.reduce([column[order][1:] != column[order][:-1] for column in coarse])
    tied = ~new
    tied[:-1] |= ~new[1:]
    run = np.cumsum(new)[tied]
    those = order[tied]
    by_index = np.argsort(those)
    tied_files = those[by_index]
    columns = _tie_keys(files.take(tied_files), seniority[tied_files], oldest=oldest)
    back = np.empty(len(those), dtype=np.intp)
    back[by_index] = np.arange(len(those))
    order[tied] = those[np.lexsort((*(column[back] for column in columns), run))]


def _tie_keys(
    files: FileColumns, seniority: npt.NDArray[np.int64], *, oldest: bool
) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the sort keys of files that the rules find equal: columns, the last one counts most."""
    paths = files.paths()
    said = np.zeros(len(paths), dtype=np.int64)  # one number for all names with equal hints
    numbers: dict[tuple[object, ...], int] = {(NO_HINTS.spare, _NO_AGE[oldest], NO_HINTS.copy): 0}
    for begin in range(0, len(paths), _AT_ONCE):
        names = [path.rpartition(os.sep)[2] for path in paths[begin : begin + _AT_ONCE]]
        for at in np.flatnonzero(may_hint(names)).tolist():
            hints = hints_of(names[at], stem=False)
            key = (hints.spare, _age_key(hints, oldest), hints.copy)
            said[begin + at] = numbers.setdefault(key, len(numbers))
    grade = np.empty(len(numbers), dtype=np.int64)
    grade[[numbers[key] for key in sorted(numbers)]] = np.arange(len(numbers))
    length = np.fromiter(map(len, paths), dtype=np.int64, count=len(paths))
    return _places(paths), length, seniority, _qualities(files), grade[said]


def _places(paths: list[str]) -> npt.NDArray[np.int64]:
    """Rank paths by their bytes; those of a scan are in order already."""
    keys = paths if all(map(str.isascii, paths)) else [os.fsencode(path) for path in paths]
    places = np.arange(len(keys), dtype=np.int64)
    if not all(map(operator.le, keys, keys[1:])):
        places[sorted(range(len(keys)), key=keys.__getitem__)] = places.copy()
    return places


def _age_key(hints: NameHints, oldest: bool) -> tuple[object, ...]:
    """Return a sort key that agrees with ``version_order``: later names come first (last under ``oldest``)."""
    if hints is NO_HINTS:
        return _NO_AGE[oldest]
    date = hints.date.first if hints.date else 0
    if oldest:
        return (hints.version, date, hints.stage, hints.round)
    # the closing 1 puts 1.2.1 before 1.2, and any version before none
    return ((*(-number for number in hints.version), 1), -date, -hints.stage, -hints.round)


_NO_AGE = (((1,), 0, 0, 0), ((), 0, 0, 0))  # indexed by ``oldest``, for a name without a hint


def _with_time(rules: KeepRules) -> tuple[KeepRule, ...]:
    """Return the rules, with "newest" added if none of them is about time."""
    if any(rule.word in _TIMES for rule in rules.rules):
        return rules.rules
    return (*rules.rules, KeepRule("newest"))


def _wants_oldest(rules: KeepRules) -> bool:
    words = {rule.word for rule in rules.rules}
    return "oldest" in words and "newest" not in words


def _decided(rule: KeepRule, kept: FileRecord, other: FileRecord) -> str:
    if rule.word in POINT:
        return POINT[rule.word].why(kept, other)
    if rule.word == "name":
        return say("its name matches {}", rule.value)
    return say("is in {}", rule.value) if rule.word == "in" else say("is outside {}", rule.value)


def _better_name(kept: FileRecord, other: FileRecord) -> str:
    mine, its = (hints_of(_name(file), stem=False) for file in (kept, other))
    if mine.spare != its.spare:
        return say("best-name: the other is named a backup or old")
    if mine.copy:
        return say("best-name: the other is a copy too, with a higher number")
    return say("best-name: the other is a copy")


def _bad_place(kept: FileRecord, other: FileRecord) -> str:
    """Say what is worst about the other file's place and not about the kept one's."""
    worse = place_quality(other.path) & ~place_quality(kept.path)
    return next(text for kind, text in _BAD_PLACES if worse & kind)


_BAD_PLACES = (
    (IN_CONFLICT, say("best-place: the other was set aside by a sync program")),
    (IN_TRASH, say("best-place: the other is among things thrown away")),
    (IN_TEMPORARY, say("best-place: the other is in a temporary folder")),
    (IN_BACKUP, say("best-place: the other is in a folder of backups or old files")),
    (IN_DOWNLOADS, say("best-place: the other is in a folder of downloads")),
    (IN_COPY, say("best-place: the other is in the copy of a folder")),
)


PLAIN = {
    "largest": PlainRule(
        lambda file: -file.size,
        lambda kept, other: say("largest: {:,} against {:,} bytes", kept.size, other.size),
        lambda files: -np.maximum(files.numbers[:, SIZE], -_MOST),
    ),
    "smallest": PlainRule(
        lambda file: file.size,
        lambda kept, other: say("smallest: {:,} against {:,} bytes", kept.size, other.size),
        lambda files: np.maximum(files.numbers[:, SIZE], -_MOST),
    ),
    "shortest-path": PlainRule(
        lambda file: len(file.path),
        lambda kept, other: say("shortest-path: {} against {} characters", len(kept.path), len(other.path)),
    ),
    "longest-path": PlainRule(
        lambda file: -len(file.path),
        lambda kept, other: say("longest-path: {} against {} characters", len(kept.path), len(other.path)),
    ),
    "best-name": PlainRule(
        lambda file: _blemish(hints_of(_name(file), stem=False)), _better_name, _blemishes
    ),
    "best-place": PlainRule(lambda file: place_quality(file.path), _bad_place, _qualities),
}
"""Rules without a value that are built in, apart from those by time."""

POINT = extension_points.ExtensionPoint(
    extension_points.KEEP_RULES, PlainRule, PLAIN, reserved=(*_TIMES, *_WITH_VALUE)
)
"""All rules without a value, apart from those by time."""


WORDS = (*_TIMES, *POINT.names, *_WITH_VALUE)
"""All words of keep rules, in the order in which they are offered."""


def _key(rule: KeepRule) -> _Key:
    if rule.word in POINT:
        return POINT[rule.word].key
    if rule.word == "name":
        matches = OWN.matcher(rule.value)
        return lambda file: not matches(OWN.name(file.path))
    lies_in = OWN.inside(rule.value)
    if rule.word == "in":
        return lambda file: not lies_in(file.path)
    return lambda file: lies_in(file.path)


def _rule(text: str) -> KeepRule:
    word, colon, value = text.partition(":")
    if word in _TIMES or word in POINT:
        if colon:
            raise UsageError(say("keep rule {} takes no value: {}", word, text))
        if word not in _TIMES:
            _ = POINT[word]  # an extension's that can't be loaded is told now
        return KeepRule(word)
    if word not in _WITH_VALUE:
        known = " ".join([*_TIMES, *POINT.names, "in:FOLDER", "not-in:FOLDER", "name:PATTERN"])
        raise UsageError(say("unknown keep rule {} (known: {})", text, known))
    if not value:
        form = f"{word}:PATTERN" if word == "name" else f"{word}:FOLDER"
        raise UsageError(say("keep rule {} needs a value: {}", word, form))
    if word != "name":
        value = os.path.abspath(os.path.expanduser(value))
    return KeepRule(word, value)


def _split(text: str) -> list[str]:
    r"""Split at commas, without the space around; ``\,``, ``\\`` and a last ``\ `` stand for themselves."""
    words = []
    for part in re.findall(r"(?:[^,\\]|\\.|\\$)+", text, re.DOTALL):
        signs = re.findall(r"\\.|.", part.lstrip(), re.DOTALL)
        while signs and signs[-1].isspace():
            signs.pop()
        if signs and signs[-1][1:].isspace():
            signs[-1] = signs[-1][1:]
        words.append("".join(sign[1:] if sign in ("\\,", "\\\\") else sign for sign in signs))
    return words


def _name(file: FileRecord) -> str:
    return file.path.rpartition(os.sep)[2]

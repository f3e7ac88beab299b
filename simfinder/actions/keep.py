"""Keep rules: which file of a cluster is kept, and how the others stand to it.

Owns the words of ``--keep`` and the hints a file name gives of itself. Looks at records only, never at the
disk, and orders all files at once so that any cluster is ordered by its members' ranks.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.actions.namehints import NameHints, hints_of
from simfinder.errors import UsageError
from simfinder.model.clusters import Relation
from simfinder.model.files import FileRecord

_Key = Callable[[FileRecord], object]

_PLAIN: dict[str, _Key] = {
    "newest": lambda file: -file.mtime_ns,
    "oldest": lambda file: file.mtime_ns,
    "largest": lambda file: -file.size,
    "smallest": lambda file: file.size,
    "shortest-path": lambda file: len(file.path),
    "longest-path": lambda file: -len(file.path),
}
_WITH_VALUE = ("in", "not-in", "name")


@dataclass(frozen=True, slots=True)
class KeepRule:
    """One word of a keep rule.

    Attributes:
        word: ``newest oldest largest smallest shortest-path longest-path in not-in name``.
        value: absolute folder of ``in`` and ``not-in``, shell pattern of ``name``; "" otherwise.
    """

    word: str
    value: str = ""

    def __str__(self) -> str:
        if self.word not in _WITH_VALUE:
            return self.word
        return f"{self.word}:{self.value}".replace("\\", "\\\\").replace(",", "\\,")


@dataclass(frozen=True, slots=True)
class KeepRules:
    """The first rule decides, the next ones break ties; what is left is decided as ``rank`` says."""

    rules: tuple[KeepRule, ...]

    @classmethod
    def parse(cls, text: str) -> KeepRules:
        r"""Read ``newest,in:FOLDER,name:*.txt``; a comma (or backslash) inside a value is written ``\,``.

        Raises:
            UsageError: naming the malformed rule.
        """
        rules = tuple(_rule(word.strip()) for word in _split(text) if word.strip())
        if not rules:
            raise UsageError("the keep rule is empty (try newest)")
        return cls(rules)

    def __str__(self) -> str:
        return ",".join(str(rule) for rule in self.rules)


def rank(files: Sequence[FileRecord], rules: KeepRules | str) -> npt.NDArray[np.int32]:
    """Order all files by a keep rule.

    Ties are broken by newest (where no rule speaks of time), by what the names say of themselves (no copies
    or backups, later stages, dates and versions; under ``oldest`` earlier ones), by the shortest path, and at
    last by the bytes of the path. The order is total: it does not depend on that of ``files``.

    Returns:
        int32 array (n,): the place of every file, 0 for the one most worth keeping.

    Raises:
        UsageError: a rule given as text is malformed.
    """
    if isinstance(rules, str):
        rules = KeepRules.parse(rules)
    words = {rule.word for rule in rules.rules}
    keys = [_key(rule) for rule in rules.rules]
    if not words & {"newest", "oldest"}:
        keys.append(_PLAIN["newest"])
    oldest = "oldest" in words and "newest" not in words
    coarse = [tuple(key(file) for key in keys) for file in files]
    order = sorted(range(len(files)), key=coarse.__getitem__)
    _break_ties(order, coarse, files, oldest)
    places = np.empty(len(files), dtype=np.int32)
    places[np.asarray(order, dtype=np.int64)] = np.arange(len(files), dtype=np.int32)
    return places


def relation_of(file: FileRecord, content: bytes, kept: FileRecord, kept_content: bytes) -> Relation:
    """How a file stands to the kept file of its cluster (which is not the file itself)."""
    if content == kept_content:
        return Relation.IDENTICAL
    if file.mtime_ns < kept.mtime_ns:
        return Relation.OLDER
    if file.mtime_ns > kept.mtime_ns:
        return Relation.NEWER
    return Relation.SIMILAR


def name_warning(file: FileRecord, kept: FileRecord) -> str:
    """What to say where the names contradict the times; "" where they don't.

    Speaks up when ``file`` has the older time, but its name claims a later date or version than the name of
    the kept file does.
    """
    if file.mtime_ns >= kept.mtime_ns:
        return ""
    mine, its = hints_of(_name(file)), hints_of(_name(kept))
    if mine.date and its.date and mine.date > its.date:
        return "its name has a later date than the kept file's, though it is older"
    if mine.version and its.version and mine.version > its.version:
        return "its name has a higher version than the kept file's, though it is older"
    return ""


def _break_ties(
    order: list[int], coarse: list[tuple[object, ...]], files: Sequence[FileRecord], oldest: bool
) -> None:
    """Sort every run of equal keys by names and paths, in place; reading names is dear, so only there."""
    start = 0
    for end in range(1, len(order) + 1):
        if end < len(order) and coarse[order[end]] == coarse[order[start]]:
            continue
        if end - start > 1:
            order[start:end] = sorted(order[start:end], key=lambda i: _tie_key(files[i], oldest))
        start = end


def _tie_key(file: FileRecord, oldest: bool) -> tuple[object, ...]:
    hints = hints_of(_name(file))
    return (hints.copy, _age_key(hints, oldest), len(file.path), os.fsencode(file.path))


def _age_key(hints: NameHints, oldest: bool) -> tuple[object, ...]:
    if oldest:
        return (hints.stage, hints.date, hints.version)
    # the closing 1 puts 1.2.1 before 1.2, and any version before none
    return (-hints.stage, -hints.date, (*(-number for number in hints.version), 1))


def _key(rule: KeepRule) -> _Key:
    if rule.word in _PLAIN:
        return _PLAIN[rule.word]
    if rule.word == "name":
        matches = re.compile(fnmatch.translate(rule.value)).match
        return lambda file: matches(_name(file)) is None
    prefix = rule.value.rstrip(os.sep) + os.sep
    if rule.word == "in":
        return lambda file: not file.path.startswith(prefix)
    return lambda file: file.path.startswith(prefix)


def _rule(text: str) -> KeepRule:
    word, colon, value = text.partition(":")
    if word in _PLAIN:
        if colon:
            raise UsageError(f"keep rule {word} takes no value: {text}")
        return KeepRule(word)
    if word not in _WITH_VALUE:
        known = " ".join([*_PLAIN, "in:FOLDER", "not-in:FOLDER", "name:PATTERN"])
        raise UsageError(f"unknown keep rule {text} (known: {known})")
    if not value:
        raise UsageError(
            f"keep rule {word} needs a value: {word}:{'PATTERN' if word == 'name' else 'FOLDER'}"
        )
    if word != "name":
        value = os.path.abspath(os.path.expanduser(value))
    return KeepRule(word, value)


def _split(text: str) -> list[str]:
    r"""Split at commas; ``\,`` and ``\\`` stand for themselves."""
    return [re.sub(r"\\([,\\])", r"\1", word) for word in re.findall(r"(?:[^,\\]|\\.|\\$)+", text, re.DOTALL)]


def _name(file: FileRecord) -> str:
    return file.path.rpartition(os.sep)[2]

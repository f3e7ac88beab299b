"""Scan filters as a person writes them: patterns, types by name or family, times as dates or ages.

Turns these texts into values and back, times by ``text.written_times``; ``scan.walk.selection_rules`` applies them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from simfinder.model.file_families import Family, types_of_family
from simfinder.model.scan_options import FolderRules
from simfinder.scan.walk.ignore_patterns import compiled
from simfinder.store.json_values import Whole
from simfinder.text.message import say
from simfinder.text.written_times import date_of, time_of

NO_TYPE = "none"
"""The word for files without an extension."""

_WORD = re.compile(r"^\.?[^\s.,;/*?]{1,16}$")
_BETWEEN = re.compile(r"[\s,;]+")


class RuleTexts(Struct, forbid_unknown_fields=True):
    """Rules of a scan, or of one folder.

    Attributes:
        include: patterns; if there are any, a file must match one of them.
        exclude: patterns of files to leave out.
        types: the only types to scan, families by their names; empty for all.
        not_types: types to leave out.
        min_size, max_size: bytes; 0 means no bound.
        since, before: dates as ``2026-03-01`` or ``2026-03-01 14:30``, ages as ``30d``, ``6w``, ``3m``, ``2y``; "" for
            any time.
    """

    include: list[str] = []
    exclude: list[str] = []
    types: list[str] = []
    not_types: list[str] = []
    min_size: Whole = 0
    max_size: Whole = 0
    since: str = ""
    before: str = ""

    def __bool__(self) -> bool:
        """Return whether they leave anything out."""
        return self != RuleTexts()

    def for_folder(self, folder: str) -> FolderRules:
        """Return them as values for a folder; "" means the whole scan.

        Raises:
            ValueError: a type or a time is malformed.
        """
        return FolderRules(
            folder,
            include=tuple(self.include),
            exclude=tuple(self.exclude),
            types=types_of(self.types),
            not_types=types_of(self.not_types),
            min_size=self.min_size or None,
            max_size=self.max_size or None,
            since=time_of(self.since) if self.since else None,
            before=time_of(self.before) if self.before else None,
        )

    @classmethod
    def of(cls, rules: FolderRules) -> RuleTexts:
        """Return values as texts; times become dates."""
        return cls(
            include=list(rules.include),
            exclude=list(rules.exclude),
            types=words_of(rules.types),
            not_types=words_of(rules.not_types),
            min_size=rules.min_size or 0,
            max_size=rules.max_size or 0,
            since="" if rules.since is None else date_of(rules.since),
            before="" if rules.before is None else date_of(rules.before),
        )

    def check(self) -> None:
        """Check every field.

        Raises:
            ValueError: a field is malformed; the message is the wrong text.
        """
        if wrong := first_wrong(self.exclude) or first_wrong(self.include):
            raise ValueError(wrong)
        self.for_folder("")
        if self.min_size < 0 or self.max_size < 0:
            raise ValueError("a size is less than nothing")


def lines_of(text: str) -> list[str]:
    """Return the patterns of a text, one a line as in .gitignore, without empty lines and comments."""
    lines = (line.rstrip("\r") for line in text.split("\n"))
    return [line for line in lines if line.strip() and not line.startswith("#")]


def first_wrong(patterns: list[str]) -> str:
    """Return the first line that is no pattern, with the reason; "" where all are."""
    for pattern in patterns:
        try:
            compiled([pattern])
        except ValueError as error:
            return say("{}: {}", pattern, error)
    return ""


def words_in(text: str) -> list[str]:
    """Split a text at spaces, commas and semicolons; each word once."""
    return list(dict.fromkeys(word for word in _BETWEEN.split(text.strip()) if word))


def types_of(words: Iterable[str]) -> tuple[str, ...]:
    """Return the types that words name: ``docx``, ``.docx``, a family like ``pictures``, or ``none``.

    Raises:
        ValueError: one of them names no type; the message is that word.
    """
    found: dict[str, None] = {}
    for word in words:
        plain = word.lower()
        if plain in set(Family) - {Family.OTHER}:
            found.update(dict.fromkeys(types_of_family(Family(plain))))
        elif plain == NO_TYPE:
            found[""] = None
        elif _WORD.match(word):
            found[plain.removeprefix(".")] = None
        else:
            raise ValueError(word)
    return tuple(found)


def words_of(types: Sequence[str]) -> list[str]:
    """Return words that name these types: a family where all of its types are there."""
    left = dict.fromkeys(types)
    words: list[str] = []
    for family in Family:
        its = types_of_family(family)
        if its and all(name in left for name in its):
            words.append(str(family))
            for name in its:
                del left[name]
    return [*words, *(_word(name) for name in left)]


def _word(name: str) -> str:
    """Return the word for one type; with a dot where the bare word would mean a family or no type."""
    return NO_TYPE if not name else f".{name}" if name in {*Family, NO_TYPE} else name

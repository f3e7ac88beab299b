"""Tag sets: which tags are counted and which keys are made of the counts, the authors' and the user's own.

Holds ``Tag``, ``TagSet``, the default set and the text form of a tag file; reads no files. Weights are whole
hundredths, so that keys are exact integers. Source: Sadowski & Levin, section 5.1, and the tag file of their program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from simfinder.errors import TagError
from simfinder.signatures.tagcount.lookup_tables import TAGS

LONGEST = 32
"""Most bits of a tag."""

HEAVIEST = 1_000_000
"""The largest weight."""

UNIFORM = (100,) * 16
SCATTER = (128, 124, 120, 116, 112, 108, 104, 100, 100, 96, 92, 88, 84, 80, 76, 72)
SKEW = (600, 403, 329, 268) + (0,) * 12
"""Weights of the default tags in hundredths."""

_NAME = re.compile(r"[\w.-]+")
_VALUE = re.compile(r"(?:0[xX])?([0-9a-fA-F]+)")
_BITS = re.compile(r"0*([0-9]{1,2})")
_WEIGHT = re.compile(r"0*([0-9]{0,7})(?:\.([0-9]{0,2}))?")
_SHOWN = 40  # characters of a wrong value shown in a message


@dataclass(frozen=True, slots=True)
class Tag:
    """A bit pattern.

    Attributes:
        value: the pattern as a number, most significant bit first in the file.
        bits: its length, 1 to 32.

    Raises:
        TagError: the length is out of range, or the value does not fit it.
    """

    value: int
    bits: int

    def __post_init__(self) -> None:
        if not 1 <= self.bits <= LONGEST:
            raise TagError(f"a tag has 1 to {LONGEST} bits, not {self.bits}")
        if not 0 <= self.value < 1 << self.bits:
            raise TagError(f"tag {_cut(f'{self.value:x}')} does not fit in {_many(self.bits, 'bit')}")

    def __str__(self) -> str:
        return f"{self.value:0{(self.bits + 3) // 4}x} {self.bits}"


@dataclass(frozen=True, slots=True)
class TagSet:
    """Tags and the keys made of their counts; a value, equal and hashed by content.

    Attributes:
        tags: in the order of the counts.
        weights: name and weights of each key, a weight per tag in hundredths; one of them is "uniform".

    Raises:
        TagError: no tags, a tag or a key twice, a number of weights that is not the number of tags, a weight outside
            0..100 000 000 hundredths, a name with other than letters, digits, ``.``, ``_`` and ``-``.
    """

    tags: tuple[Tag, ...]
    weights: tuple[tuple[str, tuple[int, ...]], ...]

    def __post_init__(self) -> None:
        if not self.tags:
            raise TagError("there are no tags")
        _refuse_twice("tag", (str(tag) for tag in self.tags))
        _names([name for name, _ in self.weights])
        for name, weights in self.weights:
            if len(weights) != len(self.tags):
                raise TagError(
                    f"key {name}: {_many(len(weights), 'weight')} for {_many(len(self.tags), 'tag')}"
                )
            wrong = [weight for weight in weights if not 0 <= weight <= 100 * HEAVIEST]
            if wrong:
                raise TagError(f"key {name}: a weight can't be {wrong[0]} hundredths")
        if "uniform" not in (name for name, _ in self.weights):
            raise TagError("there is no key named uniform")

    def describe(self) -> str:
        """Return the set in one line: its tag file with ``; `` for line ends. Only equal sets have the same text."""
        head = " ".join(("tag bits", *(name for name, _ in self.weights)))
        columns = [[_decimal(weight) for weight in weights] for _, weights in self.weights]
        return "; ".join(
            (head, *(" ".join((str(tag), *row)) for tag, *row in zip(self.tags, *columns, strict=True)))
        )


def parse_tags(text: str) -> TagSet:
    """Read the text of a tag file.

    A line per tag: value in hexadecimal, length in bits, then a weight per key with at most two decimals. ``#`` begins
    a comment. A first line ``tag bits NAME NAME...`` names the keys; without it, three keys are called uniform, scatter
    and skew, other numbers of keys key1, key2 and so on. "uniform" (all 1) is put first if no key has that name.

    Raises:
        TagError: the text is no tag file; the message names the line and what is wrong with it.
    """
    names: list[str] | None = None
    tags: dict[Tag, int] = {}
    rows: list[list[int]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            if names is None and not tags and [word.lower() for word in words[:2]] == ["tag", "bits"]:
                names = _names(words[2:])
                continue
            if len(words) < 2:
                raise TagError(f"only {_cut(words[0])!r}; a tag needs a value and a length")
            tag, row = _tag(words[0], words[1]), [_hundredths(word) for word in words[2:]]
            if tag in tags:
                raise TagError(f"tag {tag} (value, bits) was in line {tags[tag]} already")
            expected = len(names) if names is not None else len(rows[0]) if rows else len(row)
            if len(row) != expected:
                raise TagError(f"tag {tag} (value, bits) has {_many(len(row), 'weight')}, not {expected}")
        except TagError as error:
            raise TagError(f"line {number}: {error.message}") from error
        tags[tag] = number
        rows.append(row)
    if not rows:
        raise TagError("there are no tags")
    if names is None:
        count = len(rows[0])
        names = ["uniform", "scatter", "skew"] if count == 3 else [f"key{n}" for n in range(1, count + 1)]
    keys = list(zip(names, zip(*rows, strict=True), strict=True))
    if "uniform" not in names:
        keys.insert(0, ("uniform", (100,) * len(rows)))
    return TagSet(tuple(tags), tuple(keys))


def with_weights(tag_set: TagSet, text: str) -> TagSet:
    """Return the set with one more key, given as ``NAME=w1,w2,...``; without a name it is called "own".

    Raises:
        TagError: not a weight per tag, an impossible weight, or a name that is taken or malformed.
    """
    name, equals, values = text.partition("=")
    if not equals:
        name, values = "own", text
    name = name.strip()
    _check_name(name)
    try:
        weights = tuple(_hundredths(value.strip()) for value in values.split(","))
    except TagError as error:
        raise TagError(f"key {name}: {error.message}") from error
    return replace(tag_set, weights=(*tag_set.weights, (name, weights)))


def _names(words: list[str]) -> list[str]:
    """Check the names of keys and return them."""
    for word in words:
        _check_name(word)
    _refuse_twice("key", words)
    return words


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise TagError(f"a key can't be named {_cut(name)!r}: letters, digits, '.', '_' and '-' only")


def _tag(value: str, bits: str) -> Tag:
    digits, length = _VALUE.fullmatch(value), _BITS.fullmatch(bits)
    if not digits:
        raise TagError(f"tag value {_cut(value)!r} is not hexadecimal")
    if not length or not 1 <= int(length[1]) <= LONGEST:
        raise TagError(
            f"length {_cut(bits)!r} of tag {_cut(value)} is not a whole number from 1 to {LONGEST}"
        )
    return Tag(int(digits[1], 16), int(length[1]))


def _hundredths(text: str) -> int:
    """Read a decimal weight by integer arithmetic."""
    parts = _WEIGHT.fullmatch(text)
    if parts and any("0" <= c <= "9" for c in text):
        weight = int(parts[1] or 0) * 100 + int((parts[2] or "").ljust(2, "0"))
        if weight <= 100 * HEAVIEST:
            return weight
    raise TagError(f"weight {_cut(text)!r} is not a number from 0 to {HEAVIEST} with at most two decimals")


def _decimal(hundredths: int) -> str:
    """Return the shortest text that ``_hundredths`` reads as this weight."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


def _refuse_twice(what: str, items: Iterable[str]) -> None:
    seen: set[str] = set()
    for item in items:
        if item in seen:
            raise TagError(f"{what} {_cut(item)} is there twice")
        seen.add(item)


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


DEFAULT = TagSet(
    tuple(Tag(value, 8) for value in TAGS), (("uniform", UNIFORM), ("scatter", SCATTER), ("skew", SKEW))
)
"""The sixteen tags and three keys of the authors' last revision."""

"""Releases in the names of folders and archives: ``foo-1.2``, ``foo_v2``, ``linux-6.1.0``, ``v1.3``, ``1.3rc1``.

The order is that of PEP 440 and SemVer: dev before alpha, beta and rc, those before the release, post after it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from simfinder.actions.file_names.kin_words import COUNTED_PARTS
from simfinder.actions.file_names.place_words import tokens_of
from simfinder.text.patterns import late_pattern

_RELEASE = late_pattern(
    r"(?:^|(?<=[-_ @]))(?P<v>v|ver|version|release|rel)?(?(v)[._ -]?)"
    r"(?P<numbers>\d{1,8}(?:\.\d{1,8}){0,5})"
    r"(?P<tail>(?:[-._+ ]?(?:alpha|beta|preview|pre|rc|dev|post|snapshot|nightly)(?:[-._]?\d{1,8})?|[abc]\d{1,4})*)"
    r"(?P<letter>[a-z])?(?:-(?!32|64|86)(?P<build>\d{1,3})(?![\d.]))?(?:\+[^-_ ]*)?"
    r"(?=$|[-_ ]|\.[a-z])",
    re.IGNORECASE,
)
_TAIL = late_pattern(r"(alpha|beta|preview|pre|rc|dev|post|snapshot|nightly|a|b|c)[-._]?(\d*)", re.IGNORECASE)
_STAGES = {"dev": -5, "snapshot": -5, "nightly": -5, "a": -4, "alpha": -4, "b": -3, "beta": -3, "pre": -2}
_STAGES |= {"preview": -2, "c": -2, "rc": -2, "post": 1}
_DAY_FIRST = late_pattern(r"(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:(?:19|20)\d\d|\d\d)")
_YEAR_FIRST = late_pattern(r"(?:19|20)\d\d\.(?:0[1-9]|1[0-2])(?:\.(?:0[1-9]|[12]\d|3[01]))?")


_Key = tuple[tuple[int, ...], tuple[tuple[int, int], ...], int]


class Release(NamedTuple):
    """A version in the name of a folder or an archive.

    Attributes:
        words: the other words and numbers of the name, the product; () where there are none.
        key: what releases are ordered by (numbers, stages, build); equal for "1.0" and "1".
        text: the version as it is written.
        worded: it is one number behind a "v" ("v2"), which may name an interface as well.
        interface: it is one number with a stage ("v1beta1"), as only interfaces have.
        sure: it has a "v", three numbers or a stage: nothing else is written like that.
    """

    words: tuple[str, ...]
    key: _Key
    text: str
    worded: bool
    interface: bool
    sure: bool


@lru_cache(maxsize=1 << 14)
def release_of(name: str) -> Release | None:
    """Return the release in a name; a single number without a "v" is none ("node-18", "2023").

    Args:
        name: of a folder, or of an archive without its extension.
    """
    for found in _RELEASE.finditer(name):
        numbers = found["numbers"].split(".")
        if len(numbers) == 1 and (found["v"] is None or len(numbers[0]) > 3):
            continue
        before = tokens_of(name[: found.start()])
        words = before + tokens_of(name[found.end() :])
        if found["v"] is None and ((words and not before) or _is_a_day(found["numbers"], name)):
            return None  # "2.1 Offers" is a number in an outline
        if not COUNTED_PARTS.isdisjoint(words):
            return None
        text = name[found.start("numbers") : found.end()]
        sure = found["v"] is not None or len(numbers) > 2 or bool(found["tail"])
        if not sure and name[: found.start()].endswith(" "):
            return None  # "Flat 1.2"
        return Release(
            words,
            _key(numbers, found),
            text,
            len(numbers) == 1,
            len(numbers) == 1 and bool(found["tail"]),
            sure,
        )
    return None


def _is_a_day(numbers: str, name: str) -> bool:
    """Tell days from releases: 01.03.2024, 2024.03.01 and 2024.03 are days, certifi-2024.03.01 is a release."""
    if _YEAR_FIRST.fullmatch(numbers):
        return numbers.count(".") == 1 or re.match(r"[^\W\d_]+[-_]\d", name) is None
    return _DAY_FIRST.fullmatch(numbers) is not None and int(numbers.rpartition(".")[2]) > 31


def _key(numbers: list[str], found: re.Match[str]) -> _Key:
    parts = [int(number) for number in numbers]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    stages = [(_STAGES[word.lower()], int(count or 0)) for word, count in _TAIL.findall(found["tail"])]
    if found["letter"]:  # openssl-1.1.1w
        stages.append((1, ord(found["letter"].lower())))
    return tuple(parts), (*stages, (0, 0)), int(found["build"] or 0)

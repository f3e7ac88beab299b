"""Comparison of two file names, without their folders: may they belong to versions of one document?

Text in, values out; ``kinship`` combines the answer with that of the folders. In doubt two names are not the same: a
number, a person or a month that differs makes a series.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set as AbstractSet
from enum import IntEnum
from typing import NamedTuple

from simfinder.actions.file_names.copy_marks import SPARE
from simfinder.actions.file_names.hints import NameHints
from simfinder.actions.file_names.kin_words import (
    CALENDAR,
    CAMERA,
    COUNTED_PARTS,
    GENERIC,
    PERSONAL,
    SHORT_COUNTS,
    STOPWORDS,
    VARIANTS,
    fold,
)
from simfinder.actions.file_names.name_reading import (
    CODE,
    FORMATS,
    LOGS,
    MAILS,
    MEDIA,
    SETTINGS,
    NameReading,
    delivered,
    read_name,
)
from simfinder.actions.file_names.place_words import is_conflict
from simfinder.actions.file_names.version_order import order_of
from simfinder.text.message import Figures, say


class Kin(IntEnum):
    """How near two files are by their names and places."""

    UNKNOWN = 0
    """The names have nothing in common: only nearly equal text may be evidence of descent."""
    SERIES = 1
    """Parts of a series, or different things under one name: similar at most."""
    NUMBERED = 2
    """A generic name with a browser's counter: different things, unless the texts are steps of one."""
    NEAR = 3
    """The same name, but its place or a generic name leaves doubt: needs nearly equal text."""
    SAME = 4
    """The same name once marks are off, in one place; or the same path in two copies of one tree."""


class NameKin(NamedTuple):
    """The answer for two names.

    Attributes:
        kin: of two files in one folder.
        order: -1 the first is earlier, 1 later, 0 not known.
        firm: version, stage or backup words say so.
        generic: a name like "invoice": elsewhere it may be another one.
        why: for people.
        code: a part of a program: in another folder it may be another part.
        numbered: one name with a number that no camera gave: "chapter 5" in a folder of old things is chapter 5.
    """

    kin: Kin
    order: int = 0
    firm: bool = False
    generic: bool = False
    why: str = ""
    code: bool = False
    numbered: bool = False


_BETWEEN = re.compile(r"[\W_]+")
_LETTERS_IN_COMMON = 4
_LONG_WORD = 6  # shorter words one letter apart are other words: "June", "July"
_DAY = 235959  # a date that covers more than a day's span in its number
_MOST_VERSIONS = 20


def compare_names(name: str, other: str) -> NameKin:
    """Compare two file names; the order says whether the first one is earlier or later."""
    mine = read_name(name)
    if name == other:
        numbered = bool(mine.numbers) and bool(mine.words) and CAMERA.isdisjoint(mine.words)
        return NameKin(Kin.SAME, 0, False, mine.generic, say("the same name"), mine.kind in CODE, numbered)
    its = read_name(other)
    if (message := delivered(name)) and (its_message := delivered(other)):
        if message == its_message:
            return NameKin(Kin.SAME, why=say("the same message, apart from its flags"))
        return _series(name, other)
    if mine.log and mine.log == its.log:
        return NameKin(Kin.SERIES, why=say("logs of one program: {} and {}", name, other))
    found = _compare(mine, its)
    if found.kin == Kin.SAME and is_conflict(name) != is_conflict(other):  # changed in two places at once
        found = _at_most_near(found)
    if _is_either(mine, its, CODE):
        found = found._replace(code=True)
    if found.kin < Kin.NUMBERED or mine.kind == its.kind:
        return found
    if not mine.kind or not its.kind:
        if (mine.kind or its.kind) in SETTINGS:
            return _series(name, other)
        bare = mine.hints.spare or its.hints.spare  # thesis.bak beside thesis.docx
        return found if bare else found._replace(kin=min(found.kin, Kin.NEAR))
    if any(mine.kind in group and its.kind in group for group in FORMATS):
        return found
    return NameKin(
        Kin.SERIES, why=say("one name for different types of file: {} and {}", mine.kind, its.kind)
    )


def bare_letters(name: str) -> str:
    """Return letters and digits of a name without its marks: equal for all names of one file."""
    return "".join(read_name(name).tokens)


def all_letters(name: str) -> str:
    """Return all letters and digits of a name; those of a name without marks begin with its ``bare_letters``."""
    return _BETWEEN.sub("", fold(unicodedata.normalize("NFKC", name).lower()))


def _compare(mine: NameReading, its: NameReading) -> NameKin:
    if mine.tokens == its.tokens:
        return _same_stem(mine, its)
    if mine.kind == its.kind and mine.kind in FORMATS[0] | FORMATS[2] and (found := _reviewed(mine, its)):
        return found
    if mine.numbers != its.numbers and mine.words == its.words and mine.words:
        return _numbered(mine, its)
    if not mine.words and not its.words:
        return _series(" ".join(mine.tokens), " ".join(its.tokens))
    if mine.numbers == its.numbers:
        if not mine.numbers and "".join(mine.tokens) == "".join(its.tokens):  # "my_thesis", "MyThesis"
            return _same_stem(mine, its)
        if mine.words == its.words:
            one, two = set(mine.tokens), set(its.tokens)
            if one <= two or two <= one:  # "letter to Miller", "letter Miller"
                return _at_most_near(_same_stem(mine, its))
            return _series(" ".join(mine.tokens), " ".join(its.tokens))
        if sorted(mine.words) == sorted(its.words):
            return _at_most_near(_same_stem(mine, its))
    return _own_words(mine, its)


def _reviewed(mine: NameReading, its: NameReading) -> NameKin | None:
    """Compare names that end with a reviewer's initials and a number, or with "clean"."""
    left, its_left = _without_reviewer(mine.tokens), _without_reviewer(its.tokens)
    if left != its_left or None in (left, its_left):
        return None
    clean, its_clean = mine.tokens[-1] == _CLEAN, its.tokens[-1] == _CLEAN
    own = [word for word in left or () if word in mine.words and word not in GENERIC]
    if clean == its_clean or len(own) < 2:
        return None
    return NameKin(Kin.SAME, 1 if clean else -1, why=say("a clean version after a reviewer's"))


def _without_reviewer(tokens: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return the tokens before a reviewer's initials with a number ("jk2") or "clean"; None if neither is there."""
    if tokens[-1:] == (_CLEAN,):
        return tokens[:-1]
    if len(tokens) < 3 or len(tokens[-1]) > 1 or not tokens[-1].isdecimal():
        return None
    initials = tokens[-2]
    known = STOPWORDS | VARIANTS | CALENDAR.keys() | GENERIC | COUNTED_PARTS | SHORT_COUNTS
    return tokens[:-2] if 1 < len(initials) < 4 and initials.isalpha() and initials not in known else None


_CLEAN = "clean"


def _own_words(mine: NameReading, its: NameReading) -> NameKin:
    """Compare names of which at least one has words that the other lacks."""
    if not mine.parts.isdisjoint(its.parts):
        own, foreign = mine.parts - its.parts, its.parts - mine.parts
        if own and foreign:
            return _series(" ".join(mine.tokens), " ".join(its.tokens))
        more = " ".join(sorted(own or foreign))
        return NameKin(Kin.SERIES, why=say("only one of the names says {}", more))
    if not mine.calendar.isdisjoint(its.calendar) or (mine.beside and its.beside):
        return _series(" ".join(mine.tokens), " ".join(its.tokens))
    if mine.hints.date != its.hints.date:
        if mine.hints.date and its.hints.date:
            return _series(
                f"{' '.join(mine.tokens)} {mine.hints.date}", f"{' '.join(its.tokens)} {its.hints.date}"
            )
    elif mine.hints.date:
        return _series(" ".join(mine.tokens), " ".join(its.tokens))
    name, other = "".join(mine.words), "".join(its.words)
    if len(mine.words) == len(its.words) == 1 and mine.numbers == its.numbers and _is_typo(name, other):
        return _at_most_near(_same_stem(mine, its)._replace(why=say("the names are a letter apart")))
    if _share_an_end(name, other) or _numbers_only(mine, its):
        return _series(" ".join(mine.tokens), " ".join(its.tokens))
    return NameKin(Kin.UNKNOWN, why=say("the names have nothing in common"))


def _numbers_only(mine: NameReading, its: NameReading) -> bool:
    """Tell whether one is a number and the other generic or a number: "scan0001" and "0002"."""
    return (not mine.words and its.generic) or (not its.words and mine.generic)


def _numbered(mine: NameReading, its: NameReading) -> NameKin:
    """Compare names with the same words and other numbers."""
    if mine.decimal and its.decimal and mine.tokens[:-2] == its.tokens[:-2] and not mine.generic:
        sign = -1 if mine.decimal < its.decimal else 1
        one, two = (".".join(reading.tokens[-2:]) for reading in (mine, its))
        why = (
            say("version {} before version {}", one, two)
            if sign < 0
            else say("version {} after version {}", one, two)
        )
        marked = mine.hints._replace(stem="") != its.hints._replace(stem="")
        same = _same_stem(mine, its) if marked else NameKin(Kin.NEAR)
        order = sign if same.order in (0, sign) else 0
        return _at_most_near(same)._replace(order=order, why=why) if same.kin >= Kin.NEAR else same
    if mine.numbers and its.numbers:
        return _series(" ".join(mine.tokens), " ".join(its.tokens))
    numbers = mine.numbers or its.numbers
    number = numbers[0]
    tokens = mine.tokens if mine.numbers else its.tokens
    a_later_one = (
        len(numbers) == 1 and tokens[-1] == number and number[0] != "0" and len(number) < 3
        and int(number) <= _MOST_VERSIONS and not _is_either(mine, its, CODE | MEDIA | MAILS)
    )  # fmt: skip
    same = _same_stem(mine, its)
    one_word = len(mine.words) == 1  # "thesis 2" is another version, "letter insurance 2" another letter
    if mine.generic or not a_later_one or not one_word or same.kin < Kin.NEAR:
        return NameKin(Kin.SERIES, why=say("only one of the names has the number {}", " ".join(numbers)))
    return NameKin(Kin.NEAR, why=say("one of the names ends with {}", number))


def _series(mine: str, its: str) -> NameKin:
    return NameKin(Kin.SERIES, why=say("one of a series: {} and {}", mine, its))


def _same_stem(mine: NameReading, its: NameReading) -> NameKin:
    """Compare names that are the same apart from their marks."""
    generic = mine.generic or its.generic
    dated = _by_date(mine, its, generic=generic)
    if dated is not None:
        return dated
    if mine.release or its.release:
        return _by_release(mine, its)
    one, two = mine.hints._replace(stem=""), its.hints._replace(stem="")
    if (mine.beside_others or its.beside_others) and (one.version, one.round) != (two.version, two.round):
        return NameKin(Kin.SERIES, why=say("versions of an interface, which are kept side by side"))
    order = order_of(one, two)
    if not _explicit(one, two):
        kin, why = _by_small_marks(mine, its, generic=generic)
        firm = kin == Kin.SAME and one.copy != two.copy and (mine.copied or its.copied)
        return NameKin(kin, order.sign if kin >= Kin.NEAR else 0, firm, generic, order.why or why)
    kin, firm = Kin.SAME, True
    if mine.edit and its.edit and mine.edit != its.edit and one.version == two.version:
        kin = Kin.NEAR
    if mine.inside or its.inside:
        return NameKin(Kin.SERIES, why=say("a version inside of a name, which may be a part of it"))
    by_program = generic and _is_either(mine, its, CODE)  # "backup_util.py"
    led = bool(mine.tokens) and (mine.leading or its.leading)  # "new house", but not a bare "new.tgz"
    if led or by_program:
        kin, firm = Kin.NEAR, False
    return NameKin(
        kin, order.sign, firm, generic, order.why or say("the same name, apart from a version or stage")
    )


def _by_small_marks(mine: NameReading, its: NameReading, *, generic: bool) -> tuple[Kin, str]:
    """Compare names that differ by marks of copies and reviewers, or in spelling."""
    one, two = mine.hints, its.hints
    kin = Kin.NEAR if generic else Kin.SAME
    if one.spare != two.spare:  # "original", "autosave", German "alt"
        doubt = generic or mine.leading or its.leading or _is_either(mine, its, MEDIA)
        return (Kin.NEAR if doubt else Kin.SAME), say("the same name, apart from a version or stage")
    if mine.edit != its.edit:
        kin = Kin.NEAR if mine.edit and its.edit else kin
        return kin, say("the same name, apart from {}", mine.edit or its.edit)
    if one.copy != two.copy:
        if _is_either(mine, its, MEDIA | MAILS) and mine.counted and its.counted:
            return Kin.SERIES, say("one of a series: photos, recordings or messages with numbers")
        why = say("the same name, apart from the mark of a copy")
        counted = mine.counted or its.counted
        if _is_either(mine, its, MAILS) and counted:  # answers have the subject of what they quote
            return Kin.SERIES, say("messages of one subject")
        if _is_either(mine, its, MEDIA) and counted:
            return Kin.NEAR, why
        if generic and not (mine.copied or its.copied):  # a portal calls every bill "invoice.pdf"
            return Kin.NUMBERED, why
        return kin, why
    if _is_either(mine, its, CODE):  # "xt_TCPMSS.h" and "xt_tcpmss.h"
        kin = Kin.SERIES
    elif not any(mine.kind in group or its.kind in group for group in FORMATS):
        kin = Kin.NEAR
    return kin, say("the same name, written in two ways")


def _explicit(one: NameHints, two: NameHints) -> bool:
    """Tell whether two names differ by words for versions, stages or backups."""
    return (
        (one.version, one.revision, one.stage, one.round) != (two.version, two.revision, two.stage, two.round)
        or (one.spare == SPARE) != (two.spare == SPARE)
    )  # fmt: skip


def _by_date(mine: NameReading, its: NameReading, *, generic: bool) -> NameKin | None:
    """Decide by the dates in two names; None if they have none or the same."""
    one, two = mine.hints.date, its.hints.date
    if one == two or ((one is None or two is None) and mine.hints.spare != its.hints.spare):
        return None  # "thesis~20240301-140533.txt" is a backup of "thesis.txt"
    if (
        (one is None or two is None)
        and mine.hints.copy != its.hints.copy
        and not (mine.counted or its.counted)
    ):
        return None  # "thesis (Anna's conflicted copy 2024-03-01)"
    generic = generic and not PERSONAL.issuperset(mine.words)
    if one is None or two is None:
        longer = one or two
        a_day = longer is not None and longer.last - longer.first <= _DAY
        return NameKin(
            Kin.NEAR if a_day and not generic and not _is_either(mine, its, LOGS | MAILS) else Kin.SERIES,
            why=say("only one of the names has the date {}", Figures(str(longer))),
        )
    if (
        max(one.last - one.first, two.last - two.first) > _DAY
        or generic
        or _is_either(mine, its, LOGS | MEDIA | MAILS)
    ):
        return _series(Figures(str(one)), Figures(str(two)))
    order = order_of(mine.hints._replace(stem=""), its.hints._replace(stem=""))
    both = bool(mine.hints.version and its.hints.version and mine.hints.version != its.hints.version)
    sure = both and order.sign != 0
    return NameKin(
        Kin.SAME if sure else Kin.NEAR,
        order.sign,
        sure,
        generic,
        order.why or say("the dates {} and {}", Figures(str(one)), Figures(str(two))),
    )


def _by_release(mine: NameReading, its: NameReading) -> NameKin:
    if mine.release is None or its.release is None:
        return NameKin(Kin.NEAR, why=say("only one of the names has a version"))
    one, two = mine.release.key, its.release.key
    one_text, two_text = mine.release.text, its.release.text
    sign = (one > two) - (one < two)
    if not sign:
        return NameKin(Kin.SAME, why=say("version {} twice", mine.release.text))
    before, after = (
        say("version {} before version {}", one_text, two_text),
        say("version {} after version {}", one_text, two_text),
    )
    return NameKin(Kin.SAME, sign, True, False, before if sign < 0 else after)


def _is_either(mine: NameReading, its: NameReading, kinds: AbstractSet[str]) -> bool:
    return mine.kind in kinds or its.kind in kinds


def _at_most_near(found: NameKin) -> NameKin:
    return found._replace(kin=min(found.kin, Kin.NEAR), firm=False)


def _is_typo(name: str, other: str) -> bool:
    """Tell whether two words differ by one typing error: a letter missing or swapped, or another vowel."""
    if name > other:
        name, other = other, name
    if abs(len(name) - len(other)) > 1 or min(len(name), len(other)) < _LONG_WORD or name[0] != other[0]:
        return False
    at = next(
        (i for i, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), min(len(name), len(other))
    )
    if len(name) == len(other):
        if name[at + 1 :] == other[at + 1 :]:
            return name[at] in _VOWELS and other[at] in _VOWELS
        return name[at : at + 2] == other[at : at + 2][::-1] and name[at + 2 :] == other[at + 2 :]
    shorter, longer = sorted((name, other), key=len)
    return shorter[at:] == longer[at + 1 :]


_VOWELS = frozenset("aeiouyаеёиоуыэюя")


def _share_an_end(name: str, other: str) -> bool:
    """Tell whether two names begin or end alike: "lettermiller" and "lettersmith"."""
    least = 2 if name > "\u3040" and other > "\u3040" else _LETTERS_IN_COMMON
    shorter = min(len(name), len(other))
    if shorter < least:
        return False
    return name[:least] == other[:least] or name[-least:] == other[-least:]

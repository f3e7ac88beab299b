"""Comparison of the folders of two files: may the files be versions of one document?

Text in, values out; ``kinship`` combines the answer with that of the names. Folder names after the common beginning
are compared: neutral places ("Backup", "old laptop") drop out, marks of copies and versions come off, and what is
left must be the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from simfinder.actions.file_names.copy_marks import DRAFT, FINAL, PLAIN, SPARE
from simfinder.actions.file_names.dates import NameDate
from simfinder.actions.file_names.hints import NameHints, hints_of
from simfinder.actions.file_names.kin_words import (
    CALENDAR,
    COUNTED_PARTS,
    GENERIC,
    INTERFACES,
    PLATFORMS,
    SERIES_FOLDERS,
    VARIANTS,
    fold,
)
from simfinder.actions.file_names.place_words import (
    ASIDE,
    BACKUPS,
    DEVICES,
    NEUTRAL,
    TRASH,
    is_neutral_word,
    tokens_of,
)
from simfinder.actions.file_names.releases import Release, release_of
from simfinder.actions.file_names.version_order import order_of
from simfinder.text.message import say


class Place(IntEnum):
    """How near two folders are."""

    ONE = 0
    """One folder."""
    RELEASES = 1
    """The same place in two releases of one thing: ``foo-1.2/src`` and ``foo-1.3/src``."""
    ALIKE = 2
    """The same place once neutral folders and marks of copies are off."""
    DATED = 3
    """The same place but for the day in a folder's name."""
    NESTED = 4
    """One of them is further down."""
    OWN = 5
    """Each has folders with words of their own."""
    APART = 6
    """The folders are of two languages, platforms, builds or interfaces that are kept side by side."""


class PlaceKin(NamedTuple):
    """The answer for two folders.

    Attributes:
        place: how near they are.
        order: -1 the first is earlier, 1 later, 0 not known.
        firm: releases or the days of two backups say so.
        why: for people, "" where there is nothing to say.
        siblings: the folders (or those above them) are two folders of one, with words of their own: "Miller", "Smith".
        series: the folders are named after papers of one form, "Invoices".
        number: -1 or 1 where a running number in the name of one folder is all that differs ("manuscript 1",
            "manuscript 2"): the first has the lower or the higher one.
    """

    place: Place
    order: int = 0
    firm: bool = False
    why: str = ""
    siblings: bool = False
    series: bool = False
    number: int = 0


class _Part(NamedTuple):
    """The name of one folder, read."""

    name: str
    own: tuple[str, ...]  # without neutral words, where a year is no word of its own
    hints: NameHints
    release: Release | None
    neutral: bool
    filler: bool  # neutral beside a neutral one: the "files" of "Trash/files"
    spare: bool  # a backup, or old things
    backup: bool
    date: tuple[int, int] | None  # of a backup: the span of days or years in its name
    day: tuple[int, int] | None  # the same of a folder that is nothing but a date
    interface: bool = False  # a version that is kept beside others: the "v1" of "api/v1"


@lru_cache(maxsize=1 << 14)
def _read_part(name: str) -> _Part:
    hints = hints_of(name + ".x")  # folders have no extension: a dot is part of the name
    release = release_of(name)
    words = tokens_of(name)
    left = tokens_of(hints.stem)
    letters = [word for word in words if not word.isdigit()]
    if "".join(letters) in NEUTRAL:  # OneDrive
        letters = ["".join(letters)]
    set_aside = hints.spare == SPARE or any(
        word in BACKUPS or word in ASIDE or word in TRASH for word in letters
    )
    all_neutral = all(is_neutral_word(word) for word in letters)
    backup = any(word in BACKUPS for word in letters)
    span = _span(hints.date, words) if backup or not letters else None
    numbers = [word for word in left if word.isdigit()]
    # "Archive 2019" is of a year, "Backup 2019" was made in it, "Disk 2" is any disk, "Work 2" another work
    numbered = any(len(number) > 2 or _ANY_DISK.isdisjoint(letters) for number in numbers)
    dateless = (hints.date is None and not numbered) or backup
    neutral = all_neutral and dateless and not NEUTRAL.isdisjoint(letters)
    filler = bool(letters) and all_neutral and dateless
    own = tuple(word for word in left if not is_neutral_word(word))
    date, day = (span, None) if backup else (None, span)
    return _Part(name, own or left, hints, release, neutral, filler, set_aside, backup, date, day)


WORDS = 3
"""``words_of_versions`` looks at so many folders of a path, from the last one up."""


@lru_cache(maxsize=1 << 14)
def speaks_of_version(name: str) -> bool:
    """Tell whether a folder's name has a release, a version, a stage, a day or a running number.

    No other name makes an answer firm.
    """
    part = _read_part(name)
    said = part.release is not None or part.date is not None or part.day is not None
    said = said or (len(part.own) > 1 and part.own[-1].isdecimal())
    return said or bool(part.hints.version) or part.hints.stage != PLAIN


def words_of_versions(names: Sequence[str], first: int = 0) -> list[str | None]:
    """Return words that the paths of two folders share if ``compare_places`` may find a firm order or a number.

    That needs folders of one thing all the way down: the last ones that count begin with the same word, and so do those
    above them.

    Args:
        names: of a path.
        first: how many of them all paths begin with.

    Returns:
        ``WORDS`` words, of the last folder that counts and of those above; None where any other folder may match.
    """
    any_other: list[str | None] = [None] * WORDS
    if len(names) - len(set(names)) > 1:
        return any_other  # "/home/ann/old laptop/home/ann" repeats two names of those above or more
    start = _after_mount(names)
    if start == 1 and names[1:2] in _HOMES:
        start = 3  # whose home it is does not count beside a disk
    kept: list[_Part] = []
    for at in range(first, len(names)):
        part = _read_part(names[at])
        if part.spare or part.backup or part.date is not None:
            return any_other
        if part.day is not None and at and _read_part(names[at - 1]).backup:
            return any_other
        if part.name and not part.neutral and at >= start:
            kept.append(part)
    words = takewhile(lambda word: word is not None, map(_first_word, reversed(kept)))
    return [*words, *any_other][:WORDS]


def _first_word(part: _Part) -> str | None:
    """Return the word with which any folder begins that is a version of this one; None where it may be another."""
    word = part.own[0] if part.own else ""
    release = part.release
    if part.name == _SOURCES or (release is not None and (release.words or ("",))[0] != word):
        return None
    return word


_ANY_DISK = DEVICES | ASIDE | TRASH


def _span(date: NameDate | None, words: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the first and last day that a dated backup may have been made on; a bare year is a date too."""
    if date is not None:
        return date.first, date.last
    years = [int(word) for word in words if len(word) == 4 and word.isdigit() and 1980 <= int(word) <= 2100]
    return (years[0] * 10**10, years[0] * 10**10 + 9_999_999_999) if len(years) == 1 else None


def compare_places(folder: str, other: str) -> PlaceKin:
    """Compare two folders; the order says whether the first one is earlier or later.

    Args:
        folder: path of a file without its name.
        other: the other's.
    """
    if folder == other:
        return PlaceKin(Place.ONE, series=is_series(folder))
    mine, start = _read_path(folder)
    its, its_start = _read_path(other)
    common = 0
    for part, counterpart in zip(mine, its, strict=False):
        if part != counterpart:
            break
        common += 1
    if (
        start == 1 and its_start > 1 and mine[1:2] in _HOMES
    ):  # beside a disk it does not matter whose home it is
        start = 3
    elif its_start == 1 and start > 1 and its[1:2] in _HOMES:
        its_start = 3
    one = _side_of(mine, max(common, start))
    two = _side_of(its, max(common, its_start))
    found = _aligned(one, two, mine[:common])
    if found.place == Place.OWN and len(mine) == len(its) and _are_siblings(mine, its, common):
        found = found._replace(siblings=True)
    return found._replace(series=True) if is_series(folder) and is_series(other) else found


def _are_siblings(mine: Sequence[str], its: Sequence[str], at: int) -> bool:
    """Tell whether folders differ in one name only, and no name below it says what they hold."""
    if mine[at + 1 :] != its[at + 1 :]:
        return False
    return at + 1 == len(mine) or all(word in GENERIC for word in _read_part(mine[at + 1]).own)


@lru_cache(maxsize=1 << 14)
def _read_path(folder: str) -> tuple[list[str], int]:
    """Return the names of a path, and where the folders on its disk begin."""
    names = folder.split(os.sep)
    if names[0] and not names[0].endswith(":"):  # a drive, or nothing, comes first
        names = ["", *names]
    return names, _after_mount(names)


@lru_cache(maxsize=1 << 14)
def is_series(folder: str) -> bool:
    """Tell whether a folder is named after papers of one form for many people or occasions: "Invoices"."""
    own = _read_part(folder.rstrip(os.sep).rpartition(os.sep)[2]).own
    return bool(own) and own[-1] in SERIES_FOLDERS


class _Side(NamedTuple):
    """The names of one folder after the common beginning."""

    parts: list[_Part]
    spare: bool
    stage: int  # of a folder of drafts or finals
    date: tuple[int, int] | None
    date_name: str


def _side_of(names: Sequence[str], first: int) -> _Side:
    """Read folder names from the first that counts."""
    kept: list[_Part] = []
    spare, stage, date, date_name = False, PLAIN, None, ""
    for at in range(first, len(names)):
        part = _read_part(names[at])
        if part.release is not None and names[at - 1].lower() in INTERFACES:
            part = part._replace(release=None, interface=True)
        of_backup = part.day if part.day is not None and _read_part(names[at - 1]).backup else part.date
        if of_backup is not None:  # "backup 2023-05", "backup/2023-05"
            date, date_name = of_backup, part.name
        if part.neutral or of_backup is not None:
            spare = spare or part.spare
            stage = part.hints.stage if part.hints.stage in (DRAFT, FINAL) else stage
        elif part.name:
            kept.append(part)
    if spare:
        kept = [part for part in kept if not part.filler]
    return _Side(kept, spare, stage, date, date_name)


_HOMES = (["home"], ["Users"])


def _after_mount(names: Sequence[str]) -> int:
    """Find where the folders on a disk begin: after ``/media/ann/STICK``; 1 for the system's own disk."""
    if names[1:3] == ["run", "media"]:
        return 5
    if names[1:2] == ["media"]:
        return 4
    return 3 if names[1:2] in (["mnt"], ["Volumes"]) else 1


def _aligned(one: _Side, two: _Side, above: Sequence[str]) -> PlaceKin:
    mine, its = one.parts, two.parts
    if len(mine) != len(its):  # "/home/ann/old laptop/home/ann" repeats what is above
        longer = mine if len(mine) > len(its) else its
        repeated = (one if longer is mine else two).spare or sum(part.name in above for part in longer) > 1
        left = [p for p in longer if p.name != _SOURCES and not (repeated and p.name in above)]
        if len(longer) - len(left) >= abs(len(mine) - len(its)):
            mine, its = (left, its) if longer is mine else (mine, left)
    if len(mine) == len(its):
        found = [_compare_parts(part, other) for part, other in zip(mine, its, strict=True)]
        return _with_backups(_together(found), one, two)
    shorter, longer = sorted((mine, its), key=len)
    matched: list[PlaceKin] = []
    at = len(longer) - 1
    for part in reversed(shorter):
        while at >= 0 and (found_here := _compare_parts(part, longer[at])).place > Place.ALIKE:
            at -= 1
        if at < 0:
            return PlaceKin(Place.OWN, why=_different(one, two))
        matched.append(found_here if shorter is mine else found_here._replace(order=-found_here.order))
        at -= 1
    order = _together(matched).order
    return PlaceKin(Place.NESTED, order, why=say("one of the files is in a further folder"))


def _together(found: Sequence[PlaceKin]) -> PlaceKin:
    """Combine all pairs of parts: the farthest place, and the order they agree on."""
    if not found:
        return PlaceKin(Place.ALIKE)
    worst = max(found, key=lambda kin: kin.place)
    if worst.place >= Place.OWN:
        return worst if sum(kin is not _EQUAL for kin in found) == 1 else worst._replace(number=0)
    orders = {kin.order for kin in found} - {0}
    released = any(kin.place == Place.RELEASES for kin in found)
    place = Place.RELEASES if released and worst.place <= Place.ALIKE else worst.place
    if len(orders) != 1:
        return PlaceKin(place, 0, released, worst.why)
    leading = next(kin for kin in found if kin.order)
    return PlaceKin(place, leading.order, any(kin.firm for kin in found), leading.why)


def _with_backups(found: PlaceKin, one: _Side, two: _Side) -> PlaceKin:
    """Take the order from backup folders where nothing else gives one."""
    if found.order or found.place >= Place.OWN:
        return found
    if one.date and two.date:
        sign = -1 if one.date[1] < two.date[0] else 1 if one.date[0] > two.date[1] else 0
        return found._replace(order=sign, firm=sign != 0, why=_folders(one.date_name, sign, two.date_name))
    if one.spare != two.spare:
        sign = -1 if one.spare else 1
        why = (
            say("its folder is named a backup or old")
            if one.spare
            else say("the other's folder is named a backup or old")
        )
        return found._replace(order=sign, why=why)
    sign = (one.stage > two.stage) - (one.stage < two.stage)
    return (
        found._replace(order=sign, why=say("the folders are named after drafts or finals")) if sign else found
    )


_SOURCES = "src"  # many a project has moved its package below it
_BETWEEN = re.compile(r"[\W_]+")
_EQUAL = PlaceKin(Place.ALIKE)


def _compare_parts(part: _Part, other: _Part) -> PlaceKin:
    if part.name == other.name:
        return _EQUAL
    release, its = part.release, other.release
    if release is not None and its is not None and (release.interface or its.interface):
        return PlaceKin(Place.APART, why=_folders(part.name, 0, other.name))
    if release is not None and its is not None and release.words == its.words:
        sign = (release.key > its.key) - (release.key < its.key)
        named = bool(release.words) and sign != 0
        why = _folders(part.name, sign, other.name)
        firm = sign != 0 and (named or (release.sure and its.sure))  # "1.2" and "1.3" may be chapters
        return PlaceKin(Place.RELEASES if named else Place.ALIKE, sign, firm, why)
    if (release is None) != (its is None):
        known, plain = (release, other) if release is not None else (its, part)
        if known is not None and known.words and known.words == plain.own:
            return PlaceKin(Place.ALIKE, why=say("folders {} and {}", part.name, other.name))
    apart = set(part.own) ^ set(other.own)
    if apart or part.own != other.own or part.interface or other.interface:
        sides = part.interface or other.interface or (apart and apart <= VARIANTS)
        sides = sides or _are_builds(part.name, other.name)
        return PlaceKin(
            Place.APART if sides else Place.OWN,
            why=_folders(part.name, 0, other.name),
            number=_by_number(part.own, other.own),
        )
    one, two = part.hints, other.hints
    if one.date != two.date and not (part.date or other.date):
        return _by_day(part, other)
    if not part.own:
        return PlaceKin(Place.OWN, why=_folders(part.name, 0, other.name))
    order = order_of(one._replace(stem=""), two._replace(stem=""))
    sign = order.sign or (other.spare - part.spare)
    worded = one.version != two.version or one.stage != two.stage
    return PlaceKin(Place.ALIKE, sign, worded and sign != 0, _folders(part.name, sign, other.name))


def _are_builds(name: str, other: str) -> bool:
    """Tell whether two folders differ in nothing but the platforms they were built for."""
    words, its_words = (set(_BETWEEN.split(fold(one.lower()))) for one in (name, other))
    apart = words ^ its_words
    if not apart or not apart <= PLATFORMS:
        return False
    platforms = PLATFORMS - {"32", "64"}
    return not words.isdisjoint(platforms) and not its_words.isdisjoint(platforms)


def _by_number(own: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Tell which of two folders has the lower number, if nothing else differs and it counts no parts or people."""
    words = own[:-1]
    if not words or words != other[:-1]:
        return 0
    number, its_number = own[-1], other[-1]
    if not (number.isdecimal() and its_number.isdecimal()) or int(number) == int(its_number):
        return 0
    counted = COUNTED_PARTS | SERIES_FOLDERS | CALENDAR.keys() | VARIANTS
    if max(len(number), len(its_number)) > 2 or not counted.isdisjoint(words):
        return 0
    return -1 if int(number) < int(its_number) else 1


def _by_day(part: _Part, other: _Part) -> PlaceKin:
    """Compare folders of one name and different days; those of months and years are a series."""
    one, two = part.hints.date, other.hints.date
    spans = [date.last - date.first for date in (one, two) if date is not None]
    if max(spans) > 235959:
        return PlaceKin(Place.OWN, why=_folders(part.name, 0, other.name))
    order = order_of(part.hints._replace(stem=""), other.hints._replace(stem="")).sign
    return PlaceKin(Place.DATED, order, False, _folders(part.name, order, other.name))


def _folders(name: str, sign: int, other: str) -> str:
    if not sign:
        return say("folders {} and {}", name, other)
    return say("folder {} before {}", name, other) if sign < 0 else say("folder {} after {}", name, other)


def _different(one: _Side, two: _Side) -> str:
    return say(
        "folders {} and {}",
        os.sep.join(part.name for part in one.parts),
        os.sep.join(part.name for part in two.parts),
    )

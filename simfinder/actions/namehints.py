"""What a file name says of itself: copy, backup, draft or final, date, version.

Text in, numbers out. The hints break ties between files of one time and warn where they contradict the
times; they never decide against a time on their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NameHints:
    """Hints of one name.

    Attributes:
        copy: 0 for a plain name, 1 and more for a copy or backup ("(1)", "copy 2", "x.bak", "x~").
        stage: -1 for "draft" or "old", 1 for "final", else 0.
        date: YYYYMMDDhhmm as a number, 0 without one.
        version: (2, 1) for "v2.1", () without one.
    """

    copy: int = 0
    stage: int = 0
    date: int = 0
    version: tuple[int, ...] = ()


_NONE = NameHints()
_WORD = r"(?:copy|copie|copia|kopie)"
# One look that tells most names off: nothing below can match where this doesn't.
_ANY = re.compile(
    r"\d{6}|\d{4}[-_.]\d|\(\d|~|#|\.(?:bak|backup|orig|old|save|sav)|cop[yi]|kopie"
    r"|old|draft|entwurf|final|backup|v[._ -]?\d|ver|rev",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\((\d{1,3})\)(?=\.|$)")
_COPY = re.compile(
    rf"(?:^|[ _\-(]){_WORD}(?:[ _-]?\(?(\d{{1,3}})\)?)?\)?(?=\.|$)|^{_WORD}(?: \((\d{{1,3}})\))? (?:of|von|de) ",
    re.IGNORECASE,
)
_BACKUP = re.compile(
    r"\.(?:bak|backup|orig|old|save|sav)\d*$|~\d*~?$|^#.*#$|(?:^|[ _.-])backup(?=[ _.-]|$)", re.IGNORECASE
)
_EARLY = re.compile(r"(?:^|[ _.(-])(?:old|draft|entwurf)(?=[ _.)-]|\d|$)", re.IGNORECASE)
_LATE = re.compile(r"(?:^|[ _.(-])final(?=[ _.)-]|\d|$)", re.IGNORECASE)
_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])"
    r"(?:[T _-]([01]\d|2[0-3])[-:._h]?([0-5]\d))?(?!\d{3})"
)
_VERSION = re.compile(
    r"(?:^|[ _.(-])(?:v|ver|version|rev|revision)[ ._-]?(\d{1,6}(?:\.\d{1,6})*)(?!\d)", re.IGNORECASE
)


def hints_of(name: str) -> NameHints:
    """Read a file name (without its folder)."""
    if _ANY.search(name) is None:
        return _NONE
    stage = (_LATE.search(name) is not None) - (_EARLY.search(name) is not None)
    date = _DATE.search(name)
    version = _VERSION.search(name)
    return NameHints(
        copy=_copies(name),
        stage=stage,
        date=int("".join(date.group(1, 3, 4)) + (date[5] or "00") + (date[6] or "00")) if date else 0,
        version=tuple(int(number) for number in version[1].split(".")) if version else (),
    )


def _copies(name: str) -> int:
    copies = 0
    if copy := _COPY.search(name):
        copies += int(copy[1] or copy[2] or 0) + 1
    elif numbered := _NUMBERED.search(name):
        copies += int(numbered[1]) + 1
    if _BACKUP.search(name):
        copies += 1
    return copies

"""Translate messages of the layers below into the window's language, with its numbers, and names set apart.

Those layers know nothing of languages, and their messages pass through pipes, the journal and the cache before they are
shown. So this module recognises a message by the list of all of them (``translations/sentences.txt``, which
``tests.helpers.translations`` makes from the program); ``%1`` in it matches anything, also another message. An unknown
message is shown as it is. No widgets.
"""

from __future__ import annotations

import errno
import os
import re
from dataclasses import dataclass
from functools import cache, lru_cache

from PySide6.QtCore import QCoreApplication

from simfinder.errors import SimFinderError
from simfinder.gui.wording.formatting import date_of_day, localized, right_to_left, shown
from simfinder.text import resource_files

CONTEXT = "Sentences"
_PROBE = "is damaged"
_NUMBER = re.compile(r"~?\d{1,3}(,\d{3})+|~?\d[\d.,]*( %| [kMGTPE]?B)")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COUNTED = re.compile(r"([\d,]+) (.+)", re.DOTALL)
_NUMBERED = re.compile(r"(\w[\w -]*) (\d+)")
_JOINTS = ("; ", ": ")
_DEPTH = 6  # sentences within sentences
_WEAK = 12  # letters below which a name could look like a sentence: "notes after lunch"


@dataclass(frozen=True, slots=True)
class _Template:
    """A sentence with values in it.

    Attributes:
        source: as in the program.
        key: its longest piece, looked for before the pattern is tried.
        weight: letters that are no value: the more, the surer.
        weak: a name could look like it, so its values must be known too.
        pattern: of the whole.
    """

    source: str
    key: str
    weight: int
    weak: bool
    pattern: re.Pattern[str]


def translated(text: str) -> str:
    """Translate a sentence (or what may be one) for the window, in one line."""
    here = QCoreApplication.translate(CONTEXT, _PROBE)
    if here == _PROBE:
        return shown(text)
    return _cached(text, here, right_to_left())


def told_error(error: BaseException) -> str:
    """Describe an error in one line: what it is about, and what is wrong."""
    if not isinstance(error, SimFinderError):
        return f"{type(error).__name__}: {shown(str(error))}"
    return f"{shown(error.path)}: {translated(error.message)}" if error.path else translated(error.message)


@lru_cache(4096)
def _cached(text: str, _language: str, _mirrored: bool) -> str:
    return _known(text, _DEPTH) or shown(text)


def _known(text: str, depth: int) -> str:
    """Translate a sentence; "" for an unknown one."""
    if not depth or not text:
        return ""
    exact, templates = _catalogue()
    if text in exact:
        return QCoreApplication.translate(CONTEXT, text)
    if text in _words():
        return _words()[text]
    for template in templates:
        if template.key in text and (match := template.pattern.fullmatch(text)):
            if template.weak and not all(_is_said(value, depth - 1) for value in match.groups()):
                continue
            return _filled(template, match, depth)
    return _put_together(text, depth)


def _filled(template: _Template, match: re.Match[str], depth: int) -> str:
    result = QCoreApplication.translate(CONTEXT, template.source)
    values = []
    for number, value in enumerate(match.groups(), 1):
        percent = f"%{number} %" in template.source
        values.append(localized(value) if percent else _value(value, depth - 1))
    # all at once: a value may hold what looks like a place for another
    return re.sub(r"%(\d)", lambda place: values[int(place[1]) - 1], result)


def _is_said(text: str, depth: int) -> bool:
    return os.path.isabs(text) or bool(_known(text, depth)) or not any(map(str.isalpha, text))


def _value(text: str, depth: int) -> str:
    if _NUMBER.fullmatch(text):
        return localized(text)
    if _DAY.fullmatch(text):
        return date_of_day(text)
    if os.path.isabs(text):  # whatever a path holds, it is a name
        return shown(text)
    return _known(text, depth) or shown(text)


def _put_together(text: str, depth: int) -> str:
    """Sentences in a row, one behind a path, or one behind a number."""
    if (match := _COUNTED.fullmatch(text)) and (rest := _known(match[2], depth - 1)):
        return f"{localized(match[1])} {rest}"
    if (match := _NUMBERED.fullmatch(text)) and match[1] in _words():
        return f"{_words()[match[1]]} {match[2]}"
    for joint in _JOINTS:
        place = text.find(joint)
        while place > 0:
            first, second = text[:place], text[place + len(joint) :]
            if behind := _known(second, depth - 1):
                return _before(first, joint, depth - 1) + behind
            place = text.find(joint, place + 1)
    return ""


def _before(first: str, joint: str, depth: int) -> str:
    """Translate what comes before a sentence: another one, a phrase that ends so, or a path."""
    if first + joint in _catalogue()[0]:
        return QCoreApplication.translate(CONTEXT, first + joint)
    return (_known(first, depth) or shown(first)) + joint


@cache
def _catalogue() -> tuple[frozenset[str], tuple[_Template, ...]]:
    """Sentences without values, and those with, the surest first."""
    lines = resource_files.read_bytes("translations/sentences.txt").decode("utf-8").split("\n")
    exact = frozenset(line for line in lines if "%1" not in line)
    templates = [_template(line) for line in lines if "%1" in line]
    return exact, tuple(sorted(templates, key=lambda one: -one.weight))


def _template(source: str) -> _Template:
    pieces = re.split(r"%\d", source)
    pattern = re.compile("(.*?)".join(map(re.escape, pieces)), re.DOTALL)
    weight = sum(map(len, pieces))
    return _Template(source, max(pieces, key=len), weight, weight < _WEAK, pattern)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Words", text)


def _words() -> dict[str, str]:
    """Single words that stand in sentences, and what the system says of its troubles."""
    return _words_of(QCoreApplication.translate(CONTEXT, _PROBE))


@lru_cache(4)
def _words_of(_language: str) -> dict[str, str]:
    words = {
        "later": _tr("later"),
        "earlier": _tr("earlier"),
        "draft": _tr("draft"),
        "new": _tr("new"),
        "final": _tr("final"),
        "alpha": _tr("alpha"),
        "beta": _tr("beta"),
        "pre-release": _tr("pre-release"),
        "year": _tr("year"),
        "years": _tr("years"),
        "month": _tr("month"),
        "months": _tr("months"),
        "day": _tr("day"),
        "days": _tr("days"),
        "hour": _tr("hour"),
        "hours": _tr("hours"),
        "minute": _tr("minute"),
        "minutes": _tr("minutes"),
        "second": _tr("second"),
        "seconds": _tr("seconds"),
    }
    return words | {os.strerror(number): text for number, text in _of_system().items()}


def _of_system() -> dict[int, str]:
    return {
        errno.EACCES: _tr("Permission denied"),
        errno.EPERM: _tr("Operation not permitted"),
        errno.ENOENT: _tr("No such file or directory"),
        errno.ENOTDIR: _tr("Not a directory"),
        errno.EISDIR: _tr("Is a directory"),
        errno.EEXIST: _tr("File exists"),
        errno.ENOTEMPTY: _tr("Directory not empty"),
        errno.ELOOP: _tr("Too many levels of symbolic links"),
        errno.EIO: _tr("Input/output error"),
        errno.ENOSPC: _tr("No space left on device"),
        errno.EROFS: _tr("Read-only file system"),
        errno.EMFILE: _tr("Too many open files"),
        errno.ENAMETOOLONG: _tr("File name too long"),
        errno.ETIMEDOUT: _tr("Connection timed out"),
        errno.ESTALE: _tr("Stale file handle"),
        errno.ENOTCONN: _tr("Transport endpoint is not connected"),
        errno.EXDEV: _tr("Invalid cross-device link"),
        errno.EBUSY: _tr("Device or resource busy"),
        errno.EINVAL: _tr("Invalid argument"),
        errno.ENOTSUP: _tr("Operation not supported"),
        errno.EFBIG: _tr("File too large"),
        errno.EDQUOT: _tr("Disk quota exceeded"),
    }

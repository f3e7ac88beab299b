"""A file name read for kinship: its type, its marks (``hints``), the words and numbers that are left over.

Text in, values out. ``kinship.name_kinship`` compares two readings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simfinder.actions.file_names.copy_marks import PLAIN, without_extension
from simfinder.actions.file_names.dates import NameDate
from simfinder.actions.file_names.hints import NO_HINTS, NameHints, hints_of, may_hint
from simfinder.actions.file_names.kin_words import (
    CALENDAR,
    CAMERA,
    COUNTED_PARTS,
    EDITS,
    GENERIC,
    STOPWORDS,
    VARIANTS,
    fold,
    words_of,
)
from simfinder.actions.file_names.releases import Release, release_of
from simfinder.actions.file_names.version_words import BACKUP_WORDS, DOUBTFUL_WORDS, NEW_WORDS, VERSION_WORDS
from simfinder.model.file_type import type_of
from simfinder.text.patterns import late_pattern


class NameReading(NamedTuple):
    """A file name, read.

    Attributes:
        kind: the type of the file, one word for all spellings of it ("jpg" for "jpeg"); "" without one, and for a
            bare backup ending.
        hints: the marks found in it.
        tokens: words and numbers that are left, folded to lower case without accents.
        words: those that are words and carry meaning.
        numbers: those that are numbers.
        parts: words and numbers without their order.
        calendar: kinds of calendar words among them: months, weekdays, seasons, numbers.
        beside: all of them name things kept side by side: languages, platforms, single letters.
        edit: the edit word and initials that reviewers added, "" for none.
        generic: it names only a kind of document, or is a camera's: no evidence by itself.
        counted: the number of a copy is in brackets, "(1)".
        copied: a word says that it is a copy, as file managers name what somebody duplicated; browsers only count.
        leading: a word for old or new comes first ("new letter", "alte Rechnung").
        log: the name of a log without its number or day of rotation, "" for other files.
        rotated: it is not the log being written.
        release: the version in the name of an archive.
        inside: a version is between words, as in "lamp v8 engine".
        decimal: the name ends with "1.2", which may be a version or count a part.
        beside_others: the version in it is one of an interface, as in "storage_v1_api.py", or belongs to the class that
            a page is about, as in "struct.SocketAddrV4.html".
    """

    kind: str
    hints: NameHints
    tokens: tuple[str, ...]
    words: tuple[str, ...]
    numbers: tuple[str, ...]
    parts: frozenset[str]
    calendar: frozenset[str]
    beside: bool
    edit: str
    generic: bool
    counted: bool
    copied: bool
    leading: bool
    log: str
    rotated: bool
    release: Release | None
    inside: bool
    decimal: tuple[int, int] | None
    beside_others: bool


CODE = words_of("""
    c h cc cpp cxx hh hpp hxx m mm py pyi pyx pxd js mjs cjs jsx ts tsx java kt kts scala go rs rb php pl pm cs
    fs vb swift sh bash zsh fish ps1 bat cmd lua r jl hs ml mli ex exs erl clj lisp el vue svelte css scss sass
    less s asm dts dtsi cmake mk am ac in gradle sql proto po pot mo rst adoc
    inl pyc class o so dll json yaml xml toml ini cfg conf properties service target plist
""")
"""Types of which parts with like names are side by side: a new letter's case or a hyphen is another part."""
MEDIA = words_of("""
    jpg png gif bmp tif webp heic heif avif svg raw cr2 cr3 nef arw dng orf rw2 mp3 wav flac ogg opus m4a aac
    wma mp4 mov avi mkv webm mpg mts 3gp wmv
""")
"""Pictures, sound and film: counters count what was taken, not what was saved again."""
MAILS = words_of("eml msg emlx")
"""Messages: programs count those of one subject, and each is a message of its own."""
LOGS = words_of("log jsonl ndjson parquet dat har pcap trace gpx tcx fit ics vcf out err")
"""Words for files that programs write every day: each day has another content."""
ARCHIVES = words_of("zip gz tgz bz2 xz zst 7z tar tbz txz whl deb rpm jar apk dmg exe msi egg gem crate iso")

FORMATS = (
    words_of("doc docx docm dot dotx odt ott fodt rtf pages pdf tex md html txt sxw wpd"),
    words_of("xls xlsx xlsm xlsb ods fods numbers csv tsv"),
    words_of("ppt pptx pptm pps ppsx odp key pdf"),
    ARCHIVES,
)  # fmt: skip
"""Types that hold the same: a document saved in another of them is the same document."""

SETTINGS = words_of(
    """
    local dev prod production test testing staging ci example sample dist default template tpl override user shared
    """
)
"""Endings of variants of a settings file: ".env.local", "Dockerfile.dev"."""

_DELIVERED = late_pattern(r"\d{9,11}\.\w*\d\w*\.[^:;]+(?:[:;]2,[A-Za-z]*)?")
_FLAGS = late_pattern(r"[:;]2,[A-Za-z]*$")

_SPELLINGS = {
    "jpeg": "jpg", "jpe": "jpg", "htm": "html", "yml": "yaml", "tiff": "tif", "mpeg": "mpg", "aif": "aiff",
    "markdown": "md", "tgz": "gz", "tbz": "bz2", "txz": "xz", "text": "txt",
}  # fmt: skip
_BARE = frozenset(("bak", "old", "orig", "backup", "save", "sav", "copy", "swp", "tmp"))
_CAMEL = late_pattern(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
_TOKENS = late_pattern(r"[^\W\d_]+|\d+")
_NUMBERED = late_pattern(r"(?:^|[-_ @])(?:v(?:er(?:sion)?)?|rel(?:ease)?)?[._ -]?\d", re.IGNORECASE)
_COUNTED = late_pattern(r"[(\[]\d{1,3}[)\]]")
_REVISION_LETTER = late_pattern(r"(?<![^\W_])(?:rev[ _.-]?|revision[ _.-])([a-h])(?![^\W_])", re.IGNORECASE)
_VERSION_LETTER = late_pattern(r"(?<![^\W_])v(\d{1,3})([a-h])(?![^\W_])", re.IGNORECASE)
_YEARS = 1980
_VERSION_DIGIT = late_pattern(r"[vV]\d")
_PARTED_VERSION = late_pattern(r"(?<![^\W_])(v\d{1,2})[_-](\d{1,2})(?=$|[ _.-](?!\d))", re.IGNORECASE)
_WORDED_VERSION = late_pattern(r"(?<![^\W_])v(?:er(?:sion)?)?[ _.-]?\d+(?:\.\d+)*(?![^\W_])", re.IGNORECASE)
_OF_A_CLASS = late_pattern(r"[A-Z][a-z0-9]+[A-Z][a-z0-9]+V[0-9]+$")
_VERSION_AT_END = late_pattern(
    r"(?:[^\W\d_][ _.-]?|\d[ _-]+)v(?:er(?:sion)?)?[ _.-]?[\d.]*\d[a-h]?(?: ?\(\d+\))?\.[^.]+$", re.IGNORECASE
)
_EARLY = 100  # rounds of drafts from here on are alpha, beta and the like
_DECIMAL = late_pattern(r"[ _-](\d{1,2})\.(\d{1,2})$")
_SHORT_DAY = late_pattern(r"(?<![\d.])(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.([0-4]\d)(?!\d|\.\d)")
_PACKED_DAY = late_pattern(r"(?:0\d|1\d|2\d|3\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
_LAST_SECOND = 235959
_BRACKETS = late_pattern(r"[ _-]*[(\[]\d{1,3}[)\]]")
_INITIALS = late_pattern(r"[ _\-.(]([A-Z]{2,3})\)?$")
_DOWNLOAD_COUNT = late_pattern(r"(?P<rest>.+\.[A-Za-z][A-Za-z0-9]{1,4})\.(?P<count>\d{1,2})$")
_DATED_BACKUP = late_pattern(
    r"(?P<rest>.+)\.(?P<kind>[A-Za-z][A-Za-z0-9]{1,9})\.(?P<day>(?:19|20)\d\d-?\d\d-?\d\d)"
)
_PACKED = late_pattern(r"\.(?:gz|xz|bz2|zst|zip|z|lz4)$")
_SYSTEM_LOGS = (
    "messages", "syslog", "auth", "kern", "daemon", "mail", "maillog", "secure", "boot", "debug", "dmesg", "cron",
    "btmp", "wtmp", "lastlog", "user", "catalina",
)  # fmt: skip
_ROTATION = late_pattern(
    r"[._-](?:\d{1,3}|(?:19|20)\d{6}(?:[-_.]?\d{4,6})?|(?:19|20)\d\d[-_.]\d\d(?:[-_.]\d\d)?(?:[-_.t]\d\d.*)?|old|prev(?:ious)?)"
    r"(?=$|\.(?:log|out|err|txt)$)"
)
_VERSION_WORDS = frozenset(fold(word) for word in VERSION_WORDS if len(word) > 2)
_ASIDE_WORDS = frozenset(fold(word) for word in (*BACKUP_WORDS, *DOUBTFUL_WORDS, *NEW_WORDS))
_COPIED_FIRST = frozenset(("backup", "bak", "sicherung", "sicherungskopie", "sauvegarde"))


@lru_cache(maxsize=1 << 14)
def read_name(name: str) -> NameReading:
    """Read a file name (without its folder)."""
    log, rotated = _log_of(name.lower())
    kind, count = type_of(name), 0
    if kind.isdigit() and not log and (fetched := _DOWNLOAD_COUNT.match(name)):
        inner = type_of(fetched["rest"])
        if inner and inner not in ("so", "log"):  # page.html.1, as wget names a second download
            name, kind, count = fetched["rest"], inner, int(fetched["count"])
    elif kind[:2] in ("19", "20") and not log and (dated := _DATED_BACKUP.fullmatch(name)):
        name, kind = f"{dated['rest']} {dated['day']}.{dated['kind']}", dated["kind"].lower()
    kind = "" if kind in _BARE else _SPELLINGS.get(kind, kind)
    text = name if kind in CODE or name.isupper() else _CAMEL.sub(" ", name)
    initials = ""
    if kind not in CODE and _INITIALS.search(without_extension(name)) is not None:
        text, initials = _without_initials(text)
    hints, text = _with_letter(text)
    if count:
        hints = hints._replace(copy=hints.copy + count + 1)
    tokens = tuple(_TOKENS.findall(fold(hints.stem)))
    if (
        len(tokens) > 1 and tokens[-1] in _VERSION_WORDS and kind not in CODE
    ):  # "final version", without its number
        tokens = tokens[:-1]
    if hints.date is None and kind not in CODE and (day := _packed_day(tokens)) is not None:
        hints, tokens = hints._replace(date=day[0]), day[1]
    edit = ""
    if kind not in CODE:
        tokens, edit = _without_edits(tokens, hints, name)
        edit = f"{edit} {initials}".strip()
    release = None
    if kind in ARCHIVES and (release := release_of(_archive_stem(name))) is not None:
        if release.worded or (hints.date is not None and release.key[0][0] > _YEARS):
            release = None  # "thesis v2.zip", "photos-2024.03.01.zip": the hints know that
        else:
            tokens, hints = release.words, hints._replace(version=(), date=None)
    letters = [token for token in tokens if not token.isdigit()]
    words = tuple(  # "manual de" is German, "carta de pago" no language
        token
        for at, token in enumerate(letters, 1)
        if token not in STOPWORDS or at == len(letters) or len(token) == 1
    )
    numbers = tuple(token for token in tokens if token.isdigit())
    return NameReading(
        kind,
        hints,
        tokens,
        words,
        numbers,
        frozenset((*words, *numbers)),
        frozenset(CALENDAR[word] for word in words if word in CALENDAR),
        bool(words) and all(len(word) == 1 or word in VARIANTS or word in CAMERA for word in words),
        edit,
        generic=all(len(word) == 1 or word in GENERIC or word in CAMERA for word in words),
        counted=bool(count) or (hints.copy > 1 and _COUNTED.search(name) is not None),
        copied=bool(hints.copy) and hints_of(_BRACKETS.sub("", name), stem=False).copy > 0,
        leading=_is_leading(text, hints),
        log=log,
        rotated=rotated,
        release=release,
        inside=bool(hints.version) and _is_inside(name, tokens),
        decimal=_decimal_of(text, tokens),
        beside_others=bool(hints.version)
        and (
            (kind in CODE and (hints.round >= _EARLY or not words or _VERSION_AT_END.search(name) is None))
            or (kind == "html" and _OF_A_CLASS.search(without_extension(name)) is not None)
        ),
    )


def is_message(name: str) -> bool:
    """Tell whether a file is a message by its name: saved as one, or delivered into a Maildir."""
    return type_of(name) in MAILS or _DELIVERED.fullmatch(name) is not None


def delivered(name: str) -> str:
    """Return the name of the message in a file of a Maildir, without its flags; "" for any other file."""
    return _FLAGS.sub("", name) if _DELIVERED.fullmatch(name) else ""


def _packed_day(tokens: tuple[str, ...]) -> tuple[NameDate, tuple[str, ...]] | None:
    """Return the day at an edge of a name, year first and without century ("240119 report"), and the other tokens."""
    for at in (0, len(tokens) - 1):
        found = _PACKED_DAY.fullmatch(tokens[at]) if len(tokens) > 1 else None
        if found is not None:
            day = int("20" + tokens[at]) * 1_000_000
            return NameDate(day, day + _LAST_SECOND), (*tokens[:at], *tokens[at + 1 :])
    return None


def may_say_version(names: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Find the names, (n,), that may have a version, a stage or a backup; ``read_name`` finds none in the others.

    Looks at all names together, which takes 1.5 µs each instead of 20 one by one.
    """
    released = (
        _NUMBERED.search(name) is not None and not ARCHIVES.isdisjoint(name.lower().split("."))
        for name in names
    )
    revised = ("rev" in name.lower() for name in names)
    found = np.fromiter(released, np.bool_, len(names)) | np.fromiter(revised, np.bool_, len(names))
    return found | may_hint(names) | may_hint([_CAMEL.sub(" ", name) for name in names])


def _decimal_of(text: str, tokens: tuple[str, ...]) -> tuple[int, int] | None:
    if len(tokens) < 3 or not tokens[-1].isdigit() or not COUNTED_PARTS.isdisjoint(tokens):
        return None
    found = _DECIMAL.search(without_extension(text.lower()))
    return None if found is None else (int(found[1]), int(found[2]))


def _with_letter(text: str) -> tuple[NameHints, str]:
    """Add the hints that ``hints_of`` does not know: "rev B", "v2a", "01.03.24"."""
    number: tuple[int, ...] = ()
    letter = ""
    if _VERSION_DIGIT.search(text):
        text = _PARTED_VERSION.sub(r"\1.\2", text)  # "V1_0"
    found = None
    if "rev" in text.lower() and (found := _REVISION_LETTER.search(text)) is not None:
        letter = found[1]
    elif _VERSION_DIGIT.search(text) and (found := _VERSION_LETTER.search(text)) is not None:
        number, letter = (int(found[1]),), found[2]
    if found is not None:
        text = f"{text[: found.start()].rstrip(' _-')}{text[found.end() :]}"
    if text.count(".") > 1 and (day := _SHORT_DAY.search(text)) is not None:
        text = f"{text[: day.start()]}{day[1]:0>2}.{day[2]:0>2}.20{day[3]}{text[day.end() :]}"
    hints = hints_of(text)
    if letter and not hints.version:
        hints = hints._replace(version=(*number, ord(letter.lower()) - ord("a") + 1), revision=not number)
    return hints, text


def _without_edits(tokens: tuple[str, ...], hints: NameHints, name: str) -> tuple[tuple[str, ...], str]:
    """Take what reviewers add off the end of a name: "comments", "with corrections by Miller", "v2 AB"."""
    if len(tokens) < 2 or (
        tokens[-1] not in EDITS
        and tokens[-2] not in _BEFORE_EDITOR
        and not hints.version
        and hints.stage == PLAIN
    ):
        return tokens, ""
    left, edit = list(tokens), []
    body = _PACKED.sub("", name)
    body = body[: body.rfind(".")] if "." in body[1:] else body
    if (
        len(left) > 1
        and (hints.version or hints.stage != PLAIN or left[-2] in EDITS)
        and (found := _INITIALS.search(body))
        and left[-1] == found[1].lower()
        and left[-1] not in VARIANTS
        and left[-1] not in _NO_INITIALS
    ):
        edit.append(left.pop())
    if len(left) > 2 and left[-2] in _BY and left[-3] in EDITS:
        edit += (left.pop(), left.pop())
    while len(left) > 1 and left[-1] in EDITS:
        edit.append(left.pop())
        while len(left) > 1 and left[-1] in _BY:
            left.pop()
    last = left[-1]
    if edit and len(left) > 1 and 1 < len(last) < 4 and last not in VARIANTS:  # "(AB edits)"
        initials = re.search(rf"(?<![^\W_]){last.upper()}(?![^\W_])", body) is not None
        edit += [left.pop()] if initials else []
    return tuple(left), " ".join(reversed(edit))


def _without_initials(text: str) -> tuple[str, str]:
    """Take the initials of reviewers off a name that a version or a stage stands before: "Thesis draft3_JK_MB"."""
    body = without_extension(text)
    ending, taken = text[len(body) :], []
    while (found := _INITIALS.search(body)) is not None and _may_be_initials(found[1].lower()):
        body = body[: found.start()]
        taken.append(found[1].lower())
    hints = hints_of(body + ending, stem=False)
    if not taken or not (hints.version or hints.stage != PLAIN):
        return text, ""
    return body + ending, " ".join(reversed(taken))


def _may_be_initials(word: str) -> bool:
    return word not in VARIANTS and word not in _NO_INITIALS


_BY = words_of(
    "with by from mit von durch avec de par con da di por com met van door z od с от "
    "after nach apres dopo despues apos na po после"
)
_BEFORE_EDITOR = _BY | EDITS
_NO_INITIALS = words_of(
    "pdf doc usa eu a4 a3 qa hr it tv pc dvd faq app api csv sql xml gmbh kg ag ltd llc inc"
)


def _is_inside(name: str, tokens: tuple[str, ...]) -> bool:
    """Tell whether a name has words before its version and after it."""
    found = _WORDED_VERSION.search(name)
    if found is None:
        return False
    before, behind = (
        set(_TOKENS.findall(fold(part.lower()))) for part in (name[: found.start()], name[found.end() :])
    )
    letters = {token for token in tokens if not token.isdigit()}
    return not letters.isdisjoint(before) and not (letters - before).isdisjoint(behind)


def _is_leading(text: str, hints: NameHints) -> bool:
    if hints is NO_HINTS or (hints.stage == PLAIN and not hints.spare):
        return False
    first = _TOKENS.search(fold(text.lower()))
    return first is not None and first[0] in _ASIDE_WORDS and first[0] not in _COPIED_FIRST


def _log_of(name: str) -> tuple[str, bool]:
    """Read a log's name without its rotation, and whether it is rotated; "" for other files."""
    if ".log" not in name and ".err" not in name and not name.startswith(_SYSTEM_LOGS):
        return "", False
    body = _PACKED.sub("", name)
    plain = _ROTATION.sub("", body)
    is_log = plain.endswith((".log", ".err")) or plain.rpartition("/")[2].split(".")[0] in _SYSTEM_LOGS
    if not is_log or ("." in plain and not plain.endswith((".log", ".err", ".out"))):
        return "", False
    return plain, plain != name


def _archive_stem(name: str) -> str:
    stem = _COUNTED.sub("", name)
    while (dot := stem.rfind(".")) > 0 and stem[dot + 1 :].lower() in ARCHIVES:
        stem = stem[:dot]
    return stem

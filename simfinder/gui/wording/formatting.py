"""Write numbers, dates, plural forms and paths with any bytes the way the window shows them. No widgets."""

from __future__ import annotations

import os
from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QDate, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence

from simfinder.model.clusters import Basis, Relation
from simfinder.text import number_formats

__all__ = [
    "basis_text",
    "brief_chip_text",
    "chip_text",
    "count_text",
    "counted",
    "date_of_day",
    "date_text",
    "day_form",
    "duration_text",
    "folder_text",
    "key_text",
    "localized",
    "media_text",
    "member_name",
    "percent_text",
    "plain",
    "right_to_left",
    "shared_text",
    "shown",
    "size_text",
    "time_text",
    "view_text",
    "view_tip",
]

_INVISIBLE = (
    {i: 0x2400 + i for i in range(32)}
    | dict.fromkeys(range(0x80, 0xA0), 0x25AF)
    | {0x7F: 0x2421, 0x85: 0x2424, 0x2028: 0x2424, 0x2029: 0x2424}
)
_TURNING = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0x25AF)
_VISIBLE = _INVISIBLE | _TURNING
_PATH, _NAME, _END = (
    "\u2066",
    "\u2068",
    "\u2069",
)  # runs from left to right, runs as its first letter does, end of it


def localized(text: str) -> str:
    """Write the numbers in a text as the window's language does: ``1,234.5`` becomes ``1.234,5`` in German."""
    table = _figures(QLocale().name())
    return text.translate(table) if table else text


@lru_cache(8)
def _figures(_name: str) -> dict[int, str]:
    locale = QLocale()
    if locale.language() in (QLocale.Language.C, QLocale.Language.English) and locale.decimalPoint() == ".":
        return {}
    zero = locale.zeroDigit()
    digits = {} if zero == "0" else {ord("0") + i: chr(ord(zero) + i) for i in range(10)}
    return digits | {ord(","): locale.groupSeparator(), ord("."): locale.decimalPoint()}


def _together(text: str) -> str:
    """Return a number and its unit: in one line, and in their order where text runs from right to left."""
    if _figures(QLocale().name()):
        text = localized(text).replace(" ", "\u00a0")
    return f"{_PATH}{text}{_END}" if right_to_left() else text


def size_text(size: int) -> str:
    """Write bytes in decimal units: ``1.2 MB``."""
    return _together(number_formats.size_text(size))


def percent_text(similarity: float) -> str:
    """Write a share, never rounded up: ``98.5 %``; ``100 %`` is kept for identical content."""
    return _together(number_formats.percent_text(similarity))


def count_text(count: int) -> str:
    """Write a whole number: ``25,590``."""
    return localized(number_formats.count_text(count))


def duration_text(seconds: float) -> str:
    """Write a rounded duration: ``2 h 10 min``."""
    return _together(number_formats.duration_text(seconds))


def key_text(keys: str) -> str:
    """Write a shortcut (``Ctrl+L``) as the keyboard and the language of the window name it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def right_to_left() -> bool:
    """Return whether the window is read from right to left."""
    return QGuiApplication.layoutDirection() is Qt.LayoutDirection.RightToLeft


def shared_text(share: float, *, estimated: bool) -> str:
    """Write a similarity: ``98 %`` if it was verified on the bytes, ``~98 %`` if it is an estimate."""
    return ("~" if estimated else "") + percent_text(share)


def shown(path: str) -> str:
    """Write a name or path for the window: ``plain``, and isolated where text runs from right to left.

    There a path would fall into pieces in the wrong order, and a name would turn what stands around it.
    """
    if not path or not right_to_left():
        return plain(path)
    return f"{_PATH if os.sep in path else _NAME}{plain(path)}{_END}"


def plain(path: str) -> str:
    r"""Write a name or path in one line: bytes that are not UTF-8 as ``\xff``, newlines as ``␤``. To be copied, too."""
    if path.isascii() and path.isprintable():
        return path
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace").translate(_VISIBLE)


def member_name(name: bytes) -> str:
    """Write a name out of an archive, which may be any bytes, in one line."""
    return shown(name.decode("utf-8", "surrogateescape"))


def folder_text(path: str) -> str:
    """Write a folder with the home folder as ``~``."""
    return shown(from_home(path))


def from_home(path: str) -> str:
    """Return a path with the home folder as ``~``."""
    home = os.path.expanduser("~")
    if path == home or path.startswith(home + os.sep):
        return "~" + path[len(home) :]
    return path


def names_apart(path: str, other: str) -> tuple[str, str]:
    """Return the names of two files, with as many of their folders as it takes to tell them apart."""
    names = [os.path.basename(path), os.path.basename(other)]
    if names[0] != names[1] or path == other:
        return names[0], names[1]
    # nobody knows the folder of a person's own files by its name
    folders = [os.path.dirname(from_home(one)).split(os.sep) for one in (path, other)]
    while folders[0] and folders[1] and folders[0][-1] == folders[1][-1]:
        names = [os.path.join(folder.pop(), name) for folder, name in zip(folders, names, strict=True)]
    first, second = (
        os.path.join(folder[-1] if folder else "", name) for folder, name in zip(folders, names, strict=True)
    )
    return first, second


def date_text(time_ns: int) -> str:
    """Write the local date of a time in nanoseconds since 1970: ``2026-11-03`` in English; "" without a time."""
    return date_of_day(_local(time_ns, "%Y-%m-%d"))


def time_text(time_ns: int) -> str:
    """Write local date and time, as ``2026-11-03 14:05:09`` in English."""
    day, _, clock = _local(time_ns, "%Y-%m-%d %H:%M:%S").partition(" ")
    return f"{date_of_day(day)} {localized(clock)}" if day else ""


def date_of_day(day: str) -> str:
    """Write a date given as ``2026-11-03`` in the order of the window's language, with all digits of the year."""
    locale = QLocale()
    if locale.language() in (QLocale.Language.C, QLocale.Language.English):
        return day
    date = QDate.fromString(day, Qt.DateFormat.ISODate)
    return locale.toString(date, _day_form(locale.name())) if date.isValid() else day


def day_form() -> str:
    """Return the order of a date in the window's language, as Qt writes it: ``yyyy-MM-dd`` in English."""
    return _day_form(QLocale().name())


@lru_cache(8)
def _day_form(_name: str) -> str:
    if QLocale().language() in (QLocale.Language.C, QLocale.Language.English):
        return "yyyy-MM-dd"
    form = QLocale().dateFormat(QLocale.FormatType.ShortFormat)
    return form if "yyyy" in form else form.replace("yy", "yyyy")


def _local(time_ns: int, form: str) -> str:
    try:
        return datetime.fromtimestamp(time_ns // 1_000_000_000).astimezone().strftime(form)
    except (OverflowError, OSError, ValueError):  # a broken file system says any year
        return ""


def counted(count: int, one: str, many: str) -> str:
    """Replace ``%n`` in the singular or plural text by the number: ``1 file``, ``1,940 files``."""
    return (one if count == 1 else many).replace("%n", count_text(count))


def chip_text(relation: Relation, rule: str, *, protected: bool, by_hand: bool) -> str:
    """Return the words of a version chip."""
    if relation == Relation.KEPT:
        keep = QCoreApplication.translate("Chip", "keep")
        if by_hand:
            return keep + " · " + QCoreApplication.translate("Chip", "by hand")
        return f"{keep} · {_rule_text(rule)}" if _rule_text(rule) else keep
    if protected:
        return QCoreApplication.translate("Chip", "protected")
    return relation_text(relation)


def brief_chip_text(text: str, relation: Relation | None) -> str:
    """Return the words of a version chip where names need its room.

    Args:
        text: that ``chip_text`` gave.
        relation: of the file.
    """
    brief = {
        Relation.OTHER_FORMAT: QCoreApplication.translate("Chip", "format"),
        Relation.SIBLING: QCoreApplication.translate("Chip", "form"),
        Relation.SMALLER_COPY: QCoreApplication.translate("Chip", "smaller"),
        Relation.RECOMPRESSED: QCoreApplication.translate("Chip", "resaved"),
    }
    if relation in brief and text == relation_text(relation):
        return brief[relation]
    return text.split(" · ", maxsplit=1)[0]


def relation_text(relation: Relation) -> str:
    """Name the relation of a file to the kept one."""
    return {
        Relation.KEPT: QCoreApplication.translate("Chip", "keep"),
        Relation.IDENTICAL: QCoreApplication.translate("Chip", "identical"),
        Relation.OLDER: QCoreApplication.translate("Chip", "older"),
        Relation.NEWER: QCoreApplication.translate("Chip", "newer"),
        Relation.SIMILAR: QCoreApplication.translate("Chip", "similar"),
        Relation.OTHER_FORMAT: QCoreApplication.translate("Chip", "other format"),
        Relation.SIBLING: QCoreApplication.translate("Chip", "same form"),
        Relation.SMALLER_COPY: QCoreApplication.translate("Chip", "smaller copy"),
        Relation.RECOMPRESSED: QCoreApplication.translate("Chip", "saved again"),
    }[relation]


def _rule_text(rule: str) -> str:
    """Return the keep rule that decides first, in a word; "" for the ones that need more than a word."""
    return {
        "newest": QCoreApplication.translate("Chip", "newest"),
        "oldest": QCoreApplication.translate("Chip", "oldest"),
        "largest": QCoreApplication.translate("Chip", "largest"),
        "smallest": QCoreApplication.translate("Chip", "smallest"),
    }.get(rule.split(",", maxsplit=1)[0].strip(), "")


def basis_text(basis: Basis) -> str:
    """Say on what two files were measured, in words that follow "Measured on"."""
    return {
        Basis.TEXT: QCoreApplication.translate("View", "the text"),
        Basis.BYTES: QCoreApplication.translate("View", "the bytes"),
        Basis.MEMBERS: QCoreApplication.translate("View", "what they hold"),
        Basis.PICTURES: QCoreApplication.translate("View", "the pictures"),
        Basis.SOUND: QCoreApplication.translate("View", "the sound"),
        Basis.VIDEO: QCoreApplication.translate("View", "the film"),
    }[basis]


def media_text(text: str, media: float | None) -> str:
    """Say how much of their words and of their pictures two documents share; "" without a figure for pictures.

    Args:
        text: what the words share, as ``shared_text`` gives it.
        media: what pictures and embedded files do, 0..1.
    """
    if media is None:
        return ""
    parts = QCoreApplication.translate("View", "text %1 · pictures %2")
    return parts.replace("%1", text).replace("%2", percent_text(media))


def view_text(view: str, members: int = 0, basis: Basis = Basis.BYTES) -> str:
    """Say what of a file was compared, in words that follow "Compared by"; "" for its bytes."""
    match view:
        case "" | "raw":
            return QCoreApplication.translate("View", "text") if basis is Basis.TEXT else ""
        case "office" | "pdf" if basis is Basis.MEMBERS:
            return QCoreApplication.translate("View", "pictures and other parts of the document")
        case "office":
            return QCoreApplication.translate("View", "text of the document")
        case "pdf":
            return QCoreApplication.translate("View", "text of the pages")
        case "html":
            return QCoreApplication.translate("View", "words of the web page")
        case "font":
            return QCoreApplication.translate("View", "outlines of the font")
        case "mail" if basis is Basis.TEXT:
            return QCoreApplication.translate("View", "words of the mail")
        case "mail":
            return QCoreApplication.translate("View", "words and attachments of the mail")
    if form := _form_text(view):
        return form
    if members:
        return counted(
            members,
            QCoreApplication.translate("View", "%n member of the archive"),
            QCoreApplication.translate("View", "%n members of the archive"),
        )
    return QCoreApplication.translate("View", "unpacked content")


def _form_text(view: str) -> str:
    """Say what of a file was compared that is no container; "" for others."""
    match view:
        case "json" | "yaml":
            return QCoreApplication.translate("View", "values of the data")
        case "minified":
            return QCoreApplication.translate("View", "code, laid out")
        case "picture":
            return QCoreApplication.translate("View", "picture without metadata")
        case "sound":
            return QCoreApplication.translate("View", "sound without metadata")
        case "program":
            return QCoreApplication.translate("View", "code and data of the program, without addresses")
    return ""


def view_tip(view: str, basis: Basis = Basis.BYTES) -> str:
    """Explain in a sentence or two what comparing by a view or by the text means."""
    if view in ("", "raw"):
        return QCoreApplication.translate(
            "View",
            "Words and lines count in their order. Short pieces that any two files of one kind"
            " share do not count.",
        )
    if view == "html":
        return QCoreApplication.translate(
            "View",
            "SimFinder compares the words of web pages. Tags, styles and scripts do not count here: pages with the same"
            " words may look different.",
        )
    if view == "mail":
        return QCoreApplication.translate(
            "View",
            "SimFinder compares what a person reads of a mail: subject, names, date and text. Its"
            " route and encoding do not count here.",
        )
    if view in ("json", "yaml", "minified"):
        return QCoreApplication.translate(
            "View",
            "SimFinder compares such files in one layout. Indentation, line breaks, the order of keys and quotes do not"
            " count here.",
        )
    if view in ("picture", "sound"):
        return QCoreApplication.translate(
            "View",
            "Much of this file is metadata: notes, tags, covers, colour profiles. They do not count here.",
        )
    if view == "program":
        return QCoreApplication.translate(
            "View",
            "Where functions lie, build numbers, and what only debuggers read do not count here: they change with"
            " every version of a program.",
        )
    if view == "font":
        return QCoreApplication.translate(
            "View",
            "SimFinder compares the outlines and widths of the glyphs. How the font is packed, its names, kerning and"
            " hinting do not count here.",
        )
    if view in ("office", "pdf") and basis is Basis.MEMBERS:
        return QCoreApplication.translate(
            "View", "There are too few words in it, so SimFinder compares what else such a document holds."
        )
    if view == "office":
        what = QCoreApplication.translate("View", "SimFinder compares the words of such documents.")
    elif view == "pdf":
        what = QCoreApplication.translate("View", "SimFinder compares the words on the pages.")
    else:
        what = QCoreApplication.translate("View", "SimFinder unpacks such files and compares what they hold.")
    why = QCoreApplication.translate(
        "View",
        "Packed files with nearly the same content have few bytes in common. Pictures, layout and the way of"
        " packing do not count here.",
    )
    if view not in ("office", "pdf"):
        why = QCoreApplication.translate(
            "View",
            "Packed files with nearly the same content have few bytes in common. The way of packing does not"
            " count here.",
        )
    return f"{what} {why}"

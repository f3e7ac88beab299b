"""Words and numbers as the window shows them: plural forms, dates, paths that may hold anything. No widgets."""

from __future__ import annotations

import os
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from simfinder.app.formatting import count_text, percent_text, size_text
from simfinder.model.clusters import Relation

__all__ = [
    "chip_text",
    "count_text",
    "counted",
    "date_text",
    "folder_text",
    "member_name",
    "percent_text",
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


def shared_text(share: float, *, estimated: bool) -> str:
    """A share of content: ``98 %`` where it was checked on the bytes, ``~98 %`` where it is an estimate."""
    return ("~" if estimated else "") + percent_text(share)


def shown(path: str) -> str:
    r"""A name or path as it can be shown in one line: bytes that are not UTF-8 as ``\xff``, newlines as ``␤``."""
    if path.isascii() and path.isprintable():
        return path
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace").translate(_VISIBLE)


def member_name(name: bytes) -> str:
    """A name out of an archive, which may be any bytes, in one line."""
    return shown(name.decode("utf-8", "surrogateescape"))


def folder_text(path: str) -> str:
    """A folder with the home folder as ``~``."""
    home = os.path.expanduser("~")
    if path == home or path.startswith(home + os.sep):
        path = "~" + path[len(home) :]
    return shown(path)


def date_text(time_ns: int) -> str:
    """Local date of a time in nanoseconds since 1970, as ``2026-11-03``; "" where there is none."""
    return _local(time_ns, "%Y-%m-%d")


def time_text(time_ns: int) -> str:
    """Local date and time, as ``2026-11-03 14:05:09``."""
    return _local(time_ns, "%Y-%m-%d %H:%M:%S")


def _local(time_ns: int, form: str) -> str:
    try:
        return datetime.fromtimestamp(time_ns // 1_000_000_000).astimezone().strftime(form)
    except (OverflowError, OSError, ValueError):  # a broken file system says any year
        return ""


def counted(count: int, one: str, many: str) -> str:
    """``%n`` in the singular or plural text replaced by the number: ``1 file``, ``1,940 files``."""
    return (one if count == 1 else many).replace("%n", count_text(count))


def chip_text(relation: Relation, rule: str, *, protected: bool, by_hand: bool) -> str:
    """The words of a version chip."""
    if relation == Relation.KEPT:
        keep = QCoreApplication.translate("Chip", "keep")
        if by_hand:
            return keep + " · " + QCoreApplication.translate("Chip", "by hand")
        return f"{keep} · {_rule_text(rule)}" if _rule_text(rule) else keep
    if protected:
        return QCoreApplication.translate("Chip", "protected")
    return relation_text(relation)


def relation_text(relation: Relation) -> str:
    """How a file stands to the kept one, in one word."""
    return {
        Relation.KEPT: QCoreApplication.translate("Chip", "keep"),
        Relation.IDENTICAL: QCoreApplication.translate("Chip", "identical"),
        Relation.OLDER: QCoreApplication.translate("Chip", "older"),
        Relation.NEWER: QCoreApplication.translate("Chip", "newer"),
        Relation.SIMILAR: QCoreApplication.translate("Chip", "similar"),
    }[relation]


def _rule_text(rule: str) -> str:
    """The keep rule that decides first, in a word; "" for the ones that need more than a word."""
    return {
        "newest": QCoreApplication.translate("Chip", "newest"),
        "oldest": QCoreApplication.translate("Chip", "oldest"),
        "largest": QCoreApplication.translate("Chip", "largest"),
        "smallest": QCoreApplication.translate("Chip", "smallest"),
    }.get(rule.split(",", maxsplit=1)[0].strip(), "")


def view_text(view: str, members: int = 0) -> str:
    """What of a file was compared, in words that follow "Compared by"; "" for the file as it is."""
    match view:
        case "" | "raw":
            return ""
        case "office":
            return QCoreApplication.translate("View", "text of the document")
        case "pdf":
            return QCoreApplication.translate("View", "text of the pages")
    if members:
        return counted(
            members,
            QCoreApplication.translate("View", "%n member of the archive"),
            QCoreApplication.translate("View", "%n members of the archive"),
        )
    return QCoreApplication.translate("View", "unpacked content")


def view_tip(view: str) -> str:
    """What it means that a file was compared by a view, in a sentence or two."""
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

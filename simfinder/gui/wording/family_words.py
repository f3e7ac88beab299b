"""Words for families of file types and for filters."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from simfinder.app.settings.scan_rules import NO_TYPE
from simfinder.gui.wording.formatting import shown
from simfinder.model.file_families import Family


def _tr(text: str) -> str:
    return QCoreApplication.translate("Family", text)


def family_text(family: Family) -> str:
    """Name a family in plain words."""
    return {
        Family.DOCUMENTS: _tr("Documents"),
        Family.TABLES: _tr("Spreadsheets"),
        Family.PICTURES: _tr("Pictures"),
        Family.SOUND: _tr("Sound"),
        Family.VIDEO: _tr("Video"),
        Family.SOURCE: _tr("Source code"),
        Family.WEB: _tr("Web pages"),
        Family.DATA: _tr("Data"),
        Family.ARCHIVES: _tr("Archives"),
        Family.PROGRAMS: _tr("Programs"),
        Family.FONTS: _tr("Fonts"),
        Family.OTHER: _tr("Other types"),
    }[family]


def words_text(words: Iterable[str]) -> str:
    """Write the types and families of ``scan_rules`` for people: ``Pictures, .docx``."""
    families = set(Family)
    return ", ".join(
        family_text(Family(word))
        if word in families
        else _tr("no extension")
        if word == NO_TYPE
        else shown("." + word.removeprefix("."))
        for word in words
    )


def rules_parts(types: list[str], not_types: list[str], since: str, before: str) -> list[str]:
    """Describe scan filters by type and time, in a few words each."""
    parts = []
    if types:
        parts.append(_tr("only %1").replace("%1", words_text(types)))
    if not_types:
        parts.append(_tr("without %1").replace("%1", words_text(not_types)))
    for text, date, age in (
        (since, _tr("changed since %1"), _tr("changed in the last %1")),
        (before, _tr("changed before %1"), _tr("not changed in the last %1")),
    ):
        if text:
            parts.append((age if text[-1] in "dwmy" else date).replace("%1", time_words(text)))
    return parts


def time_words(text: str) -> str:
    """Write ``30 days`` for ``30d``; a date as it is."""
    if not text or text[-1] not in "dwmy":
        return text
    one, many = {
        "d": (_tr("day"), _tr("%n days")),
        "w": (_tr("week"), _tr("%n weeks")),
        "m": (_tr("month"), _tr("%n months")),
        "y": (_tr("year"), _tr("%n years")),
    }[text[-1]]
    number = text[:-1].strip()
    return one if number == "1" else many.replace("%n", number)

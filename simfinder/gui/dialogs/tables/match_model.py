"""Files like one file as a flat table, best first."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject

from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import date_text, folder_text, percent_text, shown, size_text
from simfinder.model.similar_match import Likeness, Match

_CHIPS = {Likeness.IDENTICAL: "identical", Likeness.SIMILAR: "keep"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("Matches", text)


def likeness_text(relation: Likeness) -> str:
    """Name the relation of a match to the file asked about."""
    return {
        Likeness.IDENTICAL: _tr("identical"),
        Likeness.SIMILAR: _tr("similar"),
        Likeness.CONTAINS: _tr("contains it"),
        Likeness.INSIDE: _tr("inside it"),
    }[relation]


def likeness_sentence(match: Match, asked: str) -> str:
    """Say in a sentence with both names how alike they are; figures are estimates, except for identical files."""
    file, asked = shown(os.path.basename(match.file.path)), shown(os.path.basename(asked))
    if file == asked:
        file, asked = _tr("this file"), _tr("the file you asked about")
    text = {
        Likeness.IDENTICAL: _tr("The same content as %a."),
        Likeness.SIMILAR: _tr("%p shared with %a · estimated"),
        Likeness.CONTAINS: _tr("%p of %a is inside %m · estimated"),
        Likeness.INSIDE: _tr("%p of %m is inside %a · estimated"),
    }[match.relation]
    figure = percent_text(match.figure)
    return "".join({"%a": asked, "%m": file, "%p": figure}.get(part, part) for part in _parts(text))


def _parts(text: str) -> list[str]:
    """Return a text cut at its placeholders, so that a name that holds one is left alone."""
    parts: list[str] = []
    while "%" in text:
        at = text.index("%")
        parts += [text[:at], text[at : at + 2]]
        text = text[at + 2 :]
    return [*parts, text]


class MatchModel(RowModel[Match]):
    """Matches in the order given."""

    RELATION, SHARED, NAME, FOLDER, MODIFIED, SIZE = range(6)

    def __init__(self, matches: Sequence[Match], asked: str, parent: QObject | None = None) -> None:
        def sentence(match: Match) -> str:
            return likeness_sentence(match, asked)

        super().__init__(
            matches,
            [
                Field(
                    _tr("Match"),
                    lambda m: likeness_text(m.relation),
                    sentence,
                    width=104,
                    chip=lambda m: _CHIPS.get(m.relation, "protected"),
                ),
                Field(
                    _tr("Similarity"),
                    lambda m: percent_text(m.figure),
                    sentence,
                    lambda m: m.figure,
                    width=132,
                    share=lambda m: m.figure,
                ),
                Field(_tr("Name"), lambda m: shown(os.path.basename(m.file.path)), width=-3, name=True),
                Field(
                    _tr("Folder"),
                    lambda m: folder_text(os.path.dirname(m.file.path)),
                    lambda m: folder_text(m.file.path),
                    width=-4,
                ),
                Field(
                    _tr("Modified"),
                    lambda m: date_text(m.file.mtime_ns),
                    key=lambda m: m.file.mtime_ns,
                    width=96,
                ),
                Field(
                    _tr("Size"),
                    lambda m: size_text(m.file.size),
                    key=lambda m: m.file.size,
                    width=76,
                    at_right=True,
                ),
            ],
            parent,
        )

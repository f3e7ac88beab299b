"""The files to look at before a removal: acts in doubt, and files beside them that stay."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from simfinder.gui.dialogs.tables.plan_model import beside_text, is_of_share
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.action_words import relation_word
from simfinder.gui.wording.formatting import folder_text, percent_text, shown, size_text
from simfinder.gui.wording.translate_messages import translated

if TYPE_CHECKING:
    from simfinder.app.removal.needs_look import Doubtful, NeedsLook


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tables", text)


class LookModel(RowModel["Doubtful"]):
    """One row a file, in the order given: those that would go first."""

    def __init__(self, found: NeedsLook, parent: QObject | None = None) -> None:
        super().__init__(
            found,
            [
                Field(
                    _tr("File"),
                    lambda d: shown(os.path.basename(d.path)),
                    lambda d: folder_text(d.path),
                    keys=lambda: [os.path.basename(path).casefold() for path in found.paths()],
                    width=-4,
                    name=True,
                ),
                Field(
                    _tr("Similarity"),
                    lambda d: percent_text(d.similarity),
                    keys=found.similarities,
                    width=116,
                    share=lambda d: d.similarity,
                ),
                Field(_tr("Size"), lambda d: size_text(d.size), keys=found.sizes, width=68, at_right=True),
                Field(
                    _tr("Would be"),
                    outcome_text,
                    keys=lambda: [at >= found.going for at in range(len(found))],
                    width=92,
                    chip=lambda d: "older" if d.act else "keep",
                ),
                Field(
                    _tr("Beside"),
                    lambda d: beside_text(d.other, d.path),
                    lambda d: folder_text(d.other),
                    width=-4,
                    name=True,
                ),
                Field(_tr("Check this"), brief_doubt, doubt_text, width=-4),
            ],
            parent,
        )

    def paths_in(self, numbers: Iterable[int]) -> list[str]:
        """Return the files of some rows that would go."""
        return [row.path for row in map(self.row, numbers) if row.act is not None]


def outcome_text(row: Doubtful) -> str:
    """Say whether a file goes."""
    return _tr("removed") if row.act is not None else _tr("left")


def brief_doubt(row: Doubtful) -> str:
    """Say the same in a cell, where a column beside it names the other file."""
    share = _tr("shares only %1").replace("%1", percent_text(row.similarity))
    return _doubt(row, [share if is_of_share(text) else translated(text) for text in row.warnings])


def doubt_text(row: Doubtful) -> str:
    """Say what to check, or why the file was not marked."""
    return _doubt(row, list(map(translated, row.warnings)))


def _doubt(row: Doubtful, warnings: list[str]) -> str:
    said = "; ".join(warnings)
    if row.act is not None:
        return said
    word = relation_word(row.relation)
    return f"{word}: {said}" if said else word

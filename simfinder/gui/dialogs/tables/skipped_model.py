"""What a scan skipped, one row per reason."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject

from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import count_text
from simfinder.model.file_record import SkipReason


class PassedModel(RowModel[tuple[SkipReason, int]]):
    """Reasons with their counts, the most frequent first, and what lets such files in."""

    REASON, COUNT, HELPS = range(3)

    def __init__(self, counts: Mapping[str, int], parent: QObject | None = None) -> None:
        def tr(text: str) -> str:
            return QCoreApplication.translate("PassedModel", text)

        known = [(SkipReason(reason), count) for reason, count in counts.items() if count]
        super().__init__(
            sorted(known, key=lambda row: (-row[1], row[0])),
            [
                Field(tr("Reason"), lambda row: reason_words(row[0])[0]),
                Field(tr("Count"), lambda row: count_text(row[1]), key=lambda row: row[1]),
                Field(tr("How to include them"), lambda row: reason_words(row[0])[1]),
            ],
            parent,
        )


def reason_words(reason: SkipReason) -> tuple[str, str]:
    """Say why entries were skipped, and how to include them."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("PassedModel", text)

    rules = tr("Another scan filter: see “Filters…” below.")
    never = tr("Not possible: they are never scanned.")
    return {
        SkipReason.SYMLINK: (tr("Symbolic links"), tr("“Targets of symbolic links” in the scan filters.")),
        SkipReason.SPECIAL: (tr("Pipes, sockets and devices"), never),
        SkipReason.EMPTY: (tr("Empty files"), tr("“Empty files” in the scan filters.")),
        SkipReason.HIDDEN: (
            tr("Hidden files and folders"),
            tr("“Hidden files and folders” in the scan filters."),
        ),
        SkipReason.EXCLUDED: (tr("Left out by a pattern"), rules),
        SkipReason.TOO_SMALL: (tr("Smaller than the limit"), rules),
        SkipReason.TOO_LARGE: (tr("Larger than the limit"), rules),
        SkipReason.OTHER_TYPE: (tr("Of a type that is left out"), rules),
        SkipReason.TOO_OLD: (tr("Not changed since the date"), rules),
        SkipReason.TOO_NEW: (tr("Changed after the date"), rules),
        SkipReason.SAME_FILE: (
            tr("Other names of files that were scanned"),
            tr("Not needed: each of these files was read once."),
        ),
        SkipReason.TRASH: (tr("The Trash"), never),
        SkipReason.OWN_FOLDER: (tr("SimFinder’s own folders"), never),
    }[reason]

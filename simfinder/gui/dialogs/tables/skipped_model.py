"""What a scan passed over, one row per reason. Shows what it is given; knows no scan."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject

from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import count_text
from simfinder.model.file_record import PassedOver


class PassedModel(RowModel[tuple[PassedOver, int]]):
    """Reasons with their counts, the most frequent first, and what lets such files in."""

    REASON, COUNT, HELPS = range(3)

    def __init__(self, counts: Mapping[str, int], parent: QObject | None = None) -> None:
        def tr(text: str) -> str:
            return QCoreApplication.translate("PassedModel", text)

        known = [(PassedOver(reason), count) for reason, count in counts.items() if count]
        super().__init__(
            sorted(known, key=lambda row: (-row[1], row[0])),
            [
                Field(tr("Reason"), lambda row: reason_words(row[0])[0]),
                Field(tr("Count"), lambda row: count_text(row[1]), key=lambda row: row[1]),
                Field(tr("What lets them in"), lambda row: reason_words(row[0])[1]),
            ],
            parent,
        )


def reason_words(reason: PassedOver) -> tuple[str, str]:
    """Why entries were passed over, and what lets them in, in plain words."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("PassedModel", text)

    rules = tr("Another rule: see “Rules…” below.")
    never = tr("Nothing: they are never scanned.")
    return {
        PassedOver.SYMLINK: (tr("Symbolic links"), tr("“What symbolic links lead to” in the rules.")),
        PassedOver.SPECIAL: (tr("Pipes, sockets and devices"), never),
        PassedOver.EMPTY: (tr("Empty files"), tr("“Empty files” in the rules.")),
        PassedOver.HIDDEN: (tr("Hidden files and folders"), tr("“Hidden files and folders” in the rules.")),
        PassedOver.EXCLUDED: (tr("Left out by a pattern"), rules),
        PassedOver.TOO_SMALL: (tr("Smaller than the smallest size"), rules),
        PassedOver.TOO_LARGE: (tr("Larger than the largest size"), rules),
        PassedOver.OTHER_TYPE: (tr("Of a type that is left out"), rules),
        PassedOver.TOO_OLD: (tr("Not changed since the date"), rules),
        PassedOver.TOO_NEW: (tr("Changed after the date"), rules),
        PassedOver.SAME_FILE: (
            tr("Other names of files that were scanned"),
            tr("Nothing is missing: each of these files was read once."),
        ),
        PassedOver.TRASH: (tr("The Trash"), never),
        PassedOver.OWN_FOLDER: (tr("SimFinder’s own folders"), never),
    }[reason]

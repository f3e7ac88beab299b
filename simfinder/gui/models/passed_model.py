"""What a scan passed over, one row per reason. Shows what it is given; knows no scan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from simfinder.gui.texts import count_text
from simfinder.model.files import PassedOver

Index = QModelIndex | QPersistentModelIndex


class PassedModel(QAbstractTableModel):
    """Reasons with their counts, the most frequent first, and what lets such files in."""

    REASON, COUNT, HELPS = range(3)

    def __init__(self, counts: Mapping[str, int]) -> None:
        super().__init__()
        known = [(PassedOver(reason), count) for reason, count in counts.items() if count]
        self._rows = sorted(known, key=lambda row: (-row[1], row[0]))

    def reason(self, row: int) -> PassedOver:
        return self._rows[row][0]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Reason"), self.tr("Count"), self.tr("What lets them in"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        reason, count = self._rows[index.row()]
        why, helps = reason_words(reason)
        return (why, count_text(count), helps)[index.column()]


def reason_words(reason: PassedOver) -> tuple[str, str]:
    """Why entries were passed over, and what lets them in, in plain words."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("PassedModel", text)

    rules = tr("Other rules of what is scanned.")
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

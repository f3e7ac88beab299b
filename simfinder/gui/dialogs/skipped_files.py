"""Show what the last scan skipped: by reason, with counts and some of the paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject, Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.style.fonts import grown
from simfinder.gui.widgets.plain_text import PlainLabel
from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.formatting import count_text, counted, folder_text
from simfinder.model.file_record import EXAMPLES, SkipReason


class SkippedDialog(TableDialog):
    """Reasons above, paths of the chosen one below.

    Args:
        counts: entries by reason.
        examples: some of their paths, by reason; of results that were opened there are none.
        parent: the window.
    """

    rules_wanted = Signal()

    def __init__(
        self,
        counts: Mapping[str, int],
        examples: Mapping[str, Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", parent)
        self._counts, self._examples = counts, examples
        total = sum(counts.values())
        title = counted(total, self.tr("%n entry skipped"), self.tr("%n entries skipped"))
        if not total:
            title = self.tr("Nothing was skipped")
        self.set_title(title)
        if total:
            self.say(self.tr("A scan filter or a fixed rule left these out. That is no error."))
        self.show_model(SkippedModel(counts))
        self.heading = PlainLabel()
        self.heading.setProperty("role", "muted")
        self.paths = QPlainTextEdit()
        self.paths.setReadOnly(True)
        self.paths.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.paths.setProperty("role", "boxed")
        self.paths.setMinimumHeight(grown(120, self.fontMetrics()))
        self.heading.setBuddy(self.paths)
        self.below.addWidget(self.heading)
        self.below.addWidget(self.paths)
        for widget in (self.heading, self.paths):
            widget.setVisible(bool(total))
        self.rules = self.add_button(self.tr("Filters…"))
        self.rules.setToolTip(self.tr("Edit the scan filters"))
        self.rules.clicked.connect(self._ask_for_rules)
        self.add_button(self.tr("Close"), primary=True).clicked.connect(self.accept)
        self.table.selectionModel().currentRowChanged.connect(self._show_paths)
        self._show_paths(self.table.currentIndex())
        if not total:
            self.show_nothing(self.tr("Every file in the folders was scanned."))

    def _show_paths(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        reason = str(self.model.row(index.row())[0])
        paths, count = self._examples.get(reason, ()), self._counts[reason]
        text = self.tr("All of them:")
        if not paths:
            text = self.tr("Opened results do not list them. Scan to see which ones.")
        elif EXAMPLES <= len(paths) < count:  # fewer: one path was met by several roads
            text = self.tr("The first %1 of %2:").replace("%1", count_text(len(paths)))
            text = text.replace("%2", count_text(count))
        self.heading.setText(text)
        self.paths.setVisible(bool(paths))
        self.paths.setPlainText("\n".join(map(folder_text, paths)))
        self.paths.setAccessibleName(f"{index.siblingAtColumn(SkippedModel.REASON).data()}: {text}")

    def _ask_for_rules(self) -> None:
        self.accept()
        self.rules_wanted.emit()


class SkippedModel(RowModel[tuple[SkipReason, int]]):
    """Reasons with their counts, the most frequent first, and what lets such files in."""

    REASON, COUNT, HELPS = range(3)

    def __init__(self, counts: Mapping[str, int], parent: QObject | None = None) -> None:
        def tr(text: str) -> str:
            return QCoreApplication.translate("SkippedModel", text)

        known = [(SkipReason(reason), count) for reason, count in counts.items() if count]
        super().__init__(
            sorted(known, key=lambda row: (-row[1], row[0])),
            [
                Field(tr("Reason"), lambda row: reason_words(row[0])[0], width=-4),
                Field(
                    tr("Count"),
                    lambda row: count_text(row[1]),
                    key=lambda row: row[1],
                    width=70,
                    at_right=True,
                ),
                Field(tr("How to include them"), lambda row: reason_words(row[0])[1], width=-5),
            ],
            parent,
        )


def reason_words(reason: SkipReason) -> tuple[str, str]:
    """Say why entries were skipped, and how to include them."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("SkippedModel", text)

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
        SkipReason.ELSEWHERE: (
            tr("Not on this disk, but with OneDrive, iCloud or the like"),
            tr("Have that service keep them on this device: reading them would fetch them."),
        ),
        SkipReason.TRASH: (tr("The Trash"), never),
        SkipReason.DEVELOPMENT: (
            tr("Development folders, caches and build results"),
            tr("“Leave out development folders” in the scan filters, or add the folder itself."),
        ),
        SkipReason.OWN_FOLDER: (tr("SimFinder’s own folders"), never),
    }[reason]

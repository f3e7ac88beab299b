"""What the last scan passed over: by reason, with counts, and some of the paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from simfinder.gui.dialogs.tables.skipped_model import PassedModel
from simfinder.gui.dialogs.tables.table_dialog import TableDialog
from simfinder.gui.style.fonts import grown
from simfinder.gui.wording.formatting import count_text, counted, shown
from simfinder.model.file_record import EXAMPLES


class PassedOverDialog(TableDialog):
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
        super().__init__("", (-4, 70, -5), parent)
        self._counts, self._examples = counts, examples
        total = sum(counts.values())
        title = counted(total, self.tr("%n entry was passed over"), self.tr("%n entries were passed over"))
        if not total:
            title = self.tr("Nothing was passed over")
        self.setWindowTitle(title)
        self.title.setText(title)
        self.table.setAccessibleName(title)
        if total:
            self.say(self.tr("These were left out by rule. That is no error, and they are as they were."))
        self.show_model(PassedModel(counts))
        self.heading = QLabel()
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
        self.rules = self.add_button(self.tr("Rules…"))
        self.rules.setToolTip(self.tr("Say what is scanned"))
        self.rules.clicked.connect(self._ask_for_rules)
        self.add_button(self.tr("Close"), primary=True).clicked.connect(self.accept)
        self.table.selectionModel().currentRowChanged.connect(self._show_paths)
        self._show_paths(self.table.currentIndex())
        if not total:
            self.show_nothing(self.tr("Every file in the folders was looked at."))

    def _show_paths(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        reason = str(self.model.row(index.row())[0])
        paths, count = self._examples.get(reason, ()), self._counts[reason]
        text = self.tr("All of them:")
        if not paths:
            text = self.tr("Which ones is known after a scan; these results were opened.")
        elif EXAMPLES <= len(paths) < count:  # fewer: one path was met by several roads
            text = self.tr("The first %1 of %2:").replace("%1", count_text(len(paths)))
            text = text.replace("%2", count_text(count))
        self.heading.setText(text)
        self.paths.setPlainText("\n".join(map(shown, paths)))
        self.paths.setAccessibleName(f"{index.siblingAtColumn(PassedModel.REASON).data()}: {text}")

    def _ask_for_rules(self) -> None:
        self.accept()
        self.rules_wanted.emit()

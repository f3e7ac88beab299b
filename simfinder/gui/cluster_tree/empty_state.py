"""Say what to do next, or what was scanned, where there are no clusters to show."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from simfinder.gui.state.window_state import WindowState
from simfinder.gui.style.fonts import make_title
from simfinder.gui.widgets.plain_text import PlainLabel, plain_text
from simfinder.gui.wording.formatting import counted, folder_text, key_text, shown, size_text
from simfinder.gui.wording.skipped_words import development_tip, skipped_text
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.progress import IdenticalFiles

_GROUPS, _NAMES = 8, 3  # of identical files that are listed, and names of each

if TYPE_CHECKING:
    from simfinder.app.session.session import Session


class EmptyState(QWidget):
    """A title, an explanation, a button, and before the first scan the folders that most people have."""

    add_wanted = Signal()
    folder_wanted = Signal(object)  # one of ``usual_folders``
    scan_wanted = Signal()
    clear_filter_wanted = Signal()
    clear_choice_wanted = Signal()
    state_wanted = Signal(str)  # ``is:marked`` for a typed "marked", ``size:>3`` for ``siz:>3``
    resume_wanted = Signal()
    problems_wanted = Signal()
    early_wanted = Signal()

    def __init__(self, workspace: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._scanning = self._readable = False
        self._identical: tuple[IdenticalFiles, ...] = ()
        self.title = PlainLabel()
        make_title(self.title, 1.35)
        self.text = PlainLabel()
        self.text.setProperty("role", "muted")
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton()
        self.button.setProperty("role", "primary")
        self._wanted: Callable[[], object] = self.add_wanted.emit
        self.button.clicked.connect(self._ask)
        self.resume = QPushButton()
        self.resume.clicked.connect(self.resume_wanted)
        self._resumable = False
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 0, 32, 0)
        column.setSpacing(10)
        column.addStretch(2)
        for widget in (self.title, self.text):
            widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            widget.setWordWrap(True)
            column.addWidget(widget)
        column.addLayout(self._lay_out_steps())
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.usual = QWidget()
        self._usual_row = QHBoxLayout(self.usual)
        self._usual_row.setContentsMargins(0, 0, 0, 0)
        self._usual_row.setSpacing(8)
        column.addWidget(self.usual, 0, Qt.AlignmentFlag.AlignHCenter)
        self.no_development = QCheckBox(self.tr("Leave out development folders, caches and build results"))
        self.no_development.setToolTip(plain_text(development_tip()))
        self.no_development.clicked.connect(workspace.set_no_development)
        column.addWidget(self.no_development, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.resume, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def _lay_out_steps(self) -> QHBoxLayout:
        """Lay the steps out in the middle, their lines aligned."""
        self.steps = PlainLabel()
        self.steps.setProperty("role", "muted")
        self.steps.setWordWrap(True)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.steps, 1000)
        row.addStretch(1)
        return row

    def _offer_usual(self, folders: Sequence[tuple[str, str]]) -> None:
        """Offer folders that most people have, by one click each.

        Args:
            folders: name and path of each.
        """
        focused = self.usual.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        while item := self._usual_row.takeAt(0):
            if (before := item.widget()) is not None:
                before.hide()
                before.deleteLater()
        if focused:  # the button that was pressed goes; the next step is beside it
            self.button.setFocus()
        for name, path in folders:
            button = QPushButton(f"+ {name}")
            button.setAccessibleName(self.tr("Add %1").replace("%1", name))
            button.setToolTip(plain_text(shown(path)))
            button.clicked.connect(partial(self.folder_wanted.emit, path))
            self._usual_row.addWidget(button)
        self.usual.setVisible(bool(folders))

    def _show_steps(self, steps: str) -> None:
        metrics = self.steps.fontMetrics()
        self.steps.setText(steps)
        self.steps.setMaximumWidth(max(map(metrics.horizontalAdvance, steps.split("\n"))) + 4)
        self.steps.setVisible(bool(steps))

    def offer_results(self, text: str, tip: str) -> None:
        """Offer earlier results to continue with; "" for none."""
        self._resumable = bool(text)
        self.resume.setText(text)
        self.resume.setToolTip(plain_text(tip))
        self.resume.setVisible(self._resumable and self._workspace.session is None and not self._scanning)

    def _ask(self) -> None:
        self._wanted()

    def set_scanning(self, scanning: bool) -> None:
        self._scanning, self._readable, self._identical = scanning, False, ()

    def offer_what_was_read(self, offered: bool) -> None:
        """Offer to show what a scan has read so far, or don't."""
        if self._scanning and offered != self._readable:
            self._readable = offered
            self.describe("")

    def show_identical(self, groups: tuple[IdenticalFiles, ...]) -> None:
        """List identical files that a scan has found while it waits to begin in earnest."""
        if self._scanning and groups != self._identical:
            self._identical = groups
            self.describe("")

    def describe(self, filter_text: str, choice: str = "") -> None:
        """Say what fits the state of the workspace, the filter box, and what was chosen to be shown alone."""
        session = self._workspace.session
        self.button.show()
        self._show_steps("")
        self._offer_usual([] if session is not None or self._scanning else self._usual_folders())
        self.no_development.setChecked(self._workspace.settings.no_development)
        self.no_development.setVisible(session is None and not self._scanning)
        self.resume.setVisible(self._resumable and session is None and not self._scanning)
        if session is not None and filter_text and len(session.clusters):
            self._describe_no_match(session, filter_text)
        elif session is not None and choice and len(session.clusters):
            self.title.setText(self.tr("No clusters here"))
            self.text.setText(self.tr("No similar files among those shown: %1.").replace("%1", choice))
            self._offer(self.tr("Show everything"), self.clear_choice_wanted.emit)
        elif self._scanning:
            self.title.setText(self.tr("Scanning"))
            self.text.setText(
                self.tr("Clusters appear here when all files are compared. Cancelling keeps what was read.")
            )
            if self._identical:
                heading = self.tr("Identical files found so far:")
                self._show_steps("\n".join((heading, *map(self._identical_text, self._identical[:_GROUPS]))))
            self._offer(self.tr("Show what was found so far"), self.early_wanted.emit)
            self.button.setVisible(self._readable)
        elif session is not None:
            self._describe_nothing_found()
        elif self._workspace.folders:
            self.title.setText(self.tr("Ready to scan"))
            self.text.setText(
                self.tr("SimFinder reads the files of the folders on the left. It changes nothing.")
            )
            self._offer(self.tr("Scan"), self.scan_wanted.emit)
        else:
            self.title.setText(self.tr("Choose folders to scan"))
            self.text.setText(
                self.tr(
                    "Add a folder, or drop one anywhere in this window.\nSimFinder then shows files that are the same, "
                    "nearly the same, or older versions of one another."
                )
            )
            self._show_steps("" if self._workspace.settings.hinted else _steps())
            self._offer(self.tr("Add folder…"), self.add_wanted.emit)

    def _identical_text(self, group: IdenticalFiles) -> str:
        count = len(group.paths)
        text = counted(count, self.tr("%n file of %1:"), self.tr("%n files of %1:"))
        more = ["…"] if count > _NAMES else []
        names = {os.path.basename(path) for path in group.paths}
        if len(names) == 1:  # what tells them apart is their folders
            places = [folder_text(os.path.dirname(path)) for path in group.paths[:_NAMES]]
            told = f"{shown(names.pop())} · {', '.join([*places, *more])}"
        else:
            tails = (shown(os.sep.join(path.split(os.sep)[-2:])) for path in group.paths[:_NAMES])
            told = ", ".join([*tails, *more])
        return " ".join((text.replace("%1", size_text(group.size)), told))

    def _usual_folders(self) -> list[tuple[str, str]]:
        """Return the usual folders that are there and in no folder of the list yet."""
        listed = [os.path.join(folder, "") for folder in self._workspace.folders]
        return [
            (name, path)
            for name, path in usual_folders()
            if not any(os.path.join(path, "").startswith(folder) for folder in listed)
        ]

    def take_keys(self) -> None:
        """Give the keys to the button, where it is seen."""
        if self.button.isVisible():
            self.button.setFocus()

    def _offer(self, text: str, wanted: Callable[[], object]) -> None:
        self.button.setText(text)
        self._wanted = wanted

    def _describe_no_match(self, session: Session, filter_text: str) -> None:
        from simfinder.app.clusters.cluster_filter import STATES, misread

        lines = [
            counted(
                len(session.clusters),
                self.tr("%n cluster is hidden by the filter."),
                self.tr("%n clusters are hidden by the filter."),
            )
        ]
        self._offer(self.tr("Clear filter"), self.clear_filter_wanted.emit)
        wrong, meant = misread(filter_text)
        if wrong:
            title = self.tr("“%1” is no filter").replace("%1", wrong)
            if meant:
                lines.append(self.tr("Did you mean “%1”?").replace("%1", meant))
                line = filter_text.replace(wrong, meant, 1)
                text = self.tr("Filter by %1").replace("%1", line.replace("&", "&&"))
                self._offer(text, partial(self.state_wanted.emit, line))
            else:
                lines.append(
                    self.tr("Filters look like is:marked, type:pdf, size:>10MB, older:2y or in:letters.")
                )
        elif ":" in filter_text:
            title = self.tr("No cluster matches the filter “%1”").replace("%1", filter_text)
        else:
            title = self.tr("No cluster has “%1” in a name or folder").replace("%1", filter_text)
            if (state := filter_text.lower()) in STATES:
                self._offer(
                    self.tr("Filter by %1").replace("%1", f"is:{state}"),
                    partial(self.state_wanted.emit, f"is:{state}"),
                )
            elif not session.choices.with_forms:
                lines.append(
                    self.tr(
                        "Letters on one template, invoices of one form and parts of a series make no cluster"
                        " unless “Show files of one form” is on (%1)."
                    ).replace("%1", key_text("Ctrl+Shift+G"))
                )
        self.title.setText(title)
        self.text.setText("\n".join(lines))

    def _describe_nothing_found(self) -> None:
        session = self._workspace.session
        assert session is not None
        result = session.result
        self.title.setText(self.tr("No similar files found"))
        if not result.files:
            self.title.setText(self.tr("No files to compare"))
        elif session.clustering.file_count < len(result.files):  # the rest was removed here
            self.title.setText(self.tr("No similar files are left"))
        lines = [
            counted(len(result.files), self.tr("%n file scanned"), self.tr("%n files scanned"))
            + f" ({size_text(result.bytes)})."
        ]
        if passed := skipped_text(result.passed_over):
            lines.append(self.tr("Skipped: %1.").replace("%1", passed))
        if result.problems:
            first = result.problems[0]
            lines.append(
                counted(
                    len(result.problems),
                    self.tr("%n could not be read:"),
                    self.tr("%n could not be read, the first:"),
                )
                + f" {shown(first.path)}: {translated(first.reason)}."
            )
        if result.files:
            lines.append(self.tr("Move “All types” to the right to accept larger differences."))
        self.text.setText("\n".join(lines))
        if result.files:
            self._offer(self.tr("Add another folder…"), self.add_wanted.emit)
        else:
            self._offer(self.tr("Add folder…"), self.add_wanted.emit)


def usual_folders() -> list[tuple[str, str]]:
    """Return the names and paths of folders that most people have, those that are there."""
    places = (
        (
            QCoreApplication.translate("EmptyState", "Documents"),
            QStandardPaths.StandardLocation.DocumentsLocation,
        ),
        (
            QCoreApplication.translate("EmptyState", "Downloads"),
            QStandardPaths.StandardLocation.DownloadLocation,
        ),
        (
            QCoreApplication.translate("EmptyState", "Pictures"),
            QStandardPaths.StandardLocation.PicturesLocation,
        ),
        (
            QCoreApplication.translate("EmptyState", "Desktop"),
            QStandardPaths.StandardLocation.DesktopLocation,
        ),
    )
    home = os.path.expanduser("~")
    found = [(name, QStandardPaths.writableLocation(place)) for name, place in places]
    return [(name, path) for name, path in found if path and path != home and os.path.isdir(path)]


def _steps() -> str:
    """Return the steps to show when the program is opened for the first time."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("EmptyState", text)

    steps = (
        tr("Scan: nothing is changed, and the next scan is faster."),
        tr("Move the sliders on the left to set how different two files may be."),
        tr("Mark what you don’t need: Space marks a file, K keeps it, Enter opens it."),
        tr("Review and remove. Ctrl+Z brings it back, F1 lists all keys."),
    )
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))

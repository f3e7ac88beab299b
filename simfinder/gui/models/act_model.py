"""Planned and carried-out acts as flat tables for the review, the report, the history and the problems."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from simfinder.gui.act_texts import batch_text, brief_why, done_text, kind_of, state_text
from simfinder.gui.advice import advice
from simfinder.gui.texts import (
    count_text,
    folder_text,
    percent_text,
    shown,
    size_text,
    time_text,
)
from simfinder.gui.told import told
from simfinder.model.files import Problem
from simfinder.model.plan import ActRecord, ActState, BatchReport, Plan, PlannedAct

if TYPE_CHECKING:
    from simfinder.store.ignored_rows import Ignored

Index = QModelIndex | QPersistentModelIndex
T = TypeVar("T")
SHARE_ROLE = Qt.ItemDataRole.UserRole + 1
LOOK_AT_ROLE = Qt.ItemDataRole.UserRole + 2
LOW = 0.90
"""Marks that share less than this with the kept file are pointed at."""

_NAMED, _LISTED = 4, 20


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tables", text)


class RowModel(QAbstractTableModel, Generic[T]):
    """Rows of values; a column is a heading and a function from the value to its text.

    Args:
        rows: the values.
        columns: heading, text, and the tool tip (None: the text).
    """

    def __init__(
        self,
        rows: Sequence[T],
        columns: Sequence[tuple[str, Callable[[T], str], Callable[[T], str] | None]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rows = rows
        self._columns = columns

    def row(self, number: int) -> T:
        return self._rows[number]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section][0]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        _, text, tip = self._columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return (tip or text)(row)
            case _:
                return self.other(row, index.column(), role)

    def other(self, row: T, column: int, role: int) -> Any:  # noqa: ARG002
        """Data of any other role."""
        return None


class PlanModel(RowModel[PlannedAct]):
    """A plan, one act per row, in the plan's own order: least similar first."""

    SHARED = 1
    GOES_TO = 3
    LOOK_AT = 5

    def __init__(self, plan: Plan, parent: QObject | None = None) -> None:
        def goes_to(act: PlannedAct) -> str:
            return "" if act.to is None else folder_text(act.to)

        def look_at(act: PlannedAct) -> str:
            return "; ".join(map(told, act.warnings))

        super().__init__(
            plan.acts,
            [
                (_tr("File"), lambda a: folder_text(a.file.path), lambda a: shown(a.file.path)),
                (_tr("Shared"), lambda a: percent_text(a.similarity), None),
                (_tr("Size"), lambda a: size_text(a.file.size), None),
                (_tr("Goes to"), goes_to, None),
                (_tr("Stays"), lambda a: folder_text(a.survivor.path), lambda a: shown(a.survivor.path)),
                (_tr("Look at this"), look_at, lambda a: "\n".join(map(told, a.warnings))),
                (_tr("Why"), brief_why, lambda a: told(a.why)),
            ],
            parent,
        )

    def other(self, row: PlannedAct, column: int, role: int) -> Any:
        if role == SHARE_ROLE and column == self.SHARED:
            return row.similarity
        if role == LOOK_AT_ROLE:
            return row.similarity < LOW or bool(row.warnings)
        return None


class ReportModel(RowModel[ActRecord]):
    """What really happened, file by file; what did not go as planned stands first."""

    REASON = 3

    def __init__(self, report: BatchReport, parent: QObject | None = None) -> None:
        quiet = (ActState.DONE, ActState.UNDONE)
        kind = kind_of(report)
        links = kind is not None and kind.is_link
        rows = sorted(report.acts, key=lambda act: act.state in quiet and not act.reason)
        super().__init__(
            rows,
            [
                (_tr("File"), lambda a: folder_text(a.path), lambda a: shown(a.path)),
                (_tr("Result"), lambda a: state_text(a.state, a.act), None),
                (_tr("Size"), lambda a: size_text(a.size), None),
                (_tr("Reason"), lambda a: told(a.reason), _cause),
                (
                    _tr("Where it is now") if not links else _tr("Leads to"),
                    lambda a: folder_text(_place(a)),
                    lambda a: shown(_place(a)),
                ),
            ],
            parent,
        )

    def other(self, row: ActRecord, column: int, role: int) -> Any:  # noqa: ARG002
        if role == LOOK_AT_ROLE:
            return row.state in (ActState.SKIPPED, ActState.FAILED)
        return None


def _cause(act: ActRecord) -> str:
    """Why an act did not go as planned, and what helps."""
    return "\n".join(filter(None, (told(act.reason), advice(act.reason))))


def _place(act: ActRecord) -> str:
    """Where a file is after an act; "" where that is not known."""
    if act.state is ActState.UNDONE:
        return act.path
    return act.to or "" if act.state is ActState.DONE else ""


class ProblemModel(RowModel[Problem]):
    """What could not be read."""

    def __init__(self, problems: Sequence[Problem], parent: QObject | None = None) -> None:
        super().__init__(
            problems,
            [
                (_tr("Path"), lambda p: folder_text(p.path), lambda p: shown(p.path)),
                (_tr("Reason"), lambda p: told(p.reason), None),
                (_tr("What helps"), lambda p: advice(p.reason), None),
            ],
            parent,
        )


class ApartModel(RowModel["Ignored"]):
    """What is not the same."""

    def __init__(self, entries: Sequence[Ignored], parent: QObject | None = None) -> None:
        def names(entry: Ignored) -> str:
            return ", ".join(shown(os.path.basename(path)) for path in entry.paths[:_NAMED])

        def paths(entry: Ignored) -> str:
            return "\n".join(shown(path) for path in entry.paths[:_LISTED])

        super().__init__(
            entries,
            [
                (_tr("When"), lambda e: time_text(e.created_ns), None),
                (
                    _tr("Files"),
                    lambda e: names(e) + (f" +{len(e.paths) - _NAMED}" if len(e.paths) > _NAMED else ""),
                    paths,
                ),
                (_tr("Folder"), lambda e: folder_text(os.path.dirname(e.paths[0])), paths),
            ],
            parent,
        )


class HistoryModel(RowModel[BatchReport]):
    """Batches, newest first."""

    def __init__(self, batches: Sequence[BatchReport], parent: QObject | None = None) -> None:
        super().__init__(
            batches,
            [
                (_tr("When"), lambda b: time_text(b.created_ns), None),
                (_tr("What"), batch_text, None),
                (_tr("Files"), lambda b: count_text(len(b.acts)), None),
                (_tr("Done"), lambda b: count_text(b.count(ActState.DONE)), _done_tip),
                (_tr("Taken back"), lambda b: count_text(b.count(ActState.UNDONE)), None),
                (
                    _tr("Not done"),
                    lambda b: count_text(b.count(ActState.SKIPPED) + b.count(ActState.FAILED)),
                    None,
                ),
                (_tr("Freed"), lambda b: size_text(b.bytes_freed), None),
            ],
            parent,
        )


def _done_tip(report: BatchReport) -> str:
    kind = kind_of(report)
    return "" if kind is None else done_text(kind)

"""Acts, batches and problems as flat tables, for the report, the history and other lists."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from simfinder.gui.widgets.table_model import Field, RowModel
from simfinder.gui.wording.action_words import (
    batch_text,
    done_text,
    is_unknown,
    kind_of,
    result_text,
    unknown_text,
)
from simfinder.gui.wording.formatting import count_text, folder_text, shown, size_text, time_text
from simfinder.gui.wording.problem_advice import advice
from simfinder.gui.wording.translate_messages import translated
from simfinder.model.file_record import Problem
from simfinder.model.removal_plan import ActRecord, ActState, BatchReport

if TYPE_CHECKING:
    from simfinder.store.library.ignored_pairs import Ignored

LISTED = 20
"""Paths of an exception that are shown in full."""

_NAMED = 4
_NOT_DONE = (ActState.SKIPPED, ActState.FAILED)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tables", text)


class ReportModel(RowModel[ActRecord]):
    """What happened to each file; what did not go as planned comes first."""

    REASON = 3

    def __init__(self, report: BatchReport, parent: QObject | None = None) -> None:
        quiet = (ActState.DONE, ActState.UNDONE)
        kind = kind_of(report)
        links = kind is not None and kind.is_link
        rows = sorted(report.acts, key=lambda act: act.state in quiet and not act.reason)
        super().__init__(
            rows,
            [
                Field(_tr("File"), lambda a: folder_text(a.path), width=-3),
                Field(_tr("Result"), result_text, width=140),
                Field(
                    _tr("Size"), lambda a: size_text(a.size), key=lambda a: a.size, width=70, at_right=True
                ),
                Field(_tr("Reason"), lambda a: translated(a.reason), cause, width=-2),
                Field(
                    _tr("Where it is now") if not links else _tr("Leads to"),
                    lambda a: folder_text(_place(a)),
                    lambda a: folder_text(_place(a)),
                    width=-3,
                ),
            ],
            parent,
            ground=lambda a: "older" if is_unknown(a) or a.state in _NOT_DONE else "",
        )


def cause(act: ActRecord) -> str:
    """Say why an act did not go as planned, and what to do."""
    return "\n".join(filter(None, (translated(act.reason), advice(act.reason))))


def _place(act: ActRecord) -> str:
    """Return the path of a file after an act; "" if it is unknown."""
    if act.state is ActState.UNDONE:
        return act.path
    return act.to or "" if act.state is ActState.DONE else ""


class ProblemModel(RowModel[Problem]):
    """The problems of a scan."""

    def __init__(self, problems: Sequence[Problem], parent: QObject | None = None) -> None:
        super().__init__(
            problems,
            [
                Field(_tr("Path"), lambda p: folder_text(p.path), width=-4),
                Field(_tr("Reason"), lambda p: translated(p.reason), width=-2),
                Field(_tr("What to do"), lambda p: advice(p.reason), width=-4),
            ],
            parent,
        )


class ExceptionModel(RowModel["Ignored"]):
    """The exceptions."""

    def __init__(self, entries: Sequence[Ignored], parent: QObject | None = None) -> None:
        def names(entry: Ignored) -> str:
            found = [shown(os.path.basename(path)) for path in entry.paths[:_NAMED]]
            if entry.first_only:
                return f"{found[0]} ≠ {', '.join(found[1:])}"
            return ", ".join(found)

        def paths(entry: Ignored) -> str:
            return "\n".join(folder_text(path) for path in entry.paths[:LISTED])

        super().__init__(
            entries,
            [
                Field(_tr("When"), lambda e: time_text(e.created_ns), key=lambda e: e.created_ns, width=170),
                Field(
                    _tr("Files"),
                    lambda e: names(e) + (f" +{len(e.paths) - _NAMED}" if len(e.paths) > _NAMED else ""),
                    paths,
                    width=-3,
                ),
                Field(_tr("Folder"), lambda e: folder_text(os.path.dirname(e.paths[0])), paths, width=-3),
            ],
            parent,
        )


class HistoryModel(RowModel[BatchReport]):
    """Batches, newest first."""

    OTHER_RESULTS = 4
    """What is not done, in one column: three would leave 90 pixels for what was done, with large letters."""

    def __init__(self, batches: Sequence[BatchReport], parent: QObject | None = None) -> None:
        super().__init__(
            batches,
            [
                Field(_tr("When"), lambda b: time_text(b.created_ns), key=lambda b: b.created_ns, width=160),
                Field(_tr("What"), batch_text, width=-3),
                _counted(_tr("Files"), lambda b: len(b.acts), width=64),
                _counted(_tr("Done"), lambda b: b.count(ActState.DONE), _done_tip),
                Field(_tr("Other results"), other_results, _other_results_tip, _not_done, width=-2),
                Field(
                    _tr("Freed"),
                    lambda b: size_text(b.bytes_freed),
                    key=lambda b: b.bytes_freed,
                    width=80,
                    at_right=True,
                ),
            ],
            parent,
        )


def other_results(report: BatchReport) -> str:
    """Count the files of a batch that are not where it was to put them; return "" for none."""
    counts = (
        (_tr("%1 undone"), report.count(ActState.UNDONE)),
        (_tr("%1 not done"), sum(map(report.count, _NOT_DONE))),
        (_tr("%1 unknown"), report.count(ActState.STARTED)),
    )
    return " · ".join(words.replace("%1", count_text(count)) for words, count in counts if count)


def _other_results_tip(report: BatchReport) -> str:
    return "\n".join(filter(None, (other_results(report), unknown_text(report))))


def _not_done(report: BatchReport) -> int:
    return len(report.acts) - report.count(ActState.DONE)


def _counted(
    heading: str,
    count: Callable[[BatchReport], int],
    tip: Callable[[BatchReport], str] | None = None,
    width: int = 80,
) -> Field[BatchReport]:
    """Return a column of numbers."""
    return Field(heading, lambda batch: count_text(count(batch)), tip, key=count, width=width, at_right=True)


def _done_tip(report: BatchReport) -> str:
    kind = kind_of(report)
    return "" if kind is None else done_text(kind)

"""Batches of acts as the JSON of the command line: plain dicts and lists for ``json.dumps``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simfinder.app.removal import wording
from simfinder.model.removal_plan import ActRecord, ActState, BatchReport

_VERSION = 1


def batch_json(report: BatchReport) -> dict[str, Any]:
    """Return one batch of acts, file by file."""
    return {
        "version": _VERSION,
        "batch": report.batch,
        "created_ns": str(report.created_ns),
        "acts": [_act_json(act) for act in report.acts],
        "bytes_freed": report.bytes_freed,
    }


def history_json(reports: Sequence[BatchReport]) -> dict[str, Any]:
    """Return all batches, newest first; the newest one's fields are at the top too, as for a single batch."""
    newest = reports[0] if reports else BatchReport(None, 0, ())
    return {**batch_json(newest), "batches": [batch_json(report) for report in reports]}


def _act_json(act: ActRecord) -> dict[str, Any]:
    return {
        "path": act.path,
        "act": str(act.act),
        "to": act.to,
        # an act of unknown outcome does not count as done
        "state": str(ActState.FAILED if act.state is ActState.STARTED else act.state),
        "reason": wording.reason_of(act),
    }

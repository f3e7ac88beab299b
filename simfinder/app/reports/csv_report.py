"""Clusters as CSV by RFC 4180: UTF-8, lines end in CR LF, a line of names first, then a line per file.

``name`` and ``folder`` are for reading: every character is visible, and none begins a formula where a spreadsheet
opens the file. ``uri`` is the path exactly, byte for byte, as a percent-encoded ``file:`` URI.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from datetime import UTC, datetime

from simfinder.app.reports.json_report import figure
from simfinder.app.session.session import Session
from simfinder.text.printable_names import cell, uri

COLUMNS = (
    "cluster", "id", "relation", "shared", "estimated", "size", "modified", "mtime_ns", "protected", "marked", "view",
    "basis", "name", "folder", "uri",
)  # fmt: skip

_LINES = 500  # clusters' worth of text handed on at once


def csv_text(session: Session) -> Iterator[str]:
    """Yield the clusters of a session as CSV, some at a time.

    ``cluster`` counts from 1 in the order of the results; ``id`` is that of the JSON; ``shared`` is what a file has in
    common with the kept one, 0 to 1; ``modified`` is in UTC, empty for times outside the years 1 to 9999.
    """
    held = io.StringIO(newline="")
    out = csv.writer(held)  # the excel dialect is RFC 4180's: commas, doubled quotes, CR LF
    out.writerow(COLUMNS)
    table = session.clusters
    clustering = session.clustering
    for index in range(len(table)):
        cluster = table.cluster(index)
        for member in cluster.members:
            file = member.file
            folder, name = os.path.split(file.path)
            number = session.file_of(file.path)
            out.writerow((
                index + 1, cluster.id, member.relation, figure(member.similarity), _word(member.estimated), file.size,
                utc_text(file.mtime_ns), file.mtime_ns, _word(file.protected), _word(number in session.marks),
                cell(clustering.view_of(number)), clustering.basis_of(number), cell(name), cell(folder), uri(file.path),
            ))  # fmt: skip
        if index % _LINES == _LINES - 1:
            yield held.getvalue()
            held.seek(0)
            held.truncate()
    yield held.getvalue()


def utc_text(ns: int) -> str:
    """Format a time as ``2026-11-21T17:00:00Z``; "" where no calendar has it."""
    try:
        return datetime.fromtimestamp(ns // 1_000_000_000, UTC).replace(tzinfo=None).isoformat() + "Z"
    except (OverflowError, ValueError, OSError):
        return ""


def _word(fact: bool) -> str:
    return "yes" if fact else "no"

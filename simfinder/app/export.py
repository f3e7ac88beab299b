r"""Results as the JSON of the command line: plain dicts and lists for ``json.dumps``, and as text where they are large.

Paths are text with surrogateescape, so ``json.dumps`` writes bytes that are not UTF-8 as ``\udcXX``.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from simfinder.app import containing, plan_texts
from simfinder.app.cluster_table import RELATIONS
from simfinder.app.grouping import file_table
from simfinder.app.judging import Judge
from simfinder.app.session import Session
from simfinder.app.similar_pairs import Pairs
from simfinder.model.files import Problem
from simfinder.model.options import Methods
from simfinder.model.plan import ActRecord, ActState, BatchReport
from simfinder.scan.pipeline import ScanResult
from simfinder.search import scoring

VERSION = 1
_RELATIONS = tuple(map(str, RELATIONS))
_AT_ONCE = 4096  # clusters


def scan_text(
    session: Session,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
) -> Iterator[str]:
    """Clusters of a session as one line of JSON, piece by piece. ``verified``: no figure is an estimate.

    The clusters of a million files are 300 MB of text, and three times as much as objects.

    Args:
        session: to be told.
        problems: of the scan and what came after; None for those of the scan alone.
        parts: files that lie in others, beside those in archives: whole, part, share.
    """
    result = session.result
    table = session.clusters
    head = {
        "version": VERSION,
        "files": session.file_count,
        "bytes": int(table.files.sizes[session.alive].sum()),
        "passed_over": passed_over_json(result),
        "verified": session.verified,
        "clusters": [],
    }
    tail = {
        "contains": [
            {"whole": whole, "part": part, "containment": share}
            for whole, part, share in contained(session, parts)
        ],
        "problems": problems_json(result.problems if problems is None else problems),
    }
    yield _text(head)[: -len("]}")]
    for number, begin in enumerate(range(0, len(table), _AT_ONCE)):
        yield (", " if number else "") + _text(_clusters_json(session, begin, begin + _AT_ONCE))[1:-1]
    yield "], " + _text(tail)[1:] + "\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def contained(session: Session, parts: Sequence[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    """What lies in what, of files that are still there; sorted by the paths.

    Args:
        session: to be told.
        parts: files that lie in others, beside those in archives: whole, part, share.
    """
    rows = contains(session.result, parts)
    if not rows:
        return []
    alive = session.alive

    def is_there(path: str) -> bool:
        file = session.file_of(path)
        return file >= 0 and bool(alive[file])

    return [row for row in rows if is_there(row[0]) and is_there(row[1])]


def passed_over_json(result: ScanResult) -> dict[str, int]:
    """Counts by reason, without zeros."""
    return {str(reason): count for reason, count in sorted(result.passed_over.items()) if count}


def problems_json(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """Paths with reasons."""
    return [{"path": problem.path, "reason": problem.reason} for problem in problems]


def contains(result: ScanResult, parts: Sequence[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    """What lies whole in an archive and beside it too, and what lies in other files; each pair once, by the paths."""
    members = dict.fromkeys(containing.contained_paths(result), 1.0)
    told = {(whole, part): round(share, 4) for whole, part, share in parts} | members
    return [
        (*pair, told[pair])
        for pair in sorted(told, key=lambda pair: (os.fsencode(pair[0]), os.fsencode(pair[1])))
    ]


def _clusters_json(session: Session, first: int, end: int) -> list[dict[str, Any]]:
    """Some clusters. From columns: a record for each member would take three times as long."""
    table, names = session.clusters, session.result.faces.names
    offsets = table.offsets[first : end + 1].tolist()
    some = slice(offsets[0], offsets[-1])
    members = table.members[some]
    files = [
        {
            "path": path,
            "size": size,
            "mtime": mtime / 1e9,
            "mtime_ns": str(mtime),
            "similarity": figure(similarity),
            "estimated": estimated,
            "relation": _RELATIONS[relation],
            "view": names[view],
        }
        for path, size, mtime, similarity, estimated, relation, view in zip(
            table.files.records.take(members).paths(),
            table.files.sizes[members].tolist(),
            table.files.mtimes[members].tolist(),
            table.similarity[some].tolist(),
            table.estimated[some].tolist(),
            table.relation[some].tolist(),
            table.view[some].tolist(),
            strict=True,
        )
    ]
    weakest, freed = table.weakest[first:end].tolist(), table.bytes_freed[first:end].tolist()
    bounds = [(begin - offsets[0], behind - offsets[0]) for begin, behind in pairwise(offsets)]
    return [
        {
            "id": table.id(first + i),
            "kept": files[begin]["path"],
            "weakest": figure(weakest[i]),
            "bytes_freed": freed[i],
            "files": files[begin:behind],
        }
        for i, (begin, behind) in enumerate(bounds)
    ]


def figure(value: float) -> float:
    """Rounded for reading, but never up to 1.0: that is kept for identical content."""
    return 1.0 if value >= 1.0 else min(round(value, 4), 0.9999)


def pairs_json(
    found: Pairs,
    *,
    expand: bool,
    judge: Judge | None = None,
    least_contained: float = 0.0,
    same_type: Sequence[str] | None = None,
    limit: Any = None,
) -> dict[str, Any]:
    """All pairs of a scan, most similar first, then by paths.

    Args:
        found: pairs of contents down to the wanted similarity.
        expand: list every pair of files; else one file (the first by path) stands for its identical ones.
        judge: whose figures decided; None for what they share.
        least_contained: share from which containment is told.
        same_type: type per file where links across types are not wanted.
        limit: ``limit(file_a, file_b) -> float``, the largest difference allowed for a pair; None for no limit.
    """
    result, links = found.result, found.links
    paths = result.files.paths()
    members = _files_by_content(result)
    groups = [files for files in members if len(files) > 1]
    shown: list[tuple[float, str, str, dict[str, float]]] = []

    def add(a: int, b: int, similarity: float, figures: dict[str, float]) -> None:
        if same_type is not None and same_type[a] != same_type[b]:
            return
        if limit is not None and similarity < 1.0 - limit(a, b) - 1e-6:
            return
        a, b = min(a, b), max(a, b)
        shown.append((similarity, paths[a], paths[b], figures))

    judge = judge or Judge(result.faces, file_table(result), Methods())
    shown_rows = judge.best_rows(links.a, links.b)
    columns = {
        name: column.tolist()
        for name, column in scoring.figure_columns(result.faces.table, *shown_rows).items()
    }
    for i, (row_a, row_b, similarity) in enumerate(
        zip(links.a.tolist(), links.b.tolist(), links.similarity.tolist(), strict=True)
    ):
        if not members[row_a] or not members[row_b]:
            continue
        figures = {name: round(column[i], 4) for name, column in columns.items() if not math.isnan(column[i])}
        pairs = [(a, b) for a in members[row_a] for b in members[row_b]]
        for a, b in pairs if expand else pairs[:1]:
            add(a, b, figure(similarity), figures)
    if expand:
        for files in groups:
            for i, a in enumerate(files):
                for b in files[i + 1 :]:
                    add(a, b, 1.0, {"content": 1.0})
    shown.sort(key=lambda row: (-row[0], os.fsencode(row[1]), os.fsencode(row[2])))
    identical = (
        []
        if expand
        else sorted(([paths[f] for f in files] for files in groups), key=lambda g: os.fsencode(g[0]))
    )
    return {
        "version": VERSION,
        "verified": found.verified,
        "pairs": [[a, b, similarity, {"methods": figures}] for similarity, a, b, figures in shown],
        "contains": [list(told) for told in contains(result, found.parts) if told[2] >= least_contained],
        "identical": identical,
        "problems": problems_json([*result.problems, *found.problems]),
    }


def _files_by_content(result: ScanResult) -> list[list[int]]:
    """File indexes per content row, in path order."""
    rows = result.content_row
    order = np.argsort(rows, kind="stable")
    bounds = np.searchsorted(rows[order], np.arange(len(result.table) + 1))
    return [order[bounds[i] : bounds[i + 1]].tolist() for i in range(len(result.table))]


def batch_json(report: BatchReport) -> dict[str, Any]:
    """One batch of acts, file by file."""
    return {
        "version": VERSION,
        "batch": report.batch,
        "created_ns": str(report.created_ns),
        "acts": [_act_json(act) for act in report.acts],
        "bytes_freed": report.bytes_freed,
    }


def history_json(reports: Sequence[BatchReport]) -> dict[str, Any]:
    """All batches, newest first; the newest one's own fields stand at the top, as for a single batch."""
    newest = reports[0] if reports else BatchReport(None, 0, ())
    return {**batch_json(newest), "batches": [batch_json(report) for report in reports]}


def _act_json(act: ActRecord) -> dict[str, Any]:
    return {
        "path": act.path,
        "act": str(act.act),
        "to": act.to,
        # of what can't be told yet nothing is said to be done
        "state": str(ActState.FAILED if act.state is ActState.STARTED else act.state),
        "reason": plan_texts.reason_of(act),
    }

r"""Results as the JSON of the command line: plain dicts and lists for ``json.dumps``, or text in pieces if large.

Paths are text with surrogateescape, so ``json.dumps`` writes bytes that are not UTF-8 as ``\udcXX``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from simfinder.app.clusters.cluster_table import RELATIONS
from simfinder.app.clusters.shared_media import Media
from simfinder.app.session.session import Session
from simfinder.app.verify.containment import contained_files
from simfinder.model.file_record import Problem
from simfinder.scan.pipeline import ScanResult
from simfinder.signatures.table.representations import BASES

VERSION = 1
_RELATIONS = tuple(map(str, RELATIONS))
_BASES = tuple(map(str, BASES))
_AT_ONCE = 4096  # clusters


def scan_text(
    session: Session,
    problems: Sequence[Problem] | None = None,
    parts: Sequence[tuple[str, str, float]] = (),
) -> Iterator[str]:
    """Yield the clusters of a session as one line of JSON, in pieces. ``verified``: no figure is an estimate.

    The clusters of a million files are 300 MB of text, and three times as much as objects.

    Args:
        session: to report.
        problems: of the scan and what came after; None for those of the scan alone.
        parts: files that lie in others, in addition to those in archives: whole, part, share.
    """
    result = session.result
    table = session.clusters
    media = Media(result)
    head = {
        "version": VERSION,
        "files": session.clustering.file_count,
        "bytes": int(table.files.sizes[session.clustering.alive].sum()),
        "passed_over": passed_over_json(result),
        "verified": session.clustering.verified,
        **({"unread": result.unread} if result.unread else {}),
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
        yield (", " if number else "") + _text(_clusters_json(session, media, begin, begin + _AT_ONCE))[1:-1]
    yield "], " + _text(tail)[1:] + "\n"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True)


def contained(session: Session, parts: Sequence[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    """Return what lies in what, of files that are still there; sorted by the paths.

    Args:
        session: to report.
        parts: files that lie in others, in addition to those in archives: whole, part, share.
    """
    rows = contains(session.result, parts)
    if not rows:
        return []
    alive = session.clustering.alive

    def is_there(path: str) -> bool:
        file = session.file_of(path)
        return file >= 0 and bool(alive[file])

    return [row for row in rows if is_there(row[0]) and is_there(row[1])]


def passed_over_json(result: ScanResult) -> dict[str, int]:
    """Return the counts by reason, without zeros."""
    return {str(reason): count for reason, count in sorted(result.passed_over.items()) if count}


def problems_json(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """Return paths with reasons."""
    return [{"path": problem.path, "reason": problem.reason} for problem in problems]


def contains(result: ScanResult, parts: Sequence[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    """Return files that lie whole in an archive, or in other files; each pair once, sorted by the paths."""
    members = dict.fromkeys(contained_files.contained_paths(result), 1.0)
    by_pair = {(whole, part): round(share, 4) for whole, part, share in parts} | members
    return [
        (*pair, by_pair[pair])
        for pair in sorted(by_pair, key=lambda pair: (os.fsencode(pair[0]), os.fsencode(pair[1])))
    ]


def _clusters_json(session: Session, media: Media, first: int, end: int) -> list[dict[str, Any]]:
    """Return some clusters. Made from columns: a record for each member would take three times as long."""
    table, names = session.clusters, session.result.representations.names
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
            "basis": _BASES[basis],
        }
        for path, size, mtime, similarity, estimated, relation, view, basis in zip(
            table.files.records.take(members).paths(),
            table.files.sizes[members].tolist(),
            table.files.mtimes[members].tolist(),
            table.similarity[some].tolist(),
            table.estimated[some].tolist(),
            table.relation[some].tolist(),
            table.view[some].tolist(),
            table.basis[some].tolist(),
            strict=True,
        )
    ]
    for at, media_share in _shared_media(session, media, some).items():
        files[at] |= {"text": figure(float(table.similarity[offsets[0] + at])), "media": figure(media_share)}
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


def _shared_media(session: Session, media: Media, some: slice) -> dict[int, float]:
    """Return how much of their media members share with the kept file, if both are documents with words and media."""
    table = session.clusters
    members, contents = table.members[some], table.files.contents
    kept = table.kept[table.cluster_index[members]]
    a, b, is_text = contents[members], contents[kept], session.result.representations.is_text
    both = np.flatnonzero((members != kept) & is_text[a] & is_text[b] & media.has(a) & media.has(b))
    shares = media.shares(a[both], b[both])
    some_bytes = ~np.isnan(shares)
    return dict(zip(both[some_bytes].tolist(), shares[some_bytes].tolist(), strict=True))


def figure(value: float) -> float:
    """Round for reading, but never up to 1.0, which means identical content."""
    return 1.0 if value >= 1.0 else min(round(value, 4), 0.9999)

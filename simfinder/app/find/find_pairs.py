"""Find all similar pairs of a scan, and what lies in what: what the command ``pairs`` lists.

Estimates find the pairs; those worth it are measured on the bytes, the most similar ones first, within a budget. The
others stay estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from simfinder.app.clusters.cluster_table import SessionFiles
from simfinder.app.linking.rows_apart import rows_apart, without
from simfinder.app.runtime import warmup
from simfinder.app.verify.containment.contained_files import measured_parts
from simfinder.app.verify.survey import MARGIN
from simfinder.app.verify.verifier import Verifier
from simfinder.model.file_record import Problem
from simfinder.model.progress import Control
from simfinder.model.scan_options import Methods, ScanOptions
from simfinder.scan.pipeline import ScanResult, scan
from simfinder.search.linking.judge import Judge
from simfinder.search.linking.links import Links
from simfinder.signatures.table.parameters import Parameters
from simfinder.store.cache.cache import Cache
from simfinder.store.library.ignored_pairs import Ignored

MOST_PAIRS = 200_000
"""Pairs measured at most; weaker ones keep their estimates."""

CLEAR, MOST_BYTES = 0.5, 2_500_000_000
"""Pairs estimated at ``CLEAR`` or more are always measured; weaker ones as long as both sides of all pairs add up to at
most ``MOST_BYTES``: some 20 s of one core. Folders full of licences have hundreds of thousands of weak pairs (850,000,
of 50 GB, in a Debian system's documentation)."""

_LOWEST = 0.05  # similarity below which the candidates would be everything


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """All similar pairs of a scan.

    Attributes:
        result: the scan.
        links: of contents, down to the similarity asked for.
        verified: no similarity is an estimate.
        problems: files that differ from what was scanned.
        parts: files that lie in others: whole, part, share.
        files: the columns of its files; None where they were not made.
        measured: figures were measured on the bytes.
    """

    result: ScanResult
    links: Links
    verified: bool
    problems: tuple[Problem, ...] = ()
    parts: tuple[tuple[str, str, float], ...] = ()
    files: SessionFiles | None = None
    measured: bool = False


@dataclass(frozen=True, slots=True)
class WantedPairs:
    """Which pairs are similar.

    Attributes:
        methods: which method decides about which types.
        parameters: of the methods.
        least: similarity asked for, 0..1; below 0.05 nothing is found.
        estimates: measure nothing.
        same_type: only files of one type lie in one another.
    """

    methods: Methods
    parameters: Parameters
    least: float
    estimates: bool = False
    same_type: bool = False


def find_pairs(
    options: ScanOptions,
    wanted: WantedPairs,
    ignored: Sequence[Ignored],
    cache: Cache | None,
    control: Control,
) -> Pairs:
    """Scan folders and find all similar pairs of contents in them.

    Args:
        options: of the scan.
        wanted: which pairs.
        ignored: what is not the same.
        cache: where signatures and figures are looked up and remembered; None for nowhere.
        control: progress and cancelling.

    Raises:
        Cancelled: on request.
        UsageError: no folder can be scanned.
    """
    warmup.ahead(cache, options, wanted.parameters)
    result, least = scan(options, cache, control, wanted.parameters), wanted.least
    files = SessionFiles.of(result)
    judge = Judge(result.representations, files, wanted.methods)
    measured = judge.measures and not wanted.estimates
    floor = max(least - (MARGIN if measured else 0.0), _LOWEST)
    links = judge.links(floor, control, jobs=options.jobs, every=True)
    links = without(links, rows_apart(ignored, result.table.content))
    if not measured:
        return Pairs(result, links, verified=False, files=files)
    verifier = Verifier(result, cache, control, follow=options.follow, jobs=options.jobs)
    on_bytes = judge.on_bytes(links.a, links.b)
    pairs = measured_pairs(verifier, result, links.only(on_bytes), least)
    verified = pairs.verified and bool((on_bytes | judge.by_looks(links.a, links.b)).all())
    own = links.only(~on_bytes & (links.similarity >= np.float32(least)))
    parts = measured_parts(result, verifier, control, same_type=wanted.same_type, jobs=options.jobs)
    return replace(
        pairs,
        links=pairs.links.with_others(own),
        verified=verified,
        parts=tuple(parts),
        files=files,
        measured=True,
    )


def measured_pairs(verifier: Verifier, result: ScanResult, links: Links, least: float) -> Pairs:
    """Measure links on the bytes, as many as the budget allows, the most similar ones first.

    Args:
        verifier: of the scan.
        result: the scan.
        links: with estimates, down to ``MARGIN`` below the similarity asked for.
        least: similarity asked for.

    Raises:
        Cancelled: on request.
    """
    order = np.argsort(-links.similarity, kind="stable")[:MOST_PAIRS]
    costs = verifier.cost(links.a[order], links.b[order])
    order = order[(links.similarity[order] >= CLEAR) | (np.cumsum(costs) <= MOST_BYTES)]
    order.sort()
    found = verifier.measure(links.a[order], links.b[order])
    similarity = links.similarity.copy()
    good = ~np.isnan(found.similarity)
    similarity[order[good]] = found.similarity[good]
    stays = similarity >= np.float32(least)
    measured = np.zeros(len(links), dtype=np.bool_)
    measured[order[good]] = True
    kept = Links(links.a[stays], links.b[stays], similarity[stays], links.capped)
    return Pairs(result, kept, bool(measured[stays].all()), found.problems)

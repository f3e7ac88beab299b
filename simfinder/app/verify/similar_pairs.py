"""All similar pairs of a scan: which of those an estimate has found are measured on the bytes, which stay estimates.

Owns the budget; measuring is ``verify``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simfinder.app.verify.verifier import Verifier
from simfinder.model.file_record import Problem
from simfinder.scan.pipeline import ScanResult
from simfinder.search.linking.links import Links

MARGIN = 0.2
"""An estimate may be so much too low that a pair is worth measuring. On the open corpus no pair of real versions that
share 70 % is estimated below 50 %; what is, are files with a fifth of their bytes changed here and there."""

MOST_PAIRS = 200_000
"""Pairs that are measured to be listed; weaker ones keep their estimates."""

CLEAR, MOST_BYTES = 0.5, 2_500_000_000
"""Pairs estimated from the first figure up are measured whatever they cost; weaker ones, as long as both sides of all
pairs come to no more than so many bytes: some 20 s of one core. Folders full of licences have hundreds of thousands of
such pairs (850,000, of 50 GB, in a Debian system's documentation)."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """All similar pairs of a scan.

    Attributes:
        result: the scan.
        links: of contents, down to the similarity asked for.
        verified: no figure of them is an estimate.
        problems: files that are not any more what was scanned.
        parts: files that lie in others: whole, part, share.
    """

    result: ScanResult
    links: Links
    verified: bool
    problems: tuple[Problem, ...] = ()
    parts: tuple[tuple[str, str, float], ...] = ()


def measured_pairs(verifier: Verifier, result: ScanResult, links: Links, least: float) -> Pairs:
    """Links measured on the bytes, as many as the budget allows, the most similar ones first.

    Args:
        verifier: of the scan.
        result: the scan.
        links: by estimates, down to ``MARGIN`` below what is asked for.
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

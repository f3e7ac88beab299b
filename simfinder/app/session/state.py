"""A session at one moment as plain values: ``Session.state`` returns it, ``Session.resumed`` takes it.

A saved session, or one whose files have changed since, comes back with the measured figures, not with estimates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simfinder.actions.rules.mark_rules import Mark
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from simfinder.scan.pipeline import ScanResult
from simfinder.search.linking.links import Links


@dataclass(frozen=True, slots=True, eq=False)
class SessionState:
    """A session at one moment; later changes of the session do not change it.

    Attributes:
        options: of the scan.
        result: of the scan.
        links: with the figures measured so far.
        choices: of the moment.
        alive: (n,) bool, files that were still there.
        settled: (m,) bool, links that were measured or can't be.
        complete: all links that matter at these tolerances were measured.
        measured: figures by pairs of contents, the smaller first.
        lost: pairs of contents whose bytes could not be read.
        by_hand: files kept by hand, the last one first.
        marks: why each marked file is marked.
    """

    options: ScanOptions
    result: ScanResult
    links: Links
    choices: Choices
    alive: npt.NDArray[np.bool_]
    settled: npt.NDArray[np.bool_]
    complete: bool
    measured: Mapping[tuple[int, int], float]
    lost: frozenset[tuple[int, int]]
    by_hand: tuple[int, ...]
    marks: Mapping[int, Mark]

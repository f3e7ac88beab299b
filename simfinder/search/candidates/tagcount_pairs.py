"""Candidates by tag counts: the all-pairs mode of SimFind, see ``search.simfind.key_range``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.candidates.method import PairSearch
from simfinder.search.simfind.key_range import KeyJoin, closeness, similarity

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable


def _closeness(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return closeness(table, a, b).astype(np.float64)


def _join(table: SignatureTable, _floor: float, control: Control, jobs: int) -> KeyJoin:
    return KeyJoin(table, control, jobs=jobs)


SEARCH = PairSearch(_join, _closeness, similarity)

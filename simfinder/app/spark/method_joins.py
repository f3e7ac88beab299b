"""Candidate pairs of the methods that decide alone where a person chose one: one join each, on DataFrames.

Each proposes at least the pairs whose figure can reach the floor; ``row_links`` judges them. Sources as in
``search.candidates``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simfinder.errors import UsageError
from simfinder.model.scan_options import Method
from simfinder.signatures.table.parameters import Parameters
from simfinder.text.message import say

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def candidates(
    rows: DataFrame,
    method: Method,
    floor: float,
    parameters: Parameters,
    keep: Callable[[DataFrame, str], DataFrame],
    new: DataFrame | None,
) -> tuple[DataFrame, int]:
    """Return the candidate pairs of a method, ``a`` < ``b``, each once; and how much was left out."""
    raise UsageError(say("{} is not joined on Spark", method))

"""The pair searches of all methods, found by their names, and their figures for rows of a table.

``model.scan_options.Method`` names the methods. A module ``<name>_pairs`` beside this describes each that is built in,
an entry point of ``simfinder.searches`` each of an extension.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from simfinder.model import extension_points
from simfinder.model.scan_options import EXTENSIONS, FIGURES, Method
from simfinder.search import similarity as scoring
from simfinder.search.candidates.method import PairSearch
from simfinder.signatures.methods.registry import METHODS, described

if TYPE_CHECKING:
    from simfinder.signatures.table.signature_table import SignatureTable

POINT: Final = extension_points.ExtensionPoint(
    extension_points.SEARCHES,
    PairSearch,
    {name: f"simfinder.search.candidates.{name}_pairs:SEARCH" for name in FIGURES if name not in EXTENSIONS},
)

_UNUSABLE: Final = EXTENSIONS - (POINT.extensions().keys() & {method.name for method in METHODS})

SEARCHED: Final = tuple(method for method in Method if method in FIGURES and method not in _UNUSABLE)
"""Methods with candidates and a figure of their own."""


def pair_search(name: str) -> PairSearch:
    """Return how the method of a name (or "sketch") finds pairs.

    Raises:
        UsageError: there is no such method, or an extension's can't be loaded.
    """
    if name in _UNUSABLE:
        described(name)  # says why, unless it is the search
    return POINT[name]


def similarity(table: SignatureTable, method: Method, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the figure by which a method judges pairs of rows.

    AUTO: ``similarity.estimate``. CONTENT: 1.0 for a row with itself, else 0. SPAMSUM: its score/100. TAGCOUNT: 1 -
    L1/(sum of both counts) for pairs that pass the filters of SimFind, else 0. All others: their ``figure``. Also 0 if
    a side has no features. Different contents never get more than ``MAX_ESTIMATE``.

    Returns:
        (m,) float32.
    """
    a, b = _rows(a), _rows(b)
    if method is Method.AUTO:
        return scoring.estimate(table, a, b)
    if method is Method.CONTENT:
        return (a == b).astype(np.float32)
    search = pair_search(method)
    figure = np.nan_to_num((search.judged or search.figure)(table, a, b)).astype(np.float32)
    figure = np.minimum(figure, np.float32(scoring.MAX_ESTIMATE))
    figure[a == b] = 1.0
    return figure


def figures(table: SignatureTable, a: int, b: int) -> dict[str, float]:
    """Return the figures of one pair of rows by method, see ``figure_columns``; methods without one are left out."""
    columns = figure_columns(table, np.array([a]), np.array([b]))
    return {name: float(column[0]) for name, column in columns.items() if not np.isnan(column[0])}


def figure_columns(table: SignatureTable, a: np.ndarray, b: np.ndarray) -> dict[str, np.ndarray]:
    """Return each method's own figure for rows a[i] and b[i], (m,) float64 0..1; NaN if a side has no features.

    "sketch": resemblance. "spamsum": ssdeep's score / 100. "simhash": share of equal bits. "shingleprint": the score of
    simhash(1). "tagcount": 1 - L1 / (sum of both counts).
    """
    a, b = _rows(a), _rows(b)
    return {name: pair_search(name).figure(table, a, b) for name in FIGURES if name not in _UNUSABLE}


def _rows(rows: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(rows, np.int64)

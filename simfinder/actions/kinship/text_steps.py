"""Are three texts steps of one? Then the changes from the first to the second and on to the third add up.

Edits stay where they were made, so a first version is as far from the third as both steps together. Fillings of one
form put their own words in the place of one another's: any two of them are about as far from one another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Figures: TypeAlias = Callable[[npt.NDArray[np.integer], npt.NDArray[np.integer]], npt.NDArray[np.floating]]
"""Measured similarity of pairs of contents, 0..1, NaN where it was not measured."""

SUM = 0.8
"""Share of both steps together that the first and the last differ by. Of fillings it is a half; of versions in the
homes corpus .81 to 1.05."""

FARTHER, NOISE = 1.25, 0.01
"""The first text must be farther from the last than the longer step by this factor, plus the noise of measuring. The
figures of one form differ by up to a quarter of what is not shared (see ``app.clusters.lineages``)."""


ALIKE = 1.5
"""Of three fillings of one form, the farthest two are at most this factor farther apart than the nearest two."""


def add_up(
    first: npt.NDArray[np.floating], second: npt.NDArray[np.floating], whole: npt.NDArray[np.floating]
) -> npt.NDArray[np.bool_]:
    """Find the triples, (k,) bool, of texts that are steps of one.

    Args:
        first: (k,) share (0..1) that the first and the second text differ by, NaN where it is not known.
        second: (k,) likewise the second and the third.
        whole: (k,) likewise the first and the third.
    """
    longer = np.maximum(first, second)
    found: npt.NDArray[np.bool_] = (whole >= SUM * (first + second)) & (whole >= FARTHER * longer + NOISE)
    return found


def stand_apart(
    first: npt.NDArray[np.floating], second: npt.NDArray[np.floating], whole: npt.NDArray[np.floating]
) -> npt.NDArray[np.bool_]:
    """Find the triples, (k,) bool, of texts as far apart as fillings of one form; arguments as ``add_up``."""
    nearest, farthest = (
        np.fmin(np.minimum(first, second), whole),
        np.maximum(np.maximum(first, second), whole),
    )
    found: npt.NDArray[np.bool_] = (nearest > 0) & (farthest <= ALIKE * nearest)
    return found

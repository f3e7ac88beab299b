"""Whether three texts are steps of one: what was changed from the first to the second and then to the third adds up.

Edits stay where they were made, so a first version is as far from the third as both steps together. Fillings of one
form put their own words in the place of one another's: any two of them are about as far from one another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Figures: TypeAlias = Callable[[npt.NDArray[np.integer], npt.NDArray[np.integer]], npt.NDArray[np.floating]]
"""What pairs of contents share (0..1) as it was measured, NaN where it was not."""

SUM = 0.8
"""Share of both steps together that the first and the last differ by. Of fillings it is a half; of versions in the
homes corpus .81 to 1.05."""

FARTHER, NOISE = 1.25, 0.01
"""So much farther than the longer step the first is from the last. The figures of one form differ by up to a quarter
of what is not shared (see ``app.lineages``), and measuring adds the noise."""


ALIKE = 1.5
"""So much farther than the nearest two of three fillings of one form the farthest two are at most."""


def add_up(
    first: npt.NDArray[np.floating], second: npt.NDArray[np.floating], whole: npt.NDArray[np.floating]
) -> npt.NDArray[np.bool_]:
    """(k,) whether three texts are steps of one.

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
    """(k,) which three texts are as far from one another, as fillings of one form; arguments as ``add_up``."""
    nearest, farthest = (
        np.fmin(np.minimum(first, second), whole),
        np.maximum(np.maximum(first, second), whole),
    )
    found: npt.NDArray[np.bool_] = (nearest > 0) & (farthest <= ALIKE * nearest)
    return found

"""Films that show the same at the same times become links between their contents.

Of each film, the hashes of the pictures with which it shows something else than before are joined, exactly. Two films
with some of them in common, at whatever times, are compared. A picture that very many films have, such as a title,
makes no pairs: other pictures of the same films do.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control
from simfinder.search.hamming import wide_join
from simfinder.search.linking.links import Links
from simfinder.signatures.picture.films import Films
from simfinder.signatures.picture.looks import NEAR

Rows = npt.NDArray[np.int64]

_COMMON = 100  # films with the very same picture
_FEWEST = 2  # near pictures of a pair, if both have as many
_LEAST_NEAR = 0.25  # of the pictures of the one with fewer


def film_links(films: Films, floor: float, control: Control) -> Links:
    """Return the pairs of contents that agree as films in at least ``floor``, in order.

    Args:
        films: of a scan.
        floor: least figure, 0..1.
        control: asked for a cancel.

    Raises:
        Cancelled: on request.
    """
    one, other = film_pairs(films, control)
    a, b = films.content[one], films.content[other]
    figure = films.agreement(a, b)
    strong = figure >= np.float32(floor)
    return Links(a[strong], b[strong], figure[strong])


def film_pairs(films: Films, control: Control) -> tuple[Rows, Rows]:
    """Return the rows of films with some near pictures, (m,) each, the smaller one first, in order.

    Raises:
        Cancelled: on request.
    """
    owner, words = films.shots
    _, alike, count = np.unique(words, axis=0, return_inverse=True, return_counts=True)
    few = count[alike.reshape(-1)] <= _COMMON
    owner, words = owner[few], words[few]
    codes = [np.zeros(0, np.int64)]
    for a, b in wide_join.near_pairs(words, NEAR, control.check):
        low, high = np.minimum(owner[a], owner[b]), np.maximum(owner[a], owner[b])
        codes.append((low * len(films) + high)[low != high])
    pairs, near = np.unique(np.concatenate(codes), return_counts=True)
    one, other = np.divmod(pairs, max(1, len(films)))
    have = np.bincount(owner, minlength=len(films))
    fewer = np.minimum(have[one], have[other])
    enough = near >= np.maximum(np.minimum(_FEWEST, fewer), _LEAST_NEAR * fewer)
    return one[enough], other[enough]

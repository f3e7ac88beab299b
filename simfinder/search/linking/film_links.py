"""Films that show the same at the same times become links between their contents.

The hashes of all their pictures are joined, exactly; two films with some near pictures at one time are compared.
Pictures that very many films have, such as a title, make no pairs: other pictures of the same films do.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control
from simfinder.search.hamming import wide_join
from simfinder.search.linking.links import Links
from simfinder.signatures.picture import pdq
from simfinder.signatures.picture.films import Films
from simfinder.signatures.picture.looks import NEAR

Rows = npt.NDArray[np.int64]

_COMMON = 100  # films with the same picture at one time
_FEWEST = 2  # near pictures of a pair


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
    """Return the rows of films with some near pictures at the same times, (m,) each, the smaller one first, in order.

    Raises:
        Cancelled: on request.
    """
    rows = np.flatnonzero(films.quality >= pdq.TRUSTED)
    keys = np.column_stack((films.times[rows].astype(np.uint64), films.words[rows]))
    _, alike, count = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    rows = rows[count[alike.reshape(-1)] <= _COMMON]
    codes = [np.zeros(0, np.int64)]
    for a, b in wide_join.near_pairs(films.words[rows], NEAR, control.check):
        one, other = rows[a], rows[b]
        together = films.times[one] == films.times[other]
        low, high = films.owner[one[together]], films.owner[other[together]]
        codes.append(np.minimum(low, high) * len(films) + np.maximum(low, high))
    pairs, near = np.unique(np.concatenate(codes), return_counts=True)
    one, other = np.divmod(pairs[near >= _FEWEST], max(1, len(films)))
    return one[one != other], other[one != other]

"""Recordings that sound alike become links between their contents.

Those that share some numbers of their fingerprints are laid over one another; what share agrees is the figure. Of
recordings that were saved as the very same bytes, such as a song with a hundred different tags, all are linked to the
first one, and only that one is compared with others: enough to group them at any tolerances.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from simfinder.model.progress import Control
from simfinder.search.hamming.recordings import recordings_alike
from simfinder.search.linking.links import Links
from simfinder.signatures.sound.recordings import Recordings

_ALL_PAIRS = 64  # up to so many recordings of one stream are linked pair by pair
_CHECKED = 256  # pairs after which a cancel is noticed

Rows = npt.NDArray[np.int64]


def recording_links(recordings: Recordings, floor: float, control: Control, *, every: bool = False) -> Links:
    """Return the pairs of contents that agree as sound in at least ``floor``, in order.

    Args:
        recordings: of a scan.
        floor: least figure, 0..1.
        control: asked for a cancel.
        every: list every pair of recordings that were saved as the same bytes, however many there are.

    Raises:
        Cancelled: on request.
    """
    one, other = _pairs(recordings, every=every)
    a, b = recordings.content[np.minimum(one, other)], recordings.content[np.maximum(one, other)]
    order = np.lexsort((b, a))
    a, b = a[order], b[order]
    figure = np.zeros(len(a), np.float32)
    for begin in range(0, len(a), _CHECKED):
        control.check()
        part = slice(begin, begin + _CHECKED)
        figure[part] = recordings.agreement(a[part], b[part])
    strong = figure >= np.float32(floor)
    return Links(a[strong], b[strong], figure[strong])


def _pairs(recordings: Recordings, *, every: bool) -> tuple[Rows, Rows]:
    """Return rows of recordings that may sound alike, each pair once."""
    streams = recordings.streams
    order = np.argsort(streams, kind="stable")
    order = order[streams[order] >= 0]
    alone = np.ones(len(recordings), np.bool_)
    pairs: list[tuple[int, int]] = []
    for same in np.split(order, np.flatnonzero(np.diff(streams[order])) + 1):
        first, *rest = same.tolist() or [-1]
        if every or len(same) <= _ALL_PAIRS:
            pairs += combinations(same.tolist(), 2)
        else:
            pairs += [(first, row) for row in rest]
            alone[rest] = False
    rows = np.flatnonzero(recordings.trusted & alone)
    a, b = recordings_alike([recordings.fingerprint(row) for row in rows.tolist()])
    apart = (streams[rows[a]] != streams[rows[b]]) | (streams[rows[a]] < 0)
    same_a, same_b = np.array(pairs, np.int64).reshape(-1, 2).T
    return np.concatenate((same_a, rows[a[apart]])), np.concatenate((same_b, rows[b[apart]]))

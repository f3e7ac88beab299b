"""Recordings and films of which nearly all is in another one: the first 40 seconds of a song, a scene of a film.

Both are told by their sound, and films must not show other pictures meanwhile. Of a film without sound only what was
cut from its beginning is told, by pictures at the same times.
"""

from __future__ import annotations

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.hamming.recordings import recordings_alike
from simfinder.search.linking.film_links import film_pairs
from simfinder.signatures.picture.films import Films
from simfinder.signatures.sound.recordings import Recordings
from simfinder.signatures.table.representations import Representations

LEAST = 0.9
"""Share of a recording that another one has."""

FEWEST_MUTE = 6
"""Times at which a film without sound and its part show the same, at least: three may be a title."""

MOST_SIMILAR = 0.7
"""Two that agree in more are similar, and no part and whole."""

_LEAST_APART = 0.3
_CHECKED = 256  # pairs after which a cancel is noticed


def contained_recordings(representations: Representations, control: Control) -> list[tuple[int, int, float]]:
    """Return the pairs of contents of which one is in the other as sound or film: whole, part, share of the part.

    Args:
        representations: of a scan.
        control: asked for a cancel.

    Raises:
        Cancelled: on request.
    """
    recordings, films = representations.recordings, representations.films
    if recordings is None:
        return []
    rows = np.flatnonzero(recordings.trusted)
    a, b = recordings_alike([recordings.fingerprint(row) for row in rows.tolist()])
    found = []
    for number, (one, other) in enumerate(zip(rows[a].tolist(), rows[b].tolist(), strict=True)):
        if number % _CHECKED == 0:
            control.check()
        laid = recordings.laid(one, other)
        if laid.contained < LEAST or laid.similarity >= MOST_SIMILAR:
            continue
        first, second = sorted((one, other))
        whole, part = (first, second) if laid.lengths[0] >= laid.lengths[1] else (second, first)
        contents = int(recordings.content[whole]), int(recordings.content[part])
        if films is None or _may_show_the_same(recordings, films, *contents):
            found.append((*contents, laid.contained))
    return found + (_mute_parts(recordings, films, control) if films is not None else [])


def _mute_parts(recordings: Recordings, films: Films, control: Control) -> list[tuple[int, int, float]]:
    """Return the pairs of films, not both with sound, of which one is the beginning of the other."""
    rows = recordings.rows(films.content)
    heard = (rows >= 0) & recordings.trusted[rows]
    found = []
    for one, other in zip(*(column.tolist() for column in film_pairs(films, control)), strict=True):
        part, whole = sorted((one, other), key=lambda row: float(films.seconds[row]))
        if (heard[part] and heard[whole]) or films.seconds[part] >= MOST_SIMILAR * films.seconds[whole]:
            continue
        if (share := films.common(part, whole, fewest=FEWEST_MUTE)) >= LEAST:
            found.append((int(films.content[whole]), int(films.content[part]), share))
    return found


def _may_show_the_same(recordings: Recordings, films: Films, whole: int, part: int) -> bool:
    """Return whether two contents don't show different pictures while they sound the same."""
    contents = np.array([whole, part])
    one, other = films.rows(contents).tolist()
    if one < 0 or other < 0:
        return bool(other < 0)  # of a film no more than its sound is in a recording
    apart = bool(recordings.apart(contents[:1], contents[1:])[0])
    share = films.common(one, other, recordings.later(contents[0], contents[1]))
    # pictures half a second apart are of other shots now and then
    return bool(np.isnan(share)) or share >= (_LEAST_APART if apart else LEAST)

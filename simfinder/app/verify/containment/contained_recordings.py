"""Recordings and films of which nearly all is in another one: the first 40 seconds of a song, a scene of a film.

Both are told by their sound, and films must not show other pictures meanwhile. A film without sound is told by its
pictures, wherever in the other one they are, if they are of several shots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from simfinder.model.progress import Control
from simfinder.search.hamming.recordings import recordings_alike
from simfinder.search.linking.film_links import Rows, film_pairs
from simfinder.signatures.picture.films import Films
from simfinder.signatures.sound.recordings import Masks, Recordings
from simfinder.signatures.table.representations import Representations

LEAST = 0.9
"""Share of a recording that another one has."""

FEWEST_MUTE = 3
"""Shots that a film without sound and its part have in common, at least: one camera that stands still sees one shot."""

SHORTEST_MUTE = 5.0
"""Seconds that a part without sound has at least: less may be a title."""

MOST_SIMILAR = 0.7
"""Two that agree in more are similar, and no part and whole."""

# of the pictures of a part with sound, how many must be the same: some fall on another side of a cut
_LEAST_SHOWN = 0.6
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
    pairs = zip(rows[a].tolist(), rows[b].tolist(), strict=True)
    if films is None:
        return _heard_parts(recordings, None, pairs, control)
    return _heard_parts(
        recordings, films, {*pairs, *_both_heard(recordings, films, control)}, control
    ) + _mute_parts(recordings, films, control)


def _both_heard(recordings: Recordings, films: Films, control: Control) -> Iterator[tuple[int, int]]:
    """Yield the rows of recordings of films that may show the same.

    A part that begins between two numbers of the whole has few of the very same ones.
    """
    rows, heard = _of_films(recordings, films)
    one, other = film_pairs(films, control)
    both = heard[one] & heard[other]
    yield from zip(rows[one[both]].tolist(), rows[other[both]].tolist(), strict=True)


def _of_films(recordings: Recordings, films: Films) -> tuple[Rows, Masks]:
    """Return the recording of each film, and whether there is enough to hear."""
    rows = recordings.rows(films.content)
    return rows, (rows >= 0) & recordings.trusted[rows]


def _heard_parts(
    recordings: Recordings, films: Films | None, pairs: Iterable[tuple[int, int]], control: Control
) -> list[tuple[int, int, float]]:
    """Return which pairs of recordings, by their rows, are whole and part."""
    found = []
    for number, (one, other) in enumerate(sorted(pairs)):
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
    return found


def _mute_parts(recordings: Recordings, films: Films, control: Control) -> list[tuple[int, int, float]]:
    """Return the pairs of films, not both with sound, of which one is a part of the other."""
    _, heard = _of_films(recordings, films)
    found = []
    pairs = zip(*(column.tolist() for column in film_pairs(films, control)), strict=True)
    for number, (one, other) in enumerate(pairs):
        if number % _CHECKED == 0:
            control.check()
        part, whole = sorted((one, other), key=lambda row: float(films.seconds[row]))
        if (heard[part] and heard[whole]) or films.seconds[part] >= MOST_SIMILAR * films.seconds[whole]:
            continue
        if films.seconds[part] < SHORTEST_MUTE:
            continue
        laid = films.align(whole, part)
        if laid.share >= LEAST and laid.shots >= FEWEST_MUTE:
            found.append((int(films.content[whole]), int(films.content[part]), laid.share))
    return found


def _may_show_the_same(recordings: Recordings, films: Films, whole: int, part: int) -> bool:
    """Return whether two contents don't show different pictures while they sound the same."""
    contents = np.array([whole, part])
    one, other = films.rows(contents).tolist()
    if one < 0 or other < 0:
        return bool(other < 0)  # of a film no more than its sound is in a recording
    share = films.common(one, other, recordings.later(contents[0], contents[1]))
    return bool(np.isnan(share)) or share >= _LEAST_SHOWN

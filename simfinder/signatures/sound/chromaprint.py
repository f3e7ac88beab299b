"""Chromaprint: a number of 32 bits for each eighth of a second, which says how the notes move around it.

Source: "How does Chromaprint work?" (L. Lalinský, 2011) and the program ``fpcalc`` 1.5.1, algorithm 2, which it equals
bit for bit on sound of 11,025 samples a second; its filters follow "Computer Vision for Music Identification" (Ke,
Hoiem, Sukthankar, 2005). The strength of each of the twelve notes is taken from overlapping pieces of 0.37 s, all
octaves as one, smoothed over five pieces and brought to one loudness. Sixteen filters look at 1.9 s of this picture:
each compares the sum of one part of a rectangle with the sum of another, and two bits say in which of four ranges it
fell.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

RATE = 11_025
"""Samples a second of the sound that is fingerprinted, one channel."""

PIECE = 4_096
STEP = PIECE // 3
"""Samples from one piece to the next: 0.124 s, so there are 8.08 numbers a second."""

NOTES = 12
WIDTH = 16
"""Pieces that the widest filter looks at."""

Sound = npt.NDArray[np.int16]
Fingerprint = npt.NDArray[np.uint32]
_Floats = npt.NDArray[np.float64]

_SMOOTHING = (0.25, 0.75, 1.0, 0.75, 0.25)
_SILENCE = 0.01  # a piece whose notes are weaker than this together has none
_LOWEST, _HIGHEST = 28, 3_520  # Hz
_PIECES_AT_ONCE = 256  # 8 MB of waves
_SAMPLES_AT_ONCE = 120 * RATE  # of a long recording: with what is made of them 20 MB
_GRAY = np.array((0, 1, 3, 2), np.uint32)


class _Filter(NamedTuple):
    """A rectangle of notes and pieces, how it is parted, and where its four ranges end."""

    shape: int
    note: int
    notes: int
    pieces: int
    ends: tuple[float, float, float]


_FILTERS = (
    _Filter(0, 4, 3, 15, (1.98215, 2.35817, 2.63523)),
    _Filter(4, 4, 6, 15, (-1.03809, -0.651211, -0.282167)),
    _Filter(1, 0, 4, 16, (-0.298702, 0.119262, 0.558497)),
    _Filter(3, 8, 2, 12, (-0.105439, 0.0153946, 0.135898)),
    _Filter(3, 4, 4, 8, (-0.142891, 0.0258736, 0.200632)),
    _Filter(4, 0, 3, 5, (-0.826319, -0.590612, -0.368214)),
    _Filter(1, 2, 2, 9, (-0.557409, -0.233035, 0.0534525)),
    _Filter(2, 7, 3, 4, (-0.0646826, 0.00620476, 0.0784847)),
    _Filter(2, 6, 2, 16, (-0.192387, -0.029699, 0.215855)),
    _Filter(2, 1, 3, 2, (-0.0397818, -0.00568076, 0.0292026)),
    _Filter(5, 10, 1, 15, (-0.53823, -0.369934, -0.190235)),
    _Filter(3, 6, 2, 10, (-0.124877, 0.0296483, 0.139239)),
    _Filter(2, 1, 1, 14, (-0.101475, 0.0225617, 0.231971)),
    _Filter(3, 5, 6, 4, (-0.0799915, -0.00729616, 0.063262)),
    _Filter(1, 9, 2, 12, (-0.272556, 0.019424, 0.302559)),
    _Filter(3, 4, 2, 14, (-0.164292, -0.0321188, 0.0846339)),
)


def chromaprint(sound: Sound) -> Fingerprint:
    """Return the fingerprint of a recording.

    Args:
        sound: (samples,) int16, one channel, ``RATE`` samples a second.

    Returns:
        (numbers,) uint32, one for each step at which 20 pieces are there; none for less than 2.7 s.
    """
    return _numbers(_one_loudness(_smoothed(_notes(sound))))


def chromaprint_of_parts(parts: Iterable[Sound]) -> Fingerprint:
    """Return the fingerprint of a recording that comes in parts, in little memory however long it is.

    Args:
        parts: (samples,) int16 each, one behind the other.

    Returns:
        What ``chromaprint`` returns of all at once.
    """
    held: list[Sound] = []
    rows: list[Fingerprint] = []
    samples = 0
    for part in parts:
        held.append(part)
        samples += len(part)
        if samples >= _SAMPLES_AT_ONCE:
            sound = np.concatenate(held)
            rows.append(chromaprint(sound))
            held = [sound[len(rows[-1]) * STEP :]]
            samples = len(held[0])
    rows.append(chromaprint(np.concatenate([*held, np.zeros(0, np.int16)])))
    return np.concatenate(rows)


def _notes(sound: Sound) -> _Floats:
    """Return how strong each note is in each piece, (pieces, 12)."""
    if len(sound) < PIECE:
        return np.zeros((0, NOTES))
    pieces = np.lib.stride_tricks.sliding_window_view(sound, PIECE)[::STEP]
    window = (0.54 - 0.46 * np.cos(2 * np.pi / (PIECE - 1) * np.arange(PIECE))) / 32_767
    first, last = (round(PIECE * hertz / RATE) for hertz in (_LOWEST, _HIGHEST))
    octaves = np.log2(np.arange(first, last) * RATE / PIECE / (440 / 16))
    note = (NOTES * (octaves - np.floor(octaves))).astype(np.intp)
    of_note = (note[:, None] == np.arange(NOTES)).astype(np.float64)
    strength = np.empty((len(pieces), NOTES))
    for start in range(0, len(pieces), _PIECES_AT_ONCE):
        waves = np.fft.rfft(pieces[start : start + _PIECES_AT_ONCE] * window)[:, first:last]
        strength[start : start + _PIECES_AT_ONCE] = (waves.real**2 + waves.imag**2) @ of_note
    return strength


def _smoothed(notes: _Floats) -> _Floats:
    """Return the sums over five pieces in turn; four pieces fewer."""
    count = max(0, len(notes) - len(_SMOOTHING) + 1)
    smooth = np.zeros((count, NOTES))
    for at, share in enumerate(_SMOOTHING):
        smooth += share * notes[at : at + count]
    return smooth


def _one_loudness(notes: _Floats) -> _Floats:
    """Return the notes of each piece brought to length one, and none where it is silent."""
    length = np.sqrt((notes**2).sum(axis=1, keepdims=True))
    return np.where(length < _SILENCE, 0.0, notes / np.maximum(length, _SILENCE))


def _numbers(notes: _Floats) -> Fingerprint:
    count = max(0, len(notes) - WIDTH + 1)
    sums = np.zeros((len(notes) + 1, NOTES + 1))
    sums[1:, 1:] = notes.cumsum(axis=0).cumsum(axis=1)
    numbers = np.zeros(count, np.uint32)
    for item in _FILTERS:
        more, less = _parts(sums, count, item)
        level = np.searchsorted(item.ends, np.log1p(more) - np.log1p(less), side="right")
        numbers = (numbers << np.uint32(2)) | _GRAY[level]
    return numbers


def _parts(sums: _Floats, count: int, item: _Filter) -> tuple[_Floats, _Floats]:
    """Return the two sums that a filter compares, for each place of its rectangle, (count,) each.

    Args:
        sums: of all notes below and all pieces before, (pieces + 1, 13).
        count: places.
        item: shapes: 0 is all of the rectangle, 1 the upper half, 2 the later half, 3 two opposite quarters, 4 the
            middle third of the notes, 5 the middle third of the pieces; against the rest of it.
    """
    low, high, wide = item.note, item.note + item.notes, item.pieces

    def area(start: int, end: int, bottom: int, top: int) -> _Floats:
        total: _Floats = (
            sums[end : end + count, top]
            - sums[start : start + count, top]
            - sums[end : end + count, bottom]
            + sums[start : start + count, bottom]
        )
        return np.maximum(total, 0.0)  # a rounding error below 0 has no logarithm worth having

    whole = area(0, wide, low, high)
    match item.shape:
        case 0:
            return whole, np.zeros(count)
        case 1:
            more = area(0, wide, low + item.notes // 2, high)
        case 2:
            more = area(wide // 2, wide, low, high)
        case 3:
            middle, half = low + item.notes // 2, wide // 2
            more = area(0, half, middle, high) + area(half, wide, low, middle)
        case 4:
            third = item.notes // 3
            more = area(0, wide, low + third, low + 2 * third)
        case _:
            third = wide // 3
            more = area(third, 2 * third, low, high)
    return more, whole - more


SILENT = int(_numbers(np.zeros((WIDTH, NOTES)))[0])
"""The number of silence."""

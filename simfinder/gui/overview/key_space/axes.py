"""Axes of a picture of points: positions and labels of the ticks. The canvas paints them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QCoreApplication

from simfinder.gui.wording.formatting import count_text, localized, size_text

_GAP = 64.0  # pixels between two marks with words, at least
_DECADES = 19


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis.

    Attributes:
        title: what it measures.
        words: of a value.
        logarithmic: places are those of ``key_space.log_scale``; otherwise they are the values.
    """

    title: str
    words: Callable[[float], str]
    logarithmic: bool = True

    def place(self, value: float) -> float:
        """Return the position of a value."""
        return math.log10(1.0 + max(0.0, value)) if self.logarithmic else value

    def value(self, place: float) -> float:
        """Return the value at a position; never below 0 on a logarithmic axis."""
        if not self.logarithmic:
            return place
        return math.pow(10.0, min(300.0, max(0.0, place))) - 1.0


def _tr(text: str) -> str:
    return QCoreApplication.translate("Axes", text)


def bytes_words(value: float) -> str:
    """Write a size for a tick."""
    return size_text(round(value))


def number_words(value: float) -> str:
    """Write a key for a tick: ``40``, ``40 thousand``, ``4 million``; all digits where that would round it."""
    value = float(f"{value:.12g}")
    for unit, words in (
        (1e12, _tr("%1 trillion")),
        (1e9, _tr("%1 billion")),
        (1e6, _tr("%1 million")),
        (1e3, _tr("%1 thousand")),
    ):
        if abs(value) >= unit:
            short = f"{value / unit:.4g}"
            if math.isclose(float(short) * unit, value):
                return words.replace("%1", localized(short))
            return count_text(round(value))
    return localized(f"{value:.4g}")


def ticks(axis: Axis, low: float, high: float, pixels: float, gap: float = _GAP) -> list[tuple[float, str]]:
    """Return the places and words of the marks between two places: as many as there is room for, at round values.

    Args:
        axis: what is measured.
        low: place at one end.
        high: place at the other.
        pixels: between them.
        gap: least distance of two marks in pixels.
    """
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low or pixels < gap:
        return []
    if not axis.logarithmic:
        return _named(axis, _even(low, high, pixels, gap))
    for values in _series():
        places = [axis.place(value) for value in values]
        inside = _clear_of_zero(
            [place for place in places if low <= place <= high], (high - low) * gap / pixels
        )
        if len(inside) >= 3 and min(_steps(inside)) * pixels / (high - low) >= gap:
            return _named(axis, inside)
    values_seen = [axis.value(low), axis.value(high)]
    if high - low < 1.0:  # less than a decade: round values at equal distances
        places = [axis.place(v) for v in _even(values_seen[0], values_seen[1], pixels * 0.6, gap) if v >= 0]
        return _named(axis, [place for place in places if low <= place <= high])
    return _named(axis, [p for p in map(axis.place, _powers(3)) if low <= p <= high])


def _series() -> list[list[float]]:
    """Round values, the closest ones first."""
    close = [0.0, *(d * 10.0**n for n in range(_DECADES) for d in (1, 2, 5))]
    return [close, _powers(1), _powers(2), _powers(3)]


def _powers(step: int) -> list[float]:
    return [0.0, *(10.0**n for n in range(0, _DECADES, step))]


def _even(low: float, high: float, pixels: float, gap: float) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten."""
    least = (high - low) * gap / pixels
    if least <= 0:
        return []
    power = 10.0 ** math.floor(math.log10(least))
    step = next((d * power for d in (1, 2, 5) if d * power >= least), 10 * power)
    first = math.ceil(low / step)
    return [n * step for n in range(first, math.floor(high / step) + 1)]


def _named(axis: Axis, places: list[float]) -> list[tuple[float, str]]:
    """Return the marks with their words; of two that say the same only the first."""
    found: dict[str, float] = {}
    for place in places:
        found.setdefault(axis.words(axis.value(place)), place)
    return [(place, words) for words, place in found.items()]


def _clear_of_zero(places: list[float], least: float) -> list[float]:
    """Without those too close to the mark at 0, where a logarithmic axis begins evenly."""
    return [place for place in places if places[0] != 0.0 or not 0.0 < place < least]


def _steps(places: list[float]) -> list[float]:
    return [b - a for a, b in pairwise(places)] or [math.inf]

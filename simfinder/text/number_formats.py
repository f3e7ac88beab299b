"""Numbers as people read them: sizes, shares, counts, durations, the same in window and terminal."""

from __future__ import annotations

import math

_UNITS = ("B", "kB", "MB", "GB", "TB", "PB", "EB")


def size_text(size: int) -> str:
    """Write bytes in decimal units with at most three significant digits: ``1.2 MB``, ``41 kB``, ``999 B``."""
    value = float(size)
    for unit in _UNITS:
        if value < 999.5 or unit == _UNITS[-1]:
            if unit == "B" or value >= 99.5:
                return f"{value:.0f} {unit}"
            return f"{value:.1f} {unit}".replace(".0 ", " ")
        value /= 1000.0
    raise AssertionError("unreachable")


def percent_text(similarity: float) -> str:
    """Write a share as a percentage, cut and never rounded up: ``100 %`` is kept for identical content."""
    if similarity >= 1.0:
        return "100 %"
    percent = math.floor(similarity * 1000.0 + 1e-4) / 10.0
    return f"{min(percent, 99.9):.1f} %" if percent > 99.0 else f"{math.floor(percent + 1e-6):.0f} %"


def count_text(count: int) -> str:
    """Write a whole number with thousands separated: ``25,590``."""
    return f"{count:,}"


def counted(count: int, one: str, many: str) -> str:
    """Write a count with its noun: ``1 file``, ``25,590 files``."""
    return f"{count_text(count)} {one if count == 1 else many}"


def duration_text(seconds: float) -> str:
    """Write a rounded duration: ``40 s``, ``3 min``, ``2 h 10 min``."""
    if seconds < 60:
        return f"{max(1, math.ceil(seconds))} s"
    minutes = math.ceil(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"


def clock_text(seconds: float) -> str:
    """Write how long a recording is, as players do: ``3:05``, ``1:02:10``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

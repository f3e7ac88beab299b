"""Which modification times can be trusted, and how far apart two are.

A placeholder (1970, the first day a zip can name, a day in the future) says at best when files were unpacked, not when
they were written.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from simfinder.text.message import Figures, Message, say

_SECOND = 1_000_000_000
_DAY = 86_400 * _SECOND
_ZIP_EPOCH = 315_532_800 * _SECOND  # 1980-01-01
_NPM_TIME = 499_162_500  # 1985-10-26 08:15:00, the time of every file in an npm package

_UNITS: tuple[tuple[float, Callable[[int], Message]], ...] = (
    (365.25 * 86_400, lambda n: say("{} year", n) if n == 1 else say("{} years", n)),
    (30.44 * 86_400, lambda n: say("{} month", n) if n == 1 else say("{} months", n)),
    (86_400.0, lambda n: say("{} day", n) if n == 1 else say("{} days", n)),
    (3_600.0, lambda n: say("{} hour", n) if n == 1 else say("{} hours", n)),
    (60.0, lambda n: say("{} minute", n) if n == 1 else say("{} minutes", n)),
    (1.0, lambda n: say("{} second", n) if n == 1 else say("{} seconds", n)),
)


def span_text(nanoseconds: int) -> Message:
    """Write a length of time in its largest unit that fits: ``3 days``, ``less than a second``."""
    seconds = abs(nanoseconds) / _SECOND
    for length, text in _UNITS:
        if seconds >= length:
            return text(int(seconds / length))
    return say("less than a second")


def doubt_of(mtime_ns: int, now_ns: int | None = None) -> str:
    """Say why a time is not a real one; "" if nothing speaks against it.

    Args:
        mtime_ns: nanoseconds since 1970.
        now_ns: the present, None asks the clock.
    """
    if mtime_ns < _ZIP_EPOCH + 2 * _DAY:
        return say("is {}, which is only a placeholder", _day(mtime_ns))
    if mtime_ns // _SECOND == _NPM_TIME:
        return say("is the one that npm gives every file")
    if mtime_ns > (time.time_ns() if now_ns is None else now_ns) + _DAY:
        return say("is in the future ({})", _day(mtime_ns))
    return ""


def doubtful_times(mtimes_ns: npt.NDArray[np.int64], now_ns: int) -> npt.NDArray[np.bool_]:
    """Find the times, (n,) bool, that ``doubt_of`` doubts."""
    doubtful: npt.NDArray[np.bool_] = (
        (mtimes_ns < _ZIP_EPOCH + 2 * _DAY)
        | (mtimes_ns // _SECOND == _NPM_TIME)
        | (mtimes_ns > now_ns + _DAY)
    )
    return doubtful


def _day(mtime_ns: int) -> Message | Figures:
    seconds = mtime_ns // _SECOND
    try:
        return Figures(time.strftime("%Y-%m-%d", time.gmtime(seconds)))
    except (ValueError, OverflowError, OSError):  # a year the C library can't name
        return say("{} seconds from 1970", seconds)

"""Which modification times can be trusted, and how far apart two are.

A placeholder (1970, the first day a zip can name, a day in the future) says at best when files were unpacked, not when
they were written.
"""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt

_SECOND = 1_000_000_000
_DAY = 86_400 * _SECOND
_ZIP_EPOCH = 315_532_800 * _SECOND  # 1980-01-01
_NPM_TIME = 499_162_500  # 1985-10-26 08:15:00, the time of every file in an npm package

_UNITS = (
    ("year", 365.25 * 86_400),
    ("month", 30.44 * 86_400),
    ("day", 86_400.0),
    ("hour", 3_600.0),
    ("minute", 60.0),
    ("second", 1.0),
)


def span_text(nanoseconds: int) -> str:
    """Write a length of time in its largest unit that fits: ``3 days``, ``less than a second``."""
    seconds = abs(nanoseconds) / _SECOND
    for unit, length in _UNITS:
        if seconds >= length:
            count = int(seconds / length)
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "less than a second"


def doubt_of(mtime_ns: int, now_ns: int | None = None) -> str:
    """Say why a time is not a real one; "" if nothing speaks against it.

    Args:
        mtime_ns: nanoseconds since 1970.
        now_ns: the present, None asks the clock.
    """
    if mtime_ns < _ZIP_EPOCH + 2 * _DAY:
        return f"is {_day(mtime_ns)}, which stands for no time"
    if mtime_ns // _SECOND == _NPM_TIME:
        return "is the one that npm gives every file"
    if mtime_ns > (time.time_ns() if now_ns is None else now_ns) + _DAY:
        return f"lies in the future ({_day(mtime_ns)})"
    return ""


def doubtful_times(mtimes_ns: npt.NDArray[np.int64], now_ns: int) -> npt.NDArray[np.bool_]:
    """Find the times, (n,) bool, that ``doubt_of`` doubts."""
    doubtful: npt.NDArray[np.bool_] = (
        (mtimes_ns < _ZIP_EPOCH + 2 * _DAY)
        | (mtimes_ns // _SECOND == _NPM_TIME)
        | (mtimes_ns > now_ns + _DAY)
    )
    return doubtful


def _day(mtime_ns: int) -> str:
    seconds = mtime_ns // _SECOND
    try:
        return time.strftime("%Y-%m-%d", time.gmtime(seconds))
    except (ValueError, OverflowError, OSError):  # a year the C library can't name
        return f"{seconds} seconds from 1970"

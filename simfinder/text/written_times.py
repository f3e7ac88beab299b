"""Times as a person writes them: dates, and ages such as ``30d``."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_AGE = re.compile(r"^(\d{1,4})\s*([dwmy])$")
_DAYS = {"d": 1, "w": 7}
_MONTHS = {"m": 1, "y": 12}


def time_of(text: str, now: datetime | None = None) -> int:
    """Return the time that a date or an age means, in nanoseconds since 1970; never less than 0.

    An age counts back from the beginning of today, so it means the same all day.

    Raises:
        ValueError: it is neither; the message is the text.
    """
    text = text.strip()
    here = now or datetime.now(tz=UTC).astimezone().replace(tzinfo=None)
    today = here.replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        if match := _AGE.match(text.lower()):
            when = _ago(today, int(match[1]), match[2])
        else:
            when = datetime.fromisoformat(text)
        time_ns = max(0, round(when.timestamp()) * 1_000_000_000)
        date_of(time_ns)  # the last moments of the year 9999 are not a date everywhere
        return time_ns
    except (ValueError, OverflowError, OSError):
        raise ValueError(text) from None


def _ago(today: datetime, number: int, unit: str) -> datetime:
    if unit in _DAYS:
        return today - timedelta(days=number * _DAYS[unit])
    months = today.year * 12 + today.month - 1 - number * _MONTHS[unit]
    year, month = divmod(months, 12)
    for day in (today.day, 30, 29, 28):  # a month before the 31st may have no such day
        try:
            return today.replace(year=year, month=month + 1, day=day)
        except ValueError:
            if not 1 <= year <= 9999:
                raise
    raise ValueError(number)


def date_of(time_ns: int) -> str:
    """Write a time, in nanoseconds since 1970, as a date; with the time of day where that is not midnight."""
    when = datetime.fromtimestamp(time_ns // 1_000_000_000, tz=UTC).astimezone()
    midnight = not (when.hour or when.minute or when.second)
    return when.strftime("%Y-%m-%d" if midnight else "%Y-%m-%d %H:%M:%S")

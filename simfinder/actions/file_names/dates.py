"""Dates in file names, in the forms people and programs write them.

Reads text only, and only dates that are unambiguous: not 03/04/2024 (the 3rd of April to some, the 4th of March to
others), no two-digit years, no bare year.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from dataclasses import dataclass

from simfinder.actions.file_names.version_words import MONTHS, ONLY_WITH_DAY
from simfinder.text.patterns import late_pattern


@dataclass(frozen=True, slots=True)
class NameDate:
    """The span of time that a name states: a second, a minute, a day, a week, a month or a quarter.

    Attributes:
        first: its first second, YYYYMMDDhhmmss as a number.
        last: its last one.
    """

    first: int
    last: int

    def __str__(self) -> str:
        """Write it as people do: ``2024-03-01``, ``2024-03-01 14:05:33``, ``2024-03``, or both days of a longer one."""
        day, moment = divmod(self.first, 1_000_000)
        last_day, last_moment = divmod(self.last, 1_000_000)
        if day != last_day:
            whole_month = day // 100 == last_day // 100 and day % 100 == 1 and last_day % 100 >= 28
            return _day_text(day)[:7] if whole_month else f"{_day_text(day)} to {_day_text(last_day)}"
        if (moment, last_moment) == (0, 235959):
            return _day_text(day)
        clock = f"{moment // 10000:02}:{moment // 100 % 100:02}"
        return f"{_day_text(day)} {clock}" + (f":{moment % 100:02}" if self.first == self.last else "")


_YEAR = r"((?:19|20)\d\d)"
_MONTH = r"(0[1-9]|1[0-2])"
_DAY = r"(0[1-9]|[12]\d|3[01])"
_CLOCK = late_pattern(
    r"(?:[t_ \-.,~]|[_ ]-[_ ]|[_ ,]+(?:at|um|à|a las|alle|às|om|o|в|kl)[_ ]+){1,2}"
    r"(?:([01]?\d|2[0-3])([-:.h_])([0-5]\d)(?:[-:.m_]([0-5]\d))?|([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(?:\d{3})?)"
    r"(?:(?:z|[ _]?([ap])\.?m\.?)(?![^\W\d_]))?(?!\d)"
)
_PACKED_CLOCK = late_pattern(r"([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(?:\d{3})?(?!\d)")
_CJK_CLOCK = late_pattern(r"[_ ]?([01]?\d|2[0-3])[時时点]([0-5]?\d)分(?:([0-5]?\d)秒)?")

_ISO = late_pattern(
    rf"(?<!\d){_YEAR}([-_.]?){_MONTH}\2{_DAY}(?:(?!\d)|(?=\d{{4}}(?:\d\d(?:\d{{3}})?)?(?!\d)))"
)
_LOOSE = late_pattern(rf"(?<![\d.]){_YEAR}([-_. ]){_MONTH[:-1]}|[1-9])\2{_DAY[:-1]}|[1-9])(?!\d|\2\d)")
_DMY = late_pattern(rf"(?<![\d.])(\d{{1,2}})([-_./])(\d{{1,2}})\2{_YEAR}(?!\d)")
_YEAR_MONTH = late_pattern(rf"(?<![\d.]){_YEAR}([-_.]){_MONTH}(?!\d|\2\d|[-_.]\d)")
_WEEK = late_pattern(
    rf"(?<!\d){_YEAR}[-_ ]?(?:w|kw)[-_ ]?([0-5]\d)(?:-?([1-7]))?(?!\w)"
    rf"|(?<![^\W_])kw[-_ .]*([0-5]?\d)[-_ /.]+{_YEAR}(?!\d)"
)
_QUARTER = late_pattern(
    rf"(?<![^\W_])q([1-4])[-_ .]*{_YEAR}(?!\d)|(?<!\d){_YEAR}[-_ .]*q([1-4])(?![^\W_])"
    rf"|(?<!\d)([1-4])\.?[-_ ]?quartal[-_ ]{_YEAR}(?!\d)"
)
_UNIX = late_pattern(r"(?<![^\W_])(1\d{9})(?:\d{3})?(?![^\W_])")
_CJK = late_pattern(rf"(?<!\d){_YEAR}年[_ ]?(0?[1-9]|1[0-2])月(?:[_ ]?(0?[1-9]|[12]\d|3[01])日)?")

_NAMES = "|".join(sorted(map(re.escape, MONTHS), key=len, reverse=True))
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª|-го|-е)?"
_GAP = r"[-_ .,]{0,2}"
_DE = r"(?:(?:de|di|del|of)[_ ])?"
_DAY_NAME = late_pattern(
    rf"(?<!\d)([12]\d|3[01]|0?[1-9]){_ORDINAL}{_GAP}{_DE}(?<![^\W\d_])({_NAMES})(?![^\W\d_]){_GAP}{_DE}{_YEAR}(?!\d)"
)
_NAME_DAY = late_pattern(
    rf"(?<![^\W\d_])({_NAMES})(?![^\W\d_]){_GAP}([12]\d|3[01]|0?[1-9]){_ORDINAL}[-_ .,]{{1,2}}{_YEAR}(?!\d)"
)
_YEAR_NAME = late_pattern(
    rf"(?<!\d){_YEAR}{_GAP}(?<![^\W\d_])({_NAMES})(?![^\W\d_])(?:{_GAP}(\d{{1,2}}))?(?!\d)"
)
_NAME_YEAR = late_pattern(rf"(?<![^\W\d_])({_NAMES})(?![^\W\d_]){_GAP}{_DE}{_YEAR}(?!\d)")


def take_date(text: str, *, month_named: bool) -> tuple[NameDate | None, str]:
    """Find the first date of a name and take it out.

    Args:
        text: the name, lower case and composed.
        month_named: whether the name holds a word that is a month's.

    Returns:
        The date, and the name with a blank in its place; None and the text where there is none.
    """
    for pattern, read in _NAMED if month_named else _NUMERIC:
        for found in pattern.finditer(text):
            if (date := read(found)) is None:
                continue
            end = found.end()
            if date.last - date.first == 235959 and (timed := _with_clock(date.first, text, end)):
                date, end = timed
            return date, text[: found.start()] + " " + text[end:]
    return None, text


def _with_clock(first: int, text: str, at: int) -> tuple[NameDate, int] | None:
    """Read the time of day behind a day: the exact span, and where the match ends."""
    found = _CLOCK.match(text, at)
    if found is not None:
        hour, minute = int(found[1] or found[5]), int(found[3] or found[6])
        second = found[4] or found[7]
        if found[8] and 1 <= hour <= 12:
            hour = hour % 12 + (12 if found[8] == "p" else 0)
    else:
        found = _PACKED_CLOCK.match(text, at) if text[at - 1].isdigit() else None
        found = found or _CJK_CLOCK.match(text, at)
        if found is None:
            return None
        hour, minute, second = int(found[1]), int(found[2]), found[3]
    start = first + hour * 10000 + minute * 100 + int(second or 0)
    return NameDate(start, start if second else start + 59), found.end()


def _days(year: int, month: int, day: int, span: int = 1) -> NameDate | None:
    try:
        begin = dt.date(year, month, day)
        end = begin + dt.timedelta(days=span - 1)
    except (ValueError, OverflowError):
        return None  # the 31st of February: digits of another meaning
    return NameDate(_number(begin) * 1_000_000, _number(end) * 1_000_000 + 235959)


def _months(year: int, month: int, span: int = 1) -> NameDate:
    last = month + span - 1
    return NameDate(
        (year * 10000 + month * 100 + 1) * 1_000_000,
        (year * 10000 + last * 100 + calendar.monthrange(year, last)[1]) * 1_000_000 + 235959,
    )


def _number(day: dt.date) -> int:
    return day.year * 10000 + day.month * 100 + day.day


def _day_text(day: int) -> str:
    return f"{day // 10000}-{day // 100 % 100:02}-{day % 100:02}"


def _read_ymd(found: re.Match[str]) -> NameDate | None:
    return _days(int(found[1]), int(found[3]), int(found[4]))


def _read_dmy(found: re.Match[str]) -> NameDate | None:
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    if found[2] == "." and second <= 12:  # wherever dots are used, the day comes first
        return _days(year, second, first)
    if second > 12:
        return _days(year, first, second)
    if first > 12 or first == second:
        return _days(year, second, first)
    return None


def _read_week(found: re.Match[str]) -> NameDate | None:
    year, week = (found[1], found[2]) if found[1] else (found[5], found[4])
    try:
        day = dt.date.fromisocalendar(int(year), int(week), int(found[3] or 1))
    except ValueError:
        return None
    return _days(day.year, day.month, day.day, 1 if found[3] else 7)


def _read_quarter(found: re.Match[str]) -> NameDate:
    year = found[2] or found[3] or found[6]
    return _months(int(year), int(found[1] or found[4] or found[5]) * 3 - 2, 3)


def _read_unix(found: re.Match[str]) -> NameDate | None:
    seconds = int(found[1])
    if seconds >= 1_900_000_000:  # 2030: rather a number of another kind
        return None
    moment = dt.datetime.fromtimestamp(seconds, dt.UTC)
    number = _number(moment.date()) * 1_000_000 + moment.hour * 10000 + moment.minute * 100 + moment.second
    return NameDate(number, number)


def _read_cjk(found: re.Match[str]) -> NameDate | None:
    year, month = int(found[1]), int(found[2])
    return _days(year, month, int(found[3])) if found[3] else _months(year, month)


def _read_year_name(found: re.Match[str]) -> NameDate | None:
    year, month = int(found[1]), MONTHS[found[2]]
    if found[3]:
        return _days(year, month, int(found[3]))
    return None if found[2] in ONLY_WITH_DAY else _months(year, month)


def _read_name_year(found: re.Match[str]) -> NameDate | None:
    return None if found[1] in ONLY_WITH_DAY else _months(int(found[2]), MONTHS[found[1]])


_NUMERIC = (
    (_ISO, _read_ymd),
    (_LOOSE, _read_ymd),
    (_DMY, _read_dmy),
    (_CJK, _read_cjk),
    (_WEEK, _read_week),
    (_QUARTER, _read_quarter),
    (_YEAR_MONTH, lambda found: _months(int(found[1]), int(found[3]))),
    (_UNIX, _read_unix),
)
_NAMED = (
    (_DAY_NAME, lambda found: _days(int(found[3]), MONTHS[found[2]], int(found[1]))),
    (_NAME_DAY, lambda found: _days(int(found[3]), MONTHS[found[1]], int(found[2]))),
    (_YEAR_NAME, _read_year_name),
    (_NAME_YEAR, _read_name_year),
    *_NUMERIC,
)

"""The time that work will still take, estimated over all its phases, and how a person is told.

An estimate is made of the snapshots of the progress line. Each phase costs seconds for its files and bytes
(``COSTS``), times how fast this machine was at it before (``Speeds``) and is now: the more of a phase is done, the more
its own pace counts. A phase to come is foreseen from the files and bytes there are to read, times how slow this work
has been so far.

    left = rest of this phase at its own pace + all later phases as foreseen

What is said is coarse and calmer than the estimate. It falls with the clock and does not rise, unless the work takes
much longer than was said: then it says so. Nothing is said before the files are counted. The last seconds are promised
once; when they have passed, that is said too, and so is a drive that does not answer.

To estimate another phase, add it to ``COSTS`` and announce it with ``Control.intend``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from simfinder.model.progress import Phase, Progress
from simfinder.text.message import Message, say

COUNTING = say("still counting")
LONGER = say("taking longer than expected")
NEARLY = say("a few more seconds")
SOON = say("less than 5 seconds left")

SILENT_S = 10.0
"""A drive that has not answered for so long is spoken of."""

_SOON_S, _NEARLY_S = 5.0, 3.0  # a promise of the last seconds holds so long
_IDLE_S = 3.0  # without any count moving: others may go on while one drive is silent
_STEADY = 3.0  # s over which the expected end is smoothed
_PRIOR = (
    3.0  # s of work that must be done until a machine's pace of now counts as much as what was remembered
)
_OWN_PRIOR = 0.15  # share of a phase after which its own pace counts as much
_GROWTH = 1.5  # how much larger a total that may grow becomes
_TAIL = 0.06  # of the time a phase has taken, that it takes at least where its end can't be seen
_RISE, _RISE_S = 1.3, 5.0  # more than so many times the time said, and so many seconds: it is said to rise
_LATE_S = 3.0  # s for which it must be that much longer
_LEAST_S = 0.5  # a phase that took less says nothing about a machine
_LEARN = 0.5  # weight of a long run beside all those before, as an exponent
_SLOWEST = 30.0
_FORESEEN = (
    Phase.READING,
    Phase.COMPARING,
    Phase.WEIGHING,
    Phase.GROUPING,
    Phase.VERIFYING,
    Phase.CONTAINING,
    Phase.MEASURING,
)
_ORDER = {phase: place for place, phase in enumerate(Phase)}
_OF_ALL = (Phase.COMPARING, Phase.WEIGHING, Phase.GROUPING)  # with one new file, all files are compared again


class Cost(NamedTuple):
    """What a phase costs on a machine of two cores, in seconds.

    Attributes:
        start: to load its kernels.
        file, byte: for each of its own files (or pairs, or contents) and bytes.
        ahead_file, ahead_byte: for each file and byte that the scan has to read, while its own are not known.
    """

    start: float
    file: float
    byte: float
    ahead_file: float
    ahead_byte: float


COSTS: Mapping[Phase, Cost] = {
    Phase.LISTING: Cost(0.1, 40e-6, 0.0, 0.0, 0.0),
    Phase.READING: Cost(0.4, 60e-6, 3e-9, 60e-6, 3e-9),
    Phase.OPENING: Cost(0.2, 0.3e-3, 40e-9, 0.0, 0.0),
    Phase.LOOKING: Cost(0.0, 10e-3, 5e-9, 0.0, 0.0),
    Phase.LISTENING: Cost(0.3, 10e-3, 80e-9, 0.0, 0.0),
    Phase.WATCHING: Cost(0.3, 1.0, 0.0, 0.0, 0.0),
    Phase.COMPARING: Cost(0.3, 100e-6, 0.0, 100e-6, 0.0),
    Phase.CROWDED: Cost(0.2, 50e-6, 0.0, 0.0, 0.0),
    Phase.WEIGHING: Cost(0.2, 40e-3, 0.0, 100e-6, 0.0),
    Phase.GROUPING: Cost(0.2, 50e-6, 0.0, 50e-6, 0.0),
    Phase.VERIFYING: Cost(0.5, 0.1e-3, 20e-9, 60e-6, 8e-9),
    Phase.CONTAINING: Cost(0.2, 100e-6, 10e-9, 100e-6, 10e-9),
    Phase.MEASURING: Cost(0.2, 60e-6, 5e-9, 100e-6, 5e-9),
}
"""Measured on a source tree of 27,000 files and a folder of documents, on a virtual server of two cores."""


@dataclass(frozen=True, slots=True)
class Speeds:
    """How much slower than ``COSTS`` this machine was, by phase; 1.0 where nothing is known.

    Attributes:
        own: for a phase's own files and bytes.
        ahead: for what was foreseen of it.
    """

    own: Mapping[Phase, float] = field(default_factory=dict)
    ahead: Mapping[Phase, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What can be said at one moment.

    Attributes:
        words: for people; "" while nothing is to be said.
        share: of the whole time that has passed, 0..1, never less than before; None while unknown.
        seconds: left, as they are said, before rounding; None while nothing can be said.
    """

    words: str
    share: float | None
    seconds: float | None


@dataclass(slots=True)
class _Stage:
    """One phase that has begun: how long it has lasted, and its counts at the last look."""

    seconds: float = 0.0
    last: Progress = field(default_factory=Progress)
    first_total: float = 0.0  # cost of what it was begun with


class TimeLeft:
    """Watches one piece of work.

    Args:
        speeds: of this machine, from earlier runs.
        files, size: new files and their bytes, for work that begins after they were read.
        slower: how many times as long it takes as work on all cores.
    """

    def __init__(
        self, speeds: Speeds | None = None, *, files: int = 0, size: int = 0, slower: float = 1.0
    ) -> None:
        self._speeds, self._slower = speeds or Speeds(), slower
        self._stages: dict[Phase, _Stage] = {}
        self._at: float | None = None
        self._phase = Phase.LISTING
        self._furthest = 0  # of ``_ORDER``
        self._files, self._bytes = files, size  # that the scan has to read
        self._all_files = files
        self._words = _Words()
        self._share: float | None = None

    def see(self, progress: Progress) -> Estimate:
        """Take a snapshot, ten times a second or so, and say what can be said."""
        passed = 0.0 if self._at is None or progress.waiting else max(0.0, progress.now - self._at)
        self._at = progress.now
        stage = self._stages.setdefault(progress.phase, _Stage())
        stage.seconds += passed
        stage.first_total = stage.first_total or _cost(progress)
        stage.last = progress
        self._phase = progress.phase
        if Phase.READING in self._stages:
            reading = self._stages[Phase.READING].last
            self._all_files, self._bytes = reading.files_total, reading.bytes_total
            if progress.early:  # the phases to come have only what was read
                self._all_files, self._bytes = reading.files, reading.bytes
            self._files = max(0, self._all_files - reading.from_cache)
        left = self._left(progress)
        if not progress.plan:
            seconds, words = self._words.of(left, progress)
            return Estimate(words, progress.fraction, seconds)
        spent = sum(one.seconds for one in self._stages.values())
        if left is not None:
            share = min(0.99, spent / max(spent + left, 1e-9))
            self._share = max(share, self._share or 0.0)
        seconds, words = self._words.of(left, progress)
        return Estimate(words, self._share, seconds)

    def learned(self) -> Speeds:
        """Return the speeds of this machine with what was seen now. Call it when all the work is done.

        The longer a phase took, the more it counts; never more than half beside all that is remembered.
        """
        own, ahead = dict(self._speeds.own), dict(self._speeds.ahead)
        for phase, stage in self._stages.items():
            if stage.seconds < _LEAST_S or phase not in COSTS:
                continue
            weight = _LEARN * stage.seconds / (stage.seconds + _PRIOR)
            if cost := _cost(stage.last):
                own[phase] = _mixed(own.get(phase), stage.seconds / cost, weight)
            if self._files and phase in _FORESEEN:
                ahead[phase] = _mixed(ahead.get(phase), stage.seconds / self._ahead(phase), weight)
        return Speeds(own, ahead)

    @property
    def seconds(self) -> float:
        """Return how long the work has lasted, without pauses."""
        return sum(stage.seconds for stage in self._stages.values())

    # the estimate
    def _left(self, progress: Progress) -> float | None:
        """Return the seconds left of the whole work; None while unknown."""
        phase, plan = progress.phase, progress.plan
        if not plan:
            return self._rest_by_share(progress)
        self._furthest = max(self._furthest, _ORDER[phase])
        later = [one for one in plan if _ORDER[one] > self._furthest]
        if later and not self._all_files:
            return None
        rest = self._rest(progress, self._slowness()) if phase in plan else 0.0  # others end at once
        return rest + self._slowness(progress) * sum(self._foreseen(one, progress) for one in later)

    def _rest(self, progress: Progress, slowness: float) -> float:
        """Return the seconds left of the phase under way."""
        phase, stage = progress.phase, self._stages[progress.phase]
        total = _cost(progress)
        if not total:
            foreseen = slowness * self._foreseen(phase, progress)
            return max(foreseen - stage.seconds, _TAIL * stage.seconds)
        done = min(_done(progress), total)
        least = 0.0
        if progress.may_grow:
            total, least = max(total, _GROWTH * stage.first_total), _TAIL * stage.seconds
        scale = slowness * self._speeds.own.get(phase, 1.0)
        prior = max(_LEAST_S, _OWN_PRIOR * scale * total)
        pace = (prior + stage.seconds) / (prior + scale * done) if done else 1.0
        rest = pace * scale * (total - done) - (0.0 if done else stage.seconds)
        return max(rest, least, 0.0 if done else 0.1 * scale * total)

    def _rest_by_share(self, progress: Progress) -> float | None:
        """Return the same of work of one phase, of which nothing is known but its own pace."""
        share, seconds = progress.fraction, self._stages[progress.phase].seconds
        if not share or seconds < 1.0:
            return None
        return seconds * (1.0 - share) / share + (_TAIL * seconds if progress.may_grow else 0.0)

    def _foreseen(self, phase: Phase, progress: Progress) -> float:
        """Return the seconds of a phase to come, at the speed that is remembered."""
        if phase is Phase.CROWDED:
            return 0.0  # nobody knows, and most scans have none
        if phase is not Phase.OPENING:
            return self._ahead(phase) * self._speeds.ahead.get(phase, 1.0)
        if not progress.inner_files:
            return 0.0
        read = max(progress.fraction or 0.0, 0.05) if progress.phase is Phase.READING else 1.0
        cost = COSTS[phase]
        known = cost.start + cost.file * progress.inner_files + cost.byte * progress.inner_bytes
        return known / read * self._speeds.own.get(phase, 1.0)

    def _ahead(self, phase: Phase) -> float:
        """Return the seconds that a phase costs by the files that the scan has to read; 0.0 while unknown."""
        cost = COSTS[phase]
        if not self._files:  # all is as it was: little is compared again
            return cost.start
        files = self._all_files if phase in _OF_ALL else self._files
        return cost.start + cost.ahead_file * files + cost.ahead_byte * self._bytes

    def _slowness(self, progress: Progress | None = None) -> float:
        """Return how much slower this work has been so far than was foreseen.

        Args:
            progress: of the phase under way, to count what is done of it too; None counts the phases before it.
        """
        foreseen = spent = _PRIOR
        for phase, stage in self._stages.items():
            cost = _cost(stage.last)
            if phase is self._phase and cost:
                cost = 0.0 if progress is None else min(_done(progress), cost)
            if cost:
                foreseen += cost * self._speeds.own.get(phase, 1.0)
                spent += stage.seconds
        return self._slower * min(max(spent / foreseen, 1 / 5), 5.0)


def _mixed(old: float | None, new: float, weight: float) -> float:
    """Return a factor between what is remembered (1.0 where nothing is) and what was seen now."""
    factor = math.exp(
        (1.0 - weight) * math.log(1.0 if old is None else old) + weight * math.log(max(new, 1e-9))
    )
    return min(max(factor, 1 / _SLOWEST), _SLOWEST)


def _cost(progress: Progress) -> float:
    """Return the seconds that all of a phase costs by its own totals; 0.0 while these are unknown."""
    if progress.phase not in COSTS or not (progress.files_total or progress.bytes_total):
        return 0.0
    return COSTS[progress.phase].start + _counted(progress, progress.files_total, progress.bytes_total)


def _done(progress: Progress) -> float:
    """Return the seconds that the part of a phase that is done costs."""
    return _counted(progress, progress.files, progress.bytes)


def _counted(progress: Progress, files: int, size: int) -> float:
    """Return what files and bytes of a phase cost, with their share of what is done beside it."""
    cost = COSTS[progress.phase]
    if progress.phase is not Phase.READING:
        return cost.file * files + cost.byte * size
    of_files = cost.file * max(0, files - progress.from_cache)
    done = cost.file * max(0, progress.files - progress.from_cache) + cost.byte * progress.bytes
    beside = sum(
        COSTS[of].file * count + COSTS[of].byte * read for of, (count, read) in progress.beside.items()
    )
    return (of_files + cost.byte * size) * (1.0 + (beside / done if done else 0.0))


class _Words:
    """Turns estimates into calm words."""

    def __init__(self) -> None:
        self._end: float | None = None  # when the work ends, smoothed
        self._said: float | None = None  # seconds left as said at the last look
        self._early = False
        self._at = self._moved = 0.0
        self._counts: tuple[object, ...] = ()
        self._late_since: float | None = None
        self._soon_since: float | None = None
        self._longer_until = -math.inf

    def of(self, left: float | None, progress: Progress) -> tuple[float | None, str]:
        """Return the seconds left as they are said, and the words for them."""
        now = progress.now
        passed, self._at = now - self._at, now
        counts = progress.phase, progress.files, progress.bytes
        if counts != self._counts:
            self._counts, self._moved = counts, now
        if progress.waiting:
            return self._said, ""
        if progress.silent >= SILENT_S and now - self._moved >= _IDLE_S:
            return self._said, say("waiting for the drive for {:,} s", int(progress.silent))
        if left is None:
            self._end = self._late_since = None
            return None, COUNTING if progress.phase is Phase.LISTING and progress.files else ""
        if self._end is None or progress.early != self._early:
            self._end, self._said, self._early = now + left, None, progress.early
        else:
            self._end += (now + left - self._end) * (1.0 - math.exp(-passed / _STEADY))
        seconds = self._calm(max(0.0, self._end - now), passed, now)
        return seconds, self._text(seconds, now)

    def _calm(self, left: float, passed: float, now: float) -> float:
        """Let the time said fall, and rise only when it was far too short."""
        if self._said is None:
            self._said = left
        expected = max(0.0, self._said - passed)
        if left > _RISE * self._said + _RISE_S:
            self._late_since = now if self._late_since is None else self._late_since
            if now - self._late_since >= _LATE_S:
                self._late_since, self._soon_since = None, None
                self._longer_until = now + 2 * _RISE_S
                self._said = left
                return left
        else:
            self._late_since = None
        self._said = max(expected, min(left, self._said)) if left > 0.9 * expected else left
        return self._said

    def _text(self, seconds: float, now: float) -> Message:
        if seconds < _SOON_S:
            self._soon_since = now if self._soon_since is None else self._soon_since
            for words, lasts in ((SOON, _SOON_S), (NEARLY, _SOON_S + _NEARLY_S)):
                if now - self._soon_since < lasts:
                    return words
            return LONGER
        self._soon_since = None
        words = left_text(seconds)
        return say("taking longer than expected: {}", words) if now < self._longer_until else words


def left_text(seconds: float) -> Message:
    """Say a time left of at least 5 s, rounded."""
    if seconds < 45:
        rounded = next((step for step in (10, 15, 20, 30) if seconds <= step * 1.15), 40)
        return say("about {} seconds left", rounded)
    if seconds < 90:
        return say("about a minute left")
    minutes = round(seconds / 60)
    if minutes > 10:
        minutes = 5 * round(minutes / 5)
    if minutes <= 90:
        return say("about {} minutes left", minutes)
    return say("about {:,} hours left", round(minutes / 60))

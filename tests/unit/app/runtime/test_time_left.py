"""What is said about the time left, over made runs with a made clock."""

import statistics
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.runtime.time_left import COSTS, COUNTING, NEARLY, SOON, Speeds, TimeLeft, left_text
from simfinder.model.progress import Control, Phase, Progress

TICK = 0.1
PLAN = (
    Phase.LISTING,
    Phase.READING,
    Phase.OPENING,
    Phase.COMPARING,
    Phase.WEIGHING,
    Phase.GROUPING,
    Phase.VERIFYING,
)


@dataclass
class Part:
    """One phase of a made run: ``rounds`` are the totals it knows of, one after the other."""

    phase: Phase
    seconds: float
    files: int
    size: int = 0
    rounds: tuple[float, ...] = (1.0,)
    counts: bool = True
    photos: int = 0


def made_run(parts, plan=PLAN, cached=0):
    """Yield the snapshots of a run, ten a second."""
    now = 100.0
    for part in parts:
        steps = max(1, round(part.seconds / TICK))
        known = 0
        for step in range(steps):
            done = step / steps
            while known + 1 < len(part.rounds) and done >= part.rounds[known]:
                known += 1
            told = part.rounds[known] if part.phase is not Phase.LISTING else 0
            yield Progress(
                phase=part.phase,
                files=int(part.files * done) if part.counts else 0,
                files_total=int(part.files * told) if part.counts else 0,
                bytes=int(part.size * done),
                bytes_total=int(part.size * told) if part.counts else 0,
                from_cache=cached if part.phase is not Phase.LISTING else 0,
                may_grow=len(part.rounds) > 1,
                beside={Phase.LOOKING: (int(part.photos * done), int(part.size * done))}
                if part.photos
                else {},
                plan=plan,
                now=now,
            )
            now += TICK


def scan(slow=1.0, files=27_000, size=300_000_000, pairs=9_000, rounds=(1.0,)):
    """A run on a machine so many times slower than the built-in costs, with verification like that of a source tree."""
    spent = {phase: slow * cost.start for phase, cost in COSTS.items()}
    of = {Phase.LISTING: (files, 0), Phase.READING: (files, size), Phase.COMPARING: (files, 0)}
    of |= {Phase.WEIGHING: (files // 200, 0), Phase.GROUPING: (files, 0), Phase.VERIFYING: (pairs, size // 2)}
    return [
        Part(
            phase,
            spent[phase] + slow * (COSTS[phase].file * count + COSTS[phase].byte * volume),
            count,
            volume,
            rounds if phase is Phase.VERIFYING else (1.0,),
            phase is not Phase.GROUPING,
        )
        for phase, (count, volume) in of.items()
    ]


def said(parts, speeds=None, **options):
    """Return time passed, snapshot and what was said at each moment, and how long all took."""
    watched = TimeLeft(speeds)
    shots = list(made_run(parts, **options))
    seen = [(shot.now - shots[0].now, shot, watched.see(shot)) for shot in shots]
    return seen, len(shots) * TICK, watched


def error(seen, seconds):
    """Return the median error of the time said after the first quarter, as a share of the true one."""
    return statistics.median(
        abs(estimate.seconds - (seconds - now)) / max(1.0, seconds - now)
        for now, _, estimate in seen
        if now > seconds / 4 and estimate.seconds is not None
    )


def longest(seen, words):
    """Return for how many seconds in a row the same words were said."""
    most = run = 0
    for _, _, estimate in seen:
        run = run + 1 if estimate.words == words else 0
        most = max(most, run)
    return most * TICK


@pytest.mark.parametrize("slow", [0.8, 1.0, 4.0])
def test_a_first_scan_says_the_time_left_within_a_third(slow):
    seen, seconds, _ = said(scan(slow))
    assert error(seen, seconds) < 0.3


@pytest.mark.parametrize("slow", [0.4, 1.0, 8.0])
def test_a_machine_that_was_measured_is_known(slow):
    known = Speeds()
    for _ in range(6):
        known = said(scan(slow, files=80_000), known)[2].learned()
    seen, seconds, _ = said(scan(slow), known)
    assert error(seen, seconds) < 0.2


@pytest.mark.parametrize("slow", [0.8, 1.0, 4.0])
def test_photos_that_are_decoded_while_they_are_read_are_in_the_estimate(slow):
    """A machine is no slower for them than it is with texts, and so it is remembered."""
    count, size = 2000, 4_000_000_000
    reading, looking = COSTS[Phase.READING], COSTS[Phase.LOOKING]
    seconds = slow * sum(cost.file * count + cost.byte * size for cost in (reading, looking))
    parts = [
        Part(Phase.LISTING, 0.2, count),
        Part(Phase.READING, seconds, count, size, photos=count),
        Part(Phase.COMPARING, slow * 0.5, count),
    ]
    seen, total, watched = said(parts, plan=(Phase.LISTING, Phase.READING, Phase.COMPARING))
    assert error(seen, total) < 0.33
    assert 0.6 * slow**0.5 < watched.learned().own[Phase.READING] < 1.2 * slow**0.5 + 0.2


def test_verification_is_in_the_estimate_before_it_begins():
    """What was "about 1 s left" for half of a big scan."""
    parts = scan(2.0, size=3_000_000_000)
    assert parts[-1].seconds > 60
    seen, _, _ = said(parts)
    before = [estimate for _, shot, estimate in seen if shot.phase in (Phase.READING, Phase.COMPARING)]
    assert min(estimate.seconds for estimate in before) > 30
    assert not any(estimate.words in (SOON, NEARLY) for estimate in before)


def test_rounds_of_verification_that_nobody_knew_of_are_expected():
    seen, seconds, _ = said(scan(size=3_000_000_000, rounds=(0.6, 0.8, 1.0)))
    assert error(seen, seconds) < 0.3
    assert longest(seen, SOON) <= 5.0 + 1.5 * TICK


def test_nothing_is_said_before_the_files_are_counted():
    seen, _, _ = said(scan())
    listing = [estimate for _, shot, estimate in seen if shot.phase is Phase.LISTING and shot.files]
    assert listing
    assert {estimate.words for estimate in listing} == {COUNTING}
    assert {estimate.share for estimate in listing} == {None}


def test_a_scan_from_the_cache_is_short_and_said_to_be():
    parts = [
        Part(Phase.LISTING, 1, 30_000),
        Part(Phase.READING, 0.5, 30_000),
        Part(Phase.COMPARING, 0.5, 30_000),
    ]
    seen, _, _ = said(parts, cached=30_000)
    assert seen[-1][2].words == SOON


def test_a_promise_that_was_broken_is_not_repeated():
    parts = scan()
    parts[-1].seconds *= 10
    seen, _, _ = said(parts)
    assert longest(seen, SOON) <= 5.0 + 1.5 * TICK
    assert longest(seen, NEARLY) <= 3.0 + 1.5 * TICK
    rises = [
        after.words
        for (_, _, before), (_, _, after) in pairwise(seen)
        if None not in (before.seconds, after.seconds) and after.seconds > before.seconds + 1e-6
    ]
    assert rises
    assert all(words.startswith("taking longer than expected") for words in rises)


def test_a_phase_that_nobody_announced_is_over_in_a_moment():
    watched, plan = TimeLeft(), (Phase.LISTING, Phase.READING, Phase.GROUPING)
    before = watched.see(Progress(Phase.READING, 5000, 10_000, 10**8, 2 * 10**8, plan=plan, now=1.0))
    within = watched.see(Progress(Phase.COMPARING, 0, 10_000, plan=plan, now=1.1))
    assert within.seconds == pytest.approx(before.seconds, abs=0.5)
    assert within.share is not None


def test_a_scan_that_is_stopped_early_has_only_what_was_read_to_compare():
    control, watched = Control(), TimeLeft()
    control.intend(*PLAN)
    control.begin(Phase.READING, files_total=1_000_000, bytes_total=10**10)
    control.advance(files=1000, bytes=10**7)
    assert watched.see(replace(control.snapshot(), now=0.0)).seconds > 300
    control.stop_early()
    control.begin(Phase.COMPARING, files_total=1000)
    assert watched.see(replace(control.snapshot(), now=0.1)).seconds < 5


def test_a_silent_drive_is_named():
    watched = TimeLeft()
    shot = Progress(Phase.READING, 5, 100, 50, 1000, plan=PLAN, now=1.0)
    watched.see(shot)
    words = [
        watched.see(
            Progress(Phase.READING, 5, 100, 50, 1000, plan=PLAN, now=1.0 + s, silent=s if s >= 5 else 0.0)
        ).words
        for s in range(1, 26)
    ]
    assert not any("drive" in said for said in words[:9])
    assert words[-1] == "waiting for the drive for 25 s"
    others_go_on = watched.see(Progress(Phase.READING, 6, 100, 60, 1000, plan=PLAN, now=27.0, silent=26.0))
    assert "drive" not in others_go_on.words


def test_what_waits_for_something_else_says_no_time_and_counts_none():
    watched = TimeLeft()
    watched.see(Progress(Phase.ACTING, 1, 10, now=0.0))
    for second in range(1, 30):
        waits = watched.see(Progress(Phase.ACTING, 1, 10, now=float(second), waiting="for another program"))
        assert waits.words == ""
    assert watched.seconds == 0.0


def test_work_of_one_phase_goes_by_its_own_pace():
    watched = TimeLeft()
    for tenth in range(101):
        done = watched.see(Progress(Phase.ACTING, tenth, 1000, now=tenth / 10))
    assert done.seconds == pytest.approx(90, rel=0.1)
    assert done.share == pytest.approx(0.1)
    assert done.words == "about 2 minutes left"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (6, "about 10 seconds left"),
        (16, "about 15 seconds left"),
        (40, "about 40 seconds left"),
        (59, "about a minute left"),
        (100, "about 2 minutes left"),
        (1000, "about 15 minutes left"),
        (5000, "about 85 minutes left"),
        (7000, "about 2 hours left"),
    ],
)
def test_times_are_said_coarsely(seconds, words):
    assert left_text(seconds) == words


PHASE = st.builds(
    Part,
    st.sampled_from(PLAN),
    st.floats(0.1, 40),
    st.integers(0, 100_000),
    st.integers(0, 10**10),
    st.sampled_from([(1.0,), (0.3, 0.6, 1.0), (0.01, 1.0)]),
    st.booleans(),
)


@given(
    st.lists(PHASE, min_size=1, max_size=6).map(
        lambda parts: sorted(parts, key=lambda part: PLAN.index(part.phase))
    ),
    st.dictionaries(st.sampled_from(PLAN), st.floats(0.05, 20)),
    st.integers(0, 1000),
)
def test_whatever_happens_nothing_absurd_is_said(parts, factors, cached):
    seen, _, watched = said(parts, Speeds(factors, factors), cached=cached)
    share = 0.0
    for (_, _, before), (_, _, after) in pairwise(seen):
        assert after.seconds is None or after.seconds >= 0.0
        if after.share is not None:
            assert share <= after.share <= 1.0
            share = after.share
        if None not in (before.seconds, after.seconds) and after.seconds > before.seconds + 1e-6:
            assert after.words.startswith("taking longer than expected")
    assert longest(seen, SOON) <= 5.0 + 1.5 * TICK
    assert longest(seen, NEARLY) <= 3.0 + 1.5 * TICK
    learned = watched.learned()
    assert all(0.03 < factor < 31 for factor in (*learned.own.values(), *learned.ahead.values()))

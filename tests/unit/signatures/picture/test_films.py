"""Films as columns: what share of their common times agrees, how one lies over another, which times are taken."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.signatures.picture.films import MOST_PICTURES, TICKS, VIEWS, Film, Films, times_of


def film(seconds, seed=0, *, quality=100, times=None, begin=0, shot=1):
    """Return a film of chance, another picture every ``shot`` ticks; from a second of it on."""
    times = np.array(sorted(times_of(seconds)) if times is None else times, np.uint32)
    rng = np.random.default_rng(seed)
    words = rng.integers(0, 2**63, (1 << 15, 4)).astype(np.uint64)[(times + begin * TICKS) // shot]
    return Film(
        seconds,
        320,
        240,
        1.0,
        times,
        np.full(len(times), quality, np.uint8),
        np.stack([words] * VIEWS, axis=1),
    )


def agreement(*films):
    return float(Films.of(dict(enumerate(films))).agreement(np.array([0]), np.array([1]))[0])


@given(st.floats(0, 100_000))
def test_times_are_few_and_inside(seconds):
    times = times_of(seconds)
    assert len(times) <= MOST_PICTURES
    assert len(times) >= min(int(seconds * TICKS) - 1, MOST_PICTURES // 2 - 1)
    assert all(0 < time < seconds * TICKS for time in times)


@given(st.integers(8, 5_000), st.integers(8, 5_000))
def test_a_shorter_film_has_times_of_a_longer_one(one, other):
    short, long = sorted((one, other))
    if short * 4 >= long:
        assert set(times_of(short)) & set(times_of(long))


def test_the_same_film_agrees_and_a_stranger_does_not():
    assert agreement(film(60), film(60)) == 1
    assert agreement(film(60), film(60, seed=1)) == 0


def test_the_beginning_of_a_film_agrees_as_far_as_it_goes():
    columns = Films.of({0: film(240), 1: film(60)})
    assert columns.common(0, 1) == 1
    assert agreement(film(240), film(60)) == pytest.approx(0.25)


@given(st.integers(0, 8), st.integers(4, 8))
def test_a_part_lies_where_it_was_cut_out(begin, seconds):
    columns = Films.of({0: film(16, shot=6), 1: film(float(seconds), begin=begin, shot=6)})
    laid = columns.align(0, 1)
    assert (laid.shift, laid.share) == (begin * TICKS, 1)
    assert laid.shots >= seconds * TICKS // 6 - 1
    assert columns.align(1, 0) == (-begin * TICKS, 1, laid.shots)
    assert columns.common(0, 1, begin) == 1
    assert not columns.align(0, 0).shift


def test_a_stranger_lies_nowhere():
    assert not Films.of({0: film(60), 1: film(20, seed=1)}).align(0, 1).share > 0
    assert np.isnan(Films.of({0: film(60), 1: Film.none()}).align(0, 1).share)


def test_one_shot_counts_once():
    columns = Films.of({0: film(60, shot=10_000), 1: film(20, shot=10_000)})
    assert columns.align(0, 1).shots == 1
    assert columns.shots[0].tolist() == [0, 1]


def test_bars_do_not_make_a_film_larger():
    one = film(60)
    barred, poorly = (
        Film(60.0, 320, 320, share, one.times, one.quality, one.words) for share in (0.75, 0.86)
    )
    pixels = Films.of(
        {0: one, 1: barred, 2: poorly}
    ).pixels  # of the last one some of the bars passed for picture
    assert pixels[0] == 320 * 240
    assert max(pixels[1:]) < pixels[0]


def test_pictures_with_next_to_nothing_to_see_are_no_evidence():
    """The hash of a flat shot depends on how the film was saved; black where the other one shows much does not."""

    def joined(quality, seed):
        ends = film(60), film(60, seed, quality=quality)
        half = len(ends[0].times) // 2
        words, qualities = (
            np.concatenate((getattr(ends[0], name)[:half], getattr(ends[1], name)[half:]))
            for name in ("words", "quality")
        )
        return Film(60.0, 320, 240, 1.0, ends[0].times, qualities, words)

    assert agreement(joined(51, 1), joined(65, 2)) == 1 > agreement(joined(56, 1), joined(65, 2))
    assert agreement(joined(0, 1), joined(90, 2)) < 1


def test_a_film_in_bars_agrees_by_what_is_inside_of_them():
    inside, barred = film(60), film(60, seed=1)
    words = np.stack((barred.words[:, 0], inside.words[:, 0]), axis=1)
    other = Film(60.0, 320, 480, 0.5, barred.times, barred.quality, words)
    columns = Films.of({0: inside, 1: other, 2: film(60, seed=1), 3: film(60, seed=2)})
    assert columns.agreement(np.array([1, 1, 1]), np.array([0, 2, 3])).tolist() == [1, 1, 0]
    assert set(columns.shots[0].tolist()) == {0, 1, 2, 3}
    assert sum(columns.shots[0] == 1) == 2 * sum(columns.shots[0] == 0)


def test_what_shows_too_little_is_not_compared():
    assert np.isnan(agreement(film(60, quality=10), film(60, quality=10)))
    assert np.isnan(agreement(film(2), film(2)))
    assert np.isnan(agreement(film(60, times=[1, 9, 17]), film(60, times=[2, 10, 18])))


def test_a_content_that_is_no_film_agrees_with_nothing():
    columns = Films.of({3: film(60), 7: film(60), 9: Film.none()})
    found = columns.agreement(np.array([3, 3, 7, 1]), np.array([7, 9, 7, 2]))
    assert found[0] == 1
    assert np.isnan(found[1:]).all()


@given(st.integers(0, 300), st.integers(0, 5))
def test_a_film_is_read_as_it_was_packed(seconds, seed):
    one = film(float(seconds), seed)
    again = Film.parse(one.pack())
    assert again is not None
    assert again.pack() == one.pack()


@given(st.binary(max_size=200))
def test_nonsense_is_no_film(data):
    found = Film.parse(data)
    assert found is None or found.pack() == data

"""Films as columns: what share of their common times agrees, and the times that are taken."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.signatures.picture.films import MOST_PICTURES, Film, Films, times_of


def film(seconds, seed=0, *, quality=100, times=None):
    times = np.array(sorted(times_of(seconds)) if times is None else times, np.uint32)
    rng = np.random.default_rng(seed)
    words = rng.integers(0, 2**63, (1 << 13, 4)).astype(np.uint64)[times]
    return Film(seconds, 320, 240, times, np.full(len(times), quality, np.uint8), words)


def agreement(*films):
    return float(Films.of(dict(enumerate(films))).agreement(np.array([0]), np.array([1]))[0])


@given(st.floats(0, 100_000))
def test_times_are_few_and_inside(seconds):
    times = times_of(seconds)
    assert len(times) <= MOST_PICTURES
    assert len(times) >= min(int(seconds) - 1, MOST_PICTURES // 2 - 1)
    assert all(0 < time < seconds for time in times)


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


def test_what_shows_too_little_is_not_compared():
    assert np.isnan(agreement(film(60, quality=10), film(60, quality=10)))
    assert np.isnan(agreement(film(2.5), film(2.5)))
    assert np.isnan(agreement(film(60, times=[1, 5, 9]), film(60, times=[2, 6, 10])))


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

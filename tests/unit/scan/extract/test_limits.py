"""Bounds as arguments of a worker and as part of what makes views comparable."""

import pytest

from simfinder.scan.extract.limits import BOUNDS, Bounds


def test_there_and_back():
    bounds = Bounds(*range(1, 1 + len(Bounds._fields)))
    assert Bounds.parse(bounds.words()) == bounds
    assert Bounds.parse(BOUNDS.words()) == BOUNDS
    assert len(set(bounds.words())) == len(bounds)


@pytest.mark.parametrize("words", [[], ["1"], ["1"] * 20, ["x"] * len(Bounds._fields)])
def test_what_are_none(words):
    with pytest.raises(ValueError, match=r"limits|invalid literal"):
        Bounds.parse(words)


def test_other_bounds_make_other_views():
    for field in Bounds._fields:
        assert BOUNDS._replace(**{field: 7}).made_of() != BOUNDS.made_of()


def test_what_may_be_held_fits_into_memory():
    assert BOUNDS.spool * 4 < BOUNDS.memory  # read in pieces, joined, parsed
    assert BOUNDS.names * 4 < BOUNDS.memory

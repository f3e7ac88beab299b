"""Bounds as part of what makes views comparable."""

from simfinder.scan.extract.limits import BOUNDS, Bounds


def test_other_bounds_make_other_views():
    for field in Bounds._fields:
        assert BOUNDS._replace(**{field: 7}).made_of() != BOUNDS.made_of()


def test_what_may_be_held_fits_into_memory():
    assert BOUNDS.spool * 4 < BOUNDS.memory  # read in pieces, joined, parsed
    assert BOUNDS.names * 4 < BOUNDS.memory

"""Plain pictures, told by their rasters: means that stay however a picture lies, and which of them are close."""

import numpy as np
import pytest

from simfinder.signatures.picture import pdq, rasters
from simfinder.signatures.picture.look import RASTER
from tests.helpers.pictures.scenes import wallpaper
from tests.unit.signatures.picture.test_looks import lain, look_of, scene


def raster_of(points):
    return look_of(points, 64, 64).raster


def test_means_stay_however_a_picture_lies():
    points = scene(1)
    found = rasters.means(np.stack([raster_of(lain(points, way)) for way in range(pdq.TURNS)]))
    assert found.shape == (pdq.TURNS, rasters.MEANS)
    assert np.ptp(found, axis=0).max() <= 1  # levels are rounded
    assert len(set(found[0].tolist())) > 3


@pytest.mark.parametrize("spread", [3, 40])
def test_close_means_are_found_as_by_comparing_all(spread):
    rng = np.random.default_rng(spread)
    some = np.clip(rng.normal(128, spread, (400, rasters.MEANS)), 0, 255).astype(np.int16)
    some[200:] = np.clip(some[:200] + rng.integers(-3, 4, (200, rasters.MEANS)), 0, 255)
    found = [
        pair
        for a, b in rasters.near_means(some, lambda: None)
        for pair in zip(a.tolist(), b.tolist(), strict=True)
    ]
    i, j = np.triu_indices(len(some), 1)
    close = rasters.are_close(some[i], some[j])
    assert sorted(found) == list(zip(i[close].tolist(), j[close].tolist(), strict=True))
    assert found


def test_nothing_is_close_to_nothing():
    assert not list(rasters.near_means(np.zeros((0, rasters.MEANS), np.int16), lambda: None))


def test_which_pictures_are_told_by_their_rasters():
    board = np.kron(np.indices((8, 8)).sum(axis=0) % 2, np.ones((8, 8)))[:, :, None].repeat(3, axis=2) * 255
    pictures = [
        scene(2),
        np.asarray(wallpaper(1, (64, 64))),
        board.astype(np.uint8),
        np.full((64, 64, 3), 90, np.uint8),
    ]
    made = [look_of(points, 64, 64) for points in pictures]
    seen = np.stack([look.raster for look in made])
    assert seen.shape == (4, RASTER)
    plain = rasters.are_plain(seen, np.array([look.quality for look in made], np.uint8))
    assert plain.tolist() == [
        False,
        True,
        True,
        False,
    ]  # of one colour, there is nothing to tell them apart by

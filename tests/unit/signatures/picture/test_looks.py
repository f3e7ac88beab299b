"""Looks of pictures: stored and read again, lain in eight ways, and what share of two of them agrees."""

import numpy as np
import pytest
from PIL import Image

from simfinder.actions.rules.explain_pictures import why_best
from simfinder.signatures.picture import look, pdq
from simfinder.signatures.picture.look import RASTER, Look
from simfinder.signatures.picture.looks import Looks, _share
from simfinder.signatures.picture.rasters import turned

SIDE = pdq.SIDE


def scene(seed):
    """Return 64 x 64 points of coloured clouds, rough at all sizes as photos are."""
    rng, total = np.random.default_rng(seed), np.zeros((SIDE, SIDE, 3))
    for cells in (2, 4, 8, 16, 32, 64):
        part = Image.fromarray(rng.integers(0, 256, (cells, cells, 3), dtype=np.uint8))
        total += np.asarray(part.resize((SIDE, SIDE), Image.Resampling.BICUBIC), float) / cells**0.5
    low, high = total.min(), total.max()
    return ((total - low) / (high - low) * 255).astype(np.uint8)


def look_of(points, width, height, *, inside=None, **facts):
    """Return the look of points with red, green and blue behind one another."""
    planes = (None if some is None else np.moveaxis(some, 2, 0) for some in (points, inside))
    whole, within = planes
    return look.look_of(whole, width, height, inside=within, **facts)


def lain(points, way):
    return np.ascontiguousarray(np.stack([turned(points[None, :, :, c], way)[0] for c in range(3)], axis=2))


def looks_of(*pictures):
    return Looks.of({i: look_of(points, 640, 480) for i, points in enumerate(pictures)})


def agreement(looks, a=0, b=1):
    return float(looks.agreement(np.array([a]), np.array([b]))[0])


@pytest.mark.parametrize("saved", [0, 71, 100])
def test_a_look_comes_back(saved):
    made = look_of(scene(1), 4032, 3024, saved=saved, camera=bool(saved))
    again = Look.parse(made.pack())
    assert again.pack() == made.pack()
    assert (again.width, again.height, again.saved, again.camera) == (4032, 3024, saved, bool(saved))


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data + b"x", lambda data: b""])
def test_a_malformed_look_is_none(damage):
    assert Look.parse(damage(look_of(scene(1), 9, 9).pack())) is None


def test_a_look_of_impossible_quality_is_none():
    data = bytearray(look_of(scene(1), 9, 9).pack())
    data[8] = 101
    assert Look.parse(bytes(data)) is None


@pytest.mark.parametrize("way", range(8))
def test_a_picture_agrees_with_itself_in_all_ways(way):
    looks = looks_of(scene(2), lain(scene(2), way))
    assert agreement(looks) == agreement(looks, 1, 0) == 1.0
    assert looks.lie(np.array([0]), np.array([1]))[0][0] == way


def test_strangers_do_not_agree():
    assert np.isnan(agreement(looks_of(scene(3), scene(4))))


def test_a_brighter_picture_of_less_contrast_agrees():
    points = scene(5)
    paler = np.clip(points * 0.7 + 60, 0, 255).astype(np.uint8)
    assert agreement(looks_of(points, paler)) > 0.79  # its colours are paler, too


def painted(points):
    """Return a picture with something bright in a corner, on a tenth of it."""
    found = points.copy()
    found[44:, 44:] = np.minimum(255, found[44:, 44:].astype(int) + 50)
    return found


def test_what_was_painted_over_does_not_agree():
    assert 0.8 < agreement(looks_of(scene(6), painted(scene(6)))) < 0.95


def test_grey_agrees_in_brightness_only():
    points = scene(7)
    grey = np.repeat(np.rint(pdq.brightness(points)).astype(np.uint8)[:, :, None], 3, axis=2)
    assert 0.75 < agreement(looks_of(points, grey)) < 0.9


def test_flat_pictures_agree_with_nothing():
    flat = np.full((SIDE, SIDE, 3), 200, np.uint8)
    assert np.isnan(agreement(looks_of(flat, flat.copy())))


def gradient(step):
    """Return a picture whose hash is chance: its levels grow by a step from one point to the next."""
    across = np.add.outer(np.arange(SIDE) * step, np.arange(SIDE) * 2 * step)
    return np.repeat(np.clip(40 + across, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("way", range(8))
def test_plain_pictures_agree_if_all_of_their_cells_do(way):
    looks = looks_of(gradient(0.5), lain(gradient(0.5) + 1, way))
    assert max(looks.quality) < pdq.TRUSTED
    assert agreement(looks) == agreement(looks, 1, 0) == 1.0
    way_found, apart = looks.lie(np.array([0]), np.array([1]))
    assert (way_found[0], apart[0]) == (way, 0)
    assert looks.wholes(np.array([0]), np.array([1])).all()


@pytest.mark.parametrize("other", [gradient(0.6), gradient(0.5) + 20, painted(gradient(0.5))])
def test_plain_pictures_of_other_levels_do_not_agree(other):
    assert np.isnan(agreement(looks_of(gradient(0.5), other)))


def test_contents_without_a_look_agree_with_nothing():
    looks = looks_of(scene(8), scene(8))
    assert np.isnan(agreement(looks, 0, 7))
    assert looks.rows(np.array([7, 1, 0])).tolist() == [-1, 1, 0]


def test_no_looks_are_columns_too():
    looks = Looks.of({})
    assert len(looks) == 0
    assert looks.raster.shape == (0, RASTER)
    assert np.isnan(agreement(looks))


def test_what_counts_of_two_pictures():
    points = scene(9)
    looks = Looks.of(
        {
            0: look_of(points, 100, 100, saved=95, camera=True),
            1: look_of(points, 200, 100, saved=10),
            2: look_of(points, 100, 100, saved=99),
            3: look_of(points, 100, 100, saved=90, camera=True),
            4: look_of(points, 100, 100),
        }
    )
    assert np.argsort(-looks.worth).tolist() == [1, 0, 3, 4, 2]


def test_a_picture_in_colours_counts_more_than_a_grey_one():
    points = scene(9)
    grey = np.repeat(np.rint(pdq.brightness(points)).astype(np.uint8)[:, :, None], 3, axis=2)
    looks = Looks.of(
        {0: look_of(grey, 100, 100, saved=99, camera=True), 1: look_of(points, 100, 100, saved=60)}
    )
    assert looks.coloured.tolist() == [0, 1]
    assert looks.worth[1] > looks.worth[0]
    assert why_best(looks, 1, 0) == "it has colours"


def test_a_frame_counts_for_nothing():
    looks = Looks.of(
        {
            0: look_of(scene(10), 480, 480),
            1: look_of(scene(11), 640, 640, inside=scene(10), share=0.55),
        }
    )
    assert looks.worth[1] > looks.worth[0]
    both = np.array([0, 1])
    bare, framed = looks.worth_beside(both, both[::-1])
    assert bare == looks.worth[0] > framed
    assert why_best(looks, 0, 1) == "more of the picture: the other one has a frame"


def test_a_dark_edge_that_both_have_is_a_part_of_the_picture():
    """How much of it is taken for a frame is chance, and must not decide which of two is kept."""
    looks = Looks.of(
        {
            0: look_of(scene(10), 640, 640, saved=90, inside=scene(11), share=0.5),
            1: look_of(scene(10), 640, 640, saved=70, inside=scene(11), share=0.6),
        }
    )
    both = np.array([0, 1])
    assert looks.worth_beside(both, both[::-1]).tolist() == looks.worth.tolist()
    assert looks.worth[0] > looks.worth[1]
    assert why_best(looks, 0, 1) == "saved at a higher quality"


def test_what_is_in_a_frame_agrees_less_the_larger_the_frame():
    points, frame = scene(10), np.full((SIDE, SIDE, 3), 255, np.uint8)
    framed = frame.copy()
    framed[8:56, 8:56] = np.asarray(Image.fromarray(points).resize((48, 48), Image.Resampling.BILINEAR))
    looks = Looks.of(
        {
            0: look_of(points, 480, 480),
            1: look_of(framed, 640, 640, inside=points, share=0.5625),
            2: look_of(framed, 640, 640, inside=points, share=0.5625),
        }
    )
    assert agreement(looks) == agreement(looks, 1, 0) == pytest.approx(2 * 0.5625 / 1.5625)
    assert agreement(looks, 1, 2) == 1.0
    assert looks.match(0, 1) == (0, False, True)
    assert looks.match(1, 2) == (0, False, False)
    assert looks.rows(np.array([0, 1, 2])).tolist() == [0, 1, 2]


def test_a_look_with_a_frame_comes_back():
    made = look_of(scene(1), 9, 9, inside=scene(2), share=0.5)
    again = Look.parse(made.pack())
    assert again.pack() == made.pack()
    assert again.inside.share == 0.5
    assert Look.parse(made.pack()[:-1]) is None
    assert Look.parse(made.pack()[:-1536] + bytes(1536)) is not None


def test_a_black_bar_costs_no_more_than_it_covers():
    barred = scene(12).copy()
    barred[58:] = 0
    one, other = looks_of(scene(12), barred).raster
    assert 0.85 < float(_share(one[None], other[None], 0)[0]) < 0.93


@pytest.mark.parametrize(("qualities", "meet"), [((55, 45), True), ((45, 45), False), ((55, 35), False)])
def test_a_poor_picture_agrees_with_a_rich_one_only(qualities, meet):
    looks = looks_of(scene(14), painted(scene(14)))
    looks.quality[:] = qualities
    assert np.isfinite(agreement(looks)) == meet


def test_all_pictures_beside_one():
    framed = look_of(scene(15), 9, 9, inside=scene(16), share=0.8)
    looks = Looks.of({3: look_of(scene(16), 9, 9), 5: framed, 8: look_of(scene(17), 9, 9)})
    figures = looks.beside(look_of(scene(16), 9, 9)).tolist()
    assert figures[0] == 1.0
    assert figures[1] == pytest.approx(2 * 0.8 / 1.8)
    assert np.isnan(figures[2])
    assert looks.beside(framed)[1] == 1.0

"""Parts of pictures: hashes of windows, where a part lies, and what share of both agrees."""

import numpy as np
import pytest
from PIL import Image

from simfinder.actions.rules.explain_pictures import why_alike
from simfinder.model.progress import Control
from simfinder.search.linking.picture_links import picture_links
from simfinder.signatures.picture import cuts, pdq
from simfinder.signatures.picture.cuts import Box
from simfinder.signatures.picture.looks import Looks
from tests.helpers.pictures.scenes import photo
from tests.unit.signatures.picture.test_looks import agreement, lain, look_of

SIZE = 640, 480


def points(picture):
    return np.asarray(picture.resize((pdq.SIDE, pdq.SIDE), Image.Resampling.BOX))


def cut(picture, box):
    across, down = picture.size
    return picture.crop(
        (round(box.left * across), round(box.top * down), round(box.right * across), round(box.bottom * down))
    )


def both(seed, box, way=0):
    """Return the looks of a photo and of a part of it, and of a stranger."""
    whole = photo(seed, SIZE)
    part = cut(whole, box)
    return Looks.of(
        {
            0: look_of(points(whole), *SIZE),
            1: look_of(lain(points(part), way), *part.size),
            2: look_of(points(photo(seed + 1000, SIZE)), *SIZE),
        }
    )


CUTS = [
    Box(0.0, 0.0, 0.894, 0.894),
    Box(0.053, 0.053, 0.947, 0.947),
    Box(0.11, 0.0, 0.92, 1.0),
    Box(0.0, 0.2, 1.0, 1.0),
    Box(0.013, 0.09, 0.97, 0.96),
]


@pytest.mark.parametrize("box", CUTS)
@pytest.mark.parametrize("way", [0, 1, 4])
def test_a_part_is_found_where_it_was_cut(box, way):
    looks = both(3, box, way)
    found = looks.part(0, 1)
    assert found == looks.part(1, 0)
    assert (found.whole, found.part) == (0, 1)
    assert np.allclose(found.box, box, atol=0.02)
    assert 2 * box.share / (1 + box.share) - 0.05 < agreement(looks) < 2 * box.share / (1 + box.share) + 0.02


def test_a_stranger_is_no_part():
    looks = both(4, CUTS[0])
    assert looks.part(0, 2) is None
    assert np.isnan(agreement(looks, 0, 2))


def test_what_is_flat_is_no_part():
    flat = np.full((pdq.SIDE, pdq.SIDE, 3), 90, np.uint8)
    looks = Looks.of({0: look_of(flat, *SIZE), 1: look_of(flat, *SIZE)})
    assert looks.part(0, 1) is None


def test_parts_are_links_and_each_pair_once():
    looks = both(5, CUTS[2])
    links = picture_links(looks, 0.4, Control())
    assert list(zip(links.a.tolist(), links.b.tolist(), strict=True)) == [(0, 1)]


def test_the_hash_of_a_window_is_that_of_the_picture_cut_there():
    whole = photo(6, SIZE)
    looks = Looks.of({0: look_of(points(whole), *SIZE)})
    hashes = cuts.window_words(looks.raster)[0]
    for number in range(0, len(cuts.WINDOWS), 20):
        its = look_of(points(cut(whole, cuts.WINDOWS[number])), *SIZE).words[0]
        assert np.bitwise_count(hashes[number] ^ its).sum() <= 24


def test_edges_move_to_where_the_part_is():
    levels = np.asarray(photo(7, SIZE).convert("L").resize((32, 32), Image.Resampling.BOX), np.float32)
    away = Box(0.05, 0.02, 0.98, 0.96)
    wanted = cuts._within(levels, away)
    assert np.allclose(cuts.moved(levels, wanted, Box(0.07, 0.0, 1.0, 0.93)), away, atol=0.006)


def test_the_row_says_how_much_is_left():
    looks = both(8, CUTS[3])
    assert "cut to 80 % of it" in why_alike(looks, 1, 0)
    assert "cut to 80 % in the kept one" in why_alike(looks, 0, 1)

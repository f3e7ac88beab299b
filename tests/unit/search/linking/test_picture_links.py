"""Links of pictures that look alike: each pair once, in order, the same as by comparing all with all."""

import numpy as np
import pytest

from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from simfinder.search.linking import picture_links as module
from simfinder.search.linking.picture_links import picture_links
from simfinder.signatures.picture.looks import Looks
from tests.helpers.pictures.scenes import wallpaper
from tests.unit.signatures.picture.test_looks import lain, look_of, painted, scene


def noisy(points, seed):
    noise = np.random.default_rng(seed).integers(-6, 7, points.shape)
    return np.clip(points.astype(int) + noise, 0, 255).astype(np.uint8)


def a_folder():
    """Return looks of six scenes, each as it is, turned and noisy, at scattered rows."""
    found = {}
    for seed in range(6):
        points = scene(100 + seed)
        for way, row in ((0, seed), (1, 40 - seed), (5, 60 + 3 * seed)):
            found[row] = look_of(noisy(lain(points, way), seed + way), 800, 600)
    return Looks.of(found)


def test_links_are_those_of_all_pairs():
    looks = a_folder()
    links = picture_links(looks, 0.4, Control())
    i, j = np.triu_indices(len(looks), 1)
    a, b = looks.content[i], looks.content[j]
    figure = looks.agreement(a, b)
    wanted = figure >= 0.4
    assert wanted.sum() == 18
    order = np.lexsort((b[wanted], a[wanted]))
    assert links.a.tolist() == a[wanted][order].tolist()
    assert links.b.tolist() == b[wanted][order].tolist()
    assert np.allclose(links.similarity, figure[wanted][order])


def test_a_floor_leaves_out_the_weaker():
    looks = Looks.of({0: look_of(scene(6), 64, 64), 1: look_of(painted(scene(6)), 64, 64)})
    assert len(picture_links(looks, 0.4, Control())) == 1
    assert len(picture_links(looks, 0.95, Control())) == 0


def test_a_crowd_is_linked_to_its_first(monkeypatch):
    monkeypatch.setattr(module, "_ALL_PAIRS", 5)
    look = look_of(scene(2), 64, 64)
    looks = Looks.of(dict.fromkeys(range(3, 13), look) | {1: look_of(noisy(lain(scene(2), 2), 1), 64, 64)})
    links = picture_links(looks, 0.4, Control())
    assert len(links) == 10
    assert {*links.a.tolist(), *links.b.tolist()} == {1, *range(3, 13)}
    assert len(picture_links(looks, 0.4, Control(), every=True)) == 55


def plain(seed):
    """Return the look of a picture that is told by its raster, as it is, turned and saved again."""
    points = np.asarray(wallpaper(seed, (64, 64)))
    return [look_of(points, 800, 600), look_of(lain(points, 3), 600, 800), look_of(points + 1, 400, 300)]


def test_plain_pictures_are_linked_to_their_copies_only():
    looks = Looks.of(dict(enumerate(look for seed in range(8) for look in plain(seed))))
    assert not looks.trusted.any()
    links = picture_links(looks, 0.7, Control())
    assert (links.a // 3).tolist() == (links.b // 3).tolist()
    assert len(links) == 3 * 8


def test_a_crowd_of_plain_pictures_is_linked_to_its_first(monkeypatch):
    monkeypatch.setattr(module, "_ALL_PAIRS", 5)
    one, turned, again = plain(1)
    looks = Looks.of(dict.fromkeys(range(3, 13), one) | {1: turned, 20: again})
    links = picture_links(looks, 0.4, Control())
    assert {*links.a.tolist(), *links.b.tolist()} == {1, *range(3, 13), 20}
    assert len(links) == 12
    assert len(picture_links(looks, 0.4, Control(), every=True)) == 66


def test_one_picture_has_no_links():
    assert len(picture_links(Looks.of({4: look_of(scene(3), 64, 64)}), 0.4, Control())) == 0


def test_a_cancel_ends_the_search():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        picture_links(a_folder(), 0.4, control)

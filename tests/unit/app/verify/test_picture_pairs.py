"""Two pictures compared on their pixels, through the sandboxed process."""

import os

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from simfinder.app.verify import picture_pairs
from simfinder.app.verify.picture_pairs import PicturePairs
from simfinder.app.verify.picture_pairs_service import agree
from simfinder.model.progress import Control
from simfinder.scan import stat_record
from tests.helpers.pictures import changes
from tests.helpers.pictures.scenes import burst, form, photo

PHOTO = photo(21)


def spotted(picture):
    """Return a picture with another spot of a fiftieth of its width, such as a closed eye."""
    found = picture.copy()
    ImageDraw.Draw(found).ellipse((400, 300, 416, 316), fill=(20, 20, 20))
    return found


SAME = {
    "quality 30": lambda: changes.saved(PHOTO, quality=30),
    "webp": lambda: changes.saved(PHOTO, "WEBP", quality=60),
    "half": lambda: changes.saved(changes.scaled(PHOTO, 0.5), quality=75),
    "larger": lambda: changes.saved(changes.scaled(PHOTO, 1.5), quality=75),
    "sent": lambda: changes.saved(changes.scaled(changes.saved(PHOTO, quality=60), 0.6), quality=60),
}
OTHERS = {
    "a spot": lambda: spotted(PHOTO),
    "a spot, saved": lambda: changes.saved(spotted(PHOTO), quality=60),
    "brighter": lambda: PHOTO.point([min(255, round(level * 1.3)) for level in range(256)] * 3),
    "grey": lambda: PHOTO.convert("L").convert("RGB"),
    "caption": lambda: changes.captioned(PHOTO),
    "moved": lambda: PHOTO.crop((12, 12, *PHOTO.size)),
    "a thumbnail": lambda: changes.scaled(PHOTO, 0.25),
    "stranger": lambda: photo(22),
}


@pytest.mark.parametrize("name", SAME)
def test_what_was_saved_again_agrees(name):
    made = SAME[name]().convert("RGB")
    assert agree(PHOTO, made)
    assert agree(made, PHOTO)


@pytest.mark.parametrize("name", OTHERS)
def test_what_shows_something_else_does_not_agree(name):
    made = OTHERS[name]().convert("RGB")
    assert not agree(PHOTO, made)
    assert not agree(made, PHOTO)


@pytest.mark.parametrize("seed", range(4))
def test_shots_of_a_burst_do_not_agree(seed):
    one, other = burst(seed, 2)
    assert not agree(one, other)


def test_forms_filled_in_by_others_do_not_agree():
    one, other = form("Anna Berg"), form("Anna Burg")
    assert not agree(one, other)
    assert agree(one, changes.saved(one, quality=60))


@pytest.fixture(scope="module")
def pairs():
    with PicturePairs(Control()) as pairs:
        yield pairs


def record_of(path):
    return stat_record.record_of(str(path), os.stat(path), False)


def put(path, picture, **options):
    picture.save(path, **options)
    return record_of(path)


@pytest.mark.parametrize("way", range(8))
def test_a_turned_picture_is_laid_as_the_other(way, pairs, tmp_path):
    from simfinder.signatures.picture.rasters import turned

    other = put(tmp_path / "a.png", PHOTO)
    undo = {1: 3, 3: 1}.get(way, way)
    levels = np.stack([turned(np.asarray(PHOTO)[None, :, :, c], undo)[0] for c in range(3)], axis=2)
    one = put(tmp_path / "b.png", Image.fromarray(np.ascontiguousarray(levels)))
    assert pairs.are_one_shot(one, other, way, follow=False) is True
    assert pairs.are_one_shot(one, other, (way + 2) % 4, follow=False) is False


def test_what_its_notes_say_of_how_it_lies_counts(pairs, tmp_path):
    notes = Image.Exif()
    notes[0x0112] = 6
    one = put(tmp_path / "a.jpg", PHOTO.transpose(Image.Transpose.ROTATE_90), exif=notes, quality=95)
    other = put(tmp_path / "b.jpg", ImageOps.exif_transpose(PHOTO), quality=80)
    assert pairs.are_one_shot(one, other, 0, follow=False) is True


def test_a_damaged_file_is_no_proof(pairs, tmp_path):
    one = put(tmp_path / "a.png", PHOTO)
    (tmp_path / "b.png").write_bytes((tmp_path / "a.png").read_bytes()[:9000])
    assert pairs.are_one_shot(one, record_of(tmp_path / "b.png"), 0, follow=False) is False


def test_a_changed_file_is_not_compared(pairs, tmp_path):
    one, other = put(tmp_path / "a.png", PHOTO), put(tmp_path / "b.png", PHOTO, compress_level=1)
    os.utime(tmp_path / "b.png", ns=(1, 1))
    assert pairs.are_one_shot(one, other, 0, follow=False) is None


@pytest.mark.parametrize("answer", [b"", b"x" * 64])
def test_nonsense_is_no_answer(answer):
    with pytest.raises(ValueError, match="cut short"):
        picture_pairs._understood(answer, (0,) * 8)

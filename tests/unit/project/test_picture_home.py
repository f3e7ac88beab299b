"""The pictures of a person that benchmarks scan: their truth is that of what was written."""

import os

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.helpers.pictures import home
from tests.helpers.pictures.scenes import photo

pytest.importorskip("pillow_heif", reason="pictures of phones need pillow-heif")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A home of eight photos."""
    root = tmp_path_factory.mktemp("home")
    (root / "from").mkdir()
    for number in range(8):
        photo(number, (320, 240)).save(root / "from" / f"{number}.png")
    return root, home.write(root / "out", [str(root / "from")])


def test_each_file_is_told_and_read_back(written):
    root, truth = written
    files = root / "out" / home.FILES
    found = {
        os.path.relpath(os.path.join(at, name), files) for at, _, names in os.walk(files) for name in names
    }
    assert found == truth.keys()
    assert home.read_truth(root / "out") == truth
    assert {"original", "copy", "another shot", "raw picture", "cut to four fifths", "icon", "form"} <= {
        origin.what for origin in truth.values()
    }


def test_what_shows_the_same_has_one_scene_and_other_shots_are_apart(written):
    _, truth = written
    scenes = {}
    for origin in truth.values():
        assert scenes.setdefault(origin.shows, origin.scene) == origin.scene
    shots = [origin for origin in truth.values() if origin.what in ("another shot", "another frame")]
    assert shots
    assert all(origin.shows != origin.scene for origin in shots)


def test_a_smaller_one_looks_like_its_original(written):
    root, truth = written
    files = root / "out" / home.FILES
    originals = {origin.shows: path for path, origin in truth.items() if origin.what == "original"}
    for path, origin in truth.items():
        if origin.what.startswith("smaller"):
            with Image.open(files / path) as small, Image.open(files / originals[origin.shows]) as whole:
                assert small.width < whole.width
                apart = ImageChops.difference(small.convert("RGB"), whole.resize(small.size))
                assert max(ImageStat.Stat(apart).rms) < 12


def test_the_same_pictures_make_the_same_home(written):
    root, truth = written
    again = home.write(root / "again", [str(root / "from")])
    assert again == truth
    for path in truth:
        if not path.endswith(".heic"):  # its encoder uses threads
            assert (root / "again" / home.FILES / path).read_bytes() == (
                root / "out" / home.FILES / path
            ).read_bytes()


def test_a_folder_that_is_there_is_left_alone(written):
    root, _ = written
    with pytest.raises(FileExistsError):
        home.write(root / "out", [str(root / "from")])

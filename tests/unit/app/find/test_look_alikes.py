"""Files that look like one picture, among those of a scan or not."""

import pytest

from simfinder.app.find.find_similar import Wanted, find, look_at
from simfinder.model.progress import Control
from simfinder.model.scan_options import Method, ScanOptions
from simfinder.model.similar_match import Likeness
from simfinder.model.tolerances import Tolerances
from simfinder.scan.pipeline import scan
from tests.helpers.pictures.scenes import photo


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "photos"
    root.mkdir()
    photo(1).save(root / "large.jpg", quality=92)
    photo(1).resize((200, 150)).save(root / "small.webp", quality=70)
    photo(2).save(root / "stranger.jpg", quality=92)
    (root / "notes.txt").write_text("words " * 100)
    return root


def found(path, root, wanted=None):
    options = ScanOptions((str(root),), jobs=1)
    answer = find(look_at(str(path)), scan(options, None, Control()), Control(), wanted, options=options)
    return {match.file.path.rpartition("/")[2]: match for match in answer.matches}


def test_a_picture_from_elsewhere(root, tmp_path):
    photo(1).rotate(180).resize((400, 300)).save(tmp_path / "asked.png")
    matches = found(tmp_path / "asked.png", root)
    assert matches.keys() == {"large.jpg", "small.webp"}
    assert {match.relation for match in matches.values()} == {Likeness.SIMILAR}
    assert all(0.9 < match.similarity < 1 for match in matches.values())


def test_a_picture_of_the_scan_itself(root):
    assert found(root / "large.jpg", root).keys() == {"small.webp"}


def test_an_identical_one_stays_identical(root):
    (root / "copy.jpg").write_bytes((root / "large.jpg").read_bytes())
    assert found(root / "large.jpg", root)["copy.jpg"].relation is Likeness.IDENTICAL


@pytest.mark.parametrize("wanted", [Wanted(Method.CONTENT), Wanted(tolerances=Tolerances(0.0))])
def test_nothing_looks_alike_where_that_is_not_wanted(root, tmp_path, wanted):
    photo(1).resize((400, 300)).save(tmp_path / "asked.png")
    assert not found(tmp_path / "asked.png", root, wanted)


def test_a_text_looks_like_no_picture(root, tmp_path):
    (tmp_path / "asked.txt").write_text("other words " * 100)
    assert not {"large.jpg", "small.webp"} & found(tmp_path / "asked.txt", root).keys()

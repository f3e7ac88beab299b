"""Pictures that lie otherwise, or are parts of others, are turned and cut before they are laid over each other."""

import os

import pytest
from PIL import Image

from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.session.session import Session
from simfinder.gui.controllers.details_loader import Request, loading
from simfinder.gui.details.answer_words import answer_text
from simfinder.gui.details.compare.compare_panel import ComparePanel
from simfinder.gui.details.compare.image_compare import CompareMode
from simfinder.gui.jobs.job_bridge import JobBridge
from simfinder.gui.widgets.image_decoder.client import Pictures
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices
from tests.helpers.pictures.changes import cut, framed, scaled
from tests.helpers.pictures.scenes import photo

Way = Image.Transpose
WAYS = {
    "mirrored": Way.FLIP_LEFT_RIGHT,
    "upside down": Way.ROTATE_180,
    "flipped": Way.FLIP_TOP_BOTTOM,
    "left": Way.ROTATE_90,
    "right": Way.ROTATE_270,
    "crosswise": Way.TRANSPOSE,
    "across": Way.TRANSVERSE,
}
TURNED = "Laid over each other, one is turned or mirrored so that both lie alike."
CUT = "Laid over each other is the part that is in both."


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    root = tmp_path_factory.mktemp("photos")
    whole = photo(3)
    found = {"whole": whole, "small": scaled(whole, 0.5), "framed": framed(whole, 0.05, 0.05, "white")}
    found |= {name: whole.transpose(way) for name, way in WAYS.items()}
    found["part"] = cut(whole, 0.1, 0.02, 1, 0.98)
    found["part, turned"] = found["part"].transpose(Way.ROTATE_90)
    for name, picture in found.items():
        picture.save(root / f"{name}.jpg", quality=90)
    return Session.run(ScanOptions((str(root),)), Choices(), cache=None, control=Control())


@pytest.fixture
def details_of(session, qapp):
    contents, pictures = Contents(), Pictures()

    def run(one, other):
        paths = [os.path.join(session.options.roots[0], f"{name}.jpg") for name in (one, other)]
        request = Request(session, session.file_of(paths[0]), *paths)
        return loading(request, contents, pictures)(Control())

    yield run
    contents.close()
    pictures.close()


@pytest.fixture
def panel(qtbot):
    shown = ComparePanel(JobBridge())
    qtbot.addWidget(shown)
    return shown


@pytest.mark.parametrize("name", WAYS)
def test_a_picture_that_lies_otherwise_is_turned(details_of, panel, name):
    for pair in ((name, "whole"), ("whole", name)):
        details = details_of(*pair)
        assert details.pixels.visibly < 0.01 * details.pixels.every
        assert (details.image.head.full_width < details.image.head.full_height) is (
            WAYS.get(pair[0]) in (Way.ROTATE_90, Way.ROTATE_270, Way.TRANSPOSE, Way.TRANSVERSE)
        )  # side by side they are as they are
        panel.show_details(details)
        assert panel.images.summary.text().endswith(TURNED)
        assert "of the pixels differ" in panel.images.summary.text()


@pytest.mark.parametrize(
    "pair", [("part", "whole"), ("whole", "part"), ("part, turned", "whole"), ("left", "part")]
)
def test_of_a_part_only_what_is_in_both_is_laid_over_each_other(details_of, panel, pair):
    details = details_of(*pair)
    one, other = details.over
    for side in ("full_width", "full_height"):
        assert getattr(one.head, side) == pytest.approx(getattr(other.head, side), rel=0.02)
    far = one.image.scaled(64, 64), other.image.scaled(64, 64)
    apart = [
        abs(far[0].pixelColor(x, y).green() - far[1].pixelColor(x, y).green())
        for x in range(64)
        for y in range(64)
    ]
    assert sum(apart) / len(apart) < 8
    said = answer_text(details)
    assert said.startswith("It looks" if pair[1] == "whole" else "The other picture looks")
    assert said.endswith((" 86 % of it.", " 87 % of it."))
    panel.show_details(details)
    assert panel.images.summary.text().endswith(CUT)
    panel.images.modes.setCurrentIndex(CompareMode.OVERLAY)
    assert panel.images.over.full.width() == max(one.head.full_width, other.head.full_width)


@pytest.mark.parametrize("pair", [("small", "whole"), ("whole", "framed")])
def test_pictures_that_lie_alike_are_left_as_they_are(details_of, panel, pair):
    details = details_of(*pair)
    assert details.over == (details.image, details.kept_image)
    panel.show_details(details)
    assert "Laid" not in panel.images.summary.text()

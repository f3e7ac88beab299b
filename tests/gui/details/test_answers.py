"""The one sentence about two files, for each way in which they may differ."""

import gzip
import random
import zipfile
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QImage

from simfinder.app.compare.change_count import ChangeCount, Unit, change_count
from simfinder.app.compare.compare_files import compare
from simfinder.app.verify.containment.matching_ranges import matched_files
from simfinder.gui.controllers.details_loader import Details, Facts, differing_pixels
from simfinder.gui.details import answer_words
from simfinder.gui.details.answer_words import answer_text, change_text, shares_text
from simfinder.gui.details.compare.diff_lines import DiffLines
from simfinder.gui.widgets.image_decoder.client import Picture
from simfinder.gui.widgets.image_decoder.protocol import Head
from simfinder.model.progress import Control
from tests.helpers.files.office_files import docx, odt

FACTS = Facts(0.87, False, False, 10, 20, 0, 0, False)


def lines(seed, count=20):
    rng = random.Random(seed)
    return [f"{rng.getrandbits(60):x} is line {i}" for i in range(count)]


@pytest.fixture
def answer(tmp_path):
    def made(left, right, names=("a.txt", "b.txt"), **more):
        paths = []
        for name, data in zip(names, (left, right), strict=True):
            (tmp_path / name).write_bytes(data)
            paths.append(str(tmp_path / name))
        guessed = replace(FACTS, estimated=True)  # nothing was measured: what is counted is said
        return answer_text(Details(None, None, comparison=compare(*paths), facts=guessed, **more))

    return made


def packed(tmp_path, files, how=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(tmp_path / "made.zip", "w", how) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return (tmp_path / "made.zip").read_bytes()


def test_texts(answer):
    text = lines(1)
    one = "\n".join(text).encode()
    assert answer(one, "\n".join([*text[:4], "other", *text[5:], "new"]).encode()) == (
        "The same lines but for 1 changed, 1 only in the other one."
    )
    assert answer(one, one + b"\n\n\n") == "The same text; only spaces, empty lines or line ends differ."
    assert answer(one, "\n".join([*text[:5], *lines(2)]).encode()) == (
        "5 of the 20 lines of this file are in the other one, too."
    )
    assert answer(one, "\n".join(lines(3)).encode()) == "About 87 % of their content is the same."


def test_documents(answer):
    text = lines(4)
    names = ("a.docx", "b.docx")
    assert (
        answer(docx(text), docx(text, stamp="b"), names)
        == "The same words; only the file around them differs."
    )
    assert (
        answer(docx(text), odt(text), ("a.docx", "b.odt"))
        == "The same words; only the file around them differs."
    )
    assert answer(docx(text), docx([*text[:-1], "new", "more"]), names) == (
        "The same paragraphs but for 1 changed, 1 only in the other one."
    )


def test_archives(answer, tmp_path):
    rng = random.Random(5)
    files = {f"{i}.bin": rng.randbytes(900) for i in range(5)}
    one = packed(tmp_path, files)
    names = ("a.zip", "b.zip")
    assert (
        answer(one, packed(tmp_path, files, zipfile.ZIP_STORED), names)
        == "The same files, packed differently."
    )
    changed = files | {"0.bin": rng.randbytes(900)}
    assert answer(packed(tmp_path, changed), one, names) == "The same files but for 1 changed."
    assert answer(files["0.bin"], one, ("0.bin", "b.zip")) == "This file is inside the other one."
    assert answer(one, files["0.bin"], ("b.zip", "0.bin")) == "The other file is inside this one."
    text = "\n".join(lines(6)).encode()
    assert "only the file around it differs" in answer(text, gzip.compress(text), ("a.txt", "a.txt.gz"))


def picture(width, height, color):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(color)
    return image


@pytest.fixture
def pictures(tmp_path, qapp):
    from simfinder.gui.widgets.image_decoder.client import Pictures

    with Pictures() as reader:

        def read(name, image):
            assert image.save(str(tmp_path / name))
            return reader.read(str(tmp_path / name), Control())

        yield read


def test_pictures(pictures, tmp_path):
    one, other, large = (
        pictures("a.png", picture(20, 10, 0xFF0000)),
        pictures("b.bmp", picture(20, 10, 0xFF0000)),
        pictures("c.png", picture(40, 20, 0xFF0000)),
    )
    blue = picture(20, 10, 0xFF0000)
    for x in range(5):
        for y in range(10):
            blue.setPixel(x, y, 0x0000FF)
    quarter = pictures("d.png", blue)

    def said(left, right, names):
        comparison = compare(*(str(tmp_path / name) for name in names))
        pixels = differing_pixels(left, right)
        return answer_text(
            Details(
                None, None, comparison=comparison, image=left, kept_image=right, pixels=pixels, facts=FACTS
            )
        )

    assert said(one, other, ("a.png", "b.bmp")) == "The same picture, saved differently."
    assert said(one, quarter, ("a.png", "d.png")) == "Two pictures of one size; 25 % of their pixels differ."
    again = picture(20, 10, 0xFE0000)  # as a JPEG comes back
    for y in range(10):
        again.setPixel(0, y, 0x0000FF)
    nearly = pictures("e.png", again)
    text = "Two pictures of one size; 5 % of their pixels differ visibly."
    assert said(one, nearly, ("a.png", "e.png")) == text
    assert said(one, large, ("a.png", "c.png")) == "This picture has 20 × 10 pixels, the other one 40 × 20."


def test_bytes(tmp_path):
    rng = random.Random(7)
    data = rng.randbytes(40_000)
    (tmp_path / "a").write_bytes(data)
    (tmp_path / "b").write_bytes(data + rng.randbytes(10_000))
    paths = str(tmp_path / "a"), str(tmp_path / "b")
    matched = matched_files(*paths, Control(), follow=False, text=False)
    details = Details(None, None, comparison=compare(*paths), matched=matched, facts=FACTS)
    assert (
        answer_text(details)
        == "100 % of this file is in the other one, and 80 % of the other one is in this."
    )
    assert shares_text(details) == answer_text(details)
    same = replace(details, facts=replace(FACTS, identical=True))
    assert answer_text(same) == "Identical: every byte is the same."
    assert shares_text(same) == ""
    assert answer_text(Details(None, None)) == ""


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (ChangeCount(Unit.FILES, 9, 0, 0, 0), "The same files."),
        (
            ChangeCount(Unit.FILES, 1200, 3, 4, 5),
            "The same files but for 3 changed, 4 only here, 5 only in the other one.",
        ),
        (
            ChangeCount(Unit.PARAGRAPHS, 1, 1, 5, 0),
            "1 of the 7 paragraphs of this file are in the other one, too.",
        ),
        (ChangeCount(Unit.LINES, 0, 1, 1, 1), ""),
    ],
)
def test_counts(count, text):
    assert change_text(count) == text


def test_what_is_counted_is_not_said_beside_a_figure_that_it_contradicts(tmp_path):
    """A text whose lines are broken at other places, and one of which most lines differ a little."""
    words = [f"word{n}" for n in range(400)]
    broken = ["\n".join(" ".join(words[i : i + step]) for i in range(0, 400, step)) for step in (8, 9)]
    paths = []
    for name, text in zip(("a.txt", "b.txt"), broken, strict=True):
        (tmp_path / name).write_text(text)
        paths.append(str(tmp_path / name))
    comparison = compare(*paths)
    said = [
        answer_text(Details(None, None, comparison=comparison, facts=replace(FACTS, similarity=share)))
        for share in (0.97, 0.1)
    ]
    assert said[0] == "Nearly the same text; most lines or paragraphs differ a little."
    assert "of the 50 lines" in said[1] or "10 %" in said[1]


def test_two_raw_pictures_of_one_size_are_not_said_to_differ_in_size():
    """Their previews do, of which the pixels can't be compared."""
    raw = Picture(QImage(4, 3, QImage.Format.Format_RGB32), Head(full_width=1600, full_height=1200))
    details = SimpleNamespace(image=raw, kept_image=raw, pixels=None, rescaled=False, facts=None)
    assert answer_words._pictures(details) == ""
    other = Picture(raw.image, raw.head._replace(full_width=800))
    details.kept_image = other
    assert (
        answer_words._pictures(details) == "This picture has 1,600 × 1,200 pixels, the other one 800 × 1,200."
    )


@pytest.mark.parametrize(
    ("old", "new", "figures"),
    [
        (
            ["a", "b", "", "d", "e"],
            ["a", "B", "", "d", "e", "", "f"],
            ("1 changed", "0 only here", "1 only in"),
        ),
        (["a", "b", "c", "d"], ["a", "x", "d"], ("1 changed", "1 only here", "0 only in")),
        (["a", "", "b"], ["a", "b"], ("Only empty lines differ",)),
    ],
)
def test_the_legend_of_the_comparison_counts_as_the_sentence_does(tmp_path, old, new, figures):
    paths = [tmp_path / "old.txt", tmp_path / "new.txt"]
    for path, lines in zip(paths, (old, new), strict=True):
        path.write_text("\n".join(lines) + "\n")
    comparison = compare(*map(str, paths))
    lines = DiffLines(comparison, comparison.rows)
    count = change_count(comparison)
    assert all(figure in lines.legend(inside=False)[0] for figure in figures)
    if count.changed or count.left or count.right:
        assert lines.legend(inside=False)[1] == f"± {count.changed}   − {count.left}   + {count.right}"

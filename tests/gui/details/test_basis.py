"""What the details panel says of a figure: on what it was measured, and by bars that are those of the figure itself."""

import os
import random
from contextlib import closing

import pytest

from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.compare.form_share import FormShare
from simfinder.app.session.session import Session
from simfinder.app.verify.verifier import Verifier
from simfinder.gui.cluster_tree.model.tooltips import form_text, place_lines, version_tip
from simfinder.gui.controllers.details_loader import Request, loading
from simfinder.gui.details.shared_ranges_view import SharedRangesView
from simfinder.gui.details.why_view import WhyView
from simfinder.gui.widgets.image_decoder.client import Pictures
from simfinder.gui.wording.formatting import percent_text
from simfinder.model.clusters import Basis, Relation
from simfinder.model.progress import Control
from simfinder.model.scan_options import ScanOptions
from simfinder.model.tolerances import Choices, Tolerances
from tests.helpers.files.documents import report
from tests.helpers.files.office_files import docx
from tests.helpers.pictures.scenes import photo

RNG = random.Random(4)
LOGO = b"\x89PNG\r\n\x1a\n" + RNG.randbytes(4000)
TEXT = report(RNG, paragraphs=30, topic="town").decode()
OTHER = report(RNG, paragraphs=30, topic="business").decode()


def entries(values):
    return "".join(
        f'<entry mtime="{value}" name="n" schema="org.example.desktop" type="int"/>\n' for value in values
    )


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """Two exports of one program, two letters with one logo, and two like essays of other names."""
    root = tmp_path_factory.mktemp("files")
    common = "".join(f"<!-- {RNG.randbytes(20).hex()} -->\n" for _ in range(160))
    values = [[RNG.randrange(10**9) for _ in range(120)] for _ in range(2)]
    half = TEXT.splitlines()[: len(TEXT.splitlines()) // 2]
    letters = ([*half, *OTHER.splitlines()[:20]], [*half, *OTHER.splitlines()[20:40]])
    files = {
        "left.xml": (common + entries(values[0])).encode(),
        "right.xml": (common + entries(values[1])).encode(),
        "letter.docx": docx(letters[0], {"word/media/logo.png": LOGO}),
        "offer.docx": docx(letters[1], {"word/media/logo.png": LOGO}),
        "essay.txt": OTHER.encode(),
        "speech.txt": "\n\n".join(OTHER.split("\n\n")[:-6]).encode(),
        "left.bin": RNG.randbytes(30_000),
    }
    files["right.bin"] = files["left.bin"][:25_000] + RNG.randbytes(5000)
    for name, data in files.items():
        (root / name).write_bytes(data)
    options = ScanOptions((str(root),))
    session = Session.run(options, Choices(tolerances=Tolerances(0.6)), cache=None, control=Control())
    session.verify(Verifier(session.result, None, Control()))
    return session


@pytest.fixture
def details_of(session, qapp):
    contents, pictures = Contents(), Pictures()

    def run(one, other):
        paths = [os.path.join(session.options.roots[0], name) for name in (one, other)]
        request = Request(session, session.file_of(paths[0]), *paths)
        return loading(request, contents, pictures)(Control())

    yield run
    contents.close()
    pictures.close()


@pytest.mark.parametrize(
    ("one", "other", "basis"),
    [
        ("left.xml", "right.xml", Basis.TEXT),
        ("letter.docx", "offer.docx", Basis.TEXT),
        ("left.bin", "right.bin", Basis.BYTES),
    ],
)
def test_the_bars_are_those_of_the_figure(session, details_of, one, other, basis):
    details = details_of(one, other)
    assert details.basis is basis
    contents = session.clusters.files.contents
    files = [session.file_of(os.path.join(session.options.roots[0], name)) for name in (one, other)]
    ((figure, estimated),) = session.clustering.shares(contents[files[:1]], contents[files[1:]])
    assert not estimated
    assert 0.3 < figure < 0.95
    assert details.matched.similarity == pytest.approx(figure, abs=1e-6)
    for ranges, size, share in (
        (details.matched.left, details.matched.left_size, details.matched.left_share),
        (details.matched.right, details.matched.right_size, details.matched.right_share),
    ):
        assert sum(part.equal for part in ranges) / size == pytest.approx(share, abs=0.01)
        assert share == pytest.approx(figure, abs=0.1)


def test_the_basis_is_named(qtbot, details_of):
    why, figures = WhyView(), SharedRangesView()
    qtbot.addWidget(why)
    qtbot.addWidget(figures)
    details = details_of("left.xml", "right.xml")
    why.show_details(details)
    assert "Measured on the text." in why.words.text().split("\n")
    figures.show_view(details.view, details.members, details.basis, details.media)
    assert figures.view.whole() == "Compared by: text"
    details = details_of("left.bin", "right.bin")
    why.show_details(details)
    assert "Measured on the bytes." in why.words.text().split("\n")
    figures.show_view(details.view, details.members, details.basis, details.media)
    assert figures.view.isHidden()


def test_words_and_pictures_have_figures_of_their_own(qtbot, details_of):
    why, figures = WhyView(), SharedRangesView()
    qtbot.addWidget(why)
    qtbot.addWidget(figures)
    details = details_of("letter.docx", "offer.docx")
    both = f"text {percent_text(details.matched.similarity)} · pictures {percent_text(1.0)}"
    assert details.media == both
    why.show_details(details)
    assert f"Measured: {both}." in why.words.text().split("\n")
    figures.show_view(details.view, details.members, details.basis, details.media)
    assert figures.view.whole() == f"Compared by: {both}"


def test_why_a_file_is_only_similar(session):
    table = session.clusters
    names = ("essay.txt", "speech.txt")
    files = [session.file_of(os.path.join(session.options.roots[0], name)) for name in names]
    cluster = table.cluster_of(files[0])
    assert cluster == table.cluster_of(files[1]) >= 0
    file = next(one for one in files if one != int(table.kept[cluster]))
    said = (
        "Only similar to the kept file: "
        "their names have nothing in common, and their texts differ by more than additions."
    )
    assert place_lines(session, file) == [said]
    assert version_tip(session, file, Relation.SIMILAR, by_hand=False, within=True).split("\n") == [said]
    assert session.clustering.relation_reason(int(table.kept[cluster])) == ""


def test_how_a_picture_was_saved_again_is_said_once(qtbot, tmp_path):
    """The answer says it; the sentence below only why no rule marks the picture. A row's tip says both."""
    for name, quality, days in (("IMG_1.jpg", 95, 0), ("IMG_1 (edited).jpg", 60, 5)):
        photo(1).save(tmp_path / name, quality=quality)
        os.utime(tmp_path / name, (1_700_000_000 + 86_400 * days,) * 2)
    session = Session.run(ScanOptions((str(tmp_path),)), Choices(), cache=None, control=Control())
    session.verify(Verifier(session.result, None, Control()))
    table = session.clusters
    kept = int(table.kept[0])
    (file,) = [one for one in table.members.tolist() if one != kept]
    unmarked = "No rule marks it unless similar files are to be marked."
    assert place_lines(session, file) == [unmarked]
    tip = version_tip(session, file, Relation.RECOMPRESSED, by_hand=False, within=True)
    assert f"It is {session.clustering.relation_reason(file)}. {unmarked}" in tip.split("\n")
    why = WhyView()
    qtbot.addWidget(why)
    request = Request(session, file, session.record(file).path, session.record(kept).path)
    with closing(Contents()) as contents, closing(Pictures()) as pictures:
        why.show_details(loading(request, contents, pictures)(Control()))
    assert "quality" in why.answer.text()
    assert "quality" not in why.words.text()
    assert unmarked in why.words.text().split("\n")


def test_how_much_of_a_file_is_the_form():
    share = FormShare(left=4100, right=4000, of_left=5300, of_right=5100)
    said = form_text(share).replace("\N{NO-BREAK SPACE}", " ")
    assert said == "They share a form: 4.1 kB of 5.3 kB."

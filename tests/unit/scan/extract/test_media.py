"""Documents with words are their words; pictures and embedded files are listed beside them."""

import gzip
import io
import random
import zipfile

import pytest
import xxhash

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import LEAST_TEXT, MEMBERS, PICTURE, PLAIN, TEXT
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.members import unpack
from simfinder.scan.extract.office import office_document
from simfinder.scan.extract.pdf import pdf_document
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.extract.view_sink import TooMuchError, ViewSink
from tests.helpers.files.documents import report
from tests.helpers.files.office_files import cell, docx, odf, odf_paragraph, odt, package, pptx, xlsx
from tests.helpers.files.packed import tar_of, zip_of
from tests.helpers.files.pdf_files import Page, pdf
from tests.helpers.files.views import read

RNG = random.Random(11)
WORDS = report(RNG, paragraphs=8, topic="town").decode().splitlines()
PNG, JPEG = b"\x89PNG\r\n\x1a\n" + RNG.randbytes(4000), b"\xff\xd8\xff\xe0" + RNG.randbytes(300)
SHEET = RNG.randbytes(500)
MEDIA = {"word/media/image1.png": PNG, "word/embeddings/oleObject1.bin": SHEET}
LISTED = [("word/embeddings/oleobject1.bin", SHEET), ("word/media/image1.png", PNG)]


def view(data, bounds=BOUNDS, limit=0):
    """Make the view of a document in this process; return its bytes and the outlet."""
    made = []
    out = ViewSink(made.append, bounds, len(data), limit)
    if data.startswith(b"%PDF"):
        pdf_document.stream(io.BytesIO(data), out)
    else:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            office_document.stream(archive, out)
    return b"".join(made), out


def listed(media):
    return [(medium.name.decode(), medium.size, medium.content) for medium in media]


def as_listed(*named):
    return [(name, len(data), xxhash.xxh3_128_digest(data)) for name, data in named]


@pytest.mark.parametrize("make", [docx, odt])
def test_a_document_with_words_is_its_words(make):
    made, out = view(make(WORDS, MEDIA))
    assert made == view(make(WORDS))[0] == "".join(f"{line}\n" for line in WORDS).encode()
    assert out.kind == TEXT
    assert listed(out.media) == as_listed(*LISTED)
    assert out.members == []


@pytest.mark.parametrize(("more", "kind"), [(0, TEXT), (-1, PICTURE)])
def test_so_many_characters_are_words(more, kind):
    line = "x" * (LEAST_TEXT - 1 + more)  # and the end of the line
    made, out = view(docx([line], {"word/media/a.png": PNG}))
    assert made == line.encode() + b"\n" + (b"" if kind == TEXT else PNG)
    assert out.kind == kind
    assert len(out.media) == 1


def test_notes_count_as_words():
    note = '<text:note text:note-class="footnote"><text:note-body>%s</text:note-body></text:note>'
    body = "<text:p>short" + note % odf_paragraph("y" * LEAST_TEXT) + "</text:p>"
    assert view(odf("text", body, {"Pictures/a.png": PNG}))[1].kind == TEXT


def test_without_words_it_is_what_it_holds():
    made, out = view(docx(["few"], MEDIA))
    assert made == b"few\n" + SHEET + PNG
    assert (out.kind, listed(out.media)) == (MEMBERS, as_listed(*LISTED))
    assert view(docx(["few"], {"word/media/a.jpg": JPEG, "word/media/b.png": PNG}))[1].kind == PICTURE
    assert view(docx(["few"]))[1].kind == MEMBERS


def test_slides_are_their_words_and_notes_not_the_master():
    talk = pptx([(WORDS, "say this")])
    with zipfile.ZipFile(io.BytesIO(talk)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    master = members["ppt/slides/slide1.xml"].replace(WORDS[0].encode(), b"Click to edit Master title style")
    members |= {"ppt/slideMasters/slideMaster1.xml": master, "ppt/media/background.png": PNG}
    made, out = view(package(members))
    assert made == view(talk)[0]
    assert b"say this" in made
    assert b"Click" not in made
    assert (out.kind, listed(out.media)) == (TEXT, as_listed(("ppt/media/background.png", PNG)))


@pytest.mark.parametrize(
    ("kind", "counts"), [("text", True), ("presentation", False), ("spreadsheet", False)]
)
def test_only_texts_have_headers_of_their_own(kind, counts):
    body = "".join(map(odf_paragraph, WORDS))
    styles = "<style:header><text:p>Click to edit the title text format</text:p></style:header>"
    made, _ = view(odf(kind, body, styles=styles))
    assert (b"Click" in made) == counts


def test_sheets_are_their_cells():
    rows = {"Sheet": [[cell(f"A{i}", str(i * 12345.5))] for i in range(1, 60)]}
    assert view(xlsx(rows))[1].kind == TEXT


def test_a_pdf_with_words_is_its_words():
    pages = [Page(WORDS[:6], b"0 0 m 50 5 l S", [PNG, JPEG]), Page(WORDS[6:], pictures=[PNG])]
    made, out = view(pdf(pages, attached=SHEET))
    assert made == view(pdf([Page(WORDS[:6]), Page(WORDS[6:])]))[0]
    assert out.kind == TEXT
    assert [medium.content for medium in out.media] == [
        xxhash.xxh3_128_digest(data) for data in (PNG, JPEG, SHEET)
    ]
    assert [medium.size for medium in out.media] == [len(PNG), len(JPEG), len(SHEET)]


def test_a_scan_is_its_streams_and_pictures():
    made, out = view(pdf([Page(pictures=[JPEG])]))
    assert JPEG in made
    assert out.kind == PICTURE
    assert [medium.size for medium in out.media] == [len(JPEG)]
    made, out = view(pdf([Page(drawing=b"0 0 m 5 5 l S")]))
    assert (out.kind, out.media) == (PLAIN, [])


@pytest.fixture
def worker():
    with ViewReader(Control()) as worker:
        yield worker


@pytest.mark.parametrize(
    ("data", "name", "kind", "media", "members"),
    [
        (docx(WORDS, MEDIA), "office", TEXT, 2, 0),
        (gzip.compress(docx(WORDS, MEDIA)), "office", TEXT, 2, 0),
        (pdf([Page(WORDS, pictures=[PNG])]), "pdf", TEXT, 1, 0),
        (docx(["few"], {"word/media/a.png": PNG}), "office", PICTURE, 1, 0),
        (zip_of({"a.docx": docx(WORDS, MEDIA), "b.png": PNG}), "zip", MEMBERS, 0, 2),
        (tar_of({"a.txt": b"words " * 99}), "tar", MEMBERS, 0, 1),
        (gzip.compress(b"words " * 99), "gzip", TEXT, 0, 0),
        (gzip.compress(PNG), "gzip", PICTURE, 0, 0),
        (gzip.compress(SHEET), "gzip", PLAIN, 0, 0),
        (gzip.compress(tar_of({"a.txt": b"words " * 99})), "tar", MEMBERS, 0, 1),
    ],
)
def test_through_the_worker(worker, tmp_path, data, name, kind, media, members):
    (tmp_path / "x").write_bytes(data)
    made, _ = read(worker, tmp_path / "x")
    assert (made.name, made.kind) == (name, kind)
    assert (len(unpack(made.media)), len(unpack(made.members))) == (media, members)


def test_an_archive_holds_all_of_its_documents(worker, tmp_path):
    """An archive's members are its content: another picture in one of them changes the content."""
    for name, picture in (("one.zip", PNG), ("other.zip", JPEG)):
        held = {"a.docx": docx(WORDS, {"word/media/a.png": picture})}
        (tmp_path / name).write_bytes(zip_of(held))
    one, other = (read(worker, tmp_path / name)[1] for name in ("one.zip", "other.zip"))
    assert one.endswith(PNG)
    assert other.endswith(JPEG)


def test_media_are_bounded():
    many = {f"word/media/{i}.png": b"" for i in range(9)}
    assert len(view(docx(WORDS, many), Bounds(members=9))[1].media) == 9
    with pytest.raises(TooMuchError, match="more than 8 files"):
        view(docx(WORDS, many), Bounds(members=8))
    with pytest.raises(TooMuchError, match="MB of names"):
        view(docx(WORDS, many), Bounds(names=100))


@pytest.mark.parametrize("data", [docx(WORDS, MEDIA), pdf([Page(WORDS, pictures=[PNG])], attached=SHEET)])
def test_who_looks_at_the_beginning_learns_of_the_media(data):
    made, out = view(data, limit=1 << 20)
    assert (made, out.kind) == (view(data)[0], TEXT)
    assert out.media == view(data)[1].media != []
    assert not out.cut

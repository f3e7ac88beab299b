"""Books, rich text and old Word documents become the same words as the other documents."""

import io
import random
import zipfile
from unittest.mock import Mock

import pytest

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import LEAST_TEXT, PLAIN, RAW, TEXT
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.office import epub, legacy_word, office_document, rtf
from simfinder.scan.extract.view_sink import ViewSink
from tests.helpers.files.documents import report
from tests.helpers.files.office_files import saved

LINES = [
    "Minutes",
    "The board met on Monday and agreed on the plan for the garden; nobody was against it, and the money is there.",
    "Ärger gab es über die Straße: 3 × „nein“ – and a line with ≈ 20 more words so that there is enough to compare by"
    " words alone.",
    "apples\t3",
    "pears\t4",
]
WORDS = report(random.Random(3), paragraphs=6, topic="town").decode().splitlines()
CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/Book%20one.opf"/></rootfiles></container>'
)


def view(module, data):
    """Make the view of a file in this process; return its lines and the outlet."""
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    out.name = RAW
    module.stream(io.BytesIO(data), out)
    return b"".join(made).decode().splitlines(), out


def outcome(module, data):
    """Return the lines, kind and name of a view, or why there is none."""
    try:
        lines, out = view(module, data)
    except ViewError as error:
        return str(error)
    return lines, out.kind, out.name


def page(title, *paragraphs):
    body = "".join(f"<p>{one}</p>" for one in paragraphs)
    return f"<html><head><title>{title}</title></head><BODY><h1>{title}</h1>{body}</BODY></html>"


def book(files, *, container=CONTAINER, mimetype="application/epub+zip"):
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        archive.writestr("mimetype", mimetype)
        if container:
            archive.writestr("META-INF/container.xml", container)
        for name, data in files.items():
            archive.writestr(name, data)
    return room.getvalue()


def package(items, order):
    listed = "".join(f'<item id="{name}" href="{href}" media-type="{kind}"/>' for name, href, kind in items)
    spine = "".join(f'<itemref idref="{name}"/>' for name in order)
    return f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{listed}</manifest><spine>{spine}</spine></package>'


PAGE = "application/xhtml+xml"
ITEMS = [("a", "text/z%20last.xhtml", PAGE), ("b", "text/first.xhtml", PAGE), ("nav", "nav.xhtml", PAGE)]
FILES = {
    "OEBPS/Book%20one.opf": package(ITEMS, ["b", "a", "unknown"]),
    "OEBPS/nav.xhtml": page("Contents", "first, last"),
    "OEBPS/text/z last.xhtml": page("Two", *WORDS[3:]),
    "OEBPS/text/first.xhtml": page("One", *WORDS[:3]),
    "OEBPS/cover.png": b"\x89PNG\r\n\x1a\n" + bytes(500),
}


def read_book(data):
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        office_document.stream(archive, out)
    return b"".join(made).decode().splitlines(), out


def plain(lines):
    return [" ".join(line.split()) for line in lines if line.strip()]


def test_a_book_is_its_chapters_in_reading_order():
    lines, out = read_book(book(FILES))
    assert lines == plain(["One", *WORDS[:3], "Two", *WORDS[3:]])
    assert (out.name, out.kind) == ("epub", TEXT)
    names = [medium.name.decode() for medium in out.media]
    assert names == [
        "oebps/cover.png",
        "oebps/nav.xhtml",
        "oebps/text/first.xhtml",
        "oebps/text/z last.xhtml",
    ]


@pytest.mark.parametrize(
    ("package_file", "container"),
    [
        (b"<package><spine>", CONTAINER),
        (b"", CONTAINER),
        (FILES["OEBPS/Book%20one.opf"], ""),
        (None, CONTAINER),
    ],
)
def test_a_book_whose_package_file_is_damaged_has_its_pages_by_name(package_file, container):
    files = dict(FILES)
    del files["OEBPS/Book%20one.opf"]
    if package_file is not None:
        files["OEBPS/Book%20one.opf"] = package_file
    lines, _ = read_book(book(files, container=container))
    assert lines == plain(["Contents", "first, last", "One", *WORDS[:3], "Two", *WORDS[3:]])


def test_a_book_without_a_page_is_damaged():
    with pytest.raises(ViewError, match="its text is missing"):
        read_book(book({"a.png": b"x"}))


def test_a_chapter_is_bounded(monkeypatch):
    monkeypatch.setattr(epub, "LARGEST", 1 << 20)
    with pytest.raises(ViewError, match="a chapter of more than 1 MB"):
        read_book(book({"a.xhtml": b"<p>" + bytes(2 << 20)}))


@pytest.mark.parametrize(("module", "name"), [(rtf, "office.rtf"), (legacy_word, "word97.doc")])
def test_what_an_office_suite_saved_is_its_words(module, name):
    lines, out = view(module, saved(name))
    assert [line.replace(" 3", "\t3").replace(" 4", "\t4") for line in lines[3:]] in (
        LINES[3:],
        ["apples\t3 pears\t4"],
    )
    assert lines[:3] == LINES[:3]
    assert (out.name, out.kind) == ("office", TEXT)


def test_rich_text_of_several_alphabets():
    long = "x" * LEAST_TEXT
    lines, _ = view(rtf, rf"{{\rtf1\ansi\ansicpg1251 \'cf\'f0\u8364?\u-10179?\u-8704?\par {long}}}".encode())
    assert lines == ["Пр€😀", long]


@pytest.mark.parametrize(
    "data", [b"{\\rtf1 few words}", b"{\\rtf", b"{\\rtf1" + b"{" * 100_000, b"{\\rtf1 \\u99999999999 }"]
)
def test_rich_text_without_words_or_broken(data):
    assert outcome(rtf, data) in ("is damaged or ends too early", ([], TEXT, RAW))


def test_a_large_rich_text_is_left_as_it_is(monkeypatch):
    monkeypatch.setattr(rtf, "LARGEST", 1000)
    lines, out = view(rtf, saved("office.rtf"))
    assert (lines, out.kind, out.name) == ([], TEXT, RAW)


def test_other_compound_files_are_their_bytes():
    data = saved("word97.doc").replace("WordDocument".encode("utf-16-le"), "PowerPointXY".encode("utf-16-le"))
    lines, out = view(legacy_word, data)
    assert (lines, out.kind, out.name) == ([], PLAIN, RAW)


@pytest.mark.parametrize("cut", [600, 3000, 9000, 15_000])
def test_a_document_cut_short_is_damaged_or_its_bytes(cut):
    assert outcome(legacy_word, saved("word97.doc")[:cut]) in (
        "is damaged, encrypted, or from a Word before 97",
        ([], PLAIN, RAW),
    )


def test_a_broken_library_is_no_surprise(monkeypatch):
    monkeypatch.setattr("striprtf.striprtf.rtf_to_text", Mock(side_effect=ValueError("odd")))
    with pytest.raises(ViewError, match="damaged"):
        view(rtf, saved("office.rtf"))

"""Previews: what a file is shown as, how much of it is read, and that nothing blocks or breaks."""

import gzip
import os

import pytest

from simfinder.app.compare.contents.byte_window import LIMIT, UnreadableError, read_head
from simfinder.app.compare.contents.extract_contents import Contents
from simfinder.app.compare.contents.preview import HEX_LIMIT, PreviewKind, hex_lines, load_preview, preview_of
from simfinder.app.compare.contents.text_decoding import decode, lines_of
from simfinder.app.compare.contents.text_parts import paragraphs, sentences
from simfinder.model.progress import Control
from tests.helpers.files.packed import docx_of, odt_of, tar_of, zip_of


def write(folder, name, data):
    path = folder / name
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain\nlines\n", "plain\nlines", "utf-8"),
        ("größer\n".encode(), "größer", "utf-8"),
        ("größer\r\nzwei".encode("utf-8-sig"), "größer\nzwei", "utf-8"),
        ("größer".encode("utf-16"), "größer", "utf-16"),
        ("plain text".encode("utf-16-le"), "plain text", "utf-16-le"),
        ("plain text".encode("utf-16-be"), "plain text", "utf-16-be"),
        ("größer".encode("utf-32"), "größer", "utf-32"),
        (b"a\tb", "a   b", "utf-8"),
    ],
)
def test_texts_of_many_encodings(tmp_path, data, text, encoding):
    preview = load_preview(write(tmp_path, "a.txt", data))
    assert (preview.kind, preview.text, preview.encoding) == (PreviewKind.TEXT, text, encoding)
    assert not preview.truncated


def test_old_code_pages_are_recognised():
    words = "Der Müller fährt über die Brücke und grüßt die schönen Mädchen. Äpfel, Öl, Übung, Straße.\n" * 20
    text = decode(words.encode("cp1252"))
    assert text is not None
    assert text.text == words


@pytest.mark.parametrize(
    "data",
    [bytes(range(256)) * 8, b"\x7fELF\x02\x01\x01" + bytes(60), b"\xff\xfe\x00", os.urandom(4096) + b"\0"],
)
def test_bytes_are_no_text(tmp_path, data):
    preview = load_preview(write(tmp_path, "a.bin", data))
    assert preview.kind is PreviewKind.HEX
    assert preview.text.split("\n") == hex_lines(data[:HEX_LIMIT])


def test_hex_lines_show_offset_bytes_and_letters():
    assert hex_lines(b"\x7fELF\x02\x01\x01\x00Hi") == [
        "00000000  7f 45 4c 46 02 01 01 00  .ELF....",
        "00000008  48 69                    Hi",
    ]


def test_a_character_cut_by_the_limit_is_no_reason_to_show_bytes(tmp_path):
    preview = load_preview(write(tmp_path, "long.txt", b"x" + "ä".encode() * LIMIT))
    assert preview.kind is PreviewKind.TEXT
    assert set(preview.text) == {"x", "ä", "\n"}
    assert preview.truncated
    assert preview.shown == LIMIT
    assert preview.size == 2 * LIMIT + 1


def test_only_the_beginning_of_a_huge_sparse_file_is_read(tmp_path):
    path = tmp_path / "huge.bin"
    with path.open("wb") as file:
        file.truncate(50 * 10**9)
    head = read_head(str(path))
    assert len(head.data) == LIMIT
    assert head.size == 50 * 10**9
    assert load_preview(str(path)).truncated


def test_an_image_is_left_to_the_window_and_can_be_shown_as_bytes(tmp_path):
    path = write(tmp_path, "a.dat", b"\x89PNG\r\n\x1a\n" + bytes(20))
    assert load_preview(path).kind is PreviewKind.IMAGE
    assert load_preview(path, images=False).kind is PreviewKind.HEX
    assert load_preview(write(tmp_path, "b.txt", b"BM is a text\n")).kind is PreviewKind.TEXT


def test_empty_missing_and_special_files(tmp_path):
    assert load_preview(write(tmp_path, "empty", b"")).kind is PreviewKind.EMPTY
    missing = load_preview(str(tmp_path / "gone"))
    assert (missing.kind, missing.text) == (PreviewKind.UNREADABLE, "No such file or directory")
    os.mkfifo(tmp_path / "pipe")
    assert load_preview(str(tmp_path / "pipe")).kind is PreviewKind.UNREADABLE
    (tmp_path / "link").symlink_to("empty")
    with pytest.raises(UnreadableError):
        read_head(str(tmp_path / "link"))
    assert load_preview(str(tmp_path)).kind is PreviewKind.UNREADABLE


def test_names_that_are_no_utf8(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\n.txt")
    with open(path, "w") as file:
        file.write("text")
    assert load_preview(path).text == "text"


def test_one_line_stays_one_row():
    text = "a\u2028b\x0bc\x0cd\x85e\u202ef\nsecond"
    lines = lines_of(text)
    assert len(lines) == 2
    assert lines[0] == "a␤b␋c␌d␤e▯f"


def test_overlong_lines_break_at_their_own_signs_so_an_edit_stays_local():
    rules = [f".c{i}{{color:#{i:06x};margin:{i}px}}" for i in range(200)]
    before = lines_of("".join(rules))
    after = lines_of("".join(["@media x{", *rules]))
    assert "".join(before) == "".join(rules)
    assert len(before) > 200
    assert len(set(after) - set(before)) <= 2
    assert max(map(len, lines_of("x" * 100_000))) <= 300


@pytest.fixture
def contents():
    contents = Contents()
    yield contents
    contents.close()


def test_the_text_of_a_document_is_shown_by_paragraphs(tmp_path, contents):
    long = "A sentence that goes on. " * 60
    for make in (docx_of, odt_of):
        preview = load_preview(write(tmp_path, "a.bin", make(["Title", long.strip()])), contents)
        assert (preview.kind, preview.view, preview.is_document) == (PreviewKind.TEXT, "office", True)
        assert preview.text.rstrip("\n").split("\n") == ["Title", long.strip()]
        assert not preview.truncated


def test_an_archive_shows_its_members_in_its_order(tmp_path, contents):
    files = {"b": b"22", "a": b"1", "../../etc/passwd": b"", "/abs": b"4444"}
    preview = load_preview(write(tmp_path, "a.txt", tar_of(files)), contents)
    assert (preview.kind, preview.view, preview.whole) == (PreviewKind.MEMBERS, "tar", True)
    assert [(m.name.decode(), m.size) for m in preview.members] == [(n, len(d)) for n, d in files.items()]
    assert preview.size == 7
    assert not os.path.exists(tmp_path.parent / "etc")


def test_a_compressed_file_is_shown_as_what_is_in_it(tmp_path, contents):
    text = load_preview(write(tmp_path, "a.gz", gzip.compress(b"line one\nline two\n")), contents)
    assert (text.kind, text.text, text.view) == (PreviewKind.TEXT, "line one\nline two", "gzip")
    data = bytes(range(256)) * 400
    raw = load_preview(write(tmp_path, "b.gz", gzip.compress(data)), contents)
    assert (raw.kind, raw.text.split("\n")) == (PreviewKind.HEX, hex_lines(data[:HEX_LIMIT]))
    nothing = load_preview(write(tmp_path, "c.gz", gzip.compress(b"")), contents)
    assert (nothing.kind, nothing.view) == (PreviewKind.EMPTY, "gzip")


def test_of_a_long_compressed_text_only_the_beginning_is_made(tmp_path, contents):
    preview = load_preview(write(tmp_path, "a.gz", gzip.compress(b"word\n" * 10**6)), contents)
    assert (preview.kind, preview.shown, preview.truncated, preview.whole) == (
        PreviewKind.TEXT,
        LIMIT,
        True,
        False,
    )


def test_what_can_not_be_looked_into_is_shown_as_it_is_with_the_reason(tmp_path, contents):
    data = zip_of({"a": b"1" * 5000})
    broken = load_preview(write(tmp_path, "a.docx", data[:60]), contents)
    assert (broken.kind, broken.view) == (PreviewKind.HEX, "raw")
    assert broken.text.split("\n") == hex_lines(data[:60])
    assert broken.reason.startswith("is ")
    text = load_preview(write(tmp_path, "b.jar", b"%PDF- is how every PDF begins\n"), contents)
    assert (text.kind, text.view) == (PreviewKind.TEXT, "raw")
    assert text.reason
    assert load_preview(write(tmp_path, "c.jar", b"not a jar\n"), contents).reason == ""


def test_a_preview_of_what_was_read_for_a_comparison_is_the_same(tmp_path, contents):
    path = write(tmp_path, "a.txt", b"x" * (LIMIT + 5))
    wide = preview_of(contents.open(path, Control(), limit=4 * LIMIT))
    assert wide == load_preview(path, contents)


@pytest.mark.parametrize("text", ["", "one", "a\r\nb\rc\n\nd", "tab\tand\x07bell", "x" * 1000, "ab " * 400])
def test_prose_keeps_every_word(text):
    for joined in (False, True):
        split = sentences(text, joined=joined)
        assert "".join("".join(split).split()) == "".join("".join(paragraphs(text)).split())
        assert all(len(line) <= 200 and line == line.strip() and line for line in split)
    assert "".join("".join(paragraphs(text)).split()) == "".join(text.replace("\x07", "␇").split())
    assert len(paragraphs(text)) == len(text.splitlines())


def test_sentences_end_where_a_reader_says():
    text = "It rained. We stayed at home; nobody came! " * 3 + 'He said "no." Then he left.'
    assert sentences(text)[:4] == ["It rained.", "We stayed at home;", "nobody came!", "It rained."]
    assert sentences(text)[-2:] == ['He said "no."', "Then he left."]
    assert sentences("Short. Lines. Stay.") == ["Short. Lines. Stay."]


def test_the_lines_of_a_page_say_nothing():
    paged = "Title\nIt rained all day and\nnobody came. Then it\nstopped.\n- one\nitem\n2. two"
    flowing = "Title\n\nIt rained  all day and nobody came. Then it stopped.\n\n-  one item\n2. two"
    expected = ["Title It rained all day and nobody came.", "Then it stopped.", "- one item", "2. two"]
    assert sentences(paged, joined=True) == sentences(flowing, joined=True) == expected
    assert sentences(paged) != sentences(flowing)


def test_the_head_of_a_mail_has_a_line_for_each_field():
    mail = "From: Ada\nTo: Ben\nSubject: Offer\n\nIt rained all day and\nnobody came."
    expected = ["From: Ada", "To: Ben", "Subject: Offer", "It rained all day and nobody came."]
    assert sentences(mail, joined=True) == expected


def test_a_text_with_something_else_in_it_is_a_text():
    """A little of a disk that went bad in it; a program with words in it is none."""
    text = b"A line of the minutes of the board, which met on Monday.\n" * 60
    assert decode(text + bytes(range(256)) * 1).encoding == "utf-8"
    assert decode(text + bytes(range(256)) * 10) is None
    assert decode(text.replace(b"\n", b" ") + bytes(256)) is None

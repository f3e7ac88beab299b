"""Previews: what a file is shown as, how much of it is read, and that nothing blocks or breaks."""

import os

import pytest

from simfinder.app.decoding import decode, lines_of
from simfinder.app.heads import LIMIT, UnreadableError, read_head
from simfinder.app.preview import HEX_LIMIT, PreviewKind, hex_lines, load_preview


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

"""Comparisons: rows rebuild both sides, changed words, folds, bytes by runs, bad input."""

import gzip
import random
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.compare.compare_files import (
    ComparisonKind,
    Inside,
    Match,
    compare,
    compare_contents,
    line_starts,
)
from simfinder.app.compare.contents.byte_window import Head
from simfinder.app.compare.contents.extract_contents import Content, Contents
from simfinder.app.compare.contents.preview import load_preview
from simfinder.app.compare.line_diff import RowKind, diff_lines, fold
from simfinder.app.compare.member_diff import MemberState
from simfinder.app.compare.segments import align
from simfinder.errors import Cancelled
from simfinder.model.progress import Control
from tests.helpers.examples import examples
from tests.helpers.files import font_files, media_files
from tests.helpers.files.office_files import docx
from tests.helpers.files.packed import docx_of, odt_of, tar_of, zip_of


def sides(rows):
    left = [row.text for row in rows if row.kind in (RowKind.EQUAL, RowKind.LEFT)]
    right = [row.text for row in rows if row.kind in (RowKind.EQUAL, RowKind.RIGHT)]
    return left, right


lines = st.lists(st.sampled_from(["a", "b", "c", "", "d = 1", "d = 2", "}"]), max_size=40)


@given(lines, lines)
@settings(max_examples=examples(150), deadline=None)
def test_rows_rebuild_both_sides_in_order(left, right):
    rows = diff_lines(left, right, Control())
    assert sides(rows) == (left, right)
    assert [row.left for row in rows if row.left] == list(range(1, len(left) + 1))
    assert [row.right for row in rows if row.right] == list(range(1, len(right) + 1))
    assert sum(row.kind is RowKind.EQUAL for row in rows) >= (len(left) if left == right else 0)


@given(lines, lines, st.integers(0, 4))
@settings(max_examples=examples(100), deadline=None)
def test_folds_hide_equal_rows_only_and_open_again(left, right, context):
    rows = diff_lines(left, right, Control())
    folded = fold(rows, context)
    hidden = sum(row.count for row in folded if row.kind is RowKind.FOLD)
    assert len(folded) - sum(row.kind is RowKind.FOLD for row in folded) + hidden == len(rows)
    assert [r for r in folded if r.kind in (RowKind.LEFT, RowKind.RIGHT)] == [
        r for r in rows if r.kind in (RowKind.LEFT, RowKind.RIGHT)
    ]
    opened = frozenset(row.first for row in folded if row.kind is RowKind.FOLD)
    assert fold(rows, context, opened) == rows


def test_changed_words_are_found_inside_changed_lines():
    rows = diff_lines(
        ["same", "where sales rose by 9 percent."], ["same", "where sales rose by 11 percent."], Control()
    )
    left, right = rows[1], rows[2]
    assert [left.text[a:b] for a, b in left.changed] == ["9"]
    assert [right.text[a:b] for a, b in right.changed] == ["11"]


def test_a_changed_line_is_paired_with_its_like_among_new_ones():
    rows = diff_lines(
        ["total = add(first, second)"], ["import sys", "", "total = add(first, third)"], Control()
    )
    changed = {row.text: [row.text[a:b] for a, b in row.changed] for row in rows}
    assert changed["total = add(first, second)"] == ["second"]
    assert changed["total = add(first, third)"] == ["third"]
    assert changed["import sys"] == []


def test_one_changed_line_in_ten_thousand_is_one_change():
    left = [f"line {i % 50}" for i in range(10_000)]
    right = list(left)
    right[5_000] = "another"
    rows = diff_lines(left, right, Control())
    assert [row.kind for row in rows].count(RowKind.EQUAL) == 9_999
    assert len(fold(rows)) == 2 + 2 * 3 + 2


def test_moved_and_inserted_blocks_do_not_shift_the_rest():
    left = [f"line {i}" for i in range(300)]
    right = left[:100] + ["new"] * 5 + left[100:200] + left[250:]
    rows = diff_lines(left, right, Control())
    assert sum(row.kind is RowKind.EQUAL for row in rows) == 250


def covers(a, b, segments):
    left = b"".join(a[s.left : s.left_end] for s in segments)
    right = b"".join(b[s.right : s.right_end] for s in segments)
    assert (left, right) == (a, b)
    for s in segments:
        assert not s.equal or a[s.left : s.left_end] == b[s.right : s.right_end]


def equal_bytes(segments):
    return sum(s.left_end - s.left for s in segments if s.equal)


pieces = st.lists(st.integers(0, 5), max_size=12)
_BLOCKS = [random.Random(i).randbytes(40) for i in range(4)] + [bytes(50), b"\1"]


@given(pieces, pieces)
@settings(max_examples=examples(150), deadline=None)
def test_an_alignment_covers_both_sides_once_and_is_honest(left, right):
    a, b = (b"".join(_BLOCKS[i] for i in side) for side in (left, right))
    covers(a, b, align(a, b, Control()))


def test_scattered_bytes_keep_their_place():
    data = bytearray(random.Random(2).randbytes(4_000))
    other = bytearray(data)
    for at in range(100, 4_000, 300):
        other[at] ^= 255
    segments = align(bytes(data), bytes(other), Control())
    assert sum(s.left_end - s.left for s in segments if not s.equal) == 13


def test_the_longer_of_two_moved_blocks_is_aligned():
    one, two = random.Random(3).randbytes(3_000), random.Random(4).randbytes(5_000)
    assert equal_bytes(align(one + two, two + one, Control())) == 5_000


def test_a_gap_is_aligned_although_a_moved_copy_of_it_is_longer():
    rng = random.Random(7)
    one, two, three = rng.randbytes(500), rng.randbytes(40), rng.randbytes(30)
    # a's 70 bytes two + three come from b's end; in order only two is there
    segments = align(one + two + three + one[::-1], one + b"!" + two + one[::-1] + two + three, Control())
    assert equal_bytes(segments) >= 1_040


def test_repeated_bytes_take_no_quadratic_time():
    a, b = bytes(200_000) + b"x" + bytes(50_000), bytes(150_000) + b"y" + bytes(100_000)
    covers(a, b, align(a, b, Control()))


def test_kinds_of_comparison(tmp_path):
    def file(name, data):
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    text = file("a.txt", b"one\ntwo\n")
    other = file("b.txt", b"one\nTWO\n")
    binary = file("c.bin", b"\0\1\2\3" * 100)
    image = file("d.png", b"\x89PNG\r\n\x1a\n" + bytes(9))
    assert compare(text, other).kind is ComparisonKind.TEXT
    assert compare(text, binary).kind is ComparisonKind.HEX
    assert compare(image, image).kind is ComparisonKind.IMAGE
    assert compare(text, text).equal
    assert not compare(text, other).equal
    gone = compare(text, str(tmp_path / "gone.txt"))
    assert gone.kind is ComparisonKind.UNREADABLE
    assert "gone.txt" in gone.reason
    assert compare(file("e", b""), file("f", b"")).rows == ()


def test_of_large_files_only_windows_are_taken(tmp_path):
    for name in "ab":
        with (tmp_path / name).open("wb") as file:
            file.write(name.encode() + bytes(100))
            file.truncate(10**10)
    result = compare(str(tmp_path / "a"), str(tmp_path / "b"))
    assert result.kind is ComparisonKind.HEX
    assert not result.truncated  # every byte can be reached
    assert result.left_window.read(10**10 - 4, 100) == bytes(4)
    assert not result.equal


def test_a_cancelled_comparison_stops(tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(random.Random(name).randbytes(200_000))
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        compare(str(tmp_path / "a"), str(tmp_path / "b"), control)


def test_lines_begin_where_they_begin():
    data = b"one\r\ntwo\n\nfour"
    starts = line_starts(data, ["one", "two", "", "four"])
    assert [data[at : at + 1] for at in starts] == [b"o", b"t", b"\n", b"f"]
    assert line_starts(b"a\nb\n", ["a", "b"]) == (0, 2)
    assert line_starts(b"", []) == ()


def test_lines_that_were_broken_begin_about_where_they_begin():
    starts = line_starts(b"x" * 900, ["x" * 300] * 3)
    assert starts == (0, 300, 600)


def test_long_inputs_are_aligned_too():
    data = random.Random(6).randbytes(400_000)
    assert equal_bytes(align(data, data[:1_000] + data[200_000:] + data[:199_000], Control())) >= 200_900


@pytest.fixture
def contents():
    contents = Contents()
    yield contents
    contents.close()


@pytest.fixture
def file(tmp_path):
    def write(name, data):
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    return write


TEXT = [f"Sentence number {i} of a short report." for i in range(30)]
EDITED = [*TEXT[:10], "A new one.", *TEXT[10:20], "Sentence number 20 of a long report.", *TEXT[21:]]


@pytest.mark.parametrize(
    ("old", "new", "views"),
    [
        (docx_of(TEXT), docx_of(EDITED, day=9), ("office", "office")),
        (docx_of(TEXT), odt_of(EDITED), ("office", "office")),
        (docx_of(TEXT), "\n".join(EDITED).encode(), ("office", "raw")),
        ("\n".join(TEXT).encode(), odt_of(EDITED), ("raw", "office")),
        (docx_of(TEXT), gzip.compress("\n".join(EDITED).encode()), ("office", "gzip")),
    ],
    ids=["docx-docx", "docx-odt", "docx-txt", "txt-odt", "docx-gz"],
)
def test_documents_are_compared_by_their_text(file, contents, old, new, views):
    result = compare(file("a", old), file("b", new), contents=contents)
    assert (result.kind, result.left_view, result.right_view) == (ComparisonKind.TEXT, *views)
    assert result.is_prose
    changed = [(row.kind, row.text) for row in result.rows if row.kind is not RowKind.EQUAL and row.text]
    assert changed == [
        (RowKind.RIGHT, "A new one."),
        (RowKind.LEFT, "Sentence number 20 of a short report."),
        (RowKind.RIGHT, "Sentence number 20 of a long report."),
    ]
    assert not result.truncated
    assert not result.same_content
    assert result.whole


def test_the_same_text_in_other_bytes_is_said_to_be_so(file, contents):
    result = compare(file("a", docx_of(TEXT)), file("b", docx_of(TEXT, day=5)), contents=contents)
    assert (result.equal, result.same_content) == (False, True)
    packed = compare(file("c", b"words\n" * 99), file("d", gzip.compress(b"words\n" * 99)), contents=contents)
    assert (packed.equal, packed.same_content, packed.left_view, packed.right_view) == (
        False,
        True,
        "raw",
        "gzip",
    )
    again = compare(file("e", docx_of(TEXT)), file("f", docx_of(TEXT)), contents=contents)
    assert (again.equal, again.same_content) == (True, False)


ARCHIVE = {"docs/a.txt": b"first\n" * 100, "docs/b.txt": b"second\n" * 50, "c.bin": bytes(range(256))}


@pytest.mark.parametrize("pack", [tar_of, zip_of])
def test_archives_are_compared_by_members(file, contents, pack):
    newer = {"docs/a.txt": b"first\n" * 100, "docs/b.txt": b"second!\n", "moved/c.bin": bytes(range(256))}
    result = compare(file("a", tar_of(ARCHIVE)), file("b", pack(newer)), contents=contents)
    assert result.kind is ComparisonKind.MEMBERS
    assert [(row.state, row.name) for row in result.members.rows] == [
        (MemberState.CHANGED, b"docs/b.txt"),
        (MemberState.MOVED, b"c.bin"),
        (MemberState.SAME, b"docs/a.txt"),
    ]
    assert (result.rows, result.truncated, result.inside) == ((), False, None)
    assert (result.left_length, result.left_size, result.whole) == (1206, 1206, True)


def test_long_archives_match_by_whole_members(file, contents):
    big, other = random.Random(1).randbytes(3_000_000), random.Random(2).randbytes(100_000)
    left = {"one": big, "two": b"t" * 1000, "gone": other}
    right = {"new": b"n" * 500, "two": b"t" * 1000, "uno": big}
    result = compare(file("a", tar_of(left)), file("b", tar_of(right)), contents=contents)
    assert [(m.left, m.right, m.length) for m in result.matches] == [
        (0, 1500, 3_000_000),
        (3_000_000, 500, 1000),
    ]
    assert (result.left_length, result.right_length, result.whole) == (3_101_000, 3_001_500, True)
    assert not result.truncated


def test_of_an_archive_in_an_archive_only_the_members_take_room(file, contents):
    inner = zip_of({"x": random.Random(1).randbytes(2_500_000)})
    result = compare(
        file("a", tar_of({"in.zip": inner, "z": b"1"})),
        file("b", tar_of({"in.zip": inner, "z": b"2"})),
        contents=contents,
    )
    assert result.left_length == 2_500_001
    assert [(m.left, m.length) for m in result.matches] == [(0, 2_500_000)]


def test_a_file_that_is_a_member_of_the_other_is_said_to_be_so(file, contents):
    long = random.Random(3).randbytes(3_000_000)
    archive = file("a", tar_of({**ARCHIVE, "long": long, "copy": ARCHIVE["docs/a.txt"], "d": docx_of(TEXT)}))
    for data, names, kind in (
        (ARCHIVE["docs/a.txt"], (b"docs/a.txt", b"copy"), ComparisonKind.TEXT),
        (long, (b"long",), ComparisonKind.MEMBERS),
        (docx_of(TEXT), (b"d",), ComparisonKind.TEXT),
    ):
        part = file("part", data)
        there, back = compare(archive, part, contents=contents), compare(part, archive, contents=contents)
        assert (there.inside, back.inside) == (Inside(True, names), Inside(False, names))
        assert {there.kind, back.kind} == {kind}
        assert all(row.kind is RowKind.EQUAL for row in there.rows)
        assert bool(there.rows) is (kind is ComparisonKind.TEXT)
        assert there.is_prose is back.is_prose is (names == (b"d",))
        if data is long:
            assert there.matches == (Match(1206, 0, len(long)),)
            assert back.matches == (Match(0, 1206, len(long)),)
            assert (back.left_length, back.whole) == (len(long), True)
            assert there.left_length > len(long) + 1206
    for data in (ARCHIVE["docs/a.txt"][:-1] + b"!", b"", b"something else"):
        assert compare(archive, file("part", data), contents=contents).inside is None


def test_fonts_are_the_same_by_their_outlines_or_shown_as_they_are(file, contents):
    held = font_files.tables(font_files.FONT)
    packed = file("a.woff2", font_files.woff2(held, font=font_files.FONT))
    same = compare(file("a.ttf", font_files.sfnt(held)), packed, contents=contents)
    assert (same.same_content, same.left_view, same.right_view) == (True, "font", "font")
    other = font_files.sfnt(font_files.tables(font_files.FONT[:-3]))
    result = compare(file("b.ttf", other), packed, contents=contents)
    assert (result.kind, result.left_view, result.right_view) == (ComparisonKind.HEX, "raw", "raw")
    assert result.left_window.size == len(other)
    assert load_preview(packed, contents).view == "raw"


def test_a_picture_of_a_document_is_said_to_be_in_it(file, contents):
    picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9
    letter = file("letter.docx", docx([*TEXT, *TEXT], {"word/media/logo.png": picture}))
    part = file("logo.png", picture)
    there, back = compare(letter, part, contents=contents), compare(part, letter, contents=contents)
    names = (b"word/media/logo.png",)
    assert (there.inside, back.inside) == (Inside(True, names), Inside(False, names))
    assert (there.matches, back.matches) == ((), ())
    assert compare(letter, file("other.png", picture[:-1] + b"x"), contents=contents).inside is None


def test_an_archive_and_a_stranger_are_compared_by_content(file, contents):
    result = compare(file("a", tar_of(ARCHIVE)), file("b", b"first\n" * 90), contents=contents)
    assert (result.kind, result.members, result.left_view) == (ComparisonKind.TEXT, None, "tar")
    assert result.matches == ()


def test_files_that_can_not_be_looked_into_are_compared_as_they_are(file, contents):
    whole, half = tar_of(ARCHIVE), tar_of(ARCHIVE)[:1500]
    result = compare(file("a", whole), file("b", half), contents=contents)
    assert (result.kind, result.left_view, result.right_view) == (ComparisonKind.HEX, "raw", "raw")
    assert result.reason.endswith("b: ends too early")
    assert result.right_length == 1500


def test_a_list_cut_by_time_is_said_to_be_cut(file):
    contents = Contents(patience=0.001)
    many = {f"f{i}": bytes(20_000) for i in range(3000)}
    result = compare(file("a", tar_of(many)), file("b", tar_of({**many, "f0": b"other"})), contents=contents)
    contents.close()
    assert result.kind is ComparisonKind.MEMBERS
    assert result.truncated


def test_equal_beginnings_are_not_called_equal_content(file, contents):
    one, two = (gzip.compress(b"word\n" * 10**6 + end) for end in (b"one", b"two"))
    result = compare(file("a", one), file("b", two), contents=contents)
    assert (result.same_content, result.truncated) == (False, True)


def test_a_text_against_its_own_print_shows_what_changed_and_no_more():
    """Pages break lines anywhere and show no empty ones; a document does neither."""

    def side(view, text):
        return Content(view, Head(view.encode(), len(view)), text.encode(), len(text.encode()), view)

    document = "\n\n".join(" ".join(TEXT[i : i + 5]) for i in range(0, 30, 5))
    page = textwrap.fill(" ".join(EDITED), 70)
    for left, right in (("office", "pdf"), ("raw", "pdf")):
        result = compare_contents(side(left, document), side(right, page), Control())
        changed = [(row.kind, row.text) for row in result.rows if row.kind is not RowKind.EQUAL]
        assert changed == [
            (RowKind.RIGHT, "A new one."),
            (RowKind.LEFT, "Sentence number 20 of a short report."),
            (RowKind.RIGHT, "Sentence number 20 of a long report."),
        ]


def test_pages_of_another_width_show_what_changed_and_no_more():
    """Two prints of one text: all lines end elsewhere, the sentences are the same."""

    def page(sentences, width):
        text = textwrap.fill(" ".join(sentences), width)
        return Content("pdf", Head(text.encode(), len(text)), text.encode(), len(text.encode()), "pdf")

    result = compare_contents(page(TEXT, 78), page(EDITED, 47), Control())
    assert [(row.kind, row.text) for row in result.rows if row.kind is not RowKind.EQUAL] == [
        (RowKind.RIGHT, "A new one."),
        (RowKind.LEFT, "Sentence number 20 of a short report."),
        (RowKind.RIGHT, "Sentence number 20 of a long report."),
    ]
    lines = [f"{number} pieces of part {number}" for number in range(20)]
    other = [*lines[:7], "8 pieces of another part", *lines[8:]]
    table, later = (
        Content("pdf", Head(data, len(data)), data, len(data), "pdf")
        for data in ("\n".join(rows).encode() for rows in (lines, other))
    )
    result = compare_contents(table, later, Control())
    assert [row.text for row in result.rows if row.kind is not RowKind.EQUAL] == [lines[7], other[7]]


def test_a_document_stored_in_any_bytes_is_shown_as_its_text(tmp_path):
    document, dice = docx_of(["Not a word was said.", "Nobody asked."]), random.Random(5)
    (tmp_path / "a.docx").write_bytes(document)
    (tmp_path / "image.bin").write_bytes(dice.randbytes(700) + document + dice.randbytes(900))
    found = compare(str(tmp_path / "a.docx"), str(tmp_path / "image.bin"))
    assert found.inside == Inside(in_left=False, at=700)
    assert found.matches == (Match(0, 700, len(document)),)
    assert found.kind is ComparisonKind.TEXT
    assert "Nobody asked." in [row.text for row in found.rows]
    (tmp_path / "image.bin").write_bytes(dice.randbytes(700) + document[:-1] + dice.randbytes(900))
    assert compare(str(tmp_path / "a.docx"), str(tmp_path / "image.bin")).inside is None


def test_a_sound_with_other_tags_is_the_same(tmp_path):
    dice = random.Random(6)
    frames = dice.randbytes(3_000_000)  # more than is read of a file to look at it
    for name, made in {
        "a": media_files.flac(frames, (4, dice.randbytes(300))),
        "b": media_files.flac(frames, (4, dice.randbytes(900)), (6, dice.randbytes(9000))),
        "c": media_files.flac(frames[:-1], (4, dice.randbytes(300))),
    }.items():
        (tmp_path / f"{name}.flac").write_bytes(made)
    assert compare(str(tmp_path / "a.flac"), str(tmp_path / "b.flac")).same_content
    assert not compare(str(tmp_path / "a.flac"), str(tmp_path / "c.flac")).same_content


def test_programs_are_compared_by_their_texts_where_these_differ(tmp_path):
    dice = random.Random(7)
    for name, (code, said) in {
        "a": (dice.randbytes(900), b"version 1.2\0usage: a"),
        "b": (dice.randbytes(900), b"version 1.3\0usage: a"),
        "c": (dice.randbytes(900), b"version 1.2\0usage: a"),
    }.items():
        (tmp_path / name).write_bytes(media_files.elf(code, b"", said))
    found = compare(str(tmp_path / "a"), str(tmp_path / "b"))
    assert (found.kind, found.shown) == (ComparisonKind.TEXT, "program")
    assert {row.text for row in found.rows if row.kind is not RowKind.EQUAL} == {"version 1.2", "version 1.3"}
    assert compare(str(tmp_path / "a"), str(tmp_path / "c")).kind is ComparisonKind.HEX

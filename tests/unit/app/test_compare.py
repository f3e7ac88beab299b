"""Comparisons: rows rebuild both sides, changed words, folds, bytes by runs, bad input."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.compare import ComparisonKind, compare, hex_rows
from simfinder.app.linediff import RowKind, diff_lines, fold
from simfinder.app.matching import align, matching_runs
from simfinder.errors import Cancelled
from simfinder.model.progress import Control


def sides(rows):
    left = [row.text for row in rows if row.kind in (RowKind.EQUAL, RowKind.LEFT)]
    right = [row.text for row in rows if row.kind in (RowKind.EQUAL, RowKind.RIGHT)]
    return left, right


lines = st.lists(st.sampled_from(["a", "b", "c", "", "d = 1", "d = 2", "}"]), max_size=40)


@given(lines, lines)
@settings(max_examples=150, deadline=None)
def test_rows_rebuild_both_sides_in_order(left, right):
    rows = diff_lines(left, right, Control())
    assert sides(rows) == (left, right)
    assert [row.left for row in rows if row.left] == list(range(1, len(left) + 1))
    assert [row.right for row in rows if row.right] == list(range(1, len(right) + 1))
    assert sum(row.kind is RowKind.EQUAL for row in rows) >= (len(left) if left == right else 0)


@given(lines, lines, st.integers(0, 4))
@settings(max_examples=100, deadline=None)
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


pieces = st.lists(st.integers(0, 5), max_size=12)
_BLOCKS = [random.Random(i).randbytes(40) for i in range(4)] + [bytes(50), b"\1"]


@given(pieces, pieces)
@settings(max_examples=150, deadline=None)
def test_an_alignment_covers_both_sides_once_and_is_honest(left, right):
    a, b = (b"".join(_BLOCKS[i] for i in side) for side in (left, right))
    covers(a, b, align(a, b, Control()))
    for run in matching_runs(a, b, Control()):
        assert a[run.left : run.left + run.length] == b[run.right : run.right + run.length]


def test_inserted_bytes_show_as_just_that():
    data = random.Random(1).randbytes(20_000)
    rows = hex_rows(data, data[:5_003] + b"NEW" + data[5_003:], Control())
    right = [row for row in rows if row.kind is RowKind.RIGHT]
    assert [row.kind for row in rows].count(RowKind.LEFT) == 0
    assert "".join(row.text[25:].strip() for row in right) == "NEW"
    assert right[0].right == 5_003


def test_scattered_bytes_keep_their_place():
    data = bytearray(random.Random(2).randbytes(4_000))
    other = bytearray(data)
    for at in range(100, 4_000, 300):
        other[at] ^= 255
    segments = align(bytes(data), bytes(other), Control())
    assert sum(s.left_end - s.left for s in segments if not s.equal) == 13


def test_moved_blocks_match():
    one, two = random.Random(3).randbytes(3_000), random.Random(4).randbytes(5_000)
    runs = matching_runs(one + two, two + one, Control())
    assert sorted(run.length for run in runs) == [3_000, 5_000]


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


def test_only_beginnings_are_compared_and_that_is_said(tmp_path):
    for name in "ab":
        with (tmp_path / name).open("wb") as file:
            file.write(name.encode() + bytes(100))
            file.truncate(10**10)
    result = compare(str(tmp_path / "a"), str(tmp_path / "b"))
    assert result.truncated
    assert not result.equal


def test_a_cancelled_comparison_stops(tmp_path):
    for name in "ab":
        (tmp_path / name).write_bytes(random.Random(name).randbytes(200_000))
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        compare(str(tmp_path / "a"), str(tmp_path / "b"), control)


def test_matches_reach_further_than_the_rows(tmp_path):
    """Files whose beginnings differ: the rows show only that, the matching runs show the common rest."""
    rest = random.Random(5).randbytes(700_000)
    for name in "ab":
        (tmp_path / name).write_bytes(random.Random(name).randbytes(300_000) + rest)
    result = compare(str(tmp_path / "a"), str(tmp_path / "b"))
    assert result.truncated
    assert all(row.kind is not RowKind.EQUAL for row in result.rows)
    assert sum(match.length for match in result.matches) == 700_000
    assert (result.left_length, result.left_size) == (1_000_000, 1_000_000)


def test_long_inputs_are_indexed_sparsely_and_still_matched():
    data = random.Random(6).randbytes(400_000)
    moved = data[200_000:] + data[:200_000]
    assert sum(run.length for run in matching_runs(data, moved, Control())) >= 399_900

"""Two contents laid against each other, their rows and their differences; windows onto files."""

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.compare.alignment import FINE, Alignment, Piece, Rows, beside, laid
from simfinder.app.compare.contents.byte_window import UnreadableError, Window, window_of
from simfinder.app.compare.differences import NEAR, differences
from simfinder.app.verify.containment.matching_ranges import matched
from simfinder.errors import Cancelled
from simfinder.model.progress import Control

BLOCKS = [random.Random(i).randbytes(400 + 37 * i) for i in range(6)]
PIECES = st.lists(st.integers(0, 5), max_size=7)


def held(data):
    return Window("held", len(data), data)


def lay(a, b):
    return laid(matched(a, b, Control()), held(a), held(b), Control())


def covers(alignment, a, b):
    """Every byte of both sides once and in order."""
    left = right = 0
    for piece in alignment.pieces:
        assert (piece.left, piece.right) == (left, right)
        assert piece.length > 0
        left, right = piece.left_end, piece.right_end
    assert (left, right) == (len(a), len(b))


@given(PIECES, PIECES, st.sampled_from([4, 8, 16]))
def test_an_alignment_covers_both_sides_and_so_do_its_rows(left, right, width):
    a, b = (b"".join(BLOCKS[i] for i in side) for side in (left, right))
    alignment = lay(a, b)
    covers(alignment, a, b)
    rows = Rows(alignment, width)
    seen_left, seen_right = bytearray(), bytearray()
    for row in range(len(rows)):
        span = rows.span(row)
        assert span.left_end - span.left <= width
        assert span.right_end - span.right <= width
        assert span.left_end > span.left or span.right_end > span.right
        seen_left += a[span.left : span.left_end]
        seen_right += b[span.right : span.right_end]
    assert (bytes(seen_left), bytes(seen_right)) == (a, b)
    for offset in {0, len(a) // 3, len(a) // 2, len(a) - 1} if a else set():
        span = rows.span(rows.row_of(offset, here=True))
        assert span.left <= offset < span.left_end
    for offset in {0, len(b) // 3, len(b) - 1} if b else set():
        span = rows.span(rows.row_of(offset, here=False))
        assert span.right <= offset < span.right_end


def test_an_insertion_shifts_and_does_not_make_the_rest_differ():
    rng = random.Random(1)
    a = rng.randbytes(300_000)
    b = bytearray(a[:100_000] + b"INSERTED" * 9 + a[100_000:200_000] + a[200_100:])
    b[50_000] ^= 1
    b[250_000] ^= 1
    alignment = lay(a, bytes(b))
    found = differences(alignment, held(a), held(bytes(b)), Control())
    assert found.places == ((50_000, 50_000), (100_000, 100_000), (200_000, 200_072), (250_028, 250_000))
    assert found.complete
    assert alignment.counterpart(150_000, here=True) == 150_072
    assert alignment.counterpart(150_072, here=False) == 150_000
    assert alignment.counterpart(100_030, here=False) == 100_000  # in what only the right side has


def test_small_edits_within_a_range_shift_what_follows_too():
    """The comparison tells ranges that go over edits of a few bytes."""
    rng = random.Random(4)
    a = rng.randbytes(900_000)
    b = a[:100] + b"abc" + a[100:300_000] + a[300_005:600_000] + b"x" * 9 + a[600_007:]
    assert len(matched(a, b, Control()).left) == 1
    alignment = lay(a, b)
    covers(alignment, a, b)
    found = differences(alignment, held(a), held(b), Control())
    assert [place.left for place in found.places] == [100, 300_000, 600_000]
    for at in (200_000, 500_000, 800_000):
        other = alignment.counterpart(at, here=True)
        assert a[at : at + 50] == b[other : other + 50]


def test_large_gaps_are_left_as_they_are():
    rng = random.Random(2)
    a = rng.randbytes(20_000) + rng.randbytes(FINE + 5) + rng.randbytes(20_000)
    b = a[:20_000] + rng.randbytes(FINE + 90) + a[-20_000:]
    alignment = lay(a, b)
    covers(alignment, a, b)
    assert alignment.counterpart(len(a) - 1, here=True) == len(b) - 1


def test_moved_blocks_keep_the_order_that_explains_most():
    one, two = BLOCKS[0] * 1, random.Random(9).randbytes(5_000)
    alignment = lay(one + two, two + one)
    covers(alignment, one + two, two + one)
    assert alignment.counterpart(len(one) + 2_500, here=True) == 2_500


@given(st.binary(max_size=300), st.binary(max_size=300), st.integers(0, 300))
def test_differences_are_what_a_plain_look_finds(a, b, start):
    """Twin: byte beside byte, one at a time."""
    alignment = beside(len(a), len(b))
    wanted, last = [], -NEAR - 2
    for i in range(min(start, len(a), len(b)), max(len(a), len(b))):
        same = i < len(a) and i < len(b) and a[i] == b[i]
        if not same:
            if i - last > NEAR + 1:
                wanted.append(i)
            last = i
    found = differences(alignment, held(a), held(b), Control(), start=(min(start, len(a), len(b)),) * 2)
    places = [max(place) for place in found.places]
    if (
        min(len(a), len(b)) < max(len(a), len(b)) and wanted
    ):  # what only one side has begins at the shorter one's end
        assert places[: len(wanted)] == wanted[: len(places)]
    else:
        assert places == wanted


def test_looking_for_differences_ends_where_it_should():
    a = bytes(3 << 20)
    b = bytearray(a)
    for at in (10, 1 << 20, 2 << 20):
        b[at] = 1
    alignment = beside(len(a), len(b))
    find = lambda **options: differences(alignment, held(a), held(bytes(b)), Control(), **options)  # noqa: E731
    assert find(most=2).places == ((10, 10), (1 << 20, 1 << 20))
    assert not find(most=2).complete
    assert find(start=((1 << 20) + 1,) * 2).places == ((2 << 20, 2 << 20),)
    assert find(read=1 << 19).places == ((10, 10),)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        differences(alignment, held(a), held(bytes(b)), control)


def test_nothing_and_one_side_alone():
    assert len(Rows(beside(0, 0), 8)) == 0
    assert beside(0, 0).counterpart(5, here=True) == 0
    assert Rows(beside(5, 0), 8).span(0) == (0, 5, 0, 0)
    huge = Rows(Alignment((Piece(0, 10**14, 0, 10**14),), 10**14, 10**14), 16)
    assert huge.span(len(huge) - 1).left_end == 10**14
    assert huge.row_of(10**13, here=True) == 10**13 // 16


def test_a_window_reads_only_what_is_asked_for(tmp_path):
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(10**12)
        file.seek(7 * 10**11)
        file.write(b"here")
    window = window_of(str(path))
    assert window.size == 10**12
    assert window.read(7 * 10**11 - 1, 6) == b"\0here\0"
    assert window.read(10**12 - 2, 100) == bytes(2)
    assert window.read(10**12 + 5, 100) == b""
    path.write_bytes(b"another one")
    with pytest.raises(UnreadableError, match="changed"):
        window.read(0, 4)
    path.unlink()
    with pytest.raises(UnreadableError, match="No such file"):
        window.read(0, 4)


def test_what_is_no_plain_file_has_no_window(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/etc/passwd")
    for name in ("pipe", "link", "gone"):
        with pytest.raises(UnreadableError):
            window_of(str(tmp_path / name))
    with pytest.raises(UnreadableError, match="not a regular file"):
        window_of(str(tmp_path))

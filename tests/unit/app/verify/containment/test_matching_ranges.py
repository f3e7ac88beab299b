"""Ranges that match in two files, by the comparison their figure is of."""

import random
import threading
import time
from itertools import pairwise

import pytest

from simfinder.app.verify.containment import matching_ranges as module
from simfinder.app.verify.containment.matching_ranges import Range, matched, matched_files
from simfinder.errors import Cancelled, ReadError
from simfinder.model.progress import Control, Phase
from simfinder.search.overlap.byte_overlap import overlap
from simfinder.search.overlap.text_overlap import text_overlap
from simfinder.signatures.content_hash import view

RNG = random.Random(51)
A, B, C = (RNG.randbytes(size) for size in (5000, 3000, 4000))
LEFT, RIGHT = A + B, C + B + bytes(2000)


def test_ranges_of_either_side_and_the_figure():
    found = matched(LEFT, RIGHT, Control())
    assert found.left == (Range(5000, 8000, 4000, 7000, 3000),)
    assert found.right == (Range(4000, 7000, 5000, 8000, 3000),)
    assert (found.left_size, found.right_size) == (8000, 9000)
    assert found.similarity == pytest.approx(overlap(view(LEFT), view(RIGHT)).similarity)
    assert found.left_share == pytest.approx(3 / 8)
    assert found.right_share == pytest.approx(3 / 7)  # without the zeros


def test_a_part_that_is_there_twice_in_one_of_them():
    found = matched(B, A + B + C + B, Control())
    assert [(part.begin, part.end) for part in found.right] == [(5000, 8000), (12_000, 15_000)]
    assert [(part.begin, part.end) for part in found.left] == [(0, 3000)]
    assert found.left_share == 1.0


def test_equal_and_empty():
    assert matched(A, bytes(bytearray(A)), Control()).similarity == 1.0
    assert matched(A, b"", Control()).left == ()
    assert matched(b"", b"", Control()).similarity == 1.0


def test_the_longest_ranges_are_told():
    pieces = [RNG.randbytes(100 * (k + 1)) for k in range(9)]
    found = matched(b"".join(pieces), b"".join(reversed(pieces)), Control(), most=3)
    assert [part.equal for part in found.left] == [700, 800, 900]


@pytest.mark.parametrize("held", [1 << 27, 1000])
def test_files_of_any_size(tmp_path, monkeypatch, held):
    monkeypatch.setattr(module, "HELD", held)
    paths = []
    for name, data in (("left", LEFT), ("right", RIGHT)):
        (tmp_path / name).write_bytes(data)
        paths.append(str(tmp_path / name))
    control = Control()
    assert matched_files(*paths, control) == matched(LEFT, RIGHT, Control())
    shown = control.snapshot()
    assert (shown.phase, shown.bytes_total) == (Phase.VERIFYING, 17_000)
    assert matched_files(paths[0], paths[0], Control()).similarity == 1.0
    with pytest.raises(ReadError) as caught:
        matched_files(paths[0], str(tmp_path / "gone"), Control())
    assert caught.value.path == str(tmp_path / "gone")


def test_progress_and_cancel():
    control = Control()
    matched(LEFT, RIGHT, control)
    shown = control.snapshot()
    assert shown.bytes == shown.bytes_total == 17_000
    data = [RNG.randbytes(20_000_000) for _ in range(2)]
    timer = threading.Timer(0.1, control.cancel)
    timer.start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        matched(*data, control)
    assert time.monotonic() - began < 1.5
    timer.join()


def test_of_texts_only_the_ranges_that_count_are_told():
    """Settings of one program share their syntax, which is most of their bytes, and not one value."""
    draw = random.Random(8)
    settings = [
        "".join(
            f'<entry mtime="{draw.randrange(10**9)}" name="{draw.randbytes(4).hex()}" type="string"/>\n'
            for _ in range(80)
        )
        for _ in range(2)
    ]
    common = "".join(f"<!-- {draw.randbytes(30).hex()} -->\n" for _ in range(40))
    left, right = (f"{common}{own}".encode() for own in settings)
    by_bytes = matched(left, right, Control())
    found = matched(left, right, Control(), text=True)
    assert found.similarity < by_bytes.similarity - 0.2
    assert found.similarity == pytest.approx(text_overlap(view(left), view(right)).similarity)
    for ranges, size, share in (
        (found.left, len(left), found.left_share),
        (found.right, len(right), found.right_share),
    ):
        assert sum(part.equal for part in ranges) / size == pytest.approx(share)
    assert all(part.begin < len(common) for part in found.left)


def test_files_are_compared_as_texts_too(tmp_path):
    draw = random.Random(9)
    paths = [tmp_path / name for name in ("one", "other")]
    for path, word in zip(paths, ("left", "right"), strict=True):
        path.write_text("".join(f'key {word} {i % 7} = "{draw.randrange(10**9)}"\n' for i in range(90)))
    contents = [path.read_bytes() for path in paths]
    files = matched_files(*map(str, paths), Control(), text=True)
    assert files == matched(*contents, Control(), text=True)
    assert files != matched(*contents, Control())


def test_a_sentence_that_changed_in_a_short_text_is_a_gap():
    lines = [f"Sentence number {i} says something of its own about {i * 7919}.\n" for i in range(60)]
    other = [*lines[:30], "Here is another one.\n", *lines[31:]]
    found = matched("".join(lines).encode(), "".join(other).encode(), Control(), text=True)
    begin = len("".join(lines[:30]))
    assert found.left[0].begin == 0
    gaps = [(one.end, two.begin) for one, two in pairwise(found.left)]
    assert [(end, start) for end, start in gaps if start - end > 40] == [(begin + 17, begin + 17 + 59)]

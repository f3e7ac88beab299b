"""Parts of texts of any size: which lines, with which numbers, from which bytes; and comparing them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.app.compare.compare_files import ComparisonKind, compare, compare_parts
from simfinder.app.compare.contents import text_parts
from simfinder.app.compare.contents.byte_window import Window, window_of
from simfinder.app.compare.contents.text_parts import LINE_LIMIT, PART, encoding_of, line_offset, part_of
from simfinder.app.compare.line_diff import RowKind
from simfinder.model.progress import Control

WORDS = ["naïve", "word", "another", "日本", "x", "longer-word", "𝒳"]


def held(data):
    return Window("held", len(data), data)


def lines(count, seed=1):
    rng = random.Random(seed)
    return [f"{i} " + " ".join(rng.choices(WORDS, k=9)) for i in range(count)]


def every_part(window, encoding):
    """All parts of a text, each from the end of the one before."""
    at, parts = 0, []
    while at < window.size:
        part = part_of(window, encoding, at, Control())
        assert part.begin == at
        assert part.end > at
        parts.append(part)
        at = part.end
    return parts


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "latin-1", "cp1251"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_parts_make_the_whole_and_number_its_lines(encoding, newline):
    text = lines(20_000 if encoding.startswith("utf") else 30_000)
    if not encoding.startswith("utf"):
        text = [line.encode("ascii", "ignore").decode() + "é"[: encoding == "latin-1"] for line in text]
    window = held(newline.join(text).encode(encoding))
    parts = every_part(window, encoding)
    assert len(parts) > 2
    assert [line for part in parts for line in part.lines] == text
    assert [number for part in parts for number in part.numbers] == list(range(1, len(text) + 1))
    for part in parts:
        assert len(part.lines) == len(part.starts) == len(part.numbers)
        for line, start in list(zip(part.lines, part.starts, strict=True))[:: len(part.lines) // 7]:
            wanted = line.encode(encoding)
            assert window.read(start, len(wanted)) == wanted


def test_a_place_within_a_line_begins_at_the_line():
    text = lines(3_000)
    data = "\n".join(text).encode()
    at = data.index(b"\n1500 ") + 20
    part = part_of(held(data), "utf-8", at, Control())
    assert part.lines[0] == text[1500]
    assert part.numbers[0] == 1501
    assert part_of(held(data), "utf-8", 10**9, Control()).lines in ((), (text[-1],))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_one_line_of_ten_megabytes_is_taken_in_parts(encoding):
    rng = random.Random(3)
    text = (
        "["
        + ",".join(
            f'"ключ{i}":{rng.randrange(10**6)}' for i in range(400_000 if encoding == "utf-8" else 60_000)
        )
        + "]"
    )
    window = held(text.encode(encoding))
    first = part_of(window, encoding, 0, Control())
    assert max(map(len, first.lines)) <= text_parts.PART // 100
    assert 0 < first.end <= PART
    assert first.numbers[0] == 1
    assert not any(first.numbers[1:])  # it is still the first line
    middle = part_of(window, encoding, window.size // 2 + 1, Control())
    assert "\ufffd" not in "".join(middle.lines)
    assert "".join(middle.lines) in text
    assert not any(middle.numbers)
    assert abs(middle.begin - window.size // 2) < 8
    assert "".join(line for part in every_part(window, encoding) for line in part.lines) == text


def test_short_lines_are_limited_too():
    window = held(b"\n" * 200_000)
    parts = every_part(window, "utf-8")
    assert [len(part.lines) for part in parts[:2]] == [LINE_LIMIT, LINE_LIMIT]
    assert parts[1].numbers[0] == LINE_LIMIT + 1
    assert sum(len(part.lines) for part in parts) == 200_000


@given(
    st.binary(max_size=400),
    st.integers(0, 400),
    st.sampled_from(["utf-8", "latin-1", "utf-16-le", "utf-32-le"]),
)
def test_any_bytes_have_parts(data, at, encoding):
    part = part_of(held(data), encoding, at, Control())
    assert 0 <= part.begin <= part.end <= len(data)
    assert list(part.starts) == sorted(part.starts)
    assert len(part.lines) == len(part.starts) == len(part.numbers)
    assert not any("\n" in line or "\r" in line for line in part.lines)


def test_encodings_are_told_with_their_order():
    assert encoding_of(held("häuser\n".encode("utf-16"))) == "utf-16-le"
    assert encoding_of(held(b"\xfe\xff" + "abc".encode("utf-16-be"))) == "utf-16-be"
    assert encoding_of(held(b"plain")) == "utf-8"
    assert encoding_of(held(bytes(range(256)) * 8)) is None
    part = part_of(held("häuser\nbäume".encode("utf-16")), "utf-16-le", 0, Control())
    assert part.lines == ("häuser", "bäume")
    assert part_of(held(b"\xef\xbb\xbfa\nb"), "utf-8", 0, Control()).lines == ("a", "b")


def test_lines_are_found_by_their_number():
    text = lines(60_000)
    for encoding in ("utf-8", "utf-16-le"):
        data = "\n".join(text).encode(encoding)
        for number in (1, 2, 31_000, 60_000):
            at = line_offset(held(data), encoding, number, Control())
            assert data[at:].decode(encoding).partition("\n")[0] == text[number - 1]
        at = line_offset(held(data), encoding, 10**6, Control())
        assert data[at:].decode(encoding) == text[-1]


def test_other_parts_of_two_texts_are_compared(tmp_path):
    text = lines(60_000)
    other = [*text[:10_000], *[f"new {i}" for i in range(50)], *text[10_000:]]
    other[50_050] = "changed"
    paths = []
    for name, content in (("a", text), ("b", other)):
        (tmp_path / name).write_text("\n".join(content))
        paths.append(str(tmp_path / name))
    found = compare(*paths)
    assert found.kind is ComparisonKind.TEXT
    assert found.truncated
    assert {row.kind for row in found.rows} == {
        RowKind.EQUAL
    }  # what one part has behind the other is no difference
    (tmp_path / "c").write_text("\n".join([*text[:5], *["inserted"] * 40, *text[5:]]))
    early = compare(paths[0], str(tmp_path / "c"))
    assert [row.text for row in early.rows if row.kind is not RowKind.EQUAL] == ["inserted"] * 40
    left, right = window_of(paths[0]), window_of(paths[1])
    at = line_offset(left, "utf-8", 50_000, Control())
    there = line_offset(right, "utf-8", 50_050, Control())
    part = compare_parts(found, at, there, Control())
    changed = [row for row in part.rows if row.kind is not RowKind.EQUAL]
    assert [(row.kind, row.text) for row in changed] == [
        (RowKind.LEFT, text[50_000]),
        (RowKind.RIGHT, "changed"),
    ]
    assert part.left_part.numbers[changed[0].left - 1] == 50_001
    assert part.right_part.numbers[changed[1].right - 1] == 50_051
    end = compare_parts(found, left.size - 10, right.size - 10, Control())
    assert [row.text for row in end.rows] == [text[-1]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_pieces_of_a_long_line_begin_before_the_next_line(encoding):
    """Tabs are shown as several letters: where a piece begins is guessed, but never beyond its line."""
    data = ("\t" * 400 + "\n" + "x\n" * 3).encode(encoding)
    part = part_of(held(data), encoding, 0, Control())
    assert list(part.starts) == sorted(part.starts)
    assert part.starts[-3:] == tuple(len(("\t" * 400 + "\n" + "x\n" * i).encode(encoding)) for i in range(3))

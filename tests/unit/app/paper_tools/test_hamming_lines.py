import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.app.paper_tools import hamming_lines
from simfinder.app.paper_tools.hamming_lines import read, written
from simfinder.errors import UsageError
from tests.helpers.examples import examples

MOST = (1 << 64) - 1

numbers = st.one_of(
    st.integers(0, MOST), st.integers(0, 1 << 20), st.integers(0, 64).map(lambda n: MOST >> n)
)
forms = st.sampled_from(["{}", "0x{:x}", "0X{:X}", "0x{:016x}", "00{}", "0x{:020x}", "{:030d}"])
around = st.sampled_from(["", " ", "\t", "  \t", "\v", "\f"])
ends = st.sampled_from(["\n", "\r\n", "\n\n", "\n \t\r\n"])
lines = st.tuples(around, forms, numbers, around, ends)


def values(text):
    return read(io.BytesIO(text.encode() if isinstance(text, str) else text)).tolist()


@given(st.lists(lines, max_size=40), st.booleans(), st.integers(1, 80))
@settings(max_examples=examples(200), deadline=None)
def test_lines_in_all_their_forms(given_lines, unended, portion):
    text = "".join(a + form.format(n) + b + end for a, form, n, b, end in given_lines)
    text = text.rstrip("\r\n") if unended else text
    before, hamming_lines._PORTION = hamming_lines._PORTION, portion
    try:
        assert values(text) == [n for _, _, n, _, _ in given_lines]
    finally:
        hamming_lines._PORTION = before


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("form", ["0x{:016x}", "0X{:016X}", "{}", "0x{:x}"])
def test_many_lines_of_one_form(form, end):
    numbers = np.random.default_rng(1).integers(0, 1 << 64, 150_000, dtype=np.uint64).tolist()
    assert values("".join(form.format(n) + end for n in numbers)) == numbers


def test_nothing():
    for text in ("", "\n", " \r\n\t\n  ", "\n" * 1000):
        found = read(io.BytesIO(text.encode()))
        assert (found.dtype, len(found)) == (np.uint64, 0)


BAD = [
    "x", "0x", "0xg", "-1", "+1", "1 2", "1\t2", "1_0", "1.0", "1e5", "0x1 ", "0b1", "ff", "٣", "1\0", "\0",
    "0x123456789abcdefg", "0x0123456789abcdeg", "0X0123456789abcde_", "1234567890123456789a",
]  # fmt: skip
LARGE = ["18446744073709551616", "99999999999999999999", "0x10000000000000000", "1" * 5000, "0x" + "f" * 5000]


@pytest.mark.parametrize("line", [line for line in BAD if line != "0x1 "])
@pytest.mark.parametrize("before", ["", "5\n", "\n\n0x0000000000000001\n", "0x0000000000000001\n" * 3000])
def test_a_line_that_is_no_value(line, before):
    with pytest.raises(UsageError, match=rf"^line {before.count(chr(10)) + 1}: .* is no value"):
        values(before + line + "\n7\n")


@pytest.mark.parametrize("line", LARGE)
def test_a_value_that_is_too_large(line):
    with pytest.raises(UsageError, match=r"^line 3: [0-9a-fx]{1,60} does not fit into 64 bits$"):
        values(f"5\n\n  {line}\r\n7\n")


@pytest.mark.parametrize("line", ["0x1000000000000000f", "0x100000000000000ff"])
def test_even_lines_of_too_many_digits(line):
    with pytest.raises(UsageError, match=r"^line 1: 0x1"):
        values(f"{line}\n" * 3)


def test_the_first_of_many_bad_lines_is_told():
    with pytest.raises(UsageError, match=r"^line 2: '1 2' "):
        values("1\n1 2\nx\n" + "9" * 30)


def test_the_number_of_a_line_counts_what_came_before(monkeypatch):
    monkeypatch.setattr(hamming_lines, "_PORTION", 7)
    with pytest.raises(UsageError, match=r"^line 102: 'oh no' "):
        values("12345\n\n" + "7\n" * 99 + "oh no\n")


def test_the_largest_values():
    text = "18446744073709551615\n0xffffffffffffffff\n0XFFFFFFFFFFFFFFFF\n018446744073709551615\n0x0ffffffffffffffff"
    assert values(text) == [MOST] * 5
    assert values("10000000000000000000\n9999999999999999999\n0") == [10**19, 10**19 - 1, 0]


@given(st.lists(st.tuples(numbers, numbers), max_size=20))
def test_written_lines(pairs):
    a, b = (np.array([pair[i] for pair in pairs], np.uint64) for i in (0, 1))
    assert "".join(written(a, b)) == "".join(f"0x{x:016x}\t0x{y:016x}\n" for x, y in pairs)


def test_written_lines_are_read_again():
    column = np.random.default_rng(2).integers(0, 1 << 64, 100_000, dtype=np.uint64)
    parts = list(written(column, column[::-1]))
    assert len(parts) > 1
    assert values("".join(parts).replace("\t", "\n"))[::2] == column.tolist()

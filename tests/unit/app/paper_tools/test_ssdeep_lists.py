"""ssdeep's list files: every name comes back, and what is malformed is told with its place."""

import os

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.app.paper_tools import ssdeep_lists
from simfinder.app.paper_tools.ssdeep_lists import HEADER, Entry, ListError

SIGNATURE = "384:CF8O2s6mmKkIfL6dYuL9SUKaTIaB8E0TFj:CA7KkIfLN+9H"
PLACE = len(SIGNATURE)

names = st.text(
    st.one_of(
        st.sampled_from('"\\\n\r,:/ a'),
        st.characters(min_codepoint=1, exclude_categories=["Cs"]),
        st.integers(0xDC80, 0xDCFF).map(chr),  # bytes that are no UTF-8
    ),
    max_size=12,
)
lines_in_names = st.lists(
    st.one_of(
        names, st.sampled_from([f'{SIGNATURE},"x"', f"{SIGNATURE},", HEADER, "3::,", '\\"', '"', "\\"])
    ),
    max_size=4,
).map("\n".join)
signatures = st.sampled_from([SIGNATURE, "3::", "3:a:b", "0::", "12:AAA/+z:9"])


def listed(*lines):
    return "".join(f"{line}\n" for line in (HEADER, *lines))


@given(st.lists(st.tuples(signatures, st.one_of(names, lines_in_names)), max_size=6))
@example([(SIGNATURE, "a\\"), (SIGNATURE, "b")])
@example([(SIGNATURE, 'a"\n'), (SIGNATURE, 'a\\"\n\n\\')])
@example([(SIGNATURE, f'a"\n{SIGNATURE},"b"')])
def test_every_name_comes_back(entries):
    text = HEADER + "\n" + "".join(ssdeep_lists.line(signature, name) for signature, name in entries)
    listing = ssdeep_lists.parse(text, "list")
    assert listing.problems == []
    assert [(entry.signature, entry.name) for entry in listing.entries] == entries


def test_names_are_bytes(tmp_path):
    path = tmp_path / "list"
    name = os.fsdecode(b'\xff\xfe\xc3\xa9\n"')
    path.write_bytes(f"{HEADER}\n{ssdeep_lists.line(SIGNATURE, name)}".encode("utf-8", "surrogateescape"))
    assert b',"\xff\xfe\xc3\xa9\n\\""\n' in path.read_bytes()
    listing = ssdeep_lists.read(str(path))
    assert listing.entries == [Entry(SIGNATURE, name, str(path))]


@pytest.mark.parametrize("header", [HEADER, HEADER.replace("1.1", "1.0")])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_headers_and_line_ends(header, end):
    text = end.join([header, "", f'{SIGNATURE},"a"', "", f'{SIGNATURE},"b"'])
    for closed in (text, text + end, text + end + end):
        listing = ssdeep_lists.parse(closed, "list")
        assert [entry.name for entry in listing.entries] == ["a", "b"]
        assert not listing.problems


@pytest.mark.parametrize("text", ["", "\n", "x\n", HEADER + "x\n", " " + HEADER, "\ufeff" + HEADER + "\n"])
def test_what_is_no_list(text, tmp_path):
    with pytest.raises(ListError, match="no list of signatures") as error:
        ssdeep_lists.parse(text, "some/list")
    assert error.value.path == "some/list"


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(ListError) as error:
        ssdeep_lists.read(str(tmp_path / "missing"))
    assert str(error.value) == f"{tmp_path / 'missing'}: No such file or directory"
    with pytest.raises(ListError, match="Is a directory"):
        ssdeep_lists.read(str(tmp_path))


@pytest.mark.parametrize(
    ("bad", "position"),
    [
        ("garbage", 0),
        ("3:a", 3),
        ('x:abc:def,"n"', 0),
        ('3:abc,"n"', 5),
        ('3:ab!c:d,"n"', 4),
        (' 3:abc:d,"n"', 0),
        ("3:" + "abcdefgh" * 9 + ':d,"n"', 66),
        (f"{SIGNATURE},n", PLACE + 1),
        (f'{SIGNATURE}, "n"', PLACE + 1),
        (f"{SIGNATURE},", PLACE + 1),
        (f'{SIGNATURE},"n', PLACE + 3),
        (f'{SIGNATURE},"n"x', PLACE + 5),
        (f'{SIGNATURE},"a\0b"', PLACE + 3),
        (HEADER, 0),
    ],
)
def test_a_malformed_line_is_told_and_the_others_are_read(bad, position):
    good = [f'{SIGNATURE},"a"', f'{SIGNATURE},"b"']
    for lines, number in (([bad, *good], 2), ([good[0], bad, good[1]], 3), ([*good, bad], 4)):
        listing = ssdeep_lists.parse(listed(*lines), "the list")
        assert [entry.name for entry in listing.entries] == ["a", "b"]
        (problem,) = listing.problems
        assert problem.path == "the list"
        assert problem.reason.startswith(f"line {number}, position {position}: ")


def test_a_name_without_end_costs_its_own_lines_only():
    listing = ssdeep_lists.parse(
        listed(f'{SIGNATURE},"a', "more", f'{SIGNATURE},"b"', f'{SIGNATURE},"c'), "list"
    )
    assert [entry.name for entry in listing.entries] == ["b"]
    assert [problem.reason.split(",")[0] for problem in listing.problems] == ["line 2", "line 3", "line 5"]


def test_a_signature_without_a_name():
    assert ssdeep_lists.parse(listed(SIGNATURE), "list").entries == [
        Entry(SIGNATURE, "[NO FILENAME]", "list")
    ]


def test_quotes_that_a_careless_writer_left_alone():
    listing = ssdeep_lists.parse(listed(f'{SIGNATURE},"a"b"', f'{SIGNATURE},""'), "list")
    assert [entry.name for entry in listing.entries] == ['a"b', ""]

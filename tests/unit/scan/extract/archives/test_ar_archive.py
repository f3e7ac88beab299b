"""ar: GNU's and BSD's names, Debian packages, static libraries."""

import random
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.scan.extract.limits import Bounds
from simfinder.scan.extract.view_sink import TooMuchError
from tests.helpers.examples import examples
from tests.helpers.files.bad_archives import (
    EVIL_NAMES,
    PACKERS,
    ar_header,
    flipped,
    listed,
    plain_ar,
    plain_tar,
    seen_in,
)

FLAT = Bounds(depth=0)
MAGIC = b"!<arch>\n"

names = st.text("abcxyzÄλ _-.0/\\", min_size=1, max_size=40).filter(lambda name: name[-1] != "/")
contents = st.binary(max_size=3000) | st.integers(0, 600_000).map(
    lambda size: random.Random(size).randbytes(size)
)


@settings(max_examples=examples(60))
@given(st.dictionaries(names, contents, max_size=6), st.booleans())
def test_members_come_back(files, one_way):
    seen = seen_in(plain_ar(files), FLAT, one_way=one_way)
    assert seen == ("ar", listed(files), b"".join(files.values()))


def bsd(name, data):
    padded = name + bytes(-len(name) % 4)
    size = len(padded) + len(data)
    return ar_header(b"#1/%d" % len(padded), size) + padded + data + b"\n" * (size % 2)


@pytest.mark.parametrize("name", EVIL_NAMES)
def test_evil_names_come_out_as_they_are(name):
    assert seen_in(MAGIC + bsd(name, b"x")).files == [(name, 1)]


def test_names_of_both_forms_and_of_windows():
    table = b"a long name of gnu.o/\nanother of windows.o\0"
    data = MAGIC + ar_header(b"//", len(table)) + table + b"\n" * (len(table) % 2)
    data += ar_header(b"/0", 1) + b"1\n" + ar_header(b"/22", 1) + b"2\n" + bsd(b"of bsd.o", b"3")
    data += ar_header(b"short/", 1) + b"4\n" + ar_header(b"old", 1) + b"5\n"
    assert seen_in(data).files == [
        (b"a long name of gnu.o", 1),
        (b"another of windows.o", 1),
        (b"of bsd.o", 1),
        (b"short", 1),
        (b"old", 1),
    ]


def test_tables_of_symbols_are_left_out():
    data = (
        MAGIC
        + ar_header(b"/", 4)
        + b"\0\0\0\1"
        + ar_header(b"/", 2)
        + b"xx"
        + ar_header(b"/SYM64/", 2)
        + b"yy"
    )
    data += bsd(b"__.SYMDEF SORTED", b"zz") + ar_header(b"__.SYMDEF", 2) + b"zz" + ar_header(b"o/", 2) + b"ok"
    assert seen_in(data).files == [(b"o", 2)]


@pytest.mark.skipif(not shutil.which("ar"), reason="needs ar")
def test_the_tool_itself_agrees(tmp_path):
    files = {"b.o": b"1" * 99, "a very long name of an object.o": b"2" * 100, "empty": b""}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    subprocess.run(["ar", "rcS", "x.a", *files], cwd=tmp_path, check=True, capture_output=True)
    assert seen_in((tmp_path / "x.a").read_bytes()).members == listed(files)


@pytest.mark.parametrize("packer", sorted(PACKERS))
def test_a_package_of_debian(packer):
    pack = PACKERS[packer]
    control, data = (
        {"./control": b"Package: x\n"},
        {"./usr/bin/x": b"\x7fELF" * 500, "./usr/share/doc/x": b"words"},
    )
    made = plain_ar(
        {
            "debian-binary": b"2.0\n",
            f"control.tar.{packer}": pack(plain_tar(control)),
            f"data.tar.{packer}": pack(plain_tar(data)),
        }
    )
    seen = seen_in(made, one_way=True)
    assert seen.name == "ar"
    assert seen.stream == b"2.0\n" + control["./control"] + b"".join(data.values())
    assert [member.name.decode() for member in seen.members] == [
        "debian-binary",
        f"control.tar.{packer}",
        f"control.tar.{packer}/./control",
        f"data.tar.{packer}",
        f"data.tar.{packer}/./usr/bin/x",
        f"data.tar.{packer}/./usr/share/doc/x",
    ]


def test_the_padding_of_the_last_member_may_be_missing():
    data = plain_ar({"a": b"1", "b": b"2"})
    assert seen_in(data[:-1]) == seen_in(data) == seen_in(data + b"\n") == seen_in(data + bytes(512))


HONEST = plain_ar({"a": b"1" * 100, "longer than sixteen bytes": b"2" * 101, "c": b""})


def test_cut_short_anywhere():
    starts = [8, 8 + 60 + 28]
    starts += [starts[1] + 60 + 100, starts[1] + 160 + 60 + 102]
    assert len(seen_in(HONEST).members) == 3
    for size in range(9, len(HONEST)):
        if size in starts or size + 1 in starts:
            continue  # between two members, where the rest can't be missed
        with pytest.raises(ViewError, match="ends too early"):
            seen_in(HONEST[:size])


@pytest.mark.parametrize(
    "header",
    [
        ar_header(b"x/", 1)[:58] + b"xx",
        ar_header(b"x/", 1)[:48] + b"ten       `\n",
        ar_header(b"x/", 1)[:48] + b"-1        `\n",
        ar_header(b"x/", 1)[:48] + b"          `\n",
        ar_header(b"/99", 1),
        ar_header(b"#1/x", 1),
        ar_header(b"#1/99", 1),
        ar_header(b"#1/9999999", 10**9),
        ar_header(b"//", 10**9),
    ],
)
def test_headers_that_make_no_sense(header):
    with pytest.raises(ViewError, match=r"^is damaged$"):
        seen_in(MAGIC + header + b"1\n")


def test_a_size_that_is_not_there():
    with pytest.raises(ViewError, match="ends too early"):
        seen_in(MAGIC + ar_header(b"x/", 10**9) + b"1\n")


@pytest.mark.parametrize("seed", range(40))
def test_bytes_changed(seed):
    data = flipped(HONEST, 1 + seed % 4, seed, skip=8)
    try:
        seen = seen_in(data)
    except ViewError as error:
        words = error.message
        assert words in ("is damaged", "ends too early")
    else:
        assert len(seen.stream) <= len(data)


def test_more_files_than_allowed():
    data = MAGIC + ar_header(b"x/", 0) * 301
    with pytest.raises(TooMuchError, match="holds more than 300 files"):
        seen_in(data, Bounds(members=300))
    assert len(seen_in(data, Bounds(members=301)).members) == 301


def test_an_empty_ar():
    assert seen_in(MAGIC) == ("ar", [], b"")

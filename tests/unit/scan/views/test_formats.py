"""What a beginning tells."""

import contextlib
import os
import re
import sys
import time
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.scan.views import formats
from simfinder.scan.views.formats import BY_CODE, FORMATS, HEAD, PLAIN, Format, recognise, register

RULES = {  # the same in another way
    "zip": rb"PK(\x03\x04|\x05\x06|\x07\x08PK\x03\x04)",
    "gzip": rb"\x1f\x8b\x08[\0-\x1f]",
    "bzip2": rb"BZh[1-9](1AY&SY|\x17rE8P\x90)",
    "xz": rb"\xfd7zXZ\0",
    "zstd": rb"\x28\xb5\x2f\xfd",
    "7z": rb"7z\xbc\xaf\x27\x1c",
    "ar": rb"!<arch>\n",
    "pdf": rb"%PDF-",
    "tar": rb".{257}ustar[\0 ]",
}
BEGINNINGS = [magic for found in FORMATS for _, magic in found.magics] + [
    b"BZh91AY&SY",
    b"BZh0",
    b"BZh1",
    b"\x17rE8P\x90",
    b"PK\7\x08",
    b"\x1f\x8b\x08\x20",
    b"\x1f\x8b\x08\0",
]


PLAIN_FILES = (
    ".c .cfg .conf .css .csv .gif .h .hpp .htm .html .ico .ini .jpg .js .json .md .mo .o .otf .pc .pl .pm .png .po"
    " .py .pyc .pyi .rb .rst .sh .so .svg .tcl .tmpl .toml .ttf .txt .wav .xml .yaml .yml"
)


def twin(head):
    for name, rule in RULES.items():
        if re.match(rule, head, re.DOTALL):
            return next(found.code for found in FORMATS if found.name == name)
    return PLAIN


pieces = st.one_of(st.binary(max_size=12), st.sampled_from(BEGINNINGS), st.just(b"a" * 257))


@given(st.lists(pieces, max_size=6).map(b"".join))
@example(b"")
@example(b"a" * 257 + b"ustar\0")
@example(b"a" * 257 + b"ustar  \0")
@example(b"a" * 257 + b"usta")
@example(b"a" * 257 + b"ustar")
@example(b"BZh91AY&S")
@example(b"\x1f\x8b\x08")
@example(b"\x1f\x8b\x08\0")
@example(b"BZh is how a sentence may begin")
def test_as_a_plain_reading_of_the_rules(head):
    code = recognise(head)
    assert code == twin(head)
    assert recognise(memoryview(head)) == code
    assert recognise(memoryview(bytearray(head))) == code
    assert recognise(head[:HEAD]) == code


@given(st.binary(min_size=HEAD, max_size=HEAD + 99), st.data())
def test_a_part_of_a_beginning_never_tells_something_else(head, data):
    code = recognise(head)
    part = head[: data.draw(st.integers(0, len(head)))]
    assert recognise(part) in {PLAIN, code}


def test_a_large_file_is_not_copied():
    held = memoryview(bytearray(1 << 26))
    before = time.process_time()
    for _ in range(1000):
        assert recognise(held) == PLAIN
    assert time.process_time() - before < 0.5  # a copy takes 10 ms


def test_no_false_recognition_among_system_files():
    """Programs, texts, fonts, pictures."""
    plain = {"", *PLAIN_FILES.split()}
    seen, wrong = 0, []
    for folder in ("/usr/share", "/usr/lib", sys.prefix):
        for path in _some_files(folder, 1500):
            if os.path.splitext(path)[1].lower() in plain:
                with contextlib.suppress(OSError), open(path, "rb") as file:
                    seen += 1
                    if recognise(file.read(HEAD)):
                        wrong.append(path)
    if seen < 500:
        pytest.skip("there are too few files on this system")
    assert wrong == []


def _some_files(folder, most):
    count = 0
    for place, _, names in os.walk(folder):
        for name in names[:20]:
            path = os.path.join(place, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path
                count += 1
                if count == most:
                    return


def test_codes_and_names():
    assert len({found.code for found in FORMATS}) == len({found.name for found in FORMATS}) == len(FORMATS)
    assert {found.code: found.name for found in FORMATS} == {  # they lie in caches: never another for the same
        1: "zip", 2: "gzip", 3: "bzip2", 4: "xz", 5: "zstd", 6: "tar", 7: "7z", 8: "ar", 9: "pdf",
    }  # fmt: skip
    for found in FORMATS:
        assert BY_CODE[found.code] is found
        assert max(offset + len(magic) for offset, magic in found.magics) <= HEAD
        assert f"{found.name} {found.version}" in formats.made_of()


def test_what_can_not_be_registered():
    for code in (0, 1, 256, -1):
        with pytest.raises(ValueError, match="can't be the code"):
            register(Format(code, "other", ((0, b"other"),), "others"))
    assert recognise(b"other") == PLAIN


def test_one_more_is_told_by_its_beginning():
    with (
        mock.patch.dict(BY_CODE),
        mock.patch.dict(formats._AT, {at: dict(rules) for at, rules in formats._AT.items()}),
    ):
        register(Format(77, "other", ((3, b"other"),), "others", check=lambda head: len(head) > 10))
        assert recognise(b"---other---") == 77
        assert recognise(b"---other--") == PLAIN
        assert "other 1" in formats.made_of()
    assert recognise(b"---other---") == PLAIN

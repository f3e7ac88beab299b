"""Formats of many files at once: the same as those of one after another."""

from itertools import product

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simfinder.arrays.file_columns import FileColumns
from simfinder.scan.extract import formats
from simfinder.scan.reading.recognise_batch import BatchRecogniser
from simfinder.scan.reading.sign_files import _may_be_by_type
from tests.helpers.examples import examples

MAGICS = list(formats.magics())
TEXTS = [
    "plain words\n" * 30,
    "größer, schöner\n" * 30,
    "日本語 " * 60,
    "x" * 199,
    "x" * 200,
    "\x01" + "a" * 255,
]


def codes(contents: list[bytes]) -> list[int]:
    """By the loop, contents lying behind one another with a byte between them."""
    ends = np.cumsum([len(content) + 1 for content in contents])
    bounds = np.array(
        [(end - 1 - len(of), end - 1) for end, of in zip(ends, contents, strict=True)], dtype=np.int64
    )
    data = np.frombuffer(bytearray(b"\0".join([*contents, b""])), dtype=np.uint8)
    return BatchRecogniser().codes(data, bounds.reshape(-1, 2))[0].tolist()


def with_magic(magic: tuple[int, bytes], rest: bytes) -> bytes:
    offset, found = magic
    return (rest * (offset // max(1, len(rest)) + 1))[:offset].ljust(offset, b" ") + found + rest


heads = st.one_of(
    st.binary(max_size=600),
    st.text(max_size=300).map(str.encode),
    st.sampled_from(TEXTS).map(str.encode),
    st.sampled_from(TEXTS).map(lambda text: text.encode("utf-16")),
    st.builds(with_magic, st.sampled_from(MAGICS), st.binary(max_size=600)),
    st.builds(with_magic, st.sampled_from(MAGICS), st.sampled_from(TEXTS).map(str.encode)),
    st.sampled_from([b"<html><body>", b"From: a\nTo: b\nDate: c\nSubject: d\n\n", b"%PDF-1.4\n"]),
    st.builds(lambda rest: b"words and words\n" * 40 + rest, st.binary(max_size=90)),
    st.builds(lambda cut: ("ü" * 300).encode()[cut:], st.integers(0, 400)),
)


@given(st.lists(heads, max_size=12))
@example(
    [b"", b"<", b"P", b"a" * 511 + b"\0", b"a" * 512 + b"\0", b"a" * 254 + b"\x01", b"a" * 255 + b"\x01"]
)
@settings(max_examples=examples(300), deadline=None)
def test_the_loop_recognises_what_one_look_does(contents):
    assert codes(contents) == [formats.recognise(content[: formats.HEAD]) for content in contents]


def test_every_magic_is_asked_about():
    contents = [with_magic(magic, b"a" * 300) for magic in MAGICS]
    assert codes(contents) == [formats.recognise(content[: formats.HEAD]) for content in contents]
    assert len(set(codes(contents))) > 8


EDGES = bytes.fromhex("00 41 7F 80 8F 90 9F A0 BF C0 C1 C2 DF E0 E1 EC ED EE EF F0 F1 F3 F4 F5 FF")
"""Bytes at which what UTF-8 allows changes."""


def test_utf_8_to_the_byte():
    """Behind letters without a blank, so that nothing else makes a text of them; with and without a letter behind."""
    threes = [*product(EDGES, repeat=3), *product(EDGES[-6:], *[EDGES] * 3)]
    contents = [b"w" * 256 + bytes(odd) + end for odd in threes for end in (b"", b"w")]
    right = [formats.recognise(content) for content in contents]
    assert codes(contents) == right
    assert set(right) == {formats.TEXT, formats.PLAIN}


KINDS = [
    "", "a", ".c", ".rst", "json", ".json", ".JSON", ".geojson", ".ipynb", ".webmanifest", ".yml", ".Yaml", ".iso",
    ".ISO", ".css", ".less", ".scss", ".js", ".mjs", ".cjs", ".md", ".svg", ".b64", ".base64", ".fb2", ".hex", ".pem",
    ".vcf", ".\udcff", ".é",
]  # fmt: skip
BACKUPS = ["", "~", ".~3~", ".bak", ".old", ".Orig", ".bak.old", ".save", ".1", "#", "-old"]
CONTENTS = [b"words and words " * 40, b"x" * 300, b"\xff" * 400, b"w;base64," * 60]


def test_a_name_that_says_more_is_looked_at():
    names = [f"{begin}{kind}{backup}" for begin in ("x", "#") for kind in KINDS for backup in BACKUPS]
    none = np.zeros((len(names), 6), dtype=np.int64)
    files = FileColumns.of_columns([f"/a/{name}" for name in names], none, none[:, 0] != 0)
    looked_at = _may_be_by_type(files).tolist()
    by_bytes = [(formats.recognise(of), of) for of in CONTENTS]
    says_more = [
        any(
            formats.refined(code, name, of, 640) != formats.refined(code, "a", of, 640)
            for code, of in by_bytes
        )
        for name in names
    ]
    assert not [
        name for name, says, looks in zip(names, says_more, looked_at, strict=True) if says and not looks
    ]
    assert not looked_at[names.index("x.rst")]
    assert sum(says_more) > 100

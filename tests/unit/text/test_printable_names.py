"""Names for people and for spreadsheets: nothing acts, nothing hides, and what must come back does."""

import os
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.text.printable_names import cell, path_of, uri, visible

NAMES = st.binary(max_size=40).map(os.fsdecode) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=30
)  # any name a system may hand out


@given(NAMES)
def test_every_character_of_a_name_is_seen(name):
    shown = visible(name)
    shown.encode()
    for character in shown:
        kind = unicodedata.category(character)
        assert kind not in ("Cc", "Cs", "Zl", "Zp"), repr(character)
        assert unicodedata.bidirectional(character) not in (
            "LRE",
            "RLE",
            "LRO",
            "RLO",
            "PDF",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        )
    assert visible(shown) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("plain name.txt", "plain name.txt"),
        ("naïve ☃ 日本", "naïve ☃ 日本"),
        ("a\nb\x1b[31m\x7f", r"a\nb\x1b[31m\x7f"),
        ("photo\u202egpj.exe", r"photo\u202egpj.exe"),
        ("\u2066x\u2069\u200b\ufeff", r"\u2066x\u2069\u200b\ufeff"),
        (os.fsdecode(b"caf\xe9"), r"caf\xe9"),
        ("\U000e0041", r"\U000e0041"),
        ("👩‍👧", "👩‍👧"),
    ],
)
def test_names_as_they_are_shown(name, shown):
    assert visible(name) == shown


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1", "'+1"),
        ("-rf", "'-rf"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", r"\t=1"),
        ("\r=1", r"\r=1"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a;=1", "a;'=1"),
        ('a",=1', "a\",'=1"),
        ("a-b=c+d@e", "a-b=c+d@e"),
    ],
)
def test_no_cell_begins_a_formula(name, text):
    assert cell(name) == text


@given(NAMES)
def test_whatever_a_spreadsheet_takes_for_a_separator_no_cell_begins_a_formula(name):
    for part in re.split(r"[,;|\"']", cell(name))[:1]:
        assert not re.match(r"\s*[=+\-@\t\r＝＋－＠]", part)
    for separator in ",;|\t":
        for part in cell(name).split(separator):
            assert not re.match(r"\s*[=+\-@＝＋－＠]", part)


@given(NAMES.filter(lambda name: "\0" not in name))
def test_a_uri_gives_the_path_back_and_is_plain(name):
    path = "/" + name
    text = uri(path)
    assert text.isascii()
    assert text.isprintable()
    assert not set(text) & set(" ,;\"'|<>=+@")
    assert path_of(text) == path


def test_what_is_no_uri_is_refused():
    with pytest.raises(ValueError, match="no file URI"):
        path_of("http://example/a")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (r"C:\Users\Ada\a b.txt", "file:///C:/Users/Ada/a%20b.txt"),
        ("d:\\", "file:///d:/"),
        (r"\\server\share\50%#.txt", "file://server/share/50%25%23.txt"),
        ("C:\\\N{LATIN SMALL LETTER U WITH DIAERESIS}.txt", "file:///C:/%C3%BC.txt"),
        ("C:\\\ud800", "file:///C:/%ED%A0%80"),
    ],
)
def test_paths_of_windows_are_written_as_it_reads_them(path, text):
    assert uri(path, windows=True) == text
    assert path_of(text, windows=True) == path


def test_a_backslash_elsewhere_is_a_letter_of_a_name():
    assert uri("/a\\b:c", windows=False) == "file:///a%5Cb%3Ac"
    assert path_of("file:///a%5Cb%3Ac", windows=False) == "/a\\b:c"

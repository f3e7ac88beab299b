"""Formats recognised by the first bytes."""

import contextlib
import os
import re
import sys
import time
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simfinder.scan.extract import formats
from simfinder.scan.extract.formats import (
    BY_CODE,
    FORMATS,
    HEAD,
    LEAST_TEXT,
    MEMBERS,
    PICTURE,
    PLAIN,
    SOUND,
    TEXT,
    VIDEO,
    Format,
    recognise,
    register,
)

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
    "html": rb"(?i)[ \t\n\r]{0,4}<(!doctype html|html)[ >]",
    "mail": rb"(From: [!-~]+|To: [!-~]+|Date: [!-~]+)\n(Subject: [!-~]+\n)(Message-ID: [!-~]+)(\n|$)",
}
BEGINNINGS = [magic for found in FORMATS for _, magic in found.magics] + [
    b"BZh91AY&SY",
    b"BZh0",
    b"BZh1",
    b"\x17rE8P\x90",
    b"PK\7\x08",
    b"\x1f\x8b\x08\x20",
    b"\x1f\x8b\x08\0",
    b"<html>",
    b"<!DOCTYPE html>",
]


PLAIN_FILES = (
    ".c .cfg .conf .css .csv .gif .h .hpp .ico .ini .jpg .js .md .mo .o .pc .pl .pm .png .po"
    " .py .pyc .pyi .rb .rst .sh .so .svg .tcl .tmpl .toml .txt .wav .xml .yaml .yml"
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
    assert (code if code in BY_CODE else PLAIN) == twin(head)
    assert recognise(memoryview(head)) == code
    assert recognise(memoryview(bytearray(head))) == code
    assert recognise(head[:HEAD]) == code


@given(st.binary(min_size=HEAD, max_size=HEAD + 99), st.data())
def test_a_part_of_a_beginning_never_tells_something_else(head, data):
    code = recognise(head)
    part = head[: data.draw(st.integers(0, len(head)))]
    assert recognise(part) in {PLAIN, TEXT, code}


def test_a_large_file_is_not_copied():
    held = memoryview(bytearray(1 << 26))
    before = time.process_time()
    for _ in range(1000):
        assert recognise(held) == PLAIN
    assert time.process_time() - before < 0.5  # a copy takes 10 ms


def test_no_false_recognition_among_system_files():
    """Programs, texts, fonts, pictures."""
    plain = {"", *PLAIN_FILES.split()}
    page = next(
        found.code for found in FORMATS if found.name == "html"
    )  # which scripts may be, but for some words
    seen, wrong = 0, []
    for folder in ("/usr/share", "/usr/lib", sys.prefix):
        for path in _some_files(folder, 1500):
            if os.path.splitext(path)[1].lower() in plain:
                with contextlib.suppress(OSError), open(path, "rb") as file:
                    seen += 1
                    head = file.read(HEAD)
                    code = recognise(head)
                    if code in BY_CODE and code != page and not head.startswith((b"\x7fELF", b"MZ")):
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
        10: "html", 11: "mail", 12: "rtf", 13: "doc", 14: "datauris",
        15: "json", 16: "yaml", 17: "minified", 18: "metadata", 19: "diskimage", 20: "font",
        21: "program",
    }  # fmt: skip
    for found in FORMATS:
        assert BY_CODE[found.code] is found
        assert max((offset + len(magic) for offset, magic in found.magics), default=0) <= HEAD
        assert f"{found.name} {found.version}" in formats.version_key()


PAGES = [
    b"<!DOCTYPE html><p>",
    b"\n\n<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
    b"<html>",
    b"<HTML lang='de'>",
    b"\xef\xbb\xbf<html>",
    b"<?xml version='1.0'?>\n<!DOCTYPE html>",
    b"<!-- saved --> <!-- twice --><head>",
    b"<title>only that",
    "\ufeff<html>".encode("utf-16-le"),
    "\ufeff<!DOCTYPE html>".encode("utf-16-be"),
]


@pytest.mark.parametrize("data", PAGES)
def test_web_pages(data):
    assert BY_CODE[recognise(data)].name == "html"


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'>",
        b"<?xml version='1.0'?><note>html</note>",
        b"<!DOCTYPE htmlish>",
        b"<htmlx>",
        b"<?php echo '<html>'; ?>",
        b"{% extends 'base.html' %}<html>",
        b"<!-- it never ends <html>",
        "\ufeff<note/>".encode("utf-16-le"),
        b"  plain words <html>",
    ],
)
def test_what_is_no_web_page(data):
    assert recognise(data) == PLAIN


MAIL = (
    b"Return-Path: <a@example.org>\nReceived: from here\n\tby there; Mon, 4 Mar 2024\nSubject: Tea\n\nHello"
)


@pytest.mark.parametrize(
    "data",
    [
        MAIL,
        MAIL.replace(b"\n", b"\r\n"),
        b"From ann@example.org Mon Mar  4 10:00:00 2024\n" + MAIL,
        b"From: a\nTo: b\nSubject: c\n\n",
        b"X-Mozilla-Status: 0001\nX-Other: 1\nFrom: a\nDate: b\n\n",
        b"Received: from here\nReturn-Path: a\nDKIM-Signature: v=1;\n" + b" b=abcdefgh\n" * 60,
    ],
)
def test_mails(data):
    assert BY_CODE[recognise(data)].name == "mail"


@pytest.mark.parametrize(
    "data",
    [
        b"From: here\nTo: there\n\nSubject: of the talk",  # two names are too few
        b"From: a\nTo: b\nand no header\nSubject: c\nDate: d\n",
        b"From " + b"0123456789" * 4 + b" Mon Sep 17 00:00:00 2001\nFrom: a\nDate: b\nSubject: [PATCH] c\n\n",
        b"From my house Tuesday\nit is not far\n",
        b"Metadata-Version: 2.1\nName: simfinder\nVersion: 1\n",
        b"Date: 1\nTo be or not to be: a question\n",
    ],
)
def test_what_is_no_mail(data):
    assert recognise(data) == PLAIN


def test_what_can_not_be_registered():
    for code in (0, 1, 256, -1, TEXT, PICTURE, SOUND, MEMBERS):
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
        assert "other 1" in formats.version_key()
    assert recognise(b"---other---") == PLAIN


SAID = "Größe und Gewicht: 12 kg, добрый день\n" * 20


@pytest.mark.parametrize(
    "data",
    [
        SAID.encode(),
        b"x" * LEAST_TEXT,
        ("Größe und Gewicht\n" * 20).encode("latin-1"),
        ("добрый день всем\n" * 20).encode("cp1251"),
        ("日本語の文章です。\n" * 30).encode("shift_jis"),
        b"\x1b[31mERROR\x1b[0m something went wrong\r\n" * 9,
        b"#!/bin/sh\necho one two three\n" * 20,
        b"page\x01" + b" of a listing with one control character" * 20,
    ],
)
def test_texts(data):
    assert recognise(data) == TEXT
    assert recognise(memoryview(data)[:HEAD]) == TEXT


@pytest.mark.parametrize(
    "data",
    [
        b"x" * (LEAST_TEXT - 1),
        b"",
        SAID.encode()[:300] + b"\0" + SAID.encode(),
        bytes(range(1, 256)) * 2,
        SAID.encode("utf-16"),
        b"\x80\x90\xa0\xb0" * 128,  # samples, no letters
        b"ab\1cd\2" * 90,
    ],
)
def test_what_is_no_text(data):
    assert recognise(data) == PLAIN


@given(st.text(min_size=HEAD, max_size=600), st.integers(LEAST_TEXT, HEAD))
def test_a_text_may_be_cut_within_a_character(text, cut):
    data = "".join(c if c.isprintable() else "\n" for c in text).encode("utf-8", "replace")
    assert recognise(data[:cut]) == recognise(data[:cut].decode("utf-8", "ignore").ljust(cut).encode()[:cut])


@given(st.binary(min_size=LEAST_TEXT, max_size=HEAD), st.binary(max_size=99))
def test_a_beginning_alone_tells_a_text(head, rest):
    head = head.ljust(HEAD, b" ")
    assert recognise(head + rest) == recognise(head)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", PICTURE),
        (b"\x89PNG\r\n\x1a\n\0\0", PICTURE),
        (b"GIF89a\1\0", PICTURE),
        (b"RIFF\1\2\3\4WEBPVP8 ", PICTURE),
        (b"RIFF\1\2\3\4WAVEfmt ", SOUND),
        (b"RIFF\1\2\3\4AVI LIST", VIDEO),
        (b"RIFF\1\2\3\4CDXA", PLAIN),
        (b"BM\1\2\3\4\0\0\0\0\x36\0\0\0\x28\0\0\0\1", PICTURE),
        (b"BMW is how a sentence may begin" * 9, TEXT),
        (b"II*\0\x08\0\0\0", PICTURE),
        (b"MM\0*\0\0\0\x08", PICTURE),
        (b"\0\0\0\x18ftypheic", PICTURE),
        (b"\0\0\0\x18ftypavis", PICTURE),
        (b"\0\0\0\x18ftypcrx ", PICTURE),
        (b"IIU\0\x18\0\0\0", PICTURE),
        (b"IIRO\x08\0\0\0", PICTURE),
        (b"MMOR\0\0\0\x08", PICTURE),
        (b"IIRO is no word, and this is text" * 9, TEXT),
        (b"FUJIFILMCCD-RAW 0201", PICTURE),
        (b"\0\0\1\0\2\0\x20\x20\0\0\1\0\x20\0", PICTURE),
        (b"\0\0\1\0\0\0\x20\x20\0\0", PLAIN),
        (b"\0\0\1\0", PLAIN),
        (b"\0\0\0\x18ftypM4A ", SOUND),
        (b"\0\0\0\x18ftypisom", VIDEO),
        (b"\0\0\0\x18ftypqt  ", VIDEO),
        (b"\0\0\0\x18ftypjp2 ", PLAIN),
        (b"\x1aE\xdf\xa3\x01", VIDEO),
        (b"\0\0\1\xba\x44", VIDEO),
        (b"\xff\xf1\x50\x80\x2e\x7f\xfc", SOUND),
        (b"\xff\xf1\x7c\x80\0\0\0", PLAIN),
        (b"ID3\4\0\0", SOUND),
        (b"ID3 is a name" * 20, TEXT),
        (b"\xff\xfb\x90\x64", SOUND),
        (b"\xff\xfb\xff\xff", PLAIN),
        (b"fLaC\0\0", SOUND),
        (b"OggS\0\2" + bytes(22) + b"\1vorbis", SOUND),
        (b"OggS\0\2" + bytes(22) + b"\x80theora", VIDEO),
        (b"FORM\0\0\0\1AIFF", SOUND),
        (b"MThd\0\0\0\6", SOUND),
        (b"fLaC".ljust(257, b"\0") + b"ustar\0", 6),  # a tar whose first file has that name
    ],
)
def test_pictures_and_sound(data, code):
    assert recognise(data) == code


@pytest.mark.timeout(20)
@pytest.mark.parametrize("piece", [b"<!---->", b"<!---->\n", b"<!-- -->  "])
def test_comments_that_can_be_read_in_many_ways_are_read_at_once(piece):
    """512 bytes of them took longer than anybody lives."""
    assert recognise((piece * HEAD)[:HEAD]) == TEXT
    assert recognise(piece * 40 + b"<html>") == 10

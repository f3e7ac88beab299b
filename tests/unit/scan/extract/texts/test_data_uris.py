"""Files in base64 inside texts are listed; the text stays as it is."""

import base64
import io
import json
import time
from urllib.parse import quote

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.formats import EMBEDDING, PLAIN, RAW, TEXT, has_long_run, refined
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.texts import data_uris, html_page
from simfinder.scan.extract.view_sink import TooMuchError, ViewSink

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 12
CODED = base64.b64encode(PICTURE).decode()
KNOWN = b"\x89PNG\r\n\x1a\n" + PICTURE[: len(PICTURE) // 3 * 3 - 8]
"""Of a format that is known, and of as many bytes as take no padding."""

URI = f"data:image/png;base64,{CODED}"
WORDS = "Words of a page that say something, again and again. " * 8


def listed(data, bounds=BOUNDS, module=data_uris):
    """Return the media of a text, and what else its view says."""
    made = []
    out = ViewSink(made.append, bounds, len(data))
    out.name = RAW
    module.stream(io.BytesIO(data), out)
    return [(medium.size, medium.content) for medium in out.media], (out.name, out.kind, b"".join(made))


def as_listed(*files):
    return [(len(data), xxhash.xxh3_128_digest(data)) for data in files]


AS_IT_IS = (RAW, TEXT, b"")


@pytest.mark.parametrize(
    "text",
    [
        f"a {{ background: url({URI}) }}",
        f"a {{ background: url('{URI}'), url(\"x.png\") }}",
        f"a {{ background: url(data:image/png;charset=utf-8;base64,\n{CODED[:76]}\n  {CODED[76:]}) }}",
        f"a {{ background: url({'data:image/png;base64,' + quote(CODED)}) }}",
        f'<svg><image href="{URI}"/><text>words</text></svg>',
        f"![a picture]({URI})\n",
        f'const logo = "DATA:image/png;BASE64,{CODED}";',
        json.dumps({"cells": [{"outputs": [{"data": {"image/png": CODED, "text/plain": ["x"]}}]}]}),
        json.dumps(
            {"cells": [{"outputs": [{"data": {"image/png": [CODED[:60] + "\n", CODED[60:]]}}]}]}, indent=1
        ),
    ],
)
def test_a_file_in_a_text_is_listed(text):
    assert listed(text.encode()) == (as_listed(PICTURE), AS_IT_IS)


def test_all_files_are_listed_in_order_small_ones_are_not():
    other = b"GIF89a" + bytes(900)
    small = base64.b64encode(PICTURE[: data_uris.LEAST - 1]).decode()
    coded = base64.b64encode(other).decode()
    text = f"url({URI}) url(data:image/gif;base64,{small}) url(data:image/gif;base64,{coded})"
    assert listed(text.encode())[0] == as_listed(PICTURE, other)


def test_a_page_has_its_words_and_its_pictures():
    page = f"<html><body><p>{WORDS}</p><img src='{URI}'></body></html>"
    media, (name, kind, words) = listed(page.encode(), module=html_page)
    assert media == as_listed(PICTURE)
    assert (name, kind, words.decode()) == ("html", TEXT, WORDS.strip() + "\n")


@pytest.mark.parametrize(
    "text",
    [
        "url(data:image/png;base64," + CODED[:-3] + ")",  # its last group is cut
        "url(data:image/png;base64," + "%zz" * 900 + ")",
        '{"image/png": 7, "image/gif": [1, 2], "application/x": {"a": null}}',
        "{" * 100_000,
        '{"a":' * 50_000 + "1" + "}" * 50_000,
        "data:;base64," * 50_000,
        "",
    ],
)
def test_broken_ones_are_passed_over(text):
    assert listed(text.encode()) == ([], AS_IT_IS)


def in_lines(text, width, ending="\n"):
    return ending.join(text[at : at + width] for at in range(0, len(text), width))


@pytest.mark.parametrize(
    "text",
    [
        f"picture:\n{in_lines(CODED, 76)}\n",
        f"picture:\n{in_lines(CODED, 76)}\nthe end of it.\n",
        f"-----BEGIN PICTURE-----\n{in_lines(CODED, 64)}\n-----END PICTURE-----\n",
        f"PHOTO;ENCODING=b:{in_lines(CODED, 74, chr(13) + chr(10) + ' ')}\r\nEND:VCARD\r\n",
        f"<binary id='1'>{CODED}</binary>",
        json.dumps({"name": "x.png", "data": CODED}),
        json.dumps({"data": in_lines(CODED, 76)}),
        json.dumps({"data": CODED}).replace("/", "\\/"),
        PICTURE.hex(),
        in_lines(PICTURE.hex().upper(), 60),
        f"INSERT INTO pictures VALUES (1, X'{PICTURE.hex()}');",
        "url(data:image/png;base64,=" + CODED + ")",
        '{"cells": [{"image/png": "' + CODED,
    ],
)
@pytest.mark.parametrize("words", ["", WORDS * 7])
def test_a_file_as_a_long_run_is_listed(text, words):
    assert has_long_run((words + text).encode())
    media, shown = listed((words + text).encode())
    if data_uris.alone((words + text).encode()):
        assert (media, shown[-1]) == ([], PICTURE)
        return
    assert set(as_listed(PICTURE)) <= set(media)
    assert len(media) <= 2  # with and without a last line that may be a word
    assert shown == AS_IT_IS


@pytest.mark.parametrize(
    "text",
    [
        CODED,
        in_lines(CODED, 76),
        f"-----BEGIN IT-----\n{in_lines(CODED, 64)}\n-----END IT-----\n",
        PICTURE.hex(),
    ],
)
def test_a_text_that_is_nothing_but_a_run_is_that_file(text):
    assert data_uris.alone(text.encode()) == PICTURE
    assert data_uris.alone(b"Here it is:\n" + text.encode()) == b""


@pytest.mark.parametrize("text", ["GATTACA" * 400, "3141592653" * 300, "abcdefgh" * 300])
def test_genomes_and_digits_are_no_files(text):
    assert data_uris.alone(text.encode()) == b""


@pytest.mark.parametrize("before", ["b", "in", "the", "data", "picture", "AttachmentOfTheMail"])
@pytest.mark.parametrize("behind", ["", "e", "en", "end"])
def test_a_run_that_a_word_touches_is_found_in_every_phase(before, behind):
    run = before + base64.b64encode(KNOWN).decode() + behind
    media, _ = listed(f"It is\n{run}\nand more.".encode())
    assert as_listed(KNOWN)[0] in media


@given(st.binary(min_size=data_uris.LEAST, max_size=4000), st.sampled_from([60, 64, 76, 9999]), st.booleans())
def test_any_file_is_found_in_any_width(data, width, as_hex):
    run = data.hex() if as_hex else base64.b64encode(data).decode()
    assert as_listed(data)[0] in listed(f"It begins:\n{in_lines(run, width)}\n\n.".encode())[0]


@pytest.mark.parametrize(
    "text",
    [
        WORDS * 9,
        "see https://example.org/a/very/long/path?with=parameters&and=more " * 30,
        "def f(x):\n    return some_function(x)[0] + other_function(x)\n" * 40,
    ],
)
def test_written_text_has_no_long_runs(text):
    assert not has_long_run(text.encode())


def test_long_ones_take_time_in_proportion():
    began = time.process_time()
    text = b"data:image/png;base64," + b"A" * (40 << 20) + b"\xff" + b"data:" * 2_000_000
    assert [size for size, _ in listed(text)[0]] == [30 << 20]
    assert time.process_time() - began < 20


def test_a_large_text_is_not_searched(monkeypatch):
    monkeypatch.setattr(data_uris, "LARGEST", 100)
    assert listed(f"url({URI})".encode()) == ([], AS_IT_IS)


def test_they_are_bounded():
    text = " ".join(f"url({URI})" for _ in range(9)).encode()
    with pytest.raises(TooMuchError, match="more than 8 files"):
        listed(text, Bounds(members=8))


@given(st.binary(max_size=3000))
def test_any_text(data):
    media, shown = listed(b"data:image/png;base64," + data)
    assert len(media) <= 1
    assert shown == AS_IT_IS


@pytest.mark.parametrize(
    ("code", "path", "data", "found"),
    [
        (TEXT, "/a/B.LESS", b"a { background: url(data:image/png;base64,AAAA) }", EMBEDDING),
        (TEXT, "/a/B.CSS", b"a {\n  background: url(data:image/png;base64,AAAA)\n}", EMBEDDING),
        (TEXT, "a.md", b"words", TEXT),
        (TEXT, "a.md", None, EMBEDDING),
        (TEXT, "a.txt", b"data:image/png;base64,AAAA", TEXT),
        (TEXT, "a.txt", None, TEXT),
        (TEXT, "a.txt", CODED.encode(), EMBEDDING),
        (TEXT, "a", f"{WORDS} {CODED}".encode(), EMBEDDING),
        (TEXT, "a.vcf", None, EMBEDDING),
        (PLAIN, "a.css", b";base64,", PLAIN),
        (TEXT, "a.svg", memoryview(b"x;base64,"), EMBEDDING),
    ],
)
def test_only_texts_of_some_types_are_looked_at(code, path, data, found):
    assert refined(code, path, data or b"", len(data or b"x")) == found

"""Minified code is laid out as people write it; written code stays as it is."""

import base64
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.scan.extract.formats import EMBEDDING, MINIFIED, RAW, TEXT, refined
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.texts import minified_code
from simfinder.scan.extract.view_sink import ViewSink

SCRIPT = """\
'use strict';
var utils = require('./utils');
function parts(text, options) {
  if (options.comma && text.indexOf(',') > -1) {
    return text.split(',');
  } else if (text === 'a {b}; c') {
    for (i = 0; i < 10; ++i) {
      found[i] = /[/;{]+/g.test(`x ${i}; {`);
    }
  }
  return options.strict;
}
"""
SHEET = """\
@media print {
  a:hover > .b, li {
    color: #fff;
    background: url(data:x;{});
    margin: 0 1px;
  }
}
"""


def view(data):
    made = []
    out = ViewSink(made.append, BOUNDS, len(data))
    out.name = RAW
    minified_code.stream(io.BytesIO(data), out)
    return out.name, out.kind, b"".join(made).decode("utf-8", "replace"), out.media


def test_a_script_is_laid_out_as_it_was_written():
    small = (
        "'use strict';var utils=require('./utils');function parts(text,options){if(options.comma&&text.indexOf(',')>-1)"
        "{return text.split(',');}else if(text==='a {b}; c'){for(i=0;i<10;++i){found[i]=/[/;{]+/g.test(`x ${i}; {`);}}"
        "return options.strict;}"
    )
    assert view(small.encode())[:3] == ("minified", TEXT, SCRIPT)


def test_a_style_sheet_is_laid_out_as_it_was_written():
    small = "@media print{a:hover>.b,li{color:#fff;background:url(data:x;{});margin:0 1px}}" * 3
    assert view(small.encode())[:3] == ("minified", TEXT, SHEET * 3)


@pytest.mark.parametrize("code", [SCRIPT * 3, SHEET * 3, ""])
def test_written_code_stays(code):
    assert view(code.encode()) == (RAW, TEXT, "", [])


def test_files_in_it_are_listed():
    picture = b"\x89PNG\r\n\x1a\n" + bytes(2000)
    sheet = f"a{{background:url(data:image/png;base64,{base64.b64encode(picture).decode()})}}".encode()
    name, _, text, media = view(sheet)
    assert (name, [medium.size for medium in media]) == ("minified", [len(picture)])
    assert text.startswith("a {\n  background: url(data:image/png;base64,")


def test_a_large_one_stays(monkeypatch):
    monkeypatch.setattr(minified_code, "LARGEST", 100)
    assert view(b"a{b:c}" * 99)[0] == RAW


@pytest.mark.parametrize(
    "code",
    [
        b"{" * 100_000,
        b"}" * 100_000,
        b"/" * 100_000,
        b"('" * 50_000,
        b"`\\" * 50_000,
        b"/[" * 50_000,
        b"a " * 50_000,
    ],
)
def test_hostile_code_takes_time_in_proportion(code):
    began = time.process_time()
    view(code)
    assert time.process_time() - began < 5


@given(st.binary(max_size=500))
def test_all_but_blanks_stays(code):
    for is_sheet in (True, False):
        layout = minified_code._Layout()
        said = b"".join(layout.sheet(code) if is_sheet else layout.script(code))
        if not is_sheet:
            assert b"".join(said.split()) == b"".join(code.split())


@pytest.mark.parametrize(
    ("path", "code", "found"),
    [
        ("a.js", "a=1;" * 100, MINIFIED),
        ("a.min.css", "a{b:c}" * 100, MINIFIED),
        ("a.css", SHEET * 3, TEXT),
        ("a.js", SCRIPT, TEXT),
        ("a.js", SCRIPT + ";base64,", EMBEDDING),
        ("a.txt", "a=1;" * 100, TEXT),
        ("a.cjs", None, MINIFIED),
    ],
)
def test_only_code_is_asked(path, code, found):
    assert refined(TEXT, path, (code or "").encode(), len(code or "x")) == found

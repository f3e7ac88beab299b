"""Web pages become their words, however broken they are."""

import contextlib
import gzip
import io
import random
import resource
import subprocess
import sys
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simfinder.model.progress import Control
from simfinder.scan.extract.formats import BY_CODE, LEAST_TEXT, MEMBERS, RAW, TEXT, recognise
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.texts import html_page
from simfinder.scan.extract.texts.html_page import decode, decoded, words
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.extract.view_sink import LimitReached, ViewSink, make
from tests.helpers.files.documents import report
from tests.helpers.files.views import read

PROSE = report(random.Random(5), paragraphs=6, topic="town").decode()
LINES = [line for line in PROSE.splitlines() if line.strip()]
BODY = "\n".join(f"<p>{line}</p>" for line in LINES)
PAGE = f"<!DOCTYPE html>\n<html><head><title>Town</title></head><body>\n{BODY}\n</body></html>\n"
APP = (
    "<!DOCTYPE html><html><head><title>App</title><script>"
    + "var a = 1;" * 500
    + "</script><div id=root></div>"
)


def view(data, limit=0):
    """Make the view of a file in this process; return its bytes and the outlet."""
    made = []
    out = ViewSink(made.append, BOUNDS, len(data), limit)
    out.name = RAW
    with contextlib.suppress(LimitReached):
        make(BY_CODE[recognise(data)], io.BytesIO(data), out)
    return b"".join(made).decode(), out


def test_a_page_is_its_title_and_words():
    made, out = view(PAGE.encode())
    assert made.splitlines() == ["Town", *(" ".join(line.split()) for line in LINES)]
    assert (out.name, out.kind, out.members, out.media) == ("html", TEXT, [], [])


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("<p>One</p><p>two", "One\ntwo\n"),
        ("<b>W</b>ord and\n   <i>more</i>\twords", "Word and more words\n"),
        ("one<br>two<br/>three<hr>four", "one\ntwo\nthree\nfour\n"),
        ("<ul><li>a<li>b</ul>", "a\nb\n"),
        ("<table><tr><td>a</td><td>b</td></tr></table>after", "a\nb\nafter\n"),
        (
            "a<script>var b = '<p>no</p>';</script><style>p {}</style><template>t</template><noscript>n</noscript>c",
            "ac\n",
        ),
        ("<!-- no --> yes <![CDATA[ no ]]>", "yes\n"),
        ("&amp; &lt;p&gt; &eacute; &#228; &#x263A; &nbsp;&copy", "& <p> é ä ☺ ©\n"),
        ("<p title='a > b'>text</p>", "text\n"),
        ("<p>open <b>never <i>closed", "open never closed\n"),
        ("</p></div>only ends</html> and more", "only ends and more\n"),
        ("<h1>Häuser</h1><TEXTAREA>x</TEXTAREA>", "Häuser\nx\n"),
        ("", ""),
        ("<", "<\n"),
        ("\0\0<p>a\0b", "ab\n"),
    ],
)
def test_what_is_said(page, said):
    assert words(page) == said


def test_layout_does_not_count():
    plain = view(PAGE.encode())[0]
    dressed = PAGE.replace("<p>", "<p class='body' style='color: red'><span>").replace("</p>", "</span></p>")
    dressed = dressed.replace("<body>", "<body><script>track(1)</script>").replace("\n", "\r\n   ")
    assert view(dressed.encode())[0] == plain


SAID = "Größe, naïve – 5 €"


@pytest.mark.parametrize(
    ("encoding", "head"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("cp1252", ""),
        ("cp1252", "<meta charset=iso-8859-1>"),
        ("cp1252", "<meta charset=unknown>"),
        ("cp1252", "<meta charset=utf-16>"),
        ("utf-8", "<meta charset=latin1>"),
        ("cp1250", "<meta http-equiv='Content-Type' content='text/html; charset=windows-1250'>"),
        ("iso8859-15", '<META charset="ISO-8859-15">'),
    ],
)
def test_encodings(encoding, head):
    said = SAID.replace("ï", "i").replace("–", "-") if encoding in ("cp1250", "iso8859-15") else SAID
    assert said in words(decoded(f"<html><head>{head}</head>{said}".encode(encoding)))


def test_encodings_of_two_bytes_and_of_seven_bits():
    assert decoded("\ufeff<p>日本".encode("utf-16-le")) == "<p>日本"
    assert decoded("\ufeff<p>日本".encode("utf-16-be")) == "<p>日本"
    assert "日本" in decoded(b"<meta charset=iso-2022-jp>" + "日本".encode("iso-2022-jp"))
    assert decoded(b"<?xml version='1.0' encoding='koi8-r'?>" + "добрый".encode("koi8-r")).endswith("добрый")


def test_few_words_stay_as_they_are():
    for page in (APP, "<html><p>" + "x" * (LEAST_TEXT - 2)):
        made, out = view(page.encode())
        assert (made, out.name, out.kind) == ("", RAW, TEXT)
    made, out = view(("<html><p>" + "x" * (LEAST_TEXT - 1)).encode())
    assert (len(made), out.name) == (LEAST_TEXT, "html")


def test_what_is_too_large_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(html_page, "LARGEST", 1000)
    assert view(PAGE.encode())[1].name == RAW


def test_a_beginning_is_enough_for_who_looks_at_it():
    made, out = view(PAGE.encode(), limit=50)
    assert len(made.encode()) == 50
    assert out.made == len(view(PAGE.encode())[0].encode())


@pytest.fixture
def worker():
    with ViewReader(Control()) as worker:
        yield worker


def test_by_the_worker(worker, tmp_path):
    path = tmp_path / "a.bin"
    path.write_bytes(PAGE.encode())
    made, data = read(worker, path)
    assert (made.name, made.kind, data.decode()) == ("html", TEXT, words(PAGE))
    path.write_bytes(APP.encode())
    made, data = read(worker, path)
    assert (made.name, made.kind, made.made, data) == (RAW, TEXT, 0, b"")


def test_out_of_a_compressed_file_it_is_read_as_well(worker, tmp_path):
    path = tmp_path / "page.gz"
    path.write_bytes(gzip.compress(PAGE.encode()))
    made, data = read(worker, path)
    assert (made.name, made.kind, data.decode()) == ("html", TEXT, words(PAGE))
    path.write_bytes(gzip.compress(APP.encode()))
    made, data = read(worker, path)
    assert (made.name, made.kind, data.decode()) == ("gzip", TEXT, APP)


def test_as_a_member_of_an_archive_it_is_its_bytes(worker, tmp_path):
    path = tmp_path / "pages.tar"
    with tarfile.open(path, "w") as archive:
        member = tarfile.TarInfo("a.html")
        member.size = len(PAGE.encode())
        archive.addfile(member, io.BytesIO(PAGE.encode()))
    made, data = read(worker, path)
    assert (made.name, made.kind, data.decode()) == ("tar", MEMBERS, PAGE)


tags = st.sampled_from(
    ["<p>", "</p>", "<div", ">", "<!--", "-->", "<script>", "</script>", "<table>", "<td>", "&#x110000;", "&#0;", "&",
     "<![CDATA[", "<a href='", "\0", "\f", "<b><i></b>", "<title>", "<svg>", "</html>", "<frameset>", "<plaintext>"]
)  # fmt: skip


@given(st.lists(st.one_of(tags, st.text(max_size=9)), max_size=40).map("".join))
def test_rubbish_is_read_without_failing(page):
    text = words(page)
    assert "\f" not in text
    assert text == "" or text.endswith("\n")
    assert view(b"<html>" + page.encode("utf-8", "replace"))[1].kind == TEXT


@given(st.binary(max_size=300), st.text(max_size=12))
def test_any_bytes_and_any_name_of_an_encoding(data, declared):
    assert isinstance(decode(data, declared), str)
    assert isinstance(decoded(b"<meta charset=" + declared.encode("utf-8", "replace") + b">" + data), str)


@pytest.mark.skipif(sys.platform == "win32", reason="memory is limited elsewhere")
def test_where_memory_is_short_it_stays_as_it_is():
    code = "import resource; from simfinder.scan.extract.texts.html_page import words; words('<p>a'); "
    code += f"resource.setrlimit(resource.RLIMIT_AS, ({300 << 20}, {resource.RLIM_INFINITY})); "
    code += "print(len(words('<br>' * 3_000_000)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "0"), done.stderr

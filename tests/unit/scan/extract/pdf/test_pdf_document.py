"""The text of PDFs, the other content of their pages, and the views of broken ones."""

import base64
import collections
import contextlib
import io
import os
import re
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.model.progress import Control
from simfinder.scan.extract.limits import BOUNDS
from simfinder.scan.extract.pdf import pdf_document, pdfium, shapes
from simfinder.scan.extract.pdf.raw_streams import write_streams
from simfinder.scan.extract.pdf.repair import end_for
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.extract.view_sink import LimitReached, ViewSink
from tests.helpers.examples import examples
from tests.helpers.files.bad_documents import many_pages_claimed, without_table, wrong_table
from tests.helpers.files.pdf_files import Page, assembled, pdf
from tests.helpers.files.views import read
from tests.helpers.open_files import open_files

PAGES = [Page([f"Page {page}, line {line} (of many)" for line in range(30)]) for page in range(6)]
TEXT = "".join(f"{line}\n" for page in PAGES for line in page.lines).encode()


def view(data, limit=0):
    """Make the view of a PDF in this process."""
    made = []
    pdf_document.stream(io.BytesIO(data), ViewSink(made.append, BOUNDS, len(data), limit))
    return b"".join(made)


def streams(data):
    """Return a PDF's unpacked streams, and whether there were any."""
    made = []
    unpacked = write_streams(io.BytesIO(data), ViewSink(made.append, BOUNDS, len(data)))
    return b"".join(made), unpacked


def obviously(data):
    """A slow twin of ``streams`` for whole streams: everything at once, by one expression."""

    def unpacked(found):
        body = found.group(2)
        if body.endswith(b"~>"):
            body = base64.a85decode(body[:-2])
        try:
            body = zlib.decompress(body)
        except zlib.error:
            return found.group()
        return found.group(1) + body + found.group(3)

    return re.sub(rb"(stream\n)(.*?)(\nendstream)", unpacked, data, flags=re.DOTALL)


class TestText:
    @pytest.mark.parametrize("packing", ["plain", "flate", "ascii"])
    def test_a_line_is_a_line_and_pages_follow_each_other(self, packing):
        assert view(pdf(PAGES, packing)) == TEXT

    def test_what_moves_to_the_next_page_is_no_change(self):
        lines = [line for page in PAGES for line in page.lines]
        other = [Page(lines[start : start + 25]) for start in range(0, len(lines), 25)]
        assert view(pdf(other)) == TEXT

    def test_letters_beyond_ascii(self):
        assert view(pdf([Page(["füßé — €"])])) == "füßé — €\n".encode()

    def test_one_file_gives_one_view_whatever_was_read_before(self):
        files = [
            pdf(PAGES),
            pdf(PAGES[:1], "ascii"),
            without_table(pdf(PAGES)),
            pdf([Page(["x"], b"0 0 9 9 re f")]),
        ]
        alone = [view(data) for data in files]
        assert [view(data) for data in (*files, *reversed(files))] == [*alone, *reversed(alone)]

    def test_an_empty_page_changes_nothing(self):
        assert view(pdf([PAGES[0], Page(), PAGES[1]])) == view(pdf(PAGES[:2]))

    def test_no_more_than_asked_for_is_made(self):
        made = []
        data = pdf(PAGES)
        with pytest.raises(LimitReached):
            pdf_document.stream(io.BytesIO(data), ViewSink(made.append, BOUNDS, len(data), limit=10))
        assert b"".join(made) == TEXT[:10]

    def test_what_was_written_into_a_form_counts(self):
        one, other = (view(pdf([Page(["Name:"], fields=[name, "Bonn"])])) for name in ("Ada", "Grace"))
        assert one == b"Name:\nAda\nBonn\n"
        assert other == b"Name:\nGrace\nBonn\n"

    def test_an_empty_password_opens_it(self):
        assert view(pdf(PAGES, password="")) == TEXT
        assert view(pdf([Page(["Name:"], fields=["Ada"])], password="")) == b"Name:\nAda\n"

    @pytest.mark.parametrize("password", ["secret", "x" * 40])
    def test_any_other_does_not(self, password):
        with pytest.raises(ViewError, match=r"^is encrypted$"):
            view(pdf(PAGES, password=password))


class TestWhatIsNoText:
    def test_each_picture_comes_once_behind_the_text_of_all_pages(self):
        pages = [
            Page(["one"], pictures=[b"A" * 64, b"B" * 64]),
            Page(["two"], pictures=[b"B" * 64, b"C" * 64]),
        ]
        assert view(pdf(pages)) == b"one\ntwo\n" + b"A" * 64 + b"B" * 64 + b"C" * 64

    def test_drawings_are_told_by_their_shape(self):
        drawing = b"100 200 m 110 200 l 110 220.5 l h S 300 300 10 10 re f"
        made = view(pdf([Page(["text"], drawing)]))
        assert made == b"text\n1000,2000 100,0 100,205 0,0\n2000,1000 100,0 100,100 0,100 0,0\n".replace(
            b"100,205 0,0\n", made.split(b"\n")[1].split(b" ", 2)[2] + b"\n"
        )
        assert made.split(b"\n")[1].startswith(b"1000,2000 100,0 100,205")

    def test_what_moves_as_a_whole_changes_one_line(self):
        shape = b"q 1 0 0 1 %d %d cm 0 0 m 5 7 l 9 1 l S 20 20 5 5 re f 30 3 4 5 re f Q"
        one, other = (
            view(pdf([Page(["text"], shape % place)])).split(b"\n") for place in ((50, 60), (90, 20))
        )
        assert len(one) == len(other) == 5
        assert [a == b for a, b in zip(one, other, strict=True)] == [True, False, True, True, True]

    def test_another_curve_is_another_line(self):
        one, other = (view(pdf([Page(["text"], b"0 0 m 50 %d l 100 0 l S" % top)])) for top in (30, 31))
        assert one != other

    def test_there_is_an_end_of_drawings(self, monkeypatch):
        monkeypatch.setattr(shapes, "_MOST_POINTS", 25)
        made = view(pdf([Page(["text"], b"0 0 m 1 1 l 2 3 l S " * 100)])).split(b"\n")
        assert sum(len(line.split()) for line in made[1:]) == 25
        monkeypatch.setattr(shapes, "_MOST_OBJECTS", 3)
        assert len(view(pdf([Page(["text"], b"0 0 m 1 1 l S " * 100)])).split(b"\n")) < 6

    def test_numbers_beyond_reason_are_no_harm(self):
        made = view(pdf([Page(["text"], b"1e30 99999999999999999999 m nan 1e38 l -1e38 1e38 l S")]))
        assert made.startswith(b"text\n")

    def test_attached_files_come_last(self):
        attached = os.urandom(700_000)
        assert view(pdf([Page(["text"], b"0 0 1 1 re f", [b"P" * 64])], attached=attached)).endswith(
            b"P" * 64 + attached
        )

    def test_without_text_it_is_its_streams(self):
        data = pdf([Page(drawing=b"0 0 m 5 5 l S", pictures=[b"\xff\xd8 jpeg"])])
        assert view(data) == obviously(data)
        assert b"0 0 m 5 5 l S" in view(data)
        assert b"\xff\xd8 jpeg" in view(data)

    def test_without_streams_it_is_what_it_is(self):
        data = assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 0 /Kids [] >>"])
        assert view(data) == data


class TestBroken:
    def test_without_a_table_its_text_is_found(self):
        assert view(without_table(pdf(PAGES))) == TEXT

    def test_with_a_wrong_table_too(self):
        assert view(wrong_table(pdf(PAGES))) == TEXT

    def test_where_the_list_of_pages_is_lost(self):
        assert (
            view(pdf(PAGES).replace(b"/Type /Pages", b"/Type /Paper").replace(b"/Catalog", b"/Cotolog"))
            == TEXT
        )

    @pytest.mark.parametrize("packing", ["plain", "flate", "ascii"])
    def test_cut_anywhere_it_gives_the_pages_that_are_left(self, packing):
        data = pdf(PAGES, packing)
        start = 0
        for number, page in enumerate(PAGES):
            end = data.index(b"/Type /Page ", start)
            start = data.index(b"endobj", end)
            made = view(data[:start])
            assert made == TEXT[: TEXT.index(page.lines[-1].encode())] + page.lines[-1].encode() + b"\n", (
                number
            )

    def test_an_end_needs_a_page(self):
        assert (
            end_for(io.BytesIO(b"%PDF-1.4\n1 0 obj << /Type /Pages >> endobj 2 0 obj << /Type /PageLabel >>"))
            == b""
        )
        assert b"/Kids [ 3 0 R ]" in end_for(io.BytesIO(b"3 0 obj\n<< /Type\n/Page>> /Type /Page "))

    def test_pages_are_found_wherever_they_lie(self):
        for gap in range(-40, 10):
            data = b" " * ((1 << 18) + gap) + b"17 0 obj\n<< /Type /Page >>"
            assert b"/Kids [ 17 0 R ]" in end_for(io.BytesIO(data)), gap


class TestStreams:
    @pytest.mark.parametrize("packing", ["plain", "flate", "ascii"])
    def test_like_its_slow_twin(self, packing):
        data = pdf([*PAGES, Page(["x" * 90] * 5000)], packing)
        assert streams(data) == (obviously(data), packing != "plain")

    @given(
        st.lists(
            st.tuples(
                st.binary(max_size=300) | st.integers(0, 30_000).map(lambda n: bytes(range(256)) * (n // 99)),
                st.sampled_from(["plain", "flate", "ascii"]),
            ),
            max_size=5,
        ),
        st.integers(1, 5000),
    )
    @settings(max_examples=examples(150))
    def test_whatever_is_in_them_and_however_it_is_read(self, bodies, step):
        data = b"%PDF-"
        expected = b"%PDF-"
        for body, packing in bodies:
            body = body.replace(b"stream", b"")
            packed = body if packing == "plain" else zlib.compress(body)
            if packing == "ascii":
                packed = base64.a85encode(packed, wrapcol=60) + b"~>"
            if packing == "plain" and (looks_packed(body)):
                continue
            data += b"<<>>\nstream\n" + packed + b"\nendstream\n"
            expected += b"<<>>\nstream\n" + body + b"\nendstream\n"

        class Slow(io.BytesIO):
            def read(self, size=-1):
                return super().read(min(size, step))

        made = []
        write_streams(Slow(data), ViewSink(made.append, BOUNDS, len(data)))
        assert b"".join(made) == expected

    @pytest.mark.parametrize("packing", ["flate", "ascii"])
    def test_a_broken_stream_gives_what_comes_before_and_its_rest_as_it_is(self, packing):
        body = b"".join(b"%05d " % n for n in range(20_000))
        packed = zlib.compress(body)
        if packing == "ascii":
            packed = base64.a85encode(packed) + b"~>"
        at = len(packed) // 2
        broken = packed[:at] + b"\xff" * 30 + packed[at + 30 :]
        made, unpacked = streams(b"a stream\n" + broken + b"\nendstream\nand so on")
        assert unpacked
        assert made.startswith(b"a stream\n" + body[:50_000])
        rest = packed[at + 50 :] + b"\nendstream\nand so on"
        assert made.endswith(rest)
        lost = len(b"a stream\n" + body) - len(made)
        assert 0 < lost < len(body) // 2
        unbroken = made[len(b"a stream\n") : made.index(b"\xff" * 20)]
        same = next(n for n, (one, other) in enumerate(zip(unbroken, body, strict=False)) if one != other)
        assert same > len(unbroken) - 60

    def test_a_stream_without_an_end(self):
        body = b"".join(b"%05d " % n for n in range(20_000))
        packed = zlib.compress(body)[:-2000]
        made, unpacked = streams(b"a stream\r\n" + packed)
        assert unpacked
        assert len(made) > 80_000
        assert body.startswith(made[len(b"a stream\r\n") :])

    def test_what_is_no_stream_is_left_alone(self):
        data = (
            b"endstream\n"
            + zlib.compress(b"x")
            + b" stream"
            + zlib.compress(b"y")
            + b" stream\r"
            + b"stream\nxx"
        )
        assert streams(data) == (data, False)

    def test_an_end_cut_by_the_edge_of_a_piece_is_no_beginning(self):
        for gap in range(-20, 20):
            data = b"." * ((1 << 18) + gap) + b"endstream\n" + zlib.compress(b"words") + b"."
            assert streams(data) == (data, False)


def looks_packed(body):
    try:
        zlib.decompressobj().decompress(body[:2])
    except zlib.error:
        pass
    else:
        return True
    return body.lstrip(b"\t\n\f\r \0")[:1] in b"()*+,-./0123456789:;<=>?@ABCDEFG"


class Counted:
    """The library, counting the calls of each function that returned something."""

    def __init__(self):
        self.calls = collections.Counter()
        self._library = pdfium.pdfium()

    def __getattr__(self, name):
        function = getattr(self._library, name)
        if not name.startswith("FPDF") or isinstance(function, type):
            return function

        def call(*arguments):
            result = function(*arguments)
            self.calls[name] += bool(result) or "Close" in name or "Exit" in name
            self.calls["all"] += 1
            return result

        return call


PAIRS = {
    "FPDF_LoadCustomDocument": "FPDF_CloseDocument",
    "FPDF_LoadPage": "FPDF_ClosePage",
    "FPDFText_LoadPage": "FPDFText_ClosePage",
    "FPDFPage_GetAnnot": "FPDFPage_CloseAnnot",
    "FPDFDOC_InitFormFillEnvironment": "FPDFDOC_ExitFormFillEnvironment",
}


class TestHandles:
    @pytest.mark.parametrize("limit", [0, 1, 10_000])
    @pytest.mark.parametrize(
        "broken", [bytes, without_table, wrong_table, lambda data: data[: len(data) // 2]]
    )
    def test_all_that_is_opened_is_closed(self, monkeypatch, limit, broken):
        counted = Counted()
        monkeypatch.setattr(pdf_document, "pdfium", lambda: counted)
        monkeypatch.setattr(pdfium, "pdfium", lambda: counted)
        pages = [*PAGES, Page(), Page(["x"], pictures=[b"P" * 64], fields=["value"] * 9)]
        with contextlib.suppress(LimitReached):
            view(broken(pdf(pages)), limit)
        assert counted.calls["FPDF_LoadCustomDocument"]
        for opening, closing in PAIRS.items():
            assert counted.calls[opening] == counted.calls[closing], opening

    def test_a_large_one_is_opened_anew_now_and_then(self, monkeypatch):
        pages = [
            Page([f"page {n}"], pictures=[bytes([n]) * 50_000], fields=[f"value {n}"]) for n in range(20)
        ]
        expected = view(pdf(pages))
        counted = Counted()
        monkeypatch.setattr(pdf_document, "pdfium", lambda: counted)
        monkeypatch.setattr(pdfium, "pdfium", lambda: counted)
        monkeypatch.setattr(pdfium, "_HELD", 200_000)
        for broken in (bytes, wrong_table):
            counted.calls.clear()
            assert view(broken(pdf(pages))) == expected
            assert counted.calls["FPDF_LoadCustomDocument"] >= 10
            for opening, closing in PAIRS.items():
                assert counted.calls[opening] == counted.calls[closing], opening

    def test_pages_that_are_not_there_are_given_up(self, monkeypatch):
        counted = Counted()
        monkeypatch.setattr(pdf_document, "pdfium", lambda: counted)
        monkeypatch.setattr(pdfium, "pdfium", lambda: counted)
        view(many_pages_claimed())
        assert counted.calls["all"] < 10_000

    def test_reading_many_leaves_nothing_open(self, tmp_path):
        path = tmp_path / "a.pdf"
        path.write_bytes(wrong_table(pdf(PAGES)))
        with open(path, "rb") as source:
            for _ in range(3):
                pdf_document.stream(source, ViewSink(lambda _: None, BOUNDS, 10_000))
            before = open_files()
            for _ in range(50):
                pdf_document.stream(source, ViewSink(lambda _: None, BOUNDS, 10_000))
            assert open_files() <= before

    @pytest.mark.parametrize("times", [1, 10**9])
    def test_what_the_file_can_not_give_is_told(self, times):
        class Failing(io.BytesIO):
            failed = 0

            def read(self, size=-1):
                if self.tell() > 1000 and self.failed < times:
                    self.failed += 1
                    raise OSError(5, "Input/output error")
                return super().read(size)

        with pytest.raises(OSError, match="Input/output"):
            pdf_document.stream(Failing(pdf(PAGES)), ViewSink(lambda _: None, BOUNDS, 10_000))

    def test_the_same_through_the_worker(self, tmp_path):
        worker = ViewReader(Control())
        try:
            for number, data in enumerate(
                (pdf(PAGES), wrong_table(pdf(PAGES)), pdf([Page(drawing=b"0 0 m 9 9 l S")]))
            ):
                path = tmp_path / f"{number}.pdf"
                path.write_bytes(data)
                found, made = read(worker, path)
                assert (found.name, found.members, made) == ("pdf", b"", view(data))
        finally:
            worker.close()

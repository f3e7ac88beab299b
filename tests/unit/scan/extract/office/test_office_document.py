"""The text of office documents, one form for all of them."""

import io
import itertools
import re
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simfinder.errors import ViewError
from simfinder.model.progress import Control
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.office import odf as office_odf
from simfinder.scan.extract.office import office_document, sheets, text_layout
from simfinder.scan.extract.view_reader import ViewReader
from simfinder.scan.extract.view_sink import LimitReached, ViewSink
from tests.helpers.examples import examples
from tests.helpers.files.office_files import (
    cell,
    docx,
    docx_of,
    odf,
    odf_paragraph,
    odf_table,
    ods,
    ods_cell,
    ods_row,
    odt,
    package,
    paragraph,
    part,
    pptx,
    word_table,
    word_xml,
    xlsx,
)
from tests.helpers.files.views import read

WORDS = ["A title", "", "Two  blanks, and ümläuts — 日本", "a\ttab", "two\nlines", "<escaped> & more   "]


def view(data, limit=0):
    """Make the view of a document in this process."""
    made = []
    out = ViewSink(made.append, BOUNDS, len(data), limit)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        office_document.stream(archive, out)
    assert out.name == "office"
    assert out.members == []
    return b"".join(made)


def text(data):
    return view(data).decode()


def lines(*parts):
    return "".join(f"{line}\n" for line in parts)


class TestOneFormForAll:
    def test_a_docx_and_an_odt_of_the_same_words_give_their_plain_text(self):
        assert text(docx(WORDS)) == text(odt(WORDS)) == lines(*WORDS)

    @given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=30)))
    @settings(max_examples=examples(60))
    def test_whatever_the_words(self, words):
        assert text(docx(words)) == text(odt(words)) == lines(*words)

    def test_a_table_is_a_line_a_row_in_either(self):
        rows = [["a", "b", ""], ["two\nlines", "", "x"], ["", "", "last"]]
        plain = "a\tb\t\ntwo lines\t\tx\n\t\tlast\n"
        assert text(docx_of(word_xml(word_table(rows)))) == plain
        assert text(odf("text", odf_table(rows))) == plain

    def test_a_table_within_a_table_stays_in_its_line(self):
        inner = word_table([["x", "y"], ["z", ""]])
        outer = (
            f"<w:tbl><w:tr><w:tc>{paragraph('a')}{inner}</w:tc><w:tc>{paragraph('b')}</w:tc></w:tr></w:tbl>"
        )
        assert text(docx_of(word_xml(outer + paragraph("after")))) == "a x\ty z\t\tb\nafter\n"

    def test_values_formulas_and_truths_are_the_same_in_xlsx_and_ods(self):
        rows = [
            [cell("A1", "name", "inlineStr"), cell("C1", "0.10000000000000001")],
            [cell("A2", "6", formula="SUM(A1:B9)"), cell("B2", "1", "b")],
        ]
        kind = 'office:value-type="boolean" office:boolean-value="true"'
        truth = f"<table:table-cell {kind}><text:p>WAHR</text:p></table:table-cell>"
        same = [
            ods_row(ods_cell("name"), ods_cell(), ods_cell("0.1", "float")),
            ods_row(ods_cell("6", "float", "SUM([.A1:.B9])"), truth),
        ]
        assert (
            text(xlsx({"One": rows})) == text(ods({"One": same})) == "One\nname\t\t0.1\n6 =SUM(A1:B9)\tTRUE\n"
        )


class TestTexts:
    def test_what_stands_beside_the_body_follows_it_in_one_order(self):
        more = {
            "word/comments.xml": part("comments", f"<w:comment>{paragraph('comment')}</w:comment>"),
            "word/endnotes.xml": part("endnotes", paragraph("endnote")),
            "word/footnotes.xml": part("footnotes", paragraph("footnote")),
            "word/footer1.xml": part("ftr", paragraph("footer")),
            "word/header10.xml": part("hdr", paragraph("header 10")),
            "word/header2.xml": part("hdr", paragraph("header 2")),
            "word/glossary/document.xml": part("glossaryDocument", paragraph("never")),
        }
        beside = ("header 2", "header 10", "footer", "footnote", "endnote", "comment")
        assert text(docx(["body"], more)) == lines("body", *beside)

    def test_so_it_does_in_an_odt(self):
        note = (
            '<text:note text:note-class="{}"><text:note-citation>1</text:note-citation>'
            "<text:note-body>{}</text:note-body></text:note>"
        )
        comment = "<office:annotation><meta>me</meta><text:p>comment</text:p></office:annotation>"
        body = (
            f"<text:p>before{note.format('endnote', odf_paragraph('endnote'))}"
            f"{note.format('footnote', odf_paragraph('footnote'))}{comment} after</text:p>"
        )
        styles = (
            "<office:master-styles><style:master-page><style:header><text:p>header</text:p></style:header>"
            "<style:footer><text:p>footer</text:p></style:footer></style:master-page></office:master-styles>"
        )
        beside = ("header", "footer", "footnote", "endnote", "comment")
        assert text(odf("text", body, styles=styles)) == lines("before after", *beside)

    def test_many_notes_are_not_all_held(self, monkeypatch):
        monkeypatch.setattr(office_odf, "_MOST_ASIDE", 1000)
        note = '<text:p>word<text:note text:note-class="footnote">{}</text:note></text:p>'
        body = "".join(note.format(odf_paragraph(f"note {n:04} " + "x" * 1000)) for n in range(300))
        made = text(odf("text", body))
        assert re.findall("note [0-9]+", made) == [f"note {n:04}" for n in range(300)]
        assert made.count("word") == 300
        assert made.index("note 0000") < made.rindex("word")

    def test_what_is_not_there_to_be_read_is_left_out(self):
        body = (
            "<w:p><w:r><w:t>kept</w:t></w:r>"
            "<w:del><w:r><w:delText>deleted</w:delText></w:r></w:del>"
            "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>"
            "<w:r><w:instrText>PAGE</w:instrText></w:r>"
            '<w:r><w:noBreakHyphen/><w:sym w:font="Wingdings" w:char="F04A"/><w:cr/><w:t>\nnext</w:t></w:r>'
            "<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>control</w:t></w:r></w:sdtContent></w:sdt>"
            "<mc:AlternateContent xmlns:mc='mc'><mc:Choice><w:r><w:t>once</w:t></w:r></mc:Choice>"
            "<mc:Fallback><w:r><w:t>twice</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"
        )
        assert text(docx_of(word_xml(body))) == "kept-\uf04a\n nextcontrolonce\n"

    def test_so_it_is_in_an_odt(self):
        body = (
            "<text:tracked-changes><text:changed-region><text:p>deleted</text:p></text:changed-region></text:tracked-changes>"
            "\n  <text:p>kept<draw:frame><draw:image/><title>picture</title></draw:frame>"
            '<text:s text:c="1000000000"/>end</text:p>\n'
        )
        assert text(odf("text", body)) == "kept" + " " * 1000 + "end\n"

    def test_other_prefixes_and_namespaces_mean_the_same(self):
        plain = '<d xmlns="http://purl.oclc.org/ooxml/wordprocessingml/main"><p><r><t>strict</t></r></p></d>'
        assert text(docx_of(plain)) == "strict\n"

    @pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
    def test_other_encodings_too(self, encoding):
        body = word_xml(paragraph("füß")).replace("UTF-8", encoding).encode(encoding)
        assert text(docx_of(body)) == "füß\n"

    def test_diagrams_and_charts_have_words(self):
        more = {
            "word/charts/chart1.xml": "<c><p><r><t>sales</t></r></p><pt><v>4.3</v></pt><f>A1</f></c>",
            "word/diagrams/data1.xml": "<d><t><p><r><t>box</t></r></p></t></d>",
        }
        assert text(docx(["body"], more)) == lines("body", "box", "sales", "4.3")

    def test_names_of_parts_in_another_case_or_with_backslashes(self):
        assert (
            text(package({"[Content_Types].xml": "<a/>", "Word\\Document.XML": word_xml(paragraph("x"))}))
            == "x\n"
        )


class TestSheets:
    def test_sheets_come_in_the_order_of_their_tabs(self):
        made = text(xlsx({"B": [[cell("A1", "0", "s")]], "A": [[cell("A1", "1", "s")]]}, ["first", "second"]))
        assert made == lines("B", "first", "A", "second")

    def test_without_a_list_of_sheets_they_come_by_number(self):
        sheet = "<s><sheetData><row><c><v>{}</v></c></row></sheetData></s>"
        members = {f"xl/worksheets/sheet{n}.xml": sheet.format(n) for n in (10, 9, 1)}
        assert text(package({"[Content_Types].xml": "<a/>"} | members)) == lines("", "1", "", "9", "", "10")

    def test_cells_stand_where_they_say(self):
        row = [cell("B1", "1"), cell("", "2"), cell("E1", "3"), cell("E1", "4"), cell("?", "5")]
        assert text(xlsx({"S": [row]})) == "S\n\t1\t2\t\t3\t4\t5\n"

    def test_a_cell_at_the_far_end_costs_no_more_than_a_few_tabs(self):
        made = text(xlsx({"S": [[cell("A1", "1"), cell("XFD1", "2")], [], [cell("XFD1048576", "3")]]}))
        assert made == "S\n1" + "\t" * 64 + "2\n" + "\t" * 64 + "3\n"

    def test_a_changed_formula_is_a_change(self):
        one, other = (xlsx({"S": [[cell("A1", "6", formula=formula)]]}) for formula in ("B1+1", "B1+2"))
        assert text(one) != text(other)

    def test_a_cell_with_line_ends_and_tabs_is_one_cell(self):
        made = text(xlsx({"S": [[cell("A1", "0", "s"), cell("B1", "a\nb\tc", "inlineStr")]]}, ["x\ny\tz"]))
        assert made == "S\nx y z\ta b c\n"

    def test_repeated_cells_and_rows_are_bounded(self):
        rows = [
            ods_row(
                ods_cell("a"), ods_cell(repeated=3), ods_cell("b", repeated=2), ods_cell(repeated=16_000)
            ),
            ods_row(ods_cell(repeated=16_384), repeated=1_000_000),
            ods_row(ods_cell("c"), repeated=3),
            ods_row(ods_cell("d", repeated=10**9)),
            ods_row(ods_cell("e", repeated=10**9), repeated=10**9),
        ]
        made = text(ods({"S": rows})).splitlines()
        assert made[:5] == ["S", "a\t\t\t\tb\tb", "c", "c", "c"]
        assert made[5] == "\t".join("d" * 1000)
        assert made[6:] == ["\t".join("e" * 1000)] * 1000

    def test_a_long_row_is_not_held_to_be_repeated(self, monkeypatch):
        monkeypatch.setattr(office_odf, "_MOST_IN_A_ROW", 1000)
        rows = [
            ods_row(*(ods_cell(f"cell {n}") for n in range(1000)), repeated=1000),
            ods_row(ods_cell("after")),
        ]
        assert text(ods({"S": rows})) == lines("S", "\t".join(f"cell {n}" for n in range(1000)), "after")

    @pytest.mark.parametrize("value", ["-1", "2", "1e9", "x", "9" * 5000, "²"])
    def test_a_shared_text_that_is_not_there_is_damage(self, value):
        with pytest.raises(ViewError, match="is damaged: a cell names a text that is not there"):
            view(xlsx({"S": [[cell("A1", value, "s")]]}, ["only", "these"]))

    def test_shared_texts_are_bounded(self, monkeypatch):
        texts = ["text"] * 100
        sheet = xlsx({"S": [[cell("A1", "99", "s")]]}, texts)
        monkeypatch.setattr(sheets, "MOST_SHARED", 4 * 100 + 8 * 101)
        assert text(sheet) == "S\ntext\n"
        monkeypatch.setattr(sheets, "MOST_SHARED", 4 * 100 + 8 * 101 - 1)
        with pytest.raises(ViewError, match="shares more than 0 MB of text among its cells"):
            view(sheet)

    def test_a_cell_is_bounded(self, monkeypatch):
        monkeypatch.setattr(text_layout, "MOST_IN_A_CELL", 1000)
        for document in (
            xlsx({"S": [[cell("A1", "x" * 2000, "inlineStr")]]}),
            ods({"S": [ods_row(ods_cell("x" * 2000))]}),
        ):
            with pytest.raises(ViewError, match="in one cell"):
                view(document)

    def test_comments_and_notes_follow(self):
        comment = f"<text:p>value<office:annotation>{odf_paragraph('note')}</office:annotation></text:p>"
        assert text(ods({"S": [ods_row(f"<table:table-cell>{comment}</table:table-cell>")]})) == lines(
            "S", "value", "note"
        )


SLIDES = [([f"slide {n}", "words"], f"notes {n}" * (n % 2)) for n in range(1, 12)]


class TestSlides:
    def expected(self, order):
        return lines(
            *itertools.chain.from_iterable((f"slide {n}", "words", *[f"notes {n}"] * (n % 2)) for n in order)
        )

    def test_slides_come_as_they_are_shown(self):
        order = [3, 1, 2, *range(4, 12)]
        assert text(pptx(SLIDES, order)) == self.expected(order)

    def test_without_a_list_by_number(self):
        assert text(pptx(SLIDES)) == self.expected(range(1, 12))

    def test_a_slide_the_list_forgets_comes_last(self):
        assert text(pptx(SLIDES, [2])) == self.expected([2, 1, *range(3, 12)])

    def test_slides_of_the_other_family(self):
        words = f"<draw:frame><draw:text-box>{odf_paragraph('slide')}</draw:text-box></draw:frame>"
        notes = f"<presentation:notes>{odf_paragraph('notes')}</presentation:notes>"
        assert text(odf("presentation", f"<draw:page>{words}{notes}</draw:page>")) == lines("slide", "notes")


class TestWhatIsNoText:
    def test_other_pictures_make_another_document(self):
        one = view(
            docx(["w"], {"word/media/image1.png": b"picture 1", "word/media/image10.png": b"picture 3"})
        )
        other = view(docx(["w"], {"word/media/image2.png": b"picture 2"}))
        assert one == b"w\npicture 1picture 3"
        assert other == b"w\npicture 2"

    def test_pictures_come_in_the_order_of_their_numbers(self):
        names = [f"Pictures/p{n}.png" for n in (10, 9, 100, 1)]
        assert view(odt(["w"], {name: f"[{name}]" for name in names})) == b"w\n" + b"".join(
            b"[Pictures/p%d.png]" % n for n in (1, 9, 10, 100)
        )

    def test_when_it_was_saved_and_how_it_looks_does_not_count(self):
        assert docx(["words"], stamp="monday") != docx(["words"], stamp="sunday")
        assert view(docx(["words"], stamp="monday")) == view(docx(["words"], stamp="sunday")) == b"words\n"

    def test_zeros_before_a_number_and_names_that_are_none(self):
        names = ("word/media/10", "word/media/007", "", "word/media/", "word/media/08")
        assert view(docx(["w"], {name: f"[{name[-3:]}]" for name in names})) == b"w\n[007][/08][/10]"

    def test_names_of_thousands_of_digits_are_sorted_too(self):
        names = [f"word/media/{'1' * 5000}{n}" for n in (2, 1)]
        assert view(docx(["w"], {name: name[-1] for name in names})) == b"w\n12"


class TestRecognise:
    @pytest.mark.parametrize(
        ("names", "mimetype", "found"),
        [
            ({"[Content_Types].xml", "word/document.xml"}, b"", True),
            ({"[Content_Types].xml", "word/styles.xml"}, b"", True),  # damaged, and said to be
            ({"[Content_Types].xml", "xl/workbook.xml"}, b"", True),
            ({"[Content_Types].xml", "ppt\\presentation.xml"}, b"", True),
            ({"[content_types].xml", "XL/workbook.xml"}, b"", True),
            ({"[Content_Types].xml", "xl/workbook.bin"}, b"", False),
            ({"[Content_Types].xml", "lib/net45/a.dll"}, b"", False),
            ({"word/document.xml"}, b"", False),
            ({"[Content_Types].xml"}, b"", False),
            ({"content.xml"}, b"application/vnd.oasis.opendocument.text", True),
            (set(), b"application/vnd.oasis.opendocument.spreadsheet-template", True),
            ({"META-INF/container.xml"}, b"application/epub+zip", True),
            ({"content.xml"}, b"", False),
            (set(), b"", False),
        ],
    )
    def test_by_names_and_mimetype(self, names, mimetype, found):
        assert office_document.recognise(names, mimetype) is found


class TestAsked:
    def test_what_is_read_and_not_written_counts_too(self):
        data = docx_of(word_xml(" " * (4 << 20) + paragraph("word")))
        for free, fits in ((1 << 20, False), (2 << 20, True)):
            made = []
            out = ViewSink(made.append, Bounds(free=free, ratio=1), len(data))
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                if fits:
                    office_document.stream(archive, out)
                else:
                    with pytest.raises(ViewError, match="times its size"):
                        office_document.stream(archive, out)
            assert b"".join(made) == b"word\n" * fits

    def test_no_more_than_asked_for_is_made(self):
        made = []
        out = ViewSink(made.append, BOUNDS, 10_000, limit=10)
        with zipfile.ZipFile(io.BytesIO(docx(["word"] * 100_000))) as archive, pytest.raises(LimitReached):
            office_document.stream(archive, out)
        assert b"".join(made) == b"word\nword\n"

    def test_the_same_through_the_worker(self, tmp_path):
        worker = ViewReader(Control())
        try:
            for number, data in enumerate((docx(WORDS), odt(WORDS), pptx([(WORDS[:1], "n")]), docx(WORDS))):
                path = tmp_path / f"{number}.zip"
                path.write_bytes(data)
                found, made = read(worker, path)
                assert (found.name, found.members, made) == ("office", b"", view(data))
        finally:
            worker.close()

"""Office documents made by hand, of the parts that matter: zips of XML, of the standard library only."""

from __future__ import annotations

import io
import lzma
import zipfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
ODF = {
    name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
    for name in ("office", "text", "table", "style", "draw", "manifest", "presentation")
}
PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def package(members: dict[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of members in their order, always the same bytes; ``mimetype`` is stored, as it must be."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        for name, data in members.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else method
            archive.writestr(entry, data)
    return room.getvalue()


def word_xml(body: str) -> str:
    """The body of a text."""
    return f'{PROLOGUE}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'


def paragraph(text: str) -> str:
    """A paragraph as Word writes it: in runs, with properties, tabs and breaks as elements."""
    inner = "</w:t><w:tab/><w:t>".join(
        "</w:t><w:br/><w:t>".join(escape(line) for line in part.split("\n")) for part in text.split("\t")
    )
    runs = f'<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">{inner}</w:t></w:r>'
    return f'<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>{runs}</w:p>'


def word_table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells hold one paragraph for each line."""
    made = "".join(
        "<w:tr>" + "".join(f"<w:tc><w:tcPr/>{_paragraphs(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in rows
    )
    return f"<w:tbl><w:tblPr/>{made}</w:tbl>"


def _paragraphs(cell: str) -> str:
    return "".join(paragraph(line) for line in cell.split("\n"))


def docx(paragraphs: Iterable[str], more: dict[str, bytes | str] | None = None, stamp: str = "a") -> bytes:
    """A text.

    Args:
        paragraphs: its words.
        more: further members.
        stamp: goes into its properties: two saves of one text differ in it.
    """
    body = "".join(map(paragraph, paragraphs)) + "<w:sectPr/>"
    return docx_of(word_xml(body), more, stamp)


def docx_of(document: str, more: dict[str, bytes | str] | None = None, stamp: str = "a") -> bytes:
    """A text around the XML of its body."""
    members: dict[str, bytes | str] = {
        "[Content_Types].xml": PROLOGUE
        + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": _rels({"rId1": ("officeDocument", "word/document.xml")}),
        "docProps/core.xml": f"<core>{stamp}</core>",
        "docProps/thumbnail.jpeg": stamp.encode() * 5000,
        "word/document.xml": document,
        "word/styles.xml": f"<styles>{stamp * 1000}</styles>",
    }
    return package(members | (more or {}))


def part(tag: str, inner: str) -> str:
    """A part beside the body: header, footnotes, comments and the like."""
    return f'{PROLOGUE}<w:{tag} xmlns:w="{WORD}">{inner}</w:{tag}>'


def _rels(entries: dict[str, tuple[str, str]]) -> str:
    made = "".join(
        f'<Relationship Id="{key}" Type="{RELATION}/{kind}" Target="{target}"/>'
        for key, (kind, target) in entries.items()
    )
    return f'{PROLOGUE}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{made}</Relationships>'


def cell(reference: str, value: str, kind: str = "", formula: str = "") -> str:
    """A cell of a sheet; kind ``s`` names a shared string, ``inlineStr`` holds its own."""
    attributes = f' r="{reference}"' * bool(reference) + f' t="{kind}"' * bool(kind)
    inner = f"<is><t>{escape(value)}</t></is>" if kind == "inlineStr" else f"<v>{escape(value)}</v>"
    return f"<c{attributes}>" + f"<f>{escape(formula)}</f>" * bool(formula) + f"{inner}</c>"


def xlsx(sheets: dict[str, Sequence[Sequence[str]]], shared: Sequence[str] = ()) -> bytes:
    """A workbook of sheets by name, each of rows of cells made by ``cell``.

    The files of its sheets are numbered against their order, as after moving tabs.
    """
    numbers = {name: len(sheets) - place for place, name in enumerate(sheets)}
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
        for name, number in numbers.items()
    )
    texts = "".join(f"<si><r><t>{escape(text)}</t></r><rPh><t>no</t></rPh></si>" for text in shared)
    members: dict[str, bytes | str] = {
        "[Content_Types].xml": "<Types/>",
        "xl/workbook.xml": f'<workbook xmlns="{SHEET}" xmlns:r="{RELATION}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _rels(
            {f"rId{number}": ("worksheet", f"worksheets/sheet{number}.xml") for number in numbers.values()}
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{SHEET}">{texts}</sst>',
        "xl/printerSettings/printerSettings1.bin": b"printer",
    }
    for name, rows in sheets.items():
        made = "".join(f"<row>{''.join(row)}</row>" for row in rows)
        members[f"xl/worksheets/sheet{numbers[name]}.xml"] = (
            f'<worksheet xmlns="{SHEET}"><sheetData>{made}</sheetData></worksheet>'
        )
    return package(members)


def pptx(slides: Sequence[tuple[Sequence[str], str]], order: Sequence[int] | None = None) -> bytes:
    """Slides of paragraphs with notes.

    Args:
        slides: paragraphs and notes of slide1, slide2, ...
        order: numbers of the slides as they are shown; None leaves out what says so.
    """
    members: dict[str, bytes | str] = {"[Content_Types].xml": "<Types/>"}
    if order is not None:
        listed = "".join(f'<p:sldId id="{256 + number}" r:id="rId{number}"/>' for number in order)
        members["ppt/presentation.xml"] = (
            f'<p:presentation xmlns:p="{SLIDE}" xmlns:r="{RELATION}"><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>'
        )
        members["ppt/_rels/presentation.xml.rels"] = _rels(
            {f"rId{number}": ("slide", f"slides/slide{number}.xml") for number in order}
        )
    for number, (words, notes) in enumerate(slides, 1):
        members[f"ppt/slides/slide{number}.xml"] = _slide("sld", words)
        if notes:
            members[f"ppt/notesSlides/notesSlide{number}.xml"] = _slide("notes", [notes])
            members[f"ppt/slides/_rels/slide{number}.xml.rels"] = _rels(
                {"rId1": ("notesSlide", f"../notesSlides/notesSlide{number}.xml")}
            )
    return package(members)


def _slide(tag: str, paragraphs: Iterable[str]) -> str:
    made = "".join(
        f'<a:p><a:pPr/><a:r><a:t>{escape(text)}</a:t></a:r><a:fld type="slidenum"><a:t>77</a:t></a:fld></a:p>'
        for text in paragraphs
    )
    return (
        f'<p:{tag} xmlns:p="{SLIDE}" xmlns:a="{DRAWING}"><p:sp><p:txBody>{made}</p:txBody></p:sp></p:{tag}>'
    )


def odf(
    kind: str, body: str, more: dict[str, bytes | str] | None = None, styles: str = "", manifest: str = ""
) -> bytes:
    """An OpenDocument file: ``kind`` is text, spreadsheet or presentation."""
    spaces = " ".join(f'xmlns:{name}="{uri}"' for name, uri in ODF.items())
    inner = f"<office:body><office:{kind}>{body}</office:{kind}></office:body>"
    members: dict[str, bytes | str] = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f"{PROLOGUE}<office:document-content {spaces}>{inner}</office:document-content>",
        "styles.xml": f"<office:document-styles {spaces}>{styles}</office:document-styles>",
        "meta.xml": "<meta>me</meta>",
        "layout-cache": b"\1\2\3",
        "Thumbnails/thumbnail.png": b"thumbnail",
        "META-INF/manifest.xml": f"<manifest:manifest {spaces}>{manifest}</manifest:manifest>",
    }
    return package(members | (more or {}))


def odf_paragraph(text: str) -> str:
    """A paragraph as LibreOffice writes it: runs of blanks, tabs and breaks as elements."""
    made = escape(text).replace("   ", ' <text:s text:c="2"/>')
    made = made.replace("\t", "<text:tab/>").replace("\n", "<text:line-break/>")
    return f"<text:p><text:span>{made}</text:span></text:p>"


def odt(paragraphs: Iterable[str], more: dict[str, bytes | str] | None = None) -> bytes:
    """A text."""
    return odf("text", "".join(map(odf_paragraph, paragraphs)), more)


def odf_table(rows: Sequence[Sequence[str]], name: str = "Table1") -> str:
    """A table whose cells hold one paragraph for each line."""
    made = "".join(
        "<table:table-row>"
        + "".join(
            f"<table:table-cell>{''.join(map(odf_paragraph, cell.split(chr(10))))}</table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    return f'<table:table table:name="{name}"><table:table-column/>{made}</table:table>'


def ods_cell(value: str = "", kind: str = "", formula: str = "", repeated: int = 1) -> str:
    """A cell of a sheet: kind float shows something else than its value, as programs do."""
    attributes = f' table:number-columns-repeated="{repeated}"' * (repeated != 1)
    attributes += f' table:formula="of:={escape(formula)}"' * bool(formula)
    if kind:
        attributes += f' office:value-type="{kind}" office:value="{value}"'
        return f"<table:table-cell{attributes}><text:p>shown</text:p></table:table-cell>"
    return f"<table:table-cell{attributes}>{odf_paragraph(value) if value else ''}</table:table-cell>"


def ods(sheets: dict[str, Sequence[str]]) -> bytes:
    """A workbook of sheets by name, each of rows as XML."""
    return odf(
        "spreadsheet",
        "".join(
            f'<table:table table:name="{name}">{"".join(rows)}</table:table>' for name, rows in sheets.items()
        ),
    )


def ods_row(*cells: str, repeated: int = 1) -> str:
    """A row of a sheet."""
    attributes = f' table:number-rows-repeated="{repeated}"' * (repeated != 1)
    return f"<table:table-row{attributes}>{''.join(cells)}</table:table-row>"


def saved(name: str) -> bytes:
    """Return a document that LibreOffice saved."""
    return lzma.decompress(Path(__file__).with_name(f"{name}.xz").read_bytes())


def epub(chapters: Iterable[str]) -> bytes:
    """Return a book with a paragraph a chapter."""
    pages = {
        f"{number}.xhtml": f"<html><body><p>{escape(text)}</p></body></html>"
        for number, text in enumerate(chapters)
    }
    items = "".join(
        f'<item id="c{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in pages
    )
    spine = "".join(f'<itemref idref="c{name}"/>' for name in pages)
    root = '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>'
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", f"<container><rootfiles>{root}</rootfiles></container>")
        archive.writestr("book.opf", f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>")
        for name, page in pages.items():
            archive.writestr(name, page)
    return room.getvalue()

"""Texts as all the documents that programs make of them, and versions of PDFs."""

from __future__ import annotations

import io
import itertools
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from random import Random

from tests.helpers.homes import documents, edits
from tests.helpers.homes.documents import Text
from tests.helpers.homes.words import Writer

from .builder import Folder, program, register
from .truth import Relation

_LANGUAGES = ("en", "de", "en", "fr")
_LENGTHS = (8, 14, 24, 40, 70)
"""Paragraphs of texts; one has some seventy words."""


def written(rng: Random, language: str, count: int) -> Text:
    """Return a text with headings, a running head and a foot."""
    writer = Writer(rng, language)
    paragraphs = writer.paragraphs(count)
    for at in range(count - 4, 0, -7):
        paragraphs.insert(at, f"# {writer.word('title')}")
    return Text(f"{writer.word('title')}", paragraphs, head=[writer.firm()], foot=" ".join(writer.address()))


def edited(text: Text, rng: Random, language: str) -> Text:
    """Return the next version: some of its paragraphs written anew, removed, added or swapped."""
    writer = Writer(rng, language)
    return replace(text, paragraphs=edits.share(text.paragraphs, rng, writer.paragraph, 0.12))


@register()
def texts(folder: Folder) -> None:
    """One text as docx, odt, rtf, doc, epub, html, md, tex, txt and PDF, by several programs."""
    for number in range(10):
        language, count = _LANGUAGES[number % 4], _LENGTHS[number % 5]
        text = written(folder.random, language, count)
        name = f"text{number:02}"
        docx = documents.docx(text)
        made = [
            folder.put(f"{name}.{suffix}", write(text), name)
            for suffix, write in documents.WRITERS.items()
            if suffix != "pdf"
        ]
        made.append(folder.put(f"{name}.epub", epub(text), name))
        offices = [
            folder.by_office(f"office/{name}.{suffix}", docx, "docx", name)
            for suffix in ("odt", "rtf", "doc", "docx", "html", "epub", "txt")
        ]
        pdfs = [
            folder.put(f"{name}.pdf", documents.pdf(text), name, "pdf-reportlab"),
            folder.put(f"{name}-columns.pdf", in_columns(text), name, "pdf-columns"),
        ]
        saved = folder.by_office(f"office/{name}.pdf", docx, "docx", name)
        folder.pair(f"{folder.name}/{name}.docx", saved, "docx and the PDF an office suite made of it")
        folder.pair(f"{folder.name}/office/{name}.docx", saved, "docx and the PDF an office suite made of it")
        folder.all_pairs([*made, *offices], "a text across programs")
        folder.between([*made, *offices], pdfs, "a text and PDFs of it")
        folder.all_pairs([*pdfs, saved], "a text and PDFs of it")


@register()
def pdf_versions(folder: Folder) -> None:
    """Three versions of documents as PDF, each by the program that made the first."""
    for number in range(9):
        language = _LANGUAGES[number % 4]
        text = written(folder.random, language, 18 + 4 * number)
        paths = []
        for version in range(3):
            name = f"report{number}-v{version + 1}.pdf"
            if number % 3 == 0:
                paths.append(folder.by_office(name, documents.docx(text), "docx", f"report{number}"))
            elif number % 3 == 1:
                paths.append(folder.put(name, documents.pdf(text), f"report{number}", "pdf-reportlab"))
            else:
                paths.append(folder.put(name, in_columns(text), f"report{number}", "pdf-columns"))
            text = edited(text, folder.random, language)
        for a, b in itertools.pairwise(paths):
            folder.pair(a, b, "versions of PDFs", Relation.VERSION)


@register(held_back=True)
def texts_by_pandoc(folder: Folder) -> None:
    """One text through pandoc, and as the PDF of a browser engine."""
    pandoc = program("pandoc")
    for number in range(6):
        text = written(folder.random, _LANGUAGES[number % 4], _LENGTHS[number % 5])
        name = f"paper{number}"
        source = documents.markdown(replace(text, head=()))
        made = [folder.put(f"{name}.md", source, name)]
        if pandoc:
            for suffix in ("docx", "odt", "epub", "html", "tex", "rtf", "rst", "org"):
                data = subprocess.run(
                    [pandoc, "--standalone", "-f", "markdown", "-t", _PANDOC.get(suffix, suffix), "-o", "-"],
                    input=source,
                    capture_output=True,
                    check=True,
                ).stdout
                made.append(folder.put(f"{name}.{suffix}", data, name, f"{suffix}-pandoc"))
        folder.all_pairs(made, "a text through pandoc")
        page = folder.put(f"{name}.pdf", browser_pdf(text), name, "pdf-browser")
        folder.between(made, [page], "a text and the PDF of a browser")


_PANDOC = {"tex": "latex"}


def in_columns(text: Text) -> bytes:
    """Return a PDF of two columns, hyphenated, with running heads and page numbers, as journals set it."""
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

    # two syllables are taken for any four letters: programs differ in where they hyphenate, not in that they do
    body = ParagraphStyle(
        "body",
        fontName="Times-Roman",
        fontSize=9.5,
        leading=11.5,
        alignment=4,
        spaceAfter=4,
        embeddedHyphenation=1,
    )
    head = ParagraphStyle("head", fontName="Times-Bold", fontSize=12, leading=15, spaceAfter=4)

    def page(canvas: object, document: object) -> None:
        canvas.setFont("Times-Italic", 8)
        canvas.drawString(50, 810, text.title if document.page % 2 else ", ".join(text.head))
        canvas.drawCentredString(297, 25, f"{document.page}")

    frames = [Frame(50, 50, 235, 740), Frame(310, 50, 235, 740)]
    story = [Paragraph(escape(text.title), head)]
    for one in text.paragraphs:
        heading = one.startswith("# ")
        story.append(Paragraph(escape(one[2:] if heading else _with_breaks(one)), head if heading else body))
    room = io.BytesIO()
    document = BaseDocTemplate(
        room, pageTemplates=[PageTemplate(frames=frames, onPage=page)], pagesize=(595, 842), invariant=1
    )
    document.build(story)
    return room.getvalue()


def _with_breaks(paragraph: str) -> str:
    """Allow a break within each long word, by soft hyphens."""
    return " ".join(
        f"{word[: len(word) // 2]}\xad{word[len(word) // 2 :]}" if len(word) > 8 and word.isalpha() else word
        for word in paragraph.split(" ")
    )


def browser_pdf(text: Text) -> bytes | None:
    """Return a PDF that WeasyPrint makes of the page, with ligatures and page numbers; None without it."""
    try:
        import weasyprint
    except (ImportError, OSError):
        return None
    style = "@page { @bottom-center { content: counter(page) } }  p { text-align: justify; hyphens: auto }"
    page = documents.html(text).replace(b"</style>", style.encode() + b"</style>")
    made: bytes = weasyprint.HTML(string=page.decode()).write_pdf()
    return made


def epub(text: Text) -> bytes:
    """Return a book of a chapter a file, as the makers of books write it."""
    chapters: list[tuple[str, list[str]]] = [(text.title, [])]
    for one in text.paragraphs:
        if one.startswith("# "):
            chapters.append((one[2:], []))
        else:
            chapters[-1][1].append(one)
    files = {
        "META-INF/container.xml": '<?xml version="1.0"?><container version="1.0"'
        ' xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"'
        ' media-type="application/oebps-package+xml"/></rootfiles></container>',
        "OEBPS/book.opf": _opf(text.title, len(chapters)),
        "OEBPS/style.css": "p { text-indent: 1em; margin: 0 }\nh1 { page-break-before: always }\n",
        "OEBPS/nav.xhtml": _page("Contents", [f"<li>{escape(title)}</li>" for title, _ in chapters]),
    }
    for number, (title, paragraphs) in enumerate(chapters):
        body = [f"<h1>{escape(title)}</h1>", *(f"<p>{escape(one)}</p>" for one in paragraphs)]
        files[f"OEBPS/chapter{number}.xhtml"] = _page(title, body)
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w") as book:
        book.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        for name, content in files.items():
            book.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return room.getvalue()


def _page(title: str, body: Sequence[str]) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>'
        f'{escape(title)}</title><link rel="stylesheet" href="style.css"/></head><body>\n'
        + "\n".join(body)
        + "\n</body></html>\n"
    )


_NAV = ' properties="nav"'


def _opf(title: str, chapters: int) -> str:
    names = ["nav", *(f"chapter{number}" for number in range(chapters))]
    items = "".join(
        f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"'
        f"{_NAV if name == 'nav' else ''}/>"
        for name in names
    )
    spine = "".join(f'<itemref idref="{name}"/>' for name in names[1:])
    return (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">book</dc:identifier>'
        f"<dc:title>{escape(title)}</dc:title><dc:language>en</dc:language></metadata>"
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )

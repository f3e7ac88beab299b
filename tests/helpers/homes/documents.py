"""Documents as the libraries people use write them, pictures, and LibreOffice to save them again.

All bytes follow from the arguments (zips and PDFs hold the times they are given), but for what LibreOffice saves.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from random import Random

Value = str | float | int
_TIME = datetime(2024, 1, 8, 9, tzinfo=UTC)
_PATIENCE = 240  # seconds for one call of LibreOffice


@dataclass(frozen=True)
class Text:
    """A document of words.

    Attributes:
        title: its heading; "" for none.
        paragraphs: headings begin with "# ".
        head: lines of its letterhead.
        foot: the line at the bottom of its pages.
        table: rows of a table behind the paragraphs.
        logo: a PNG at its top.
        when: the time noted inside.
        font: a name for word processors.
    """

    title: str
    paragraphs: Sequence[str]
    head: Sequence[str] = ()
    foot: str = ""
    table: Sequence[Sequence[Value]] = ()
    logo: bytes = b""
    when: datetime = _TIME
    font: str = ""


@dataclass(frozen=True)
class Slide:
    """One page of a talk."""

    title: str
    lines: Sequence[str]


def _rezipped(data: bytes, when: datetime) -> bytes:
    """The same package with its members' times, and those in its core properties, set to one moment."""
    room = io.BytesIO()
    stamp = when.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(room, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename in ("docProps/core.xml", "meta.xml"):
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?", stamp, content)
            entry = zipfile.ZipInfo(info.filename, when.timetuple()[:6])
            entry.compress_type = info.compress_type
            new.writestr(entry, content)
    return room.getvalue()


def docx(text: Text) -> bytes:
    """A Word document by python-docx."""
    import docx as library
    from docx.shared import Cm

    document = library.Document()
    if text.font:
        document.styles["Normal"].font.name = text.font
    section = document.sections[0]
    if text.logo:
        section.header.paragraphs[0].add_run().add_picture(io.BytesIO(text.logo), width=Cm(5))
    for line in text.head:
        section.header.add_paragraph(line)
    section.footer.paragraphs[0].text = text.foot
    if text.title:
        document.add_heading(text.title, 1)
    for paragraph in text.paragraphs:
        if paragraph.startswith("# "):
            document.add_heading(paragraph[2:], 2)
        else:
            document.add_paragraph(paragraph)
    if text.table:
        table = document.add_table(len(text.table), len(text.table[0]))
        for cells, row in zip(table.rows, text.table, strict=True):
            for cell, value in zip(cells.cells, row, strict=True):
                cell.text = str(value)
    room = io.BytesIO()
    document.save(room)
    return _rezipped(room.getvalue(), text.when)


def odt(text: Text) -> bytes:
    """An OpenDocument text by odfpy."""
    _meet_namespaces()
    return _odt(text)


@cache
def _meet_namespaces() -> None:
    """odfpy declares the namespaces it has met in this process: let it meet all before the first document."""
    _odt(Text("a", ["b"], table=[["c"]], logo=logo(Random(1), 20, 20)))


def _odt(text: Text) -> bytes:
    from odf import draw, opendocument, style, table
    from odf import text as parts

    document = opendocument.OpenDocumentText()
    heading = style.Style(name="Heading", family="paragraph")
    heading.addElement(style.TextProperties(fontsize="16pt", fontweight="bold"))
    document.styles.addElement(heading)
    if text.logo:
        frame = draw.Frame(width="5cm", height="2cm", anchortype="as-char")
        frame.addElement(draw.Image(href=document.addPictureFromString(text.logo, "image/png")))
        holder = parts.P()
        holder.addElement(frame)
        document.text.addElement(holder)
    for line in text.head:
        document.text.addElement(parts.P(text=line))
    if text.title:
        document.text.addElement(parts.H(outlinelevel=1, stylename=heading, text=text.title))
    for paragraph in text.paragraphs:
        if paragraph.startswith("# "):
            document.text.addElement(parts.H(outlinelevel=2, stylename=heading, text=paragraph[2:]))
        else:
            document.text.addElement(parts.P(text=paragraph))
    if text.table:
        rows = table.Table(name="Table")
        for values in text.table:
            row = table.TableRow()
            for value in values:
                cell = table.TableCell()
                cell.addElement(parts.P(text=str(value)))
                row.addElement(cell)
            rows.addElement(row)
        document.text.addElement(rows)
    if text.foot:
        document.text.addElement(parts.P(text=text.foot))
    room = io.BytesIO()
    document.write(room)
    return _named_pictures(_rezipped(room.getvalue(), text.when))


def _named_pictures(data: bytes) -> bytes:
    """odfpy names pictures by chance: name them by number."""
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        found = sorted(name for name in old.namelist() if name.startswith("Pictures/"))
        names = {name: f"Pictures/{number}.png" for number, name in enumerate(found, 1)}
        room = io.BytesIO()
        with zipfile.ZipFile(room, "w") as new:
            for info in old.infolist():
                content = old.read(info)
                if info.filename.endswith(".xml"):
                    for name, numbered in names.items():
                        content = content.replace(name.encode(), numbered.encode())
                entry = zipfile.ZipInfo(names.get(info.filename, info.filename), info.date_time)
                entry.compress_type = info.compress_type
                new.writestr(entry, content)
    return room.getvalue()


def pdf(text: Text) -> bytes:
    """A PDF by reportlab, its font embedded."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table

    if "Vera" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
        pdfmetrics.registerFont(TTFont("VeraBd", "VeraBd.ttf"))
    body = ParagraphStyle("body", fontName="Vera", fontSize=10, leading=14, spaceAfter=6)
    bold = ParagraphStyle("bold", fontName="VeraBd", fontSize=13, leading=18, spaceAfter=8)

    def page(canvas: object, _document: object) -> None:
        if text.logo:
            canvas.drawImage(ImageReader(io.BytesIO(text.logo)), 400, 770, 140, 50)
        canvas.setFont("Vera", 8)
        for number, line in enumerate(text.head):
            canvas.drawString(60, 810 - 10 * number, line)
        canvas.drawString(60, 30, text.foot)

    story = [Paragraph(escape(text.title), bold)] if text.title else []
    for paragraph in text.paragraphs:
        heading = paragraph.startswith("# ")
        story.append(Paragraph(escape(paragraph[2:] if heading else paragraph), bold if heading else body))
    if text.table:
        story += [Spacer(1, 12), Table([[str(value) for value in row] for row in text.table])]
    room = io.BytesIO()
    document = SimpleDocTemplate(room, pagesize=A4, topMargin=100, invariant=1, title=text.title)
    document.build(story, onFirstPage=page, onLaterPages=page)
    return room.getvalue()


def plain(text: Text) -> bytes:
    """Plain text, a paragraph a line."""
    lines = [*text.head, text.title, *text.paragraphs]
    lines += ["\t".join(str(value) for value in row) for row in text.table]
    return ("\n\n".join(line for line in [*lines, text.foot] if line) + "\n").encode()


def markdown(text: Text) -> bytes:
    lines = [f"# {text.title}", *(one.replace("# ", "## ", 1) for one in text.paragraphs)]
    return ("\n\n".join([*text.head, *lines]) + "\n").encode()


def html(text: Text) -> bytes:
    """A page with the style sheet and the menu of a site."""
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>\n" for row in text.table
    )
    body = "\n".join(
        f"<h2>{escape(one[2:])}</h2>" if one.startswith("# ") else f"<p>{escape(one)}</p>"
        for one in text.paragraphs
    )
    head = "\n".join(
        f"<li><a href='#{number}'>{escape(line)}</a></li>" for number, line in enumerate(text.head)
    )
    return (
        f"<!DOCTYPE html>\n<html>\n<head>\n<meta charset='utf-8'>\n<title>{escape(text.title)}</title>\n<style>\n"
        "body { font-family: serif; margin: 2em auto; max-width: 44em; }\nnav li { display: inline; }\n"
        f"table {{ border-collapse: collapse; }}\n</style>\n</head>\n<body>\n<nav><ul>\n{head}\n</ul></nav>\n"
        f"<h1>{escape(text.title)}</h1>\n{body}\n<table>\n{rows}</table>\n<footer>{escape(text.foot)}</footer>\n"
        "</body>\n</html>\n"
    ).encode()


def tex(text: Text) -> bytes:
    """LaTeX, a sentence a line."""
    body = []
    for one in text.paragraphs:
        body += [f"\\section{{{one[2:]}}}"] if one.startswith("# ") else [one.replace(". ", ".\n"), ""]
    return (
        "\\documentclass[11pt,a4paper]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{graphicx}\n"
        f"\\title{{{text.title}}}\n\\begin{{document}}\n\\maketitle\n\n"
        + "\n".join(body)
        + "\n\\end{document}\n"
    ).encode()


WRITERS: dict[str, Callable[[Text], bytes]] = {
    "docx": docx,
    "odt": odt,
    "pdf": pdf,
    "txt": plain,
    "md": markdown,
    "html": html,
    "tex": tex,
}
"""By suffix."""


def pptx(slides: Sequence[Slide], background: bytes = b"", foot: str = "", when: datetime = _TIME) -> bytes:
    """A talk by python-pptx; the background is a picture of the master."""
    import pptx as library
    from pptx.util import Emu, Pt

    deck = library.Presentation()
    if background:
        picture = deck.slide_layouts[1].part.get_or_add_image_part(io.BytesIO(background))[1]
        tree = deck.slide_layouts[1].shapes._spTree
        shape = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_picture(io.BytesIO(background), 0, 0)
        element = shape._element
        element.blipFill.blip.rEmbed = picture
        shape.width, shape.height = deck.slide_width, deck.slide_height
        tree.insert(2, element)
        _drop_first(deck)
    for slide in slides:
        page = deck.slides.add_slide(deck.slide_layouts[1])
        page.shapes.title.text = slide.title
        page.placeholders[1].text = "\n".join(slide.lines)
        if foot:
            box = page.shapes.add_textbox(Emu(300000), Emu(6400000), Emu(5000000), Emu(300000))
            box.text_frame.text = foot
            box.text_frame.paragraphs[0].runs[0].font.size = Pt(9)
    room = io.BytesIO()
    deck.save(room)
    return _rezipped(room.getvalue(), when)


def _drop_first(deck: object) -> None:
    """Remove the slide that only carried the background."""
    identifiers = deck.slides._sldIdLst
    deck.part.drop_rel(identifiers[0].rId)
    identifiers.remove(identifiers[0])


def xlsx(sheets: dict[str, Sequence[Sequence[Value]]], logo: bytes = b"", when: datetime = _TIME) -> bytes:
    """A workbook by openpyxl."""
    import openpyxl
    from openpyxl.drawing.image import Image
    from openpyxl.styles import Font

    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        if logo:
            sheet.add_image(Image(io.BytesIO(logo)), "H1")
    room = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        book.save(room)
    return _rezipped(room.getvalue(), when)


def ods(sheets: dict[str, Sequence[Sequence[Value]]], when: datetime = _TIME) -> bytes:
    """An OpenDocument sheet by odfpy."""
    from odf import opendocument, table
    from odf import text as parts

    _meet_namespaces()
    document = opendocument.OpenDocumentSpreadsheet()
    for name, rows in sheets.items():
        sheet = table.Table(name=name)
        for values in rows:
            row = table.TableRow()
            for value in values:
                if isinstance(value, str):
                    cell = table.TableCell(valuetype="string")
                else:
                    cell = table.TableCell(valuetype="float", value=str(value))
                cell.addElement(parts.P(text=str(value)))
                row.addElement(cell)
            sheet.addElement(row)
        document.spreadsheet.addElement(sheet)
    room = io.BytesIO()
    document.write(room)
    return _rezipped(room.getvalue(), when)


def csv(rows: Sequence[Sequence[Value]], separator: str = ",") -> bytes:
    """A table as plain text; texts with the separator are quoted."""

    def cell(value: Value) -> str:
        text = str(value)
        return f'"{text}"' if separator in text else text

    return "".join(separator.join(cell(value) for value in row) + "\n" for row in rows).encode()


def zipped(files: dict[str, bytes], when: datetime = _TIME) -> bytes:
    """A zip of files."""
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, when.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return room.getvalue()


def logo(rng: Random, width: int = 360, height: int = 130) -> bytes:
    """A logo with shades, some 20 to 60 kB of PNG: larger than the words of a letter."""
    from PIL import Image, ImageDraw

    noise = Image.frombytes("L", (width // 2, height // 2), rng.randbytes((width // 2) * (height // 2)))
    tint = Image.new("RGB", (width, height), tuple(rng.randint(120, 250) for _ in range(3)))
    image = Image.blend(tint, Image.merge("RGB", [noise.resize((width, height))] * 3), 0.15)
    draw = ImageDraw.Draw(image)
    for _ in range(7):
        x, y, size = rng.randrange(width), rng.randrange(height), rng.randint(15, 90)
        box = (x - size, y - size, x + size, y + size)
        color = tuple(rng.randrange(256) for _ in range(3))
        rng.choice((draw.ellipse, draw.rectangle))(box, outline=color, width=rng.randint(2, 9))
    room = io.BytesIO()
    image.save(room, "PNG")
    return room.getvalue()


def scene(rng: Random, width: int = 640, height: int = 420) -> object:
    """A picture as of a landscape: sky, hills, things in front; a Pillow image."""
    from PIL import Image, ImageDraw, ImageFilter

    top, low = (tuple(rng.randint(60, 255) for _ in range(3)) for _ in range(2))
    image = Image.composite(
        Image.new("RGB", (width, height), low),
        Image.new("RGB", (width, height), top),
        Image.linear_gradient("L").resize((width, height)),
    )
    draw = ImageDraw.Draw(image)
    for layer in range(4):
        y = height * (0.4 + 0.15 * layer)
        points = [(x, y + rng.uniform(-50, 50)) for x in range(0, width + 60, 60)]
        color = tuple(rng.randint(20, 200) for _ in range(3))
        draw.polygon([(0, height), *points, (width, height)], fill=color)
    for _ in range(14):
        x, y, size = rng.randrange(width), rng.randrange(height), rng.randint(6, 60)
        color = tuple(rng.randrange(256) for _ in range(3))
        rng.choice((draw.ellipse, draw.rectangle))((x, y, x + size, y + size), fill=color)
    return image.filter(ImageFilter.GaussianBlur(1))


def jpeg(image: object, rng: Random, shift: int = 0, quality: int = 88, noise: float = 0.06) -> bytes:
    """A shot of a scene: moved a little, with the noise of a sensor."""
    from PIL import Image, ImageChops

    moved = ImageChops.offset(image, rng.randint(-shift, shift), rng.randint(-shift, shift))
    grain = Image.frombytes("L", moved.size, rng.randbytes(moved.width * moved.height))
    shot = Image.blend(moved.convert("RGB"), Image.merge("RGB", [grain] * 3), noise)
    room = io.BytesIO()
    shot.save(room, "JPEG", quality=quality)
    return room.getvalue()


def page(lines: Sequence[tuple[int, int, str]], boxes: Sequence[tuple[int, int, int, int]]) -> object:
    """A white page with text at places and boxes, as a scanner sees it; a Pillow image."""
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (620, 877), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default()
    for box in boxes:
        draw.rectangle(box, outline="black")
    for x, y, text in lines:
        draw.text((x, y), text, fill="black", font=font)
    return image


def picture_pdf(data: bytes) -> bytes:
    """A PDF of one picture, as scanners write it; without a word."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    room = io.BytesIO()
    canvas = Canvas(room, (620, 877), invariant=1)
    canvas.drawImage(ImageReader(io.BytesIO(data)), 0, 0, 620, 877)
    canvas.save()
    return room.getvalue()


@cache
def office() -> str | None:
    """The path of LibreOffice, or None; said once where it is missing."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    if found is None:
        print("LibreOffice is not installed: what it saves is left out", file=sys.stderr)
    return found


def convert(jobs: Sequence[tuple[bytes, str, str]]) -> list[bytes | None]:
    """Have LibreOffice save documents.

    Args:
        jobs: a document, its suffix, and the suffix it is to be saved as; the same suffix opens and saves it again.

    Returns:
        The documents in their order; None where LibreOffice is missing or has failed.
    """
    found: list[bytes | None] = [None] * len(jobs)
    program = office()
    if program is None:
        return found
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, (_, suffix, to) in enumerate(jobs):
        groups[suffix, to].append(at)
    with tempfile.TemporaryDirectory() as place:
        for (suffix, to), members in groups.items():
            folder = Path(place, f"{suffix}-{to}")
            made = folder / "made"
            made.mkdir(parents=True)
            for at in members:
                (folder / f"{at}.{suffix}").write_bytes(jobs[at][0])
            command = [
                program,
                f"-env:UserInstallation=file://{place}/profile",
                "--headless",
                "--convert-to",
                to,
            ]
            sources = [os.fspath(folder / f"{at}.{suffix}") for at in members]
            try:
                subprocess.run(
                    [*command, "--outdir", os.fspath(made), *sources],
                    capture_output=True,
                    timeout=_PATIENCE,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                continue
            for at in members:
                result = made / f"{at}.{to}"
                found[at] = result.read_bytes() if result.exists() else None
    return found

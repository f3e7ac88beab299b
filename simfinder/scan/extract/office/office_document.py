"""Office documents and books: their text without markup; for those with next to no text also the other parts.

From ``LEAST_TEXT`` characters on the view is the words alone, and pictures and embedded files are listed as media. With
fewer, and inside an archive, the bytes of the media follow the text.

Three families, all zips of XML: Office Open XML (docx, xlsx, pptx, templates, with or without macros), OpenDocument
(odt, ods, odp and kin) and books (epub). The same words give nearly the same bytes in any family and in a plain text.
Parts that say how a document looks or who made it when (styles, fonts, properties, previews, printer settings) are left
out.
"""

from __future__ import annotations

import zipfile
from functools import partial

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import LEAST_TEXT, TEXT
from simfinder.scan.extract.office.epub import MIMETYPE, is_book, write_book
from simfinder.scan.extract.office.odf import write_open
from simfinder.scan.extract.office.ooxml import write_slides, write_words
from simfinder.scan.extract.office.sheets import write_sheets
from simfinder.scan.extract.office.text_layout import Text
from simfinder.scan.extract.office.xml_parts import Parts, plain
from simfinder.scan.extract.view_sink import CHUNK, ViewSink
from simfinder.text.message import say

_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument."
_TYPES = "[content_types].xml"
_FOLDERS = {"word/": write_words, "xl/": write_sheets, "ppt/": write_slides}
_BINARY_SHEETS = "xl/workbook.bin"  # xlsb, whose sheets are no XML

_MARKUP = (".xml", ".opf", ".ncx", ".rels", ".vml", ".rdf", ".sigs", ".odttf", ".fntdata")
_ASIDE = (
    "docprops/",
    "thumbnails/",
    "meta-inf/",
    "fonts/",
    "configurations2/",
    "objectreplacements/",  # pictures of objects that the document holds anyway
    "[trash]/",
    "mimetype",
    "layout-cache",
    "xl/printersettings/",
    "ppt/printersettings/",
    "word/printersettings/",
)


def recognise(names: set[str], mimetype: bytes) -> bool:
    """Return whether a zip is an office document or a book.

    Args:
        names: names of its members.
        mimetype: content of its member ``mimetype``; empty for none.
    """
    if mimetype.startswith(_OPEN_DOCUMENT) or mimetype.strip() == MIMETYPE:
        return True
    if not {_TYPES, "[Content_Types].xml"} & names:
        return False
    found = {plain(name) for name in names}
    return _BINARY_SHEETS not in found and any(name.startswith(tuple(_FOLDERS)) for name in found)


def stream(archive: zipfile.ZipFile, out: ViewSink) -> None:
    """Write the text of a document and list its media; with next to no text, write the media's bytes too.

    Args:
        archive: the open zip.
        out: takes the text.

    Raises:
        ViewError: it is damaged, encrypted, or holds what no document holds.
    """
    out.name = "office"
    parts = Parts(archive, out)
    text = Text(out.write)
    if is_book(parts):
        out.name = "epub"
        write_book(parts, text)
    elif _TYPES not in parts:
        write_open(parts, text, out)
    else:
        folder = next((folder for folder in _FOLDERS if any(n.startswith(folder) for n in parts.names())), "")
        if not folder:
            raise ViewError(say("is damaged: its text is missing"))
        _FOLDERS[folder](parts, text)
    text.flush()
    has_words = text.characters >= LEAST_TEXT
    out.kind = TEXT
    list_media(parts, out, writes=out.nested or not has_words)
    if not has_words:
        out.kind = out.kind_of_media


def list_media(parts: Parts, out: ViewSink, *, writes: bool) -> None:
    """List pictures and embedded files.

    Args:
        parts: of the document.
        out: takes them.
        writes: whether their bytes belong to the view.
    """
    for name in parts.names():
        if not name.endswith(_MARKUP) and not name.startswith(_ASIDE):
            with parts.opened(name) as file:
                pieces = iter(partial(file.read, CHUNK), b"")
                out.medium(name.encode("utf-8", "replace"), pieces, writes=writes)

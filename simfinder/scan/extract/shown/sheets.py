"""A spreadsheet as people see it: its sheets one after the other, each begun by ``SHEET`` and its name."""

from __future__ import annotations

import zipfile
from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import SHEET, TEXT
from simfinder.scan.extract.office.odf import write_open
from simfinder.scan.extract.office.office_document import list_media
from simfinder.scan.extract.office.sheets import write_sheets
from simfinder.scan.extract.office.text_layout import Text
from simfinder.scan.extract.office.xml_parts import Parts
from simfinder.scan.extract.view_sink import ViewSink
from simfinder.text.message import say

_OF_OFFICE = "xl/workbook.xml"


class _Titled(Text):
    """Lines of which those added whole are names of sheets."""

    def line(self, text: str) -> None:
        super().line(SHEET + text)


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write the sheets of a document and list its pictures.

    Args:
        source: the file; can seek.
        out: takes the text.

    Raises:
        ViewError: it is damaged, or no spreadsheet.
    """
    try:
        archive = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError):
        raise ViewError(say("is damaged")) from None
    parts, text = Parts(archive, out), _Titled(out.write)
    if _OF_OFFICE in parts:
        write_sheets(parts, text)
    else:
        write_open(parts, text, out)
    text.flush()
    out.name, out.kind = "sheets", TEXT
    list_media(parts, out, writes=False)

"""Small archives and documents made of texts, for what shows them."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"


def tar_of(files: Mapping[str, bytes] | Iterable[tuple[bytes, bytes]]) -> bytes:
    """A tar; names given as bytes may be anything."""
    pairs = files.items() if isinstance(files, Mapping) else files
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, data in pairs:
            text = name if isinstance(name, str) else name.decode("utf-8", "surrogateescape")
            entry = tarfile.TarInfo(text)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def zip_of(files: Mapping[str, bytes], day: int = 1) -> bytes:
    """A zip; with another day the same members make other bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2020, 1, day, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def docx_of(paragraphs: Iterable[str], day: int = 1) -> bytes:
    """A text document as Word writes it."""
    body = "".join(f"<w:p><w:r><w:t>{escape(p)}</w:t></w:r></w:p>" for p in paragraphs)
    document = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    return zip_of({"[Content_Types].xml": _TYPES.encode(), "word/document.xml": document.encode()}, day)


def odt_of(paragraphs: Iterable[str], day: int = 1) -> bytes:
    """A text document as LibreOffice writes it."""
    body = "".join(f"<text:p>{escape(p)}</text:p>" for p in paragraphs)
    content = (
        f'<office:document-content xmlns:office="{_OFFICE}" xmlns:text="{_TEXT}"><office:body>'
        f"<office:text>{body}</office:text></office:body></office:document-content>"
    )
    return zip_of(
        {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": content.encode()}, day
    )

"""Documents that are broken or mean harm, made of good ones."""

from __future__ import annotations

import zlib

from tests.helpers.files.office_files import PROLOGUE, docx_of, paragraph, word_xml
from tests.helpers.files.pdf_files import assembled


def entity_bomb() -> bytes:
    """A docx of a kilobyte that says ten billion words: each entity is ten of the one before it."""
    entities = "".join(
        f'<!ENTITY e{level} "{f"&e{level - 1};" * 10 if level else "lol"}">' for level in range(10)
    )
    body = word_xml("<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>").replace(PROLOGUE, "")
    return docx_of(f"{PROLOGUE}<!DOCTYPE w [{entities}]>{body}")


def external_entity(path: str) -> bytes:
    """A docx that asks for a file of the machine."""
    body = word_xml("<w:p><w:r><w:t>before &file; after</w:t></w:r></w:p>").replace(PROLOGUE, "")
    return docx_of(f'{PROLOGUE}<!DOCTYPE w [<!ENTITY file SYSTEM "file://{path}">]>{body}')


def external_doctype(path: str) -> bytes:
    """A docx whose doctype is a file of the machine, which nobody needs to read it."""
    body = word_xml(paragraph("words")).replace(PROLOGUE, "")
    return docx_of(f'{PROLOGUE}<!DOCTYPE w SYSTEM "file://{path}">{body}')


def nested(depth: int) -> bytes:
    """A docx of elements within elements."""
    return docx_of(word_xml("<w:x>" * depth + "</w:x>" * depth))


def endless_tag(size: int) -> bytes:
    """A docx of one tag that goes on and on."""
    return docx_of(word_xml(f'<w:p w:x="{"x" * size}"/>'))


def xml_balloon(size: int) -> bytes:
    """A docx whose body is a word of so many letters."""
    return docx_of(word_xml(f"<w:p><w:r><w:t>{'a' * size}</w:t></w:r></w:p>"))


def without_table(data: bytes) -> bytes:
    """A PDF whose table of objects points nowhere."""
    at = data.rindex(b"startxref")
    return data[:at] + b"startxref\n7\n%%EOF\n"


def wrong_table(data: bytes) -> bytes:
    """A PDF whose table has the places of all but its first three objects wrong."""
    at = data.rindex(b"xref\n0 ")
    start = data.index(b"65535 f \n", at) + 9 + 3 * 20
    end = data.index(b"trailer", at)
    return data[:start] + b"0000000009 00000 n \n" * ((end - start) // 20) + data[end:]


def page_loop(levels: int = 3) -> bytes:
    """A PDF whose lists of pages contain one another."""
    lists = [
        b"<< /Type /Pages /Count 1000000 /Kids [%d 0 R %d 0 R] >>" % (2 + (n + 1) % levels, 2 + n)
        for n in range(levels)
    ]
    return assembled([b"<< /Type /Catalog /Pages 2 0 R >>", *lists])


def many_pages_claimed() -> bytes:
    """A PDF that says it has a million pages, and has none."""
    return assembled([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1000000 /Kids [] >>"])


def flate_bomb(size: int) -> bytes:
    """A PDF whose page unpacks to blanks without end."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(size >> 20)) + packer.flush()
    stream = b"<< /Filter /FlateDecode /Length %d >>\nstream\n%b\nendstream" % (len(packed), packed)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    return assembled(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>", page, stream]
    )


def endless_stream(data: bytes) -> bytes:
    """A PDF, cut within a stream and gone on with blanks that a bad disk might give."""
    at = data.index(b"stream\n") + 40
    return data[:at] + b"\0" * 100_000

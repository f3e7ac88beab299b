"""Small files of every format, and damaged ones made of them."""

from __future__ import annotations

import base64
import bz2
import functools
import gzip
import io
import lzma
import random
import sys
import tarfile
import textwrap
import zipfile
from email.message import EmailMessage
from email.policy import SMTP

from simfinder.scan.extract.formats import recognise, refined
from tests.helpers.files import bad_archives, bad_documents, font_files, media_files, office_files
from tests.helpers.files.documents import words
from tests.helpers.files.pdf_files import Page, pdf

MIB = 1 << 20
EXTREMES = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]


def code_of(data: bytes) -> int:
    """Return the code of a sample or a mutant of one: YAML begins with a comment here, other texts are style sheets."""
    return refined(recognise(data), "sample.yaml" if data.startswith(b"#") else "sample.css", data, len(data))


@functools.cache
def samples() -> list[bytes]:
    """Small honest files of every format, in the ways they are packed, and some that are not honest."""
    dice = random.Random(5)
    texts = [words(dice, 150) for _ in range(3)]
    files = {"a.txt": texts[0], "b/c.txt": texts[1], "d.bin": dice.randbytes(300), "empty": b""}
    lines = [text.decode() for text in texts]
    plain = bad_archives.plain_tar(files)
    document = office_files.docx(lines)
    leaves = [Page(lines=textwrap.wrap(text, 80)) for text in lines]
    pages = [pdf(leaves, packing) for packing in ("plain", "flate", "ascii")]
    pages += [pdf(leaves, password=word) for word in ("", "secret")]
    inner = {"a.gz": gzip.compress(texts[0]), "b.zip": bad_archives.plain_zip(files), "c.docx": document}
    cells = office_files.ods_row(office_files.ods_cell("1", "float"), office_files.ods_cell("x", repeated=3))
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": gzip.compress(plain),
        "data.tar.xz": lzma.compress(plain),
    }
    methods = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    forms = (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)
    packers = (gzip.compress, bz2.compress, lzma.compress, _zstd)
    return [
        *(bad_archives.plain_zip(files, method) for method in methods),
        *(bad_archives.plain_tar(files, form) for form in forms),
        *(pack(data) for pack in packers for data in (texts[0], plain)),
        gzip.compress(texts[0]) + gzip.compress(texts[1]),
        bad_archives.plain_7z(files),
        bad_archives.PPMD_7Z,
        bad_archives.plain_7z(files, "secret"),
        bad_archives.plain_ar(parts),
        bad_archives.plain_zip(inner),
        bad_archives.plain_tar(inner),
        document,
        office_files.xlsx({"one": [["a", "1"], [lines[0][:30], "2.5"]], "two": [["x"]]}, [lines[1][:40]]),
        office_files.pptx([([lines[0][:80]], "a note"), ([lines[1][:80]], "")]),
        office_files.odt(lines),
        office_files.ods({"one": [cells]}),
        office_files.epub(lines),
        office_files.saved("office.rtf"),
        office_files.saved("word97.doc"),
        *(office_files.saved(f"image-{packing}.squashfs") for packing in ("gzip", "xz", "zstd")),
        *(
            pack(font_files.tables(font_files.FONT))
            for pack in (font_files.sfnt, font_files.woff, font_files.woff2)
        ),
        font_files.eot(font_files.sfnt(font_files.tables(font_files.FONT))),
        font_files.woff2(font_files.tables(font_files.FONT), font=font_files.FONT, tight=True),
        b"a {\n  background: url(data:image/png;base64," + base64.b64encode(texts[0]) + b");\n  top: 0;\n}\n",
        b"# words\na: &a [1, x, {b: ~}]\nc: *a\nnote: |\n  " + texts[0].replace(b"\n", b"\n  "),
        b"a{color:#fff;background:url(x.png)}b>i:hover{margin:0 -1px}" * 8,
        b"var a=function(b,c){for(var i=0;i<b;++i){if(/[/]/.test(c)){return'x'+`${i}`}else{c=[i]}}};" * 6,
        b'{"a": [1, {"b": "' + texts[0].replace(b"\n", b" ") + b'"}], "c": -1.5e3}',
        *media_files.samples(),
        *media_files.programs(),
        *pages,
        b"<!DOCTYPE html><html><body><h1>A page</h1><p>"
        + texts[0]
        + b"</p><table><tr><td>x</table></body></html>",
        _mail(texts[0], inner),
        b"".join(b"From a@b.example Mon Jan  1 00:00:00 2024\n" + _mail(text, {}) + b"\n" for text in texts),
        bad_documents.entity_bomb(),
        bad_documents.page_loop(),
        bad_documents.wrong_table(pages[0]),
        bad_archives.overlapping(5, 1000),
    ]


def _mail(text: bytes, attached: dict[str, bytes]) -> bytes:
    """A mail with the text in two forms, as mail programs write it."""
    mail = EmailMessage(policy=SMTP.clone(linesep="\n"))
    mail["From"], mail["To"], mail["Date"] = "a@b.example", "c@d.example", "Mon, 01 Jan 2024 00:00:00 +0000"
    mail.set_content(text.decode())
    mail.add_alternative(f"<html><body><p>{text.decode()}</p></body></html>", subtype="html")
    for name, data in attached.items():
        mail.add_attachment(data, "application", "octet-stream", filename=name)
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"b{number}")  # else by chance
    return bytes(mail)


def _zstd(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd.compress(data)


def _place(dice: random.Random, data: bytes | bytearray) -> int:
    """Somewhere; ends and beginnings are where the structure is."""
    if not data:
        return 0
    kind = dice.random()
    if kind < 0.3:
        return dice.randrange(min(len(data), 100))
    if kind < 0.5:
        return len(data) - 1 - dice.randrange(min(len(data), 200))
    return dice.randrange(len(data))


def mutate(dice: random.Random, data: bytes, others: list[bytes]) -> bytes:
    """A few changes, of the kinds damage and malice make."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        if not changed:
            break
        at, length = _place(dice, changed), dice.choice((1, 2, 4, 16, 512, 4096))
        deed = dice.randrange(9)
        if deed == 0:
            changed[at] ^= 1 << dice.randrange(8)
        elif deed == 1:
            changed[at : at + length] = dice.randbytes(min(length, 16))
        elif deed == 2:
            width = dice.choice((1, 2, 4, 8))
            value = dice.choice(EXTREMES) & ((1 << 8 * width) - 1)
            changed[at : at + width] = value.to_bytes(width, dice.choice(("little", "big")))
        elif deed == 3:
            del changed[at:]
        elif deed == 4:
            del changed[at : at + length]
        elif deed == 5:
            changed[at:at] = changed[at : at + length] * dice.choice((1, 2, 50))
        elif deed == 6:
            changed[at:at] = bytes(length)
        elif deed == 7:
            other = dice.choice(others)
            changed[at:] = other[_place(dice, other) :]
        else:
            where = _place(dice, changed)
            changed[where : where + length] = changed[at : at + length]
    return bytes(changed[: 2 * MIB])


def mutant(dice: random.Random) -> bytes:
    """One of the samples, damaged: outside, or within what holds it, so that the inner parsers see it too."""
    pool = samples()
    data = dice.choice(pool)
    way = dice.randrange(5)
    if way == 0 and (inside := _members_of(data)):
        name = dice.choice(list(inside))
        inside[name] = mutate(dice, inside[name], pool)
        return bad_archives.plain_zip(inside)
    damaged = mutate(dice, data, pool)
    if way == 1:
        return dice.choice((gzip.compress, bz2.compress, _zstd))(damaged)
    if way == 2:
        pack = dice.choice((bad_archives.plain_tar, bad_archives.plain_zip, bad_archives.plain_ar))
        return pack({"x": damaged, "y": dice.choice(pool)})
    return damaged


def _members_of(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except Exception:
        return {}

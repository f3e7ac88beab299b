"""Small PDFs made by hand: text, drawings, pictures, forms, attached files, and the oldest encryption."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Page:
    """What is on a page.

    Attributes:
        lines: of text.
        drawing: operators of a drawing.
        pictures: bytes of pictures, as they are packed; shown one below the other.
        fields: values of form fields.
    """

    lines: Sequence[str] = ()
    drawing: bytes = b""
    pictures: Sequence[bytes] = ()
    fields: Sequence[str] = field(default=())


def pdf(
    pages: Sequence[Page],
    packing: str = "flate",
    password: str | None = None,
    attached: bytes = b"",
    parent: int = 2,
) -> bytes:
    """A PDF.

    Args:
        pages: what is on them.
        packing: of their content: "plain", "flate" or "ascii" (Flate written in ASCII85).
        password: encrypts it; the empty one opens it without being asked for.
        attached: a file that is attached to it.
        parent: number of the object that lists the pages; another than 2 is a lie.
    """
    objects: list[bytes] = [
        b"",
        b"",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    lock = _Lock(password) if password is not None else None
    fields: list[int] = []
    kids: list[int] = []

    def add(body: bytes, stream: bytes | None = None) -> int:
        number = len(objects) + 1
        if stream is not None:
            stream = lock.locked(number, stream) if lock else stream
            body = b"<< %b /Length %d >>\nstream\n%b\nendstream" % (body, len(stream), stream)
        objects.append(body)
        return number

    for page in pages:
        names = []
        for picture in page.pictures:
            key = b"/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8"
            names.append(add(key, picture))
        filters, content = _packed(_content(page), packing)
        shown = add(filters, content)
        notes = [
            add(
                b"<< /Type /Annot /Subtype /Widget /FT /Tx /T <%b> /V <%b> /Rect [10 10 90 30] >>"
                % (_string(f"f{place}", lock, len(objects) + 1), _string(value, lock, len(objects) + 1))
            )
            for place, value in enumerate(page.fields)
        ]
        fields += notes
        pictures = b" ".join(b"/I%d %d 0 R" % pair for pair in enumerate(names))
        kids.append(
            add(
                b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Annots [%b]"
                b" /Resources << /Font << /F1 3 0 R >> /XObject << %b >> >> >>"
                % (parent, shown, b" ".join(b"%d 0 R" % note for note in notes), pictures)
            )
        )
    more = b""
    if fields:
        more += b" /AcroForm << /Fields [%b] >>" % b" ".join(b"%d 0 R" % number for number in fields)
    if attached:
        number = add(b"/Type /EmbeddedFile", attached)
        spec = add(b"<< /Type /Filespec /F (a.bin) /EF << /F %d 0 R >> >>" % number)
        more += b" /Names << /EmbeddedFiles << /Names [(a.bin) %d 0 R] >> >>" % spec
    objects[0] = b"<< /Type /Catalog /Pages %d 0 R%b >>" % (parent, more)
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%b] >>" % (len(kids), listed)
    return assembled(objects, lock.entry() if lock else b"")


def assembled(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A PDF of objects 1, 2, ...; the first is the catalog."""
    made, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        made
        + b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R %b >>\nstartxref\n%d\n%%%%EOF\n"
        % (
            len(objects) + 1,
            table,
            len(objects) + 1,
            trailer,
            len(made),
        )
    )


def _content(page: Page) -> bytes:
    text = b"".join(b"(%b) Tj T*\n" % _escaped(line.encode("cp1252")) for line in page.lines)
    shown = b"".join(
        b"q 50 0 0 50 400 %d cm /I%d Do Q\n" % (700 - 60 * n, n) for n in range(len(page.pictures))
    )
    return b"BT /F1 10 Tf 12 TL 50 800 Td\n%bET\n%b\n%b" % (text, page.drawing, shown)


def _escaped(text: bytes) -> bytes:
    return text.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _packed(data: bytes, packing: str) -> tuple[bytes, bytes]:
    if packing == "plain":
        return b"", data
    flate = zlib.compress(data)
    if packing == "flate":
        return b"/Filter /FlateDecode", flate
    return b"/Filter [/ASCII85Decode /FlateDecode]", base64.a85encode(flate, wrapcol=72) + b"~>"


def _string(value: str, lock: _Lock | None, number: int) -> bytes:
    text = value.encode("cp1252")
    return (lock.locked(number, text) if lock else text).hex().encode()


_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


class _Lock:
    """The oldest encryption of PDF: RC4 with a key of 40 bits."""

    def __init__(self, password: str) -> None:
        user = (password.encode() + _PADDING)[:32]
        self._owner = _rc4(hashlib.md5(user).digest()[:5], user)
        self._key = hashlib.md5(user + self._owner + b"\xfc\xff\xff\xff" + b"id").digest()[:5]

    def locked(self, number: int, data: bytes) -> bytes:
        return _rc4(hashlib.md5(self._key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], data)

    def entry(self) -> bytes:
        check = _rc4(self._key, _PADDING)
        return (
            b"/ID [<6964><6964>] /Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <%b> /U <%b> >>"
            % (self._owner.hex().encode(), check.hex().encode())
        )


def _rc4(key: bytes, data: bytes) -> bytes:
    box = list(range(256))
    j = 0
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    made, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        made.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(made)

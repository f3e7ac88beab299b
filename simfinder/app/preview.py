"""What a file looks like: text, an image (left to whoever can draw one) or bytes. Only its beginning is read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from simfinder.app.decoding import decode, lines_of
from simfinder.app.heads import UnreadableError, read_head

HEX_LIMIT = 32 * 1024
HEX_WIDTH = 8
_IMAGES = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"BM",
    b"\0\0\1\0",
    b"II*\0",
    b"MM\0*",
)


class PreviewKind(StrEnum):
    """How a file is shown."""

    TEXT = "text"
    HEX = "hex"
    IMAGE = "image"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file, ready to be shown.

    Attributes:
        path: of the file.
        kind: how to show it.
        text: lines joined by newlines (TEXT, HEX), the reason (UNREADABLE), else "".
        encoding: of a text, else "".
        size: of the file, bytes.
        shown: bytes that are shown.
    """

    path: str
    kind: PreviewKind
    text: str = ""
    encoding: str = ""
    size: int = 0
    shown: int = 0

    @property
    def truncated(self) -> bool:
        return self.kind in (PreviewKind.TEXT, PreviewKind.HEX) and self.shown < self.size


def load_preview(path: str, *, images: bool = True) -> Preview:
    """Look at a file. What can't be read is a preview too, of the kind UNREADABLE.

    Args:
        path: of the file.
        images: False shows the bytes of an image (for one that turned out to be broken).
    """
    try:
        head = read_head(path)
    except UnreadableError as error:
        return Preview(path, PreviewKind.UNREADABLE, error.message)
    if not head.data:
        return Preview(path, PreviewKind.EMPTY)
    if images and is_image(head.data):
        return Preview(path, PreviewKind.IMAGE, size=head.size, shown=head.size)
    text = decode(head.data, truncated=head.truncated)
    if text is not None:
        lines = "\n".join(lines_of(text.text))
        return Preview(path, PreviewKind.TEXT, lines, text.encoding, head.size, len(head.data))
    part = head.data[:HEX_LIMIT]
    return Preview(path, PreviewKind.HEX, "\n".join(hex_lines(part)), "", head.size, len(part))


def is_image(data: bytes) -> bool:
    """Whether a file begins like a picture that Qt can draw (SVG is a text here)."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return True
    if data[:2] == b"BM":
        return len(data) > 14 and data[6:10] == b"\0\0\0\0"
    return data.startswith(_IMAGES)


def hex_lines(data: bytes, start: int = 0) -> list[str]:
    """Rows of a hex dump: offset, eight bytes, their characters."""
    return [f"{start + i:08x}  {hex_cells(data[i : i + HEX_WIDTH])}" for i in range(0, len(data), HEX_WIDTH)]


def hex_cells(part: bytes) -> str:
    """At most eight bytes as ``7f 45 4c 46 02 01 01 00  .ELF....``."""
    letters = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
    return f"{part.hex(' '):<{HEX_WIDTH * 3 - 1}}  {letters}"

"""Preview a file: as text, members, an image (drawn by the window) or bytes. Only beginnings are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from simfinder.app.compare.contents.byte_window import LIMIT, UnreadableError
from simfinder.app.compare.contents.extract_contents import (
    DOCUMENTS,
    FONT,
    LAYOUTS,
    RAW,
    TABLES,
    Content,
    Contents,
)
from simfinder.app.compare.contents.text_decoding import decode, lines_of
from simfinder.app.compare.contents.text_parts import paragraphs
from simfinder.model.progress import Control
from simfinder.scan.extract.formats import ASIDE, SHEET
from simfinder.scan.extract.members import Member
from simfinder.scan.media.decoders import is_of_phone_or_camera

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
    MEMBERS = "members"
    TABLES = "tables"
    IMAGE = "image"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a spreadsheet, or a table of a database.

    Attributes:
        title: its name.
        about: lines about it that are none of its rows.
        rows: cells of its first rows.
    """

    title: str
    about: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of a file or of what it holds, ready to be shown.

    Attributes:
        path: of the file.
        kind: how to show it.
        text: lines joined by newlines (TEXT, HEX), the reason (UNREADABLE), else "".
        encoding: of a text, else "".
        size: of what is shown: the file, or its view as far as that is known; bytes.
        shown: bytes that are shown.
        view: by which view, ``RAW`` for the file as it is.
        members: of an archive (MEMBERS), in its order.
        media: pictures and files in a document, attachments of a mail.
        sheets: of a spreadsheet or a database (TABLES).
        within: names of the member that this is of, instead of the file.
        whole: ``size`` and ``members`` are complete.
        reason: why a file that holds something is shown as it is, in words that follow a path.
    """

    path: str
    kind: PreviewKind
    text: str = ""
    encoding: str = ""
    size: int = 0
    shown: int = 0
    view: str = RAW
    members: tuple[Member, ...] = ()
    media: tuple[Member, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    within: tuple[bytes, ...] = ()
    whole: bool = True
    reason: str = ""

    @property
    def truncated(self) -> bool:
        some = self.kind in (PreviewKind.TEXT, PreviewKind.TABLES, PreviewKind.HEX)
        return some and (self.shown < self.size or not self.whole)

    @property
    def is_document(self) -> bool:
        """Whether this is the text of a document: paragraphs, not lines."""
        return self.view in DOCUMENTS and self.kind is PreviewKind.TEXT


def load_preview(
    path: str,
    contents: Contents | None = None,
    control: Control | None = None,
    *,
    images: bool = True,
    within: tuple[bytes, ...] = (),
) -> Preview:
    """Preview a file. A file that can't be read makes a preview of the kind UNREADABLE.

    Args:
        path: of the file.
        contents: opens archives and documents; None uses one of its own.
        control: a cancel ends it.
        images: False shows the bytes of an image (for one that turned out to be broken).
        within: names of a member of it, which is previewed instead.

    Raises:
        Cancelled: on request.
    """
    own, control = contents or Contents(), control or Control()
    try:
        content = own.open(path, control, limit=LIMIT, within=within)
        found = preview_of(own.shown(content, control, limit=LIMIT), images=images)
        return replace(found, within=within, media=found.media or content.pictures)
    except UnreadableError as error:
        return Preview(path, PreviewKind.UNREADABLE, error.message)
    finally:
        if contents is None:
            own.close()


def preview_of(content: Content, *, images: bool = True) -> Preview:
    """Make a preview of what was read before, of its beginning only."""
    if content.view in (FONT, *LAYOUTS):
        content = content.as_it_is()
    path, view, data = content.path, content.view, content.data[:LIMIT]
    size, whole, reason = content.size, content.whole, content.reason
    if content.is_archive:
        return Preview(path, PreviewKind.MEMBERS, size=size, view=view, members=content.members, whole=whole)
    if not data:
        return Preview(path, PreviewKind.EMPTY, view=view, media=content.pictures, whole=whole)
    if images and view == RAW and is_image(data):
        return Preview(path, PreviewKind.IMAGE, size=size, shown=size, reason=reason)
    text = decode(data, truncated=content.cut or len(data) < size)
    if text is None:
        part = data[:HEX_LIMIT]
        lines, kind, encoding = hex_lines(part), PreviewKind.HEX, ""
    else:
        part, kind, encoding = data, PreviewKind.TEXT, text.encoding
        lines = (paragraphs if view in DOCUMENTS else lines_of)(text.text)
    sheets: tuple[Sheet, ...] = ()
    if view in TABLES and text is not None:
        kind, sheets = PreviewKind.TABLES, tuple(sheets_of(text.text))
    return Preview(
        path, kind, "\n".join(lines), encoding, size, len(part), view, whole=whole, reason=reason,
        media=content.pictures, sheets=sheets,
    )  # fmt: skip


def sheets_of(text: str) -> Iterator[Sheet]:
    """Yield the sheets of a view that is tables."""
    for part in text.split(SHEET)[1:]:
        title, *lines = part.removesuffix("\n").split("\n")
        about = tuple(line.removeprefix(ASIDE) for line in lines if line.startswith(ASIDE))
        rows = (tuple(line.split("\t")) for line in lines if not line.startswith(ASIDE))
        yield Sheet(title, about, tuple(rows))


def is_image(data: bytes) -> bool:
    """Return whether a file begins like a picture that the window can draw (SVG is a text here)."""
    if is_of_phone_or_camera(data[:16]):
        return True
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return True
    if data[:2] == b"BM":
        return len(data) > 14 and data[6:10] == b"\0\0\0\0"
    return data.startswith(_IMAGES)


def hex_lines(data: bytes, start: int = 0) -> list[str]:
    """Return the rows of a hex dump: offset, eight bytes, their characters."""
    return [f"{start + i:08x}  {hex_cells(data[i : i + HEX_WIDTH])}" for i in range(0, len(data), HEX_WIDTH)]


def hex_cells(part: bytes) -> str:
    """Format at most eight bytes as ``7f 45 4c 46 02 01 01 00  .ELF....``."""
    letters = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
    return f"{part.hex(' '):<{HEX_WIDTH * 3 - 1}}  {letters}"

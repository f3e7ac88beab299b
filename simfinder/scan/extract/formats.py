"""What kinds of file have a view, and how their first bytes tell. Light: every file of a scan is looked at.

Texts, pictures and sound have no view, but a code all the same: it says on what two of them are compared.

A new format gets a new code; codes lie in the cache and are never used again for another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

VERSION = 3
"""Of the rules below: with another one files are looked at again."""

HEAD = 512
"""Bytes of a beginning that suffice."""

PLAIN = 0
"""Code of a file that is none of these."""

TEXT, PICTURE, SOUND, MEMBERS = 240, 241, 242, 243
"""Kinds of what is compared: codes of files that have no view, and what a view says that it is (``PLAIN`` for bytes).
``MEMBERS`` are those of an archive, or what a document without words holds."""

RAW = "raw"
"""Name of the view of a plain file without words: its own bytes."""

LEAST_TEXT = 200
"""Characters from which on a document, or bytes from which on a file, has enough words to be compared by them."""

Head = bytes | memoryview
Check = Callable[[Head], bool]


class Format(NamedTuple):
    """A kind of file that has a view.

    Attributes:
        code: stands for it in the cache; 1 to 255.
        name: of its view in results, unless the view says otherwise (a zip may turn out to be a document).
        magics: (offset, bytes) pairs, any of which tells it.
        module: full name of the module whose ``stream`` makes the view.
        version: of the view: with another one it is made again.
        seeks: ``stream`` needs a source that can seek.
        wraps: holds a single content, so that what is in it counts as no deeper (a tar in a gzip is one archive).
        check: what a beginning must hold to besides, where the bytes alone may begin something else.
        plain: it is a text with words in it, not packed: one of few words, and a member of an archive, is compared by
            its own bytes.
    """

    code: int
    name: str
    magics: tuple[tuple[int, bytes], ...]
    module: str
    version: int = 1
    seeks: bool = False
    wraps: bool = False
    check: Check | None = None
    plain: bool = False


def _is_gzip(head: Head) -> bool:
    """The upper three flags are reserved and must be zero."""
    return len(head) > 3 and head[3] < 0x20


def _is_bzip2(head: Head) -> bool:
    """``BZh`` may begin a text too: behind it come the level and the mark of a block, or of the end."""
    return 0x31 <= (head[3] if len(head) > 3 else 0) <= 0x39 and bytes(head[4:10]) in (
        b"1AY&SY",
        b"\x17rE8P\x90",
    )


_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"<(?:!doctype\s+html\b|(?:html|head|body|title|meta)[\s>])",
    re.IGNORECASE | re.DOTALL,
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16


def _is_page(head: Head) -> bool:
    """A web page: it begins with a doctype or an element that only a page begins with."""
    data = bytes(head[:HEAD])
    if data.startswith(_WIDE_MARKS):
        data = data.replace(b"\0", b"")[2:]
    return _PAGE.match(data) is not None


_MAIL_BEGINS = (
    *(
        "From",
        "Return-Path:",
        "Received:",
        "Delivered-To:",
        "Envelope-To:",
        "X-",
        "ARC-",
        "DKIM-",
        "Authentication-",
    ),
    *(
        "Date:",
        "To:",
        "Subject:",
        "Sender:",
        "Reply-To:",
        "Message-I",
        "MIME-Version:",
        "Mime-Version:",
        "In-Reply-To:",
    ),
    *("References:", "User-Agent:", "List-", "Cc:", "CC:", "Bcc:", "BCC:", "Content-Type:"),
)
_MAIL_NAMES = frozenset(
    b"from to subject date message-id mime-version received return-path delivered-to envelope-to reply-to in-reply-to"
    b" x-mozilla-status dkim-signature authentication-results received-spf arc-seal x-original-to x-received".split()
)
_MAIL_LINE = re.compile(rb"([!-9;-~]+)[ \t]*:")
_FEWEST_NAMES = 3
_PATCH = re.compile(rb"From [0-9a-f]{40} Mon Sep 17 00:00:00 2001\r?\n")


def _is_mail(head: Head) -> bool:
    """A mail or a folder of mails: nothing but header lines, some of them with names that only mails have.

    A patch that Git has written as a mail is code.
    """
    data = bytes(head[:HEAD])
    lines = data.splitlines()
    if len(head) >= HEAD:
        lines.pop()  # cut off
    if data.startswith(b"From "):
        if _PATCH.match(data):
            return False
        del lines[:1]
    known = set()
    for line in lines:
        if not line.strip():
            break
        if line[:1] in b" \t":
            continue
        found = _MAIL_LINE.match(line)
        if found is None:
            return False
        known |= {found[1].lower()} & _MAIL_NAMES
    return len(known) >= _FEWEST_NAMES


FORMATS = (
    Format(
        1,
        "zip",
        ((0, b"PK\3\4"), (0, b"PK\5\6"), (0, b"PK\7\x08PK\3\4")),
        "simfinder.scan.extract.archives.zip_archive",
        version=2,
        seeks=True,
    ),
    Format(
        2,
        "gzip",
        ((0, b"\x1f\x8b\x08"),),
        "simfinder.scan.extract.archives.compressed_file",
        wraps=True,
        check=_is_gzip,
    ),
    Format(
        3,
        "bzip2",
        ((0, b"BZh"),),
        "simfinder.scan.extract.archives.compressed_file",
        wraps=True,
        check=_is_bzip2,
    ),
    Format(4, "xz", ((0, b"\xfd7zXZ\0"),), "simfinder.scan.extract.archives.compressed_file", wraps=True),
    Format(
        5, "zstd", ((0, b"\x28\xb5\x2f\xfd"),), "simfinder.scan.extract.archives.compressed_file", wraps=True
    ),
    Format(6, "tar", ((257, b"ustar\0"), (257, b"ustar ")), "simfinder.scan.extract.archives.tar_archive"),
    Format(
        7, "7z", ((0, b"7z\xbc\xaf\x27\x1c"),), "simfinder.scan.extract.archives.sevenzip_archive", seeks=True
    ),
    Format(8, "ar", ((0, b"!<arch>\n"),), "simfinder.scan.extract.archives.ar_archive"),
    Format(9, "pdf", ((0, b"%PDF-"),), "simfinder.scan.extract.pdf.pdf_document", version=2, seeks=True),
    Format(
        10,
        "html",
        tuple((0, begin) for begin in (b"<", b"\xef\xbb\xbf", b" ", b"\t", b"\r", b"\n", *_WIDE_MARKS)),
        "simfinder.scan.extract.html_page",
        seeks=True,
        check=_is_page,
        plain=True,
    ),
    Format(
        11,
        "mail",
        tuple((0, begin.encode()) for begin in _MAIL_BEGINS),
        "simfinder.scan.extract.mail_message",
        seeks=True,
        check=_is_mail,
        plain=True,
    ),
)


def _is_bitmap(head: Head) -> bool:
    """``BM`` may begin a text too: the reserved words are zero, and the second header has one of a few lengths."""
    lengths = (12, 40, 52, 56, 64, 108, 124)
    return len(head) > 18 and not any(head[6:10]) and int.from_bytes(head[14:18], "little") in lengths


def _is_ogg_sound(head: Head) -> bool:
    return b"theora" not in bytes(head[:64])


def _is_mpeg_sound(head: Head) -> bool:
    """A frame of layer III: its bit rate and sampling rate are none of the forbidden ones."""
    return len(head) > 2 and head[2] >> 4 not in (0, 15) and head[2] & 12 != 12


def _holds(offset: int, *words: bytes) -> Check:
    return lambda head: bytes(head[offset : offset + len(words[0])]) in words


_PICTURES: tuple[tuple[int, bytes, Check | None], ...] = (
    (0, b"\xff\xd8\xff", None),
    (0, b"\x89PNG\r\n\x1a\n", None),
    (0, b"GIF87a", None),
    (0, b"GIF89a", None),
    (0, b"RIFF", _holds(8, b"WEBP")),
    (0, b"BM", _is_bitmap),
    (0, b"II*\0", None),
    (0, b"MM\0*", None),
    (4, b"ftyp", _holds(8, b"heic", b"heix", b"mif1", b"avif")),
)
_SOUNDS: tuple[tuple[int, bytes, Check | None], ...] = (
    (0, b"ID3", _holds(3, b"\2\0", b"\3\0", b"\4\0")),
    (0, b"\xff\xfb", _is_mpeg_sound),
    (0, b"\xff\xf3", _is_mpeg_sound),
    (0, b"fLaC", None),
    (0, b"OggS", _is_ogg_sound),
    (0, b"RIFF", _holds(8, b"WAVE")),
    (0, b"FORM", _holds(8, b"AIFF", b"AIFC")),
    (0, b"MThd", None),
    (4, b"ftyp", _holds(8, b"M4A ", b"M4B ")),
)

BY_CODE: dict[int, Format] = {}
_Rules = list[tuple[bytes, int, Check | None]]
_Table = dict[int, dict[int, _Rules]]
_AT: _Table = {}
"""By offset and by the byte there: what else must be there, whose code, and the check."""
_PLAIN_AT: _Table = {}
"""The same of what has no view; asked second, for a tar begins with any name."""


def register(found: Format) -> None:
    """Add a format, in this process; the built-in ones come first.

    Raises:
        ValueError: its code is taken, or can't be.
    """
    if found.code in (*BY_CODE, TEXT, PICTURE, SOUND, MEMBERS) or not 0 < found.code < 256:
        raise ValueError(f"{found.code} can't be the code of {found.name}")
    BY_CODE[found.code] = found
    for offset, magic in found.magics:
        _add(_AT, offset, (magic, found.code, found.check))


def _add(table: _Table, offset: int, rule: tuple[bytes, int, Check | None]) -> None:
    table.setdefault(offset, {}).setdefault(rule[0][0], []).append(rule)


for _found in FORMATS:
    register(_found)
for _code, _rules in ((PICTURE, _PICTURES), (SOUND, _SOUNDS)):
    for _offset, _magic, _check in _rules:
        _add(_PLAIN_AT, _offset, (_magic, _code, _check))


_NO_CONTROL = bytes({*range(32, 127), *range(128, 256), *b"\b\t\n\f\r\x1b"})
_MOST_CONTROL = 256  # so many bytes for each control character
_CUT = 3  # bytes of a character that the end of a beginning may have lost
_SPACE = b" \t\r\n"
_MOST_APART = 64  # bytes for each blank of a text that is no UTF-8


def _is_text(head: Head) -> bool:
    """Whether a beginning is that of a text with enough words: no zero byte, next to no control characters.

    In another encoding than UTF-8 there must be blanks too, or any bytes above 127 would do.
    """
    data = bytes(head[:HEAD])
    if len(data) < LEAST_TEXT:
        return False
    control = data.translate(None, _NO_CONTROL)
    if len(control) * _MOST_CONTROL > len(data) or b"\0" in control:
        return False
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = error.reason == "unexpected end of data" and len(data) - error.start <= _CUT
        return cut or sum(map(data.count, _SPACE)) * _MOST_APART >= len(data)
    return True


def recognise(head: Head) -> int:
    """The code of the format that a beginning tells; ``TEXT``, ``PICTURE``, ``SOUND`` or ``PLAIN`` for no view.

    Args:
        head: the first ``HEAD`` bytes of a file, or all of them. More does no harm.
    """
    return _found_in(_AT, head) or _found_in(_PLAIN_AT, head) or (TEXT if _is_text(head) else PLAIN)


def _found_in(table: _Table, head: Head) -> int:
    size = len(head)
    for offset, rules in table.items():
        if offset < size and head[offset] in rules:
            for magic, code, check in rules[head[offset]]:
                if head[offset : offset + len(magic)] == magic and (check is None or check(head)):
                    return code
    return PLAIN


def made_of() -> str:
    """What makes two views comparable: the names and versions of all formats."""
    return "views " + " ".join(f"{found.name} {found.version}" for found in BY_CODE.values())

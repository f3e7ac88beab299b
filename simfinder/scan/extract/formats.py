"""The formats that have a view, and how to recognise them by the first bytes. Fast: it sees every file of a scan.

Texts, pictures and sound have no view but still get a code: it says how two of them are compared.

Give a new format a new code. Codes are stored in the cache and never reused for another format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from simfinder.model import extension_points
from simfinder.model.file_type import BACKUPS, type_of
from simfinder.text.message import say
from simfinder.text.patterns import late_pattern

VERSION = 9
"""Version of the rules below. When it changes, cached files are recognised again."""

HEAD = 512
"""Number of first bytes needed to recognise a format."""

PLAIN = 0
"""Code of a file of no known format."""

TEXT, PICTURE, SOUND, MEMBERS, VIDEO = 240, 241, 242, 243, 244
"""Kinds: codes of files without a view, and what a view says it holds (``PLAIN`` for bytes). ``MEMBERS`` stands for the
members of an archive, or for what a document without words holds."""

RAW = "raw"
"""Name of the view of a plain file without words: the file's own bytes."""

LEAST_TEXT = 200
"""A document of at least this many characters, or a file of as many bytes, has enough words to be compared by them."""

Head = bytes | memoryview
Check = Callable[[Head], bool]


class Format(NamedTuple):
    """A file format that has a view.

    Attributes:
        code: its number in the cache, 1 to 255.
        name: name of its view in results, unless the view says otherwise (a zip may turn out to be a document).
        magics: (offset, bytes) pairs, any of which identifies it; none where its first bytes do not tell.
        module: full name of the module whose ``stream`` makes the view.
        version: version of the view; when it changes, cached views are made again.
        seeks: whether ``stream`` needs a source that can seek.
        wraps: whether it holds a single content, which then counts as no deeper (a tar in a gzip is one archive).
        check: further test of the first bytes, for magics that other files may begin with too.
        plain: whether it is an unpacked text (html, mail). With few words, or as a member of an archive, such a file is
            compared by its own bytes.
        package: of an extension, with its version; another version makes views again. Its code is 0 until it is
            registered.
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
    package: str = ""


def _is_gzip(head: Head) -> bool:
    """Check the flags: the upper three are reserved and must be zero."""
    return len(head) > 3 and head[3] < 0x20


def _is_bzip2(head: Head) -> bool:
    """Check for the level and the magic of a block or of the end: a text may begin with ``BZh`` too."""
    return 0x31 <= (head[3] if len(head) > 3 else 0) <= 0x39 and bytes(head[4:10]) in (
        b"1AY&SY",
        b"\x17rE8P\x90",
    )


# any run of comments is one that begins with the first and ends with the last: written as a repeated group, it is
# tried in every way to divide it, which for 512 bytes takes for ever
_PAGE = late_pattern(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml\b[^>]*>\s*)?(?:<!--.*?-->\s*)?"
    rb"<(?:!doctype\s+html\b|(?:html|head|body|title|meta)[\s>])",
    re.IGNORECASE | re.DOTALL,
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # of UTF-16


def _is_page(head: Head) -> bool:
    """Check for a web page: a doctype, or an element that only a page begins with."""
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
_MAIL_LINE = late_pattern(rb"([!-9;-~]+)[ \t]*:")
_FEWEST_NAMES = 3
_PATCH = late_pattern(rb"From [0-9a-f]{40} Mon Sep 17 00:00:00 2001\r?\n")


def _is_mail(head: Head) -> bool:
    """Check for a mail or an mbox: only header lines, at least three of them with names that only mails have.

    A patch that Git has written as a mail counts as code.
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


_STRING = rb'"(?:[^"\\\n]|\\.)*+"'
_DATA = late_pattern(
    rb"(?:\xef\xbb\xbf)?\s*+(?:\{\s*+" + _STRING + rb"\s*+:"
    rb"|\[(?:\s*+\[)*+\s*+(?:\{\s*+[\"}]|" + _STRING + rb"\s*+[],]|-?\d[\d.eE+-]*+\s*+[],]))",
    re.DOTALL,
)


_MAP = late_pattern(rb'\s*+\{\s*+"version"\s*+:\s*+3\s*+,.*?"(?:sources|mappings|sections)"', re.DOTALL)


def _is_json(head: Head) -> bool:
    """Check for an object with a key, or a list of objects, strings or numbers; of enough bytes to be compared.

    Source maps are left out: programs write them in one look, and they are found in other files by their bytes.
    """
    data = bytes(head[:HEAD])
    return len(data) >= LEAST_TEXT and _DATA.match(data) is not None and _MAP.match(data) is None


def _is_squashfs(head: Head) -> bool:
    """Check for version 4.0."""
    return len(head) > 32 and bytes(head[28:32]) == b"\4\0\0\0"


ELF, PE = b"\x7fELF", b"MZ"
"""How programs begin."""


def _is_program(head: Head) -> bool:
    """Check for what follows: class, order and version, or where the header of Windows is."""
    begin = bytes(head[:HEAD])
    if begin.startswith(ELF):
        return len(begin) > 6 and begin[4] in (1, 2) and begin[5] in (1, 2) and begin[6] == 1
    at = int.from_bytes(begin[60:64], "little")
    return begin[at : at + 4] == b"PE\0\0"


_SFNT = (b"\0\1\0\0", b"OTTO", b"true")
_MOST_TABLES = 256
EOT = b"LP"
"""What stands at byte 34 of an Embedded OpenType file."""
_EOT_VERSIONS = (b"\0\0\1\0", b"\1\0\2\0", b"\2\0\2\0")


def _is_font(head: Head) -> bool:
    """Check the number of tables and the name of the first one, or what a packed font holds: numbers begin so too."""
    begin = bytes(head[:16])
    if bytes(head[34:36]) == EOT:
        return begin[8:12] in _EOT_VERSIONS
    if begin[:4] == b"ttcf":
        return begin[4:8] in (b"\0\1\0\0", b"\0\2\0\0")
    if begin[:4] not in _SFNT:
        return begin[4:8] in (*_SFNT, b"ttcf")
    tag, tables = begin[12:], int.from_bytes(begin[4:6], "big")
    return len(tag) == 4 and tag.isascii() and tag.decode().isprintable() and 0 < tables <= _MOST_TABLES


FORMATS = (
    Format(
        1,
        "zip",
        ((0, b"PK\3\4"), (0, b"PK\5\6"), (0, b"PK\7\x08PK\3\4")),
        "simfinder.scan.extract.archives.zip_archive",
        version=4,
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
    Format(9, "pdf", ((0, b"%PDF-"),), "simfinder.scan.extract.pdf.pdf_document", version=3, seeks=True),
    Format(
        10,
        "html",
        tuple((0, begin) for begin in (b"<", b"\xef\xbb\xbf", b" ", b"\t", b"\r", b"\n", *_WIDE_MARKS)),
        "simfinder.scan.extract.texts.html_page",
        version=2,
        seeks=True,
        check=_is_page,
        plain=True,
    ),
    Format(
        11,
        "mail",
        tuple((0, begin.encode()) for begin in _MAIL_BEGINS),
        "simfinder.scan.extract.texts.mail_message",
        seeks=True,
        check=_is_mail,
        plain=True,
    ),
    Format(12, "rtf", ((0, b"{\\rtf"),), "simfinder.scan.extract.office.rtf", seeks=True),
    Format(
        13,
        "doc",
        ((0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),),
        "simfinder.scan.extract.office.legacy_word",
        seeks=True,
    ),
    Format(14, "datauris", (), "simfinder.scan.extract.texts.data_uris", version=3, seeks=True, plain=True),
    Format(
        15,
        "json",
        tuple((0, begin) for begin in (b"{", b"[", b"\xef\xbb\xbf", b" ", b"\t", b"\r", b"\n")),
        "simfinder.scan.extract.texts.json_data",
        version=2,
        seeks=True,
        check=_is_json,
        plain=True,
    ),
    Format(16, "yaml", (), "simfinder.scan.extract.texts.yaml_data", seeks=True, plain=True),
    Format(
        17, "minified", (), "simfinder.scan.extract.texts.minified_code", version=2, seeks=True, plain=True
    ),
    Format(
        18, "metadata", (), "simfinder.scan.extract.media.without_metadata", version=2, seeks=True, plain=True
    ),
    Format(
        19,
        "diskimage",
        ((0, b"hsqs"),),
        "simfinder.scan.extract.archives.disk_image",
        seeks=True,
        check=_is_squashfs,
    ),
    Format(
        20,
        "font",
        (*((0, begin) for begin in (b"\0\1\0\0", b"OTTO", b"true", b"ttcf", b"wOFF", b"wOF2")), (34, EOT)),
        "simfinder.scan.extract.media.font",
        seeks=True,
        check=_is_font,
    ),
    Format(
        21,
        "program",
        ((0, ELF), (0, PE)),
        "simfinder.scan.extract.media.program",
        seeks=True,
        check=_is_program,
    ),
)

EMBEDDING, JSON, YAML, MINIFIED, MEDIA, DISK_IMAGE = 14, 15, 16, 17, 18, 19
"""Codes of texts with files in base64, JSON, YAML, minified code, pictures and sound with much metadata, and disk
images; all but JSON and squashfs are not seen from the first bytes alone, see ``refined``."""

PROGRAM = 21
"""Code of programs and libraries; ``refined`` leaves out the largest."""

SHARE = 4
"""Metadata are much from one byte in so many on: less leaves the figure of two files at .76 or more, and such files are
read once and found inside others by all of their bytes."""

NOT_BY_BYTES = (PLAIN, TEXT, EMBEDDING, JSON, YAML, MINIFIED)
"""Codes that one file may have by its type and by all of its bytes."""

DATA = ("json", "yaml")
"""Names of views of data in one layout. Data that could not be parsed are compared with them by the bytes of both."""

CODED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\r\n"
"""Characters of files in base64, in lines; hexadecimal digits are among them."""

PROBE, PROBES, ENOUGH = 32, 256, 2
"""Bytes looked at for these, every how many, and how many such pieces a text with a file has."""

NOTEBOOK, DATABASE, SHEETS, PROGRAM_TEXTS = 200, 201, 202, 203
"""Codes of files that are shown by a view of their own, and measured by another one or by their bytes."""

SHOWN = {
    NOTEBOOK: Format(NOTEBOOK, "notebook", (), "simfinder.scan.extract.shown.notebook", seeks=True),
    DATABASE: Format(DATABASE, "database", (), "simfinder.scan.extract.shown.sqlite_database", seeks=True),
    SHEETS: Format(SHEETS, "sheets", (), "simfinder.scan.extract.shown.sheets", seeks=True),
    PROGRAM_TEXTS: Format(
        PROGRAM_TEXTS, "program", (), "simfinder.scan.extract.shown.program_texts", seeks=True
    ),
}
"""What is made for looking at only. ``recognise`` knows nothing of these."""

SHEET, ASIDE = "\f", "\v"
"""Begin the name of a sheet or table, and a line about it that is none of its rows, in views that are tables."""

_SHEETS = frozenset({"xlsx", "xlsm", "xltx", "xltm", "ods", "ots"})
_ZIP = b"PK\3\4"

SQLITE = b"SQLite format 3\0"
"""How databases begin."""

_MAY_EMBED = frozenset(
    {"css", "less", "scss", "js", "mjs", "md", "svg", "b64", "base64", "fb2", "hex", "pem", "vcf"}
)
_EMBEDS = (b";base64,", b'"image/')
_JSON, _YAML = frozenset({"json", "geojson", "ipynb", "webmanifest"}), frozenset({"yaml", "yml"})
_ISO = ".iso"  # whose first 32 kB may be anything
_CODE = frozenset({"css", "js", "mjs", "cjs"})
BY_TYPE_ENDS = frozenset(
    f".{name}"[-3:].encode() for name in _MAY_EMBED | _JSON | _YAML | _CODE | BACKUPS | {_ISO}
)
"""Last three bytes, in lower case, of names that ``refined`` looks at, if they don't end in ``~`` or ``#``."""
_ENDING = 64  # most characters of a path that are searched for a type, for speed: most files have another
_MAY_BE_BY_TYPE = late_pattern(
    rf"\.(?:{'|'.join(sorted(_MAY_EMBED | _JSON | _YAML | _CODE))})(?![a-z])", re.IGNORECASE
)

LONG_LINES = 120
"""Bytes of a line of minified code on average; of written code 30 to 50."""

_INDENTED, _SPACED = (b"\n  ", b"\n\t"), (b" = ", b" {", b": ")
_FEW = (
    3  # of long lines, at most one in so many is indented: written style sheets may hold a picture in a line
)
_RARE = 10  # of short ones, at most one in so many has a blank or an indentation; of written code every second has


def _is_bitmap(head: Head) -> bool:
    """Check the reserved words and the length of the second header: a text may begin with ``BM`` too."""
    lengths = (12, 40, 52, 56, 64, 108, 124)
    return len(head) > 18 and not any(head[6:10]) and int.from_bytes(head[14:18], "little") in lengths


def _is_ogg_sound(head: Head) -> bool:
    return b"theora" not in bytes(head[:64])


def _is_mpeg_sound(head: Head) -> bool:
    """Check for a frame of layer III with a valid bit rate and sampling rate."""
    return len(head) > 2 and head[2] >> 4 not in (0, 15) and head[2] & 12 != 12


def _is_adts(head: Head) -> bool:
    """Check for a frame of AAC with a valid sampling rate and a length that is more than its head."""
    return (
        len(head) > 6 and head[2] >> 2 & 15 < 13 and ((head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5) > 7
    )


def _is_film(head: Head) -> bool:
    """Check the brand of an MP4: one of a film, or of many things."""
    brand = bytes(head[8:12])
    return brand[:3] in (b"iso", b"mp4", b"M4V", b"avc", b"3gp", b"3g2", b"dsm") or brand in (
        b"qt  ",
        b"MSNV",
        b"f4v ",
    )


def _is_icon(head: Head) -> bool:
    """Check the table of an icon: one to 64 pictures, each with a byte that is 0."""
    return len(head) > 9 and 0 < head[4] <= 64 and head[5] == 0 and head[9] == 0


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
    (4, b"ftyp", _holds(8, b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")),
    (4, b"ftyp", _holds(8, b"avif", b"avis", b"crx ")),
    (0, b"IIU\0", None),
    (0, b"IIRO\x08\0", None),
    (0, b"IIRS\x08\0", None),
    (0, b"MMOR\0\0", None),
    (0, b"FUJIFILMCCD-RAW", None),
    (0, b"\0\0\1\0", _is_icon),
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
    (0, b"\xff\xfa", _is_mpeg_sound),
    (0, b"\xff\xf2", _is_mpeg_sound),
    (0, b"\xff\xf1", _is_adts),
    (0, b"\xff\xf9", _is_adts),
    (0, b"#!AMR", None),
    (0, b"wvpk", None),
    (0, b"MAC ", None),
    (4, b"ftyp", _holds(8, b"M4A ", b"M4B ")),
)
_VIDEOS: tuple[tuple[int, bytes, Check | None], ...] = (
    (0, b"\x1aE\xdf\xa3", None),
    (0, b"RIFF", _holds(8, b"AVI ")),
    (0, b"FLV\1", None),
    (0, b"0&\xb2u\x8ef\xcf\x11", None),
    (0, b"\0\0\1\xba", None),
    (0, b"OggS", lambda head: not _is_ogg_sound(head)),
    (4, b"ftyp", _is_film),
)

BY_CODE: dict[int, Format] = {}
_Rules = list[tuple[bytes, int, Check | None]]
_Table = dict[int, dict[int, _Rules]]
_AT: _Table = {}
"""Rules by offset and by the byte at that offset: the whole magic, the code, and the check."""
_PLAIN_AT: _Table = {}
"""The same for files without a view. Tried second, because a tar may begin with any file name."""


FIRST_OF_EXTENSIONS, LAST_OF_EXTENSIONS = 100, 199
"""Codes of formats of extensions. They are given out anew in each process, and are part of the cache's keys."""


def register(found: Format) -> None:
    """Add a format in this process; the built-in ones are tried first.

    Raises:
        ValueError: its code or its name is taken or out of range, or its first bytes can't be looked for.
    """
    if found.code in (*BY_CODE, TEXT, PICTURE, SOUND, MEMBERS, VIDEO) or not 0 < found.code < 256:
        raise ValueError(f"{found.code} can't be the code of {found.name}")
    if not all(magic and 0 <= offset <= HEAD - len(magic) for offset, magic in found.magics):
        raise ValueError(f"what {found.name} begins with is not within the first {HEAD} bytes")
    BY_CODE[found.code] = found
    for offset, magic in found.magics:
        _add(_AT, offset, (magic, found.code, found.check))


def _add(table: _Table, offset: int, rule: tuple[bytes, int, Check | None]) -> None:
    table.setdefault(offset, {}).setdefault(rule[0][0], []).append(rule)


for _found in FORMATS:
    register(_found)
for _code, _rules in ((PICTURE, _PICTURES), (SOUND, _SOUNDS), (VIDEO, _VIDEOS)):
    for _offset, _magic, _check in _rules:
        _add(_PLAIN_AT, _offset, (_magic, _code, _check))


VIEWS: Final = extension_points.ExtensionPoint(
    extension_points.VIEWS,
    Format,
    {found.name: found for found in FORMATS},
    reserved=(RAW, *(found.name for found in SHOWN.values())),
)


def register_extension(code: int, name: str, found: Format, package: str) -> None:
    """Register what an extension brings, with the code it has in this run.

    Raises:
        ValueError: as ``register``, or results can't have a view of this name.
    """
    if not name.isalnum():
        raise ValueError("the name of a view is small letters and digits")
    check = found.check and partial(_holds_for, found.check)
    register(found._replace(code=code, name=name, package=package, check=check))


def _holds_for(check: Check, head: Head) -> bool:
    """Ask the check of an extension; one that fails over a file does not know the file."""
    try:
        return bool(check(head))
    except Exception:
        return False


def _register_extensions() -> bytes:
    """Register what extensions bring, as far as there are codes; return the rows that tell a sandboxed process."""
    rows = []
    codes = range(FIRST_OF_EXTENSIONS, LAST_OF_EXTENSIONS + 1)
    for code, (name, found) in zip(codes, VIEWS.extensions().items(), strict=False):
        package = VIEWS.package(name)
        try:
            register_extension(code, name, found, package)
            rows.append("\n".join((str(code), name, VIEWS.place(name), package)))
        except (ValueError, TypeError, AttributeError) as error:
            VIEWS.leave_out(name, say("{}", str(error)))
    return "\0".join(rows).encode()


NO_CONTROL = bytes({*range(32, 127), *range(128, 256), *b"\b\t\n\f\r\x1b"})
"""Bytes that are no control characters, or those that texts have."""

MOST_CONTROL = 256
"""A text has at least this many bytes for each control character."""

_CUT = 3  # most bytes of a character cut in two by the end of the head
_SPACE = b" \t\r\n"
_MOST_APART = 64  # a text that is not UTF-8 has at most this many bytes for each blank


def _is_text(head: Head) -> bool:
    """Return whether a file begins like a text with enough words: no zero byte, next to no control characters.

    In an encoding other than UTF-8 there must be blanks too, or any bytes above 127 would pass.
    """
    data = bytes(head[:HEAD])
    if len(data) < LEAST_TEXT:
        return False
    control = data.translate(None, NO_CONTROL)
    if len(control) * MOST_CONTROL > len(data) or b"\0" in control:
        return False
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = error.reason == "unexpected end of data" and len(data) - error.start <= _CUT
        return cut or sum(map(data.count, _SPACE)) * _MOST_APART >= len(data)
    return True


def magics() -> Iterator[tuple[int, bytes]]:
    """Yield offset and bytes of all that identifies a format, or may do so: no other file has one, except texts."""
    for table in (_AT, _PLAIN_AT):
        for offset, by_first in table.items():
            yield from ((offset, magic) for rules in by_first.values() for magic, _, _ in rules)


def recognise(head: Head) -> int:
    """Return the code of a format by its first bytes; ``TEXT``, ``PICTURE``, ``SOUND`` or ``PLAIN`` for no view.

    Args:
        head: the first ``HEAD`` bytes of a file, or all of them. More does no harm.
    """
    return _found_in(_AT, head) or _found_in(_PLAIN_AT, head) or (TEXT if _is_text(head) else PLAIN)


def refined(code: int, path: str, data: Head, size: int, *, runs: bool | None = None) -> int:
    """Return the code of a file of which its type, or more of its bytes, says more than its first bytes do.

    Args:
        code: by its first bytes.
        path: of the file.
        data: all of it, or its first ``HEAD`` bytes where it is too long to be searched now: a text of some types then
            counts as one that holds files, or as minified, and the view leaves it as it is if it is not.
        size: bytes of the file.
        runs: whether all of it has a long run, where that is known.
    """
    if code == PLAIN and path[-len(_ISO) :].lower() == _ISO:
        return DISK_IMAGE
    if code == PROGRAM:
        return code if _is_comparable_program(bytes(data[:HEAD]), size) else PLAIN
    if code in (PICTURE, SOUND):
        return MEDIA if _has_much_metadata(bytes(data[:HEAD]), size) else code
    if code not in (TEXT, PLAIN):
        return code
    whole = len(data) >= size
    if not _MAY_BE_BY_TYPE.search(path, max(0, len(path) - _ENDING)):
        return EMBEDDING if code == TEXT and whole and _has_long_run(data, runs) else code
    kind = type_of(path)
    if kind in _JSON and size >= LEAST_TEXT:
        return JSON
    if code != TEXT:
        return code
    if kind in _YAML:
        return YAML
    if kind in _CODE and (not whole or is_minified(data)):
        return MINIFIED
    if not whole:
        return EMBEDDING if kind in _MAY_EMBED else code
    held = bytes(data)
    marked = kind in _MAY_EMBED and any(mark in held for mark in _EMBEDS)
    return EMBEDDING if marked or _has_long_run(held, runs) else code


def _has_long_run(data: Head, known: bool | None) -> bool:
    return has_long_run(bytes(data)) if known is None else known


def shown_as(path: str, head: Head) -> int:
    """Return the code of the view in ``SHOWN`` by which people look at a file; ``PLAIN`` for none.

    Args:
        path: of the file.
        head: its first bytes, the more the better.
    """
    begin = bytes(head[: len(SQLITE)])
    if begin == SQLITE:
        return DATABASE
    if recognise(head) == PROGRAM:
        return PROGRAM_TEXTS
    kind = type_of(path)
    if kind in _SHEETS and begin.startswith(_ZIP):
        return SHEETS
    return NOTEBOOK if kind == "ipynb" and begin.lstrip()[:1] == b"{" else PLAIN


def has_long_run(data: bytes) -> bool:
    """Return whether a text may hold a file in base64 or hexadecimal digits: long runs of these alone.

    ``PROBE`` bytes in every ``PROBES`` are looked at, and two of these pieces must be such a run.
    """
    hits = 0
    for at in range(0, len(data) - PROBE + 1, PROBES):
        if not data[at : at + PROBE].translate(None, CODED):
            hits += 1
            if hits == ENOUGH:
                return True
    return False


def _has_much_metadata(head: bytes, size: int) -> bool:
    """Return whether so much of a picture or a sound is metadata that they would change its figures."""
    from simfinder.scan.payload import metadata_ahead

    return metadata_ahead(head, size) * SHARE >= size > 0


def _is_comparable_program(head: bytes, size: int) -> bool:
    from simfinder.scan.payload import is_comparable

    return is_comparable(head, size)


def is_minified(data: Head) -> bool:
    """Return whether code has lines that nobody writes: far too long, or without indentation and blanks."""
    held = bytes(data)
    lines = held.count(b"\n") + 1
    indented, spaced = (sum(map(held.count, marks)) for marks in (_INDENTED, _SPACED))
    is_long = len(held) > LONG_LINES * lines and _FEW * indented < lines
    return is_long or _RARE * (indented + spaced) < lines


def _found_in(table: _Table, head: Head) -> int:
    size = len(head)
    for offset, rules in table.items():
        if offset < size and head[offset] in rules:
            for magic, code, check in rules[head[offset]]:
                if head[offset : offset + len(magic)] == magic and (check is None or check(head)):
                    return code
    return PLAIN


def version_key() -> str:
    """Return the names and versions of all formats: views made with others are not comparable."""
    return "views " + " ".join(map(_key, BY_CODE.values()))


def rules_key() -> str:
    """Return the version of the rules by which files are recognised."""
    return " ".join((str(VERSION), *(_key(found) for found in BY_CODE.values() if found.package)))


def _key(found: Format) -> str:
    own = f"{found.name} {found.version}"
    return f"{own} ({found.package}, {found.code})" if found.package else own


# last, since the modules of extensions import this one
EXTENSION_ROWS: Final = _register_extensions()
"""For each format of an extension its code, name, place and package, in lines, with zero bytes between."""

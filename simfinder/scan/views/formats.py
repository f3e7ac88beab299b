"""What kinds of file have a view, and how their first bytes tell. Light: every file of a scan is looked at.

A new format gets a new code; codes lie in the cache and are never used again for another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

VERSION = 1
"""Of the rules below: with another one files are looked at again."""

HEAD = 512
"""Bytes of a beginning that suffice."""

PLAIN = 0
"""Code of a file that has no view."""

Head = bytes | memoryview
Check = Callable[[Head], bool]


class Format(NamedTuple):
    """A kind of file that has a view.

    Attributes:
        code: stands for it in the cache; 1 to 255.
        name: of its view in results, unless the view says otherwise (a zip may turn out to be a document).
        magics: (offset, bytes) pairs, any of which tells it.
        module: in this package, or anywhere if it has a dot; its ``stream`` makes the view.
        version: of the view: with another one it is made again.
        seeks: ``stream`` needs a source that can seek.
        wraps: holds a single content, so that what is in it counts as no deeper (a tar in a gzip is one archive).
        check: what a beginning must hold to besides, where the bytes alone may begin something else.
    """

    code: int
    name: str
    magics: tuple[tuple[int, bytes], ...]
    module: str
    version: int = 1
    seeks: bool = False
    wraps: bool = False
    check: Check | None = None


def _is_gzip(head: Head) -> bool:
    """The upper three flags are reserved and must be zero."""
    return len(head) > 3 and head[3] < 0x20


def _is_bzip2(head: Head) -> bool:
    """``BZh`` may begin a text too: behind it come the level and the mark of a block, or of the end."""
    return 0x31 <= (head[3] if len(head) > 3 else 0) <= 0x39 and bytes(head[4:10]) in (
        b"1AY&SY",
        b"\x17rE8P\x90",
    )


FORMATS = (
    Format(1, "zip", ((0, b"PK\3\4"), (0, b"PK\5\6"), (0, b"PK\7\x08PK\3\4")), "zips", seeks=True),
    Format(2, "gzip", ((0, b"\x1f\x8b\x08"),), "compressed", wraps=True, check=_is_gzip),
    Format(3, "bzip2", ((0, b"BZh"),), "compressed", wraps=True, check=_is_bzip2),
    Format(4, "xz", ((0, b"\xfd7zXZ\0"),), "compressed", wraps=True),
    Format(5, "zstd", ((0, b"\x28\xb5\x2f\xfd"),), "compressed", wraps=True),
    Format(6, "tar", ((257, b"ustar\0"), (257, b"ustar ")), "tars"),
    Format(7, "7z", ((0, b"7z\xbc\xaf\x27\x1c"),), "sevenzips", seeks=True),
    Format(8, "ar", ((0, b"!<arch>\n"),), "ars"),
    Format(9, "pdf", ((0, b"%PDF-"),), "pdfs", seeks=True),
)

BY_CODE: dict[int, Format] = {}
_Rules = list[tuple[bytes, int, Check | None]]
_AT: dict[int, dict[int, _Rules]] = {}
"""By offset and by the byte there: what else must be there, whose code, and the check."""


def register(found: Format) -> None:
    """Add a format, in this process; the built-in ones come first.

    Raises:
        ValueError: its code is taken, or can't be.
    """
    if found.code in BY_CODE or not 0 < found.code < 256:
        raise ValueError(f"{found.code} can't be the code of {found.name}")
    BY_CODE[found.code] = found
    for offset, magic in found.magics:
        _AT.setdefault(offset, {}).setdefault(magic[0], []).append((magic, found.code, found.check))


for _found in FORMATS:
    register(_found)


def recognise(head: Head) -> int:
    """The code of the format that a beginning tells, ``PLAIN`` for none.

    Args:
        head: the first ``HEAD`` bytes of a file, or all of them. More does no harm.
    """
    size = len(head)
    for offset, rules in _AT.items():
        if offset < size and head[offset] in rules:
            for magic, code, check in rules[head[offset]]:
                if head[offset : offset + len(magic)] == magic and (check is None or check(head)):
                    return code
    return PLAIN


def made_of() -> str:
    """What makes two views comparable: the names and versions of all formats."""
    return "views " + " ".join(f"{found.name} {found.version}" for found in BY_CODE.values())

"""What kinds of file have a view, and how their first bytes tell. Light: every file of a scan is looked at.

A new format gets a new code; codes lie in the cache and are never used again for another.
"""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 1
"""Of the rules below: with another one files are looked at again."""

HEAD = 512
"""Bytes of a beginning that suffice."""

PLAIN = 0
"""Code of a file that has no view."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file that has a view.

    Attributes:
        code: stands for it in the cache.
        name: of its view in results, unless the view says otherwise (a zip may turn out to be a document).
        magics: (offset, bytes) pairs, any of which tells it.
        module: in this package; its ``stream`` makes the view.
        version: of the view: with another one it is made again.
        seeks: ``stream`` needs a source that can seek.
        wraps: holds a single content, so that what is in it counts as no deeper (a tar in a gzip is one archive).
    """

    code: int
    name: str
    magics: tuple[tuple[int, bytes], ...]
    module: str
    version: int = 1
    seeks: bool = False
    wraps: bool = False


FORMATS = (
    Format(1, "zip", ((0, b"PK\3\4"), (0, b"PK\5\6")), "zips", seeks=True),
    Format(2, "gzip", ((0, b"\x1f\x8b\x08"),), "compressed", wraps=True),
    Format(3, "bzip2", ((0, b"BZh"),), "compressed", wraps=True),
    Format(4, "xz", ((0, b"\xfd7zXZ\0"),), "compressed", wraps=True),
    Format(5, "zstd", ((0, b"\x28\xb5\x2f\xfd"),), "compressed", wraps=True),
    Format(6, "tar", ((257, b"ustar"),), "tars"),
    Format(7, "7z", ((0, b"7z\xbc\xaf\x27\x1c"),), "sevenzips", seeks=True),
    Format(8, "ar", ((0, b"!<arch>\n"),), "ars"),
    Format(9, "pdf", ((0, b"%PDF-"),), "pdfs", seeks=True),
)

BY_CODE = {found.code: found for found in FORMATS}


def _by_first_byte() -> dict[int, list[tuple[bytes, int]]]:
    table: dict[int, list[tuple[bytes, int]]] = {}
    for found in FORMATS:
        for offset, magic in found.magics:
            if offset == 0:
                table.setdefault(magic[0], []).append((magic, found.code))
    return table


_FIRST = _by_first_byte()
_LATER = tuple((offset, magic, found.code) for found in FORMATS for offset, magic in found.magics if offset)
_BZIP2 = 3


def recognise(head: bytes | memoryview) -> int:
    """The code of the format that a beginning tells, ``PLAIN`` for none.

    Args:
        head: the first ``HEAD`` bytes of a file, or all of them. More does no harm.
    """
    if not len(head):
        return PLAIN
    for magic, code in _FIRST.get(head[0], ()):
        if head[: len(magic)] == magic and (code != _BZIP2 or _is_bzip2(head)):
            return code
    for offset, magic, code in _LATER:
        if head[offset : offset + len(magic)] == magic:
            return code
    return PLAIN


def _is_bzip2(head: bytes | memoryview) -> bool:
    """``BZh`` may begin a text too: behind it come the level and the mark of a block, or of the end."""
    return 0x31 <= (head[3] if len(head) > 3 else 0) <= 0x39 and bytes(head[4:10]) in (
        b"1AY&SY",
        b"\x17rE8P\x90",
    )


def made_of() -> str:
    """What makes two views comparable: the names and versions of all formats."""
    return "views " + " ".join(f"{found.name} {found.version}" for found in FORMATS)

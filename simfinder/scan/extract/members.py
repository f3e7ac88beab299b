"""The list of an archive's members (names, sizes, content hashes), packed into one piece of bytes.

Layout: count (4 bytes), sizes (8 bytes each), hashes (16 bytes each), names separated by zero bytes; numbers are
little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import NamedTuple

HASH = 16

_MISCOUNTED = "a list of members has more or fewer names than members"


class Member(NamedTuple):
    """A file in an archive.

    Attributes:
        name: its path in the archive, bytes; inside a nested container prefixed with that one's path and a slash. Never
            used as a path of the file system.
        size: unpacked size in bytes.
        content: XXH3-128 of its bytes.
    """

    name: bytes
    size: int
    content: bytes


def pack(members: Sequence[Member]) -> bytes:
    """Pack a list into one piece; an empty list into no bytes."""
    count = len(members)
    if not count:
        return b""
    sizes = struct.pack(f"<I{count}Q", count, *(member.size for member in members))
    hashes = b"".join(member.content for member in members)
    return b"".join((sizes, hashes, b"\0".join(member.name.replace(b"\0", b"?") for member in members)))


def unpack(piece: bytes) -> list[Member]:
    """Unpack a piece; an empty piece gives an empty list.

    Raises:
        ValueError: it is malformed.
    """
    if not piece:
        return []
    count, names_at = _extent(piece)
    sizes = struct.unpack_from(f"<{count}Q", piece, 4)
    at = 4 + 8 * count
    names = piece[names_at:].split(b"\0") if count or names_at < len(piece) else []
    if len(names) != count:
        raise ValueError(_MISCOUNTED)
    return [
        Member(name, size, piece[at + HASH * i : at + HASH * (i + 1)])
        for i, (name, size) in enumerate(zip(names, sizes, strict=True))
    ]


def check(piece: bytes) -> None:
    """Check a piece from an untrusted source.

    Raises:
        ValueError: it is malformed.
    """
    if not piece:
        return
    count, names_at = _extent(piece)
    names = piece.count(b"\0", names_at) + 1 if count or names_at < len(piece) else 0
    if names != count:
        raise ValueError(_MISCOUNTED)


def count_of(piece: bytes) -> int:
    """Return how many members a piece lists."""
    return _extent(piece)[0] if piece else 0


def common_folders(names: Sequence[bytes]) -> int:
    """Return how many folders at the top of an archive hold all of its members: packers often add one."""
    ways = [folder.split(b"/")[:-1] for folder in {name[: name.rfind(b"/") + 1] for name in names}]
    least = min(map(len, ways), default=0)
    return next((i for i in range(least) if len({way[i] for way in ways}) > 1), least)


def paths_inside(piece: bytes) -> list[bytes]:
    """Return the paths of the members of a piece, without the folders that hold all of them.

    Raises:
        ValueError: it is malformed.
    """
    names = [member.name for member in unpack(piece)]
    common = common_folders(names)
    return [b"/".join(name.split(b"/")[common:]) for name in names]


def columns(piece: bytes) -> tuple[bytes, bytes]:
    """Return the sizes (8 bytes each) and the hashes (16 bytes each) of a piece, for arrays."""
    if not piece:
        return b"", b""
    count, names_at = _extent(piece)
    return piece[4 : 4 + 8 * count], piece[4 + 8 * count : names_at]


def _extent(piece: bytes) -> tuple[int, int]:
    if len(piece) < 4:
        raise ValueError("a list of members is cut short")
    count = int.from_bytes(piece[:4], "little")
    names_at = 4 + (8 + HASH) * count
    if names_at > len(piece):
        raise ValueError("a list of members is cut short")
    return count, names_at

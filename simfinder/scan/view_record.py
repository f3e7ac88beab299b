"""What a look inside one content has shown, as a value and in the form the cache holds.

Owns that form. No reading, no arrays.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from simfinder.scan.extract import formats, limits
from simfinder.scan.extract.members import count_of

_HEAD = struct.Struct("<BHIIIqB")


@dataclass(frozen=True, slots=True)
class Seen:
    """The view of one content.

    Attributes:
        name: of the view, as results name it; "" where there is none.
        content: XXH3-128 of its bytes, 16 bytes; empty where it has none.
        size: its bytes.
        piece: its signatures in stored form; empty where it has no bytes.
        members: of an archive, as ``views.members`` packs them.
        problem: why there is no view, for people; "" where there is one.
        lasting: it will be the same at the next look, so that it is worth remembering.
        kind: what the view is, see ``formats.TEXT``; ``TEXT`` without bytes says that the file's own are its words.
        media: pictures and embedded files of a document, packed as members are.
    """

    name: str = ""
    content: bytes = b""
    size: int = 0
    piece: bytes = b""
    members: bytes = b""
    problem: str = ""
    lasting: bool = True
    kind: int = formats.PLAIN
    media: bytes = b""

    def pack(self) -> bytes:
        """As the cache holds it."""
        name, problem = self.name.encode(), self.problem.encode("utf-8", "surrogateescape")[:65535]
        parts = (name, problem, self.piece, self.members, self.media)
        head = _HEAD.pack(*map(len, parts), self.size, self.kind)
        return b"".join((head, self.content.ljust(16, b"\0"), *parts))

    @classmethod
    def parse(cls, data: bytes) -> Seen | None:
        """From the cache's form; None where it is malformed."""
        try:
            *lengths, size, kind = _HEAD.unpack_from(data)
            at = _HEAD.size + 16
            content = data[_HEAD.size : at] if lengths[2] else b""
            parts = []
            for length in lengths:
                parts.append(data[at : at + length])
                at += length
            if at != len(data) or size < 0:
                return None
            name, problem, piece, members, media = parts
            count_of(members)
            count_of(media)
            return cls(
                name.decode(),
                content,
                size,
                piece,
                members,
                problem.decode("utf-8", "surrogateescape"),
                kind=kind,
                media=media,
            )
        except (struct.error, ValueError):
            return None


def made_of(signatures: str) -> str:
    """What makes two views comparable: their versions, their bounds and what their signatures are made of."""
    return f"{formats.made_of()}; {limits.BOUNDS.made_of()}; {signatures}"

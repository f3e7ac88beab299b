"""The view of one content, as a value and as bytes for the cache. No reading, no arrays."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from simfinder.scan.extract import formats, limits
from simfinder.scan.extract.members import count_of
from simfinder.text.message import decode, encode

_HEAD = struct.Struct("<BHIIIqB")


@dataclass(frozen=True, slots=True)
class ViewRecord:
    """The view of one content.

    Attributes:
        name: name of the view in results; "" without a view.
        content: XXH3-128 of the view's bytes, 16 bytes; empty where it has none.
        size: number of the view's bytes.
        piece: signatures of the view in stored form; empty where it has no bytes.
        members: members of an archive, packed by ``extract.members``.
        problem: why there is no view, for people; "" where there is one.
        lasting: whether the next look would give the same, so that it is worth storing.
        kind: what the view is, see ``formats.TEXT``; ``TEXT`` without bytes means that the file's own bytes are its
            words.
        media: pictures and embedded files of a document, packed like members.
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
        """Return it as bytes for the cache."""
        name, problem = self.name.encode(), encode(self.problem).encode("utf-8", "surrogateescape")[:65535]
        parts = (name, problem, self.piece, self.members, self.media)
        head = _HEAD.pack(*map(len, parts), self.size, self.kind)
        return b"".join((head, self.content.ljust(16, b"\0"), *parts))

    @classmethod
    def parse(cls, data: bytes) -> ViewRecord | None:
        """Read it from the cache's bytes; None where they are malformed."""
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
                decode(problem.decode("utf-8", "surrogateescape")),
                kind=kind,
                media=media,
            )
        except (struct.error, ValueError):
            return None


def version_key(signatures: str) -> str:
    """Return the key of views in the cache: formats and versions, limits, and what the signatures are made of."""
    return f"{formats.version_key()}; {limits.BOUNDS.made_of()}; {signatures}"

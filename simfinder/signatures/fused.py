"""All methods over the same bytes: ``sign`` for a buffer, ``Signer`` for a stream read once.

Each block is small enough to stay in the processor's cache while one method after the other takes it.
Equal to the single methods for any chunking (tested); nothing is computed here.
"""

from __future__ import annotations

from simfinder.errors import TooLargeError
from simfinder.signatures.content import Content, Data, content_hash, view
from simfinder.signatures.signature import Signature
from simfinder.signatures.sketch import Sketch, sketch
from simfinder.signatures.spamsum import Spamsum, spamsum
from simfinder.signatures.tagcount import TagCount, tag_counts

BLOCK = 256 * 1024
"""Bytes the methods take in turn."""


class Signer:
    """Streaming form of ``sign``; constant memory, any length."""

    __slots__ = ("_content", "_size", "_sketch", "_spamsum", "_tags")

    def __init__(self) -> None:
        self._content = Content()
        self._tags = TagCount()
        self._spamsum = Spamsum()
        self._sketch = Sketch()
        self._size = 0

    def update(self, data: Data) -> None:
        whole = view(data)
        for start in range(0, len(whole), BLOCK):
            block = whole[start : start + BLOCK]
            self._content.update(block)
            self._tags.update(block)
            self._spamsum.update(block)
            self._sketch.update(block)
        self._size += len(whole)

    def digest(self) -> Signature:
        """The signature of the bytes so far; without a spamsum above 192 GiB, where it is not defined."""
        try:
            text = self._spamsum.digest()
        except TooLargeError:
            text = ""
        return Signature(
            content=self._content.digest(),
            size=self._size,
            tags=self._tags.digest(),
            spamsum=text,
            sketch=self._sketch.digest(),
        )


def sign(data: Data) -> Signature:
    """The signature of some bytes, by all methods."""
    whole = view(data)
    try:
        text = spamsum(whole)
    except TooLargeError:
        text = ""
    return Signature(
        content=content_hash(whole),
        size=len(whole),
        tags=tag_counts(whole),
        spamsum=text,
        sketch=sketch(whole),
    )

"""All methods over the same bytes in one pass; equal to the single ones whatever the chunks."""

from __future__ import annotations

from simfinder.signatures.content import Content, Data
from simfinder.signatures.sketch import Sketch
from simfinder.signatures.spamsum import Spamsum
from simfinder.signatures.table import Signature
from simfinder.signatures.tagcount import TagCount


class Signer:
    """Streaming form of ``sign``.

    Args:
        size: length of the whole input where it is known; saves work, never changes a signature.

    Raises:
        TooLargeError: beyond what spamsum is defined for.
    """

    def __init__(self, size: int = 0) -> None:
        self._size = 0
        self._content = Content()
        self._tags = TagCount()
        self._spamsum = Spamsum(size)
        self._sketch = Sketch()

    def update(self, data: Data) -> None:
        if len(data):
            self._size += len(data)
            self._content.update(data)
            self._tags.update(data)
            self._spamsum.update(data)
            self._sketch.update(data)

    def digest(self) -> Signature:
        return Signature(
            self._content.digest(),
            self._size,
            self._tags.digest(),
            self._spamsum.digest(),
            self._sketch.digest(),
        )


def sign(data: Data) -> Signature:
    """All signatures of some bytes."""
    signer = Signer(len(data))
    signer.update(data)
    return signer.digest()

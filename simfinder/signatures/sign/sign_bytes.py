"""All methods over the same bytes: ``sign`` for a buffer, ``Signer`` for a stream read once.

Blocks are small enough to stay in the processor's cache while each method takes its turn. Results equal those of the
single methods for any chunking (tested).
"""

from __future__ import annotations

from simfinder.errors import TooLargeError
from simfinder.signatures.content_hash import Content, Data, content_hash, view
from simfinder.signatures.methods.registry import plain_bytes, plain_streams
from simfinder.signatures.shingleprint.fingerprint import Shingleprint
from simfinder.signatures.simhash.binary_windows import of_sample
from simfinder.signatures.simhash.sampled_windows import sample_of
from simfinder.signatures.sketch.bottom_k import Sketch, sketch_and_print
from simfinder.signatures.spamsum.digest import Spamsum, spamsum
from simfinder.signatures.spamsum.tridgell import Tridgell
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.tagcount.counter import TagCount, tag_counts

BLOCK = 256 * 1024
"""Bytes that the methods take in turn."""


class Signer:
    """Streaming form of ``sign``, for any length; constant memory."""

    __slots__ = (
        "_content",
        "_parameters",
        "_plain",
        "_print",
        "_sample",
        "_size",
        "_sketch",
        "_spamsum",
        "_tags",
    )

    def __init__(self, parameters: Parameters = PLAIN) -> None:
        self._parameters = p = parameters
        self._content = Content()
        self._tags = TagCount(p.tags)
        self._spamsum = Tridgell(p.block_size) if p.block_size else Spamsum()
        self._sketch = Sketch()
        self._print = Shingleprint(p.shingle, p.features) if p.of("shingleprint") else None
        self._sample = sample_of(p.window, p.overlap) if p.sampled else self._sketch
        self._plain = plain_streams(p)
        self._size = 0

    def update(self, data: Data) -> None:
        whole = view(data)
        for start in range(0, len(whole), BLOCK):
            block = whole[start : start + BLOCK]
            self._content.update(block)
            self._tags.update(block)
            self._spamsum.update(block)
            self._sketch.update(block)
            if self._print is not None:
                self._print.update(block)
            if self._sample is not self._sketch:
                self._sample.update(block)
            for stream in self._plain:
                stream.update(block)
        self._size += len(whole)

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``; all methods but the content hash skip over them."""
        self._content.update_zeros(count)
        self._tags.update_zeros(count)
        self._spamsum.update_zeros(count)
        self._sketch.update_zeros(count)
        if self._print is not None:
            self._print.update_zeros(count)
        if self._sample is not self._sketch:
            self._sample.update_zeros(count)
        for stream in self._plain:
            stream.update_zeros(count)
        self._size += count

    def digest(self) -> Signature:
        """Return the signature of the bytes so far; without a spamsum above 192 GiB, where it is not defined."""
        try:
            text = self._spamsum.digest()
        except TooLargeError:
            text = ""
        values = self._sketch.digest()
        sample = values if self._sample is self._sketch else self._sample.digest()
        return Signature(
            content=self._content.digest(),
            size=self._size,
            tags=self._tags.digest(),
            spamsum=text,
            simhash=of_sample(sample, self._parameters.bits),
            shingleprint=self._sketch.shingleprint() if self._print is None else self._print.digest(),
            sketch=values,
            plain=plain_bytes(self._plain),
        )


def sign(data: Data, parameters: Parameters = PLAIN) -> Signature:
    """Return the signature of some bytes by all methods."""
    whole = view(data)
    if parameters != PLAIN:
        signer = Signer(parameters)
        signer.update(whole)
        return signer.digest()
    try:
        text = spamsum(whole)
    except TooLargeError:
        text = ""
    values, features = sketch_and_print(whole)
    return Signature(
        content=content_hash(whole),
        size=len(whole),
        tags=tag_counts(whole),
        spamsum=text,
        simhash=of_sample(values),
        shingleprint=features,
        sketch=values,
        plain=plain_of(whole),
    )


def plain_of(data: Data) -> bytes:
    """Return the stored forms of the plain methods for some bytes."""
    streams = plain_streams(PLAIN)
    for stream in streams:
        stream.update(data)
    return plain_bytes(streams)

"""All methods over the same bytes: ``sign`` for a buffer, ``Signer`` for a stream read once.

Blocks are small enough to stay in the processor's cache while each method takes its turn. Results equal those of the
single methods for any chunking (tested).
"""

from __future__ import annotations

from simfinder.errors import TooLargeError
from simfinder.signatures.content_hash import Content, Data, content_hash, view
from simfinder.signatures.methods import registry
from simfinder.signatures.methods.method import Stream
from simfinder.signatures.methods.registry import METHODS, plain_bytes, plain_streams
from simfinder.signatures.simhash.binary_windows import of_sample
from simfinder.signatures.sketch.bottom_k import Sketch, sketch_and_print
from simfinder.signatures.spamsum.digest import spamsum
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.tagcount.counter import tag_counts

BLOCK = 256 * 1024
"""Bytes that the methods take in turn."""


class Signer:
    """Streaming form of ``sign``, for any length; constant memory."""

    __slots__ = ("_bits", "_size", "_sketch", "_streams")

    def __init__(self, parameters: Parameters = PLAIN) -> None:
        self._bits = parameters.bits
        self._sketch = Sketch()
        of_sketch = {"sketch"}  # what it gives at no extra cost
        if not parameters.sampled:
            of_sketch.add("simhash")
        if not parameters.of("shingleprint"):
            of_sketch.add("shingleprint")
        self._streams: dict[str, Stream] = {"content": Content(), "sketch": self._sketch}
        for method in METHODS:
            if method.name not in of_sketch:
                self._streams[method.name] = method.stream(parameters)
        self._size = 0

    def update(self, data: Data) -> None:
        whole = view(data)
        for start in range(0, len(whole), BLOCK):
            block = whole[start : start + BLOCK]
            for stream in self._streams.values():
                stream.update(block)
        self._size += len(whole)

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``; all methods but the content hash skip over them."""
        for stream in self._streams.values():
            stream.update_zeros(count)
        self._size += count

    def digest(self) -> Signature:
        """Return the signature of the bytes so far; without a spamsum above 192 GiB, where it is not defined."""
        streams = self._streams
        try:
            text = streams["spamsum"].digest()
        except TooLargeError:
            text = ""
        values = self._sketch.digest()
        prints = streams.get("shingleprint")
        fingerprint = streams.get("simhash")
        return Signature(
            content=streams["content"].digest(),
            size=self._size,
            tags=streams["tagcount"].digest(),
            spamsum=text,
            simhash=of_sample(values, self._bits) if fingerprint is None else fingerprint.digest(),
            shingleprint=self._sketch.shingleprint() if prints is None else prints.digest(),
            sketch=values,
            plain=plain_bytes([streams[method.name] for method in registry.PLAIN]),
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

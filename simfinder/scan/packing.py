"""Signatures as the cache stores them: one blob per method. The only place that knows both."""

from __future__ import annotations

from collections.abc import Sequence

from simfinder.errors import SignatureError
from simfinder.signatures import sketch, spamsum, tagcount
from simfinder.signatures.signature import Signature
from simfinder.store.cache import MethodKey

METHODS = tuple(MethodKey(module.NAME, module.VERSION) for module in (tagcount, spamsum, sketch))
"""What is stored of every content, in the order of the blobs."""


def pack(signature: Signature) -> dict[MethodKey, bytes]:
    """Blobs of one signature."""
    blobs = (
        tagcount.to_bytes(signature.tags),
        spamsum.to_bytes(signature.spamsum),
        sketch.to_bytes(signature.sketch),
    )
    return dict(zip(METHODS, blobs, strict=True))


def unpack(content: bytes, size: int, blobs: Sequence[bytes]) -> Signature | None:
    """The signature that was packed; None where a blob is damaged, so that the file is read again."""
    tags, text, values = blobs
    try:
        return Signature(
            content, size, tagcount.from_bytes(tags), spamsum.from_bytes(text), sketch.from_bytes(values)
        )
    except SignatureError:
        return None

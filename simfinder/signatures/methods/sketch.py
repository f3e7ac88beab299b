"""The sketch as a method: it decides in automatic mode and has no text form."""

from __future__ import annotations

from simfinder.signatures.methods.method import SignatureMethod
from simfinder.signatures.sketch import bottom_k

METHOD = SignatureMethod(
    bottom_k.NAME,
    bottom_k.VERSION,
    lambda _: bottom_k.Sketch(),
    to_bytes=bottom_k.to_bytes,
    from_bytes=bottom_k.from_bytes,
)

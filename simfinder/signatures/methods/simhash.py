"""Simhash as a method: the fingerprint of a sample of windows that a scan stores; its text is hex digits."""

from __future__ import annotations

from typing import Any

from simfinder.errors import SignatureError
from simfinder.signatures.content_hash import Data
from simfinder.signatures.methods.method import SignatureMethod
from simfinder.signatures.simhash import fingerprint
from simfinder.signatures.simhash.binary_windows import of_sample
from simfinder.signatures.simhash.sampled_windows import sample_of


class _Fingerprint:
    """Streaming form of the stored simhash."""

    def __init__(self, parameters: Any) -> None:
        self._bits: int = parameters.bits
        self._sample = sample_of(parameters.window, parameters.overlap)

    def update(self, data: Data) -> None:
        self._sample.update(data)

    def update_zeros(self, count: int) -> None:
        self._sample.update_zeros(count)

    def digest(self) -> int | None:
        return of_sample(self._sample.digest(), self._bits)


def _score(a: str, b: str) -> float:
    (first, bits), (second, other) = fingerprint.from_hex(a), fingerprint.from_hex(b)
    if bits != other:
        raise SignatureError(f"simhashes of {bits} and of {other} bits can't be compared")
    return fingerprint.similarity(first, second, bits)


METHOD = SignatureMethod(
    fingerprint.NAME,
    fingerprint.VERSION,
    _Fingerprint,
    fingerprint.to_hex,
    _score,
    fingerprint.to_bytes,
    fingerprint.from_bytes,
)

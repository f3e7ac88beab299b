"""Shingleprint as a method; its text is the shingle size, a colon, and the values in hex, largest first."""

from __future__ import annotations

import re

import numpy as np

from simfinder.errors import NoFeaturesError, SignatureError
from simfinder.signatures.methods.method import SignatureMethod
from simfinder.signatures.shingleprint import fingerprint
from simfinder.signatures.shingleprint.fingerprint import SHINGLE, Values

_TEXT = re.compile(r"([0-9]{1,5}):([0-9a-f]{8}(?:,[0-9a-f]{8})*)?", re.ASCII | re.IGNORECASE)


def print_text(values: Values, shingle: int = SHINGLE) -> str:
    """Write a shingleprint: shingle size, a colon, the values in hex, largest first."""
    return f"{shingle}:" + ",".join(features_text(values))


def features_text(values: Values) -> list[str]:
    """Write the values of a shingleprint, eight hex digits each, largest first."""
    return [f"{value:08x}" for value in values[::-1].tolist()]


def read_print(text: str) -> tuple[int, Values]:
    """Read a shingleprint: shingle size and values, ascending; there may be none.

    Raises:
        SignatureError: another form, a shingle size below 4 or above 65535, or values that do not descend.
    """
    match = _TEXT.fullmatch(text)
    if match is None:
        raise SignatureError(f"no shingleprint, as in 8:0042b715,00423f00: {text[:160]!r}")
    shingle = int(match[1])
    fingerprint.check(shingle, 1)
    values = np.array([int(piece, 16) for piece in (match[2] or "").split(",") if piece], dtype=np.uint32)
    if not (values[1:] < values[:-1]).all():
        raise SignatureError(f"the values of a shingleprint do not descend: {text[:160]!r}")
    return shingle, values[::-1]


def _score(a: str, b: str) -> float:
    (shingle, first), (other, second) = read_print(a), read_print(b)
    if shingle != other:
        raise SignatureError(f"shingle size mismatch: {shingle} and {other}")
    if not len(first) or not len(second):
        raise NoFeaturesError("a shingleprint without features can't be compared")
    return fingerprint.score(first, second)


METHOD = SignatureMethod(
    fingerprint.NAME,
    fingerprint.VERSION,
    lambda parameters: fingerprint.Shingleprint(parameters.shingle, parameters.features),
    print_text,
    _score,
    fingerprint.to_bytes,
    fingerprint.from_bytes,
)

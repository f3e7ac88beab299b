"""Signatures as text, one form per method: written, read back strictly, and compared.

``hash`` prints these forms and ``score`` reads them.
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from simfinder.errors import NoFeaturesError, SignatureError
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.shingleprint.fingerprint import Values
from simfinder.signatures.simhash import fingerprint as simhash
from simfinder.signatures.spamsum import score as spamscore
from simfinder.signatures.tagcount import sum_keys
from simfinder.signatures.tagcount.sum_keys import Counts

METHODS: Final = ("tagcount", "spamsum", "simhash", "shingleprint", "content")
"""Methods whose signatures have a text form."""

_COUNT = re.compile(r"[0-9]{1,20}", re.ASCII)
_FEATURES = re.compile(r"([0-9]{1,5}):([0-9a-f]{8}(?:,[0-9a-f]{8})*)?", re.ASCII | re.IGNORECASE)
_CONTENT = re.compile(r"[0-9a-f]{32}", re.ASCII | re.IGNORECASE)


def counts_text(counts: Counts) -> str:
    """Write tag counts as numbers separated by commas."""
    return ",".join(str(count) for count in counts.tolist())


def read_counts(text: str) -> Counts:
    """Read tag counts.

    Raises:
        SignatureError: not whole numbers of 64 bits with commas.
    """
    pieces = text.split(",")
    if not all(_COUNT.fullmatch(piece) and int(piece) < 2**64 for piece in pieces):
        raise SignatureError(f"no tag counts, numbers with commas: {text[:160]!r}")
    return np.array([int(piece) for piece in pieces], dtype=np.uint64)


def print_text(values: Values, shingle: int) -> str:
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
    match = _FEATURES.fullmatch(text)
    if match is None:
        raise SignatureError(f"no shingleprint, as in 8:0042b715,00423f00: {text[:160]!r}")
    shingle = int(match[1])
    shingleprint.check(shingle, 1)
    values = np.array([int(piece, 16) for piece in (match[2] or "").split(",") if piece], dtype=np.uint32)
    if not (values[1:] < values[:-1]).all():
        raise SignatureError(f"the values of a shingleprint do not descend: {text[:160]!r}")
    return shingle, values[::-1]


def score(method: str, a: str, b: str) -> float:
    """Return the score a method gives two signatures in their text form.

    Returns:
        spamsum: a whole number 0..100, as ssdeep. Others 0..1: simhash the share of equal bits, shingleprint as
            simhash(1), tagcount 1 - L1 / (sum of both counts), content 1 or 0.

    Raises:
        SignatureError: one of them is malformed, or they can't be compared.
    """
    return _SCORES[method](a, b)


def _counts(a: str, b: str) -> float:
    first, second = read_counts(a), read_counts(b)
    if len(first) != len(second):
        raise SignatureError(f"counts of {len(first)} and of {len(second)} tags can't be compared")
    total = sum(first.tolist()) + sum(second.tolist())
    return 1.0 - sum_keys.l1_distance(first, second) / total if total else 1.0


def _simhash(a: str, b: str) -> float:
    (first, bits), (second, other) = simhash.from_hex(a), simhash.from_hex(b)
    if bits != other:
        raise SignatureError(f"simhashes of {bits} and of {other} bits can't be compared")
    return simhash.similarity(first, second, bits)


def _shingleprint(a: str, b: str) -> float:
    (shingle, first), (other, second) = read_print(a), read_print(b)
    if shingle != other:
        raise SignatureError(f"shingle size mismatch: {shingle} and {other}")
    if not len(first) or not len(second):
        raise NoFeaturesError("a shingleprint without features can't be compared")
    return shingleprint.score(first, second)


def _content(a: str, b: str) -> float:
    for text in (a, b):
        if _CONTENT.fullmatch(text) is None:
            raise SignatureError(f"no content hash of 32 hex digits: {text[:160]!r}")
    return float(a.lower() == b.lower())


_SCORES: dict[str, Any] = {
    "tagcount": _counts,
    "spamsum": spamscore.score,
    "simhash": _simhash,
    "shingleprint": _shingleprint,
    "content": _content,
}

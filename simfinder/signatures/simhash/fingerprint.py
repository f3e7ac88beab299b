"""Charikar's simhash: the bits of many hashes vote, and the majority becomes a fingerprint of 32 or 64 bits.

Holds the vote, the distance, and text features (shingles of N characters that overlap by M, hashed by MD5);
``binary_windows`` does windows of binary data. ``compute``, ``num_differing_bits`` and ``shingle`` equal those of
simhash-py 0.4.2.

An input without a single feature has no fingerprint: functions return ``None``, which is not the value 0.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from simfinder.errors import NoFeaturesError, ShingleError, SignatureError

NAME = "simhash"
VERSION = 1
SIZE: Final = 4
OVERLAP: Final = 3
"""Default for text: shingles of four characters, one apart."""

_ROWS = 1 << 14
_MOST_WEIGHT = 2**62
Values = npt.NDArray[np.uint64]
Token = TypeVar("Token")


def compute(
    hashes: Iterable[int] | Values, weights: Sequence[int] | None = None, *, bits: int = 64
) -> int | None:
    """Return the fingerprint of a multiset of hashes: bit i is 1 if more hashes have it than lack it.

    Ties are 0. Repeats vote again.

    Args:
        hashes: whole numbers of ``bits`` bits.
        weights: how often each hash votes (whole numbers, may be negative); by default once each.
        bits: 32 or 64.

    Returns:
        The fingerprint; None if there are no hashes.

    Raises:
        SignatureError: a hash is no number of so many bits; or weights are no whole numbers, sum up to 2^62 or more, or
            are not one per hash.
    """
    _check_bits(bits)
    values = _as_values(hashes, bits)
    if not len(values):
        return None
    votes = np.ones(len(values), dtype=np.int64) if weights is None else _as_weights(weights, len(values))
    total = np.zeros(64, dtype=np.int64)
    for start in range(0, len(values), _ROWS):
        part = np.ascontiguousarray(values[start : start + _ROWS], dtype="<u8")
        ones = np.unpackbits(part.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        total += votes[start : start + _ROWS] @ ones.astype(np.int64)
    return from_votes(total, int(votes.sum()), bits)


def from_votes(ones: npt.NDArray[np.int64], total: int, bits: int = 64) -> int:
    """Return the fingerprint of votes already counted.

    Args:
        ones: (64,) votes for a 1 at each bit, bit 0 first.
        total: number of all votes.
        bits: 32 or 64; higher bits are left out.
    """
    won = 2 * ones[:bits] > total
    return int(np.packbits(won, bitorder="little").view(f"<u{bits // 8}")[0])


def num_differing_bits(a: int, b: int) -> int:
    """Return the Hamming distance of two fingerprints, 0..64.

    Raises:
        SignatureError: one of them is no number of 64 bits.
    """
    first, second = (int(value) for value in _as_values((a, b), 64))
    return (first ^ second).bit_count()


def similarity(a: int | None, b: int | None, bits: int = 64) -> float:
    """Return the share of equal bits, 0..1; unrelated inputs are near 0.5.

    Raises:
        NoFeaturesError: one of them is None.
        SignatureError: one of them has more than ``bits`` bits.
    """
    _check_bits(bits)
    if a is None or b is None:
        raise NoFeaturesError("an input without features has no simhash to compare")
    first, second = (int(value) for value in _as_values((a, b), bits))
    return (bits - (first ^ second).bit_count()) / bits


def differing_rows(
    values: Values, a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint8]:
    """Return the Hamming distance of rows a[i] and b[i] of (n,) uint64 fingerprints: (m,) uint8."""
    return np.bitwise_count(values[a] ^ values[b])


def unsigned_hash(data: bytes, bits: int = 64) -> int:
    """Return the leading bits of MD5 as a big-endian number: the hash of a shingle, equal in every run."""
    _check_bits(bits)
    return int.from_bytes(hashlib.md5(data, usedforsecurity=False).digest()[: bits // 8], "big")


def shingle(items: Sequence[Token], window: int = 4) -> list[Sequence[Token]]:
    """Return every run of ``window`` consecutive items, in order; none if there are fewer.

    Raises:
        ShingleError: the window is not 1 or more.
    """
    if window < 1:
        raise ShingleError(f"a window of {window} items: it must be 1 or more")
    return [items[i : i + window] for i in range(len(items) - window + 1)]


def check_overlap(size: int, overlap: int) -> None:
    """Check a shingle size and an overlap.

    Raises:
        ShingleError: not 0 <= overlap < size.
    """
    if size < 1:
        raise ShingleError(f"shingles of {size}: the size must be 1 or more")
    if not 0 <= overlap < size:
        raise ShingleError(f"shingles of {size} can't overlap by {overlap}: it must be 0 to {size - 1}")


class TextSimhash:
    """Simhash of text from shingles of characters, read piece by piece.

    Counts distinct shingles and hashes each once (MD5 of its UTF-8), so memory grows with the number of distinct
    shingles. A rest shorter than a shingle is left out.

    Args:
        size: characters of a shingle (N).
        overlap: characters two neighbours share (M); they begin N - M apart.
        bits: 32 or 64.

    Raises:
        ShingleError: not 0 <= M < N.
    """

    def __init__(self, size: int = SIZE, overlap: int = OVERLAP, bits: int = 64) -> None:
        check_overlap(size, overlap)
        _check_bits(bits)
        self._size, self._step, self._bits = size, size - overlap, bits
        self._seen: Counter[str] = Counter()
        self._rest = ""

    @property
    def features(self) -> int:
        """Number of shingles so far, repeats included."""
        return self._seen.total()

    def update(self, text: str) -> None:
        text = self._rest + text
        count = max(0, (len(text) - self._size) // self._step + 1)
        size, step = self._size, self._step
        self._seen.update(text[at : at + size] for at in range(0, count * step, step))
        self._rest = text[count * step :]

    def digest(self) -> int | None:
        hashes = [unsigned_hash(s.encode("utf-8", "surrogatepass"), self._bits) for s in self._seen]
        return compute(hashes, list(self._seen.values()), bits=self._bits)

    def copy(self) -> TextSimhash:
        other = TextSimhash(self._size, self._size - self._step, self._bits)
        other._seen, other._rest = self._seen.copy(), self._rest
        return other


def to_hex(value: int, bits: int = 64) -> str:
    """Write a fingerprint as 16 hex digits, or 8 for 32 bits."""
    return f"{value:0{bits // 4}x}"


def from_hex(text: str) -> tuple[int, int]:
    """Read the hex form: the value and its bits.

    Raises:
        SignatureError: not 8 or 16 hex digits.
    """
    if re.fullmatch(r"[0-9a-fA-F]{8}(?:[0-9a-fA-F]{8})?", text, re.ASCII) is None:
        raise SignatureError(f"not a simhash of 8 or 16 hex digits: {text[:80]!r}")
    return int(text, 16), 4 * len(text)


def to_bytes(value: int | None) -> bytes:
    """Return the stored form: 8 bytes, little-endian; none if there is no fingerprint."""
    return b"" if value is None else value.to_bytes(8, "little")


def from_bytes(blob: bytes) -> int | None:
    """Read the stored form.

    Raises:
        SignatureError: neither 8 bytes nor none.
    """
    if len(blob) not in (0, 8):
        raise SignatureError(f"a simhash takes 8 bytes, not {len(blob)}")
    return int.from_bytes(blob, "little") if blob else None


def _check_bits(bits: int) -> None:
    if bits not in (32, 64):
        raise SignatureError(f"a simhash has 32 or 64 bits, not {bits}")


def _as_values(hashes: Iterable[int] | Values, bits: int) -> Values:
    if isinstance(hashes, np.ndarray) and hashes.dtype == np.uint64:
        values = hashes
        too_large = values[values >> np.uint64(bits - 1) > np.uint64(1)]
        if len(too_large):
            raise SignatureError(f"{int(too_large[0])} is no hash of {bits} bits")
        return values
    checked = list(hashes)
    for value in checked:
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 0 <= value < 1 << bits:
            raise SignatureError(f"{value!r} is no hash of {bits} bits")
    return np.array(checked, dtype=np.uint64)


def _as_weights(weights: Sequence[int], count: int) -> npt.NDArray[np.int64]:
    if len(weights) != count:
        raise SignatureError(f"{len(weights)} weights for {count} hashes")
    for weight in weights:
        if isinstance(weight, bool) or not isinstance(weight, int | np.integer):
            raise SignatureError(f"{weight!r} is no whole weight")
    if sum(abs(int(weight)) for weight in weights) >= _MOST_WEIGHT:
        raise SignatureError("the weights sum up to 2^62 or more")
    return np.array(weights, dtype=np.int64)

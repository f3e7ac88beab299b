"""Keys made of tag counts, the offset of a file name's extension, and the distance of two sum tables.

Keys are linear combinations of the counts with weights in whole hundredths: sums of floor(count · hundredths / 100),
exact. Source: Sadowski & Levin, sections 4 and 5.1, and their program.
"""

from __future__ import annotations

import zlib
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from simfinder.errors import SignatureError
from simfinder.signatures.tagcount.tag_sets import SCATTER, SKEW, UNIFORM, TagSet

Counts = npt.NDArray[np.uint64]

ExtensionHash: TypeAlias = Literal["crc32", "original"]
"""How an extension becomes a number: this project's way, or that of the authors' program of 2007."""

_MAX_INT = 2**32 - 1
_LARGEST = 2**64 - 1
_ORIGINAL = np.float32(4_501_875)  # the divisor of the 2007 program


class Keys(NamedTuple):
    """The three keys, uint64, one per row of counts."""

    uniform: Counts
    scatter: Counts
    skew: Counts


def keys(counts: Counts) -> Keys:
    """Return the uniform, scatter and skew keys of the default tags' counts, (16,) or (n, 16)."""
    return Keys(key_values(counts, UNIFORM), key_values(counts, SCATTER), key_values(counts, SKEW))


def keys_of(counts: Counts, tag_set: TagSet) -> dict[str, Counts]:
    """Return all keys of a tag set by name, in its order, for counts (tags,) or (n, tags)."""
    return {name: key_values(counts, weights) for name, weights in tag_set.weights}


def key_values(counts: Counts, weights: tuple[int, ...]) -> Counts:
    """Compute one key for each row of counts.

    Args:
        counts: (tags,) or (n, tags) uint64.
        weights: a weight per tag in hundredths.

    Returns:
        () or (n,) uint64; 2^64 - 1 stands for a key that needs more than 64 bits.

    Raises:
        SignatureError: not a weight per count.
    """
    table = np.asarray(counts, dtype=np.uint64)
    if table.shape[-1] != len(weights):
        raise SignatureError(f"{len(weights)} weights for {table.shape[-1]} counts")
    if int(table.max(initial=0)) * sum(weights) // 100 > _LARGEST:
        return _large_key_values(table, weights)
    hundredths = np.array(weights, dtype=np.uint64)
    whole, rest = np.divmod(table, np.uint64(100))  # so that no product overflows unless the key does
    return (whole * hundredths + rest * hundredths // np.uint64(100)).sum(axis=-1, dtype=np.uint64)


def _large_key_values(table: Counts, weights: tuple[int, ...]) -> Counts:
    """Like ``key_values`` in Python's integers, for sums that may exceed 64 bits."""
    values = [
        min(_LARGEST, sum(count * weight // 100 for count, weight in zip(row, weights, strict=True)))
        for row in table.reshape(-1, len(weights)).tolist()
    ]
    return np.array(values, dtype=np.uint64).reshape(table.shape[:-1])[()]


def extension_of(name: str) -> str:
    """Return the text after the last dot of the last path part, leading dots removed, as the authors' program."""
    bare = name.replace("\\", "/").rsplit("/", 1)[-1].lstrip(".")
    return bare.rsplit(".", 1)[1] if "." in bare else ""


def extension_offset(name: str, ext_hash: ExtensionHash = "crc32") -> int:
    """Return what an extension adds to a key: a hash of its first three characters over 0..2^32 - 1; case is ignored.

    Args:
        name: a file name or path.
        ext_hash: "crc32": CRC-32 of the characters, upper-cased, as UTF-8; no extension adds 0. "original":
            ``original_extension_hash`` times 2^32 - 1, rounded down by integer arithmetic. There no extension adds 2^32
            - 1 and a few, such as zzz, add more: keys have 64 bits, so nothing is wrapped or reduced as in the program,
            and they stay apart.

    Raises:
        SignatureError: an unknown ``ext_hash``.
    """
    if ext_hash == "crc32":
        cut = extension_of(name)[:3].upper().encode("utf-8", "surrogateescape")
        return zlib.crc32(cut) * _MAX_INT // 2**32
    if ext_hash == "original":
        part, whole = original_extension_hash(name).as_integer_ratio()
        return part * _MAX_INT // whole
    raise SignatureError(f"an extension's hash is crc32 or original, not {ext_hash!r}")


def original_extension_hash(name: str) -> float:
    """Return the 2007 program's hash of an extension, bit for bit in single precision: 1 for none, else mostly 0..1.

    The range is folded in half, and some extensions exceed 1 a little (zzz: 1.0196). Bytes of the extension beyond
    ASCII count as 0, being negative in the program.
    """
    total = 0
    for i, code in enumerate(extension_of(name).encode("utf-8", "surrogateescape").upper()[:3]):
        value = max(0, code - 48) if code < 128 else 0
        total += (value - 7 if value >= 17 else value) * (35**3 + 35**i)
    return float(abs(2 * (np.float32(total) / _ORIGINAL) - np.float32(1)))


def l1_distance(a: Counts, b: Counts) -> int:
    """Return the sum of the absolute differences of two sum tables of the same tags."""
    return sum(abs(int(x) - int(y)) for x, y in zip(a, b, strict=True))

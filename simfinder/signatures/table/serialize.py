"""All signatures of a content as one piece of bytes, as the cache holds them; thousands of pieces become arrays.

A piece: four lengths (32 bits each, little-endian), then the stored forms of tag counts, spamsum, simhash, shingleprint
and sketch; the sketch takes the rest. Behind them are the rows of plain methods, if any, of a known width. One
piece instead of five blobs travels from the kernel to the disk as a unit, which saves a fifth of all time not spent
signing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.arrays.jit_cache import sources_hash
from simfinder.arrays.packed_strings import PackedBytes
from simfinder.signatures import integer_coding
from simfinder.signatures.methods.registry import METHODS, plain_width
from simfinder.signatures.shingleprint import fingerprint as shingleprint
from simfinder.signatures.simhash import fingerprint as simhash
from simfinder.signatures.sketch import bottom_k as sketch
from simfinder.signatures.sketch.hash_codes import BITS, split_row
from simfinder.signatures.spamsum import digest as spamsum
from simfinder.signatures.table.parameters import PLAIN, Parameters
from simfinder.signatures.table.signature import Signature
from simfinder.signatures.table.signature_table import NO_PRINT, SignatureTable, narrow
from simfinder.signatures.tagcount import counter as tagcount

AS_SKETCH = b"="
"""Stands for a shingleprint that equals the leading halves of the sketch, as nearly all do below some 10 MB."""

HEAD = 16
"""Bytes of the lengths."""

_IN_ALPHABET = np.zeros(256, dtype=np.bool_)
_IN_ALPHABET[np.frombuffer(spamsum.ALPHABET.encode(), dtype=np.uint8)] = True
_COLON = np.uint8(ord(":"))
_EQUALS = np.uint8(ord(AS_SKETCH))
_DIGITS = 18
_TOLD = np.uint16(0xFFFF)  # "derived from the sketch": more values than a form can hold
_TOP_CODE = np.uint64((1 << BITS) - 1)
_TOP32 = np.uint64(0xFFFFFFFF)


def version_key(parameters: Parameters = PLAIN) -> str:
    """Return the key under which pieces are comparable: names, versions and parameters of all methods."""
    return "; ".join(
        " ".join((method.name, str(method.version), parameters.of(method.name), method.package)).rstrip()
        for method in METHODS
    )


def pack(signature: Signature) -> bytes:
    """Pack a signature into one piece."""
    features = signature.shingleprint
    alike = np.array_equal(features, signature.sketch >> np.uint64(32))
    forms = (
        tagcount.to_bytes(signature.tags),
        spamsum.to_bytes(signature.spamsum),
        simhash.to_bytes(signature.simhash),
        AS_SKETCH if alike else shingleprint.to_bytes(features),
        sketch.to_bytes(signature.sketch),
    )
    return join(forms) + signature.plain.ljust(plain_width(), b"\0")


def join(forms: Sequence[bytes]) -> bytes:
    """Join five stored forms into one piece."""
    return b"".join((*(len(form).to_bytes(4, "little") for form in forms[:-1]), *forms))


def unpack(
    pieces: Sequence[bytes], parameters: Parameters = PLAIN
) -> tuple[npt.NDArray[np.bool_], SignatureTable]:
    """Unpack many pieces into rows of a table; the caller fills in contents and sizes.

    Returns:
        (n,) bool, which pieces are well-formed; and a table with a row for each. Rows of malformed pieces are
            undefined.
    """
    table = SignatureTable.blank(len(pieces), parameters)
    good = np.zeros(len(pieces), dtype=np.bool_)
    prints = np.full((len(pieces), parameters.features), NO_PRINT, dtype=np.uint32)
    lengths = np.full(len(pieces), _TOLD, dtype=np.uint16)
    tags = np.zeros(table.tags.shape, dtype=np.uint64)
    if width := table.plain.shape[1]:
        rows = [piece[-width:].ljust(width, b"\0") for piece in pieces]
        table.plain[:] = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(-1, width)
        pieces = [piece[:-width] for piece in pieces]
    packed = PackedBytes.of(pieces)
    _read_all(
        packed.data,
        packed.ends,
        _IN_ALPHABET,
        tags,
        table.spam_block,
        table.spam1,
        table.spam1_len,
        table.spam2,
        table.spam2_len,
        table.simhash,
        table.has_simhash,
        prints,
        lengths,
        table.sketch,
        table.sketch_low,
        table.sketch_len,
        good,
    )
    own = np.flatnonzero(lengths != _TOLD)
    table.own_print_of[own] = np.arange(len(own))
    return good, replace(table, tags=narrow(tags), own_print=prints[own], own_print_len=lengths[own])


@njit(nogil=True, cache=True)
def put_head(ends: np.ndarray, out: np.ndarray, at: Any) -> None:  # pragma: no cover - compiled
    """Write the lengths before forms that are already written. ends: (5,) int64, where each form ends."""
    begin: Any = at + np.int64(HEAD)
    for k in range(4):
        length = ends[k] - begin
        for byte in range(4):
            out[at + 4 * k + byte] = np.uint8(length >> (8 * byte) & 255)
        begin = ends[k]


@njit(nogil=True, cache=True)
def _read_spamsum(
    data: np.ndarray,
    begin: Any,
    end: Any,
    alphabet: np.ndarray,
    part1: np.ndarray,
    part2: np.ndarray,
) -> tuple[Any, Any, Any]:  # pragma: no cover - compiled
    """Return block size and the lengths of both parts; block size -1 if it is no spamsum."""
    none = (np.int64(-1), np.int64(0), np.int64(0))
    if begin == end:
        return np.int64(0), np.int64(0), np.int64(0)
    block: Any = np.int64(0)
    at = begin
    while at < end and data[at] != _COLON:
        digit = np.int64(data[at]) - 48
        if digit < 0 or digit > 9 or at - begin >= _DIGITS:
            return none
        block = 10 * block + digit
        at += 1
    if at in (begin, end):
        return none
    at += 1
    first: Any = np.int64(0)
    while at < end and data[at] != _COLON:
        if first == part1.size or not alphabet[data[at]]:
            return none
        part1[first] = data[at]
        first += 1
        at += 1
    if at == end:
        return none
    at += 1
    second: Any = np.int64(0)
    while at < end:
        if second == part2.size or not alphabet[data[at]]:
            return none
        part2[second] = data[at]
        second += 1
        at += 1
    return block, first, second


@njit(nogil=True, cache=True)
def _read_lengths(
    data: np.ndarray, begin: Any, end: Any, at: np.ndarray
) -> bool:  # pragma: no cover - compiled
    """Write where each form begins, and where the last ends; return whether all lie in the piece. at: (6,) int64."""
    at[0], at[5] = begin + HEAD, end
    if at[0] > end:
        return False
    for k in range(4):
        length: Any = np.int64(0)
        for byte in range(4):
            length |= np.int64(data[begin + 4 * k + byte]) << (8 * byte)
        at[k + 1] = at[k] + length
    return at[4] <= end


@njit(nogil=True, cache=True)
def _read_print(
    data: np.ndarray, begin: Any, end: Any, held: Any, out: np.ndarray
) -> Any:  # pragma: no cover - compiled
    """Return how many values a shingleprint has, ``_TOLD`` if it derives from a sketch of ``held`` values, -1 if
    malformed.
    """
    if end == begin + 1 and data[begin] == _EQUALS:
        return np.int64(_TOLD) if held <= out.size else np.int64(-1)
    values = np.empty(out.size, dtype=np.uint64)
    own = integer_coding.ascending_row(data, begin, end, np.int64(out.size), _TOP32, values)
    for k in range(own):
        out[k] = np.uint32(values[k])
    return own


def _make(made: int) -> Any:
    """Make the kernel. Variables it closes over are part of its key in numba's cache."""

    @njit(nogil=True, cache=True, python=True)
    def read_all(
        data: np.ndarray,
        ends: np.ndarray,
        alphabet: np.ndarray,
        tags: np.ndarray,
        spam_block: np.ndarray,
        spam1: np.ndarray,
        spam1_len: np.ndarray,
        spam2: np.ndarray,
        spam2_len: np.ndarray,
        simhashes: np.ndarray,
        has_simhash: np.ndarray,
        prints: np.ndarray,
        print_len: np.ndarray,
        sketch_high: np.ndarray,
        sketch_low: np.ndarray,
        sketch_len: np.ndarray,
        good: np.ndarray,
    ) -> None:  # pragma: no cover - compiled
        made_of_sources = made  # noqa: F841 - it must be mentioned to be closed over
        at = np.empty(6, dtype=np.int64)
        codes = np.empty(sketch_high.shape[1], dtype=np.uint64)
        begin: Any = np.int64(0)
        for row in range(ends.size):
            well = _read_lengths(data, begin, ends[row], at)
            begin = ends[row]
            if not well or not integer_coding.counts_row(data, at[0], at[1], tags[row]):
                continue
            block, first, second = _read_spamsum(data, at[1], at[2], alphabet, spam1[row], spam2[row])
            bits = 8 * (at[3] - at[2])
            held = integer_coding.ascending_row(data, at[4], at[5], np.int64(codes.size), _TOP_CODE, codes)
            if block < 0 or bits not in (0, 64) or held < 0:
                continue
            own = _read_print(data, at[3], at[4], held, prints[row])
            if own < 0:
                continue
            spam_block[row], spam1_len[row], spam2_len[row] = block, first, second
            for k in range(0, bits, 8):
                simhashes[row] |= np.uint64(data[at[2] + (k >> 3)]) << np.uint64(k)
            has_simhash[row] = bits > 0
            split_row(codes[:held], sketch_high[row], sketch_low[row])
            sketch_len[row], print_len[row] = held, own
            good[row] = True

    return read_all


_read_all = _make(sources_hash())

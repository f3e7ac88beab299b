"""Bottom-128 sketch: the 128 smallest 63-bit hashes of a content's distinct 8-byte shingles.

The leading 32 bits of a hash are the shingle's CRC-32, so that one pass over the bytes gives sketch and shingleprint;
the other bits tell shingles of one CRC apart, which a shingleprint beyond some 33 MB can't.

Two sketches estimate the resemblance |A∩B|/|A∪B| of the shingle sets (Broder's estimator). A sketch of fewer than 128
values is the whole set, so small files are compared exactly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simfinder.arrays.jit import njit
from simfinder.signatures.content_hash import Data
from simfinder.signatures.integer_coding import pack_ascending, unpack_ascending
from simfinder.signatures.shingleprint.shingle_set import ShingleSet
from simfinder.signatures.sketch import hash_codes

NAME = "sketch"
VERSION = 3  # 1 had another hash, 2 the whole values in its stored form
SIZE = 128
SHINGLE = 8
EMPTY = np.uint64(0xFFFFFFFFFFFFFFFF)

Hashes = npt.NDArray[np.uint64]


@njit(nogil=True, cache=True)
def _resemblance(
    sketches: np.ndarray, lengths: np.ndarray, a: np.ndarray, b: np.ndarray, out: np.ndarray
) -> None:  # pragma: no cover - compiled
    for p in range(a.size):
        i, j = a[p], b[p]
        m, n = np.int64(lengths[i]), np.int64(lengths[j])
        x = y = both = union = 0
        while union < 128 and (x < m or y < n):
            if y >= n or (x < m and sketches[i, x] < sketches[j, y]):
                x += 1
            elif x >= m or sketches[j, y] < sketches[i, x]:
                y += 1
            else:
                both += 1
                x += 1
                y += 1
            union += 1
        out[p] = both / union if union else 0.0


class Sketch:
    """Streaming sketch, for any length; constant memory."""

    __slots__ = ("_set",)

    def __init__(self) -> None:
        self._set = ShingleSet(SHINGLE, SIZE, apart=True)

    def update(self, data: Data) -> None:
        self._set.update(data)

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``, in constant time."""
        self._set.update_zeros(count)

    def digest(self) -> Hashes:
        """Return up to 128 values, ascending, uint64; none for fewer than 8 bytes."""
        return self._set.values()

    def shingleprint(self) -> npt.NDArray[np.uint32]:
        """Return the default shingleprint of the same bytes, at no extra cost."""
        return self._set.features()

    def copy(self) -> Sketch:
        other = Sketch()
        other._set = self._set.copy()
        return other


def sketch(data: Data) -> Hashes:
    """Return the sketch of some bytes: (k,) uint64, k <= 128, ascending."""
    return ShingleSet.of(data, SHINGLE, SIZE, apart=True).values()


def sketch_and_print(data: Data) -> tuple[Hashes, npt.NDArray[np.uint32]]:
    """Return the sketch and the default shingleprint of some bytes."""
    made = ShingleSet.of(data, SHINGLE, SIZE, apart=True)
    return made.values(), made.features()


def resemblance(a: Hashes, b: Hashes) -> float:
    """Estimate the resemblance of two sketches, 0..1; 0.0 if both are empty."""
    table = np.full((2, SIZE), EMPTY, dtype=np.uint64)
    table[0, : len(a)] = a
    table[1, : len(b)] = b
    lengths = np.array([len(a), len(b)], dtype=np.uint16)
    return float(resemblance_rows(table, lengths, np.array([0]), np.array([1]))[0])


def resemblance_rows(
    sketches: Hashes, lengths: npt.NDArray[np.uint16], a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """Return the ``resemblance`` of rows a[i] and b[i] of a sketch table.

    Args:
        sketches: (n, 128) uint64, rows ascending.
        lengths: (n,) uint16, values in use.
        a: (m,) row numbers.
        b: (m,) row numbers.
    """
    out = np.zeros(len(a), dtype=np.float32)
    _resemblance(sketches, lengths, np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64), out)
    return out


def to_bytes(values: Hashes) -> bytes:
    """Return the stored form: the codes of the values (``hash_codes``), packed as ascending numbers
    (``integer_coding``).
    """
    return pack_ascending(hash_codes.row_of(values))


def from_bytes(blob: bytes) -> Hashes:
    """Read the stored form: the least values that have its codes.

    Raises:
        SignatureError: it is malformed.
    """
    found = unpack_ascending(blob, SIZE, hash_codes.BITS)
    return hash_codes.rounded((found >> np.uint64(8)).astype(np.uint32), found.astype(np.uint8))

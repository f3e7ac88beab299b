"""Shingleprint: the smallest distinct CRC-32 values of a content's windows, as Bart Massey's simhash(1) keeps them.

Holds the print, its scores, the bytes of a ``.sim`` file (format cb01) and the form in the cache. Values, files and
scores equal those of simhash 0.0.20161225 (Manasse's shingleprinting).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from simfinder.errors import NoFeaturesError, ShingleError, SimFileError
from simfinder.signatures.content_hash import Data
from simfinder.signatures.integer_coding import pack_ascending, unpack_ascending
from simfinder.signatures.shingleprint import kernels
from simfinder.signatures.shingleprint.shingle_set import ShingleSet

NAME = "shingleprint"
VERSION = 2  # 1 had another stored form
SHINGLE = 8
FEATURES = 128
SIM_MAGIC = 0xCB01
SMALLEST_SHINGLE, LARGEST_SHINGLE = 4, 0xFFFF

Values = npt.NDArray[np.uint32]


def check(shingle: int, features: int) -> None:
    """Check a shingle size and a number of features.

    Raises:
        ShingleError: a shingle size or a number of features out of range.
    """
    if shingle < SMALLEST_SHINGLE:
        raise ShingleError(f"shingle size must be at least {SMALLEST_SHINGLE}, not {shingle}")
    if shingle > LARGEST_SHINGLE:
        raise ShingleError(f"shingle size must be at most {LARGEST_SHINGLE}, not {shingle}")
    if features < 1:
        raise ShingleError(f"feature set size must be at least 1, not {features}")


class Shingleprint:
    """Streaming form of ``shingleprint``, for any length; memory for the features and two shingles.

    Args:
        shingle: bytes of a window, 4..65535.
        features: the most values to keep, from 1.

    Raises:
        ShingleError: one of them is out of range.
    """

    __slots__ = ("_set",)

    def __init__(self, shingle: int = SHINGLE, features: int = FEATURES) -> None:
        check(shingle, features)
        self._set = ShingleSet(shingle, features, apart=False)

    def update(self, data: Data) -> None:
        self._set.update(data)

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``, in constant time."""
        self._set.update_zeros(count)

    def digest(self) -> Values:
        """Return up to ``features`` values, ascending, uint32; none for fewer bytes than a shingle."""
        return self._set.features()

    def copy(self) -> Shingleprint:
        other = Shingleprint()
        other._set = self._set.copy()
        return other


def shingleprint(data: Data, shingle: int = SHINGLE, features: int = FEATURES) -> Values:
    """Return the smallest distinct CRC-32 values of all windows.

    Args:
        data: the bytes.
        shingle: bytes of a window, 4..65535.
        features: the most values to keep, from 1.

    Returns:
        (k,) uint32 ascending, k <= features; empty for fewer bytes than a shingle.

    Raises:
        ShingleError: a parameter is out of range.
    """
    check(shingle, features)
    return ShingleSet.of(data, shingle, features, apart=False).features()


def score(a: Values, b: Values) -> float:
    """Return simhash(1)'s similarity of two prints: common / (2 * size of the smaller - common), 0..1.

    Args:
        a: (k,) uint32 ascending, as ``shingleprint`` returns them.
        b: the other.

    Raises:
        NoFeaturesError: a print is empty.
    """
    if not (len(a) and len(b)):
        raise NoFeaturesError("a print without features can't be compared")
    common = len(np.intersect1d(a, b, assume_unique=True))
    return common / (2 * min(len(a), len(b)) - common)


def printed(value: float) -> str:
    """Format a score as simhash(1) prints it: ``1.0``, or a dot and two digits, truncated."""
    return "1.0" if value == 1 else f".{math.floor(100 * value):02d}"


def exact_score_rows(
    prints: Values, lengths: npt.NDArray[Any], a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return the ``score`` of rows a[i] and b[i] of a table of prints; NaN where one is empty.

    Args:
        prints: (n, F) uint32, rows ascending.
        lengths: (n,) any integer type, values in use.
        a: (m,) row numbers.
        b: (m,) row numbers.
    """
    a, b = np.asarray(a, dtype=np.int64), np.asarray(b, dtype=np.int64)
    used = np.asarray(lengths, dtype=np.int64)
    common = np.zeros(len(a), dtype=np.int64)
    kernels.common(prints, used, a, b, common)
    smaller = np.minimum(used[a], used[b])
    out = np.full(len(a), np.nan)
    return np.divide(common, 2 * smaller - common, out=out, where=smaller > 0)


def score_rows(
    prints: Values, lengths: npt.NDArray[np.uint16], a: npt.NDArray[np.int64], b: npt.NDArray[np.int64]
) -> npt.NDArray[np.float32]:
    """Like ``exact_score_rows`` in single precision, with 0.0 where a print is empty."""
    return np.nan_to_num(exact_score_rows(prints, lengths, a, b), copy=False).astype(np.float32)


def to_sim(values: Values, shingle: int) -> bytes:
    """Return the bytes of a ``.sim`` file: big-endian cb01, shingle size, the values, largest first.

    Raises:
        ShingleError: a shingle size the format can't hold.
    """
    check(shingle, 1)
    head = np.array([SIM_MAGIC, shingle], dtype=">u2").tobytes()
    return head + np.asarray(values)[::-1].astype(">u4").tobytes()


def from_sim(blob: bytes) -> tuple[int, Values]:
    """Read the bytes of a ``.sim`` file: the shingle size and the values, (k,) uint32 ascending; k may be 0.

    Raises:
        SimFileError: a wrong version, an impossible length or shingle size, or values that do not descend.
    """
    magic = SIM_MAGIC.to_bytes(2, "big")
    if blob[:2] != magic[: len(blob)]:
        raise SimFileError(f"bad file version {blob[:2].hex()}, not {magic.hex()}")
    if len(blob) < 4:
        raise SimFileError(f"no .sim file: {len(blob)} of the 4 bytes of its head")
    if len(blob) % 4:
        raise SimFileError(f"the last feature is cut off after {len(blob) % 4} of 4 bytes")
    shingle = int.from_bytes(blob[2:4], "big")
    if shingle < SMALLEST_SHINGLE:
        raise SimFileError(f"a shingle size of {shingle}, below {SMALLEST_SHINGLE}")
    values = np.frombuffer(blob, dtype=">u4", offset=4)[::-1].astype(np.uint32)
    if not (values[1:] > values[:-1]).all():
        raise SimFileError("the features do not descend")
    return shingle, values


def to_bytes(values: Values) -> bytes:
    """Return the stored form, see ``integer_coding``."""
    return pack_ascending(values)


def from_bytes(blob: bytes, features: int = FEATURES) -> Values:
    """Read the stored form of a print of at most ``features`` values.

    Raises:
        SignatureError: it is malformed.
    """
    return unpack_ascending(blob, features, 32).astype(np.uint32)

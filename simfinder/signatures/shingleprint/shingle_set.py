"""``ShingleSet``: the smallest values of a content's shingles, from which shingleprint and sketch are both read.

Keeps the bytes between two calls, and builds the tables of the kernels.
"""

from __future__ import annotations

import functools
import zlib

import numpy as np
import numpy.typing as npt

from simfinder.signatures.content_hash import Data, view
from simfinder.signatures.shingleprint import kernels

Features = npt.NDArray[np.uint32]
Values = npt.NDArray[np.uint64]

_PENDING = 8192  # bytes to gather before their windows are taken


@functools.cache
def _byte_table() -> Features:
    """Return the CRC-32 (reflected, edb88320) of each byte on a zero register."""
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = (table >> np.uint32(1)) ^ (table & np.uint32(1)) * np.uint32(0xEDB88320)
    return table


@functools.lru_cache(maxsize=64)
def tables(shingle: int) -> tuple[Features, Values]:
    """Build tables of what single bytes do to the CRC of a window.

    CRC-32 is affine: for a window W and the byte b before it, crc(bW) xor crc(0W) = crc(b00..) xor crc(000..); and
    zeros after zeros leave a window's CRC as it is.

    Returns:
        (10, 256) uint32: the effect of a byte that enters (row 0) and of one that leaves (row 1) a moving window; then
            what the last byte of a window adds, the last but one, and so on, for shingles that allow a first look. And
            (256,) uint64: the leading bytes of these latter rows, that of the last byte lowest.
    """
    table = _byte_table()
    zeros = bytes(shingle)
    rest = zlib.crc32(zeros)
    ahead = (rest >> 8) ^ int(table[rest & 255]) ^ rest
    rows = np.zeros((2 + kernels.FIRST_LOOK, 256), dtype=np.uint32)
    rows[0] = table
    rows[1] = [zlib.crc32(bytes((byte,)) + zeros) ^ zlib.crc32(b"\0" + zeros) ^ ahead for byte in range(256)]
    if shingle <= kernels.FIRST_LOOK:
        adds = table
        for age in range(shingle):
            rows[2 + age] = adds
            adds = (adds >> np.uint32(8)) ^ table[adds & np.uint32(255)]
        rows[2] ^= np.uint32(rest)
    leads = np.zeros(256, dtype=np.uint64)
    for age in range(kernels.FIRST_LOOK):
        leads |= (rows[2 + age].astype(np.uint64) >> np.uint64(24)) << np.uint64(8 * age)
    rows.flags.writeable = leads.flags.writeable = False
    return rows, leads


class ShingleSet:
    """The smallest values of shingles, for any length, read piece by piece; memory for the values and two shingles.

    Args:
        shingle: bytes of a shingle, from 4.
        wanted: values to keep, from 1.
        apart: tell shingles of one CRC apart; for shingles of 8 bytes only.
    """

    __slots__ = ("_apart", "_pending", "_shingle", "_slots", "_state", "_wanted")

    def __init__(self, shingle: int, wanted: int, *, apart: bool) -> None:
        assert shingle == kernels.APART or not apart
        self._shingle, self._wanted, self._apart = shingle, min(wanted, kernels.LIMITLESS), apart
        self._slots = np.empty(4 * kernels.ROOM, dtype=np.uint64)
        self._state = np.empty(kernels.SCALARS, dtype=np.uint64)
        kernels.clear(self._slots, self._state, self._wanted, apart)
        self._pending = bytearray()  # the last bytes: their windows are to be taken or go on

    @classmethod
    def of(cls, data: Data, shingle: int, wanted: int, *, apart: bool) -> ShingleSet:
        """Make the finished set of some bytes; it can't be updated."""
        made = cls.__new__(cls)
        made._shingle, made._wanted, made._apart = shingle, min(wanted, kernels.LIMITLESS), apart
        made._slots = kernels.whole(view(data), shingle, made._wanted, apart, *tables(shingle))
        made._pending = bytearray()
        return made

    def update(self, data: Data) -> None:
        array = view(data)
        if len(self._pending) + array.size < self._shingle + _PENDING:
            self._pending += array.data
            return
        if self._pending:
            self._pending += array[: self._shingle - 1].data
            self._take(view(self._pending))
        if array.size < self._shingle:
            self._pending = self._pending[-self._shingle + 1 :]
            return
        self._take(array)
        self._pending = bytearray(array[array.size - self._shingle + 1 :].data)

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``, at once: more zeros after one shingle of them change nothing."""
        self.update(bytes(min(count, self._shingle)))

    def features(self) -> Features:
        """Return the smallest distinct CRC-32 values, ascending, uint32, as many as wanted."""
        self._take(view(self._pending))
        return kernels.features(kernels.held(self._slots), self._wanted)

    def values(self) -> Values:
        """Return the smallest distinct values, ascending, uint64, as many as wanted."""
        self._take(view(self._pending))
        return kernels.held(self._slots)[: self._wanted]

    def copy(self) -> ShingleSet:
        other = ShingleSet(self._shingle, self._wanted, apart=self._apart)
        other._slots, other._state = self._slots.copy(), self._state.copy()
        other._pending = self._pending[:]
        return other

    def _take(self, array: npt.NDArray[np.uint8]) -> None:
        """Take all windows of an array; taking one twice changes nothing."""
        if array.size >= self._shingle:
            self._slots = kernels.take(array, self._shingle, *tables(self._shingle), self._slots, self._state)

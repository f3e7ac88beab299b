"""Content identity: XXH3-128, the only hash by which two files count as "identical".

A thin layer over the xxhash library with the interface of the other methods.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
import xxhash

Data: TypeAlias = bytes | bytearray | memoryview | npt.NDArray[np.uint8]
"""Bytes of any kind; an array must be C-contiguous."""

_ZEROS = bytes(1 << 18)


def view(data: Data) -> npt.NDArray[np.uint8]:
    """View the bytes as a read-only uint8 array, without a copy, so that kernels are compiled for one type only."""
    array = np.frombuffer(data, dtype=np.uint8)
    array.flags.writeable = False
    return array


def content_hash(data: Data) -> bytes:
    """Return the XXH3-128 (seed 0, canonical big-endian) of some bytes: 16 bytes."""
    return xxhash.xxh3_128_digest(cast("Any", data))


def content_hashes(data: memoryview, bounds: Iterable[tuple[int, int] | list[int]]) -> list[bytes]:
    """Return the hash of each stretch of some bytes, given where each begins and ends."""
    digest = xxhash.xxh3_128_digest
    return [digest(data[begin:end]) for begin, end in bounds]


class Content:
    """Streaming form of ``content_hash``."""

    def __init__(self) -> None:
        self._state = xxhash.xxh3_128()

    def update(self, data: Data) -> None:
        self._state.update(cast("Any", data))

    def update_zeros(self, count: int) -> None:
        """Do the same as ``update(bytes(count))``. XXH3 has no short cut: some 15 GB a second."""
        for _ in range(count // len(_ZEROS)):
            self._state.update(_ZEROS)
        self._state.update(_ZEROS[: count % len(_ZEROS)])

    def digest(self) -> bytes:
        return self._state.digest()

    def copy(self) -> Content:
        other = Content()
        other._state = self._state.copy()
        return other

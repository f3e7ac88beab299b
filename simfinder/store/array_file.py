"""Session files: named arrays and a head of facts in one file, versioned, compressed and checksummed.

A file from anywhere can be read without harm: the sizes it claims are checked before memory is allocated, and nothing
in it is ever run. What the arrays mean, and whether they make sense together, is the caller's business.

Layout, numbers little-endian::

    8 bytes   magic
    4         version of the layout
    4         length of the head
    8         XXH3-64 of the head
    head      zstd of JSON: {"facts": {...}, "arrays": [[name, type, shape, delta], ...]}
    blocks    of each array in that order, some rows a block: 4 bytes length, zstd of the rows
    16        XXH3-128 of everything before

The last array may be a seal over everything before its block (see ``seal``).

Rows are compressed byte lane by byte lane: the first bytes of all numbers, then the second bytes, and so on. Where
``delta`` is true, each number is stored as its difference from the one before it in its row (modulo the type's range).
"""

from __future__ import annotations

import io
import json
import math
import os
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import xxhash

from simfinder.errors import NewerVersionError, StoreCorruptError, StoreUnavailableError, reason_of
from simfinder.store import regular_file
from simfinder.store.atomic_write import written_whole
from simfinder.store.private_folder import stranger
from simfinder.store.seal import LENGTH, Purpose, Seal, sealing, unsealing
from simfinder.text.message import say

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

VERSION = 1
"""Version of the layout and of the content."""

MAGIC = b"\x89SIMses\n"

_PREFIX = struct.Struct("<8sIIQ")
_DIGEST = 16
_BLOCK = 4 * 1024 * 1024  # bytes of a block before it is compressed
_LARGEST_HEAD = 16 * 1024 * 1024
_LARGEST_FACTOR = 256  # most bytes of arrays per byte of the file: the emptiest sessions reach 83
_FREE = 64 * 1024 * 1024  # bytes of arrays that a file of any size may hold
_MOST_ARRAYS = 256
_TYPES = ("u1", "u2", "u4", "u8", "i4", "i8", "f4", "f8", "b1")
_SEAL = "seal"
_FRAME = 1024  # most bytes that compression adds, besides about one in a hundred
_LEVEL = 3  # of zstd; 9 saves 1 % of a session and takes three times as long

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a session file.

    Attributes:
        facts: plain JSON.
        arrays: name, type, shape and delta flag of each array, in the order of the file.
        size: size of the file in bytes.
        sealed: this person's own program wrote the file; only known of one that was read whole.
    """

    facts: dict[str, Any]
    arrays: tuple[tuple[str, str, tuple[int, ...], bool], ...]
    size: int
    sealed: bool = False


def write(
    path: str | os.PathLike[str],
    facts: Mapping[str, Any],
    arrays: Mapping[str, Array],
    *,
    deltas: frozenset[str] = frozenset(),
    check: Callable[[], None] = lambda: None,
    sealed: bool = False,
) -> int:
    """Write a session file whole or not at all, readable by its owner only.

    Args:
        path: the file to write.
        facts: plain JSON.
        arrays: arrays of one or two dimensions.
        deltas: names of integer arrays to store as differences: those that ascend in their rows.
        check: called between blocks; may raise to stop.
        sealed: add a seal, if one can be made: only where this program vouches for all of it.

    Returns:
        Size of the file in bytes.

    Raises:
        StoreUnavailableError: it can't be written.
    """
    with written_whole(path, private=True) as file:
        _write(file, facts, arrays, deltas, check, _LEVEL, sealing(Purpose.SESSION) if sealed else None)
        return file.tell()


def to_bytes(facts: Mapping[str, Any], arrays: Mapping[str, Array], *, deltas: frozenset[str]) -> bytes:
    """Return the same layout as bytes, compressed quickly: for data that can be made again.

    Args:
        facts: plain JSON.
        arrays: arrays of one or two dimensions.
        deltas: names of integer arrays to store as differences: those that change little from one to the next.
    """
    file = io.BytesIO()
    _write(file, facts, arrays, deltas, lambda: None, 1)
    return file.getvalue()


def from_bytes(data: bytes) -> tuple[Head, dict[str, Array]]:
    """Read what ``to_bytes`` has made.

    Raises:
        StoreCorruptError: it is damaged.
        NewerVersionError: a newer program made it.
    """
    return _read(io.BytesIO(data), lambda: None)


def read_head(path: str | os.PathLike[str]) -> Head:
    """Read only the head of a file.

    Raises:
        StoreCorruptError: it is damaged, or no session file.
        NewerVersionError: a newer program made it.
        StoreUnavailableError: it can't be read.
    """
    with _opened(path) as file:
        return _head(file)


def read(
    path: str | os.PathLike[str], *, check: Callable[[], None] = lambda: None
) -> tuple[Head, dict[str, Array]]:
    """Read a whole file.

    Args:
        path: path of any file.
        check: called between blocks; may raise to stop.

    Raises:
        StoreCorruptError: it is damaged, or no session file.
        NewerVersionError: a newer program made it.
        StoreUnavailableError: it can't be read, or memory does not hold it.
    """
    with _opened(path) as file:
        return _read(file, check)


def _write(
    file: BinaryIO,
    facts: Mapping[str, Any],
    arrays: Mapping[str, Array],
    deltas: frozenset[str],
    check: Callable[[], None],
    level: int,
    seal: Seal | None = None,
) -> None:
    listed = [[name, _type_of(array), list(array.shape), name in deltas] for name, array in arrays.items()]
    if seal is not None:
        listed.append([_SEAL, "u1", [LENGTH], False])
    text = json.dumps({"facts": facts, "arrays": listed}, ensure_ascii=True, allow_nan=False)
    head = zstd.compress(text.encode(), level)
    out = _Digested(file, seal)
    out.write(_PREFIX.pack(MAGIC, VERSION, len(head), xxhash.xxh3_64_intdigest(head)))
    out.write(head)
    for name, array in arrays.items():
        for block in _blocks(array, delta=name in deltas, level=level):
            check()
            out.write(len(block).to_bytes(4, "little"))
            out.write(block)
    if seal is not None:
        (block,) = _blocks(np.frombuffer(seal.digest(), np.uint8), delta=False, level=level)
        out.write(len(block).to_bytes(4, "little") + block)
    file.write(out.digest.digest())


def _read(file: BinaryIO, check: Callable[[], None]) -> tuple[Head, dict[str, Array]]:
    head = _head(file)
    begin = file.tell()
    _check_digest(file, head.size, check)
    file.seek(begin)
    arrays = {}
    last = begin
    for name, kind, shape, delta in head.arrays:
        last = file.tell()
        arrays[name] = _array(file, kind, shape, delta=delta, check=check)
    if file.tell() != head.size - _DIGEST:
        raise StoreCorruptError(say("is damaged: there is more in it than it says"))
    told = arrays.pop(_SEAL, None)
    if told is not None and head.arrays[-1][0] == _SEAL:
        head = replace(head, sealed=_is_sealed(file, last, told.tobytes(), check))
    return head, arrays


def _is_sealed(file: BinaryIO, length: int, told: bytes, check: Callable[[], None]) -> bool:
    """Return whether this is the seal of so many bytes from the beginning of the file.

    Not of a file that others can write: it could be another one by now.
    """
    seal = unsealing(Purpose.SESSION)
    if seal is None or stranger(file.fileno()):
        return False
    file.seek(0)
    while length > 0:
        check()
        data = file.read(min(length, _BLOCK))
        if not data:
            return False
        seal.update(data)
        length -= len(data)
    return seal.fits(told)


class _Digested:
    def __init__(self, file: BinaryIO, seal: Seal | None) -> None:
        self._file = file
        self._seal = seal
        self.digest = xxhash.xxh3_128()

    def write(self, data: bytes) -> None:
        self.digest.update(data)
        if self._seal is not None:
            self._seal.update(data)
        self._file.write(data)


def _type_of(array: Array) -> str:
    kind = array.dtype.str[1:]
    if kind not in _TYPES or array.ndim not in (1, 2):
        raise ValueError(f"a session file has no {array.dtype} of {array.ndim} dimensions")
    return kind


def _rows_of_a_block(shape: tuple[int, ...], itemsize: int) -> int:
    return max(1, _BLOCK // max(1, itemsize * math.prod(shape[1:])))


def _blocks(array: Array, *, delta: bool, level: int) -> Iterator[bytes]:
    kind = np.dtype(array.dtype).newbyteorder("<")
    step = _rows_of_a_block(array.shape, kind.itemsize)
    for begin in range(0, len(array), step):
        rows = np.ascontiguousarray(array[begin : begin + step], dtype=kind)
        if delta:
            rows = np.diff(rows, axis=-1, prepend=np.zeros_like(rows[..., :1]))
        lanes = np.ascontiguousarray(rows).view(np.uint8).reshape(-1, kind.itemsize)
        yield zstd.compress(lanes.T.tobytes(), level)


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for reading; errors come out as ``StoreError`` with the path."""
    name = os.fspath(path)
    try:
        with os.fdopen(regular_file.opened(name), "rb") as file:
            yield file
    except OSError as error:
        raise StoreUnavailableError(say("can't be read: {}", reason_of(error)), name) from error
    except MemoryError as error:
        raise StoreUnavailableError(say("can't be read: there is not enough memory"), name) from error
    except (StoreCorruptError, NewerVersionError) as error:
        raise type(error)(error.message, name) from error


def _head(file: BinaryIO) -> Head:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    prefix = file.read(_PREFIX.size)
    if prefix[:8] != MAGIC:
        raise StoreCorruptError(say("is no saved session of SimFinder"))
    if len(prefix) < _PREFIX.size:
        raise StoreCorruptError(say("is damaged: it is cut short"))
    _, version, length, digest = _PREFIX.unpack(prefix)
    if version > VERSION:
        raise NewerVersionError(say("was saved by a newer SimFinder"))
    if version < 1 or length > _LARGEST_HEAD:
        raise StoreCorruptError(say("is damaged: its head makes no sense"))
    stored = file.read(length)
    if len(stored) < length or xxhash.xxh3_64_intdigest(stored) != digest:
        raise StoreCorruptError(say("is damaged: its head is not what was written"))
    try:
        found = json.loads(_unpacked(stored, None))
        arrays = tuple(_listed(entry) for entry in found["arrays"])
        facts = found["facts"]
        if not isinstance(facts, dict) or len({name for name, *_ in arrays}) < len(arrays):
            raise TypeError
    except (ValueError, TypeError, KeyError, LookupError, RecursionError):
        raise StoreCorruptError(say("is damaged: its head makes no sense")) from None
    raw = sum(math.prod(shape) * np.dtype(kind).itemsize for _, kind, shape, _ in arrays)
    if len(arrays) > _MOST_ARRAYS or raw > _FREE + _LARGEST_FACTOR * size:
        raise StoreCorruptError(say("is damaged: it says that it holds more than it can"))
    return Head(facts, arrays, size)


def _listed(entry: Any) -> tuple[str, str, tuple[int, ...], bool]:
    """Check one entry of the list of arrays and return it.

    Raises:
        TypeError: it is malformed.
    """
    name, kind, shape, delta = entry
    good = isinstance(name, str) and kind in _TYPES and isinstance(delta, bool) and isinstance(shape, list)
    if not good or len(shape) not in (1, 2) or not all(type(n) is int and 0 <= n < 1 << 40 for n in shape):
        raise TypeError
    if delta and kind[0] not in "ui":
        raise TypeError
    return name, kind, tuple(shape), delta


def _check_digest(file: BinaryIO, size: int, check: Callable[[], None]) -> None:
    """Check the digest of the whole file.

    Raises:
        StoreCorruptError: it does not match.
    """
    digest = xxhash.xxh3_128()
    file.seek(0)
    left = size - _DIGEST
    while left > 0:
        check()
        data = file.read(min(left, _BLOCK))
        if not data:
            break
        digest.update(data)
        left -= len(data)
    if left or file.read() != digest.digest():
        raise StoreCorruptError(say("is damaged: it is not what was written, or cut short"))


def _array(
    file: BinaryIO, kind: str, shape: tuple[int, ...], *, delta: bool, check: Callable[[], None]
) -> Array:
    stored = np.dtype("u1" if kind == "b1" else "<" + kind)
    array = np.empty(shape, dtype=stored)
    step = _rows_of_a_block(shape, stored.itemsize)
    for begin in range(0, shape[0], step):
        check()
        rows = array[begin : begin + step]
        length = int.from_bytes(file.read(4), "little")
        if length > rows.nbytes + rows.nbytes // 128 + _FRAME:  # a damaged length could claim 4 GB
            raise StoreCorruptError(say("is damaged: it unpacks to another size than it says"))
        lanes = np.frombuffer(_unpacked(file.read(length), rows.nbytes), np.uint8).reshape(
            stored.itemsize, -1
        )
        of_bytes = rows.reshape(-1).view(np.uint8).reshape(-1, stored.itemsize)
        for place, lane in enumerate(lanes):  # a third of the time of one transposing copy
            of_bytes[:, place] = lane
        if delta:
            np.cumsum(rows, axis=-1, dtype=stored, out=rows)
    if kind != "b1":
        return array.astype(stored.newbyteorder("="), copy=False)
    if array.size and int(array.max()) > 1:
        raise StoreCorruptError(say("is damaged: yes and no are neither"))
    return array.view(np.bool_)


def _unpacked(data: bytes, size: int | None) -> bytes:
    """Decompress one frame to exactly ``size`` bytes, or (None) to at most a head's.

    Raises:
        StoreCorruptError: it can't be decompressed, or has another size.
    """
    limit = _LARGEST_HEAD if size is None else size
    options = {int(zstd.DecompressionParameter.window_log_max): 24}
    try:
        decoder = zstd.ZstdDecompressor(options=options)
        found = decoder.decompress(data, limit + 1)
    except zstd.ZstdError:
        raise StoreCorruptError(say("is damaged: it can't be unpacked")) from None
    if (
        not decoder.eof
        or decoder.unused_data
        or (size is not None and len(found) != size)
        or len(found) > limit
    ):
        raise StoreCorruptError(say("is damaged: it unpacks to another size than it says"))
    return found

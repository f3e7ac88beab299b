"""Disk images: ISO 9660 with Joliet, Rock Ridge or UDF, read by pycdlib, and squashfs, read by PySquashfsImage.

Their files are members, by the longest names that the image has, in the order of their names. Blocks of a squashfs are
decompressed up to its block size and no further; lzo and lz4 are not read. A damaged image has one reason, whatever
a parser makes of it.
"""

from __future__ import annotations

import importlib
import sys
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import PLAIN
from simfinder.scan.extract.view_sink import CHUNK, LimitReached, Readable, ViewSink
from simfinder.text.message import say

_SQUASHFS = b"hsqs"
_DESCRIPTOR_AT, _DESCRIPTORS = 32769, (b"CD001", b"BEA01", b"NSR02", b"NSR03")
_LARGEST_BLOCK = 1 << 20  # of a squashfs


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Hand over the files of a disk image; leave a file that is none as it is.

    Args:
        source: the file; can seek.
        out: takes the members.

    Raises:
        ViewError: the image is damaged, or compressed by a method that is not read.
    """
    source.seek(_DESCRIPTOR_AT)
    if source.read(5) in _DESCRIPTORS:
        files = _iso_files(source)
    else:
        source.seek(0)
        if source.read(4) != _SQUASHFS:
            out.as_it_is(source, PLAIN)
            return
        files = _squashfs_files(source)
    try:
        for name, member in files:
            out.member(name, member)
    except (ViewError, LimitReached, MemoryError, RecursionError, ImportError):
        raise
    except Exception as error:  # the parsers have no exception of their own for numbers that make no sense
        raise ViewError(say("is damaged")) from error


def _iso_files(source: BinaryIO) -> Iterator[tuple[bytes, Readable]]:
    """Yield the files of an ISO image."""
    from pycdlib import PyCdlib

    image = PyCdlib()
    image.open_fp(source)
    names = (
        ("udf_path", image.has_udf()),
        ("rr_path", image.has_rock_ridge()),
        ("joliet_path", image.has_joliet()),
    )
    kind = next((name for name, there in names if there), "iso_path")
    for folder, folders, files in image.walk(**{kind: "/"}):
        folders.sort()
        for name in sorted(files):
            path = f"{folder.rstrip('/')}/{name}"
            record = image.get_record(**{kind: path})
            ridge = getattr(record, "rock_ridge", None)
            if ridge is not None and ridge.is_symlink():
                continue
            with image.open_file_from_iso(**{kind: path}) as file:
                shown = path[1:].partition(";")[0] if kind == "iso_path" else path[1:]
                yield shown.encode("utf-8", "surrogateescape"), file
    image.close()


def _squashfs_files(source: BinaryIO) -> Iterator[tuple[bytes, Readable]]:
    """Yield the files of a squashfs image."""
    from PySquashfsImage import SquashFsImage

    class Image(SquashFsImage):  # type: ignore[misc]
        """Decompresses no more than a block."""

        def _get_compressor(self, number: int) -> _Blocks:
            return _Blocks(number, min(self.sblk.block_size, _LARGEST_BLOCK))

    with Image(source, closefd=False) as image:
        for _, file in sorted((file.path, file) for file in image if file.is_file):
            yield file.path.lstrip("/").encode("utf-8", "surrogateescape"), _Pieces(file.iter_bytes())


class _Pieces:
    """The bytes of a file that come in pieces, as a source to read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""

    def read(self, size: int = CHUNK, /) -> bytes:
        """Read some bytes; none at the end."""
        while not self._held:
            piece = next(self._pieces, None)
            if piece is None:
                return b""
            self._held = piece
        data, self._held = self._held[:size], self._held[size:]
        return data


class _Blocks:
    """Decompresses the blocks of a squashfs.

    Args:
        number: of the method, as the image has it.
        most: bytes of a block.

    Raises:
        ViewError: the method is not read.
    """

    def __init__(self, number: int, most: int) -> None:
        makers: dict[int, Callable[[bytes, int], bytes]] = {1: _inflated, 4: _unpacked, 6: _zstd}
        if number not in makers:
            raise ViewError(say("is packed by a method that can't be read"))
        self._make = makers[number]
        self._most = max(most, 8192)  # tables come in blocks of so many bytes

    def uncompress(self, data: bytes, _size: int, _most: int) -> bytes:
        """Return the bytes of a block.

        Raises:
            ValueError: it holds more than a block may.
        """
        found = self._make(data, self._most + 1)
        if len(found) > self._most:
            raise ValueError("a block holds too much")
        return found


def _inflated(data: bytes, most: int) -> bytes:
    return zlib.decompressobj().decompress(data, most)


def _unpacked(data: bytes, most: int) -> bytes:
    import lzma

    return lzma.LZMADecompressor(memlimit=64 << 20).decompress(data, most)


def _zstd(data: bytes, most: int) -> bytes:
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    zstd: Any = importlib.import_module(name)
    found: bytes = zstd.ZstdDecompressor().decompress(data, most)
    return found

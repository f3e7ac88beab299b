"""7z archives: their files in the order of the archive, the only order they can be read in.

py7zr reads the headers and has the methods. The blocks are unpacked here, a piece at a time: py7zr's own loop reads a
megabyte of the archive for every file in a block and keeps it until needed, so that many small files would load the
whole archive into memory; it also changes names.
"""

from __future__ import annotations

import contextlib
import io
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, cast

from simfinder.errors import ViewError
from simfinder.scan.extract.view_sink import CHUNK, ViewSink
from simfinder.text.message import say

if TYPE_CHECKING:
    from py7zr import SevenZipFile
    from py7zr.archiveinfo import Folder
    from py7zr.py7zr import ArchiveFile

_INPUT = (
    1 << 13
)  # bytes at a time: some methods unpack all they get at once, Deflate to a thousand times as much
_INPUT_ZSTD = 1 << 10  # zstd to thirty thousand times as much
_ZSTD = b"\x04\xf7\x11\x01"
_DAMAGED = say("is damaged or ends too early")


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Hand over the files of a 7z archive.

    Args:
        source: the archive; can seek.
        out: takes the members.

    Raises:
        ViewError: it is damaged, encrypted, or packed by an unknown method.
    """
    import py7zr
    from py7zr.compressor import algorithm_class_map

    algorithm_class_map.pop(py7zr.FILTER_PPMD, None)  # pyppmd 1.3 crashes the process when a decoder is freed
    file = _Source(source)
    with _damage():
        archive = py7zr.SevenZipFile(cast("BinaryIO", file), "r")
        blocks = _blocks(archive, file)
    block: _Block | None = None
    for entry in archive.files:
        if entry.emptystream:
            if not _is_folder(entry):
                out.member(_name(entry), io.BytesIO())
            continue
        if block is None or block.folder is not entry.folder:
            if id(entry.folder) not in blocks:
                raise ViewError(_DAMAGED)
            block = blocks.pop(id(entry.folder))
            block.begin()
        part = _Part(block, entry.uncompressed, entry.crc32)
        if entry.is_file:
            out.member(_name(entry), part)
        part.skip()


def _name(entry: ArchiveFile) -> bytes:
    return entry.filename.encode("utf-8", "surrogatepass")


def _is_folder(entry: ArchiveFile) -> bool:
    """Return whether an entry is a folder: py7zr marks empty files as folders, except in the attributes."""
    return entry.is_directory or not entry.is_file


def _blocks(archive: SevenZipFile, source: _Source) -> dict[int, _Block]:
    """Return the blocks of an archive by the ``id`` of py7zr's object."""
    streams = archive.header.main_streams
    if streams is None or streams.unpackinfo is None or streams.packinfo is None:
        return {}
    places, sizes = streams.packinfo.packpositions, streams.packinfo.packsizes
    start = archive.afterheader + streams.packinfo.packpos
    blocks = {}
    at = 0
    for folder in streams.unpackinfo.folders:
        blocks[id(folder)] = _Block(source, folder, start + places[at], sizes[at])
        at += len(folder.packed_indices)
    return blocks


class _Block:
    """A stream of files packed together, read from front to back."""

    def __init__(self, source: _Source, folder: Folder, place: int, size: int) -> None:
        self.folder = folder
        self._source = source
        self._place = place
        self._size = size
        self._held = b""
        self._at = 0

    def begin(self) -> None:
        with _damage():
            self._source.seek(self._place)
            self._source.most = _INPUT_ZSTD if _ZSTD in self._methods() else _INPUT
            self._left = self.folder.get_unpack_size()
            self._decoder = self.folder.get_decompressor(self._size)

    def _methods(self) -> list[bytes]:
        return [coder["method"] for coder in self.folder.coders]

    def read(self, size: int) -> bytes:
        """Read up to ``size`` bytes.

        Raises:
            ViewError: the block has ended.
        """
        if self._at == len(self._held):
            self._held, self._at = self._piece(), 0
        data = self._held[self._at : self._at + size]
        self._at += len(data)
        return data

    def _piece(self) -> bytes:
        """Unpack the next piece, as much as possible: a decoder asked for little keeps the input it got."""
        while self._left:
            before = self._source.tell()
            with _damage():
                data = self._decoder.decompress(self._source, min(self._left, CHUNK))
            if data:
                self._left -= len(data)
                return bytes(data)
            if self._source.tell() == before:
                break
        raise ViewError(_DAMAGED)


class _Part:
    """One file of a block."""

    def __init__(self, block: _Block, size: int, crc: int | None) -> None:
        self._block = block
        self._left = size
        self._wanted = crc
        self._crc = 0

    def read(self, size: int = CHUNK, /) -> bytes:
        if not self._left:
            return b""
        data = self._block.read(min(size, self._left, CHUNK) if size > 0 else min(self._left, CHUNK))
        self._left -= len(data)
        self._crc = zlib.crc32(data, self._crc)
        if not self._left and self._wanted is not None and self._crc != self._wanted:
            raise ViewError(_DAMAGED)
        return data

    def skip(self) -> None:
        while self.read():
            pass


class _Source(io.IOBase):
    """The archive in the form py7zr takes. It has no name, because py7zr would give it to a file that has none.

    Attributes:
        most: most bytes handed out at a time; 0 for as many as asked for.
    """

    name = None

    def __init__(self, source: BinaryIO) -> None:
        self._source = source
        self.most = 0

    def read(self, size: int = -1) -> bytes:
        return self._source.read(min(size, self.most) if self.most else size)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._source.seek(offset, whence)

    def tell(self) -> int:
        return self._source.tell()

    def seekable(self) -> bool:
        return True


@contextlib.contextmanager
def _damage() -> Iterator[None]:
    """Turn what the libraries raise (anything, on damage) into a ``ViewError`` with a plain reason."""
    from py7zr import PasswordRequired, UnsupportedCompressionMethodError

    try:
        yield
    except MemoryError:
        raise
    except PasswordRequired as error:
        raise ViewError(say("is encrypted")) from error
    except UnsupportedCompressionMethodError as error:
        raise ViewError(say("is packed by a method not supported")) from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ViewError(_DAMAGED) from error

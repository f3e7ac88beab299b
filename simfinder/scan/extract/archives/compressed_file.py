"""Compressed files: gzip, bzip2, xz and zstd, recognised by their first bytes, read from front to back.

Concatenated streams are one content, as for the tools of these formats. Memory holds a piece of input, a piece of
output, and the format's window; a window larger than a quarter of the memory that the bounds allow is refused. What the
content is (a tar, most of the time) is the outlet's business.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import BinaryIO, NamedTuple, Protocol

from simfinder.errors import ViewError
from simfinder.scan.extract.formats import BY_CODE, recognise
from simfinder.scan.extract.view_sink import CHUNK, Readable, ViewSink
from simfinder.text.message import say

SHARE = 4
"""A window may take this part of the allowed memory (one in four)."""

_INPUT = 1 << 16
_MAGIC = 10  # bytes that identify these formats


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Hand over the content of a compressed file.

    Args:
        source: the file; need not seek.
        out: takes the content.

    Raises:
        ViewError: it is damaged, ends too early, or needs too much memory.
    """
    head = source.read(_MAGIC)
    found = BY_CODE.get(recognise(head))
    if found is None or found.name not in KINDS:
        raise ViewError(say("is damaged"))
    out.content(Unpacked(source, KINDS[found.name], out.bounds.memory // SHARE, head))


class _Decoder(Protocol):
    """The interface that the decoders of the standard library share."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class Kind(NamedTuple):
    """A compression format.

    Attributes:
        decoder: makes a decoder, given the bytes of memory it may take.
        begins: tells whether bytes (at least ``_MAGIC``, or all there are) begin another stream.
        lenient: whether other bytes after the last stream are ignored, as the format's own tool does.
    """

    decoder: Callable[[int], _Decoder]
    begins: Callable[[bytes], bool]
    lenient: bool


class Unpacked:
    """The content of compressed streams, as a source to read.

    Args:
        source: the compressed bytes.
        kind: format of all streams.
        memory: most bytes that a decoder may take.
        head: bytes that were read from the source already.
        early: the reason to give when the source ends before its streams do.
    """

    def __init__(
        self, source: Readable, kind: Kind, memory: int, head: bytes = b"", early: str = say("ends too early")
    ) -> None:
        self._source = source
        self._kind = kind
        self._memory = memory
        self._held = head
        self._early = early
        self._decoder: _Decoder | None = kind.decoder(memory)

    def read(self, size: int = CHUNK, /) -> bytes:
        """Read some bytes; none at the end.

        Raises:
            ViewError: the streams are damaged, or end too early.
        """
        while self._decoder is not None:
            if self._decoder.eof:
                self._decoder = self._following(self._decoder.unused_data)
            elif data := self._piece(self._decoder, size if size > 0 else CHUNK):
                return data
        return b""

    def _piece(self, decoder: _Decoder, size: int) -> bytes:
        fed, wanted = b"", decoder.needs_input
        if wanted:
            fed, self._held = self._held or self._source.read(_INPUT), b""
        try:
            data = decoder.decompress(fed, size)
        except MemoryError:
            raise
        except Exception as error:  # each library has an exception of its own, bz2 raises OSError
            raise ViewError(_reason(str(error), self._memory)) from error
        if wanted and not fed and not data and not decoder.eof:
            raise ViewError(self._early)
        return data

    def _following(self, rest: bytes) -> _Decoder | None:
        """Return a decoder for the stream that follows, or None."""
        rest = rest.lstrip(b"\0")  # padding
        while len(rest) < _MAGIC and (more := self._source.read(_INPUT)):
            rest = (rest + more).lstrip(b"\0")
        if self._kind.begins(rest):
            self._held = rest
            return self._kind.decoder(self._memory)
        if rest and not self._kind.lenient:
            raise ViewError(say("is damaged: something else follows its end"))
        return None


class _Inflater:
    """zlib with the interface of the other decoders. For a gzip it checks sum and length."""

    def __init__(self, form: int) -> None:
        import zlib

        self._inner = zlib.decompressobj(wbits=form)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


def _bzip2(_memory: int) -> _Decoder:
    import bz2

    return bz2.BZ2Decompressor()  # takes 4 MB at most


def _xz(memory: int) -> _Decoder:
    import lzma

    return lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=memory)


def _zstd(memory: int) -> _Decoder:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd

    parameter = zstd.DecompressionParameter.window_log_max
    lowest, highest = parameter.bounds()
    log = min(max(memory.bit_length() - 1, lowest), highest)
    return zstd.ZstdDecompressor(options={parameter: log})


def _begins_with(code: int) -> Callable[[bytes], bool]:
    return lambda rest: recognise(rest) == code


def _begins_zstd(rest: bytes) -> bool:
    """Return whether bytes begin a zstd frame or a skippable frame."""
    return rest[:4] == b"\x28\xb5\x2f\xfd" or (rest[1:4] == b"\x2a\x4d\x18" and rest[0] >> 4 == 5)


def _kinds() -> dict[str, Kind]:
    code = {found.name: found.code for found in BY_CODE.values()}
    return {
        "gzip": Kind(lambda _memory: _Inflater(31), _begins_with(code["gzip"]), lenient=True),
        "bzip2": Kind(_bzip2, _begins_with(code["bzip2"]), lenient=True),
        "xz": Kind(_xz, _begins_with(code["xz"]), lenient=False),
        "zstd": Kind(_zstd, _begins_zstd, lenient=False),
    }


KINDS = _kinds()
"""Compression formats by name."""

DEFLATE = Kind(lambda _memory: _Inflater(-15), lambda _rest: False, lenient=True)
"""A bare deflate stream, as in a zip."""


def _reason(words: str, memory: int) -> str:
    """Return the reason to give for a library's error message."""
    if "emory" in words:
        return say("needs more than {:,} MB of memory to be unpacked", memory >> 20)
    if "ictionary" in words:
        return say("needs a dictionary to be unpacked")
    return say("is damaged")

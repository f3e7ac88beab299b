"""zip archives (jar, whl, epub, apk and the rest of the family): their files in the order of their names.

The order inside a zip is arbitrary; by name, a jar that is built again gives the same stream. Office documents and
books are zips too and go to ``extract.office``.
"""

from __future__ import annotations

import copy
import stat
import struct
import zipfile
import zlib
from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.extract.archives.compressed_file import DEFLATE, KINDS, SHARE, Kind, Unpacked
from simfinder.scan.extract.view_sink import CHUNK, Readable, ViewSink
from simfinder.text.message import say

_HEADER = 30  # bytes before a member's name and data
_END, _END_MARK = 22, b"PK\5\6"  # the last record of a zip without a comment
_UNIX = 3
_MIMETYPE = 200
_ENCRYPTED = 1

_STORED, _DEFLATE, _LZMA = 0, 8, 14
_PACKERS = {_DEFLATE: DEFLATE, 12: KINDS["bzip2"], 93: KINDS["zstd"], 95: KINDS["xz"]}
_REFUSED = {1: "Shrink", 6: "Implode", 9: "Deflate64", 96: "JPEG", 97: "WavPack", 98: "PPMd"}


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Hand over the files of a zip, or write the text of an office document.

    Args:
        source: the file; can seek.
        out: takes the members.

    Raises:
        ViewError: it is damaged, encrypted, or packed by an unknown method.
    """
    with _plain_words:
        archive = zipfile.ZipFile(source)
    entries = [entry for entry in archive.infolist() if _is_file(entry)]
    _check(entries)
    if _is_office(archive, entries, out.bounds.memory // SHARE):
        from simfinder.scan.extract.office import office_document

        office_document.stream(archive, out)
        return
    _tell_beside(archive, entries, out)
    if out.alone:
        source.seek(-_END, 2)
        if source.read(len(_END_MARK)) != _END_MARK:
            out.beside(say("data behind its files"))
    named = sorted((_name(entry), entry.header_offset, number) for number, entry in enumerate(entries))
    for name, _, number in named:
        out.member(name, _Content(archive, entries[number], out.bounds.memory // SHARE))


def _tell_beside(archive: zipfile.ZipFile, files: list[zipfile.ZipInfo], out: ViewSink) -> None:
    """Tell of all that a zip holds beside its files."""
    if archive.comment or any(entry.comment for entry in archive.infolist()):
        out.beside(say("a comment"))
    if min((entry.header_offset for entry in archive.infolist()), default=0):
        out.beside(say("data in front of its files"))
    known = {id(entry) for entry in files}
    for entry in archive.infolist():
        if entry.filename.endswith("/") and not entry.file_size:
            out.folder(_name(entry))
        elif id(entry) not in known:
            out.beside(say("a link"))
    out.tells_all()


def _is_file(entry: zipfile.ZipInfo) -> bool:
    mode = entry.external_attr >> 16 if entry.create_system == _UNIX else 0
    return not entry.filename.endswith("/") and stat.S_IFMT(mode) in (0, stat.S_IFREG)


def _name(entry: zipfile.ZipInfo) -> bytes:
    return entry.filename.encode("utf-8", "surrogateescape")


def _check(entries: list[zipfile.ZipInfo]) -> None:
    """Raise for what can't be read, before anything is read."""
    end = 0
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.flag_bits & _ENCRYPTED:
            raise ViewError(say("is encrypted"))
        if entry.compress_type not in (_STORED, _LZMA, *_PACKERS):
            name = _REFUSED.get(entry.compress_type, "unknown")
            raise ViewError(
                say("holds files packed by a method not supported: {} ({})", name, entry.compress_type)
            )
        if entry.header_offset < end:  # a zip bomb: the same few bytes as many large files
            raise ViewError(say("is damaged: its files overlap"))
        end = entry.header_offset + _HEADER + entry.compress_size


def _is_office(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo], memory: int) -> bool:
    """Return whether it is an office document or a book. All allow only two methods, so their view needs no others."""
    if any(entry.compress_type not in (_STORED, _DEFLATE) for entry in entries):
        return False
    from simfinder.scan.extract.office import office_document

    mimetype = b""
    for entry in entries:
        if entry.filename == "mimetype" and entry.file_size < _MIMETYPE:
            mimetype = _Content(archive, entry, memory).read(_MIMETYPE)
            break
    return office_document.recognise({entry.filename for entry in entries}, mimetype)


_DAMAGED = say("is damaged or ends too early")
_ERRORS = (
    zipfile.BadZipFile,
    struct.error,
    EOFError,
    NotImplementedError,  # a version from the future
    RuntimeError,
    ValueError,
    ArithmeticError,
    LookupError,
)


class _PlainWords:
    """Turn what the library raises into a ``ViewError``. No generator: it is entered twice for every member."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, _ERRORS):
            raise ViewError(_DAMAGED) from error


_plain_words = _PlainWords()


class _Content:
    """The content of a member, checked against the size and the sum in the directory.

    The library only finds the packed bytes; its own unpacking sets no limit to what a piece of input may become: four
    kilobytes of bzip2 can be four gigabytes.
    """

    def __init__(self, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, memory: int) -> None:
        self._left = entry.file_size
        self._wanted = entry.CRC
        self._crc = 0
        packed = copy.copy(entry)
        packed.compress_type, packed.file_size = _STORED, entry.compress_size
        del packed.CRC  # it is the sum of the unpacked content
        with _plain_words:
            source = archive.open(packed)
        self._source: Readable = source
        if entry.compress_type == _LZMA:
            self._source = Unpacked(source, _lzma_kind(source, memory), memory, early=_DAMAGED)
        elif entry.compress_type != _STORED:
            self._source = Unpacked(source, _PACKERS[entry.compress_type], memory, early=_DAMAGED)

    def read(self, size: int = CHUNK, /) -> bytes:
        if not self._left:
            return self._end()
        with _plain_words:
            data = self._source.read(min(size, self._left) if size > 0 else min(CHUNK, self._left))
        if not data:
            raise ViewError(_DAMAGED)
        self._left -= len(data)
        self._crc = zlib.crc32(data, self._crc)
        if not self._left:
            self._end()
        return data

    def _end(self) -> bytes:
        if self._crc != self._wanted:
            raise ViewError(_DAMAGED)
        return b""


def _lzma_kind(source: Readable, memory: int) -> Kind:
    """Return the LZMA format of zips: version, length of the properties, properties, data without an end mark."""
    import lzma

    with _plain_words:
        version_and_length = source.read(4)
        properties = source.read(5)
    if version_and_length[2:] != b"\5\0" or len(properties) < 5 or properties[0] >= 9 * 5 * 5:
        raise ViewError(_DAMAGED)
    window = int.from_bytes(properties[1:], "little")
    if window > memory:
        raise ViewError(say("needs more than {:,} MB of memory to be unpacked", memory >> 20))
    rest, context = divmod(properties[0], 9)
    positions, literals = divmod(rest, 5)
    if context + literals > 4:  # no encoder does, and no decoder takes it
        raise ViewError(_DAMAGED)
    filters = [
        {
            "id": lzma.FILTER_LZMA1,
            "dict_size": max(window, 4096),
            "lc": context,
            "lp": literals,
            "pb": positions,
        }
    ]
    return Kind(
        lambda _memory: lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=filters),
        lambda _rest: False,
        lenient=True,
    )

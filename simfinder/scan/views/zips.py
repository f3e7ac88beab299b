"""zip archives (jar, whl, epub, apk and the rest of the family): their files in the order of their names.

The order of a zip is its maker's whim, so that the names give a better one: a jar that was built again then gives the
same stream. Office documents are zips too and are handed to ``office``.
"""

from __future__ import annotations

import lzma
import stat
import struct
import zipfile
import zlib
from typing import BinaryIO

from simfinder.errors import ViewError
from simfinder.scan.views.outlet import CHUNK, Outlet, Readable

_HEADER = 30  # bytes before a member's name and data
_SMALL = 4096  # bytes asked for where the library limits its input only: bzip2 makes 80 MB of so many at most
_UNIX = 3
_MIMETYPE = 200
_ENCRYPTED = 1

_METHODS = {
    0: "stored",
    1: "Shrink",
    6: "Implode",
    8: "Deflate",
    9: "Deflate64",
    12: "bzip2",
    14: "LZMA",
    93: "Zstandard",
    95: "xz",
    96: "JPEG",
    97: "WavPack",
    98: "PPMd",
}
_KNOWN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_LIMITED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def stream(source: BinaryIO, out: Outlet) -> None:
    """The files of a zip, or the text of a document.

    Args:
        source: is able to seek.
        out: takes the members.

    Raises:
        ViewError: it is damaged, encrypted, or packed in a way that is not known.
    """
    with _plain_words:
        archive = zipfile.ZipFile(source)
    entries = [entry for entry in archive.infolist() if _is_file(entry)]
    _check(entries)
    if _is_office(archive, entries):
        from simfinder.scan.views import office

        office.stream(archive, out)
        return
    named = sorted((_name(entry), entry.header_offset, number) for number, entry in enumerate(entries))
    for name, _, number in named:
        entry = entries[number]
        with _plain_words:
            file = archive.open(entry)
        with file:
            out.member(name, _Checked(file, entry))


def _is_file(entry: zipfile.ZipInfo) -> bool:
    mode = entry.external_attr >> 16 if entry.create_system == _UNIX else 0
    return not entry.filename.endswith("/") and stat.S_IFMT(mode) in (0, stat.S_IFREG)


def _name(entry: zipfile.ZipInfo) -> bytes:
    return entry.filename.encode("utf-8", "surrogateescape")


def _check(entries: list[zipfile.ZipInfo]) -> None:
    """Raises for what can't be read, before anything is."""
    end = 0
    for entry in sorted(entries, key=lambda entry: entry.header_offset):
        if entry.flag_bits & _ENCRYPTED:
            raise ViewError("is encrypted")
        if entry.compress_type not in _KNOWN:
            name = _METHODS.get(entry.compress_type, "unknown")
            raise ViewError(f"holds files packed by a method not supported: {name} ({entry.compress_type})")
        if entry.header_offset < end:  # a few bytes can be packed as many large files in this way
            raise ViewError("is damaged: its files overlap")
        end = entry.header_offset + _HEADER + entry.compress_size


def _is_office(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> bool:
    from simfinder.scan.views import office

    mimetype = b""
    for entry in entries:
        if entry.filename == "mimetype" and entry.file_size < _MIMETYPE:
            with _plain_words, archive.open(entry) as file:
                mimetype = file.read(_MIMETYPE)
            break
    return office.recognise({entry.filename for entry in entries}, mimetype)


_DAMAGED = "is damaged or ends too early"
_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,  # a version or a compression from the future
    RuntimeError,
    ValueError,
    ArithmeticError,
    LookupError,
)


class _PlainWords:
    """Plain words for what the library raises. No generator: it is entered twice for every member."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        # an OSError with a number: the file can't be read; without one bz2 means its data
        if isinstance(error, _ERRORS) or (isinstance(error, OSError) and error.errno is None):
            raise ViewError(_DAMAGED) from error


_plain_words = _PlainWords()


class _Checked:
    """A member, which ends where the directory says and nowhere else. The library checks its sum."""

    def __init__(self, file: Readable, entry: zipfile.ZipInfo) -> None:
        self._file = file
        self._most = CHUNK if entry.compress_type in _LIMITED else _SMALL
        self._left = entry.file_size

    def read(self, size: int = CHUNK, /) -> bytes:
        with _plain_words:
            data = self._file.read(min(size, self._most) if size > 0 else self._most)
        self._left -= len(data)
        if not data and self._left:
            raise ViewError(_DAMAGED)
        return data

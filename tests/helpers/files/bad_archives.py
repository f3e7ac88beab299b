"""Archives nobody should open: bombs, quines as near as they can be built, encrypted, damaged, and with evil names.

Everything is made in memory, and gigabytes by repeating compressed pieces, so that no builder takes longer than the
test it is for. Zip and tar are written byte by byte here, since the libraries refuse to write most of this.
"""

from __future__ import annotations

import base64
import bz2
import contextlib
import gzip
import io
import lzma
import random
import struct
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple, cast

import xxhash

from simfinder.scan.extract.formats import BY_CODE, HEAD, recognise
from simfinder.scan.extract.limits import BOUNDS, Bounds
from simfinder.scan.extract.members import Member
from simfinder.scan.extract.view_sink import LimitReached, ViewSink, stream_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

MIB = 1 << 20

PACKERS = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "bzip2": lambda data: bz2.compress(data, 1),
    "xz": lambda data: lzma.compress(data, preset=0),
    "zstd": zstd.compress,
}
"""What packs a single content, by the names of the formats."""

EVIL_NAMES = (
    b"../../../../tmp/up",
    b"/etc/absolute",
    b"C:\\Windows\\drive",
    b"..\\back",
    b"line\nbreak",
    b"\xff\xfe not utf-8",
    b"\x1b[31mescape",
    "\u202etxt.exe".encode(),
    b"-rf",
    b"a/" * 120 + b"deep",
    b" ",
    b"CON",
)
"""Names that must come out as they are and lead nowhere."""


class Entry(NamedTuple):
    """A member of a zip, with everything that may be wrong about it."""

    name: bytes
    data: bytes = b""
    method: int = 0
    flags: int = 0
    crc: int | None = None
    size: int | None = None
    packed: bytes | None = None
    mode: int = 0


def local_header(entry: Entry, packed: bytes) -> bytes:
    """What stands before a member of a zip."""
    return (
        struct.pack(
            "<4s5H3I2H",
            b"PK\3\4",
            20,
            entry.flags,
            entry.method,
            0,
            0x21,
            zlib.crc32(entry.data) if entry.crc is None else entry.crc,
            len(packed),
            len(entry.data) if entry.size is None else entry.size,
            len(entry.name),
            0,
        )
        + entry.name
    )


def central_header(entry: Entry, packed_size: int, offset: int) -> bytes:
    """What stands for a member in the directory at the end of a zip."""
    return (
        struct.pack(
            "<4s6H3I5H2I",
            b"PK\1\2",
            3 << 8 | 20,
            20,
            entry.flags,
            entry.method,
            0,
            0x21,
            zlib.crc32(entry.data) if entry.crc is None else entry.crc,
            packed_size,
            len(entry.data) if entry.size is None else entry.size,
            len(entry.name),
            0,
            0,
            0,
            0,
            entry.mode << 16,
            offset,
        )
        + entry.name
    )


def zip_end(count: int, size: int, offset: int) -> bytes:
    """The end of a zip; with the zip64 records where the count needs them."""
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), size, offset, 0)
    if count < 0xFFFF:
        return end
    return (
        struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, offset)
        + struct.pack("<4sIQI", b"PK\6\7", 0, offset + size, 1)
        + end
    )


def raw_zip(entries: Iterable[Entry]) -> bytes:
    """A zip of members as they are described, right or wrong."""
    body, directory, count = bytearray(), bytearray(), 0
    for entry in entries:
        packed = entry.data if entry.packed is None else entry.packed
        directory += central_header(entry, len(packed), len(body))
        body += local_header(entry, packed) + packed
        count += 1
    return bytes(body + directory) + zip_end(count, len(directory), len(body))


def plain_zip(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An honest zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data, compress_type=method)
    return made.getvalue()


def plain_tar(files: dict[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    """An honest tar."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=form) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return made.getvalue()


def plain_7z(files: dict[str, bytes], password: str | None = None, **how: object) -> bytes:
    """An honest 7z, or one that keeps its secrets."""
    import py7zr

    made = io.BytesIO()
    with py7zr.SevenZipFile(made, "w", password=password, **how) as archive:
        for name, data in files.items():
            archive.writestr(data, name)
    return made.getvalue()


def ar_header(name: bytes, size: int) -> bytes:
    """What stands before a member of an ar."""
    return b"%-16s%-12d%-6d%-6d%-8o%-10d`\n" % (name, 0, 0, 0, 0o644, size)


def plain_ar(files: dict[str, bytes]) -> bytes:
    """An honest ar with GNU's long names."""
    table, parts = b"", []
    for text, data in files.items():
        name = text.encode("utf-8", "surrogateescape")
        short = name + b"/"
        if len(short) > 16 or b"/" in name or b" " in name:
            short = b"/%d" % len(table)
            table += name + b"/\n"
        parts.append(ar_header(short, len(data)) + data + b"\n" * (len(data) % 2))
    front = ar_header(b"//", len(table)) + table + b"\n" * (len(table) % 2) if table else b""
    return b"!<arch>\n" + front + b"".join(parts)


def tar_header(name: bytes, size: int, kind: bytes = b"0", link: bytes = b"", prefix: bytes = b"") -> bytes:
    """A header of a tar with a right checksum, whatever it says."""
    number = b"%011o\0" % size if size < 8**11 else b"\x80" + size.to_bytes(11, "big")
    head = bytearray(
        struct.pack(
            "100s8s8s8s12s12s8sc100s8s32s32s8s8s155s12x",
            name,
            b"0000644\0",
            b"0000000\0",
            b"0000000\0",
            number,
            b"00000000000\0",
            b" " * 8,
            kind,
            link,
            b"ustar\x0000",
            b"root",
            b"root",
            b"0000000\0",
            b"0000000\0",
            prefix,
        )
    )
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def tar_member(name: bytes, data: bytes, kind: bytes = b"0") -> bytes:
    """A header and its data, padded."""
    return tar_header(name, len(data), kind) + data + bytes(-len(data) % 512)


TAR_END = bytes(1024)


def zeros(packer: str, size: int, piece: int = 16 * MIB) -> bytes:
    """So many zeros, packed as streams one behind the other, each of a piece."""
    pack = PACKERS[packer]
    return pack(bytes(piece)) * (size // piece) + (pack(bytes(size % piece)) if size % piece else b"")


def deflated_zeros(size: int) -> bytes:
    """A single raw deflate stream of zeros, made of one piece repeated; ``size`` in whole megabytes."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(bytes(MIB)) + packer.flush(zlib.Z_FULL_FLUSH)
    return piece * (size // MIB) + b"\3\0"


def crc_of_zeros(size: int) -> int:
    """The sum of so many zeros."""
    crc, piece = 0, bytes(MIB)
    for _ in range(size // MIB):
        crc = zlib.crc32(piece, crc)
    return zlib.crc32(bytes(size % MIB), crc)


def zip_bomb(size: int) -> bytes:
    """A zip of one file of zeros. Its sum is wrong: nobody should get that far."""
    return raw_zip([Entry(b"zeros", method=8, size=min(size, 0xFFFFFFFE), packed=deflated_zeros(size))])


def nested_bomb(levels: int = 6, width: int = 16, size: int = 64 * MIB) -> bytes:
    """Zips in zips, the innermost ones full of zeros, in the manner of 42.zip."""
    data = raw_zip([Entry(b"0.dat", b"", 8, size=size, crc=crc_of_zeros(size), packed=deflated_zeros(size))])
    for level in range(levels):
        data = plain_zip({f"lib {level} {number}.zip": data for number in range(width)})
    return data


def overlapping(count: int, size: int) -> bytes:
    """A zip whose members lie within each other: each one's data are the header of the next and its data."""
    kernel = bytes(size)
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(kernel) + packed.flush()
    body, content, directory, starts = data, kernel, [], []
    for number in reversed(range(count)):
        entry = Entry(b"%06d" % number, content, method=8)
        head = local_header(entry, body)
        directory.append((entry, len(body)))
        starts.append(len(head))
        if number:
            quote = struct.pack("<BHH", 0, len(head), len(head) ^ 0xFFFF)
            body, content = quote + head + body, head + content
            starts[-1] += len(quote)
        else:
            body = head + body
    central, offset = b"", 0
    for (entry, packed_size), step in zip(reversed(directory), reversed(starts), strict=True):
        central += central_header(entry, packed_size, offset)
        offset += step
    return body + central + zip_end(count, len(central), len(body))


def same_member_twice(count: int, data: bytes) -> bytes:
    """A zip whose directory lists one member so many times."""
    entry = Entry(b"same", data)
    body = local_header(entry, data) + data
    central = central_header(entry, len(data), 0) * count
    return body + central + zip_end(count, len(central), len(body))


def chain(levels: int, kind: str) -> bytes:
    """An archive in an archive and so on, as near to one that holds itself as no cunning goes."""
    data = b"the end"
    for _ in range(levels):
        data = raw_zip([Entry(b"r.zip", data)]) if kind == "zip" else PACKERS[kind](data)
    return data


def tar_chain(levels: int) -> bytes:
    """The same of tars, which have their data as it is."""
    data = b"the end"
    for _ in range(levels):
        data = tar_member(b"r.tar", data) + TAR_END
    return data


def zip_crypto(files: dict[str, bytes], password: bytes) -> bytes:
    """A zip encrypted in the old way, which the library reads and does not write."""
    entries = []
    for name, data in files.items():
        crc = zlib.crc32(data)
        head = random.Random(len(data)).randbytes(11) + bytes([crc >> 24])
        packed = bytes(_encrypted(head + data, password))
        entries.append(Entry(name.encode(), data, flags=1, packed=packed))
    return raw_zip(entries)


def _encrypted(data: bytes, password: bytes) -> Iterator[int]:
    keys = [0x12345678, 0x23456789, 0x34567890]

    def crc(old: int, byte: int) -> int:
        return ~zlib.crc32(bytes([byte]), ~old & 0xFFFFFFFF) & 0xFFFFFFFF

    def update(byte: int) -> None:
        keys[0] = crc(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = crc(keys[2], keys[1] >> 24)

    for byte in password:
        update(byte)
    for byte in data:
        word = keys[2] | 2
        yield byte ^ ((word * (word ^ 1)) >> 8 & 0xFF)
        update(byte)


def cuts(data: bytes) -> list[bytes]:
    """A file as it is half-written, at several places."""
    size = len(data)
    return [
        data[:at] for at in sorted({size // 8, size // 3, size // 2, size * 9 // 10, size - 40, size - 9})
    ]


def flipped(data: bytes, count: int, seed: int, skip: int = 0) -> bytes:
    """So many bytes changed, none of the first ones."""
    dice = random.Random(seed)
    changed = bytearray(data)
    for _ in range(count):
        changed[dice.randrange(skip, len(data))] ^= dice.randrange(1, 256)
    return bytes(changed)


PPMD_7Z = base64.b64decode(
    "N3q8ryccAAROmWa/cgAAAAAAAAAUAAAAAAAAALizwrsAdvZZcR2CFKiCE7dOaGN19ZfsAOAAWABWXQAAgTMHrg/PObAMB8hDgIOC4sAEFP/RvO8q"
    "asuFe+NQ3GF3AcOHjSuE9yBBnq4cCe6hFX0Ef/5Wjf01jZf68rin9rwclUWmUQEdhHdks8gSdAGPzAAAAAAXBhQBCV4ABwsBAAEhIQEYDFkAAA=="
)
"""A 7z of one small text, packed by PPMd."""


class Seen(NamedTuple):
    """What a view made, in this process."""

    name: str
    members: list[Member]
    stream: bytes

    @property
    def files(self) -> list[tuple[bytes, int]]:
        """Names and sizes."""
        return [(member.name, member.size) for member in self.members]


class OneWay:
    """A source that can only be read on, a few bytes at a time: what lies in another archive comes like that."""

    def __init__(self, data: bytes, most: int = 1000) -> None:
        self._source = io.BytesIO(data)
        self._most = most

    def read(self, size: int, /) -> bytes:
        return self._source.read(min(size, self._most))


def seen_in(data: bytes, bounds: Bounds = BOUNDS, *, one_way: bool = False, limit: int = 0) -> Seen:
    """Look into an archive by its first bytes, without a process of its own."""
    found = BY_CODE[recognise(data[:HEAD])]
    parts: list[bytes] = []
    out = ViewSink(parts.append, bounds, len(data), limit)
    out.name = found.name
    source = OneWay(data) if one_way else io.BytesIO(data)
    with contextlib.suppress(LimitReached):
        stream_of(found)(cast("BinaryIO", source), out)
    return Seen(out.name, out.members, b"".join(parts))


def listed(files: dict[str, bytes]) -> list[Member]:
    """What the members of honest files must be, in their order."""
    return [
        Member(name.encode("utf-8", "surrogateescape"), len(data), xxhash.xxh3_128_digest(data))
        for name, data in files.items()
    ]

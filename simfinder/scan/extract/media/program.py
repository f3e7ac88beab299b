"""Programs and libraries (ELF, PE): code and data, without build ids, times, what debuggers read, and addresses.

A line more in one function moves all that is behind it, so that every call, jump and access across it is another
number. In code for x86 these are written as zeros; tables of addresses, symbols and relocations are left out. Names of
functions and texts stay. So of PyYAML 6.0.1 and 6.0.2, compiled by two versions of Cython, .81 is the same instead of
.63, and of two libraries that have little in common but their frame .22 instead of .60.

After System V ABI, chapters 4 and 5, and Microsoft's PE Format.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from simfinder.scan.extract.formats import PLAIN
from simfinder.scan.extract.view_sink import CHUNK, ViewSink

LARGEST = 128 << 20
"""Most bytes of a file that is held; a larger one is compared by its own bytes."""

MOST_LOADED = 8 << 20
"""Most bytes of a program that are looked at for addresses. 97 % of the programs of a Linux system are smaller; the
others are four fifths of all bytes, and reading them once more would double the time of a scan."""

SHARE = 4
"""Of a larger one, what debuggers read is left out from one byte in so many on."""

_ELF_X86, _PE_X86 = (3, 62), (0x14C, 0x8664)  # machines
_LOADED, _RUNS = 1, 1  # type and flag of a segment
_ALLOCATED, _EXECUTABLE = 2, 4  # flags of a section
_NO_BITS = 8
_LINKING = frozenset(
    {2, 4, 5, 6, 7, 9, 11, 14, 15, 16, 17, 18, 0x6FFFFFF6, 0x6FFFFFFD, 0x6FFFFFFE, 0x6FFFFFFF}
)  # types of sections: symbols, relocations, hashes, notes, tables of addresses and versions
_UNWINDING = (b".eh_frame", b".gcc_except_table", b".got", b".plt\0", b".rel", b".ARM.ex")
_FOR_DEBUGGERS = (
    b".debug_",
    b".zdebug_",
    b".strtab\0",
    b".shstrtab\0",
    b".comment\0",
    b".gnu_debuglink\0",
    b".gnu.build.attributes",
)
_PE_ASIDE = (
    b".reloc",
    b".pdata",
    b".debug",
    b"/",
)  # long names, which begin with a slash, are those for debuggers
_PE_RUNS = 0x20000000

_ADDRESSES = (
    (re.compile(rb"\xe8...[\x00\xff]", re.DOTALL), b"\xe8\0\0\0\0"),  # calls
    (re.compile(rb"\xe9...[\x00\xff]", re.DOTALL), b"\xe9\0\0\0\0"),  # jumps
    (re.compile(rb"\x0f[\x80-\x8f]...[\x00\xff]", re.DOTALL), b"\x0f\x80\0\0\0\0"),  # jumps on a condition
    (re.compile(rb"[\x05\x0d\x15\x1d\x25\x2d\x35\x3d]...[\x00\xff]", re.DOTALL), b"\x05\0\0\0\0"),  # data
)
"""What is 16 MB away at most: an instruction's last byte before the number, the number, and what is written instead.
One after another is three times as fast as all at once; which register or condition it is, is lost."""


class _Part(NamedTuple):
    """Bytes of a program that count.

    Attributes:
        begin: the first one.
        end: behind the last one.
        runs: whether they are code.
    """

    begin: int
    end: int
    runs: bool


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write code and data of a program; leave one without code as it is, such as a file for debuggers.

    Args:
        source: the file; can seek.
        out: takes the bytes.
    """
    data = source.read(LARGEST + 1)
    parts = list(_in_order(data)) if len(data) <= LARGEST and is_comparable(data, len(data)) else []
    if not any(part.runs for part in parts):
        out.as_it_is(source, PLAIN)
        return
    out.kind = PLAIN
    masked = _has_addresses(data) and _loaded(data, len(data)) <= MOST_LOADED
    for begin, end, runs in parts:
        for at in range(begin, end, CHUNK):
            piece = data[at : min(end, at + CHUNK)]
            out.write(without_addresses(piece) if runs and masked else piece)


def is_comparable(head: bytes, size: int) -> bool:
    """Return whether a program is small enough, or has much that only debuggers read.

    Args:
        head: the first bytes; the more, the more is seen.
        size: bytes of the file.
    """
    loaded = _loaded(head, size)
    return loaded <= MOST_LOADED or (size - loaded) * SHARE >= size


def without_addresses(code: bytes) -> bytes:
    """Return code for x86 with zeros for what lies at most 16 MB away."""
    for found, instead in _ADDRESSES:
        code = found.sub(instead, code)
    return code


def _in_order(data: bytes) -> Iterator[_Part]:
    """Yield the parts of a program, each byte once, then what was appended to it: archives, packed programs."""
    try:
        parts, last = _pe_parts(data) if data.startswith(b"MZ") else _elf_parts(data)
    except (struct.error, IndexError, KeyError, OverflowError):
        return
    at = 0
    for begin, end, runs in sorted(parts):
        begin, end = max(begin, at), min(end, len(data))
        if begin < end:
            yield _Part(begin, end, runs)
            at = end
    if max(at, last) < len(data):
        yield _Part(max(at, last), len(data), runs=False)


def _elf_parts(data: bytes) -> tuple[list[_Part], int]:
    """Return the sections of an ELF that count, and where all of it ends; of one without a table its segments."""
    order, wide = _elf_words(data)
    table, size, count, names = struct.unpack_from(order + ("40xQ10xHHH" if wide else "32xI10xHHH"), data)
    if not count or table + count * size > len(data):
        parts = [
            _Part(begin, begin + length, bool(flags & _RUNS)) for flags, begin, length in _segments(data)
        ]
        return parts, max((part.end for part in parts), default=0)
    form = struct.Struct(order + ("IIQ8xQQ" if wide else "III4xII"))
    sections = [form.unpack_from(data, table + number * size) for number in range(count)]
    names_at = sections[names][3]
    parts, last = [], table + count * size
    for name, kind, flags, begin, length in sections:
        if kind == _NO_BITS:
            continue
        last = max(last, begin + length)
        aside = _UNWINDING if flags & _ALLOCATED else _FOR_DEBUGGERS
        if kind and kind not in _LINKING and not data.startswith(aside, names_at + name):
            parts.append(_Part(begin, begin + length, bool(flags & _EXECUTABLE)))
    return parts, last


def _elf_words(data: bytes) -> tuple[str, bool]:
    """Return the byte order of an ELF for ``struct``, and whether its addresses have 64 bits."""
    return {1: "<", 2: ">"}[data[5]], {1: False, 2: True}[data[4]]


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield flags, begin and length of the loaded segments of an ELF, of those whose headers are among the bytes."""
    order, wide = _elf_words(data)
    table, size, count = struct.unpack_from(order + ("32xQ14xHH" if wide else "28xI10xHH"), data)
    for number in range(min(count, max(0, len(data) - table) // max(1, size))):
        kind, *words = struct.unpack_from(
            order + ("IIQ16xQ" if wide else "II8xI4xI"), data, table + number * size
        )
        if kind == _LOADED:
            flags, begin, length = words if wide else (words[2], words[0], words[1])
            yield flags, begin, length


def _loaded(head: bytes, size: int) -> int:
    """Return how many bytes of a program are loaded, as far as its first bytes tell; all where they do not."""
    if head.startswith(b"MZ"):
        return size
    try:
        end = max((begin + length for _, begin, length in _segments(head)), default=0)
    except (struct.error, IndexError, KeyError, OverflowError):
        end = 0
    return min(size, end or size)


def _pe_parts(data: bytes) -> tuple[list[_Part], int]:
    """Return the sections of a PE that count, and where all of it ends."""
    (start,) = struct.unpack_from("<I", data, 60)
    count, optional = struct.unpack_from("<6xH12xH", data, start)
    parts, last = [], 0
    for number in range(count):
        name, size, length, begin, flags = struct.unpack_from(
            "<8sI4xII12xI", data, start + 24 + optional + 40 * number
        )
        last = max(last, begin + length)
        if not name.startswith(_PE_ASIDE):
            parts.append(_Part(begin, begin + (min(size, length) or length), bool(flags & _PE_RUNS)))
    return parts, last


def _has_addresses(data: bytes) -> bool:
    """Return whether a program is for a processor of which addresses in code are known."""
    if data.startswith(b"MZ"):
        (start,) = struct.unpack_from("<I", data, 60)
        return struct.unpack_from("<H", data, start + 4)[0] in _PE_X86
    return struct.unpack_from(_elf_words(data)[0] + "H", data, 18)[0] in _ELF_X86

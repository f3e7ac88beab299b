"""Programs and libraries (ELF, PE): code and data, without build ids, times, what debuggers read, and addresses.

A line more in one function moves all that is behind it, so that every call, jump and access across it is another
number. In code for x86 these are written as zeros; tables of addresses, symbols and relocations are left out. Names of
functions and texts stay. Programs that are mostly tables stay as they are, but for what debuggers read. So of PyYAML
6.0.1 and 6.0.2, compiled by two versions of Cython, .81 is the same instead of .63, and of charset-normalizer 3.3.0 and
3.3.2 .97 instead of .87.

After System V ABI, chapters 4 and 5, and Microsoft's PE Format.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from simfinder.scan import payload
from simfinder.scan.extract.formats import PLAIN
from simfinder.scan.extract.view_sink import CHUNK, ViewSink

LARGEST = 128 << 20
"""Most bytes of a file that is held; a larger one is compared by its own bytes."""

LEAST_CODE = 2
"""One byte in so many of what is loaded is code or data, of programs that are looked at for addresses: of ones smaller
than some 30 kB most is their frame, and one byte that rotted in the little that is left would count too much."""

_CODE, _DATA, _FRAME, _NOTES = range(4)
"""Roles of bytes: code; data and what was appended; headers, tables and gaps; what only debuggers read."""

_ELF_X86, _PE_X86 = (3, 62), (0x14C, 0x8664)  # machines
_RUNS = 1  # a flag of segments
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
    """Bytes of a program.

    Attributes:
        begin: the first one.
        end: behind the last one.
        role: what they are.
    """

    begin: int
    end: int
    role: int


def stream(source: BinaryIO, out: ViewSink) -> None:
    """Write code and data of a program; leave one without code as it is, such as a file for debuggers.

    Args:
        source: the file; can seek.
        out: takes the bytes.
    """
    data = source.read(LARGEST + 1)
    parts = list(_in_order(data)) if len(data) <= LARGEST and payload.is_comparable(data, len(data)) else []
    roles = _compared(data, parts)
    if not any(part.role == _CODE for part in parts) or not roles:
        out.as_it_is(source, PLAIN)
        return
    out.kind = PLAIN
    masked = _FRAME not in roles and _has_addresses(data)
    for begin, end, role in parts:
        for at in range(begin, end, CHUNK) if role in roles else ():
            piece = data[at : min(end, at + CHUNK)]
            out.write(without_addresses(piece) if masked and role == _CODE else piece)


def without_code(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield begin and end of what is neither code nor read by debuggers alone, in order."""
    yield from ((part.begin, part.end) for part in _in_order(data) if part.role in (_DATA, _FRAME))


def _compared(data: bytes, parts: list[_Part]) -> set[int]:
    """Return the roles of bytes that a program is compared by, the same with and without what debuggers read."""
    loaded, size = payload.loaded(data, len(data)), len(data)
    code = sum(end - begin for begin, end, role in parts if role in (_CODE, _DATA) and begin < loaded)
    if loaded <= payload.MOST_LOADED and code * LEAST_CODE >= loaded:
        return {_CODE, _DATA}
    return {_CODE, _DATA, _FRAME} if (size - loaded) * payload.SHARE >= size else set()


def without_addresses(code: bytes) -> bytes:
    """Return code for x86 with zeros for what lies at most 16 MB away."""
    for found, instead in _ADDRESSES:
        code = found.sub(instead, code)
    return code


def _in_order(data: bytes) -> Iterator[_Part]:
    """Yield the parts of a program, each byte once, and what was appended to it: archives, packed programs."""
    try:
        parts, last = _pe_parts(data) if data.startswith(b"MZ") else _elf_parts(data)
    except (struct.error, IndexError, KeyError, OverflowError):
        return
    at = 0
    for begin, end, role in sorted(parts):
        begin, end = max(begin, at), min(end, len(data))
        if begin < end:
            if at < begin:
                yield _Part(at, begin, _FRAME)
            yield _Part(begin, end, role)
            at = end
    if at < min(last, len(data)):
        yield _Part(at, min(last, len(data)), _FRAME)
    if max(at, last) < len(data):
        yield _Part(max(at, last), len(data), _DATA)


def _elf_parts(data: bytes) -> tuple[list[_Part], int]:
    """Return the sections of an ELF and where all of it ends; of one without a table of sections its segments."""
    order, wide = payload.elf_words(data)
    table, size, count, names = struct.unpack_from(order + ("40xQ10xHHH" if wide else "32xI10xHHH"), data)
    if not count or table + count * size > len(data):
        parts = [
            _Part(begin, begin + length, _CODE if flags & _RUNS else _DATA)
            for flags, begin, length in payload.segments(data)
        ]
        return parts, max((part.end for part in parts), default=0)
    form = struct.Struct(order + ("IIQ8xQQ" if wide else "III4xII"))
    sections = [form.unpack_from(data, table + number * size) for number in range(count)]
    names_at = sections[names][3]
    parts = [_Part(table, table + count * size, _NOTES)]
    for name, kind, flags, begin, length in sections:
        if not kind or kind == _NO_BITS:
            continue
        if flags & _ALLOCATED:
            is_frame = kind in _LINKING or data.startswith(_UNWINDING, names_at + name)
            role = _FRAME if is_frame else _CODE if flags & _EXECUTABLE else _DATA
        else:
            is_note = kind in _LINKING or data.startswith(_FOR_DEBUGGERS, names_at + name)
            role = _NOTES if is_note else _DATA
        parts.append(_Part(begin, begin + length, role))
    return parts, max(part.end for part in parts)


def _pe_parts(data: bytes) -> tuple[list[_Part], int]:
    """Return the sections of a PE, and where all of it ends."""
    (start,) = struct.unpack_from("<I", data, 60)
    count, optional = struct.unpack_from("<6xH12xH", data, start)
    parts = []
    for number in range(count):
        name, length, begin, flags = struct.unpack_from(
            "<8s8xII12xI", data, start + 24 + optional + 40 * number
        )
        role = _FRAME if name.startswith(_PE_ASIDE) else _CODE if flags & _PE_RUNS else _DATA
        parts.append(_Part(begin, begin + length, role))
    return parts, max((part.end for part in parts), default=0)


def _has_addresses(data: bytes) -> bool:
    """Return whether a program is for a processor of which addresses in code are known."""
    if data.startswith(b"MZ"):
        (start,) = struct.unpack_from("<I", data, 60)
        return struct.unpack_from("<H", data, start + 4)[0] in _PE_X86
    return struct.unpack_from(payload.elf_words(data)[0] + "H", data, 18)[0] in _ELF_X86

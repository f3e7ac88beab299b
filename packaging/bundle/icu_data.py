"""Make the data of ICU smaller, which Qt brings along: 32 MB, of which the window needs how languages sort.

Names of countries, units, time zones and currencies, old encodings and the like are left out: Qt has tables of its own
for them, and SimFinder asks ICU for nothing. Needs ``as`` and ``ld``, and so Linux.
"""

from __future__ import annotations

import re
import struct
import subprocess
import tempfile
from pathlib import Path

_HEADER = re.compile(rb"..\xda\x27\x14\x00\0\0.{4}CmnD\x01", re.DOTALL)
"""How a package of data begins: length of its header, 0xDA 0x27, 20 bytes about it in this machine's order, form."""
_TABLES = (
    "icustd",
    "icuver",
    "keyTypeData",
    "likelySubtags",
    "metadata",
    "numberingSystems",
    "pool",
    "res_index",
)
_TABLES += ("root", "supplementalData", "timezoneTypes", "zoneinfo64")
_KEPT = re.compile(rf"[^/]+/(coll/.*|brkitr/root\.res|[^/]+\.(icu|nrm|spp)|({'|'.join(_TABLES)})\.res)")
_SOURCE = """
    .section .rodata
    .globl {symbol}
    .type {symbol}, @object
    .balign 16
{symbol}:
    .incbin "{file}"
    .size {symbol}, . - {symbol}
    .section .note.GNU-stack, "", @progbits
"""


def shrink(library: Path) -> None:
    """Write a library of ICU's data anew, under its name and with the same symbol, without what is not needed.

    Raises:
        ValueError: there is no data in it, or not in the form that is known.
    """
    version = re.search(r"\.so\.(\d+)$", library.name)
    whole = library.read_bytes()
    begin = _HEADER.search(whole)
    if version is None or begin is None:
        raise ValueError(f"{library.name}: there is no data of ICU in it")
    kept = chosen(whole[begin.start() :])
    with tempfile.TemporaryDirectory() as place:
        data, source, compiled = (Path(place, name) for name in ("icu.dat", "icu.s", "icu.o"))
        data.write_bytes(kept)
        source.write_text(_SOURCE.format(symbol=f"icudt{version[1]}_dat", file=data), encoding="utf-8")
        subprocess.run(["as", "-o", compiled, source], check=True)
        link = ["ld", "-shared", "-soname", library.name, "-z", "noexecstack", "--build-id=none"]
        subprocess.run([*link, "-o", library, compiled], check=True)


def chosen(package: bytes) -> bytes:
    """Return a package of ICU's data ("CmnD": header, table of names and places, contents) with what is needed of it.

    Source: ICU's ``udata.cpp`` and ``ucmndata.h``. All places count from the end of the header.
    """
    (header,) = struct.unpack_from("<H", package)
    (count,) = struct.unpack_from("<I", package, header)
    table = [struct.unpack_from("<II", package, header + 4 + 8 * at) for at in range(count)]
    entries: list[tuple[bytes, bytes]] = []
    for at, (name_at, content_at) in enumerate(table):
        begin = header + name_at
        name = package[begin : package.index(b"\0", begin)]
        end = header + table[at + 1][1] if at + 1 < count else len(package)
        if _KEPT.fullmatch(name.decode("ascii")):
            entries.append((name, package[header + content_at : end]))
    names_at = 4 + 8 * len(entries)
    content_at = -(-(names_at + sum(len(name) + 1 for name, _ in entries)) // 16) * 16
    rows, names, contents = b"", b"", b""
    for name, content in entries:  # in the order of their names, by which they are looked up
        content += bytes(-len(content) % 16)
        rows += struct.pack("<II", names_at + len(names), content_at + len(contents))
        names += name + b"\0"
        contents += content
    tables = (struct.pack("<I", len(entries)) + rows + names).ljust(content_at, b"\0")
    return package[:header] + tables + contents

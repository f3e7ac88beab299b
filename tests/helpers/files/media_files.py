"""Pictures and sounds with metadata, and programs, as bytes: their headers are honest, what they hold is noise."""

from __future__ import annotations

import random
import struct
import zlib


def segment(kind: int, data: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes((0xFF, kind)) + struct.pack(">H", len(data) + 2) + data


def jpeg(scan: bytes, *notes: bytes) -> bytes:
    """A JPEG with segments of notes behind its first one."""
    tables = segment(0xDB, bytes(65)) + segment(0xC0, bytes(15)) + segment(0xC4, bytes(30))
    head = b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1" + bytes(7))
    return (
        head
        + b"".join(notes)
        + tables
        + segment(0xDA, bytes(10))
        + scan.replace(b"\xff", b"\xff\0")
        + b"\xff\xd9"
    )


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(pixels: bytes, *notes: bytes) -> bytes:
    """A PNG with chunks of notes before its pixels."""
    packed = zlib.compress(pixels)
    half = len(packed) // 2
    parts = [chunk(b"IHDR", bytes(13)), *notes, chunk(b"IDAT", packed[:half]), chunk(b"IDAT", packed[half:])]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts) + chunk(b"IEND", b"")


def block(kind: int, data: bytes, *, last: bool = False) -> bytes:
    """A block of a FLAC."""
    return bytes((kind | 0x80 * last,)) + len(data).to_bytes(3, "big") + data


def flac(frames: bytes, *notes: tuple[int, bytes]) -> bytes:
    """A FLAC with blocks of notes behind the one that describes the stream."""
    blocks = [(0, bytes(34)), *notes]
    return b"fLaC" + b"".join(block(*one, last=one is blocks[-1]) for one in blocks) + frames


def id3(size: int) -> bytes:
    """An ID3v2 tag."""
    return b"ID3\4\0\0" + bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0)) + bytes(size)


def ape(size: int) -> bytes:
    """An APEv2 tag with its header."""
    lengths = (
        struct.pack("<4xIII8x", size + 32, 1, 0xA0000000),
        struct.pack("<4xIII8x", size + 32, 1, 0x80000000),
    )
    return b"APETAGEX" + lengths[0] + bytes(size) + b"APETAGEX" + lengths[1]


def mp3(frames: bytes, before: bytes = b"", after: bytes = b"") -> bytes:
    """An MP3 with tags."""
    return before + b"\xff\xfb\x90\x00" + frames + after


def elf(
    code: bytes, debug: bytes, appended: bytes = b"", *, wide: bool = True, order: str = "<", frame: int = 0
) -> bytes:
    """A program with a segment, sections of which one is for debuggers, and what was appended to it.

    ``frame``: bytes of loaded tables.
    """
    names = b"\0.text\0.debug_info\0.shstrtab\0extra\0"
    head, entry, row = (64, 56, 64) if wide else (52, 32, 40)
    at = head + entry + frame
    sections = [(0, 0, 0, 0, 0), (1, 1, 6, at, len(code)), (7, 1, 0, at + len(code), len(debug))]
    sections.append((19, 3, 0, at + len(code) + len(debug), len(names)))
    sections.append((29, 8, 0, 0, 1 << 30))  # of no bytes
    table = at + len(code) + len(debug) + len(names)
    ident = b"\x7fELF" + bytes((2 if wide else 1, 1 if order == "<" else 2, 1)) + bytes(9)
    words = "HHIQQQIHHHHHH" if wide else "HHIIIIIHHHHHH"
    start = ident + struct.pack(
        order + words, 3, 62, 1, 0, head, table, 0, head, entry, 1, row, len(sections), 3
    )
    segment = (1, 5, 0, 0, 0, at + len(code), at + len(code), 4096)
    if not wide:
        segment = (1, 0, 0, 0, at + len(code), at + len(code), 5, 4096)
    start += struct.pack(order + ("IIQQQQQQ" if wide else "IIIIIIII"), *segment)
    form = order + ("IIQQQQIIQQ" if wide else "IIIIIIIIII")
    rows = [
        struct.pack(form, name, kind, flags, 0, begin, size, 0, 0, 1, 0)
        for name, kind, flags, begin, size in sections
    ]
    start += bytes(n % 251 for n in range(frame))
    return start + code + debug + names + b"".join(rows) + appended


def pe(code: bytes, words: bytes, debug: bytes, appended: bytes = b"") -> bytes:
    """A program for Windows with code, data, relocations and names for debuggers."""
    sections = [(b".text", code, 0x60000020), (b".rdata", words, 0x40000040), (b".reloc", debug, 0x42000040)]
    sections.append((b"/4", debug, 0x42000040))
    head = b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0"
    head += struct.pack("<HHIIIHH", 0x8664, len(sections), 0, 0, 0, 240, 0x22) + bytes(240)
    at, rows = 1024, []
    for name, data, flags in sections:
        rows.append(struct.pack("<8sIIII12xI", name, len(data), 0x1000, len(data), at, flags))
        at += len(data)
    bodies = b"".join(data for _, data, _ in sections)
    return (head + b"".join(rows)).ljust(1024, b"\0") + bodies + appended


def picture_with_notes(dice: random.Random) -> bytes:
    """A JPEG of which a third is metadata."""
    return jpeg(dice.randbytes(2000), segment(0xE1, dice.randbytes(900)), segment(0xFE, dice.randbytes(200)))


def samples() -> list[bytes]:
    """One of each format with much metadata."""
    dice = random.Random(8)
    return [
        picture_with_notes(dice),
        png(dice.randbytes(1500), chunk(b"tEXt", dice.randbytes(600))),
        flac(dice.randbytes(1500), (4, dice.randbytes(300)), (6, dice.randbytes(900))),
        mp3(dice.randbytes(1500), id3(700), ape(60) + b"TAG" + bytes(125)),
    ]


def programs() -> list[bytes]:
    """One of each format of programs."""
    dice = random.Random(9)
    return [
        elf(dice.randbytes(1500), dice.randbytes(900)),
        elf(dice.randbytes(1500), dice.randbytes(900), b"appended", wide=False, order=">"),
        pe(dice.randbytes(1500), dice.randbytes(300), dice.randbytes(400), b"appended"),
    ]

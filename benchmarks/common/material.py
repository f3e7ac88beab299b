"""What the signatures are measured on: text, programs, random bytes, zeros, a pattern, and a tree of small files.

All of it is made of what every machine has: Python's own library and the system's programs.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import sysconfig
from collections.abc import Iterator

MADE = ("zeros", "pattern")
"""Inputs that are no real data: the extremes of each method."""

_PERIOD = 100
_SMALL = 64_000
_FILES = 4000


def _library() -> list[str]:
    """Folders with Python's library and what is installed for it."""
    own = sysconfig.get_paths()
    return [own["stdlib"], own["platstdlib"], own["purelib"], own["platlib"]]


def _walk(folders: list[str]) -> Iterator[str]:
    """Regular files below some folders in a fixed order."""
    for folder in dict.fromkeys(os.path.realpath(folder) for folder in folders):
        for place, below, names in os.walk(folder):
            below.sort()
            for name in sorted(names):
                path = os.path.join(place, name)
                if os.path.isfile(path) and not os.path.islink(path) and os.access(path, os.R_OK):
                    yield path


def _text(size: int) -> bytes:
    """Python sources one after the other."""
    data = bytearray()
    for path in _walk(_library()):
        if path.endswith(".py"):
            with open(path, "rb") as file:
                data += file.read()
            if len(data) >= size:
                break
    return bytes(data[:size])


def _programs(size: int) -> bytes:
    """ELF files one after the other; none on systems that have another kind of program."""
    data = bytearray()
    for path in _walk(["/usr/bin", "/usr/lib", *_library()]):
        with open(path, "rb") as file:
            if file.read(4) == b"\x7fELF":
                file.seek(0)
                data += file.read(size)
        if len(data) >= size:
            break
    return bytes(data[:size])


def inputs(size: int) -> dict[str, bytes]:
    """The inputs by name, each of ``size`` bytes or less where there is not so much of it."""
    pattern = random.Random(2).randbytes(_PERIOD)
    found = {
        "text": _text(size),
        "ELF": _programs(size),
        "random": random.Random(1).randbytes(size),
        "zeros": bytes(size),
        "pattern": (pattern * (size // _PERIOD + 1))[:size],
    }
    for name in [name for name, data in found.items() if not data]:
        print(f"{name}: there is none here, left out", file=sys.stderr)
        del found[name]
    return found


def small_tree(into: str) -> str:
    """A folder with copies of a few thousand small files of Python's library, hundred to a folder."""
    tree = os.path.join(into, "small files")
    number = 0
    for path in _walk(_library()):
        if number == _FILES:
            break
        if path.endswith(".pyc") or not 0 < os.path.getsize(path) <= _SMALL:
            continue
        place = os.path.join(tree, f"{number // 100:02d}")
        os.makedirs(place, exist_ok=True)
        shutil.copyfile(path, os.path.join(place, f"{number:04d} {os.path.basename(path)}"))
        number += 1
    return tree


def pieces(data: bytes, size: int, count: int) -> list[bytes]:
    """Small contents: that many pieces of a size, cut from all over some bytes."""
    step = max(1, (len(data) - size) // count)
    return [data[i * step : i * step + size] for i in range(count)]

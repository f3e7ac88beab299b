"""Leave out what FFmpeg and libheif are linked to and SimFinder never calls: encoders, TLS, sound cards, WebP.

Such a library is replaced by one with its name and the functions that others look for in it, which do nothing and
return 0; libraries that only it was linked to go as well. x264 and x265 are under the GPL, unlike the rest of the
bundle. Needs binutils, and so Linux.
"""

from __future__ import annotations

import platform
import re
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

_FOLDERS = ("av.libs", "pillow_heif.libs")
_UNUSED = re.compile(r"lib(SvtAv1Enc|asound|gnutls|mp3lame|vpl|webp|webpmux|x264|x265)-")
_RETURN_0 = {"aarch64": "mov x0, 0\n ret", "x86_64": "xorl %eax, %eax\n ret"}


def leave_out(inside: Path) -> None:
    """Do so in a folder that the packages ``av`` and ``pillow_heif`` are in, and their libraries beside them."""
    folders = [inside / name for name in _FOLDERS if (inside / name).is_dir()]
    libraries = [path for folder in folders for path in sorted(folder.iterdir())]
    unused = [path for path in libraries if _UNUSED.match(path.name)]
    users = [*inside.rglob("*.so"), *(path for path in libraries if path not in unused)]
    wanted = {name for path in users for name in _symbols(path, "--undefined-only")}
    for path in unused:
        _write_empty(path, wanted & _symbols(path, "--defined-only"))
    needed = {path: _needed(path) for path in [*users, *unused]}
    while alone := [
        path for path in libraries if path in needed and path.name not in chain(*needed.values())
    ]:
        for path in alone:
            del needed[path]
            path.unlink()


def _symbols(library: Path, which: str) -> set[str]:
    """Return the names of what a library looks for elsewhere or has for others, with their versions."""
    return {
        name.replace("@@", "@") for name in _said("nm", "-D", "--format=just-symbols", which, library).split()
    }


def _needed(library: Path) -> list[str]:
    """Return the names of the libraries that one is linked to."""
    return re.findall(r"\(NEEDED\).*\[(.+)\]", _said("readelf", "--dynamic", "--wide", library))


def _write_empty(library: Path, symbols: Iterable[str]) -> None:
    """Write a library of functions that return 0.

    Args:
        library: is replaced.
        symbols: name, or name@version, of each function.
    """
    versions = defaultdict(list)
    for symbol in sorted(symbols):
        name, _, version = symbol.partition("@")
        versions[version].append(name)
    names = [name for each in versions.values() for name in each]
    lines = [" .text", *(f" .globl {name}\n .type {name}, %function\n{name}:" for name in names)]
    lines += [f" {_RETURN_0[platform.machine()]}", ' .section .note.GNU-stack, "", %progbits\n']
    with tempfile.TemporaryDirectory() as place:
        source, compiled, exported = (Path(place, name) for name in ("empty.s", "empty.o", "empty.map"))
        source.write_text("\n".join(lines), encoding="utf-8")
        exported.write_text(
            "".join(f"{version} {{ {'; '.join(each)}; }};\n" for version, each in versions.items()), "utf-8"
        )
        subprocess.run(["as", "-o", compiled, source], check=True)
        link = ["ld", "-shared", "-soname", library.name, "-z", "noexecstack", "--build-id=none"]
        subprocess.run([*link, "--version-script", exported, "-o", library, compiled], check=True)


def _said(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout

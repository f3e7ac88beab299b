"""Which files a sandboxed process may open by name: those of the program, for reading (Linux, Landlock).

Parsers, codecs and their libraries are imported when the first file needs them, so the folders they are installed in
stay readable. Everything else is refused whatever the person running SimFinder may do: a person's file comes as a
descriptor (``opened_files``). So is signalling another process, and connecting to anything. Holds for this thread and
those it starts. Source: Linux Documentation/userspace-api/landlock.rst.
"""

from __future__ import annotations

import contextlib
import os
import struct
import sys
from collections.abc import Iterator

import simfinder
from simfinder.model.system import LINUX

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION, _BELOW_PATH = 1, 1
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # number of file rights in each version
_FILE_RIGHTS_NOW = 16
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_TCP = 3  # bind and connect
_SCOPES = 3  # abstract sockets and signals to others

_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/nix/store", "/gnu/store")
_LIST_OF_LIBRARIES = "/etc/ld.so.cache"


def version() -> int:
    """Return the version the system has; 0 for none."""
    if not LINUX:
        return 0
    return max(0, _call(_CREATE_RULESET, None, 0, _VERSION))


def restrict() -> int:
    """Give up opening files that are not the program's; for good. The process must have given up new privileges.

    Returns:
        Version of Landlock that holds from now on; 0 for none.
    """
    found = version()
    if not found:
        return 0
    rights = (1 << _FILE_RIGHTS.get(found, _FILE_RIGHTS_NOW)) - 1
    words = (rights, _TCP if found >= 4 else 0, _SCOPES if found >= 6 else 0)
    attributes = struct.pack("=3Q", *words)[: 8 * (1 + (found >= 4) + (found >= 6))]
    ruleset = _call(_CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        return 0
    try:
        for place in {*_own_folders(), *_LIBRARIES, _LIST_OF_LIBRARIES}:
            with contextlib.suppress(OSError):
                handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
                allowed = _READ_FILE | (_READ_FOLDER if os.path.isdir(place) else 0)
                _call(_ADD_RULE, ruleset, _BELOW_PATH, struct.pack("=Qi", allowed, handle), 0)
                os.close(handle)
        return found if _call(_RESTRICT_SELF, ruleset, 0) == 0 else 0
    finally:
        os.close(ruleset)


def _own_folders() -> Iterator[str]:
    """Yield the folders of this program, of Python, and of what is installed for it; never those of a person."""
    yield from map(os.path.abspath, simfinder.__path__)
    yield getattr(sys, "_MEIPASS", "") or os.path.dirname(os.path.dirname(os.path.abspath(os.__file__)))
    for place in sys.path:
        if os.path.basename(place) in ("site-packages", "dist-packages"):
            yield place
    for place in os.environ.get("LD_LIBRARY_PATH", "").split(":"):
        if os.path.isabs(place):
            yield place


def _call(number: int, *arguments: int | bytes | None) -> int:
    import ctypes

    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return int(ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(number), *words))

"""Which system this is, and what of it the rest of the program has to know: the only module that asks.

Each branch for a system is ``if WINDOWS``, ``if MACOS`` or ``if LINUX`` (mypy takes them as on Linux), or a function
that gets the name of the system: such functions are tested with every name, on any system. Standard library only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache

NAME = sys.platform
"""As Python calls it: "linux", "darwin", "win32"."""
LINUX = NAME == "linux"
MACOS = NAME == "darwin"
WINDOWS = NAME == "win32"
LINUX_64 = LINUX and sys.maxsize > 1 << 32
"""Whether structures of system calls are laid out as on 64 bits."""


@cache
def has_calls(*names: str) -> bool:
    """Return whether the C library of a 64-bit Linux has these functions; asked once, as it takes 30 microseconds."""
    if not LINUX_64:
        return False
    import ctypes  # import late: most starts of the program ask for no call

    library = ctypes.CDLL(None)
    return all(hasattr(library, name) for name in names)


def longest_path(name: str = NAME) -> int:
    """Return how many bytes of a path are handed to the system in one call: PATH_MAX less a file name.

    4096 on Linux, 1024 on macOS and the BSDs.
    """
    return 3700 if name == "linux" else 900


def whole_path(path: str, name: str = NAME) -> str:
    r"""Return an absolute path as the system takes it at any length: on Windows with ``\\?\`` before a long one.

    Windows takes such a path as it is, so ``/``, ``.`` and ``..`` are resolved here. Others are returned as they are.
    Source: "Maximum Path Length Limitation", Microsoft; 260 characters with the final NUL, 248 for a folder.
    """
    if name != "win32" or len(path) < _LONGEST_OF_WINDOWS or path.startswith("\\\\?\\"):
        return path
    import ntpath

    plain = ntpath.normpath(path)
    if not ntpath.isabs(plain) or not ntpath.splitdrive(plain)[0]:
        return path
    return f"\\\\?\\UNC{plain[1:]}" if plain.startswith("\\\\") else f"\\\\?\\{plain}"


_LONGEST_OF_WINDOWS = 248


def caches_folder(environment: Mapping[str, str], name: str = NAME) -> str:
    """Return where programs keep what can be made again, on a system like Unix; for more folders see ``app_dirs``."""
    if name == "darwin":
        return os.path.expanduser("~/Library/Caches")
    return environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


def machine() -> str:
    """Return the kind of processor as the system names it ("x86_64", "AMD64"); "" where it does not say."""
    return os.environ.get("PROCESSOR_ARCHITECTURE", "") if WINDOWS else os.uname().machine


def described() -> str:
    """Return system, its version, the kind of processor and the C library, for reports."""
    import platform

    return platform.platform()

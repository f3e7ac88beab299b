"""The cache of compiled kernels: where numba may write it, and which sources it was compiled from.

Numba refuses to start if it can write neither beside the sources nor to the user's cache folder, as with a copy
installed by the system and a read-only home. Import this before numba; standard library only.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import sys

import simfinder
from simfinder.model.private_folder import stranger

_PACKAGE = os.path.dirname(os.path.abspath(simfinder.__file__))
_PACKAGES = ("arrays", "scan", "search", "signatures")
"""Packages that hold kernels, and the constants compiled into them."""
_VARIABLE = "NUMBA_CACHE_DIR"


def _writable(folder: str) -> bool:
    """Tell whether a folder can be written to, or created."""
    while not os.path.lexists(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def _of_strangers(folder: str) -> bool:
    """Tell whether other users could have put kernels into a folder."""
    try:
        return bool(stranger(folder))
    except OSError:
        return True


@functools.cache
def sources_hash(package: str = _PACKAGE) -> int:
    """Hash all sources that kernels are compiled from: numba misses a change in a callee of another module.

    Args:
        package: folder of the package; by default this program's.

    Returns:
        56 bits of SHA-256 over paths and contents, at any depth.
    """
    digest = hashlib.sha256()
    for part in _PACKAGES:
        for folder, folders, names in os.walk(os.path.join(package, part)):
            folders.sort()
            for name in sorted(name for name in names if name.endswith(".py")):
                path = os.path.join(folder, name)
                digest.update(os.path.relpath(path, package).encode() + b"\0")
                with open(path, "rb") as source:
                    digest.update(source.read() + b"\0")
    return int.from_bytes(digest.digest()[:7], "big")


def make_sure(sources: str, environment: dict[str, str] | os._Environ[str] = os.environ) -> None:
    """Set numba's cache folder to a temporary one of this process if numba could write nowhere else.

    So it is where other users could have put kernels, which are code: see ``model.private_folder``.

    Args:
        sources: folder of the package.
        environment: read and changed.
    """
    if sys.platform == "win32":
        return
    given = environment.get(_VARIABLE)
    if given and not _of_strangers(given):
        return
    if not given:
        beside = [os.path.join(sources, part, "__pycache__") for part in _PACKAGES]
        if sys.platform == "darwin":
            own = os.path.expanduser("~/Library/Caches")
        else:
            own = environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        own = os.path.join(own, "numba")
        if all(map(_writable, beside)):
            if not any(map(_of_strangers, beside)):
                return
        elif _writable(own):
            with contextlib.suppress(OSError):  # before anybody else makes it
                os.mkdir(own, 0o700)
            if not _of_strangers(own):
                return
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="simfinder-kernels-")
    environment[_VARIABLE] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


make_sure(_PACKAGE)

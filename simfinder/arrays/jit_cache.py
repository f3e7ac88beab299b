"""The cache of compiled kernels: where numba may write it, and which sources it was compiled from.

Numba refuses to start if it can write neither beside the sources nor to the user's cache folder, as with a copy
installed by the system and a read-only home. And it runs whatever it finds in its cache: a folder that other users of
the machine can write to is never used. Import this before numba; standard library only.
"""

from __future__ import annotations

import contextlib
import functools
import os
import stat
import sys
import types
from collections.abc import Iterator

import simfinder
from simfinder.model.system import WINDOWS, caches_folder

_PACKAGE = os.path.dirname(os.path.abspath(simfinder.__file__))
_PACKAGES = ("arrays", "scan", "search", "signatures")
"""Packages that hold kernels, and the constants compiled into them."""
_VARIABLE = "NUMBA_CACHE_DIR"
CHECKED = "SIMFINDER_KERNELS_CHECKED"
"""In the environment of a process that we start: the cache was checked by the one that starts it, which takes 4 ms."""
_UNKNOWN = 65534  # owner of folders of another user namespace, as of a container


def _writable(folder: str) -> bool:
    """Tell whether a folder can be written to, or created."""
    while not os.path.lexists(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def _usable(folder: str) -> bool:
    """Make a folder if it is missing, before anybody else can; tell whether numba may use it."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        return False
    return _writable(folder) and only_ours(folder)


def only_ours(folder: str) -> bool:
    """Tell whether nobody but us, root and the owner of the program could have written what is in a folder.

    Numba runs what it finds there. A folder's group may write where it is the owner's own, as on systems that give
    each person a group.

    Args:
        folder: that exists; everything in it counts, and the folders above.
    """
    owners = {0, os.geteuid(), os.stat(_PACKAGE).st_uid}
    place = os.path.realpath(folder)
    try:
        for where, _, names in os.walk(place):
            inside = (os.stat(os.path.join(where, name)) for name in ("", *names))
            if not all(status.st_uid in owners and not _open(status) for status in inside):
                return False
        while place != os.path.dirname(place):
            place = os.path.dirname(place)
            status = os.stat(place)
            sticky = status.st_mode & stat.S_ISVTX  # as /tmp: nobody renames what is another's
            if status.st_uid not in {*owners, _UNKNOWN} or (_open(status) and not sticky):
                return False
    except OSError:
        return False
    return True


def _open(status: os.stat_result) -> bool:
    """Tell whether others than its owner can write to a file or folder."""
    return bool(status.st_mode & (0o002 if status.st_gid == status.st_uid else 0o022))


@functools.cache
def sources_hash(package: str = _PACKAGE) -> int:
    """Hash all sources that kernels are compiled from: numba misses a change in a callee of another module.

    Args:
        package: folder of the package; by default this program's.

    Returns:
        56 bits of SHA-256 over paths and contents, at any depth.
    """
    import hashlib  # 2 ms of every start of a process that opens files

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


@contextlib.contextmanager
def without_extras() -> Iterator[None]:
    """Import numba inside this block, without what it imports only where somebody has installed it.

    Coverage takes 40 ms; with colorama it colours errors, also those that it never shows. With yaml it would read
    settings from the current folder, which may be anybody's. Looking for extensions among all installed packages takes
    12 ms.
    """
    hidden = [name for name in ("colorama", "coverage", "yaml") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    extensions = types.ModuleType("numba.core.entrypoints")
    extensions.init_all = lambda: None  # type: ignore[attr-defined]
    extensions = sys.modules.setdefault(extensions.__name__, extensions)
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]
    sys.modules["numba.core"].entrypoints = extensions  # type: ignore[attr-defined]


def make_sure(sources: str, environment: dict[str, str] | os._Environ[str] = os.environ) -> None:
    """Set numba's cache folder, unless the one it would choose can be written by us and by nobody else.

    Beside the sources if possible; else in the cache folder of the program, or in a temporary one of this process.

    Args:
        sources: folder of the package.
        environment: read and changed.
    """
    if WINDOWS or environment.get(CHECKED):
        return
    asked = environment.pop(_VARIABLE, "")
    if asked and _usable(asked):
        environment[_VARIABLE] = asked
        return
    beside = [os.path.join(sources, part) for part in _PACKAGES]
    if not asked and all(_writable(os.path.join(part, "__pycache__")) and only_ours(part) for part in beside):
        return
    own = os.path.join(caches_folder(environment), "simfinder", "kernels")
    if _usable(own):
        environment[_VARIABLE] = own
        return
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="simfinder-kernels-")
    environment[_VARIABLE] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


make_sure(_PACKAGE)

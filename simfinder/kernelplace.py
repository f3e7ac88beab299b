"""A place for compiled kernels where there is none: numba refuses to start when it can write neither beside the sources
nor into the person's cache folder, as with a system's own copy of the program and a home that can't be written.

To be imported before numba. Owns nothing but that one variable of the environment; standard library only.
"""

from __future__ import annotations

import os
import sys

_VARIABLE = "NUMBA_CACHE_DIR"


def _writable(folder: str) -> bool:
    """Whether a folder can be written, or could be made."""
    while not os.path.lexists(folder) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def make_sure(sources: str, environment: dict[str, str] | os._Environ[str] = os.environ) -> None:
    """Name a folder of this process alone where there is no other; it goes at the end.

    Args:
        sources: folder of the package.
        environment: is asked and changed.
    """
    if environment.get(_VARIABLE) or sys.platform == "win32":
        return
    beside = all(
        _writable(os.path.join(sources, part, "__pycache__")) for part in ("scan", "search", "signatures")
    )
    if sys.platform == "darwin":
        own = os.path.expanduser("~/Library/Caches")
    else:
        own = environment.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if beside or _writable(os.path.join(own, "numba")):
        return
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="simfinder-kernels-")
    environment[_VARIABLE] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


make_sure(os.path.dirname(os.path.abspath(__file__)))

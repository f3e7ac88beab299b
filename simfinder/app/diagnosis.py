"""``doctor``: does everything SimFinder needs work on this machine? Looks, tells, repairs nothing."""

from __future__ import annotations

import contextlib
import gzip
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from simfinder import __version__
from simfinder.actions import trash
from simfinder.app import removal, warmup
from simfinder.app.formatting import count_text, size_text
from simfinder.errors import SimFinderError, ViewError
from simfinder.model.progress import Control
from simfinder.scan.views.formats import HEAD, recognise
from simfinder.scan.views.process import Worker
from simfinder.store import folders
from simfinder.store.cache import Cache

_PEERS = ("ssdeep", "simhash", "tlsh", "jdupes", "rdfind")
_LIBRARIES = (
    "PySide6_Essentials",
    "numba",
    "numpy",
    "xxhash",
    "platformdirs",
    "pathspec",
    "filelock",
    "rich",
    "py7zr",
    "pypdfium2",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a diagnosis.

    Attributes:
        name: what was looked at.
        text: what was seen.
        ok: False where something that SimFinder needs does not work.
    """

    name: str
    text: str
    ok: bool = True


def diagnose() -> list[Check]:
    """All checks, in the order they are shown."""
    return [
        Check("SimFinder", __version__),
        Check("Python", f"{platform.python_version()} on {platform.platform()}"),
        *(_library(name) for name in _LIBRARIES),
        Check("cache folder", str(folders.cache_folder())),
        Check("data folder", str(folders.data_folder())),
        Check("settings", str(folders.settings_file())),
        _tried("cache", _cache),
        _tried("journal", _journal),
        _tried("Trash", _trash),
        _tried("kernels", _kernels),
        _tried("archives", _views),
        *(_peer(name) for name in _PEERS),
    ]


def _tried(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, look())
    except (SimFinderError, OSError) as error:
        return Check(name, str(error), ok=False)


def _library(name: str) -> Check:
    try:
        return Check(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        # a frozen program carries the library without its metadata
        found = importlib.util.find_spec(name.split("_", maxsplit=1)[0]) is not None
        return Check(name, "version unknown" if found else "not installed", ok=found)


def _cache() -> str:
    if not folders.cache_file().exists():
        return "none yet"
    cache = Cache.open()
    try:
        info = cache.info()
    finally:
        cache.close()
    return f"works: {count_text(info.files)} files, {size_text(info.bytes)}"


def _journal() -> str:
    if not folders.has_library():
        return "none yet"
    return f"works: {count_text(len(removal.batches()))} batches"


def _trash() -> str:
    trash.trash_works()
    return "works"


def _kernels() -> str:
    if not warmup.kernels_ready():
        return "not compiled yet; the first scan does it once and takes a few seconds longer"
    warmup.load()
    return "compiled and ready"


def _views() -> str:
    """Have a small archive looked into, by the process that a scan has look into archives."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Worker(Control())) as worker:
        path = os.path.join(folder, "archive.gz")
        with gzip.open(path, "wb") as archive:
            archive.write(b"content")
        held: list[bytes] = []
        with open(path, "rb") as file:
            code = recognise(file.read(HEAD))
        worker.read(path, code, lambda data: held.append(bytes(data)))
    if b"".join(held) != b"content":
        raise ViewError("a small archive does not give back what was put in")
    return "are looked into"


def _peer(name: str) -> Check:
    path = shutil.which(name)
    return Check(name, path or "not installed (only needed to compare with)")

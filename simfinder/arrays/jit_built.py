"""Compiled kernels that came with the program: a folder that ``kernels build`` has written, on this machine or another.

The folder lies beside the package, or where ``SIMFINDER_KERNELS`` says. Code is run that is found there, so it is used
only if nobody but us, root and the owner of the program could have written it; and only if it was made of these very
sources, by this Python and numba, for a processor like this one. Otherwise, and for a file that is not as it was
written, kernels are compiled as if there were no folder.
"""

from __future__ import annotations

import functools
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simfinder
from simfinder.arrays import jit_cache
from simfinder.model import system

__all__ = ["MANIFEST", "VARIABLE", "Built", "built", "find", "write"]

MANIFEST = "kernels.json"
"""Written last: a folder without it is half made."""
VARIABLE = "SIMFINDER_KERNELS"
BESIDE = "compiled"
"""Name of the folder in the package."""
_PACKAGE = Path(simfinder.__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Built:
    """A folder whose kernels this process may run.

    Attributes:
        folder: with the files.
        target: triple, processor and its features, as numba names them in the keys of its cache.
        hashes: SHA-256 of each file, in hex digits, by its path in the folder.
    """

    folder: Path
    target: tuple[str, ...]
    hashes: dict[str, str]

    def content(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            OSError: it can't be read.
            ValueError: it is not one of the folder, or not as it was written.
        """
        import hashlib  # here and below: 4 ms that a start without such a folder does without

        data = (self.folder / name).read_bytes()
        if hashlib.sha256(data).hexdigest() != self.hashes.get(name):
            raise ValueError(name)
        return data


@functools.cache
def built() -> Built | None:
    """Return the folder of compiled kernels that this process may use; None if there is none."""
    asked = os.environ.get(VARIABLE)
    return _checked(Path(asked) if asked else _PACKAGE / BESIDE)


def _checked(folder: Path) -> Built | None:
    if not os.path.exists(folder / MANIFEST):
        return None
    import json

    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        made_for = {name: manifest[name] for name in _made_for()}
        found = Built(folder, tuple(map(str, manifest["target"])), dict(manifest["hashes"]))
        fits = made_for == _made_for() and _runs_here(found.target)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if fits and jit_cache.only_ours(os.fspath(folder)) else None


def _made_for() -> dict[str, Any]:
    """Return what must be the same where kernels are built and where they run."""
    from importlib import metadata

    return {
        "simfinder": metadata.version("simfinder"),
        "sources": jit_cache.sources_hash(),
        "python": sys.version,
        "numba": metadata.version("numba"),
        "llvmlite": metadata.version("llvmlite"),
        "system": system.NAME,
        "machine": system.machine(),
    }


def _runs_here(target: tuple[str, ...]) -> bool:
    """Return whether this processor has all features of a target."""
    _, _, features = target
    wanted = {name for name in features.split(",") if name.startswith("+")}
    if not wanted:
        return True
    import llvmlite.binding as llvm

    here = llvm.get_host_cpu_features()
    return all(here.get(name[1:]) for name in wanted)


def find(function: Any, index: str, key: tuple[Any, ...]) -> bytes | None:
    """Return what the folder holds of a kernel, as numba keeps it; None for nothing that is whole.

    Args:
        function: that the kernel is made of.
        index: name of its index in numba's cache.
        key: of the index; its second part is the target that numba compiles for here.
    """
    place = built()
    if place is None:
        return None
    try:
        part = Path(function.__code__.co_filename).resolve().parent.relative_to(_PACKAGE)
        overloads = _overloads(place.content((part / index).as_posix()))
        name = overloads.get((key[0], place.target, *key[2:]))
        return None if name is None else place.content((part / name).as_posix())
    except (OSError, ValueError):
        return None


def _overloads(index: bytes) -> dict[Any, str]:
    """Return the names of the files of a kernel by their keys."""
    from simfinder.arrays.jit_loading import unpickle

    file = io.BytesIO(index)
    unpickle(file)  # the version of numba
    _, overloads = unpickle(file)
    return dict(overloads)


def write(cache: str, folder: Path) -> int:
    """Write a folder from a cache of numba that holds the kernels of these sources, compiled for one target.

    Args:
        cache: numba's cache folder.
        folder: empty, or made if missing.

    Returns:
        Number of kernels.

    Raises:
        OSError: it can't be written, or the cache is empty.
    """
    import hashlib
    import json

    from numba.core.caching import _CacheLocator

    locator: Any = _CacheLocator
    hashes: dict[str, str] = {}
    target: tuple[str, ...] = ()
    for place in sorted({path.parent for path in _PACKAGE.rglob("*.py")}):
        part = place.relative_to(_PACKAGE)
        kept = Path(cache, locator.get_suitable_cache_subpath(os.fspath(place / "any.py")))
        for path in sorted(kept.glob("*.nb[ic]")):
            data = path.read_bytes()
            (folder / part).mkdir(parents=True, exist_ok=True)
            (folder / part / path.name).write_bytes(data)
            hashes[(part / path.name).as_posix()] = hashlib.sha256(data).hexdigest()
            if not target and path.suffix == ".nbi":
                target = next(iter(_overloads(data)))[1]
    if not hashes:
        raise FileNotFoundError(2, "no kernels were compiled", cache)
    partial = folder / f"{MANIFEST}.part"
    partial.write_text(json.dumps({**_made_for(), "target": target, "hashes": hashes}, indent=1), "utf-8")
    partial.replace(folder / MANIFEST)
    return sum(name.endswith(".nbc") for name in hashes)

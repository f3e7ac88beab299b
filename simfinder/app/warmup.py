"""Kernels ready without a stall: a helper process compiles where the kernel cache is cold, then this one loads.

Compiling in a thread holds Python's lock for up to 130 ms at a time and would make a window stutter. Whether the
cache is warm is told by a stamp in the cache folder: a hash of the kernels' sources, the interpreter and numba.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from simfinder.store import folders

if TYPE_CHECKING:
    from simfinder.model.options import ScanOptions
    from simfinder.signatures.parameters import Parameters
    from simfinder.store.cache import Cache

_PACKAGES = ("signatures", "search", "scan")


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{sys.version} {importlib.metadata.version('numba')}".encode())
    top = Path(__file__).resolve().parent.parent
    for package in _PACKAGES:
        for source in sorted((top / package).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _stamp() -> Path:
    return folders.cache_folder() / "kernels.stamp"


def kernels_ready() -> bool:
    """Whether a process of this interpreter has compiled these very kernels before."""
    try:
        return _stamp().read_text() == _fingerprint()
    except OSError:
        return False


def load(*, everything: bool = False) -> None:
    """Load (or compile) every kernel of a plain scan in this process and note that it was done.

    Args:
        everything: the kernels of single signatures and of scans with other parameters too.
    """
    import simfinder.scan.bulk
    import simfinder.search.warm
    import simfinder.signatures.warm

    simfinder.scan.bulk.warm_up()
    simfinder.signatures.warm.warm_up()
    simfinder.search.warm.warm_up()
    if everything:
        simfinder.signatures.warm.compile_all()
    if not kernels_ready():
        try:
            _stamp().parent.mkdir(parents=True, exist_ok=True)
            _stamp().write_text(_fingerprint())
        except OSError:
            return  # a read-only cache folder: the next start asks again, nothing else suffers


def warm() -> None:
    """Make the kernels ready for use in this process, compiling in a helper process where needed."""
    if not kernels_ready() and not getattr(sys, "frozen", False):
        # A failing helper is no error: load() below then compiles here and raises what is really wrong.
        subprocess.run(
            [sys.executable, "-m", "simfinder.app.warmup"],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
    load()


def ahead(cache: Cache | None, options: ScanOptions, parameters: Parameters) -> None:
    """Load the kernels of signatures beside the listing, where a second thread is wanted and all will have to be read.

    Behind it they take 0.3 s in which one core has nothing to do. A scan that has its signatures from the cache does
    without them: where the cache knows of any files they are loaded when one has to be read.

    Args:
        cache: of the scan; None for none.
        options: of the scan.
        parameters: of its methods.
    """
    if options.jobs == 1 or options.identical or not (cache is None or cache.empty):
        return

    def work() -> None:
        with contextlib.suppress(Exception):  # the scan loads them once more, and meets what is wrong
            import simfinder.signatures.warm

            simfinder.signatures.warm.warm_up(parameters)

    threading.Thread(target=work, name="kernels", daemon=True).start()


if __name__ == "__main__":
    load(everything=True)

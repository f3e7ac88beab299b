"""Make the compiled kernels ready without a stall: a helper process compiles them, then this process loads them.

Compiling in a thread holds Python's lock for up to 130 ms at a time and would make a window stutter. A stamp in the
cache folder says whether the kernel cache is warm: a hash of the kernels' sources, the interpreter and numba.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from simfinder.arrays.jit_cache import sources_hash
from simfinder.arrays.jit_errors import when_missing
from simfinder.errors import Cancelled, StoreUnavailableError
from simfinder.store import app_dirs, regular_file
from simfinder.store.atomic_write import written_whole

if TYPE_CHECKING:
    from simfinder.model.progress import Control
    from simfinder.model.scan_options import ScanOptions
    from simfinder.signatures.table.parameters import Parameters
    from simfinder.store.cache.cache import Cache

_LONGEST = 900.0  # s that compiling may take on a busy machine
_TICK = 0.05
_LONGEST_STAMP = 10_000  # bytes


def _fingerprint() -> str:
    version = getattr(sys.modules.get("numba"), "__version__", "")
    if not version:
        from importlib.metadata import version as version_of  # 5 ms

        version = version_of("numba")
    return f"{sys.version} numba {version} {sources_hash()}"


def _stamp() -> Path:
    return app_dirs.cache_folder() / "kernels.stamp"


def kernels_ready() -> bool:
    """Return whether a process of this interpreter has compiled these very kernels before."""
    try:
        return regular_file.content(_stamp(), _LONGEST_STAMP) == _fingerprint().encode()
    except OSError:
        return False


def _load_signing() -> None:
    import simfinder.scan.reading.read_small_files
    import simfinder.signatures.sign.warmup

    simfinder.scan.reading.read_small_files.warm_up()
    simfinder.signatures.sign.warmup.warm_up()


def _load_searching() -> None:
    import simfinder.search.linking.warmup

    simfinder.search.linking.warmup.warm_up()


_PARTS = {"signing": _load_signing, "searching": _load_searching}
"""Of the kernels of a plain scan; each takes half a minute to compile."""


def load(*, everything: bool = False) -> None:
    """Load (or compile) every kernel of a plain scan in this process and note that it was done.

    Args:
        everything: also the kernels of single signatures and of scans with other parameters.
    """
    for part in _PARTS.values():
        part()
    if everything:
        import simfinder.signatures.sign.warmup

        simfinder.signatures.sign.warmup.compile_all()
    if not kernels_ready():
        try:
            os.makedirs(_stamp().parent, mode=0o700, exist_ok=True)
            with written_whole(_stamp(), private=True) as file:
                file.write(_fingerprint().encode())
        except (OSError, StoreUnavailableError):
            return  # a read-only cache folder: the next start only checks again


def warm() -> None:
    """Make the kernels ready in this process; compile them in a helper process where needed."""
    if not kernels_ready() and not getattr(sys, "frozen", False):
        # A failing helper is no error: load() below then compiles here and raises what is really wrong.
        _helper().wait()
    load()


def _helper(*parts: str) -> subprocess.Popen[bytes]:
    """Start a process that compiles some parts, or all kernels if none is named."""
    return subprocess.Popen(
        [sys.executable, "-m", "simfinder.app.runtime.warmup", *parts],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )


@contextlib.contextmanager
def apart(control: Control, tell: Callable[[], None]) -> Iterator[None]:
    """Let helper processes compile missing kernels while the block runs.

    Args:
        control: of the work that waits for them; a cancel ends them.
        tell: called from any thread when compiling begins: it takes half a minute and happens once.
    """

    def compile_all() -> None:
        tell()
        helpers: list[subprocess.Popen[bytes]] = []
        with contextlib.suppress(OSError):  # no process can be started: this one compiles
            helpers.extend(map(_helper, _PARTS))
        _ended(helpers, control)

    if getattr(sys, "frozen", False):
        yield
        return
    with when_missing(compile_all):
        yield


def _ended(helpers: list[subprocess.Popen[bytes]], control: Control) -> None:
    """Wait for the helpers, but no longer than any can take; a cancel ends them, and the work compiles for itself."""
    end = time.monotonic() + _LONGEST
    with contextlib.suppress(Cancelled):
        while any(helper.poll() is None for helper in helpers) and time.monotonic() < end:
            time.sleep(_TICK)
            control.check()
    for helper in helpers:
        helper.kill()
        helper.wait()


def ahead(cache: Cache | None, options: ScanOptions, parameters: Parameters) -> None:
    """Load the signature kernels while the folders are listed, if two threads may run and every file has to be read.

    Loaded after the listing they take 0.3 s in which one core idles. A scan that gets its signatures from the cache
    needs none: where the cache knows any files, the kernels are loaded when the first file has to be read.

    Args:
        cache: of the scan; None for none.
        options: of the scan.
        parameters: of its methods.
    """
    if options.jobs == 1 or options.identical or not (cache is None or cache.empty):
        return

    def work() -> None:
        with contextlib.suppress(Exception):  # the scan loads them again and raises what is wrong
            import simfinder.signatures.sign.warmup

            simfinder.signatures.sign.warmup.warm_up(parameters)

    threading.Thread(target=work, name="kernels", daemon=True).start()


if __name__ == "__main__":
    if sys.argv[1:]:
        for part in sys.argv[1:]:
            _PARTS[part]()
    else:
        load(everything=True)

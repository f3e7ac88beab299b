"""Make the compiled kernels ready without a stall: helper processes compile them, then this process loads them.

Compiling in a thread holds Python's lock for up to 130 ms at a time and would make a window stutter. What a plain scan
needs is compiled first (``compile_ahead``; ``run.py`` has that done when it has installed), the rest in the background
at low priority. Stamps in the cache folder say whether that, or everything, was compiled: a hash of the kernels'
sources, the interpreter and numba.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from simfinder.app.runtime.compile_ahead import STEPS, Waiting, end_with_parent, share, start
from simfinder.arrays import jit_python
from simfinder.arrays.jit_built import built
from simfinder.arrays.jit_cache import sources_hash
from simfinder.arrays.jit_errors import when_missing
from simfinder.errors import StoreUnavailableError
from simfinder.store import app_dirs, regular_file
from simfinder.store.atomic_write import written_whole
from simfinder.text.message import say

if TYPE_CHECKING:
    from simfinder.model.progress import Control
    from simfinder.model.scan_options import ScanOptions
    from simfinder.signatures.table.parameters import Parameters
    from simfinder.store.cache.cache import Cache

_LOWEST_PRIORITY = 19
_REST = "rest"
_SCAN = "scan"
_ALL, _FIRST = "kernels.stamp", "kernels-of-a-scan.stamp"
_LONGEST_STAMP = 10_000  # bytes


def _fingerprint() -> str:
    version = getattr(sys.modules.get("numba"), "__version__", "")
    if not version:
        from importlib.metadata import version as version_of  # 5 ms

        version = version_of("numba")
    return f"{sys.version} numba {version} {sources_hash()}"


def _stamp(name: str) -> Path:
    return app_dirs.cache_folder() / name


def kernels_ready(stamp: str = _ALL) -> bool:
    """Return whether these very kernels came compiled, or a process of this interpreter has compiled them before."""
    if built() is not None:
        return True
    try:
        return regular_file.content(_stamp(stamp), _LONGEST_STAMP) == _fingerprint().encode()
    except OSError:
        return False


def _note_ready(stamp: str) -> None:
    """Note that kernels are compiled; with a read-only cache folder the next start only checks again."""
    with contextlib.suppress(OSError, StoreUnavailableError):
        os.makedirs(_stamp(stamp).parent, mode=0o700, exist_ok=True)
        with written_whole(_stamp(stamp), private=True) as file:
            file.write(_fingerprint().encode())


def _load_signing() -> None:
    import simfinder.scan.reading.read_small_files
    import simfinder.scan.reading.recognise_batch
    import simfinder.signatures.sign.warmup

    simfinder.scan.reading.read_small_files.warm_up()
    simfinder.scan.reading.recognise_batch.warm_up()
    simfinder.signatures.sign.warmup.warm_up()


def _load_searching() -> None:
    import simfinder.search.linking.warmup

    simfinder.search.linking.warmup.warm_up()


_PARTS = {"signing": _load_signing, "searching": _load_searching}


def load(*, everything: bool = False) -> None:
    """Load (or compile) every kernel of a plain scan in this process and note that it was done.

    Args:
        everything: also the kernels of single signatures and of scans with other parameters.
    """
    for part in _PARTS.values():
        part()
    if everything:
        import simfinder.signatures.sign.warmup

        for _, step in STEPS.values():
            step()
        simfinder.signatures.sign.warmup.compile_all()
    if not kernels_ready():
        _note_ready(_ALL)


def warm(control: Control) -> None:
    """Make the kernels of a plain scan ready in this process; helper processes compile them where needed.

    Args:
        control: says how far it is; a cancel ends the helpers.

    Raises:
        Cancelled: on request.
    """
    if kernels_ready() or getattr(sys, "frozen", False):
        load()
        return
    if not kernels_ready(_FIRST):
        with apart(control):  # for who needs one of them meanwhile
            compile_for_scan(control)
    control.check()
    # A failing helper is no error: this compiles here and raises what is really wrong.
    for _, step in STEPS.values():
        step()
    with contextlib.suppress(OSError):
        start(_REST)


def compile_for_scan(control: Control) -> None:
    """Compile what a plain scan needs in helper processes, and note that it was done.

    Args:
        control: says how far they are; a cancel ends them.
    """
    waiting = Waiting(control)
    try:
        while waiting.more():
            pass
    finally:
        waiting.end()
    if waiting.complete:
        _note_ready(_FIRST)


def _compile_and_show() -> None:
    """Do the same for ``run.py`` and show on standard error how far it is; a failure is left to the scan."""
    from simfinder.model.progress import Control

    class Shown(Control):
        last = ""

        def wait_for(self, sentence: str, _share: float | None = None) -> None:
            if not sentence or sentence == self.last:
                return
            if sys.stderr.isatty():
                sys.stderr.write("\r" + sentence.ljust(len(self.last)))
            elif not self.last:
                sys.stderr.write(sentence + "\n")
            sys.stderr.flush()
            self.last = sentence

    if kernels_ready() or kernels_ready(_FIRST):
        return
    control = Shown()
    with contextlib.suppress(Exception, KeyboardInterrupt):
        compile_for_scan(control)
    if kernels_ready(_FIRST):
        control.wait_for(say("prepared for the first scan on this computer"))
    if sys.stderr.isatty() and control.last:
        sys.stderr.write("\n")


@contextlib.contextmanager
def apart(control: Control) -> Iterator[None]:
    """Let helper processes compile missing kernels while the block runs, which says so and goes on as they come.

    Args:
        control: of the work that waits for them; a cancel ends them.
    """
    if getattr(sys, "frozen", False):
        yield
        return
    waiting = Waiting(control)
    try:
        with when_missing(waiting.more), jit_python.allowed():
            yield
    finally:
        waiting.end()


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
            import simfinder.signatures.sign.sign_batch
            import simfinder.signatures.sign.warmup

            if (
                simfinder.signatures.sign.sign_batch.compiled()
            ):  # else the listing would wait, by numba's lock
                simfinder.signatures.sign.warmup.small_files(parameters)

    threading.Thread(target=work, name="kernels", daemon=True).start()


def _compile(what: str = "", first: str = "", folder: str = "") -> None:
    """Compile in this process, a helper, what its command line says."""
    if what == "searching":
        _load_searching()
    elif what == _SCAN:
        _compile_and_show()
    elif what == _REST:
        end_with_parent()
        if hasattr(os, "nice"):
            os.nice(_LOWEST_PRIORITY)
        load(everything=True)
    elif folder:
        share(folder, int(what), first)
    else:
        load(everything=True)


if __name__ == "__main__":
    _compile(*sys.argv[1:])

"""Compile all kernels into a folder that other machines use, for packages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from simfinder.arrays import jit_built
from simfinder.arrays.jit_cache import sources_hash
from simfinder.errors import UsageError
from simfinder.model.progress import Control
from simfinder.text.message import say

TARGETS = ("generic", "native")
_TICK = 0.1


def build(target: str, folder: Path, control: Control) -> int:
    """Compile all kernels into a folder.

    Args:
        target: "generic" for every processor of this kind, "native" for those that have all features of this one.
        folder: empty, or made if missing.
        control: asked for a cancel.

    Returns:
        Number of kernels.

    Raises:
        UsageError: the folder holds something, can't be written, or the kernels can't be compiled.
        Cancelled: on request; the folder is left as it was.
    """
    try:
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(say("this folder is not empty: {}", folder))
        made_of = sources_hash()
        with tempfile.TemporaryDirectory(prefix="simfinder-kernels-") as place:
            _compile(target, place, control)
            if sources_hash.__wrapped__() != made_of:
                raise UsageError(say("the program was changed meanwhile"))
            return jit_built.write(place, folder)
    except OSError as error:
        raise UsageError(say("the compiled code can't be written: {}", error)) from error


def _compile(target: str, place: str, control: Control) -> None:
    """Compile everything in a process of its own into numba's cache in a folder."""
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": place,
        "XDG_CACHE_HOME": place,  # of the note that everything is compiled
        jit_built.VARIABLE: place,
        "PYTHONWARNINGS": "ignore",
    }
    environment.pop("SIMFINDER_KERNELS_CHECKED", None)
    if target == "generic":
        environment.update(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    command = [sys.executable, "-m", "simfinder.app.runtime.warmup"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment
    ) as process:
        try:
            while process.poll() is None:
                time.sleep(_TICK)
                control.check()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise UsageError(say("the kernels can't be compiled"))

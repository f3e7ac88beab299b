"""Kernels compiled before the tests that need them: where that was never done it takes longer than a test may."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile


def compile_kernels() -> None:
    """Compiles all kernels in a process of its own; a few seconds where that was done before.

    The stamp of the warm-up goes into a folder that is thrown away; the kernels stay beside their sources.
    """
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_CACHE_HOME": home, "PYTHONWARNINGS": "ignore"}
        subprocess.run([sys.executable, "-m", "simfinder.app.runtime.warmup"], check=True, env=environment)

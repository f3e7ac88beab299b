"""Kernels run as Python, as for a small collection on a machine where nothing is compiled."""

import contextlib
import functools
import gc
import sys

import pytest

from simfinder.arrays import jit_python
from simfinder.arrays.jit import Kernel


@functools.cache
def _kernels(_modules):
    return [kernel for kernel in gc.get_objects() if isinstance(kernel, Kernel)]


@contextlib.contextmanager
def as_python():
    """Have all kernels that may run as Python do so, though they are compiled; yields the names of those that did."""
    ran = set()
    run = Kernel._as_python

    def noted(kernel, *arguments):
        ran.add(kernel.py_func.__qualname__)
        return run(kernel, *arguments)

    kernels = _kernels(len(sys.modules))
    loaded = [kernel._runs for kernel in kernels]
    with pytest.MonkeyPatch.context() as patch, jit_python.allowed():
        patch.setattr(Kernel, "kept", False)
        patch.setattr(Kernel, "_as_python", noted)
        jit_python.decide(1, 1, lambda: False)
        for kernel in kernels:
            kernel._runs = None
        try:
            yield ran
        finally:
            for kernel, runs in zip(kernels, loaded, strict=True):
                kernel._runs = runs

"""Kernels run as Python, as for a small collection on a machine where nothing is compiled."""

import contextlib

import pytest

from simfinder.arrays import jit_python
from simfinder.arrays.jit import Kernel


@contextlib.contextmanager
def as_python():
    """Have all kernels that may run as Python do so, though they are compiled; yields the names of those that did."""
    ran = set()
    run = Kernel._as_python

    def noted(kernel, *arguments):
        ran.add(kernel.py_func.__qualname__)
        return run(kernel, *arguments)

    with pytest.MonkeyPatch.context() as patch, jit_python.allowed():
        patch.setattr(Kernel, "kept", False)
        patch.setattr(Kernel, "_as_python", noted)
        patch.setattr(Kernel, "__call__", lambda kernel, *arguments: kernel._choose()(*arguments))
        jit_python.decide(1, 1, lambda: False)
        yield ran

"""A kernel becomes one piece of machine code with all it calls; what it calls does not by itself."""

from types import SimpleNamespace

import numpy as np

from simfinder.arrays.compiler import machine_code
from simfinder.arrays.jit import njit
from tests.unit.arrays.test_jit import _run

CHAIN = """
import numpy as np
from simfinder.arrays.jit import njit

@njit(nogil=True, cache=True)
def filled(count):
    made = np.empty(count, np.int64)
    made[:] = count
    return made

@njit(nogil=True, cache=True, alone=True)
def joined(count):
    both = np.empty(2 * count, np.int64)
    both[:count] = filled(count)
    both[count:] = filled(count)[::-1]
    return both

@njit(nogil=True, cache=True)
def summed(values):
    return values.copy().sum()

@njit(nogil=True, cache=True)
def outer(count):
    return summed(joined(count)) + summed(filled(count)) + len(joined(2))
"""


def test_all_that_a_kernel_calls_is_found_again_in_another_process(tmp_path):
    """What allocates arrays in it is taken in after all that calls it: left out, a process would jump to nowhere."""
    (tmp_path / "module.py").write_text(CHAIN)
    for _ in range(2):
        assert _run(tmp_path, "print(outer(3), joined(1).tolist())") == ["31 [1, 1]"]
    assert {path.name.split("-")[0] for path in tmp_path.rglob("*.nbi")} == {"module.outer", "module.joined"}


def test_what_a_kernel_calls_becomes_no_machine_code_by_itself():
    @njit(nogil=True)
    def inner(values):
        return values.sum()

    @njit(nogil=True, cache=True)
    def outer(values):
        return inner(values) + 1

    assert outer(np.arange(4)) == 7
    (made,) = inner._called.overloads.values()
    assert not made.library._finalized
    assert inner(np.arange(4)) == 6, "it can be called from Python all the same"


def test_a_numba_that_is_built_differently_compiles_in_its_own_way():
    for codegen in (SimpleNamespace(), SimpleNamespace(_library_class=object)):
        before = dict(vars(codegen))
        context = SimpleNamespace(codegen=lambda made=codegen: made)
        machine_code.install(context)
        assert vars(codegen) == before
        assert list(vars(context)) == ["codegen"]

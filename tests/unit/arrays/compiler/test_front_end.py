"""Numba's front end with less work: the same kernels, and the same errors for those that can't be compiled."""

import numba
import numpy as np
import pytest
from numba.core import compiler, postproc
from numba.core.base import BaseContext
from numba.core.compiler import Flags
from numba.core.ir import Inst
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.types.functions import BaseFunction

from simfinder.arrays.compiler import front_end
from simfinder.arrays.jit import njit


@pytest.fixture(autouse=True)
def installed():
    front_end.install()


def test_all_of_it_is_used_by_this_numba():
    assert numba.__version__.startswith(front_end._VERSION)
    assert BaseFunction.get_call_type is front_end._get_call_type
    assert postproc.PostProcessor.run is front_end._postprocess
    assert Lower.create_cfunc_wrapper is front_end._make_no_wrapper


def test_another_numba_is_left_alone(monkeypatch):
    before = Inst._rec_list_vars
    monkeypatch.setattr(Inst, "_rec_list_vars", None)
    monkeypatch.setattr(numba, "__version__", "0.69.0")
    front_end.install.__wrapped__()
    assert Inst._rec_list_vars is None
    assert before is front_end._variables


def test_kernels_compute_what_python_computes():
    """Loops that are left early, several types, slices, branches that redefine, an inner function, a generator."""

    @njit(nogil=True)
    def steps(count):
        for i in range(count):
            if i % 3:
                yield i * 2

    @njit(nogil=True)
    def mixed(values, wanted):
        total, kind = 0, 1.5
        for i in range(len(values)):
            if values[i] == wanted:
                kind = float(i)
                break
            total += values[i]
        part = values[1:3].copy()
        values[:2] = part[::-1]
        for step in steps(5):
            total += step
        return total, kind, min(total, 7), np.sort(values)[0], (values > 2).sum()

    for kind in (np.int64, np.int32, np.uint8):
        for wanted in (4, 200):
            mine, its = np.array([9, 2, 4, 7], kind), np.array([9, 2, 4, 7], kind)
            assert mixed(mine, wanted) == mixed.py_func(its, wanted)
            assert mine.tolist() == its.tolist()


def test_what_does_not_fit_is_said_as_always():
    @njit(nogil=True)
    def wrong(text):
        return text + 1

    @njit(nogil=True)
    def unknown(value):
        return value.missing

    with pytest.raises(numba.TypingError, match="No implementation of function"):
        wrong("a")
    with pytest.raises(numba.TypingError, match="Unknown attribute 'missing'"):
        unknown(1)


def test_a_part_takes_only_what_has_its_shape():
    @njit(nogil=True)
    def put(target, values):
        target[:2] = values

    target = np.zeros(3)
    put(target, np.ones(2))
    assert target.tolist() == [1, 1, 0]
    with pytest.raises(ValueError, match="cannot assign slice from input of different size"):
        put(target, np.ones(3))


def test_numpys_functions_are_compiled_once_whoever_calls_them(monkeypatch):
    made = []
    compile_bytecode = compiler.CompilerBase._compile_bytecode

    def listed(self):
        made.append(self.state.func_id.func_qualname)
        return compile_bytecode(self)

    monkeypatch.setattr(compiler.CompilerBase, "_compile_bytecode", listed)

    @njit(nogil=True)
    def inner(count):
        return np.full(count, np.int16(3)).sum()

    @njit(nogil=True)
    def outer(count):
        return np.full(count, np.int16(3)).sum() + inner(count)

    assert outer(4) == 24
    assert sum("np_full" in name for name in made) == 1


def test_options_are_equal_that_say_the_same():
    one, other = Flags(), Flags()
    other.no_cpython_wrapper = Flags.options["no_cpython_wrapper"].default
    assert (one, hash(one)) == (other, hash(other))
    other.nrt = not Flags.options["nrt"].default
    assert one != other
    assert one != "flags"


def test_a_size_is_asked_for_once(monkeypatch):
    from llvmlite import ir

    context = cpu_target.target_context
    kind = ir.LiteralStructType([ir.IntType(8), ir.IntType(64), ir.ArrayType(ir.IntType(16), 5)])
    assert BaseContext.get_abi_sizeof(context, kind) == 32
    monkeypatch.setattr(front_end, "_size_of", lambda *_: pytest.fail("asked again"))
    assert BaseContext.get_abi_sizeof(context, kind) == 32

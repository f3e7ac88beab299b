"""Whether missing kernels run as Python: only while somebody allows it, and only for small collections."""

import numpy as np
import pytest

from simfinder.arrays import jit, jit_python
from simfinder.arrays.jit import njit


def never():
    return False


def test_it_is_allowed_by_somebody_and_for_little():
    jit_python.decide(1, 1, never)
    assert not jit_python.wanted(), "nobody allows it"
    with jit_python.allowed():
        assert not jit_python.wanted(), "how much there is to do is not known yet"
        for files, size, small in ((1, 1, True), (jit_python.FILES, jit_python.BYTES, True), (0, 0, True)):
            jit_python.decide(files, size, never)
            assert jit_python.wanted() is small
        for files, size in ((jit_python.FILES + 1, 1), (1, jit_python.BYTES + 1)):
            jit_python.decide(1, 1, never)
            jit_python.decide(files, size, never)
            assert not jit_python.wanted()
        jit_python.decide(1, 1, never)
        with jit_python.allowed():
            pass
        assert jit_python.wanted(), "somebody else still allows it"
    assert not jit_python.wanted()
    with jit_python.allowed():
        assert not jit_python.wanted(), "decided for others"


def test_archives_that_hold_far_more_than_they_are_end_it():
    with jit_python.allowed():
        jit_python.decide(3, 3, never)
        jit_python.spend(jit_python.BYTES - 1)
        assert jit_python.wanted()
        jit_python.spend(5)
        assert not jit_python.wanted()


@njit(nogil=True)
def inner(value):
    return value + 1


@inner.in_python
def _inner(value):
    return ("Python", value)


@njit(nogil=True)
def hashed(value):
    return value * np.uint64(0x9E3779B97F4A7C15)


@njit(nogil=True, python=True)
def outer(value):
    return inner(value)


@njit(nogil=True, python=True)
def wraps(value):
    return hashed(value)


@njit(nogil=True)
def other(value):
    return inner(value)


@njit(nogil=True, python=True)
def failing(values):
    return values[np.int64(9)]


@pytest.fixture
def small():
    with jit_python.allowed():
        jit_python.decide(1, 1, never)
        yield


def test_a_missing_kernel_runs_as_python_with_all_it_calls(small):
    assert outer(1) == ("Python", 1)
    assert not outer.signatures
    assert other(1) == 2, "it does not say that it may"
    assert inner(1) == 2, "only inside one that may"


def test_hashes_wrap_without_a_warning(small):
    assert wraps(np.uint64(2**63 + 1)) == np.uint64(0x1E3779B97F4A7C15)


def test_after_an_error_kernels_are_compiled_again(small):
    with pytest.raises(IndexError):
        failing(np.zeros(1))
    assert not jit._running.python
    assert inner(3) == 4


def test_what_is_compiled_is_used(small):
    jit_python.decide(1, 1, lambda: True)
    assert outer(1) == 2
    jit_python.decide(1, 1, never)
    assert outer(1) == 2, "it is loaded"

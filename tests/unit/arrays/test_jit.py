"""Kernels are made when they are first called, and loaded where they have been compiled before."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simfinder.arrays import jit
from simfinder.arrays.jit import Kernel, njit

PROJECT = Path(__file__).resolve().parents[3]

MODULE = """
import sys
import numpy as np
from simfinder.arrays.jit import njit

@njit(nogil=True, cache=True)
def total(values):
    sum = 0
    for value in values:
        sum += value
    return sum

@njit(nogil=True, cache=True)
def twice(values):
    return 2 * total(values)

@njit(nogil=True, cache=True)
def never(values):
    return values

def ready():
    return [len(kernel.signatures) for kernel in (total, twice, never)]

def compiler():
    return "numba.np.linalg" in sys.modules
"""


def _run(folder, program):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(PROJECT)))}
    command = [sys.executable, "-c", f"from module import *\n{program}"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="an audit hook refuses what no limit does there")
def test_a_process_without_rights_compiles_for_itself(tmp_path):
    (tmp_path / "module.py").write_text(MODULE)
    confined = """
from simfinder.workers.sandbox.limits import confine
total.dispatcher
confine(0)
print(twice(np.arange(5)), total(np.arange(5)), ready())
"""
    assert _run(tmp_path, confined) == ["20 10 [1, 1, 0]"]
    assert not list(tmp_path.rglob("*.nbi"))


LARGER = """
import numpy as np
from simfinder.arrays.jit import njit

@njit(nogil=True, cache=True)
def squares(count):
    made = np.empty(count, np.int64)
    for i in range(count):
        made[i] = i * i
    return made, made[::-1].copy()

@njit(nogil=True, cache=True)
def checked(values, at):
    if at < 0:
        raise ValueError("below")
    if at >= len(values):
        raise IndexError(at)
    return values[at] // (at - 1)

@njit(nogil=True, cache=True)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

@njit(nogil=True, cache=True)
def calls(count, at):
    made, turned = squares(count)
    return checked(made, at) + fibonacci(2 * count) + turned[0]

def error(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)

def all_of_them():
    made = squares(5)
    made[0][0] = 7
    return [made[0].tolist(), made[1].tolist(), checked(made[0], 3), error(checked, made[0], -1),
        error(checked, made[0], 9), error(checked, made[0], 1), fibonacci(20)]
"""


def test_what_is_loaded_works_as_what_was_compiled(tmp_path):
    """Arrays that it makes, errors that it raises, calls of itself; and it can be compiled into others."""
    (tmp_path / "module.py").write_text(LARGER)
    plain = "print(all_of_them())"
    compiled = _run(tmp_path, plain)
    assert "('ValueError', 'below'), ('IndexError', '9'), ('ZeroDivisionError'" in compiled[0]
    assert _run(tmp_path, plain) == compiled
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbi")}
    assert len(files) == 3
    assert _run(tmp_path, "print(all_of_them()); print(calls(5, 3), error(calls, 5, -1))") == [
        *compiled,
        "75 ('ValueError', 'below')",
    ]
    errors = "print(error(calls, 5, -1), error(calls, 5, 9), error(calls, 5, 1)[0])"
    assert _run(tmp_path, errors) == ["('ValueError', 'below') ('IndexError', '9') ZeroDivisionError"]
    assert files == {path: path.stat().st_mtime_ns for path in files}, "nothing was compiled again"
    assert _run(tmp_path, "print(calls(5, 3))") == ["75"]


def test_what_was_compiled_is_loaded_without_readying_the_compiler(tmp_path):
    (tmp_path / "module.py").write_text(MODULE)
    first = "print(ready()); print(twice(np.arange(5))); print(ready(), compiler())"
    assert _run(tmp_path, first) == ["[0, 0, 0]", "20", "[1, 1, 0] True"]
    again = """
print(twice(np.arange(5)), ready(), compiler())
print(twice(np.arange(5.0)), ready(), compiler())
print(twice(np.arange(6)), total(np.arange(5)), never(np.arange(2)).tolist(), ready())
"""
    assert _run(tmp_path, again) == [
        "20 [0, 1, 0] False",
        "20.0 [1, 2, 0] True",  # of a kind that it was not compiled for
        "30 10 [0, 1] [2, 2, 1]",
    ]


TUPLES = """
from typing import NamedTuple
import numpy as np
from simfinder.arrays.jit import njit

class Two(NamedTuple):
    one: int
    other: int

@njit(cache=True)
def total(both):
    return both.one + both.other
"""


@pytest.mark.parametrize("writable", [True, False])
def test_what_was_compiled_for_a_named_tuple_of_another_version_is_compiled_again(tmp_path, writable):
    module, program = tmp_path / "module.py", "print(total({}(1, 2)), len(total.signatures))"
    module.write_text(TUPLES)
    assert _run(tmp_path, program.format("Two")) == ["3 1"]
    module.write_text(TUPLES.replace("Two", "Pair"))
    if not writable:
        program = f"import os\ndef full(*_): raise OSError\nos.replace = full\n{program}"
    for _ in range(2):
        assert _run(tmp_path, program.format("Pair")) == ["3 1"]


def test_a_kernel_is_nothing_until_it_is_called():
    calls = []

    def function(values):
        calls.append(values)
        return values + 1

    kernel = njit(nogil=True)(function)
    assert isinstance(kernel, Kernel)
    assert kernel.signatures == ()
    assert kernel.py_func(1) == 2
    assert calls == [1]


def test_wrong_arguments_are_refused():
    @njit(nogil=True)
    def first(values):
        return values[0]

    assert first(np.arange(3)) == 0
    with pytest.raises(TypeError):
        first()


def test_where_nothing_can_be_kept_kernels_are_compiled_all_the_same(monkeypatch):
    monkeypatch.setattr(jit, "_Kept", lambda _: (_ for _ in ()).throw(RuntimeError("no locator")))

    @njit(cache=True)
    def half(value):
        return value / 2

    assert half(3) == 1.5


def test_numba_imports_nothing_that_happens_to_be_installed(tmp_path):
    for name in ("coverage", "yaml"):
        (tmp_path / f"{name}.py").write_text("")
    (tmp_path / "module.py").write_text("import sys")
    program = """
import simfinder.arrays.jit
print("numba" in sys.modules, sorted({"coverage", "yaml"} & set(sys.modules)))
import coverage, yaml
"""
    assert _run(tmp_path, program) == ["True []"]


def test_a_kernel_that_others_call_is_compiled_once_for_all_constants():
    """Also for a variable that begins as 0; floats, and numbers of other widths, remain what they are."""

    @njit(nogil=True)
    def added(total, value):
        return total + value

    @njit(nogil=True)
    def outer(values):
        total = 0
        for value in values:
            total = added(total, value)
        return added(total, added(7, value=1))

    assert outer(np.arange(4)) == 14
    assert [str(each) for each in added.signatures] == ["(int64, int64)"]
    assert outer(np.arange(4) / 2) == 11.0
    assert "(int64, float64)" in map(str, added.signatures)

"""Compile kernels, or load compiled ones: numba's ``njit`` with a faster start.

Numba is imported here and in ``jit_loading``, and nowhere else; both rely on its internals. A run uses some twenty of
two hundred kernels, all kept compiled in numba's cache; preparing the others, and the compiler, took a third of a small
scan.
"""

from __future__ import annotations

import contextlib
import io
import threading
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from simfinder.arrays import jit_built, jit_errors, jit_python
from simfinder.arrays.jit_cache import without_extras

with without_extras():
    import numba
    from numba import types
    from numba.core.caching import FunctionCache
    from numba.extending import intrinsic

    from simfinder.arrays import jit_loading

__all__ = ["Kernel", "intrinsic", "njit", "types"]

_making = threading.Lock()
_running = threading.local()


def njit(
    *, cache: bool = False, alone: bool = False, python: bool = False, **options: Any
) -> Callable[[Callable[..., Any]], Kernel]:
    """Wrap a function like ``numba.njit``, but do nothing until the kernel is called.

    Args:
        cache: keep compiled code on disk and load it from there.
        alone: optimise it before the kernels that call it take it in: for loops that are not vectorised otherwise.
        python: it may run as Python for a small collection, see ``jit_python``, with all kernels it calls: it gives
            the same results, and is fast enough.
        options: passed to numba.
    """
    return lambda function: Kernel(function, options, cache=cache, alone=alone, python=python)


class Kernel:
    """A function that is compiled or loaded when it, or a kernel that calls it, is first called.

    Args:
        function: in the subset of Python that numba compiles.
        options: of numba's ``njit``.
        cache: keep compiled code on disk.
        alone: optimise it by itself.
        python: it may run as Python.
    """

    __slots__ = (
        "__weakref__", "_alone", "_cache", "_called", "_dispatcher", "_options", "_plain", "_python", "_runs",
        "py_func",
    )  # fmt: skip

    def __init__(
        self,
        function: Callable[..., Any],
        options: dict[str, Any],
        *,
        cache: bool,
        alone: bool = False,
        python: bool = False,
    ) -> None:
        self.py_func = self._plain = function
        self._options = options
        self._cache = cache
        self._alone = alone
        self._python = python
        self._dispatcher: Any = None
        self._called: Any = None
        self._runs: Any = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._runs or self._choose())(*arguments)

    def _choose(self) -> Any:
        """Return what a call runs: compiled code, or Python for a small collection where nothing is."""
        if getattr(_running, "python", False):
            return self._plain
        if self._python and jit_python.wanted():
            return self._as_python
        self._runs = self.dispatcher
        return self._runs

    def _as_python(self, *arguments: Any) -> Any:
        _running.python = True
        try:
            with np.errstate(over="ignore"):  # hashes
                return self._plain(*arguments)
        finally:
            _running.python = False

    def in_python(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Register what runs as Python in place of a loop over every byte: a decorator; it returns the function."""
        self._plain = function
        return function

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher for calls from Python, made on first use."""
        with _making:
            if self._dispatcher is None:
                made = numba.njit(**{"no_cfunc_wrapper": True, **self._options})(self.py_func)
                if self._cache:
                    # no writable folder: a process that dropped its rights since it started compiles for itself
                    with contextlib.suppress(RuntimeError):
                        made._cache = _Kept(self.py_func)  # type: ignore[no-untyped-call]
                self._dispatcher = made
        return self._dispatcher

    @property
    def kept(self) -> bool:
        """Return whether compiled code of it is on disk, so that it only has to be loaded."""
        file = getattr(self.dispatcher._cache, "_cache_file", None)
        return jit_built.built() is not None or (file is not None and bool(file._load_index()))

    @property
    def signatures(self) -> Sequence[Any]:
        """Argument types it is compiled for."""
        made = [each for each in (self._dispatcher, self._called) if each is not None]
        return tuple(dict.fromkeys(signature for each in made for signature in each.signatures))

    @property
    def _numba_type_(self) -> Any:
        """The type that numba gives the kernel inside other kernels; they hold its code, and nothing else is kept."""
        if self._dispatcher is not None and self._dispatcher.is_compiling:  # it calls itself
            return self._dispatcher._numba_type_
        with _making:
            if self._called is None:
                if self._alone:
                    _compiler().optimise_alone(self.py_func)
                inside = {**self._options, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
                self._called = _take_plain_numbers(numba.njit(**inside)(self.py_func))
        return self._called._numba_type_


def _take_plain_numbers(dispatcher: Any) -> Any:
    """Have numba compile a kernel that others call for any number, not once more for each constant they pass.

    It did so also for a variable that begins as 0 and is counted up later; that code was never called.
    """
    made = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return made(tuple(map(_plain, args)), {name: _plain(kind) for name, kind in dict(kws).items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _plain(kind: Any) -> Any:
    return types.unliteral(kind) if isinstance(kind, types.IntegerLiteral) else kind  # type: ignore[no-untyped-call]


def _compiler() -> ModuleType:
    from simfinder.arrays.compiler import (  # kernels loaded from the cache do without them
        front_end,
        machine_code,
    )

    front_end.install()
    return machine_code


class _Kept(FunctionCache):
    """Compiled kernels on disk."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load one compiled overload; return None if it has to be compiled.

        Numba would set up its compiler first, which takes 0.12 s; the compiler sets itself up when it is needed.
        """
        jit_loading.link_allocator()
        found = self._kept(sig, target_context) or self._built(sig, target_context)
        while found is None and jit_errors.remedied():  # one thread at a time: numba holds its lock
            found = self._kept(sig, target_context)
        if found is None:
            _compiler().install(target_context)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep one compiled overload; a process that gave its rights up compiles for itself alone."""
        with contextlib.suppress(PermissionError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]

    def _kept(self, sig: Any, target_context: Any) -> Any:
        try:
            with self._guard_against_spurious_io_errors():
                key = self._index_key(sig, jit_loading.described(target_context.codegen()))  # type: ignore[no-untyped-call]
                kept = jit_loading.read(self._cache_file, key)
                return kept and jit_loading.rebuild(target_context, kept)
        except (
            AttributeError,
            ImportError,
        ):  # compiled for a named tuple that this version does not have any more
            try:
                self.flush()  # type: ignore[no-untyped-call]
            except OSError:
                self.disable()  # type: ignore[no-untyped-call]
            return None

    def _built(self, sig: Any, target_context: Any) -> Any:
        key = self._index_key(sig, target_context.codegen())  # type: ignore[no-untyped-call]
        data = jit_built.find(self._py_func, self._cache_file._index_name, key)
        return data and jit_loading.rebuild(target_context, jit_loading.unpickle(io.BytesIO(data)))

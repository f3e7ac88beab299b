"""How kernels are compiled, and loaded once they have been: numba's ``njit``, made quicker to start.

The one place that knows numba's insides. A program uses some twenty of two hundred kernels, and they lie compiled in
numba's cache: readying the others, and all that a compiler needs, took a third of the time of a small scan.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys

from simfinder.arrays import jit_errors

__all__ = ["Kernel", "njit"]

_making = threading.Lock()


def njit(*, cache: bool = False, **options: Any) -> Callable[[Callable[..., Any]], Kernel]:
    """As ``numba.njit``, but nothing happens before the kernel is called.

    Args:
        cache: what is compiled is kept, and loaded from there.
        options: of numba's.
    """
    return lambda function: Kernel(function, options, cache=cache)


class Kernel:
    """A function that is compiled, or loaded, when it is first called, or when another one is that calls it.

    Args:
        function: in what numba knows of Python.
        options: of numba's ``njit``.
        cache: what is compiled is kept.
    """

    __slots__ = ("__weakref__", "_cache", "_dispatcher", "_options", "py_func")

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], *, cache: bool) -> None:
        self.py_func = function
        self._options = options
        self._cache = cache
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any) -> Any:
        return (self._dispatcher or self.dispatcher)(*arguments)

    @property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        with _making:
            if self._dispatcher is None:
                made = numba.njit(**self._options)(self.py_func)
                if self._cache:
                    # no place to write to: a program that has given its rights away since it began compiles for itself
                    with contextlib.suppress(RuntimeError):
                        made._cache = _Kept(self.py_func)  # type: ignore[no-untyped-call]
                self._dispatcher = made
        return self._dispatcher

    @property
    def signatures(self) -> Sequence[Any]:
        """For which kinds of arguments it is ready."""
        return () if self._dispatcher is None else self._dispatcher.signatures

    @property
    def _numba_type_(self) -> Any:
        """What a kernel that calls this one takes it for."""
        return self.dispatcher._numba_type_


class _Kept(FunctionCache):
    """Kernels on the disk."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """One of them, ready to be called; None where it has to be compiled.

        numba would ready its compiler first, which takes 0.12 s; where it is needed it readies itself.
        """
        rtsys.initialize(target_context)  # memory for what kernels make
        found = self._kept(sig, target_context)
        if found is None and jit_errors.remedied():  # numba lets in one thread at a time
            found = self._kept(sig, target_context)
        return found

    def _kept(self, sig: Any, target_context: Any) -> Any:
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]

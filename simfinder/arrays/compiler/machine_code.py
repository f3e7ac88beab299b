"""Compile a kernel and all it calls as one piece of machine code, in 0.6 of the time that numba takes.

Numba optimises every function together with all it calls and makes machine code of it, then its caller again with all
of that in it, and so on up to the kernel that Python calls. Most of that work is thrown away. Here only the kernel that
Python calls is optimised and made machine code, once, with all it calls inside.

Relies on numba's internals, as ``jit`` does, which imports this when something has to be compiled. A numba that is
built differently compiles in its own way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment

__all__ = ["install", "optimise_alone"]

_ENVIRONMENT = "_ZN08NumbaEnv"
"""How the symbols begin that hold the constants of a function."""
_alone: set[str] = set()
"""How the names of functions begin that are optimised before their callers take them in."""


def optimise_alone(function: Callable[..., Any]) -> None:
    """Have a kernel optimised by itself: with a caller around them LLVM does not vectorise the loops of some.

    Args:
        function: of the kernel, before numba wraps it.
    """
    parts = f"{function.__module__}.{function.__qualname__}".split(".")
    _alone.add("_ZN" + "".join(f"{len(part)}{part}" for part in parts) + "B")


class _Library(JITCodeLibrary):
    """Code of one function; it becomes machine code when its address is needed."""

    _whole = False  # whether it holds what it calls, and is optimised

    def add_linking_library(self, library: Any) -> None:
        """Note what is called from here; it stays as it is until this becomes machine code."""
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Make machine code of this and all that is called from here."""
        codegen: Any = self._codegen
        codegen._check_llvm_bugs()
        self._raise_if_finalized()  # type: ignore[no-untyped-call]
        if not self._whole:
            self._take_in()
        self._final_module.verify()
        self._finalize_final_module()  # type: ignore[no-untyped-call]
        for held in self._final_module.global_variables:
            if held.name.startswith(_ENVIRONMENT):
                environment = lookup_environment(held.name)  # type: ignore[no-untyped-call]
                if environment is not None:
                    codegen.set_env(held.name, environment)

    def _take_in(self) -> None:
        """Join all that is called from here, and optimise it."""
        for library in self._called():
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal  # nobody else calls this copy
        self._optimize_final_module()  # type: ignore[no-untyped-call]
        self._whole = True

    def _called(self) -> list[Any]:
        """Return what is called from here, directly or not, each after all that call it.

        LLVM drops a function that nothing calls when it is taken in.
        """
        seen = {id(self)}
        callees_first: list[Any] = []

        def visit(library: Any) -> None:
            if not (library._finalized or getattr(library, "_whole", False)):
                for called in library._linking_libraries:
                    if id(called) not in seen:
                        seen.add(id(called))
                        visit(called)
            callees_first.append(library)

        visit(self)
        return callees_first[-2::-1]

    def _get_module_for_linking(self) -> Any:
        """Return the code in a form that several others may take in, optimised only where it has to be."""
        if self._finalized:
            return super()._get_module_for_linking()  # type: ignore[no-untyped-call]
        if self._shared_module is None:
            if self._holds_alone():
                self._take_in()
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = llvm.Linkage.linkonce_odr
        return self._shared_module

    def serialize_using_object_code(self) -> Any:
        """Return what is kept in the cache: no code for other kernels, as numba adds, which take in the sources."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        return self.name, "object", (self._get_compiled_object(), b"")  # type: ignore[no-untyped-call]

    def _holds_alone(self) -> bool:
        names = (function.name for function in self._final_module.functions if not function.is_declaration)
        return any(name.startswith(tuple(_alone)) for name in names)


def install(context: Any) -> None:
    """Have numba compile like this in a context; do nothing if it does already, or if numba is built differently.

    Args:
        context: numba's ``CPUContext``.
    """
    codegen = context.codegen()
    if getattr(codegen, "_library_class", None) is not JITCodeLibrary or not hasattr(
        context, "get_executable"
    ):
        return
    codegen._library_class = _Library
    executable = context.get_executable

    def get_executable(library: Any, description: Any, environment: Any) -> Any:
        """Return what Python calls; for a function that only kernels call, a mark without code."""
        if library._finalized or _has(library, description.llvm_cpython_wrapper_name):
            return executable(library, description, environment)
        name = description.qualname.rpartition(".")[2]
        return _dynfunc.make_function(description.lookup_module(), name, "", 0, environment, (library,))

    context.get_executable = get_executable


def _has(library: Any, name: str) -> bool:
    try:
        library._final_module.get_function(name)
    except NameError:
        return False
    return True

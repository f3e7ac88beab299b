"""Compiled kernels read back from disk, in a third of the time that numba takes for it.

Numba makes a module of LLVM of each, parses the bitcode that other kernels would be compiled with, lists all symbols in
it, compiles the functions that every compiled kernel holds already, and imports the parts of its compiler that each of
them comes from: 3 ms for each kernel, and a small scan uses 50. Here the machine code alone is linked: a kernel that
calls this one is compiled from its source.

Relies on numba's internals, as ``jit`` does.
"""

from __future__ import annotations

import functools
import pickle
import sys
from types import SimpleNamespace
from typing import Any, BinaryIO

import llvmlite.binding as llvm
import numpy as np
import numpy.typing as npt
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime import _nrt_python  # type: ignore[attr-defined]
from numba.core.types import Array
from numba.core.typing.typeof import typeof_impl
from numba.np import numpy_support

__all__ = ["link_allocator", "read", "rebuild", "unpickle"]


@typeof_impl.register(np.ndarray)
def _type_of(array: npt.NDArray[Any], _context: Any) -> Array:
    """Return numba's type of an array. Numba's own function imports ``numpy.ma`` to refuse masked ones: 15 ms."""
    layout = numpy_support.map_layout(array)
    kind = numpy_support.from_dtype(array.dtype)
    return Array(kind, array.ndim, layout, readonly=not array.flags.writeable)


class _LoadedCode(JITCodeLibrary):
    """The machine code of one kernel.

    Args:
        codegen: of numba.
        name: of the library.
        code: an object file.
        wrapper: symbol of the function that Python calls.
    """

    def __init__(self, codegen: Any, name: str, code: bytes, wrapper: str) -> None:
        CodeLibrary.__init__(self, codegen, name)
        self._linking_libraries = []
        self._shared_module = None
        engine = codegen._engine
        engine._ee.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        engine._defined_symbols.add(wrapper)
        self._finalized = True


class _Reader(pickle.Unpickler):
    """Reads what numba's cache kept of a kernel."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what is named, but our own function to make environments."""
        return _environment if name == "_rebuild_env" else super().find_class(module, name)


def _environment(module: str, constants: list[Any], name: str) -> Any:
    """Return the environment of a function in a kernel, as numba does, but import no part of numba for it.

    Machine code finds constants in it, such as the exceptions it raises, and no global names.
    """
    made = lookup_environment(name)  # type: ignore[no-untyped-call]
    if made is None:
        known = sys.modules.get(module)
        made = Environment({"__name__": module} if known is None else known.__dict__)
        made.consts[:] = constants
        made.env_name = name
        Environment._memo[name] = made
    return made


def read(cache: Any, key: Any) -> tuple[Any, ...] | None:
    """Return what a cache kept of a kernel for some types of arguments; None for nothing.

    Args:
        cache: numba's ``IndexDataCacheFile``.
        key: of the index.
    """
    name = cache._load_index().get(key)
    if name is None:
        return None
    try:
        with open(cache._data_path(name), "rb") as file:
            return unpickle(file)
    except OSError:
        return None


def unpickle(file: BinaryIO) -> tuple[Any, ...]:
    """Return what was kept of a kernel in an open file."""
    kept: tuple[Any, ...] = _Reader(file).load()
    return kept


def rebuild(target_context: Any, kept: tuple[Any, ...]) -> Any:
    """Return the result of a compilation from what numba's cache kept of it.

    Args:
        target_context: of numba.
        kept: by ``CompileResult._reduce``.
    """
    (name, kind, data), description, environment, signature, *rest = kept
    object_mode, lifted, annotation, initialisers, environments = rest
    if kind != "object" or initialisers:
        return CompileResult._rebuild(target_context, *kept)  # type: ignore[no-untyped-call]
    codegen = target_context.codegen()
    library = _LoadedCode(codegen, name, data[0], description.llvm_cpython_wrapper_name)
    entry = target_context.get_executable(library, description, environment)
    for other in environments:
        codegen.set_env(other.env_name, other)
    result: Any = CompileResult  # its fields are set at run time
    return result(
        target_context=target_context,
        typing_context=target_context.typing_context,
        library=library,
        environment=environment,
        entry_point=entry,
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=object_mode,
        lifted=lifted,
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=initialisers,
        referenced_envs=environments,
    )


@functools.cache
def described(codegen: Any) -> Any:
    """Return what numba's cache asks a ``codegen`` for, looked up once: LLVM names the processor in 0.1 ms."""
    found = codegen.magic_tuple()
    return SimpleNamespace(magic_tuple=lambda: found)


@functools.cache
def link_allocator() -> None:
    """Let machine code find the allocator of arrays that kernels make; numba would compile a part of it anew.

    And call LLVM without telling numba's profilers before and after, which took longer than most calls.
    """
    llvm.ffi.lib._lock._cblist.clear()
    for name, address in _nrt_python.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)

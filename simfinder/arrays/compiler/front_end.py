"""Save work in numba's Python, which takes more than half of the time that compiling a kernel takes.

For every operation of a kernel numba puts together the message of an error that it then does not raise, asks LLVM anew
how large a type is, and compares all compiler options; for every function it makes a wrapper for C that nobody calls,
and after most passes it computes the lives of all variables, whether anybody asks for them or not. What comes out is
the same code.

Relies on the internals of numba 0.68: another one compiles in its own way.
"""

# mypy: allow-untyped-calls
# mypy: disable-error-code="assignment, attr-defined, method-assign"

from __future__ import annotations

import functools
from typing import Any

import numba
from numba.core import compiler_machinery, errors, ir, postproc, targetconfig, transforms, utils
from numba.core.base import BaseContext
from numba.core.codegen import CPUCodeLibrary
from numba.core.lowering import Lower
from numba.core.target_extension import get_local_target
from numba.core.types import functions
from numba.core.typing import templates
from numba.extending import overload
from numba.np import arrayobj

__all__ = ["install"]

_VERSION = "0.68."
_type_of_call = functions.BaseFunction.get_call_type
_size_of = BaseContext.get_abi_sizeof
_process = postproc.PostProcessor.run


@functools.cache
def install() -> None:
    """Have numba compile like this in this process; do nothing if it is another version of it."""
    if not numba.__version__.startswith(_VERSION):
        return
    functions.BaseFunction.get_call_type = _get_call_type
    targetconfig.TargetConfig.__eq__ = _same_options
    targetconfig.TargetConfig.__hash__ = _hash_of_options
    templates._OverloadFunctionTemplate._get_impl = _get_implementation
    compiler_machinery.PassManager._runPass = _run_pass
    postproc.PostProcessor.run = _postprocess
    ir.Inst._rec_list_vars = _variables
    BaseContext.get_abi_sizeof = _size_of_type
    CPUCodeLibrary._optimize_functions = _optimise_functions
    Lower.create_cfunc_wrapper = _make_no_wrapper
    arrayobj.raise_with_shape_context = _raise_other_shape


def _get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """Return the signature of a call, without words for the candidates that don't fit unless none does."""
    order = utils.order_by_target_specificity(get_local_target(context), self.templates, fnkey=self.key[0])
    plain = tuple(map(functions._unlit_non_poison, args))
    plain_kws = {name: functions._unlit_non_poison(kind) for name, kind in kws.items()}
    depth = self._depth
    self._depth += 1
    try:
        for candidate in order:
            template = candidate(context)
            for literal in (template.prefer_literal, not template.prefer_literal):
                try:
                    found = template.apply(args, kws) if literal else template.apply(plain, plain_kws)
                except errors.ForceLiteralArg:
                    break
                except errors.NumbaError:
                    continue
                if found is not None:
                    self._impl_keys[found.args] = template.get_impl_key(found)
                    return found
    finally:
        self._depth = depth
    return _type_of_call(self, context, args, kws)


def _same_options(self: Any, other: Any) -> Any:
    if not isinstance(other, targetconfig.TargetConfig):
        return NotImplemented
    return self._values == other._values or self.values() == other.values()


def _hash_of_options(self: Any) -> int:
    options = self.options
    return hash(frozenset(item for item in self._values.items() if item[1] != options[item[0]].default))


def _get_implementation(self: Any, args: Any, kws: Any) -> Any:
    """Return what implements a function of numpy; one for all callers, whoever calls them."""
    flags = targetconfig.ConfigStack.top_or_none()
    if flags is not None:
        flags = flags.copy()
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    key = self.context, tuple(args), tuple(kws.items()), flags
    return self._impl_cache.get(key) or self._build_impl(key, args, kws)


def _run_pass(self: Any, _index: int, compiler_pass: Any, state: Any) -> None:
    """Run one pass, without checks of numba's own passes, and without telling anybody."""
    compiler_pass.analysis = self._analysis
    with errors.new_error_context("Pass {name}", name=compiler_pass.name()):
        changed = compiler_pass.run_initialization(state)
        changed |= compiler_pass.run_pass(state)
        changed |= compiler_pass.run_finalizer(state)
    if compiler_machinery._pass_registry.get(type(compiler_pass)).mutates_CFG:
        if changed:
            postproc.PostProcessor(state.func_ir).run()
        else:
            state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)


def _postprocess(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Do after a pass what somebody may need; what lives at the start of each block only generators do."""
    function = self.func_ir
    if function.is_generator:
        _process(self, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)
    function.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _variables(_self: Any, value: Any) -> list[Any]:
    """Return the variables in a part of an instruction, in order."""
    found: list[Any] = []
    _collect(value, found)
    return found


def _collect(value: Any, found: list[Any]) -> None:
    kind = type(value)
    if kind is ir.Var:
        found.append(value)
    elif kind is dict:
        for each in value.values():
            _collect(each, found)
    elif kind is tuple or kind is list:
        for each in value:
            _collect(each, found)
    elif isinstance(value, ir.Inst):
        found += value.list_vars()


_sizes: dict[str, int] = {}


def _size_of_type(self: Any, kind: Any) -> Any:
    """Return the bytes of a type. LLVM is asked by a module that is written as text and parsed: 0.3 ms."""
    name = str(kind)
    if "%" in name:  # defined elsewhere
        return _size_of(self, kind)
    if name not in _sizes:
        _sizes[name] = _size_of(self, kind)
    return _sizes[name]


def _optimise_functions(self: Any, module: Any) -> None:
    """Optimise the functions that a module holds; numba sets LLVM up for those that it only names, too."""
    module.data_layout = self._codegen._data_layout
    for function in module.functions:
        if not function.is_declaration:
            manager, builder = self._codegen._function_pass_manager()
            manager.run(function, builder)


def _make_no_wrapper(_self: Any) -> None:
    """Make nothing for C to call."""


def _raise_other_shape(src_shapes: Any, index_shape: Any) -> None:
    """Say in kernels that what is put into a part of an array has another shape: overloaded below."""
    raise NotImplementedError


@overload(_raise_other_shape)
def _overload_raise_other_shape(src_shapes: Any, index_shape: Any) -> Any:  # noqa: ARG001 - names that numba asks for
    def implementation(src_shapes: Any, index_shape: Any) -> None:  # pragma: no cover - compiled  # noqa: ARG001
        """Numba would put the shapes into words: some ten functions for strings in each such kernel."""
        raise ValueError("cannot assign slice from input of different size")

    return implementation

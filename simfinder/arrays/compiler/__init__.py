"""Numba's compiler, made faster: what a first scan waits for.

``front_end`` saves work in numba's Python (type inference, lowering), ``machine_code`` in LLVM. Both rely on numba's
internals, as ``jit`` does, which imports them when something has to be compiled; loading compiled kernels does without.

    kernel missing -> jit -> front_end.install(), machine_code.install(context) -> numba compiles as always
"""

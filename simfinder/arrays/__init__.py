"""The ground under all columns of numbers: how kernels are compiled, and array operations that every room needs.

Arrays in, arrays out. ``jit`` compiles (numba), ``jit_cache`` says where compiled kernels are kept and which sources
they come from, ``jit_errors`` puts a missing library into a sentence. ``file_columns`` and ``packed_strings`` hold a
million paths in a few arrays. The other modules are sorts, sets, permutations and repetitions that numpy does too
slowly or with too much memory; each says by how much.

To add one, write it with ``njit(nogil=True, cache=True)`` and keep an obviously right twin in its test.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

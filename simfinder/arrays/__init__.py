"""Numpy and numba groundwork that every room uses: how kernels are compiled, and array operations.

Arrays in, arrays out. ``jit`` compiles kernels (numba), ``compiler`` and ``jit_loading`` make and load them faster
than numba does, ``jit_cache`` says where compiled kernels are kept and which sources they come from,
``jit_errors`` lets a caller act before an uncached kernel is compiled, ``jit_python`` says whether a small collection
does without. ``file_columns`` and ``packed_strings`` hold a million paths in a few arrays. The other modules sort,
deduplicate, permute and repeat where numpy is too slow, needs too much memory or holds Python's lock; each says by how
much.

To add an operation, write it with ``njit(nogil=True, cache=True)`` and keep an obviously right twin in its test.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

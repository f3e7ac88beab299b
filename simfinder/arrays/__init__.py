"""The numpy/numba ground: how kernels compile, and the columns all rooms pass on."""

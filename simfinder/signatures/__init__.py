"""Bytes in, signature out: one module per method, numba kernels behind hashlib-like objects.

``content`` (XXH3-128), ``tagcount`` (Sadowski & Levin), ``spamsum`` (ssdeep 2.14.1), ``sketch`` (the
64-bit bottom-128 sketch the search uses); ``fused`` runs all of them over one buffer or stream;
``table`` is their packed array form. No paths, no I/O, no logging.
"""

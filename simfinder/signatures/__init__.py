"""Bytes in, signature out: one module per method, numba kernels behind hashlib-like objects.

``content`` (XXH3-128), ``tagcount`` with ``tags`` and ``tagkeys`` (Sadowski & Levin), ``spamsum`` (ssdeep 2.14.1) with
``tridgell`` and ``blocksig`` (its older and its free forms), ``simhash`` with ``simwindows`` and ``simsample``
(Charikar), ``shingleprint`` (Massey) and ``sketch`` (what the search uses), both of which ``shingleset`` gets from one
look.
``fused`` runs all of them over one buffer or stream with some ``parameters``; ``signature`` is one result, ``table``
many in packed arrays; ``compact`` and ``texts`` are the stored and the written forms. No paths, no I/O, no logging.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

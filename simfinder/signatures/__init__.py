"""Bytes in, signature out: one package per method, numba kernels behind hashlib-like objects.

``tagcount`` (Sadowski & Levin, SimHash), ``spamsum`` (Kornblum and Tridgell; ssdeep 2.14.1 bit for bit), ``simhash``
(Charikar; Manku et al.), ``shingleprint`` (Massey, simhash(1)) and ``sketch`` (bottom-k, what the search compares) hold
a method each; ``content_hash`` (XXH3-128) says what is identical. ``sign`` runs all methods over the same bytes,
``table`` holds one result per content in packed columns and in its stored form, ``integer_coding`` packs ascending
numbers and counts. No paths, no I/O, no logging.

To add a method: write its package (a streaming class with ``update``, ``update_zeros``, ``digest`` and ``copy``;
``NAME``, ``VERSION``, ``to_bytes`` and ``from_bytes``), give it a field in ``table.signature``, a column in
``table.signature_table``, its place in ``table.serialize.METHODS``, and a call in ``sign.sign_bytes`` and
``sign.sign_batch``. Keep a slow twin in ``tests/unit/signatures/twins.py``.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

"""Bytes in, signature out: one package per method, numba kernels behind hashlib-like objects.

``tagcount`` (Sadowski & Levin, SimHash), ``spamsum`` (Kornblum and Tridgell; ssdeep 2.14.1 bit for bit), ``simhash``
(Charikar; Manku et al.), ``shingleprint`` (Massey, simhash(1)) and ``sketch`` (bottom-k, what the search compares) hold
a method each; ``content_hash`` (XXH3-128) says what is identical. ``sign`` runs all methods over the same bytes,
``table`` holds one result per content in packed columns and in its stored form, ``integer_coding`` packs ascending
numbers and counts. No paths, no I/O, no logging.

``methods`` describes each method by a value and finds it by its name. To add one, write a module there (see
docs/contributing.md); to make it as fast as the others, give it a package, a field in ``table.signature``, columns in
``table.signature_table``, its form in ``table.serialize``, and a call in ``sign.sign_bytes`` and ``sign.sign_batch``.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

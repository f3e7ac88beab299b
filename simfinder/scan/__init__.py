"""Folders in, signatures out: ``walk`` lists, ``reading`` reads and signs, ``pipeline`` is the whole scan.

Beside them: ``places`` (the Trash, our own and protected folders), ``deep`` (paths longer than the system takes),
``pool`` (threads), ``bulk`` (runs of small files), ``tally`` (progress of a thread), ``packing`` (blobs to arrays),
``identical`` (content hashes of what can have a twin), ``viewing`` and ``seen`` (what archives and documents hold,
which ``views`` tells). What can't be read becomes a listed ``Problem``, what is passed over by rule is counted;
neither stops a scan.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

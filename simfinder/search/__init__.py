"""Signatures in, pairs and clusters out. Arrays in, arrays out; nothing here touches a disk.

    candidates   one module per method: pairs that may reach a floor
    similarity   the figure of a pair, by any method
    linking      candidates -> figures -> ``Links``, weighed by what is common to many
    clustering   links -> clusters at given tolerances; runs while a slider moves
    containment  which content may lie inside which
    overlap      exact common bytes or text of two contents
    query        one content against all
    folders      whole folders that are copies, parts or versions of one another

``simfind``, ``spamsum``, ``hamming`` and ``ngram_index`` are the searches of the papers by themselves. Below them,
``set_join`` joins sets of integers at near-linear cost.

To add a method: a join in ``candidates`` (``capped`` and ``pairs``), its figure in ``similarity``, its place in
``linking.links.find_links``, and a kernel call in ``linking.warmup``.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

"""Signatures in, pairs and clusters out. Arrays in, arrays out; nothing here touches a disk.

``sketches``, ``ngrams``, ``keyrange``, ``simjoin`` and ``printjoin`` propose candidate pairs; ``scoring`` says how
much two contents share; ``links`` joins the two; ``clustering`` turns links into clusters at given tolerances.
``query`` asks for all that has to do with one content. ``simfind``, ``hamming``, ``hamtables``, ``spampairs`` and
``ngramindex`` are the searches of the seeds by themselves.

Below them: ``postings`` finds the rows that hold a value and ``groups`` is what it finds; ``joining`` makes
pairs of them at near-linear cost; ``judging`` merges sketches fast; ``thinning`` leaves links out where they
are too many; ``sorting`` puts them in order; ``warm`` compiles it all.
"""

import simfinder.arrays.jit_cache  # noqa: F401 - has to come before numba

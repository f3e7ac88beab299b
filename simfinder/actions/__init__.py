"""Clusters in, changed disk out, and back.

``keep`` orders the files of a cluster, ``standing`` says how each stands to the kept one (both read names by
``namehints`` and ``nameorder``), ``plan`` turns marks into a value that can be reviewed, ``execute`` carries it out
(``checks``: each file looked at again first), ``journal`` tells what was done and settles what a dead program left
(``settling``), ``undo`` takes a batch back. A file travels by ``movement``, forth and back alike; ``fileops``,
``copying`` and ``trash`` hold the only calls that change a person's disk.
"""

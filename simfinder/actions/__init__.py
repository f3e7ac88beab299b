"""Clusters in, changed disk out, and back.

``keep`` orders the files of a cluster, ``plan`` turns marks into a value that can be reviewed,
``execute`` carries it out (each file looked at again first), ``journal`` writes every act down before
and after, ``undo`` takes a batch back; ``trash`` and ``fileops`` are the only modules that move files.
"""

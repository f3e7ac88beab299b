"""The table of clusters: which files belong together, which of them is kept, and what each shares with it.

In: groups of files from ``linking.grouping``, similarities, tolerances. Out: a ``ClusterTable``: flat arrays in which
the members of cluster i are ``members[offsets[i]:offsets[i + 1]]``, the kept file first. No Python object per file.

``cluster_table`` builds it, ``lineages`` splits off files that names prove to be versions of something else,
``cluster_order`` and ``cluster_filter`` sort and filter it, ``path_column`` searches a million paths.

To add a column a person can sort by, add it to ``cluster_order.Column`` and give its values there. To add a filter,
add it to ``cluster_filter``.
"""

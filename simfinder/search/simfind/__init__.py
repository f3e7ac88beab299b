"""SimFind: files whose keys, sizes and tag counts are alike, exact.

Sizes, sum tables and keys of n files in; pairs out, with a count of what each filter let pass:

    for each file: for each other file whose key is within T percent of its size
        if the larger is at most 1.5 times the smaller
        and the L1 distance of their sum tables is at most T percent of their mean size: a hit

Source: Sadowski and Levin, "SimHash: Hash-based similarity detection" (2007), section 4.2 and future work.

``radius_search`` is the paper's search; ``filters`` its kernels, ``sum_tree`` a k-d tree for sets where nearly all
pairs share a key range. ``key_range`` is the same search as a candidate join of a scan. To add a filter, add it to
``filters.walk`` and ``filters.query`` and a counter to ``Counters``.
"""

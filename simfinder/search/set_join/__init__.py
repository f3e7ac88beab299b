"""Similarity join of integer sets: all pairs of rows with enough values in common, and a few with less.

``Values`` (the distinct integers of each row) and a ``Rule`` in; blocks of pairs of rows out:

    index = for each value the rows that hold it; values of one row only are dropped     inverted_index.group
    each row does without its most common values but for those a pair needs              posting_lists
    for each row: count its values in the rows behind it, common ones by bitmaps;         join.SetJoin
        keep pairs that may have enough
    values too many rows still hold link neighbours only                                 SetJoin.capped

The idea is prefix filtering (Bayardo, Ma and Srikant 2007; Xiao et al. 2008). A bitmap never counts too few values, so
the caller computes the figure of each pair it gets.

``gap_coding`` stores ascending rows in about two bytes each, ``packed_rows`` in three. To use the join for another
method, build its ``Values`` and its ``Rule``, as ``candidates.sketch_pairs`` does.
"""

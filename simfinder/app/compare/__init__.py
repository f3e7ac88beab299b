"""Two files side by side, for looking at.

In: two paths. Out: a ``Comparison``: rows of two texts, members of two archives, or windows onto bytes that
``alignment`` lays beside each other. Similarity is measured elsewhere (``verify``); nothing here changes a figure.

``compare_files`` decides how to compare::

    contents of both -> archives: member_diff
                        texts:    line_diff (patience anchors, then difflib)
                        else:     alignment over matching ranges, segments in the gaps

To add a kind of comparison, add it to ``ComparisonKind``, make it in ``compare_files`` and draw it in the window's
comparison panel.
"""

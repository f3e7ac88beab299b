"""One scan with everything a person decides about it: tolerances, keep rules, marks, what is not the same.

``Session`` is what both front ends hold. It has parts::

    scan        (scan_index)   files by path, how two of them are compared; never changes
    clustering  (clustering)   files in clusters; the only one that makes them:
        links   (link_tables)  of contents and of files, with the figures measured so far; what is kept apart
        keeping (kept_order)   which file of a cluster is kept, by rules and by hand
        figures (similarities) of each file and the kept one of its cluster
        table                  the clusters as they are shown
    marks       (marks)        which files are to be removed, and why each

A slider calls ``Session.set_tolerances``, and ``clustering`` makes its table anew. For a large session that happens in
a ``draft``, whose clustering the session then adopts. ``state`` is a session as plain values, ``carry_over`` takes
decisions into a new scan of the same folders. All columns are arrays by file index, content row or link.

To hold one more decision of a person, add it to ``model.tolerances.Choices`` and to ``saved.arrays``, where files saved
before don't have it.
"""

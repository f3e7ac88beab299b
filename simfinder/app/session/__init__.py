"""One scan with everything a person decides about it: tolerances, keep rules, marks, what is not the same.

``Session`` is what both front ends hold. It is built in three layers by inheritance::

    Scanned   (scan_index)    the scan itself: files by path, figures of two files; never changes
    Clustered (reclustering)  files in clusters at the current tolerances; only ``_regroup`` makes them
    Session   (session)       what a person changes: tolerances, marks, kept files; measured figures taken in

Its parts: ``link_tables`` (links with the figures measured so far), ``similarities`` (each file to its kept file),
``kept_order`` (which file is kept), ``marks``, ``counts``. ``state`` is a session as plain values, ``carry_over``
takes decisions into a new scan of the same folders. All columns are arrays by file index, content row or link.

To hold one more decision of a person, add it to ``Session``, to ``SessionState`` and to ``saved.arrays``, where files
saved before don't have it.
"""

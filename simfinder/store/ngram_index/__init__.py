"""An n-gram index on disk: which indexed files hold which n-grams of spamsum signatures (Kornblum; Tridgell's spamsum).

In: postings (n-gram, number of a file). Out: for each n-gram asked about, the numbers of the files that hold it. ::

    write    scatter n-grams over the key space; collect postings, in runs on disk when they are many (external_sort)
             sort part by part, pack them in rows (postings), store the rows as one segment (writer)
             merge older segments that are less than twice as long as all newer ones together
    read     one row for each n-gram and segment; binary search in the row (reader)

The index is one SQLite file of the person's own (``index_schema``), made beside its place and renamed into it;
``files`` has the names, the locks and that rename.

To change the layout of rows, change ``postings.Layout`` and add a migration; an index of a newer version is refused.
"""

"""The signature cache: what a file holds, known from an earlier scan. Disposable.

In: files as a walk listed them. Out: the number of each one's content; its stored signatures, views and overlaps::

    find     device, inode, size and times as before  ->  number of the content     (locations)
    load     number of the content, kind  ->  signatures                            (contents, signatures)
    write    a batch from any thread  ->  queue  ->  one writer thread  ->  one commit every two seconds or 3,000 files

``cache`` is the face, ``queries`` has the SQL, ``contents`` the numbers of contents, ``writer`` the thread, ``records``
the values passed in and out, ``two_tier_tables`` the tables kept by a hash, ``maintenance`` what is forgotten and when.
``row_blocks`` writes many rows with one statement. ``open_or_rebuild`` sees to damage and bad luck: whatever goes wrong
costs time, never a result.

A kind is a text that says what signatures are made of (methods, versions, parameters): another text, another kind, so
old ones are never taken for new ones. To store something new, add a batch to ``records``, its SQL to ``queries.write``
and a migration to ``schema``.
"""

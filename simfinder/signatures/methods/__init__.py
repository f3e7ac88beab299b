"""What the rest of the program has to know of each signature method: one module a method, one value in it.

A name goes in, a ``SignatureMethod`` comes out (``registry``): its version, its streaming class, its text form with
the score of two texts, its stored form. Everything that treats all methods alike loops over ``registry``: the cache
key, the table of a scan, session files, ``hash`` and ``score``, the contract test.

The five methods of the papers have columns of their own in the table and are signed in fused loops (``sign``), because
those sign a gigabyte in seconds. A further method begins plain: it says of which type and width its column is and is
signed by its streaming class, in Python, beside the fused loops.

To add a method, follow docs/contributing.md: its value ``METHOD`` in a module here that has its name.
"""

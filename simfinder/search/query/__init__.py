"""One content against all others, without an index.

``QueryContent`` (a signature, and more values of its shingle set where its bytes are at hand) and a ``SignatureTable``
in; ``QueryResult`` out: the rows that are identical, similar, contain it, or lie in it.

    for each row: resemblance of the sketches; common values below the limit up to which both sets are known
        contained if hits / seen proves a share of the bytes of .8 at two standard errors

60 to 300 ns a row. Source: Broder 1997; Wilson's interval (1927) for the bound.

``one_to_all`` holds the estimates, ``kernels`` the loop. To report another relation, add a column to ``QueryResult``
and fill it in ``_Look.at``.
"""

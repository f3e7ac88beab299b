"""Candidate pairs: for each method the pairs of rows that may reach a floor.

A ``SignatureTable`` and a floor in; blocks of (a, b) int32 rows out, a < b, each pair once. A join loses no pair that
reaches the floor unless it says so: ``capped`` counts the values too many rows hold, whose rows are compared with their
neighbours only.

    sketch_pairs              enough common sketch values for the floor (``set_join``)
    spamsum_pairs             seven spamsum characters in a row in common (``search.spamsum``)
    simhash_pairs             fingerprints few bits apart (``search.hamming``)
    shingleprint_pairs        enough common values of full prints (``set_join``)
    short_shingleprint_pairs  short prints, which may lie in any larger one
    tagcount_pairs            keys and counts close enough (``search.simfind``)

``registry`` finds the pair search of a method by its name and has the figures of all. To add a method, write a module
``<name>_pairs`` with a ``PairSearch`` named ``SEARCH``; see docs/contributing.md.
"""

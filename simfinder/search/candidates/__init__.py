"""Candidate pairs: for each method the pairs of rows that may reach a floor.

A ``SignatureTable`` and a floor in; blocks of (a, b) int32 rows out, a < b, each pair once. A join loses no pair that
reaches the floor unless it says so: ``capped`` counts the values too many rows hold, whose rows are compared with their
neighbours only.

    sketch_pairs              enough common sketch values for the floor (``set_join``)
    ngram_pairs               seven spamsum characters in a row in common (``search.spamsum``)
    simhash_pairs             fingerprints few bits apart (``search.hamming``)
    shingleprint_pairs        enough common values of full prints (``set_join``)
    short_shingleprint_pairs  short prints, which may lie in any larger one

The pairs of tag counts come from ``simfind.key_range``. To add a method, write a class with ``capped`` and
``pairs(done)`` and name it in ``linking.links.find_links``.
"""

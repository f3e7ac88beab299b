"""All pairs of spamsum signatures that may score above 0, none left out.

Signatures as columns in; pairs, or pairs with scores, out:

    grams = runs of seven characters of each part, at its block size            gram_bins
    rows that share a gram preceded by different characters meet               gram_matches
    score each pair that meets once                                            pair_search

A score above 0 needs seven characters in a row in common, or equal signatures; the longest common stretch of two parts
is preceded by different characters, so one gram per stretch is enough. Source: the score of ssdeep 2.14.1.

To change the length of a gram, change ``gram_bins._windows`` and ``signatures.spamsum.score`` together.
"""

"""All pairs of 64-bit values within a Hamming distance d, exact.

Distinct values in; pairs (a, b) out:

    cut values into b > d blocks of bits
    for each choice of b - d blocks: bring these to the top, sort, compare values that agree in them
        keep a pair only in the first table that can find it

Values that differ in at most d bits agree in b - d of b blocks. Source: Manku, Jain and Das Sarma, "Detecting
near-duplicates for web crawling" (2007), as simhash-py 0.4.2's ``find_all`` does it.

``find_all`` is the question people ask; ``block_join`` the join, ``bit_blocks`` blocks and permutations, ``kernels``
the compiled loop. To add a way to cut values, give ``bit_blocks.table`` another one: the join takes any.
"""

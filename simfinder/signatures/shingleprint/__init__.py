"""Shingleprint: the smallest distinct CRC-32 values of a content's windows, and a score of two prints.

Bytes in; up to 128 ascending uint32 values out:

    print = the 128 smallest of {crc32(data[i : i + 8]) for each i}
    score = c / (2 * min(len(a), len(b)) - c), c being the number of values in both

Source: Bart Massey's simhash(1), version 0.0.20161225, after Manasse's shingleprinting; files have its format cb01.

``fingerprint`` holds the print, its scores and its file format; ``shingle_set`` collects the values piece by piece, for
``sketch`` too; ``kernels`` are the loops. To change the hash, change ``shingle_set.tables`` and ``kernels``, then raise
``VERSION`` here and in ``sketch``: stored values are then no longer compared.
"""
